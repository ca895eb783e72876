#!/usr/bin/env python3
"""Attacks a series of releases from the published files alone.

    tools/check_series.py -k 5 -l 3 -q age,zip -s illness night-*.csv [-m]
    tools/check_series.py -k 5 -l 3 -q age,zip -s illness night-*.csv --people person --tables tables/night-*.csv

The files are the releases in the order in which they were published (CSV). Nothing here comes from incog.

* single: each class of each release has k records with l values.
* step: what a class gains or loses from one release to the next is nothing, or k records with l values. Labels do not
  move, so the difference of any two releases, and any sum of differences, is made of such steps.
* pair: for all pairs of releases, each class: the values that a newcomer may have, for an attacker who has these two
  releases and knows how many came and left (B- and C-attacks of Fung and others, EDBT 2008), and the values that somebody
  may have who was there all the time (F-attack): l of them, among k records.
* invariance, with -m: a class that has records in two releases in a row has the same sensitive values in both
  (m-invariance of Xiao and Tao, SIGMOD 2007).
* person, with the tables: for each person who is in the table of several nights, the values that all of these releases
  allow: those of all classes that fit her. The tables are read for labels that fit, never for values.

Exit code 0 where nothing is below k or l, 1 where something is, 2 where a file cannot be read.
"""

import argparse
import csv
import functools
import re
import sys
from collections import Counter, defaultdict


class Refused(Exception):
    """A file is not what it should be."""


def read(path, columns):
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = csv.DictReader(file)
        lacking = [column for column in columns if column not in (rows.fieldnames or [])]
        if lacking:
            raise Refused(f"{path}: no column {', '.join(lacking)}")
        return list(rows)


def classes(rows, known, sensitive):
    """For each combination of labels the number of records of each combination of sensitive values."""
    found = defaultdict(Counter)
    for row in rows:
        found[tuple(row[column] for column in known)][tuple(row[column] for column in sensitive)] += 1
    return found


def values(records, sensitive):
    """The fewest different values that records have in a sensitive column; that one is missing counts as a value."""
    if not sensitive:
        return None
    return min(len({value[place] for value, count in records.items() if count}) for place in range(len(sensitive)))


class Attack:
    """What is found, by kind."""

    def __init__(self, chosen):
        self.k, self.l, self.sensitive = chosen.k, chosen.l, chosen.sensitive
        self.looked, self.found, self.least = Counter(), [], {}

    def group(self, kind, where, records, size=None):
        """A group that an attacker can tell apart."""
        size = sum(records.values()) if size is None else size
        if size:
            self.alone(kind, where, size, values(records, self.sensitive))

    def alone(self, kind, where, size=None, told=None):
        """So many records, and so many values, as far as it is about these."""
        self.looked[kind] += 1
        fewest = self.least.get(kind, (None, None))
        self.least[kind] = tuple(min((one for one in pair if one is not None), default=None)
                                 for pair in zip(fewest, (size, told)))
        if (size is not None and size < self.k) or (told is not None and told < self.l):
            self.found.append((kind, where, size, told))


def gained(after, before):
    """What a class has more of."""
    return after - before


def single_and_steps(nights, attack):
    """Per night and class what came and what left since the night before."""
    came, left = [], []
    for place, night in enumerate(nights):
        for label, records in night.items():
            attack.group("single", f"release {place + 1}", records)
        before = nights[place - 1] if place else {}
        labels = set(night) | set(before)
        came.append({label: gained(night.get(label, Counter()), before.get(label, Counter())) for label in labels})
        left.append({label: gained(before.get(label, Counter()), night.get(label, Counter())) for label in labels})
        for label in labels if place else ():
            attack.group("step", f"releases {place} and {place + 1}", came[place][label])
            attack.group("step", f"releases {place} and {place + 1}", left[place][label])
    return came, left


def pairs(nights, came, left, attack):
    nothing = Counter()
    for first in range(len(nights)):
        arrivals, departures = defaultdict(int), defaultdict(int)
        for second in range(first + 1, len(nights)):
            for label, records in came[second].items():
                arrivals[label] += sum(records.values())
            for label, records in left[second].items():
                departures[label] += sum(records.values())
            where = f"releases {first + 1} and {second + 1}"
            for label in set(nights[first]) | set(nights[second]):
                before, after = nights[first].get(label, nothing), nights[second].get(label, nothing)
                more, less = gained(after, before), gained(before, after)
                # Where as many came as the class has more of, each of these is a newcomer. Otherwise some that came are
                # among the values that the class had before, and may have any of its values. A class that came and left in
                # between shows nothing here.
                if after:
                    is_exact = arrivals[label] == sum(more.values())
                    attack.group("pair", where, more if is_exact else after, arrivals[label])
                if before:
                    is_exact = departures[label] == sum(less.values())
                    attack.group("pair", where, less if is_exact else before, departures[label])
                if before and after and not departures[label]:
                    attack.group("pair", where, before & after)


def invariance(nights, attack):
    """Classes whose sensitive values change while somebody may be in them. Who is where is not published: a class that is
    in two releases in a row counts as lasting."""
    for place, (before, after) in enumerate(zip(nights, nights[1:])):
        for label in set(before) & set(after):
            attack.looked["invariance"] += 1
            values_of = lambda records: [{value[column] for value in records} for column in range(len(attack.sensitive))]
            if values_of(before[label]) != values_of(after[label]):
                attack.found.append(("invariance", f"releases {place + 1} and {place + 2}", None, None))


@functools.lru_cache(maxsize=None)
def fits(label, value):
    """Whether a label stands for a value, as far as its text says so; if in doubt, it does."""
    if label == value or set(label) == {"*"}:
        return True
    interval = re.fullmatch(r"(-?\d+(?:\.\d+)?)(?:-|\.\.)(-?\d+(?:\.\d+)?)", label)
    open_end = re.fullmatch(r"(<|>=?|≥)?(-?\d+(?:\.\d+)?)(\+)?", label)
    try:
        if interval:
            return float(interval[1]) <= float(value) <= float(interval[2])
        if open_end and (open_end[1] or open_end[3]):
            end, number = float(open_end[2]), float(value)
            return number < end if open_end[1] == "<" else number >= end
    except ValueError:
        return True
    if "*" in label:
        return len(label) == len(value) and all(a in ("*", b) for a, b in zip(label, value))
    return False


def people(nights, tables, chosen, attack):
    """For each person the values of all classes that fit her, in all releases since she was in the table."""
    known, name = chosen.quasi_identifiers, chosen.people
    allowed, alike = {}, {}
    for place, path in enumerate(tables):
        by_value = {}
        for row in read(path, [name, *known]):
            key = tuple(row[column] for column in known)
            if key not in by_value:
                fitting = Counter()
                for label, records in nights[place].items():
                    if all(fits(one, value) for one, value in zip(label, key)):
                        fitting += records
                by_value[key] = fitting
            # Nobody knows from outside since when she is in the release: somebody whom no class fits is not.
            if not by_value[key]:
                continue
            person = row[name]
            of_columns = [{value[column] for value in by_value[key]} for column in range(len(chosen.sensitive))]
            before = allowed.get(person, of_columns)
            allowed[person] = [one & other for one, other in zip(before, of_columns)]
            alike[person] = min(alike.get(person, sum(by_value[key].values())), sum(by_value[key].values()))
    for person, left in allowed.items():
        attack.alone("person", "all releases that fit somebody", size=alike[person])
        for values_left in left:
            # Nothing is left where her value has changed: then the attacker is wrong.
            if values_left:
                attack.alone("person", "all releases that fit somebody", told=len(values_left))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", nargs="+")
    parser.add_argument("-k", type=int, required=True)
    parser.add_argument("-l", type=int, default=1)
    names = lambda text: text.split(",")
    parser.add_argument("-q", "--quasi-identifiers", type=names, required=True)
    parser.add_argument("-s", "--sensitive", type=names, default=[])
    parser.add_argument("-m", "--m-invariance", action="store_true", help="classes keep their sensitive values")
    parser.add_argument("--people", help="the column of the tables that names people")
    parser.add_argument("--tables", nargs="+", default=[], help="the tables of these nights, for who is in them")
    chosen = parser.parse_args()
    if chosen.tables and (len(chosen.tables) != len(chosen.releases) or not chosen.people):
        raise Refused("--tables needs one table for each release, and --people")
    columns = [*chosen.quasi_identifiers, *chosen.sensitive]
    nights = [classes(read(path, columns), chosen.quasi_identifiers, chosen.sensitive) for path in chosen.releases]
    attack = Attack(chosen)
    came, left = single_and_steps(nights, attack)
    pairs(nights, came, left, attack)
    people(nights, chosen.tables, chosen, attack)
    if chosen.m_invariance:
        invariance(nights, attack)
    for kind, count in attack.looked.items():
        size, told = attack.least.get(kind, (None, None))
        parts = [f"at least {size} records" if size is not None else "", f"at least {told} values" if told is not None else ""]
        print(f"{kind:<10} {count:>9,} groups: {', '.join(part for part in parts if part)}")
    for kind, where, size, told in attack.found[:20]:
        what = "other values" if kind == "invariance" else f"{size} records, {told} values"
        print(f"BELOW   {kind}, {where}: {what}")
    print(f"{len(attack.found)} groups below k = {chosen.k} or l = {chosen.l}")
    return 1 if attack.found else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Refused, OSError, csv.Error, UnicodeDecodeError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
