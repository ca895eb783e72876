"""The same people published night after night with one secret: whether chance averages away, and how large it is."""
import csv, math, random, statistics
from collections import Counter, defaultdict

from attacks.published import published

NIGHTS, PEOPLE = 8, 24
CATEGORIES = ["A", "B", "C", "D"]


class Nights:
    """One table that grows by a person each night, with one treatment by chance."""

    def __init__(self, seed, index, incog, folder):
        self.random, self.incog, self.folder = random.Random(f"{seed}/{index}/nights"), incog, folder
        self.findings, self.counts, self.kinds = [], Counter(), set()
        own = self.random
        self.kind = own.choice(["noise", "noise", "multiplicative noise", "pram", "random rounding", "shifted days"])
        self.kinds.add("treatment " + self.kind)
        self.scale = own.choice([20, 100, 500])
        self.has_people, self.has_secret = own.random() < 0.85, own.random() < 0.9
        self.people = [self.person(f"P{n}") for n in range(PEOPLE)]

    def person(self, name):
        """A name, an age, an amount, a category and a day; some come twice with the same values."""
        own = self.random
        day = f"20{own.randint(10, 20)}-{own.randint(1, 12):02}-{own.randint(1, 28):02}"
        return [name, str(20 + own.randrange(10)), str(own.randint(2000, 9000)), own.choice(CATEGORIES), day]

    def job(self):
        """The job, with only one treated column."""
        treated = {"noise": ("amount", {"noise": self.scale}), "multiplicative noise": ("amount", {"noise": 0.1, "kind": "multiplicative"}),
                   "pram": ("category", {"pram": 0.5, "values": CATEGORIES}), "random rounding": ("amount", {"round": self.scale, "random": True}),
                   "shifted days": ("day", {"shift_days": "people.key", "most": 180})}[self.kind]
        columns = {"age": {"role": "quasi-identifier", "hierarchy": {"intervals": [5, 10]}, "min_level": 1}, "tag": {"role": "insensitive"},
                   treated[0]: {"role": "insensitive", "publish": treated[1]}}
        if self.has_people:
            columns["who"] = {"role": "person", "publish": {"pseudonym": "people.key", "purpose": "study"}}
        self.treated = treated[0]
        left_out = {name: {"role": "identifier"} for name in ("who", "amount", "category", "day") if name not in columns}
        release = {"secret": "secret.key"} if self.has_secret else {}
        return {"input": "in.csv", "output": "out.csv", "columns": columns | left_out, "privacy": {"k-anonymity": 2, "unit": "record"} if not self.has_people
                else {"k-anonymity": 2}, "suppression": {"limit": 1.0}, "release": release, "waivers": {}}

    def run(self, job, rows):
        """One night: the rows of the release, or nothing where it was refused."""
        with open(self.folder / "in.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([["who", "age", "amount", "category", "day", "tag"], *rows])
        return published(self, "nights", job)

    def judge(self):
        """All nights, then what they tell together."""
        for name, text in (("people.key", f"{self.random.getrandbits(256):064x}\n"), ("secret.key", f"{self.random.getrandbits(256):064x}\n")):
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o600)
        job, told = self.job(), defaultdict(list)
        twice = self.people[:6]  # who has two rows of the same values
        for night in range(NIGHTS):
            came = [self.person(f"N{n}") for n in range(night)]
            people = came + self.people + (twice if self.has_people else [])
            if self.random.random() < 0.5:
                self.random.shuffle(people)
            # The tag says which person a row is, to score.
            released = self.run(job, [[*one, "t" + one[0]] for one in people])
            if released is None:
                return
            for row in released:
                told[row["tag"]].append(row[self.treated])
        self.kinds |= {"with people" if self.has_people else "without people", "with a secret" if self.has_secret else "without a secret"}
        self.told = {one[0]: told["t" + one[0]] for one in self.people}
        self.counts[f"nights: {self.kind} published"] += 1

    def attacks(self):
        """Guesses that use all nights, against those that use one."""
        if not hasattr(self, "told"):
            return
        place = {"amount": 2, "category": 3, "day": 4}[self.treated]
        for one in self.people:
            cells = [cell for cell in self.told[one[0]] if cell not in ("", "*")]
            if len(cells) < NIGHTS:
                continue
            true = one[place]
            if self.kind == "pram":
                most = Counter(cells).most_common(1)[0][0]
                if (most == true) != (cells[0] == true):
                    yield "nights: the most frequent category, against one night", most == true, 1, 0.5
                yield "nights: one category as published", cells[0] == true, 1, 0.5 + 0.5 / len(CATEGORIES)
            elif self.kind == "shifted days":
                yield "nights: several shifts of one person", len({*cells}) > 1, 1, 1e-9
            else:
                yield from self.numbers([*map(float, cells)], float(true))

    def numbers(self, cells, true):
        """Whether the mean is nearer than one night, and whether one night is nearer than chance of this size leaves it."""
        mean, one = statistics.mean(cells), cells[0]
        if abs(abs(mean - true) - abs(one - true)) > 1e-9:
            yield f"nights: the mean of {NIGHTS}, against one night", abs(mean - true) < abs(one - true), 1, 0.5
        if self.kind == "random rounding":
            yield "nights: a rounded number as it is", one == true, 1, 2 / self.scale
            return
        deviation = self.scale if self.kind == "noise" else 0.1 * true
        near = deviation / 10
        within = math.erf((near + 0.5) / deviation / math.sqrt(2))  # half a unit of rounding more
        yield "nights: the original within a tenth of the deviation", abs(one - true) <= near, 1, within
