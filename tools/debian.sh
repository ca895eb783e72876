#!/usr/bin/env bash
# Makes the Debian package of the command in target/package/out, with a checksum, from what is built; `--target TARGET` where it was built for
# one, `--profile dev --fast` for a quick try. Needs cargo-deb (cargo install cargo-deb).
set -euo pipefail
cd "$(dirname "$0")/.."

folder="target"
profile="release"
arguments=("$@")
while [ $# -gt 0 ]; do
    case "$1" in
    --target) folder="target/$2" && shift 2 ;;
    --profile) profile="$2" && shift 2 ;;
    --fast) shift ;;
    *) echo "usage: tools/debian.sh [--target TARGET] [--profile PROFILE] [--fast]" >&2 && exit 2 ;;
    esac
done
case "$profile" in dev) built="$folder/debug" ;; *) built="$folder/$profile" ;; esac
[ -x "$built/incog" ] || { echo "$built/incog: no such program; build it first: cargo build --release -p incog-cli" >&2 && exit 1; }

tools/package_files.sh "$built/incog"
mkdir -p target/package/out
cargo deb -p incog-cli --no-build --output target/package/out/ "${arguments[@]}"
cd target/package/out
for package in *.deb; do sha256sum "$package" >"$package.sha256"; done
cat ./*.deb.sha256
