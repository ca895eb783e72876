"""One release with what an attacker has of it, and the truth, which only scores."""
import csv, random, re
from collections import Counter, defaultdict

import check_release
from attacks import columns
from one_job import Run
from random_jobs import MISSING

TAG = "tag"  # a word of its own in every record, so that it is known which record a row is


class Case(Run):
    """A random job whose records carry a tag: no model counts it, and attacks must not use it."""

    def prepare(self):
        """The table of the random job with columns that tempt, and with the tag."""
        own = random.Random(f"{self.name}/attacked")
        columns.tempt(self.made, own)
        words = own.sample(range(26 ** 4), len(self.made.rows))
        spelled = lambda number: "t" + "".join(chr(97 + number // 26 ** place % 26) for place in range(4))
        at = own.randint(0, len(self.made.names))
        self.made.names.insert(at, TAG)
        for row, number in zip(self.made.rows, words):
            row.insert(at, spelled(number))
        self.made.kinds[TAG] = "word"
        self.made.job["columns"][TAG] = {"role": "insensitive"}
        self.kinds_of_job = columns.kinds(self.made)

    def check_release(self):
        """The way of a job ends here: the release and the report are read, and attacked."""
        self.report_path = self.folder / f"{self.output}.report.json"
        self.report = check_release.json.loads(self.report_path.read_text())
        path = self.as_text()
        if path is None:
            return
        self.released = self.rows_of(path)
        names = self.made.names
        self.input = [dict(zip(names, row)) for row in self.made.rows]
        self.truth = {record[TAG]: record for record in self.input}
        seen = defaultdict(list)
        for row in self.released:
            if row.get(TAG) in self.truth:
                seen[row[TAG]].append(row)
        self.row_of = {tag: rows[0] for tag, rows in seen.items() if len(rows) == 1}
        self.doubled = {tag: rows for tag, rows in seen.items() if len(rows) > 1}
        self.names_of_labels, self.figures = [], {}
        self.matching = self.labels_of(path)
        self.row_cells = {record[TAG]: labels for record, labels in zip(self.input, self.matching or [None] * len(self.input))}
        self.attack()

    def attack(self):
        """What is tried; set by the command."""

    def rows_of(self, path):
        """The rows of the release by column."""
        fields = self.made.job["release"].get("fixed_width")
        with (check_release.gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8", newline="") as file:
            if fields and path.endswith(self.output):
                return [dict(zip([field["name"] for field in fields], check_release.cut(line.rstrip("\n"), fields))) for line in file if line.strip("\n")]
            if ".jsonl" in path or ".ndjson" in path:
                loaded = (check_release.json.loads(line) for line in file)
                return [{name: "" if cell is None else str(cell) for name, cell in row.items()} for row in loaded]
            delimiter = "\t" if path.endswith("text/release.tsv") else self.delimiter()
            return list(csv.DictReader(file, delimiter=delimiter))

    # ---- What is published, and how

    def columns_with(self, *roles):
        return [name for name, column in self.made.job["columns"].items() if column["role"] in roles]

    @property
    def qids(self):
        return self.columns_with("quasi-identifier")

    @property
    def plain(self):
        """Columns that are published record by record and not generalized, without the tag."""
        named = self.columns_with("sensitive", "insensitive")
        written = self.released[0] if self.released else {}
        column = self.made.job["columns"]
        return [name for name in named if name in written and name != TAG and not check_release.is_aggregated(column[name])]

    @property
    def is_local(self):
        return self.made.job.get("recoding", {}).get("kind") == "local"

    @property
    def unit(self):
        return check_release.unit_of(check_release.with_defaults(dict(self.made.job)))

    @property
    def k(self):
        """The k that the job asks for; 2 where no model has one."""
        privacy = self.made.job["privacy"]
        said = privacy.get("k-anonymity", 2)
        return said["k"] if isinstance(said, dict) else said

    @property
    def order(self):
        return self.made.job["release"].get("order", "sorted")

    def asked_about(self, *names):
        """Whether nothing was published until somebody answered for one of these columns."""
        return any(name in re.split(r": | \+ | ", key) or any(part == name for part in re.split(r": | \+ ", key))
                   for key in self.made.job.get("waivers", {}) for name in names)

    def labels_of(self, path):
        """For each record of the input the labels of its class at the levels of the release; None where nobody can say.

        The second verifier reads them off. That is no attacker's knowledge: it says which records could have been in the place of
        which others, so that it is known what guessing gives."""
        self.local_matching = None
        if "recoding" in self.made.job and not self.is_local:
            return None
        try:
            _, _, facts = self.examine(self.folder, path, self.report)
        except check_release.Refused:
            return None
        matching = (facts or {}).get("matching")
        self.local_matching = matching if self.is_local else None
        if not isinstance(matching, check_release.Matching):
            return None
        table, readings = matching.table, matching.readings
        self.names_of_labels = [*readings]
        labels = [*zip(*([readings[name].label_of.get(cell) for cell in table.columns[name]] for name in readings))]
        by_tag = dict(zip(table.columns[TAG], labels))
        return [by_tag.get(record[TAG]) for record in self.input]

    def groups(self):
        """Records that the program tells apart by nothing but chance: of one class, with the same sensitive values and the
        same provider. Where people are counted, those who have one record in the class. Of a local recoding, those of equal records."""
        if self.is_local:
            for key, places in self.twins():
                kept = [place for place in places if self.input[place][TAG] in self.row_of]
                if 0 < len(kept) < len(places):
                    yield key, places, kept
        if self.matching is None:
            return
        alike, people = defaultdict(list), defaultdict(int)
        told = self.columns_with("sensitive", "provider")
        for place, (record, labels) in enumerate(zip(self.input, self.matching)):
            if labels is not None and None not in labels:
                alike[labels, tuple(record[name] for name in told)].append(place)
                people[labels, record[self.unit] if self.unit else place] += 1
        for (labels, _), places in alike.items():
            alone = [place for place in places if people[labels, self.input[place][self.unit] if self.unit else place] == 1]
            alone = [place for place in alone if not self.unit or self.input[place][self.unit] not in MISSING]
            kept = [place for place in alone if self.input[place][TAG] in self.row_of]
            if 0 < len(kept) < len(alone):
                yield labels, alone, kept

    def twins(self):
        """Records that have the same in all that models look at. Where people are counted, of people with one record."""
        alike, told = defaultdict(list), self.columns_with("quasi-identifier", "sensitive", "provider")
        people = Counter(record[self.unit] for record in self.input) if self.unit else {}
        for place, record in enumerate(self.input):
            if not self.unit or people[record[self.unit]] == 1 and record[self.unit] not in MISSING:
                alike[tuple(record[name] for name in told)].append(place)
        return ((key, places) for key, places in alike.items() if len(places) > 1)

    # ---- What everybody knows

    @property
    def seed(self):
        """The seed that the public report tells; None where it tells none."""
        return self.report["job"].get("search", {}).get("seed")

    @property
    def missing(self):
        """Texts that stand for nothing."""
        return {*MISSING, *self.made.job.get("csv", {}).get("missing", ())}

    @property
    def published_columns(self):
        return [name for name in self.made.names if self.released and name in self.released[0]]

    @property
    def qids_read(self):
        """Quasi-identifiers in the order of what `labels_of` says."""
        return self.names_of_labels

    @property
    def provider(self):
        return next(iter(self.columns_with("provider")), None)

    def number(self, text):
        """The number of a cell, if it is one."""
        return float(text) if re.fullmatch(r"\s*[+-]?\d+(\.\d+)?\s*", text) else None

    def are_numbers_in(self, name):
        return all(self.number(record[name]) is not None for record in self.input)

    def is_real(self, row):
        """Whether a row may be the record whose tag it has: whether its cells are published as that record's are."""
        record = self.truth[row[TAG]]
        others = self.row_cells[row[TAG]]
        told = [name for name in self.plain if "publish" not in self.made.job["columns"][name]]
        return all(row[name] == record[name] for name in told) and (others is None or all(
            row[name] == label for name, label in zip(self.qids_read, others)))

    def figure(self, name, count, of):
        """A share that is shown, and no alarm."""
        one = self.figures.setdefault(name, [0, 0])
        one[0], one[1] = one[0] + count, one[1] + of
