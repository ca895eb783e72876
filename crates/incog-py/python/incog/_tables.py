"""Tables in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Protocol, runtime_checkable

from ._forks import begin
from ._pandas_columns import readable_columns
from .errors import TableError

__all__ = ["ArrowStream", "given", "names_of", "without_unreadable"]


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
        table = table.collect()
    if library in ("pandas", "geopandas", "polars") and type(table).__name__ in ("Series", "GeoSeries"):
        raise TypeError("this is one column; pass a table, such as its .to_frame()")
    if library == "pyarrow" and type(table).__name__.endswith(("Dataset", "Scanner")):
        table = table.to_table()
    if type(table).__name__ == "DuckDBPyConnection":
        raise TypeError(
            "a DuckDB connection is not a table; pass a relation, such as connection.sql('FROM people'), or publish a "
            "table inside the database with incog.databases.anonymize"
        )
    if not hasattr(table, "__arrow_c_stream__"):
        raise TypeError(
            f"{type(table).__name__} is not a table that incog can read; expected one with __arrow_c_stream__, such as "
            "a DataFrame of pandas or polars, a pyarrow table, or a DuckDB relation"
        )
    if library in ("pandas", "geopandas"):
        _check_names(table)
        table = Frame(readable_columns(_with_index_as_columns(_without_unnamed_index(table))))
    elif library in ("polars", "pyarrow"):
        table = _without_index_column(table, library)
        table = _with_empty_texts(table) if library == "polars" else table
    begin()
    if library == "polars" and table.n_chunks() > 1:
        return Chunks(table)
    return table  # type: ignore[no-any-return]


def names_of(table: Any) -> list[str] | None:
    """The names of the columns of a table, and of the named levels of its index; None where the table does not tell."""
    names = getattr(table, "column_names", None) or getattr(table, "columns", None)
    if names is None and hasattr(table, "schema"):
        names = getattr(table.schema, "names", None)
    if names is None or callable(names):
        return None
    index = getattr(getattr(table, "index", None), "names", ())
    return [*map(str, names), *(str(name) for name in index if name is not None)]


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


class Frame:
    """A DataFrame of pandas, whose columns that Arrow cannot carry are told by name."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        try:
            return self._frame.__arrow_c_stream__(requested_schema)
        except Exception as error:
            if not isinstance(error, OverflowError) and not type(error).__module__.startswith("pyarrow"):
                raise
            raise TableError(_mixed_column(self._frame) or f"pandas cannot hand the table over: {error}") from error


def _mixed_column(frame: Any) -> str | None:
    """What is wrong with the first column that Arrow cannot carry."""
    import pyarrow

    for name in frame.columns:
        try:
            pyarrow.array(frame[name], from_pandas=True)
        except (pyarrow.ArrowException, TypeError, OverflowError):
            kinds = sorted({type(value).__name__ for value in frame[name].dropna()})
            held = " and ".join(kinds) if len(kinds) > 1 else str(frame[name].dtype)
            return f'column "{name}" has values of type {held}, which no table of Arrow has; convert it, as with .astype(str)'
    return None


def _check_names(frame: Any) -> None:
    """pandas lets columns have any name, and several the same; Arrow makes texts of them."""
    for name in getattr(frame, "columns", ()):
        if not isinstance(name, str):
            raise TableError(f"the name of column {name!r} is not a str; rename it, as with .rename(columns=str)")
    repeated = [*getattr(frame, "columns", ()), *(name for name in frame.index.names if name is not None)]
    for place, name in enumerate(repeated):
        if name in repeated[:place]:
            raise TableError(f"two columns are called {name!r}; rename one of them")


def _without_unnamed_index(frame: Any) -> Any:
    """The frame with those levels of its index alone that have a name.

    A level without a name is no data: masks, samples and joins leave the numbers of rows there, which say who is who.
    """
    unnamed = [place for place, name in enumerate(frame.index.names) if name is None]
    return frame.reset_index(level=unnamed, drop=True) if unnamed else frame


def _with_index_as_columns(frame: Any) -> Any:
    """The frame with the named levels of its index behind its columns: Arrow leaves out a range, whatever its name."""
    names = [name for name in frame.index.names if name is not None]
    return frame.reset_index()[[*frame.columns, *names]] if names else frame


def _without_index_column(table: Any, library: str) -> Any:
    """The table without what pandas writes for an index that has no name, which is no data."""
    names = getattr(table, "column_names", None) if library == "pyarrow" else table.columns
    unnamed = [name for name in names or () if re.fullmatch(r"__index_level_\d+__", name)]
    if not unnamed or not hasattr(table, "drop_columns" if library == "pyarrow" else "drop"):
        return table
    return table.drop_columns(unnamed) if library == "pyarrow" else table.drop(unnamed)


def _with_empty_texts(frame: Any) -> Any:
    """The frame of polars with its columns without any value as texts: what it hands over of their own type cannot be
    read."""
    import polars

    empty = [name for name, kind in frame.schema.items() if kind == polars.Null]
    return frame.with_columns(polars.col(empty).cast(polars.String)) if empty else frame


def without_unreadable(table: Any, names: Iterable[str]) -> tuple[Any, list[str]]:
    """The table of pandas, polars or pyarrow without those of these columns that incog cannot read, and their names:
    lists, structures, bytes, durations, and mixed types. What is left out of a release need not be readable."""
    library, kind = type(table).__module__.split(".")[0], type(table).__name__
    if library in ("pandas", "geopandas") and kind in ("DataFrame", "GeoDataFrame"):
        unreadable = [name for name in names if name in table.columns and _is_unreadable(table[name])]
        return (table.drop(columns=unreadable) if unreadable else table), unreadable
    if library == "polars" and kind == "DataFrame":
        import polars

        unreadable = [name for name in names if name in table.columns]
        others = (polars.Object, polars.Binary, polars.Duration)
        unreadable = [name for name in unreadable if table.schema[name].is_nested() or table.schema[name] in others]
        return (table.drop(unreadable) if unreadable else table), unreadable
    if library == "pyarrow" and kind == "Table":
        import pyarrow

        unreadable = [name for name in names if name in table.column_names]
        unreadable = [name for name in unreadable if _is_unreadable_type(table.schema.field(name).type)]
        return (table.drop_columns(unreadable) if unreadable else table), unreadable
    return table, []


def _is_unreadable(column: Any) -> bool:
    """Whether a column of pandas has values that no table of incog has."""
    if column.dtype != object and column.dtype.kind not in "cm":
        return False
    import pyarrow

    try:
        return _is_unreadable_type(pyarrow.array(column, from_pandas=True).type)
    except (pyarrow.ArrowException, TypeError, OverflowError):
        return True


def _is_unreadable_type(kind: Any) -> bool:
    from pyarrow import types

    of_bytes = types.is_binary(kind) or types.is_large_binary(kind) or types.is_fixed_size_binary(kind)
    return bool(types.is_nested(kind) or types.is_duration(kind) or of_bytes)
