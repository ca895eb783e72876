"""The pages for people run as they stand."""

import re

import pytest
from conftest import ROOT


def run_page(name):
    """Runs all Python of a page from top to end; what its names stand for then."""
    known: dict = {}
    for block in re.findall(r"```python\n(.*?)```", (ROOT / "docs" / name).read_text(), re.DOTALL):
        exec(block, known)
    return known


ADULT = ROOT.parent / "shared" / "data" / "adult"


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
@pytest.mark.skipif(not ADULT.exists(), reason="../shared/data/adult is not there")
def test_the_tutorial(tmp_path, monkeypatch, capsys):
    (tmp_path / "adult_30162.csv").symlink_to(ADULT / "adult_30162.csv")
    (tmp_path / "hierarchies").mkdir()
    marital = ADULT / "hierarchies_arx" / "adult_hierarchy_marital-status.csv"
    (tmp_path / "hierarchies" / "marital-status.csv").symlink_to(marital)
    (tmp_path / "trips.csv").symlink_to(ROOT / "examples" / "city" / "trips.csv")
    (tmp_path / "experiments").symlink_to(ROOT / "experiments")
    pytest.importorskip("sklearn")
    pytest.importorskip("matplotlib").use("Agg")
    monkeypatch.chdir(tmp_path)
    known = run_page("python.md")
    assert known["release"].report.search.stopped == "proved"
    assert len(known["costs"]) == 19 and known["found"].findings
    assert known["release"].verify(known["frame"]).holds
    assert (tmp_path / "adult.release.parquet.report.html").exists()
    assert (tmp_path / "trips.release.gpx.report.json").exists()
    assert "k (smallest class)" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
def test_the_notebook_tutorial(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    known = run_page("tutorial-notebook.md")
    said = re.search(r"<incog\.Release [^>]*>", (ROOT / "docs" / "tutorial-notebook.md").read_text())
    assert repr(known["release"]) == said[0]
    assert known["before"].k == 1 and known["costs"].to_pandas()["k"].tolist() == [2, 5, 10, 20]
    assert (tmp_path / "patients.release.csv.report.html").exists()
