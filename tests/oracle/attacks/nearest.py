"""Somebody knows the true values of a person in columns that chance has changed, and takes the nearest published record."""
import csv, math
from collections import Counter, defaultdict
from random import Random

from attacks.published import published

ANSWERS = ["no", "yes"]


class Nearest:
    """A table with columns that chance changes, each in its own way; some follow one number, as measures of one person do."""

    def __init__(self, seed, index, incog, folder):
        self.random, self.incog, self.folder = Random(f"{seed}/{index}/nearest"), incog, folder
        self.findings, self.counts, self.kinds, self.figures = [], Counter(), set(), {}
        own = self.random
        self.k, self.people = own.randint(2, 5), own.choice([200, 300, 500])
        kinds = ["answer"] * own.randint(6, 18) if own.random() < 0.4 else own.choices(["noise", "share", "round", "answer"], k=own.randint(1, 6))
        self.columns = {f"c{place}": self.column(kind) for place, kind in enumerate(kinds)}

    def column(self, kind):
        """How a column is changed, how its true values are drawn, and how unlikely a published value is for a true one."""
        own = self.random
        if kind == "answer":
            kept, share = own.choice([0.7, 0.85, 0.9, 0.95]), own.choice([0.3, 0.5])
            odds = 2 * math.log(kept / (1 - kept))
            return {"pram": kept, "values": ANSWERS}, lambda _: ANSWERS[own.random() < share], lambda was, now: 0.0 if was == now else odds
        spread, common = own.choice([50, 200, 1000]), own.choice([0.0, 0.5, 0.95])
        size = spread * own.choice([0.02, 0.1, 0.3, 1.0])
        number = lambda shared: str(round(5000 + spread * (common * shared + math.sqrt(1 - common ** 2) * own.gauss(0, 1))))
        if kind == "round":
            base = own.choice([one for one in (5, 10, 50, 100, 500) if one <= 3 * spread])
            return {"round": base, "random": True}, number, lambda was, now: ((float(was) - float(now)) / (0.408 * base)) ** 2
        if kind == "share":
            share = round(size / 5000, 4)
            return {"noise": share, "kind": "multiplicative"}, number, lambda was, now: ((float(was) - float(now)) / (share * float(was))) ** 2
        return {"noise": round(size, 2)}, number, lambda was, now: ((float(was) - float(now)) / size) ** 2

    def publish(self):
        """The released rows in the order of the input; nothing where the gate stops, or the job fails."""
        columns = {"who": {"role": "person"}, "age": {"role": "quasi-identifier", "hierarchy": {"intervals": [10, 20]}, "min_level": 1}}
        columns |= {name: {"role": "insensitive", "publish": publish} for name, (publish, *_) in self.columns.items()}
        job = {"input": "in.csv", "output": "out.csv", "columns": columns, "privacy": {"k-anonymity": self.k}, "suppression": {"limit": 0},
               "release": {"secret": "secret.key", "order": "input"}, "waivers": {}}
        return published(self, "nearest", job, lambda asked: any("singles people out" in key for key in asked))

    def judge(self):
        """Publishes the table, and finds each person in it."""
        own, rows = self.random, []
        for person in range(self.people):
            shared = own.gauss(0, 1)
            rows.append({"who": f"P{person}", "age": str(20 + own.randrange(40))} | {name: draw(shared) for name, (_, draw, _) in self.columns.items()})
        with open(self.folder / "in.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([[*rows[0]], *(row.values() for row in rows)])
        (self.folder / "secret.key").write_text(f"{own.getrandbits(256):064x}\n")
        (self.folder / "secret.key").chmod(0o600)
        released = self.publish()
        if not released or len(released) != len(rows):
            return
        has_answers = any("pram" in publish for publish, *_ in self.columns.values())
        share = 0.2 if has_answers else 0.05
        everybody, labelled = [""] * len(rows), [row["age"] for row in released]
        for name, classes, allowed in (("by columns that chance has changed", everybody, share + (1 - share) / self.k),
                                       ("by these and the labels", labelled, 0.2 + 0.8 / 2)):
            right, guessed = self.found(rows, released, classes)
            for what, count in ((f"nearest record, {name}", right), (f"guessed record, {name}", guessed)):
                self.figures[what] = (count, len(rows))
            # One release in three million is above by chance.
            if right > allowed * len(rows) + 5 * math.sqrt(allowed * (1 - allowed) * len(rows)):
                self.findings.append((f"the nearest record is right too often {name}", f"{right:.0f} of {len(rows)}, {allowed:.0%} are allowed"))

    def found(self, rows, released, classes):
        """How many people are found, and how many by a guess in their class: the right share of equally near records."""
        of_class, right, guessed = defaultdict(list), 0.0, 0.0
        for place, one in enumerate(classes):
            of_class[one].append(place)
        for place, row in enumerate(rows):
            near = of_class[classes[place]]
            distances = [sum(unlikely(row[name], released[other][name]) for name, (*_, unlikely) in self.columns.items()) for other in near]
            least = min(distances)
            nearest = [other for other, distance in zip(near, distances) if distance <= least * (1 + 1e-9)]
            right += (place in nearest) / len(nearest)
            guessed += 1 / len(near)
        return right, guessed
