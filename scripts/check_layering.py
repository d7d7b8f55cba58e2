#!/usr/bin/env -S python3 -B
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that includes follow the layers: tools -> lib -> dialects, and the runtime alone.

The runtime runs where no MLIR or LLVM is installed, so it includes neither.
"""

import re

from source_files import check_main, read, source_files

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
TD_INCLUDE = re.compile(r'^\s*include\s*"([^"]+)"')

# Layer: (folders, what they may not include, exceptions from that).
LAYERS = {
    "runtime": (
        ("runtime/",),
        ("mlir/", "mlir-c/", "llvm/", "llvm-c/", "dialects/", "sc/", "lib/", "tools/", "test/"),
        (),
    ),
    "dialects": (
        ("dialects/",),
        ("sc/", "lib/", "tools/", "test/", "runtime/"),
        ("runtime/format/",),
    ),
    "lib": (
        ("lib/", "include/sc/"),
        ("tools/", "test/", "runtime/"),
        ("runtime/format/", "runtime/host/", "runtime/quantize/", "runtime/support/"),
    ),
    "tools": (("tools/",), ("test/",), ()),
}


def find_problems(root):
    for path in source_files(root, [".cpp", ".h", ".td", ".def", ".inc"]):
        for layer, (folders, forbidden, allowed) in LAYERS.items():
            if not path.as_posix().startswith(folders):
                continue
            pattern = TD_INCLUDE if path.suffix == ".td" else INCLUDE
            for number, line in enumerate(read(root, path).splitlines(), 1):
                match = pattern.match(line)
                if not match:
                    continue
                name = match.group(1)
                if name.startswith(forbidden) and not name.startswith(allowed or ("\0",)):
                    yield f"{path}:{number}: {layer} must not include '{name}'"


if __name__ == "__main__":
    check_main(__doc__, find_problems)
