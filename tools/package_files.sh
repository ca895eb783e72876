#!/usr/bin/env bash
# Writes what packages have besides the program, as that program tells it, into target/package: manual pages and completions.
# Usage: tools/package_files.sh PROGRAM
set -euo pipefail
program="$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
cd "$(dirname "$0")/.."

files="target/package"
rm -rf "$files/man" "$files/completions"
mkdir -p "$files/man" "$files/completions"
"$program" --quiet man --all "$files/man"
"$program" completions bash >"$files/completions/incog.bash"
"$program" completions zsh >"$files/completions/_incog"
"$program" completions fish >"$files/completions/incog.fish"
"$program" completions powershell >"$files/completions/incog.ps1"
