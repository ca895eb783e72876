"""A real cluster of one master and two workers, on loopback: the same records as here."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

import incog
from conftest import ROOT
from spark_sessions import NO_PYTHON, OPTIONS, cluster, environment, spark, why_not

MISSING = why_not()
pytestmark = pytest.mark.skipif(MISSING is not None, reason=str(MISSING))
HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def master(folder):
    with cluster(folder) as master:
        yield master


def run(command, folder, **more):
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=400, cwd=folder, env=environment(folder), **more)
    assert ended.returncode == 0, ended.stderr[-3000:]
    return ended.stdout


@pytest.fixture(scope="module")
def people(folder):
    """A folder of Parquet files with 9,000 people, some of whom are alone with their age."""
    draw, rows = random.Random(5), range(9000)
    table = pyarrow.table(
        {
            "age": pyarrow.array([draw.randint(20, 60) if row % 90 else row % 180 for row in rows], pyarrow.int32()),
            "zip": [draw.choice(["1001", "1013", "1101"]) for _ in rows],
            "illness": [draw.choice(["flu", "gout", "cold", None]) for _ in rows],
            "name": [f"person {row}" for row in rows],
        }
    )
    files = folder / "people"
    files.mkdir()
    for part in range(3):
        pyarrow.parquet.write_table(table.slice(3000 * part, 3000), files / f"{part}.parquet")
    return str(files)


JOB = {"quasi_identifiers": ["age", "zip"], "sensitive": "illness", "identifiers": "name", "k": 40, "suppression": 0.1}
# Some of equal records stay, as their lots say.
PARTLY = {**JOB, "models": {"l-diversity": {"l": 3, "kind": "recursive", "c": 0.9}}, "seed": 7}


def publish(master, people, output, jobs):
    application = [sys.executable, str(HERE / "spark_application.py"), master, people, str(output), json.dumps(jobs)]
    told = json.loads(run(application, output.parent).splitlines()[-1])
    for each in told["jobs"]:
        assert each["same"] and each["records"] == 9000 - each["suppressed"] > 8000 and not each["refuted"]
    assert told["jobs"][0]["suppressed"] > 0
    return told


def test_two_workers_publish_the_records_of_the_same_rows_here(master, people, folder):
    # Which of equal records are in which class follows from the key.
    incog.new_key(folder / "secret.key")
    local = {**JOB, "recoding": "local", "release": {"secret": str(folder / "secret.key")}}
    told = publish(master, people, folder / "releases", [PARTLY, local])
    # Nothing starts Python on a worker: there is none.
    assert (told["workers"], told["python"]) == (2, NO_PYTHON)


def test_spark_connect_publishes_the_same(people, folder):
    pytest.importorskip("grpc", reason="Spark Connect needs grpcio and others; install them with: pip install 'pyspark[connect]'")
    told = publish("connect", people, folder / "connected", [PARTLY])
    assert told["frame"].startswith("pyspark.sql.connect")


def test_the_five_commands(master, folder):
    """The program of docs/engines.md, as somebody starts it who has copied it from there."""
    page = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    program = re.search(r"```python\n(# publish\.py\n.*?)```", page, re.DOTALL)
    (folder / "publish.py").write_text(program[1], encoding="utf-8")
    rows = ["name,age,zip,disease"]
    rows += [f"person {row},{20 + row % 30},{1000 + row % 4},{['flu', 'gout', 'cold'][row % 3]}" for row in range(600)]
    (folder / "patients.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    # The cluster of the test may have any port.
    options = [word for key, value in OPTIONS.items() for word in ("--conf", f"{key}={value}")]
    said = run([spark("spark-submit"), "--master", master, *options, "publish.py"], folder)
    assert re.search(r"\d+ suppressed, \d+ classes", said) and "0 refuted" in said
    release = pyarrow.parquet.read_table(folder / "patients.release")
    assert release.column_names == ["age", "zip", "disease"] and release.num_rows == 600
    for name in ["patients.release.report.json", "patients.release.report.html"]:
        assert (folder / name).exists()
