"""Strict Mondrian (K. LeFevre, D. DeWitt, R. Ramakrishnan: Mondrian Multidimensional K-Anonymity, ICDE 2006), as plainly as can be.

The records are cut at the median of the widest column, as long as both halves have k records and as many different values of a sensitive
column as is asked for. Numbers become ranges and words sets; words are ordered as their hierarchy has them."""

import numpy

from usefulness.labels import STAR, numbers


def release(original, columns, hierarchies, k, diversity):
    """The release, and for each column the values that its labels stand for."""
    orders = {name: order(columns[name], rows) for name, rows in hierarchies.items()}
    codes = numpy.array([original[name].map({value: at for at, value in enumerate(of)}) for name, of in orders.items()]).T
    secrets = [(l, original[name].to_numpy()) for name, l in diversity.items()]
    published = {name: numpy.empty(len(original), dtype=object) for name in orders}
    members = {name: {} for name in orders}
    waiting = [numpy.arange(len(original))]
    while waiting:
        part = waiting.pop()
        halves = cut(codes, part, [len(of) for of in orders.values()], k, secrets)
        if halves:
            waiting += halves
            continue
        for at, (name, of) in enumerate(orders.items()):
            label, inside = describe({*codes[part, at]}, of, columns[name].numeric)
            members[name][label] = inside
            published[name][part] = label
    return original.assign(**published), members


def order(column, hierarchy):
    """The values of a column: numbers by size, words so that those which stand together in the hierarchy are neighbours."""
    if column.numeric:
        return sorted(column.values, key=lambda value: (numpy.nan_to_num(numbers([value])[0], nan=-numpy.inf), value))
    path = {row[0]: row[::-1] for row in hierarchy}
    return sorted(column.values, key=lambda value: path.get(value, [value]))


def cut(codes, part, sizes, k, secrets):
    """The two halves of these records by the widest column that can be cut, or nothing."""
    inside = codes[part]
    widths = (inside.max(axis=0) - inside.min(axis=0)) / [max(1, size - 1) for size in sizes]
    for at in numpy.argsort(-widths, kind="stable"):
        if widths[at] == 0:
            return None
        median = numpy.sort(inside[:, at])[(len(part) - 1) // 2]
        for low in (inside[:, at] <= median, inside[:, at] < median):
            halves = [part[low], part[~low]]
            if all(is_allowed(half, k, secrets) for half in halves):
                return halves
    return None


def is_allowed(part, k, secrets):
    return len(part) >= k and all(len({*values[part]}) >= l for l, values in secrets)


def describe(codes, values, numeric):
    """The label of a class, and the values it stands for: all between the least and the greatest number, or the words of the class."""
    low, high = min(codes), max(codes)
    inside = values[low : high + 1] if numeric else [values[code] for code in sorted(codes)]
    if len(inside) == 1:
        return inside[0], inside
    if len(inside) == len(values):
        return STAR, inside
    return (f"{values[low]}..{values[high]}" if numeric else "|".join(inside)), inside
