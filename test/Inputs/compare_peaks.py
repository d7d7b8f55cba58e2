# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare_peaks.py REPORT.json COUNTERS.json: what was planned beside what a run touched.

Prints the split of each lookup, then a line for each class of buffers in each memory.
"""

import json
import sys

report, counters = (json.load(open(path)) for path in sys.argv[1:])
for lookup in report["lookups"]:
    plan = lookup["plan"]
    print(f"{lookup['table']}: r {plan['replicas']}, v {plan['vector_splits']}, s {plan['sample_splits']},",
          f"row streaming {plan['row_streaming']}, {lookup['window_rows']} rows in a window")
planned = {(peak["space"], peak["class"]): peak["planned_bytes"] for peak in report["plan"]["peaks"]}
for peak in counters["peaks"]:
    key = peak["space"], peak["class"]
    allocated, touched = peak["allocated_bytes"], peak["touched_bytes"]
    verdict = "equal" if planned[key] == allocated == touched else (
        "within" if planned[key] == allocated > touched else "wrong")
    print(*key, "planned", planned[key], "allocated", allocated, "touched", touched, verdict)
assert planned.keys() == {(peak["space"], peak["class"]) for peak in counters["peaks"]}
