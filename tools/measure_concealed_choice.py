#!/usr/bin/env python3
"""Attacks releases of Adult with and without `release.conceal_choice`: the figures of docs/security.md.

    python3 tools/measure_concealed_choice.py --incog target/release/incog [--data ../shared/data] [--secrets 20] [--queries 5000]

It needs nothing but Python. First tables are made up for which the textbook attack works (Wong and others 2007): 200 people of six groups, one of which is small and has an
illness more often; no more than half of a class may have it. Where the groups are released in pairs, and only the small group can have had more than half, the attacker says of
all in it that they have the illness. Nothing of how the release was made is read from it: he knows what is promised and supposes that nothing finer was possible.

Then half of Adult is released with one level per column, the other half is the control group. The best release is attacked, and
then as many releases as there are secrets, each drawn among those within a share of the best. What an attack gets right is told with what the naive attacker gets right; with
the price of the draw, and how many of the releases that were drawn have something finer among the candidates.
"""

import argparse
import hashlib
import json
import random
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


def write_secret(folder, secret):
    key = folder / "key.txt"
    key.unlink(missing_ok=True)
    key.touch(mode=0o600)
    key.write_text(hashlib.sha256(f"secret {secret}".encode()).hexdigest())


def release(tools, name, sensitive, share, secret, limit):
    """Makes a release; says its internal report."""
    incog, data, folder = tools
    write_secret(folder, secret)
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


MADE_UP = """input = "table.csv"
output = "made-up.csv"
[columns.group]
role = "quasi-identifier"
hierarchy = { intervals = [2] }
[columns.code]
role = "quasi-identifier"
hierarchy = { flat = true }
[columns.ill]
role = "sensitive"
[privacy]
unit = "record"
k-anonymity = 3
alpha-k-anonymity = { k = 3, alpha = 0.5, column = "ill", values = ["yes"] }
[suppression]
limit = 0.0
[release]
secret = "key.txt"
"""


def made_up(tools, tables, share):
    """Of made-up tables released in pairs of groups: how often nothing finer was possible, and how often the attacker is right."""
    incog, _, folder = tools
    (folder / "made-up.toml").write_text(MADE_UP + (f"conceal_choice = {share}\n" if share else ""))
    in_pairs = right_premise = guesses = right = by_release = 0
    prices = []
    for table in range(tables):
        draw = random.Random(f"made up {table}")
        groups = [draw.choices(range(6), [0.2, 0.2, 0.2, 0.2, 0.12, 0.08])[0] for _ in range(200)]
        ill = [draw.random() < (0.4 if group == 5 else 0.05) for group in groups]
        rows = [f"{group},{draw.randrange(100)},{'yes' if one else 'no'}\n" for group, one in zip(groups, ill)]
        (folder / "table.csv").write_text("group,code,ill\n" + "".join(rows))
        write_secret(folder, f"made up {table}")
        subprocess.run([incog, "anonymize", "made-up.toml", "--force", "--replace-better", "--internal"], cwd=folder, check=True, capture_output=True)
        report = json.loads((folder / "made-up.csv.internal.json").read_text())
        prices += [report["search"]["concealed"]["price"]] if share else []
        if report["solution"]["levels"]["group"] != 1:
            continue
        of = lambda members: [one for group, one in zip(groups, ill) if group in members]
        in_pairs += 1
        right_premise += any(2 * sum(of([group])) > len(of([group])) or len(of([group])) < 3 for group in range(6))
        # What the release shows: how many of each pair are ill. What a register shows: how many people each group has.
        suspects = [group for group in range(6) if 2 * sum(of([group, group ^ 1])) > len(of([group]))]
        if len(suspects) == 1:
            pair = of([suspects[0], suspects[0] ^ 1])
            guesses += len(of(suspects))
            right += sum(of(suspects))
            by_release += len(of(suspects)) * sum(pair) / len(pair)
    rate = lambda part, whole: f"{100 * part / whole:.1f} %" if whole else "-"
    mean = statistics.mean(prices) if prices else 0
    print(f"  {share or 'best':<5} {in_pairs:4} of {tables} in pairs; nothing finer was possible in {rate(right_premise, in_pairs)} of them; the attacker is right about "
          f"{rate(right, guesses)} of {guesses} people, {rate(by_release, guesses)} by the release alone; price {100 * mean:.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--incog", required=True, type=Path)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--secrets", type=int, default=20)
    parser.add_argument("--queries", type=int, default=5000)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--limit", type=float, default=0.0)
    parser.add_argument("--shares", type=float, nargs="+", default=[0.05, 0.2])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tools = (arguments.incog.resolve(), arguments.data.resolve(), Path(folder))
        print("made-up tables")
        for share in [None, 0.25, 0.9]:
            made_up(tools, arguments.tables, share)
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
