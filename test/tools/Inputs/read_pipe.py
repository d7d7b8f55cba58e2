# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# read_pipe.py PIPE FILE COMMAND...: runs the command and copies what it writes
# to the named pipe to the file; the exit code is the command's.
import subprocess
import sys

pipe, file, command = sys.argv[1], sys.argv[2], sys.argv[3:]
reader = subprocess.Popen(["cat", pipe], stdout=open(file, "wb"))
code = subprocess.run(command, timeout=60).returncode
reader.wait(timeout=60)
sys.exit(code)
