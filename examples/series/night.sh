#!/bin/sh
# Publishes the table of a night: night.sh 2026-11-29. Put your own export in the place of the first command. A night may be run
# again, as after a power failure. The first night takes: INCOG_FLAGS=--new-series ./night.sh 2026-11-29
set -eu
cd "$(dirname "$0")"
./export.sh > export.csv
# The internal report says who waits and who is lost. Never publish it.
incog anonymize night.toml -o "$1.csv" --internal --force --quiet ${INCOG_FLAGS:-}
incog verify "$1.csv.report.json" --quiet > "$1.verified.txt"
