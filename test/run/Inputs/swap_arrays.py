# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""swap_arrays.py IN.npz OUT.npz FIRST SECOND: the same file with two arrays swapped."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Inputs"))
import npz

source, target, first, second = sys.argv[1:]
arrays = npz.load(source)
arrays[first], arrays[second] = arrays[second], arrays[first]
npz.save(target, arrays)
