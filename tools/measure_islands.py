#!/usr/bin/env python3
"""Running time and communication time of ID-DGA on islands in several processes, as table 5 of its paper has them.

    python3 tools/measure_islands.py --incog-mpi target/release/incog-mpi [--most 16] [--records 2000] [--evaluations 100000]

Runs `mpiexec -n N incog-mpi anonymize` with N islands in N processes, for N = 1, 2, 4, 8, 16 on a made-up table, and prints means of
the repeats: RT, the seconds of the search (of the internal report); CT, the seconds that a process was sending to others or waiting for
them, on average; their ratio; and the bytes that all processes sent. The work is the same in all rows. More processes than cores wait
for each other's cores, and that is in CT.
"""

import argparse
import json
import os
import pathlib
import platform
import random
import re
import statistics
import subprocess
import tempfile

JOB = """input = "people.csv"
output = "out.csv"
[columns.age]
role = "quasi-identifier"
hierarchy = {{ intervals = [2, 4, 8, 16, 32], origin = 0 }}
[columns.zip]
role = "quasi-identifier"
[columns.sex]
role = "quasi-identifier"
[columns.income]
role = "quasi-identifier"
hierarchy = {{ intervals = [100, 200, 400, 800, 1600], origin = 0 }}
[columns.born]
role = "quasi-identifier"
[columns.disease]
role = "sensitive"
[privacy]
k-anonymity = 2
[suppression]
limit = 1.0
[utility]
objective = "transparency"
[search]
algorithm = "id-dga"
max_evaluations = {evaluations}
seed = {seed}
threads = 1
[search.id-dga]
islands = {islands}
population = {population}
"""

TOTALS = re.compile(r"processes sent (\d+) bytes, and each sent and waited for ([0-9.]+) s on average")


def people(records):
    draw = random.Random(1)
    yield "age,zip,sex,income,born,disease"
    for _ in range(records):
        yield (
            f"{draw.randint(18, 90)},{draw.randint(10000, 99999)},{draw.choice('fm')},{draw.randint(0, 400) * 25},"
            f"{draw.choice(['here', 'near', 'far', 'abroad'])},{draw.choice(['flu', 'cold', 'gout', 'asthma'])}"
        )


def run(arguments, folder, islands, seed):
    population = max(40, 2 * islands)
    job = JOB.format(evaluations=arguments.evaluations, seed=seed, islands=islands, population=population)
    (folder / "job.toml").write_text(job)
    command = ["mpiexec", *arguments.mpiexec, "-n", str(islands), arguments.incog_mpi, "anonymize", "job.toml", "--internal"]
    for old in folder.glob("out.csv*"):
        old.unlink()
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    # 5: the budget ended the search.
    if ran.returncode not in (0, 5):
        raise SystemExit(f"{' '.join(command)}: exit code {ran.returncode}\n{ran.stderr}")
    seconds = json.loads((folder / "out.csv.internal.json").read_text())["search"]["seconds"]
    found = TOTALS.search(ran.stderr)
    if not found and islands > 1:
        raise SystemExit(f"{' '.join(command)}: says nothing of communication\n{ran.stderr}")
    return seconds, float(found[2]) if found else 0.0, int(found[1]) if found else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--incog-mpi", required=True, help="the program")
    parser.add_argument("--most", type=int, default=16, help="most islands")
    parser.add_argument("--records", type=int, default=2000)
    parser.add_argument("--evaluations", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("mpiexec", nargs="*", help="more arguments of mpiexec, behind --: -f hosts")
    arguments = parser.parse_args()
    arguments.incog_mpi = str(pathlib.Path(arguments.incog_mpi).resolve())
    print(f"{arguments.records} records, {arguments.evaluations} evaluations, {arguments.repeats} runs each, {os.cpu_count()} cores,")
    print(f"{platform.machine()} {platform.system()}\n")
    print("| islands | RT [s] | CT [s] | CT / RT | bytes sent | bytes / evaluation |")
    print("|--:|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "people.csv").write_text("\n".join(people(arguments.records)) + "\n")
        for islands in (n for n in (1, 2, 4, 8, 16) if n <= arguments.most):
            runs = [run(arguments, folder, islands, seed) for seed in range(1, arguments.repeats + 1)]
            total, carrying, sent = (statistics.mean(column) for column in zip(*runs))
            each = sent / arguments.evaluations
            print(f"| {islands} | {total:.3f} | {carrying:.3f} | {100 * carrying / total:.1f} % | {sent:,.0f} | {each:.1f} |", flush=True)


if __name__ == "__main__":
    main()
