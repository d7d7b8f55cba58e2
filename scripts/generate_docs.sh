#!/usr/bin/env bash
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Refreshes docs/generated from the .td files. Commit the result with the change.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

"$root/scripts/install-deps.sh" build
configure release
build release docs-generate

mkdir -p "$root/docs/generated"
for folder in Dialects Passes; do
  rm -rf "$root/docs/generated/$folder"
  cp -r "$root/build/release/docs/generated/$folder" "$root/docs/generated/$folder"
done
say "docs/generated is fresh"
