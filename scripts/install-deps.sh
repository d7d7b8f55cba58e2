#!/usr/bin/env bash
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# install-deps.sh [build|test|check]: installs what is missing of the packages
# in packages.txt. Each group includes the ones before it; the default is all.
set -euo pipefail

list="$(dirname "${BASH_SOURCE[0]}")/packages.txt"
group="${1:-check}"
case "$group" in
  build) groups="build" ;;
  test) groups="build|test" ;;
  check) groups="build|test|check" ;;
  *) echo "usage: install-deps.sh [build|test|check]" >&2; exit 2 ;;
esac

is_installed() {
  [[ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

is_debian_12() {
  grep -qx 'ID=debian' /etc/os-release && grep -qx 'VERSION_ID="12"' /etc/os-release
}

missing=()
while read -r _ package _; do
  is_installed "$package" || missing+=("$package")
done < <(grep -E "^($groups) " "$list")

if ((${#missing[@]} == 0)); then
  echo "All packages for '$group' are installed."
  exit 0
fi

install=(apt-get install --yes --no-install-recommends "${missing[@]}")
if [[ "$(id -u)" != 0 ]] || ! is_debian_12; then
  echo "These packages of Debian 12 are missing; install them as root:" >&2
  echo "  apt-get update && ${install[*]}" >&2
  exit 1
fi

export DEBIAN_FRONTEND=noninteractive
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
echo "Installing ${#missing[@]} packages: ${missing[*]}"
if ! { apt-get update && "${install[@]}"; } >"$log" 2>&1; then
  tail -n 40 "$log" >&2
  echo "Installation failed. The *-22 packages are in Debian's bookworm-security." >&2
  exit 1
fi
echo "Installed."
