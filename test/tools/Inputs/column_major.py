# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""column_major.py ROWS COLUMNS: the same arrays of ranks 2 and 3 in two files, the second one column-major."""

import itertools
import math
import struct
import sys
import zipfile

SHAPES = {"table": ("f", "<f4", (3000, 37)), "grid": ("i", "<i4", (30, 7)), "cube": ("i", "<i4", (5, 6, 7))}


def write(path, is_column_major):
    with zipfile.ZipFile(path, "w") as archive:
        for name, (code, descr, shape) in SHAPES.items():
            header = repr({"descr": descr, "fortran_order": is_column_major, "shape": shape})
            header += " " * (-(len(header) + 11) % 64) + "\n"
            values = range(math.prod(shape))
            if is_column_major:
                strides = [math.prod(shape[axis + 1:]) for axis in range(len(shape))]
                places = itertools.product(*(range(size) for size in reversed(shape)))
                values = [sum(i * s for i, s in zip(reversed(place), strides)) for place in places]
            data = struct.pack(f"<{len(values)}{code}", *values)
            archive.writestr(name + ".npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


write(sys.argv[1], False)
write(sys.argv[2], True)
