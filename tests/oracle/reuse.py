"""The plan of a job, applied to another table of the same form, and the release judged as any other."""
import copy, json, random, shutil
import check_release
from brute_force import Tiny, TooLarge, may_be_a_value
from one_job import Run
from random_jobs import MISSING, canary


class Reuse(Run):
    """Another table, published with the levels and hierarchies of the plan of `run`."""

    def __init__(self, run, rng):
        self.name, self.incog, self.folder, self.tiny = f"{run.name}/reuse", run.incog, run.folder / "reused", run.tiny
        self.random, self.findings, self.counts, self.output = rng, run.findings, run.counts, run.output
        self.earlier, self.unknown, self.anew = run, rng.choice(["refuse", "top"]), rng.random() < 0.3
        self.made = copy.deepcopy(run.made)
        self.made.job["input"] = self.made.job["input"].replace("table", "other")
        self.made.job["hierarchy"] = {"plan": "plan.json"} | ({"unknown": "top"} if self.unknown == "top" else {})

    def judge(self):
        planned = self.folder / "planned"
        self.earlier.write(planned, self.earlier.made.rows)
        done = self.written_by("plan.json", "plan", "job.toml", "-o", "plan.json", *self.earlier.drawing(), folder=planned)
        if done.returncode:
            self.findings.add("no plan of a job that has a release", done.stderr)
            return
        self.plan = json.loads((planned / "plan.json").read_text())
        levels = self.plan["plan"]["recoding"]["generalization"].get("global")
        if levels is None:  # groups of near records are of one table
            self.count("a plan that has no levels")
            return
        self.levels = dict(zip(self.plan["quasi_identifiers"], levels))
        self.made.rows = self.another_table()
        self.write(self.folder, self.made.rows)
        self.extend(planned)
        done = self.publish(self.folder)
        self.stderr = done.stderr
        self.count(f"{'hierarchies' if self.anew else 'levels'} of a plan: exit {done.returncode}, values not seen before "
                   f"{'none' if not any(self.unseen.values()) else 'refused' if self.unknown == 'refuse' else 'at the top'}")
        if done.returncode == 4:  # this table has dangers that the first one had not
            if self.written(self.folder):
                self.findings.add("a danger, and a release", done.stderr)
            return
        self.is_expected(done)
        self.no_identifier_in(done.stderr + done.stdout)
        if done.returncode == 0:
            self.check_release()

    # ---- What is published

    def another_table(self):
        """Rows like those of the plan's table, with some values that it does not have."""
        rng, before, names = self.random, self.earlier.made.rows, self.made.names
        columns, news = self.made.job["columns"], rng.choice([0, 0.03, 0.2])
        rows = [list(rng.choice(before)) for _ in range(max(2, int(len(before) * rng.choice([0.5, 1, 2]))))]
        for number, row in enumerate(rows):
            for place, name in enumerate(names):
                role, is_made = columns[name]["role"], columns[name].get("hierarchy") is not None
                if role == "identifier" and name != "county":
                    row[place] = f"person {number + 1000}"
                elif rng.random() < 0.2:
                    row[place] = rng.choice(before)[place]
                if role == "quasi-identifier" and row[place].strip() not in MISSING and rng.random() < news:
                    row[place] = canary(rng, self.made.kinds.get(name, "word")) if rng.random() < 0.5 else self.beside(row[place])
                elif role == "sensitive" and not is_made and rng.random() < news / 4:
                    row[place] = canary(rng, self.made.kinds[name])
        return rows

    def publish(self, folder):
        """With the levels of the plan, or, searched anew, others of its hierarchies."""
        if self.anew:
            return super().publish(folder)
        arguments = [] if self.unknown == "refuse" else ["--unknown", "top"]
        return self.command("apply", "plan.json", "--input", self.made.job["input"], "--threads", "1", *arguments, *self.drawing(), folder=folder)

    def write(self, folder, rows):
        super().write(folder, rows)
        shutil.copy(self.folder / "planned" / "plan.json", folder / "plan.json")

    # ---- What must come of it

    def extend(self, planned):
        """The hierarchies of the plan with the values of this table that belong in them, and those that do not."""
        options = self.made.job.get("csv", {})
        read = lambda folder, job: check_release.read_table([str(folder / job["input"])], options)[0]
        before, self.table = read(planned, self.earlier.made.job), read(self.folder, self.made.job)
        self.pinned, self.unseen = {}, {}
        for name in self.levels:
            how = self.made.job["columns"][name].get("hierarchy") or self.plan["hierarchies"][name]["made"]
            spec = check_release.rule_of({"hierarchy": how}, self.made.job["release"])
            known = check_release.build(name, spec, {*before.columns[name]}, before, str(planned))
            kept = {row[0]: row for row in self.plan["hierarchies"][name]["rows"]}
            if kept != known.rows:
                self.findings.add("a plan keeps another hierarchy", f"{name}: {spec}")
            extended = self.with_values(name, spec, known, before.missing[name])
            self.pinned[name], self.unseen[name] = (spec, extended), {*self.table.columns[name]} - {*extended.rows}

    def with_values(self, name, spec, known, missing_before):
        values, missing = {*self.table.columns[name]}, self.table.missing[name]
        present = {*known.rows} - {missing_before}
        length = max(map(len, present), default=0)
        if isinstance(spec, str):
            return known
        if "columns" in spec or "fanout" in spec and "order" not in spec:  # what is missing stands by itself
            alone = {value: [value] * known.height + ["*"] for value in {missing} & values}
            return check_release.Hierarchy(name, alone | known.rows)
        if "tree" in spec or "order" in spec:
            named = {*spec["order"]} if "order" in spec else {*spec["tree"], *spec["tree"].values()}
            return check_release.build(name, spec, (values & named) | ({missing} & values), self.table, str(self.folder))
        if "ranges" in spec:  # as wide as those of the plan's table
            widths, origin = check_release.doubling(spec["ranges"], present)
            if not widths:  # one number and the root, as it would be for any other number
                numbers = {value for value in values if value == missing or "number" in check_release.type_of([value])}
                alone = {value: [value] * known.height + ["*"] for value in numbers}
                return check_release.Hierarchy(name, alone | known.rows)
            spec = spec | {"intervals": [float(width) for width in widths], "origin": float(origin)}
            del spec["ranges"]
        def belongs(value):
            if "intervals" in spec:
                return "number" in check_release.type_of([value])
            if "date" in spec:
                try:
                    return bool(check_release.day_of(value, spec.get("format")))
                except (ValueError, TypeError):
                    return False
            return "mask" not in spec or "keep" in spec or len(value) <= length
        fitting = present | {value for value in values if value == missing or belongs(value)}
        return check_release.build(name, spec, fitting, self.table, str(self.folder))

    def is_expected(self, done):
        """Whether the exit code is the right one."""
        unseen = any(self.unseen.values())
        if done.returncode == 1 and "which marks a missing value" in done.stderr:
            self.count("reuse: a model names a marker that this table does not have")
        elif done.returncode == 1 and self.anew and "cannot be used here" in done.stderr:
            # So few records may be suppressed that it is none, or more: it decides what follows from a node.
            self.count("reuse: the search of the plan does not suit this table")
        elif "panicked" in done.stderr or done.returncode not in (0, 1, 5, 3)[:3 + self.anew]:
            self.findings.add("crash" if "panicked" in done.stderr else "exit code of a plan for another table", done.stderr)
        elif self.unknown == "refuse" and unseen != (done.returncode == 1):
            self.findings.add("values not seen before", f"{self.unseen} exit {done.returncode}: {done.stderr}")
        elif self.unknown == "top" and self.named_like_root() != (done.returncode == 1):
            self.findings.add("unexpected refusal of another table", done.stderr)
        elif done.returncode == 5 and not self.anew and "by what was tried" not in done.stderr and self.allowed():
            self.findings.add("exit 5 though these levels will do", f"{self.levels} {done.stderr}")

    def named_like_root(self):
        """Whether a value in a group has the text of the root, which values not seen before would get."""
        return any(self.unseen[name] and {*hierarchy.rows.get("*", "*")} != {"*"} for name, (_, hierarchy) in self.pinned.items())

    def allowed(self):
        """Whether the levels of the plan can be used; None when that is too much to find out."""
        try:
            tiny = AtLevels(self)
            stays = sum(tiny.largest_part(rows) for rows in tiny.classes([self.levels[name] for name in tiny.qids]).values())
        except (TooLarge, check_release.Refused):
            return None
        self.count("exit 5 checked by brute force")
        return 0 < stays and tiny.table.rows - stays <= tiny.limit

    def at_the_top(self):
        """The table with the root in the place of what was not seen before."""
        table = copy.deepcopy(self.table)
        for name, unseen in self.unseen.items():
            table.columns[name] = ["*" if cell in unseen else cell for cell in table.columns[name]]
        return table

    def hierarchies(self):
        """Those that the table at the top has. A file has the root whether or not it is needed: nobody must see that."""
        found = {}
        for name, (spec, hierarchy) in self.pinned.items():
            has_root = self.unseen[name] or self.unknown == "top" and isinstance(spec, str)
            root = {"*": ["*"] * (hierarchy.height + 1)} if has_root and "*" not in hierarchy.rows else {}
            found[name] = spec, check_release.Hierarchy(name, hierarchy.rows | root)
        return found

    # ---- How it is judged

    def check_release(self):
        super().check_release()
        if not hasattr(self, "facts"):  # the program's own verdict is left
            self.facts = {}
            self.verify_is_right()

    def examine(self, folder, release, report=None, draw=None):
        """As any release, at the levels of the plan; the job tells of plan and of values not seen before."""
        job, path = self.stated_job(), folder / self.made.job["input"]
        stars = any("*" in cells for cells in self.table.columns.values()) or job["suppression"]["as"] == "star"
        if any(self.unseen.values()) and (stars or any("*" in hierarchy.rows for _, hierarchy in self.pinned.values())):
            self.count("reuse: not measured, as the root and something else look alike")
            raise check_release.Refused("withholds")
        job["hierarchy"] = self.made.job["hierarchy"]  # `apply --unknown` does not tell it to the report
        for name, level in self.levels.items() if not self.anew else []:
            if name in self.pinned and may_be_a_value(self.pinned[name][1], self.pinned[name][1].height):
                continue  # of cells that all look like the root the report tells the root
            job["columns"][name] = job["columns"][name] | {"min_level": level, "max_level": level}
        return check_release.examine([str(path)], release, job, str(folder), report, draw=draw or self.secret())

    def verify(self, folder=None, *arguments):
        return super().verify(folder, "--job", "job.toml", *arguments)

    def decided_first(self):
        """This was."""

    def is_optimal(self):
        """Nothing finer was looked for, or among hierarchies that brute force does not have."""

    def told_nowhere(self, place, stays):
        """Nor what only the plan's table has, nor what is published as the root."""
        name = self.made.names[place]
        before = {row[place] for row in self.earlier.made.rows}
        return ({row[place] for row in self.made.rows} | before) - (stays - self.unseen.get(name, set()))


class AtLevels(Tiny):
    """The table of a reused plan with its hierarchies."""

    def __init__(self, reuse):
        self.job, self.table = check_release.with_defaults(copy.deepcopy(reuse.made.job)), reuse.at_the_top()
        self.qids = check_release.with_role(self.job, self.table, "quasi-identifier")
        self.full = {name: hierarchy for name, (_, hierarchy) in reuse.hierarchies().items()}
        for name, column in self.job["columns"].items():
            if name not in self.full and column.get("hierarchy"):
                self.full[name] = check_release.build(name, column["hierarchy"], {*self.table.columns[name]}, self.table,
                                                      str(reuse.folder))
        self.judge_by(self.job)


def judge(run):
    """Applies the plan of every third job that has a release."""
    # A stream of its own, so that all other draws are those that they were without this.
    own = random.Random(f"{run.name}/reuse")
    numbers = any("publish" in column for column in run.made.job["columns"].values())  # whose plans have other values
    if getattr(run, "report", None) and not run.made.job.get("inputs") and own.random() < 0.35 and not numbers and \
            not run.has_lists():
        Reuse(run, own).judge()
