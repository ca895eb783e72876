#!/usr/bin/env python3
"""Runs a series of invented people through the command, night by night, attacks it, and measures what delay is worth.

    tools/measure_series.py customers --nights 30 --delays 0,7,14,29
    tools/measure_series.py hospital --nights 52 --delays 1

One line for each max_delay: people in the last release, who wait and whose records are stale then; the loss of the first
night's people, of a release of the last table by itself, and of the newcomers by themselves (GenLoss, the mean over cohorts).
Exit code 1 where a night is not published, a report is not verified, or tools/check_series.py finds a group below k or l.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ALL = ["age", "zip", "gender", "job"]
HIERARCHIES = {"age": "{ intervals = [5, 10, 20, 40], origin = 0 }", "zip": '{ mask = "right" }',
               "gender": "{ flat = true }", "job": "{ flat = true }"}


def job(chosen, delay):
    roles = {name: f'{{ role = "quasi-identifier", hierarchy = {how} }}' if name in chosen.columns else '{ role = "identifier" }'
             for name, how in HIERARCHIES.items()}
    columns = "\n".join(f"{name} = {role}" for name, role in roles.items())
    series = "" if delay is None else f'[releases]\nledger = "releases.ledger"\nmax_delay = {delay}\n'
    return (f'input = "export.csv"\noutput = "release.csv"\n[columns]\nperson = {{ role = "person" }}\nvalue = {{ role = "sensitive" }}\n'
            f'{columns}\n[privacy]\nk-anonymity = {chosen.k}\nl-diversity = {chosen.l}\n[recoding]\nkind = "local"\n{series}')


def run(folder, *command):
    ran = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit {ran.returncode}\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return ran.stdout


def report(folder, name):
    return json.loads((folder / f"{name}.internal.json").read_text())


def series(chosen, tables, delay):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "night.toml").write_text(job(chosen, delay))
        (folder / "alone.toml").write_text(job(chosen, None))
        for table in tables:
            shutil.copy(table, folder / "export.csv")
            begins = ["--new-series"] if table == tables[0] else []
            run(folder, chosen.incog, "anonymize", "night.toml", "-o", table.name, "--internal", "--quiet", *begins)
        run(folder, chosen.incog, "verify", f"{tables[-1].name}.internal.json", "--quiet")
        run(folder, chosen.incog, "anonymize", "alone.toml", "-o", "alone.csv", "--internal", "--quiet")
        releases = [table.name for table in tables]
        print(run(folder, sys.executable, HERE / "check_series.py", "-k", chosen.k, "-l", chosen.l, "-q", ",".join(chosen.columns),
                  "-s", "value", *releases, *(["--people", "person", "--tables", *tables] if chosen.people else [])), file=sys.stderr)
        runs = report(folder, releases[-1])["ledger"]["runs"]
        cohorts = [(one["cohort_loss"], one["came"]) for one in runs[1:] if one["cohort_loss"] is not None]
        newcomers = sum(loss * came for loss, came in cohorts) / max(1, sum(came for _, came in cohorts))
        last, first = runs[-1], report(folder, releases[0])["utility"]["gen_loss"]
        alone = report(folder, "alone.csv")["utility"]["gen_loss"]
        print(f"max_delay {delay:>3}: {last['people']:,} people, {last['waiting']} wait, {last['stale']} stale, {last['lost']} lost; "
              f"loss {first:.4f} (a release by itself {alone:.4f}), newcomers {newcomers:.4f} = {newcomers / first:.1f} times", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["customers", "hospital"])
    parser.add_argument("--nights", type=int, default=30)
    parser.add_argument("--first", type=int)
    parser.add_argument("--delays", type=lambda text: [int(one) for one in text.split(",")], default=[7])
    parser.add_argument("-k", type=int, default=5)
    parser.add_argument("-l", type=int, default=2)
    parser.add_argument("--columns", type=lambda text: text.split(","), default=ALL, help="the quasi-identifiers")
    parser.add_argument("--table", type=Path, help="deal the records of this table, as in make_series.py")
    parser.add_argument("--take", help="its columns for age, zip, gender, job, value")
    parser.add_argument("--people", action="store_true", help="attack each person by the tables, too")
    parser.add_argument("--incog", default=HERE.parent / "target/debug/incog", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        more = [] if chosen.first is None else ["--first", chosen.first]
        more += ["--table", chosen.table.resolve(), "--take", chosen.take] if chosen.table else []
        run(folder, sys.executable, HERE / "make_series.py", chosen.kind, folder, "--nights", chosen.nights, *more)
        for delay in chosen.delays:
            series(chosen, sorted(folder.glob("night-*.csv")), delay)


if __name__ == "__main__":
    main()
