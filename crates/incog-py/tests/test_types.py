"""The type of a column follows from the job: not from the level that was found, nor from the night."""

import datetime
import pickle
import random
import subprocess

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

import incog

AGES = incog.intervals(5, 10, 20)
DAYS = incog.dates("month", "year")


def people(rows=240, ages=range(20, 26)):
    draw = random.Random(5)

    def drawn(*values):
        return [draw.choice(values) for _ in range(rows)]

    return pyarrow.table(
        {
            "age": pyarrow.array(drawn(*ages), pyarrow.int16()),
            "seen": pyarrow.array(drawn(*(datetime.date(2024, month, 1) for month in [1, 2, 3])), pyarrow.date32()),
            "smoker": drawn(True, False),
            "town": drawn("Aachen", "Bonn"),
            "illness": drawn("flu", "gout", "cold"),
            "score": drawn(0.25, 0.5),
        }
    )


def schema(table):
    """The names and types of the columns of a table of any library."""
    if isinstance(table, pandas.DataFrame):
        return {name: str(dtype) for name, dtype in table.dtypes.items()}
    if isinstance(table, polars.DataFrame):
        return dict(table.schema)
    if isinstance(table, duckdb.DuckDBPyRelation):
        return dict(zip(table.columns, map(str, table.types), strict=True))
    return {field.name: field.type for field in table.schema}


LIBRARIES = {
    "pandas": lambda table: table.to_pandas(),
    "arrow-backed": lambda table: table.to_pandas(types_mapper=pandas.ArrowDtype),
    "polars": polars.from_arrow,
    "pyarrow": lambda table: table,
    "duckdb": lambda table: duckdb.connect().from_arrow(table),
}

IDENTIFYING = {"age": AGES, "seen": DAYS, "smoker": None, "town": "flat"}


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
@pytest.mark.parametrize("recoding", ["local", "global"])
@pytest.mark.parametrize("library", LIBRARIES)
def test_types_do_not_follow_from_the_level(library, recoding):
    found, plain = [], []
    for k, ages in [(1, range(20, 26)), (30, range(20, 26)), (100, range(20, 26)), (5, range(20, 80))]:
        table = LIBRARIES[library](people(ages=ages))
        release = incog.anonymize(table, quasi_identifiers=IDENTIFYING, k=k, recoding=recoding, keep_columns="off")
        found.append(schema(release.to_native()))
        labels = release.to_arrow()["age"].to_pylist()
        assert all(isinstance(label, str) for label in labels)
        plain.append(all(label.isdigit() for label in labels))
    assert plain[0] and not all(plain), "some releases have values, and others labels"
    assert found[1:] == found[:-1]
    before = schema(LIBRARIES[library](people()))
    assert all(found[0][name] == before[name] for name in ["illness", "score"])


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
@pytest.mark.parametrize("library", LIBRARIES)
def test_two_nights_have_the_same_types(library):
    """The second table has values that the first lacks, so its release has other levels and more suppressed records."""
    tonight, tomorrow = people(), pyarrow.concat_tables([people(), people(3, range(90, 93))])
    for more in [{}, {"suppressed": "star"}, {"columns": {"age": {"publish": "bounds"}}}]:
        job = incog.Job(quasi_identifiers=IDENTIFYING, sensitive="illness", k=3, **more)
        first, second = (job.run(LIBRARIES[library](table)) for table in [tonight, tomorrow])
        assert schema(first.to_native()) == schema(second.to_native()), more


BOUNDS = {
    "pandas": ("Int64", "Float64", "datetime64[s]"),
    "arrow-backed": ("int64[pyarrow]", "double[pyarrow]", "date32[day][pyarrow]"),
    "polars": (polars.Int64, polars.Float64, polars.Date),
    "pyarrow": (pyarrow.int64(), pyarrow.float64(), pyarrow.date32()),
    "duckdb": ("BIGINT", "DOUBLE", "DATE"),
}


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
@pytest.mark.parametrize("library", LIBRARIES)
def test_bounds_have_one_type_at_every_level(library):
    """Also where labels have no bounds, and where suppressed records leave empty cells."""
    weights = pyarrow.array([60 + row % 40 / 4 for row in range(240)])
    table = people(ages=range(20, 60)).append_column("weight", weights)
    hierarchies = {"age": AGES, "weight": incog.intervals(5, 10), "seen": DAYS}
    empty = set()
    for k, recoding, suppressed in [(1, "global", "drop"), (30, "local", "drop"), (60, "global", "star"), (240, "global", "drop")]:
        for name, kind in zip(hierarchies, BOUNDS[library], strict=True):
            release = incog.anonymize(
                LIBRARIES[library](table.select([name, "illness"])), quasi_identifiers={name: hierarchies[name]}, k=k, recoding=recoding,
                suppressed=suppressed, columns={name: {"publish": "bounds"}}, keep_columns="off", suppression=0.3, seed=1,
            )
            made = schema(release.to_native())
            assert (made[f"{name}_from"], made[f"{name}_to"]) == (kind, kind), (k, made)
            empty.add(release.to_arrow()[f"{name}_from"].null_count > 0)
            assert schema(release.head(2)) == made
    assert empty == {True, False}
    assert pickle.loads(pickle.dumps(release)).to_pandas().dtypes.equals(release.to_pandas().dtypes)


SIZES = ["low", "mid", "high"]


def sizes(library):
    """Ordered categories, as each library has them."""
    texts = [SIZES[row * row % 7 % 3] for row in range(240)]
    if library == "pandas":
        return pandas.DataFrame({"size": pandas.Categorical(texts, SIZES, ordered=True), "age": [20 + row % 6 for row in range(240)]})
    if library == "polars":
        return polars.DataFrame({"size": polars.Series(texts, dtype=polars.Enum(SIZES)), "age": [20 + row % 6 for row in range(240)]})
    coded = pyarrow.DictionaryArray.from_arrays(pyarrow.array(map(SIZES.index, texts), pyarrow.int8()), SIZES, ordered=True)
    return pyarrow.table({"size": coded, "age": [20 + row % 6 for row in range(240)]})


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_ordered_categories_that_are_published_as_they_are(library):
    table = sizes(library)
    release = incog.anonymize(table, quasi_identifiers={"age": AGES}, sensitive="size", k=5)
    made = release.to_native()
    if library == "pandas":
        assert made["size"].dtype == table["size"].dtype
    elif library == "polars":
        assert made.schema["size"] == table.schema["size"]
    else:
        assert made.schema.field("size").type == table.schema.field("size").type
        assert made["size"].combine_chunks().dictionary.to_pylist() == SIZES
        assert made["size"].to_pylist() == release.to_arrow()["size"].to_pylist()


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_ordered_categories_that_are_generalized_have_one_type(library):
    kinds, labels = set(), set()
    for k in [1, 60, 240]:
        release = incog.anonymize(sizes(library)[["size"]] if library != "pyarrow" else sizes(library).select(["size"]), quasi_identifiers="size",
                                  k=k, recoding="global", keep_columns="off", suppression=0.0)
        made = release.to_native()
        kind = made["size"].dtype if library != "pyarrow" else made.schema.field("size").type
        kinds.add((isinstance(kind, pandas.CategoricalDtype), kind.ordered) if library == "pandas" else str(kind))
        labels |= set(release.to_arrow()["size"].to_pylist())
    assert len(kinds) == 1 and {"low", "*"} <= labels, (kinds, labels)


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_a_file_has_the_types_of_the_frame(tmp_path, ending):
    release = incog.anonymize(people(), quasi_identifiers=IDENTIFYING, k=2, recoding="global")
    [written, *_] = release.save(tmp_path / f"release.{ending}")
    read = pyarrow.parquet.read_table(written) if ending == "parquet" else pyarrow.ipc.open_file(written).read_all()
    assert schema(read) == schema(release.to_arrow()) and read.schema.field("age").type == pyarrow.string()
    assert release.verify(people()).holds


def test_bounds_are_two_numbers():
    release = incog.anonymize(people(), quasi_identifiers={"age": AGES}, k=2, columns={"age": {"publish": "bounds"}}).to_arrow()
    assert [release.schema.field(name).type for name in ["age_from", "age_to"]] == [pyarrow.int64()] * 2


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
def test_bounds_of_fractions_stay_fractions():
    table = people().select(["illness"]).append_column("weight", pyarrow.array([60 + row % 8 / 4 for row in range(240)]))
    for k, is_whole in [(1, False), (60, True), (200, True)]:
        release = incog.anonymize(
            table, quasi_identifiers={"weight": incog.intervals(5, 10)}, k=k, columns={"weight": {"publish": "bounds"}}, recoding="global"
        ).to_arrow()
        assert release.schema.field("weight_from").type == release.schema.field("weight_to").type == pyarrow.float64()
        assert all(value is None or value.is_integer() for value in release["weight_from"].to_pylist()) is is_whole


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
@pytest.mark.parametrize("more", [{}, {"suppressed": "star"}, {"columns": {"age": {"publish": "bounds"}}}], ids=["labels", "stars", "bounds"])
def test_the_command_writes_every_byte_again(command, tmp_path, more):
    source = tmp_path / "people.parquet"
    pyarrow.parquet.write_table(people(), source)
    for k in [1, 60]:
        release = incog.anonymize(people(), quasi_identifiers=IDENTIFYING, k=k, source=source, **more)
        for ending in ["parquet", "arrow", "jsonl"]:
            release.save(tmp_path / f"{k}.{ending}", internal=True)
            run = [command, "verify", "--verbose", str(tmp_path / f"{k}.{ending}.internal.json")]
            ended = subprocess.run(run, capture_output=True, text=True, check=False)
            assert ended.returncode == 0 and "every byte of the release follows from its cells" in ended.stdout, ended.stdout + ended.stderr


def test_coded_texts_stay_coded():
    table = people().set_column(3, "town", people()["town"].dictionary_encode())
    for k in [2, 60]:
        release = incog.anonymize(table, quasi_identifiers={"town": "flat", "age": AGES}, k=k).to_arrow()
        assert pyarrow.types.is_dictionary(release.schema.field("town").type)
