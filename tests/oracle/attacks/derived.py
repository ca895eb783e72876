"""A generalized value worked out of columns beside it: differences, sums, ratios, parts of a text or a date."""
from collections import Counter, defaultdict
from datetime import date
from itertools import permutations

from attacks.case import TAG

NEARLY_ALL = 0.95  # of the records; the gate stops where columns give so many back
FEWEST = 20


def day(text):
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        return None


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def said(value):
    """A number without idle zeros, any other text as it is."""
    as_number = number(value) if isinstance(value, str) else value
    return f"{as_number:.9g}" if as_number is not None else value.strip()


def of_one(cell):
    """What one cell may tell, by name."""
    found = {"itself": cell, "year of it": str(day(cell).year) if day(cell) else None,
             "month of it": cell[:7] if day(cell) else None}
    found |= {f"first {n}": cell[:n] for n in (1, 2, 3, 4, 5) if len(cell) > n}
    found |= {f"last {n}": cell[-n:] for n in (2, 3, 4, 5) if len(cell) > n}
    found |= {f"part {n}": part for n, part in enumerate(cell.replace("/", "-").split("-")) if "-" in cell.replace("/", "-")}
    return found


def of_two(one, other):
    """What two cells may tell, by name."""
    a, b, before, after = number(one), number(other), day(one), day(other)
    found = {"concatenated": one + other, "concatenated with -": f"{one}-{other}"}
    if before and after:
        found |= {"days between": float((after - before).days), "years between": float(after.year - before.year),
                  "age": float(after.year - before.year - ((after.month, after.day) < (before.month, before.day)))}
    elif a is not None and b is not None:
        found |= {"sum": a + b, "difference": a - b, "product": a * b} | ({"ratio": a / b} if b else {})
    return found


def attack(case):
    """Each generalized quasi-identifier against each column and pair of columns."""
    rows = [row for row in case.released if row.get(TAG) in case.truth]
    if len(rows) < FEWEST:
        return
    for name in case.qids:
        hidden = [row for row in rows if row.get(name) is not None and said(row[name]) != said(case.truth[row[TAG]][name])]
        if len(hidden) < FEWEST:
            continue
        by_label = defaultdict(Counter)
        for row in hidden:
            by_label[row[name]][said(case.truth[row[TAG]][name])] += 1
        guess = sum(counts.most_common(1)[0][1] for counts in by_label.values())
        for columns in [*((one,) for one in case.plain), *permutations(case.plain, 2)]:
            hits = Counter()
            for row in hidden:
                cells = [row[column] for column in columns]
                found = of_one(*cells) if len(cells) == 1 else of_two(*cells)
                true = said(case.truth[row[TAG]][name])
                hits.update(how for how, value in found.items() if value is not None and said(value) == true)
            for how, right in hits.most_common(1):
                if right >= NEARLY_ALL * len(hidden) and guess < NEARLY_ALL * len(hidden):
                    waived = case.asked_about(*columns)
                    case.figure("generalized values worked out of others, answered for" if waived else
                                "generalized values worked out of others, unseen", right, len(hidden))
                    if not waived:
                        case.findings.add("a generalized value is worked out unseen", f"{name} from {' and '.join(columns)} ({how}): "
                                          f"{right} of {len(hidden)} right, {guess} by the label alone")
    return
    yield
