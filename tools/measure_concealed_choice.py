#!/usr/bin/env python3
"""Attacks releases of Adult with and without `release.conceal_choice`: the figures of docs/security.md.

    python3 tools/measure_concealed_choice.py --incog target/release/incog [--data ../shared/data] [--secrets 20] [--queries 5000]

It needs nothing but Python. Half of Adult is released with one level a column, the other half is the control group. The best release is attacked, and
then as many releases as there are secrets, each drawn among those within a share of the best. What an attack gets right is told with what the naive attacker gets right; with
the price of the draw, and how many of the releases that were drawn have something finer among the candidates.
"""

import argparse
import hashlib
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from measure_attacks import KNOWN, halves, hierarchy

ATTACKS = ("minimality", "downcoding", "homogeneity", "skewness")
COLUMNS = ["sex", "age", "race", "marital-status", "education"]
PRIVACY = {"occupation": "k-anonymity = 5\nalpha-k-anonymity = { k = 5, alpha = 0.5 }",
           "salary-class": "k-anonymity = 5\nalpha-k-anonymity = { k = 5, alpha = 0.8 }"}


def release(tools, name, sensitive, share, secret, limit):
    """Makes a release; says its internal report."""
    incog, data, folder = tools
    key = folder / "key.txt"
    key.unlink(missing_ok=True)
    key.touch(mode=0o600)
    key.write_text(hashlib.sha256(f"secret {secret}".encode()).hexdigest())
    job = [f'input = "original.csv"\noutput = "{name}.csv"']
    job += [f'[columns.{column}]\nrole = "quasi-identifier"\nhierarchy = "{hierarchy(data, column)}"' for column in COLUMNS]
    job += [f'[columns.{column}]\nrole = "identifier"' for column in [*KNOWN, "salary-class"] if column not in [*COLUMNS, sensitive]]
    job += [f'[columns.{sensitive}]\nrole = "sensitive"', f'[privacy]\nunit = "record"\n{PRIVACY[sensitive]}']
    job += [f'[suppression]\nlimit = {limit}\n[release]\nsecret = "key.txt"' + (f"\nconceal_choice = {share}" if share else "")]
    (folder / f"{name}.toml").write_text("\n".join(job))
    subprocess.run([incog, "anonymize", f"{name}.toml", "--force", "--internal"], cwd=folder, check=True, capture_output=True)
    return json.loads((folder / f"{name}.csv.internal.json").read_text())


def attack(tools, name, sensitive, queries):
    """Attempts and shares that succeed, by attack: people of the table, and the naive attacker."""
    incog, data, folder = tools
    command = [incog, "attack", "original.csv", f"{name}.csv", "control.csv", "-q", ",".join(COLUMNS), "-s", sensitive]
    command += ["--queries", str(queries), "--json"]
    command += [part for column in COLUMNS for part in ("--hierarchy", f"{column}={hierarchy(data, column)}")]
    ran = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return {found["attack"]: (found["original"], found.get("baseline")) for found in json.loads(ran.stdout)["findings"]
            if found["attack"] in ATTACKS}


def told(name, attacked):
    """The mean of a series of releases."""
    for what in ATTACKS:
        rates = [found[what] for found in attacked if what in found]
        of = lambda which: [one[which]["rate"] for one in rates if one[which] and one[which]["attempts"]]
        attempts = sum(one[0]["attempts"] for one in rates)
        if not of(0):
            print(f"  {name:10} {what:12} nobody it could be tried on")
            continue
        naive = f"{100 * statistics.mean(of(1)):5.1f} %" if of(1) else "-"
        print(f"  {name:10} {what:12} {100 * statistics.mean(of(0)):5.1f} %, naive {naive}, {attempts} attempts")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--incog", required=True, type=Path)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--secrets", type=int, default=20)
    parser.add_argument("--queries", type=int, default=5000)
    parser.add_argument("--limit", type=float, default=0.0)
    parser.add_argument("--shares", type=float, nargs="+", default=[0.05, 0.2])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tools = (arguments.incog.resolve(), arguments.data.resolve(), Path(folder))
        halves(tools[1], tools[2])
        for sensitive in PRIVACY:
            best = release(tools, "best", sensitive, None, 0, arguments.limit)
            print(f"\n{sensitive}: {best['utility']['objective']} {best['utility']['value']:.4f}, {best['search']['stopped']}, levels {best['solution']['levels']}")
            told("best", [attack(tools, "best", sensitive, arguments.queries)])
            for share in arguments.shares:
                reports, attacked, seen = [], [], {}
                for secret in range(arguments.secrets):
                    report = release(tools, "drawn", sensitive, share, secret, arguments.limit)
                    levels = json.dumps(report["solution"]["levels"])
                    if levels not in seen:
                        seen[levels] = attack(tools, "drawn", sensitive, arguments.queries)
                    reports.append(report)
                    attacked.append(seen[levels])
                drawn = [report["search"]["concealed"] for report in reports]
                prices = [one["price"] for one in drawn]
                print(f"  conceal_choice = {share}: {drawn[0]['candidates']} candidates, {drawn[0]['coarser']} of them coarser than another; {len(seen)} different ones "
                      f"drawn by {len(drawn)} secrets; price {100 * statistics.mean(prices):.2f} % on average, {100 * max(prices):.2f} % at most")
                told(f"{share}", attacked)


if __name__ == "__main__":
    sys.exit(main())
