# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exit_code.py COMMAND ...: runs a command and prints its exit code behind its output."""

import subprocess
import sys

code = subprocess.run(sys.argv[1:], stderr=subprocess.STDOUT, check=False).returncode
print("exit code", code)
