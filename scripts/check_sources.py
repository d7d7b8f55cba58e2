#!/usr/bin/env -S python3 -B
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that files stay short and that open points name an issue."""

import re

from source_files import check_main, is_data, read, source_files

SOURCES = [".cpp", ".h", ".td", ".def", ".fbs", ".py", ".py.in", ".sh", ".cmake",
           "CMakeLists.txt"]
TESTS = [".mlir", ".test", ".textproto"]
MAX_SOURCE_LINES = 600
MAX_TEST_LINES = 300
MARKER = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b(?!\(#\d+\))")


def max_lines(path):
    return MAX_TEST_LINES if path.parts[0] == "test" else MAX_SOURCE_LINES


def find_problems(root):
    for path in source_files(root, SOURCES + TESTS):
        if is_data(path) or path.parts[0] in ("docs", "examples"):
            continue
        lines = read(root, path).splitlines()
        if len(lines) > max_lines(path):
            yield f"{path}: {len(lines)} lines, limit is {max_lines(path)}; split it by topic"
        for number, line in enumerate(lines, 1):
            match = MARKER.search(line)
            if match:
                yield f"{path}:{number}: write {match.group(1)}(#issue) or do it now"


if __name__ == "__main__":
    check_main(__doc__, find_problems)
