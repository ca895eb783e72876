"""A table of customers that a ledger publishes night after night: who came and left, from the published files alone."""
import argparse, csv, random, subprocess
from collections import Counter, defaultdict

import check_series
import toml_text

ILLS = ["flu", "cold", "gout", "burn", "hiv"]
KNOWN = ["age", "zip"]
# Cells of a shape that the first table does not have: their people wait, and the series goes on.
ODD = [("age", "-7"), ("age", "33.5"), ("age", "old"), ("zip", "1234567"), ("age", ""), ("age", "NA")]


class KeptSeries:
    """Some nights of one table, of which people come, leave, move, fall ill otherwise, and come back."""

    def __init__(self, seed, index, incog, folder):
        self.random, self.incog, self.folder = random.Random(f"{seed}/{index}/kept"), incog, folder
        self.findings, self.counts, self.kinds = [], Counter(), {"a kept series"}
        own = self.random
        self.k, self.l, self.nights = own.choice([2, 3, 5]), own.choice([2, 2, 3]), own.randint(4, 8)
        self.least = max(self.k, self.l)
        self.people, self.made, self.gone, self.tags, self.releases, self.published = {}, 0, {}, {}, [], []
        self.come(own.randint(20, 80))

    def draw(self):
        """An age, a postcode and an illness."""
        own = self.random
        return {"age": str(own.randint(20, 69)), "zip": f"10{own.randint(0, 3)}{own.randint(0, 3)}", "ill": own.choice(ILLS)}

    def come(self, count):
        for _ in range(count):
            name = f"P{self.made:04}"
            self.people[name] = self.draw()
            # Rows are sorted by it, too, so it must not follow from the name.
            self.tags[name] = f"{self.random.getrandbits(64):016x}"
            self.made += 1

    def change(self):
        """One night: few enough leave or move that the table is not taken for half an export."""
        own, few = self.random, max(1, len(self.people) // 12)
        for name in own.sample(sorted(self.people), own.randint(0, few)):
            self.gone[name] = self.people.pop(name)
        for name in own.sample(sorted(self.people), own.randint(0, few)):
            column = own.choice(["age", "zip", "ill"])
            self.people[name] = self.people[name] | {column: self.draw()[column]}
        for name in own.sample(sorted(self.gone), min(len(self.gone), own.randint(0, 2))):
            self.people[name] = self.gone.pop(name)
        self.come(own.choice([0, 1, 3, 7, 20]))
        if own.random() < 0.5:
            column, cell = own.choice(ODD)
            self.people[own.choice(sorted(self.people))][column] = cell

    def job(self):
        """The job; the tag says whose a record is, to score."""
        columns = {"who": {"role": "person"}, "tag": {"role": "insensitive"}, "ill": {"role": "sensitive"},
                   "age": {"role": "quasi-identifier", "hierarchy": {"intervals": [10, 20], "origin": 0}},
                   "zip": {"role": "quasi-identifier", "hierarchy": {"mask": "right"}}}
        releases = {"ledger": "releases.ledger", "max_delay": self.random.choice([0, 1, 2])}
        if self.random.random() < 0.5:
            releases["max_stale"] = self.random.choice([1, 3])
        return {"input": "in.csv", "output": "out.csv", "columns": columns, "privacy": {"k-anonymity": self.k, "l-diversity": self.l},
                "suppression": {"limit": 0.3}, "recoding": {"kind": "local"}, "search": {"seed": 1}, "releases": releases, "waivers": {}}

    def publish(self, job, night):
        """A release and its check by incog; nothing where nobody can be published yet."""
        from one_job import dangers
        rows = [[name, self.tags[name], one["age"], one["zip"], one["ill"]] for name, one in self.people.items()]
        self.random.shuffle(rows)
        table = self.folder / f"table-{night}.csv"
        for path in (table, self.folder / "in.csv"):
            with open(path, "w", newline="", encoding="utf-8") as file:
                csv.writer(file, lineterminator="\n").writerows([["who", "tag", "age", "zip", "ill"], *rows])
        begins = [] if self.releases else ["--new-series"]
        for _ in range(3):
            (self.folder / "job.toml").write_text(toml_text.text(job), encoding="utf-8")
            done = self.run("anonymize", "job.toml", "-o", f"r{night}.csv", "--internal", "--force", *begins)
            of_tag = {key: "it scores" for key in dangers(done.stderr) if "tag" in key}
            if done.returncode != 4 or not of_tag:
                break
            job["waivers"] |= of_tag
        self.counts[f"kept series: exit {done.returncode}"] += 1
        if done.returncode not in (0, 3, 4) or "panicked" in done.stderr:
            self.findings.append(("a series that ended", done.stderr[-400:]))
        if done.returncode:
            return False
        self.releases.append(self.folder / f"r{night}.csv")
        self.published.append(table)
        checked = self.run("verify", f"r{night}.csv.internal.json")
        if checked.returncode:
            self.findings.append(("a release of a series that is refuted", (checked.stdout + checked.stderr)[-400:]))
        return True

    def run(self, *arguments):
        return subprocess.run([self.incog, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=300)

    def judge(self):
        """All nights, then what they tell together."""
        job = self.job()
        for night in range(self.nights):
            if night:
                self.change()
            if not self.publish(job, night) and self.findings:
                return
        self.count_comparisons()
        self.count_histories()

    def count_comparisons(self):
        """The comparisons of check_series.py, which reads neither ledger nor report."""
        chosen = argparse.Namespace(k=self.least, l=self.l, sensitive=["ill"])
        nights = [check_series.classes(rows, KNOWN, ["ill"]) for rows in self.rows()]
        attack = check_series.Attack(chosen)
        came, left = check_series.single_and_steps(nights, attack)
        check_series.pairs(nights, came, left, attack)
        self.counts["kept series: groups of records compared"] += sum(attack.looked.values())
        for kind, where, size, told in attack.found[:1]:
            self.findings.append(("a comparison of a series shows few", f"{kind}, {where}: {size} records, {told} values; k {self.k}, l {self.l}"))

    def rows(self):
        """The rows of all releases, by night."""
        return [check_series.read(path, [*KNOWN, "ill", "tag"]) for path in self.releases]

    def count_histories(self):
        """Records with the same labels in the same releases are k, with l values; nobody's record changes or comes twice."""
        of_person = defaultdict(list)
        for night, rows in enumerate(self.rows()):
            for row in rows:
                of_person[row["tag"]].append((night, tuple(row[name] for name in KNOWN), row["ill"]))
        groups = defaultdict(list)
        for tag, shown in of_person.items():
            nights = [night for night, _, _ in shown]
            if nights != [*range(nights[0], nights[-1] + 1)] or len({(labels, ill) for _, labels, ill in shown}) > 1:
                self.findings.append(("somebody in a series changes, is there twice or comes back", f"{tag}: {shown}"))
                return
            groups[shown[0][1], nights[0], nights[-1]].append(shown[0][2])
        for (labels, first, last), ills in groups.items():
            if len(ills) < self.least or len({*ills}) < self.l:
                self.findings.append(("few records have one history", f"{len(ills)} with {len({*ills})} values, releases {first} to {last}; k {self.k}, l {self.l}"))
                return

    def attacks(self):
        yield from self.by_order()
        yield from self.by_all_releases()

    def by_all_releases(self):
        """One of the values that all releases leave of somebody who is in the tables: right as often as one of l."""
        nights, names = self.rows(), {tag: name for name, tag in self.tags.items()}
        shown = {names[row["tag"]]: row["ill"] for rows in nights for row in rows}
        allowed, truth = {}, {}
        for rows, path in zip(nights, self.published):
            classes = check_series.classes(rows, KNOWN, ["ill"])
            for row in check_series.read(path, ["who", *KNOWN, "ill"]):
                fitting = {value for label, records in classes.items() for value, in records
                           if all(check_series.fits(one, row[name]) for one, name in zip(label, KNOWN))}
                if fitting:
                    allowed[row["who"]] = allowed.get(row["who"], fitting) & fitting
                    truth[row["who"]] = {shown.get(row["who"], row["ill"])}
        for who, left in sorted(allowed.items()):
            if left:
                kind = "in the releases" if who in shown else "who waits or is left out"
                yield f"kept series: a value of somebody {kind}", self.random.choice(sorted(left)) in truth[who], 1, 1 / self.l

    def by_order(self):
        """Guesses whose record is whose, by the order of newcomers in tables and releases."""
        for night, rows in enumerate(self.rows()):
            before = {row["tag"] for row in self.rows()[night - 1]} if night else set()
            with open(self.published[night], encoding="utf-8", newline="") as file:
                order = {row["tag"]: place for place, row in enumerate(csv.DictReader(file))}
            names = {tag: name for name, tag in self.tags.items()}
            groups = defaultdict(list)
            for row in rows:
                if row["tag"] not in before:
                    groups[tuple(row[name] for name in KNOWN)].append(row)
            for group in groups.values():
                chance = sum(count * count for count in Counter(row["ill"] for row in group).values()) / len(group)
                for name, key in (("the table", lambda row: order.get(row["tag"], 0)), ("their names", lambda row: names[row["tag"]])):
                    right = sum(one["ill"] == other["ill"] for one, other in zip(group, sorted(group, key=key)))
                    yield f"kept series: newcomers in the order of {name}", right, len(group), chance
