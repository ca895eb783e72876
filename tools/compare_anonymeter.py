#!/usr/bin/env python3
"""Compares `incog attack` with Anonymeter on Adult: success rates of the same attacks on the same tables, and processor time.

    python tools/compare_anonymeter.py --incog target/release/incog [--data ../shared/data] [--queries 500]

It takes `pip install anonymeter` and installs nothing itself; without it the figures of incog are printed alone. Half of Adult is the
original, the other half the control group. Four tables are attacked: columns dealt independently of each other, a tenth of all cells of the
original dealt anew, the original itself, and a release of incog. It ends with 1 when a rate of the one lies further from that of the
other than three standard errors of their difference; each such test errs once in 370 tries. Naive attackers are compared, too, but do not
count: Anonymeter's guesses of an attribute are mostly missing, as it looks for each target's guess under the target's row number.
"""

import argparse
import csv
import gzip
import importlib.util
import logging
import json
import math
import random
import resource
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

NAMES = ["age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation", "relationship"]
NAMES += ["race", "sex", "capital-gain", "capital-loss", "hours-per-week", "native-country", "salary"]
# What both programs have.
ATTACKS = ["singling-out-by-one", "singling-out-by-several", "linkability", "inference"]
SENSITIVE = ["hours-per-week", "salary"]
NUMBERS = ["age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week"]
RELEASED = ["age", "workclass", "education", "marital-status", "occupation", "race", "sex", "hours-per-week", "native-country", "salary"]

# A number instead of a label, so that both programs can read it; whole columns are left as they are or become *.
JOB = """input = "original_10.csv"
output = "release.csv"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 10, 20], origin = 0 }
publish = "midpoint"
[privacy]
k-anonymity = 5
unit = "record"
[suppression]
limit = 0.05
[waivers]
"""


def adult(data):
    """The complete records of Adult, as rows of texts."""
    with gzip.open(data / "adult" / "adult.data.gz", "rt") as file:
        rows = [[cell.strip() for cell in row] for row in csv.reader(file)]
    return [row for row in rows if len(row) == len(NAMES) and "?" not in row]


def write(path, rows, names=NAMES):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([names, *rows])


def independent(rows, draw):
    """Every column dealt by itself."""
    columns = [list(column) for column in zip(*rows)]
    for column in columns:
        draw.shuffle(column)
    return [list(row) for row in zip(*columns)]


def tenth_anew(rows, draw):
    """The same records with one cell in ten from another record."""
    return [[draw.choice(rows)[place] if draw.random() < 0.1 else cell for place, cell in enumerate(row)] for row in rows]


def release_of_incog(incog, folder, draw):
    """With its rows in an order that says nothing: Anonymeter takes the first of records that are equally near, and incog any."""
    roles = []
    for name in RELEASED:
        if name != "age":
            role = "sensitive" if name in SENSITIVE else "quasi-identifier"
            roles.append(f'[columns.{name}]\nrole = "{role}"\n')
            if role == "quasi-identifier":
                roles.append(f'hierarchy = "{name}.csv"\n')
                values = sorted({row[name] for row in csv.DictReader(open(folder / "original_10.csv"))})
                write(folder / f"{name}.csv", [[value, "*"] for value in values[1:]], [values[0], "*"])
    (folder / "job.toml").write_text(JOB.replace("[privacy]", "".join(roles) + "[privacy]"))
    subprocess.run([incog, "anonymize", "job.toml", "--force"], cwd=folder, check=True, capture_output=True)
    with open(folder / "release.csv") as file:
        names, *rows = csv.reader(file)
    draw.shuffle(rows)
    write(folder / "release.csv", rows, names)


def seconds(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def by_incog(incog, folder, tables, queries):
    """Rates of each attack as successes of attempts, and processor seconds."""
    before = seconds(resource.RUSAGE_CHILDREN)
    flags = [part for flag, names in [("-s", SENSITIVE), ("--attack", ATTACKS)] for name in names for part in (flag, name)]
    command = [incog, "attack", *tables, *flags, "--queries", str(queries), "--json"]
    ran = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    rates = {}
    for finding in json.loads(ran.stdout)["findings"]:
        name = " of ".join(filter(None, [finding["attack"], finding.get("about")]))
        # Of an original as large as the control group both are the same.
        rates[name] = {who: (finding[who]["successes"], finding[who]["attempts"]) for who in ("original", "control", "baseline")}
    return rates, seconds(resource.RUSAGE_CHILDREN) - before


def by_anonymeter(folder, tables, queries):
    import pandas
    from anonymeter.evaluators import InferenceEvaluator, LinkabilityEvaluator, SinglingOutEvaluator
    from anonymeter.evaluators import singling_out_evaluator

    original, release, control = (pandas.read_csv(folder / table) for table in tables)
    shared = [name for name in original.columns if name in release.columns]
    original, release, control = original[shared], release[shared], control[shared]
    known = [name for name in shared if name not in SENSITIVE]
    made, generate = [], singling_out_evaluator._generate_singling_out_queries

    def counted(**arguments):
        made.append(generate(**arguments))
        return made[-1]

    singling_out_evaluator._generate_singling_out_queries = counted
    before, rates = seconds(resource.RUSAGE_SELF) + seconds(resource.RUSAGE_CHILDREN), {}
    try:
        for mode, name in [("univariate", "singling-out-by-one"), ("multivariate", "singling-out-by-several")]:
            # As many tries as incog makes.
            attack = SinglingOutEvaluator(original, release, queries, 3, control, max_attempts=100 * queries, seed=1)
            attack.evaluate(mode)
            all_made = len(made[-1])
            rates[name] = {"original": (attack._n_success, all_made), "control": (round(attack._n_control), all_made)}
            rates[name]["baseline"] = (attack._n_baseline, queries)
        half = len(known) // 2
        linked = LinkabilityEvaluator(original, release, (known[:half], known[half:]), queries, 1, control).evaluate()
        rates["linkability"] = counts(linked.results(), queries)
        for name in SENSITIVE:
            numeric = name in NUMBERS
            guessed = InferenceEvaluator(original, release, known, name, numeric, queries, control).evaluate()
            rates[f"inference of {name}"] = counts(guessed.results(), queries)
    finally:
        singling_out_evaluator._generate_singling_out_queries = generate
    return rates, seconds(resource.RUSAGE_SELF) + seconds(resource.RUSAGE_CHILDREN) - before


def counts(results, queries):
    found = {"original": results.n_success, "control": results.n_control, "baseline": results.n_baseline}
    return {who: (int(count), queries) for who, count in found.items()}


def share(rate):
    successes, attempts = rate
    return f"{successes}/{attempts}" + (f" = {100 * successes / attempts:5.1f} %" if attempts else "")


def deviates(one, other):
    """Whether two shares lie further apart than three standard errors of their difference."""
    if not (one[1] and other[1]):
        return False
    both = (one[0] + other[0]) / (one[1] + other[1])
    error = math.sqrt(both * (1 - both) * (1 / one[1] + 1 / other[1]))
    return abs(one[0] / one[1] - other[0] / other[1]) > 3 * error


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--incog", required=True, type=Path)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--queries", type=int, default=500)
    arguments = parser.parse_args()
    incog, warned = arguments.incog.resolve(), False
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    is_there = importlib.util.find_spec("anonymeter") is not None
    if not is_there:
        print("Anonymeter is not installed (pip install anonymeter); the figures are those of incog alone")
    draw = random.Random(1)
    rows = adult(arguments.data)
    draw.shuffle(rows)
    half = len(rows) // 2
    original, control = rows[:half], rows[half : 2 * half]
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        places = [NAMES.index(name) for name in RELEASED]
        for name, table in [("original", original), ("control", control)]:
            write(folder / f"{name}.csv", table)
            write(folder / f"{name}_10.csv", [[row[place] for place in places] for row in table], RELEASED)
        write(folder / "independent.csv", independent(original, draw))
        write(folder / "tenth.csv", tenth_anew(original, draw))
        release_of_incog(incog, folder, draw)
        if is_there:
            # Its code for distances is compiled at the first use, which is no attack.
            write(folder / "few.csv", original[:60])
            by_anonymeter(folder, ["few.csv"] * 3, 20)
        totals = [0.0, 0.0]
        for what, tables in [
            ("columns dealt independently", ["original.csv", "independent.csv", "control.csv"]),
            ("one cell in ten dealt anew", ["original.csv", "tenth.csv", "control.csv"]),
            ("the original itself", ["original.csv", "original.csv", "control.csv"]),
            ("release of incog, k = 5", ["original_10.csv", "release.csv", "control_10.csv"]),
        ]:
            print(f"\n{what}")
            ours, used = by_incog(incog, folder, tables, arguments.queries)
            theirs, theirs_used = by_anonymeter(folder, tables, arguments.queries) if is_there else ({}, 0.0)
            totals = [totals[0] + used, totals[1] + theirs_used]
            for name, rates in ours.items():
                for who in ("original", "control", "baseline"):
                    other = theirs.get(name, {}).get(who)
                    mark = "" if other is None or not deviates(rates[who], other) else "  differs"
                    warned |= bool(mark) and who != "baseline"
                    line = f"  {name:28} {who:9} {share(rates[who]):20}"
                    print(line + (f" Anonymeter {share(other)}{mark}" if other else ""))
            print(f"  processor seconds: incog {used:.2f}" + (f", Anonymeter {theirs_used:.2f}" if is_there else ""))
        if is_there:
            print(f"\nprocessor seconds in all: incog {totals[0]:.2f}, Anonymeter {totals[1]:.2f}, ratio {totals[1] / totals[0]:.0f}")
    return 1 if warned else 0


if __name__ == "__main__":
    sys.exit(main())
