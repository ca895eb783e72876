"""A small table with hierarchies, and the two degrees of the papers, worked out from their text.

    python3 tools/independent/instance.py FOLDER

writes the table, its hierarchies, a job of incog and a suite that runs the searches of incog on it. haef.py and id_dga.py search
the same table. All three share no code with incog: they were written from the papers' text and the rulings in
experiments/rulings.md. Python's standard library suffices.
"""

import csv
import random
import sys
from math import sqrt
from pathlib import Path

QUASI_IDENTIFIERS = {"age": 8, "zip": 8, "ward": 4}  # How many leaf values each has; every node has two children.
RECORDS = 90
T, K = 0.25, 4


def table():
    """Records of values below the number of leaves, the last one the sensitive bit. Nearby values go together."""
    draw = random.Random(20240501)
    rows = []
    for _ in range(RECORDS):
        age, ward = draw.randrange(8), draw.randrange(4)
        zip_code = min(7, max(0, age + draw.choice([-2, -1, 0, 0, 1, 2])))
        rows.append([age, zip_code, ward, int(draw.random() < 0.15 + 0.05 * age)])
    return rows


class Table:
    """Evaluates (G, S): a level for each quasi-identifier, and a bit mask of the kept records."""

    def __init__(self, model):
        self.rows = table()
        self.leaves = list(QUASI_IDENTIFIERS.values())
        self.top = [leaves.bit_length() - 1 for leaves in self.leaves]
        self.records = len(self.rows)
        self.everybody = (1 << self.records) - 1
        self.positive = sum(row[-1] << place for place, row in enumerate(self.rows))
        self.share = self.positive.bit_count() / self.records
        self.model = model  # "t" or "k"
        self.classes = {}

    def split(self, levels):
        """The masks of the equivalence classes at these levels."""
        key = tuple(levels)
        if key not in self.classes:
            masks = {}
            for place, row in enumerate(self.rows):
                label = tuple(value >> level for value, level in zip(row, levels))
                masks[label] = masks.get(label, 0) | 1 << place
            self.classes[key] = list(masks.values())
        return self.classes[key]

    def protection(self, kept):
        """How well a class is protected: for t-closeness, the smaller the better; for k-anonymity, the larger."""
        size = kept.bit_count()
        if self.model == "k":
            return size
        # HAEF eq. 2: the proportions of both values differ by the same amount.
        return sqrt(2) * abs((kept & self.positive).bit_count() / size - self.share)

    def degrees(self, levels, kept):
        """The anonymity degree of the worst class and the transparency degree, HAEF eq. 3 and 5."""
        classes = [mask & kept for mask in self.split(levels) if mask & kept]
        if not classes:
            return None, 0.0
        all_of_them = [self.protection(mask) for mask in classes]
        anonymity = min(all_of_them) if self.model == "k" else max(all_of_them)
        # A generalized value of a binary tree has 2 ** level leaves below it.
        return anonymity, kept.bit_count() * sum(2.0**-level for level in levels)

    def is_allowed(self, anonymity):
        if anonymity is None:
            return True
        return anonymity >= K if self.model == "k" else anonymity <= T + 1e-12

    def is_better(self, one, other):
        """Two-dimension selection, ID-DGA section 4.6 and HAEF eq. 21."""
        (one_anonymity, one_value), (other_anonymity, other_value) = one, other
        first, second = self.is_allowed(one_anonymity), self.is_allowed(other_anonymity)
        if first and second:
            return one_value > other_value
        if first or second:
            return first
        return one_anonymity > other_anonymity if self.model == "k" else one_anonymity < other_anonymity


class Spent(Exception):
    """The budget of evaluations is spent."""


class Counter:
    """Counts evaluations and remembers the best allowed transparency degree."""

    def __init__(self, table, budget):
        self.table, self.left, self.best = table, budget, None

    def evaluate(self, individual):
        if self.left == 0:
            raise Spent
        self.left -= 1
        degrees = self.table.degrees(*individual)
        if degrees[0] is not None and self.table.is_allowed(degrees[0]):
            self.best = degrees[1] if self.best is None else max(self.best, degrees[1])
        return degrees


def pairs(pairing, members, draw):
    """Who breeds with whom in a generation: three readings of "for each pair of parents"."""
    if pairing == "all":
        return [(one, two) for one in range(members) for two in range(one + 1, members)]
    if pairing == "each":
        return [(one, draw.choice([two for two in range(members) if two != one])) for one in range(members)]
    order = draw.sample(range(members), members)
    return list(zip(order[::2], order[1::2]))


def write(folder):
    folder = Path(folder)
    (folder / "hierarchies").mkdir(parents=True, exist_ok=True)
    with open(folder / "table.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*QUASI_IDENTIFIERS, "positive"])
        writer.writerows([*(f"v{value}" for value in row[:-1]), row[-1]] for row in table())
    for name, leaves in QUASI_IDENTIFIERS.items():
        with open(folder / "hierarchies" / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            depth = leaves.bit_length() - 1
            for leaf in range(leaves):
                inner = [f"{name} {level}.{leaf >> level}" for level in range(1, depth)]
                writer.writerow([f"v{leaf}", *inner, "*"])
    columns = "".join(
        f'[columns.{name}]\nrole = "quasi-identifier"\nhierarchy = "hierarchies/{name}.csv"\n' for name in QUASI_IDENTIFIERS
    )
    (folder / "job.toml").write_text(
        f"""input = "table.csv"
output = "release.csv"
{columns}[columns.positive]
role = "sensitive"
[suppression]
limit = 1.0
[utility]
objective = "transparency"
""",
        encoding="utf-8",
    )


if __name__ == "__main__":
    write(sys.argv[1])
