#!/usr/bin/env -S python3 -B
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every source file names its licence in its first five lines."""

from source_files import check_main, is_data, read, source_files

LINES = [
    "Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.",
    "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception",
]
SUFFIXES = [".cpp", ".h", ".td", ".def", ".inc", ".fbs", ".py", ".py.in", ".sh", ".cmake",
            "CMakeLists.txt", "packages.txt"]


def is_script_without_suffix(path):
    return path.as_posix() == ".ci/run"


def find_problems(root):
    for path in source_files(root):
        if is_data(path):
            continue
        if not (path.name.endswith(tuple(SUFFIXES)) or is_script_without_suffix(path)):
            continue
        head = "\n".join(read(root, path).splitlines()[:5])
        if not all(line in head for line in LINES):
            yield f"{path}: the two licence lines are missing (see CONTRIBUTING.md)"


if __name__ == "__main__":
    check_main(__doc__, find_problems)
