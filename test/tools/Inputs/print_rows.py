# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""print_rows.py FILE: the first word of each row of each array, 16 rows a line."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))
import npz  # noqa: E402

for name, (_, (rows, dim), values) in npz.load(sys.argv[1]).items():
    print(f"{name} {rows}x{dim}")
    firsts = [f"{values[row * dim]:g}" for row in range(rows)]
    for row in range(0, rows, 16):
        print(*firsts[row:row + 16])
