#!/usr/bin/env bash
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Everything that is checked without running the compiler: format, layering,
# licence lines, RUN lines, size of files, and that generated pages are fresh.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

clang_format_is_clean() {
  python3 -B "$root/scripts/source_files.py" .cpp .h |
    (cd "$root" && xargs --no-run-if-empty --max-procs="$(job_count)" --max-args=20 \
      clang-format-22 --dry-run -Werror)
}

generated_docs_are_fresh() {
  configure release && build release docs-generate || return 1
  local folder stale=0
  for folder in Dialects Passes; do
    diff --recursive --unified --new-file "$root/docs/generated/$folder" \
      "$root/build/release/docs/generated/$folder" || stale=1
  done
  ((stale == 0)) || echo "docs/generated is stale: run scripts/generate_docs.sh and commit"
  return $stale
}

failed=()
check() {
  local name="$1"
  shift
  say "check $name"
  "$@" || failed+=("$name")
}

"$root/scripts/install-deps.sh" check
check format clang_format_is_clean
for script in layering licence run_lines sources; do
  check "$script" python3 -B "$root/scripts/check_$script.py"
done
check "generated docs" generated_docs_are_fresh

if ((${#failed[@]} > 0)); then
  printf 'check failed: %s\n' "${failed[@]}"
  exit 1
fi
say "all checks passed"
