# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_console.py PAGE.md ...: runs the commands of ```console blocks.

Lines that begin with `$ ` are commands; those up to the next one are what it prints,
in this order. A line `...` stands for any number of lines. Commands of scripts/ are
not run.
"""

import pathlib
import re
import subprocess
import sys


def read_commands(text):
    for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        command, expected = None, []
        for line in block.splitlines():
            if not line.startswith("$ "):
                expected.append(line.rstrip())
                continue
            if command:
                yield command, expected
            command, expected = line[2:], []
        if command:
            yield command, expected


def find_difference(expected, actual):
    """The first expected line that is not there, or None."""
    position, anywhere = 0, False
    for line in expected:
        if line == "...":
            anywhere = True
            continue
        window = actual[position:] if anywhere else actual[position:position + 1]
        if line not in window:
            return line
        position += window.index(line) + 1
        anywhere = False
    return None if anywhere or position == len(actual) else "(end of output)"


failed = False
for page in sys.argv[1:]:
    for command, expected in read_commands(pathlib.Path(page).read_text()):
        if command.startswith("scripts/"):
            continue
        result = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
        actual = [line.rstrip() for line in (result.stdout + result.stderr).splitlines()]
        missing = find_difference(expected, actual)
        print(f"{pathlib.Path(page).name}: $ {command}: {'ok' if missing is None else 'differs'}")
        if missing is not None:
            failed = True
            print(f"expected: {missing}", "printed:", *actual, sep="\n")
sys.exit(failed)
