"""Every part of a report, changed in every way that matters: another value, null, another type, removed, one more, another order."""
from copy import deepcopy
from functools import partial


def changes(report):
    """Each way to change one thing of a report: where, what is done, and what makes the changed report."""
    def changed(path, change):
        def make():
            other = deepcopy(report)
            change(leaf_of(other, path[:-1]), path[-1])
            return other
        return make
    def put(value):
        return lambda parent, key: parent.__setitem__(key, deepcopy(value))
    for path, value in parts(report):
        for what, other in [("null", None), ("a text", "x"), ("a map", {"x": 1}), ("a list", [1]), ("a number", -0.5), ("true", True), ("huge", 10 ** 400)]:
            if type(other) is not type(value) and (path or not isinstance(other, (dict, list))):
                yield path, what, changed(path, put(other)) if path else partial(deepcopy, other)
        if path:
            yield path, "removed", changed(path, lambda parent, key: parent.pop(key))
        if isinstance(value, dict):
            yield path, "more", changed((*path, "more"), put(1))
        if isinstance(value, list):
            yield (*path, str(len(value))), "one more", changed(path, lambda parent, key: parent[key].append(deepcopy(parent[key][-1]) if parent[key] else 1))
            if value != value[::-1]:
                yield path, "reversed", changed(path, lambda parent, key: parent[key].reverse())
        for other in others(value):
            yield path, f"{other!r} instead of {value!r}", changed(path, put(other))


def parts(value, path=()):
    """All parts of a report with their paths; of long lists the first, one in the middle and the last."""
    yield path, value
    children = [*(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())]
    for key, child in children if len(children) < 40 else [children[0], children[len(children) // 2], children[-1]]:
        yield from parts(child, (*path, key))


def others(value):
    """Other values of the same type."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, max(0, value - 1)] if value else [1]
    if isinstance(value, float):
        return [float(f"{value * 0.4:.1e}"), float(f"{value * 3 + 0.2:.1e}")] if value else [0.3]
    return [value + "x", ""] if isinstance(value, str) else []


def leaf_of(report, path):
    for key in path:
        report = report[key]
    return report
