#!/usr/bin/env bash
# The pages of the project as a book, in target/book/html: `tools/book.sh`. Needs mdbook (cargo install mdbook); where lychee is there, too, every link
# and anchor of what was built is followed on the disk. Exits 3 where there is no mdbook. The chapters stand in docs/SUMMARY.md.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v mdbook >/dev/null || { echo "no mdbook: the book is not built" >&2 && exit 3; }
book="${CARGO_TARGET_DIR:-target}/book"
rm -rf "$book"
mkdir -p "$book/src"
# The same folders as here, so that links lead where they lead here; all that is linked is a page, a picture, data or an example.
{ git ls-files '*.md' docs examples experiments | grep -v '^crates/' && echo crates/incog-check/README.md; } | tar -cf - --files-from=- | tar -xf - -C "$book/src"
cp docs/book.toml "$book/"
rm -f "$book/src/docs/book.toml" "$book/src/docs/SUMMARY.md"
# The list of all pages is the book's sidebar, no page of its own.
sed -i 's#\[all pages\](docs/SUMMARY.md)#all pages in the sidebar#' "$book/src/README.md"
sed -E 's#\]\(([^.)][^)]*)\)#](docs/\1)#; s#\]\(\.\./#](#' docs/SUMMARY.md >"$book/src/SUMMARY.md"
mdbook build "$book"
if command -v lychee >/dev/null; then
    lychee --offline --include-fragments --no-progress --root-dir "$(cd "$book/html" && pwd)" "$book/html"
else
    echo "no lychee: links of the book are not followed; those of the pages are in the tests" >&2
fi
