#!/usr/bin/env python3
"""Compares a default release of incog with invented records of SDV (Gaussian copula) on one half of Adult, by `incog compare`.

    python tools/compare_sdv.py --incog target/release/incog [--data ../shared/data] [-k 5]

It takes `pip install sdv`. Processor time is that of the whole process for incog, and without imports for SDV.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

KNOWN = "sex,age,race,marital-status,education,native-country,workclass,occupation"


def invented(half, folder):
    """The file of as many invented records, and the processor seconds that they took."""
    from sdv.metadata import Metadata
    from sdv.single_table import GaussianCopulaSynthesizer

    warnings.simplefilter("ignore")
    begin = time.process_time()
    maker = GaussianCopulaSynthesizer(Metadata.detect_from_dataframes({"people": half}))
    maker.fit({"people": half})
    made = maker.sample(len(half))
    seconds = time.process_time() - begin
    path = folder / "sdv.csv"
    (made["people"] if isinstance(made, dict) else made).to_csv(path, index=False)
    return path, seconds


def released(chosen, folder):
    """The default release, and the processor seconds that it took."""
    path = folder / "release.csv"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [chosen.incog, "anonymize", folder / "half.csv", "-o", path, "-q", KNOWN, "-s", "salary-class", "-k", chosen.k, "--quiet"]
    subprocess.run([str(part) for part in command], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return path, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared" / "data")
    parser.add_argument("-k", type=int, default=5)
    chosen = parser.parse_args()
    table = chosen.data / "adult" / "adult_30162.csv"
    if not table.exists():
        sys.exit(f"{table} is not there; its README says where the table comes from")
    import pandas

    chosen.incog = chosen.incog.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        half = pandas.read_csv(table, sep=";").sample(frac=0.5, random_state=1)
        half.to_csv(folder / "half.csv", index=False)
        for what, (path, seconds) in {"incog": released(chosen, folder), "SDV": invented(half, folder)}.items():
            compared = [str(chosen.incog), "compare", str(folder / "half.csv"), str(path), "--json"]
            figures = json.loads(subprocess.run(compared, capture_output=True, text=True, check=True).stdout)
            print(what, f"{seconds:.1f} s", json.dumps({"all": figures["all"], "queries": figures["queries"]}))


if __name__ == "__main__":
    main()
