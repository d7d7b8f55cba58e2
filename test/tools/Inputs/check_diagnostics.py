# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads diagnostics as lines of JSON, checks their members and prints them in short."""

import json
import sys

MEMBERS = {"version", "severity", "location", "message", "notes", "advice"}
PUBLISHED = {"code", "name", "status", "link"}


def check(diagnostic):
    assert set(diagnostic) in (MEMBERS, MEMBERS | PUBLISHED), sorted(diagnostic)
    assert diagnostic["version"] == 1
    assert diagnostic["severity"] in ("error", "warning", "remark", "note")
    for note in diagnostic["notes"]:
        assert set(note) == {"message", "location"}, note
    for advice in diagnostic["advice"]:
        assert set(advice) == {"knob", "value", "current", "text"}, advice
        assert advice["value"] is None or str(advice["value"]) in advice["text"] or advice["value"] == 1
    if "code" in diagnostic:
        assert not diagnostic["message"].startswith(diagnostic["code"])
        assert "\n" not in diagnostic["message"]
        assert diagnostic["link"] == f"https://openxla.org/xla/errors/error_{diagnostic['code'][1:]}"


def describe(location):
    return location and f"{location['file']}:{location['line']}:{location['column']}"


for line in sys.stdin:
    diagnostic = json.loads(line)
    check(diagnostic)
    code = [diagnostic[key] for key in ("code", "name", "status") if key in diagnostic]
    print(diagnostic["severity"], describe(diagnostic["location"]), *code, diagnostic["message"])
    for note in diagnostic["notes"]:
        print("  note", describe(note["location"]), note["message"])
    for advice in diagnostic["advice"]:
        print("  advice", advice["knob"], advice["current"], "->", advice["value"])
