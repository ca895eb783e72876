"""Where a row stands in the release: whether that tells where its record stood, or what it had."""
from attacks.case import TAG


def attack(case):
    """Neighbours that are alike: of two, whose record came first in the input, and whose generalized value is lower."""
    if case.order == "input" or case.made.job.get("recoding", {}).get("kind") == "microaggregation":
        return
    place = {record[TAG]: at for at, record in enumerate(case.input)}
    rows = [row for row in case.released if row.get(TAG) in place]
    at = 0
    while at + 1 < len(rows):
        one, other = rows[at], rows[at + 1]
        # Rows are sorted by all that is published, some of which may go with what is generalized: only the tag may differ.
        alike = all(cell == other[name] for name, cell in one.items() if name != TAG) and one[TAG] != other[TAG]
        at += 2 if alike else 1
        if not alike:
            continue
        yield "order of the release: that of the input", place[one[TAG]] < place[other[TAG]], 1, 0.5
        for name in case.qids:
            a, b = (case.number(case.truth[row[TAG]][name]) for row in (one, other))
            if None not in (a, b) and a != b:
                yield "order of the release: the lower value first", a < b, 1, 0.5
                break
