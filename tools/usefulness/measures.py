"""The measures of usefulness: each a function of the original and of what a release says of it."""

import itertools

import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from usefulness.labels import CELLS, STAR, numbers

# Of each measure whether more is better.
MEASURES = {"auc": True, "cross": False, "queries": False, "mean": False, "deviation": False, "dead": False, "suppressed": False,
            "left": True}


def smallest_class(release, quasi_identifiers):
    """The fewest records that look alike in all quasi-identifiers, and the share of the records in classes smaller than each size."""
    sizes = release.groupby(quasi_identifiers, sort=False, dropna=False)[quasi_identifiers[0]].transform("size")
    return int(sizes.min()), sizes


def left(original, release):
    """The share of records that a release keeps."""
    return len(release) / len(original)


def dead(release, quasi_identifiers):
    """The number of quasi-identifiers that are suppressed in every record."""
    return sum(bool((release[name] == STAR).all()) for name in quasi_identifiers)


def suppressed(original, release, quasi_identifiers):
    """The share of cells of quasi-identifiers that are suppressed, alone or with their record."""
    kept = sum(int((release[name] != STAR).sum()) for name in quasi_identifiers)
    return 1 - kept / len(original) / len(quasi_identifiers)


def moments(original, readings, quasi_identifiers):
    """How far mean and standard deviation of numbers are off, in standard deviations: means over the quasi-identifiers that are numbers.

    Where nothing is known of a column both errors are 1, those of a guess one standard deviation away."""
    off = []
    for name in quasi_identifiers:
        if readings[name].column.numeric:
            true, told = numbers(original[name]), readings[name].as_numbers()
            scale = numpy.nanstd(true) or 1.0
            known = numpy.isfinite(told).any()
            off.append((abs(numpy.nanmean(told) - numpy.nanmean(true)) / scale if known else 1.0,
                        abs(numpy.nanstd(told) / scale - 1) if known else 1.0))
    return tuple(numpy.mean(off, axis=0)) if off else (None, None)


def cross(truth, readings, quasi_identifiers):
    """The share of records in the wrong cell of a cross-tabulation, mean over the pairs of a quasi-identifier with any column."""
    true = {name: reading.by_cell() for name, reading in truth.items()}
    told = {name: reading.by_cell() for name, reading in readings.items()}
    pairs = [pair for pair in itertools.combinations(true, 2) if {*pair} & {*quasi_identifiers}]
    return float(numpy.mean([total_variation(true, told, *pair) for pair in pairs]))


def total_variation(true, told, one, other):
    """Half the sum of absolute differences of two cross-tabulations in shares."""
    before = true[one].T @ true[other] / len(true[one])
    after = told[one].T @ told[other] / len(told[one])
    return abs(before - after).sum() / 2


def queries(truth, readings, quasi_identifiers, seed=1, wanted=300):
    """The median relative error of the shares of records in ranges of three columns, at least one of them a quasi-identifier; each
    range has at least half a percent of the original."""
    lot = numpy.random.default_rng(seed)
    names, errors = sorted(truth), []
    for _ in range(wanted * 20):
        of_three = lot.choice(names, min(3, len(names)), replace=False)
        if len(errors) == wanted or not {*of_three} & {*quasi_identifiers}:
            continue
        inside = {name: range_of(truth[name].column, lot) for name in of_three}
        true = share_in(truth, inside)
        if true >= 0.005:
            errors.append(abs(share_in(readings, inside) - true) / true)
    return float(numpy.median(errors)) if errors else None


def range_of(column, lot):
    """A range of a tenth to a half of the numbers, or four tenths of the words, as a function of values."""
    if column.numeric:
        every = numpy.sort(numbers(column.values))
        every = every[numpy.isfinite(every)]
        width = max(1, int(len(every) * lot.uniform(0.1, 0.5)))
        first = lot.integers(0, len(every) - width + 1)
        low, high = every[first], every[first + width - 1]
        return lambda values: (numbers(values) >= low) & (numbers(values) <= high)
    some = {*lot.choice(column.values, max(1, round(len(column.values) * 0.4)), replace=False)}
    return lambda values: numpy.array([value in some for value in values])


def share_in(readings, inside):
    """The share of records in a range of each of these columns."""
    shares = [readings[name].share_of(is_inside(readings[name].values)) for name, is_inside in inside.items()]
    return float(numpy.prod(shares, axis=0).mean())


def auc(train, known, yes, test, test_yes):
    """The area under the ROC curve of a logistic regression that learned from a release, on original records it has not seen.

    `train` and `test` have for each record its shares in the cells of all columns but the target; records of the release whose target is
    not known to be yes or no are left out."""
    if len({*yes[known]}) < 2:
        return 0.5
    model = LogisticRegression(max_iter=1000).fit(train[known], yes[known])
    return float(roc_auc_score(test_yes, model.predict_proba(test)[:, 1]))
