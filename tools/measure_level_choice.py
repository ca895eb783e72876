#!/usr/bin/env python3
"""How good the levels are that a part of epsilon chooses, on samples of Adult.

    python3 -m venv /tmp/levels && /tmp/levels/bin/pip install numpy pandas scipy
    /tmp/levels/bin/python tools/measure_level_choice.py ../shared/data

Five columns with the hierarchies of ARX, k and beta of epsilon 0.9 and delta 1e-5. What a node keeps is worked out exactly: the expected
number of published records, over beta, each by the share of information that its labels keep. A mechanism is rated by the expectation of
that over its choice, as a share of the best node's. Classes are counted by slopes of 1, 2 and 4, and by a step (all records of a class from k / beta
on), which one record changes by k / beta."""

import itertools, sys
from math import ceil, exp
from pathlib import Path

import numpy as np, pandas as pd
from scipy.stats import binom

COLUMNS = ["age", "sex", "race", "marital-status", "education"]
K, BETA = 58, 1 - exp(-0.9)
LEAST = ceil(K / BETA)
SPENT = [0.02, 0.05, 0.1, 0.2]


def read(data):
    """Codes of each column at each level, and of each code how much of the information it keeps."""
    table = pd.read_csv(data / "adult/adult_30162.csv", sep=";", dtype=str)
    for name in COLUMNS:
        rows = pd.read_csv(data / f"adult/hierarchies_arx/adult_hierarchy_{name}.csv", sep=";", header=None, dtype=str).drop_duplicates(0)
        place = table[name].map({value: row for row, value in enumerate(rows[0])}).to_numpy()
        levels = []
        for level in rows:
            codes, labels = pd.factorize(rows[level])
            levels.append((codes[place], 1 - (np.bincount(codes) - 1) / max(1, len(rows) - 1), len(labels)))
        yield levels


def rated(columns, rows):
    """For each node what it keeps, and its score by each way to count."""
    records = np.arange(len(rows) + 1)
    published = records * binom.sf(K - 2, np.maximum(records - 1, 0), BETA)
    ways = {slope: np.minimum(records, slope * np.maximum(0, records - LEAST)) for slope in (1, 2, 4)}
    ways = {"kept": published, **ways, "step": np.where(records >= LEAST, records, 0)}
    found = {way: [] for way in ways}
    for node in itertools.product(*columns):
        key, kept = np.zeros(len(rows), np.int64), np.zeros(len(rows))
        for codes, of_code, labels in node:
            key, kept = key * labels + codes[rows], kept + of_code[codes[rows]] / len(columns)
        _, first, sizes = np.unique(key, return_index=True, return_counts=True)
        for way, counted in ways.items():
            found[way].append((counted[sizes] * kept[first]).sum())
    return {way: np.array(scores) for way, scores in found.items()}


def main():
    columns = list(read(Path(sys.argv[1])))
    shuffled = np.random.default_rng(1).permutation(len(columns[0][0][0]))
    print("| records | counted by | " + " | ".join(f"epsilon {spent}" for spent in SPENT) + " |\n|---|---|" + "---|" * len(SPENT))
    for size in (1_000, 3_000, 10_000, len(shuffled)):
        found = rated(columns, shuffled[:size])
        kept = found.pop("kept")
        for way, scores in found.items():
            most = LEAST if way == "step" else way
            weights = [np.exp(spent * (scores - scores.max()) / most) for spent in SPENT]
            shares = [f"{100 * (weight * kept).sum() / weight.sum() / kept.max():.1f} %" for weight in weights]
            print(f"| {size:,} | {way} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
