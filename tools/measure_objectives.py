#!/usr/bin/env python3
"""Which objective leaves the most useful release: measured on public tables, two tasks each.

    python3 -m venv venv && venv/bin/pip install numpy scikit-learn
    cargo build --release -p incog-cli
    venv/bin/python tools/measure_objectives.py --incog target/release/incog --data ../shared/data > objectives.md

For each table and each objective, `incog anonymize` makes a release of seven tenths of the records
(k = 5, at most 5 % of them suppressed), with the hierarchies that `incog init` proposes and, where there are some, with those of ARX. Then

* a classifier (logistic regression on one column for each label) is trained on the release and tested on the other records, their values
  generalized as the release generalizes them: area under the ROC curve, more is better;
* for each quasi-identifier the counts of its original values by the values of the target are compared with what the release says of
  them, a label's records being spread evenly over the values it stands for: half the sum of absolute differences divided by the number of
  records, mean over the quasi-identifiers; 0 is perfect, 1 is nothing right.

A line `original` says what the classifier reaches without any generalization. The last table ranks the objectives, 1 being the best.
"""

import argparse
import collections
import gzip
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import tomllib

import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import OneHotEncoder

import toml_text
from public_tables import TABLES, read, write

OBJECTIVES = [
    "transparency", "precision", "gen-loss", "loss", "cpgen", "c-avg", "class-size", "discernibility", "entropy", "ambiguity",
    "kl-divergence", "height",
]


def job(table, hierarchies, objective, folder, seconds):
    """The job file: nothing but the quasi-identifiers is generalized, and rows stay where they are."""
    lines = ['input = "train.csv"', 'output = "release.csv"']
    for name in table["quasi_identifiers"]:
        lines += [f"[columns.{json.dumps(name)}]", 'role = "quasi-identifier"']
        if name in hierarchies:
            lines.append(f"hierarchy = {toml_text.value(hierarchies[name])}")
    lines += [f'[columns.{json.dumps(table["target"])}]', 'role = "sensitive"']
    lines += ["[privacy]", "k-anonymity = 5", "[suppression]", "limit = 0.05", 'as = "star"']
    lines += ["[release]", 'order = "input"', "[utility]", f'objective = "{objective}"']
    lines += ["[search]", f"max_seconds = {seconds}"]
    (folder / "job.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def proposed(incog, table, folder):
    """The hierarchies that `incog init` proposes."""
    command = [incog, "init", folder / "train.csv", "-o", folder / "proposed.toml", "--force", "--header"]
    subprocess.run(command, check=True, capture_output=True)
    columns = tomllib.loads((folder / "proposed.toml").read_text(encoding="utf-8"))["columns"]
    return {name: columns[name]["hierarchy"] for name in table["quasi_identifiers"] if "hierarchy" in columns.get(name, {})}


def of_arx(table, data, folder):
    """The hierarchies of ARX, unpacked where they are packed."""
    found = {}
    for name in table["quasi_identifiers"]:
        path = data / table["arx"].format(name)
        packed = path.with_name(path.name + ".gz")
        if path.exists():
            found[name] = str(path.resolve())
        elif packed.exists():
            plain = folder / path.name
            plain.write_bytes(gzip.decompress(packed.read_bytes()))
            found[name] = plain.name
        # One lists ages twice with different parents: refused, and ours in its place.
        if name in found and subprocess.run([table["incog"], "hierarchy", "check", folder / found[name]], capture_output=True).returncode:
            del found[name]
    return found


def auc(train, train_y, test, test_y):
    """Of a classifier of labels."""
    encoder = OneHotEncoder(handle_unknown="ignore")
    model = LogisticRegression(max_iter=300, C=1.0)
    model.fit(encoder.fit_transform(train), train_y)
    return roc_auc_score(test_y, model.predict_proba(encoder.transform(test))[:, 1])


def cross_tabulation_error(names, target, original, labels, released):
    """Of the counts of each quasi-identifier by the target; `labels` maps values to labels, `released` are the kept records."""
    errors = []
    for name in names:
        true = collections.Counter((row[name], row[target]) for row in original)
        told = collections.Counter((row[name], row[target]) for row in released)
        domain = {row[name] for row in original}
        targets = {row[target] for row in original}
        members = collections.Counter(labels[name].get(value, "*") for value in domain)
        difference = 0.0
        for value in domain:
            label = labels[name].get(value, "*")
            for wanted in targets:
                difference += abs(true[value, wanted] - told[label, wanted] / members[label])
        errors.append(difference / 2 / len(original))
    return float(numpy.mean(errors))


def measure(table, rows, test, folder, objective, incog, seconds):
    """The figures of one release; `None` where there is none."""
    started = time.monotonic()
    command = [incog, "anonymize", folder / "job.toml", "--force", "--accept-gap", "1", "--internal"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in (0, 5) or not (folder / "release.csv").exists():
        print(f"{table['name']}, {objective}: exit {run.returncode}: {run.stderr.strip()[-300:]}", file=sys.stderr)
        return None
    elapsed = time.monotonic() - started
    report = json.loads((folder / "release.csv.internal.json").read_text(encoding="utf-8"))
    released = read(folder / "release.csv", ",", None)
    names, target = table["quasi_identifiers"], table["target"]
    assert len(released) == len(rows), "a row of the release for each of the input"
    kept = [(row, shown) for row, shown in zip(rows, released) if shown[target] != "*"]
    labels = {name: {row[name]: shown[name] for row, shown in kept} for name in names}
    of = lambda records: [[record[name] for name in names] for record in records]
    generalized = [[labels[name].get(row[name], "(not released)") for name in names] for row in test]
    is_positive = lambda records: [row[target] == table["positive"] for row in records]
    kept_rows = [shown for _, shown in kept]
    return {
        "auc": auc(of(kept_rows), is_positive(kept_rows), generalized, is_positive(test)),
        "error": cross_tabulation_error(names, target, rows, labels, kept_rows),
        "stars": sum(all(shown[name] == "*" for shown in kept_rows) for name in names),
        "seconds": elapsed,
        "search": report["search"],
    }


def ranks(values, more_is_better):
    """1 for the best; equal values share the mean of their ranks."""
    return [
        1 + sum((other > value + 1e-9) if more_is_better else (other < value - 1e-9) for other in values)
        + 0.5 * (sum(abs(other - value) <= 1e-9 for other in values) - 1)
        for value in values
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", default="target/release/incog")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path("../shared/data"))
    parser.add_argument("--rows", type=int, default=12_000, help="records drawn of a larger table")
    parser.add_argument("--seconds", type=float, default=20, help="limit of each search")
    parser.add_argument("--only", help="one table")
    arguments = parser.parse_args()
    ranked = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for table in TABLES:
            if arguments.only in (None, table["name"]):
                measure_table(table, arguments, OBJECTIVES, pathlib.Path(folder), ranked)
    print("## Ranks\n\n| objective | mean rank | classifier | cross-tabulation |\n|---|---|---|---|")
    mean = lambda objective, task: numpy.mean([rank for which, rank in ranked[objective] if task in (which, None)])
    for objective in sorted(OBJECTIVES, key=lambda objective: mean(objective, None)):
        told = " | ".join(f"{mean(objective, task):.2f}" for task in (None, "auc", "error"))
        print(f"| `{objective}` | {told} |")


def measure_table(table, arguments, objectives, folder, ranked):
    path = arguments.data / table["path"]
    if not path.exists():
        print(f"skipped {table['name']}: no {path}", file=sys.stderr)
        return
    table["incog"] = arguments.incog
    rows = read(path, table["delimiter"], table.get("header"))
    random.Random(1).shuffle(rows)
    rows = rows[: arguments.rows]
    train, test = rows[: len(rows) * 7 // 10], rows[len(rows) * 7 // 10 :]
    write(folder / "train.csv", train, table["quasi_identifiers"] + [table["target"]])
    of = lambda records: [[record[name] for name in table["quasi_identifiers"]] for record in records]
    is_positive = lambda records: [row[table["target"]] == table["positive"] for row in records]
    original = auc(of(train), is_positive(train), of(test), is_positive(test))
    ways = {"init": proposed(arguments.incog, table, folder)}
    if "arx" in table:
        ways["ARX"] = of_arx(table, arguments.data, folder)
    for way, hierarchies in ways.items():
        print(f"## {table['name']}, hierarchies of {way}\n", flush=True)
        print(f"{len(train)} records, {len(table['quasi_identifiers'])} quasi-identifiers.\n")
        print("| objective | AUC | cross-tabulation error | columns all `*` | search | gap | seconds |\n|---|---|---|---|---|---|---|")
        print(f"| original | {original:.3f} | 0.000 | 0 | | | |")
        found = {}
        for objective in objectives:
            job(table, hierarchies, objective, folder, arguments.seconds)
            figures = measure(table, train, test, folder, objective, arguments.incog, arguments.seconds)
            if figures:
                found[objective] = figures
                search = figures["search"]
                gap = "" if search["gap"] is None else f"{search['gap']:.3f}"
                told = f"{figures['auc']:.3f} | {figures['error']:.3f} | {figures['stars']} | {search['stopped']} | {gap} | {figures['seconds']:.1f}"
                print(f"| `{objective}` | {told} |", flush=True)
        print()
        for task, more_is_better in (("auc", True), ("error", False)):
            values = [figures[task] for figures in found.values()]
            for objective, rank in zip(found, ranks(values, more_is_better)):
                ranked[objective].append((task, rank))


if __name__ == "__main__":
    main()
