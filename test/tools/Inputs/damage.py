# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage.py KIND IN.scx OUT.scx: makes an executable that must not load.

cut: the first half. version: format version 99 (field 0 of the root table).
"""

import struct
import sys

kind, source, target = sys.argv[1:]
data = bytearray(open(source, "rb").read())
if kind == "cut":
    del data[len(data) // 2:]
if kind == "version":
    root, = struct.unpack_from("<I", data, 0)
    vtable = root - struct.unpack_from("<i", data, root)[0]
    field, = struct.unpack_from("<H", data, vtable + 4)
    struct.pack_into("<i", data, root + field, 99)
open(target, "wb").write(data)
