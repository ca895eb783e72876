"""What columns become before they are published, and the kinds of recoding: as in a job file, and verified."""

import random
import subprocess

import pyarrow
import pyarrow.csv
import pytest

import incog


@pytest.fixture
def visits():
    """Ninety visits of thirty people, with dates, incomes and remarks."""
    draw = random.Random(11)
    rows = range(90)
    return pyarrow.table(
        {
            "patient": [f"P{row % 30:03}" for row in rows],
            "age": [20 + row % 30 % 6 for row in rows],
            "admitted": [f"2025-{1 + row % 12:02}-{1 + draw.randrange(28):02}" for row in rows],
            "income": [draw.randrange(20, 60) * 117 for _ in rows],
            "illness": [draw.choice(["flu", "gout", "cold"]) for _ in rows],
        }
    )


@pytest.fixture
def key(tmp_path):
    path = tmp_path / "key.txt"
    path.write_text("6b" * 32)
    path.chmod(0o600)
    return str(path)


def test_columns_are_treated_as_the_command_treats_them(command, visits, key, tmp_path):
    job = incog.Job(
        quasi_identifiers={"age": incog.intervals(2, 4)},
        sensitive="illness",
        unit="patient",
        k=3,
        columns={
            "patient": {"publish": {"pseudonym": key, "purpose": "registry"}},
            "admitted": {"publish": {"shift_days": key, "most": 30}},
            "income": {"publish": {"round": 1000}},
        },
        source=tmp_path / "visits.csv",
    )
    release = job.run(visits)
    made = release.to_pandas()
    assert set(made["patient"]).isdisjoint(visits["patient"].to_pylist()) and made["patient"].nunique() == 30
    assert (made["income"].astype(float) % 1000 == 0).all()
    verification = release.verify(visits)
    assert verification.holds and not verification.refuted
    pyarrow.csv.write_csv(visits, tmp_path / "visits.csv")
    (tmp_path / "job.toml").write_text(
        incog.Job.from_dict({**job.to_dict(), "output": str(tmp_path / "command.csv")}).to_toml(tmp_path)
    )
    ended = subprocess.run([command, "anonymize", str(tmp_path / "job.toml")], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    [written, *_] = release.save(tmp_path / "python.csv")
    assert written.read_bytes() == (tmp_path / "command.csv").read_bytes()
    assert key not in release.report.to_json()


@pytest.mark.parametrize(
    ("message", "columns"),
    [
        ("none.txt", {"patient": {"publish": {"pseudonym": "none.txt", "purpose": "study"}}}),
        ("round", {"income": {"publish": {"rounded": 10}}}),
        ("round", {"income": {"publish": {"round": "ten"}}}),
    ],
)
def test_a_treatment_that_cannot_be_is_said(visits, message, columns):
    with pytest.raises(incog.IncogError) as refused:
        incog.anonymize(visits, quasi_identifiers="age", unit="patient", identifiers="admitted", k=3, columns=columns)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    "way",
    [
        {"recoding": "local", "objective": "gen-loss"},
        {"recoding": {"kind": "local", "cells": "strict"}, "objective": "gen-loss"},
        {"recoding": "microaggregation", "objective": "squared-error"},
        {"recoding": "microaggregation", "objective": "squared-error", "algorithm": "mdav", "columns": {"age": {"publish": "median"}}},
        {"suppressed": "star", "order": "input"},
        {"columns": {"age": {"publish": "bounds"}}},
        {"columns": {"income": {"publish": "mean"}}},
    ],
)
def test_every_kind_of_release_is_verified(visits, way):
    release = incog.anonymize(
        visits, **{"quasi_identifiers": ["age"], "unit": "patient", "identifiers": "admitted", "insensitive": "income", "sensitive": "illness", "k": 4, "seed": 3, "waivers": {"income: singles people out": "a test"}, **way}
    )
    verification = release.verify(visits)
    assert verification.holds and not verification.refuted, verification.refuted
    again = release.verify(visits.to_pandas())
    assert again.holds
    other = visits.set_column(4, "illness", pyarrow.array(["flu"] * 90))
    assert not release.verify(other).holds
    assert incog.risk(release, quasi_identifiers=[name for name in release.columns if name.startswith("age")]).prosecutor.highest <= 0.25


def test_people_have_a_k_of_their_own(tmp_path):
    rows = 60
    own = [10 if row == 2 else 0 if row == 20 else 3 for row in range(rows)]
    table = pyarrow.table({
        "age": [20 + row % 15 for row in range(rows)],
        "work": [["cook", "clerk", "smith"][row % 3] for row in range(rows)],
        "own": own,
    })
    keywords = {"quasi_identifiers": {"age": incog.intervals(5, 15, origin=20)}, "sensitive": "work"}
    # One record may go, that of the person with 0: so the one with 10 needs a coarser class.
    keywords |= {"suppression": 0.02, "recoding": "global"}
    release = incog.anonymize(table, own_k="own", k=3, **keywords)
    made = release.to_pandas()
    assert list(made.columns) == ["age", "work"] and len(made) == rows - 1
    assert made.groupby("age").size().min() >= 10
    assert [promise.achieved for promise in release.report.privacy][-1] == 0
    verification = release.verify(table)
    assert verification.holds and not verification.refuted
    with pytest.raises(incog.JobError, match="needs k, the least k"):
        incog.anonymize(table, own_k="own", l=2, **keywords)
