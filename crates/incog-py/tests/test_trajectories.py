"""Trajectories: the same release as the command's, and what goes wrong."""

import subprocess
import sys

import pandas
import polars
import pyarrow
import pyarrow.csv
import pyarrow.parquet
import pytest
from conftest import ROOT, looks_like_itself
from test_runs import ENDED

import incog

CITY = ROOT / "examples" / "city" / "trips.csv"
WAY = {
    "id": "vehicle",
    "k": 5,
    "trips": {"cut": "gap", "max_speed_kmh": 150.0},
    "choose": "least-distortion",
}
JOB = """
input = "{input}"
output = "{output}"
points.id = "vehicle"
trips = {{ cut = "gap", max_speed_kmh = 150.0 }}
privacy.k = 5
release.choose = "least-distortion"
"""


@pytest.fixture(scope="module")
def city():
    return pyarrow.csv.read_csv(CITY, convert_options=pyarrow.csv.ConvertOptions(column_types={"time": pyarrow.string()}))


def by_command(command, folder, source, output):
    (folder / "job.toml").write_text(JOB.format(input=source, output=output))
    run = [command, "trajectories", str(folder / "job.toml"), "--force"]
    ended = subprocess.run(run, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return (folder / output).read_bytes()


@pytest.mark.parametrize("output", ["out.csv", "out.parquet", "out.arrow", "out.gpx", "out.geojson"])
def test_the_same_bytes_as_the_command(command, tmp_path, city, output):
    pyarrow.parquet.write_table(city, tmp_path / "city.parquet")
    release = incog.trajectories(city, **WAY, source=tmp_path / "city.parquet")
    files = release.save(tmp_path / "python" / output) if (tmp_path / "python").mkdir() is None else []
    assert files[0].read_bytes() == by_command(command, tmp_path, tmp_path / "city.parquet", output)
    assert [file.name for file in files[1:]] == [f"{output}.report.json", f"{output}.report.html"]
    # A public report tells the name of its table and not the folder.
    verify = [command, "verify", str(files[1]), "--input", str(tmp_path / "city.parquet")]
    checked = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_library_gives_the_same_release(city):
    tables = [city, city.to_pandas(), polars.from_arrow(city), pyarrow.concat_tables([city.slice(0, 99), city.slice(99)])]
    releases = [incog.trajectories(table, **WAY) for table in tables]
    assert all(release.to_arrow().to_pydict() == releases[0].to_arrow().to_pydict() for release in releases)
    release = releases[0]
    assert release.k >= 5 and release.delta == 0.0 and release.shift.mean > 0
    assert release.columns == ["vehicle", "cluster", "time", "longitude", "latitude"]
    assert [str(kind) for kind in release.to_arrow().schema.types] == ["int64", "int64", "string", "double", "double"]
    assert release.report["audience"] == "public" and "made_of" in release.internal_report
    assert release.page.startswith("<!doctype html>") and "trajectories" in repr(release)
    assert "trajector" in release._repr_html_() and looks_like_itself(release._repr_html_())


def test_times_keep_their_type(city):
    frame = city.to_pandas()
    frame["time"] = pandas.to_datetime(frame["time"])
    release = incog.trajectories(frame, **WAY)
    made = release.to_pandas()
    assert made["time"].dtype == frame["time"].dtype
    text = incog.trajectories(city, **WAY).to_pandas()
    assert (pandas.to_datetime(text["time"]) == made["time"]).all()
    several = polars.from_arrow(city).with_columns(polars.col("time").str.to_datetime())
    assert incog.trajectories(several, **WAY).to_polars().schema["time"] == several.schema["time"]


def test_points_as_geometry(city):
    geopandas = pytest.importorskip("geopandas")
    frame = city.to_pandas()
    points = geopandas.points_from_xy(frame.pop("longitude"), frame.pop("latitude"), crs="EPSG:4326")
    degrees = geopandas.GeoDataFrame(frame, geometry=points)
    release = incog.trajectories(degrees, **WAY)
    # Columns stand in another order, which changes nothing.
    assert release.to_arrow().to_pydict() == incog.trajectories(city, **WAY).to_arrow().to_pydict()
    again = release.to_geopandas()
    assert again.crs == degrees.crs and len(again) == len(release)
    metres = incog.trajectories(degrees.to_crs(25833), **WAY)
    assert metres.columns[3:] == ["x", "y"] and metres.k >= 5
    assert metres.to_geopandas().crs == degrees.to_crs(25833).crs
    areas = degrees.to_crs(25833).buffer(1.0)
    with pytest.raises(incog.TableError, match="not a point"):
        incog.trajectories(degrees.set_geometry(areas), **WAY)
    with pytest.raises(incog.TableError, match="already exists"):
        incog.trajectories(degrees.assign(latitude=1.0), **WAY)
    with pytest.raises(incog.TableError, match="foot"):
        incog.trajectories(degrees.to_crs(2263), **WAY)


@pytest.mark.parametrize(
    ("kind", "message", "keywords"),
    [
        (incog.JobError, "k is 1; expected", {"k": 1}),
        (incog.JobError, "delta is -1", {"delta": -1.0}),
        (incog.JobError, "unknown", {"trips": {"cutt": "day"}}),
        (incog.JobError, "algorithm", {"algorithm": "best"}),
        (incog.JobError, "taxi", {"id": "taxi"}),
        (incog.JobError, "cannot be written to a job", {"delta": float("nan")}),
        (incog.InfeasibleError, "", {"k": 100_000}),
        (incog.TableError, "", {"trips": {"min_points": 100_000}}),
    ],
)
def test_what_goes_wrong_is_said_as_by_the_command(city, kind, message, keywords):
    with pytest.raises(kind) as refused:
        incog.trajectories(city, **{**WAY, **keywords})
    assert message in str(refused.value)
    assert isinstance(refused.value, incog.IncogError)


def test_trips_of_nobody_are_not_published(city):
    trips = city.rename_columns(["trip", *city.column_names[1:]])
    with pytest.raises(incog.UnsafeError, match="moving object"):
        incog.trajectories(trips, k=5)
    assert incog.trajectories(trips, k=5, unit="trip").k >= 5


def test_what_is_no_table():
    with pytest.raises(TypeError, match="not a table"):
        incog.trajectories([1, 2], k=5)
    with pytest.raises(incog.TableError):
        incog.trajectories(pyarrow.table({"id": [1], "time": [1], "x": [None], "y": ["far"]}), k=2)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c():
    anonymize = 'incog.anonymize(pyarrow.RecordBatchReader.from_batches(schema, batches()), quasi_identifiers=["age"], k=2)'
    text = ENDED.replace(anonymize, "incog.trajectories(pyarrow.RecordBatchReader.from_batches(schema, batches()), k=2)")
    assert text != ENDED
    text = text.format(producer="time.sleep(20)")
    ended = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=30, check=True)
    assert float(ended.stdout) < 0.5, ended.stdout


SEARCHED = """
import os, signal, threading, time
import pyarrow, incog
tracks, minutes = 1500, 12
rows = [(track, minute) for track in range(tracks) for minute in range(minutes)]
points = pyarrow.table({
    "id": [track for track, _ in rows],
    "time": [60 * minute for _, minute in rows],
    "x": [float(track * 7919 % 5003 + minute * 50) for track, minute in rows],
    "y": [float(track * 104729 % 4999 + minute * (track % 9) * 10) for track, minute in rows],
})
def end():
    global sent
    time.sleep(1.0)
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=end, daemon=True).start()
try:
    incog.trajectories(points, k=5, algorithm="apma", max_evaluations=10**9)
    print(-1.0)
except KeyboardInterrupt:
    print(time.monotonic() - sent, flush=True)
    # The search ends by itself at its next step: then nothing is worked on any more.
    for _ in range(40):
        before = time.process_time()
        time.sleep(0.5)
        worked = time.process_time() - before
        if worked < 0.05:
            break
    print(worked, flush=True)
    os._exit(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_ends_a_search():
    ended = subprocess.run([sys.executable, "-c", SEARCHED], capture_output=True, text=True, timeout=120, check=True)
    waited, worked = map(float, ended.stdout.split())
    assert 0 <= waited < 0.5 and worked < 0.05, ended.stdout
