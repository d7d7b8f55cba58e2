# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""print_bytes.py FILE: a line for each array with its dtype and shape, then one for each row with its bytes."""

import ast
import struct
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as archive:
    for member in archive.namelist():
        data = archive.read(member)
        size, = struct.unpack_from("<H", data, 8)
        header = ast.literal_eval(data[10:10 + size].decode())
        shape = header["shape"]
        print(member.removesuffix(".npy"), header["descr"] + str(list(shape)))
        values = data[10 + size:]
        step = len(values) // shape[0] if shape else len(values)
        for start in range(0, len(values), max(step, 1)):
            print(" ", values[start:start + step].hex(" ", 4))
