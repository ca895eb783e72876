"""Joins by what is published as it is: by each column, and by each pair. Rule A of the gate says what may pass."""
import re
from collections import Counter
from itertools import combinations

from attacks.case import TAG
from random_jobs import MISSING

# docs/security.md: more may not be singled out unless somebody answered for the column.
KNOWABLE, CATEGORIES = 0.05, 0.20
MOST_ANSWERS = 12  # values of a coarse answer: two of them may have rare combinations where the table has k records for each
FEWEST, FEWEST_SHARED = 20, 100  # records; of fewer, each is a twentieth, and combinations and categories are rare by chance


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
    # A star says nothing of a person, whoever wrote it.
    is_told = lambda row: all(row[name].strip() not in {*case.missing, "*"} for name in names)
    return sum(is_told(row) and sizes[tuple(row[name] for name in names)] < case.k for row in rows) / len(rows)


def is_hidden(case, rows, name):
    """Whether it is a sensitive category: of such values the attacker of the models knows nothing."""
    return case.made.job["columns"][name]["role"] == "sensitive" and not is_knowable([row[name] for row in rows])


def are_coarse(case, rows, names):
    """Whether they are two coarse answers with enough records for each of their combinations."""
    distinct = [len({row[name] for row in rows}) for name in names]
    return len(names) == 2 and max(distinct) <= MOST_ANSWERS and distinct[0] * distinct[1] * case.k <= len(rows)


def attack(case):
    """Findings of the gate's rule, and how many records are alone by each column that nobody answered for."""
    rows = [row for row in case.released if row.get(TAG) in case.truth]
    if len(rows) < FEWEST:
        return
    for count in (1, 2) if len(rows) >= FEWEST_SHARED else (1,):
        for names in combinations(case.plain, count):
            if case.asked_about(*names):
                continue
            # Somebody knows two values only who knows each of them.
            limit = KNOWABLE if all(is_knowable([row[name] for row in rows]) for name in names) else CATEGORIES
            share, hidden = share_of_few(case, rows, names), any(is_hidden(case, rows, name) for name in names)
            case.figure("with few lookalikes by a pair with a sensitive category, which the gate does not look at" if hidden and count == 2 else
                        "with few lookalikes by what the gate looks at", round(share * len(rows)), len(rows))
            is_small = limit == CATEGORIES and len(rows) < FEWEST_SHARED
            is_mild = count == 2 and (hidden or are_coarse(case, rows, names))
            if share > limit and not is_small and not is_mild:
                case.findings.add("columns single people out unseen", f"{' + '.join(names)}: {share:.1%} of {len(rows)} records have "
                                  f"fewer than {case.k} lookalikes, at most {limit:.0%} without a waiver")
            alone = Counter(tuple(row[name] for name in names) for row in rows)
            case.figure(f"alone by {'a column' if count == 1 else 'a pair'} that nobody answered for",
                        sum(alone[tuple(row[name] for name in names)] == 1 for row in rows), len(rows))
    return
    yield
