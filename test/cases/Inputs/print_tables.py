# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""print_tables.py < REPORT.json: weights and slots of each table in the HBM of a device."""

import json
import sys

report = json.load(sys.stdin)
uses = {(use["table"], use["role"]): use["bytes"] for use in report["plan"]["hbm_uses"]}
for table in sorted({lookup["table"] for lookup in report["lookups"]}):
    print(f"{table}: weights {uses[table, 'weights']}, slots {uses.get((table, 'slots'), 0)}")
