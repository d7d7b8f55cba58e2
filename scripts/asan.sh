#!/usr/bin/env bash
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds everything in build/asan with AddressSanitizer and UBSan, and runs the
# tests that execute our own code: unit, run, fuzz and lit. The options of the
# sanitizers are set by test/CMakeLists.txt.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

"$root/scripts/install-deps.sh" check
configure asan
build asan
run_tests asan --label-regex '^(unit|run|fuzz|lit)$'
