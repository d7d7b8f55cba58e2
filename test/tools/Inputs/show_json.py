# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""show_json.py FILE PATH ...: a line "path: value" for each path, such as stacks.0.name."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
for path in sys.argv[2:]:
    value = document
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    print(f"{path}: {json.dumps(value)}")
