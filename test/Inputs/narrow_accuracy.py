# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far lookups in narrow tables are from the results of JAX, as a Markdown table.

narrow_accuracy.py FOLDER CASE=TARGET ... -- FORMAT ... compiles CASE.mlir with each format,
runs it on the arrays of CASE.npz, whose tables are f32, and prints the largest difference of
any output. FOLDER is for the executables.
"""

import re
import subprocess
import sys


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def find_error(folder, case, target, row_format):
    """The largest |a - b| of the outputs."""
    program = f"{folder}/narrow.scx"
    quantize = [] if row_format == "f32" else [f"--quantize-tables={row_format}"]
    compiled = run("sc-compile", f"{case}.mlir", f"--target={target}", *quantize, "-o", program)
    if compiled.returncode != 0:
        sys.exit(compiled.stderr)
    arrays = f"{case}.npz"
    result = run("sc-run", program, f"--inputs={arrays}", f"--expect={arrays}", "--rtol=0")
    errors = [float(text) for text in re.findall(r"max \|a-b\| ([^,]*),", result.stdout)]
    if not errors:
        sys.exit(result.stderr)
    return max(errors)


def main():
    folder, *rest = sys.argv[1:]
    end = rest.index("--")
    cases = [argument.split("=") for argument in rest[:end]]
    names = [path.rsplit("/", 1)[-1] for path, _ in cases]
    print("| format |", " | ".join(f"`{name}`" for name in names), "|")
    print("|---|" + "---:|" * len(names))
    for row_format in rest[end + 1:]:
        errors = [find_error(folder, path, target, row_format) for path, target in cases]
        print(f"| `{row_format}` |", " | ".join(f"{error:.1e}" for error in errors), "|")


if __name__ == "__main__":
    main()
