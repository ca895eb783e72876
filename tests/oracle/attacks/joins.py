"""Joins by what is published as it is: by each column, and by each pair. Rule A of the gate says what may pass."""
import re
from collections import Counter
from itertools import combinations

from attacks.case import TAG
from random_jobs import MISSING

# docs/security.md: more may not be singled out unless somebody answered for the column.
KNOWABLE, CATEGORIES = 0.05, 0.20
FEWEST = 20  # records; of fewer, each is a twentieth


def is_knowable(cells):
    """Whether they are numbers, dates or codes, which others may know or look up."""
    told = [cell.strip() for cell in cells if cell.strip() not in MISSING]
    return bool(told) and all(re.fullmatch(r"[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?|\d{4}-\d\d-\d\d.*", cell) for cell in told)


def share_of_few(case, rows, names):
    """The share of rows that fewer than k rows (or people) are like, by these columns."""
    someone = lambda row: case.truth[row[TAG]][case.unit] if case.unit else row[TAG]
    people = {}
    for row in rows:
        people.setdefault(tuple(row[name] for name in names), set()).add(someone(row))
    sizes = {key: len(found) for key, found in people.items()}
    return sum(sizes[tuple(row[name] for name in names)] < case.k for row in rows) / len(rows)


def allowed(case, rows, name):
    """The share that the gate allows without asking. Of a sensitive text the attacker of the models knows nothing, so a pair with one is
    known only where that is."""
    return KNOWABLE if is_knowable([row[name] for row in rows]) else CATEGORIES


def attack(case):
    """Findings of the gate's rule, and how many records are alone by each column that nobody answered for."""
    rows = [row for row in case.released if row.get(TAG) in case.truth]
    if len(rows) < FEWEST:
        return
    for count in (1, 2):
        for names in combinations(case.plain, count):
            if case.asked_about(*names):
                continue
            limit = max(allowed(case, rows, name) for name in names)
            share = share_of_few(case, rows, names)
            if share > limit:
                case.findings.add("columns single people out unseen", f"{' + '.join(names)}: {share:.1%} of {len(rows)} records have "
                                  f"fewer than {case.k} lookalikes, at most {limit:.0%} without a waiver")
            alone = Counter(tuple(row[name] for name in names) for row in rows)
            case.figure(f"alone by {'a column' if count == 1 else 'a pair'} that nobody answered for",
                        sum(alone[tuple(row[name] for name in names)] == 1 for row in rows), len(rows))
    return
    yield
