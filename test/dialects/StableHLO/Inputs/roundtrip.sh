#!/usr/bin/env bash
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# roundtrip.sh FOLDER WORK: reads every program of FOLDER and prints it in
# several ways; fails if one of them is not the same module. Writes to WORK.
set -uo pipefail

folder="$1"
work="$2"
mkdir -p "$work"
failures=0
count=0

fail() {
  echo "$1: $2"
  failures=$((failures + 1))
}

# What JAX printed is what we print, but for blank lines at the end. Generic
# text and text with locations differ on purpose.
same_as_jax() {
  case "$1" in
    *.generic.mlir | *.export.mlir | *debugloc.mlir) return 0 ;;
  esac
  diff -B "$1" "$2"
}

for file in "$folder"/*.mlir; do
  count=$((count + 1))
  name="$(basename "$file")"
  out="$work/$name"
  sc-opt --verify-roundtrip "$file" -o "$out" || { fail "$name" "not read"; continue; }
  same_as_jax "$file" "$out" || fail "$name" "not what JAX printed"
  sc-opt "$out" | diff "$out" - || fail "$name" "pretty text changes"
  sc-opt -mlir-print-op-generic "$file" | sc-opt | diff "$out" - ||
    fail "$name" "generic text changes"
  sc-opt -mlir-print-debuginfo "$file" -o "$out.loc" &&
    sc-opt -mlir-print-debuginfo "$out.loc" | diff "$out.loc" - ||
    fail "$name" "locations change"
done

echo "$count programs, $failures failures"
[[ "$failures" == 0 && "$count" != 0 ]]
