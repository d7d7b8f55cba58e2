# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""short_tables.py FILE ROWS WIDTH: a float32 table 't' whose header promises that much, and 64 bytes of it."""

import struct
import sys
import zipfile

header = repr({"descr": "<f4", "fortran_order": False, "shape": (int(sys.argv[2]), int(sys.argv[3]))})
header += " " * (-(len(header) + 11) % 64) + "\n"
with zipfile.ZipFile(sys.argv[1], "w") as archive:
    archive.writestr("t.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + bytes(64))
