# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""quantize_memory.py FORTRAN FORMAT: sc-prep makes tables of 1 and of 128 MiB narrow; prints how much more memory the large one takes."""

import os
import resource
import struct
import subprocess
import sys
import zipfile

WIDTH = 32
BLOCK = struct.pack(f"<{1 << 15}f", *(((i * 2654435761) % 65536) / 32768 - 1 for i in range(1 << 15)))


def write_table(path, mebibytes):
    header = repr({"descr": "<f4", "fortran_order": sys.argv[1] == "1", "shape": (mebibytes * 8192, WIDTH)})
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with zipfile.ZipFile(path, "w") as archive, archive.open("t.npy", "w") as member:
        member.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for _ in range(8 * mebibytes):
            member.write(BLOCK)


def measure(mebibytes):
    """The peak of the tool, in MiB."""
    write_table("in.npz", mebibytes)
    command = ["sc-prep", f"--quantize-tables={sys.argv[2]}", "--tables=in.npz", "--outputs=out.npz"]
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    os.remove("in.npz")
    if status:
        sys.exit("sc-prep failed")
    os.remove("out.npz")
    return usage.ru_maxrss / 1024


if resource.getpagesize() != 4096:
    print("less than 64 MiB more")  # the bound is for small pages
    sys.exit()
small = measure(1)
growth = measure(128) - small
print("less than 64 MiB more" if growth < 64 else f"{growth:.0f} MiB more")
