# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What two runs read, exchanged and held: compare_traffic.py COUNTERS COUNTERS.

Prints a line for each: the counters that rows count in, and bytes of buffers.
"""

import json
import sys


def main():
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        counters = report["counters"]
        peaks = {(peak["space"], peak["class"]): peak["allocated_bytes"] for peak in report["peaks"]}
        print("rows gathered", counters["rows_gathered"], "exchanged", counters["ici_bytes"],
              "HBM read", counters["hbm_read_bytes"], "tables and inputs",
              peaks["hbm", "argument"], "stack", peaks["hbm", "stack"])


if __name__ == "__main__":
    main()
