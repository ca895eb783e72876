"""A table of Spark is published where it is: the same records as here, and nothing but counts comes here."""

import csv
import datetime
import decimal
import random
import re
from collections import Counter

import pyarrow
import pytest
from conftest import ROOT
from spark_sessions import local, why_not

import incog
import incog.spark

MISSING = why_not()
pytestmark = [
    pytest.mark.skipif(MISSING is not None, reason=str(MISSING)),
    pytest.mark.filterwarnings("ignore::incog.IncogWarning", "ignore::FutureWarning"),
]

# Names that are no names in SQL, and one that Spark would take for two.
ZIP, ILL = "zip.co-de`\"'; DROP TABLE x", "größe.π"
JOB = {
    "quasi_identifiers": {"age": incog.intervals(5, 10, 20), ZIP: "mask"},
    "sensitive": ILL,
    "identifiers": "name",
    "insensitive": ["day", "instant", "local", "cents", "score", "truth"],
    "k": 6,
    "suppression": 0.3,
}


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    session = local(tmp_path_factory.mktemp("spark"))
    yield session
    session.stop()


@pytest.fixture(scope="module")
def table():
    """People of whom some have ages and codes that nobody else has."""
    draw, rows = random.Random(11), range(600)
    instants = [datetime.datetime(1969, 12, 31, 23, 59, 59, 1), datetime.datetime(2024, 3, 31, 1, 30), None]

    def drawn(*values):
        return [draw.choice(values) for _ in rows]

    return pyarrow.table(
        {
            "age": pyarrow.array([draw.randint(20, 60) if row % 9 else row for row in rows], pyarrow.int16()),
            ZIP: [draw.choice(["1001", "1013", "1101"]) if row % 50 else str(row) for row in rows],
            ILL: drawn("flu", "gout", "cold", "O'Neil", "'); DROP TABLE t; --", "日本語 \\", None),
            "day": pyarrow.array(drawn(datetime.date(2024, 1, 1), datetime.date(1970, 1, 1), None), pyarrow.date32()),
            "instant": pyarrow.array(drawn(*instants), pyarrow.timestamp("us", "UTC")),
            "local": pyarrow.array(drawn(*instants), pyarrow.timestamp("us")),
            "cents": pyarrow.array(drawn(decimal.Decimal("1.20"), decimal.Decimal("3.00")), pyarrow.decimal128(9, 2)),
            "score": drawn(0.1, 0.25, float("nan"), None),
            "truth": drawn(True, False),
            "name": [f"person {row}" for row in rows],
        }
    )


@pytest.fixture(scope="module")
def frame(spark, table):
    from pyspark.sql.types import StructType, TimestampNTZType

    found = spark.createDataFrame(table.slice(0, 1)).schema
    # Spark takes instants without a zone for those of its session.
    kinds = {field.name: TimestampNTZType() if field.name == "local" else field.dataType for field in found}
    schema = StructType()
    for name, kind in kinds.items():
        schema = schema.add(name, kind)
    return spark.createDataFrame(table, schema).repartition(5)


def multiset(table):
    return Counter(tuple(repr(value) for value in row.values()) for row in table.to_pylist())


WAYS = {
    "global": {},
    "local": {"recoding": "local"},
    "starred": {"suppressed": "star", "k": 12},
    "partial": {"models": {"l-diversity": {"l": 3, "kind": "recursive", "c": 0.6}}},
    "numbers": {"columns": {"age": {"publish": "bounds"}}},
    "mode": {"columns": {ILL: {"publish": "mode"}}},
    "treated": {"columns": {"cents": {"publish": {"round": 1}}}},
}


@pytest.mark.parametrize("way", WAYS)
def test_the_records_are_those_of_the_same_rows_here(frame, table, tmp_path, way):
    job = _with_secret(incog.Job(**{**JOB, **WAYS[way]}), _secret(tmp_path, "a secret of the house, long enough"))
    release, here = incog.spark.anonymize(frame, job), job.run(table)
    assert multiset(release.frame.toArrow()) == multiset(here.to_arrow())
    assert len(release) == len(here) == release.frame.count()
    assert release.columns == here.columns
    for name in ["privacy", "risk", "utility", "solution"]:
        assert release.report[name] == here.report[name]
    assert (release.report.solution.rows_suppressed > 0) is (way != "local")
    verified = release.verify(frame)
    assert verified.holds and not verified.refuted, verified.refuted


@pytest.mark.parametrize("name", ["release.csv", "release.local.csv", "release.partly.csv"])
def test_the_records_are_those_of_files_and_engines(spark, tmp_path, name):
    """The tests of the library compare files, PostgreSQL and DuckDB with the same release."""
    kept = ROOT / "crates" / "incog" / "tests" / "incog" / "same_records"
    people, known = (_records(kept / file) for file in ["people.csv", name])
    terms = (kept / ("partly.toml" if "partly" in name else "terms.toml")).read_text(encoding="utf-8")
    secret = _secret(tmp_path, "the secret of the records that are known\n")
    terms = terms.replace("secret.txt", str(secret))
    job = incog.Job.from_toml(terms + ('[recoding]\nkind = "local"\n' if "local" in name else ""))
    table = pyarrow.table({column: pyarrow.array(cells) for column, cells in people.items()})
    table = table.set_column(0, "age", table["age"].cast(pyarrow.int32()))
    found = incog.spark.anonymize(spark.createDataFrame(table), job).frame.toArrow()
    assert multiset(found) == multiset(pyarrow.table({column: pyarrow.array(cells) for column, cells in known.items()}))


def _records(path):
    """The columns of a file, in which what is missing is empty."""
    with path.open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return {name: [row[place] or None for row in rows] for place, name in enumerate(names)}


def test_the_secret_draws_who_stays(frame, tmp_path):
    """Some of equal records stay, so the test above has compared lots."""
    secrets = [_secret(tmp_path / name, f"a secret of the house: {name}") for name in ["one", "other"]]
    jobs = [_with_secret(incog.Job(**JOB, **WAYS["partial"]), secret) for secret in [secrets[0], *secrets]]
    first, again, other = (incog.spark.anonymize(frame, job).frame.toArrow() for job in jobs)
    assert multiset(first) == multiset(again) != multiset(other)


def _secret(folder, text):
    folder.mkdir(exist_ok=True)
    path = folder / "secret.txt"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    return path


def _with_secret(job, secret):
    return incog.Job.from_dict({**job.to_dict(), "release": {**job.to_dict().get("release", {}), "secret": str(secret)}})


def test_columns_keep_their_types_and_the_release_its_order(frame):
    release = incog.spark.anonymize(frame, **JOB)
    originals = {field.name: field.dataType for field in frame.schema}
    found = {field.name: field.dataType for field in release.frame.schema}
    assert found.pop("age").typeName() == "string"
    assert found == {name: originals[name] for name in found}
    labels = [row["age"] for row in release.frame.select("age").collect()]
    assert labels == sorted(labels) and len(set(labels)) > 3


def test_the_cells_of_a_frame_that_changes_whenever_it_is_computed_are_counted_once(spark):
    random_number = "pmod(hash(reflect('java.util.UUID', 'randomUUID')), {})"
    frame = spark.range(3000).selectExpr(f"{random_number.format(40)} AS age", f"{random_number.format(5)} AS ill")
    counted = [Counter(map(tuple, frame.collect())) for _ in range(2)]
    # Equal by chance less than once in 10^100.
    assert counted[0] != counted[1]
    job = {"quasi_identifiers": {"age": incog.intervals(5, 10)}, "sensitive": "ill", "k": 10, "l": 3}
    release = incog.spark.anonymize(frame, **job)
    first, second = (Counter(map(tuple, release.frame.collect())) for _ in range(2))
    assert first == second and sum(first.values()) == release.report.solution.rows_kept
    classes = Counter(label for label, _ in first.elements())
    assert min(classes.values()) >= 10 and release.report.satisfied
    # The table is another one by now, so nobody can prove the report, and it is refuted.
    assert release.verify(frame).refuted


def test_what_is_not_published_is_not_counted(spark, frame):
    """A column of people is never grouped by: its values would be read, and this one cannot be."""
    broken = frame.withColumn("name", _of_sql("raise_error('person 7')"))
    assert len(incog.spark.anonymize(broken, **JOB)) > 0


def _of_sql(text):
    from pyspark.sql import functions

    return functions.expr(text)


@pytest.mark.parametrize("secret", ["cast(concat('secret', age) AS int)", "raise_error(concat('secret', age))"])
def test_what_spark_says_tells_no_values(frame, secret, capfd):
    with pytest.raises(incog.TableError, match="while the table was counted, Spark ended with") as refused:
        incog.spark.anonymize(frame.withColumn("score", _of_sql(secret)), **JOB)
    chain = f"{refused.value!r} {refused.value.__context__!r} {refused.value.__cause__!r}"
    assert "secret" not in chain and re.search(r"\[(CAST_INVALID_INPUT|USER_RAISED_EXCEPTION)\]", chain)
    assert "secret" not in capfd.readouterr().out


def test_more_rows_than_the_driver_takes(spark):
    wide = spark.range(60_000).selectExpr("id % 10 AS age", "uuid() AS one", "uuid() AS other")
    with pytest.raises(incog.TableError, match=r"raise spark\.driver\.maxResultSize"):
        incog.spark.anonymize(wide, quasi_identifiers="age", k=5)


def test_a_column_without_a_text_form_is_refused_before_anything_is_counted(spark):
    for value in ["array(1)", "map(1, 2)", "struct(1)", "X'00'", "interval 1 day", "time'12:00:00'"]:
        frame = spark.range(20).selectExpr("id % 2 AS age", f"{value} AS odd")
        with pytest.raises(incog.TableError, match='column "odd" has the type'):
            incog.spark.anonymize(frame, quasi_identifiers="age", k=5)
        assert len(incog.spark.anonymize(frame, quasi_identifiers="age", identifiers="odd", k=5)) == 20


def test_names_that_are_one_to_spark_are_refused(spark):
    two = spark.range(20).selectExpr("id % 2 AS age", "id % 2 AS zip")
    for names, what in [(("age", "Age"), 'columns? "age" and "Age"'), (("age", "age"), 'column "age" twice')]:
        with pytest.raises(incog.TableError, match=what):
            incog.spark.anonymize(two.toDF(*names), quasi_identifiers="age", k=5)
    spark.conf.set("spark.sql.caseSensitive", "true")
    try:
        job = {"quasi_identifiers": ["age", "Age"], "k": 5}
        assert incog.spark.anonymize(two.toDF("age", "Age"), **job).columns == ["age", "Age"]
    finally:
        spark.conf.unset("spark.sql.caseSensitive")


def test_a_column_may_have_the_name_of_the_counts(spark):
    frame = spark.range(90).selectExpr("id % 2 AS age", "id % 3 AS INCOG_records", "id % 5 AS incog_records_")
    release = incog.spark.anonymize(frame, quasi_identifiers="age", insensitive=frame.columns[1:], k=5)
    expected = frame.selectExpr("CAST(age AS string) AS age", *frame.columns[1:])
    assert multiset(release.frame.toArrow()) == multiset(expected.toArrow()) and release.verify(frame).holds


def test_texts_are_told_apart_whatever_their_collation_says(spark):
    draw = random.Random(3)
    rows = [(draw.randint(0, 3), draw.choice(["flu", "FLU", "Flu"])) for _ in range(90)]
    plain = spark.createDataFrame(rows, "age int, ill string")
    collated = plain.selectExpr("age", "collate(ill, 'UTF8_LCASE') AS ill")
    job = {"quasi_identifiers": "age", "sensitive": "ill", "k": 5, "waivers": {"ill: variants": "a test"}}
    release = incog.spark.anonymize(collated, **job)
    assert release.frame.schema["ill"].dataType == collated.schema["ill"].dataType
    letters = release.frame.selectExpr("age", "CAST(ill AS string collate UTF8_BINARY) AS ill").toArrow()
    assert multiset(letters) == multiset(incog.spark.anonymize(plain, **job).frame.toArrow())
    assert release.verify(collated).holds


def test_what_is_no_table_of_spark_is_refused(spark, table, frame):
    with pytest.raises(TypeError, match=r"use incog\.anonymize"):
        incog.spark.anonymize(table, **JOB)
    with pytest.raises(TypeError, match=r"use incog\.spark\.anonymize"):
        incog.anonymize(frame, **JOB)
    stream = spark.readStream.format("rate").load()
    with pytest.raises(TypeError, match="streaming"):
        incog.spark.anonymize(stream, quasi_identifiers="value", k=5)
    with pytest.raises(TypeError, match="cannot be combined"):
        incog.spark.anonymize(frame, incog.Job(**JOB), k=5)


def test_errors_are_those_of_tables_that_are_here(spark, frame):
    with pytest.raises(incog.JobError, match='did you mean "name"'):
        incog.spark.anonymize(frame, **{**JOB, "identifiers": "nane"})
    with pytest.raises(incog.UnsafeError):
        incog.spark.anonymize(frame, **{**JOB, "identifiers": ()})
    with pytest.raises(incog.InfeasibleError):
        incog.spark.anonymize(frame, **{**JOB, "k": 601})
    with pytest.raises(incog.TableError, match="no rows"):
        incog.spark.anonymize(frame.limit(0), **JOB)


def test_a_job_says_the_same_as_keywords(frame):
    heard = []
    release = incog.spark.anonymize(frame, incog.Job(**JOB), progress=heard.append)
    assert multiset(release.frame.toArrow()) == multiset(incog.spark.anonymize(frame, recoding="global", keep_columns="off", **JOB).frame.toArrow())
    stages = [event["stage"] for event in heard if event["stage"] != "note"]
    assert [stages[0], stages[-1]] == ["counting", "measuring"] and {"searching", "making", "writing"} <= set(stages)
    assert incog.Job.from_toml(release.job).to_dict()["privacy"] == incog.Job(**JOB).to_dict()["privacy"]
    assert "<h1>" in release.page and "records" in repr(release) and "<h1>" in release._repr_html_()


def test_many_records_of_few_rows(spark):
    frame = spark.range(2_000_000).selectExpr("CAST(id % 3 AS int) AS age")
    release = incog.spark.anonymize(frame, quasi_identifiers="age", k=5)
    assert sorted(map(tuple, release.frame.groupBy("age").count().collect())) == [("0", 666667), ("1", 666667), ("2", 666666)]


def test_the_example_of_the_module(spark, tmp_path, monkeypatch, capsys):
    block = incog.spark.__doc__.split("::\n\n", 1)[1].split("\n\nTo this machine", 1)[0]
    rows = [(20 + row % 7, str(1000 + row % 4), ["flu", "gout"][row % 2], f"person {row}") for row in range(80)]
    monkeypatch.chdir(tmp_path)
    patients = spark.createDataFrame(rows, "age int, zip string, illness string, name string")
    text = re.sub(r"^    ", "", block, flags=re.MULTILINE).replace('"release.parquet"', repr(str(tmp_path / "release.parquet")))
    exec(text, {"patients": patients})
    assert spark.read.parquet(str(tmp_path / "release.parquet")).count() == 80
    assert "classes" in capsys.readouterr().out
