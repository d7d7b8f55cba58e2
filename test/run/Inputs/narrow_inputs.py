# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes the arrays of a program whose table is arg5, or arg3: narrow_inputs.py WHAT IN OUT.

Arrays that npz.py does not know are left out. WHAT is one of
  known     the others as they are
  unscaled  without the scale of the table
  scale     the scale alone
  cut       the table without its last column
  nan       NaN in row 3, column 2 of the table
  stack     arg3 as two halves of rows
"""

import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Inputs"))
import npz  # noqa: E402


def cut(arrays):
    dtype, (rows, width), values = arrays["arg5"]
    kept = [value for index, value in enumerate(values) if index % width < width - 1]
    arrays["arg5"] = dtype, (rows, width - 1), kept


def put_nan(arrays):
    _, (_, width), values = arrays["arg5"]
    values[3 * width + 2] = math.nan


def stack(arrays):
    dtype, (rows, width), values = arrays["arg3"]
    arrays["arg3"] = dtype, (2, rows // 2, width), values


def main():
    what, source, target = sys.argv[1:]
    arrays = npz.load(source)
    if what == "unscaled":
        del arrays["arg5.scale"]
    elif what == "scale":
        arrays = {"arg5.scale": arrays["arg5.scale"]}
    elif what == "cut":
        cut(arrays)
    elif what == "nan":
        put_nan(arrays)
    elif what == "stack":
        stack(arrays)
    npz.save(target, arrays)


if __name__ == "__main__":
    main()
