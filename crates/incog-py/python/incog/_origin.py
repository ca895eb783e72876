"""Tables out, in the library and with the types that they came in."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from ._pandas_columns import original_values

__all__ = ["Origin"]


class Origin:
    """What a release takes over from its table: the library, the types of the columns, and the index of pandas."""

    def __init__(self, table: Any) -> None:
        library, kind = type(table).__module__.split(".")[0], type(table).__name__
        self.kind = {"geopandas": "pandas", "_duckdb": "duckdb"}.get(library, library)
        if kind in ("LazyFrame", "RecordBatch", "RecordBatchReader"):
            self.kind = kind
        self.crs: Any = getattr(table, "crs", None) if library == "geopandas" else None
        self.dtypes: dict[str, Any] = {}
        self.index: list[str] = []
        self.schema: dict[str, Any] = {}
        self.values: dict[str, dict[str, Any]] = {}
        #: Columns of pyarrow that are coded: the type, and the values in their order.
        self.coded: dict[str, tuple[Any, list[Any]]] = {}
        if library == "pyarrow" and kind in ("Table", "RecordBatch"):
            self.coded = dict(_coded_columns(table))
        if self.kind == "pandas":
            levels = [table.index.get_level_values(place) for place in range(table.index.nlevels)]
            self.dtypes = dict(zip(table.columns, table.dtypes, strict=True))
            self.dtypes.update({str(level.name): level.dtype for level in levels if _is_rebuilt(level)})
            self.index = [str(name) for name in table.index.names if name is not None]
            self.values = dict(original_values(table))
        if library == "polars":
            self.schema = dict(table.collect_schema() if kind == "LazyFrame" else table.schema)

    def as_native(self, rows: Any, untouched: list[str]) -> Any:
        """The rows, an object with ``__arrow_c_stream__``, as a table of the kind that came in; of pyarrow for others."""
        if self.kind in ("polars", "LazyFrame"):
            import polars

            frame = self.as_polars(polars.DataFrame(rows), untouched)
            return frame.lazy() if self.kind == "LazyFrame" else frame
        import pyarrow

        table = pyarrow.table(rows)
        if self.kind in ("pyarrow", "RecordBatch", "RecordBatchReader"):
            table = self.as_arrow(table, untouched)
        if self.kind == "pandas":
            return self.as_pandas(table, untouched)
        if self.kind == "duckdb":
            import duckdb

            return duckdb.from_arrow(table)
        if self.kind == "RecordBatch":
            arrays = [_one_array(column) for column in table.columns]
            return pyarrow.RecordBatch.from_arrays(arrays, schema=table.schema)
        return table.to_reader() if self.kind == "RecordBatchReader" else table

    def as_arrow(self, table: Any, untouched: list[str]) -> Any:
        """The table with the coded types that its columns had, and no codes but those of its own values."""
        for name in untouched:
            if name in self.coded:
                place = table.schema.get_field_index(name)
                table = table.set_column(place, name, _coded(table[name], *self.coded[name]))
        return table

    def as_pandas(self, table: Any, untouched: list[str]) -> Any:
        """The table as a frame with the types and the index that its columns had."""
        import pandas

        frame = table.to_pandas()
        for name in frame.columns:
            dtype = self.dtypes.get(name)
            if name not in untouched:
                if name not in self.dtypes:
                    frame[name] = _nullable(frame[name], table.schema.field(name).type, self._source_of_bounds(name))
                elif isinstance(dtype, pandas.CategoricalDtype) and dtype.ordered:
                    frame[name] = _in_order(frame[name], dtype)
                elif isinstance(dtype, pandas.ArrowDtype) and not isinstance(frame[name].dtype, pandas.ArrowDtype):
                    frame[name] = frame[name].convert_dtypes(dtype_backend="pyarrow")
                continue
            if name in self.values:
                frame[name] = _with_values(frame[name], self.values[name])
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

    def _source_of_bounds(self, name: str) -> Any:
        """The dtype of the column that was published as two bounds, of which this is one."""
        return self.dtypes.get(name.removesuffix("_from").removesuffix("_to"))

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

    def of_published(self, rows: Any, untouched: list[str]) -> Origin:
        """A copy that knows the categories and values of the release alone, not those of suppressed records."""
        made = copy.copy(self)
        if self.kind == "pandas":
            import pyarrow

            frame = self.as_pandas(pyarrow.table(rows), untouched)
            frame = frame.reset_index() if made.index else frame
            bounds = [name for name in self.dtypes if f"{name}_from" in frame.columns and name not in frame.columns]
            made.dtypes = {name: frame[name].dtype for name in self.dtypes if name in frame.columns}
            made.dtypes |= {name: frame[f"{name}_from"].dtype for name in bounds}
            made.values = {name: dict(values) for name, values in original_values(frame)}
        if self.coded:
            import pyarrow

            published = self.as_arrow(pyarrow.table(rows), untouched)
            made.coded = {name: kind for name, kind in _coded_columns(published) if name in self.coded}
        if self.schema:
            import polars

            schema = self.as_polars(polars.DataFrame(rows), untouched).schema
            made.schema = {name: schema[name] for name in untouched if name in self.schema}
        return made


def _is_rebuilt(level: Any) -> bool:
    """Whether a level of an index has a name, and a type that Arrow does not carry."""
    import pandas

    return level.name is not None and isinstance(level.dtype, (pandas.CategoricalDtype, pandas.IntervalDtype, pandas.PeriodDtype))


def _one_array(column: Any) -> Any:
    """The chunks of a column as one array."""
    whole = column.combine_chunks()
    return whole.chunk(0) if hasattr(whole, "chunk") else whole


def _coded_columns(table: Any) -> Iterator[tuple[str, tuple[Any, list[Any]]]]:
    """The coded columns of a table of pyarrow, with their types and their values in order."""
    import pyarrow

    for field, column in zip(table.schema, table.columns, strict=True):
        if pyarrow.types.is_dictionary(field.type):
            parts = column.chunks if hasattr(column, "chunks") else [column]
            values = dict.fromkeys(value for part in parts for value in part.dictionary.to_pylist())
            yield field.name, (field.type, list(values))


def _coded(column: Any, kind: Any, values: list[Any]) -> Any:
    """The column in a coded type, with those of these values that it has; sorted where they have no order, which is that
    in which they were found, suppressed records included."""
    import pyarrow

    cells = column.to_pylist()
    present = set(cells)
    there = [value for value in values if value in present and value is not None]
    if not kind.ordered:
        there.sort(key=str)
    places = {value: place for place, value in enumerate(there)}
    if not present <= {*places, None}:
        return column
    codes = pyarrow.array([places.get(cell) for cell in cells], kind.index_type)
    return pyarrow.DictionaryArray.from_arrays(codes, pyarrow.array(there, kind.value_type), ordered=kind.ordered)


def _nullable(column: Any, kind: Any, source: Any) -> Any:
    """A bound, in a type that does not depend on whether a cell is empty."""
    import pandas
    import pyarrow

    if isinstance(source, pandas.ArrowDtype):
        return column.astype(pandas.ArrowDtype(kind))
    if pyarrow.types.is_integer(kind):
        return column.astype("Int64")
    if pyarrow.types.is_floating(kind):
        return column.astype("Float64")
    if pyarrow.types.is_date(kind):
        return column.astype("datetime64[s]")
    return column


def _with_values(column: Any, values: Mapping[str, Any]) -> Any:
    """The column with the value behind each text."""
    return column.astype(object).map(values, na_action="ignore")


def _in_order(column: Any, dtype: Any) -> Any:
    """Labels in the order of the categories that they begin with; ``*`` comes last."""
    import pandas

    texts = [str(value) for value in dtype.categories]
    places = {text: place for place, text in reversed(list(enumerate(texts)))}
    places |= {text.split(",")[0]: place for place, text in reversed(list(enumerate(texts))) if text[:1] in "(["}
    labels = [str(label) for label in column.dropna().unique()]
    begins = {label: next((part for part in (label, label.split("..")[0], label.split(",")[0]) if part in places), None) for label in labels}
    # A type that does not depend on the levels: what has no place in the order, such as *, comes last.
    order = sorted(labels, key=lambda label: (places.get(begins[label] or "", len(places)), label))
    return column.astype(object).map(str, na_action="ignore").astype(pandas.CategoricalDtype(order, ordered=True))


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
