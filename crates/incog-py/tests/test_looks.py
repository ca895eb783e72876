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
        (incog.JobError, "queries is 0", {"queries": 0}),
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


def test_models_are_measured_and_hold_or_not(people):
    """By keywords and by a job, on a release and on a table of any program."""
    job = incog.Job(**WAY, k=4, l=2, models={"t-closeness": {"t": 0.4, "distance": "equal"}})
    release = job.run(people)
    found = incog.audit(release, job=job, original=people)
    assert [(one.model, one.column, one.variant) for one in found.models] == [
        ("k-anonymity", None, None), ("l-diversity", "illness", "distinct"), ("t-closeness", "illness", "equal")
    ]
    assert found.satisfied and all(model.satisfied for model in found.models) and "3 of 3 models hold" in repr(found)
    assert [(one.achieved, one.satisfied) for one in found.models] == [(one.achieved, one.satisfied) for one in release.internal_report.privacy]
    before = incog.audit(people, job=job)
    assert not before.satisfied and before.models[0].achieved == before.k and "k-anonymity: does not hold: " in str(before)
    keywords = {"quasi_identifiers": ["age", "zip"], "sensitive": "illness"}
    strict = incog.audit(release, **keywords, k=10**6, models={"beta-likeness": {"beta": 0.01}, "alpha-k-anonymity": {"k": 2, "alpha": 0.9}})
    held = {(one.model, one.required): one.satisfied for one in strict.models}
    assert held["k-anonymity", 10**6] is False and held["beta-likeness", 0.01] is False and held["alpha-k-anonymity", 0.9] is True
    figures = strict.sensitive["illness"]
    assert {"beta", "enhanced_beta", "delta", "delta_of_present", "alpha"} <= figures.keys()
    without = incog.audit(release, **keywords)
    assert without.models == [] and "models" not in without
    with pytest.raises(ValueError, match="has no models; name some"):
        without.satisfied


def test_a_model_that_the_table_does_not_show(people):
    units = people.append_column("id", pyarrow.array([f"P{row % 40}" for row in range(60)]))
    job = incog.Job(**WAY, unit="id", k=3)
    [promise] = incog.audit(job.run(units), job=job).models
    assert not promise.satisfied and promise.achieved is None and "no column of people" in promise.not_shown
    assert incog.audit(units, job=job).models[0].not_shown is None


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow", "release"])
def test_the_order_of_categories_counts_in_an_audit(people, library):
    """As if the places in the order were the values."""
    order = ["gout", "cold", "flu"]
    places = people.set_column(2, "illness", pyarrow.array([order.index(value) for value in people["illness"].to_pylist()]))
    frame = people.to_pandas().assign(illness=lambda frame: pandas.Categorical(frame["illness"], order, ordered=True))
    given = {
        "pandas": lambda: frame,
        "polars": lambda: polars.from_arrow(people).with_columns(polars.col("illness").cast(polars.Enum(order))),
        "pyarrow": lambda: pyarrow.Table.from_pandas(frame),
        "release": lambda: incog.anonymize(frame, k=1, suppression=0.0, **WAY),
    }[library]()
    asked = {"quasi_identifiers": ["age", "zip"], "sensitive": "illness", "models": {"t-closeness": {"t": 0.2, "distance": "ordered"}}}
    found, told = incog.audit(given, **asked), incog.audit(places, **asked)
    assert found.sensitive["illness"] == told.sensitive["illness"] and found.sensitive["illness"]["t_ordered"] > 0
    assert found.models == told.models and found.models[0].variant == "ordered"
    unordered = incog.audit(people, quasi_identifiers=["age", "zip"], sensitive="illness")
    assert unordered.sensitive["illness"]["t_ordered"] is None


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
        ("k is at least 1", {"k": [2, 0]}),
        ("k = many", {"k": [2, "many"]}),
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
