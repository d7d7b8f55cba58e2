# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""outlier_table.py FILE: a table 't' of 16384 values evenly in -1 to 1, and one of 1.05."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Inputs"))
import npz  # noqa: E402

values = [(i * 7919 % 16384) / 8192 - 1 for i in range(16384)]
values[4711] = 1.05
npz.save(sys.argv[1], {"t": ("f4", (4096, 4), values)})
