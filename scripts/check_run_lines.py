#!/usr/bin/env -S python3 -B
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every RUN line of a lit test checks something, not just the exit code.

A step that only prepares is fine when a later RUN line of the file uses its output
(%t or a file below it; behind `cd %t` also a file of the same name).
"""

import re

from source_files import check_main, is_data, read, source_files

NOT_LIT = ("test/unit/", "test/property/", "test/fuzz/", "test/bench/")
SUFFIXES = [".mlir", ".test", ".txt", ".json", ".textproto"]
RUN = re.compile(r"RUN:\s*(.*)$")

# A command that fails when the result is not the expected one.
CHECKS = re.compile(
    r"\bFileCheck\b|--?verify-roundtrip\b|--expect\b"
    r"|(^|[|;&(]|\bnot)\s*(diff|cmp|count|grep|test)\b"
)
PREPARES = re.compile(r"^\s*(rm|mkdir|cp|split-file|cd|export)\b")
ENTERS = re.compile(r"\bcd %t\b")
NAME = r"[\w-]+\.(?:json|mlirbc|mlir|npz|scx|txt)\b"
VERIFY_DIAGNOSTICS = re.compile(r"--?verify-diagnostics\b")


def run_lines(text):
    """(line number, command) of each RUN line, continuation lines joined."""
    start, command = None, ""
    for number, line in enumerate(text.splitlines(), 1):
        match = RUN.search(line)
        if not match:
            continue
        start = start or number
        part = match.group(1).rstrip()
        if part.endswith("\\"):
            command += part[:-1]
            continue
        yield start, command + part
        start, command = None, ""
    if start is not None:
        yield start, command


def expand(commands, text):
    """The commands with the DEFINEs of the file put in."""
    defines = re.findall(r"DEFINE:\s*(%\{\w+\})\s*=\s*(.*)", text)
    for name, value in reversed(defines):
        commands = [command.replace(name, value) for command in commands]
    return commands


def outputs_of(command):
    """Files that a command may write: what it names as output, for a script every file."""
    if re.match(r"\s*(%\{python\}|touch\b)", command):
        return set(re.findall(NAME, command))
    return set(re.findall(rf"(?:-o |> ?|--outputs=)({NAME})", command))


def is_used_later(commands, index):
    """Whether a step prepares a file in %t that a later RUN line names."""
    command, later = commands[index], "\n".join(commands[index + 1:])
    if "%t" in command and "%t" in later:
        return True
    if not any(ENTERS.search(earlier) for earlier in commands[:index]):
        return False
    return any(name in later for name in outputs_of(command))


def problem_of(commands, index, text):
    """What is wrong with one RUN line, or None."""
    command = commands[index]
    if CHECKS.search(command):
        return None
    if VERIFY_DIAGNOSTICS.search(command):
        if "%s" in command and "expected-" not in text:
            return "verifies diagnostics, but the file expects none"
        return None
    if PREPARES.match(command):
        return None
    if is_used_later(commands, index):
        return None
    return "checks nothing; add FileCheck, -verify-diagnostics, --expect or diff"


def find_problems(root):
    for path in source_files(root, SUFFIXES):
        name = path.as_posix()
        if not name.startswith("test/") or name.startswith(NOT_LIT) or is_data(path):
            continue
        text = read(root, path)
        lines = list(run_lines(text))
        commands = expand([command for _, command in lines], text)
        for index, (number, _) in enumerate(lines):
            problem = problem_of(commands, index, text)
            if problem:
                yield f"{path}:{number}: RUN line {problem}"


if __name__ == "__main__":
    check_main(__doc__, find_problems)
