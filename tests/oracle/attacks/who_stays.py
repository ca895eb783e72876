"""Which records of a partly kept class stay: replayed from seeds, from what is published, and from where records stand."""
import hashlib, re
from itertools import chain

from attacks.case import TAG

MASK = (1 << 64) - 1
SEEDS = range(100)


def content(value):
    """What a hash of published content says of a value: docs/security.md."""
    bare = value.strip(" ")
    if re.fullmatch(r"[+-]?\d+(\.\d*)?([eE][+-]?\d{1,2})?|[+-]?\.\d+", bare) and abs(float(bare)) < 9e12 and len(bare) <= 30:
        return f"n{int(float(bare) * 1e6 // 1)}"
    if re.match(r"\d{4}-\d\d-\d\d($|[T ])", bare):
        return f"d{bare[:10]}"
    return f"t{len(value)}:{value}"


def sha(text):
    return hashlib.sha256(text.encode()).digest()


def fnv(start, text):
    """FNV-1a with the finalizer of SplitMix64."""
    state = start ^ 0xcbf29ce484222325
    for byte in text.encode():
        state = ((state ^ byte) * 0x100000001b3) & MASK
    state = ((state ^ (state >> 30)) * 0xbf58476d1ce4e5b9) & MASK
    state = ((state ^ (state >> 27)) * 0x94d049bb133111eb) & MASK
    return state ^ (state >> 31)


def told(case, record, names):
    """The content of some columns of a record, in the order of their names."""
    missing = case.missing
    return "".join("-" if record[name].strip() in missing else content(record[name]) for name in sorted(names))


def statistics(case):
    """What may decide who stays, by name: a function of the record and its place. Whoever has the smallest stays."""
    seed = case.seed
    everything = [name for name in case.published_columns]
    yield from ((f"replayed: seed {one}, all original values", lambda record, _, key=f"{one}:": sha(key + told(case, record, everything)))
                for one in chain(["of the report"], SEEDS) if one != "of the report")
    if seed is not None:
        own = f"{seed}:"
        for what, names in (("all original values", everything), ("original values without others", case.qids),
                            ("values published as they are", [*case.plain, TAG]),
                            ("all but the tag", [name for name in everything if name != TAG])):
            yield f"replayed: seed of the report, {what}", lambda record, _, names=names: sha(own + told(case, record, names))
        raw = lambda record: "".join(record[name] for name in everything)
        yield "replayed: seed of the report, texts of the cells", lambda record, _: sha(own + raw(record))
        yield "replayed: seed and place in the input", lambda _, place: sha(f"{own}{place}")
        if case.unit:
            salt = fnv(seed ^ 0x9e3779b97f4a7c15, case.unit)
            yield "replayed: seed and the name of the person", lambda record, _: fnv(salt, record[case.unit])
    yield "replayed: hash of the published cells, no seed", lambda record, _: sha(told(case, record, [*case.plain, TAG]))
    yield "order of the input", lambda _, place: place
    yield "order of the input, from the end", lambda _, place: -place
    for name in case.qids:
        if case.are_numbers_in(name):
            yield "the lowest number stays", lambda record, _, name=name: case.number(record[name])
            yield "the highest number stays", lambda record, _, name=name: -case.number(record[name])


def attack(case):
    """Of each group of which a part stays, whether those with the smallest statistic do."""
    groups = list(case.groups())
    for name, statistic in statistics(case) if groups else ():
        right = tried = expected = 0
        for _, alone, kept in groups:
            tie = lambda place: sha(case.input[place][TAG])
            order = sorted(alone, key=lambda place: (statistic(case.input[place], place), tie(place)))
            right += len({*order[:len(kept)]} & {*kept})
            tried += len(kept)
            expected += len(kept) ** 2 / len(alone)
        yield f"who stays: {name}", right, tried, expected
    yield from narrowed(case, groups)


def narrowed(case, groups):
    """A label stands for several values: the one whose record would have had the smallest hash is guessed, by somebody who knows
    all else of the person."""
    if case.seed is None or not groups:
        return
    for column, name in enumerate(case.qids_read):
        domain = {}
        for record, labels in zip(case.input, case.matching):
            if labels is not None:
                domain.setdefault(labels[column], set()).add(record[name])
        right = tried = expected = 0
        for labels, alone, kept in groups:
            values = domain.get(labels[column], ())
            if len(values) < 2 or 2 * len(kept) > len(alone):  # where most stay, a hash says little
                continue
            for place in kept:
                record = case.input[place]
                lot = lambda value: sha(f"{case.seed}:" + told(case, record | {name: value}, case.published_columns))
                right += min(sorted(values), key=lot) == record[name]
                tried += 1
                expected += 1 / len(values)
        if tried:
            yield "generalized value: the one with the smallest hash", right, tried, expected
