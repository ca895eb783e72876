#!/usr/bin/env python3
"""Releases of trajectories, checked by tools/check_trajectories.py: honest ones of examples/city and of random points, which it must
not refute, and planted faults, each of which it must refute by name.

    python3 tests/oracle/trajectory_checks.py --incog target/debug/incog [--sets 12] [--seed 1]"""
import argparse, contextlib, copy, hashlib, json, os, random, shutil, subprocess, sys, tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(Path(__file__).resolve().parent)]
import check_trajectories as checker
from changed_parts import changes


def points(draw):
    """A table of points: trips of objects, some of which have several, on a grid or anywhere, with times in seconds or dates."""
    degrees, grid, several = draw.random() < 0.6, draw.random() < 0.3, draw.random() < 0.5
    names = ["vehicle", "time"] + (["longitude", "latitude"] if degrees else ["x", "y"])
    rows, places = [], [(draw.uniform(-4000, 4000), draw.uniform(-4000, 4000)) for _ in range(5)]
    for one in range(draw.randrange(24, 60)):
        clock = 1_714_953_600 + draw.randrange(7 * 3600, 10 * 3600)
        for _ in range(draw.randrange(1, 4) if several else 1):
            (x0, y0), (x1, y1) = ((x + draw.gauss(0, 200), y + draw.gauss(0, 200)) for x, y in draw.sample(places, 2))
            minutes = draw.randrange(5, 25)
            for minute in range(minutes + 1):
                x, y = x0 + (x1 - x0) * minute / minutes, y0 + (y1 - y0) * minute / minutes
                if grid:
                    x, y = round(x / 500) * 500, round(y / 500) * 500
                x, y = (f"{13.4 + x / 67_700:.6f}", f"{52.5 + y / 111_195:.6f}") if degrees else (f"{x:.2f}", f"{y:.2f}")
                rows.append(f"v{one},{clock},{x},{y}")
                clock += 60
            clock += draw.randrange(1800, 7200)
    return "\n".join([",".join(names), *rows]) + "\n"


def job(draw):
    """A job for such a table."""
    cut = draw.choice(["gap", "gap", "gap", "day"])
    told = [f"input = 'points.csv'\noutput = 'out.csv'\n[points]\nid = 'vehicle'\n[trips]\ncut = '{cut}'",
            f"max_speed_kmh = {draw.choice([150.0, 5000.0])}",
            f"[sampling]\ninstants = {draw.randrange(2, 12)}"]
    if cut == "gap":
        told.append(f"metres_per_second = {draw.choice([0.0, 0.5, 1.0])}")
    told += [f"[privacy]\nk = {draw.randrange(2, 6)}\ndelta = {draw.choice([0.0, 0.0, 0.0, 1.0, 80.0, 600.0])}"]
    if draw.random() < 0.2:
        told.append("unit = 'trip'")
    told.append(f"[suppression]\nlimit = {draw.choice([0.0, 0.0, 0.1])}")
    told.append(f"[search]\nalgorithm = '{draw.choice(['greedy', 'greedy', 'mdav', 'k-member', 'w4m', 'greedy-front'])}'")
    told.append(f"[release]\nanchor = '{draw.choice(['mean', 'mean', 'median'])}'")
    told.append("[waivers]\n'trajectories: published as they are' = 'a test'\n'objects: far from everybody' = 'a test'")
    return "\n".join(told) + "\n"


def run(incog, folder, job="job.toml"):
    """Makes the release of a job in a folder."""
    return subprocess.run([incog, "trajectories", job, "--internal", "--force", "--replace-better"], cwd=folder, text=True, capture_output=True)


def refuted(folder, public=True, internal=True, name="out.csv", verdict="refuted"):
    """What is refuted of a report, or what is not shown, with its detail."""
    return {what: detail for of, what, detail in examined(folder, public, internal, name) if of == verdict}


def examined(folder, public, internal, name):
    reports = [folder / f"{name}.report.json", folder / f"{name}.internal.json"]
    asked = (reports[0], reports[1] if internal else None) if public else (reports[1],)
    return checker.examine(*asked)


# Figures that follow from who is in which cluster, by section of the report.
FIGURES = {"linkage": ["tried", "objects", "success", "metres_per_second", "before", "any_trip", "five_points"],
           "insiders": ["colluding", "tried", "median_error", "within_a_metre"],
           "objects": ["fewest_in_a_cluster", "weakest_clusters", "clusters_below_k", "in_several_clusters"],
           "utility": ["total_translation_distortion", "median_shift", "nine_in_ten_shift", "mean_shift", "max_shift", "mean_time_shift",
                       "trip_length_error", "origin_destination_error"]}


def milder(draw, section, key, figure):
    """Another figure than the one of a public report, with two digits: one that hides a danger, or that is worse."""
    if key == "metres_per_second":
        return draw.choice([rate for rate in checker.RATES if rate != figure])
    if isinstance(figure, float) or figure is None:
        return draw.choice([0.0, checker.coarse((figure or 0.0) * 0.5), checker.coarse((figure or 0.0) * 2 + 0.3)])
    return figure + draw.choice([-1, 1, 3]) if figure else 1


def forged(draw, place):
    """Changed figures of a public report without the internal one: of each whether it is refuted, or not shown by name. Yields what passes."""
    report = json.loads((place / "out.csv.report.json").read_text())
    honest = (place / "out.csv.report.json").read_bytes()
    # Whose each trajectory is does not follow from these figures: it is worked out once.
    recovery, kept = checker.Recovery, []
    def once(*given):
        kept.append(kept[0] if kept else recovery(*given))
        return kept[0]
    checker.Recovery, checker.MOST_GUESSES = once, 5_000
    # What is held within bounds is listed, too, but another figure than these is refuted.
    unseen = {what for what, detail in refuted(place, internal=False, verdict="not shown").items() if not detail.startswith("exactly:")}
    unseen.add("linkage.five_points")
    for section, keys in FIGURES.items():
        for key in draw.sample(keys, min(4, len(keys))):
            changed = copy.deepcopy(report)
            before, after = report[section][key], milder(draw, section, key, report[section][key])
            is_small = section == "insiders" and key == "median_error" and max(before or 0, after or 0) < 0.15  # what writing leaves of a centimetre
            if before == after or is_small:
                continue
            changed[section][key] = after
            (place / "out.csv.report.json").write_text(json.dumps(changed))
            found = refuted(place, internal=False)
            (place / "out.csv.report.json").write_bytes(honest)
            yield f"{section}.{key}", before, after, "refuted" if found else "not shown" if section in unseen or f"{section}.{key}" in unseen else "passes"
    checker.Recovery = recovery


REMEMBERED = ["Recovery", "Input", "Trips", "Sampled", "linkage", "five_points", "utility", "origin_destination_error", "insiders", "dangers"]


@contextlib.contextmanager
def remembered():
    """What files, job and members decide, and no claim of the report, is worked out once."""
    kept, before = {}, {name: getattr(checker, name) for name in REMEMBERED}
    def once(name):
        def call(*given):
            if name not in kept:
                kept[name] = before[name](*given)
            return kept[name]
        return call
    for name in REMEMBERED:
        setattr(checker, name, once(name))
    try:
        yield
    finally:
        for name, of in before.items():
            setattr(checker, name, of)


def every_leaf(draw, place, name, is_public, most):
    """Parts of a report are changed, removed, given another type: each has to be refused, refuted, or listed by its path as not shown.
    So many changes are drawn, all where there are no more. Yields what is found of each."""
    path = place / f"{name}.{'report' if is_public else 'internal'}.json"
    honest, report = path.read_bytes(), json.loads(path.read_text())
    every, kept = [*changes(report)], []
    for at, what, make in draw.sample(every, min(most, len(every))):
        try:
            checker.check_form(other := make(), checker.REPORT)
            kept.append((at, what, other))
        except checker.Refused:
            yield at, what, "refused"
    def judged(at, other):
        path.write_text(json.dumps(other))
        where = ".".join(map(str, at))
        names_it = lambda one: where == one or where.startswith(one + ".") or one.startswith(where + ".")
        try:
            found = examined(place, is_public, not is_public, name)
            is_open = any(verdict == "not shown" and names_it(what) for verdict, what, _ in found)
            return "refuted" if any(verdict == "refuted" for verdict, *_ in found) else "not shown" if is_open else "passes"
        except (checker.Refused, OSError):
            return "refused"
        finally:
            path.write_bytes(honest)
    is_of_claims = lambda at: at[:1] not in (("job",), ("made_of",), ("audience",), ("layout",)) and at[:2] != ("release", "path")
    with remembered():
        for at, what, other in kept:
            if is_of_claims(at):
                yield at, what, judged(at, other)
    for at, what, other in [one for one in kept if not is_of_claims(one[0])][:60]:
        yield at, what, judged(at, other)


class Made:
    """A release in a folder, to be changed and written again."""

    def __init__(self, folder, name="out.csv"):
        self.folder, self.name, self.kept = folder, name, {}
        for path in folder.iterdir():
            self.kept[path.name] = path.read_bytes()
        header, *rows = (folder / name).read_text().splitlines()
        self.header, self.rows = header, [row.split(",") for row in rows]
        self.public, self.internal = (json.loads((folder / f"{name}.{kind}.json").read_text()) for kind in ("report", "internal"))

    def restore(self):
        for name, content in self.kept.items():
            (self.folder / name).write_bytes(content)

    def refuted(self, rows=None, change=None, **options):
        """What is refuted when the release has other rows, or the reports are changed; their digests follow."""
        text = "\n".join([self.header, *(",".join(row) for row in rows or self.rows)]) + "\n"
        (self.folder / self.name).write_text(text)
        for kind, report in (("report", self.public), ("internal", self.internal)):
            report = copy.deepcopy(report)
            report["release"]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
            if change:
                change(report)
            (self.folder / f"{self.name}.{kind}.json").write_text(json.dumps(report))
        found = refuted(self.folder, name=self.name, **options)
        self.restore()
        return set(found)

    def sampled(self):
        source = checker.Input(self.folder / self.public["job"]["input"], self.public["job"]["points"])
        trips = checker.Trips(source, self.public["job"])
        return checker.Sampled(trips.trips, self.public["job"]), trips.projection

    def clusters(self):
        """For each cluster, the numbers of its rows in the file and of its members in the input."""
        found, member, last = {}, iter(self.internal["made_of"]), None
        for place, row in enumerate(self.rows):
            rows, members = found.setdefault(row[1], ([], []))
            rows.append(place)
            if row[0] != last:
                members.append(next(member))
            last = row[0]
        return list(found.values())

    def with_member(self, sampled, projection, only, what):
        """Rows in which clusters have one member's own times or places."""
        rows, instants = copy.deepcopy(self.rows), sampled.instants
        for places, members in only:
            for place in places:
                at = place % instants
                if what == "times":
                    span = [checker.away_from_zero(end) for end in sampled.spans[members[0]]]
                    rows[place][2] = time_text(self.rows[0][2], checker.away_from_zero(checker.instant_of(span, at, instants)))
                else:
                    own = sampled.places[members[0]][at]
                    own = projection.to_degrees(own) if projection else own
                    rows[place][3:] = [f"{value:.{7 if projection else 3}f}" for value in own]
        return rows


def time_text(like, second):
    if like.isdigit():
        return str(int(second))
    return checker.datetime.fromtimestamp(second, checker.timezone.utc).strftime("%Y-%m-%d %H:%M:%S")


def planted(made):
    """Faults, each with the claim that has to be refuted."""
    sampled, projection = made.sampled()
    clusters, instants = made.clusters(), sampled.instants
    own = lambda only, what: made.with_member(sampled, projection, only, what)
    largest = max(clusters, key=lambda one: len(one[1]))
    def changed(places, column, by):
        rows = copy.deepcopy(made.rows)
        for place in places:
            digits = len(rows[place][column].partition(".")[2])
            rows[place][column] = f"{float(rows[place][column]) + by:.{digits}f}"
        return rows
    step = 1e-4 if projection else 10.0
    yield "one member's own times in one cluster", "times", made.refuted(own([largest], "times"))
    yield "one member's own places in one cluster", "own places", made.refuted(own([largest], "places"))
    yield "one member's own places in one cluster", "places", made.refuted(own([largest], "places"))
    yield "everywhere one member's own times, public report", "times are nobody's", made.refuted(own(clusters, "times"), internal=False)
    yield "everywhere one member's own places, public report", "places are nobody's", made.refuted(own(clusters, "places"), internal=False)
    yield "a point outside delta", "delta", made.refuted(changed([largest[0][0]], 3, step))
    yield "a cluster moved aside", "places", made.refuted(changed(largest[0], 3, step))
    rows = copy.deepcopy(made.rows)
    for row in rows:
        row[3] = row[3][:-1]
    yield "coarser coordinates", "digits", made.refuted(rows)
    rows = [made.rows[place] for one in (clusters[1:] + clusters[:1]) for place in one[0]]
    numbers = {}
    clustered = {}
    rows = [[str(numbers.setdefault(row[0], len(numbers) + 1)), str(clustered.setdefault(row[1], len(clustered) + 1)), *row[2:]] for row in rows]
    def sizes(report):
        report["clusters"] = report["clusters"][1:] + report["clusters"][:1]
    yield "clusters in another order", "order", made.refuted(rows, sizes)
    def fewer(report):
        report["clusters"][-1] -= 1
        report["trash"] += 1
    yield "a trajectory left out in silence", "clusters", made.refuted(made.rows[:-instants])
    yield "a trajectory left out and told", "left out", made.refuted(made.rows[:-instants], fewer)
    def swapped(report):
        if made_of := report.get("made_of"):
            made_of[0], made_of[-1] = made_of[-1], made_of[0]
    yield "made of another one", "places", made.refuted(change=swapped)
    for section in ("utility", "insiders", "linkage", "objects"):
        for key, figure in made.public[section].items():
            if isinstance(figure, list) or key in ("objects", "five_points", "origin_destination_error") and section != "utility":
                continue
            def other(report):
                if report["audience"] == "public":
                    report[section][key] = round(figure * 2 + 1, 3) if isinstance(figure, float) else (figure or 0) + 3
            yield f"a public figure changed: {section}.{key}", f"{section}.{key}", made.refuted(change=other)
            if section in ("insiders", "linkage"):  # the input and the release show it, too
                yield f"a public figure changed, without the internal report: {section}.{key}", f"{section}.{key}", made.refuted(
                    change=other, internal=False)
    def lower(report):
        report["linkage"]["success"] = 0.001
    yield "linkage below what input and release show, public report alone", "linkage.success, at least", made.refuted(
        change=lower, internal=False)
    def own_share(report):
        report["privacy"][0]["own_positions"] = 0.5
    yield "own positions changed", "privacy.0.own_positions", made.refuted(change=own_share)
    def finer(report):
        if report["audience"] == "public":
            report["utility"]["mean_shift"] = made.internal["utility"]["mean_shift"]
    yield "a public figure with all digits", "digits of the report", made.refuted(change=finer)
    def told(report):
        if report["audience"] == "public":
            report["made_of"] = made.internal["made_of"]
    yield "the public report says which is whose", "made_of", made.refuted(change=told)


def figures_forged(made):
    """Milder figures of attacks, told of a release whose members are not equal, in a public report alone."""
    figures = {"linkage": {"success": 0.2, "metres_per_second": 50.0, "before": 0.5, "any_trip": 0.2, "tried": 3, "objects": 3},
               "insiders": {"colluding": 60, "tried": 3, "median_error": 500.0, "within_a_metre": 0.01}}
    for section, of in figures.items():
        for key, figure in of.items():
            def other(report):
                if report["audience"] == "public":
                    report[section][key] = figure
            yield f"a milder figure above delta 0: {section}.{key}", f"{section}.{key}", made.refuted(change=other, internal=False)


def k_by_trips(incog, folder):
    """A program that counts trips where it should count objects."""
    draw = random.Random(5)
    rows = ["vehicle,time,x,y"]
    for one in range(12):
        for trip in range(4):
            x, y = draw.uniform(0, 200) + 2000 * (one % 4), draw.uniform(0, 200)
            rows += [f"v{one},{trip * 9000 + at * 60 + one},{x + at * 10:.2f},{y:.2f}" for at in range(4)]
    (folder / "points.csv").write_text("\n".join(rows) + "\n")
    text = "input = 'points.csv'\noutput = 'out.csv'\n[points]\nid = 'vehicle'\n[sampling]\nmetres_per_second = 0.0\n[privacy]\nk = 4\n"
    (folder / "job.toml").write_text(text + "unit = 'trip'\n")
    made = run(incog, folder)
    if made.returncode:
        raise SystemExit(f"trips: {made.stderr}")
    found = refuted(folder)
    if found:
        raise SystemExit(f"trips that count: {found}")
    def objects(report):
        report["job"]["privacy"]["unit"] = "object"
    return "k by trips instead of objects", "k by objects", Made(folder).refuted(change=objects)


def forged_leaves(judged, where, counts):
    """What passes, and is not named."""
    wrong = []
    for at, what, verdict in judged:
        counts[verdict] += 1
        if verdict == "passes":
            wrong.append(f"{where}: {'.'.join(map(str, at))}: {what}: passes the checker, and is not named")
    return wrong


class Outcome:
    """What one part of the work found."""
    def __init__(self):
        self.codes, self.verdicts, self.leaves, self.wrong, self.faults = Counter(), Counter(), Counter(), [], 0


def random_set(incog, seed, number):
    """A random table and job: an honest release, and changed figures and parts of its reports."""
    found, draw = Outcome(), random.Random(f"{seed}/{number}")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "points.csv").write_text(points(draw))
        (place / "job.toml").write_text(job(draw))
        made = run(incog, place)
        found.codes[made.returncode] += 1
        if made.returncode not in (0, 3, 4) or made.returncode == 4 and "positions: somebody's own" in made.stderr:
            found.wrong.append(f"set {number}: exit code {made.returncode}\n{made.stderr}")
        if made.returncode == 0:
            for public, internal in ((True, True), (False, True), (True, False)):
                told = refuted(place, public, internal)
                found.wrong += [f"set {number}: an honest release, public {public}: {what}: {why}" for what, why in told.items()]
            for what, before, after, verdict in forged(draw, place) if not found.wrong else ():
                found.verdicts[verdict] += 1
                if verdict == "passes":
                    found.wrong.append(f"set {number}: {what} changed from {before} to {after} passes the checker, and is not named")
            for is_public in (True, False) if not found.wrong else ():
                found.wrong += forged_leaves(every_leaf(draw, place, "out.csv", is_public, 100), f"set {number}", found.leaves)
        if found.wrong:
            found.wrong.append((place / "job.toml").read_text())
    return found


def honest_city(incog):
    """The example, as it is."""
    found = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        city = Path(folder) / "city"
        shutil.copytree(ROOT / "examples/city", city)
        made = run(incog, city)
        told = {"exit code": made.stderr} if made.returncode else refuted(city, name="trips.release.csv")
        found.wrong = [f"examples/city: {what}: {why}" for what, why in told.items()]
    return found


def of_city(incog, which, is_public):
    """A part of the example, at a delta of 0 (`smaller`) or above (`wide`): changed parts of one of its reports, and of the public one
    planted faults, too."""
    found = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        place = folder / which
        place.mkdir()
        lines = (ROOT / "examples/city/trips.csv").read_text().splitlines(keepends=True)
        (place / "points.csv").write_text("".join([lines[0], *(line for line in lines[1:] if int(line[1:line.index(",")]) < 90)]))
        more = "delta = 80.0\n[waivers]\n'trajectories: published as they are' = 'a test'\n" if which == "wide" else ""
        (place / "job.toml").write_text("input = 'points.csv'\noutput = 'out.csv'\n[points]\nid = 'vehicle'\n[privacy]\nk = 4\n" + more)
        if (made := run(incog, place)).returncode:
            raise SystemExit(made.stderr)
        most = {"smaller": 10_000, "wide": 500}[which]
        found.wrong += forged_leaves(every_leaf(random.Random(1), place, "out.csv", is_public, most), which, found.leaves)
        if is_public:
            by_trips = folder / "by_trips"
            by_trips.mkdir()
            faults = figures_forged(Made(place)) if which == "wide" else [*planted(Made(place)), k_by_trips(incog, by_trips)]
            for fault, claim, told in faults:
                found.faults += 1
                if not any(one == claim or one.startswith(claim + ", within") for one in told):
                    found.wrong.append(f"planted and not refuted by {claim!r}: {fault}; refuted: {sorted(told)}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", required=True)
    parser.add_argument("--sets", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    incog, all_found = os.path.abspath(asked.incog), Outcome()
    with ProcessPoolExecutor(asked.workers) as pool:
        # The longest come first.
        parts = [pool.submit(of_city, incog, which, is_public) for which in ("smaller", "wide") for is_public in (True, False)]
        parts.append(pool.submit(honest_city, incog))
        parts += [pool.submit(random_set, incog, asked.seed, number) for number in range(asked.sets)]
        for part in parts:
            found = part.result()
            for name in ("codes", "verdicts", "leaves"):
                getattr(all_found, name).update(getattr(found, name))
            all_found.wrong += found.wrong
            all_found.faults += found.faults
    codes, wrong = all_found.codes, all_found.wrong
    print("\n".join(wrong))
    print(f"{codes[0]} of {asked.sets} random sets released and checked (exit codes {dict(codes)}), {all_found.faults} planted faults, {len(wrong)} wrong")
    print(f"changed figures of public reports alone: {dict(all_found.verdicts)}\nchanged parts of reports: {dict(all_found.leaves)}")
    return 1 if wrong or codes[0] * 2 < asked.sets else 0


if __name__ == "__main__":
    sys.exit(main())
