"""Small jobs in each of which some faults would show. Everything follows from one seed."""
import random
from datetime import date, timedelta
from pathlib import Path

import toml_text
from random_jobs import csv_text

AGE = {"role": "quasi-identifier", "hierarchy": {"intervals": [5, 10, 20]}}
ZIP = {"role": "quasi-identifier", "hierarchy": {"mask": "right"}}
ILL = {"role": "sensitive"}
OUTPUT = "release.csv"
EVALUATIONS = 4


def patients(rng, rows=400):
    """Names, ages, postal codes, grades, wards, bills and illnesses."""
    grades, ills = ["low", "middle", "high", "highest"], ["flu", "cold", "asthma", "burn", "hiv"]
    return [[f"person {n}", str(min(95, int(rng.gauss(45, 18)) % 96)), f"{rng.choice([10, 10, 11, 20])}{rng.randrange(3)}0", rng.choice(grades),
             rng.choice("ABC"), str(rng.randrange(10, 60)), rng.choices(ills, [10, 5, 3, 2, 1])[0]] for n in range(rows)]


NAMES = ["name", "age", "zip", "grade", "ward", "bill", "ill"]


def job(**changes):
    """A job for the patients; the grade has an order that a public report withholds."""
    columns = {"name": {"role": "identifier"}, "age": AGE, "zip": ZIP, "ward": {"role": "insensitive"}, "bill": {"role": "identifier"},
               "grade": {"role": "quasi-identifier", "hierarchy": {"fanout": 2, "order": ["low", "middle", "high", "highest"]}}, "ill": ILL}
    made = {"input": "table.csv", "output": OUTPUT, "columns": columns | changes.pop("columns", {}),
            "privacy": {"k-anonymity": 5, "unit": "record"}, "suppression": {"limit": 0.3},
            "utility": {"objective": "loss"}, "search": {"algorithm": "optimal"}}
    return made | changes


def plain(rng):
    """k = 5 and l = 3."""
    return NAMES, patients(rng), job(privacy={"k-anonymity": 5, "l-diversity": 3, "unit": "record"}), {}


def close(rng):
    """t-closeness alone."""
    return NAMES, patients(rng), job(privacy={"t-closeness": {"t": 0.25, "distance": "equal"}, "k-anonymity": 2, "unit": "record"}), {}


def partly(rng):
    """Classes of which only a part may stay."""
    rows = [[*row[:-1], rng.choices(["flu", "gout", "burn"], [6, 1, 1])[0]] for row in patients(rng)]
    files = {"secret.key": f"{rng.getrandbits(256):064x}\n"}
    made = job(privacy={"alpha-k-anonymity": {"k": 3, "alpha": 0.6}, "unit": "record"}, suppression={"limit": 1.0}, release={"secret": "secret.key"})
    return NAMES, rows, made, files


def starred(rng):
    """Suppressed records stay as rows of stars."""
    return NAMES, patients(rng), job(suppression={"limit": 0.3, "as": "star"}), {}


def aggregated(rng):
    """A mean for each class."""
    return NAMES, patients(rng), job(columns={"bill": {"role": "insensitive", "publish": "mean"}}), {}


def quantiles(rng):
    """Numbers above a quantile become it."""
    return NAMES, patients(rng), job(columns={"bill": {"role": "insensitive", "publish": {"top_quantile": 0.8}}}), {}


def rounded(rng):
    """Numbers to the nearest ten."""
    return NAMES, patients(rng), job(columns={"bill": {"role": "insensitive", "publish": {"round": 10}}}), {}


def coded(rng):
    """No number above forty."""
    return NAMES, patients(rng), job(columns={"bill": {"role": "insensitive", "publish": {"top": 40}}}), {}


def aged(rng):
    """The age at a visit, out of two dates."""
    day = lambda first, days: str(first + timedelta(rng.randrange(days)))
    rows = [[f"person {n}", day(date(1950, 1, 1), 9000), day(date(2020, 1, 1), 700), rng.choice(["flu", "cold"])] for n in range(300)]
    columns = {"name": {"role": "identifier"}, "born": {"role": "quasi-identifier", "publish": {"age_at": "visit"}, "hierarchy": {"intervals": [5, 10]}},
               "visit": {"role": "identifier"}, "ill": ILL}
    return ["name", "born", "visit", "ill"], rows, job() | {"columns": columns}, {}


def redacted(rng):
    """Texts with two addresses, of which detectors take both out."""
    note = lambda n: rng.choice(["calm", "well", f"write to a{n}@example.org or b{n}@example.org soon"])
    rows = [[*row, note(n)] for n, row in enumerate(patients(rng))]
    return [*NAMES, "note"], rows, job(columns={"note": {"role": "insensitive", "publish": {"redact": ["e-mail address"]}}}), {}


def people(rng):
    """People with several records, under pseudonyms."""
    rows = [[f"person {n // 3}", *row[1:]] for n, row in enumerate(patients(rng))]
    key = {"people.key": f"{rng.getrandbits(256):064x}\n"}
    who = {"role": "person", "publish": {"pseudonym": "people.key", "purpose": "a study"}}
    return NAMES, rows, job(columns={"name": who}, privacy={"k-anonymity": 5}, suppression={"limit": 0.9}), key


def noisy(rng):
    """Bills with noise of fifty, in few classes."""
    rows = [[*row[:2], f"{row[2][0]}000", *row[3:5], str(rng.randrange(1000, 9000)), row[6]] for row in patients(rng)]
    who, bill = {"role": "person"}, {"role": "insensitive", "publish": {"noise": 50}}
    files = {"secret.key": f"{rng.getrandbits(256):064x}\n"}
    return NAMES, rows, job(columns={"name": who, "bill": bill}, privacy={"k-anonymity": 2}, release={"secret": "secret.key"}), files


def shifted(rng):
    """Days of visits, moved by person; most people have two or three."""
    rows = [[f"person {n // 3}", str(20 + n // 3 % 60), f"{n // 3 % 4}000", str(date(2020, 1, 1) + timedelta(rng.randrange(700))), rng.choice(["flu", "cold"])]
            for n in range(360)]
    columns = {"name": {"role": "person"}, "age": AGE, "zip": ZIP, "ill": ILL,
               "visit": {"role": "insensitive", "publish": {"shift_days": "people.key", "most": 90}}}
    made = job(privacy={"k-anonymity": 2}, suppression={"limit": 0.9}) | {"columns": columns}
    return ["name", "age", "zip", "visit", "ill"], rows, made, {"people.key": f"{rng.getrandbits(256):064x}\n"}


def clinics(rng):
    """Each class has records of two clinics."""
    rows = [[*row, "north" if row[2][0] == "1" and rng.random() < 0.9 else rng.choice(["south", "west"])] for row in patients(rng)]
    return [*NAMES, "clinic"], rows, job(columns={"clinic": {"role": "provider"}}, release={"noise": False},
                                         privacy={"k-anonymity": 2, "provider-diversity": 2, "unit": "record"}), {}


def formulas(rng):
    """Cells that a spreadsheet would run."""
    rows = [[*row[:4], rng.choice(["=1+1", "A"]), *row[5:]] for row in patients(rng)]
    return NAMES, rows, job(release={"escape_formulas": True}), {}


def bounded(rng):
    """A search that ends early, with a proof of how far it may be from the best."""
    return NAMES, patients(rng), job(utility={"objective": "gen-loss"}, search={"algorithm": "optimal", "max_evaluations": EVALUATIONS}), {}


def tiny(rng):
    """So few levels that all can be tried, and a search that looks at three of them."""
    rows = patients(rng, 14)
    made = job(privacy={"k-anonymity": 2, "unit": "record"}, suppression={"limit": 0.0}, utility={"objective": "gen-loss"},
               search={"algorithm": "random", "max_evaluations": 3, "seed": 1})
    return NAMES, rows, made, {}


def drawn(rng):
    """Records drawn for differential privacy, at a level that is fixed."""
    rows = [[f"person {n}", rng.choice("abcd")] for n in range(400)]
    columns = {"name": {"role": "person"}, "town": {"role": "quasi-identifier", "hierarchy": "town.csv", "min_level": 1, "max_level": 1}}
    made = {"input": "table.csv", "output": OUTPUT, "columns": columns, "privacy": {"differential-privacy": {"epsilon": 1, "delta": 0.01}},
            "csv": {"delimiter": ",", "missing": []}, "release": {"secret": "secret.key"}}
    return ["name", "town"], rows, made, {"secret.key": f"{rng.getrandbits(256):064x}\n", "town.csv": "a;ab;*\nb;ab;*\nc;cd;*\nd;cd;*\n"}


def trips(rng):
    """Vehicles with several trips each, on roads of their own."""
    rows = []
    for vehicle in range(24):
        for trip in range(2):
            start, x, y = 36000 * trip + rng.randrange(600), rng.uniform(0, 3000), rng.uniform(0, 3000)
            step = [rng.uniform(-40, 40), rng.uniform(-40, 40)]
            rows += [[f"v{vehicle}", str(start + 60 * at), f"{x + step[0] * at:.1f}", f"{y + step[1] * at:.1f}"] for at in range(12)]
    made = {"input": "table.csv", "output": OUTPUT, "points": {"id": "vehicle", "time": "time", "x": "x", "y": "y"},
            "trips": {"cut": "gap", "gap_minutes": 20.0}, "sampling": {"instants": 6}, "privacy": {"k": 3, "delta": 400.0},
            "search": {"algorithm": "apma-greedy", "seed": 1}, "release": {"choose": "least-distortion"}}
    return ["vehicle", "time", "x", "y"], rows, made, {}


def commuters(rng):
    """Vehicles that go the same way twice in an hour: their trips are nearer to each other than to those of others."""
    rows = []
    for vehicle in range(24):
        x, y, step = rng.uniform(0, 600), rng.uniform(0, 600), [rng.uniform(-10, 10), rng.uniform(-10, 10)]
        for trip in range(2):
            start = 86400 * vehicle + 2400 * trip + rng.randrange(300)
            rows += [[f"v{vehicle}", str(start + 60 * at), f"{x + trip + step[0] * at:.1f}", f"{y + step[1] * at:.1f}"] for at in range(12)]
    names, _, made, files = trips(rng)
    return names, rows, made | {"privacy": {"k": 2, "delta": 400.0}}, files


SCENARIOS = {one.__name__: one for one in (plain, close, partly, starred, aggregated, quantiles, rounded, coded, aged, redacted, people, noisy, shifted,
                                           clinics, formulas, bounded, tiny, drawn, trips, commuters)}


def rng_of(name):
    """What a scenario is drawn by."""
    return random.Random(f"planted {name}")


def write(name, folder):
    """The files of a scenario; its job."""
    names, rows, made, files = SCENARIOS[name](rng_of(name))
    Path(folder, "table.csv").write_text(csv_text(names, rows), encoding="utf-8")
    for file, text in files.items():
        Path(folder, file).write_text(text)
        Path(folder, file).chmod(0o600)
    write_job(folder, made)
    return made


def write_job(folder, made):
    """The job alone, as it is after somebody answered for its dangers."""
    Path(folder, "job.toml").write_text(toml_text.text(made), encoding="utf-8")
