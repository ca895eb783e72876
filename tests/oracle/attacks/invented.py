"""Records that were invented for providers: replayed from the seed."""
from collections import Counter, defaultdict

from attacks.case import TAG

MASK = (1 << 64) - 1


class Generator:
    """xoshiro256++, seeded by SplitMix64 (Blackman and Vigna, 2021)."""

    def __init__(self, seed):
        self.state = []
        for _ in range(4):
            seed = (seed + 0x9e3779b97f4a7c15) & MASK
            word = ((seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9) & MASK
            word = ((word ^ (word >> 27)) * 0x94d049bb133111eb) & MASK
            self.state.append(word ^ (word >> 31))

    def next(self):
        s, turned = self.state, lambda word, by: ((word << by) | (word >> (64 - by))) & MASK
        drawn = (turned((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        shifted = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = turned(s[3], 45)
        return drawn

    def below(self, limit):
        """Lemire's multiplication with rejection."""
        while True:
            product = self.next() * limit
            if (product & MASK) >= limit or (product & MASK) >= ((1 << 64) - limit) % limit:
                return product >> 64


def attack(case):
    """Rows that the replay could have invented, against those that nobody of the input explains."""
    invented = (case.report.get("noise") or {}).get("records", 0)
    if not invented or case.seed is None or case.unit:
        return
    rows = [row for row in case.released if row.get(TAG) in case.truth]
    case.count("releases with invented records")
    fakes = [row for rows_of_tag in case.doubled.values() for row in rows_of_tag if not case.is_real(row)]
    if not fakes or len(rows) <= invented:
        return
    hidden = {*case.columns_with("identifier", "person", "household")}
    classes = defaultdict(list)
    for row in rows:
        classes[tuple(row.get(name) for name in case.qids)].append(row)
    for what, consumed in (("all columns", case.made.names), ("without identifiers", [n for n in case.made.names if n not in hidden])):
        for seed in {case.seed, 0, 1}:
            columns = [name for name in consumed if name != case.provider]
            possible = set().union(*(replayed(case, alike, invented, columns, seed) for alike in classes.values()))
            right = sum(id(row) in possible for row in fakes)
            yield f"invented records: replayed, {what}, seed {'of the report' if seed == case.seed else seed}", \
                right, len(fakes), len(fakes) * len(possible) / len(rows)


def replayed(case, rows, invented, columns, seed):
    """Rows of a class whose published cells are those of one of the invented records, up to the few that are invented."""
    generator, real, possible = Generator(seed), len(rows) - invented, set()
    if real < 1:
        return possible
    shown = [*case.plain, TAG]
    order = {name: sorted(Counter(row[name] for row in rows).items()) for name in shown}
    for _ in range(invented):
        may = {}
        for name in columns:
            ball = generator.below(real)
            if name in shown:
                before, may[name] = 0, set()
                for value, count in order[name]:
                    if before - invented <= ball < before + count:
                        may[name].add(value)
                    before += count
        possible |= {id(row) for row in rows if all(row[name] in values for name, values in may.items())}
    return possible
