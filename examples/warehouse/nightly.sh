#!/usr/bin/env bash
# Publishes a table of DuckDB again, without a connection: incog prints statements, DuckDB runs them.
#
#     ./nightly.sh study.db
#
# Any failure ends the script, and the release of last night stays.
set -euo pipefail
cd "$(dirname "$0")"
database=$1
trap 'rm -f count.sql counted.csv plan.json release.sql' EXIT

incog plan job.toml --sql duckdb --count patients --replace --quiet > count.sql
duckdb -bail "$database" < count.sql
duckdb "$database" "COPY incog_counted TO 'counted.csv' (HEADER)"
incog plan job.toml -o plan.json --sql duckdb --into patients_release --replace --quiet > release.sql
duckdb -bail "$database" < release.sql > /dev/null
duckdb "$database" "DROP TABLE incog_counted"
