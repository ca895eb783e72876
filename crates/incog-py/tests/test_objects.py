"""Results behave as other objects of Python do: they compare, copy and pickle, and a release is like a frame."""

import copy
import pickle
import subprocess
import sys

import duckdb
import pandas
import polars
import pyarrow
import pytest

import incog

WAY = {"quasi_identifiers": {"age": incog.intervals(2, 4), "zip": "mask"}, "sensitive": "illness", "k": 3}


def results(people):
    release = incog.anonymize(people, **WAY)
    return {
        "job": incog.Job(**WAY),
        "release": release,
        "report": release.report,
        "verification": release.verify(people),
        "plan": incog.plan(people, **WAY),
        "exploration": incog.explore(people, **{**WAY, "k": [2, 3]}),
        "audit": incog.audit(people, quasi_identifiers=["age", "zip"]),
        "risk": incog.risk(people, quasi_identifiers=["age", "zip"]),
        "hierarchy": incog.intervals(2, 4),
        "attack": incog.attack(people, release, known=["age", "zip"], sensitive="illness", attacks="homogeneity"),
    }


@pytest.mark.parametrize(
    "kind", ["job", "release", "report", "verification", "plan", "exploration", "audit", "risk", "hierarchy", "attack"]
)
def test_results_compare_copy_and_pickle(people, kind):
    one, other = results(people)[kind], results(people)["job" if kind == "hierarchy" else "hierarchy"]
    for again in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert again == one and type(again) is type(one) and repr(again) == repr(one) and str(again) == str(one)
    assert one != other and one != 3


def test_what_differs_is_not_equal(people):
    job, other = incog.Job(**WAY), incog.Job(**{**WAY, "k": 4})
    assert job != other and len({job, other, incog.Job(**WAY)}) == 2
    assert job.run(people) == job.run(people) and job.run(people) != job.run(people.slice(0, 40))
    assert job.run(people) != other.run(people)
    assert job.plan(people) != other.plan(people)
    floats = people.set_column(3, "score", pyarrow.array([float("nan") if score < 0.5 else score for score in people["score"].to_pylist()]))
    assert job.run(floats) == job.run(floats)


def test_paths_of_a_pickled_job_stay(people, tmp_path, monkeypatch):
    (tmp_path / "zip.csv").write_text("100;1;*\n101;1;*\n110;1;*\n")
    monkeypatch.chdir(tmp_path)
    job = incog.Job(quasi_identifiers={"zip": "zip.csv", "age": None}, k=2)
    kept = pickle.dumps(job)
    monkeypatch.chdir("/")
    assert pickle.loads(kept).run(people).columns == people.column_names


def test_a_pickle_has_what_may_be_published(people):
    """Two of 62 have an age of their own and an illness that nobody else has."""
    people = people.drop_columns(["score", "zip"])
    strangers = pyarrow.table({**people.slice(0, 2).to_pydict(), "age": pyarrow.array([77, 88], pyarrow.int16()), "illness": ["HIV", "HIV"]})
    frame = pyarrow.concat_tables([people, strangers]).to_pandas().astype({"illness": "category"})
    with pytest.warns(incog.SuppressionWarning):
        ages = {"young": range(20, 26), "seventy-seven": [77, 88]}
        release = incog.anonymize(frame, quasi_identifiers={"age": ages}, columns={"age": {"max_level": 0}}, k=3)
    kept = pickle.dumps(release)
    assert b"HIV" not in kept and b"seventy-seven" not in kept and b"HIV" not in pickle.dumps(release.to_pandas())
    again = pickle.loads(kept)
    pandas.testing.assert_frame_equal(again.to_pandas(), release.to_pandas())
    assert (again.page, again.report) == (release.page, release.report)
    for refused in [lambda: again.save("release.csv"), lambda: again.verify(frame), lambda: again.internal_report, lambda: again.job]:
        with pytest.raises(incog.IncogError, match="comes from a pickle"):
            refused()
    assert copy.deepcopy(release).verify(frame).holds


def test_a_pickle_is_read_by_another_process(people, tmp_path):
    (tmp_path / "release.pickle").write_bytes(pickle.dumps(incog.anonymize(people, **WAY)))
    read = f"import pickle; print(pickle.load(open({str(tmp_path / 'release.pickle')!r}, 'rb')).shape)"
    ended = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True, check=False)
    assert ended.stdout.strip() == "(60, 4)", ended.stderr


def test_a_release_is_like_a_frame(people):
    frame = people.to_pandas()
    release = incog.anonymize(frame, **WAY)
    made = release.to_pandas()
    assert release.shape == made.shape == (60, 4) and len(release) == 60
    assert list(release) == release.columns == list(made) and "age" in release and "name" not in release
    pandas.testing.assert_frame_equal(release.head(), made.head())
    assert len(release.head(2)) == 2
    pandas.testing.assert_series_equal(release["illness"], made["illness"])
    pandas.testing.assert_frame_equal(release[["age", "zip"]], made[["age", "zip"]])
    assert len(release[made["illness"] == "flu"]) == (made["illness"] == "flu").sum()
    with pytest.raises(KeyError):
        release["name"]
    indexed = incog.anonymize(frame.set_index("illness"), **WAY)
    assert sorted(indexed["illness"]) == sorted(frame["illness"]) and list(indexed) == indexed.columns


def test_what_a_release_lacks_of_a_frame_is_told(people):
    release = incog.anonymize(people, **WAY)
    assert not hasattr(release, "describe") and not hasattr(release, "__dataframe__")
    with pytest.raises(AttributeError, match=r"a release has no describe; take its frame first: to_native\(\)"):
        release.describe()
    with pytest.raises(AttributeError, match=r"save\(\) writes a file"):
        release.to_csv("release.csv")


def test_a_release_is_of_the_kind_of_its_table(people):
    frame = polars.from_arrow(people)
    of_polars = incog.anonymize(frame, **WAY)
    assert isinstance(of_polars["age"], polars.Series) and of_polars.head(3).shape == (3, 4)
    assert isinstance(incog.anonymize(frame.lazy(), **WAY).head(3), polars.LazyFrame)
    relation = incog.anonymize(duckdb.connect().from_arrow(people), **WAY)
    assert len(relation.head(3).fetchall()) == 3 and relation["age"].columns == ["age"]
    assert incog.anonymize(people, **WAY).head(3).num_rows == 3


def test_trajectories_behave_alike():
    cars = [f"car {number}" for number in range(4) for _ in range(3)]
    places = [(car * 10.0, 50.0 * minute) for car in range(4) for minute in range(3)]
    points = pandas.DataFrame({"id": cars, "time": [0, 60, 120] * 4, "x": [x for x, _ in places], "y": [y for _, y in places]})
    release = incog.trajectories(points, k=2, sampling={"instants": 3})
    assert release.shape == (12, 5) and list(release) == release.columns and len(release.head(3)) == 3
    pandas.testing.assert_series_equal(release["x"], release.to_pandas()["x"])
    for again in (pickle.loads(pickle.dumps(release)), copy.copy(release), copy.deepcopy(release)):
        assert again == release and repr(again) == repr(release) and again.page == release.page
        pandas.testing.assert_frame_equal(again.to_native(), release.to_native())
    assert b"car 1" not in pickle.dumps(release)
    with pytest.raises(incog.IncogError, match="comes from a pickle"):
        pickle.loads(pickle.dumps(release)).save("points.csv")
    geopandas = pytest.importorskip("geopandas")
    frame = geopandas.GeoDataFrame(points[["id", "time"]], geometry=geopandas.points_from_xy(points["x"], points["y"], crs="EPSG:32632"))
    assert isinstance(incog.trajectories(frame, k=2, sampling={"instants": 3}).to_native(), geopandas.GeoDataFrame)


def test_a_promise_says_which_column_it_is_about(people):
    release = incog.anonymize(people, quasi_identifiers=["age", "zip"], sensitive="illness", k=2, l=2)
    of_l = next(promise for promise in release.report.privacy if promise.model == "l-diversity")
    assert (of_l.column, of_l.variant) == ("illness", "distinct")
    assert next(promise for promise in release.report.privacy if promise.model == "k-anonymity").column is None


def test_equal_hierarchies_have_equal_hashes():
    assert len({incog.intervals(5, 10), incog.intervals(5, 10), incog.intervals(5)}) == 2
