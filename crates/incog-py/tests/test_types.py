"""The type of a column follows from the job: not from the level that was found, nor from the night."""

import datetime
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
