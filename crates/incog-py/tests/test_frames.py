"""However a frame was made, ``anonymize`` takes it as it is, and gives back a frame of its kind with k alike records.

Each way makes a frame of the columns ``age``, ``town`` and ``illness`` from the same 240 people.
"""

import datetime
import warnings

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pyarrow.compute
import pyarrow.dataset
import pytest

import incog

train_test_split = pytest.importorskip("sklearn.model_selection").train_test_split

K = 4
TOWNS = ["Aachen", "Bonn", "Calw"]


def people():
    draw = numpy.random.default_rng(11)
    return pandas.DataFrame(
        {
            "age": draw.integers(20, 60, 240),
            "town": draw.choice(TOWNS, 240),
            "illness": draw.choice(["flu", "gout", "cold"], 240),
        }
    )


def with_gaps():
    frame = people()
    frame.loc[::9, "age"] = None
    frame.loc[::13, "town"] = None
    return frame


def extra():
    return people().assign(
        seen=pandas.to_datetime("2024-01-01") + pandas.to_timedelta(numpy.arange(240) % 3, "D"),
        name=[f"P{row:03}" for row in range(240)],
    )


PANDAS = {
    "as it is": people,
    "dropna": lambda: with_gaps().dropna(),
    "with missing values": with_gaps,
    "fillna": lambda: with_gaps().fillna({"age": 0, "town": "none"}),
    "mask": lambda: people()[lambda frame: frame["age"] > 30],
    "query": lambda: people().query("age > 30 and town != 'Calw'"),
    "loc": lambda: people().loc[10:200],
    "iloc backwards": lambda: people().iloc[::-2],
    "sample": lambda: people().sample(frac=0.7, random_state=1),
    "sample with replacement": lambda: people().sample(300, replace=True, random_state=1),
    "sort_values": lambda: people().sort_values(["town", "age"]),
    "concat": lambda: pandas.concat([people().head(120), people().tail(120)]),
    "concat with keys": lambda: pandas.concat({"a": people().head(120), "b": people().tail(120)}),
    "set_index": lambda: people().set_index("illness"),
    "set_index of two": lambda: people().set_index(["town", "illness"]),
    "set_index without a name": lambda: people().set_axis(pandas.date_range("2024-01-01", periods=240)),
    "reset_index": lambda: people().set_index("illness").reset_index(),
    "drop_duplicates": lambda: pandas.concat([people()] * 2).drop_duplicates(),
    "merge": lambda: people()[["age", "town"]].reset_index().merge(people()[["illness"]].reset_index(), on="index").drop(columns="index"),
    "explode": lambda: people().assign(illness=[["flu", "gout"]] * 240).explode("illness"),
    "groupby": lambda: people().groupby("town", group_keys=True)[["age", "illness"]].apply(lambda rows: rows).reset_index(level=0),
    "groupby, aggregated": lambda: people().groupby(["age", "town"], as_index=False).agg(illness=("illness", "first")),
    "groupby, in the index": lambda: people().groupby(["age", "town"]).agg(illness=("illness", "first")),
    "transform": lambda: people().assign(age=lambda frame: frame.groupby("town")["age"].transform("median").astype(int)),
    "melt": lambda: people().assign(other="flu").melt(["age", "town"], ["illness", "other"], value_name="illness_").drop(columns="variable").rename(columns={"illness_": "illness"}),
    "stack and unstack": lambda: people().stack().unstack().astype({"age": int}),
    "train_test_split": lambda: train_test_split(people(), random_state=1)[0],
    "categories": lambda: people().astype({"town": "category", "illness": "category"}),
    "ordered categories": lambda: people().assign(town=lambda frame: pandas.Categorical(frame["town"], TOWNS, ordered=True)),
    "unused categories": lambda: people().astype({"town": "category"}).query("town != 'Bonn'"),
    "cut": lambda: people().assign(age=lambda frame: pandas.cut(frame["age"], range(0, 101, 10))),
    "qcut": lambda: people().assign(age=lambda frame: pandas.qcut(frame["age"], 6)),
    "periods": lambda: people().assign(age=lambda frame: pandas.PeriodIndex([f"{1960 + age}-{age % 12 + 1:02}" for age in frame["age"]], freq="M")),
    "datetimes": lambda: people().assign(age=lambda frame: pandas.to_datetime("2024-06-01") - pandas.to_timedelta(frame["age"] * 365, "D")),
    "nullable": lambda: with_gaps().convert_dtypes(),
    "Arrow-backed": lambda: with_gaps().convert_dtypes(dtype_backend="pyarrow"),
    "floats": lambda: people().astype({"age": float}),
    "small integers": lambda: people().astype({"age": "int8"}),
    "objects": lambda: people().astype(object),
    "sparse": lambda: people().assign(age=lambda frame: pandas.arrays.SparseArray(frame["age"] // 10 * 10)),
    "read-only view": lambda: people().T.T.astype({"age": int}),
    "from records": lambda: pandas.DataFrame.from_records(people().to_dict("records")),
}

POLARS = {
    "polars": lambda: polars.from_pandas(people()),
    "polars, filtered": lambda: polars.from_pandas(people()).filter(polars.col("age") > 30),
    "polars, lazy": lambda: polars.from_pandas(people()).lazy().filter(polars.col("age") > 30),
    "polars, sampled": lambda: polars.from_pandas(people()).sample(fraction=0.7, seed=1),
    "polars, in chunks": lambda: polars.concat([polars.from_pandas(people())] * 2, rechunk=False),
    "polars, grouped": lambda: polars.from_pandas(people()).group_by("age", "town").agg(polars.col("illness").first()),
    "polars, categorical": lambda: polars.from_pandas(people()).with_columns(polars.col("town").cast(polars.Categorical)),
    "polars, enum": lambda: polars.from_pandas(people()).with_columns(polars.col("town").cast(polars.Enum(TOWNS))),
    "polars, with nulls": lambda: polars.from_pandas(with_gaps()),
}

ARROW = {
    "table": lambda: pyarrow.Table.from_pandas(people()),
    "table of Arrow types": lambda: pyarrow.table(people().to_dict("list")),
    "slice": lambda: pyarrow.Table.from_pandas(people()).slice(20, 150),
    "table in chunks": lambda: pyarrow.concat_tables([pyarrow.Table.from_pandas(people())] * 2),
    "filtered table": lambda: pyarrow.Table.from_pandas(people()).filter(pyarrow.compute.field("age") > 30),
    "dictionaries": lambda: (lambda table: table.set_column(1, "town", table["town"].dictionary_encode()))(pyarrow.Table.from_pandas(people())),
    "batch": lambda: pyarrow.RecordBatch.from_pandas(people()),
    "reader": lambda: pyarrow.Table.from_pandas(people()).to_reader(50),
    "dataset": lambda: pyarrow.dataset.dataset(pyarrow.Table.from_pandas(people())),
}


def connected(query):
    connection = duckdb.connect()
    connection.register("people", pyarrow.Table.from_pandas(people()))
    return connection.sql(query)


DUCKDB = {
    "relation": lambda: connected("SELECT * FROM people"),
    "filtered relation": lambda: connected("SELECT * FROM people").filter("age > 30"),
    "grouped relation": lambda: connected("SELECT age, town, first(illness) AS illness FROM people GROUP BY ALL"),
    "enum": lambda: connected("SELECT age, town::ENUM('Aachen', 'Bonn', 'Calw') AS town, illness FROM people"),
}

WAYS = {**PANDAS, **POLARS, **ARROW, **DUCKDB}


def as_pandas(table):
    """Any of the tables as a frame of pandas without an index, with texts for the cells."""
    if isinstance(table, pandas.DataFrame):
        named = [name for name in table.index.names if name is not None]
        return table.reset_index(level=named).reset_index(drop=True)
    if isinstance(table, (polars.DataFrame, polars.LazyFrame)):
        return table.lazy().collect().to_pandas()
    if isinstance(table, duckdb.DuckDBPyRelation):
        return table.df()
    if isinstance(table, pyarrow.RecordBatchReader):
        return table.read_pandas()
    return (table.to_table() if hasattr(table, "to_table") else table).to_pandas()


def texts(column):
    return sorted("missing" if missing else str(value).removesuffix(".0") for value, missing in zip(column, column.isna(), strict=True))


@pytest.mark.parametrize("way", WAYS)
def test_a_frame_made_in_any_way(way):
    table, rows = WAYS[way](), as_pandas(WAYS[way]())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", incog.IncogWarning)
        release = incog.anonymize(table, quasi_identifiers=["age", "town"], sensitive="illness", k=K)
    made = release.to_native()
    assert type(made) is (pyarrow.Table if way == "dataset" else type(table))
    found = as_pandas(made)
    assert sorted(found.columns) == ["age", "illness", "town"] and release.shape == found.shape
    if isinstance(table, pandas.DataFrame):
        named = [name for name in table.index.names if name is not None]
        assert list(made.columns) == list(table.columns) and list(made.index.names) == (named or [None])
        assert made.reset_index()["illness"].dtype == table.reset_index()["illness"].dtype
    # k, counted here; missing cells are a value of their own.
    assert found.groupby(["age", "town"], dropna=False, observed=True).size().min() >= K
    # At most 5 % are lost, and nobody's illness was changed.
    assert 0.95 * len(rows) <= len(found) <= len(rows)
    left, before = pandas.Series(texts(found["illness"])).value_counts(), pandas.Series(texts(rows["illness"])).value_counts()
    assert (left <= before[left.index]).all()
    assert release.report.privacy[0].achieved >= K and not release.verify(WAYS[way]()).refuted


def test_there_are_thirty_ways():
    assert len(PANDAS) >= 30 and len(WAYS) >= 50


def test_a_range_with_a_name_is_a_column():
    frame = people().set_index(pandas.RangeIndex(240, name="row"))
    release = incog.anonymize(frame, quasi_identifiers=["age", "town"], identifiers="row", k=K)
    assert list(release.columns) == ["age", "town", "illness"]
    with pytest.raises(incog.UnsafeError, match="row"):
        incog.anonymize(frame, quasi_identifiers=["age", "town"], k=K)


@pytest.mark.parametrize("read", [pyarrow.Table.from_pandas, lambda frame: polars.DataFrame(pyarrow.Table.from_pandas(frame))])
def test_what_pandas_writes_for_an_index_without_a_name_is_no_data(read):
    table = read(people()[lambda frame: frame["age"] > 30])
    release = incog.anonymize(table, quasi_identifiers=["age", "town"], k=K)
    assert list(release.columns) == ["age", "town", "illness"]


def test_names_may_be_an_index():
    frame = people()
    release = incog.anonymize(frame, quasi_identifiers=frame.columns[:2], sensitive=frame.columns[2:], k=K)
    assert set(release.columns) == set(frame.columns)


def test_a_single_value_is_explored_alone():
    found = incog.explore(people(), quasi_identifiers=["age", "town"], k=5)
    assert found.to_arrow()["k"].to_pylist() == [5]


def test_a_release_is_no_array():
    release = incog.anonymize(people(), quasi_identifiers=["age", "town"], k=K)
    for wrong in (pandas.DataFrame, numpy.asarray):
        with pytest.raises(TypeError, match="to_pandas"):
            wrong(release)


def test_the_modules_of_a_message_are_there():
    assert incog.databases.anonymize
    assert not hasattr(incog, "database")


@pytest.mark.parametrize("role", ["drop", "identifiers"])
@pytest.mark.parametrize(
    "values",
    [[[1, 2]] * 240, [{"a": 1}] * 240, [b"x"] * 240, [datetime.timedelta(1)] * 240, [2**70] * 240, [1, "a"] * 120],
    ids=["lists", "structures", "bytes", "durations", "numbers beyond 64 bits", "mixed types"],
)
def test_what_is_left_out_need_not_be_readable(role, values):
    frame = people().assign(extra=pandas.Series(values, dtype=object))
    tables = [frame]
    if values[0] not in (1, 2**70):
        tables += [pyarrow.Table.from_pandas(frame, preserve_index=False), polars.from_pandas(frame)]
    for table in tables:
        release = incog.anonymize(table, quasi_identifiers=["age", "town"], k=K, **{role: "extra"})
        assert list(release.columns) == ["age", "town", "illness"]
    with pytest.raises(incog.TableError, match="extra"):
        incog.anonymize(frame, quasi_identifiers=["age", "town"], k=K)


def test_a_column_of_polars_without_values_is_read():
    frame = polars.from_pandas(people()).with_columns(nothing=None)
    assert frame.schema["nothing"] == polars.Null
    release = incog.anonymize(frame, quasi_identifiers=["age", "town"], k=K)
    assert release.to_polars()["nothing"].is_null().all()


def test_names_that_are_no_texts_are_told():
    frame = people().groupby("town").agg({"age": ["min", "max"]}).reset_index()
    with pytest.raises(incog.JobError, match="the name of a column is a tuple, not a str; rename the columns"):
        incog.anonymize(frame, quasi_identifiers=list(frame.columns), k=K)
