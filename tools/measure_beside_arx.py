#!/usr/bin/env python3
"""Times whole runs of incog and of ARX on Adult as many times as it takes: reading, searching, writing.

    cargo build --release -p incog-cli
    python3 tools/measure_beside_arx.py --arx CLASSPATH --incog target/release/incog --copies 1,10,100

CLASSPATH has ARX, tools/arx/ArxLocal.java and tools/arx/ArxWhole.java, compiled (tools/arx/README.md). Of a table that is repeated ten times nobody is alone, so the search is
trivial: the values themselves are published. incog does more in that time: it hashes the table, measures what was written, and writes two reports.
Runs take turns, and releases are compared record by record. An idle machine is needed."""
import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

import record_speed

KNOWN = record_speed.ADULT


def repeat(source, copies, target):
    header, records = source.read_text().split("\n", 1)
    with target.open("w") as file:
        file.write(header + "\n")
        for _ in range(copies):
            file.write(records if records.endswith("\n") else records + "\n")


def is_same(left, right):
    """Whether two releases have the same records, in whatever order."""
    records = [sorted(path.read_text().replace('"', "").splitlines()) for path in (left, right)]
    return records[0] == records[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arx", required=True, help="the class path")
    parser.add_argument("--incog", required=True, type=Path)
    parser.add_argument("--data", default="../shared/data", type=Path)
    parser.add_argument("--copies", default="1,10,100")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=0)
    parser.add_argument("--heap", default="12g", help="of Java, at the most")
    given = parser.parse_args()
    incog, hierarchies = given.incog.resolve(), (given.data / "adult/hierarchies_arx").resolve()
    classes = os.pathsep.join(str(Path(entry).resolve()) for entry in given.arx.split(os.pathsep) if entry)
    columns = "\n".join(f'{name} = {{ role = "quasi-identifier", hierarchy = "{hierarchies}/adult_hierarchy_{name}.csv" }}' for name in KNOWN)
    machine = record_speed.processor()
    print(f"{machine['processor']}, {machine['cores']} cores; medians of {given.runs} runs in turn\n\n"
          "| records | program | seconds (least) | CPU seconds | MB |\n|---|---|---|---|---|")
    for copies in map(int, given.copies.split(",")):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            repeat(given.data / "adult/adult_30162.csv", copies, folder / "table.csv")
            job = record_speed.job_of("table.csv", "incog.csv", columns, given.limit, '[utility]\nobjective = "loss"')
            (folder / "job.toml").write_text(job)
            commands = {
                "incog": [incog, "anonymize", "job.toml", "--force"],
                "incog, one thread": [incog, "anonymize", "job.toml", "--force", "--threads", "1"],
                "ARX": ["java", f"-Xmx{given.heap}", "-cp", classes, "ArxWhole", "table.csv", "arx.csv", "5", str(given.limit), hierarchies, *KNOWN],
            }
            runs = {program: [] for program in commands}
            for turn in range(given.runs):
                for program in list(commands)[:: -1 if turn % 2 else 1]:
                    used, out, _ = record_speed.measured(commands[program], folder)
                    runs[program].append(used)
                    if program == "ARX":
                        print(out.strip(), file=sys.stderr)
            for program, all_of in runs.items():
                median = {key: statistics.median(run[key] for run in all_of) for key in all_of[0]}
                print(f"| {copies * 30_162:,} | {program} | {median['seconds']:.2f} ({min(run['seconds'] for run in all_of):.2f}) |"
                      f" {median['cpu']:.2f} | {median['mb']:.0f} |", flush=True)
            if not is_same(folder / "incog.csv", folder / "arx.csv"):
                sys.exit(f"of {copies} copies the two publish different records: this is no comparison")


if __name__ == "__main__":
    main()
