#!/usr/bin/env python3
"""Works out again what `incog compare ORIGINAL RELEASE --json` says. Standard library only, no code shared with incog.

    incog compare patients.csv patients.release.csv -t diagnosis --json > likeness.json
    python3 tools/check_likeness.py patients.csv patients.release.csv likeness.json

Labels are read as values, `*`, `20-29`, `[20, 30[`, `1132*` or `<20` and `90+`; a column with another label is passed over, and said so. Figures
that are looked at: means and variances of numbers, correlations, and of columns with at most 20 values the shares in the wrong cell, by
themselves and in pairs, Cramér's V, and naive Bayes classifiers where all columns are such. Counts of queries are not made again, as they
are drawn by incog's own lots. Exit code 1 where a figure differs by more than 1e-9."""

import csv, json, math, re, statistics, sys
from collections import Counter

MISSING = ("", "NA", "?")


def read(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        first = file.readline()
        file.seek(0)
        rows = list(csv.reader(file, delimiter=max(",;\t", key=first.count)))
    return {name: [row[at] for row in rows[1:]] for at, name in enumerate(rows[0])}


def number(text):
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def members(label, domain, numeric):
    """The values that a label stands for; None for any, and an exception for one that is not read here."""
    if label in domain:
        return [v for v in domain if v == label or (numeric and number(v) is not None and number(v) == number(label))]
    if label in ("*", *MISSING):
        return None
    if numeric:
        if number(label) is not None:
            known = sorted((v for v in domain if number(v) is not None), key=number)
            return [min(known, key=lambda v: (abs(number(v) - number(label)), number(v)))]
        for form, low_in, high_in in ((r"\[(.+), (.+)\[", 1, 0), (r"\[(.+), (.+)\)", 1, 0), (r"(-?[\d.]+)-(-?[\d.]+)", 1, 1),
                                      (r"<(.+)()", 0, 0), (r"(.+)\+()", 1, 0)):
            if found := re.fullmatch(form, label):
                ends = ("", found[1]) if label.startswith("<") else (found[1], found[2])
                low, high = (number(end) if end else None for end in ends)
                inside = lambda v: (low is None or v > low or low_in and v == low) and (high is None or v < high or high_in and v == high)
                return [v for v in domain if number(v) is not None and inside(number(v))]
    if re.fullmatch(r"[^*]+\*+", label):
        stem, width = label.rstrip("*"), len(label)
        return [v for v in domain if v.startswith(stem) and len(v) == width]
    raise ValueError(label)


class Column:
    def __init__(self, name, before, after):
        self.name, self.before, self.after = name, before, after
        present = [v for v in before if v not in MISSING]
        self.domain = sorted(set(before))
        self.numeric = bool(present) and all(number(v) is not None for v in present)
        self.stands = {label: members(label, self.domain, self.numeric) for label in set(after)}
        self.small = len(self.domain) <= 20
        self.values = [v for v in self.domain if v not in MISSING]

    def middle(self, label):
        inside = self.stands[label]
        if label not in self.domain and number(label) is not None and self.numeric:
            return number(label)
        if inside is None or len(inside) >= max(2, len(self.domain)) or any(number(v) is None for v in inside):
            return None
        return (min(map(number, inside)) + max(map(number, inside))) / 2

    def spread(self, label):
        inside = self.values if self.stands[label] is None else self.stands[label]
        return [(v, 1 / len(inside)) for v in inside]


def shares(columns, before):
    counts, found = Counter(zip(*(c.before if before else c.after for c in columns))), Counter()
    for labels, count in counts.items():
        cells = [((), 1.0)]
        for column, label in zip(columns, labels):
            cells = [(key + (v,), w * p) for key, w in cells for v, p in ([(label, 1.0)] if before else column.spread(label))]
        for key, weight in cells:
            found[key] += weight * count
    total = sum(counts.values())
    return {key: weight / total for key, weight in found.items()}


def apart(one, other):
    return sum(abs(one.get(key, 0) - other.get(key, 0)) for key in one.keys() | other.keys()) / 2


def cramers_v(cells):
    rows, columns = Counter(), Counter()
    for (a, b), share in cells.items():
        rows[a] += share
        columns[b] += share
    squares = sum((cells.get((a, b), 0) - p * q) ** 2 / (p * q) for a, p in rows.items() for b, q in columns.items())
    freedom = min(len(rows), len(columns)) - 1
    return math.sqrt(squares / freedom) if freedom and squares > 1e-12 else 0.0


def pearson(pairs):
    pairs = [(a, b) for a, b in pairs if a is not None and b is not None]
    try:
        return statistics.correlation(*zip(*pairs))
    except (statistics.StatisticsError, TypeError):
        return None


def naive_bayes(target, features, before):
    sizes = {v: 1.0 for v in target.domain}
    cells = [{c: Counter({v: 1.0 for v in f.domain}) for c in target.domain} for f in features]
    extra = [{c: sum(of.values()) + 1.0 for c, of in column.items()} for column in cells]
    whole = lambda column, label: [(label, 1.0)] if before else column.spread(label)
    take = lambda column: column.before if before else column.after
    for (wanted, *labels), count in Counter(zip(take(target), *map(take, features))).items():
        for c, share in whole(target, wanted):
            sizes[c] += share * count
            for at, (column, label) in enumerate(zip(features, labels)):
                for v, part in whole(column, label):
                    cells[at][c][v] += share * part * count
                    extra[at][c] += share * part * count
    all_sizes, scored = sum(sizes.values()), Counter(zip(target.before, *(f.before for f in features)))
    scores = []
    for (truth, *values), count in scored.items():
        logs = {c: math.log(sizes[c] / all_sizes) + sum(math.log(cells[at][c][v] / extra[at][c]) for at, v in enumerate(values))
                for c in target.domain}
        top = max(logs.values())
        chances = {c: math.exp(log - top) for c, log in logs.items()}
        scores.append((truth, {c: p / sum(chances.values()) for c, p in chances.items()}, count))
    total = sum(count for *_, count in scores)
    right = sum(count for truth, chances, count in scores if max(chances, key=chances.get) == truth)
    areas, weights = 0.0, 0
    for c in target.domain:
        ranked = sorted((round(chances[c], 13), truth == c, count) for truth, chances, count in scores)
        inside = sum(count for _, is_c, count in ranked if is_c)
        if not 0 < inside < total:
            continue
        wins, below, at = 0.0, 0, 0
        while at < len(ranked):
            end = at
            while end < len(ranked) and ranked[end][0] == ranked[at][0]:
                end += 1
            here = sum(count for _, is_c, count in ranked[at:end] if is_c)
            others = sum(count for _, _, count in ranked[at:end]) - here
            wins, below, at = wins + here * (below + others / 2), below + others, end
        areas, weights = areas + wins / inside / (total - inside) * inside, weights + inside
    return right / total, areas / weights if weights else None


def main(original, release, result):
    before, after, told = read(original), read(release), json.load(open(result, encoding="utf-8"))
    columns, wrong, checked = {}, [], 0

    def compare(what, claimed, found, within=1e-9):
        nonlocal checked
        checked += 1
        if (claimed is None) != (found is None) or found is not None and abs(claimed - found) > within * max(1, abs(found)):
            wrong.append(f"{what}: {claimed}, and not {found}")

    for name in before:
        if name in after:
            try:
                columns[name] = Column(name, before[name], after[name])
            except ValueError:
                print(f"passed over, as a label of it is not read here: {name}")
    for one in told["columns"]:
        if (column := columns.get(one["column"])) is None:
            continue
        if column.small:
            compare(f"{column.name} wrong_cell", one["wrong_cell"], apart(shares([column], True), shares([column], False)))
        if column.numeric and "numbers" in one:
            was = [number(v) for v in column.before if number(v) is not None]
            now = [m for v in column.after if (m := column.middle(v)) is not None]
            deviation = statistics.stdev(was) if len(was) > 1 else 0
            off = (statistics.fmean(now) - statistics.fmean(was)) / deviation if now and deviation else None
            compare(f"{column.name} mean_off", one["numbers"].get("mean_off"), off)
            varied = statistics.variance(now) / statistics.variance(was) - 1 if len(now) > 1 and deviation else None
            compare(f"{column.name} variance_off", one["numbers"].get("variance_off"), varied, 1e-7)
    for pair in told["pairs"]:
        both = [columns.get(name) for name in pair["columns"]]
        if all(both) and all(column.small for column in both):
            was, now = shares(both, True), shares(both, False)
            compare(f"{pair['columns']} wrong_cell", pair["wrong_cell"], apart(was, now))
            compare(f"{pair['columns']} V", pair["dependence_before"], cramers_v(was), 1e-7)
            compare(f"{pair['columns']} V released", pair["dependence_after"], cramers_v(now), 1e-7)
    for one in told["correlations"]:
        both = [columns.get(name) for name in one["columns"]]
        if all(both):
            a, b = both
            compare(f"{one['columns']} correlation", one["before"], pearson(zip(map(number, a.before), map(number, b.before))), 1e-7)
            compare(f"{one['columns']} released", one["after"], pearson(zip(map(a.middle, a.after), map(b.middle, b.after))), 1e-7)
    for one in told.get("classifiers", []):
        target, rest = columns.get(one["target"]), [c for name, c in columns.items() if name != one["target"]]
        is_small = target and len(target.domain) <= 8 and all(c.small for c in rest) and len(columns) == len(told["columns"])
        if is_small and not one["on_others"] and one["learner"] == "naive-bayes":
            for key in ("before", "after"):
                accuracy, area = naive_bayes(target, rest, key == "before")
                compare(f"{one['target']} {key} accuracy", one[key]["accuracy"], accuracy, 1e-3)
                compare(f"{one['target']} {key} auc", one[key]["auc"], area, 1e-6)
    print(*wrong, f"{checked} figures worked out again, {len(wrong)} differ", sep="\n")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]) if len(sys.argv) == 4 else __doc__)
