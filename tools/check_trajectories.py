#!/usr/bin/env python3
"""Checks a release of trajectories against the points it was made of, with nothing but Python's standard library.

    python3 check_trajectories.py RELEASE.report.json [--internal RELEASE.internal.json]
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

Exit code: 1 if anything is refuted."""
import argparse, csv, gzip, hashlib, itertools, json, math, random, sys
from collections import Counter, defaultdict
from datetime import datetime, timezone
from pathlib import Path

RADIUS = 6_371_008.8  # of the earth, metres
CLEAR, STEPS, DIRECTIONS, SAME_PLACE = 0.05, (2, 3, 4), 8, 1.0
RATES = (0.0, 0.5, 2.0, 10.0, 50.0)  # metres that a second counts as

class Refused(Exception):
    """The files cannot be checked; says why."""

# ---- 1. Tables and times -----------------------------------------------------------------------------------

USUAL = {"id": "id taxi_id user_id uid object_id vehicle_id vehicle tid user cab", "trip": "trajectory_id trip_id traj_id trip",
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
        way = way_of_times(row[2] for row in rows)
        for number, cluster, time, first, second in rows:
            if not self.tracks or self.tracks[-1]["number"] != number:
                self.tracks.append({"number": number, "cluster": cluster, "times": [], "texts": [], "places": []})
            track = self.tracks[-1]
            if track["cluster"] != cluster:
                raise Refused(f"{path}: trajectory {number} is in two clusters")
            track["times"].append(parse_time(way, time))
            track["texts"].append((first, second))
            track["places"].append((float(first), float(second)))
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

def trips_of(source, job):
    """Each trip with its object: its points (seconds, metres) in order of time. And the projection."""
    rules = job.get("trips", {})
    bounds = rules.get("bounds")
    outside = lambda x, y: bounds and not (bounds[0] <= x <= bounds[2] and bounds[1] <= y <= bounds[3])
    usable = [point for point in source.points if None not in point[2:] and not outside(point[3], point[4])]
    projection = Projection([point[3:] for point in usable]) if source.degrees and usable else None
    cut = rules.get("cut") or ("none" if source.names_trips else "gap")
    numbers = {name: number for number, name in enumerate(dict.fromkeys(point[0] for point in source.points))}
    sequences = defaultdict(list)
    for own, trip, time, x, y in usable:
        sequences[numbers[own], "" if cut == "day" else trip].append((time, projection.to_metres((x, y)) if projection else (x, y)))
    trips = []
    for (own, _), points in sorted(sequences.items(), key=lambda one: one[0][0]):
        points = fast_enough(once_a_time(sorted(points)), rules.get("max_speed_kmh"))
        for trip in cut_at(points, cut, rules.get("gap_minutes", 20.0) * 60.0):
            if len(trip) >= max(rules.get("min_points", 2), 1):
                trips.append((own, trip))
    return trips, projection

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
        rows = []
        for own, trip in trips:
            midnight = trip[0][0] // 86_400 * 86_400.0
            span = [midnight, midnight + 86_399.0] if self.by_day else [trip[0][0], trip[-1][0]]
            places = [place_at(trip, instant_of(span, instant, instants)) for instant in range(instants)]
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
    widest = max((width([in_metres(track["places"][at]) for track in cluster])
                  for cluster in clusters for at in range(sampled.instants)), default=0.0) if whole else math.inf
    yield "delta", widest <= delta, f"members are within {widest:.3f} m of each other, {delta:g} m are allowed"
    k = job["privacy"]["k"]
    yield "k by trajectories", all(len(cluster) >= k for cluster in clusters), f"the smallest has {min(map(len, clusters), default=0)}"
    left_out = len(sampled.places) - len(released.tracks)
    yield "left out", 0 <= left_out <= job.get("suppression", {}).get("limit", 0.0) * len(sampled.places), f"{left_out} trajectories"

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

def told(path, report, found, is_public, coarsely=True):
    """Whether a report tells a figure as it was found; a public one with two digits."""
    claimed = report
    for key in path.split("."):
        claimed = claimed[int(key)] if isinstance(claimed, list) else claimed[key]
    expected = coarse(found) if is_public and coarsely and isinstance(found, float) else found
    near = lambda a, b: a == b or None not in (a, b) and math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-6)
    # The last digit of what was rounded may be the other one where the figure lies between two.
    same = near(claimed, expected) or is_public and isinstance(found, float) and any(
        near(claimed, coarse(found * (1 + hair))) for hair in (-1e-9, 1e-9))
    return path, same, f"the report says {claimed}, found {expected}"

def figures(report, clusters, sampled, is_public):
    """The figures of a report that follow from who is in which cluster."""
    everything = {"utility": utility(clusters, sampled), "objects": object_facts(clusters, sampled, clusters.k),
                  "insiders": insiders(clusters)}
    error = everything["insiders"]["median_error"]
    if is_public and error is not None:
        everything["insiders"]["median_error"] = max(error, 0.01)
    for section, found in everything.items():
        for key, figure in found.items():
            # What writing leaves of a centimetre follows from the last digits of a projection.
            if key == "median_error" and figure is not None and figure < 0.1:
                yield f"{section}.{key}", report[section][key] < 0.15, f"the report says {report[section][key]}, found {figure:.4f}"
            else:
                yield told(f"{section}.{key}", report, figure, is_public, key != "trash_share")
    pairs = list(clusters.pairs())
    # A public report tells it of the published trajectories alone.
    originals = [own for _, own, _, _ in pairs] if is_public else sampled.places
    yield told("utility.origin_destination_error", report, origin_destination_error(originals, [one for _, _, one, _ in pairs]), is_public)
    points = len(pairs) * sampled.instants
    yield told("privacy.0.own_positions", report, clusters.own_points() / max(points, 1), is_public)
    if len(pairs) <= 1000:
        for key, figure in linkage(clusters, sampled).items():
            yield told(f"linkage.{key}", report, figure, is_public)
        found, draws = five_points(clusters, sampled)
        claimed = report["linkage"]["five_points"]
        # The program drew other instants: means of as many draws differ by chance (Hoeffding), at five rates.
        far = math.sqrt(math.log(10 / FALSE_ALARM) / (2 * max(1, len(pairs)))) * (1 + 1 / math.sqrt(draws)) if draws else 1e-6
        yield "linkage.five_points, near", may_be(claimed, max(0.0, found - far), min(1.0, found + far)), (
            f"the report says {claimed}, found {found:.4f}" + f", with other draws, which differ by at most {far:.2f}" * bool(draws))
    own = report["privacy"][0]["own_positions"] * 100
    if not clusters.job["privacy"].get("delta", 0.0) == 0.0:
        yield "caveats", f"{own:.2f} % of the published points are the exact position" in report["caveats"][0], "the share of own points is said"
    yield "caveats.linkage", f"a probability of {report['linkage']['success'] * 100:.1f} %" in report["caveats"][0], "the risk is said"

def of_public(report):
    """How coarsely a public report tells its figures, and what it does not tell."""
    for path in ("input.sha256", "input.points", "dropped", "suspect", "out_of_order", "sampling.held_instants"):
        value = report
        for key in path.split("."):
            value = value[key]
        yield path, value is None, "a public report does not have it"
    yield "made_of", report.get("made_of") is None and report["warnings"] == [], "a public report has neither it nor warnings"
    figures = {**report["utility"], **{f"linkage.{key}": value for key, value in report["linkage"].items()},
               **{f"insiders.{key}": value for key, value in report["insiders"].items()}}
    figures.update({f"range {n}": query["error"] for n, query in enumerate(figures.pop("range_query_errors"))})
    exact = {"trash_share", "linkage.metres_per_second"}
    finer = [key for key, value in figures.items() if isinstance(value, float) and key not in exact and coarse(value) != value]
    finer += [f"front {n}" for n, point in enumerate(report["search"]["front"])
              for figure in (point["distortion"], point["utility"]) if figure is not None and coarse(figure) != figure]
    yield "digits of the report", not finer, f"figures have two digits{': not ' if finer else ''}{', '.join(finer)}"
    if report["trash"]:
        of_all = [report["search"][key] for key in ("hypervolume", "worst_distortion")]
        of_all += [point["utility"] for point in report["search"]["front"]]
        yield "search", not any(of_all), "what is of all trajectories is not told where some are left out"

def examine(report_path, internal_path=None, input_path=None, release_path=None):
    """The verdicts of a report."""
    unique = lambda pairs: dict(pairs) if len({key for key, _ in pairs}) == len(pairs) else raises("the report has a key twice")
    read = lambda path: json.loads(Path(path).read_text(encoding="utf-8"), object_pairs_hook=unique)
    report, folder = read(report_path), Path(report_path).parent
    if report.get("kind") != "trajectories":
        raise Refused(f"{report_path} is not a report of trajectories")
    job, is_public = report["job"], report["audience"] == "public"
    internal = report if not is_public else read(internal_path) if internal_path else None
    release_path = Path(release_path or folder / report["release"]["path"])
    # A public report tells the name of the input alone.
    source = Input(input_path or folder / (internal or report)["job"]["input"], job.get("points", {}))
    trips, projection = trips_of(source, job)
    sampled, names = Sampled(trips, job), report["layout"]["names"]
    released = Released(release_path, names)
    degrees = report["layout"]["degrees"]
    if source.degrees != degrees:
        raise Refused("a release in metres of an input in degrees cannot be read by this script")
    in_metres = projection.to_metres if degrees else lambda place: place
    def texts_of(place):
        place = projection.to_degrees(place) if degrees else place
        return tuple(f"{value:.{7 if degrees else 3}f}" for value in place)
    unit_of_text = 1e-7 if degrees else 1e-3
    rounding = (0.5e-7 * 111_200.0 if degrees else 0.5e-3) * math.sqrt(2) + 1e-6
    verdict = lambda checks: [("proved" if holds else "refuted", what, detail) for what, holds, detail in checks]
    digest = hashlib.sha256(release_path.read_bytes()).hexdigest()
    verdicts = verdict([("release.sha256", digest == report["release"]["sha256"], "the file is the one that the report is about"),
                        ("release.points", report["release"]["points"] == sum(len(t["times"]) for t in released.tracks), "points"),
                        ("release.trajectories", report["release"]["trajectories"] == len(released.tracks), "trajectories"),
                        ("sampling.trajectories", report["sampling"]["trajectories"] == len(sampled.places),
                         f"{len(sampled.places)} found in the input"),
                        ("trash", report["trash"] == len(sampled.places) - len(released.tracks), "trajectories left out"),
                        ("privacy.required", report["privacy"][0]["required"] == {
                            "k": job["privacy"]["k"], "delta": job["privacy"].get("delta", 0.0)}, "what the job asks for"),
                        ("unit", source.names_objects or job["privacy"].get("unit") == "trip", "objects are named, or trips count")])
    verdicts += verdict(the_file(released, report["clusters"], sampled, job, in_metres, unit_of_text))
    verdicts += verdict(of_nobody(released, sampled, job["privacy"]["k"], job["privacy"].get("delta", 0.0) / 2 <= rounding, texts_of))
    if is_public:
        verdicts += verdict(of_public(report))
    made_of = internal and internal.get("made_of")
    by_trip, centers = job["privacy"].get("unit", "object") == "trip", job["privacy"].get("centers", 1)
    unit = (lambda one: one) if by_trip else (lambda one: sampled.objects[one])
    worked_out = None
    if len(released.tracks) > MOST_TRIED:
        verdicts.append(("not shown", "linkage", "the program drew the trajectories that it tried"))
    if centers <= 1 and len(released.tracks) <= 5000 and released.tracks:
        fits = made_of and len({*made_of}) == len(made_of) and max(made_of) < len(sampled.places)
        known = made_of if fits and len(made_of) == len(released.tracks) else None
        recovery = Recovery(released, sampled, job, rounding, in_metres, texts_of, known)
        verdicts += verdict(linkage_within(report, recovery, sampled, unit))
        worked_out = [one for of in recovery.members for one in of] if not known and all(recovery.members) else None
    if worked_out:
        clusters = Clusters(released, worked_out, sampled, job, rounding, in_metres, texts_of)
        return verdicts + verdict(clusters.checks()) + verdict(figures(report, clusters, sampled, is_public)) + never_shown(sampled)
    if not made_of or centers > 1:
        return verdicts + [("not shown", what, "it depends on the original of each trajectory, which the release does not show") for what in (
            "k by objects", "places", "times", "own places", "utility", "linkage", "insiders", "objects")] + never_shown(sampled)[-2:]
    members = len(set(made_of)) == len(made_of) == len(released.tracks) and max(made_of) < len(sampled.places)
    verdicts += verdict([("made_of", members, "each published trajectory was made of another one of the input")])
    if not members:
        return verdicts
    if internal is not report:
        named = lambda job: {**job, "input": Path(job["input"]).name}
        same = named(internal["job"]) == named(job) and internal["clusters"] == report["clusters"]
        verdicts += verdict([("internal report", same, "both reports are of one job and have the same clusters")])
    clusters = Clusters(released, made_of, sampled, job, rounding, in_metres, texts_of)
    verdicts += verdict(clusters.checks()) + verdict(figures(report, clusters, sampled, is_public))
    return verdicts + never_shown(sampled)

def never_shown(sampled):
    """What only the program knows. Of no more than five instants nobody draws any."""
    drawn = ["utility.range_query_errors"] + ["linkage.five_points"] * (sampled.instants > POINTS)
    return [("not shown", what, "it depends on random numbers of the program") for what in drawn] + [
        ("not shown", "search", "only the search knows it"), ("not shown", "dangers", "of far objects nothing is measured here")]

def raises(why):
    raise Refused(why)

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report")
    parser.add_argument("--internal", help="the internal report, which says what each trajectory was made of")
    parser.add_argument("--input", help="the input, where it is not the one that the report names")
    parser.add_argument("--release", help="the release, where it is not the one that the report names")
    asked = parser.parse_args()
    verdicts = examine(asked.report, asked.internal, asked.input, asked.release)
    for verdict, what, detail in verdicts:
        print(f"{verdict:<9}  {what:<40}  {detail}")
    counts = Counter(verdict for verdict, *_ in verdicts)
    print(f"\n{counts['proved']} proved, {counts['refuted']} refuted, {counts['not shown']} not shown")
    return 1 if counts["refuted"] else 0

if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Refused, OSError, json.JSONDecodeError) as error:
        sys.exit(f"error: {error}")
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, RuntimeError) as error:
        sys.exit(f"error: a report or a table is malformed ({type(error).__name__}: {error})")
