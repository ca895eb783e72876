"""Warnings about keywords that do less than they say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ._watch import warn

__all__ = ["warn_of_idle_waivers", "warn_of_uniform_levels"]

# The rules of findings that a waiver can accept.
_RULES = (
    "constant",
    "excess precision",
    "few in all releases",
    "formula",
    "gives back",
    "identifying",
    "linked rows",
    "mixed types",
    "near identifier",
    "not covered",
    "original order",
    "outliers",
    "pairs left out",
    "perturbed anew",
    "perturbed twice",
    "position",
    "rare values",
    "row number",
    "several rows",
    "singles people out",
    "singles people out beside the labels",
    "time of day",
    "told by all releases",
    "told by difference",
    "undoes",
    "unique texts",
    "unique together",
    "unnamed people",
    "variants",
)

# What stands in the place of a column in a finding about the order.
_ORDER = "order of the rows"

# Metrics that are sums over records, as levels by record need.
_SUMS = ("gen-loss", "precision", "transparency", "height")


def warn_of_idle_waivers(waivers: Iterable[str], names: Iterable[str]) -> None:
    """Warns of waivers that can match no finding of a table with these columns."""
    known = {*map(str, names), _ORDER}
    for key in waivers:
        columns = {key[: key.find(f": {rule}")] for rule in _RULES if f": {rule}" in key}
        if not columns:
            why = 'expected "COLUMN: FINDING", as a message of UnsafeError writes it'
        elif any(column in known or set(column.split(" + ")) <= known for column in columns):
            continue
        else:
            why = f"the table has no column {' or '.join(sorted(map(repr, columns)))}".replace("'", '"')
        warn(f'the waiver "{key}" accepts nothing: {why}')


def warn_of_uniform_levels(keys: Mapping[str, Any]) -> None:
    """Warns where an objective decides the recoding, of which no keyword says anything."""
    objective = keys.get("utility", {}).get("objective")
    name = objective.get("metric") if isinstance(objective, Mapping) else objective
    is_open = "kind" not in keys.get("recoding", {}) and "algorithm" not in keys.get("search", {})
    if name is not None and name not in _SUMS and is_open:
        warn(
            f'levels are the same for all records, because the objective "{name}" cannot be optimized with levels by record; '
            "these usually lose less, also by this objective: leave the objective out for them, or set recoding=\"global\" if "
            "you want the same levels"
        )
