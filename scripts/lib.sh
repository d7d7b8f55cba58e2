# shellcheck shell=bash
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Shared by the scripts here: sourced, never run.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
export CCACHE_BASEDIR="$root" # the same objects for every checkout

job_count() { echo "${SC_JOBS:-$(nproc)}"; }
say() { printf '== %s\n' "$*"; }

# Prints a command as the user would type it, then runs it.
run() {
  printf '+ %s\n' "$*"
  "$@"
}

# Passes on what ninja prints, but of its status lines one for each tenth.
thin_out() {
  local line tenth last=-1
  while IFS= read -r line; do
    if [[ "$line" =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
      tenth=$((10 * BASH_REMATCH[1] / BASH_REMATCH[2]))
      ((tenth > last)) || continue
      last=$tenth
    fi
    printf '%s\n' "$line"
  done
}

# configure PRESET [cmake arguments]
configure() {
  local preset="$1" log="$root/build/$1/configure.log"
  shift
  say "configure $preset (log: build/$preset/configure.log)"
  mkdir -p "$root/build/$preset"
  (cd "$root" && cmake --preset "$preset" "$@") >"$log" 2>&1 || { cat "$log"; return 1; }
}

# build PRESET [targets]; all targets when none is named
build() {
  local preset="$1" start=$SECONDS
  shift
  local command=(cmake --build "$root/build/$preset" --parallel "$(job_count)")
  (($# == 0)) || command+=(--target "$@")
  say "build $preset: ${*:-all}"
  if [[ -t 1 ]]; then "${command[@]}"; else "${command[@]}" | thin_out; fi || return 1
  say "built $preset in $((SECONDS - start)) s"
}

# run_tests PRESET [ctest arguments]
run_tests() {
  local preset="$1"
  shift
  say "test $preset"
  ctest --test-dir "$root/build/$preset" --output-on-failure --no-label-summary \
        --no-tests=error --parallel "$(job_count)" "$@"
}
