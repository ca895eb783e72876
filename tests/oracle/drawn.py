"""Random jobs of differential privacy: records drawn by the secret, at levels that are fixed or chosen."""
import csv, random
from collections import Counter

import check_release
from one_job import Findings, Run
from pathlib import Path
from random_jobs import RandomJob

WORDS = ["ä", "b", "b,c", 'say "d"', "e f", "=g", "?", "NA", "0", "00", "1.5", "*x", "東京", "j;k", "-", "l", "m", "n'", "o..p", "q"]


def hierarchy(rng, values):
    """A file with all values: each level divides the labels of the one below among fewer."""
    levels, labels = [values], values
    while len(labels) > 1 and len(levels) < rng.choice([2, 3, 4]):
        labels = [f"{len(levels)}: {n}" for n in range(max(1, len(labels) // rng.choice([2, 3])))]
        below = sorted({*levels[-1]})
        above = {label: labels[place * len(labels) // len(below)] for place, label in enumerate(below)}
        levels.append([above[label] for label in levels[-1]])
    levels.append(["*"] * len(values))
    quoted = lambda cell: '"' + cell.replace('"', '""') + '"'
    return "".join(";".join(map(quoted, row)) + "\n" for row in zip(*levels)), len(levels) - 1


def random_job(rng):
    names = [f"column {n}" for n in range(rng.choice([1, 1, 2, 2, 3, 4]))]
    files, columns, cells = {"secret.key": f"{rng.getrandbits(256):064x}\n"}, {"who": {"role": "person"}}, []
    epsilon, size = rng.choice([0.5, 1, 1.25, 2, 3]), rng.choice([20, 60, 200, 600])
    asked = {"epsilon": epsilon, "delta": rng.choice([0.4, 0.1, 0.01, 0.001])}
    if is_chosen := rng.random() < 0.6:
        asked["levels"] = rng.choice([0.01, 0.1, 0.3, 0.45])
    for name in names:
        values = rng.sample(WORDS, rng.randint(2, len(WORDS)))
        files[f"{name}.csv"], height = hierarchy(rng, values)
        column = columns[name] = {"role": "quasi-identifier", "hierarchy": f"{name}.csv"}
        if not is_chosen:
            column["min_level"] = column["max_level"] = rng.randint(0, height)
        elif rng.random() < 0.3:
            column["min_level"] = rng.randint(0, height - 1)
        if is_chosen and rng.random() < 0.2:
            column["weight"] = rng.choice([0.5, 2.0, 7.0])
        common = rng.sample(values, max(1, len(values) // 2))
        cells.append([rng.choice(values if rng.random() < 0.2 else common) for _ in range(size)])
    rows = [[f"p{n}", *row] for n, row in enumerate(zip(*cells))]
    rng.shuffle(rows)
    job = {"columns": columns, "privacy": {"differential-privacy": asked}, "csv": {"delimiter": ",", "missing": []},
           "release": {"secret": "secret.key"}, "input": "table.csv", "output": "release.csv"}
    return RandomJob(["who", *names], [list(row) for row in rows], job, files)


class Drawn(Run):
    """One such job."""

    def __init__(self, seed, index, incog, folder):
        self.name, self.incog, self.folder = f"{seed}/{index}", incog, Path(folder)
        self.random, self.findings, self.counts, self.tiny = random.Random(f"drawn {seed}/{index}"), Findings(), {}, False
        self.made, self.output = random_job(self.random), "release.csv"

    def check_release(self):
        super().check_release()
        asked = self.made.job["privacy"]["differential-privacy"]
        self.count("releases at levels that were chosen" if "levels" in asked else "releases at levels that were fixed")
        self.count_classes(asked)

    def count_classes(self, asked):
        """By the definition: classes of the release are at least as large as the part of epsilon for the records asks, and no larger than those of the table."""
        spent = check_release.exact(asked["epsilon"]) - check_release.exact(asked.get("levels", 0))
        _, least, _ = check_release.least_drawn(spent, asked["delta"])
        levels = self.report["solution"]["levels"]
        label = {}
        for name in self.made.names[1:]:
            column, rows = self.made.job["columns"][name], list(csv.reader(self.made.files[f"{name}.csv"].splitlines(), delimiter=";"))
            label[name] = {row[0]: row[levels[name]] for row in rows}
            if not column.get("min_level", 0) <= levels[name] <= column.get("max_level", len(rows[0]) - 1):
                self.findings.add("a level that the job does not allow", f"{name}: {levels[name]}")
        of_table = Counter(tuple(label[name][cell] for name, cell in zip(self.made.names[1:], row[1:])) for row in self.made.rows)
        with open(self.folder / self.output, encoding="utf-8", newline="") as file:
            names, *rows = csv.reader(file)
        of_release = Counter(map(tuple, rows))
        if names != self.made.names[1:] or not rows:
            self.findings.add("other columns, or nothing", names)
        for labels, records in of_release.items():
            if not least <= records <= of_table[labels]:
                self.findings.add("a class of another size", f"{labels}: {records}, at least {least}, at most {of_table[labels]}")

    def no_suppressed_value(self):
        """Whether somebody was drawn changes who else was, so nothing can be held against another run."""

    same_whatever_was_suppressed = decided_first = no_suppressed_value
