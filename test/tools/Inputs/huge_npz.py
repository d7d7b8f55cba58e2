# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""huge_npz.py FILE NAME=SHAPE ...: int32 arrays with headers of any size, and zeros for up to 16 of their elements."""

import math
import struct
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1], "w") as archive:
    for argument in sys.argv[2:]:
        name, _, dims = argument.partition("=")
        shape = tuple(int(dim) for dim in dims.split(","))
        header = repr({"descr": "<i4", "fortran_order": False, "shape": shape})
        header += " " * (-(len(header) + 11) % 64) + "\n"
        magic = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header))
        archive.writestr(name + ".npy", magic + header.encode() + bytes(4 * min(16, math.prod(shape))))
