"""People with several rows: an attacker who knows the quasi-identifiers of all rows of somebody looks in all of her classes."""
import csv, math, random
from collections import Counter, defaultdict
from datetime import date, timedelta

from attacks.published import published

FIRST = date(2020, 1, 1)
KINDS = ["lasting", "mostly lasting", "any", "weeks since the last", "days since the first", "number of visits", "balance"]
# What follows from the days of all rows of a person, which the attacker knows.
COMPUTED = KINDS[3:6]
# More than one guess in two must not be right where a model is about that, and nobody was asked.
MOST = 0.5


class RowsOfPeople:
    """A table of visits with a fact that lasts, follows from the other visits, continues them, or does nothing of that."""

    def __init__(self, seed, index, incog, folder):
        self.random, self.incog, self.folder = random.Random(f"{seed}/{index}/rows"), incog, folder
        self.findings, self.counts, self.figures = [], Counter(), {}
        own = self.random
        self.kind, self.k, self.l = own.choice(KINDS), own.choice([2, 3, 5]), own.choice([None, 2, 3])
        self.kinds = {"several rows: " + self.kind}
        self.values, self.lasts = own.choice([4, 12, 40]), own.choice([0.6, 0.8, 0.95])
        people = (self.visits(f"P{number}") for number in range(own.randint(110, 220)))
        self.rows = [row for person in people for row in person]

    def visits(self, who):
        """The rows of a person: name, age, region, day, and fact."""
        own = self.random
        day, age = FIRST + timedelta(own.randrange(400)), own.randint(20, 69)
        days = sorted(day + timedelta(own.randrange(900)) for _ in range(own.randint(2, 6)))
        value, amount = own.randrange(self.values), own.randrange(60)
        rows = []
        for place, day in enumerate(days):
            changed = own.random() > self.lasts
            amount = (amount + own.randrange(1, 30)) % 60
            fact = {"lasting": value, "mostly lasting": own.randrange(self.values) if changed else value, "any": own.randrange(self.values),
                    "weeks since the last": (day - days[place - 1]).days // 7 if place else 0, "days since the first": (day - days[0]).days,
                    "number of visits": len(days) * 25, "balance": amount}[self.kind]
            rows.append([who, str(age + place % 2), own.choice("NESW"), str(day), f"f{fact}" if self.kind in KINDS[:3] else str(fact)])
        return rows

    def job(self):
        """The job; the tag says which row it is, to score, and somebody answers for it."""
        columns = {"who": {"role": "person"}, "age": {"role": "quasi-identifier", "hierarchy": {"intervals": [5, 20]}},
                   "region": {"role": "quasi-identifier"}, "day": {"role": "quasi-identifier", "hierarchy": {"date": ["month", "quarter", "year"]}},
                   "fact": {"role": "sensitive"}, "tag": {"role": "insensitive"}}
        return {"input": "in.csv", "output": "out.csv", "columns": columns, "privacy": {"k-anonymity": self.k} | ({"l-diversity": self.l} if self.l else {}),
                "suppression": {"limit": 0.1}, "recoding": {"kind": self.random.choice(["global", "local"])}, "waivers": {}}

    def judge(self):
        """The release, if the gate lets it pass, and what all rows of a person tell."""
        with open(self.folder / "in.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([["who", "age", "region", "day", "fact", "tag"],
                                                             *([*row, f"t{place}"] for place, row in enumerate(self.rows))])
        released = published(self, "several rows", self.job(), lambda asked: any("fact" in key for key in asked))
        if released is None:
            return
        class_of = {row["tag"]: (row["age"], row["region"], row["day"]) for row in released}
        facts = defaultdict(Counter)
        for row in released:
            facts[class_of[row["tag"]]][row["fact"]] += 1
        people = defaultdict(list)
        for place, row in enumerate(self.rows):
            if f"t{place}" in class_of:
                people[row[0]].append((facts[class_of[f"t{place}"]], row[4]))
        right, by_guessing, tried = self.by_values([*people.values()]) if self.kind not in COMPUTED else self.by_computing([*people.values()])
        name = f"several rows, {'computed' if self.kind in COMPUTED else 'not computed'}:"
        self.figures = {f"{name} right": (right, tried), f"{name} by one row alone": (by_guessing, tried)}
        # Without a model of values, k people with one value keep the promise.
        is_promised = self.l or self.kind in COMPUTED
        if is_promised and tried >= 50 and right > MOST * tried and right - by_guessing > tried * (1 - MOST) / 2:
            self.findings.append(("all rows of people tell unasked", f"{self.kind}, k {self.k}: {right:.0f} of {tried}, by one row {by_guessing:.0f}"))

    @staticmethod
    def by_values(people):
        """Whether the value that most people with all these classes would have is hers, in most of her rows."""
        right = by_guessing = 0
        several = [rows for rows in people if len(rows) > 1]
        for rows in several:
            likely = {value: sum(math.log((facts[value] + 0.1) / facts.total()) for facts, _ in rows) for facts, _ in rows for value in facts}
            guess = max(sorted(likely), key=likely.get)
            right += guess == Counter(fact for _, fact in rows).most_common(1)[0][0]
            by_guessing += sum(max(facts.values()) / facts.total() for facts, _ in rows) / len(rows)
        return right, by_guessing, len(several)

    @staticmethod
    def by_computing(people):
        """How likely a row that has the computed fact in her class is hers."""
        rows = [row for rows in people for row in rows]
        return sum(1 / facts[fact] for facts, fact in rows), sum(1 / facts.total() for facts, _ in rows), len(rows)
