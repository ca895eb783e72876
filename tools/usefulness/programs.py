"""The programs that are compared: each makes a release of the same table with the same roles and hierarchies, and k."""

import csv
import dataclasses
import os
import pathlib
import re
import resource
import subprocess
import sys
import tomllib

import pandas

import toml_text
from newcomer import count_records, dangers, decide, leave_out
from usefulness import mondrian
from usefulness.labels import STAR, Column, members_of

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 0.05  # of records that may be suppressed, as in the job that `incog init` writes
SECONDS = 40  # of processor time for a release of another program


class NoRelease(Exception):
    """A program ended without a release; the text says why."""


@dataclasses.dataclass
class Task:
    """What each program gets."""

    folder: pathlib.Path
    original: pandas.DataFrame
    quasi_identifiers: list
    diversity: dict  # of sensitive columns the smallest number of different values in a class
    hierarchies: dict  # of each quasi-identifier a list of rows: the value, then its labels from the finest to "*"
    columns: dict  # of each column what its values are
    k: int


def run(command, seconds, environment=None):
    """Runs a command, which has no release if it fails or needs more processor time."""

    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, env=environment and {**os.environ, **environment},
                          preexec_fn=limited)
    if done.returncode < 0:
        raise NoRelease(f"no release after {seconds} s of processor time")
    if done.returncode:
        raise NoRelease(f"exit {done.returncode}: {(done.stderr or done.stdout).strip()[:200]}")


def read(path, delimiter=","):
    return pandas.read_csv(path, sep=delimiter, dtype=str, keep_default_na=False)


def incog(program, original, folder, k):
    """The release of incog with the job of `incog init`, and the job.

    Undecided columns become quasi-identifiers. A column that the gate calls a danger is left out, for all programs."""
    original.to_csv(folder / "table.csv", index=False)
    job, release = folder / "job.toml", folder / "release.csv"
    run([program, "init", folder / "table.csv", "-o", job, "--force", "--header"], 60)
    decide(job)
    job.write_text(re.sub("(?m)^k-anonymity = 5", f"k-anonymity = {k}", job.read_text(encoding="utf-8")), encoding="utf-8")
    left_out = []
    while True:
        done = subprocess.run([program, "anonymize", job, "-o", release, "--force", "--accept-gap", "1"], capture_output=True, text=True)
        if done.returncode != 4:
            break
        if ": several rows" in done.stderr and count_records(job):
            continue
        names = list(tomllib.loads(job.read_text(encoding="utf-8"))["columns"])
        found = [name for name in dangers(done.stderr, names) if name not in left_out]
        if not found:
            raise NoRelease(f"the gate: {done.stderr.strip()[-300:]}")
        for name in found:
            leave_out(job, name)
        left_out += found
    if done.returncode not in (0, 5):
        raise NoRelease(f"exit {done.returncode}: {done.stderr.strip()[-300:]}")
    return read(release), tomllib.loads(job.read_text(encoding="utf-8")), left_out


def task_of(job, program, original, folder, k):
    """The roles of the job for the other programs, with the hierarchies that it names or leaves to the default."""
    roles = {name: column["role"] for name, column in job["columns"].items()}
    published = original[[name for name in original if roles[name] not in ("identifier", "person", "household", "provider")]]
    names = [name for name in published if roles[name] == "quasi-identifier"]
    hierarchies = {}
    for at, name in enumerate(names):
        how = job["columns"][name].get("hierarchy")
        command = [program, "hierarchy", "build", folder / "table.csv", name, "-o", folder / f"{at}.built.csv", "--force"]
        run(command + (["--how", toml_text.value(how)] if how else []), 60)
        hierarchies[name] = complete(read_hierarchy(folder / f"{at}.built.csv"), published[name])
    asked = job["privacy"].get("l-diversity", [])
    asked = asked if isinstance(asked, list) else [asked]
    sensitive = [name for name in published if roles[name] == "sensitive"]
    diversity = {name: one["l"] for one in asked for name in ([one["column"]] if "column" in one else sensitive)}
    return Task(folder, published, names, diversity, hierarchies, {name: Column(published[name]) for name in published}, k)


def read_hierarchy(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        first = file.readline()
        file.seek(0)
        rows = [row for row in csv.reader(file, delimiter=max(",;\t", key=first.count)) if row]
    return rows if rows[0][-1] == STAR else rows[1:]


def complete(rows, texts):
    """A hierarchy with a row for each value of the column, a missing value's labels being itself and then "*"."""
    known = {row[0] for row in rows}
    levels = len(rows[0])
    return rows + [[value] * (levels - 1) + [STAR] for value in sorted({*texts} - known)]


def write_hierarchies(task):
    for at, name in enumerate(task.quasi_identifiers):
        with open(task.folder / f"hierarchy_{at}.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file, delimiter=";", lineterminator="\n").writerows(task.hierarchies[name])


def members(task):
    return {name: members_of(rows, task.columns[name]) for name, rows in task.hierarchies.items()}


def arx(classpath, task, limit):
    """ARX with its default quality model, search and weights; `limit` is 0 by its default."""
    write_hierarchies(task)
    task.original.to_csv(task.folder / "arx.csv", sep=";", index=False)
    roles = [f"{name}=hierarchy_{at}.csv" for at, name in enumerate(task.quasi_identifiers)]
    roles += [f"{name}={l}" for name, l in task.diversity.items()]
    release = task.folder / "arx.release.csv"
    release.unlink(missing_ok=True)
    run(["java", "-Xmx3g", "-cp", classpath, "ArxDefaults", task.folder / "arx.csv", release, task.k, limit, task.folder, *roles], SECONDS)
    return read(release, ";"), members(task)


def sdcmicro(library, task):
    """Local suppression of sdcMicro with its defaults; it has no l-diversity."""
    (task.folder / "keys.txt").write_text("\n".join(task.quasi_identifiers), encoding="utf-8")
    task.original.to_csv(task.folder / "sdc.csv", index=False)
    release = task.folder / "sdc.release.csv"
    release.unlink(missing_ok=True)
    run(["Rscript", HERE / "sdcmicro.R", task.folder / "sdc.csv", task.folder / "keys.txt", release, task.k], SECONDS,
        {"R_LIBS": library} if library else None)
    return read(release), {}


def anjana(task):
    """anjana's k-anonymity; it has no default limit, so it gets that of incog's job."""
    write_hierarchies(task)
    (task.folder / "keys.txt").write_text("\n".join(task.quasi_identifiers), encoding="utf-8")
    task.original.to_csv(task.folder / "anjana.csv", index=False)
    release = task.folder / "anjana.release.csv"
    release.unlink(missing_ok=True)
    run([sys.executable, HERE / "anjana_defaults.py", task.folder, release, task.k, LIMIT * 100], SECONDS)
    return read(release), members(task)


def strict_mondrian(task):
    return mondrian.release(task.original, task.columns, task.hierarchies, task.k, task.diversity)
