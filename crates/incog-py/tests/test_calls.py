"""What a call with keywords does where no keyword says it: as the command does, with or without a preset."""

import json
import subprocess

import pandas
import pyarrow
import pyarrow.parquet
import pytest

import incog

PRESETS = ["hipaa-safe-harbor", "gdpr-research", "open-data", "internal-analytics"]


@pytest.fixture
def table():
    """Four hundred people, of whom few have rare ages."""
    rows = range(400)
    return pyarrow.table(
        {
            "age": pyarrow.array([20 + row * row * 37 % 61 for row in rows], pyarrow.int16()),
            "zip": [["10115", "10117", "20095", "80331"][row * 7 % 11 % 4] for row in rows],
            "sex": [["f", "m"][row % 3 % 2] for row in rows],
            "illness": [["flu", "gout", "cold", "mumps"][row * 5 % 7 % 4] for row in rows],
        }
    )


def recoding_of(release):
    return release.report.job.get("recoding", {"kind": "global"})


@pytest.mark.parametrize("more", [[], ["-l", "2"], ["--objective", "loss"], ["--uniform"]])
def test_keywords_are_what_flags_are(command, table, tmp_path, more):
    pyarrow.parquet.write_table(table, tmp_path / "people.parquet")
    (tmp_path / "secret.txt").write_text("a secret of the house, long enough")
    (tmp_path / "secret.txt").chmod(0o600)
    flags = ["-q", "age,zip,sex", "-s", "illness", "-k", "5", "--secret", str(tmp_path / "secret.txt"), *more]
    run = [command, "anonymize", str(tmp_path / "people.parquet"), *flags, "-o", str(tmp_path / "command.parquet")]
    ended = subprocess.run(run, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    said = {"-l": {"l": 2}, "--objective": {"objective": "loss"}, "--uniform": {"recoding": "global"}}
    keywords = {key: value for flag in more for key, value in said.get(flag, {}).items()}
    release = incog.anonymize(
        table, quasi_identifiers=["age", "zip", "sex"], sensitive="illness", k=5,
        release={"secret": str(tmp_path / "secret.txt")}, **keywords,
    )
    [written, *_] = release.save(tmp_path / "python.parquet")
    assert written.read_bytes() == (tmp_path / "command.parquet").read_bytes()
    theirs = json.loads((tmp_path / "command.parquet.report.json").read_text())["job"]
    for section in ["recoding", "utility", "suppression", "privacy"]:
        assert release.report.job.get(section) == theirs.get(section), section


def test_levels_differ_by_record_and_columns_are_kept(table):
    release = incog.anonymize(table, quasi_identifiers=["age", "zip", "sex"], k=5)
    assert recoding_of(release) == {"kind": "local", "cells": "free", "effort": "fast"}
    job = incog.Job.from_toml(release.job).to_dict()
    assert (job["utility"]["keep_columns"], job["suppression"]["limit"]) == ("best-effort", 0.05)
    assert all(release.to_pandas()[name].nunique() > 1 for name in ["age", "zip", "sex"])
    assert release.verify(table).holds
    strict = incog.anonymize(table, quasi_identifiers=["age", "zip", "sex"], sensitive="illness", k=5, l=2)
    assert recoding_of(strict)["cells"] == "strict"


def test_one_keyword_takes_the_same_levels_for_all(table):
    release = incog.anonymize(table, quasi_identifiers=["age", "zip", "sex"], k=5, recoding="global")
    assert recoding_of(release)["kind"] == "global" and release.report.search.stopped == "proved"
    assert incog.plan(table, quasi_identifiers=["age", "zip"], k=5, recoding="global").apply(table.slice(0, 300), another=True).shape[1] == 4
    with pytest.raises(incog.PlanError, match='recoding="global"'):
        incog.plan(table, quasi_identifiers=["age", "zip"], k=5).apply(table.slice(0, 300), another=True)
    with pytest.raises(incog.JobError, match='keep_columns = "some"'):
        incog.anonymize(table, quasi_identifiers=["age"], k=5, keep_columns="some")


@pytest.mark.parametrize(
    "keywords",
    [
        {"objective": "discernibility"},
        {"algorithm": "optimal"},
        {"release": {"conceal_choice": 0.1, "secret": "SECRET"}},
        {"models": {"average-risk": 0.2}, "suppression": 0.0},
    ],
)
def test_what_needs_one_level_a_column_gets_it(table, tmp_path, keywords):
    (tmp_path / "secret.txt").write_text("a secret of the house, long enough")
    (tmp_path / "secret.txt").chmod(0o600)
    if "SECRET" in keywords.get("release", {}).values():
        keywords = {"release": {**keywords["release"], "secret": str(tmp_path / "secret.txt")}}
    release = incog.anonymize(table, **{"quasi_identifiers": ["age", "zip"], "k": 5, **keywords})
    assert recoding_of(release)["kind"] == "global"


def test_models_that_nobody_names_are_those_of_a_proposal(table):
    reader = pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=90))
    for given in [table, reader]:
        release = incog.anonymize(given, quasi_identifiers=["age", "zip"], insensitive="sex", sensitive="illness")
        assert [(promise.model, promise.required) for promise in release.report.privacy] == [("k-anonymity", 5), ("l-diversity", 2)]
        assert recoding_of(release)["cells"] == "strict"
    without = incog.anonymize(table, quasi_identifiers=["age", "zip"])
    assert [promise.model for promise in without.report.privacy] == ["k-anonymity"]
    with pytest.raises(incog.JobError, match="there is no privacy model; set k, l, t or models"):
        incog.anonymize(table, quasi_identifiers=["age", "zip"], models={})


def test_a_loss_of_more_than_two_percent_is_told(table):
    rare = table.slice(0, 388).to_pandas()
    rare = pandas.concat([rare, rare.head(12).assign(zip=[f"{row}99" for row in range(12)])])
    with pytest.warns(incog.SuppressionWarning, match="set suppression to a smaller share"):
        incog.anonymize(rare[["zip"]], quasi_identifiers={"zip": "flat"}, columns={"zip": {"max_level": 0}}, k=5)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_that_of_a_proposal(table, preset):
    with pytest.warns(incog.IncogWarning, match="incog proposed these roles"):
        release = incog.anonymize(table, preset=preset)
    proposed = incog.propose(table, preset=preset)
    mine, theirs = incog.Job.from_toml(release.job).to_dict(), proposed.to_dict()
    assert mine["privacy"] == theirs["privacy"] and mine["recoding"] == theirs["recoding"]
    assert {name: said["role"] for name, said in mine["columns"].items()} == {name: said["role"] for name, said in theirs["columns"].items()}
    assert release.verify(table).holds


def test_keywords_decide_beside_a_preset(table):
    with pytest.warns(incog.IncogWarning) as told:
        release = incog.anonymize(
            table, preset="open-data", quasi_identifiers={"age": incog.intervals(20, 40)}, drop="zip", k=12, recoding="global"
        )
    [roles] = [str(one.message) for one in told if "proposed these roles" in str(one.message)]
    assert "age" not in roles and "zip" not in roles and "sensitive: illness" in roles
    job = incog.Job.from_toml(release.job).to_dict()
    assert job["columns"]["age"]["hierarchy"]["intervals"] == [20, 40] and "zip" not in release.columns
    assert release.report.privacy[0].required == 12 and recoding_of(release)["kind"] == "global"


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
def test_an_undecided_column_is_refused(table):
    unknown = table.append_column("x7", pyarrow.array([["q", "w", "e", "r"][row * 11 % 13 % 4] for row in range(400)]))
    assert incog.propose(unknown, preset="open-data").to_dict()["columns"]["x7"]["role"] == "undecided"
    with pytest.raises(incog.UnsafeError, match='undecided: "x7"'):
        incog.anonymize(unknown, preset="open-data")
    assert "x7" not in incog.anonymize(unknown, preset="open-data", drop="x7").columns


def test_an_unknown_preset_is_told_with_the_list(table):
    for call in [incog.anonymize, incog.propose]:
        with pytest.raises(incog.JobError) as refused:
            call(table, preset="open")
        assert str(refused.value) == f"preset is 'open'; expected one of {', '.join(PRESETS)}".replace("'", '"')


@pytest.mark.parametrize(("keywords", "word"), [({"objective": "discernibility"}, 'keep_columns="off"'), ({}, 'release={"secret": "key.txt"}')])
def test_notes_speak_of_keywords(table, keywords, word):
    with pytest.warns(incog.IncogWarning) as told:
        incog.anonymize(table, quasi_identifiers=["age", "zip"], k=5, **keywords)
    notes = "\n".join(str(one.message) for one in told)
    assert word in notes
    assert not any(other in notes for other in ["--", "[columns", "utility.", "release.secret", "incog key"]), notes
