# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dlrm_limits.py MAX_IDS MAX_UNIQUE_IDS: a limits file for all tables of the DLRM-DCNv2 programs."""

import json
import sys

limits = dict(zip(("max_ids_per_partition", "max_unique_ids_per_partition"), map(int, sys.argv[1:])))
stacks = [list(range(first, min(first + 4, 26))) for first in range(0, 26, 4)]
names = ["_".join(f"cat_{number}" for number in stack) for stack in stacks]
print(json.dumps({"tables": {name: limits for name in names}}))
