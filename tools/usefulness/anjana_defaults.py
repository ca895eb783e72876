"""A release of anjana: `anjana_defaults.py FOLDER RELEASE K LIMIT_IN_PERCENT`, with the files that programs.py writes."""

import pathlib
import sys

import pandas
from anjana.anonymity import k_anonymity

folder, release, k, limit = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
names = (folder / "keys.txt").read_text(encoding="utf-8").split("\n")
table = pandas.read_csv(folder / "anjana.csv", dtype=str, keep_default_na=False)
hierarchies = {
    name: dict(pandas.read_csv(folder / f"hierarchy_{at}.csv", sep=";", header=None, dtype=str, keep_default_na=False))
    for at, name in enumerate(names)
}
made = k_anonymity(table, [], names, k, limit, hierarchies)
if not len(made):
    sys.exit("an empty table")
made.drop(columns=["index"], errors="ignore").to_csv(release, index=False)
