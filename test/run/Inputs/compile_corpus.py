# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compile_corpus.py CORPUS OUTPUT: compiles every program of the corpus.

The target follows from the program: as many devices as it has partitions, and the
first machine of v5p (4 SparseCores a device) and v6e (2) that fits. Each executable
is loaded by sc-translate. Prints a line for each program.
"""

import os
import pathlib
import re
import subprocess
import sys

TOPOLOGIES = {1: {"v5p": "1x1x1", "v6e": "1x1"}, 2: {"v5p": "2x1x1", "v6e": "2x1"},
              4: {"v5p": "2x2x1", "v6e": "2x2"}, 8: {"v5p": "2x2x2", "v6e": "2x4"}}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def compile_for(path, machine, output):
    devices = int(re.search(r"mhlo.num_partitions = (\d+)", path.read_text())[1])
    target = f"{machine}:{TOPOLOGIES[devices][machine]}"
    return target, run("sc-compile", path, f"--target={target}", "-o", output)


def describe(path, output):
    target, result = compile_for(path, "v5p", output)
    if "targets that fit" in result.stderr:
        target, result = compile_for(path, "v6e", output)
    if result.returncode != 0:
        return f"{target} failed: {result.stderr}"
    text = run("sc-translate", "--scx-to-text", output)
    if text.returncode != 0:
        return f"{target} does not load: {text.stderr}"
    left_out = re.search(r"(\d+) operations? w", result.stderr)
    tasks = len(re.findall(r"^  \d+: kind \w+ task t\d+ .* table_name ", text.stdout, re.M))
    return f"{target}, {tasks} tasks, {left_out[1] if left_out else 'nothing'} left out"


if __name__ == "__main__":
    corpus, output = map(pathlib.Path, sys.argv[1:])
    for program in sorted(corpus.glob("*/*.mlir")):
        print(f"{program.relative_to(corpus)}: {describe(program, os.fspath(output))}", flush=True)
