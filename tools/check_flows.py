#!/usr/bin/env python3
"""Checks published flows against the points they count, with nothing but Python's standard library.

    python3 check_flows.py COUNTS.report.json [--input POINTS] [--counts COUNTS]

It is written from the definitions (docs/trajectories.md, "Flows") and shares no code with the program that counted.
It can be read from top to bottom:

1. Points    tracks of each object, cut at pauses
2. Facts     who was where, who travelled from where to where, who crossed between squares; by band of time
3. Counts    what the file says, and who is counted by the facts
4. Rule      what other published counts tell of each count
5. Checks

Exit code: 1 if anything is refuted."""
import argparse, csv, hashlib, json, math, sys
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from pathlib import Path
from check_trajectories import (RADIUS, USUAL, Input, Refused, away_from_zero, cut_at, fast_enough, once_a_time,
                                parse_time, quantile, read_rows, way_of_times)

TOP, WIDEST, LOOKS, MOST_LOOKS = 16, 32_000.0, 2.0, 10_000
COLUMNS = ["table", "band", "from", "to", "objects"]

# ---- 1. Points ---------------------------------------------------------------------------------------------

ENDS = {"start": ["started_at start_time starttime start_date starting_time".split(),
                  ["start_lng", "start_lon", "start_longitude", "start station longitude", "start_station_longitude"],
                  ["start_lat", "start_latitude", "start station latitude", "start_station_latitude"]],
        "end": ["ended_at end_time stoptime stop_time endtime end_date ending_time".split(),
                ["end_lng", "end_lon", "end_longitude", "end station longitude", "end_station_longitude"],
                ["end_lat", "end_latitude", "end station latitude", "end_station_latitude"]]}

PEOPLE = "person_id user_id uid user member_id rider_id rider driver_id device_id".split()

class TripTable:
    """A row is a trip: its two ends, or a line with a position every 15 seconds."""
    degrees = names_trips = True

    def __init__(self, path, points):
        names, rows = read_rows(path)
        lower = [name.lower() for name in names]
        find = lambda usual: next((lower.index(name) for name in usual if name in lower), None)
        stated = names.index(points["id"]) if points.get("id") in names else None
        usual = [name for name in USUAL["id"].split() if name != "id"]  # here the number of a row, which is a trip
        own = find(PEOPLE + usual + ["bikeid", "bike number"]) if stated is None else stated
        self.names_objects = own is not None
        who = lambda number, row: row[own] if own is not None else str(number)
        ends = [[find(usual) for usual in ENDS[end]] for end in ("start", "end")]
        line, start = find(["polyline"]), find(USUAL["time"].split())
        self.points = []
        if None not in ends[0] + ends[1]:
            way = way_of_times(row[ends[0][0]] for row in rows)
            for number, row in enumerate(rows):
                for time, x, y in ends:
                    place = degrees(row[x], row[y])
                    self.points.append((who(number, row), str(number), parse_time(way, row[time]), *place))
        elif line is not None and start is not None:
            way = way_of_times(row[start] for row in rows)
            for number, row in enumerate(rows):
                begin = parse_time(way, row[start])
                for step, (x, y) in enumerate(line_of(row[line])):
                    self.points.append((who(number, row), str(number), None if begin is None else begin + 15.0 * step, *degrees(x, y)))
        else:
            raise Refused(f"{path}: it has neither points nor trips")

def line_of(text):
    """Its positions; a line that cannot be read is a point without a place."""
    try:
        return [(x, y) for x, y in json.loads(text)]
    except (ValueError, TypeError):
        return [("", "")]

def degrees(x, y):
    """Longitude and latitude, if they are."""
    try:
        x, y = float(x), float(y)
        return (x, y) if abs(x) <= 180 and abs(y) <= 90 else (None, None)
    except ValueError:
        return None, None

def source_of(path, points):
    try:
        return Input(path, points)
    except Refused:
        return TripTable(path, points)

def tracks_of(source, job):
    """Each track with its object: (seconds, metres east, metres north) in order of time. And the parallel."""
    rules = job["trips"]
    bounds = rules.get("bounds")
    inside = lambda x, y: not bounds or bounds[0] <= x <= bounds[2] and bounds[1] <= y <= bounds[3]
    usable = [point for point in source.points if None not in point[2:] and inside(point[3], point[4])]
    parallel, shrink = None, 1.0
    if source.degrees:
        latitudes = defaultdict(list)
        for own, _, _, _, latitude in usable:
            latitudes[own].append(latitude)
        middle = away_from_zero(quantile([quantile(of, 0.5) for of in latitudes.values()], 0.5) * 100.0) / 100.0
        parallel = min(max(away_from_zero(middle), -85.0), 85.0)
        shrink = math.cos(math.radians(parallel))
    place = lambda x, y: (x, y) if parallel is None else (
        math.radians(x - 0.0) * shrink * RADIUS, math.radians(y - parallel) * RADIUS)
    named = defaultdict(list)
    for own, trip, time, x, y in usable:
        named[own, trip].append((time, place(x, y)))
    tracks, gap = [], rules["gap_minutes"] * 60.0
    for (own, _), points in named.items():
        points = fast_enough(once_a_time(sorted(points)), rules.get("max_speed_kmh"))
        tracks += [(own, track) for track in cut_at(points, "none" if source.names_trips else "gap", gap)]
    if job["privacy"]["unit"] == "trip":
        tracks = [(number, track) for number, (_, track) in enumerate(tracks)]
    return tracks, parallel

def between_stops(track, stay):
    """The parts of a track between its stops."""
    parts, start, at = [], 0, 0
    while at < len(track):
        last, (time, (x, y)) = at, track[at]
        while last + 1 < len(track) and (track[last + 1][1][0] - x) ** 2 + (track[last + 1][1][1] - y) ** 2 <= stay["metres"] ** 2:
            last += 1
        if last > at and track[last][0] - time >= stay["minutes"] * 60.0:
            parts.append(track[start:at + 1])
            start = at = last
        else:
            at += 1
    return [part for part in parts + [track[start:]] if len(part) > 1]

# ---- 2. Facts ----------------------------------------------------------------------------------------------

class Facts:
    """By table: facts (object, from, to, band in which it began, band in which it ended), in finest squares."""
    def __init__(self, tracks, job, side, stay):
        self.side, self.minutes, self.fold = side, job["flows"]["minutes"], job["flows"]["fold"]
        self.presence, self.trips, self.moves = set(), set(), set()
        for own, track in tracks:
            for part in cut_at(track, "gap", job["trips"]["gap_minutes"] * 60.0):
                # Of two points nobody knows the way between.
                seen = self.looks(part, 0.0) if len(part) > 2 else part
                self.presence.update((own, self.cell(place), self.cell(place), self.band(time), self.band(time)) for time, place in seen)
                if len(part) < 3:
                    continue
                looks = [(self.cell(place), self.band(time)) for time, place in self.looks(part, LOOKS)]
                self.moves.update((own, a, b, band, until) for (a, band), (b, until) in zip(looks, looks[1:]) if a != b)
            for leg in between_stops(track, stay) if stay else [track] * (len(track) > 1):
                (time, begin), (until, end) = leg[0], leg[-1]
                self.trips.add((own, self.cell(begin), self.cell(end), self.band(time), self.band(until)))

    def cell(self, place):
        return (math.floor(place[0] / self.side), math.floor(place[1] / self.side))

    def band(self, time):
        """The name of the band: where it starts."""
        day, seconds = divmod(time, 86_400.0)
        start = timedelta(minutes=seconds // (self.minutes * 60) * self.minutes)
        moment = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(days=day) + start
        kept = {"day": "%H:%M", "weekday": "%a %H:%M", "none": "%Y-%m-%d %H:%M"}[self.fold]
        return moment.strftime(kept)

    def looks(self, part, a_square):
        """Once a minute, and so many in the width of a square, on straight lines."""
        for (time, (x, y)), (until, (east, north)) in zip(part, part[1:]):
            way = max(abs(east - x), abs(north - y))
            steps = min(max(math.ceil(max((until - time) / 60.0, way / self.side * a_square)), 1), MOST_LOOKS)
            for step in range(steps):
                share = step / steps
                yield time + (until - time) * share, (x + (east - x) * share, y + (north - y) * share)
        yield part[-1]

# ---- 3. Counts ---------------------------------------------------------------------------------------------

def up(cell, level):
    return (cell[0] >> level, cell[1] >> level)

class Counts:
    """The rows of the file by table, band ("all" too), level and squares; and who is counted."""
    def __init__(self, path, side):
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        if rows[0][:5] != COLUMNS:
            raise Refused(f"{path}: its columns are {rows[0]}")
        self.told, self.who, self.below, self.twice = {}, defaultdict(set), defaultdict(set), 0
        for row in rows[1:]:
            table, band, begin, end, objects = row[:5]
            (level, a), (other, b) = self.square(begin, side), self.square(end or begin, side)
            if level != other or table not in ("presence", "trips", "moves"):
                raise Refused(f"{path}: a row that is no count")
            self.twice += (table, band, level, a, b) in self.told
            self.told[table, band, level, a, b] = int(objects)
        self.levels = sorted({key[2] for key in self.told})

    @staticmethod
    def square(name, side):
        metres, column, row = name.split("/")
        level = round(math.log2(float(metres) / side))
        if side * 2 ** level != float(metres):
            raise Refused("a square that is none of the grid")
        return level, (int(column), int(row))

    def around(self, table, fact, bands):
        """The rows that count a fact."""
        for band in bands:
            for level in self.levels:
                key = (table, band, level, up(fact[1], level), up(fact[2], level))
                if key in self.told:
                    yield key

    def overlap(self):
        """Rows whose squares lie in those of another row of the same kind."""
        inside = lambda key, level: (key[0], key[1], level, *(up(cell, level - key[2]) for cell in key[3:]))
        return sum(inside(key, level) in self.told for key in self.told for level in self.levels if level > key[2])

def around(key, counts):
    """The rows that a row lies within, by what both are about."""
    table, band, level, begin, end = key
    for above in (level for level in counts.levels if level >= key[2]):
        a, b = up(begin, above - level), up(end, above - level)
        found = set()
        if table != "presence":
            found |= {("presence", band, above, a, a), ("presence", "all", above, a, a), ("presence", "all", above, b, b)}
        elif band != "all":
            found.add(("presence", "all", above, a, a))
        if table == "trips" and band != "all":
            found.add(("trips", "all", above, a, b))
        yield from (row for row in found if row in counts.told)

# ---- 4. Rule -----------------------------------------------------------------------------------------------

def implied(table, band, fact):
    """What a fact of a row says of other rows: facts, and the band of the rows that count them."""
    own, begin, end, since, until = fact
    here = [(own, begin, begin, since, since), (own, end, end, until, until)]
    if table != "presence":
        yield from (("presence", place, place[3]) for place in here)
    if table != "presence" or band != "all":
        yield from (("presence", place, "all") for place in here)
    if table == "trips" and band != "all":
        yield "trips", fact, "all"

def count_ways(facts, counts):
    """A trip out of a square tells of a move out of it, and one into a square of a move into it."""
    ways = set()
    for fact in facts.trips:
        if any(counts.around("trips", fact, (fact[3], "all"))):
            for level in counts.levels:
                begin, end = up(fact[1], level), up(fact[2], level)
                if begin != end:
                    ways.update([("out of", level, begin, fact[0]), ("into", level, end, fact[0])])
    for key in counts.told:
        if key[0] == "moves":
            counts.below[key].update(own for own in counts.who[key]
                                     if ("out of", key[2], key[3], own) in ways or ("into", key[2], key[4], own) in ways)

def count(facts, counts):
    for table in ("presence", "trips", "moves"):
        for fact in getattr(facts, table):
            for key in counts.around(table, fact, (fact[3], "all")):
                counts.who[key].add(fact[0])
                for above, other, band in implied(table, key[1], fact):
                    for row in counts.around(above, other, (band,)):
                        counts.below[row].add(fact[0])
    count_ways(facts, counts)

def lonely_trips(facts, counts, share):
    """Trips that more than their share of those make who begin in their square, or arrive there."""
    ends = defaultdict(set)
    for own, begin, end, since, _ in facts.trips:
        for level in counts.levels:
            for band in (since, "all"):
                ends["from", band, level, up(begin, level)].add(own)
                ends["to", band, level, up(end, level)].add(own)
    fewest = lambda key: min(len(ends["from", *key[1:4]]), len(ends["to", *key[1:3], key[4]]))
    return sum(len(counts.who[key]) > share * fewest(key) + 1e-9 for key in counts.told if key[0] == "trips")

# ---- 5. Checks ---------------------------------------------------------------------------------------------

def checks(report, points, path):
    job, side, stay = report["job"], report["grid"]["metres"], report.get("stay")
    k = job["privacy"]["k"]
    source = source_of(points, job.get("points", {}))
    if job["privacy"]["unit"] == "object" and not source.names_objects:
        raise Refused("nothing says whose the trips are, and objects count")
    tracks, parallel = tracks_of(source, job)
    counts = Counts(path, side)
    facts = Facts(tracks, job, side, stay)
    count(facts, counts)
    few = sum(len(counts.who[key]) < k for key in counts.told)
    yield "k", few == 0, f"{few} of {len(counts.told)} counts have fewer than {k} objects"
    open_rows = sum(len(counts.who[key] - counts.below[key]) < k for key in counts.told)
    yield "subtraction", open_rows == 0, f"{open_rows} counts have fewer than {k} objects that no other count tells of"
    inner = defaultdict(list)
    for key, objects in counts.told.items():
        for row in around(key, counts):
            inner[row].append(objects)
    tight = sum(len(parts) > 1 and counts.told[row] < 2 * k + max(parts) for row, parts in inner.items())
    yield "open", tight == 0, f"{tight} counts have several within them, the largest of which nearly fills them"
    lonely = lonely_trips(facts, counts, report["largest_share"])
    yield "destinations", lonely == 0 and report["largest_share"] <= 0.8, f"{lonely} trips are the only ones of a square"
    wrong = sum(objects != len(counts.who[key]) for key, objects in counts.told.items())
    yield "counts", wrong == 0, f"{wrong} counts are wrong"
    yield "apart", counts.overlap() + counts.twice == 0, f"{counts.overlap() + counts.twice} counts overlap"
    top = next(level for level in range(TOP + 1) if side * 2 ** level >= WIDEST)
    yield "levels", counts.levels[-1] <= top, f"the coarsest squares are {side * 2 ** counts.levels[-1]:g} m wide"
    yield "grid", report["grid"]["parallel"] == parallel, "the parallel follows from the points"
    given = job["trips"].get("stay") or (None if source.names_trips else {"metres": 200.0, "minutes": 10.0})
    yield "stops", stay == given, "where trips end"
    digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()
    yield "sha256", digest == report["sha256"], "of the counts"
    yield "tables", sum(table["counts"] for table in report["tables"]) == len(counts.told), f"{len(counts.told)} counts"

def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("report")
    parser.add_argument("--input")
    parser.add_argument("--counts")
    arguments = parser.parse_args()
    report = json.loads(Path(arguments.report).read_text(encoding="utf-8"))
    folder = Path(arguments.report).parent
    points = arguments.input or folder / report["job"]["input"]
    refuted = 0
    for name, holds, detail in checks(report, points, arguments.counts or folder / report["job"]["output"]):
        print(f"{'holds' if holds else 'REFUTED':8}{name:14}{detail}")
        refuted += not holds
    return 1 if refuted else 0

if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Refused, OSError, KeyError, ValueError, IndexError) as error:
        print(f"REFUTED  {error}")
        sys.exit(1)
