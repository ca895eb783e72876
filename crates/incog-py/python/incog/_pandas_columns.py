"""Columns of pandas that Arrow cannot carry, as columns that it can: intervals, periods and sparse values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

__all__ = ["is_text_column", "original_values", "readable_columns"]


def is_text_column(dtype: Any) -> bool:
    """Whether incog reads the values of this dtype as texts: intervals, periods, and categories of them."""
    import pandas

    values = dtype.categories.dtype if isinstance(dtype, pandas.CategoricalDtype) else dtype
    return isinstance(values, (pandas.IntervalDtype, pandas.PeriodDtype))


def readable_columns(frame: Any) -> Any:
    """The frame with texts for intervals and periods, and with dense columns for sparse ones; the index is a column
    where it has such values."""
    import pandas

    if any(_is_unreadable(frame.index.get_level_values(place).dtype) for place in range(frame.index.nlevels)):
        names = [name for name in frame.index.names if name is not None]
        order = list(frame.columns)
        frame = frame.reset_index()[[*order, *names]]
    if not any(_is_unreadable(dtype) for dtype in frame.dtypes):
        return frame
    columns: dict[str, Any] = {}
    for name, dtype in zip(frame.columns, frame.dtypes, strict=True):
        column = frame[name]
        if isinstance(dtype, pandas.SparseDtype):
            column = column.sparse.to_dense()
        elif isinstance(dtype, pandas.CategoricalDtype) and is_text_column(dtype):
            column = column.cat.rename_categories([str(value) for value in dtype.categories])
        elif is_text_column(dtype):
            column = column.astype(object).map(str, na_action="ignore")
        columns[name] = column
    return pandas.DataFrame(columns, index=frame.index)


def _is_unreadable(dtype: Any) -> bool:
    import pandas

    return isinstance(dtype, pandas.SparseDtype) or is_text_column(dtype)


def original_values(frame: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """For each column that incog reads as texts, and for each such level of the index, the value behind each text."""
    import pandas

    levels = [frame.index.get_level_values(place) for place in range(frame.index.nlevels)]
    named = [(str(level.name), level) for level in levels if level.name is not None]
    for name, column in [*zip(frame.columns, (frame[name] for name in frame.columns), strict=True), *named]:
        if is_text_column(column.dtype):
            is_coded = isinstance(column.dtype, pandas.CategoricalDtype)
            values = column.dtype.categories if is_coded else column.dropna().unique()
            yield name, {str(value): value for value in values}
