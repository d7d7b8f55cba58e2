#!/usr/bin/env -S python3 -B
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists the files of the checkout, and reports what a check found in them.

As a program: source_files.py SUFFIX..., one path per line.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SKIPPED_FOLDERS = {".git", ".cache", "build", "__pycache__"}


def _from_git(root):
    """Committed and new files, without ignored ones; None where git cannot tell."""
    command = ["git", "-C", str(root), "ls-files", "-z", "-co", "--exclude-standard"]
    if not (root / ".git").exists():
        return None
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return [Path(name) for name in result.stdout.split("\0") if name]


def _from_walk(root):
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = [name for name in subfolders if name not in SKIPPED_FOLDERS]
        yield from (Path(folder, name).relative_to(root) for name in names)


def source_files(root=ROOT, suffixes=None):
    """Sorted paths below `root` whose name ends in one of `suffixes` (all when None)."""
    files = _from_git(root)
    paths = _from_walk(root) if files is None else files
    ending = tuple(suffixes) if suffixes is not None else ""
    return sorted({p for p in paths if p.name.endswith(ending) and (root / p).is_file()})


def is_data(path):
    """Inputs of tests are data: not held to the rules for sources."""
    return bool({"Inputs", "corpus"} & set(path.parts))


def read(root, path):
    return (root / path).read_text(encoding="utf-8", errors="replace")


def check_main(description, find_problems):
    """Runs find_problems(root), prints "path: problem" lines, exits 1 if there are any."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--root", type=Path, default=ROOT, help="folder to check")
    problems = list(find_problems(parser.parse_args().root.resolve()))
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    print(*source_files(ROOT, sys.argv[1:] or None), sep="\n")
