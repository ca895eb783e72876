#!/usr/bin/env bash
# Packs the programs of a target that were built (cargo build --release --target TARGET) into target/package/out, with manual pages,
# completions, licences and a checksum. Usage: tools/pack.sh TARGET
set -euo pipefail
cd "$(dirname "$0")/.."

target="${1:?the target, such as x86_64-unknown-linux-gnu}"
built="target/$target/release"
version="$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)"
name="incog-$version-$target"
out="target/package/out"
ending=""
case "$target" in *windows*) ending=".exe" ;; esac

tools/package_files.sh "$built/incog$ending"
rm -rf "target/package/$name"
mkdir -p "target/package/$name" "$out"
cp "$built/incog$ending" "$built/incog-lab$ending" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "target/package/$name/"
cp -r docs target/package/man target/package/completions "target/package/$name/"
case "$target" in
*windows*) file="$name.zip" && (cd target/package && 7z a -bd "out/$file" "$name" >/dev/null) ;;
*) file="$name.tar.gz" && tar -C target/package -czf "$out/$file" "$name" ;;
esac
cd "$out"
if command -v sha256sum >/dev/null; then sha256sum "$file"; else shasum -a 256 "$file"; fi >"$file.sha256"
cat "$file.sha256"
