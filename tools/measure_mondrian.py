#!/usr/bin/env python3
"""Mondrian of anonypy beside incog's local recodings, on Adult with nine quasi-identifiers and nothing suppressed.

    cargo build --release --workspace
    python3 -m venv /tmp/mondrian && /tmp/mondrian/bin/pip install anonypy==0.2.1 pandas
    /tmp/mondrian/bin/python tools/measure_mondrian.py --incog target/release/incog --data ../shared/data

Everything but anonypy's line needs the standard library alone. Loss is the mean over records and quasi-identifiers of

* labels: (values below the label - 1) / (values of the hierarchy - 1), a class of anonypy having the lowest label of ARX's hierarchy that stands for
  all its values;
* ranges: what anonypy publishes, ranges of numbers by their width and sets of words by their size, each as a share of that of the whole
  column; the classes of incog are measured as if they were published so."""

import argparse, collections, csv, io, json, pathlib, subprocess, sys, tempfile, time

import public_tables

ADULT = next(table for table in public_tables.TABLES if table["name"] == "Adult")
NAMES = [*ADULT["quasi_identifiers"], ADULT["target"]]
NUMBERS = {"age"}
# By name the kind of cells and the search.
WAYS = {"incog, `mondrian`, strict cells": ("strict", "mondrian"), "incog, `fast`, strict cells": ("strict", "auto"),
        "incog, `fast`, free cells": ("free", "auto")}


class Hierarchy:
    """Of each value its labels from the value up, and how many values a label stands for."""

    def __init__(self, path):
        rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig")), delimiter=";"))
        self.labels = {row[0]: row for row in rows if row}
        self.below = collections.Counter(label for row in self.labels.values() for label in {*row})

    def loss(self, label):
        return (self.below[label] - 1) / (len(self.labels) - 1)

    def common(self, values):
        """The lowest label that stands for all of these."""
        rows = [self.labels[value] for value in values]
        return next(labels[0] for labels in zip(*rows) if len({*labels}) == 1)


def classes_of_anonypy(rows, k):
    """Its classes as lists of rows; None where it is not installed."""
    try:
        import anonypy, pandas
    except ImportError as error:
        print(f"anonypy is left out ({error}): pip install anonypy pandas", file=sys.stderr)
        return None
    frame = pandas.DataFrame(rows, columns=NAMES)
    for name in NAMES:
        frame[name] = frame[name].astype(int) if name in NUMBERS else frame[name].astype("category")
    return [[rows[row] for row in part] for part in anonypy.Mondrian(frame, NAMES).partition(k)]


def classes_of_incog(incog, data, rows, k, way):
    """The classes of a release as lists of rows, and the labels of each; rows stay in the order of the input."""
    cells, algorithm = WAYS[way]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with open(folder / "adult.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([NAMES, *rows])
        columns = "".join(f"[columns.{name}]\nrole = \"quasi-identifier\"\nhierarchy = {json.dumps(str(path(data, name)))}\n"
                          for name in NAMES)
        (folder / "job.toml").write_text(
            f'input = "adult.csv"\noutput = "out.csv"\n{columns}[privacy]\nk-anonymity = {k}\nunit = "record"\n[suppression]\nlimit = 0\n'
            f'[release]\norder = "input"\n[recoding]\nkind = "local"\ncells = "{cells}"\n'
            f'[search]\nalgorithm = "{algorithm}"\n', encoding="utf-8")
        ran = subprocess.run([incog, "anonymize", folder / "job.toml", "--accept-gap", "1"], capture_output=True, text=True)
        if ran.returncode:
            sys.exit(ran.stderr)
        with open(folder / "out.csv", encoding="utf-8") as file:
            released = [tuple(row) for row in csv.reader(file)][1:]
    classes = collections.defaultdict(list)
    for labels, row in zip(released, rows, strict=True):
        classes[labels].append(row)
    return [*classes.values()], [*classes]


def path(data, name):
    return (data / ADULT["arx"].format(name)).resolve()


def mean(losses, classes):
    """The mean over records and quasi-identifiers of what each class loses in each."""
    sizes = [len(rows) for rows in classes]
    return sum(size * sum(of_class) for size, of_class in zip(sizes, losses)) / sum(sizes) / len(NAMES)


def of_labels(hierarchies, labels):
    return [[hierarchy.loss(label) for hierarchy, label in zip(hierarchies, of_class)] for of_class in labels]


def of_ranges(classes, rows):
    def width(name, values):
        numbers = [int(value) for value in values] if name in NUMBERS else []
        return max(numbers) - min(numbers) if numbers else len({*values}) - 1
    whole = [width(name, values) for name, values in zip(NAMES, zip(*rows))]
    return [[width(name, values) / all for name, values, all in zip(NAMES, zip(*members), whole)] for members in classes]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--k", type=int, default=5)
    asked = parser.parse_args()
    with open(asked.data / ADULT["path"], encoding="utf-8-sig") as file:
        rows = [tuple(row[name] for name in NAMES) for row in csv.DictReader(file, delimiter=ADULT["delimiter"])]
    hierarchies = [Hierarchy(path(asked.data, name)) for name in NAMES]
    print(f"| k = {asked.k} | classes | smallest | labels | ranges | seconds |\n|---|---|---|---|---|---|")
    for way in ["anonypy, Mondrian", *WAYS]:
        began = time.process_time() if way not in WAYS else time.monotonic()
        if way in WAYS:
            classes, labels = classes_of_incog(asked.incog, asked.data, rows, asked.k, way)
            seconds = time.monotonic() - began
        else:
            classes = classes_of_anonypy(rows, asked.k)
            seconds = time.process_time() - began
            if classes is None:
                continue
            labels = [[hierarchy.common(values) for hierarchy, values in zip(hierarchies, zip(*of_class))] for of_class in classes]
        figures = mean(of_labels(hierarchies, labels), classes), mean(of_ranges(classes, rows), classes)
        smallest = min(map(len, classes))
        print(f"| {way} | {len(classes)} | {smallest} | {figures[0]:.4f} | {figures[1]:.4f} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
