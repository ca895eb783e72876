#!/usr/bin/env python3
"""Publishes flows of public data by the command, and measures what they are good for.

    python3 tools/measure_flows.py [target/debug/incog] [../shared/data]

For each data set and k: `incog flows` on a grid of 1 km and bands of an hour, `tools/check_flows.py` on what was
written, and the error of the counts against the points (WAPE), worked out from the written file without incog's
code. "left out" is the table that a practitioner would make: squares with fewer than k objects are left out."""
import csv, gzip, subprocess, sys, tempfile, json
from collections import Counter, defaultdict
from pathlib import Path
from check_flows import Counts, Facts, checks, count, tracks_of, up
from check_trajectories import Input

def parts_visited(level):
    """In how many finest squares of a square an object is, as measured on taxis of two cities."""
    return 1.0 + 0.5 * level

def tdrive(source, target):
    """One day, Monday, of all taxis, within the city's region."""
    with gzip.open(source, "rt") as file, open(target, "w") as out:
        rows = csv.reader(file)
        out.write(",".join(next(rows)) + "\n")
        for row in rows:
            if row[1].startswith("2008-02-04") and 115.4 <= float(row[2]) <= 117.6 and 39.4 <= float(row[3]) <= 41.1:
                out.write(",".join(row) + "\n")

def cabspotting(source, target):
    with gzip.open(source, "rt") as file, open(target, "w") as out:
        out.write(file.read())

SETS = [("T-Drive, one day", "tdrive/tdrive_598taxis.csv.gz", tdrive, (5, 20)),
        ("Cabspotting, one day", "cabspotting/cabs_20080608.csv.gz", cabspotting, (5, 20)),
        ("GeoLife, 2 people", "geolife/geolife_sample.csv.gz", cabspotting, (5,))]

def spread(rows, weight):
    for (_, band, level, cell, _), objects in rows:
        parts = [((cell[0] << level) + a, (cell[1] << level) + b) for a in range(2 ** level) for b in range(2 ** level)]
        weights = [weight(part) for part in parts]
        for part, share in zip(parts, weights):
            yield part, band, objects * parts_visited(level) * share / sum(weights)

def presence_error(counts, facts):
    """A coarse count is divided among its squares as the other bands are."""
    truth = Counter((begin, band) for _, begin, _, band, _ in facts.presence)
    rows = [(key, objects) for key, objects in counts.told.items() if key[0] == "presence" and key[1] != "all"]
    profile = defaultdict(float)
    for part, _, objects in spread(rows, lambda part: 1.0):
        profile[part] += objects
    told = {(part, band): objects for part, band, objects in spread(rows, lambda part: profile[part])}
    return sum(abs(truth[at] - told.get(at, 0.0)) for at in truth.keys() | told.keys()) / sum(truth.values())

def left_out(facts, k):
    truth = Counter((begin, band) for _, begin, _, band, _ in facts.presence)
    return sum(count for count in truth.values() if count < k) / sum(truth.values())

def shares(counts, facts, table, band):
    """Share of the facts that finest squares tell, and that any squares tell."""
    told = {(key[2], key[3], key[4], key[1]) for key in counts.told if key[0] == table}
    kinds = {(fact[0], fact[1], fact[2], fact[3] if band else "all") for fact in getattr(facts, table)}
    is_told = lambda fact, levels: any((level, up(fact[1], level), up(fact[2], level), fact[3]) in told for level in levels)
    if not kinds:
        return 0.0, 0.0
    return tuple(sum(is_told(fact, levels) for fact in kinds) / len(kinds) for levels in ([0], counts.levels))

def measure(program, points, k, folder):
    output = Path(folder) / f"flows{k}.csv"
    command = [program, "flows", str(points), "-o", str(output), "-k", str(k), "--cell", "1000"]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        return f"| {k} | exit {ran.returncode}: {ran.stderr.strip().splitlines()[-1]} ||||||"
    report = json.loads(Path(f"{output}.report.json").read_text())
    results = list(checks(report, points, output))
    assert all(holds for _, holds, _ in results), [result for result in results if not result[1]]
    tracks, _ = tracks_of(Input(points, report["job"]["points"]), report["job"])
    facts, counts = Facts(tracks, report["job"], report["grid"]["metres"], report["stay"]), Counts(output, report["grid"]["metres"])
    percent = lambda pair: " / ".join(f"{100 * share:.0f} %" for share in pair)
    return (f"| {k} | {len(counts.told)} | {left_out(facts, k):.2f} | {presence_error(counts, facts):.2f} | "
            f"{percent(shares(counts, facts, 'trips', False))} | {percent(shares(counts, facts, 'trips', True))} | "
            f"{percent(shares(counts, facts, 'moves', True))} |")

def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "target/debug/incog"
    data = Path(sys.argv[2] if len(sys.argv) > 2 else "../shared/data")
    print("| data | k | counts | error, left out | error of flows | trips, finest / all | trips by hour | moves by hour |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for name, path, prepare, ks in SETS:
        if not (data / path).exists():
            print(f"| {name} | not measured: {data / path} is not there |||||||")
            continue
        with tempfile.TemporaryDirectory() as folder:
            points = Path(folder) / "points.csv"
            prepare(data / path, points)
            for k in ks:
                print(f"| {name} {measure(program, points, k, folder)}", flush=True)

if __name__ == "__main__":
    main()
