"""Hierarchies that the dtype of a column says: an order of categories, intervals, or periods."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .hierarchies import Hierarchy, flat, from_levels, ordered

__all__ = ["usual_hierarchies"]


def usual_hierarchies(table: Any) -> dict[str, Hierarchy]:
    """The hierarchies of the columns of a table whose dtype says more than the texts of its values."""
    library = type(table).__module__.split(".")[0]
    if library in ("pandas", "geopandas"):
        return dict(_of_pandas(table))
    if library == "pyarrow" and type(table).__name__ in ("Table", "RecordBatch"):
        return dict(_of_arrow(table))
    return {}


def _of_pandas(frame: Any) -> Iterator[tuple[str, Hierarchy]]:
    import pandas

    levels = [frame.index.get_level_values(place) for place in range(frame.index.nlevels)]
    named = [(str(level.name), level.to_series()) for level in levels if level.name is not None]
    for name, column in [*((name, frame[name]) for name in frame.columns), *named]:
        dtype = column.dtype
        is_coded = isinstance(dtype, pandas.CategoricalDtype)
        values = dtype.categories.dtype if is_coded else dtype
        if isinstance(values, (pandas.IntervalDtype, pandas.PeriodDtype)):
            found = dtype.categories if is_coded else pandas.Index(column.dropna().unique())
            yield name, _of_periods(found) if isinstance(values, pandas.PeriodDtype) else _of_intervals(found)
        elif is_coded and dtype.ordered and all(isinstance(value, (str, int)) for value in dtype.categories.tolist()):
            yield name, ordered(*dtype.categories.tolist())


def _of_arrow(table: Any) -> Iterator[tuple[str, Hierarchy]]:
    import pyarrow

    for field in table.schema:
        if pyarrow.types.is_dictionary(field.type) and field.type.ordered and pyarrow.types.is_string(field.type.value_type):
            column = table[field.name]
            parts = column.chunks if hasattr(column, "chunks") else [column]
            orders = {tuple(part.dictionary.to_pylist()) for part in parts}
            if len(orders) == 1 and None not in (order := orders.pop()):
                yield field.name, ordered(*order)


def _of_intervals(intervals: Any) -> Hierarchy:
    """Neighbouring intervals, two of them put together at each level; gaps and overlaps leave the value or ``*``."""
    import pandas

    intervals = sorted(intervals)
    if any(before.right != after.left for before, after in zip(intervals, intervals[1:], strict=False)):
        return ordered(*map(str, intervals)) if intervals else flat()
    levels = [list(intervals)]
    size = 2
    while size < len(intervals):
        groups = [intervals[place : place + size] for place in range(0, len(intervals), size)]
        levels.append([pandas.Interval(group[0].left, group[-1].right, group[0].closed) for group in groups for _ in group])
        size *= 2
    return from_levels(zip(*levels, strict=True)) if size > 2 else flat()


def _of_periods(periods: Any) -> Hierarchy:
    """Months, quarters, years and decades, as incog names those of dates."""
    rows = []
    for period in periods:
        unit, decade = period.freqstr.split("-")[0], period.year // 10 * 10
        row = [str(period)]
        if unit in ("D", "B", "W"):
            row.append(f"{period.year}-{period.month:02}")
        if unit in ("D", "B", "W", "M", "ME"):
            row.append(f"{period.year}-Q{period.quarter}")
        if unit not in ("Y", "YE", "A"):
            row.append(str(period.year))
        rows.append([*row, f"{decade}-{decade + 9}"])
    return from_levels(rows) if rows else flat()
