#!/usr/bin/env python3
"""Reports of tables in which each part is changed, and releases whose dangers nobody answers for:

    python3 tests/oracle/forged_tables.py --incog target/debug/incog [--jobs 12] [--changes 60] [--seed 1]

tools/check_release.py must refute each changed report, list the very part as not shown, or refuse it with one message. The checker reads the
changed report, public or internal, with and without the job file. Then tables are published in which columns give back, undo or repeat
others; a report from which the waiver is taken must be refuted, and the report with it must not."""
import argparse, json, multiprocessing, os, random, subprocess, sys, tempfile
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "tools"), str(Path(__file__).resolve().parent)]
import check_release
import mutations
import toml_text
from changed_parts import changes
from one_job import Run, dangers
from random_jobs import csv_text


def said(arguments):
    """The verdicts of the checker on files, or the message with which it refuses them."""
    try:
        return check_release.verdicts_of(check_release.arguments(arguments)), None
    except (check_release.Refused, OSError) as refused:
        return [], str(refused)


def name_of(path):
    return "".join(f"[{key}]" if isinstance(key, int) or key.isdigit() else f".{key}" for key in path).removeprefix(".")


def judged(arguments, at):
    """What the checker says of a changed report: refuted, refused, not shown, or that it passes."""
    try:
        found, refused = said(arguments)
    except check_release.MALFORMED as error:
        return f"fails with {type(error).__name__}"
    unseen = [what for verdict, what, _ in found if verdict == "not shown"]
    if refused or any(verdict == "refuted" for verdict, *_ in found):
        return "refused" if refused else "refuted"
    return "not shown" if mutations.names_leaf(unseen, name_of(at)) else "passes"


def forged(rng, arguments, report_path, most):
    """Changed copies of a report, with what the checker says of each."""
    honest = report_path.read_text(encoding="utf-8")
    try:
        every = [*changes(json.loads(honest))]
        for at, what, make in rng.sample(every, min(most, len(every))):
            report_path.write_text(json.dumps(make()), encoding="utf-8")
            yield at, what, judged(arguments, at)
    finally:
        report_path.write_text(honest, encoding="utf-8")


def random_release(seed, number, incog, folder):
    """A random job of plain text that was published; the arguments of the checker, but for the report."""
    run = Run(seed, number, incog, folder)
    if run.output not in ("release.csv", "release.tsv", "release.csv.gz") or run.has_lists() or len(run.made.inputs(run.made.rows)) > 1:
        return None
    run.drawing = lambda: ("--internal", "--force", *Run.drawing(run))
    run.write(run.folder, run.made.rows)
    done = run.publish(run.folder)
    done = run.answer_for(done) if done.returncode == 4 else done
    if done.returncode:
        return None
    key = ["--key", str(folder / "people.key")] if "people.key" in run.made.files else []
    secret = run.made.job["release"].get("secret")
    draw = ["--secret", str(folder / secret)] if secret else ["--draw-key", str(folder / f"{run.output}.internal.json")]
    return run, [*(str(folder / path) for path, *_ in run.made.inputs(run.made.rows)), str(folder / run.output)], [*key, *draw]


# Tables in which columns tell others: the columns of a row, the job's columns, and the waiver that has to be there.

def day(rng):
    return date(2023, 1, 1) + timedelta(rng.randrange(300))


def qid(*intervals):
    return {"role": "quasi-identifier", "hierarchy": {"intervals": [*intervals]} if intervals else {"flat": True}}


RAW, NOISY = {"role": "insensitive"}, lambda size: {"role": "insensitive", "publish": {"noise": size}}
PRAM = lambda values: {"role": "insensitive", "publish": {"pram": 0.7, "values": values}}


def ward(rng):
    ward = rng.randrange(30)
    return {"ward": f"W{ward}", "hospital": f"H{ward // 5}"}


def stay(rng):
    first, days = day(rng), rng.randrange(40)
    return {"from": str(first), "to": str(first + timedelta(days)), "stay": str(days)}


def parts_of_pay(rng):
    base, bonus = rng.randrange(1000, 5000), rng.randrange(900)
    return {"base": str(base), "bonus": str(bonus), "pay": str(base + bonus)}


def body(rng):
    height, weight = rng.randrange(150, 200), rng.randrange(50, 120)
    return {"height": str(height), "weight": str(weight), "bmi": f"{weight / (height / 100) ** 2:.1f}"}


def born(rng):
    born = day(rng).replace(year=rng.randrange(1940, 2000), day=1)
    return {"born": str(born), "year": str(born.year)}


def address(rng):
    street, number = f"{rng.choice('ABCDEFGHIJKLMNOPQRST')}{rng.randrange(20)} street", str(rng.randrange(1, 99))
    return {"street": street, "number": number, "address": f"{street} {number}"}


def nearly(rng):
    ward = rng.randrange(20)
    return {"ward": f"W{ward}", "hospital": f"H{ward // 4 if rng.random() > 0.02 else rng.randrange(5)}"}


def gaps(rng):
    """One hospital in ten is missing."""
    ward = rng.randrange(30)
    return {"ward": f"W{ward}", "hospital": f"H{ward // 5}" if rng.random() > 0.1 else ""}


def crossed(rng):
    one, other = rng.randrange(6), rng.randrange(6)
    return {"one": f"a{one}", "other": f"b{other}", "group": f"g{(one + other) % 6}"}


def taxed(rng):
    income = rng.randrange(900, 9000)
    return {"income": str(income), "tax": str(income * 3 + 7)}


def two_years(rng):
    pay = rng.randrange(20_000, 90_000)
    return {"pay": str(pay), "salary": str(pay + 500)}


def recoded(rng):
    one = rng.randrange(5)
    return {"kind": f"k{one}", "name": f"name {one}"}


class Payments:
    """Three of each person, one after the other: what is there before one is what was there after the last."""
    def __init__(self):
        self.row = 0

    def __call__(self, rng):
        before = self.after if self.row % 3 else rng.randrange(1_000, 90_000)
        self.after, self.row = before + rng.randrange(10, 4_000), self.row + 1
        return {"person": f"p{(self.row - 1) // 3}", "before": str(before), "after": str(self.after)}


class Ways:
    """Three of each person: each begins where the last one ended, in one of few wards with one of few nurses."""
    def __init__(self):
        self.row = 0

    def __call__(self, rng):
        ward, nurse = (self.ward, self.nurse) if self.row % 3 else (rng.randrange(12), rng.randrange(12))
        self.ward, self.nurse, self.row = rng.randrange(12), rng.randrange(12), self.row + 1
        return {"person": f"p{(self.row - 1) // 3}", "from": f"ward {ward}", "to": f"ward {self.ward}", "first": f"nurse {nurse}", "last": f"nurse {self.nurse}"}


class Visits:
    """Four of each person, and the days since the last one, or since the first."""
    def __init__(self, since_the_first):
        self.row, self.since_the_first = 0, since_the_first

    def __call__(self, rng):
        is_first = self.row % 4 == 0
        day = date(2023, 1, 1) + timedelta(rng.randrange(60)) if is_first else self.day + timedelta(rng.randrange(1, 60))
        self.first = day if is_first else self.first
        since = day - self.first if self.since_the_first else day - (day if is_first else self.day)
        self.day, self.row = day, self.row + 1
        return {"person": f"p{(self.row - 1) // 4}", "day": str(day), "since": "" if is_first else str(since.days)}


def unnamed(rng):
    return {"x": str(rng.randrange(40)), "y": str(rng.randrange(40))}


TELLING = [
    (ward, {"ward": RAW, "hospital": qid()}, "ward: undoes hospital"),
    (ward, {"ward": qid(), "hospital": RAW}, "hospital: undoes ward"),
    (stay, {"from": RAW, "to": RAW, "stay": qid(5, 10)}, "from + to: gives back stay"),
    (parts_of_pay, {"base": RAW, "bonus": {"role": "sensitive"}, "pay": qid(1000, 2000)}, "base + bonus: gives back pay"),
    (body, {"height": RAW, "weight": RAW, "bmi": qid(5, 10)}, "height + weight: gives back bmi"),
    (born, {"born": RAW, "year": qid(10, 20)}, "born: gives back year"),
    (born, {"born": {"role": "sensitive"}, "year": qid(10, 20)}, "born: gives back year"),
    (address, {"street": RAW, "number": RAW, "address": qid()}, "number + street: gives back address"),
    (nearly, {"ward": RAW, "hospital": qid()}, "ward: gives back hospital"),
    (gaps, {"ward": RAW, "hospital": qid()}, "ward: undoes hospital"),
    (crossed, {"one": RAW, "other": RAW, "group": qid()}, "one + other: gives back group"),
    (taxed, {"income": {"role": "insensitive", "publish": {"round": 1000}}, "tax": RAW}, "tax: gives back income"),
    (two_years, {"pay": NOISY(2000), "salary": NOISY(2000)}, "pay + salary: perturbed twice"),
    (recoded, {"kind": PRAM([f"k{one}" for one in range(5)]), "name": PRAM([f"name {one}" for one in range(5)])}, "kind + name: perturbed twice"),
    (unnamed, {}, "x + y: unique together"),
    (Payments(), {"before": RAW, "after": RAW}, "before + after: linked rows"),
    (Payments(), {"before": {"role": "sensitive"}, "after": RAW}, "before + after: linked rows"),
    (Visits(False), {"day": {"role": "quasi-identifier", "hierarchy": {"date": ["month", "year"]}}, "since": {"role": "sensitive"}}, "since: linked rows"),
    (Visits(True), {"day": {"role": "quasi-identifier", "hierarchy": {"date": ["month", "year"]}}, "since": {"role": "sensitive"}}, "since: linked rows"),
    (Ways(), {name: RAW for name in ("from", "to", "first", "last")}, "from + to + first + last: linked rows"),
]


def telling(rng, make, columns, key, incog, folder):
    """What is wrong with the verdicts about a table in which columns tell others."""
    rows = [{"person": f"p{row}", "age": str(rng.randrange(20, 60)), **make(rng)} for row in range(rng.choice([400, 600, 900]))]
    names = [*rows[0]]
    (folder / "table.csv").write_text(csv_text(names, [[row[name] for name in names] for row in rows], ","), encoding="utf-8")
    (folder / "secret.key").write_text(f"{rng.getrandbits(256):064x}\n")
    (folder / "secret.key").chmod(0o600)
    job = {"input": "table.csv", "output": "release.csv", "columns": {"person": {"role": "person"}, "age": qid(10, 20), **columns},
           "privacy": {"k-anonymity": 3}, "suppression": {"limit": 0.9}, "release": {"secret": "secret.key"}, "waivers": {}}
    for _ in range(4):
        (folder / "job.toml").write_text(toml_text.text(job), encoding="utf-8")
        done = subprocess.run([incog, "anonymize", "job.toml", "--threads", "1"], cwd=folder, capture_output=True, text=True)
        if done.returncode != 4:
            break
        job["waivers"] |= {one: "made up" for one in dangers(done.stderr)}
    if done.returncode:
        return [f"{key}: exit {done.returncode}: {done.stderr[-200:]}"]
    if key not in job["waivers"]:
        return [f"{key}: the program does not stop, {sorted(job['waivers'])}"]
    path = folder / "release.csv.report.json"
    arguments = [str(folder / name) for name in ("table.csv", "release.csv", "release.csv.report.json")] + ["--secret", str(folder / "secret.key")]
    refuted = lambda: [what for verdict, what, _ in said(arguments)[0] if verdict == "refuted"] or [why for why in [said(arguments)[1]] if why]
    wrong = [f"{key}: an honest report is refuted: {refuted()}"] if refuted() else []
    report, about = json.loads(path.read_text()), key.split(": ")[1].split(" ")[-1]
    for one in [one for one in report["job"]["waivers"] if one == key or one.endswith((f"undoes {about}", f"gives back {about}"))]:
        del report["job"]["waivers"][one]
    path.write_text(json.dumps(report))
    return wrong if "columns that tell others" in refuted() else [*wrong, f"{key}: without the waiver only {refuted()} is refuted"]


def judge(task):
    """What is counted of one release, and what is wrong; none where the job has none."""
    incog, seed, number, changes = task
    rng, counts, wrong = random.Random(f"forged/{seed}/{number}"), Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        made = random_release(f"forged {seed}", number, incog, Path(folder))
        if not made:
            return None
        run, files, more = made
        for kind in ("report", "internal"):
            path = Path(folder) / f"{run.output}.{kind}.json"
            for job in (["--job", str(Path(folder) / "job.toml")], []):
                arguments = [*files, str(path), *job, *more]
                found, refused = said(arguments)
                wrong += [f"job {number}, {kind}: an honest report is refuted: {what}: {why}" for verdict, what, why in found if verdict == "refuted"]
                # A public report withholds lists of values: without the job there is no hierarchy to check labels by.
                lacks_the_job = refused and kind == "report" and not job and "withheld by the report; give --job" in refused
                wrong += [f"job {number}, {kind}: an honest report is refused: {refused}"] if refused and not lacks_the_job else []
                if refused:
                    continue
                for at, what, verdict in forged(rng, arguments, path, changes):
                    counts[verdict] += 1
                    if verdict not in ("refuted", "refused", "not shown"):
                        wrong.append(f"job {number}, {kind}{' with its job' if job else ''}: {name_of(at)}: {what}: {verdict}")
    return counts, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", required=True, type=os.path.abspath)
    parser.add_argument("--jobs", type=int, default=12)
    parser.add_argument("--changes", type=int, default=60, help="of each report")
    parser.add_argument("--seed", type=int, default=1)
    asked, counts, wrong = parser.parse_args(), Counter(), []
    for make, columns, key in TELLING:
        with tempfile.TemporaryDirectory() as folder:
            wrong += telling(random.Random(f"telling/{asked.seed}/{key}"), make, columns, key, asked.incog, Path(folder))
            counts["tables with columns that tell others"] += 1
    tasks = ((asked.incog, asked.seed, number, asked.changes) for number in range(1, 20 * asked.jobs))
    with multiprocessing.Pool() as pool:
        # In the order of their numbers, so that a seed always has the same releases.
        for made in pool.imap(judge, tasks):
            if made:
                counts.update(made[0])
                wrong += made[1]
                counts["releases"] += 1
            if counts["releases"] == asked.jobs:
                break
    print(*wrong[:40], *(f"{count:6} {what}" for what, count in sorted(counts.items())), f"{len(wrong)} wrong", sep="\n")
    return 1 if wrong or not counts["refuted"] or counts["releases"] < asked.jobs else 0


if __name__ == "__main__":
    sys.exit(main())
