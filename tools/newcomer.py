#!/usr/bin/env python3
"""A newcomer's run over every table of ../shared/data: `incog init`, decide what is undecided, `incog anonymize`.

    python3 tools/newcomer.py --incog target/release/incog --data ../shared/data
    python3 tools/newcomer.py --incog target/debug/incog --data ../shared/data --small --seconds 2

A run is good when no column that the table's README calls an identifier is published, and no quasi-identifier is `*` in every record unless
the first lines say so. What is undecided becomes a quasi-identifier, the cautious answer; what the gate of `anonymize` calls a danger is left out of
the release, as its message asks, up to twenty times. Ends with 1 when a run is not good; tables that are not there are named and skipped.
With --small, only those of at most 5,000 records and few columns, as `.ci/run` has it.
"""

import argparse
import csv
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

# Identifiers by the README of the data; all others are none.
TABLES = {
    "adult/adult_30162.csv": [],
    "adult/adult_48842.csv.gz": [],
    "sparcs/sparcs2024_heart_failure.csv.gz": [],
    "sparcs/sparcs2020_musculoskeletal.csv.gz": [],
    "sparcs/sparcs2020_elective_sample200k.csv.gz": [],
    "irish_census/irishcensus20m.csv.gz": ["FullName"],
    "irish_census/irishcensus5m.csv": ["FullName"],
    "sdcmicro/testdata.csv": ["ori_hid"],
    "sdcmicro/testdata2.csv": ["ori_hid"],
    "sdcmicro/free1.csv": [],
    "sdcmicro/CASCrefmicrodata.csv": [],
    "sdcmicro/EIA.csv": [],
    "sdcmicro/Tarragona.csv": [],
    "sdcmicro/francdat.csv": [],
    "sdcmicro/microData.csv": [],
    "sdcmicro/casc1.csv": [],
    "german_credit/german.data": [],
    "bank_marketing/bank-additional-full.csv.gz": [],
    "bank_marketing/bank-additional.csv": [],
    "diabetes130/diabetic_data.csv.gz": ["encounter_id", "patient_nbr"],
    "creditcard/creditcard.csv.gz": ["ID"],
    "cargo2000/c2k_data_comma_restored98.csv": [],
}

# Done in a minute or two together.
SMALL = [
    "irish_census/irishcensus5m.csv",
    "sdcmicro/testdata.csv",
    "sdcmicro/testdata2.csv",
    "sdcmicro/free1.csv",
    "sdcmicro/CASCrefmicrodata.csv",
    "sdcmicro/Tarragona.csv",
    "sdcmicro/francdat.csv",
    "sdcmicro/microData.csv",
    "sdcmicro/casc1.csv",
    "german_credit/german.data",
    "bank_marketing/bank-additional.csv",
]


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True)


def decide(job):
    """What is undecided becomes a quasi-identifier."""
    text = job.read_text(encoding="utf-8")
    job.write_text(re.sub(r'(?m)^role = "undecided"', 'role = "quasi-identifier"', text), encoding="utf-8")
    return len(re.findall(r'(?m)^role = "undecided"', text))


def leave_out(job, column):
    """Makes a column an identifier, which is not published."""
    text = job.read_text(encoding="utf-8")
    head = f"[columns.{json.dumps(column, ensure_ascii=False)}]"
    before, found, after = text.partition(head)
    if not found:
        return False
    section, *rest = after.split("\n[", 1)
    kept = [line for line in section.split("\n") if not line.startswith(("role", "hierarchy", "publish"))]
    rest = "\n[" + rest[0] if rest else ""
    # With its tree, if it has one.
    tree = f"\n[columns.{json.dumps(column, ensure_ascii=False)}.hierarchy.tree]"
    if rest.startswith(tree):
        rest = rest[len(tree) :]
        rest = "\n[" + rest.split("\n[", 1)[1] if "\n[" in rest else ""
    text = before + head + '\nrole = "identifier"' + "\n".join(kept) + rest
    job.write_text(without_diversity_of(text, column), encoding="utf-8")
    return True


def without_diversity_of(text, column):
    """The job without l-diversity of a column that is no longer published."""
    one = re.escape(f"column = {json.dumps(column, ensure_ascii=False)} }}")
    text = re.sub(r"(?m)^(l-diversity = \[.*?)(, )?\{[^{}]*" + one + r"(, )?", lambda found: found[1] + (found[2] and found[3] or ""), text)
    return re.sub(r"(?m)^l-diversity = \[\]", "# l-diversity = []", text)


def count_records(job):
    """Writes down that records are counted, as where namesakes share a name; whether that was new."""
    text = job.read_text(encoding="utf-8")
    if re.search("(?m)^unit = ", text):
        return False
    job.write_text(re.sub(r"(?m)^\[privacy\].*$", '[privacy]\nunit = "record"', text), encoding="utf-8")
    return True


def dangers(message, columns):
    """The columns that the message of the gate names first in each finding; of those that it names together, those that are in most
    findings, until one of each is left out."""
    findings = [match.group(1) for match in re.finditer(r'(?m)^\s*[-*]?\s*"([^":]+): ', message)]
    found = [name for name in findings if name in columns]
    together = [[name for name in finding.split(" + ") if name in columns] for finding in findings if finding not in columns]
    together = [names for names in together if names and not {*names} & {*found}]
    while together:
        most = max(together[0], key=lambda name: sum(name in names for names in together))
        found.append(most)
        together = [names for names in together if most not in names]
    return found


def check(incog, table, identifiers, folder, seconds):
    job = folder / "job.toml"
    header = "--no-header" if table.name == "german.csv" else "--header"
    made = run(incog, "init", table, "-o", job, "--force", header)
    if made.returncode:
        return f"init ended with {made.returncode}: {made.stderr.strip()[-200:]}"
    undecided = decide(job)
    text = job.read_text(encoding="utf-8")
    if '"quasi-identifier"' not in text:  # figures of companies, all of them money: somebody knows them all
        text = re.sub(r'(?m)^role = "sensitive"', 'role = "quasi-identifier"', text)
        text = re.sub(r"(?m)^publish = .*\n", "", text)
        job.write_text(re.sub("(?m)^l-diversity", "# l-diversity", text), encoding="utf-8")
    left_out = []
    for _ in range(20):
        release = folder / ("release" + "".join(suffix for suffix in table.suffixes if suffix != ".data") )
        if release.suffix == "":
            release = folder / "release.csv"
        done = run(incog, "anonymize", job, "-o", release, "--force", "--accept-gap", "1", "--max-seconds", seconds)
        if done.returncode != 4:
            break
        if ": several rows" in done.stderr and count_records(job):
            continue
        columns = list(tomllib.loads(job.read_text(encoding="utf-8"))["columns"])
        found = list(dict.fromkeys(column for column in dangers(done.stderr, columns) if column not in left_out))
        if not found:
            return f"refused: {done.stderr.strip()[-400:]}"
        for column in found:
            leave_out(job, column)
        left_out += found
    if done.returncode not in (0, 5) or not release.exists():
        return f"anonymize ended with {done.returncode}: {done.stderr.strip()[-300:]}"
    opened = gzip.open(release, "rt", encoding="utf-8") if release.suffix == ".gz" else open(release, encoding="utf-8")
    with opened as file:
        dialect = csv.Sniffer().sniff(file.readline())
        file.seek(0)
        rows = csv.DictReader(file, delimiter=dialect.delimiter)
        starred = {name: True for name in rows.fieldnames}
        count = 0
        for row in rows:
            count += 1
            starred = {name: so_far and row[name] == "*" for name, so_far in starred.items()}
    published = [name for name in identifiers if name in starred]
    silent = [name for name, is_starred in starred.items() if is_starred and count and f'"{name}" is "*"' not in done.stderr]
    said = [name for name, is_starred in starred.items() if is_starred and name not in silent]
    release.unlink()
    if published:
        return f"identifiers published: {published}"
    if silent:
        return f"wholly * and not said: {silent}"
    print(
        f"good: {table.name}: {count} records; {undecided} decided; left out for the gate: {left_out or 'none'}; "
        f"{len(starred)} columns, of them wholly * and said: {said or 'none'}",
        flush=True,
    )
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", type=pathlib.Path, default="target/release/incog")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path("../shared/data"))
    parser.add_argument("--seconds", default="20", help="limit of each search")
    parser.add_argument("--only", help="tables whose path contains this")
    parser.add_argument("--small", action="store_true", help="only small tables")
    arguments = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, identifiers in TABLES.items():
            table = arguments.data / name
            if arguments.only and arguments.only not in name or arguments.small and name not in SMALL:
                continue
            if not table.exists():
                print(f"skipped: no {table}")
                continue
            table = table.resolve()
            if name == "german_credit/german.data":  # its spaces as commas
                spaced, table = table, pathlib.Path(folder) / "german.csv"
                table.write_text(spaced.read_text().replace(" ", ","))
            wrong = check(arguments.incog, table, identifiers, pathlib.Path(folder), arguments.seconds)
            if wrong:
                bad += 1
                print(f"BAD: {name}: {wrong}", flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
