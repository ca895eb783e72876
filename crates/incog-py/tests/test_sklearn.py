"""The transformer keeps the contract of scikit-learn, where that makes sense."""

import numpy
import pandas
import pytest

sklearn = pytest.importorskip("sklearn")

from sklearn.compose import ColumnTransformer  # noqa: E402
from sklearn.ensemble import RandomForestClassifier  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import OneHotEncoder  # noqa: E402
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402

import incog  # noqa: E402
from incog.sklearn import Anonymizer  # noqa: E402

SKIPPED = {
    "check_methods_subset_invariance": "a release is made of all its rows together: one row alone is like no other",
}


@parametrize_with_checks(
    [Anonymizer(k=2, publish="midpoint")], expected_failed_checks=lambda _: SKIPPED
)
def test_the_contract_of_estimators(estimator, check):
    check(estimator)


@pytest.fixture
def people():
    draw = numpy.random.default_rng(3)
    return pandas.DataFrame(
        {
            "age": draw.integers(18, 80, 300),
            "town": draw.choice(["Aachen", "Bonn", "Calw"], 300),
            "score": draw.integers(0, 2, 300).astype(float),
        }
    )


QUASI_IDENTIFIERS = {"age": incog.intervals(10, 20, 40), "town": "flat"}


def test_every_row_is_like_others_also_new_ones(people):
    anonymizer = Anonymizer(k=5, quasi_identifiers=QUASI_IDENTIFIERS).fit(people[:200])
    made = pandas.DataFrame(anonymizer.transform(people[200:]), columns=anonymizer.get_feature_names_out())
    assert len(made) == 100
    classes = made[["age", "town"]].value_counts()
    assert classes.drop(("*", "*"), errors="ignore").min() >= 5
    # In the order of the rows; those that would stand alone are not shown.
    shown = (made["score"] != "*").to_numpy()
    assert shown.sum() > 50
    assert numpy.allclose(made["score"][shown].astype(float), people["score"][200:].to_numpy()[shown])


def test_fitting_and_transforming_is_the_same_as_both(people):
    anonymizer = Anonymizer(k=5, quasi_identifiers=QUASI_IDENTIFIERS)
    both = anonymizer.fit_transform(people)
    assert (both == anonymizer.transform(people)).all()
    same = incog.anonymize(
        people, quasi_identifiers=QUASI_IDENTIFIERS, insensitive="score", k=5, suppressed="star", order="input"
    )
    assert (both[:, 0] == same.to_pandas()["age"]).all()


def test_values_that_were_not_seen(people):
    anonymizer = Anonymizer(k=2, quasi_identifiers={"town": "flat"}).fit(people[["town"]])
    other = pandas.DataFrame({"town": ["Ulm", "Ulm", "Bonn", "Bonn"]})
    assert len(anonymizer.transform(other)) == 4
    with pytest.raises(incog.HierarchyError):
        tree = incog.tree({"Aachen": "West", "Bonn": "West", "Calw": "South"})
        strict = Anonymizer(k=2, quasi_identifiers={"town": tree}, unknown="refuse").fit(people[["town"]])
        strict.transform(other)


def test_a_pipeline(people):
    answer = people["age"] > 50
    anonymous = make_pipeline(Anonymizer(k=5, quasi_identifiers=["age"], publish="midpoint"), RandomForestClassifier(20, random_state=1))
    anonymous.fit(people[["age"]], answer)
    assert anonymous.score(people[["age"]], answer) > 0.8
    coded = ColumnTransformer(
        [("people", make_pipeline(Anonymizer(k=5, quasi_identifiers=QUASI_IDENTIFIERS), OneHotEncoder(handle_unknown="ignore")), ["age", "town"])]
    )
    assert coded.fit_transform(people).shape[0] == 300


def test_frames_of_pandas_on_request(people):
    frame = Anonymizer(k=5, quasi_identifiers=QUASI_IDENTIFIERS).set_output(transform="pandas").fit_transform(people)
    assert list(frame.columns) == list(people.columns) and len(frame) == 300
