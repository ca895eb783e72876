#!/usr/bin/env bash
# Builds the wheel of the Python package for a target into crates/incog-py/dist. Usage: tools/wheel.sh TARGET
#
# Needs `rustup target add TARGET` and Python 3.10 or later. Wheels for Linux are linked by zig, which pip installs: against
# glibc 2.17 or musl 1.2, so that one wheel serves all distributions, on any machine that builds it.
set -euo pipefail
cd "$(dirname "$0")/.."

target="${1:?the target, such as x86_64-unknown-linux-gnu}"
package=crates/incog-py
environment=$(mktemp -d)
trap 'rm -rf "$environment"' EXIT

python="$(command -v python3 || command -v python)"
"$python" -m venv "$environment"
bin="$environment/bin"
[ -d "$bin" ] || bin="$environment/Scripts"

linked=()
needs=('maturin>=1.9,<2')
case "$target" in
*-linux-gnu) linked=(--zig --compatibility manylinux_2_17) needs+=(ziglang) ;;
*-linux-musl) linked=(--zig --compatibility musllinux_1_2) needs+=(ziglang) ;;
esac
"$bin/python" -m pip install --quiet "${needs[@]}"
# maturin looks for zig in the path, or as a module of this Python.
PATH="$bin:$PATH" "$bin/maturin" build --release --locked --compression-level 9 --manifest-path "$package/Cargo.toml" \
    --target "$target" ${linked[@]+"${linked[@]}"} --out "$package/dist"
