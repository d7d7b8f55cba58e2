# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""print_stacks.py REPORT.json ...: serialized tables and the peak of stacks in HBM."""

import json
import sys

for path in sys.argv[1:]:
    with open(path) as file:
        report = json.load(file)
    tables = [lookup["table"] for lookup in report["lookups"] if lookup["plan"]["serialized"]]
    stacks = [peak for peak in report["plan"]["peaks"] if (peak["space"], peak["class"]) == ("hbm", "stack")]
    assert all(peak["planned_bytes"] == peak["lifetime_bytes"] for peak in stacks)
    print(f"{path}: {report['plan']['serialized_tables']} serialized: {' '.join(tables) or 'none'};",
          f"stacks take {sum(peak['planned_bytes'] for peak in stacks)} bytes of HBM at the peak")
