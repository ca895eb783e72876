"""Any table goes in, and comes out as what it was."""

import datetime
import decimal
import pickle
import random

import duckdb
import pandas
import polars
import pyarrow
import pytest
from polars.testing import assert_frame_equal

import incog

WAY = {"quasi_identifiers": {"age": incog.intervals(5, 10)}, "k": 4, "suppression": 0.0}


def released(table, **more):
    return incog.anonymize(table, **{**WAY, **more})


def test_every_library_gives_the_same_release(people):
    frame = polars.from_arrow(people)
    relation = duckdb.connect().from_arrow(people)
    reader = pyarrow.RecordBatchReader.from_batches(people.schema, people.to_batches(max_chunksize=7))
    tables = [people, people.to_pandas(), frame, frame.lazy().collect(), relation, reader, people.to_batches()[0]]
    releases = [released(table).to_arrow() for table in tables]
    for release in releases[1:]:
        assert release.to_pydict() == releases[0].to_pydict()
    assert releases[0].column_names == ["age", "zip", "illness", "score"]


def test_a_release_is_a_table_of_any_library(people):
    release = released(people)
    assert len(release) == 60
    assert release.columns == people.column_names
    assert_frame_equal(polars.DataFrame(release), release.to_polars())
    assert len(duckdb.connect().from_arrow(pyarrow.table(release)).fetchall()) == 60
    assert release.to_pandas()["score"].dtype == "float64"
    # Handed over as often as somebody asks.
    assert pyarrow.table(release) == pyarrow.table(release)


def test_untouched_columns_keep_their_types():
    draw = random.Random(3)
    rows = range(40)

    def drawn(*values):
        return [draw.choice(values) for _ in rows]

    frame = pandas.DataFrame(
        {
            "age": [20 + row % 4 for row in rows],
            "category": pandas.Categorical(drawn("a", "b")),
            "nullable": pandas.array(drawn(None, 1, 2), dtype="Int64"),
            "truth": drawn(True, False),
            "day": pandas.to_datetime(drawn("2024-03-31", "2024-04-01")),
            "moment": pandas.to_datetime(drawn("2024-03-31T01:30:00", "2024-04-01T01:30:00")).tz_localize("Europe/Berlin"),
            "cents": drawn(decimal.Decimal("1.20"), decimal.Decimal("3.45")),
        }
    )
    plain = [name for name in frame if name != "age"]
    release = released(frame, insensitive=plain).to_pandas()
    for name in ["category", "nullable", "truth", "day", "moment"]:
        assert release[name].dtype == frame[name].dtype, name
        assert release[name].value_counts(dropna=False).to_dict() == frame[name].value_counts(dropna=False).to_dict()
    assert sorted(release["cents"]) == sorted(frame["cents"])
    several = polars.from_pandas(frame).with_columns(
        polars.col("category").cast(polars.Enum(["a", "b"])),
        polars.lit(datetime.timedelta(0)).is_null().alias("nothing"),
    )
    again = released(several, insensitive=[*plain, "nothing"]).to_polars()
    for name in ["category", "nullable", "truth", "day", "moment", "nothing"]:
        assert again.schema[name] == several.schema[name], name


def test_categories_are_those_of_the_release():
    """One record is suppressed, and nobody else has her illness; the others come back in no order of their records."""
    ages = [20 + row % 2 for row in range(40)] + [90]
    illness = [["flu", "cold"][row // 2 % 2] for row in range(40)] + ["HIV"]
    for categories, ordered in [(["HIV", "gout", "flu", "cold"], False), (["flu", "HIV", "cold", "gout"], True)]:
        kind = pandas.CategoricalDtype(categories, ordered=ordered)
        frame = pandas.DataFrame({"age": ages, "illness": pandas.Series(illness, dtype=kind)})
        release = released(frame, insensitive=["illness"], suppression=0.05)
        found = release.to_pandas()["illness"].dtype
        assert (list(found.categories), found.ordered) == (["flu", "cold"] if ordered else ["cold", "flu"], ordered)
        assert b"HIV" not in pickle.dumps(release.to_pandas())
        coded = polars.from_pandas(frame.astype({"illness": str})).with_columns(polars.col("illness").cast(polars.Enum(categories)))
        release = released(coded, insensitive=["illness"], suppression=0.05).to_polars()
        assert list(release.schema["illness"].categories) == [name for name in categories if name in ("flu", "cold")]


def test_categories_of_instants_stay_instants():
    moments = pandas.to_datetime([["2024-03-31T01:30:00", "2024-04-01T01:30:00"][row // 4 % 2] for row in range(40)]).tz_localize("Europe/Berlin")
    frame = pandas.DataFrame({"age": [20 + row % 4 for row in range(40)], "seen": pandas.Series(moments).astype("category")})
    assert released(frame, insensitive=["seen"]).to_pandas()["seen"].notna().all()


def test_views_of_texts_share_nothing(people):
    """Views of one buffer tell which rows had one original value."""
    views = people.cast(pyarrow.schema([field.with_type(pyarrow.string_view()) if field.type == pyarrow.string() else field for field in people.schema]))
    assert not any(pyarrow.types.is_string_view(field.type) for field in released(views).to_arrow().schema)


def test_a_named_index_of_pandas_is_a_column(people):
    frame = people.to_pandas()
    named = frame.set_index("illness")
    release = released(named).to_pandas()
    assert release.index.name == "illness"
    assert sorted(release.index) == sorted(frame["illness"])
    assert isinstance(released(frame).to_pandas().index, pandas.RangeIndex)
    numbered = frame.set_axis(pandas.Index([f"P{row:04}" for row in range(60)], name="number"))
    with pytest.raises(incog.UnsafeError, match="number"):
        released(numbered)


def pieces(frame):
    """Ways in which frames lose the numbering of their rows."""
    twice = pandas.concat([frame.head(30), frame.tail(30)])
    split = frame.groupby("zip", group_keys=False)[frame.columns].apply(lambda rows: rows)
    return {
        "mask": frame[frame["age"] > 0],
        "sample": frame.sample(frac=1, random_state=1),
        "sort_values": frame.sort_values("age"),
        "dropna": frame.dropna(),
        "concat": twice,
        "iloc": frame.iloc[::-1],
        "query": frame.query("age > 0"),
        "texts": frame.set_axis([f"P{row:04}" for row in range(60)]),
        "drop_duplicates": frame.drop_duplicates(subset=["age", "zip", "illness", "score"]),
        "groupby": split,
        "levels": frame.set_axis(pandas.MultiIndex.from_product([range(6), range(10)])),
        "keys": pandas.concat({"a": frame.head(30), "b": frame.tail(30)}),
    }


@pytest.mark.parametrize("way", ["mask", "sample", "sort_values", "dropna", "concat", "iloc", "query", "texts", "drop_duplicates", "groupby", "levels", "keys"])
def test_an_index_without_a_name_is_no_data(people, way):
    frame = pieces(people.to_pandas())[way]
    release = released(frame).to_pandas()
    assert list(release.columns) == list(released(people).columns)
    assert isinstance(release.index, pandas.RangeIndex)


def test_of_several_levels_of_an_index_the_named_one_is_data(people):
    frame = people.to_pandas()
    levels = pandas.MultiIndex.from_arrays([range(60), frame.pop("illness")], names=[None, "illness"])
    release = released(frame.set_axis(levels)).to_pandas()
    assert release.index.names == ["illness"]


def test_chunks_slices_and_dictionaries(people):
    chunked = pyarrow.concat_tables([people.slice(0, 13), people.slice(13, 30), people.slice(43)])
    coded = people.set_column(2, "illness", people["illness"].dictionary_encode())
    want = released(people).to_arrow().to_pydict()
    assert released(chunked).to_arrow().to_pydict() == want
    assert released(coded).to_arrow().to_pydict() == want
    assert pyarrow.types.is_dictionary(released(coded).to_arrow().schema.field("illness").type)
    views = people.cast(pyarrow.schema([field.with_type(pyarrow.string_view()) if field.type == pyarrow.string() else field for field in people.schema]))
    assert released(views).to_arrow().to_pydict() == want
    empty = pyarrow.DictionaryArray.from_arrays(pyarrow.array([None] * 60, pyarrow.int8()), pyarrow.array([], pyarrow.string()))
    assert released(people.append_column("empty", empty)).to_arrow()["empty"].null_count == 60


@pytest.mark.parametrize(
    "column",
    [
        [[1, 2]] * 60,
        [{"a": 1}] * 60,
        [b"bytes"] * 60,
        [datetime.timedelta(1)] * 60,
    ],
)
def test_what_has_no_text_form_is_refused(people, column):
    with pytest.raises(incog.TableError, match='column "odd": values of type'):
        released(people.append_column("odd", pyarrow.array(column)))


def test_tables_that_are_none(people):
    with pytest.raises(incog.TableError, match="^table: no rows: the table has 4 columns"):
        released(people.slice(0, 0))
    for nothing in [people.slice(0, 0), pyarrow.table({}), people.to_pandas().iloc[:0]]:
        with pytest.raises(incog.IncogError):
            released(nothing)
    with pytest.raises(incog.TableError, match="age"):
        released(people.append_column("age", people["age"]))
    double = people.to_pandas()
    double.columns = ["age", "zip", "zip", "score"]
    with pytest.raises((incog.TableError, ValueError)):
        released(double)
    with pytest.raises(incog.TableError, match="is not a str"):
        released(people.to_pandas().rename(columns={"zip": 7}))


def test_a_stream_that_fails_half_way(people):
    def batches():
        yield people.to_batches()[0]
        raise OSError("the cable is out")

    with pytest.raises(incog.TableError, match="the cable is out"):
        released(pyarrow.RecordBatchReader.from_batches(people.schema, batches()))


def test_what_is_no_table_is_refused(people):
    for thing in [people.to_pydict(), "people.csv", None, 3]:
        with pytest.raises(TypeError, match="is not a table that incog can read"):
            released(thing)
    for series in [people.to_pandas()["age"], polars.from_arrow(people)["age"]]:
        with pytest.raises(TypeError, match="to_frame"):
            released(series)
    with pytest.raises(TypeError, match="a relation"):
        released(duckdb.connect())

    class DataFrame:
        def __arrow_c_stream__(self, requested_schema=None):
            raise AssertionError("every row would be sent")

    DataFrame.__module__ = "pyspark.sql.dataframe"
    with pytest.raises(TypeError, match="Spark"):
        released(DataFrame())

    class Liar:
        def __arrow_c_stream__(self, requested_schema=None):
            return object()

    with pytest.raises(TypeError):
        released(Liar())
