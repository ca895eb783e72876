"""Tables in, and tables out in the type they came in."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable

from ._forks import begin
from .errors import TableError

__all__ = ["ArrowStream", "Origin", "given"]


@runtime_checkable
class ArrowStream(Protocol):
    """A table of any library that speaks the Arrow PyCapsule interface: polars, pandas, pyarrow, DuckDB, ibis."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


def given(table: Any) -> ArrowStream:
    """The table, if it can be read here; says what to do with one that cannot."""
    library = type(table).__module__.split(".")[0]
    if library == "pyspark":
        raise TypeError(
            "a Spark table would send every row to this machine; use incog.spark.anonymize, or pass its "
            ".toArrow() if that is what you want"
        )
    if library == "polars" and type(table).__name__ == "LazyFrame":
        raise TypeError("a LazyFrame has no rows yet; pass its .collect()")
    if library == "polars" and type(table).__name__ == "Series":
        raise TypeError("this is one column; pass a table, such as its .to_frame()")
    if not hasattr(table, "__arrow_c_stream__"):
        raise TypeError(
            f"{type(table).__name__} is not a table that incog can read; expected one with __arrow_c_stream__, such as "
            "a DataFrame of pandas or polars, a pyarrow table, or a DuckDB relation"
        )
    if library in ("pandas", "geopandas"):
        _check_names(table)
        table = _without_unnamed_index(table)
    begin()
    if library == "polars" and table.n_chunks() > 1:
        return Chunks(table)
    return table  # type: ignore[no-any-return]


class Chunks:
    """A DataFrame of polars, chunk by chunk: as a whole it would be copied into one, and that copy stay with it."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def pieces(self) -> Iterator[Any]:
        """The chunks, each as a frame; nothing is copied where all columns have the same."""
        frame, begin = self._frame, 0
        for rows in frame.to_series(0).chunk_lengths():
            yield frame.slice(begin, rows)
            begin += rows

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)


def _check_names(frame: Any) -> None:
    """pandas lets columns have any name, and several the same; Arrow makes texts of them."""
    for name in getattr(frame, "columns", ()):
        if not isinstance(name, str):
            raise TableError(f"the name of column {name!r} is not a str; rename it, as with .rename(columns=str)")


class Origin:
    """What a release takes over from the table it was made of: types of its library, and the index of pandas."""

    def __init__(self, table: Any) -> None:
        library = type(table).__module__.split(".")[0]
        self.crs: Any = getattr(table, "crs", None) if library == "geopandas" else None
        self.dtypes: dict[str, Any] = {}
        self.index: list[str] = []
        self.schema: dict[str, Any] = {}
        if library in ("pandas", "geopandas"):
            self.dtypes = dict(zip(table.columns, table.dtypes, strict=True))
            self.index = _names_of_index(table.index)
        if library == "polars":
            self.schema = dict(table.schema)

    def as_pandas(self, frame: Any, untouched: list[str]) -> Any:
        """The frame with the types and the index that its columns had."""
        import pandas

        for name in untouched:
            dtype = self.dtypes.get(name)
            if isinstance(dtype, pandas.CategoricalDtype):
                dtype = _categories_there(dtype, frame[name])
            if dtype is not None and frame[name].dtype != dtype:
                try:
                    frame[name] = frame[name].astype(dtype)
                except (TypeError, ValueError, pandas.errors.IntCastingNaNError):
                    continue
        index = [name for name in self.index if name in frame.columns]
        if index:
            frame = frame.set_index(index)
        return frame

    def as_polars(self, frame: Any, untouched: list[str]) -> Any:
        """The frame with the types that its columns had."""
        import polars

        for name in untouched:
            dtype = self.schema.get(name)
            if isinstance(dtype, polars.Enum):
                there = set(frame[name].cast(polars.String).unique())
                dtype = polars.Enum([category for category in dtype.categories if category in there])
            if dtype is not None and frame.schema[name] != dtype:
                column = frame[name].cast(dtype, strict=False)
                if column.null_count() == frame[name].null_count():
                    frame = frame.with_columns(column)
        return frame


def _categories_there(dtype: Any, column: Any) -> Any:
    """The categories that the column has: the others, and the order in which they were found, are not of the release."""
    import pandas

    values = pandas.Index(column.dropna().unique().astype(object))
    there = dtype.categories[dtype.categories.isin(values)]
    if len(there) < len(values):
        # Instants of a zone come in universal time, which is none of their categories.
        return column.dtype
    if not dtype.ordered:
        there = there[sorted(range(len(there)), key=lambda place: str(there[place]))]
    return pandas.CategoricalDtype(there, ordered=dtype.ordered)


def _without_unnamed_index(frame: Any) -> Any:
    """The frame with those levels of its index alone that have a name.

    A level without a name is no data: masks, samples and joins leave the numbers of rows there, which say who is who.
    """
    unnamed = [place for place, name in enumerate(frame.index.names) if name is None]
    return frame.reset_index(level=unnamed, drop=True) if unnamed else frame


def _names_of_index(index: Any) -> list[str]:
    """The names that the index of a frame has as columns."""
    return [str(name) for name in index.names if name is not None]
