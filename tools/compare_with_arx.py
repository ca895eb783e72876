#!/usr/bin/env python3
"""Compares incog with ARX on random tables: where a model holds, how many records stay, what is lost, and what is best.

    python3 tools/compare_with_arx.py --arx CLASSPATH --tables 200 --seed 1 --incog target/release/incog --log log.tsv

CLASSPATH has ARX and tools/arx/ArxFigures.java, compiled (tools/arx/README.md). Of each table it asks at `--nodes` of 24 nodes; each comparison
is a line of the log, and the tables stay in `--folder`. docs/risk.md tells what differs and why.
"""
import argparse
import collections
import csv
import itertools
import json
import math
import random
import subprocess
import tempfile
from pathlib import Path

# Columns with their trees: the value, then its groups, each in the next.
TREES = {
    "a": [[str(v), f"p{v // 2}", f"q{v // 4}", "*"] for v in range(8)],
    "b": [[f"v{v}", f"g{v // 2}", "*"] for v in range(5)],
    "c": [[v, "*"] for v in "xyz"],
}
SENSITIVE = [[str(v), f"h{v // 2}", "*"] for v in range(1, 6)]
# Parameters to draw from, and how a job says the model.
MODELS = {
    "k-anonymity": ([range(2, 9)], "k-anonymity = {}"),
    "distinct": ([range(2, 5)], "l-diversity = {}"),
    "entropy": ([[1.5, 2.0, 2.3, 3.0]], 'l-diversity = {{ l = {}, kind = "entropy" }}'),
    "recursive": ([range(2, 4), [0.5, 1.0, 2.5, 4.0]], 'l-diversity = {{ l = {}, c = {}, kind = "recursive" }}'),
    "equal": ([[0.15, 0.25, 0.35, 0.5]], 't-closeness = {{ t = {}, distance = "equal" }}'),
    "ordered": ([[0.1, 0.15, 0.25, 0.35]], 't-closeness = {{ t = {}, distance = "ordered" }}'),
    "hierarchical": ([[0.1, 0.2, 0.3, 0.4]], 't-closeness = {{ t = {}, distance = "hierarchical" }}'),
    "basic": ([[0.5, 1.0, 2.0, 4.0]], 'beta-likeness = {{ beta = {}, kind = "basic" }}'),
    "enhanced": ([[0.5, 1.0, 2.0, 4.0]], "beta-likeness = {{ beta = {} }}"),
    "delta-disclosure": ([[0.5, 1.0, 1.5, 2.5]], "delta-disclosure = {}"),
    "k-map": ([range(3, 16)], 'k-map = {{ k = {} }}\npopulation = "register.csv"'),
    "delta-presence": ([[0.0, 0.0, 0.1], [0.4, 0.5, 0.6]], 'delta-presence = {{ min = {}, max = {} }}\npopulation = "register.csv"'),
    "average-risk": ([[0.05, 0.1, 0.2, 0.33]], "average-risk = {}"),
    "population-uniqueness": ([[0.001, 0.01, 0.05], [0.05, 0.1, 0.3, 0.6]],
                              "population-uniqueness = {{ share = {}, sampling_fraction = {} }}"),
}
NOTHING_SUPPRESSED = {"delta-presence", "average-risk", "population-uniqueness"}


def write(path, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file, delimiter=";", lineterminator="\n").writerows(rows)


def make(folder, chance):
    """A table with values of uneven frequency, and a register that begins with its records."""
    folder.mkdir(parents=True)
    domains = [[row[0] for row in tree] for tree in (*TREES.values(), SENSITIVE)]
    weights = [[chance.random() ** chance.choice([1, 3]) + 0.01 for _ in domain] for domain in domains]
    people = [[chance.choices(*pair)[0] for pair in zip(domains, weights)] for _ in range(chance.randint(100, 1000))]
    write(folder / "table.csv", [[*TREES, "s"], *people[: len(people) // 2]])
    write(folder / "register.csv", [[*TREES, "s"], *people])
    for name, tree in {**TREES, "s": SENSITIVE}.items():
        write(folder / f"{name}.csv", tree)


def incog(program, folder, model, limit, node):
    """`no`, or `yes` with levels, records that stay and loss."""
    name, *numbers = model.split(" ")
    levels = dict(zip(TREES, node.split(","))) if node != "best" else {}
    lines = ['input = "table.csv"', 'output = "release.csv"', 'csv = { delimiter = ";", missing = [] }']
    for column in TREES:
        fixed = f", min_level = {levels[column]}, max_level = {levels[column]}" if levels else ""
        lines.append(f'columns.{column} = {{ role = "quasi-identifier", hierarchy = "{column}.csv"{fixed} }}')
    lines += ['columns.s = { role = "sensitive", hierarchy = "s.csv" }', "[privacy]", MODELS[name][1].format(*numbers)]
    lines += ["[suppression]", f"limit = {limit}", "[utility]", 'objective = "loss"', "[search]", 'algorithm = "optimal"']
    (folder / "job.toml").write_text("\n".join(lines))
    done = subprocess.run([program, "anonymize", folder / "job.toml", "--json", "--force", "--quiet"], capture_output=True, text=True)
    if done.returncode == 3:
        return ["no"]
    if done.returncode not in (0, 5):
        return ["refused", done.stderr]
    report = json.loads(done.stdout)
    levels = ",".join(str(report["solution"]["levels"][column]) for column in TREES)
    return ["yes", levels, report["solution"]["rows_kept"], report["utility"]["value"]]


def relation(ours, theirs):
    if ours[0] != theirs[0]:
        return f"{ours[0]} here, {theirs[0]} there"
    if ours[0] != "yes":
        return "neither holds"
    near = math.isclose(ours[3], float(theirs[3]), rel_tol=1e-9, abs_tol=1e-9)
    return "same" if near else "less lost here" if ours[3] < float(theirs[3]) else "more lost here"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in [("arx", None), ("incog", "target/release/incog"), ("folder", None), ("log", "/dev/null")]:
        options.add_argument(f"--{name}", default=default, required=name == "arx")
    for name, default in [("tables", 200), ("nodes", 7), ("seed", 1)]:
        options.add_argument(f"--{name}", type=int, default=default)
    asked = options.parse_args()
    root, cases, counts = Path(asked.folder or tempfile.mkdtemp()), [], collections.Counter()
    every = [",".join(map(str, node)) for node in itertools.product(*(range(len(tree[0])) for tree in TREES.values()))]
    for number in range(asked.tables):
        chance = random.Random(f"{asked.seed} {number}")
        make(root / str(number), chance)
        for name, (numbers, _) in MODELS.items():
            model = " ".join([name, *(str(chance.choice(some)) for some in numbers)])
            limit = "0.0" if name in NOTHING_SUPPRESSED else chance.choice(["0.0", "0.05"])
            nodes = [*chance.sample(every, asked.nodes), "best"]
            cases.append("\t".join([str(number), model, limit, ",".join(TREES), " ".join(nodes)]))
    (root / "cases.txt").write_text("\n".join(cases))
    with subprocess.Popen(["java", "-Xmx1g", "-cp", asked.arx, "ArxFigures", "nodes", root], stdout=subprocess.PIPE, text=True) as arx:
        with open(asked.log, "w") as log:
            for line in arx.stdout:
                number, model, limit, node, *theirs = line.rstrip("\n").split("\t")
                ours = incog(asked.incog, root / number, model, limit, node)
                said = relation(ours, theirs)
                counts[model.split(" ")[0], limit, "best" if node == "best" else "node", said] += 1
                print(number, model, limit, node, said, ours, theirs, sep="\t", file=log, flush=True)
    for key, count in sorted(counts.items()):
        print("\t".join([*key, str(count)]))


if __name__ == "__main__":
    main()
