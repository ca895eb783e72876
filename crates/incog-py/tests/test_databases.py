"""Tables of DuckDB and PostgreSQL are published where they are: the records of the same rows here, whole or not at all."""

import copy
import glob
import os
import pickle
import shutil
import subprocess
import tempfile
import warnings
from collections import Counter

import duckdb
import pyarrow
import pytest

import incog
import incog.databases

JOB = {"quasi_identifiers": {"age": incog.intervals(5, 10, 20), "zip": "mask", "day": incog.dates("month", "year")}, "sensitive": "illness", "k": 4}
ROWS = 300


def records():
    rows = range(ROWS)
    days = [f"2024-{1 + row * 5 % 3:02}-0{1 + row * 3 % 2}" for row in rows]
    ages = [20 + row * row % 7 for row in rows]
    zips = [["100", "101", "110"][row * 11 % 13 % 3] for row in rows]
    return list(zip(ages, zips, days, [["flu", "gout", "cold"][row * 7 % 11 % 3] for row in rows], strict=True))


CREATE = "CREATE TABLE people (age integer, zip varchar, day date, illness varchar)"


def insert(age, zip, day, illness):
    return f"INSERT INTO people VALUES ({age}, '{zip}', DATE '{day}', '{illness}')"


class InDuckDB:
    def __init__(self, path):
        self.connection = duckdb.connect(path)
        self.run(CREATE)
        self.connection.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", records())

    def run(self, statement):
        self.connection.execute(statement)

    def read(self, statement):
        return pyarrow.table(self.connection.sql(statement))

    def call(self):
        return self.connection, {}


class InPostgreSQL:
    """A server in a folder of its own, reached by a socket there."""

    def __init__(self, folder, by_name):
        self.dbapi = pytest.importorskip("adbc_driver_postgresql.dbapi")
        found = [*sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb")), shutil.which("initdb") or ""]
        self.programs = os.path.dirname(found[0])
        if not self.programs:
            pytest.skip("there is no PostgreSQL")
        self.folder, self.by_name = folder, by_name
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        self._program("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-N")
        options = f"-k {folder} -c listen_addresses= -c fsync=off"
        self._program("pg_ctl", "-D", f"{folder}/data", "-o", options, "-l", f"{folder}/log", "-w", "start")
        self.uri = f"postgresql:///postgres?host={folder}&user=postgres"
        self.connection = self.dbapi.connect(self.uri, autocommit=True)
        self.run("; ".join([CREATE, *(insert(*record) for record in records())]))

    def _program(self, name, *arguments):
        user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        run = [*user, os.path.join(self.programs, name), *arguments]
        subprocess.run(run, check=True, cwd="/", stdout=subprocess.DEVNULL)

    def run(self, statement):
        with self.connection.cursor() as cursor:
            for each in statement.split("; "):
                cursor.execute(each)

    def read(self, statement):
        with self.connection.cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetch_arrow_table()

    def call(self):
        return ("postgresql", {"uri": self.uri}) if self.by_name else (self.connection, {})

    def stop(self):
        self.connection.close()
        self._program("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")


@pytest.fixture(params=["duckdb", "duckdb in memory", "postgresql", "postgresql by ADBC"])
def place(request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if request.param.startswith("duckdb"):
        yield InDuckDB(":memory:" if "memory" in request.param else str(tmp_path / "study.duckdb"))
        return
    with tempfile.TemporaryDirectory(prefix="incog-pg") as folder:
        found = InPostgreSQL(folder, request.param == "postgresql")
        yield found
        found.stop()


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("a secret of the house, long enough")
    path.chmod(0o600)
    return {"secret": str(path)}


def published(place, **more):
    connection, reached = place.call()
    return incog.databases.anonymize(connection, **{"table": "people", "into": "release", **reached, **JOB, **more})


def multiset(table):
    return Counter(tuple(str(value) for value in row.values()) for row in table.to_pylist())


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
def test_the_records_are_those_of_the_same_rows_here(place, secret, tmp_path):
    release = published(place, release=secret)
    here = incog.anonymize(place.read("SELECT * FROM people"), release=secret, **JOB)
    made = place.read("SELECT * FROM release")
    assert multiset(made) == multiset(here.to_arrow()) and len(release) == made.num_rows
    assert release.report.privacy == here.report.privacy and release.report.solution == here.report.solution
    assert [file.name for file in release.files] == ["release.report.json", "release.report.html"] and all(map(os.path.exists, release.files))
    assert release.page.startswith("<!doctype html>") and str(tmp_path) not in release.report.to_json()
    verification = release.verify()
    assert verification.holds and not verification.refuted, verification.refuted
    place.run("DELETE FROM release WHERE illness = 'flu'")
    assert not release.verify().holds


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
def test_a_release_is_like_a_frame(place):
    release = published(place, into='"the release"')
    made = place.read('SELECT * FROM "the release"')
    assert release.shape == made.shape and release.columns == made.column_names and len(release) == made.num_rows
    assert release.head(3).shape == (3, 4) and release.head().num_rows == 5 and release.head(0).num_rows == 0
    assert copy.copy(release) is release and copy.deepcopy(release) is release
    with pytest.raises(TypeError, match="cannot be pickled, because it holds a connection"):
        pickle.dumps(release)


def test_nothing_is_warned_of_but_by_incog(place, secret):
    """DuckDB warns of results that are copied once more on their way to Arrow."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        published(place, release=secret).verify()
    assert {one.category for one in told if issubclass(one.category, UserWarning)} <= {incog.IncogWarning, incog.SuppressionWarning}


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
@pytest.mark.parametrize("recoding", ["local", "global"])
def test_types_do_not_follow_from_the_level(place, recoding):
    found = []
    for k in [1, 100]:
        published(place, k=k, recoding=recoding, overwrite=True, keep_columns="off")
        found.append({field.name: field.type for field in place.read("SELECT * FROM release").schema})
    assert found[0] == found[1] and all(pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind) for kind in found[0].values())


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
def test_a_release_is_whole_or_not_there(place):
    place.run("CREATE TABLE release (mine integer)")
    with pytest.raises(incog.IncogError, match="exists") as refused:
        published(place)
    assert "--" not in str(refused.value)
    assert place.read("SELECT * FROM release").column_names == ["mine"] and not os.path.exists("release.report.json")
    with pytest.raises(incog.InfeasibleError):
        published(place, into="other", k=ROWS + 1, suppression=0.0)
    with pytest.raises(Exception, match="other"):
        place.read("SELECT * FROM other")
    published(place, overwrite=True)
    assert place.read("SELECT * FROM release").column_names == ["age", "zip", "day", "illness"]


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
def test_a_query_is_published(place):
    published(place, table=None, query="SELECT * FROM people WHERE illness <> 'flu'")
    assert "flu" not in place.read("SELECT * FROM release")["illness"].to_pylist()


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
def test_a_preset_proposes_what_it_proposes_for_the_same_rows_here(place):
    roles = {"quasi_identifiers": {"day": incog.dates("month", "year")}, "sensitive": "illness"}
    connection, reached = place.call()
    release = incog.databases.anonymize(connection, table="people", into="release", preset="internal-analytics", **roles, **reached)
    here = incog.anonymize(place.read("SELECT * FROM people"), preset="internal-analytics", **roles)
    assert release.report.privacy == here.report.privacy and release.report.job["columns"] == here.report.job["columns"]
    assert release.report.job["privacy"]["k-anonymity"] == 3 and release.verify().holds
    with pytest.raises(incog.JobError, match="expected one of hipaa-safe-harbor"):
        published(place, preset="hippa", overwrite=True)


def test_what_the_database_refuses_is_told_without_values(place):
    with pytest.raises(incog.IncogError, match="this table does not exist") as refused:
        published(place, table="nobody")
    assert isinstance(refused.value, incog.IncogError)
    with pytest.raises(incog.JobError, match="^table cannot be combined with query"):
        published(place, table="people", query="SELECT 1")
    with pytest.raises(incog.JobError, match="there is no privacy model"):
        published(place, k=None)


def test_what_is_no_connection_is_refused(tmp_path):
    with pytest.raises(ValueError, match='expected "postgresql", or a connection'):
        incog.databases.anonymize("mysql", table="people", into="release", **JOB)
    with pytest.raises(TypeError, match="a connection knows its database"):
        incog.databases.anonymize(duckdb.connect(), table="people", into="release", uri="x", **JOB)
    with pytest.raises(TypeError, match="DataFrame is no connection"):
        incog.databases.anonymize(pyarrow.table({"age": [1]}).to_pandas(), table="people", into="release", **JOB)
    with pytest.raises(incog.JobError, match="password") as refused:
        incog.databases.anonymize("postgresql", uri="postgresql://me:s3cret@db/x", table="people", into="release", driver=tmp_path, **JOB)
    assert "s3cret" not in str(refused.value) and "input.uri" not in str(refused.value)
    with pytest.raises(TypeError, match="incog.databases.anonymize"):
        incog.anonymize(duckdb.connect(), **JOB)
