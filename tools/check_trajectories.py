#!/usr/bin/env python3
"""Checks a release of trajectories against the points it was made of, with nothing but Python's standard library.

    python3 check_trajectories.py RELEASE.report.json [--job JOB.toml] [--internal RELEASE.internal.json]
    python3 check_trajectories.py RELEASE.internal.json

It is written from the definitions (docs/trajectories.md) and shares no code with the program that made the
release. Input and release are those that the report names, tables of text; --input and --release name others.
The internal report says which trajectory each published one was made of. Without it that is worked out where
input and release show it; figures that depend on others are held within bounds, or listed as not shown. It can be read from top to bottom:

1. Tables and times  the points of the input, and the trajectories of the release
2. Trips             which points are used, and where one trip ends
3. Sampling          the positions of each trip at its instants, and the order of all trips
4. The file          numbers, order, times and width, from the release alone
5. The clusters      k by objects, means of positions and times, moved points, own positions
6. Figures           what was lost, and the attacks, tried again
7. Whose each is     which trips the members of a cluster are, where only input and release show it
8. The report        what it tells, and how coarsely a public one tells it
9. Its form          which leaves a report has, and of what type they are
10. Every leaf       each is compared with what was found, or listed by its path as not shown

Exit code: 1 if anything is refuted."""
import argparse, csv, gzip, hashlib, itertools, json, math, os, random, sys, tomllib
from collections import Counter, defaultdict
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path

RADIUS = 6_371_008.8  # of the earth, metres
CLEAR, STEPS, DIRECTIONS, SAME_PLACE = 0.05, (2, 3, 4), 8, 1.0
RATES = (0.0, 0.5, 2.0, 10.0, 50.0)  # metres that a second counts as

class Refused(Exception):
    """The files cannot be checked; says why."""

# ---- 1. Tables and times -----------------------------------------------------------------------------------

USUAL = {"id": "id taxi_id user_id uid object_id vehicle_id vehicle tid user cab rider_id rider bike_id bike taxi cab_id driver_id "
               "scooter_id person_id", "trip": "trajectory_id trip_id traj_id trip",
         "time": "time timestamp datetime t date_time utc", "longitude": "longitude lon lng long",
         "latitude": "latitude lat", "x": "x", "y": "y"}
PATTERNS = ("%Y-%m-%d %H:%M:%S", "%Y/%m/%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%d/%m/%Y %H:%M:%S", "%Y%m%d%H%M%S",
            "%Y-%m-%d,%H:%M:%S")

def read_rows(path):
    """Header and rows of a table of text."""
    name = str(path).removesuffix(".gz")
    if not name.endswith((".csv", ".tsv", ".data")):
        raise Refused(f"{path}: only tables of text are read here (.csv, .tsv, .data, also with .gz)")
    with (gzip.open if str(path).endswith(".gz") else open)(path, "rb") as file:
        text = file.read().decode("utf-8-sig")
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t|", key=first.count)
    rows = [row for row in csv.reader(text.splitlines(), delimiter=delimiter) if row]
    if len(rows) < 2:
        raise Refused(f"{path}: it is empty")
    return [name.strip() for name in rows[0]], rows[1:]

def parse_time(way, text):
    text = text.strip()
    try:
        if way == "seconds":
            return float(text) if abs(float(text)) < 1e11 else None
        if way == "milliseconds":
            return float(text) / 1000 if 1e11 <= abs(float(text)) < 1e13 else None
        if way == "rfc3339":
            moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
            return moment.timestamp() if moment.tzinfo else None
        whole, _, part = text.partition(".")
        moment = datetime.strptime(whole, way).replace(tzinfo=timezone.utc)
        return moment.timestamp() + (float("0." + part) if part else 0.0)
    except ValueError:
        return None

def way_of_times(texts):
    """How most of the first hundred different texts are to be read."""
    first = list(dict.fromkeys(texts))[:100]
    read = lambda way: sum(parse_time(way, text) is not None for text in first)
    return max(("seconds", "milliseconds", *PATTERNS, "rfc3339"), key=read)

class Input:
    """The points of the input, in degrees or metres as they stand there."""
    def __init__(self, path, points):
        names, rows = read_rows(path)
        lower = [name.lower() for name in names]
        def column(what, needed=True):
            if points.get(what):
                if points[what] not in names:
                    raise Refused(f"{path}: no column has the name that the report tells for the {what}")
                return names.index(points[what])
            found = next((lower.index(usual) for usual in USUAL[what].split() if usual in lower), None)
            if found is None and needed:
                raise Refused(f"{path}: no column for the {what}")
            return found
        metres = bool(points.get("x")) or not points.get("longitude") and column("longitude", False) is None
        trip, own = column("trip", False), column("id", False)
        self.names_objects, self.names_trips, self.degrees = own is not None, trip is not None, not metres
        own = trip if own is None else own
        if own is None:
            raise Refused(f"{path}: no column for the id")
        time = column("time")
        first, second = (column("x"), column("y")) if metres else (column("longitude"), column("latitude"))
        told = [names[one] for one in (own, time, first, second)]
        self.names = [told[0], "release_cluster" if "cluster" in told else "cluster", *told[1:]]
        way = way_of_times(row[time] for row in rows)
        def number(text, most):
            try:
                return float(text) if abs(float(text)) <= most else None
            except ValueError:
                return None
        wide, high = (1e8, 1e8) if metres else (180.0, 90.0)
        self.points = [(row[own], row[trip] if trip is not None else "", parse_time(way, row[time]),
                        number(row[first], wide), number(row[second], high)) for row in rows]

class Released:
    """The trajectories of the release: number, cluster, times and positions, and the texts of these."""
    def __init__(self, path, names):
        header, rows = read_rows(path)
        self.header, self.tracks = header, []
        if header != names:
            raise Refused(f"{path}: its columns are {header}, not {names}")
        if any(len(row) != len(names) for row in rows):
            raise Refused(f"{path}: a row has more or fewer cells than the header")
        way = way_of_times(row[2] for row in rows)
        for number, cluster, time, first, second in rows:
            if not self.tracks or self.tracks[-1]["number"] != number:
                self.tracks.append({"number": number, "cluster": cluster, "times": [], "texts": [], "places": []})
            track = self.tracks[-1]
            if track["cluster"] != cluster:
                raise Refused(f"{path}: trajectory {number} is in two clusters")
            try:
                track["places"].append((float(first), float(second)))
            except ValueError:
                raise Refused(f"{path}: a position of trajectory {number} is not a number") from None
            track["texts"].append((first, second))
            if (known := parse_time(way, time)) is None:
                raise Refused(f"{path}: a time of trajectory {number} cannot be read")
            track["times"].append(known)
        self.clusters = []
        for track in self.tracks:
            if not self.clusters or self.clusters[-1][0]["cluster"] != track["cluster"]:
                self.clusters.append([])
            self.clusters[-1].append(track)

# ---- 2. Trips ----------------------------------------------------------------------------------------------

def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0

def away_from_zero(value):
    return math.copysign(math.floor(abs(value) + 0.5), value)

class Projection:
    """Metres around the median of some positions, to a hundredth of a degree."""
    def __init__(self, positions):
        self.longitude, self.latitude = (away_from_zero(quantile([p[axis] for p in positions], 0.5) * 100.0) / 100.0
                                         for axis in (0, 1))
        self.shrink = math.cos(math.radians(self.latitude))

    def to_metres(self, place):
        return (math.radians(place[0] - self.longitude) * self.shrink * RADIUS, math.radians(place[1] - self.latitude) * RADIUS)

    def to_degrees(self, place):
        return (self.longitude + math.degrees(place[0] / (self.shrink * RADIUS)), self.latitude + math.degrees(place[1] / RADIUS))

class Trips:
    """Each trip with its object: its points (seconds, metres) in order of time. The projection, and what was counted on the way."""
    def __init__(self, source, job):
        rules = job.get("trips", {})
        bounds, most = rules.get("bounds"), rules.get("max_speed_kmh")
        self.dropped = Counter(dict.fromkeys(DROPPED, 0))
        usable = [point for point in source.points if self.is_usable(point, bounds)]
        places = [point[3:] for point in usable]
        self.projection = projection = Projection(places) if source.degrees and usable else None
        in_metres = projection.to_metres if projection else lambda place: place
        self.suspect = far_away(places, in_metres, projection is not None) if usable and not bounds else {"far_away": 0, "at_zero": 0}
        self.suspect["too_fast"] = self.out_of_order = 0
        cut = rules.get("cut") or ("none" if source.names_trips else "gap")
        numbers = {name: number for number, name in enumerate(dict.fromkeys(point[0] for point in source.points))}
        sequences = defaultdict(list)
        for own, trip, time, *place in usable:
            sequences[numbers[own], "" if cut == "day" else trip].append((time, in_metres(tuple(place))))
        self.trips = []
        for (own, _), points in sorted(sequences.items(), key=lambda one: one[0][0]):
            self.out_of_order += sum(b[0] < a[0] for a, b in zip(points, points[1:]))
            different = once_a_time(sorted(points))
            kept = fast_enough(different, most)
            self.dropped["duplicate_times"] += len(points) - len(different)
            self.dropped["too_fast"] += len(different) - len(kept)
            if most is None:
                self.suspect["too_fast"] += sum(math.dist(a, b) > FASTEST / 3.6 * (later - time) for (time, a), (later, b) in zip(kept, kept[1:]))
            for trip in cut_at(kept, cut, rules.get("gap_minutes", 20.0) * 60.0):
                if len(trip) >= max(rules.get("min_points", 2), 1):
                    self.trips.append((own, trip))
                else:
                    self.dropped.update({"short_trips": 1, "points_of_short_trips": len(trip)})

    def is_usable(self, point, bounds):
        _, _, time, x, y = point
        why = "bad_coordinates" if x is None or y is None else "bad_times" if time is None else None
        if not why and bounds and not (bounds[0] <= x <= bounds[2] and bounds[1] <= y <= bounds[3]):
            why = "outside_bounds"
        self.dropped.update([why] if why else [])
        return why is None

DROPPED = ["bad_coordinates", "bad_times", "outside_bounds", "duplicate_times", "too_fast", "short_trips", "points_of_short_trips"]
FASTEST, FAR, BULK = 1200.0, 10.0, 0.95  # kilometres an hour; times as far as this share of all points is from the middle

def reach_of(places):
    """The middle of some points in metres, and how far from another a point is that nothing of the data lies between."""
    middle = [quantile([place[axis] for place in places], 0.5) for axis in (0, 1)]
    return middle, FAR * max(100.0, quantile([math.dist(place, middle) for place in places], BULK))

def far_away(places, in_metres, degrees):
    middle, reach = reach_of([in_metres(place) for place in places])
    found = [place for place in places if math.dist(in_metres(place), middle) > reach]
    return {"far_away": len(found), "at_zero": sum(0.0 in place for place in found) if degrees else 0}

def once_a_time(points):
    return [point for place, point in enumerate(points) if place == 0 or points[place - 1][0] != point[0]]

def fast_enough(points, most):
    if most is None:
        return points
    kept = []
    for time, place in points:
        if not kept or math.dist(kept[-1][1], place) <= most / 3.6 * (time - kept[-1][0]):
            kept.append((time, place))
    return kept

def cut_at(points, cut, gap):
    day = lambda time: time // 86_400
    trip = []
    for point in points:
        if trip and (cut == "gap" and point[0] - trip[-1][0] > gap or cut == "day" and day(point[0]) != day(trip[-1][0])):
            yield trip
            trip = []
        trip.append(point)
    if trip:
        yield trip

# ---- 3. Sampling -------------------------------------------------------------------------------------------

def instant_of(span, instant, instants):
    return span[0] + (span[1] - span[0]) * instant / max(instants - 1, 1)

def place_at(trip, time):
    after = next((place for place, (known, _) in enumerate(trip) if known >= time), None)
    if after is None:
        return trip[-1][1]
    if after == 0:
        return trip[0][1]
    (t0, a), (t1, b) = trip[after - 1], trip[after]
    share = (time - t0) / (t1 - t0)
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)

class Sampled:
    """All trips at their instants, in an order that follows from what they are: by positions, then times; among equal
    ones, by how the other trips of their objects look."""
    def __init__(self, trips, job):
        sampling, rules = job.get("sampling", {}), job.get("trips", {})
        self.instants = instants = sampling.get("instants", 10)
        self.by_day = (sampling.get("time") or ("day" if rules.get("cut") == "day" else "trip")) == "day"
        rows, self.held = [], 0
        for own, trip in trips:
            midnight = trip[0][0] // 86_400 * 86_400.0
            span = [midnight, midnight + 86_399.0] if self.by_day else [trip[0][0], trip[-1][0]]
            times = [instant_of(span, instant, instants) for instant in range(instants)]
            self.held += sum(not trip[0][0] <= time <= trip[-1][0] for time in times)
            places = [place_at(trip, time) for time in times]
            rows.append((places, [0.0, 86_399.0] if self.by_day else span, own))
        worth = 0.0 if self.by_day else sampling.get("metres_per_second", 1.0)
        look = lambda row: (row[0], row[1] if worth > 0 else [])
        rows.sort(key=look)
        if job["privacy"].get("unit", "object") == "object" and len({row[2] for row in rows}) < len(rows):
            looks, others = [], defaultdict(list)
            for place, row in enumerate(rows):
                looks.append(looks[-1] + (look(row) != look(rows[place - 1])) if place else 0)
                others[row[2]].append(looks[-1])
            order = sorted(range(len(rows)), key=lambda place: (looks[place], others[rows[place][2]], rows[place][2]))
            rows = [rows[place] for place in order]
        self.places, self.spans, self.objects = ([row[part] for row in rows] for part in (0, 1, 2))

# ---- 4. The file -------------------------------------------------------------------------------------------

def the_file(released, sizes, sampled, job, in_metres, unit_of_text):
    """What the release shows by itself."""
    delta, clusters = job["privacy"].get("delta", 0.0), released.clusters
    numbers = [track["number"] for track in released.tracks]
    yield "numbers", numbers == [str(n + 1) for n in range(len(numbers))], "trajectories are numbered from 1"
    found = [cluster[0]["cluster"] for cluster in clusters]
    yield "clusters", found == [str(n + 1) for n in range(len(found))] and [*map(len, clusters)] == sizes, (
        f"{len(clusters)} clusters, numbered from 1, of the sizes in the report")
    digits = 7 if unit_of_text == 1e-7 else 3
    shaped = lambda text: len(text.partition(".")[2]) == digits
    yield "digits", all(shaped(text) for track in released.tracks for texts in track["texts"] for text in texts), (
        f"coordinates have {digits} digits")
    whole = all(len(track["times"]) == sampled.instants and all(a < b for a, b in zip(track["times"], track["times"][1:]))
                and all(time == int(time) for time in track["times"]) for track in released.tracks)
    yield "instants", whole, f"each trajectory has {sampled.instants} instants in order, in whole seconds"
    yield "equal times", all(track["times"] == cluster[0]["times"] for cluster in clusters for track in cluster), "within clusters"
    even = all(time == away_from_zero(instant_of([track["times"][0], track["times"][-1]], at, len(track["times"])))
               for track in released.tracks for at, time in enumerate(track["times"]))
    yield "even instants", even, "equal parts of the time from first to last"
    key = lambda track: [tuple(round(value / unit_of_text) for value in place) for place in track["places"]]
    ordered = all(key(a) <= key(b) for cluster in clusters for a, b in zip(cluster, cluster[1:]))
    first = [(key(cluster[0]), cluster[0]["times"][0], cluster[0]["times"][-1]) for cluster in clusters]
    yield "order", ordered and first == sorted(first), "clusters and members are in the order of their points"
    widest = widest_of(released, sampled.instants, in_metres) if whole else math.inf
    yield "delta", widest <= delta, f"members are within {widest:.3f} m of each other, {delta:g} m are allowed"
    k = job["privacy"]["k"]
    yield "k by trajectories", all(len(cluster) >= k for cluster in clusters), f"the smallest has {min(map(len, clusters), default=0)}"
    left_out = len(sampled.places) - len(released.tracks)
    yield "left out", 0 <= left_out <= job.get("suppression", {}).get("limit", 0.0) * len(sampled.places), f"{left_out} trajectories"

def widest_of(released, instants, in_metres):
    return max((width([in_metres(track["places"][at]) for track in cluster])
                for cluster in released.clusters for at in range(instants)), default=0.0)

def width(places):
    different = list(set(places))
    if len(different) > 60:
        different = hull(different)
    return max((math.dist(a, b) for at, a in enumerate(different) for b in different[at + 1:]), default=0.0)

def hull(places):
    def chain(ordered):
        kept = []
        for c in ordered:
            while len(kept) >= 2 and ((kept[-1][0] - kept[-2][0]) * (c[1] - kept[-2][1])
                                      <= (kept[-1][1] - kept[-2][1]) * (c[0] - kept[-2][0])):
                kept.pop()
            kept.append(c)
        return kept[:-1]
    ordered = sorted(places)
    return chain(ordered) + chain(ordered[::-1])

def of_nobody(released, sampled, k, is_equal, texts_of):
    """Without knowing who is in a cluster: its times and places are not those of a single trip of the input."""
    spans = Counter((away_from_zero(a), away_from_zero(b)) for a, b in sampled.spans)
    clusters = released.clusters
    own = sum(0 < spans[cluster[0]["times"][0], cluster[0]["times"][-1]] < k for cluster in clusters)
    # A mean of whole minutes is another one's by chance, now and then.
    often = lambda found, all: found > max(3, all / 10)
    if not sampled.by_day:
        yield "times are nobody's", not often(own, len(clusters)), f"{own} of {len(clusters)} clusters have a trip's own start and end"
    if is_equal and clusters:
        places = [Counter(texts_of(track[at]) for track in sampled.places) for at in range(sampled.instants)]
        points = [cluster[0]["texts"][at] for cluster in clusters for at in range(sampled.instants)]
        own = sum(0 < places[number % sampled.instants][text] < k for number, text in enumerate(points))
        yield "places are nobody's", not often(own, len(points)), f"{own} of {len(points)} are a trip's own place at that instant"

# ---- 5. The clusters ---------------------------------------------------------------------------------------

def mean(places):
    return (sum(place[0] for place in places) / len(places), sum(place[1] for place in places) / len(places))

def smoothed_median(places, radius):
    """Weiszfeld's iteration from the mean, smoothed over the spread of the cluster; the best of thirty steps."""
    start = mean(places)
    spread = sum(math.dist(place, start) ** 2 for place in places) / len(places)
    total = lambda centre: sum(max(math.dist(place, centre) - radius, 0.0) for place in places)
    best, now = start, start
    for _ in range(30):
        outside = [place for place in places if math.dist(place, now) > max(radius, 1e-9)]
        pulls = [1 / math.sqrt(math.dist(place, now) ** 2 + spread) for place in outside]
        if not pulls:
            break
        now = tuple(now[axis] + sum(pull * (place[axis] - now[axis]) for pull, place in zip(pulls, outside)) / sum(pulls)
                    for axis in (0, 1))
        if total(now) < total(best) - 1e-6:
            best = now
    return best

def clear_places(places, anchor, written, radius):
    """Where an anchor may stand: where it is, unless it is a member's own place; then some steps aside. The best first."""
    farthest = max(math.dist(place, anchor) for place in places)
    if farthest <= SAME_PLACE:
        return [anchor]
    spread = math.sqrt(sum(math.dist(place, anchor) ** 2 for place in places) / len(places))
    clear = max(CLEAR * spread / math.sqrt(len(places)), written)
    distance = lambda at: min(math.dist(place, at) for place in places)
    if radius > clear or distance(anchor) > clear:
        return [anchor]
    found = []
    for far in (place for place in places if math.dist(place, anchor) >= farthest * (1 - 1e-9)):
        ahead = math.atan2(far[1] - anchor[1], far[0] - anchor[0])
        aside = [(anchor[0] + step * clear * math.cos(ahead + turn * math.tau / DIRECTIONS),
                  anchor[1] + step * clear * math.sin(ahead + turn * math.tau / DIRECTIONS))
                 for step in STEPS for turn in range(DIRECTIONS)]
        found.append(next((at for at in aside if distance(at) > clear), max([anchor, *aside], key=distance)))
    return found

def moved(place, anchor, radius):
    if radius <= 0:
        return anchor
    far = math.dist(place, anchor)
    return place if far <= radius else tuple(anchor[axis] + (place[axis] - anchor[axis]) * radius / far for axis in (0, 1))

class Clusters:
    """Which trips the members of each cluster were made of."""
    def __init__(self, released, made_of, sampled, job, rounding, in_metres, texts_of):
        self.sampled, self.job, self.rounding, self.texts_of = sampled, job, rounding, texts_of
        self.delta, self.k = job["privacy"].get("delta", 0.0), job["privacy"]["k"]
        self.equal = self.delta / 2 <= rounding
        self.radius = 0.0 if self.equal else self.delta / 2 - rounding
        rest = iter(made_of)
        self.clusters = [[(next(rest), [in_metres(place) for place in track["places"]], track) for track in cluster]
                         for cluster in released.clusters]
        by_trip = job["privacy"].get("unit", "object") == "trip"
        self.unit = (lambda member: member) if by_trip else (lambda member: sampled.objects[member])

    def pairs(self):
        """Original and released places of each published trajectory, with its times."""
        for cluster in self.clusters:
            for member, places, track in cluster:
                yield member, self.sampled.places[member], places, [track["times"][0], track["times"][-1]]

    def checks(self):
        fewest = min((len({self.unit(member) for member, *_ in cluster}) for cluster in self.clusters), default=self.k)
        what = "trips" if self.job["privacy"].get("unit") == "trip" else "objects"
        yield f"k by {what}", fewest >= self.k, f"the cluster with the fewest has {fewest}, {self.k} are required"
        wrong, worst = self.wrong_places()
        yield "places", wrong == 0, f"{wrong} are not where the members of their cluster meet; the farthest is off by {worst:.3f} m"
        wrong = sum(not self.has_mean_times(cluster) for cluster in self.clusters)
        yield "times", wrong == 0, f"{wrong} of {len(self.clusters)} clusters do not have the mean times of their members"
        if self.equal and "positions: somebody's own" not in self.job.get("waivers", {}):
            yield "own places", self.own_points() == 0, f"{self.own_points()} points are where a member was, and fewer than {self.k} others"

    def wrong_places(self):
        wrong, worst, slack = 0, 0.0, self.rounding + 1e-3
        for cluster in self.clusters:
            for at in range(self.sampled.instants):
                own = [self.sampled.places[member][at] for member, *_ in cluster]
                median = self.job.get("release", {}).get("anchor", "mean") == "median"
                anchor = smoothed_median(own, self.delta / 2) if median else mean(own)
                anchors = clear_places(own, anchor, 4 * self.rounding, self.delta / 2)
                off = min(max(math.dist(moved(place, anchor, self.radius), released[at])
                              for place, (_, released, _) in zip(own, cluster)) for anchor in anchors)
                wrong, worst = wrong + (off > slack), max(worst, off)
        return wrong, worst

    def has_mean_times(self, cluster):
        start, end = (away_from_zero(sum(self.sampled.spans[member][side] for member, *_ in cluster) / len(cluster))
                      for side in (0, 1))
        return all([track["times"][0], track["times"][-1]] == [start, max(end, start + self.sampled.instants - 1)]
                   for *_, track in cluster)

    def own_points(self):
        """Points that are written as somebody's own place; with delta above 0, as that of their own object."""
        found = 0
        for cluster in self.clusters:
            for at in range(self.sampled.instants):
                text = lambda member: self.texts_of(self.sampled.places[member][at])
                if not self.equal:
                    found += sum(track["texts"][at] == text(member) for member, _, track in cluster)
                elif any(cluster[0][2]["texts"][at] == text(member) for member, *_ in cluster):
                    there = {self.unit(member) for member, *_ in cluster
                             if math.dist(self.sampled.places[member][at], cluster[0][1][at]) <= SAME_PLACE}
                    found += len(cluster) * (len(there) < self.k)
        return found

# ---- 6. Figures --------------------------------------------------------------------------------------------

def utility(clusters, sampled):
    """The figures of use that no random number is in."""
    pairs = list(clusters.pairs())
    shifts = [math.dist(a, b) for _, own, released, _ in pairs for a, b in zip(own, released)]
    length = lambda track: sum(math.dist(a, b) for a, b in zip(track, track[1:]))
    lengths = [(length(own), length(released)) for _, own, released, _ in pairs]
    share = lambda part, of: part / of if of else 0.0
    def in_time(a, b):
        start, end = b[0] - a[0], b[1] - a[1]
        return abs(start + end) / 2 if start * end >= 0 else (start * start + end * end) / (2 * (abs(start) + abs(end)))
    return {"total_translation_distortion": sum(shifts), "median_shift": quantile(shifts, 0.5),
            "nine_in_ten_shift": quantile(shifts, 0.9), "mean_shift": share(sum(shifts), len(shifts)),
            "max_shift": max(shifts, default=0.0),
            "mean_time_shift": share(sum(in_time(sampled.spans[member], span) for member, _, _, span in pairs), len(pairs)),
            "trip_length_error": share(sum(abs(a - b) / max(a, b) if max(a, b) else 0.0 for a, b in lengths), len(pairs)),
            "trash_share": share(len(sampled.places) - len(pairs), len(sampled.places))}

def origin_destination_error(originals, released):
    ends = [end for track in released for end in (track[0], track[-1])]
    corner = [min((end[axis] for end in ends), default=math.inf) for axis in (0, 1)]
    if not ends:
        return 1.0 if originals else 0.0
    cell = lambda place: tuple(math.floor((place[axis] - corner[axis]) / 1000) for axis in (0, 1))
    trips = Counter((cell(track[0]), cell(track[-1])) for track in originals)
    trips.subtract(Counter((cell(track[0]), cell(track[-1])) for track in released))
    return sum(map(abs, trips.values())) / (len(originals) + len(released))

def linkage(clusters, sampled):
    """The attack of somebody who knows a whole trajectory and its times, on every published one."""
    published = [(clusters.unit(member), own, sampled.spans[member], released, span) for member, own, released, span in clusters.pairs()]
    group = lambda side: Counter_of((tuple(one[side]), tuple(one[side + 1]), one[0]) for one in published)
    tracks, originals = group(3), group(1)
    instants = sampled.instants
    shares, before = [], []
    for unit, own, span, released, its_span in published:
        alike = originals[tuple(own), tuple(span)]
        before.append(alike[unit] / sum(alike.values()))
        shares.append((unit, shares_of_nearest(tracks, unit, own, span, released, its_span, instants)))
    success = [sum(share[rate] for _, share in shares) / max(len(shares), 1) for rate in range(len(RATES))]
    best = success.index(max(success))
    missed = defaultdict(lambda: 1.0)
    for unit, share in shares:
        missed[unit] *= 1 - share[best]
    return {"tried": len(shares), "objects": len(missed), "success": success[best], "metres_per_second": RATES[best],
            "before": sum(before) / max(len(before), 1),
            "any_trip": sum(1 - part for part in missed.values()) / max(len(missed), 1)}

POINTS, MOST_GUESSES = 5, 100_000

def five_points(clusters, sampled):
    """The chance of somebody who knows where an object was at five of the instants, and when; of how many draws of instants for each
    trajectory it is the mean, or None where there are no more than five."""
    published = [(clusters.unit(member), own, sampled.spans[member], released, span) for member, own, released, span in clusters.pairs()]
    tracks, instants, draw = Counter_of((tuple(one[3]), tuple(one[4]), one[0]) for one in published), sampled.instants, random.Random(1)
    draws = None if instants <= POINTS else max(1, min(20, MOST_GUESSES // max(1, len(tracks) * len(published))))
    sums = [0.0] * len(RATES)
    for unit, own, span, *_ in published:
        for _ in range(draws or 1):
            known = [(instant_of(span, at, instants), own[at]) for at in sorted(draw.sample(range(instants), min(POINTS, instants)))]
            nearest, found = [math.inf] * len(RATES), [(0, 0)] * len(RATES)
            for (places, (start, end)), units in tracks.items():
                metres = seconds = 0.0
                for second, place in known:
                    within = min(max(second, start), max(start, end))
                    at = (within - start) / (end - start) * (instants - 1) if end > start else 0.0
                    before = min(int(at), instants - 1)
                    a, b, share = places[before], places[min(before + 1, instants - 1)], at - before
                    metres += math.dist(place, (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
                    seconds += abs(second - within)
                for rate, worth in enumerate(RATES):
                    here = metres + worth * seconds
                    if here < nearest[rate]:
                        nearest[rate], found[rate] = here, (0, 0)
                    if here <= nearest[rate]:
                        found[rate] = (found[rate][0] + units[unit], found[rate][1] + sum(units.values()))
            sums = [total + mine / all_ for total, (mine, all_) in zip(sums, found)]
    return max(sums) / max(1, len(published) * (draws or 1)), draws

def shares_of_nearest(tracks, unit, own, span, released, its_span, instants, also=()):
    """The share of the right object among the nearest published trips, for each rate; trips of `also` may be its own."""
    times = [instant_of(span, at, instants) for at in range(instants)]
    def distance(places, other, most):
        metres = seconds = 0.0
        for at in range(instants):
            metres += math.dist(own[at], places[at])
            seconds += abs(times[at] - instant_of(other, at, instants))
            if all(metres + rate * seconds > least for rate, least in zip(RATES, most)):
                return None
        return [metres + rate * seconds for rate in RATES]
    nearest = distance(released, its_span, [math.inf] * len(RATES))
    found = [(0, 0)] * len(RATES)
    for (places, other), units in tracks.items():
        here = distance(places, other, nearest)
        for rate, metres in enumerate(here or []):
            if metres < nearest[rate]:
                nearest[rate], found[rate] = metres, (0, 0)
            if metres <= nearest[rate]:
                mine = sum(units[one] for one in (unit, *also))
                found[rate] = (found[rate][0] + mine, found[rate][1] + sum(units.values()))
    return [mine / all for mine, all in found]

def Counter_of(rows):
    found = defaultdict(Counter)
    for places, span, unit in rows:
        found[places, span][unit] += 1
    return found

def insiders(clusters):
    """All other members of a cluster compute the last one from the mean, on every object with one trip in its cluster."""
    colluding, tried, errors = reconstructed(clusters)
    return {"colluding": min(colluding, default=0), "tried": tried, "median_error": quantile(errors, 0.5) if errors else None,
            "within_a_metre": sum(error <= 1 for error in errors) / max(len(errors), 1)}

def reconstructed(clusters):
    """For each cluster how many others there are, how many members are tried, and how far off each of their points is computed."""
    errors, tried, colluding = [], 0, []
    for cluster in clusters.clusters:
        units = Counter(clusters.unit(member) for member, *_ in cluster)
        colluding.append(len(units) - 1)
        victims = [place for place, (member, *_) in enumerate(cluster) if units[clusters.unit(member)] == 1]
        tried += len(victims)
        for at in range(clusters.sampled.instants):
            own = [clusters.sampled.places[member][at] for member, *_ in cluster]
            released = [places[at] for _, places, _ in cluster]
            seen = []
            for a, b in zip(own, released):
                way = math.dist(a, b)
                if clusters.radius <= 0:
                    seen.append((b, 1.0))
                elif way < 0.1:
                    seen.append((b, 0.0))
                else:
                    seen.append((tuple(b[axis] - (a[axis] - b[axis]) * clusters.radius / way for axis in (0, 1)), way))
            for victim in victims:
                others = [one for place, one in enumerate(seen) if place != victim]
                weight = sum(one[1] for one in others)
                if weight > 1e-9 * sum(one[1] for one in seen):
                    anchor = [sum(place[axis] * one for place, one in others) / weight for axis in (0, 1)]
                    found = [anchor[axis] * len(own) - sum(place[axis] for n, place in enumerate(own) if n != victim) for axis in (0, 1)]
                else:
                    found = released[victim]
                errors.append(math.dist(found, own[victim]))
    return colluding, tried, errors

def object_facts(clusters, sampled, k):
    different = [{sampled.objects[member] for member, *_ in cluster} for cluster in clusters.clusters]
    fewest = min(map(len, different), default=0)
    often = Counter(one for objects in different for one in objects)
    return {"fewest_in_a_cluster": fewest, "weakest_clusters": sum(len(one) == fewest for one in different),
            "clusters_below_k": sum(len(one) < k for one in different), "in_several_clusters": sum(count > 1 for count in often.values())}

# ---- 7. Whose each trajectory is -----------------------------------------------------------------------------

# A public report does not say which trip each published trajectory was made of. Where input and release show it together, it
# is worked out here. Members that are equal stand at the mean or the median of their trips: sets of near trips are tried, the
# means by the sums of half a cluster each. Others stand on a circle around the middle of their cluster: a trip that is supposed
# for one of them gives the middle, and the middle gives the others. A cluster is certain where moving the supposed trips
# together gives what is published, no other trips do, and chance would not make others do so.

MOST_TRIED = 1000  # victims of the attack; a program that tries more draws them
FALSE_ALARM, MOST_SETS, MOST_STEPS = 1e-9, 2_000_000, 8_000_000

class Recovery:
    """For each cluster of a release the trips of its members, in their order, or None where these are not certain."""
    def __init__(self, released, sampled, job, rounding, in_metres, texts_of, made_of=None):
        self.sampled, self.job, self.rounding, self.in_metres, self.texts_of = sampled, job, rounding, in_metres, texts_of
        self.size_of_set, self.clusters = len(sampled.places), released.clusters
        self.tracks = [[[in_metres(place) for place in track["places"]] for track in cluster] for cluster in self.clusters]
        self.delta = job["privacy"].get("delta", 0.0)
        self.equal = self.delta / 2 <= rounding
        self.radius = 0.0 if self.equal else self.delta / 2 - rounding
        self.is_median = job.get("release", {}).get("anchor", "mean") == "median"
        self.texts = [[texts_of(place) for place in own] for own in sampled.places]
        self.look = Counter((tuple(own), tuple(span)) for own, span in zip(sampled.places, sampled.spans))
        if made_of:
            rest = iter(made_of)
            self.members = [self.checked(at, [next(rest) for _ in cluster]) for at, cluster in enumerate(self.clusters)]
        else:
            self.members = [None] * len(self.clusters)
            self.recover()

    def recover(self):
        """Until no further cluster is certain; trips of certain ones are in no other."""
        for _ in range(4):
            free, before = self.free(), sum(of is not None for of in self.members)
            for at in range(len(self.clusters)):
                if self.members[at] is None:
                    self.members[at] = self.of_cluster(at, free)
            often = Counter(one for of in self.members if of for one in of)
            self.members = [of if of and all(often[one] == 1 for one in of) else None for of in self.members]
            if sum(of is not None for of in self.members) in (before, len(self.clusters)):
                break
        open_, free = [at for at, of in enumerate(self.members) if of is None], self.free()
        if self.equal and len(open_) == 1 and len(free) == len(self.clusters[open_[0]]):  # nothing is left out
            self.members[open_[0]] = self.checked(open_[0], free)

    def free(self):
        taken = {one for of in self.members if of for one in of}
        return [one for one in range(self.size_of_set) if one not in taken]

    def checked(self, at, members):
        """The members, if moving them together gives what is published of this cluster."""
        one = Released.__new__(Released)
        one.clusters = [self.clusters[at]]
        if len({*members}) < len(members) or max(members) >= self.size_of_set:
            return None
        shown = Clusters(one, members, self.sampled, self.job, self.rounding, self.in_metres, self.texts_of)
        return members if shown.wrong_places()[0] == 0 and shown.has_mean_times(shown.clusters[0]) else None

    def of_cluster(self, at, free):
        if len(self.clusters[at]) > len(free):
            return None
        if not self.equal:
            return self.on_circles(at, free)
        if not self.is_improbable(len(free), len(self.clusters[at])):
            return None
        found = {}
        for members in itertools.islice(self.with_median(at, free) if self.is_median else self.with_sum(at, free), 50):
            if self.checked(at, sorted(members)):
                found[tuple(sorted(members))] = sorted(members)
        # Others that look the same would do as well.
        sure = len(found) == 1 and all(self.look[tuple(self.sampled.places[one]), tuple(self.sampled.spans[one])] == 1 for of in found for one in of)
        return [*found.values()][0] if sure else None

    def is_improbable(self, free, size):
        """Whether chance would hardly make other sets of trips have a mean that is written alike: where two sums at the first and the last
        instant are as near as rounding allows, in hundreds of drawn pairs of sets or by the spread of their places."""
        draw, apart = random.Random(1), 4 * self.rounding * size
        chance = float(math.comb(free, size))
        for instant in (0, self.sampled.instants - 1):
            for axis in (0, 1):
                values = [own[instant][axis] for own in self.sampled.places]
                sums = [sum(draw.choices(values, k=size)) for _ in range(600)]
                near = sum(abs(one - other) <= apart for one, other in zip(sums[::2], sums[1::2])) / 300
                middle = sum(sums) / len(sums)
                spread = math.sqrt(sum((one - middle) ** 2 for one in sums) / len(sums))
                chance *= min(1.0, max(2 * near, apart / spread if spread else 1.0))
        return chance < 1e-6

    def nearest(self, at, free, most):
        ways = sorted((sum(map(math.dist, self.sampled.places[one], self.tracks[at][0])), one) for one in free)
        return [one for _, one in ways[:most]]

    def pool(self, at, chosen, most, free):
        """The nearest trips of which no more sets of so many can be made; never fewer than the cluster has."""
        size = len(self.clusters[at])
        number = max((n for n in range(size, len(free) + 1) if math.comb(n, chosen) <= most), default=0)
        return self.nearest(at, free, number)

    def with_sum(self, at, free):
        """Sets of near trips whose mean a cluster of equal ones is, found half a cluster at a time by their sums at one instant."""
        size, mean_track, places = len(self.clusters[at]), self.tracks[at][0], self.sampled.places
        larger, apart = -(-size // 2), 2 * self.rounding * size
        near = self.pool(at, larger, min(20_000, MOST_SETS // max(1, len(self.clusters))), free)
        sums = lambda members, instant: [math.fsum(places[one][instant][axis] for one in members) for axis in (0, 1)]
        def fits(members):
            own = [sums(members, instant) for instant in range(self.sampled.instants)]
            right = sum(math.hypot(x / size - a, y / size - b) <= 2 * self.rounding for (x, y), (a, b) in zip(own, mean_track))
            return right * 10 >= self.sampled.instants * 9
        for instant in sorted({0, self.sampled.instants - 1}):
            halves = defaultdict(list)
            for half in itertools.combinations(near, size // 2):
                x, y = sums(half, instant)
                halves[math.floor(x / apart), math.floor(y / apart)].append(half)
            for half in itertools.combinations(near, larger):
                x, y = (math.floor((size * total - part) / apart) for total, part in zip(mean_track[instant], sums(half, instant)))
                for cell in itertools.product((x - 1, x, x + 1), (y - 1, y, y + 1)):
                    for other in halves.get(cell, ()):
                        if not {*half} & {*other} and fits([*half, *other]):
                            yield [*half, *other]

    def with_median(self, at, free):
        """Sets of near trips whose median a cluster of equal ones is, at an instant at either end."""
        size, track = len(self.clusters[at]), self.tracks[at][0]
        near = self.pool(at, size, min(2_000, 20_000 // max(1, len(self.clusters))), free)
        for members in itertools.combinations(near, size):
            for instant in (0, self.sampled.instants - 1):
                median = smoothed_median([self.sampled.places[one][instant] for one in members], self.delta / 2)
                if math.dist(median, track[instant]) <= 4 * self.rounding:
                    yield [*members]
                    break

    def on_circles(self, at, free):
        """The one way to suppose trips for all members of a cluster that are not equal."""
        tracks, size, radius, written = self.tracks[at], len(self.clusters[at]), self.radius, 2 * self.rounding + 1e-3
        steps, found, instants = [MOST_STEPS // max(1, len(self.clusters) * size), 0], [], range(self.sampled.instants)
        def middles(one, member, known):
            """The middles at all instants, each with how far it may be off, if this trip is that member; None if it is not."""
            own, track, texts, more = self.sampled.places[one], tracks[member], self.texts[one], [*known]
            for instant in instants:
                steps[1] += 1
                middle, far = known[instant], math.dist(own[instant], track[instant])
                if middle:
                    if math.dist(moved(own[instant], middle[0], radius), track[instant]) > 3 * middle[1] + 2 * written:
                        return None
                if texts[instant] == tuple(self.clusters[at][member]["texts"][instant]):
                    continue
                if far <= written:
                    continue
                off = written * (1 + 2 * radius / far)
                if not middle or off < middle[1]:
                    place = tuple(track[instant][axis] - (own[instant][axis] - track[instant][axis]) * radius / far for axis in (0, 1))
                    if any(math.dist(other[instant], place) > radius + off + written for other in tracks):
                        return None
                    more[instant] = place, off
            return more
        def extend(members, known):
            if len(members) == size:
                found.extend([members] if self.checked(at, members) else [])
                return
            for one in free:
                if len(found) > 1 or steps[1] > steps[0]:
                    return
                if one not in members and (more := middles(one, len(members), known)):
                    extend([*members, one], more)
        extend([], [None] * self.sampled.instants)
        return found[0] if len(found) == 1 and steps[1] <= steps[0] else None

def may_be(claimed, low, high):
    """Whether a figure, which a public report tells with two digits, lies between two that were found."""
    return min(low, coarse(low * (1 - 1e-9))) - 1e-9 <= claimed <= max(high, coarse(high * (1 + 1e-9))) + 1e-9

def linkage_within(report, recovery, sampled, unit):
    """Figures of linkage and insiders where not all clusters are certain: what they can be, whatever the others are. Yields claims."""
    job, all_ = recovery.job, list(zip(recovery.clusters, recovery.members))
    published, certain = [], 0
    for (cluster, members), places in zip(all_, recovery.tracks):
        certain += len(cluster) * (members is not None)
        for at, track in enumerate(cluster):
            published.append((members and members[at], places[at], (track["times"][0], track["times"][-1])))
    count, claimed = len(published), report["linkage"]
    tracks = Counter_of((tuple(places), span, None if one is None else unit(one)) for one, places, span in published)
    known = [entry for entry in published if entry[0] is not None]
    step = max(1, -(-len(known) // MOST_TRIED))
    units = {unit(one) for one in range(len(sampled.places))}
    is_whole, one_each = count == len(sampled.places), len(units) == len(sampled.places)
    guess = lambda also: [(unit(one), shares_of_nearest(tracks, unit(one), sampled.places[one], sampled.spans[one], places, span, sampled.instants, also))
                          for one, places, span in known[::step]]
    shares = guess(())
    # What is not certain may be another trip of the same object.
    highest = shares if one_each or len(known) == count else guess((None,))
    tried = len(shares)
    chance = lambda drawn: math.sqrt(math.log(1 / FALSE_ALARM) / (2 * max(1, drawn)))
    off = chance(tried) * (step > 1) + chance(claimed["objects"]) * (count > MOST_TRIED)
    mean = lambda of, rate: sum(share[rate] for _, share in of) / max(tried, 1) * len(known) / max(count, 1)
    least, open_ = [max(0.0, mean(shares, rate) - off) for rate in range(len(RATES))], 1 - len(known) / max(count, 1)
    most = [min(1.0, mean(highest, rate) + off + open_) for rate in range(len(RATES))]
    of = f"{certain} of {count} published trajectories are certain"
    yield "linkage.success, at least", may_be(claimed["success"], max(least), 2.0), f"{of}: {max(least):.4f} at least, the report tells {claimed['success']}"
    yield "linkage.success, at most", may_be(claimed["success"], 0.0, max(most)), f"{of}: {max(most):.4f} at most, the report tells {claimed['success']}"
    rates = [rate for rate in range(len(RATES)) if most[rate] >= max(least) - 1e-12]
    yield "linkage.metres_per_second, may be", claimed["metres_per_second"] in [RATES[rate] for rate in rates], (
        f"a second may count as {', '.join(f'{RATES[rate]:g}' for rate in rates)}, the report tells {claimed['metres_per_second']:g}")
    if count <= MOST_TRIED:
        yield "linkage.tried", claimed["tried"] == count, f"all {count} published trajectories"
        if is_whole or one_each:
            objects = len(units) if is_whole else count
            yield "linkage.objects", claimed["objects"] == objects, f"{objects} are published"
    # Whoever has one trajectory is found by any of them as often as by this one.
    if one_each:
        yield "linkage.any_trip", may_be(claimed["any_trip"], claimed["success"], claimed["success"]), "each has one trajectory: it is linkage.success"
    elif count <= MOST_TRIED and is_whole:
        taken = {one for one, *_ in known}
        unsure = {unit(one) for one in range(len(sampled.places)) if one not in taken}
        bounds = []
        for rate in rates:
            missed, at_least = defaultdict(lambda: 1.0), defaultdict(lambda: 1.0)
            for (one, share), (_, most_share) in zip(shares, highest):
                missed[one] *= 1 - share[rate]
                at_least[one] *= 1 - most_share[rate]
            bounds.append([sum(1 - missed[one] for one in units) / len(units),
                           sum(1.0 if one in unsure else 1 - at_least[one] for one in units) / len(units)])
        low, high = min(low for low, _ in bounds), max(high for _, high in bounds)
        yield "linkage.any_trip, within", may_be(claimed["any_trip"], low, high), f"from {low:.4f} to {high:.4f}, the report tells {claimed['any_trip']}"
    yield from before_of_all(report, sampled, unit, count, is_whole)
    yield from insiders_within(report, recovery, sampled, unit, one_each)

def before_of_all(report, sampled, unit, count, is_whole):
    """How often whoever knows a trip finds it among the published ones as they were: it looks like those of others, or it does not."""
    alike = Counter_of((tuple(own), tuple(span), unit(one)) for one, (own, span) in enumerate(zip(sampled.places, sampled.spans)))
    shares = [alike[tuple(own), tuple(span)][unit(one)] / sum(alike[tuple(own), tuple(span)].values())
              for one, (own, span) in enumerate(zip(sampled.places, sampled.spans))]
    if all(share == 1 for share in shares):
        yield "linkage.before", report["linkage"]["before"] == 1, "no two trips of different objects look alike"
    elif is_whole and count <= MOST_TRIED:
        found = sum(shares) / max(1, len(shares))
        yield told("linkage.before", report, found, report["audience"] == "public")

def insiders_within(report, recovery, sampled, unit, one_each):
    """What members of a cluster compute of the last one, where not all clusters are certain."""
    claimed, instants = report["insiders"], sampled.instants
    parts = [(cluster, members) for cluster, members in zip(recovery.clusters, recovery.members)]
    known = Released.__new__(Released)
    known.clusters = [cluster for cluster, members in parts if members]
    made_of = [one for _, members in parts if members for one in members]
    shown = Clusters(known, made_of, sampled, recovery.job, recovery.rounding, recovery.in_metres, recovery.texts_of)
    colluding, tried, errors = reconstructed(shown)
    open_ = sum(len(cluster) for cluster, members in parts if not members)
    fewest = [len(cluster) - 1 for cluster, members in parts if not members]
    most = min([*colluding, *fewest], default=0)
    is_sure = one_each or not open_
    holds = claimed["colluding"] == most if is_sure else claimed["colluding"] <= most
    yield "insiders.colluding" + ", at most" * (not is_sure), holds, f"{most}, the report says {claimed['colluding']}"
    objects = report["objects"]["fewest_in_a_cluster"]
    if recovery.job["privacy"].get("unit", "object") != "trip":
        yield "insiders.colluding, objects", claimed["colluding"] == max(0, objects - 1), f"one fewer than the fewest objects in a cluster, {objects}"
    low, high = tried + open_ * one_each, tried + open_
    yield "insiders.tried" + ", within" * (low < high), low <= claimed["tried"] <= high, f"from {low} to {high}, the report says {claimed['tried']}"
    points = claimed["tried"] * instants
    unknown, near = points - len(errors), sum(error <= 1 for error in errors)
    if not low <= claimed["tried"] <= high or not points:
        return
    share = lambda count: count / points
    yield "insiders.within_a_metre, within", may_be(claimed["within_a_metre"], share(near), share(near + unknown)), (
        f"from {share(near):.4f} to {share(near + unknown):.4f}, the report says {claimed['within_a_metre']}")
    low, high = quantile(errors + [0.0] * unknown, 0.5), quantile(errors + [math.inf] * unknown, 0.5)
    error = claimed["median_error"]
    # What writing leaves of some centimetres follows from the last digits of a projection.
    holds = error is not None and may_be(error, low if low >= 0.15 else 0.0, max(0.15, high))
    yield "insiders.median_error, within", holds, f"from {low:.3f} to {high:.3f} m, the report says {error}"

# ---- 8. The report -----------------------------------------------------------------------------------------

def coarse(figure):
    """A figure with two digits; less than a millionth is the noise of numbers."""
    if figure is None:
        return None
    return 0.0 if abs(figure) < 1e-6 else float(f"{figure:.1e}")

def leaf(report, path):
    for key in path.split("."):
        report = report[int(key)] if isinstance(report, list) else report[key]
    return report

def told(path, report, found, is_public, coarsely=True):
    """Whether a report tells a figure as it was found; a public one with two digits."""
    claimed = leaf(report, path)
    expected = coarse(found) if is_public and coarsely and isinstance(found, float) else found
    near = lambda a, b: a == b or None not in (a, b) and math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-6)
    # The last digit of what was rounded may be the other one where the figure lies between two.
    same = near(claimed, expected) or is_public and isinstance(found, float) and any(
        near(claimed, coarse(found * (1 + hair))) for hair in (-1e-9, 1e-9))
    return path, same, f"the report says {claimed}, found {expected}"

def is_told(path, report, found):
    """Whether a report tells this, to the letter."""
    claimed = leaf(report, path)
    return path, claimed == found and type(claimed) is type(found), f"the report says {claimed}, found {found}"

def figures(report, clusters, sampled, is_public):
    """The figures of a report that follow from who is in which cluster."""
    everything = {"utility": utility(clusters, sampled), "objects": object_facts(clusters, sampled, clusters.k),
                  "insiders": insiders(clusters)}
    error = everything["insiders"]["median_error"]
    if is_public and error is not None:
        everything["insiders"]["median_error"] = max(error, 0.01)
    for section, found in everything.items():
        for key, figure in found.items():
            claimed = report[section][key]
            # What writing leaves of a centimetre follows from the last digits of a projection.
            if key == "median_error" and figure is not None and figure < 0.1:
                least = 0.01 if is_public else 0.0
                yield f"{section}.{key}, within", claimed is not None and least <= claimed < 0.15, f"the report says {claimed}, found {figure:.4f}"
            else:
                yield told(f"{section}.{key}", report, figure, is_public, key != "trash_share")
    pairs = list(clusters.pairs())
    # A public report tells it of the published trajectories alone.
    originals = [own for _, own, _, _ in pairs] if is_public else sampled.places
    yield told("utility.origin_destination_error", report, origin_destination_error(originals, [one for _, _, one, _ in pairs]), is_public)
    points = len(pairs) * sampled.instants
    yield told("privacy.0.own_positions", report, clusters.own_points() / max(points, 1), is_public)
    if len(pairs) <= MOST_TRIED:
        for key, figure in linkage(clusters, sampled).items():
            yield told(f"linkage.{key}", report, figure, is_public)
        found, draws = five_points(clusters, sampled)
        claimed = report["linkage"]["five_points"]
        if not draws:
            yield told("linkage.five_points", report, found, is_public)
        else:
            # The program drew other instants: means of as many draws differ by chance (Hoeffding), at five rates.
            far = math.sqrt(math.log(10 / FALSE_ALARM) / (2 * max(1, len(pairs)))) * (1 + 1 / math.sqrt(draws))
            yield "linkage.five_points, near", may_be(claimed, max(0.0, found - far), min(1.0, found + far)), (
                f"the report says {claimed}, found {found:.4f} with other draws, which differ by at most {far:.2f}")
    k = min((len({clusters.unit(member) for member, *_ in cluster}) for cluster in clusters.clusters), default=0)
    yield is_told("privacy.0.achieved.k", report, k)
    objects = {sampled.objects[member] for member, *_ in pairs}
    yield is_told("objects.objects", report, len(objects if is_public else {*sampled.objects}))
    yield is_told("dangers", report, dangers(clusters))

def dangers(clusters):
    """What stops a release unless a waiver accepts it: of how many trajectories, or points."""
    sampled, k, as_they_are, far_from_all = clusters.sampled, clusters.k, 0, 0
    _, reach = reach_of([place for _, own, _, _ in clusters.pairs() for place in own]) if clusters.clusters else (None, 0.0)
    for cluster in clusters.clusters:
        for member, places, track in cluster:
            stays = all(math.dist(a, b) <= 2 * clusters.rounding for a, b in zip(sampled.places[member], places))
            as_they_are += stays and len({clusters.unit(other) for other, _, its in cluster if its["texts"] == track["texts"]}) < k
            # The mean of the members of other objects is far away, at some instant.
            others = [sampled.places[other] for other, *_ in cluster if clusters.unit(other) != clusters.unit(member)]
            far_from_all += any(math.dist(sampled.places[member][at], mean([other[at] for other in others])) > reach
                                for at in range(sampled.instants)) if others else False
    found = {"trajectories: published as they are": as_they_are, "objects: far from everybody": far_from_all,
             "positions: somebody's own": clusters.own_points() if clusters.equal else 0}
    return [{"finding": finding, "trajectories": count} for finding, count in found.items() if count]

def caveats(report):
    """The sentences of a report, which follow from its job and figures."""
    job, linkage, insiders, objects = report["job"], report["linkage"], report["insiders"], report["objects"]
    k, by_trip = job["privacy"]["k"], job["privacy"]["unit"] == "trip"
    delta = format(Decimal(repr(float(job["privacy"]["delta"]))), "f").removesuffix(".0")
    found = (f"incog tried an attack on {linkage['tried']} published trajectories. An attacker who knows a whole trajectory with its times, "
             f"and takes the nearest published one, finds {'the right one' if by_trip else 'one of the same object'} with a probability of "
             f"{100 * linkage['success']:.1f} %. An attacker who knows five points and their times does so with a probability of "
             f"{100 * linkage['five_points']:.1f} %.")
    if delta == "0":
        yield f"With delta = 0 the members of a cluster are equal, so nobody can tell them apart. {found}"
    else:
        yield (f"With delta = {delta} m the members of a cluster are near each other but not equal. A point within delta/2 of the middle of its "
               f"cluster is published unchanged. Any other point moves to the nearest point of that circle. Therefore "
               f"{100 * report['privacy'][0]['own_positions']:.2f} % of the published points are the exact position of the person or vehicle. An "
               f"attacker who knows a trajectory closely often finds its published form, with better odds than one in {k}. {found} Only delta = 0 "
               "makes the members equal.")
    if by_trip and objects["clusters_below_k"]:
        yield (f"k counts trips, not the objects that made them (unit = \"trip\"): {objects['clusters_below_k']} clusters hold trips of fewer than "
               f"{k} different objects, and one has only {objects['fewest_in_a_cluster']}. The trips of one object do not protect each other: an "
               "attacker who knows one of them may recognize the object in such a cluster.")
    elif not by_trip and objects["in_several_clusters"]:
        yield (f"{objects['in_several_clusters']} objects have trips in several clusters. Each cluster holds at least {k} different objects. But an "
               "attacker who knows several trips of a person can intersect their clusters, and few other people may be in all of them. An attacker "
               f"who knows all trips of an object, and guesses each time, is right at least once with a probability of {100 * linkage['any_trip']:.1f}"
               f" %, on average over {linkage['objects']} objects. A release with one trip per object has no such intersections.")
    if insiders["median_error"] is not None:
        how = ("they multiply the published middle by the number of members, and subtract their own positions" if job["release"]["anchor"] == "mean"
               else "they take the published middle for the mean (with the median, they would come nearer)")
        who = ("each of two members computes the trajectory of the other" if insiders["colluding"] == 1 else
               f"{insiders['colluding']} members together compute the trajectory of the remaining one")
        yield (f"The members of a cluster are not protected from each other. In the smallest cluster {who}: {how}. incog tried this on "
               f"{insiders['tried']} published trajectories, with all other members of their clusters: half of the computed points are right to "
               f"within {insiders['median_error']:.2f} m, and {100 * insiders['within_a_metre']:.1f} % to within a metre. Choose k larger than the "
               "number of people who may combine their trajectories.")
    yield ("The release shows where each cluster was. An attacker who knows that a person is in a cluster learns roughly where that person was at "
           "every instant, whatever k is.")
    yield ("The release does not hide that a trajectory is in the data, because it is not differentially private. Several releases of the same or "
           "overlapping data may reveal more together than each alone.")

def warnings(suspect):
    """What an internal report says of points that cannot be right."""
    if suspect["far_away"]:
        at_zero = f", {suspect['at_zero']} of them at longitude or latitude 0" if suspect["at_zero"] else ""
        yield (f"{suspect['far_away']} points are far from all others{at_zero}, mostly by receiver errors, and they distort their clusters; leave "
               "them out with trips.bounds")
    if suspect["too_fast"]:
        yield (f"{suspect['too_fast']} steps between two points need more than 1200 km/h, mostly by receiver or clock errors; leave such points out "
               "with trips.max_speed_kmh")

def of_public(report):
    """How coarsely a public report tells its figures, and what it does not tell."""
    for path in ("input.sha256", "input.points", "dropped", "suspect", "out_of_order", "sampling.held_instants"):
        yield path, leaf(report, path) is None, "a public report does not have it"
    yield "made_of", report.get("made_of") is None, "a public report does not have it"
    yield "warnings", report["warnings"] == [], "a public report has none"
    yield "search.convergence", report["search"]["convergence"] == [], "a public report does not have it"
    figures = {**report["utility"], **{f"linkage.{key}": value for key, value in report["linkage"].items()},
               **{f"insiders.{key}": value for key, value in report["insiders"].items()}}
    figures.update({f"range {n}": query["error"] for n, query in enumerate(figures.pop("range_query_errors"))})
    exact = {"trash_share", "linkage.metres_per_second"}
    finer = [key for key, value in figures.items() if isinstance(value, float) and key not in exact and coarse(value) != value]
    finer += [f"front {n}" for n, point in enumerate(report["search"]["front"])
              for figure in (point["distortion"], point["utility"]) if figure is not None and coarse(figure) != figure]
    yield "digits of the report", not finer, f"figures have two digits{': not ' if finer else ''}{', '.join(finer)}"
    search = report["search"]
    coarsely = search["evaluations"] in POWERS and f"{search['seconds']:.0e}"[0] in "125" and (
        float(f"{search['seconds']:.0e}") == search["seconds"] >= 1)
    yield "steps of the search", coarsely, "evaluations are told as a power of ten, seconds as 1, 2 or 5 times one"
    if report["trash"]:
        of_all = [search[key] for key in ("hypervolume", "worst_distortion")] + [point["utility"] for point in search["front"]]
        yield "search, of all", not any(of_all), "what is of all trajectories is not told where some are left out"

POWERS = {10 ** exponent for exponent in range(2, 20)} | {2 ** 64 - 1}

def of_internal(report, trips, sampled, source, digest):
    """What only an internal report has."""
    yield is_told("input.points", report, len(source.points))
    if report["input"]["sha256"] is not None:  # points that were in memory have none
        yield is_told("input.sha256", report, digest)
    yield is_told("dropped", report, dict(trips.dropped))
    yield is_told("suspect", report, trips.suspect)
    yield is_told("out_of_order", report, trips.out_of_order)
    yield is_told("sampling.held_instants", report, sampled.held)
    yield is_told("warnings", report, [*warnings(trips.suspect)])
    yield "audience", report.get("made_of") is not None, "an internal report says what each trajectory was made of"

def of_files(report, release_path, source, trips, sampled, released, in_metres):
    """What a report tells of its files, and of its own job."""
    job, search = report["job"], report["search"]
    kind = report["audience"] if report["audience"] == "internal" else "report"
    yield is_told("kind", report, "trajectories")
    if report["audience"] == "public":
        yield "audience", "made_of" not in report and "/" not in job["input"], "a public report tells names alone, and not what was made of what"
    yield is_told("input.path", report, job["input"])
    yield is_told("input.format", report, "table")
    yield is_told("input.trajectories", report, len(trips.trips))
    yield is_told("release.path", report, job["output"])
    yield is_told("release.format", report, "table")
    yield is_told("release.sha256", report, digest_of(release_path))
    yield is_told("release.points", report, sum(len(track["times"]) for track in released.tracks))
    yield is_told("release.trajectories", report, len(released.tracks))
    yield is_told("sampling.trajectories", report, len(sampled.places))
    yield is_told("sampling.instants", report, sampled.instants)
    yield is_told("sampling.time", report, "day" if sampled.by_day else "trip")
    yield is_told("layout.format", report, "table")
    yield is_told("layout.names", report, source.names)
    yield is_told("layout.degrees", report, source.degrees)
    yield is_told("trash", report, len(sampled.places) - len(released.tracks))
    yield "privacy, one promise", len(report["privacy"]) == 1, "(k, delta)-anonymity and nothing else"
    yield is_told("privacy.0.model", report, "(k, delta)-anonymity")
    yield is_told("privacy.0.required.k", report, job["privacy"]["k"])
    yield told("privacy.0.required.delta", report, float(job["privacy"]["delta"]), False)
    yield told("privacy.0.achieved.delta", report, widest_of(released, sampled.instants, in_metres), False)
    promise = report["privacy"][0]
    holds = promise["achieved"]["k"] >= job["privacy"]["k"] and promise["achieved"]["delta"] <= job["privacy"]["delta"]
    yield is_told("privacy.0.satisfied", report, holds or not released.tracks)
    yield is_told("caveats", report, [*caveats(report)])
    waived = job.get("waivers", {})
    open_ = [one["finding"] for one in report["dangers"] if one["finding"] not in waived]
    yield "dangers, waived", not open_, f"somebody answers for each{': not for ' if open_ else ''}{', '.join(open_)}"
    yield "utility.range_query_errors, kinds", [(one["metres"], one["minutes"]) for one in report["utility"]["range_query_errors"]] == [
        (500.0, 15.0), (1000.0, 30.0), (2000.0, 60.0)], "of three sizes"
    yield "utility.range_query_errors, shares", all(0 <= one["error"] <= 1 for one in report["utility"]["range_query_errors"]), "from 0 to 1"
    yield is_told("search.algorithm", report, job["search"]["algorithm"])
    yield is_told("search.seed", report, job["search"]["seed"])
    yield is_told("search.reference", report, [0.0, 0.0])
    sizes = [point["privacy"] for point in search["front"]]
    yield "search.front, order", sizes == sorted({*sizes}), "trade-offs are ascending in privacy"
    chosen = search["chosen"]
    if chosen >= len(sizes):
        yield "search.chosen", False, "there is no such trade-off"
    else:
        yield f"search.front.{chosen}.privacy", sizes[chosen] == promise["achieved"]["k"], f"the report says {sizes[chosen]}, and that k {promise['achieved']['k']} is reached"
    if source.degrees:
        yield "projection", report["projection"] is not None and is_middle(report["projection"], released), "around the published points, to a hundredth of a degree"
    else:
        yield "projection", report["projection"] is None, "points in metres have none"
    if page := report.get("page"):
        name = f"{os.path.basename(job['output'])}.{kind}.html"
        yield is_told("page.path", report, name)
        if (beside := Path(release_path).with_name(name)).exists():
            yield is_told("page.sha256", report, digest_of(beside))

def is_middle(projection, released):
    """Whether this is the median of all released points, to a hundredth; a median between two hundredths may be either."""
    for axis, name in enumerate(("longitude", "latitude")):
        middle = quantile([place[axis] for track in released.tracks for place in track["places"]], 0.5)
        if projection[name] not in [away_from_zero((middle + hair) * 100) / 100 for hair in (-1e-7, 0, 1e-7)]:
            return False
    return True

def digest_of(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()

def told_by_objects(report, released, sampled):
    """What counts of k, where the release alone decides it: trips, or objects with one trip each."""
    by_trip, different = report["job"]["privacy"]["unit"] == "trip", {*sampled.objects}
    fewest = min(map(len, released.clusters), default=0)
    if by_trip or len(different) == len(sampled.objects):
        yield is_told("privacy.0.achieved.k", report, fewest)
    else:
        yield "privacy.0.achieved.k, objects", report["privacy"][0]["achieved"]["k"] == report["objects"]["fewest_in_a_cluster"] <= fewest, (
            f"as the report tells of its objects, and at most {fewest}")
    if len(released.tracks) == len(sampled.places) or report["audience"] == "internal":
        yield is_told("objects.objects", report, len(different))

# ---- 9. Its form -------------------------------------------------------------------------------------------

class Maybe:
    """Something, or null."""
    def __init__(self, shape):
        self.shape = shape

IS = {"a text": lambda one: isinstance(one, str), "true or false": lambda one: isinstance(one, bool),
      "a whole number": lambda one: type(one) is int and 0 <= one < 2 ** 64,
      "a number": lambda one: type(one) in (int, float) and abs(one) < 1e300 and math.isfinite(one)}
TEXT, YES_OR_NO, WHOLE, NUMBER = IS
FILE = {"path": TEXT, "format": TEXT, "points": Maybe(WHOLE), "trajectories": WHOLE, "sha256": Maybe(TEXT)}
PROMISED = {"k": WHOLE, "delta": NUMBER}
JOB = {"input": TEXT, "output": TEXT,
       "points": dict.fromkeys(["format", "id", "trip", "time", "longitude", "latitude", "x", "y"], Maybe(TEXT)),
       "trips": {"cut": Maybe(TEXT), "gap_minutes": NUMBER, "min_points": WHOLE, "bounds": Maybe((NUMBER,) * 4), "max_speed_kmh": Maybe(NUMBER)},
       "sampling": {"instants": WHOLE, "time": Maybe(TEXT), "metres_per_second": NUMBER},
       "privacy": {"unit": TEXT, "k": WHOLE, "delta": NUMBER, "centers": WHOLE}, "suppression": {"limit": NUMBER},
       "search": {"algorithm": TEXT, "seed": WHOLE, "max_evaluations": Maybe(WHOLE), "max_seconds": Maybe(NUMBER), "memory_mib": WHOLE, "passes": WHOLE},
       "release": {"format": Maybe(TEXT), "choose": {TEXT: "one of these", "k": WHOLE, "mean-shift": NUMBER}, "anchor": TEXT},
       "waivers, if any": {"any": TEXT}}
DEFAULTS = {"points": dict.fromkeys(JOB["points"]), "trips": {"cut": None, "gap_minutes": 20.0, "min_points": 2, "bounds": None, "max_speed_kmh": None},
            "sampling": {"instants": 10, "time": None, "metres_per_second": 1.0}, "privacy": {"unit": "object", "delta": 0.0, "centers": 1},
            "suppression": {"limit": 0.0}, "search": {"algorithm": "greedy", "seed": 1, "max_evaluations": None, "max_seconds": None,
                                                      "memory_mib": 512, "passes": 20},
            "release": {"format": None, "choose": "least-distortion", "anchor": "mean"}}
REPORT = {"incog": TEXT, "kind": TEXT, "audience": TEXT, "job": JOB, "input": FILE, "release": FILE,
          "dropped": Maybe(dict.fromkeys(DROPPED, WHOLE)), "suspect": Maybe(dict.fromkeys(["far_away", "at_zero", "too_fast"], WHOLE)),
          "out_of_order": Maybe(WHOLE), "sampling": {"trajectories": WHOLE, "instants": WHOLE, "time": TEXT, "held_instants": Maybe(WHOLE)},
          "projection": Maybe({"longitude": NUMBER, "latitude": NUMBER}), "layout": {"format": TEXT, "names": (TEXT,) * 5, "degrees": YES_OR_NO},
          "privacy": ({"model": TEXT, "required": PROMISED, "achieved": PROMISED, "satisfied": YES_OR_NO, "own_positions": NUMBER},),
          "caveats": [TEXT], "dangers": [{"finding": TEXT, "trajectories": WHOLE}], "warnings": [TEXT], "clusters": [WHOLE],
          "objects": dict.fromkeys(["objects", "fewest_in_a_cluster", "weakest_clusters", "clusters_below_k", "in_several_clusters"], WHOLE),
          "linkage": {"tried": WHOLE, "objects": WHOLE, **dict.fromkeys(["success", "metres_per_second", "five_points", "before", "any_trip"], NUMBER)},
          "insiders": {"colluding": WHOLE, "tried": WHOLE, "median_error": Maybe(NUMBER), "within_a_metre": NUMBER}, "trash": WHOLE,
          "utility": dict.fromkeys(["total_translation_distortion", "median_shift", "nine_in_ten_shift", "mean_shift", "max_shift", "mean_time_shift",
                                    "trash_share", "trip_length_error", "origin_destination_error"], NUMBER) | {
              "range_query_errors": ({"metres": NUMBER, "minutes": NUMBER, "error": NUMBER},) * 3},
          "search": {"algorithm": TEXT, "seed": WHOLE, "evaluations": WHOLE, "seconds": NUMBER, "stopped": TEXT, "hypervolume": Maybe(NUMBER),
                     "reference": (NUMBER, NUMBER), "worst_distortion": Maybe(NUMBER), "chosen": WHOLE, "convergence": [(WHOLE, NUMBER)],
                     "front": [{"privacy": WHOLE, "distortion": NUMBER, "utility": Maybe(NUMBER)}]},
          "made_of, if any": [WHOLE], "page, if any": {"path": TEXT, "sha256": TEXT}}
WORDS = {"audience": ["public", "internal"], "job.trips.cut": [None, "none", "gap", "day"], "job.sampling.time": [None, "trip", "day"],
         "job.privacy.unit": ["object", "trip"], "job.release.anchor": ["mean", "median"]}

def check_form(value, shape, path=""):
    """Refuses what has not the form of a report: says the first leaf that is not as it should be."""
    def need(holds, what):
        if not holds:
            raise Refused(f"the report is malformed: {path or 'it'} should be {what}")
    at = lambda key: f"{path}.{key}" if path else str(key)
    if isinstance(shape, Maybe):
        if value is not None:
            check_form(value, shape.shape, path)
    elif isinstance(shape, str):
        need(IS[shape](value), shape)
    elif isinstance(shape, (list, tuple)):
        need(isinstance(value, list), "a list")
        need(isinstance(shape, list) or len(shape) == len(value), f"a list of {len(shape)}")
        for place, one in enumerate(value):
            check_form(one, shape[place if isinstance(shape, tuple) else 0], at(place))
    elif "any" in shape:
        need(isinstance(value, dict), "a map")
        for key, one in value.items():
            check_form(one, shape["any"], at(key))
    elif TEXT in shape:  # a word, or a map of one key
        need(isinstance(value, str) or isinstance(value, dict) and len(value) == 1 and {*value} < {*shape}, "a word, or a map of k or mean-shift")
        for key, one in value.items() if isinstance(value, dict) else ():
            check_form(one, shape[key], at(key))
    else:
        need(isinstance(value, dict), "a map")
        known = {key.removesuffix(", if any"): key for key in shape}
        for key in value:
            if key not in known:
                raise Refused(f"the report is malformed: {at(key)} does not belong there")
        for key, name in known.items():
            if key in value:
                check_form(value[key], shape[name], at(key))
            elif key == name:
                raise Refused(f"the report is malformed: {at(key)} is missing")

def read_report(path):
    """A report of trajectories, in which each leaf has its type."""
    report = read_json(path)
    if not isinstance(report, dict) or report.get("kind") != "trajectories":
        raise Refused(f"{path} is not a report of trajectories")
    check_form(report, REPORT)
    for place, words in WORDS.items():
        if leaf(report, place) not in words:
            raise Refused(f"the report is malformed: {place} should be one of {', '.join(map(str, words))}")
    job = report["job"]
    if job["sampling"]["instants"] < 2 or job["privacy"]["k"] < 2 or job["privacy"]["delta"] < 0:
        raise Refused("the report is malformed: its job has fewer than two instants, a k below 2 or a delta below 0")
    return report

def read_json(path):
    def unique(pairs):
        if len({key for key, _ in pairs}) < len(pairs):
            raise Refused(f"{path}: it has a key twice")
        return dict(pairs)
    def no_number(text):
        raise Refused(f"{path}: {text} is not a JSON number")
    return json.loads(Path(path).read_text(encoding="utf-8"), object_pairs_hook=unique, parse_constant=no_number)

# ---- 10. Every leaf ----------------------------------------------------------------------------------------

ORIGINALS, SEARCH = "it depends on the original of each trajectory, which the release does not show", "only the search knows it"
REASONS = {"incog": "no file shows which version made the release", "job": "these are settings; --job JOB.toml compares them with the job file",
           "utility.range_query_errors": "it depends on random numbers of the program", "search": SEARCH, "page": "the page is missing",
           "linkage.five_points": "it depends on random numbers of the program", "input.sha256": "the report has none"}

def open_leaves(report, verdicts):
    """Each leaf that nothing was said about, as not shown; a part of the report that is open as a whole in one line."""
    said = {what: detail for _, what, detail in verdicts}
    within = {what.partition(",")[0]: what for what in said if "," in what}
    def open_in(value, path):
        """The open paths, and whether that is all of it."""
        if path in said:
            return [], False
        parts = [*(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())]
        found = [open_in(one, f"{path}.{key}" if path else str(key)) for key, one in parts]
        if path and all(is_whole for _, is_whole in found):
            return [path], path not in within
        is_long = isinstance(value, list) and sum(is_whole for _, is_whole in found) > 1
        return [path] if is_long else [one for paths, _ in found for one in paths], False
    for path in open_in(report, "")[0]:
        reason = next((why for of, why in REASONS.items() if path == of or path.startswith(of + ".")), ORIGINALS)
        checked = [what for what in said if what.startswith(path + ".")]
        exactly = f"exactly: it is held within bounds alone ({within[path]})" if path in within and not checked and path not in REASONS else ""
        yield "not shown", path, exactly or reason + f", but for {', '.join(checked)}" * bool(checked)

def of_job(report, path):
    """That the job of the report is that of the job file."""
    stated = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    filled = {**stated, **{key: {**of, **stated.get(key, {})} for key, of in DEFAULTS.items()}}
    for key in sorted({*filled, *report["job"]}):
        one, other = filled.get(key), report["job"].get(key)
        if key == "search" and "algorithm" not in stated.get("search", {}):
            one = {**one, "algorithm": other["algorithm"]}
        if key == "suppression" and isinstance(one["limit"], str):
            one = {"limit": float(one["limit"].removesuffix("%")) / 100}
        if key in ("input", "output"):
            same = os.path.basename(str(one)) == os.path.basename(other)
        else:
            same = one == other
        yield f"job.{key}", same, "as in the job file" if same else f"the job file says {one}, the report {other}"

def examine(report_path, internal_path=None, input_path=None, release_path=None, job_path=None):
    """The verdicts of a report."""
    report, folder = read_report(report_path), Path(report_path).parent
    job, is_public = report["job"], report["audience"] == "public"
    internal = report if not is_public else read_report(internal_path) if internal_path else None
    release_path = Path(release_path or folder / report["release"]["path"])
    # A public report tells the name of the input alone.
    input_path = input_path or folder / (internal or report)["job"]["input"]
    source = Input(input_path, job["points"])
    trips = Trips(source, job)
    if not trips.trips:
        raise Refused(f"{input_path}: with the job of the report it has no trips")
    sampled = Sampled(trips.trips, job)
    released = Released(release_path, report["layout"]["names"])
    degrees = report["layout"]["degrees"]
    if source.degrees != degrees:
        raise Refused("a release in metres of an input in degrees cannot be read by this script")
    in_metres = trips.projection.to_metres if degrees else lambda place: place
    def texts_of(place):
        place = trips.projection.to_degrees(place) if degrees else place
        return tuple(f"{value:.{7 if degrees else 3}f}" for value in place)
    unit_of_text = 1e-7 if degrees else 1e-3
    rounding = (0.5e-7 * 111_200.0 if degrees else 0.5e-3) * math.sqrt(2) + 1e-6
    verdict = lambda checks: [("proved" if holds else "refuted", what, detail) for what, holds, detail in checks]
    verdicts = verdict([("unit", source.names_objects or job["privacy"]["unit"] == "trip", "objects are named, or trips count")])
    verdicts += verdict(the_file(released, report["clusters"], sampled, job, in_metres, unit_of_text))
    if any(len(track["times"]) != sampled.instants for track in released.tracks):
        return verdicts  # nothing can be compared
    verdicts += verdict(of_files(report, release_path, source, trips, sampled, released, in_metres))
    verdicts += verdict(of_nobody(released, sampled, job["privacy"]["k"], job["privacy"]["delta"] / 2 <= rounding, texts_of))
    verdicts += verdict(of_public(report) if is_public else of_internal(report, trips, sampled, source, digest_of(input_path)))
    verdicts += verdict(told_by_objects(report, released, sampled))
    verdicts += verdict(of_job(report, job_path)) if job_path else []
    verdicts += of_members(report, internal, released, sampled, rounding, in_metres, texts_of, verdict)
    verdicts += [] if "page" in report else [("not shown", "page", "the report names no page")]
    return verdicts + [*open_leaves(report, verdicts)]

def of_members(report, internal, released, sampled, rounding, in_metres, texts_of, verdict):
    """What follows from the trips that the clusters were made of: told by an internal report, or worked out."""
    job, made_of, verdicts, worked_out = report["job"], internal and internal.get("made_of"), [], None
    unit = (lambda one: one) if job["privacy"]["unit"] == "trip" else (lambda one: sampled.objects[one])
    fits = bool(made_of) and len({*made_of}) == len(made_of) == len(released.tracks) and max(made_of) < len(sampled.places)
    if job["privacy"]["centers"] <= 1 and len(released.tracks) <= 5000 and released.tracks:
        recovery = Recovery(released, sampled, job, rounding, in_metres, texts_of, made_of if fits else None)
        verdicts += verdict(linkage_within(report, recovery, sampled, unit))
        worked_out = [one for of in recovery.members for one in of] if not fits and all(recovery.members) else None
    if made_of is not None and internal is report:
        verdicts += verdict([("made_of", fits or not released.tracks and not made_of, "each published trajectory was made of another one of the input")])
    elif internal:
        named = lambda job: {**job, "input": Path(job["input"]).name}
        same = fits and named(internal["job"]) == named(job) and internal["clusters"] == report["clusters"]
        verdicts += verdict([("internal report", same, "both reports are of one job and have the same clusters")])
    if not (worked_out or fits and job["privacy"]["centers"] <= 1):
        return verdicts + [("not shown", what, ORIGINALS) for what in ("k by objects", "places", "times", "own places")]
    clusters = Clusters(released, made_of if fits else worked_out, sampled, job, rounding, in_metres, texts_of)
    return verdicts + verdict(clusters.checks()) + verdict(figures(report, clusters, sampled, report["audience"] == "public"))

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report")
    parser.add_argument("--internal", help="the internal report, which says what each trajectory was made of")
    parser.add_argument("--job", help="the job file, which the settings of the report are compared with")
    parser.add_argument("--input", help="the input, where it is not the one that the report names")
    parser.add_argument("--release", help="the release, where it is not the one that the report names")
    asked = parser.parse_args()
    verdicts = examine(asked.report, asked.internal, asked.input, asked.release, asked.job)
    plain = lambda text: "".join(one if one.isprintable() else " " for one in str(text))  # names in a report may have line breaks
    for verdict, what, detail in verdicts:
        print(f"{verdict:<9}  {plain(what):<40}  {plain(detail)}")
    counts = Counter(verdict for verdict, *_ in verdicts)
    print(f"\n{counts['proved']} proved, {counts['refuted']} refuted, {counts['not shown']} not shown")
    return 1 if counts["refuted"] else 0

if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Refused, OSError, UnicodeDecodeError, json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        sys.exit(f"error: {error}")
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, RuntimeError) as error:
        sys.exit(f"error: a report or a table is malformed ({type(error).__name__}: {error})")
