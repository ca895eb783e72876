"""Figures as a table of pandas, polars or pyarrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ._notebook import table_of

__all__ = ["Rows"]


class Rows:
    """Rows of figures, which convert to a table of pandas, polars or pyarrow."""

    def __init__(self, columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
        self._columns: dict[str, list[Any]] = {name: _alike([row.get(name) for row in rows]) for name in columns}
        self._count = len(rows)

    def __len__(self) -> int:
        return self._count

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rows):
            return NotImplemented
        return type(self) is type(other) and self._columns == other._columns

    def __hash__(self) -> int:
        return hash((type(self), self._count, *self._columns))

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._columns)

    def to_dict(self) -> dict[str, list[Any]]:
        """A dictionary from each column to its values."""
        return {name: list(values) for name, values in self._columns.items()}

    def to_pandas(self) -> Any:
        """The figures as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self._columns)

    def to_polars(self) -> Any:
        """The figures as a polars DataFrame."""
        import polars

        return polars.DataFrame(self._columns)

    def to_arrow(self) -> Any:
        """The figures as a pyarrow table."""
        import pyarrow

        return pyarrow.table(self._columns)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        lines = zip(*self._columns.values(), strict=True)
        return table_of(self._columns, [[_shown(cell) for cell in line] for line in lines])


def _alike(values: list[Any]) -> list[Any]:
    """Values of one type: all floats if one number is a float; values of different types become texts."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int, float}:
        return [None if value is None else float(value) for value in values]
    if len(kinds) > 1:
        return [None if value is None else str(value) for value in values]
    return values


def _shown(cell: object) -> str:
    if cell is None:
        return ""
    return f"{cell:.6g}" if isinstance(cell, float) else str(cell)
