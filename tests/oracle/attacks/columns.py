"""Columns that tempt an attacker, added to a random table: raw amounts, parts and sums of what is generalized, nearly unique numbers."""
import random
from datetime import date, timedelta

DAY = date(2019, 1, 1)


def put(made, name, cells, column, kind):
    """A further column at the end, or before that of the providers where these have files of their own."""
    made.names.append(name)
    for row, cell in zip(made.rows, cells):
        row.append(cell)
    made.kinds[name] = kind
    made.job["columns"][name] = column


def takes_sensitive(made):
    """Whether another sensitive column fits all models; a distance within a hierarchy or an order does not suit every column."""
    return not any(model["distance"] in ("hierarchical", "ordered") and "column" not in model
                   for model in made.job["privacy"].get("t-closeness", []))


def cost(made, own):
    """An amount to the cent that no model counts."""
    role = own.choice(["sensitive", "insensitive"]) if takes_sensitive(made) else "insensitive"
    put(made, "cost", [f"{own.uniform(100, 99_999):.2f}" for _ in made.rows], {"role": role}, "decimal")


def visit(made, own):
    """A date that stands in a register of visits."""
    put(made, "visit", [str(DAY + timedelta(own.randrange(700))) for _ in made.rows], {"role": "insensitive"}, "date")


def pair(made, own):
    """Two codes of few values, each harmless, and together nearly a name."""
    for name in ("ward number", "bed number"):
        put(made, name, [str(own.randrange(12)) for _ in made.rows], {"role": "insensitive"}, "number")


def stay(made, own):
    """Two dates beside the generalized number of days between them."""
    came = [DAY + timedelta(own.randrange(40)) for _ in made.rows]
    days = [own.randint(0, 39) for _ in made.rows]
    put(made, "came", map(str, came), {"role": "insensitive"}, "date")
    put(made, "left", [str(one + timedelta(more)) for one, more in zip(came, days)], {"role": "insensitive"}, "date")
    put(made, "days", map(str, days), {"role": "quasi-identifier", "hierarchy": {"intervals": [10, 20]}, "min_level": 1}, "number")


def total(made, own):
    """Two parts beside their generalized sum."""
    parts = [(own.randint(0, 9), own.randint(0, 30)) for _ in made.rows]
    put(made, "base", [str(one) for one, _ in parts], {"role": "insensitive"}, "number")
    put(made, "extra", [str(other) for _, other in parts], {"role": "insensitive"}, "number")
    column = {"role": "quasi-identifier", "hierarchy": {"intervals": [10, 20]}, "min_level": 1}
    put(made, "sum", [str(one + other) for one, other in parts], column, "number")


def year(made, own):
    """A date beside the generalized year of it."""
    born = [date(own.randint(1940, 1990), own.randint(1, 12), own.randint(1, 28)) for _ in made.rows]
    put(made, "seen on", map(str, born), {"role": "insensitive"}, "date")
    column = {"role": "quasi-identifier", "hierarchy": {"intervals": [10, 20], "origin": 1900}, "min_level": 1}
    put(made, "year", [str(one.year) for one in born], column, "number")


def branch(made, own):
    """A code that begins with the masked one."""
    codes = [f"{own.randrange(1, 5)}{own.randrange(10)}{own.randrange(10)}" for _ in made.rows]
    put(made, "post code", codes, {"role": "quasi-identifier", "hierarchy": {"mask": "right"}, "min_level": 1}, "code")
    put(made, "branch", [f"{one}-{own.randrange(3)}" for one in codes], {"role": "insensitive"}, "word")


def income(made, own):
    """Numbers that hardly two people share, in groups that incog makes."""
    rule = own.choice([{"ranges": own.choice([3, 6])}, {"fanout": own.choice([2, 5])}, None])
    column = {"role": "quasi-identifier", "min_level": 1} | ({"hierarchy": rule} if rule else {})
    put(made, "income", [str(own.randint(20_000, 99_999)) for _ in made.rows], column, "number")


def seat(made, own):
    """Ages under a stated interval, and an illness that most have: some of them have to be suppressed."""
    if not takes_sensitive(made):
        return
    put(made, "age", [str(own.randrange(100)) for _ in made.rows],
        {"role": "quasi-identifier", "hierarchy": {"intervals": [20], "origin": 0}, "min_level": 1, "max_level": 1}, "number")
    put(made, "ill", [own.choices(["flu", "gout", "burn"], [8, 1, 1])[0] for _ in made.rows], {"role": "sensitive"}, "word")
    made.job["privacy"]["alpha-k-anonymity"] = [{"k": 2, "alpha": 0.6, "column": "ill"}]
    made.job["suppression"]["limit"] = 1.0


def clinic(made, own):
    """A region where one clinic has everybody, so that records of another have to be invented."""
    roles = {column["role"] for column in made.job["columns"].values()}
    if roles & {"provider", "person", "household"} or len(made.rows) < 16:
        return
    for column in made.job["columns"].values():
        column.pop("publish", None)
    far = {0: "south", 1: "south", 2: "west", 3: "west"}
    areas = {one: "near" for one in "abcdef"} | {"z": "far"}
    put(made, "area", ["z" if row in far else own.choice("abcdef") for row in range(len(made.rows))],
        {"role": "quasi-identifier", "hierarchy": {"tree": areas}, "max_level": 1}, "word")
    put(made, "clinic", [far.get(row, "north") for row in range(len(made.rows))], {"role": "provider"}, "word")
    put(made, "bed", [own.choice(["b1", "b2", "b3", "b4"]) for _ in made.rows], {"role": "insensitive"}, "word")
    own.shuffle(made.rows)
    made.job["privacy"] = {"k-anonymity": 2, "provider-diversity": own.choice([2, 3])}
    if "identifier" in roles:
        made.job["privacy"]["unit"] = "record"
    made.job["suppression"]["limit"] = 0.2
    made.job["release"].pop("noise", None)


TEMPTATIONS = {"cost": cost, "visit": visit, "pair": pair, "stay": stay, "total": total, "year": year, "branch": branch, "income": income, "seat": seat}


def localize(made, own):
    """Lets each record have labels of its own."""
    # What is compared with the release needs one level for all records.
    for said in made.job["privacy"].values():
        for one in said if isinstance(said, list) else [said]:
            one.pop("reference", None) if isinstance(one, dict) else None
    made.job["recoding"] = {"kind": "local"} | ({"cells": "strict"} if own.random() < 0.3 else {})
    made.job["utility"] = {"objective": own.choice(["gen-loss", "precision", "transparency"])}
    made.job["search"] = {"algorithm": "auto", "seed": made.job["search"]["seed"]}
    made.job["release"]["noise"] = False
    made.job["release"].pop("conceal_choice", None)


def tempt(made, own):
    """Adds none, one or two of them; or makes records that have to be invented necessary."""
    if "recoding" in made.job or len(made.rows) < 12:
        return
    if random.Random(repr(("local", made.rows[:3]))).random() < 0.15:
        localize(made, own)
    if own.random() < 0.1 and "recoding" not in made.job:
        return clinic(made, own)
    for name in own.sample(sorted(TEMPTATIONS), own.choice([0, 1, 1, 2])):
        TEMPTATIONS[name](made, own)


def kinds(made):
    """The features of a job by which alarms are told apart."""
    job = made.job
    found = {"search " + job["search"]["algorithm"], "order " + job["release"].get("order", "sorted")}
    found |= {"model " + name for name in job["privacy"] if name != "unit"}
    found |= {f"role {column['role']}" for column in job["columns"].values()}
    rules = [column.get("hierarchy", "none") for column in job["columns"].values() if column["role"] == "quasi-identifier"]
    found |= {"hierarchy " + ("file" if isinstance(rule, str) and rule != "none" else rule if rule == "none" else min(rule)) for rule in rules}
    found |= {f"published as {min(said) if isinstance(said, dict) else said}" for said in
              (column["publish"] for column in job["columns"].values() if "publish" in column)}
    found |= {name for name in ("inputs",) if name in job} | ({f"recoding {job['recoding']['kind']}"} if "recoding" in job else set())
    found |= {name for name in ("secret", "conceal_choice", "fixed_width", "provider", "labels") if name in job["release"]}
    return found
