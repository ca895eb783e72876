"""Spark tables: Spark counts the records and makes the release from distinct rows. Only Spark expressions run on its
executors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._spark_errors import asked
from .errors import TableError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["Counts", "checked", "count", "made"]

# Types whose values have a text form, and that can be grouped by.
KNOWN = (
    "BooleanType",
    "ByteType",
    "DateType",
    "DecimalType",
    "DoubleType",
    "FloatType",
    "IntegerType",
    "LongType",
    "NullType",
    "ShortType",
    "StringType",
    "TimestampNTZType",
    "TimestampType",
)


# What may help where Spark cannot hand over what it has counted.
TOO_MANY = (
    "; if there are more distinct rows than this machine can hold, raise spark.driver.maxResultSize, or name columns with almost "
    "unique values in identifiers"
)


class Counts:
    """Distinct rows with the number of their records: a pyarrow table, and the name of its column with these numbers."""

    def __init__(self, rows: Any, names: Sequence[str]) -> None:
        self.column = "incog_records"
        while any(name.lower() == self.column for name in names):
            self.column += "_"
        self.rows = rows.rename_columns([*names, self.column])

    def type_of(self, name: str) -> Any:
        """The Arrow type of a column; None where there is none of this name."""
        place = self.rows.schema.get_field_index(name)
        return None if place < 0 else self.rows.schema.field(place).type


def checked(frame: Any) -> DataFrame:
    """The frame, if Spark can publish it; otherwise an exception says what to do."""
    from pyspark.sql import DataFrame

    if type(frame).__module__.startswith("pyspark.pandas"):
        raise TypeError("this is a pandas-on-Spark frame; pass its .to_spark()")
    if not isinstance(frame, DataFrame):
        raise TypeError(f"{type(frame).__name__} is not a Spark DataFrame; for tables on this machine, use incog.anonymize")
    if not hasattr(frame, "toArrow"):
        raise TypeError("this version of pyspark cannot produce Arrow tables; use 4.0 or later")
    looking = "the table was looked at"
    if asked(looking, lambda: frame.isStreaming):
        raise TypeError("a streaming frame has no end; write it to a table and pass that")
    asked(looking, lambda: _check_names(frame))
    return frame


def _check_names(frame: DataFrame) -> None:
    exact = frame.sparkSession.conf.get("spark.sql.caseSensitive") == "true"
    seen: dict[str, str] = {}
    for name in frame.columns:
        key = name if exact else name.lower()
        if key in seen:
            alike = f'"{seen[key]}" twice' if seen[key] == name else f'"{seen[key]}" and "{name}", one name to Spark'
            raise TableError(f"the table has the column {alike}; rename one, as with .toDF(*names)")
        seen[key] = name


def count(frame: DataFrame, names: Sequence[str], doing: str) -> Counts:
    """Counts in Spark how many records have each combination of values in these columns."""
    return asked(doing, lambda: _counted(frame, names), TOO_MANY)


def _counted(frame: DataFrame, names: Sequence[str]) -> Counts:
    functions = _functions(frame)
    fields = frame.schema.fields
    places = [place for place, field in enumerate(fields) if field.name in names]
    for place in places:
        if type(fields[place].dataType).__name__ not in KNOWN:
            raise TableError(
                f'the column "{fields[place].name}" has the type {fields[place].dataType.simpleString()}, whose values have '
                "no text form; leave it out, as with .drop(name), or name it in identifiers"
            )
    # Columns go by their places, whatever they are called.
    numbered = frame.toDF(*[f"c{place}" for place in range(len(fields))])
    columns = [_as_written(numbered[f"c{place}"], fields[place].dataType).alias(f"c{place}") for place in places]
    grouped = numbered.select(*columns).groupBy(*[f"c{place}" for place in places])
    counted = grouped.agg(functions.count(functions.lit(1)).alias("records"))
    return Counts(counted.toArrow(), [fields[place].name for place in places])


def _as_written(column: Any, data_type: Any) -> Any:
    """The column, compared letter by letter: a collation may treat different texts as equal."""
    from pyspark.sql.types import StringType

    return column.cast(StringType()) if isinstance(data_type, StringType) else column


def made(frame: DataFrame, counts: Counts, release: Any) -> DataFrame:
    """The frame of a release, of its distinct rows and how many records each stands for: a lazy one that looks at nothing else.

    Columns have the types of those of ``frame``, which were counted, as far as their values are still of these.
    """
    import pyarrow
    from pyspark.sql.types import LongType, StructField, StructType

    functions = _functions(frame)
    rows = pyarrow.table(release)
    *names, _ = rows.column_names
    originals = {field.name: field.dataType for field in frame.schema.fields}
    fields = []
    for place, name in enumerate(names):
        found = rows.schema.field(place).type
        data_type = originals[name] if found == counts.type_of(name) else _type_of(found)
        fields.append(StructField(f"c{place}", data_type))
    fields.append(StructField("records", LongType()))
    schema = StructType(fields)

    def make() -> DataFrame:
        parts = frame.sparkSession.createDataFrame(rows.rename_columns(schema.names), schema)
        each = functions.explode(functions.array_repeat(functions.lit(True), parts["records"].cast("int")))
        return parts.select(*schema.names[:-1], each.alias("each")).drop("each").toDF(*names)

    return asked("the release was made", make)


def _type_of(found: Any) -> Any:
    """The type of Spark for labels of this type of Arrow."""
    from pyspark.sql.pandas.types import from_arrow_type

    return from_arrow_type(found, prefer_timestamp_ntz=True)


def _functions(frame: DataFrame) -> Any:
    """The functions for columns of a frame; those of Spark Connect are others."""
    if type(frame).__module__.startswith("pyspark.sql.connect"):
        from pyspark.sql.connect import functions as remote

        return remote
    from pyspark.sql import functions

    return functions
