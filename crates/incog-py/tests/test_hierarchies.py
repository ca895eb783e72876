"""Hierarchies as people have them: nested groups, the levels of anjana, and what a dtype says; and keywords misspelt."""

import random

import numpy
import pandas
import polars
import pyarrow
import pytest

import incog

TOWNS = {"Europe": {"Germany": ["Berlin", "Bonn"], "Malta": ["Valletta"]}, "Asia": {"Japan": ["Tokyo"]}, "Atlantis": []}


@pytest.fixture
def people():
    draw = random.Random(5)
    return pandas.DataFrame(
        {
            "age": [draw.randrange(20, 60) for _ in range(200)],
            "town": [draw.choice(["Berlin", "Bonn", "Valletta", "Tokyo"]) for _ in range(200)],
            "illness": [draw.choice(["flu", "gout", "cold"]) for _ in range(200)],
        }
    )


def released(frame, quasi_identifiers, **more):
    way = {"quasi_identifiers": quasi_identifiers, "k": 5, "drop": [name for name in frame if name not in quasi_identifiers]}
    return incog.anonymize(frame, **{**way, **more}).to_pandas()


def test_groups_within_groups(people):
    assert incog.nested(TOWNS).levels(["Bonn", "Tokyo"]) == [["Bonn", "Germany", "Europe", "*"], ["Tokyo", "Japan", "Asia", "*"]]
    made = released(people, {"town": TOWNS}, k=30, suppression=0.0)["town"]
    country = people["town"].map({"Berlin": "Germany", "Bonn": "Germany", "Valletta": "Malta", "Tokyo": "Japan"})
    continent = country.map({"Germany": "Europe", "Malta": "Europe", "Japan": "Asia"})
    assert any(made.value_counts().to_dict() == each.value_counts().to_dict() for each in (people["town"], country, continent))
    again = released(people, {"town": TOWNS}, columns={"town": {"min_level": 2}}, k=30, suppression=0.0)["town"]
    assert again.value_counts().to_dict() == continent.value_counts().to_dict()


@pytest.mark.parametrize(
    ("groups", "values", "labels"),
    [
        ({"low": range(1, 3), "high": {3}}, [1, 3], [["1", "low", "*"], ["3", "high", "*"]]),
        ({"NYS": {"NY": ["NY", "Queens"]}}, ["NY", "Queens"], [["NY", "NY", "NYS", "*"], ["Queens", "NY", "NYS", "*"]]),
        ({"a": numpy.array(["x", "y"])}, ["y"], [["y", "a", "*"]]),
        ({"deep": {"deeper": ["x"]}, "flat": ["y"]}, ["x", "y"], [["x", "deeper", "deep", "*"], ["y", "y", "flat", "*"]]),
    ],
)
def test_groups_of_any_values(groups, values, labels):
    assert incog.nested(groups).levels(values) == labels


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ({"X": ["Bonn"], "Y": ["Bonn"]}, "the label 'Bonn' of the hierarchy is below two others, 'X' and 'Y'"),
        ({"X": "Bonn"}, "the group 'X' has 'Bonn'; expected a list of values or a mapping"),
        ({"X": [["Bonn"]]}, "the group 'X' has a list within a list"),
    ],
)
def test_groups_that_are_none(groups, message):
    with pytest.raises(incog.HierarchyError) as refused:
        incog.nested(groups)
    assert message in str(refused.value)


def test_a_misspelt_key_is_no_group(people):
    with pytest.raises(incog.JobError, match=r'quasi_identifiers\["age"\]: unknown key "interval"; did you mean "intervals"'):
        released(people, {"age": {"interval": [5, 10]}})
    assert incog.Job(quasi_identifiers={"age": {"intervals": [5, 10]}}, k=2).to_dict()["columns"]["age"]["hierarchy"]["intervals"] == [5, 10]


@pytest.mark.parametrize("form", [numpy.array, list, pandas.Series, tuple])
def test_levels_as_anjana_has_them(people, form):
    ages = people["age"].to_numpy()
    tens = [f"[{age // 10 * 10}, {age // 10 * 10 + 10}[" for age in ages]
    levels = {0: form(ages), 1: form(tens), 2: form(["*"] * len(ages))}
    made = released(people, {"age": levels}, k=30, suppression=0.0)["age"]
    assert made.value_counts().to_dict() == pandas.Series(tens).value_counts().to_dict()
    assert incog.from_levels(levels).levels([int(ages[0])]) == [[str(ages[0]), tens[0], "*"]]
    with pytest.raises(incog.HierarchyError, match="have 200, 3 labels"):
        incog.from_levels({0: form(ages), 1: form(tens[:3])})
    with pytest.raises(incog.HierarchyError, match=r"are \[0, 2\]; expected 0, 1, 2"):
        incog.from_levels({0: form(ages), 2: form(tens)})


@pytest.mark.parametrize("bins", [5, range(0, 101, 5), [0, 30, 40, 70]])
def test_intervals_of_cut(people, bins):
    people["age"] = pandas.cut(people["age"], bins)
    made = released(people, {"age": None, "town": None}, k=10)
    assert made.groupby(["age", "town"], observed=True).size().min() >= 10
    if "*" not in set(made["age"]):
        assert made["age"].cat.ordered
    # Published unchanged, they are what they were.
    alone = released(people, {"town": None, "illness": None}, insensitive="age", drop=[])["age"]
    assert alone.dtype.categories.dtype == people["age"].dtype.categories.dtype
    left, before = alone.value_counts().to_dict(), people["age"].value_counts().to_dict()
    assert left.keys() <= before.keys() and sum(left.values()) > 150


def test_neighbouring_intervals_are_joined(people):
    people["age"] = pandas.cut(people["age"], range(20, 61, 10), right=False)
    made = released(people, {"age": None}, k=80, suppression=0.0)["age"]
    assert list(made.cat.categories) == ["[20, 40)", "[40, 60)"] and made.cat.ordered
    assert incog.audit(made.to_frame(), quasi_identifiers="age").k >= 80


@pytest.mark.parametrize("library", ["pandas", "pyarrow"])
def test_the_order_of_categories_counts(library):
    sizes = ["small", "medium", "large", "huge"]
    frame = pandas.DataFrame({"size": pandas.Categorical(sizes * 15, sizes, ordered=True)})
    table = frame if library == "pandas" else pyarrow.Table.from_pandas(frame)
    made = released(frame if library == "pandas" else table.to_pandas(), {"size": None}, k=20, suppression=0.0)["size"]
    assert made.value_counts().to_dict() == {"small..medium": 30, "large..huge": 30}
    assert list(made.cat.categories) == ["small..medium", "large..huge"] and made.cat.ordered
    own = incog.anonymize(table, quasi_identifiers={"size": "flat"}, k=20, suppression=0.0)
    assert set(own.to_arrow()["size"].to_pylist()) == {"*"}
    assert incog.Job(quasi_identifiers="size", k=20, suppression=0.0).run(table).verify(table).holds
    assert [row[0] for row in incog.ordered(*sizes).levels(sizes)] == sizes


@pytest.mark.parametrize(("unit", "label"), [("D", "1990-01"), ("W", "1990-01"), ("M", "1990-Q1"), ("Q", "1990")])
def test_periods(people, unit, label):
    draw = random.Random(3)
    days = pandas.period_range("1990-01-01", periods=12, freq=unit)
    people["seen"] = days[[draw.randrange(12) for _ in range(200)]]
    assert label in set(released(people, {"seen": None}, k=40)["seen"])
    kept = released(people, {"town": None}, insensitive="seen", drop=["age", "illness"])["seen"]
    assert kept.dtype == people["seen"].dtype and kept.value_counts().to_dict() == people["seen"].value_counts().to_dict()
    people.loc[:30, "seen"] = pandas.NaT
    assert released(people, {"town": None}, insensitive="seen", drop=["age", "illness"])["seen"].isna().sum() == 31


def test_nullable_and_arrow_backed_columns(people):
    people["score"] = [row % 3 if row % 4 else None for row in range(200)]
    for backend in ["numpy_nullable", "pyarrow"]:
        frame = people.convert_dtypes(dtype_backend=backend)
        made = released(frame, {"age": None, "town": None}, insensitive="score", drop="illness")
        assert made["score"].dtype == frame["score"].dtype and made["score"].isna().any()
        assert released(people, {"age": None, "town": None}, insensitive="score", drop="illness")["age"].tolist() == made["age"].tolist()
    assert isinstance(made["age"].dtype, pandas.ArrowDtype)


def test_columns_are_dropped(people):
    people["old"] = people["age"] > 40
    with pytest.raises(incog.UnsafeError, match="old"):
        incog.anonymize(people, quasi_identifiers=["age", "town"], k=5)
    release = incog.anonymize(people, quasi_identifiers=["age", "town"], k=5, drop=["old"])
    assert "old" not in release.columns and release.verify(people).holds
    assert incog.explore(people, quasi_identifiers=["age", "town"], k=[2], drop="old").job(0).run(people).columns == release.columns
    with pytest.raises(incog.JobError, match='"age" has two roles: it is in quasi_identifiers and in drop'):
        incog.Job(quasi_identifiers="age", drop="age", k=2)
    with pytest.raises(incog.JobError, match="did you mean"):
        incog.anonymize(people, quasi_identifiers=["age"], k=5, drop=["olde"])


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"supression": 0.1}, "there is no keyword supression; did you mean suppression?"),
        ({"sens_att": "illness"}, "there is no keyword sens_att; did you mean sensitive?"),
        ({"max_level": 1}, 'there is no keyword max_level; give it as columns={"age": {"max_level": ...}}'),
        ({"l_diversity": 2}, 'there is no keyword l_diversity; give it as models={"l-diversity": ...}'),
        ({"magic": 2}, "there is no keyword magic; the keywords are quasi_identifiers, sensitive,"),
        ({"columns": {"age": {"max_levle": 1}}}, 'columns["age"]: unknown key "max_levle"; did you mean "max_level"?'),
        ({"columns": {"illness": {"publish": {"rond": 1}}}}, 'columns["illness"]["publish"]: unknown key "rond"; did you mean'),
        ({"models": {"l-diversity": {"l": 2, "knid": "entropy"}}}, 'models["l-diversity"]: unknown key "knid"; did you mean "kind"?'),
        ({"release": {"lables": "interval"}}, 'release: unknown key "lables"; did you mean "labels"?'),
        ({"recoding": {"kind": "local", "cels": "strict"}}, 'recoding: unknown key "cels"; did you mean "cells"?'),
        ({"algorithm": "id-dga", "parameters": {"populaton": 3}}, 'parameters: unknown key "populaton"; did you mean "population"?'),
    ],
)
def test_a_misspelt_keyword_is_told_with_its_path(people, keywords, message):
    with pytest.raises((TypeError, incog.JobError)) as refused:
        incog.anonymize(people, quasi_identifiers=["age"], k=5, **keywords)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda table: incog.audit(table, quasi_identifier=["age"]), "there is no keyword quasi_identifier; did you mean quasi_identifiers?"),
        (lambda table: incog.audit(table), "the keyword quasi_identifiers is missing"),
        (lambda table: incog.risk(table, qi=["age"]), "there is no keyword qi; did you mean quasi_identifiers?"),
        (lambda table: incog.attack(table, table, know=["age"]), "there is no keyword know; did you mean known?"),
        (lambda table: incog.trajectories(table, k=2, dleta=3), "there is no keyword dleta; did you mean delta?"),
        (lambda table: incog.explore(table, quasi_identifiers=["age"], supression=[0.1]), "there is no keyword supression; did you mean"),
        (lambda table: incog.plan(table, quasi_ident=["age"]), "there is no keyword quasi_ident; did you mean quasi_identifiers?"),
        (lambda table: incog.Job(quasi_identifiers=["age"], columns={"town": "drop"}), "columns[\"town\"] is 'drop'; expected keys with their"),
        (lambda table: incog.Job(quasi_identifiers={"town": {"X": "a"}}, k=2), "the group 'X' has 'a'; expected a list of values"),
    ],
)
def test_every_call_knows_its_keywords(people, call, message):
    with pytest.raises((TypeError, incog.JobError, incog.HierarchyError)) as refused:
        call(people)
    assert str(refused.value).startswith(message)


def test_keywords_that_are_missing(people):
    with pytest.raises(TypeError, match="the keyword quasi_identifiers is missing"):
        incog.anonymize(people, k=5)
    with pytest.raises(incog.JobError, match='privacy: unknown key "k-anonymty"; did you mean "k-anonymity"'):
        incog.Job.from_dict({"columns": {"age": {"role": "quasi-identifier"}}, "privacy": {"k-anonymty": 3}})


def test_an_enum_of_polars_has_no_hierarchy_of_its_own(people):
    frame = polars.from_pandas(people).with_columns(polars.col("town").cast(polars.Enum(["Berlin", "Bonn", "Tokyo", "Valletta"])))
    made = incog.anonymize(frame, quasi_identifiers=["town"], k=5, drop=["age", "illness"]).to_native()
    assert set(made["town"]) <= {*people["town"]}


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ([1, "a"] * 100, 'column "odd" has values of type int and str, which no table of Arrow has; convert it'),
        ([1j] * 200, 'column "odd" has values of type complex128, which no table of Arrow has; convert it'),
    ],
)
def test_a_column_that_no_table_can_have(people, column, message):
    with pytest.raises(incog.TableError) as refused:
        released(people.assign(odd=column), {"age": None}, insensitive="odd", drop=["town", "illness"])
    assert message in str(refused.value)
