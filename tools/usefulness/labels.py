"""How a released cell is read: as the original values that its label may stand for."""

import re

import numpy
import pandas
from scipy.sparse import csr_matrix

STAR = "*"
OPEN = re.compile(r"([-\d.e]+)\+|<([-\d.e]+)|\[([-\d.e]+), inf\)|\(-inf, ([-\d.e]+)\)")
CELLS = 10  # of a cross-tabulation, for each column: tenths of the numbers, or the most frequent words


def numbers(values):
    """The numbers among these texts, NaN for all others."""
    return pandas.to_numeric(pandas.Series(values, dtype=object), errors="coerce").to_numpy(dtype=float)


class UnknownLabel(Exception):
    """A label of a release that no hierarchy has; all tables here are public, so its text may be told."""


class Column:
    """A column of the original: its values, whether they are numbers, and the cells they are counted in."""

    def __init__(self, texts):
        counts = texts.value_counts()
        self.values = sorted(counts.index)
        self.known = {*self.values}
        as_numbers = numbers(self.values)
        present = [text != "" for text in self.values]
        self.numeric = numpy.isfinite(as_numbers[present]).mean() > 0.9 and sum(present) > 2
        self.cuts = numpy.unique(numpy.nanquantile(numbers(texts), numpy.arange(1, CELLS) / CELLS)) if self.numeric else None
        self.frequent = {text: cell for cell, text in enumerate(counts.index[: CELLS - 1])}

    def cells(self, texts):
        """The cell of each value; the last one is for missing values and rare words."""
        if not self.numeric:
            return numpy.array([self.frequent.get(text, CELLS) for text in texts], dtype=int)
        value = numbers(texts)
        return numpy.where(numpy.isfinite(value), numpy.searchsorted(self.cuts, value, side="right"), CELLS).astype(int)


class Reading:
    """A published column, read: for each record the shares of the values that it may have had.

    A label counts evenly for all values that it stands for. A suppressed cell counts as the rest of the column does."""

    def __init__(self, column, texts, members):
        self.column = column
        self.codes, labels = pandas.factorize(texts)
        self.counts = numpy.bincount(self.codes, minlength=len(labels))
        inside = [read_label(label, column, members) for label in labels]
        self.values = sorted({*column.values, *(value for one in inside if one is not None for value in one)})
        place = {value: at for at, value in enumerate(self.values)}
        shares = numpy.zeros((len(labels), len(self.values)))
        for at, one in enumerate(inside):
            if one is not None:
                shares[at, [place[value] for value in one]] = 1 / len(one)
        known = self.counts @ shares
        known = known / known.sum() if known.sum() else numpy.isin(self.values, column.values) / len(column.values)
        shares[[at for at, one in enumerate(inside) if one is None]] = known
        self.shares = csr_matrix(shares)
        self.middles = numpy.array([middle(label, one) for label, one in zip(labels, inside)])

    def share_of(self, wanted):
        """Of each record the share that lies in these values, given as true or false for each value."""
        return (self.shares @ wanted.astype(float))[self.codes]

    def by_cell(self):
        """Of each record its share in each cell."""
        of_values = numpy.zeros((len(self.values), CELLS + 1))
        of_values[numpy.arange(len(self.values)), self.column.cells(self.values)] = 1
        return (self.shares @ of_values)[self.codes]

    def as_numbers(self):
        """Of each record the middle of the numbers that its label stands for, NaN where it is unknown."""
        return self.middles[self.codes]


def read_label(label, column, members):
    """The values that a label stands for; None for a suppressed cell, and for one whose label stands for all values of the column.
    `members` says it for labels that are no values."""
    if label == STAR or len(members.get(label, ())) == len(column.values) > 1:
        return None
    if label in members:
        return members[label]
    if label in column.known or column.numeric and numpy.isfinite(numbers([label])[0]):
        return [label]
    raise UnknownLabel(f"no hierarchy has the label {label!r}")


def middle(label, values):
    """The middle of the least and the greatest number that a label stands for, the bound of one that is open at an end, such as 90+;
    NaN where there is none."""
    if found := OPEN.fullmatch(label):
        return float(next(filter(None, found.groups())))
    found = numbers(values if values is not None else [])
    found = found[numpy.isfinite(found)]
    return (found.min() + found.max()) / 2 if len(found) else numpy.nan


def members_of(hierarchy, column):
    """For each label of a hierarchy, a list of rows, the values of the column that it stands for."""
    found = {}
    for row in hierarchy:
        if row[0] in column.known:
            for label in dict.fromkeys(row):
                found.setdefault(label, []).append(row[0])
    # A release hides a rare first or last word of an ordered column: "..b" and "a.." for "first..b" and "a..last".
    for label in [label for label in found if ".." in label]:
        low, high = label.split("..", 1)
        if low == hierarchy[0][0]:
            found.setdefault(f"..{high}", found[label])
        if high in (row[0] for row in hierarchy[-2:]):
            found.setdefault(f"{low}..", found[label])
    return found
