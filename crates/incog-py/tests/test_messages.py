"""Every message speaks of keywords and values of Python: never of keys of a job file, of roles, or of flags."""

import re

import duckdb
import numpy
import pandas
import pyarrow
import pytest

import incog
import incog.databases
from incog._job_keys import job_keys

ROWS = 200
DRAW = numpy.random.default_rng(5)
PEOPLE = pandas.DataFrame(
    {
        "id": [f"P{row % 150:04}" for row in range(ROWS)],
        "age": DRAW.integers(18, 80, ROWS),
        "zip": DRAW.choice(["10115", "10117", "20095"], ROWS),
        "illness": DRAW.choice(["flu", "gout", "cold"], ROWS),
        "income": DRAW.integers(20, 60, ROWS) * 1000.0,
        "day": pandas.Timestamp("2024-01-01") + pandas.to_timedelta(DRAW.integers(0, 60, ROWS), unit="D"),
        "hospital": DRAW.choice(["A", "B"], ROWS),
    }
)
SMALL = ["age", "zip", "illness"]

# Words of job files, of the command, and of the formats between. A message of `from_toml` or `from_dict` may have them.
OTHER_WORDS = re.compile(
    r"\b(privacy|suppression|recoding|utility|search|csv|columns|input|output)\.[a-z_]"
    r"|\brelease\.(secret|noise|order|labels|conceal_choice)"
    r"|\broles?\b (=|:|\"|identifier|quasi|sensitive|person)|\[(privacy|columns|waivers)[.\]]"
    r"|incog (key|plan|init|list|verify|apply)\b|(?<![\w-])--[a-z]|TOML|missing field|`|u64|i64|NoneType|subscriptable|iterable"
)


def anonymized(names=SMALL, **keywords):
    return lambda: incog.anonymize(PEOPLE[names], **{"quasi_identifiers": ["age", "zip"], "k": 3, **keywords})


def treated(column, how, **keywords):
    return anonymized(["id", "age", "zip", column] if column != "id" else ["id", "age", "zip"], columns={column: {"publish": how}}, **keywords)


def audited(**keywords):
    return lambda: incog.audit(PEOPLE[SMALL], **{"quasi_identifiers": ["age", "zip"], **keywords})


def attacked(**keywords):
    return lambda: incog.attack(PEOPLE[SMALL], PEOPLE[SMALL], **keywords)


def explored(**keywords):
    return lambda: incog.explore(PEOPLE[SMALL], quasi_identifiers=["age"], **keywords)


def moved(**keywords):
    cars, minutes = range(6), range(4)
    rows = [(f"c{car}", 60 * minute, car * 10.0, minute * 50.0) for car in cars for minute in minutes]
    return lambda: incog.trajectories(pandas.DataFrame(rows, columns=["id", "time", "x", "y"]), **{"k": 2, **keywords})


def in_database(**keywords):
    def call():
        connection = duckdb.connect()
        connection.register("seen", PEOPLE[SMALL])
        connection.execute("CREATE TABLE people AS SELECT * FROM seen")
        roles = {"quasi_identifiers": ["age", "zip"], "insensitive": "illness", "k": 3}
        incog.databases.anonymize(connection, **{"table": "people", "into": "release", **roles, **keywords})

    return call


WRONG = {
    # Numbers.
    "k is 0": (anonymized(k=0), "k = 0 is out of range"),
    "k is a text": (anonymized(k="many"), "k: found a str, expected an int"),
    "l is a dictionary": (anonymized(l={"l": 2, "kind": "entropy"}, sensitive="illness"), 'models={"l-diversity": {'),
    "l is a text": (anonymized(l="2", sensitive="illness"), "l is '2'; expected a number"),
    "t is a dictionary": (anonymized(t={"t": 0.2}, sensitive="illness"), 'models={"t-closeness": {'),
    "l without sensitive": (anonymized(l=2), "name at least one in sensitive"),
    "half an l": (anonymized(l=2.5, sensitive="illness"), "l must be a whole number"),
    "seed below 0": (anonymized(seed=-1), "seed: found an int that is negative or too large, expected an int from 0"),
    "threads": (anonymized(threads=0), "threads = 0"),
    "seconds": (anonymized(max_seconds=0), "max_seconds = 0"),
    "suppression": (anonymized(suppression=5), "suppression = 5"),
    # Words.
    "objective": (anonymized(objective="los"), "objective = "),
    "objective in a list": (anonymized(objective=["loss"]), "expected a dictionary"),
    "recoding": (anonymized(recoding="loc"), 'recoding = "loc"'),
    "recoding and objective": (anonymized(recoding="microaggregation", objective="loss"), 'cannot be combined with recoding="microaggregation"'),
    "recoding and algorithm": (anonymized(recoding="local", algorithm="kgen"), 'algorithm cannot be combined with recoding="local"'),
    "parameters of another algorithm": (anonymized(parameters={"population": 5}), "without algorithm, parameters are those of the algorithm optimal"),
    "parameters": (anonymized(parameters=["population"]), "parameters is"),
    "order": (anonymized(order="random"), "order = "),
    "release": (anonymized(release={"label": "interval"}), "release: unknown key"),
    "secret": (anonymized(release={"secret": "none.txt"}), "make one with incog.new_key"),
    "choice to conceal": (anonymized(release={"conceal_choice": 0.1}), 'release["secret"] is missing'),
    # Missing values and waivers.
    "missing is an action": (anonymized(missing="drop"), 'missing is "drop"; it lists the texts'),
    "missing is None": (anonymized(missing=[None]), "always missing"),
    "missing is a number": (anonymized(missing=[0.5]), "expected the texts"),
    "waivers in a list": (anonymized(waivers=["age: x"]), "waivers is ['age: x']; expected a dictionary"),
    "a waiver without a reason": (anonymized(waivers={"age: singles people out": ""}), "must be the reason why the finding is not a danger"),
    # People.
    "unit and quasi_identifiers": (anonymized(unit="age"), 'column "age" is in quasi_identifiers and in unit'),
    "unit and sensitive": (anonymized(["id", *SMALL], unit="id", sensitive="id"), 'column "id" is in sensitive and in unit'),
    "several units": (anonymized(unit=["age"]), "expected the name of one column"),
    "pseudonym without unit": (treated("id", {"pseudonym": "key.txt", "purpose": "x"}), "only the column that unit names"),
    "pseudonym of an identifier": (treated("id", {"pseudonym": "key.txt", "purpose": "x"}, identifiers="id"), "name the column in unit"),
    "pseudonym without a file": (treated("id", {"pseudonym": "none.txt", "purpose": "x"}, unit="id"), "make one with incog.new_key"),
    "pseudonym without a purpose": (treated("id", {"pseudonym": "key.txt"}, unit="id"), '"purpose" is missing'),
    "shifted days without unit": (anonymized(["age", "zip", "day"], columns={"day": {"publish": {"shift_days": "key.txt"}}}), "cannot be shifted by person"),
    "noise without a secret": (treated("income", {"noise": 10}, unit="id"), 'set release={"secret": "key.txt"}'),
    # Columns.
    "columns in a list": (anonymized(columns=["age"]), "columns is ['age']"),
    "a mean of a quasi-identifier": (anonymized(columns={"age": {"publish": "mean"}}), 'set recoding="microaggregation"'),
    "bounds of texts": (anonymized(columns={"zip": {"publish": "bounds"}}), 'set "publish": "label"'),
    "a level": (anonymized(columns={"age": {"max_level": -1}}), 'columns["age"]["max_level"] = -1'),
    "a hierarchy of others": (anonymized(columns={"illness": {"hierarchy": "flat"}}), 'the hierarchy of "illness" has no effect'),
    "no quasi-identifier": (anonymized(quasi_identifiers=[]), "name at least one column in quasi_identifiers"),
    "a quasi-identifier that is a number": (anonymized(quasi_identifiers=5), "quasi_identifiers is 5"),
    "a hierarchy misspelt": (anonymized(quasi_identifiers={"zip": "masks"}), 'did you mean the hierarchy "mask"?'),
    "the name of a function": (anonymized(quasi_identifiers={"age": "intervals"}), "such as incog.intervals(5, 10, 20)"),
    "parents in the place of groups": (anonymized(quasi_identifiers={"zip": {"10115": "east"}}), "use incog.tree"),
    "a model that is a number": (anonymized(sensitive="illness", models={"alpha-k-anonymity": 0.5}), 'models["alpha-k-anonymity"]: found a float, expected a number, a dict, or a list of them'),
    "no intervals": (lambda: incog.intervals(), "expected one number or several"),
    "intervals that do not nest": (lambda: incog.intervals(5, 7).levels([1]), 'the hierarchy of "value" (intervals)'),
    "a side of a mask": (lambda: incog.mask("middle"), 'expected "right" or "left"'),
    # Models.
    "models in a list": (anonymized(models=["k-anonymity"]), "models is ['k-anonymity']"),
    "a model twice": (anonymized(models={"k-anonymity": 4}), 'k and models["k-anonymity"] demand the same model'),
    "a model without its parameter": (anonymized(sensitive="illness", models={"l-diversity": {"kind": "entropy"}}), 'models["l-diversity"]: "l" is missing'),
    "a model of another column": (anonymized(sensitive="illness", models={"l-diversity": {"l": 2, "column": "age"}}), "which is not named in sensitive"),
    "no population": (anonymized(models={"k-map": {"k": 3}}), 'set population="people.csv"'),
    "an idle population": (anonymized(population="people.csv"), 'models={"k-map": {"k": 5}}'),
    "a population that is a frame": (anonymized(population=PEOPLE), "population has the type DataFrame; expected the path of a file: write the table"),
    "two providers": (anonymized(["age", "zip", "hospital"], provider=["hospital", "zip"], models={"m-privacy": 1}), "expected the name of one column"),
    "no provider": (anonymized(models={"m-privacy": 1}), "name its column in provider"),
    "k of each person": (anonymized(own_k="illness"), "named in own_k"),
    "source": (anonymized(source=5), "source has the type int; expected the path of a file"),
    # Dangers.
    "a person left open": (anonymized(["id", *SMALL]), "people have several records|name it in identifiers"),
    "undecided columns": (lambda: incog.anonymize(PEOPLE[["age", "hospital"]].rename(columns={"hospital": "x7"}), preset="open-data"), "name each in quasi_identifiers, sensitive"),
    "midpoints by record": (anonymized(["age"], quasi_identifiers={"age": incog.intervals(5, 10)}, columns={"age": {"publish": "midpoint"}}, k=20), 'set recoding="global", or "publish": "label"'),
    # Audits and risks.
    "audit: unit": (audited(unit="person"), 'no column "person", which unit names'),
    "audit: fraction": (audited(sampling_fraction="a"), "sampling_fraction is 'a'; expected a number"),
    "audit: population": (audited(population=PEOPLE), "population has the type DataFrame"),
    "audit: job and keywords": (lambda: incog.audit(PEOPLE[SMALL], job=incog.Job(quasi_identifiers="age", k=2), k=3), "job cannot be combined with k"),
    "audit: models": (audited(k=2, models={"m-privacy": 1}), "name its column in provider"),
    # Attacks.
    "attack: control": (attacked(attacks="membership"), "set control"),
    "attack: known": (attacked(known="agee"), 'no column "agee"'),
    "attack: columns": (attacked(columns=0), "columns is 0; expected a whole number from 1"),
    "attack: also": (attacked(also=PEOPLE[SMALL]), "also is one table"),
    # Exploration.
    "explore: no k": (explored(k=[]), "k: there are no values to try"),
    "explore: recoding": (explored(k=[2], recoding=["local", "loc"]), 'recoding="loc" is unknown'),
    "explore: seeds": (explored(k=[2], seed=[1, 2]), 'vary={"search.seed": [1, 2]}'),
    "explore: metric": (explored(k=[2], metrics="beauty"), "incog.list_metrics() names all"),
    # Trajectories.
    "trajectories: id": (moved(id="car"), 'no column "car", which id names'),
    "trajectories: cut": (moved(trips={"cut": "hour"}), 'trips["cut"]: unknown; expected one of "none", "gap", "day"'),
    "trajectories: sampling": (moved(sampling="many"), "expected a dictionary, such as sampling="),
    "trajectories: seed": (moved(seed=-1), "seed: found an int that is negative"),
    # Databases.
    "database: into": (in_database(into="people"), "table cannot be combined with into"),
    "database: both": (in_database(query="SELECT 1"), "table cannot be combined with query"),
    "database: neither": (in_database(table=None), "table is missing"),
    "database: treatment": (in_database(columns={"illness": {"publish": {"round": 1}}}), "read the table and use incog.anonymize"),
}

# Keys that a caller writes in a dictionary, and words of `vary`, which takes keys of a job file.
ALLOWED = re.compile(r'vary=\{"search\.seed"')


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
@pytest.mark.parametrize("name", WRONG)
def test_a_message_speaks_of_keywords(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    incog.new_key("key.txt")
    call, said = WRONG[name]
    with pytest.raises((incog.IncogError, TypeError, ValueError)) as refused:
        call()
    message = str(refused.value)
    assert any(each in message for each in (said.split("|") if "|" in said else [said])), message
    assert not OTHER_WORDS.search(ALLOWED.sub("", message)), message


def test_who_is_counted_may_be_left_out():
    """It is not published anyway, so naming it as an identifier says nothing else."""
    for keyword in ("identifiers", "drop"):
        release = anonymized(["id", "age", "zip"], unit="id", **{keyword: ["id"]})()
        assert "id" not in release.columns and incog.Job.from_toml(release.job).to_dict()["columns"]["id"]["role"] == "person"


def test_texts_that_mean_missing():
    for said, markers in [("NA", ["NA"]), (-9, ["-9"]), (numpy.int64(-9), ["-9"]), (["NA", -9], ["NA", "-9"]), ([], []), (["drop"], ["drop"])]:
        assert job_keys({"missing": said})["csv"]["missing"] == markers


def test_whole_numbers_of_other_languages():
    """R hands over 5.0, and so does a column with a missing value."""
    job = incog.Job(quasi_identifiers="age", k=5.0, seed=2.0)
    assert job.to_dict()["privacy"]["k-anonymity"] == 5 and job.to_dict()["search"]["seed"] == 2


@pytest.mark.parametrize(
    ("waiver", "why"),
    [
        ("town: singles people out", 'no column "town"'),
        ("age + town: undoes zip", 'no column "age + town"'),
        ("age: is fine", "write COLUMN: FINDING"),
    ],
)
def test_a_waiver_that_can_match_nothing_is_told(waiver, why):
    with pytest.warns(incog.IncogWarning) as told:
        anonymized(waivers={waiver: "a test"})()
    assert any(f'the waiver "{waiver}" accepts nothing' in str(one.message) and why in str(one.message) for one in told)


def test_a_waiver_of_a_column_is_not_told():
    table = pyarrow.table({"age": PEOPLE["age"], "illness": PEOPLE["illness"]})
    for given in (PEOPLE[["age", "illness"]], table):
        with pytest.warns(incog.IncogWarning) as told:
            incog.anonymize(given, quasi_identifiers="age", k=3, waivers={"age + illness: unique together": "a test"}, objective="loss")
        assert not any("accepts nothing" in str(one.message) for one in told)


@pytest.mark.parametrize("objective", ["discernibility", {"metric": "loss"}])
def test_an_objective_that_decides_the_recoding_is_told(objective):
    with pytest.warns(incog.IncogWarning, match="levels are the same for all records, because the objective"):
        incog.anonymize(PEOPLE[SMALL], quasi_identifiers=["age", "zip"], k=3, objective=objective)


@pytest.mark.parametrize("more", [{"objective": "precision"}, {"objective": "loss", "recoding": "global"}, {"objective": "loss", "algorithm": "optimal"}, {}])
def test_what_is_asked_for_is_not_told(more, recwarn):
    incog.anonymize(PEOPLE[SMALL], quasi_identifiers=["age", "zip"], k=3, **more)
    assert not any("because the objective" in str(one.message) for one in recwarn)
