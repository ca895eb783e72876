"""Reports, pages and releases that were tampered with: all of them must be found out."""
import copy, csv, hashlib, io, json, re
import check_release
from random_jobs import csv_text

UNKNOWN = "~tampered~"


def leaves(value, path=""):
    """Paths and places of all leaves."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in list(parts):
        at = f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}" if path else key
        if isinstance(part, (dict, list)) and part:
            yield from leaves(part, at)
        else:
            yield at, value, key


def other(rng, value):
    """Another value of the same kind, near the first."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice([1, -1, 10])
    if isinstance(value, float):
        return value * rng.choice([1.2, 0.8]) + (0.5 if abs(value) < 1e-12 else 0)
    if value is None:
        return rng.choice([0, "x", 0.5])
    if isinstance(value, str):
        return rng.choice([value + "x", value[:-1], value.swapcase() if value.swapcase() != value else value + " ", ""]) or "x"
    return [1] if isinstance(value, list) else {"x": 1}


# Both verifiers take figures that are so near for the same.
ROUNDED_AWAY = 1e-12


def mutate(rng, report):
    """A copy of a report with one thing changed, and the path of what was changed."""
    changed = copy.deepcopy(report)
    kind = rng.choices(["leaf", "drop", "duplicate", "reorder", "add"], [12, 2, 1, 1, 1])[0]
    every = list(leaves(changed))
    lists = [(at, parent, key) for at, parent, key in containers(changed) if isinstance(parent[key], list) and len(parent[key]) > 1]
    if kind in ("duplicate", "reorder") and lists:
        at, parent, key = rng.choice(lists)
        if kind == "duplicate":
            parent[key].append(copy.deepcopy(rng.choice(parent[key])))
        else:
            parent[key].reverse()
    elif kind == "add":
        at, parent, key = rng.choice([("", {"": changed}, ""), *((a, p, k) for a, p, k in containers(changed) if isinstance(p[k], dict))])
        parent[key][UNKNOWN], at = rng.choice([1, "x", None]), f"{at}.{UNKNOWN}" if at else UNKNOWN
    else:
        at, parent, key = rng.choice(every)
        if kind == "drop":
            del parent[key]
        else:
            was, parent[key] = parent[key], other(rng, parent[key])
            if isinstance(was, float) and isinstance(parent[key], float) and abs(parent[key] - was) < ROUNDED_AWAY:
                return mutate(rng, report)
    return (changed, at) if json.dumps(changed) != json.dumps(report) else mutate(rng, report)


def containers(value, path=""):
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        if isinstance(part, (dict, list)):
            at = f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}" if path else key
            yield at, value, key
            yield from containers(part, at)


def names_leaf(not_shown, at):
    """Whether one of the claims that were not shown names the leaf, the list it stands in, or what stands in it."""
    at = re.sub(r"(\[\d+\])+$", "", at)
    return any(at == claim or at.startswith((claim + ".", claim + "[")) or claim.startswith((at + ".", at + "["))
               for claim in not_shown)


def try_reports(run):
    """Mutated reports: refuted, or the very leaf is listed as not shown; by the program and by the checker."""
    if run.facts:
        verdicts, expected, _ = run.found
        expected = expected | {"job": check_release.NotShown("")}
        for _ in range(30):
            changed, at = mutate(run.random, run.report)
            if re.match(r"(job|release|page)\b", at) and isinstance(expected["release"], check_release.NotShown) or \
                    re.match(r"job\b", at):
                continue
            found = list(check_release.compare(expected, changed))
            not_shown = [what for verdict, what, _ in found if verdict == "not shown"]
            run.count("mutated reports, checker")
            if not any(verdict == "refuted" for verdict, *_ in found) and not names_leaf(not_shown, at):
                run.findings.add("mutated report passes the checker", f"{at}: {part(run.report, at)!r} -> {part(changed, at)!r}")
    honest = run.report_path.read_bytes()
    for _ in range(2):
        changed, at = mutate(run.random, run.report)
        tampered = json.dumps(changed, indent=2, ensure_ascii=False) + "\n"
        run.report_path.write_text(tampered, encoding="utf-8")
        code, claims, stderr = run.verify()
        not_shown = [name for name, claim in claims.items() if claim["verdict"] == "not-shown"]
        run.count("mutated reports, verify")
        if "panicked" in stderr:
            run.findings.add("crash", stderr)
        if code == 0 and not names_leaf(not_shown, at):
            run.findings.add("mutated report passes verify", f"{at}: {part(run.report, at)!r} -> {part(changed, at)!r}")
        run.report_path.write_bytes(honest)


def try_files(run):
    """A page or a release that was changed."""
    for name in (run.output, f"{run.output}.report.html"):
        path = run.folder / name
        data = path.read_bytes()
        at = run.random.randrange(len(data))
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
        code, *_ = run.verify()
        run.count("changed files, verify")
        if code == 0:
            run.findings.add("changed file passes verify", f"{name}, byte {at}: {data[max(0, at - 20):at + 20]!r}")
        path.write_bytes(data)


def tamper(rng, rows):
    """Rows of a release of which some were changed."""
    rows, kind = [list(row) for row in rows], rng.choice(["cell", "cell", "row", "swap", "column", "gone", "star", "value"])
    at, other, place = rng.randrange(len(rows)), rng.randrange(len(rows)), rng.randrange(len(rows[0]))
    if kind == "cell":
        rows[at][place] = rows[other][place]
    elif kind == "row":
        rows[at] = list(rows[other])
    elif kind == "swap":
        rows[at], rows[other] = rows[other], rows[at]
    elif kind == "column":
        rows = [row[:place] + ["*"] + row[place + 1:] for row in rows]
    elif kind == "gone":
        del rows[at]
    else:
        rows[at][place] = "*" if kind == "star" else rows[at][place] + rng.choice("0x ")
    return rows


def in_its_words(what):
    """A claim of the checker as the program calls it."""
    if what == "records":
        return "every record comes from the input"
    what = re.sub(r"^(.*): names of labels$", r"solution.levels.\1", what)
    return re.sub(r"^(.*): (mean|median|mode|range) of each class$", r"\1 is the \2 of each class", what)


# The program's claim about the key that draws who stays; the checker calls it "who stays".
WHO_STAYS = "the key decides which records are kept, in the order that the job sets"
# What takes the secret that draws, as the checker and the program call it.
OF_THE_DRAW = {"draw": ["every record comes from the input", "the release has the drawn records and no others"],
               "levels": ["the levels are those chosen with a part of epsilon"]}


def of_chance(what, claims):
    """The claims of the program about a column that the checker does not make again, as it takes a key, chance or detectors."""
    name = what.removesuffix(": values")
    return [claim for claim in claims if claim.startswith(f"{name} is ") or claim == "every record comes from the input"] if name != what else []


def try_releases(run):
    """Releases with other rows and a report that has their digest: the program and the checker say the same of each."""
    release, honest = run.folder / run.output, run.report_path.read_bytes()
    if release.suffix not in (".csv", ".tsv") or not run.facts:
        return
    data, delimiter = release.read_bytes(), run.delimiter()
    fields, text = run.made.job["release"].get("fixed_width"), data.decode("utf-8")
    if fields:
        names, rows = None, [check_release.cut(line, fields) for line in text.split("\n") if line]
    else:
        names, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    in_fields = lambda row: "".join(cell.ljust(field["width"]) for cell, field in zip(row, fields)) + "\n"
    for _ in range(3):
        changed = tamper(run.random, rows)
        if changed == rows or not changed:
            continue
        written = "".join(map(in_fields, changed)) if fields else csv_text(names, changed, delimiter)
        release.write_text(written, encoding="utf-8", newline="")
        report = copy.deepcopy(run.report)
        report["release"]["sha256"] = hashlib.sha256(release.read_bytes()).hexdigest()
        run.report_path.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        code, claims, stderr = run.verify()
        by_program = [name for name, claim in claims.items() if claim["verdict"] == "refuted" and "page" not in name and not of_who_stays(name)]
        in_order = report["job"]["release"]["order"] == "input"
        try:
            verdicts, expected, facts = run.examine(run.folder, str(release), report)
            found = [*verdicts, *check_release.compare(expected, report)] if facts else verdicts
            refuted = [what for verdict, what, _ in found if verdict == "refuted"]
            by_checker = [what for what in refuted if not of_who_stays(what) and not (what == "order" and in_order)]
            # Of the order of the input the program speaks with the draw.
            if "order" in refuted and in_order and claims.get(WHO_STAYS, {}).get("verdict") == "proved":
                run.findings.add("changed release: the program proves an order that the checker refutes", claims[WHO_STAYS])
        except check_release.Refused as refused:
            found, by_checker = [], [f"it refuses: {refused}"]
        run.count("changed releases, both")
        unseen = [name for name, claim in claims.items() if claim["verdict"] == "not-shown"], [
            name for verdict, what, _ in (found if claims else []) if verdict == "not shown"
            for name in [*OF_THE_DRAW.get(what, [in_its_words(what)]), *of_chance(what, claims)]]
        weaker = all(names_leaf(unseen[0], in_its_words(what)) for what in by_checker) if by_checker else \
            all(names_leaf(unseen[1], name) for name in by_program)
        if not claims or bool(by_program) != bool(by_checker) and not weaker:
            difference = [(one, other) for one, other in zip(rows, changed) if one != other][:2]
            run.findings.add("changed release: the verdicts differ",
                             f"{difference} verify: {by_program[:3]} {stderr[:100]} checker: {by_checker[:3]}")
    release.write_bytes(data)
    run.report_path.write_bytes(honest)


def of_who_stays(claim):
    """A claim that takes the key of the draw, which the two verifiers do not have in the same cases (one_job.py)."""
    return claim in (WHO_STAYS, "who stays")


def part(report, at):
    for key in re.findall(r"\[(\d+)\]|([^.\[]+)", at):
        key = int(key[0]) if key[0] else key[1]
        try:
            report = report[key]
        except (KeyError, IndexError, TypeError):
            return "missing"
    return report


def without_search(page):
    """The page without what the search says of itself: its work, how it ended, how far it may be from the best."""
    page = re.sub(r"<h2>How it was found</h2>.*?(?=<h2>)", "", page, flags=re.DOTALL)
    # The verdict says after its semicolon how the search ended, and the last tile.
    page = re.sub(r'(<p class="verdict[^;]*;).*?</p>', r"\1", page, flags=re.DOTALL)
    return re.sub(r'\s*<div class="tile"><b>[^<]*</b><span>(from )?optimal</span></div>', "", page)
