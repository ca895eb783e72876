"""Columns of ordered categories, as the places of their values in the order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._tables import given

__all__ = ["order_of_values", "with_places"]


def order_of_values(table: Any, name: str) -> list[str] | None:
    """The order of the values of a column, as texts, if its type has one: in a table of pandas, polars or pyarrow, or in
    a release of such a table."""
    origin = getattr(table, "_origin", None)
    if origin is not None:
        return _order_of_release(origin, name)
    library = type(table).__module__.split(".")[0]
    if library in ("pandas", "geopandas") and name in table.columns:
        return _of_pandas(table[name].dtype)
    if library == "polars" and name in (schema := table.collect_schema()):
        return _of_polars(schema[name])
    if library == "pyarrow" and name in table.schema.names:
        return _of_arrow(table, name)
    return None


def _order_of_release(origin: Any, name: str) -> list[str] | None:
    if name in origin.dtypes:
        return _of_pandas(origin.dtypes[name])
    if name in origin.schema:
        return _of_polars(origin.schema[name])
    kind, values = origin.coded.get(name, (None, []))
    return [str(value) for value in values] if kind is not None and kind.ordered else None


def _of_pandas(dtype: Any) -> list[str] | None:
    import pandas

    is_ordered = isinstance(dtype, pandas.CategoricalDtype) and dtype.ordered
    return [str(value) for value in dtype.categories] if is_ordered else None


def _of_polars(dtype: Any) -> list[str] | None:
    import polars

    return list(dtype.categories) if isinstance(dtype, polars.Enum) else None


def _of_arrow(table: Any, name: str) -> list[str] | None:
    import pyarrow

    if not pyarrow.types.is_dictionary(table.schema.field(name).type) or not table.schema.field(name).type.ordered:
        return None
    column = table[name]
    parts = column.chunks if hasattr(column, "chunks") else [column]
    return [str(value) for value in dict.fromkeys(value for part in parts for value in part.dictionary.to_pylist())]


def with_places(table: Any, orders: dict[str, list[str]], missing: Iterable[str]) -> Any:
    """The table with the places of values in the place of the values, for columns all of whose values have one; cells
    that mean "missing" are empty."""
    if not orders:
        return given(table)
    import pyarrow

    rows, markers = pyarrow.table(given(table)), set(missing)
    for name, order in orders.items():
        places = {value: place for place, value in enumerate(order)} | dict.fromkeys(markers)
        if name not in rows.column_names:
            continue
        cells = [None if cell is None else str(cell) for cell in rows[name].to_pylist()]
        if all(cell is None or cell in places for cell in cells):
            coded = pyarrow.array([None if cell is None else places[cell] for cell in cells], pyarrow.int64())
            rows = rows.set_column(rows.column_names.index(name), name, coded)
    return rows
