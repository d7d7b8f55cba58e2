# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""foreign_dtype.py FILE: a float32 table, and an array of int16."""

import struct
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1], "w") as archive:
    for name, descr, shape, data in (("table", "<f4", (2, 4), bytes(32)), ("shorts", "<i2", (3,), bytes(6))):
        header = repr({"descr": descr, "fortran_order": False, "shape": shape})
        header += " " * (-(len(header) + 11) % 64) + "\n"
        archive.writestr(name + ".npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
