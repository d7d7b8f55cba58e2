#!/usr/bin/env bash
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the tools, compiles one example and runs it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

"$root/scripts/install-deps.sh" build
configure release -DBUILD_TESTING=OFF
build release sc-compile sc-run

cd "$root"
mkdir -p build/demo
export PATH="$root/build/release/bin:$PATH"
example=examples/stacked_lookup

echo
say "compile two stacked lookups for four v5p chips"
run sc-compile "$example/model.mlir" --target=v5p:2x2x1 --report=text -o build/demo/model.scx

echo
say "run them on the modelled machine and compare the results"
run sc-run build/demo/model.scx --inputs="$example/inputs.npz" \
  --expect="$example/expected.npz" --counters=text
