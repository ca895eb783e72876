"""The page for people runs as it stands."""

import re

import pytest
from conftest import ROOT

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
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.DOTALL)
    known: dict = {}
    for block in blocks:
        exec(block, known)
    assert known["release"].report.search.stopped == "proved"
    assert len(known["costs"]) == 19 and known["found"].findings
    assert known["release"].verify(known["frame"]).holds
    assert (tmp_path / "adult.release.parquet.report.html").exists()
    assert (tmp_path / "trips.release.gpx.report.json").exists()
    assert "k (smallest class)" in capsys.readouterr().out
