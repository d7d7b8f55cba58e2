# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_terminal.py N COMMAND ... --features=FILE: runs the command on N times FILE.

Prints what a terminal gets from its error stream, a line for each time that the line
is drawn, and then what a pipe gets.
"""

import os
import pty
import subprocess
import sys

command = sys.argv[2:] + [sys.argv[-1]] * (int(sys.argv[1]) - 1)
main, terminal = pty.openpty()
process = subprocess.Popen(command, stderr=terminal)
os.close(terminal)
output = b""
while True:
    try:
        piece = os.read(main, 4096)
    except OSError:  # how Linux says that nobody writes any more
        break
    if not piece:
        break
    output += piece
code = process.wait()
print(output.decode().replace("\r", "\n").replace("\x1b[K", "<erased>"))
piped = subprocess.run(command, stderr=subprocess.PIPE, check=False)
print(f"in a pipe: {piped.stderr.decode()!r}")
sys.exit(code or piped.returncode)
