"""The transformer keeps the contract of scikit-learn, where that makes sense."""

import numpy
import pandas
import polars
import pytest

sklearn = pytest.importorskip("sklearn")

from sklearn.compose import ColumnTransformer, make_column_selector  # noqa: E402
from sklearn.ensemble import RandomForestClassifier  # noqa: E402
from sklearn.impute import SimpleImputer  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.model_selection import GridSearchCV, cross_val_score  # noqa: E402
from sklearn.neighbors import KNeighborsClassifier  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import OneHotEncoder  # noqa: E402
from sklearn.tree import DecisionTreeClassifier  # noqa: E402
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402

import incog  # noqa: E402
from incog.sklearn import Anonymizer  # noqa: E402


@parametrize_with_checks([Anonymizer(), Anonymizer(k=2, publish="midpoint")])
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


def classes_of(rows):
    """The sizes of the classes, without the rows that are not shown."""
    made = pandas.DataFrame(rows).iloc[:, :2]
    return made[made.iloc[:, 1] != "*"].value_counts()


def test_every_row_is_like_k_of_the_training_data(people):
    anonymizer = Anonymizer(k=5, quasi_identifiers=QUASI_IDENTIFIERS).fit(people[:200])
    known = classes_of(anonymizer.transform(people[:200]))
    assert known.min() >= 5
    made = anonymizer.transform(people[200:])
    assert len(made) == 100 and set(classes_of(made).index) <= set(known.index)
    # In the order of the rows; those that would stand alone are not shown.
    shown = made[:, 1] != "*"
    assert shown.sum() > 50
    assert numpy.allclose(made[shown, 2].astype(float), people["score"][200:].to_numpy()[shown])
    # All hidden rows are alike: numbers are the mean of the rows that are shown.
    assert len(set(made[~shown, 2].tolist())) == 1 and 0 < made[~shown, 2][0] < 1
    marked = Anonymizer(k=5, quasi_identifiers=QUASI_IDENTIFIERS, hidden="nan").fit(people[:200]).transform(people[200:])
    assert numpy.isnan(marked[~shown, 2].astype(float)).all() and (marked[shown] == made[shown]).all()
    with pytest.raises(ValueError, match='hidden is "zero"|hidden is \'zero\''):
        Anonymizer(hidden="zero").fit(people)


def test_one_row_is_transformed_like_many(people):
    anonymizer = Anonymizer(k=5, quasi_identifiers=QUASI_IDENTIFIERS).fit(people)
    made = anonymizer.transform(people)
    for row in range(0, 300, 60):
        assert str(anonymizer.transform(people.iloc[[row]])[0].tolist()) == str(made[row].tolist())
    order = numpy.random.default_rng(1).permutation(300)
    assert (anonymizer.transform(people.iloc[order])[:, 1] == made[order, 1]).all()


def test_fitting_and_transforming_is_the_same_as_both(people):
    anonymizer = Anonymizer(k=5, quasi_identifiers=QUASI_IDENTIFIERS, publish="label")
    both = anonymizer.fit_transform(people)
    assert (both[:, :2] == anonymizer.transform(people)[:, :2]).all()
    same = incog.anonymize(
        people, quasi_identifiers=QUASI_IDENTIFIERS, insensitive="score", k=5, suppression=1.0, suppressed="star", order="input", recoding="global"
    )
    assert (both[:, 0] == same.to_pandas()["age"]).all()


@pytest.mark.parametrize("way", [{"l": 2}, {"t": 0.3}, {"models": {"alpha-k-anonymity": {"k": 3, "alpha": 0.8}}}])
def test_classes_meet_all_models(people, way):
    people["illness"] = numpy.random.default_rng(2).choice(["flu", "gout", "cold"], 300)
    anonymizer = Anonymizer(k=3, quasi_identifiers=QUASI_IDENTIFIERS, sensitive="illness", **way)
    made = pandas.DataFrame(anonymizer.fit_transform(people), columns=people.columns)
    shown = made[made["town"] != "*"]
    assert len(shown) > 50
    groups = shown.groupby(["age", "town"])["illness"]
    assert groups.size().min() >= 3
    if "l" in way:
        assert groups.nunique().min() >= 2
    if "models" in way:
        assert groups.agg(lambda values: values.value_counts(normalize=True).max()).max() <= 0.8


def test_values_that_were_not_seen(people):
    anonymizer = Anonymizer(k=2, quasi_identifiers={"town": "flat"}).fit(people[["town"]])
    other = pandas.DataFrame({"town": ["Ulm", "Ulm", "Bonn", "Bonn"]})
    assert len(anonymizer.transform(other)) == 4
    with pytest.raises(incog.HierarchyError):
        tree = incog.tree({"Aachen": "West", "Bonn": "West", "Calw": "South"})
        strict = Anonymizer(k=2, quasi_identifiers={"town": tree}, unknown="refuse").fit(people[["town"]])
        strict.transform(other)


MODELS = {
    "tree": DecisionTreeClassifier(random_state=1),
    "forest": RandomForestClassifier(20, random_state=1),
    "regression": make_pipeline(SimpleImputer(), LogisticRegression()),
    "neighbours": make_pipeline(SimpleImputer(), KNeighborsClassifier()),
}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("form", ["pandas", "polars", "array"])
def test_models_learn_and_predict_one_row(people, model, form):
    answer = (people["age"] > 50).to_numpy()
    ages = {"pandas": lambda: people[["age"]], "polars": lambda: polars.from_pandas(people[["age"]]), "array": lambda: people[["age"]].to_numpy()}[form]()
    anonymous = make_pipeline(Anonymizer(k=5), MODELS[model])
    assert cross_val_score(anonymous, ages, answer, error_score="raise").mean() > 0.8
    anonymous.fit(ages, answer)
    assert [bool(anonymous.predict(ages[row : row + 1])[0]) for row in range(20)] == anonymous.predict(ages[:20]).tolist()


@pytest.mark.parametrize("shuffled", [False, True])
def test_a_grid_over_k(people, shuffled):
    people = people.sample(frac=1, random_state=1) if shuffled else people
    answer = people["age"] > 50
    grid = GridSearchCV(make_pipeline(Anonymizer(), DecisionTreeClassifier()), {"anonymizer__k": [2, 5, 10, 60]}, error_score="raise", cv=3)
    grid.fit(people[["age"]], answer)
    scores = grid.cv_results_["mean_test_score"]
    assert scores[0] > 0.7 and scores[0] >= scores[3] and grid.best_params_["anonymizer__k"] in (2, 5, 10)
    assert grid.predict(people[["age"]].iloc[[0]]).shape == (1,)


@pytest.mark.parametrize("rest", ["drop", "passthrough"])
@pytest.mark.parametrize("chosen", [["age", "town"], [0, 1], make_column_selector(pattern="age|town")])
def test_a_column_transformer(people, rest, chosen):
    steps = make_pipeline(Anonymizer(k=5, quasi_identifiers=QUASI_IDENTIFIERS), OneHotEncoder(handle_unknown="ignore"))
    coded = ColumnTransformer([("people", steps, chosen)], remainder=rest)
    assert coded.fit_transform(people).shape[0] == 300 and coded.transform(people[:1]).shape[0] == 1
    model = make_pipeline(coded, LogisticRegression())
    assert cross_val_score(model, people, people["age"] > 50, error_score="raise").mean() > 0.8
    names = coded.get_feature_names_out()
    assert all(name.startswith(("people__age_", "people__town_", "remainder__score")) for name in names)


@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize("given", ["pandas", "polars"])
def test_frames_on_request(people, library, given):
    people = people.sample(frac=1, random_state=1)
    table = people if given == "pandas" else polars.from_pandas(people)
    frame = Anonymizer(k=5, quasi_identifiers=QUASI_IDENTIFIERS).set_output(transform=library).fit_transform(table)
    assert isinstance(frame, pandas.DataFrame if library == "pandas" else polars.DataFrame)
    assert list(frame.columns) == list(people.columns) and len(frame) == 300
    if library == "pandas":
        assert (frame["age"].dtype, frame["score"].dtype) == (float, float)
        assert given == "polars" or frame.index.equals(people.index)
    else:
        assert (frame.schema["age"], frame.schema["town"]) == (polars.Float64, polars.String)
    with sklearn.config_context(transform_output=library):
        assert type(Anonymizer(k=5, quasi_identifiers=QUASI_IDENTIFIERS).fit_transform(table)) is type(frame)


@pytest.mark.parametrize("publish", ["auto", "label", "midpoint"])
def test_forms_do_not_depend_on_the_level(people, publish):
    for k in (1, 5, 100):
        made = Anonymizer(k=k, quasi_identifiers={"age": incog.intervals(10, 20)}, publish=publish).fit_transform(people[["age"]])
        assert made.dtype.kind == ("O" if publish == "label" else "f")


def test_names_of_columns(people):
    anonymizer = Anonymizer(k=5).fit(people)
    assert anonymizer.get_feature_names_out().tolist() == ["age", "town", "score"]
    assert Anonymizer(k=5).fit(people[["age"]].to_numpy()).get_feature_names_out().tolist() == ["x0"]
    with pytest.raises(ValueError, match="feature_names_in_"):
        anonymizer.get_feature_names_out(["a", "b", "c"])
    with pytest.raises(ValueError, match="feature names should match"):
        anonymizer.transform(people[["town", "age", "score"]])
    with pytest.raises(ValueError, match="minimum of 5"):
        Anonymizer().fit(people[:4])


def test_rows_in_an_order_and_columns_of_each_other(people):
    people["double"] = people["age"] * 2
    made = Anonymizer(k=5, quasi_identifiers=["age", "double"]).fit_transform(people.sort_values("age"))
    assert made.shape == (300, 4)
    county = people["town"].map({"Aachen": "NRW", "Bonn": "NRW", "Calw": "BW"})
    table = people[["town"]].assign(county=county)
    by_columns = Anonymizer(k=5, quasi_identifiers={"town": incog.columns("county")}, columns={"town": {"min_level": 1}, "county": {"role": "identifier"}})
    assert set(by_columns.fit_transform(table)[:, 0]) <= {"NRW", "BW", "*"}


def test_hidden_rows_are_warned_of(people):
    with pytest.warns(incog.SuppressionWarning, match="hides .* % of the training rows"):
        made = Anonymizer(k=5, quasi_identifiers={"age": None}, columns={"age": {"max_level": 0}}).fit_transform(people[["age"]])
    values, counts = numpy.unique(made, return_counts=True)
    assert values[counts.argmax()] % 1 and counts.max() > 0.02 * len(made)
    with pytest.raises(ValueError, match='publish is "bounds"'):
        Anonymizer(publish="bounds").fit(people)


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
@pytest.mark.parametrize("model", [LogisticRegression(max_iter=1000), KNeighborsClassifier(), DecisionTreeClassifier()], ids=lambda model: type(model).__name__)
@pytest.mark.parametrize("suppression", [1.0, 0.05])
def test_a_cross_validation_gives_numbers_with_the_defaults(people, model, suppression):
    """Also where rows are hidden, and where a column is published without any detail."""
    people["hours"] = numpy.random.default_rng(4).integers(10, 60, len(people))
    answer = people["age"] > 50
    of_numbers = make_pipeline(Anonymizer(suppression=suppression), model)
    assert numpy.isfinite(cross_val_score(of_numbers, people[["age", "hours"]], answer, error_score="raise")).all()
    grid = GridSearchCV(of_numbers, {"anonymizer__k": [2, 5, 40]}, error_score="raise").fit(people[["age", "hours"]], answer)
    assert numpy.isfinite(grid.cv_results_["mean_test_score"]).all()
    coded = ColumnTransformer([("town", OneHotEncoder(handle_unknown="ignore"), ["town"])], remainder="passthrough")
    whole = make_pipeline(Anonymizer(suppression=suppression).set_output(transform="pandas"), coded, model)
    assert numpy.isfinite(cross_val_score(whole, people[["age", "hours", "town"]], answer, error_score="raise")).all()


def test_missing_values_are_values(people):
    people.loc[::7, "age"] = None
    made = Anonymizer(k=5).fit_transform(people[["age", "town"]])
    assert numpy.isnan(made[:, 0].astype(float))[::7].all() and (made[::7, 1] != "*").any()


def test_missing_ages_stand_beside_an_open_interval(people):
    ages = numpy.random.default_rng(1).integers(18, 96, len(people)).astype(float)
    ages[::17] = numpy.nan
    made = Anonymizer(k=5).fit_transform(pandas.DataFrame({"age": ages}))[:, 0]
    assert numpy.isnan(made[::17]).all() and numpy.isfinite(numpy.delete(made, slice(None, None, 17))).all()
