#!/usr/bin/env bash
# Builds the program for Linux without any library (x86_64-unknown-linux-musl), and tries it in a root that has nothing but it and a table.
# Needs `rustup target add x86_64-unknown-linux-musl` and a C compiler for it: musl-gcc (musl-tools), or one that CC_x86_64_unknown_linux_musl
# names. It loads no drivers, so tables of engines need another build. `--try FILE` tries a program that is built.
set -euo pipefail
cd "$(dirname "$0")/.."

target="x86_64-unknown-linux-musl"
program="${CARGO_TARGET_DIR:-target}/$target/release/incog"
if [ "${1:-}" = "--try" ]; then
    program="${2:?the program}"
else
    cargo build --release --locked -p incog-cli -p incog-lab --target "$target"
fi

root="$(mktemp -d)"
trap 'rm -rf "$root"' EXIT
mkdir "$root/tmp"
cp "$program" "$root/incog"
cp -r examples/hospital/. "$root/"
inside() { unshare --map-root-user chroot "$root" /incog "$@"; }
inside --version
inside anonymize job.toml
inside verify patients.release.csv.report.json
echo "$program: runs in an empty root"
