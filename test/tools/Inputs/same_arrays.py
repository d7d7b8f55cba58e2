# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same_arrays.py FILE NAMES FILE NAMES: fails unless the arrays of both lists are the same in turn."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))
import npz  # noqa: E402

first, second = (
    [npz.load(path)[name] for name in names.split(",")]
    for path, names in (sys.argv[1:3], sys.argv[3:5]))
if first != second:
    sys.exit("the arrays differ")
