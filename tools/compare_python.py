#!/usr/bin/env python3
"""Compares the Python package with anjana, pycanon and anonypy on this machine, in one run: processor time, memory, and what
is lost, each in the other's own metric. Every library works in a process of its own; what is not installed is said.

    python tools/compare_python.py [--data ../shared/data] [--rows N]

It takes `pip install ./crates/incog-py pandas pyarrow` and any of `anjana`, `pycanon`, `anonypy`. It ends with 1 when a release
of incog loses more than the other's.
"""

import argparse
import importlib.util
import json
import re
import resource
import subprocess
import sys
import time
import warnings
from pathlib import Path

K = 5
SUPPRESSED = 0.05
# Columns of Adult, with the files of anjana's own hierarchies.
HIERARCHIES = {
    "age": "age",
    "sex": "sex",
    "race": "race",
    "marital-status": "marital",
    "education": "education",
    "native-country": "country",
    "workclass": "workclass",
    "occupation": "occupation",
}
NUMBERS = ["age", "education-num", "hours-per-week", "capital-gain"]


def census(data, rows):
    """Adult without missing values."""
    import pandas

    return pandas.read_csv(data / "adult" / "adult_30162.csv", sep=";", nrows=rows)


def numbers(data, rows):
    """The numbers of Adult, as floats, with the answer."""
    import pandas

    names = ["age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation", "relationship"]
    names += ["race", "sex", "capital-gain", "capital-loss", "hours-per-week", "native-country", "salary"]
    frame = pandas.read_csv(data / "adult" / "adult.data.gz", names=names, skipinitialspace=True, nrows=rows)
    return frame[[*NUMBERS, "salary"]].dropna()


def levels(data, name):
    """A hierarchy of anjana as rows."""
    import pandas

    return pandas.read_csv(data / "adult" / "hierarchies_anjana" / f"{HIERARCHIES[name]}.csv", header=None, dtype=str)


def timed(work):
    """What work gives, with processor seconds, seconds, and the peak of memory in MB."""
    before, begin = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    result = work()
    after, seconds = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter() - begin
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result, {"cpu": cpu, "seconds": seconds, "mb": after.ru_maxrss / 1000}


def discernibility(frame, records):
    """As pycanon counts it: squared class sizes, and the size of the table for each record that is left out."""
    sizes = frame.groupby(list(HIERARCHIES), observed=True).size()
    return int((sizes**2).sum() + (records - len(frame)) * records)


def full_domain_by_anjana(data, rows):
    from anjana.anonymity import k_anonymity

    frame = census(data, rows)
    frame["age"] = frame["age"].astype(str)
    hierarchies = {name: dict(levels(data, name).items()) for name in HIERARCHIES}
    made, figures = timed(lambda: k_anonymity(frame, [], list(HIERARCHIES), K, 100 * SUPPRESSED, hierarchies))
    return {**figures, "lost": discernibility(made, len(frame)), "records": len(made)}


def full_domain_by_incog(data, rows):
    import incog

    frame = census(data, rows)
    hierarchies = {name: incog.from_levels(levels(data, name).itertuples(index=False, name=None)) for name in HIERARCHIES}

    def work():
        return incog.anonymize(
            frame,
            quasi_identifiers=hierarchies,
            insensitive="salary-class",
            k=K,
            suppression=SUPPRESSED,
            objective="discernibility",
            recoding="global",
        ).to_pandas()

    made, figures = timed(work)
    return {**figures, "lost": discernibility(made, len(frame)), "records": len(made)}


def width(cell, span):
    """How wide an interval of numbers that are not below zero is: `17-23`, `17..23`, or `*` for all."""
    if cell == "*":
        return span
    ends = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", cell.replace("..", " "))]
    return ends[-1] - ends[0]


def penalty(frame, original, counts):
    """The normalized certainty penalty: the mean over records and columns of an interval's share of the column's span."""
    spans = original[NUMBERS].max() - original[NUMBERS].min()
    shares = [(frame[name].astype(str).map(lambda cell: width(cell, spans[name])) * counts).sum() / spans[name] for name in NUMBERS]
    return sum(shares) / len(NUMBERS) / counts.sum()


def intervals_by_anonypy(data, rows):
    import anonypy
    import pandas

    frame = numbers(data, rows)
    frame["salary"] = frame["salary"].astype("category")
    work = anonypy.Preserver(frame, NUMBERS, "salary")
    made, figures = timed(lambda: pandas.DataFrame(work.anonymize_k_anonymity(k=K)))
    return {**figures, "lost": penalty(made, frame, made["count"]), "records": int(made["count"].sum())}


def numbers_by_incog(data, rows, **job):
    import incog
    import pandas

    frame = numbers(data, rows)
    asked = {"insensitive": "salary", "k": K, "suppression": 0.0, **job}
    made, figures = timed(lambda: incog.anonymize(frame, quasi_identifiers=NUMBERS, **asked).to_pandas())
    return {**figures, "lost": penalty(made, frame, pandas.Series(1, index=made.index)), "records": len(made)}


def intervals_by_incog(data, rows):
    return numbers_by_incog(data, rows, recoding="local", objective="gen-loss")


def groups_by_incog(data, rows):
    columns = {name: {"publish": "range"} for name in NUMBERS}
    return numbers_by_incog(data, rows, recoding="microaggregation", objective="squared-error", columns=columns)


def audit_by_pycanon(data, rows):
    from pycanon import anonymity

    frame = census(data, rows)
    quasi_identifiers, sensitive = list(HIERARCHIES)[:4], ["salary-class"]

    def work():
        k = anonymity.k_anonymity(frame, quasi_identifiers)
        return {"k": int(k), "l": int(anonymity.l_diversity(frame, quasi_identifiers, sensitive))}

    found, figures = timed(work)
    return {**figures, "found": found}


def audit_by_incog(data, rows):
    import incog

    frame = census(data, rows)

    def work():
        return incog.audit(frame, quasi_identifiers=list(HIERARCHIES)[:4], sensitive="salary-class")

    audit, figures = timed(work)
    reading = audit["readings"][0]
    return {**figures, "found": {"k": audit.k, "l": reading["sensitive"][0]["distinct_l"]}}


COMPARED = [
    ("anjana", "k-anonymity of Adult by its hierarchies: discernibility", full_domain_by_anjana, full_domain_by_incog),
    ("anonypy", "k-anonymity of four numbers by Mondrian, local recoding: certainty penalty", intervals_by_anonypy, intervals_by_incog),
    ("anonypy", "the same, micro-aggregation: certainty penalty", intervals_by_anonypy, groups_by_incog),
    ("pycanon", "k and l of Adult as it is", audit_by_pycanon, audit_by_incog),
]


def in_a_process(function, options):
    """What a function finds in a process of its own."""
    run = [sys.executable, __file__, "--data", str(options.data), "--one", function.__name__]
    run += ["--rows", str(options.rows)] if options.rows else []
    ended = subprocess.run(run, capture_output=True, text=True, check=False)
    if ended.returncode:
        sys.exit(f"{function.__name__}: {ended.stderr}")
    return json.loads(ended.stdout.splitlines()[-1])


def row(what, theirs, ours):
    """A line of the table, and whether ours is no worse."""
    lost, good = "the same figures", theirs.get("found") == ours.get("found")
    if "lost" in theirs:
        lost, good = f"{theirs['lost']:.6g} and {ours['lost']:.6g}", ours["lost"] <= theirs["lost"]
    elif not good:
        lost = f"{theirs['found']} and {ours['found']}"
    ratio = theirs["cpu"] / max(ours["cpu"], 1e-3)
    cells = [what, f"{theirs['cpu']:.2f} s, {theirs['mb']:.0f} MB", f"{ours['cpu']:.2f} s, {ours['mb']:.0f} MB", f"{ratio:.2g}", lost]
    return f"| {' | '.join(cells)} |", good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared" / "data")
    parser.add_argument("--rows", type=int)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        warnings.simplefilter("ignore")
        print("\n" + json.dumps(globals()[options.one](options.data, options.rows)))
        return
    if not options.data.exists():
        sys.exit(f"{options.data} is not there; its README says where the tables come from")
    print("| library, and what is compared | it takes | incog takes | times less | lost by it and by incog |\n|---|---|---|---|---|")
    worse = []
    for library, what, theirs, ours in COMPARED:
        if importlib.util.find_spec(library) is None:
            print(f"| {library}: not installed | | | | |")
            continue
        line, good = row(f"{library}: {what}", in_a_process(theirs, options), in_a_process(ours, options))
        print(line, flush=True)
        worse += [] if good else [library]
    if worse:
        sys.exit(f"incog loses more, or measures otherwise, than {', '.join(worse)}")


if __name__ == "__main__":
    main()
