# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_many_lookups.py FEW.mlir MANY.mlir ONE.mlir TARGET: how the time to compile grows.

Planning is the processor time up to stage planned less that up to stage sc. Compiling is
that of the whole command; growth is the same less the time for ONE.mlir, which is nearly
the start of the compiler and more than half of the time for few lookups.
"""

import sys

from measure import measure, report

few, many, one, target = sys.argv[1:]


def measure_stage(stage):
    command = ["sc-opt", f"--sc-to-{stage}=target={target}", many, "-o", "/dev/null"]
    return measure(command, 3)[0]


def measure_compiler(program):
    return measure(["sc-compile", program, f"--target={target}", "-o", "timed.scx"], 3)[0]


times = {program: measure_compiler(program) for program in (few, many, one)}
growth = (times[many] - times[one]) / max(times[few] - times[one], 1e-3)
checks = [
    report("planning", measure_stage("planned") - measure_stage("sc"), 2, "s of processor time"),
    report("compiling", times[many] / times[few], 50, "times the few lookups"),
    report("growth", growth, 120, "times the few lookups"),
]
sys.exit(not all(checks))
