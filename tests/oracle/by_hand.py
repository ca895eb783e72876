"""Local recodings as no search would make them: a plan that is written by hand, applied and judged."""
import copy, json, random
from collections import Counter, defaultdict
import check_release
from brute_force import Tiny
from one_job import Run


class ByHand(Run):
    """The table of `run`, of which some classes are taken apart into finer ones."""

    def __init__(self, run, rng):
        self.name, self.incog, self.folder, self.tiny = f"{run.name}/local", run.incog, run.folder / "local", False
        self.random, self.findings, self.counts, self.output = rng, run.findings, run.counts, run.output
        self.made = copy.deepcopy(run.made)
        self.made.job["utility"], self.made.job["recoding"] = {"objective": "precision"}, {"kind": "local"}
        self.made.job["search"] = {"seed": self.made.job["search"]["seed"], "max_evaluations": 50}
        self.made.job["release"]["noise"] = False
        self.made.job["release"].pop("conceal_choice", None)  # of local recodings none is drawn
        for said in self.made.job["privacy"].values():  # a figure against the release is of global recodings alone
            for one in said if isinstance(said, list) else [said]:
                one.pop("reference", None) if isinstance(one, dict) else None

    def judge(self):
        self.write(self.folder, self.made.rows)
        done = self.written_by("plan.json", "plan", "job.toml", "-o", "plan.json", folder=self.folder)
        if done.returncode:
            return  # the objective is another one than that of the job that has a release
        plan = json.loads((self.folder / "plan.json").read_text())
        self.table = self.read(plan)
        found = next(filter(None, (self.recoding(plan["quasi_identifiers"]) for _ in range(8))), None)
        if not found:
            self.count("local recodings: none by hand")
            return
        regions, self.classes = found
        kept = [rows for rows, stays in self.classes.values() if stays]
        lost = self.table.rows - sum(map(len, kept))
        nothing = {str(at): "nothing" for at, (_, stays) in enumerate(self.classes.values()) if not stays}
        plan["plan"] |= {
            "recoding": {"generalization": {"local": regions},
                         "retention": {"classes": len(self.classes)} | ({"not_whole": nothing} if nothing else {})},
            "value": self.precision(plan["quasi_identifiers"]), "upper_bound": None, "gap": None, "stopped": "converged"}
        (self.folder / "plan.json").write_text(json.dumps(plan))
        done = self.command("apply", "plan.json", "--threads", "1", folder=self.folder)
        self.stderr, self.facts = done.stderr, {}
        self.count(f"local recodings: exit {done.returncode}{', some suppressed' if lost else ''}")
        if done.returncode == 4 and "[waivers]" in done.stderr:
            self.count("local recodings: stopped by the gate")  # other records stay, so other values can be rare
            return
        refused = any(told in done.stderr for told in ("read the same at two levels", "equal labels at two levels", "could tell them apart", "its blank line would be lost", "for rounding, but"))
        if done.returncode and not refused or "panicked" in done.stderr:
            self.findings.add("no release of a local recoding", done.stderr)
        elif done.returncode == 0:
            self.check_local()

    def read(self, plan):
        """The table, with its hierarchies as the plan keeps them."""
        options, paths = self.made.job.get("csv", {}), [str(self.folder / path) for path, *_ in self.made.inputs(self.made.rows)]
        table, self.delimiter = check_release.read_table(
            paths, options, True, self.made.providers, *["provider of it"][:len(self.made.providers)])
        self.full, key = {}, lambda said: (self.folder / said["pseudonym"]).read_bytes() if "pseudonym" in said else None
        planned = plan["job"]["columns"]  # with the bases of rounding that were chosen
        columns = {name: column | ({"publish": planned[name]["publish"]} if check_release.is_automatic(column) else {})
                   for name, column in self.made.job["columns"].items()}
        check_release.treat(table, columns, check_release.unit_of(self.made.job), key)
        check_release.as_published(table, self.made.job["columns"] | {
            name: self.made.job["columns"][name] | {"hierarchy": one["made"]} for name, one in plan["hierarchies"].items()
            if one.get("made")})
        for name, column in self.made.job["columns"].items():
            made = plan["hierarchies"].get(name, {}).get("made")
            spec = check_release.rule_of(column | ({"hierarchy": made} if made and not column.get("hierarchy") else {}),
                                           self.made.job["release"])
            if spec:
                self.full[name] = check_release.build(name, spec, {*table.columns[name]}, table, str(self.folder))
        return table

    def recoding(self, qids):
        """Regions of tuples with their levels, and by its labels each class with its records and whether they stay."""
        judge, columns = Alone(self), self.made.job["columns"]
        of_record, self.levels_of = [*zip(*(self.table.columns[name] for name in qids))], {}
        number = {values: at for at, values in enumerate(sorted({*of_record}))}
        allowed = [(columns[name].get("min_level", 0), columns[name].get("max_level", self.full[name].height)) for name in qids]
        low = [self.random.randint(*bounds) for bounds in allowed]
        high = [self.random.randint(level, most) for level, (_, most) in zip(low, allowed)]
        labels = lambda values, levels: tuple(self.full[name].rows[value][level] for name, value, level in zip(qids, values, levels))
        apart = {}
        regions, classes = defaultdict(set), defaultdict(list)
        for record, values in enumerate(of_record):
            coarse = labels(values, high)
            levels = low if apart.setdefault(coarse, self.random.random() < 0.5) else high
            regions[labels(values, levels), tuple(levels)].add(number[values])
            classes[labels(values, levels)].append(record)
            self.levels_of[record] = levels
        # Classes are numbered by their first tuple.
        classes = dict(sorted(classes.items(), key=lambda one: min(number[of_record[record]] for record in one[1])))
        stays = {key: (rows, judge.holds(rows)) for key, rows in classes.items()}
        kept = sum(len(rows) for rows, holds in stays.values() if holds)
        if not kept or self.table.rows - kept > judge.limit:
            return None
        return [{"levels": [*levels], "parts": [{"tuple": at} for at in sorted(of)]} for (_, levels), of in regions.items()], stays

    def precision(self, qids):
        """The mean of level by height, over published records."""
        kept = [record for rows, stays in self.classes.values() if stays for record in rows]
        weights = [self.made.job["columns"][name].get("weight", 1.0) for name in qids]
        of_column = lambda at, name: sum(self.levels_of[record][at] for record in kept) / len(kept) / max(1, self.full[name].height)
        return sum(weight * of_column(at, name) for at, (name, weight) in enumerate(zip(qids, weights))) / sum(weights)

    # ---- How it is judged

    def check_local(self):
        """Classes of the release are those of the plan, whatever their labels are called; models hold of them."""
        self.report_path = self.folder / f"{self.output}.report.json"
        self.report = json.loads(self.report_path.read_text())
        text = self.as_text()
        if text is None:
            return
        job, ending = self.stated_job(), lambda path: path.removesuffix(".gz")[-4:]
        delimiter = self.delimiter if ending(text) == ending(self.made.inputs(self.made.rows)[0][0]) else None
        release, _ = check_release.read_table([text], job["csv"] | {
            "delimiter": delimiter, "fixed_width": job["release"].get("fixed_width"), "header": False, "escaped": job["release"].get("escape_formulas")})
        release = check_release.with_labels(release, job["columns"])
        for name in {*release.names} & {*self.table.names}:  # what is missing is NA in one format, nothing in another
            missing, release.missing[name] = release.missing[name], self.table.missing[name]
            release.columns[name] = [release.missing[name] if cell == missing else cell for cell in release.columns[name]]
        qids = check_release.with_role(job, self.table, "quasi-identifier")
        aggregated = {name for name, column in job["columns"].items() if check_release.is_aggregated(column)}
        limited = {name for name, column in job["columns"].items() if check_release.is_at_quantiles(column)}
        others = [name for name in release.names if name not in {*qids, *aggregated, *limited}]
        stars = self.table.rows - sum(len(rows) for rows, stays in self.classes.values() if stays)
        stars = stars if job["suppression"]["as"] == "star" else 0
        rows = range(release.rows)
        starred = [row for row, cells in zip(rows, release.cells(release.names, rows)) if {*cells} == {"*"}][:stars]
        rows = sorted({*rows} - {*starred})
        found = defaultdict(list)
        for row in rows:
            found[tuple(release.columns[name][row] for name in qids)].append(row)
        shown = lambda table, rows: tuple(sorted(zip(*([table.columns[name][row] for row in rows] for name in others)))) if others else len(rows)
        values = lambda name, rows: [self.table.columns[name][row] for row in rows if self.table.columns[name][row] != self.table.missing[name]]
        form = lambda name: job["columns"][name]["publish"]
        one = lambda name, rows: check_release.aggregate(form(name), values(name, rows), self.table.missing[name])
        nothing = lambda name, cell: "" if cell == self.table.missing[name] else cell  # however it is written
        told = lambda name, cells: frozenset(check_release.as_told(form(name), nothing(name, cell)) for cell in cells)
        expected = Counter((shown(self.table, rows), *(told(name, [one(name, rows)]) for name in aggregated))
                           for rows, stays in self.classes.values() if stays)
        if Counter((shown(release, rows), *(told(name, [release.columns[name][row] for row in rows]) for name in aggregated))
                   for rows in found.values()) != expected:
            self.findings.add("classes of a local recoding", f"{len(found)} classes, planned {expected.total()}")
            return
        solution = self.report["solution"]
        if (solution["classes"], solution["rows_kept"], len(starred)) != (len(found), len(rows), stars):
            self.findings.add("report of a local recoding", solution)
        for name in aggregated & {*release.columns}:  # models are about the values behind, and are not measured here
            release.columns[name] = [self.table.columns[name][0]] * release.rows
        facts = check_release.Privacy(job, self.table, release, self.full, None, own_k=True).judge(rows)  # the classes were made so
        for fact, said in zip(facts, self.report["privacy"]):
            if (aggregated | limited) & {*(fact["column"] or "").split(" x ")}:  # it is about the values behind
                continue
            same = not fact["measured"] and fact["model"] not in (*check_release.AGAINST_THE_WHOLE, "c-mixture")
            wrong = same and list(check_release.compare(fact["achieved"], said["achieved"]))[0][0] != "proved"
            if not fact["satisfied"] or wrong or not said["satisfied"]:
                self.findings.add("privacy of a local recoding", f"{fact} {said}")
        try:
            verdicts, expected, facts = self.examine(self.folder, text, self.report)
        except check_release.Refused as refused:
            if "names no hierarchy" not in str(refused):
                self.findings.add("checker refuses a local recoding", refused)
            return self.count("local recodings that the checker refuses, as no hierarchy is named")
        if facts:
            expected = expected | {"job": check_release.NotShown("")}
            unlike = dict.fromkeys(("release", "page"), check_release.NotShown("")) if not text.endswith(self.output) else {}
            verdicts = [*verdicts, *check_release.compare(expected | unlike, self.report)]
        for _, what, detail in (one for one in verdicts if one[0] == "refuted"):
            self.findings.add("local recoding refuted by the checker", f"{what}: {detail}")
        self.count("local recodings measured")
        self.no_suppressed_value()
        self.verify_is_right()

    def suppressed(self):
        return [record for rows, stays in self.classes.values() if not stays for record in rows]

    def decided_first(self):
        """This was."""

    def is_optimal(self):
        """Nobody says so."""


class Alone(Tiny):
    """Whether classes of a table meet the models."""

    def __init__(self, run):
        self.job = check_release.with_defaults(copy.deepcopy(run.made.job))
        if run.made.providers:
            self.job["columns"] = self.job["columns"] | {"provider of it": {"role": "provider"}}
        self.table, self.full = run.table, run.full
        self.qids = check_release.with_role(self.job, self.table, "quasi-identifier")
        self.judge_by(self.job)


def judge(run):
    """A local recoding of every sixth table that has a release."""
    own = random.Random(f"{run.name}/local")
    if getattr(run, "report", None) and own.random() < 0.2 and not run.has_lists():
        ByHand(run, own).judge()
