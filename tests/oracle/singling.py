#!/usr/bin/env python3
"""Reports from which a finding about columns that single people out is taken, or in which one is made milder:

    python3 tests/oracle/singling.py --incog target/debug/incog [--jobs 60] [--seed 1]

Random tables, also with German dates and decimal commas, are published; somebody answers for each danger. tools/check_release.py must not refute
the honest report, and must refute each report that keeps silent about a finding or tells less of it, unless it lists that very finding as
not shown. In contrast to the mutations of run.py the checker reads the changed report, so that what it expects follows from nothing that was forged."""
import argparse, copy, json, multiprocessing, os, random, subprocess, sys, tempfile
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "tools"), str(Path(__file__).resolve().parent)]
import check_release
import mutations
import toml_text
from one_job import dangers
from random_jobs import csv_text


def german(number):
    return f"{number:.2f}".replace(".", ",")


def german_day(rng):
    return f"{date(2023, 1, 1) + timedelta(rng.randrange(700)):%d.%m.%Y}"


# Each column by its name: what its cells are, the roles it may have, and what may be published of it.
COLUMNS = {
    "Kosten": (lambda rng: german(rng.uniform(5, 900)), ["sensitive", "insensitive"], []),
    "Aufnahme": (german_day, ["insensitive", "sensitive"], [{"first_of": "month"}]),
    "visit": (lambda rng: str(date(2023, 1, 1) + timedelta(rng.randrange(60))), ["insensitive"],
              [{"shift_days": "people.key"}, {"first_of": "month"}]),
    "left": (lambda rng: str(date(2023, 3, 1) + timedelta(rng.randrange(90))), ["insensitive"], [{"shift_days": "people.key"}]),
    "income": (lambda rng: str(rng.randrange(900, 90000)), ["insensitive", "sensitive"], [{"noise": 20}, {"noise": 2000}, {"round": 1000}]),
    "rent": (lambda rng: str(rng.randrange(100, 2500)), ["insensitive"], [{"noise": 5}, {"noise": 0.02, "kind": "multiplicative"}]),
    "height": (lambda rng: str(rng.randrange(150, 200)), ["insensitive"], [{"noise": 2}, {"round": 5, "random": True}]),
    "ward": (lambda rng: rng.choice("ABCDEFG"), ["insensitive"], [{"pram": 0.8, "values": [*"ABCDEFG"]}]),
    "hobby": (lambda rng: f"hobby {min(rng.randrange(40), rng.randrange(40))}", ["insensitive"],
              [{"pram": 0.7, "values": [f"hobby {one}" for one in range(40)]}]),
    "case": (lambda rng: f"F-{rng.randrange(400)}", ["insensitive", "sensitive"], []),
    "visits": (lambda rng: str(min(rng.randrange(1, 30), rng.randrange(1, 30))), ["insensitive"], []),
    "answer": (lambda rng: rng.choice(["yes", "no", "perhaps", "-"]), ["insensitive"], []),
    "lab": (lambda rng: rng.choice(["", "", "", "", "", "", "", "", "", "", "", "", german(rng.uniform(1, 9))]), ["insensitive"], []),
    "blood": (lambda rng: rng.choice(["0"] * 14 + [str(rng.randrange(1, 90))]), ["insensitive"], []),
    "payout": (lambda rng: str(rng.choice([10, 20, 30, 40]) * (1 if rng.randrange(120) else rng.randrange(90))), ["insensitive", "sensitive"],
               [{"round": "auto"}, {"noise": 5}]),
    "remark": (lambda rng: rng.choice(["none", ""] * 20 + ["Diseases of the respiratory system"] * 4 + [f"was seen by mayor {rng.randrange(90)} today"]),
               ["insensitive", "sensitive"], []),
    "balance": (lambda rng: "", ["insensitive", "sensitive"], []),  # made of the person
    "village": (lambda rng: "", ["insensitive", "sensitive"], []),
    "icd": (lambda rng: f"{rng.choice('ABEIJ')}{rng.randrange(10, 60)}", ["sensitive", "insensitive"], []),
}


def made(rng):
    """A table, a job for it, and a key."""
    rows = rng.choice([8, 15, 19, 20, 40, 90, 99, 120, 150, 400, 400, 2300])
    names = [name for name in COLUMNS if rng.random() < (0.3 if rows > 1000 else 0.4)]
    people = rng.random() < 0.5
    most = rng.choice([rows, rows // 3 + 1])
    cells = {"person": [f"person {rng.randrange(most) if people else row}" for row in range(rows)],
             "age": [str(rng.randrange(20, 60)) for _ in range(rows)], "sex": [rng.choice("mw") for _ in range(rows)]}
    if rng.random() < 0.3:  # columns that are empty for nearly everybody
        names += [f"lab {n}" for n in range(rng.randrange(3, 9))]
    cells |= {name: [COLUMNS[name.split()[0]][0](rng) for _ in range(rows)] for name in names}
    for name in [name for name in names if name in ("balance", "village")]:  # the same in all rows of a person, and in those of some others
        least, corrected = rng.choice([3, rows // 40, rows // 9, rows, 10 * rows]) + 1, rng.choice([0, 0.04])
        cells[name] = [str((rng if rng.random() < corrected else random.Random(person + name)).randrange(least)) for person in cells["person"]]
    columns = {"person": {"role": "person" if people else "identifier"},
               "age": {"role": "quasi-identifier", "hierarchy": {"intervals": [10, 20]}},
               "sex": {"role": "quasi-identifier", "hierarchy": {"flat": True}}}
    for name in names:
        _, roles, published = COLUMNS[name.split()[0]]
        columns[name] = {"role": rng.choice(roles)} | ({"publish": rng.choice(published)} if published and rng.random() < 0.5 else {})
        chance = {"shift_days", "noise", "pram", "random"} & {*columns[name].get("publish", {})}
        if chance and not people:
            del columns[name]["publish"]
        elif chance:
            columns[name]["role"] = "insensitive"
    if rng.random() < 0.4 and any("publish" in column for column in columns.values()) and people:
        columns["person"]["publish"] = {"pseudonym": "people.key", "purpose": "a test"}
    kind = {"recoding": {"kind": "local"}} if rng.random() < 0.2 else {}
    lasting = [name for name in ("balance", "village") if columns.get(name, {}).get("role") == "sensitive"]
    diverse = {"l-diversity": {"l": rng.choice([2, 3]), "column": lasting[0]}} if lasting and rng.random() < 0.6 else {}
    job = {"input": "table.csv", "output": "release.csv", "columns": columns, "privacy": {"k-anonymity": rng.choice([2, 3, 5])} | diverse,
           "suppression": {"limit": 0.5}, "release": {"secret": "secret.key"}} | kind
    delimiter = ";" if any("," in cell for of in cells.values() for cell in of) else ","
    if rng.random() < 0.3 and delimiter == ";":
        job["csv"] = {"decimal": ","}
    return csv_text([*cells], [list(row) for row in zip(*cells.values())], delimiter), job


def publish(incog, folder, job):
    """The outcome of a job, of which somebody answers for each danger."""
    for _ in range(4):
        (folder / "job.toml").write_text(toml_text.text(job))
        done = subprocess.run([incog, "anonymize", "job.toml", "--threads", "1"], cwd=folder, capture_output=True, text=True, timeout=600)
        if done.returncode != 4:
            break
        job["waivers"] = job.get("waivers", {}) | {key: "made up" for key in dangers(done.stderr)}
    return done


def verdicts(folder, job, report):
    """What the checker says of a report."""
    told = check_release.with_withheld(check_release.with_defaults(copy.deepcopy(report["job"])), job)
    key = folder / "people.key"
    found, expected, facts = check_release.examine([str(folder / "table.csv")], str(folder / "release.csv"), told, str(folder), report, {}, key,
                                                   draw=(folder / "secret.key").read_bytes())
    return [*found, *check_release.compare(expected | {"job": check_release.NotShown("")}, report)] if facts else found


def forged(rng, report):
    """Changed copies of a report: what was changed, the place of it, and the finding that it is about."""
    all_ = report.get("singled_out", [])
    for place, one in enumerate(all_):
        at = f"singled_out[{place}]"
        def changed(change):
            other = copy.deepcopy(report)
            change(other)
            return other
        def drop(other):
            del other["singled_out"][place]
            if not other["singled_out"]:
                del other["singled_out"]
        yield "dropped", at, one, changed(drop)
        for key, value in one.items():
            if key == "columns":
                other_value = [*value[:-1], "another"] if value else ["another"]
            elif key == "severity":
                other_value = {"danger": "warning", "warning": "note", "note": "warning"}[value]
            elif key == "by":
                other_value = "recognized" if value != "recognized" else "alone"
            elif key == "knowable":
                other_value = "category" if value != "category" else "amount"
            else:
                other_value = not value if isinstance(value, bool) else max(0, value - rng.choice([1, 1, 5])) if value else value + 1
            yield key, f"{at}.{key}", one, changed(lambda other: other["singled_out"][place].update({key: other_value}))
    if all_:
        other = copy.deepcopy(report)
        del other["singled_out"]
        yield "all dropped", "singled_out", all_[0], other


def is_named(unseen, at, one, what):
    """Whether what is not shown names the leaf, or the finding that is missing."""
    of_finding = f"singles people out: {' + '.join(one['columns'])}: {one['by']}"
    return mutations.names_leaf(unseen, at) or "columns that single people out" in unseen or what.endswith("dropped") and of_finding in unseen


MOST = 10  # changed reports of each job: each is a whole check, of seconds where a table has thousands of rows


def judge(task):
    """What is counted of one job, and what is wrong."""
    incog, seed, number = task
    rng, counts, wrong = random.Random(f"singling/{seed}/{number}"), Counter(), []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text, job = made(rng)
        (folder / "table.csv").write_text(text)
        for key in ("people.key", "secret.key"):
            (folder / key).write_text(f"{rng.getrandbits(256):064x}\n")
            (folder / key).chmod(0o600)
        done = publish(incog, folder, job)
        counts[f"exit {done.returncode}"] += 1
        if done.returncode:
            counts[f"refused: {done.stderr.strip().splitlines()[-1][:90]}"] += done.returncode not in (3, 5)
            return counts, wrong
        report = json.loads((folder / "release.csv.report.json").read_text())
        for verdict, what, detail in verdicts(folder, job, report):
            if verdict == "refuted":
                wrong.append(f"job {number}: an honest report is refuted: {what}: {detail}")
            counts["findings not shown"] += verdict == "not shown" and what.startswith("singles")
        counts.update(f"honest findings, {one['by']}, {one['severity']}" for one in report.get("singled_out", []))
        changed = [change for change in forged(rng, report) if change[0] in ("dropped", "all dropped", "records") or rng.random() >= 0.7]
        for what, at, one, other in rng.sample(changed, min(len(changed), MOST)):
            found = verdicts(folder, job, other)
            unseen = [claim for verdict, claim, _ in found if verdict == "not shown"]
            if any(verdict == "refuted" for verdict, *_ in found):
                counts["forged reports refuted"] += 1
            elif is_named(unseen, at, one, what):
                counts["forged reports, the finding is not shown"] += 1
            else:
                wrong.append(f"job {number}: {what} of {one} passes the checker")
    return counts, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", required=True, type=os.path.abspath)
    parser.add_argument("--jobs", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    asked, counts, wrong = parser.parse_args(), Counter(), []
    tasks = [(asked.incog, asked.seed, number) for number in range(asked.first, asked.first + asked.jobs)]
    with multiprocessing.Pool() as pool:
        for of_job, wrong_of_job in pool.imap(judge, tasks):
            counts.update(of_job)
            wrong += wrong_of_job
    print(*wrong[:20], *(f"{count:6} {what}" for what, count in sorted(counts.items())), f"{len(wrong)} wrong", sep="\n")
    return 1 if wrong or not counts["forged reports refuted"] else 0


if __name__ == "__main__":
    sys.exit(main())
