# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make_tables.py FILE NAME=ROWSxDIM:FIRST ...: float32 tables whose row r holds FIRST + r in each word."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))
import npz  # noqa: E402

tables = {}
for text in sys.argv[2:]:
    name, *numbers = re.fullmatch(r"(.*)=(\d+)x(\d+):(\d+)", text).groups()
    rows, dim, first = map(int, numbers)
    values = [float(first + row) for row in range(rows) for _ in range(dim)]
    tables[name] = "f4", [rows, dim], values
npz.save(sys.argv[1], tables)
