"""Warnings about keywords that do less than they say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._watch import warn

__all__ = ["warn_of_uniform_levels"]

# Metrics that are sums over records, as levels by record need.
_SUMS = ("gen-loss", "precision", "transparency", "height")


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
