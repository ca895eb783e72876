"""What a job can have, by kind, and how a small job comes to have it. Of most kinds a job has one at most."""
import random
from dataclasses import dataclass
from datetime import date, timedelta

from random_jobs import LISTS, METRICS, RandomJob

ROWS = 90
# One of each family; run.py draws all of them, and what a release is does not depend on which of a family found it.
SEARCHES = ["auto", "optimal", "exhaustive", "flash", "samarati", "datafly", "provider-aware", "kgen", "haef", "id-dga"]
KEY = "people.key"


class Impossible(Exception):
    """Two features exclude each other; says why."""


@dataclass(frozen=True)
class Feature:
    """A feature: its kind, its name, and what it does to a job."""
    kind: str
    name: str
    give: callable

    def __str__(self):
        return f"{self.kind} {self.name}"


def base(rng):
    """A table that hardly any model or search refuses, and the plainest job for it."""
    name = [f"person {n}" for n in range(ROWS)]
    age, grade = [str(rng.randint(20, 59)) for _ in name], [rng.choice("abcd") for _ in name]
    ill = [rng.choice(["flu", "cold", "burn", "hiv"]) for _ in name]
    made = RandomJob(["name", "age", "grade", "ill"], [list(row) for row in zip(name, age, grade, ill)], {})
    made.kinds = {"name": "word", "age": "number", "grade": "word", "ill": "word"}
    columns = {"name": {"role": "identifier"}, "age": {"role": "quasi-identifier", "hierarchy": {"intervals": [10, 20]}},
               "grade": {"role": "quasi-identifier", "hierarchy": {"flat": True}}, "ill": {"role": "sensitive"}}
    made.job = {"input": "table.csv", "output": "release.csv", "columns": columns, "privacy": {"k-anonymity": 2, "unit": "record"},
                "suppression": {"limit": 1.0}, "release": {}, "utility": {"objective": "loss"}, "search": {"algorithm": "optimal", "seed": 1}}
    return made


def column(made, name, cells, said, kind):
    """Adds a column, or takes the one that is there."""
    if name not in made.names:
        made.names.append(name)
        for row, cell in zip(made.rows, cells):
            row.append(cell)
        made.kinds[name] = kind
    made.job["columns"][name] = made.job["columns"].get(name, {}) | said


def secret(made, rng):
    made.job["release"]["secret"] = "secret.key"
    made.files.setdefault("secret.key", f"{rng.getrandbits(128):032x}")


def key(made, rng):
    made.files.setdefault(KEY, f"{rng.getrandbits(256):064x}\n")
    return KEY


def days(rng):
    """Days; none is the 17th, by which values of suppressed records are recognized, as a shifted one may look like it."""
    found = [date(2015, 1, 1) + timedelta(rng.randrange(2000)) for _ in range(ROWS)]
    return [str(one + timedelta(one.day == 17)) for one in found]


def numbers(rng):
    return [str(rng.randint(1, 8)) for _ in range(ROWS)]


# ---- Kinds ------------------------------------------------------------------------------------------------------------

def models():
    """All models of tables, each with parameters that small tables meet."""
    sensitive = {"l-diversity": 2, "t-closeness": {"t": 0.5, "distance": "equal"}, "alpha-k-anonymity": {"k": 2, "alpha": 0.7},
                 "beta-likeness": 3.0, "delta-disclosure": 3.0, "p-sensitive-k-anonymity": {"p": 2, "k": 2}}
    plain = {"k-anonymity": 3, "maximum-risk": 0.4, "average-risk": 0.4, "k-map": {"k": 2, "sampling_fraction": 0.3, "significance": 0.3},
             "population-uniqueness": {"share": 0.5, "sampling_fraction": 0.3}}
    of_records = {"unit": "record"}  # what these two ask of a table in which people have several records
    for name, said in (sensitive | plain).items():
        more = of_records if name in ("average-risk", "population-uniqueness") else {}
        yield name, lambda made, rng, name=name, said=said, more=more: (made.job["privacy"].update({name: said} | more), made.job["release"].update(
            {"noise": False} if more else {}))
    of_release = {"t-closeness": {"t": 0.5, "reference": "release"}, "beta-likeness": {"beta": 3.0, "reference": "release"},
                  "delta-disclosure": {"delta": 3.0, "reference": "release"}}
    for name, said in of_release.items():
        yield f"{name} against the release", lambda made, rng, name=name, said=said: (
            made.job["privacy"].update({name: said} | of_records), made.job["release"].update({"noise": False}))
    for kind in ("entropy", "recursive"):
        said = {"l": 2 if kind == "recursive" else 1.5, "kind": kind} | ({"c": 3.0} if kind == "recursive" else {})
        yield f"{kind} l-diversity", lambda made, rng, said=said: made.job["privacy"].update({"l-diversity": said})
    yield "t-closeness in order", lambda made, rng: (column(made, "stage", numbers(rng), {"role": "sensitive"}, "number"), made.job["privacy"].update(
        {"t-closeness": {"t": 0.5, "distance": "ordered", "column": "stage"}}))
    yield "k-e-anonymity", lambda made, rng: (column(made, "stage", numbers(rng), {"role": "sensitive"}, "number"), made.job["privacy"].update(
        {"k-e-anonymity": {"k": 2, "e": 1.0, "column": "stage"}}))
    for name, said in {"provider-diversity": 2, "m-privacy": 1, "c-mixture": 0.05}.items():
        yield name, lambda made, rng, name=name, said=said: (provider(made, rng), made.job["privacy"].update({name: said}))


def provider(made, rng):
    column(made, "provider of it", [rng.choice(["P1", "P2", "P3"]) for _ in range(ROWS)], {"role": "provider"}, "word")


def hierarchies():
    """All ways to generalize, in a column of their own."""
    rules = {"intervals": ({"intervals": [5, 10]}, "number"), "intervals, bottom and top": ({"intervals": [5, 10], "bottom": 25, "top": 50}, "number"),
             "ranges": ({"ranges": 3}, "number"), "fanout": ({"fanout": 3}, "number"), "made by default": (None, "number"),
             "mask": ({"mask": "right"}, "code"), "mask with keep": ({"mask": "left", "keep": [2, 1]}, "code"),
             "date": ({"date": ["month", "year"]}, "date"), "codes": ({"codes": "icd-10"}, "icd-10"), "countries": ({"countries": "un-m49"}, "country"),
             "tree": ({"tree": {"x": "xy", "y": "xy", "z": "zz", "zz": "all", "xy": "all"}}, "word"),
             "order": ({"fanout": 2, "order": ["x", "y", "z"]}, "word"), "file": ("q.csv", "word")}
    cells = {"number": lambda rng: [str(rng.randint(20, 59)) for _ in range(ROWS)], "date": days,
             "code": lambda rng: [f"{rng.randrange(3)}{rng.randrange(3)}{rng.randrange(2)}" for _ in range(ROWS)],
             "word": lambda rng: [rng.choice("xyz") for _ in range(ROWS)]}
    for name, (rule, kind) in rules.items():
        def give(made, rng, rule=rule, kind=kind):
            said = {"role": "quasi-identifier"} | ({"hierarchy": rule} if rule else {})
            listed = lambda rng: [rng.choice(LISTS[kind]) for _ in range(ROWS)]
            column(made, "q", cells.get(kind, listed)(rng), said, kind)
            if rule == "q.csv":
                made.files["q.csv"] = "x;xy;*\ny;xy;*\nz;zz;*\n;;*\n"  # with a row for a cell without a value
        yield name, give
    yield "columns", lambda made, rng: (
        column(made, "place", [f"f{rng.randrange(6)}" for _ in range(ROWS)], {"role": "quasi-identifier", "hierarchy": {"columns": ["county"]}}, "word"),
        column(made, "county", [f"county {int(row[-1][1]) % 3}" for row in made.rows], {"role": "insensitive"}, "word"))


def treatments():
    """All that a column can become, in a column of its own."""
    whole = lambda rng: [str(rng.randint(1, 90)) for _ in range(ROWS)]
    said = {"round": {"round": 10}, "top and bottom": {"top": 70, "bottom": 10}, "quantile limits": {"top_quantile": 0.9},
            "mean": "mean", "median": "median", "mode": "mode", "range": "range", "noise": {"noise": 5},
            "random rounding": {"round": 10, "random": True}}
    for name, publish in said.items():
        def give(made, rng, publish=publish, name=name):
            column(made, "x", whole(rng), {"role": "insensitive", "publish": publish}, "number")
            if name in ("noise", "random rounding"):
                secret(made, rng)
                person(made, rng)
        yield name, give
    yield "pram", lambda made, rng: (secret(made, rng), person(made, rng), column(
        made, "x", [rng.choice("ABC") for _ in range(ROWS)], {"role": "insensitive", "publish": {"pram": 0.6, "values": ["A", "B", "C"]}}, "word"))
    yield "shifted days", lambda made, rng: (person(made, rng), column(
        made, "x", days(rng), {"role": "insensitive", "publish": {"shift_days": key(made, rng), "most": 90}}, "date"))
    yield "first of", lambda made, rng: column(made, "x", days(rng), {"role": "insensitive", "publish": {"first_of": "year"}}, "date")
    yield "age at", lambda made, rng: (column(made, "seen", days(rng), {"role": "identifier"}, "date"), column(
        made, "born", [str(date(1950, 1, 1) + timedelta(rng.randrange(9000))) for _ in range(ROWS)],
        {"role": "quasi-identifier", "publish": {"age_at": "seen"}, "hierarchy": {"intervals": [10, 20]}}, "date"))
    yield "redacted", lambda made, rng: column(made, "x", [rng.choice(["well", "ask a@example.org"]) for _ in range(ROWS)],
                                               {"role": "insensitive", "publish": {"redact": ["e-mail address"]}}, "word")


def person(made, rng):
    """People with one or several records."""
    made.job["privacy"].pop("unit", None)
    column(made, "who", [f"person {rng.randrange(60)}" for _ in range(ROWS)], {"role": "person"}, "word")


def pseudonyms(made, rng):
    person(made, rng)
    made.job["columns"]["who"]["publish"] = {"pseudonym": key(made, rng), "purpose": "a study"}


def household(made, rng):
    made.job["privacy"].pop("unit", None)
    column(made, "home", [f"home {rng.randrange(50)}" for _ in range(ROWS)], {"role": "household"}, "word")


def pooled(made, rng):
    """A table for each provider; it is divided when the job is written."""
    provider(made, rng)
    made.wants_pool = True


def missing(made, rng):
    """Cells without a value in every column but the names."""
    for row in made.rows:
        for place, name in enumerate(made.names):
            if name not in ("name", "who", "home", "provider of it", "seen", "born", "county", "place") and rng.random() < 0.06:
                row[place] = ""


def microaggregation(made, algorithm):
    made.job["recoding"] = {"kind": "microaggregation"}
    made.job["utility"] = {}
    made.job["search"] = {"algorithm": algorithm, "seed": 1}
    made.job["release"]["noise"] = False
    made.job["columns"]["grade"] = {"role": "insensitive"}
    made.job["columns"]["age"] = {"role": "quasi-identifier"}


def local(made, _):
    made.job["recoding"] = {"kind": "local"}
    made.job["utility"] = {"objective": "gen-loss"}
    made.job["search"] = {"algorithm": "auto", "seed": 1}


def searched(name):
    """A search; samarati serves the objective height alone, which a metric that is chosen beside it replaces."""
    def give(made, _):
        made.job["search"]["algorithm"] = name
        if name == "samarati":
            made.job["utility"]["objective"] = "height"
    return give


def setting(section, **said):
    return lambda made, rng: made.job.setdefault(section, {}).update(said)


def of_column(name, **said):
    return lambda made, rng: made.job["columns"][name].update(said)


def outputs():
    for ending in ("csv", "tsv", "csv.gz", "csv.zst", "parquet", "arrow", "jsonl", "ndjson.gz", "xlsx"):
        yield ending, lambda made, rng, ending=ending: made.job.update({"output": f"release.{ending}"})


def rest():
    """Features that are no kind of many."""
    yield "input", "table.tsv", lambda made, rng: made.job.update({"input": "table.tsv"})
    yield "input", "table.csv.gz", lambda made, rng: made.job.update({"input": "table.csv.gz"})
    yield "input", "pooled providers", pooled
    yield "input", "missing cells", missing
    yield "people", "a person column", person
    yield "people", "pseudonyms", pseudonyms
    yield "people", "a household column", household
    yield "providers", "published", lambda made, rng: (provider(made, rng), made.job["release"].update({"provider": True}))
    yield "recoding", "mdav", lambda made, rng: microaggregation(made, "mdav")
    yield "recoding", "v-mdav", lambda made, rng: microaggregation(made, "v-mdav")
    yield "recoding", "local", local
    yield "form", "bounds", of_column("age", publish="bounds")
    yield "form", "midpoint", of_column("age", publish="midpoint")
    yield "form", "a rounded quasi-identifier", of_column("age", publish={"round": 5})
    yield "weights", "of a column", of_column("age", weight=3.0)
    yield "levels", "a lowest one", of_column("age", min_level=1)
    yield "levels", "a highest one", of_column("grade", max_level=0)
    yield "suppression", "at most a fifth", setting("suppression", limit=0.2)
    yield "suppression", "none", setting("suppression", limit=0.0)
    yield "stars", "for suppressed records", lambda made, rng: made.job["suppression"].update({"as": "star"})
    yield "order", "of the input", setting("release", order="input")
    yield "formulas", "escaped", setting("release", escape_formulas=True)
    yield "labels", "as intervals", setting("release", labels="interval")
    yield "secret", "given", secret
    yield "choice", "concealed", lambda made, rng: (secret(made, rng), made.job["release"].update({"conceal_choice": 0.3}))
    yield "limit of the search", "evaluations", setting("search", max_evaluations=50)
    for way in ("internal report", "decided first", "plan for another table", "two threads", "a proof", "a series"):
        yield "way", way, lambda made, rng, way=way: made.ways.add(way)


def features():
    """All features, in a stable order."""
    found = [Feature("model", name, give) for name, give in models()]
    found += [Feature("hierarchy", name, give) for name, give in hierarchies()]
    found += [Feature("column", name, give) for name, give in treatments()]
    found += [Feature("output", name, give) for name, give in outputs()]
    found += [Feature("metric", name, setting("utility", objective=name)) for name in [*METRICS, "squared-error"]]
    found += [Feature("search", name, searched(name)) for name in SEARCHES]
    return found + [Feature(*one) for one in rest()]


def job_with(chosen, rng):
    """A random job with these features. What changes the whole job comes first, such as groups by distance, and cells without a value last."""
    made = base(rng)
    made.ways, made.wants_pool = set(), False
    first = ["recoding", "search", "people", "column"]
    late = lambda feature: (first.index(feature.kind) if feature.kind in first else len(first), feature.name == "missing cells")
    for feature in sorted(chosen, key=late):
        feature.give(made, rng)
    suit_the_search(made)
    if {"who", "home"} <= {*made.names}:  # two columns say whom a record is about
        made.job["privacy"].setdefault("unit", "home")
    return made


OF_THE_WHOLE = {"average-risk", "population-uniqueness"}
NOT_RISING = OF_THE_WHOLE | {"alpha-k-anonymity", "beta-likeness", "delta-disclosure", "t-closeness"}


def suit_the_search(made):
    """Some searches serve some models only where nothing is suppressed, or where they decide by the node what is."""
    privacy, search = made.job["privacy"], made.job["search"]
    shares = privacy.get("l-diversity")
    is_rising = not NOT_RISING & {*privacy} and not (isinstance(shares, dict) and shares["kind"] != "distinct")
    if search["algorithm"] in ("flash", "samarati") and not is_rising and made.job["suppression"]["limit"] == 1.0:
        made.job["suppression"]["limit"] = 0.0
    against_release = any(isinstance(said, dict) and said.get("reference") == "release" for said in privacy.values())
    if search["algorithm"] in ("haef", "id-dga") and (against_release or OF_THE_WHOLE & {*privacy}):
        search[search["algorithm"]] = {"optimal_suppression": True}
