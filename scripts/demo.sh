#!/usr/bin/env bash
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the tools, compiles two examples and runs them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

"$root/scripts/install-deps.sh" build
configure release -DBUILD_TESTING=OFF
build release sc-compile sc-run sc-prep

cd "$root"
mkdir -p build/demo
export PATH="$root/build/release/bin:$PATH"
lookup=examples/stacked_lookup
prep=examples/preprocess_and_run

echo
say "compile two stacked lookups for four v5p chips"
run sc-compile "$lookup/model.mlir" --target=v5p:2x2x1 --report=text -o build/demo/model.scx

echo
say "run them on the modelled machine and compare the results"
run sc-run build/demo/model.scx --inputs="$lookup/inputs.npz" \
  --expect="$lookup/expected.npz" --counters=text

echo
say "from ids to activations: stack tables, prepare a batch of ids, run"
run sc-prep "$prep/spec.json" --print-effective-spec
run sc-prep "$prep/spec.json" --target=v5p:2x2x1 --run --features="$prep/features.npz" \
  --tables="$prep/tables.npz" --outputs=build/demo/activations.npz --expect="$prep/expected.npz"
