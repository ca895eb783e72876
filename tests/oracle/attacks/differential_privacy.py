"""Releases of differential privacy: whether one record is in the table, which who attacks knows but for that one."""
import csv, math, random
from collections import Counter

import check_release
import drawn
from drawn import Drawn
from one_job import Findings

SECRETS = 4  # releases of each of the two tables, by a secret each
LEARNED = 2  # of these are known to the attacker, with the table that each is of


class Neighbours(Drawn):
    """A random job, published of a table and of the same without one record, by fresh secrets."""

    def __init__(self, seed, index, incog, folder):
        super().__init__(seed, index, incog, folder)
        self.findings, self.kinds, self.outcomes = Findings(), {"differential privacy"}, []
        self.random = random.Random(f"{seed}/{index}/neighbours")
        # Large enough for classes that are published under a promise that is worth something.
        self.made = next(made for made in iter(lambda: drawn.random_job(self.random), None) if len(made.rows) >= 200 and len(made.names) < 4)
        self.asked = self.made.job["privacy"]["differential-privacy"]
        self.asked |= {"epsilon": self.random.choice([0.5, 1, 2]), "delta": self.random.choice([0.1, 0.01])}
        self.asked |= {"levels": 0.1} if "levels" in self.asked else {}
        self.target = self.random.randrange(len(self.made.rows))
        self.kinds.add("levels chosen" if "levels" in self.asked else "levels fixed")

    def judge(self):
        """All releases, each as what an attacker sees: the levels, and the records of each class."""
        without = [row for place, row in enumerate(self.made.rows) if place != self.target]
        for number in range(SECRETS):
            for is_there, rows in ((True, self.made.rows), (False, without)):
                self.made.files["secret.key"] = f"{self.random.getrandbits(256):064x}\n"
                folder = self.folder / f"{number}-{is_there}"
                self.write(folder, rows)
                done = self.publish(folder)
                self.count(f"neighbours: exit {done.returncode}")
                if "panicked" in done.stderr or done.returncode not in (0, 1, 3):
                    self.findings.add("crash", done.stderr)
                if done.returncode == 0:
                    self.outcomes.append((number, is_there, *self.seen(folder)))

    def seen(self, folder):
        report = check_release.json.loads((folder / f"{self.output}.report.json").read_text())
        if report["input"]["rows"] is not None or report["input"]["hmac_sha256"] is not None:
            self.findings.add("a report tells of the input of a drawn release", report["input"])
        with open(folder / self.output, encoding="utf-8", newline="") as file:
            _, *rows = csv.reader(file)
        names = self.made.names[1:]
        return tuple(report["solution"]["levels"][name] for name in names), Counter(map(tuple, rows))

    def label(self, row, levels):
        """The labels of a record, which the job's hierarchy files tell everybody."""
        if not hasattr(self, "hierarchies"):
            read = lambda name: csv.reader(self.made.files[f"{name}.csv"].splitlines(), delimiter=";")
            self.hierarchies = [{labels[0]: labels for labels in read(name)} for name in self.made.names[1:]]
        return tuple(of[cell][level] for of, cell, level in zip(self.hierarchies, row[1:], levels))

    def attacks(self):
        """Each guess is one of two tables. By the promise nobody is right more often than with this chance."""
        epsilon, delta = self.asked["epsilon"], self.asked["delta"]
        promised = min(1.0, math.exp(epsilon) / (1 + math.exp(epsilon)) + delta)
        spent = check_release.exact(epsilon) - check_release.exact(self.asked.get("levels", 0))
        parts, least, _ = check_release.least_drawn(spent, self.asked["delta"])
        beta, counts = parts / 2 ** 32, {}
        for number, is_there, levels, classes in self.outcomes:
            mine = self.label(self.made.rows[self.target], levels)
            others = sum(self.label(row, levels) == mine for row in self.made.rows) - 1
            seen = classes.get(mine, 0)
            ratio = chance(seen, others + 1, beta, least) - chance(seen, others, beta, least)
            right = half(ratio, is_there)
            yield "one record more: by the count of its class, against the promise", right, 1, promised
            by_chance = best(others, beta, least)
            yield "one record more: by the count of its class, against draws by chance", right, 1, by_chance
            yield "one record more: by whether its class has more than all others, against draws by chance", (seen > others) == is_there, 1, by_chance
            if is_there and seen:
                counts.setdefault((levels, others + 1), []).append(seen)
        yield from self.learned(promised)
        for (_, records), found in counts.items():
            yield from (("drawn again with another secret: the count of the class", one == other, 1, alike(records, beta, least))
                        for one, other in zip(found[::2], found[1::2]))

    def learned(self, promised):
        """Whoever has seen releases of both tables guesses of others by the levels, and by the number of records."""
        for what, tell in (("levels", lambda levels, _: levels), ("number of records", lambda _, classes: classes.total())):
            known = {True: Counter(), False: Counter()}
            for number, is_there, levels, classes in self.outcomes:
                if number < LEARNED:
                    known[is_there][tell(levels, classes)] += 1
            for number, is_there, levels, classes in self.outcomes:
                if number >= LEARNED:
                    told = tell(levels, classes)
                    yield f"one record more: by the {what}, as in releases of both tables", half(known[True][told] - known[False][told], is_there), 1, promised


def half(more, is_there):
    """Whether a guess by what speaks for the record is right; a tie is half right."""
    return 0.5 if more == 0 else float((more > 0) == is_there)


def binomial(drawn, records, beta):
    if not 0 <= drawn <= records:
        return 0.0
    if beta >= 1:
        return float(drawn == records)
    return math.exp(math.lgamma(records + 1) - math.lgamma(drawn + 1) - math.lgamma(records - drawn + 1)
                    + drawn * math.log(beta) + (records - drawn) * math.log1p(-beta))


def chance(seen, records, beta, least):
    """How likely a class is seen with so many records; 0 is that it is left out."""
    return binomial(seen, records, beta) if seen else sum(binomial(drawn, records, beta) for drawn in range(min(least, records + 1)))


def best(others, beta, least):
    """How often the best guess at a count is right, where records are drawn independently."""
    return sum(max(chance(seen, others + 1, beta, least), chance(seen, others, beta, least)) for seen in (0, *range(least, others + 2))) / 2


def alike(records, beta, least):
    """How likely two draws that are published have the same number of records."""
    chances = [binomial(drawn, records, beta) for drawn in range(least, records + 1)]
    return sum(one * one for one in chances) / sum(chances) ** 2 if sum(chances) else 1.0
