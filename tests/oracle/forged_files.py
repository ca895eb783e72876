#!/usr/bin/env python3
"""Releases whose cells are equal while their bytes are others, rows in another order, and jobs in reports that say more than the job file:

    python3 tests/oracle/forged_files.py --incog target/debug/incog [--seed 1]

A small table is published in every form that tools/check_release.py reads. It must not refute the honest release. Of each forged one it must
refute the very claim, while the report has the digest of the forged bytes, as the forger of a file has written that too."""
import argparse, copy, gzip, hashlib, json, os, random, subprocess, sys, tempfile, zlib
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "tools"), str(Path(__file__).resolve().parent)]
import check_release
import toml_text
from one_job import dangers
from random_jobs import csv_text

NAMES = ["age", "note", "score", "town"]
COLUMNS = {"age": {"role": "quasi-identifier", "hierarchy": {"intervals": [10, 20]}}, "note": {"role": "sensitive"},
           "score": {"role": "quasi-identifier", "hierarchy": {"intervals": [5, 10]}, "publish": "bounds"},
           "town": {"role": "quasi-identifier", "hierarchy": {"flat": True}}}
NOTES = ["flu", "-", "a, b", 'said "no"', "two\nlines", "=1+1", "", "3", "a;b", "it's", "tab\there", "\u017fo"]
PLAIN_NOTES = ["flu", "none", "cold", "asthma", "3"]
FIELDS = [{"name": "age", "width": 9}, {"width": 3}, {"name": "note", "width": 12}, {"name": "score_from", "width": 6},
          {"name": "score_to", "width": 6}, {"name": "town", "width": 12}, {"width": 2}]
# What the release is called, and what the job has besides.
FORMS = [("release.csv", {}), ("release.tsv", {}), ("release.csv.gz", {}), ("release.jsonl", {}), ("release.ndjson.gz", {}),
         ("release.csv", {"csv": {"quote": "'"}}), ("release.csv", {"release": {"escape_formulas": True}}),
         ("release.csv", {"release": {"fixed_width": FIELDS}}), ("release.csv", {"release": {"order": "input"}}),
         ("release.csv", {"release": {"order": "input"}, "recoding": {"kind": "local"}}),
         ("release.csv", {"suppression": {"limit": 0.5, "as": "star"}}), ("release.csv", {"delimiter": ";"})]


def table(rng, notes):
    return [[str(rng.randrange(20, 60)), rng.choice(notes), str(rng.randrange(0, 20)), rng.choice(["Ulm", "Bonn", "Trier"])] for _ in range(240)]


def last_cell(lines, change):
    return lines[:-1] + [change(lines[-1])]


def in_text(text, quote, delimiter, is_fixed, is_json):
    """Other texts with the same cells: what was done, and the text."""
    lines = text.split("\n")[:-1]
    rejoined = lambda lines: "".join(line + "\n" for line in lines)
    yield "a byte-order mark", "\ufeff" + text
    yield "lines that end with CR LF", text.replace("\n", "\r\n")
    yield "one line that ends with CR LF", text[:-1] + "\r\n"
    yield "no last line end", text[:-1]
    yield "a blank line at the end", text + "\n"
    yield "a blank line at the beginning", "\n" + text
    if is_json:
        yield "blanks in an object", rejoined(last_cell(lines, lambda line: line.replace(":", ": ", 1)))
        yield "an escape that is not needed", rejoined(last_cell(lines, lambda line: line.replace("age", "\\u0061ge")))
        yield "a key that stands twice", rejoined(last_cell(lines, lambda line: '{"age":"hidden",' + line[1:]))
        yield "other orders of keys", rejoined(last_cell(lines, lambda line: json.dumps(dict(reversed(json.loads(line).items())), ensure_ascii=False, separators=(",", ":"))))
        yield "a number as a text", rejoined(last_cell(lines, lambda line: json.dumps(json.loads(line) | {"score_from": str(json.loads(line)["score_from"])}, ensure_ascii=False, separators=(",", ":"))))
    elif is_fixed:
        yield "a text between fields", rejoined(last_cell(lines, lambda line: line[:9] + "xyz" + line[12:]))
        yield "blanks that are missing", rejoined(last_cell(lines, str.rstrip))
        yield "a cell at the right of its field", rejoined(last_cell(lines, lambda line: line[:12] + line[12:24].strip().rjust(12) + line[24:]))
    else:
        yield "quotes that are not needed", rejoined(last_cell(lines, lambda line: quote + line.replace(delimiter, quote + delimiter, 1)))
        yield "quotes around a name", quote + text.replace(delimiter, quote + delimiter, 1)
        yield "a blank before a name", " " + text
        yield "a quote within a cell, not doubled", rejoined(last_cell(lines, lambda line: quote + line[:1] + quote + line[1:]))


def forged(data, name, options):
    """Other bytes with the same cells."""
    is_packed = name.endswith(".gz")
    text = (gzip.decompress(data) if is_packed else data).decode("utf-8")
    delimiter = "\t" if ".tsv" in name else options.get("delimiter", ",")
    is_fixed, is_json = "fixed_width" in options.get("release", {}), "json" in name
    for what, other in in_text(text, options.get("csv", {}).get("quote", '"'), delimiter, is_fixed, is_json):
        packed = zlib.compressobj(6, zlib.DEFLATED, -15)
        body = other.encode()
        tail = zlib.crc32(body).to_bytes(4, "little") + len(body).to_bytes(4, "little")
        yield what, check_release.HEAD_OF_GZIP + packed.compress(body) + packed.flush() + tail if is_packed else body
    if not is_packed:
        yield "UTF-16", text.encode("utf-16")
    if is_packed:
        yield "bytes behind the compressed text", data + b"hidden"
        yield "two members", data + gzip.compress(b"", mtime=0)
        yield "a name in the head", data[:3] + b"\x08" + data[4:10] + b"hidden\0" + data[10:]
        yield "a time in the head", data[:4] + b"\1\2\3\4" + data[8:]
        yield "a cut text", data[:-9]


def said(folder, output, input, *more):
    """What the checker says, by claim the worst; or the message with which it refuses."""
    arguments = [str(folder / one) for one in (input, output, f"{output}.report.json")] + [*more]
    try:
        return {what: verdict for verdict, what, _ in sorted(check_release.verdicts_of(check_release.arguments(arguments)), key=lambda one: one[0] == "refuted")}
    except (check_release.Refused, OSError, *check_release.MALFORMED) as refused:
        return {"it refuses": "refuted", "why": f"{type(refused).__name__} {refused}"}


def published(incog, folder, rng, output, options):
    """The job that was published of a random table, with the name of the table."""
    is_fixed = "fixed_width" in options.get("release", {})
    rows, delimiter = table(rng, PLAIN_NOTES if is_fixed else NOTES), options.get("delimiter", ",")
    text = csv_text(NAMES, rows, delimiter)
    if quote := options.get("csv", {}).get("quote"):
        quoted = lambda cell: quote + cell.replace(quote, 2 * quote) + quote if {*cell} & {",", quote, "\n"} else cell
        text = "".join(",".join(map(quoted, row)) + "\n" for row in [NAMES, *rows])
    (folder / "table.csv").write_text(text, encoding="utf-8", newline="")
    job = {"input": "table.csv", "output": output, "columns": COLUMNS, "privacy": {"k-anonymity": 3}, "suppression": {"limit": 0.5}, "waivers": {}}
    job |= {key: of for key, of in options.items() if key != "delimiter"}
    for _ in range(4):
        (folder / "job.toml").write_text(toml_text.text(job), encoding="utf-8")
        done = subprocess.run([incog, "anonymize", "job.toml", "--threads", "1"], cwd=folder, capture_output=True, text=True)
        if done.returncode != 4:
            break
        job["waivers"] |= {one: "made up" for one in dangers(done.stderr)}
    return job, done


def with_digest(folder, output, data):
    """Puts other bytes in the place of a release, with a report that has their digest."""
    path = folder / f"{output}.report.json"
    report = json.loads(path.read_text(encoding="utf-8"))
    report["release"]["sha256"] = hashlib.sha256(data).hexdigest()
    (folder / output).write_bytes(data)
    path.write_text(json.dumps(report), encoding="utf-8")


def files(incog, folder, rng, output, options, counts):
    """What is wrong with the verdicts about a release in one form."""
    job, done = published(incog, folder, rng, output, options)
    form = f"{output} {options or ''}"
    if done.returncode:
        return [f"{form}: exit {done.returncode}: {done.stderr[-300:]}"]
    honest, data = said(folder, output, "table.csv"), (folder / output).read_bytes()
    wrong = [f"{form}: an honest release is refuted: {what} {honest.get('why', '')}" for what, verdict in honest.items() if verdict == "refuted"]
    if honest.get("container") != "proved":
        wrong.append(f"{form}: the container of an honest release is {honest.get('container')}")
    claims = [(what, other, "container") for what, other in forged(data, output, options)]
    if output.endswith(".csv") and "fixed_width" not in options.get("release", {}):
        claims += moved(data.decode("utf-8"), options)
    for what, other, claim in claims:
        if other == data:
            continue
        with_digest(folder, output, other)
        found = said(folder, output, "table.csv")
        counts["forged files that are refused" if "it refuses" in found else "forged files"] += 1
        if found.get(claim) != "refuted" and "it refuses" not in found:
            wrong.append(f"{form}: {what}: {claim} is {found.get(claim)}")
    with_digest(folder, output, data)
    return wrong


def moved(text, options):
    """Texts with two rows in each other's place, or with a number that is spelled in another way, and the claim that must be refuted."""
    delimiter = options.get("delimiter", ",")
    lines = text.split("\n")
    plain = [at for at, line in enumerate(lines) if at and line.count(delimiter) == 4 and "*" not in line and '"' not in line and "'" not in line]
    one, other = next((one, other) for one in plain for other in plain[::-1] if lines[one] != lines[other])
    changed = [*lines]
    changed[one], changed[other] = changed[other], changed[one]
    yield "two rows in each other's place", "\n".join(changed).encode(), "order"
    for more in (".0", " ", "e0"):
        cells = lines[one].split(delimiter)
        cells[2] = ("0" + cells[2] if more == "e0" else cells[2] + more) if cells[2] else cells[2]
        yield "a number spelled in another way", "\n".join([*lines[:one], delimiter.join(cells), *lines[one + 1:]]).encode(), "score: spelling"


# What the job in a report may say more than the job file, where, and what: the checker must refute it, given the job file.
MORE = [(("csv", "missing"), ["Ulm"]), (("columns", "note", "missing"), "none"), (("columns", "age", "weight"), 2.0), (("columns", "age", "min_level"), 1),
        (("columns", "more"), {"role": "identifier"}), (("suppression", "as"), "star"), (("release", "noise"), True), (("release", "order"), "input"),
        (("release", "labels"), "interval"), (("release", "provider"), True), (("hierarchy",), {"unknown": "top"}), (("waivers", "age: unique"), "somebody"),
        (("search", "seed"), 7), (("search", "algorithm"), "flash"), (("utility", "keep_columns"), "off"), (("output",), "other.csv")]


def echoes(incog, folder, rng, counts):
    """What is wrong with the verdicts about reports whose job says more than the job file."""
    job, done = published(incog, folder, rng, "release.csv", {})
    path, name = folder / "release.csv.report.json", str(folder / "job.toml")
    honest, wrong = json.loads(path.read_text(encoding="utf-8")), []
    refuted = lambda: [what for what, verdict in said(folder, "release.csv", "table.csv", "--job", name).items() if verdict == "refuted"]
    wrong += [f"an honest job is refuted: {refuted()}"] if refuted() else []
    for places, value in MORE:
        report = copy.deepcopy(honest)
        part = report["job"]
        for key in places[:-1]:
            part = part.setdefault(key, {})
        part[places[-1]] = value
        path.write_text(json.dumps(report), encoding="utf-8")
        counts["forged jobs"] += 1
        wrong += [] if refuted() else [f"the job of a report says more: {'.'.join(places)} = {value!r}, and nothing is refuted"]
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", required=True, type=os.path.abspath)
    parser.add_argument("--seed", type=int, default=1)
    asked, counts, wrong = parser.parse_args(), Counter(), []
    for place, (output, options) in enumerate(FORMS):
        with tempfile.TemporaryDirectory() as folder:
            wrong += files(asked.incog, Path(folder), random.Random(f"files/{asked.seed}/{place}"), output, options, counts)
            counts["honest releases"] += 1
    with tempfile.TemporaryDirectory() as folder:
        wrong += echoes(asked.incog, Path(folder), random.Random(f"echo/{asked.seed}"), counts)
    print(*wrong[:40], *(f"{count:6} {what}" for what, count in sorted(counts.items())), f"{len(wrong)} wrong", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
