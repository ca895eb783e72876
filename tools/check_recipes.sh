#!/usr/bin/env bash
# Runs the recipes of examples/warehouse and examples/series on two days, and on one that has no release:
#
#     tools/check_recipes.sh target/debug/incog [FOLDER]
#
# It installs duckdb, dbt and airflow, which cannot be installed together, into the folder. Without one they are those on the PATH.
# What is not there is left out. It ends with 3 where duckdb is not there.
set -euo pipefail
incog=$(realpath "$1")
tools=$([ -z "${2:-}" ] || { mkdir -p "$2" && realpath "$2"; })
cd "$(dirname "$0")/.."
if [ -n "$tools" ]; then
    python3 -m venv "$tools/uv" && "$tools/uv/bin/pip" install -q uv || { echo 'no uv: the recipes are not run'; exit 3; }
    for what in 'duckdb duckdb-cli<2' 'dbt dbt-core<1.11 dbt-duckdb' 'airflow apache-airflow==2.10.5'; do
        read -r name packages <<<"$what"
        python3 -m venv "$tools/$name"
        # The packages of one program are several words.
        # shellcheck disable=SC2086
        "$tools/uv/bin/uv" pip install -q --python "$tools/$name/bin/python" $packages || echo "no $name"
    done
    PATH="$tools/duckdb/bin:$tools/dbt/bin:$tools/airflow/bin:$PATH"
fi
command -v duckdb >/dev/null || { echo 'no duckdb: the recipes are not run'; exit 3; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
ln -s "$incog" "$folder/bin/incog"
export PATH="$folder/bin:$PATH"

records() { duckdb -csv -noheader study.db 'SELECT count(*) FROM patients_release'; }

# Two days of a table that grows, and a day on which nothing may be published.
days() {
    cp -r examples/warehouse "$folder/$1"
    pushd "$folder/$1" >/dev/null
    local patients="$OLDPWD/examples/hospital/patients.csv"
    duckdb study.db "CREATE TABLE patients AS FROM '$patients' LIMIT 2000"
    "${@:2}" >day1.log 2>&1 || { cat day1.log; echo "$1: the first day failed" >&2; exit 1; }
    local first last
    first=$(records)
    duckdb study.db "DROP TABLE patients; CREATE TABLE patients AS FROM '$patients' LIMIT 4000"
    "${@:2}" >day2.log 2>&1 || { cat day2.log; echo "$1: the second day failed" >&2; exit 1; }
    last=$(records)
    [ "$first" -gt 1500 ] && [ "$last" -gt 3500 ] || { echo "$1: $first and $last records are published" >&2; exit 1; }
    sed -i 's/k-anonymity = 5/k-anonymity = 5000/' job.toml
    if "${@:2}" >day3.log 2>&1; then echo "$1: a day without a release did not fail" >&2; exit 1; fi
    [ "$(records)" = "$last" ] || { echo "$1: the release of the day before is gone" >&2; exit 1; }
    popd >/dev/null
    echo "$1: $first and $last records; a day without a release fails, and the last one stays"
}

# Two nights of customers, the second one twice, and a night whose export is cut off. Tests of Airflow 2 cannot repeat a day.
nights() {
    cp -r examples/series "$folder/$1"
    pushd "$folder/$1" >/dev/null
    printf '#!/bin/sh\ncat tonight.csv\n' >export.sh
    chmod +x export.sh
    table() { python3 -c "print('customer,age,zip,plan'); [print(f'c{i},{20 + i % 40},{1010 + i % 3},{[\"gold\", \"basic\"][i % 2]}') for i in range($1, $2)]"; }
    local night flags
    local nights=('2026-11-02 1 200' '2026-11-03 1 230' '2026-11-03 1 230')
    [ "$1" = series ] || unset 'nights[2]'
    for night in "${nights[@]}"; do
        read -r date first last <<<"$night"
        table "$first" "$last" >tonight.csv
        [ -e releases.ledger ] && flags='' || flags=--new-series
        INCOG_FLAGS=$flags "${@:2}" "$date" >night.log 2>&1 || { cat night.log; echo "$1: $date failed" >&2; exit 1; }
    done
    [ "$(wc -l <2026-11-02.csv)" -ge 190 ] && [ "$(wc -l <2026-11-03.csv)" -ge 190 ] || { echo "$1: few records" >&2; exit 1; }
    table 1 20 >tonight.csv
    if "${@:2}" 2026-11-04 >night.log 2>&1; then echo "$1: half an export was published" >&2; exit 1; fi
    [ ! -e 2026-11-04.csv ] || { echo "$1: a night that failed has a release" >&2; exit 1; }
    popd >/dev/null
    echo "$1: two nights; half an export fails"
}

nights series ./night.sh
if command -v systemd-analyze >/dev/null; then
    systemd-analyze verify examples/series/release.service
    systemd-analyze calendar 03:00 >/dev/null
    echo 'systemd: the service and the timer can be read'
fi
days nightly ./nightly.sh study.db
if command -v dbt >/dev/null; then days dbt ./nightly_dbt.sh study.db; else echo 'no dbt: its recipe is not run'; fi
if command -v airflow >/dev/null; then
    export AIRFLOW_HOME="$folder/home" AIRFLOW__CORE__LOAD_EXAMPLES=False
    airflow db migrate >/dev/null 2>&1
    # The interpreter that the command belongs to.
    python="$(dirname "$(realpath "$(command -v airflow)")")/python"
    nights series-airflow "$python" night_dag.py
    days airflow "$python" nightly_dag.py
else
    echo 'no airflow: its recipe is not run'
fi
