#!/usr/bin/env bash
# The page of incog open in a real browser: `tools/browser.sh test` runs the scenarios of tools/browser.py, `measure` its timings.
# Needs Chromium with its driver (Debian: apt-get install chromium chromium-driver) and Python; selenium comes as a wheel and axe-core from npm, both into target.
# Exits 3 where a browser cannot be had. INCOG says which program is tested; the debug build by default.
set -euo pipefail
cd "$(dirname "$0")/.."

target="${CARGO_TARGET_DIR:-target}"
here="$target/browser"
mkdir -p "$here"

if ! command -v chromedriver >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    # Both together: a driver serves its own browser alone.
    { apt-get update -q && apt-get install -y -q chromium chromium-driver; } >/dev/null || true
fi
if ! command -v chromedriver >/dev/null || ! command -v chromium >/dev/null; then
    echo "no Chromium with its driver: the page is not tested in a browser" >&2
    exit 3
fi
if ! { [ -x "$here/venv/bin/python" ] || python3 -m venv "$here/venv"; } || ! "$here/venv/bin/pip" install -q "selenium>=4,<5"; then
    echo "no selenium: the page is not tested in a browser" >&2
    exit 3
fi
axe=()
if [ ! -f "$here/package/axe.min.js" ] && command -v npm >/dev/null; then
    (cd "$here" && npm pack --silent axe-core@4 >/dev/null && tar xzf axe-core-*.tgz package/axe.min.js) || true
fi
if [ -f "$here/package/axe.min.js" ]; then axe=(--axe "$here/package/axe.min.js"); fi

case "${1:-test}" in
test) exec "$here/venv/bin/python" tools/browser.py --incog "${INCOG:-$target/debug/incog}" "${axe[@]}" --shots "$here/shots" "${@:2}" ;;
measure) exec "$here/venv/bin/python" tools/browser.py --incog "${INCOG:-$target/release/incog}" --measure "${@:2}" ;;
*) echo "usage: tools/browser.sh [test|measure]" >&2; exit 2 ;;
esac
