# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads and writes .npz files with the standard library alone.

As a command: npz.py FILE NAME=DTYPE[SHAPE]:VALUES ..., where VALUES are separated
by commas and repeat as often as needed. For example `arg0=i4[2,3]:0,1`.
"""

import ast
import math
import re
import struct
import sys
import zipfile

FORMATS = {"b1": "?", "i1": "b", "u1": "B", "i4": "i", "u4": "I", "i8": "q", "f4": "f", "f8": "d"}


def load(path):
    """{name: (dtype, shape, list of values)}"""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for member in archive.namelist():
            data = archive.read(member)
            size, = struct.unpack_from("<H", data, 8)
            header = ast.literal_eval(data[10:10 + size].decode())
            dtype, shape = header["descr"].lstrip("<|"), header["shape"]
            if dtype in FORMATS:
                values = struct.unpack_from(f"<{math.prod(shape)}{FORMATS[dtype]}", data, 10 + size)
                arrays[member.removesuffix(".npy")] = dtype, shape, list(values)
    return arrays


def save(path, arrays):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (dtype, shape, values) in arrays.items():
            descr = ("|" if dtype.endswith("1") else "<") + dtype
            header = repr({"descr": descr, "fortran_order": False, "shape": tuple(shape)})
            header += " " * (-(len(header) + 11) % 64) + "\n"
            data = struct.pack(f"<{len(values)}{FORMATS[dtype]}", *values)
            magic = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header))
            archive.writestr(name + ".npy", magic + header.encode() + data)


def parse(text):
    name, dtype, dims, values = re.fullmatch(r"(.*)=(\w+)\[([\d,]*)\]:(.*)", text).groups()
    shape = [int(dim) for dim in dims.split(",") if dim]
    convert = float if dtype.startswith("f") else int
    values = [convert(value) for value in values.split(",")]
    count = math.prod(shape)
    return name, (dtype, shape, (values * count)[:count])


if __name__ == "__main__":
    save(sys.argv[1], dict(parse(text) for text in sys.argv[2:]))
