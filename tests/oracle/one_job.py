"""One random job, run through the program from end to end and judged by other means."""
import copy, csv, gzip, io, json, os, random, re, shutil, subprocess, sys, tomllib
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import brute_force
import check_release
import mutations
import toml_text
from random_jobs import LISTS, MISSING, csv_text, random_job

# What the program may say when it refuses a job that this oracle made up.
REFUSALS = ("cannot be used here", "no hierarchy", "is no hierarchy", "its hierarchy", "equal labels at two levels", "need a hierarchy of numbers", "do not nest", "needs numbers", "looks like",
            "keeps values apart", "is repeated", "splits", "generalized to", "is not a date", "is not a number", "has another value of", "set the distance",
            "have no midpoint", "could tell them apart", "suppresses no record", "which marks a missing value", "no fixed-width field can hold",
            "its blank line would be lost", "no automatic base for rounding")
NEVER_SHOWN = ("identifier", "person", "household")
NOT_OF_THE_RELEASE = ("evaluations", "seconds", "convergence", "gap", "upper_bound", "stopped")


class Findings(list):
    """What was found wrong: (kind, detail)."""

    def add(self, kind, detail):
        self.append((kind, str(detail)[:600]))


WIDTH = 60  # of each field, where they stand at fixed places


def cut_text(rows):
    return "".join("".join(cell.ljust(WIDTH) for cell in row) + "\n" for row in rows)


class Run:
    """One job in a folder of its own."""

    rows_in = {}

    def __init__(self, seed, index, incog, folder):
        self.name, self.incog, self.folder = f"{seed}/{index}", incog, Path(folder)
        self.random, self.findings, self.counts = random.Random(f"{seed}/{index}"), Findings(), {}
        self.tiny = index % 4 == 0
        self.made = random_job(self.random, self.tiny)
        self.prepare()
        self.formats()

    def prepare(self):
        """What is added to the random table before it is written."""

    def formats(self):
        """Most jobs are of plain text, which the checker reads; the others are turned into it before they are checked."""
        job = self.made.job
        job["input"] = self.random.choice(["table.csv"] * 8 + ["table.tsv", "table.csv.gz"])
        if job["input"].endswith(".tsv"):
            self.made.delimiter = "\t"
            job.pop("csv", None)
        providers = "provider of it" in job["columns"] and {*self.made.column("provider of it")} - {*MISSING}
        if providers and self.random.random() < 0.25:
            self.made.pool(self.random)
        self.output = self.random.choice(["release.csv"] * 8 + ["release.tsv", "release.csv.gz", "release.csv.zst",
                                                                "release.parquet", "release.arrow", "release.jsonl",
                                                                "release.ndjson.gz", "release.xlsx"])
        job["output"] = self.output
        # A stream of its own, so that all other draws are those that they were without this form.
        own = random.Random(repr(("fixed width", self.made.names, self.made.rows[:3])))
        is_cut = lambda row: any(row) and all(cell == cell.strip() and "\n" not in cell and len(cell) <= WIDTH // 2 for cell in row)
        if not self.made.providers and job["input"] == "table.csv" and own.random() < 0.1 and all(map(is_cut, self.made.rows)):
            self.made.delimiter = ","
            job["csv"] = {"fixed_width": [{"name": name, "width": WIDTH} for name in self.made.names]}
            has_people = any(column.get("role") in NEVER_SHOWN and check_release.treatment_of(column) for column in job["columns"].values())
            if job["output"] == "release.csv" and not has_people and not job["release"].get("escape_formulas") and own.random() < 0.5:
                job["release"]["fixed_width"] = [{"name": name, "width": 2 * WIDTH} for name in self.published()]

    def command(self, *arguments, folder=None):
        return subprocess.run([self.incog, *arguments], cwd=folder or self.folder, capture_output=True, text=True, timeout=900)

    def written_by(self, result, *arguments, folder=None):
        """The same for a command that writes `result`: one that a limit ended, exit code 5, is done as well when it did."""
        done = self.command(*arguments, folder=folder)
        if done.returncode == 5 and "not final: " in done.stderr:
            self.count("not final")
            if not ((folder or self.folder) / result).exists():
                self.findings.add("not final, and nothing written", done.stderr)
            done.returncode = 0
        return done

    def count(self, what, more=1):
        self.counts[what] = self.counts.get(what, 0) + more

    # ---- The way of a job

    def judge(self):
        self.write(self.folder, self.made.rows)
        done = self.publish(self.folder)
        self.count(f"exit {done.returncode}")
        if done.returncode == 4:
            done = self.answer_for(done)
        self.stderr = done.stderr
        if "panicked" in done.stderr or done.returncode not in (0, 1, 3, 5):
            self.findings.add("crash", done.stderr)
        elif done.returncode == 0:
            treated = check_release.treatment_of
            for form in {treated(column) or column["publish"] for column in self.made.job["columns"].values() if "publish" in column}:
                self.count(f"releases with columns published as {form}")
            self.count_kinds()
            self.check_release()
        elif done.returncode == 1 and not any(known in done.stderr for known in REFUSALS):
            self.findings.add("unexpected refusal", done.stderr)
        elif self.tiny and done.returncode == 3 and "recoding" not in self.made.job:
            self.check_infeasible(done)
        self.no_identifier_in(done.stderr + done.stdout)
        return self

    def count_kinds(self):
        """That jobs of every kind have releases."""
        job = self.made.job
        kinds = {"of groups by distance": "recoding" in job, "that count people": check_release.unit_of(job),
                 "with labels as intervals": "labels" in job["release"],
                 "drawn among those nearly as good": "conceal_choice" in job["release"],
                 "of texts with fields at fixed places": "fixed_width" in job.get("csv", {}),
                 "with fields at fixed places": "fixed_width" in job["release"],
                 "with hierarchies from lists": self.has_lists(),
                 "with midpoints, no hierarchy named": any(
                     column.get("publish") == "midpoint" and "hierarchy" not in column for column in job["columns"].values())}
        for kind in (kind for kind, holds in kinds.items() if holds):
            self.count(f"releases {kind}")

    def publish(self, folder):
        return self.written_by(self.output, "anonymize", "job.toml", "--threads", "1", *self.drawing(), folder=folder)

    def secret(self):
        """The bytes of the secret of the job, if it has one."""
        name = self.made.job["release"].get("secret")
        return self.made.files[name].encode() if name else None

    def drawing(self):
        """What makes all runs of a job draw alike, where no secret does."""
        return () if "secret" in self.made.job["release"] else ("--draw-key", str(self.folder / "draw.key"))

    def answer_for(self, done):
        """Nothing was published, as people would be in danger; somebody answers for each danger, and it is. What the release itself
        would single out is known once it is made, and how often the nearest record is right when nothing else is open."""
        for asked in range(5):
            keys = {*dangers(done.stderr)} - {*self.made.job.get("waivers", {})}
            if not keys or self.written(self.folder):
                self.findings.add("a danger without a name, or with a release", done.stderr)
            self.made.job["waivers"] = self.made.job.get("waivers", {}) | {key: "made up" for key in sorted(keys)}
            self.count("dangers answered for", len(keys))
            self.write(self.folder, self.made.rows)
            done = self.publish(self.folder)
            if done.returncode != 4:
                return done
        self.findings.add("a danger that nobody can answer for", done.stderr)
        return done

    def write(self, folder, rows):
        folder.mkdir(parents=True, exist_ok=True)
        self.rows_in = self.rows_in | {folder: rows}
        for path, names, part in self.made.inputs(rows):
            is_cut = "fixed_width" in self.made.job.get("csv", {})
            text = cut_text(part) if is_cut else csv_text(names, part, self.made.delimiter)
            data = text.encode()
            (folder / path).write_bytes(gzip.compress(data, mtime=0) if path.endswith(".gz") else data)
        (folder / "job.toml").write_text(toml_text.text(self.made.job), encoding="utf-8")
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "draw.key").write_text(f"{random.Random(f'{self.name}/draw').getrandbits(256):064x}\n")
        for name, text in self.made.files.items():
            (folder / name).write_text(text, encoding="utf-8")
            (folder / name).chmod(0o600)

    def written(self, folder):
        """All that was written by default, by name."""
        own = {"job.toml", "draw.key", "plan.json", "column.csv", "code.list.csv", *self.made.files, *(path for path, *_ in self.made.inputs(self.made.rows))}
        return {path.name: path.read_bytes() for path in sorted(folder.iterdir())
                if path.is_file() and path.name not in own}

    def check_release(self):
        self.report_path = self.folder / f"{self.output}.report.json"
        self.report = json.loads(self.report_path.read_text())
        release = self.as_text()
        if release is None:
            return
        try:
            self.found = self.examine(self.folder, release, self.report)
        except check_release.Refused as refused:
            if "withholds" not in str(refused):
                self.findings.add("checker refuses", refused)
            return
        verdicts, expected, self.facts = self.found
        if not self.facts:
            self.findings.add("refuted by the checker", [what for verdict, what, _ in verdicts if verdict == "refuted"])
            return
        if not release.endswith(self.output):
            expected |= dict.fromkeys(("release", "page"), check_release.NotShown("in another format"))
        verdicts = [*verdicts, *check_release.compare(expected | {"job": check_release.NotShown("")}, self.report)]
        for verdict, what, detail in verdicts:
            self.count(f"leaves {verdict}")
            if verdict == "refuted":
                self.findings.add("refuted by the checker", f"{what}: {detail}")
        self.no_suppressed_value()
        self.same_whatever_was_suppressed()
        self.verify_is_right()
        if self.tiny and self.facts and "recoding" not in self.made.job:
            self.is_optimal()

    def examine(self, folder, release, report=None, draw=None):
        """What the checker says of a release."""
        paths = [str(folder / path) for path, *_ in self.made.inputs(self.made.rows)]
        key = folder / "people.key" if "people.key" in self.made.files else None
        draw = draw or self.secret() or (report or {}).get("draw_key", "").encode() or None
        return check_release.examine(paths, release, self.stated_job(), str(folder), report, self.lists(folder), key, draw=draw)

    def has_lists(self):
        return any(kind in LISTS for kind in self.made.kinds.values())

    def lists(self, folder):
        """Hierarchies that are lists of the program, as files."""
        found = {}
        for name, column in self.made.job["columns"].items():
            rule = column.get("hierarchy")
            if self.made.kinds.get(name) in LISTS and column["role"] == "quasi-identifier" and (rule or not self.are_numbers(name)):
                found[name] = f"{name}.list.csv"
                of_column = [[row[self.made.names.index(name)]] for row in self.rows_in[folder]]
                (folder / "column.csv").write_text(csv_text([name], of_column), encoding="utf-8")
                how = ["--how", toml_text.value(rule)] if rule else []
                self.command("hierarchy", "build", "column.csv", name, "-o", found[name], "--force", *how, folder=folder)
                found[name] = str(folder / found[name])
        return {name: path for name, path in found.items() if not self.is_mask(path)}

    def is_mask(self, path):
        """Whether a list masks characters only: then the checker makes it, as long as what is published asks for."""
        rows = csv.reader(io.StringIO(Path(path).read_text(encoding="utf-8"), newline=""), delimiter=";")
        masked = lambda value, label: value.startswith(label.rstrip("*")) and len(label) >= len(value)
        return all(masked(value, label) for value, *labels in rows for label in labels[:-1] if value)

    def are_numbers(self, name):
        """Whether no list is needed: the program makes intervals of codes that are all numbers."""
        return all(re.fullmatch(r"-?\d+(\.\d+)?", value.strip()) for value in self.made.column(name) if value.strip() not in MISSING)

    def delimiter(self):
        """That of the release: of the input if that has the same ending."""
        return self.made.delimiter if self.inputs_end_alike() else "\t" if self.output.endswith(".tsv") else ","

    def inputs_end_alike(self):
        return check_release.ending(self.made.inputs([])[0][0]) == check_release.ending(self.output)

    def stated_job(self):
        """The job of the report, with what it withholds."""
        job = check_release.with_defaults(copy.deepcopy(self.report["job"]))
        return check_release.with_withheld(job, self.made.job)

    def as_text(self, folder=None):
        """The release as text; formats that the standard library lacks are turned into it by the program."""
        path = (folder or self.folder) / self.output
        if not path.suffix in (".parquet", ".arrow", ".xlsx", ".zst"):
            return str(path)
        folder = path.parent / "text"
        folder.mkdir(exist_ok=True)
        shutil.copy(path, folder / path.name)
        job = {"input": path.name, "output": "release.tsv", "columns": {self.published()[0]: {
            "role": "quasi-identifier", "hierarchy": {"flat": True}, "max_level": 0}}, "privacy": {"k-anonymity": 1},
            "release": {"order": "input"}}
        if path.suffix != ".zst":  # other formats than text have no escapes
            job["release"]["escape_formulas"] = bool(self.made.job["release"].get("escape_formulas"))
        (folder / "job.toml").write_text(toml_text.text(job))
        done = self.command("anonymize", "job.toml", folder=folder)
        for asked in range(2):
            if done.returncode == 4:
                job["waivers"] = job.get("waivers", {}) | {key: "made up" for key in dangers(done.stderr)}
                (folder / "job.toml").write_text(toml_text.text(job))
                done = self.command("anonymize", "job.toml", folder=folder)
        if done.returncode:
            self.count("format not turned into text")
            return None
        self.spell_missing(folder / "release.tsv")
        return str(folder / "release.tsv")

    def spell_missing(self, path):
        """Writes cells that are missing, which other formats do not spell, as the text of the input does."""
        paths = [str(self.folder / path) for path, *_ in self.made.inputs(self.made.rows)]
        options = self.report["job"].get("csv", {})
        missing = check_release.read_table(paths, options, options.get("header", True))[0].missing
        names, *rows = csv.reader(io.StringIO(path.read_text(encoding="utf-8"), newline=""), delimiter="\t")
        columns = self.made.job["columns"]  # cells of numbers are empty for more than what is missing
        is_spelled = lambda column: check_release.form_of(column) in ("label", "mode")
        missing = {name: text for name, text in missing.items() if is_spelled(columns.get(name, {}))}
        rows = [[cell or missing.get(name) or "" for name, cell in zip(names, row)] for row in rows]
        path.write_text(csv_text(names, rows, "\t"), encoding="utf-8", newline="")

    def published(self):
        columns = self.made.job["columns"]
        names = [name for name in self.made.names if columns.get(name, {}).get("role") not in (*NEVER_SHOWN, "own-k", "provider")
                 or columns[name]["role"] == "provider" and self.made.job["release"].get("provider")]
        return [written for name in names for written in check_release.written_names(name, columns.get(name, {}))]

    # ---- What gives suppressed records away

    def suppressed(self):
        """Records that are certainly not published."""
        if not self.facts:
            return []
        matching = self.facts["matching"]
        return [record for key, records in matching.records.items() if key not in matching.rows for record in records]

    def no_identifier_in(self, text):
        identifiers = [name for name, column in self.made.job["columns"].items() if column["role"] in NEVER_SHOWN]
        shown = {cell for name in self.made.names if name not in identifiers for cell in self.made.column(name)}
        for name in identifiers:
            if name != "county":
                leaked = [cell for cell in {*self.made.column(name)} - shown - {*MISSING} if cell in text]
                if leaked:
                    self.findings.add("identifier in a message", f"{leaked[:3]}")

    def no_suppressed_value(self):
        gone = {*self.suppressed()}
        written = {**self.written(self.folder), "stderr": self.stderr.encode()}
        texts = {name: re.sub(r"[0-9a-f]{64}", "", data.decode("utf-8", "replace")) for name, data in written.items()}
        for place, name in enumerate(self.made.names):
            role = self.made.job["columns"].get(name, {}).get("role")
            if "order" in self.made.job["columns"].get(name, {}).get("hierarchy", "") or role == "provider" and self.made.providers:
                continue  # the job states these values, and where they stand
            stays = {row[place] for at, row in enumerate(self.made.rows) if at not in gone and role not in NEVER_SHOWN}
            for cell in self.told_nowhere(place, stays):
                if not re.search(r"[Zz]yxq\d{5}|[QXZ]7\d{5}|Q7\d\.\d{4}|QX\d\d \dQZ|7[123]\d{5}|81\d{3}\.|2\d{3}-0\d-17|person \d", cell):
                    continue
                longer = [value for value in stays if cell in value and value != cell]  # a published value may begin like it
                for file, text in texts.items():
                    for value in longer:
                        text = text.replace(value, "")
                    if cell in text:
                        at = text.index(cell)
                        self.findings.add("value of a suppressed record", f"{name} {cell!r} in {file}: ...{text[max(0, at - 60):at + 60]!r}")
        self.count("releases searched for suppressed values")

    def told_nowhere(self, place, stays):
        """The values of a column that no published record has."""
        return {row[place] for row in self.made.rows} - stays

    def same_whatever_was_suppressed(self):
        """Non-interference: what is written does not change with the values of suppressed records and identifiers."""
        gone, before = self.suppressed(), self.comparable(self.folder)
        for attempt in range(2):
            rows = [list(row) for row in self.made.rows]
            for record in gone if attempt else gone[:1]:
                self.change(rows, record)
            for place, name in enumerate(self.made.names):
                if self.made.job["columns"].get(name, {}).get("role") == "identifier" and name != "county":
                    for row in rows:
                        row[place] = f"other {self.random.randrange(10**6)}"
            other = self.folder / f"changed{attempt}"
            self.write(other, rows)
            done = self.publish(other)
            if done.returncode or (other / self.output).read_bytes() != (self.folder / self.output).read_bytes():
                self.count("changed inputs with another release")
                continue
            self.count("changed inputs with the same release")
            after = self.comparable(other)
            if before != after and not self.same_records_published(other):
                self.count("changed inputs of which other records were published")
                continue
            for name in sorted({*before, *after}):
                if before.get(name) != after.get(name):
                    self.findings.add("follows from suppressed values", f"{name}: {difference(before.get(name), after.get(name))}")

    def same_records_published(self, folder):
        """Whether the published records certainly have the same original values. Where only some of several records that
        became equal rows are published, a changed one may be drawn in the place of another, and figures follow from it."""
        _, _, facts = self.examine(folder, self.as_text(folder))
        hidden = [name for name in self.made.names if self.role_of(name) in ("person", "household", "provider")]
        kept = [facts["matching"].originals([*facts["matching"].levels, *hidden]) for facts in (self.facts, facts) if facts]
        return len(kept) == 2 and all(sure for _, sure, *_ in kept) and \
            Counter(kept[0][0].values()) == Counter(kept[1][0].values())

    def role_of(self, name):
        return self.made.job["columns"].get(name, {}).get("role")

    def change(self, rows, record):
        before = [*rows[record]]
        for place, name in enumerate(self.made.names):
            values = self.made.column(name)
            if self.random.random() < 0.5 and not (self.made.providers and name == "provider of it"):
                rows[record][place] = self.random.choice([*values, *MISSING[:1], self.beside(self.random.choice(values))])
        if not any(cell.strip() for cell in rows[record]):  # a blank line is no record in any text
            rows[record] = before

    def beside(self, value):
        """A value of the same kind that no record may have."""
        if re.fullmatch(r"-?\d+", value.strip()):
            return str(int(value) + self.random.choice([1, 7, -9, 100000]))
        if re.fullmatch(r"-?\d+\.\d+", value.strip()):
            return str(float(value) * 3 + 1)
        if re.match(r"\d{4}-\d\d-\d\d", value):
            return str(int(value[:4]) + 3) + value[4:]
        return value + self.random.choice(["z", "1"])

    def comparable(self, folder):
        """What was written, without times and the counters of the search."""
        files = self.written(folder)
        text = {name: data.decode("utf-8", "replace") for name, data in files.items() if name.startswith(self.output)}
        for name in text:
            if name.endswith(".json"):
                report = json.loads(text[name])
                for key in NOT_OF_THE_RELEASE:
                    (report["search"] or {}).pop(key, None)
                report.get("page", {}).pop("sha256", None)
                report["input"].pop("hmac_sha256", None)
                text[name] = json.dumps(report, indent=1)
            elif name.endswith(".html"):
                text[name] = re.sub(r"[0-9a-f]{64}", "", mutations.without_search(text[name]))
        return text

    # ---- The program's own verdict

    def verify(self, folder=None, *arguments):
        done = self.command("verify", f"{self.output}.report.json", "--json", *arguments, folder=folder)
        try:
            checks = sorted(json.loads(done.stdout)["checks"], key=lambda check: check["verdict"] == "refuted")  # of one name the worst
            return done.returncode, {check["claim"]: check for check in checks}, done.stderr
        except (json.JSONDecodeError, KeyError):
            return done.returncode, {}, done.stderr

    def verify_is_right(self):
        code, claims, stderr = self.verify()
        self.count("honest reports verified")
        refuted = [claim for claim in claims.values() if claim["verdict"] == "refuted"]
        if code or refuted:
            self.findings.add("honest report refuted", refuted or stderr)
            return
        stated = tomllib.loads((self.folder / "job.toml").read_text())
        for verdict, what, detail in check_release.against_the_job(self.report["job"], stated):
            if verdict == "refuted":
                self.findings.add("honest job refuted by the checker", f"{what}: {detail}")
        for what, arguments, hidden in (("without the secret", (), "secret.key"), ("without the key", (), "people.key"), ("with the search run again", ("--search", *self.drawing()), None), ("with the draw key", self.drawing(), None)):
            if hidden in self.made.files or not hidden and self.random.random() < 0.1:
                self.honest_with_more(what, arguments, hidden)
        self.who_stays_is_drawn_again()
        mutations.try_reports(self)
        if not self.made.job.get("hierarchy"):
            mutations.try_releases(self)
        if self.random.random() < 0.3:
            mutations.try_files(self)
        if self.random.random() < 0.15:
            self.decided_first()
        if type(self) is Run and random.Random(f"{self.name}/internal").random() < 0.15:
            self.internal_is_right()

    def internal_is_right(self):
        """Both verifiers prove the steward's report, too."""
        folder = self.folder / "internal"
        self.write(folder, self.made.rows)
        done = self.written_by(self.output, "anonymize", "job.toml", "--threads", "1", "--internal", *self.drawing(), folder=folder)
        path, text = folder / f"{self.output}.internal.json", folder / self.output
        if done.returncode or text.suffix in (".parquet", ".arrow", ".xlsx", ".zst"):
            return
        self.count("internal reports verified")
        done, report = self.command("verify", path.name, "--json", folder=folder), json.loads(path.read_text())
        if done.returncode:
            self.findings.add("honest internal report refuted", done.stdout[:400] + done.stderr)
        public, self.report = self.report, report  # whose job has the hierarchies that were made
        verdicts, expected, facts = self.examine(folder, str(text), report)
        self.report = public
        expected = expected | {"job": check_release.NotShown("")} if facts else expected
        for verdict, what, detail in [*verdicts, *(check_release.compare(expected, report) if facts else [])]:
            if verdict == "refuted":
                self.findings.add("internal report refuted by the checker", f"{what}: {detail}")

    def decided_first(self):
        """A plan that is applied makes the same release, also of the rows in another order unless the release keeps it."""
        rows = list(self.made.rows)
        folder = self.folder / "planned"
        self.write(folder, rows)
        done = self.written_by("plan.json", "plan", "job.toml", "-o", "plan.json", *self.drawing(), folder=folder)
        if done.returncode == 0 and self.made.job["release"].get("order") != "input" and not self.made.job.get("inputs"):
            self.random.shuffle(rows)
            self.write(folder, rows)
        if done.returncode == 0:
            done = self.command("apply", "plan.json", *self.drawing(), folder=folder)
        self.count("releases decided first")
        if done.returncode:
            self.findings.add("no release of a plan", done.stderr)
        one, other = self.comparable(self.folder), self.comparable(folder)
        for name in sorted(one.keys() | other.keys() if not done.returncode else ()):
            if one.get(name) != other.get(name):
                self.findings.add("another release of a plan", f"{name}: {difference(one.get(name), other.get(name))}")

    def honest_with_more(self, what, arguments, hidden):
        """What a verifier has besides the report may show more or less of it, and refutes nothing of an honest one."""
        if hidden:
            (self.folder / hidden).rename(self.folder / "hidden.key")
        code, claims, stderr = self.verify(None, *arguments)
        if hidden:
            (self.folder / "hidden.key").rename(self.folder / hidden)
        self.count(f"honest reports verified {what}")
        refuted = [claim for claim in claims.values() if claim["verdict"] == "refuted"]
        if code or refuted:
            self.findings.add(f"honest report refuted {what}", refuted or stderr)

    def who_stays_is_drawn_again(self):
        """Both verifiers draw an honest release again; where others stay that nobody could tell from these but by the draw, both refute it."""
        release = self.as_text()
        if not release or "differential-privacy" in self.made.job["privacy"] or not release.endswith(self.output):
            return
        draw = self.secret() or (self.folder / "draw.key").read_text().strip().encode()
        _, claims, _ = self.verify(None, *self.drawing())
        mine = claims.get("the key decides which records are kept, in the order that the job sets", {}).get("verdict")
        try:
            verdicts, *_ = self.examine(self.folder, release, self.report, draw)
        except check_release.Refused:
            return
        other = next((verdict for verdict, what, _ in verdicts if what == "who stays"), None)
        self.count(f"who stays: {mine} by the program, {other} by the checker")
        if "refuted" in (mine, other):
            self.findings.add("who stays is refuted of an honest release", f"program {mine}, checker {other}")

    # ---- Small enough for brute force

    def is_optimal(self):
        is_known = self.report["utility"]["objective"] != "squared-error"  # a part of a class counts in proportion
        if (self.report["search"] or {}).get("stopped") == "proved" and is_known and not self.report.get("noise"):
            better = brute_force.better_than(self)
            self.count("optima checked by brute force" if better is not None else "optima too large for brute force")
            if better:
                self.findings.add("not the optimum", better)

    def check_infeasible(self, done):
        feasible = brute_force.feasible(self)
        self.count("exit 3 checked by brute force" if feasible is not None else "exit 3 too large for brute force")
        if feasible:
            self.findings.add("exit 3 though feasible", f"{feasible} {done.stderr}")


def dangers(stderr):
    """The names of the dangers in a message, which is TOML from the table of waivers on."""
    told = stderr[stderr.find("[waivers]"):] if "[waivers]" in stderr else ""
    return list(tomllib.loads(told).get("waivers", {}))


def difference(one, other):
    if one is None or other is None:
        return "only written for one of them"
    lines = [(a.strip(), b.strip()) for a, b in zip(one.splitlines(), other.splitlines()) if a != b]
    def around(pair):
        at = len(os.path.commonprefix(pair))
        return tuple(text[max(0, at - 60):at + 60] for text in pair)
    return [around(pair) for pair in lines[:4]] or "one is longer"
