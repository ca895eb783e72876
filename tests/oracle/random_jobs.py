"""Random tables and jobs: small, and as hostile as real tables are."""
import itertools, random, re
from collections import Counter
from dataclasses import dataclass, field

# Values that no other record has; each is found again wherever it is written.
CANARIES = itertools.count(1)
MISSING = ["", "NA", "?"]
TABLE_SEARCHES = (
    "auto optimal exhaustive flash ola incognito samarati datafly top-down bottom-up kgen random cpgen provider-aware "
    "haef haef-without-priority haef-without-ga-de-adaptation haef-without-des-adaptation tlef dfs id-dga "
    "id-dga-without-framework id-dga-without-mutation id-dga-without-improvement id-ga ga de").split()
METRICS = ("transparency precision gen-loss loss cpgen c-avg class-size discernibility entropy ambiguity kl-divergence "
           "height").split()


@dataclass
class RandomJob:
    """A job, its table as rows of texts, and the hierarchy files it names."""
    names: list
    rows: list
    job: dict
    files: dict = field(default_factory=dict)
    delimiter: str = ","
    providers: list = field(default_factory=list)
    kinds: dict = field(default_factory=dict)  # of values, by column

    def column(self, name):
        return [row[self.names.index(name)] for row in self.rows]

    def pool(self, rng):
        """Turns the table into one for each provider."""
        self.providers = sorted({cell for cell in self.column("provider of it") if cell.strip() not in MISSING})
        at = self.names.index("provider of it")
        for row in self.rows:
            row[at] = row[at] if row[at] in self.providers else rng.choice(self.providers)
        self.names.append(self.names.pop(at))
        for row in self.rows:
            row.append(row.pop(at))
        self.rows.sort(key=lambda row: row[-1])  # sorting is stable: the rows of a provider keep their order
        if len(self.names) == 2:  # the files have one column, which does not show what would part it from others
            self.job["csv"] = {"delimiter": self.delimiter}
        del self.job["input"]
        self.job["inputs"] = [{"path": f"table{n}.csv", "provider": name} for n, name in enumerate(self.providers)]

    def inputs(self, rows):
        """The files of the table: path, names of columns, rows."""
        if not self.providers:
            return [(self.job["input"], self.names, rows)]
        return [(f"table{n}.csv", self.names[:-1], [row[:-1] for row in rows if row[-1] == name])
                for n, name in enumerate(self.providers)]


def canary(rng, kind):
    """A value that no other record has, and no other column."""
    taken = vars(rng).setdefault("canaries", set())
    number = next(number for number in iter(lambda: rng.randrange(100_000), None) if number not in taken)
    taken.add(number)
    return {"word": f"Zyxq{number:05}w", "code": f"{rng.choice('QXZ')}{700_000 + number}", "number": str(7_100_000 + number),
            "decimal": f"-{81_000 + number // 2}.{number % 90 + 10}", "date": f"{rng.randrange(2101, 2999)}-0{rng.randrange(1, 9)}-17 09:15",
            "band": f"{7_100_000 + number} to {7_300_000 + number}", "icd-10": f"Q7{number % 10}.{number // 10:04}",
            "icd-9": str(7_100_000 + number)[:3] + f".{number % 100:02}", "uk-postcode": f"QX{number % 100:02} {number // 100 % 10}QZ",
            "country": f"Zyxq{number:05}w"}[kind]


# ---- Columns: (kind of canary, values, hierarchy or None, hierarchy file or None) -------------------------------------

def number_column(rng):
    low, high = rng.choice([(18, 90), (0, 12), (-40, 40), (1, 3), (990, 1010)])
    values = [str(rng.randint(low, high)) for _ in range(rng.choice([3, 8, 30]))]
    if rng.random() < 0.1:
        values += [values[0] + ".0", "0" + values[0].lstrip("-"), " " + values[0]]
    hierarchy = rng.choice([
        None, {"intervals": [5, 10, 20]}, {"intervals": [10], "origin": rng.choice([0, 5, -3])}, {"intervals": [1, 4, 8]},
        {"intervals": [5, 10], "top": 60}, {"intervals": [5, 20], "bottom": 25, "top": 80}, {"intervals": [10, 20], "bottom": 10},
        {"ranges": rng.choice([2, 3, 5])}, {"fanout": rng.choice([2, 3])}, {"flat": True}, {"mask": "right"}])
    return "number", values, hierarchy


def decimal_column(rng):
    values = [f"{rng.uniform(-3, 9):.{rng.choice([0, 1, 2])}f}" for _ in range(rng.choice([4, 15]))]
    return "decimal", values, rng.choice([None, {"intervals": [0.5, 1, 4]}, {"intervals": [0.25, 2.5]}, {"ranges": 4}, {"flat": True}])


def code_column(rng):
    length = rng.choice([2, 3, 5])
    values = ["".join(rng.choice("0123") for _ in range(rng.choice([length, length, length, length - 1])))
              for _ in range(rng.choice([3, 12]))]
    return "code", values, rng.choice([None, {"mask": "right"}, {"mask": "left", "char": "#"}, {"mask": "right", "char": "x"}, {"mask": "right", "keep": [3, 1]}])


def date_column(rng):
    values = [f"{rng.randint(1998, 2024)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}" for _ in range(rng.choice([4, 20]))]
    if rng.random() < 0.2:
        times = rng.choice([["", "T10:30:00", " 23:59"], ["T10:30:00", " 23:59", " 3:05 pm"]])
        values = [value + rng.choice(times) for value in values]
    units = rng.choice([["month", "quarter", "year", "decade"], ["day", "week"], ["year", "century"], ["quarter"], ["weekday", "weekend"]])
    if all(":" in value for value in values) and rng.random() < 0.6:
        units = rng.choice([["hour", "hour-of-week", "hour-of-day", "part-of-day"], ["hour", "day", "month"], ["part-of-day"]])
    return "date", values, rng.choice([None, {"date": units}, {"fanout": 3}, {"mask": "right", "char": "-"}])


def band_column(rng):
    values = ["<18", "18 to 29", "30 to 49", "50 to 69", "70 or older", "70 to 74"]
    return "band", rng.sample(values, rng.randint(2, 6)), rng.choice([None, {"fanout": 2}, {"flat": True}])


def word_column(rng):
    words = ["north", "süd", "öst", "Ünter den Linden", "a,b", 'say "hi"', "x;y", "ĳ", "東京", "..", "a..b", "*", "two\nlines", "é",
             "e\u0301", "NA NA", "-", "=cmd|' /C calc'!A0", "'=1", "-x", "@SUM(1)", "straße", "STRASSE", "Å"]
    values = rng.sample(words, rng.randint(2, 9))
    return "word", values, rng.choice([None, {"fanout": 2}, {"fanout": 3}, {"flat": True}, "file", "tree", "order"])


def stated(rng, hierarchy, values, name):
    """A hierarchy that names the values: a file, a tree or an order; with values more that no record has."""
    values = sorted({value for value in values if value.strip() not in MISSING})
    groups = {value: f"group {rng.randrange(3)}" for value in values}
    if hierarchy == "order":
        order = [*values, f"unused {name}"]
        rng.shuffle(order)
        return {"fanout": 2, "order": order}, None
    if hierarchy == "tree" and "*" not in groups:
        tree = dict(groups) | {"group 0": "all of them", f"unused {name}": "group 1"}
        return {"tree": tree}, None
    quoted = lambda cell: '"' + cell.replace('"', '""') + '"'
    missing = [[marker, marker, "*"] for marker in MISSING]
    rows = [[value, group, "*"] for value, group in groups.items()] + missing + [[f"unused {name}", "group 0", "*"]]
    if rng.random() < 0.3:
        rows.insert(0, ["value of it", "group of it", "root of it"])
    return f"{name}.hierarchy.csv", "".join(";".join(map(quoted, row)) + "\n" for row in rows)


LISTS = {
    "icd-10": ["I50.1", "I50", "i501", "E11.9", "E10", "C50", "C7A.1", "A10", "O9A", "S72.001A", "X92", "F32.0", "J44", "D49"],
    "icd-9": ["428", "8", "250.83", "19", "205.1", "998", "V57", "V85", "E885.9", "280", "745.1", "339"],
    "uk-postcode": ["SW1A 1AA", "sw1a2aa", "M1 1AE", "B33 8TH", "CR2 6XH", "W1A", "LS2", "DN55 1PT", "EC1A 1BB", "GIR 0AA"],
    "country": ["United-States", "Thailand", "AT", "AUT", "Austria", "Deutschland", "France", "Peru", "Chile", "Kenya", "Holland",
                "Hong", "England", "ussr", "Atlantis"]}


def listed_column(rng):
    """A column whose hierarchy is a list of the program: codes of diseases, postcodes, countries."""
    kind = rng.choice([*LISTS])
    rule = {"countries": "un-m49"} if kind == "country" else {"codes": kind}
    return kind, rng.sample(LISTS[kind], rng.randint(2, 10)), rng.choice([rule, rule, None])


# ---- Tables and jobs --------------------------------------------------------------------------------------------------

def random_job(rng, tiny=False):
    kind = "tiny" if tiny else rng.choices(["small", "middle"], [6, 1])[0]
    size = {"tiny": rng.randint(4, 9), "small": rng.randint(8, 60), "middle": rng.randint(100, 250)}[kind]
    columns, made = {}, RandomJob([], [], {})
    makers = rng.choices([number_column, decimal_column, code_column, date_column, band_column, word_column],
                         k=rng.randint(1, 2 if tiny else 4))
    plan = [(f"q{place}", "quasi-identifier", *maker(rng)) for place, maker in enumerate(makers)]
    plan += [(f"s{place}", "sensitive", *sensitive_column(rng)) for place in range(rng.choice([0, 1, 1, 2]))]
    if rng.random() < 0.5:
        plan.append(("ward", "insensitive", "word", rng.sample(["A", "B", "C", "10", "9", "10.5"], rng.randint(1, 4)), None))
    if rng.random() < 0.5:
        plan.append(("provider of it", "provider", "word", rng.sample(["P1", "P2", "P3", "P4"], rng.randint(1, 4)), None))
    if rng.random() < 0.7:
        plan.append(("name", "identifier", "word", [f"person {n}" for n in range(size)], None))
    rng.shuffle(plan)
    outliers = rng.choice([0, 1, 1, 2])
    cells = {}
    for name, role, kind_of, values, hierarchy in plan:
        weights = [1 / (1 + place) ** rng.choice([0, 1, 2]) for place in range(len(values))]
        cells[name] = rng.choices(values, weights, k=size)
        rate = rng.choice([0, 0, 0.05, 0.3]) if role != "identifier" else 0
        markers = MISSING if rng.random() < 0.3 else [rng.choice(MISSING)]
        cells[name] = [rng.choice(markers) if rng.random() < rate else cell for cell in cells[name]]
        for row in range(min(outliers, size - 1)):
            if role == "identifier" or rng.random() < (0.3 if role == "provider" else 0.7):
                cells[name][row] = canary(rng, kind_of)
    if rng.random() < 0.2:
        add_place(rng, plan, cells, size)
    # A stream of its own, so that all other draws are those that they were without these columns.
    own = random.Random(repr((plan[:2], sorted(cells), size)))
    if own.random() < 0.2:
        add_listed(own, plan, cells, size, outliers)
    if own.random() < 0.25:
        people = [f"person {n}" for n in range(max(2, size * own.choice([1, 2, 4]) // 4))]
        plan.append(("who", own.choice(["person", "household"]), "word", [], None))
        cells["who"] = [own.choice(MISSING) if own.random() < 0.03 else own.choice(people) for _ in range(size)]
    made.names = [name for name, *_ in plan]
    made.kinds = {name: kind_of for name, _, kind_of, *_ in plan}
    made.rows = [list(row) for row in zip(*(cells[name] for name in made.names))]
    rng.shuffle(made.rows)
    for name, role, _, _, hierarchy in plan:
        columns[name] = column = {"role": role}
        if hierarchy in ("file", "tree", "order"):
            hierarchy, text = stated(rng, hierarchy, cells[name], name)
            if text:
                made.files[hierarchy] = text
        if hierarchy:
            column["hierarchy"] = hierarchy
        if role == "quasi-identifier" and rng.random() < 0.15:
            column["weight"] = rng.choice([0.5, 2.0, 3.0])
        if role == "quasi-identifier" and rng.random() < 0.1:
            column["min_level"] = 1
    # A stream of its own, so that all other draws are those that they were without these forms.
    own = random.Random(repr((made.names, made.rows[:3])))
    for name, role, kind_of, _, _ in plan:
        hierarchy = columns[name].get("hierarchy")
        forms = forms_of(kind_of, hierarchy) if role == "quasi-identifier" else []
        if forms and own.random() < 0.4:
            columns[name]["publish"] = own.choice(forms)
    aggregated = add_aggregates(plan, columns, made, random.Random(repr(("aggregates", made.names, made.rows[:3]))))
    treated = add_treatments(columns, made, random.Random(repr(("treatments", made.names, made.rows[:3]))))
    made.delimiter = rng.choice([",", ",", ";", "\t", "|"])
    made.job = {"input": "table.csv", "output": "release.csv", "columns": columns, **settings(rng, plan, tiny)}
    if aggregated or treated:
        made.job["release"]["noise"] = False
    name_values(made, columns, random.Random(repr(("values", made.names, made.rows[:3]))))
    group(made, columns, random.Random(repr(("groups", made.names, made.rows[:3]))))
    compare_with_release(made, random.Random(repr(("against the release", made.names, made.rows[:3]))))
    if rng.random() < 0.1:
        made.job["release"]["secret"] = "secret.key"
        made.files["secret.key"] = f"{rng.getrandbits(128):032x}"
    if len(plan) == 1 or rng.random() < 0.2:
        made.job["csv"] = {"delimiter": made.delimiter}
    conceal(made, random.Random(repr(("conceal", made.names, made.rows[:3]))))
    add_own_k(made, random.Random(repr(("own k", made.names, made.rows[:3]))))
    return made


def add_own_k(made, own):
    """In some tables a column says what k each person asks for, or that she is to be left out."""
    if "k-anonymity" in made.job["privacy"] and "recoding" not in made.job and own.random() < 0.15:
        made.names.append("own k")
        made.kinds["own k"] = "number"
        for row in made.rows:
            row.append(own.choice(["0", "7", "4", "3.0"]) if own.random() < 0.2 else own.choice(["1", "2", " 2"]))
        made.job["columns"]["own k"] = {"role": "own-k"}


def conceal(made, own):
    """Some releases are drawn among those nearly as good as the best, and what was optimized stands nowhere."""
    if own.random() < 0.15 and "recoding" not in made.job:
        made.job["release"]["conceal_choice"] = own.choice([0.01, 0.05, 0.2, 0.6])
        made.job["release"].setdefault("secret", "secret.key")
        made.files.setdefault("secret.key", f"{own.getrandbits(128):032x}")


def name_values(made, columns, own):
    """Some models of shares are about one or two values of their column."""
    for model in made.job["privacy"].get("alpha-k-anonymity", []):
        if "column" in model and not {"publish", "aggregate"} & {*columns[model["column"]]} and own.random() < 0.5:
            # What a job names is told with it, so no value that one record alone has.
            several = sorted(value for value, count in Counter(made.column(model["column"])).items() if count > 1)
            if several:
                model["values"] = own.sample(several, min(len(several), own.choice([1, 1, 2])))


def group(made, columns, own):
    """Turns some jobs into ones that group records by distance: only numbers stay quasi-identifiers, and there is one in every
    record."""
    qids = [name for name in columns if columns[name]["role"] == "quasi-identifier"]
    numbers = [name for name in qids if made.kinds[name] in ("number", "decimal") and {*made.column(name)} - {*MISSING}]
    if own.random() > 0.15 or not numbers:
        return
    for name in qids:
        if name not in numbers:
            columns[name] = {"role": "insensitive"}
            continue
        present, place = sorted({*made.column(name)} - {*MISSING}), made.names.index(name)
        for row in made.rows:
            row[place] = own.choice(present) if row[place] in MISSING else row[place]
        columns[name] = {key: columns[name][key] for key in ("role", "weight") if key in columns[name]}
        if own.random() < 0.6:
            columns[name]["publish"] = own.choice(["mean", "median", "mode", "range"])
    made.job["recoding"] = {"kind": "microaggregation"}
    made.job["release"]["noise"] = False
    made.job["utility"] = {"objective": "squared-error"} if own.random() < 0.3 else {}
    algorithm = own.choice(["auto", "auto", "mdav", "v-mdav"])
    made.job["search"] = {"algorithm": algorithm, "seed": made.job["search"]["seed"]}
    if algorithm == "v-mdav" and own.random() < 0.5:
        made.job["search"]["v-mdav"] = {"gamma": own.choice([0.0, 0.5, 1.1])}
    if own.random() < 0.4:
        made.job["release"]["order"] = "input"


def add_aggregates(plan, columns, made, own):
    """Publishes some columns as one value for each class; says whether any."""
    aggregated = False
    for place, name in enumerate(made.names):
        _, role, *_ = plan[place]
        if role in ("sensitive", "insensitive") and own.random() < 0.15:
            present = {row[place] for row in made.rows} - {*MISSING}
            numbers = present and all(is_short_number(value) for value in present)
            columns[name]["publish"] = own.choice(["mean", "median", "mode", "range"] if numbers else ["mode"])
            aggregated = True
    return aggregated


def add_treatments(columns, made, own):
    """Says of some columns what they become; says whether noise could not be added."""
    pseudonyms = limited = False
    for place, name in enumerate(made.names):
        column, present = columns[name], {row[place] for row in made.rows} - {*MISSING}
        if column["role"] in ("person", "household") and own.random() < 0.5:
            column["publish"] = {"pseudonym": "people.key", "purpose": own.choice(["a study", "registry-2026"])}
            made.files["people.key"] = f"{own.getrandbits(256):064x}\n"
            pseudonyms = True
        is_free = column["role"] in ("sensitive", "insensitive") and not {"publish", "hierarchy"} & {*column}
        if is_free and present and all(is_short_number(value) for value in present) and own.random() < 0.3:
            column["publish"] = own.choice([{"round": 10}, {"round": 0.5}, {"top": 40}, {"top": 60.5, "bottom": 20}])
            if own.random() < 0.4:
                column["publish"] = own.choice([{"top_quantile": 0.9}, {"bottom_quantile": 0.1}, {"top_quantile": 0.75, "bottom_quantile": 0.3}])
                limited = True
            elif own.random() < 0.3:
                column["publish"], limited = {"round": "auto"}, True
        is_plain = column["role"] == "quasi-identifier" and not {"publish"} & {*column}
        if is_plain and present and own.random() < 0.1 and made.kinds[name] in ("number", "decimal") and isinstance(column.get("hierarchy", {}), dict):
            column["publish"] = own.choice([{"round": 5}, {"top": 70, "bottom": 10}])
    return pseudonyms or limited


def is_short_number(value):
    return re.fullmatch(r"\s*[+-]?[0-9]{1,12}(\.[0-9]{1,6})?\s*", value)


def forms_of(kind, hierarchy):
    """In what forms of numbers a quasi-identifier can be published."""
    if kind not in ("number", "decimal", "date"):
        return []
    if hierarchy is None:
        return ["bounds", "midpoint"]
    ways = {"intervals", "ranges", "date", "flat"} & {*hierarchy} if isinstance(hierarchy, dict) else {}
    if {"hour-of-week", "part-of-day", "weekday"} & {*hierarchy.get("date", [])} if isinstance(hierarchy, dict) else False:
        return []
    return ["bounds", "midpoint"] if ways else []


def sensitive_column(rng):
    kind = rng.choice(["word", "word", "number"])
    values = ["flu", "cold", "hiv", "asthma", "cancer", "burn"] if kind == "word" else [str(n) for n in range(1, 8)]
    hierarchy = "tree" if kind == "word" and rng.random() < 0.4 else None
    return kind, rng.sample(values, rng.randint(1, 6)), hierarchy


def add_place(rng, plan, cells, size):
    """A quasi-identifier whose levels are other columns of the table."""
    county = {f"f{n}": f"county {n % 3}" for n in range(7)}
    cells["place"] = rng.choices([*county], k=size)
    cells["county"] = ["" if rng.random() < 0.2 else county[place] for place in cells["place"]]
    plan.append(("place", "quasi-identifier", "word", [], {"columns": ["county"]}))
    plan.append(("county", rng.choice(["identifier", "insensitive"]), "word", [], None))


def add_listed(rng, plan, cells, size, outliers):
    kind, values, hierarchy = listed_column(rng)
    missing = rng.choice([0, 0, 0.1])
    cells["code"] = [rng.choice(MISSING) if rng.random() < missing else rng.choice(values) for _ in range(size)]
    for row in range(min(outliers, size - 1)):
        cells["code"][row] = canary(rng, kind)
    plan.append(("code", "quasi-identifier", kind, values, hierarchy))


def settings(rng, plan, tiny):
    roles = {role: [name for name, other, *_ in plan if other == role] for _, role, *_ in plan}
    sensitive, provider = roles.get("sensitive", []), roles.get("provider", [])
    privacy = {}
    if rng.random() < 0.85:
        privacy["k-anonymity"] = rng.choice([2, 2, 3, 5])
    if sensitive and rng.random() < 0.6:
        privacy["l-diversity"] = [random_l(rng, sensitive) for _ in range(rng.choice([1, 1, 2]))]
    if sensitive and rng.random() < 0.5:
        privacy["t-closeness"] = [random_t(rng, sensitive, plan) for _ in range(rng.choice([1, 1, 2]))]
    if sensitive and provider and rng.random() < 0.2:
        privacy["c-mixture"] = rng.choice([0.05, 0.2, 0.34, 0.6])
    if provider and rng.random() < 0.4:
        privacy["provider-diversity"] = rng.choice([1, 2, 3])
    if not privacy:
        privacy["k-anonymity"] = 2
    if provider and rng.random() < 0.2:
        privacy["m-privacy"] = rng.choice([1, 1, 2])
    metric = rng.choice(METRICS)
    objective = {"metric": metric}
    if metric in ("precision", "entropy") and rng.random() < 0.4:
        objective["suppressed"] = "lost"
    if metric == "kl-divergence" and rng.random() < 0.4:
        objective["over"] = "tuples"
    algorithm = rng.choice(["optimal", "auto", "exhaustive"] if tiny or rng.random() < 0.5 else TABLE_SEARCHES)
    search = {"algorithm": algorithm, "seed": rng.randrange(1000)}
    if algorithm not in ("auto", "optimal", "exhaustive") and not tiny:
        search["max_evaluations"] = rng.choice([50, 300])
    release = {}
    if rng.random() < 0.2:
        release["order"] = "input"
    if rng.random() < 0.15:
        release["escape_formulas"] = True
    if provider and rng.random() < 0.3:
        release["provider"] = True
    if rng.random() < 0.3:
        release["noise"] = False
    suppression = {"limit": rng.choice([1.0, 1.0, 0.5, 0.3, 0.1, 0.0])}
    if rng.random() < 0.2:
        suppression["as"] = "star"
    # A stream of its own, so that all other draws are those that they were without this model.
    own = random.Random(repr((privacy, search)))
    if sensitive and own.random() < 0.25:
        privacy["alpha-k-anonymity"] = [random_alpha(own, sensitive) for _ in range(own.choice([1, 1, 2]))]
    if own.random() < 0.5 and "identifier" in roles:
        privacy["unit"] = "record"  # names repeat, and somebody decided to count records all the same
    if "person" in roles or "household" in roles:
        privacy.pop("unit", None)
        if (said := own.choice([None, None, "who", "record"])):
            privacy["unit"] = said
    draw = random.Random(repr(("models of shares", privacy, search)))
    for name, model in random_models_of_shares(draw, sensitive, plan).items():
        if draw.random() < 0.1:
            privacy[name] = model
    draw = random.Random(repr(("k-map", privacy, search)))
    if draw.random() < 0.08:
        privacy["k-map"] = random_k_map(draw)
    if own.random() < 0.25:
        release["labels"] = "interval"
    if random.Random(repr(("squared error", privacy, search))).random() < 0.06:
        metric, objective = "squared-error", {"metric": "squared-error"}
    return {"privacy": privacy, "suppression": suppression, "release": release,
            "utility": {"objective": objective if len(objective) > 1 else metric}, "search": search}


def compare_with_release(made, rng):
    """Some models that compare classes with the table compare them with the release, too. That counts records, and needs
    one level for all of them."""
    privacy, roles = made.job["privacy"], {column["role"] for column in made.job["columns"].values()}
    by_record = made.job["search"]["algorithm"].split("-")[0] in ("haef", "tlef", "dfs", "id", "ga", "de")
    is_of_records = "provider" not in roles or made.job["release"].get("noise") is False
    if by_record or not is_of_records or "m-privacy" in privacy or "recoding" in made.job or rng.random() < 0.6:
        return
    for name in {*privacy} & {"t-closeness", "beta-likeness", "delta-disclosure"}:
        one = privacy[name][0] if isinstance(privacy[name], list) else privacy[name]
        one["reference"] = "release"
        if roles & {"person", "household"}:
            privacy["unit"] = "record"


def random_l(rng, sensitive):
    kind = rng.choice(["distinct", "distinct", "entropy", "recursive"])
    model = {"l": rng.choice([2, 2, 3]) if kind != "entropy" else rng.choice([1.2, 1.7, 2.0]), "kind": kind}
    if kind == "recursive":
        model["c"] = rng.choice([1.5, 3.0, 4.5])
    if rng.random() < 0.4:
        model["column"] = rng.choice(sensitive)
    if "column" not in model and len(sensitive) > 1 and rng.random() < 0.3:
        model["joint"] = True
    return model


def random_alpha(rng, sensitive):
    model = {"k": rng.choice([1, 2, 3]), "alpha": rng.choice([0.34, 0.5, 0.5, 0.6, 0.75, 1.0])}
    if rng.random() < 0.4:
        model["column"] = rng.choice(sensitive)
    elif len(sensitive) > 1 and rng.random() < 0.3:
        model["joint"] = True
    return model


def random_k_map(rng):
    return {"k": rng.choice([2, 3, 5, 8]), "sampling_fraction": rng.choice([0.01, 0.1, 0.3, 0.7, 1.0]),
            "significance": rng.choice([0.05, 0.1, 0.3]), "estimator": rng.choice(["poisson", "zero-truncated-poisson"])}


def random_models_of_shares(rng, sensitive, plan):
    """Limits on risk, shares of values, and numbers."""
    models = {"maximum-risk": rng.choice([1.0, 0.5, 0.34, 0.3])}
    if sensitive:
        of = rng.choice([{}, {"column": rng.choice(sensitive)}, {"joint": True} if len(sensitive) > 1 else {}])
        models["beta-likeness"] = {"beta": rng.choice([0.3, 0.7, 1.5, 4.0]), "kind": rng.choice(["basic", "enhanced"])} | of
        models["delta-disclosure"] = {"delta": rng.choice([0.41, 0.83, 1.51, 3.3])} | of
        models["p-sensitive-k-anonymity"] = {"p": rng.choice([1, 2]), "k": rng.choice([2, 3])} | of
    if numbers := sorted(name for name, role, kind, *_ in plan if role == "sensitive" and kind == "number"):
        models["k-e-anonymity"] = {"k": rng.choice([1, 2]), "e": rng.choice([0.5, 1.0, 7.0]), "column": rng.choice(numbers)}
    return models


def random_t(rng, sensitive, plan):
    model = {"t": rng.choice([0.2, 0.4, 0.7]), "distance": rng.choice(["euclidean", "euclidean", "equal", "ordered", "hierarchical"])}
    trees = {name for name, role, _, _, hierarchy in plan if role == "sensitive" and hierarchy == "tree"}
    numbers = {name for name, role, kind, *_ in plan if role == "sensitive" and kind == "number"}
    fits = {"ordered": numbers, "hierarchical": trees}.get(model["distance"], set(sensitive))
    if not fits:
        model["distance"], fits = "equal", set(sensitive)
    if fits != set(sensitive) or rng.random() < 0.4:
        model["column"] = rng.choice(sorted(fits))
    elif len(sensitive) > 1 and model["distance"] == "euclidean" and rng.random() < 0.3:
        model["joint"] = True
    return model


# ---- On disk ----------------------------------------------------------------------------------------------------------

def csv_text(names, rows, delimiter=","):
    def cell(text):
        special = any(mark in text for mark in (delimiter, '"', "\n", "\r"))
        return '"' + text.replace('"', '""') + '"' if special or text == "" and len(names) == 1 else text
    return "".join(delimiter.join(map(cell, row)) + "\n" for row in [names, *rows])
