# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""print_npz.py FILE COUNT: a line for each array, with its first COUNT elements; - is padding."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))
import npz  # noqa: E402

for name, (dtype, shape, values) in npz.load(sys.argv[1]).items():
    sizes = ",".join(str(size) for size in shape)
    elements = ("-" if value == 2147483647 else str(value) for value in values[:int(sys.argv[2])])
    print(f"{name} {dtype}[{sizes}]: {' '.join(elements)}")
