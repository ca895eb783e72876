#!/usr/bin/env python3
"""Attacks releases of Adult with `incog attack`: the figures of docs/attacks.md.

    python3 tools/measure_attacks.py --incog target/release/incog [--data ../shared/data] [--queries 5000]

It needs nothing but Python. Half of Adult is released with k = 5, globally and locally with free and with strict cells; the other half is
the control group. `salary-class` is sensitive first, and then `occupation`, with three releases that are looked at together.
"""

import argparse
import csv
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

KNOWN = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"]
GLOBAL, FREE, STRICT = 'kind = "global"', 'kind = "local"\ncells = "free"', 'kind = "local"\ncells = "strict"'
COARSE = '[utility]\nobjective = "discernibility"\n'


def halves(data, folder):
    with open(data / "adult" / "adult_30162.csv", newline="") as file:
        names, *rows = csv.reader(file, delimiter=";")
    random.Random(1).shuffle(rows)
    half = len(rows) // 2
    for name, part in [("original", rows[:half]), ("control", rows[half : 2 * half])]:
        with open(folder / f"{name}.csv", "w", newline="") as file:
            csv.writer(file).writerows([names, *part])


def hierarchy(data, column):
    return data / "adult" / "hierarchies_arx" / f"adult_hierarchy_{column}.csv"


def release(tools, name, sensitive, recoding, limit, more=""):
    """Makes a release and says its file."""
    incog, data, folder = tools
    job = [f'input = "original.csv"\noutput = "{name}.csv"']
    known = [column for column in KNOWN if column != sensitive]
    job += [f'[columns.{column}]\nrole = "quasi-identifier"\nhierarchy = "{hierarchy(data, column)}"' for column in known]
    left_out = '[columns.salary-class]\nrole = "identifier"' if sensitive != "salary-class" else ""
    job += [f'[columns.{sensitive}]\nrole = "sensitive"', left_out, '[privacy]\nk-anonymity = 5\nunit = "record"']
    job += [f"[suppression]\nlimit = {limit}", f"[recoding]\n{recoding}", more]
    (folder / f"{name}.toml").write_text("\n".join(job))
    subprocess.run([incog, "anonymize", f"{name}.toml", "--force"], cwd=folder, check=True, capture_output=True)
    return f"{name}.csv"


def attack(tools, releases, sensitive, queries):
    incog, data, folder = tools
    known = [column for column in KNOWN if column != sensitive]
    command = [incog, "attack", "original.csv", releases[0], "control.csv", "-q", ",".join(known), "-s", sensitive]
    command += [part for name in releases[1:] for part in ("--also", name)] + ["--queries", str(queries), "--json"]
    command += [part for column in known for part in ("--hierarchy", f"{column}={hierarchy(data, column)}")]
    ran = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    print(f"\n{sensitive} of {', '.join(releases)}")
    for finding in json.loads(ran.stdout)["findings"]:
        print(f"  {finding['attack']:24}" + "".join(f"  {who} {share(finding.get(who))}" for who in ("original", "control", "baseline")))


def share(rate):
    if not rate or not rate["attempts"]:
        return "-"
    return f"{rate['successes']}/{rate['attempts']} = {100 * rate['rate']:.1f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--incog", required=True, type=Path)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--queries", type=int, default=5000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tools = (arguments.incog.resolve(), arguments.data.resolve(), Path(folder))
        halves(tools[1], tools[2])
        for name, recoding, limit in [("global", GLOBAL, 0.04), ("free", FREE, 0.0), ("strict", STRICT, 0.0)]:
            attack(tools, [release(tools, name, "salary-class", recoding, limit)], "salary-class", arguments.queries)
        local = release(tools, "local", "occupation", 'kind = "local"', 0.04)
        one = release(tools, "one-level", "occupation", GLOBAL, 0.04)
        other = release(tools, "other-levels", "occupation", GLOBAL, 0.04, COARSE)
        for releases in [[one, other], [local, one], [local, one, other]]:
            attack(tools, releases, "occupation", arguments.queries)


if __name__ == "__main__":
    sys.exit(main())
