"""Local recodings: which of equal records have finer labels, and what labels rule out of each other."""
from collections import defaultdict

import check_release
from attacks.bounds import made_by_incog
from attacks.case import TAG
from attacks.who_stays import sha, told


def attack(case):
    if not case.is_local:
        return
    case.count("local recodings attacked")
    yield from finer(case)
    narrowed(case)


def finer(case):
    """Of two records that differ in nothing a model looks at, one has finer labels: the first of the input, or by a hash without a key."""
    ways = {"the first of the input": lambda place: place, "the last of the input": lambda place: -place,
            "hash of the content, no key": lambda place: sha(told(case, case.input[place], case.published_columns))}
    for _, places in case.twins():
        rows = {place: case.row_of[case.input[place][TAG]] for place in places if case.input[place][TAG] in case.row_of}
        fineness = {place: sum(row.get(name) == case.input[place][name] for name in case.qids) for place, row in rows.items()}
        order = sorted(rows, key=lambda place: sha(case.input[place][TAG]))
        for one, other in zip(order[::2], order[1::2]):
            if fineness[one] == fineness[other]:
                continue
            for what, statistic in ways.items():
                first = min(one, other, key=statistic)
                yield f"finer labels of equal records: {what}", fineness[first] > fineness[one + other - first], 1, 0.5


def narrowed(case):
    """Where a class has the labels of another but for one, of which it has a part, records of the other are not in that part (Cohen, 2022)."""
    below = getattr(case.local_matching, "below", None)
    if not below:
        return
    # A label that is a value may read as an interval, too: it counts as the value.
    below = {name: {label: {label} if label in values else values for label, values in of.items()} for name, of in below.items()}
    names, of_rest = [*below], [defaultdict(set) for _ in below]
    # Bounds of groups that incog names lie around more values than the group has, and say nothing of each other.
    is_exact = {name: not made_by_incog(case.made.job["columns"][name]) for name in names}
    rows = [row for row in case.released if row.get(TAG) in case.truth and all(row.get(name) in below[name] for name in names)]
    classes = {tuple(row[name] for name in names) for row in rows}
    for labels in classes:
        for place, label in enumerate(labels):
            of_rest[place][labels[:place] + labels[place + 1:]].add(label)
    ruled_out = defaultdict(set)
    for labels in classes:
        for place, (name, label) in enumerate(zip(names, labels)):
            others = of_rest[place][labels[:place] + labels[place + 1:]] if is_exact[name] else ()
            parts = (other for other in others if below[name][other] < below[name][label])
            for part in parts:
                ruled_out[labels, name] |= below[name][part]
    right = [row for row in rows for name in names
             if (out := ruled_out.get((tuple(row[one] for one in names), name))) and case.truth[row[TAG]][name] not in out]
    tried = sum(bool(ruled_out.get((tuple(row[one] for one in names), name))) for row in rows for name in names)
    if tried:
        case.figure("values of local recodings that labels of other classes narrow, rightly", len(right), tried)
    is_strict = case.made.job["recoding"].get("cells") == "strict"
    told_of = (case.report.get("narrowing") or {}).get("guessed", {}).get("classes")
    if ruled_out and is_strict:
        case.findings.add("strict cells lie in each other", f"{len(ruled_out)} labels are narrowed")
    if ruled_out and not told_of:
        case.findings.add("labels tell more than the report says", f"{len(ruled_out)} labels are narrowed, the report says {told_of}")
