# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scale_outputs.py FACTOR IN.npz OUT.npz: the arrays of a file, out<i> times a factor."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Inputs"))
import npz

factor, arrays = float(sys.argv[1]), npz.load(sys.argv[2])
for name, (dtype, shape, values) in arrays.items():
    if name.startswith("out"):
        arrays[name] = dtype, shape, [factor * value for value in values]
npz.save(sys.argv[3], arrays)
