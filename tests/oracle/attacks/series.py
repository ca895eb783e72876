"""Two releases of a table that grows, the second held against the first: who shares all classes, and what a difference tells."""
import csv, random, subprocess
from collections import Counter, defaultdict

import toml_text

PEOPLE, ILLS = 160, ["flu", "cold", "gout", "burn", "hiv"]


class Series:
    """A table, then the same with some more people."""

    def __init__(self, seed, index, incog, folder):
        self.random, self.incog, self.folder = random.Random(f"{seed}/{index}/series"), incog, folder
        self.findings, self.counts, self.kinds, self.figures = [], Counter(), {"a series"}, {}
        self.k, self.l = self.random.choice([2, 3]), self.random.choice([2, 2, 3])
        self.people = [self.person(n) for n in range(PEOPLE)]
        self.come = [self.person(PEOPLE + n) for n in range(self.random.choice([1, 30, 120]))]

    def person(self, number):
        """A name, a tag that scores, an age, a town and an illness."""
        own = self.random
        return [f"P{number}", f"t{number:03}", str(own.randint(20, 59)), own.choice("NS"), own.choice(ILLS)]

    def publish(self, rows, name, *arguments):
        """A release; its rows by tag, or nothing where it was refused."""
        with open(self.folder / f"{name}.in.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([["who", "tag", "age", "town", "ill"], *rows])
        columns = {"who": {"role": "person"}, "tag": {"role": "insensitive"}, "age": {"role": "quasi-identifier", "hierarchy": {"intervals": [10, 20]}, "min_level": 1},
                   "town": {"role": "quasi-identifier", "hierarchy": {"flat": True}}, "ill": {"role": "sensitive"}}
        job = {"input": f"{name}.in.csv", "output": f"{name}.csv", "columns": columns, "privacy": {"k-anonymity": self.k, "l-diversity": self.l},
               "suppression": {"limit": 0.3}, "search": {"algorithm": "optimal", "seed": 1}, "waivers": {}}
        for _ in range(3):
            (self.folder / "job.toml").write_text(toml_text.text(job), encoding="utf-8")
            done = subprocess.run([self.incog, "anonymize", "job.toml", "--force", "--internal", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=300)
            from one_job import dangers
            of_tag = {key: "it scores" for key in dangers(done.stderr) if key.startswith("tag") or " tag" in key}
            if done.returncode != 4 or not of_tag:
                break
            job["waivers"] |= of_tag
        self.counts[f"series, {name} release: exit {done.returncode}"] += 1
        if "panicked" in done.stderr or done.returncode not in (0, 1, 3, 4, 5):
            self.findings.append(("crash", done.stderr[-400:]))
        if done.returncode:
            return None
        with open(self.folder / f"{name}.csv", encoding="utf-8", newline="") as file:
            return {row["tag"]: row for row in csv.DictReader(file)}

    def judge(self):
        """Both releases, and what they tell together."""
        first = self.publish(self.people, "first")
        rows = self.people + self.come
        self.random.shuffle(rows)
        second = first and self.publish(rows, "second", "--earlier", "first.csv.internal.json")
        if second:
            self.together(first, second)
            self.by_difference(first, second)

    def together(self, first, second):
        """The classes of everybody who is in both: who shares them, and which illnesses all of them leave."""
        label = lambda row: (row["age"], row["town"])
        members, ills = defaultdict(set), defaultdict(set)
        for number, release in enumerate((first, second)):
            for tag, row in release.items():
                members[number, label(row)].add(tag)
                ills[number, label(row)].add(row["ill"])
        for tag in {*first} & {*second}:
            places = [(0, label(first[tag])), (1, label(second[tag]))]
            few = len(set.intersection(*(members[place] for place in places))) < self.k
            told = len(set.intersection(*(ills[place] for place in places))) < 2
            self.counts["people in both releases"] += 1
            if few or told:
                self.findings.append(("two releases tell together", f"k {self.k}, l {self.l}: {'few share all classes' if few else 'one illness is left'}"))
                return

    def by_difference(self, first, second):
        """Classes with the same labels: what those have who came, where fewer than l values are left."""
        count = lambda release: Counter((row["age"], row["town"], row["ill"]) for row in release.values())
        came, gone = count(second) - count(first), count(first) - count(second)
        same = {(age, town) for age, town, _ in count(first)} & {(age, town) for age, town, _ in count(second)}
        for labels in same:
            values = {ill for age, town, ill in came if (age, town) == labels}
            if len(values) == 1 and not any((age, town) == labels for age, town, _ in gone):
                self.findings.append(("a difference of two releases tells a value", f"k {self.k}, l {self.l}"))
                return
