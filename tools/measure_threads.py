#!/usr/bin/env python3
"""How much sooner two threads end a search of a large table than one: python3 tools/measure_threads.py --incog target/release/incog

Half a million made-up rows with eight quasi-identifiers, nearly all of them different, and `optimal` with a number of evaluations, so that
each run does the same work. Runs take turns; medians and extremes of the seconds of the search stand in the internal report."""
import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

VALUES = [20, 35, 50, 65, 80, 95, 110, 125]


def table(rows, seed):
    """Low values are more frequent: of n values the first has a share of 1 / sqrt(n)."""
    rng = random.Random(seed)
    value = lambda size: str(int(size * rng.random() ** 2))
    yield ",".join([*(f"q{at}" for at in range(len(VALUES))), "s"]) + "\n"
    for _ in range(rows):
        yield ",".join([*map(value, VALUES), str(rng.randrange(9))]) + "\n"


def job(evaluations):
    columns = "".join(f'[columns.q{at}]\nrole = "quasi-identifier"\nhierarchy = {{ ranges = 8 }}\n' for at in range(len(VALUES)))
    return ('input = "table.csv"\noutput = "release.csv"\n[privacy]\nk-anonymity = 5\n[suppression]\nlimit = 0.02\n[utility]\nobjective = "loss"\n'
            f'{columns}[columns.s]\nrole = "insensitive"\n[search]\nalgorithm = "optimal"\nmax_evaluations = {evaluations}\n')


def seconds(incog, folder, threads):
    command = [incog, "anonymize", "job.toml", "--force", "--replace-better", "--internal", "--threads", str(threads)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 5):  # 5: the limit of evaluations ended the search
        sys.exit(f"it failed: {done.stderr}")
    return json.loads((folder / "release.csv.internal.json").read_text())["search"]["seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", type=Path, default=Path("target/release/incog"))
    parser.add_argument("--rows", type=int, default=500_000)
    parser.add_argument("--evaluations", type=int, nargs="+", default=[200, 1000])
    parser.add_argument("--runs", type=int, default=5)
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "table.csv").write_text("".join(table(said.rows, 1)))
        for evaluations in said.evaluations:
            (folder / "job.toml").write_text(job(evaluations))
            took = {1: [], 2: []}
            for _ in range(said.runs):
                for threads, found in took.items():
                    found.append(seconds(said.incog.resolve(), folder, threads))
            told = "; ".join(f"{threads} thread{'s' * (threads > 1)} {statistics.median(found):.3f} s ({min(found):.3f} to {max(found):.3f})"
                             for threads, found in took.items())
            ratio = statistics.median(took[1]) / statistics.median(took[2])
            print(f"{evaluations} evaluations: {told}; {ratio:.2f} times as fast")


if __name__ == "__main__":
    main()
