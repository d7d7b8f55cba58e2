# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processor time and memory of commands.

As a command: measure.py MAX_SECONDS MAX_MIB COMMAND ... runs a command and fails if it
takes more processor time or memory than that.
"""

import os
import subprocess
import sys


def measure(command, repetitions=1):
    """Least processor seconds of some runs, and the most MiB; the output is dropped."""
    seconds, mebibytes = [], []
    for _ in range(repetitions):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"exit code {process.returncode}: {' '.join(map(str, command))}")
        seconds.append(usage.ru_utime + usage.ru_stime)
        mebibytes.append(usage.ru_maxrss / 1024)
    return min(seconds), max(mebibytes)


def report(name, value, limit, unit):
    """Prints a value beside its limit; whether it is within."""
    verdict = "ok" if value <= limit else "too much"
    print(f"{name}: {value:.3g} of at most {limit:g} {unit}, {verdict}", flush=True)
    return value <= limit


if __name__ == "__main__":
    taken, memory = measure(sys.argv[3:])
    is_fast = report("processor time", taken, float(sys.argv[1]), "s")
    is_small = report("memory", memory, float(sys.argv[2]), "MiB")
    sys.exit(not (is_fast and is_small))
