#!/usr/bin/env python3
"""Measures how much labels of groups of neighbours tell of single people's values: how many bounds of labels are values that
fewer than k published people have, and how often somebody is right who guesses the ends of a group from its label.

    python3 tools/measure_labels.py --incog target/debug/incog [--shared ../shared] [--records 3000]

Tables: 60 incomes, the hospital, and if the shared data is there, Adult, the bank and incomes of sdcMicro. An attacker names the
bound itself as somebody's value, which fewer than k people have. Who guesses names a value that is drawn evenly from those
between the bounds."""
import argparse, csv, os, random, re, statistics, subprocess, sys, tempfile
from collections import Counter
from pathlib import Path


TABLES = [("Adult, age", "adult/adult_30162.csv", "age", ";"), ("bank, duration", "bank_marketing/bank-additional.csv", "duration", ";"),
          ("sdcMicro, income", "sdcmicro/testdata.csv", "income", ","), ("CASC, income", "sdcmicro/CASCrefmicrodata.csv", "AGI", ","),
          ("hospital, stay", "examples/hospital/patients.csv", "length_of_stay", ",")]


def numbers_of(label):
    """Both bounds of a label; nothing where it is no pair of numbers."""
    name = re.sub(r" \([0-9]+\)$", "", label)
    found = re.fullmatch(r"(-?[0-9.]+?)(?:\.\.|-)(-?[0-9.]+)", name)
    return [float(found[1]), float(found[2])] if found else []


def measure(incog, name, values, others, hierarchy, k):
    """One release of a column of numbers, and what its labels tell."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        with open(folder / "in.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([["n", "ill"], *zip(values, others)])
        (folder / "job.toml").write_text(
            f'input = "in.csv"\noutput = "out.csv"\n[columns.n]\nrole = "quasi-identifier"\nhierarchy = {hierarchy}\nmin_level = 1\n'
            f'[columns.ill]\nrole = "sensitive"\n[privacy]\nk-anonymity = {k}\n[suppression]\nlimit = 0.2\n')
        done = subprocess.run([incog, "anonymize", "job.toml", "--force"], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            return print(f"| {name} | {hierarchy} | {k} | refused ({done.returncode}) | | | |")
        labels = [row["n"] for row in csv.DictReader(open(folder / "out.csv", encoding="utf-8"))]
    people, pairs = Counter(map(float, values)), {label: numbers_of(label) for label in {*labels}}
    bounds = [bound for pair in pairs.values() for bound in pair]
    rare = sum(0 < people[bound] < k for bound in bounds)
    right, guess = [], []
    for pair in filter(None, pairs.values()):
        inside = sorted(value for value in people.elements() if pair[0] <= value <= pair[1])
        if inside:
            room = max(1, pair[1] - pair[0] + 1)
            for bound in pair:
                right.append(0 < people[bound] < k)
                guess.append(sum(people[value] < k for value in {*inside}) / room)
    mean = lambda found: f"{100 * statistics.fmean(found):.1f} %" if found else "no bounds"
    print(f"| {name} | `{hierarchy}` | {k} | {len(pairs)} | {rare} of {len(bounds)} | {mean(right)} | {mean(guess)} |", flush=True)


def column(path, name, records, delimiter=","):
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        rows = [row for row, _ in zip(csv.DictReader(file, delimiter=delimiter), range(records))]
    return [row[name].strip() for row in rows if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", row[name].strip())]


def tables(shared, records):
    rng = random.Random(5)
    yield "60 incomes", [str(value) for value in sorted(rng.sample(range(20000, 99999), 60))]
    for title, path, name, delimiter in TABLES:
        file = Path(__file__).resolve().parents[1] / path if path.startswith("examples") else Path(shared, "data", path)
        if file.is_file():
            yield title, column(file, name, records, delimiter)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--incog", required=True)
    parser.add_argument("--shared", default="../shared")
    parser.add_argument("--records", type=int, default=3000)
    arguments = parser.parse_args()
    incog = os.path.abspath(arguments.incog)
    print("| column | hierarchy | k | labels | bounds that fewer than k have | attacker right | guessing |\n|---|---|---|---|---|---|---|")
    for name, values in tables(arguments.shared, arguments.records):
        rng = random.Random(1)
        others = [rng.choice(["flu", "cold", "gout"]) for _ in values]
        for hierarchy in ("{ fanout = 2 }", "{ fanout = 5 }", "{ ranges = 6 }"):
            for k in (2, 5):
                measure(incog, name, values, others, hierarchy, k)


if __name__ == "__main__":
    sys.exit(main())
