"""Tables and releases that are looked at: attacks, risks, trade-offs, records of experiments."""

import random

import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import ROOT

import incog
from incog import experiments
from incog._explore import NAMED
from incog._keywords import ExploreKeywords, JobKeywords

WAY = {"quasi_identifiers": {"age": incog.intervals(2, 4), "zip": "mask"}, "sensitive": "illness", "insensitive": "score"}


def others(people):
    """People like those of the table who are not in it."""
    draw = random.Random(9)
    order = [draw.randrange(people.num_rows) for _ in range(40)]
    return people.take(order).set_column(2, "illness", pyarrow.array([draw.choice(["flu", "gout"]) for _ in order]))


def test_a_release_is_attacked(people):
    release = incog.anonymize(people, k=3, **WAY)
    found = incog.attack(people, release, others(people), known=["age", "zip"], sensitive="illness")
    assert {"homogeneity", "membership", "linkability"} <= {each.attack for each in found.findings}
    assert found["records"] == 60 and found["control"] == 40 and found["seed"] == 0
    for each in found.findings:
        assert 0 <= each.original.successes <= each.original.attempts
        assert each.sentence and each.told in found.to_json()
    assert "intersection" in found.untried
    assert "Attacks that fail prove nothing" in str(found) and "<table>" in found._repr_html_()
    frame = found.to_pandas()
    assert len(frame) == len(found.findings) == found.to_polars().height == found.to_arrow().num_rows
    assert set(frame["attack"]) == {each.attack for each in found.findings}


def test_an_attack_of_a_table_by_itself_finds_everybody(people):
    """Whoever stands alone by what is known is found in a table that was not generalized at all."""
    alone = people.append_column("row", pyarrow.array(range(60)))
    found = incog.attack(alone, alone, known="row", sensitive="illness", attacks="homogeneity")
    assert (found.findings[0].original.successes, found.findings[0].original.attempts) == (60, 60)
    # Any other library, any order: the same figures.
    frame = polars.from_arrow(alone).reverse()
    same = incog.attack(frame, alone.to_pandas(), known=["row"], sensitive=["illness"], attacks=["homogeneity"])
    assert same["findings"] == found["findings"]


def test_attacks_know_words_by_their_hierarchy(people):
    towns = people.set_column(1, "zip", pyarrow.array(["Ulm", "Bonn", "Calw"] * 20))
    tree = incog.tree({"Ulm": "South", "Calw": "South", "Bonn": "West"})
    words = towns.set_column(1, "zip", pyarrow.array(["South", "West", "South"] * 20))
    asked = {"known": "zip", "sensitive": "illness", "attacks": "homogeneity"}
    assert incog.attack(towns, words, **asked)["unread"]
    assert not incog.attack(towns, words, hierarchies={"zip": tree}, **asked)["unread"]


def test_several_releases_together(people):
    first = incog.anonymize(people, k=3, **WAY)
    second = incog.anonymize(people, k=4, **WAY)
    found = incog.attack(people, first, also=[second], known=["age", "zip"], sensitive="illness", attacks="intersection")
    assert [each.attack for each in found.findings] == ["intersection"]


@pytest.mark.parametrize(
    ("kind", "message", "keywords"),
    [
        (incog.JobError, "no column \"agee\"", {"known": "agee"}),
        (incog.JobError, "unknown attack", {"attacks": "magic"}),
        (incog.JobError, "set control", {"attacks": "membership"}),
        (incog.JobError, "named twice", {"known": "age", "sensitive": "age"}),
        (incog.JobError, "queries is -1", {"queries": -1}),
        (incog.JobError, "attempts is 0", {"queries": 0}),
        (incog.JobError, "seed is 1.5", {"seed": 1.5}),
        (incog.TableError, "no rows", {"control": pyarrow.table({"age": pyarrow.array([], pyarrow.int16())})}),
        (incog.TableError, "none of the columns", {"release": pyarrow.table({"other": [1, 2]})}),
        (incog.TableError, "none of the columns", {"control": pyarrow.table({"other": [1, 2]})}),
    ],
)
def test_what_cannot_be_attacked_is_said(people, kind, message, keywords):
    with pytest.raises(kind) as refused:
        incog.attack(people, keywords.pop("release", people), **keywords)
    assert message in str(refused.value)


def test_risks_are_told_as_the_audit_tells_them(people):
    asked = {"quasi_identifiers": ["age", "zip"], "sampling_fraction": 0.1}
    risk = incog.risk(people, **asked)
    sizes = people.to_pandas().groupby(["age", "zip"]).size()
    assert risk.prosecutor.highest == pytest.approx(1 / sizes.min())
    assert risk.prosecutor.average == pytest.approx(len(sizes) / 60)
    assert risk.journalist.average < risk.prosecutor.average and risk.marketer == risk.journalist.average
    assert risk.population_uniques is not None
    assert sum(risk.bands.to_pandas()["records"]) == 60
    assert risk.subsets.to_polars()["columns"].to_list() and "<table>" in risk._repr_html_()
    audit = incog.audit(people, **asked)
    assert audit.risk.to_dict() == risk.to_dict()
    assert str(risk) in str(audit)
    # The release, as a table like any other, is less of a risk.
    release = incog.anonymize(people, k=4, **WAY)
    assert incog.risk(release, quasi_identifiers=["age", "zip"]).prosecutor.highest <= 0.25
    unknown = incog.risk(people, quasi_identifiers=["age"])
    assert unknown.journalist is None and unknown.population_uniques is None
    for fraction in [0.0, 1.0, float("nan")]:
        with pytest.raises(incog.JobError, match="fraction"):
            incog.risk(people, quasi_identifiers="age", sampling_fraction=fraction)
    with pytest.raises(incog.JobError, match="agee"):
        incog.risk(people, quasi_identifiers="agee")


def test_who_looks_alike_is_counted_in_a_register(people, tmp_path):
    register = tmp_path / "register.csv"
    people.to_pandas().to_csv(register, index=False)
    asked = {"quasi_identifiers": ["age", "zip"]}
    audit = incog.audit(people, population=register, **asked)
    # Everybody of the population is in the table.
    assert audit.risk.counted_journalist == audit.risk.prosecutor
    found = audit["risk"]["population_table"]
    assert found["people_elsewhere"] == 0 and found["delta_presence"] == {"max": 1.0, "min": 1.0}
    assert "in the table of the population, 60 people" in str(audit)
    assert incog.audit(people, **asked).risk.counted_journalist is None
    people.to_pandas().head(40).to_csv(register, index=False)
    with pytest.raises(incog.TableError, match="20 of the 60 records"):
        incog.audit(people, population=str(register), **asked)


def test_a_trade_off_is_a_frame(people):
    way = {**WAY, "recoding": "global"}
    found = incog.explore(people, k=range(2, 7), metrics="discernibility", **way)
    frame = found.to_pandas()
    assert frame["k"].tolist() == [2, 3, 4, 5, 6]
    # What was decided is what is published.
    for row, k in enumerate(frame["k"]):
        release = incog.anonymize(people, k=k, **way)
        assert frame["value"][row] == pytest.approx(release.internal_report["utility"]["value"])
        assert frame["classes"][row] == release.report.solution.classes
        assert frame["smallest_class"][row] >= k
        assert found.job(row).run(people).to_arrow() == release.to_arrow()
    assert (frame["stopped"] == "proved").all() and (frame["value"].diff().dropna() >= -1e-12).all()
    assert (frame["discernibility"] > 0).all()
    assert found.to_polars().height == 5 and pyarrow.table(found).num_rows == 5
    assert found.page.startswith("<!doctype html>") and "<table>" in found._repr_html_()
    with pytest.raises(IndexError, match="rows are 0 to 4"):
        found.job(5)


def test_every_combination_is_tried(people):
    told = []
    found = incog.explore(
        people,
        k=numpy.array([2, 3]),
        suppression=[0, 0.1],
        recoding=["global", "local"],
        vary={"columns.age.max_level": [1, 2]},
        progress=told.append,
        objective="gen-loss",
        **WAY,
    )
    frame = found.to_pandas()
    assert len(frame) == 16 and list(frame)[:4] == ["k", "suppression", "recoding", "columns.age.max_level"]
    assert set(frame["recoding"]) == {"global", "local"}
    assert told[-1]["done"] <= 16 and {event["stage"] for event in told} == {"exploring"} and len(told) == 16
    # None is there where nothing meets the models.
    nothing = incog.explore(people, k=[2, 61], suppression=0.0, **WAY).to_pandas()
    assert pandas.isna(nothing["value"][1]) and nothing["none"][1]


def test_k_is_varied_where_nothing_is_said(people):
    assert incog.explore(people, **WAY).to_pandas()["k"].tolist() == list(range(2, 21))
    job = incog.Job(k=3, l=2, **WAY)
    assert job.explore(people, l=[1, 2]).to_pandas()["l"].tolist() == [1, 2]


@pytest.mark.parametrize(
    ("message", "keywords"),
    [
        ("no values", {"k": []}),
        ("listed twice", {"k": [2, 2]}),
        ("k-anonymity", {"k": [2, 0]}),
        ("k-anonymity = many", {"k": [2, "many"]}),
        ("cannot be varied", {"vary": {"input": ["other.csv"]}}),
        ("agee", {"vary": {"columns.agee.max_level": [1]}}),
        ("cannot be written to a job", {"k": [object()]}),
        ("metric", {"metrics": "beauty"}),
        ("combinations", {"k": range(2, 300), "suppression": [share / 100 for share in range(100)]}),
    ],
)
def test_what_cannot_be_varied_is_said(people, message, keywords):
    with pytest.raises(incog.JobError) as refused:
        incog.explore(people, **WAY, **keywords)
    assert message in str(refused.value)


def test_a_danger_is_no_trade_off(people):
    named = people.append_column("name", pyarrow.array([f"Person {row}" for row in range(60)]))
    found = incog.explore(named, k=[2], **WAY)
    # Nothing is published by looking; whoever publishes is asked.
    with pytest.raises(incog.UnsafeError, match="name"):
        found.job(0).run(named)


@pytest.mark.parametrize("record", sorted(path.parent for path in (ROOT / "experiments").glob("*/record/*/runs.parquet")), ids=lambda path: path.name)
def test_records_of_experiments_are_frames(record):
    runs = experiments.runs(record)
    frame = runs.to_pandas()
    assert len(frame) == runs.to_polars().height == pyarrow.table(runs).num_rows > 0
    assert list(frame) == runs.to_polars().columns
    assert runs.manifest["suite"] in repr(runs)


def test_what_is_no_record_is_said(tmp_path):
    with pytest.raises(incog.TableError, match=r"no manifest\.json and no runs\.parquet"):
        experiments.runs(tmp_path)


def test_what_takes_several_values_is_typed_so():
    plain, several = JobKeywords.__annotations__, ExploreKeywords.__annotations__
    assert list(plain) == list(several)
    assert {name for name in plain if plain[name] != several[name]} == set(NAMED)


def test_a_notebook_shows_audits_and_plans_as_tables_with_their_own_style(people):
    asked = {"quasi_identifiers": ["age", "zip"], "sensitive": "illness"}
    audit, plan = incog.audit(people, **asked), incog.plan(people, k=3, **WAY)
    for shown, words in ((audit, ["k (smallest class)", "illness: distinct l"]), (plan, ["age, zip", "apply()"])):
        html = shown._repr_html_()
        assert html.startswith('<div class="incog-table"><style>') and all(word in html for word in words)
        # A dozen lines or so, in the colours of the notebook.
        assert html.count("<tr>") <= 20 and "color:#" not in html.replace(" ", "")
