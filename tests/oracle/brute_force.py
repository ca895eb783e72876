"""Every node of a tiny lattice, and of every class every part that may stay: what is possible, and what is best."""
import itertools, math
from collections import Counter, defaultdict
import check_release

MOST_NODES, MOST_PARTS = 400, 3000


class TooLarge(Exception):
    """Brute force would take too long."""


class Tiny:
    """A job with its hierarchies, all records, and the question which of them may stay at each node."""

    def __init__(self, run):
        job = check_release.with_defaults(run.report["job"] if hasattr(run, "report") else run.made.job)
        for name, column in run.made.job["columns"].items():  # what the report withholds
            withheld = {key: column[key] for key in ("hierarchy", "publish", "min_level", "max_level") if key in column}
            job["columns"][name] = job["columns"].get(name, {}) | withheld
        options = job.get("csv", {})
        self.job = job
        self.table, _ = check_release.read_table([str(run.folder / path) for path, *_ in run.made.inputs(run.made.rows)], options, True,
                                                run.made.providers, *["provider of it"][:len(run.made.providers)])
        key = lambda said: (run.folder / said["pseudonym"]).read_bytes() if "pseudonym" in said else None
        check_release.treat(self.table, job["columns"], check_release.unit_of(job), key)
        check_release.as_published(self.table, job["columns"])
        self.qids = check_release.with_role(job, self.table, "quasi-identifier")
        specs = {name: check_release.rule_of(column, job["release"]) for name, column in job["columns"].items()}
        if any(not specs[name] for name in self.qids):
            raise TooLarge("a hierarchy was made by default")
        self.full = {name: check_release.build(name, spec, {*self.table.columns[name]}, self.table, str(run.folder))
                     for name, spec in specs.items() if spec}
        self.judge_by(job)

    def judge_by(self, job):
        self.provider = check_release.with_role(job, self.table, "provider")
        of_record = lambda name: dict(enumerate(self.table.columns[name])) if name else None
        unit = check_release.unit_of(job)
        self.people = [unit] if unit else []
        check_release.with_own_k(job, self.table)
        self.own_k = [check_release.OWN_K] if check_release.OWN_K in self.table.columns else []
        self.privacy = check_release.Privacy(job, self.table, self.table, self.full, of_record(*self.provider or [None]), of_record(unit),
                                             own_k=of_record(*self.own_k or [None]))
        self.privacy.qids = []  # a class is judged by itself
        self.limit = math.floor(check_release.Fraction(repr(float(job["suppression"]["limit"]))) * self.table.rows)
        self.known = {}

    def nodes(self):
        ranges = [range(self.job["columns"][name].get("min_level", 0), self.job["columns"][name].get("max_level", self.full[name].height) + 1)
                  for name in self.qids]
        if math.prod(map(len, ranges)) > MOST_NODES:
            raise TooLarge("too many nodes")
        return itertools.product(*ranges)

    def classes(self, levels):
        labels = [[self.full[name].rows[cell][level] for cell in self.table.columns[name]] for name, level in zip(self.qids, levels)]
        classes = defaultdict(list)
        for record, key in enumerate(zip(*labels)):
            classes[key].append(record)
        return classes

    def holds(self, rows):
        """Whether all models hold in a class of these records."""
        return all(fact["satisfied"] for fact in self.privacy.judge(rows))

    def largest_part(self, rows):
        """As many records of a class as may stay; records of one cell (sensitive values, provider, own k, person) are alike."""
        columns = [self.table.columns[name] for name in (*self.privacy.sensitive, *self.provider, *self.own_k, *self.people)]
        cells = defaultdict(list)
        for row in rows:
            cells[tuple(column[row] for column in columns)].append(row)
        key = tuple(sorted((cell, len(of)) for cell, of in cells.items()))
        if key not in self.known:
            counts = [range(len(of) + 1) for of in cells.values()]
            if math.prod(map(len, counts)) > MOST_PARTS:
                raise TooLarge("too many parts of a class")
            parts = sorted(itertools.product(*counts), key=sum, reverse=True)
            self.known[key] = next((sum(part) for part in parts if sum(part) == 0 or
                                    self.holds([row for of, n in zip(cells.values(), part) for row in of[:n]])), 0)
        return self.known[key]

    def releases(self):
        """Every node with what stays of each class, where that is allowed."""
        for levels in self.nodes():
            stays = {key: (self.largest_part(rows), rows) for key, rows in self.classes(levels).items()}
            kept = sum(count for count, _ in stays.values())
            if kept and self.table.rows - kept <= self.limit:
                yield levels, stays


def feasible(run):
    """A node that is allowed, if there is one; None when that is too much to find out."""
    try:
        return next((f"levels {levels}" for levels, _ in Tiny(run).releases()), "")
    except (TooLarge, check_release.Refused):
        return None


def better_than(run):
    """A release that is better than one called the best; an empty text if there is none, None when it is not known."""
    try:
        tiny = Tiny(run)
        metric, sign = objective_of(run, tiny)
        matching = run.facts["matching"]
        reported = tuple(matching.levels[name] for name in tiny.qids)
        if any(may_be_a_value(tiny.full[name], level) for name, level in zip(tiny.qids, reported)):
            raise TooLarge("the report tells the root of values that look like it, whatever their level is")
        stays = {}
        for key, rows in tiny.classes(reported).items():
            stays[key] = (0, rows)
        for key, rows in run.facts["matching"].rows.items():
            record = matching.records[key][0]
            own = tuple(tiny.full[name].rows[tiny.table.columns[name][record]][level] for name, level in zip(tiny.qids, reported))
            stays[own] = (stays[own][0] + len(rows), stays[own][1])
        value = metric(reported, stays)
        for levels, parts in tiny.releases():
            found = metric(levels, parts)
            if sign * (found - value) > 1e-9 * max(1, abs(value)):
                return f"reported {value} at {reported}, but {found} at {levels}"
        return ""
    except (TooLarge, check_release.Refused):
        return None


def may_be_a_value(full, level):
    """Whether labels of this level look the same at a lower one."""
    return level == full.height and any(row[-1] in row[:-1] for row in full.rows.values())


def objective_of(run, tiny):
    """The objective as a function of a node and what stays of its classes, and 1 if more is better, else -1."""
    job, table = tiny.job, tiny.table
    given = job["utility"]["objective"]
    given = {"metric": given} if isinstance(given, str) else given
    k = run.facts["k"]

    def metric(levels, stays):
        if given["metric"] == "kl-divergence":
            return divergence(tiny, levels, stays, given.get("over", "records"))
        if given["metric"] == "entropy" and given.get("suppressed") == "lost":
            return entropy_with_lost(tiny, levels, stays)
        rows, columns = [], {name: [] for name in tiny.qids}
        for key, (count, _) in stays.items():
            for _ in range(count):
                rows.append(len(rows))
                for name, label in zip(tiny.qids, key):
                    columns[name].append(label)
        release = check_release.Table([*columns], [*zip(*columns.values())], [])
        hierarchies = {name: tiny.full[name] for name in tiny.qids}
        if given["metric"] == "entropy":
            return entropy(tiny, levels, stays)
        utility = check_release.Utility(job, release, rows, hierarchies, dict(zip(tiny.qids, levels)), table.rows)
        return utility.figures(given, k)["value"]
    return metric, 1 if given["metric"] == "transparency" else -1


def divergence(tiny, levels, stays, over):
    n, lost = tiny.table.rows, tiny.table.rows - sum(count for count, _ in stays.values())
    original = Counter(zip(*[tiny.table.columns[name] for name in tiny.qids]))
    everything = math.prod(len(tiny.full[name].rows) for name in tiny.qids)
    bits = 0.0
    for key, (kept, rows) in stays.items():
        spread = math.prod(tiny.full[name].leaves[level][label] for name, level, label in zip(tiny.qids, levels, key))
        for values, count in Counter(tuple(tiny.table.columns[name][row] for name in tiny.qids) for row in rows).items():
            weight = count * count / n if over == "records" else count / n
            share = kept / len(rows)
            bits += weight * share * math.log2(count / n / (kept / n / spread)) if kept else 0
            bits += weight * (1 - share) * math.log2(count / n / (lost / n / everything)) if share < 1 else 0
    return bits


def entropy(tiny, levels, stays):
    """Of all records, and what hiding the suppressed ones among each other adds."""
    bits = 0.0
    for place, (name, level) in enumerate(zip(tiny.qids, levels)):
        values, row_of = Counter(tiny.table.columns[name]), tiny.full[name].rows
        labels = Counter(row_of[cell][level] for cell in tiny.table.columns[name])
        bits += math.fsum(n * math.log2(labels[row_of[value][level]] / n) for value, n in values.items())
        hidden = Counter()
        for key, (kept, rows) in stays.items():
            hidden[key[place]] += len(rows) - kept
        bits += math.fsum(n * math.log2(hidden.total() / n) for n in hidden.values() if n)
    return bits


def entropy_with_lost(tiny, levels, stays):
    bits, n = 0.0, tiny.table.rows
    for name, level in zip(tiny.qids, levels):
        values = Counter(tiny.table.columns[name])
        labels = Counter(tiny.full[name].rows[cell][level] for cell in tiny.table.columns[name])
        for kept, rows in stays.values():
            for row in rows:
                cell = tiny.table.columns[name][row]
                share = kept / len(rows)
                bits += share * math.log2(labels[tiny.full[name].rows[cell][level]] / values[cell])
                bits += (1 - share) * math.log2(n / values[cell])
    return bits
