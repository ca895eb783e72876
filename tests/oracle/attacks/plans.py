"""Plans: who finds one tries to draw again who stays; and another table, published with the hierarchies of a plan."""
import copy, hashlib, random, re

import check_release
from attacks.case import TAG
from attacks.who_stays import told
from one_job import Findings


def attack(case):
    """What is in the plan of every fourth job, as if it had been published with the release."""
    if random.Random(f"{case.name}/plan").random() > 0.25:
        return
    folder = case.folder / "plan of it"
    case.write(folder, case.made.rows)
    done = case.written_by("plan.json", "plan", "job.toml", "-o", "plan.json", *case.drawing(), folder=folder)
    if done.returncode:
        return
    path = folder / "plan.json"
    text = path.read_text(encoding="utf-8")
    case.count("plans attacked")
    if path.stat().st_mode & 0o077:
        case.findings.add("others may read a plan", oct(path.stat().st_mode))
    case.no_identifier_in(text)
    keys = texts_of(text)
    # People are drawn by their names, and the plan has the key of that: docs/security.md.
    groups = [] if case.unit else [*case.groups()]
    for key in sorted(keys) if groups else ():
        yield "who stays: drawn again with texts of the plan", *drawn_again(case, groups, key.encode())
    if groups:
        own = case.secret() or (case.folder / "draw.key").read_text().strip().encode()
        right, tried, _ = drawn_again(case, groups, own)
        case.figure("who stays, drawn again by somebody who has the key", right, tried)


def texts_of(plan):
    """Texts of a plan that could be keys."""
    return {*re.findall(r'"([0-9a-fA-F]{16,128})"', plan)}


def drawn_again(case, groups, key):
    """How many of those who stay have the smallest hashes by a key, of how many, and how many by guessing."""
    prefix = check_release.mac(key, "which records stay", "").hex() + ":"
    lot = lambda place: hashlib.sha256((prefix + told(case, case.input[place], case.published_columns)).encode()).digest()[:8]
    right = tried = expected = 0
    for _, alone, kept in groups:
        right += len({*sorted(alone, key=lot)[:len(kept)]} & {*kept})
        tried += len(kept)
        expected += len(kept) ** 2 / len(alone)
    return right, tried, expected


def can_be_reused(case):
    """Whether a plan of this table serves another one; hierarchies of published numbers and lists are other ones there."""
    job = case.made.job
    return not job.get("inputs") and not any("publish" in column for column in job["columns"].values()) and \
        not case.has_lists() and "recoding" not in job and "fixed_width" not in job.get("csv", {}) and job["columns"].get("clinic") is None


def of_another_table(kind, case):
    """The release of another table by the plan of a case, which the attacker has; nothing where there is none."""
    own = random.Random(f"{case.name}/another table")
    if not getattr(case, "report", None) or not can_be_reused(case) or own.random() > 0.5:
        return None
    planned = case.folder / "planned"
    case.write(planned, case.made.rows)
    if case.written_by("plan.json", "plan", "job.toml", "-o", "plan.json", *case.drawing(), folder=planned).returncode:
        return None
    other = copy.copy(case)
    other.__class__ = kind
    other.name, other.folder, other.random = f"{case.name}/another", case.folder / "another", own
    other.made, other.findings, other.counts, other.rows_in = copy.deepcopy(case.made), Findings(), {}, {}
    other.made.rows, other.tiny = another_table(case, own), False
    other.made.files = other.made.files | {"plan.json": (planned / "plan.json").read_text(encoding="utf-8")}
    other.made.job["hierarchy"] = {"plan": "plan.json", "unknown": "top"}
    return other


def another_table(case, own):
    """Records put together from those of the plan's table, each with a tag of its own."""
    names, before, columns = case.made.names, case.made.rows, case.made.job["columns"]
    rows = [[*own.choice(before)] for _ in range(max(12, len(before)))]
    tags = own.sample(range(26 ** 4), len(rows))
    for number, row in enumerate(rows):
        for place, name in enumerate(names):
            if name == TAG:
                row[place] = "t" + "".join(chr(97 + tags[number] // 26 ** at % 26) for at in range(4))
            elif columns[name]["role"] == "identifier" and name != "county":
                row[place] = f"person {number + 1000}"
            elif own.random() < 0.2 and columns[name]["role"] != "provider":
                row[place] = own.choice(before)[place]
    return rows
