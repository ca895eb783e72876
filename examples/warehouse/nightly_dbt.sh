#!/usr/bin/env bash
# As nightly.sh, with the counted table as a model of dbt.
#
#     ./nightly_dbt.sh study.db
set -euo pipefail
cd "$(dirname "$0")"
export DATABASE=$1
mkdir -p models
trap 'rm -f count.sql counted.csv plan.json release.sql' EXIT

incog plan job.toml --sql duckdb --count patients --quiet > count.sql
{ echo "{{ config(materialized='table') }}"; tail -n +2 count.sql | sed '$ s/;$//'; } > models/incog_counted.sql
dbt --quiet run --profiles-dir . --select incog_counted
duckdb "$DATABASE" "COPY incog_counted TO 'counted.csv' (HEADER)"
incog plan job.toml -o plan.json --sql duckdb --into patients_release --replace --quiet > release.sql
duckdb -bail "$DATABASE" < release.sql > /dev/null
duckdb "$DATABASE" "DROP TABLE incog_counted"
