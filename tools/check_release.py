#!/usr/bin/env python3
"""Checks a release of incog against the table it was made of, with nothing but Python's standard library.

    python3 check_release.py ORIGINAL [ORIGINAL ...] RELEASE JOB.toml
    python3 check_release.py ORIGINAL [ORIGINAL ...] RELEASE RELEASE.report.json [--job JOB.toml] [--proof PROOF.json]

It is written from the definitions (docs/job-file.md, docs/security.md) and shares no code with the program
that made the release. It can be read from top to bottom:

1. Tables            files of text become columns of texts, and a release has the bytes that its cells are written as
2. Values            what is a number, what is a date, and which value comes before which
3. Hierarchies       for each value its labels at level 0 (the value), 1, ... up to the root "*"
4. What is shown     the part of a hierarchy that follows from published values
5. Readings          the labels of a released column are those of one level of its hierarchy
6. Records           every row of the release is a record of the original, each another one
7. Privacy models    measured in every equivalence class: all rows with the same labels
8. Utility           what the release lost
9. Who stands out    columns by which records are singled out, whatever the models count
10. What tells more  columns that give back, undo or repeat others
11. The proof        that no release loses less, from the prices or boxes of a proof file
12. The report       every leaf is proved, refuted, or listed as not shown by the files
13. The check        all of this, one step after the other

Labels from a list of the program (`codes`, `countries`, orders of words that a job does not name) are checked
against a file that people can read: incog hierarchy build TABLE COLUMN -o FILE, then --hierarchy COLUMN=FILE.
Exit code: 1 if anything is refuted."""
import argparse, base64, bisect, calendar, copy, csv, functools, gzip, hashlib, hmac, io, itertools, json, math, os, re
import sys, tomllib, unicodedata, zlib
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
from fractions import Fraction
from pathlib import Path

MISSING = ["", "NA", "?"]
ADDRESS = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+\.[A-Za-z]{2,}")
AGGREGATES = ["mean", "median", "mode", "range"]
MOST_COALITIONS, MOST_COMBINATIONS_OF_LEVELS, ROUNDING = 10_000, 1_000, 1e-9

class Refused(Exception):
    """The files cannot be checked; says why."""

MALFORMED = ArithmeticError, AttributeError, EOFError, LookupError, RecursionError, TypeError, ValueError, csv.Error, zlib.error
csv.field_size_limit(2 ** 31 - 1)

# ---- 1. Tables ---------------------------------------------------------------------------------------------

class Table:
    """Named columns of texts. The missing values of a column, however they are marked, are one value. `apart`
    are values that have no place among the others: what is missing, and what a hierarchy does not know."""
    def __init__(self, names, rows, markers, typed=False):
        markers = [*markers, ""] if typed else markers  # null is always missing
        self.names, self.rows, self.columns, self.missing, self.apart, self.spellings = names, len(rows), {}, {}, {}, {}
        for name, cells in zip(names, zip(*rows)):
            found = {cell for cell in cells if cell.strip() in markers}
            self.spellings[name] = len(found)
            self.missing[name] = found.pop() if len(found) == 1 and not typed else "" if found else None
            self.columns[name] = [self.missing[name] if cell.strip() in markers else cell for cell in cells]
            self.apart[name] = {self.missing[name]}

    def cells(self, names, rows):
        """The cells of these columns, row by row."""
        return zip(*[[self.columns[name][row] for row in rows] for name in names])

def read_table(paths, options, header=True, providers=(), provider=None):
    """The table in a file, or those of several providers one after the other, with a column that names the
    provider. Also the delimiter."""
    names, rows = None, []
    for path, who in itertools.zip_longest(paths, providers):
        text = trimmed(read_packed(path, options.get("encoding")), options)
        if typed := is_json_lines(path):
            own, lines = read_json_lines(text, path)
            names = names or own
            rows += [[line[own.index(name)] for name in names] + [who] * bool(providers) for line in lines]
            delimiter = ","
            continue
        if fields := options.get("fixed_width"):
            own, delimiter = [field["name"].strip() for field in fields if "name" in field], None
            names = names or own
            fixed = [cut(line, fields) for line in re.split("\r?\n", text)[bool(options.get("header")):] if line.strip()]
            rows += [[line[own.index(name)] for name in names] + [who] * bool(providers) for line in fixed]
            continue
        delimiter = (options.get("delimiter") or delimiter_of(text, path)).replace("\\t", "\t")
        lines = split_rows(text, delimiter, options.get("quote") or '"')
        first = next(iter(lines), [])
        own = [name.strip() for name in lines.pop(0)] if header and lines else [
            f"column_{n + 1}" for n in range(len(first))]
        names = names or own
        if not lines or {*map(len, lines)} != {len(own)} or {*names} != {*own} or len({*own}) < len(own):
            raise Refused(f"{path}: the file is empty, rows differ in length, or its columns are not as expected")
        rows += [[line[own.index(name)] for name in names] + [who] * bool(providers) for line in lines]
    if options.get("escaped") and not typed:
        names, rows = [unescaped(name) for name in names], [[unescaped(cell) for cell in row] for row in rows]
    if (mark := options.get("decimal")) and not typed:
        missing = options.get("missing", MISSING)
        columns = [in_plain_numbers(list(column), mark, missing) for column in zip(*rows)]
        rows = [list(row) for row in zip(*columns)]
    names = names + [provider] * bool(providers)
    return Table(names, rows, options.get("missing", MISSING), typed), delimiter

def trimmed(text, options):
    """A text without the lines above and below its table; blank lines at its end do not count."""
    for _ in range(options.get("skip_rows") or 0):
        text = text.partition("\n")[2]
    for _ in range(options.get("skip_footer") or 0):
        text = text.rstrip()
        text = text[:text.rfind("\n") + 1]
    return text

def in_plain_numbers(values, mark, missing):
    """A column of numbers with a decimal mark, or with separators between thousands, as 1234.5; any other as it is."""
    number = re.compile(r"([-+\u2212]?)(?:([0-9]+)|([1-9][0-9]{0,2})((?:([%s '\u2019\u00a0\u202f])[0-9]{3})(?:\5[0-9]{3})*))(?:\%s([0-9]+))?"
                        % (".," .replace(mark, ""), mark))
    plain, is_other, is_clear = {}, False, False
    for value in {*values}:
        if value.strip() in missing:
            continue
        if not (found := number.fullmatch(value.strip())):
            return values
        sign, whole, first, rest, separator, decimals = found.groups()
        groups = len(rest or "") // 4
        is_other |= groups > 0 or (mark == "," and decimals is not None)
        is_clear |= groups != 1 or decimals is not None
        digits = whole or first + rest.replace(separator, "")
        plain[value] = sign.replace("+", "").replace("\u2212", "-") + digits + (f".{decimals}" if decimals else "")
    return [plain.get(value, value) for value in values] if is_other and is_clear else values

def cut(line, fields):
    """The values of a line whose fields stand at fixed places, without the blanks around them."""
    values, at = [], 0
    for field in fields:
        values += [line[at:at + field["width"]].strip()] * ("name" in field)
        at += field["width"]
    if line[at:].strip():
        raise Refused("a line is longer than its fields")
    return values

def read_text(path):
    return Path(path).read_text(encoding="utf-8")

def read_packed(path, encoding=None):
    if not (re.fullmatch(r".*\.(csv|tsv|txt|data)(\.gz)?", path) or is_json_lines(path)):
        raise Refused(f"{path}: only .csv, .tsv, .txt, .data, .jsonl, .ndjson, also with .gz, are read here")
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        content = file.read()
    if not encoding and content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    try:
        return content.decode(encoding if encoding and encoding != "utf-8" else "utf-8-sig").removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise Refused(f"{path}: the text is not in {encoding or 'UTF-8'}; set csv.encoding in the job") from None

def is_json_lines(path):
    return re.fullmatch(r".*\.(jsonl|ndjson)(\.gz)?", path) is not None

def read_json_lines(text, path):
    """Names in the order in which they come first, and rows of texts; numbers as they are written, what is missing empty."""
    objects = [json.loads(line, parse_int=str, parse_float=str) for line in text.split("\n") if line.strip()]
    told = lambda value: "" if value is None else str(value).lower() if isinstance(value, bool) else value
    names = [*dict.fromkeys(key for one in objects for key in one)]
    if not names:
        raise Refused(f"{path}: the file is empty")
    return [name.strip() for name in names], [[told(one.get(name)) for name in names] for one in objects]

def split_rows(text, delimiter, quote='"'):
    lines = io.StringIO(text, newline="")
    return [row for row in csv.reader(lines, delimiter=delimiter, quotechar=quote) if row]

def delimiter_of(text, path):
    """Of , ; tab | that for which most of 100 rows have as many fields as the first, two or more."""
    def score(delimiter):
        counts = [len(row) for row in split_rows(text[:65536], delimiter)[:100]] or [0]
        return (counts[0] > 1) * counts.count(counts[0]) / len(counts), counts[0]
    best = max(",;\t|", key=score)
    if score(best)[0]:
        return best
    return "\t" if ending(path) == "tsv" else " " if divided_by_blanks(text) else ","

def divided_by_blanks(text):
    """Whether single blanks divide three records or more into the same number of fields, at least three."""
    text = re.sub(r'"[^"]*"', "quoted", text[:65536])
    rows = [line.split(" ") for line in re.split(r"[\r\n]+", text)[:-1] if line][:100]
    return len(rows) > 2 and len(rows[0]) > 2 and all(all(row) and len(row) == len(rows[0]) for row in rows)

def ending(path):
    """The ending of a file name, without that of the compression."""
    return path.removesuffix(".gz").rsplit(".", 1)[-1]

def is_formula(cell):
    """Whether a spreadsheet would execute a cell: =1+1, @SUM(1), a sign before letters, a tab; not -5."""
    found = re.match(r"[\t\r\n]|\s*[=@＝＠]\s*\S|\s*[+\-＋－].*[^\W\d_]", cell, re.DOTALL)
    return bool(found) and "number" not in type_of([cell])

def unescaped(cell):
    """A cell without the ' that was put before a formula."""
    return cell[1:] if cell[:1] == "'" and is_formula(cell.lstrip("'")) else cell

# A release has one form for its cells, so that no byte of it says anything else:
# * The text is UTF-8 without a byte-order mark. Each line ends with one line feed, the last too, and none is blank or a comment.
# * Delimited text begins with the names. Between fields stands the delimiter of the input if both names end alike, the tab in .tsv,
#   otherwise the comma. A field is in quotes (csv.quote) where it has a delimiter, a quote (which is doubled), a line feed or a carriage
#   return, where it begins with U+FEFF, and where it is empty and the only one of its line; nowhere else.
# * Fields at fixed places are filled up with blanks at their right; fields without a name are blank.
# * JSON lines have an object for each row without blanks, keys in the order of the columns, and \\u only for control characters without a
#   shorter escape. A column is all texts or has none; a cell without a value is null throughout, or an empty text.
# * gzip is one member whose head says neither a name nor a time, with nothing behind it.
# Numbers and days that a column is published as are spelled in one way: 0.5, -3, 2024-03-01.

HEAD_OF_GZIP = bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

def other_bytes(path, delimiter, quote, fields):
    """What a release has that does not follow from its cells; empty where all bytes do."""
    content = Path(path).read_bytes()
    if path.endswith(".gz"):
        packed = zlib.decompressobj(31)
        text = packed.decompress(content)
        if not packed.eof or packed.unused_data:
            return "bytes stand behind the compressed text, or it is cut off"
        if not content.startswith(HEAD_OF_GZIP):
            return "the head of the compressed text says more than incog writes"
        content = text
    if content.startswith(b"\xef\xbb\xbf"):
        return "it begins with a byte-order mark"
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return "it is not UTF-8"
    again = json_lines_again(text) if is_json_lines(path) else fields_again(text, fields) if fields else \
        delimited_again(text, delimiter, quote)
    if again == text:
        return ""
    pairs = itertools.zip_longest(text.split("\n"), again.split("\n"))
    line = next(place for place, (one, other) in enumerate(pairs, 1) if one != other)
    return f"line {line} has other bytes than incog writes its cells as" + " (or ends otherwise)" * ("\r" in text)

def delimited_again(text, delimiter, quote):
    """The cells of a delimited text, written again."""
    special = {delimiter, quote, "\n", "\r"}
    def field(cell, is_alone):
        needs_quotes = not special.isdisjoint(cell) or cell.startswith("\ufeff") or is_alone and not cell
        return quote + cell.replace(quote, 2 * quote) + quote if needs_quotes else cell
    names, *rows = split_rows(text, delimiter, quote) or [[]]
    return "".join(delimiter.join(field(cell, len(row) == 1) for cell in row) + "\n"
                   for row in [[name.strip() for name in names], *rows])

def fields_again(text, fields):
    """The cells of a text whose fields stand at fixed places, written again."""
    def line(cells):
        cells = iter(cells)
        return "".join((next(cells) if "name" in field else "").ljust(field["width"]) for field in fields)
    return "".join(line(cut(one, fields)) + "\n" for one in re.split("\r?\n", text) if one.strip())

class AsWritten(str):
    """A number as it stands in a text."""

def json_lines_again(text):
    """The cells of JSON lines, written again; of other values than texts, numbers, truth values and null nothing."""
    lines = [json.loads(line, object_pairs_hook=list, parse_int=AsWritten, parse_float=AsWritten, parse_constant=no_number)
             for line in text.split("\n") if line.strip()]
    names, forms = [name for name, _ in lines[0]], defaultdict(set)
    for name, value in itertools.chain(*lines):
        is_text = isinstance(value, str) and not isinstance(value, AsWritten)
        forms[name].add("text" if is_text and value else "empty" if is_text else "null" if value is None else "other")
    mixed = {"text", "other"}, {"empty", "other"}, {"empty", "null"}
    plain = lambda value: value if isinstance(value, AsWritten) else json.dumps(value, ensure_ascii=False)
    is_one = all([name for name, _ in line] == names for line in lines) and len({*names}) == len(names) and not any(
        both <= of for both in mixed for of in forms.values())
    written = ("{" + ",".join(f"{plain(name)}:{plain(value)}" for name, value in line) + "}\n" for line in lines)
    return "".join(written) if is_one else ""

# ---- 2. Values ---------------------------------------------------------------------------------------------

def type_of(values):
    """What all of these are: whole numbers, numbers, dates as 2024-03-01 (a time may follow), or texts."""
    texts = [value.strip() for value in values]
    each = lambda form, is_one: texts and all(
        re.fullmatch(form, text, re.DOTALL) and is_one(text) for text in texts)
    if each(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", lambda text: math.isfinite(float(text))):
        return "whole number" if each("[+-]?[0-9]+", lambda text: -2**63 <= int(text) < 2**63) else "number"
    try:
        return "date" if each("[0-9]{4}-[0-9]{2}-[0-9]{2}([T ].*)?", day_of) else "text"
    except ValueError:
        return "text"

def are_mostly_numbers_or_days(cells):
    """Whether more than half of the records that have a value have a number, with a decimal point or comma, or as many a day."""
    known = Counter(cell for cell in cells if cell is not None)
    are_most = lambda read: 2 * sum(count for cell, count in known.items() if read(cell) is not None) > known.total()
    return are_most(as_number) or are_most(as_day)

CLEAR_FORMS = [
    (r"\d{1,2}\.\d{1,2}\.\d{4}", "%d.%m.%Y"), (r"\d{4}/\d{1,2}/\d{1,2}", "%Y/%m/%d"), (r"\d{4}\.\d{1,2}\.\d{1,2}", "%Y.%m.%d"),
    (r"\d{8}", "%Y%m%d"), (r"\d{1,2} [^\W\d_]+ \d{4}", "%d %B %Y"), (r"\d{1,2}-[^\W\d_]+-\d{4}", "%d-%B-%Y"),
    (r"[^\W\d_]+ \d{1,2}, \d{4}", "%B %d, %Y"), (r"\d{1,2}\. [^\W\d_]+ \d{4}", "%d. %B %Y"), (r"\d{1,2} [^\W\d_]+, \d{4}", "%d %B, %Y"),
    (r"\d{1,2}/[^\W\d_]+/\d{4}", "%d/%B/%Y"), (r"\d{4}-[^\W\d_]+-\d{1,2}", "%Y-%B-%d"), (r"[^\W\d_]+ \d{1,2} \d{4}", "%B %d %Y"),
    (r"\d{4}\. \d{1,2}\. \d{1,2}\.", "%Y. %m. %d."), (r"\d{4}年\d{1,2}月\d{1,2}日", "%Y年%m月%d日")]

def clear_form(text):
    """The form of a date that can be read in only one way; None for ISO 8601."""
    day = re.sub(r"[T ]+[0-9]{1,2}:.*", "", text.strip(), flags=re.DOTALL)
    return next((form for pattern, form in CLEAR_FORMS if re.fullmatch(pattern, day)), None)

def time_of(text):
    """The time behind a date, with what stands between them."""
    found = re.search(r"[T ]+[0-9]{1,2}:.*", text.strip(), re.DOTALL)
    return found[0] if found else ""

def hour_of(text):
    """The hour of the time behind a date; None where it has none."""
    found = re.fullmatch(r"[T ]+([0-9]{1,2}):[0-5][0-9].*?([ap]m)?\s*", time_of(text), re.DOTALL | re.IGNORECASE)
    if not found:
        return None
    hour, half = int(found[1]), (found[2] or "").lower()
    return (hour + 12 if hour < 12 else hour) if half == "pm" else hour % 12 if half == "am" and hour == 12 else hour

def day_of(text, form=None):
    """The day of a date; a time behind it is passed over."""
    form = form or clear_form(text)
    if not form:
        parts = [int(part) for part in re.split("[T ]", text.strip())[0].split("-")]
        if len(parts) != 3:
            raise ValueError("no date")
        return date(*parts)
    text = re.sub(r"[T ]+[0-9]{1,2}:.*", "", text.strip(), flags=re.DOTALL)
    short = re.search(r"[^\W\d_]{3,}", text)
    return datetime.strptime(text, form.replace("%B", "%b") if short and len(short[0]) == 3 else form).date()

def in_order(values):
    """Numbers by size, dates by time, texts by the first number in them if all have one, or by characters."""
    kind = type_of(values)
    if "number" in kind:
        return sorted(values, key=lambda value: (float(value), value))
    banded = kind == "text" and all(re.search("[0-9]", value) for value in values)
    return sorted(values, key=band if banded else None)

def band(text):
    """`<18` goes before `18 to 29`, and that before `18 or older`."""
    number, words = re.search(r"[0-9][0-9.]*", text)[0].rstrip("."), text.strip().lower()
    below = words.startswith(("<", "under", "below", "less", "up to", "younger"))
    above = any(word in words for word in ("+", "older", "over", "above", "more", "plus", ">"))
    return float(number) if number.count(".") < 2 else math.inf, -1 if below else int(above), text

def exact(number):
    return Fraction(repr(number))

def plain(number):
    """A decimal number in digits, without zeros at the end of the fraction."""
    if number.denominator == 1:
        return str(number.numerator)
    places = next((places for places in range(40) if (number * 10**places).denominator == 1), 40)
    digits = str(abs(int(number * 10**places))).rjust(places + 1, "0")
    return "-" * (number < 0) + digits[:len(digits) - places] + ("." + digits[-places:]) * (places > 0)

# A column may be published as numbers (`publish`): with its bounds, 20..29 as the cells 20 and 29, an open
# end as nothing; or with the midpoint. Values are then written plainly, and what is missing is *.

def form_of(column):
    form = column.get("publish", "label")
    return "label" if isinstance(form, dict) else form

def is_aggregated(column):
    """Whether all records of a class have one value, made of theirs."""
    return form_of(column) in AGGREGATES

def is_of_numbers(column):
    return form_of(column) in ("bounds", "midpoint")

def written_names(name, column):
    return [f"{name}_from", f"{name}_to"] if form_of(column) == "bounds" else [name]

def as_told(form, cell):
    """The number that a mean or median tells, however it is spelled: 3.0 is 3."""
    is_number = form in ("mean", "median") and cell == cell.strip() and "number" in type_of([cell])
    return Fraction(cell) if is_number else cell

def plain_text(text, form=None):
    """A number without idle zeros, a day as 2024-03-01; None for anything else."""
    if form is None and "number" in type_of([text]):
        return plain(Fraction(text.strip()))
    try:
        return day_of(text, form).isoformat()
    except ValueError:
        return None

def as_published(table, columns):
    """The table with the values of such columns as the release writes them."""
    for name, column in columns.items():
        if is_of_numbers(column) and name in table.columns:
            form, missing = (column.get("hierarchy") or {}).get("format"), table.missing[name]
            one = functools.cache(lambda cell: "*" if cell == missing else plain_text(cell, form) or cell)
            table.columns[name] = [one(cell) for cell in table.columns[name]]
            table.missing[name] = None if missing is None else "*"
            table.apart[name] = {table.missing[name]}

def with_labels(release, columns):
    """The release with one label in the place of such cells. None where one is neither a number nor a day."""
    for name, column in columns.items():
        written = written_names(name, column)
        if is_of_numbers(column) and {*written} <= {*release.names}:
            texts = [[plain_text(cell) if cell else "" for cell in release.columns[one]] for one in written]
            if any(None in cells for cells in texts):
                return None
            at = release.names.index(written[0])
            release.names[at:at + len(written)] = [name]
            release.columns[name] = [told(one[0] or None, one[-1] or None, "bounds") for one in zip(*texts)]
            release.missing[name] = None
    return release

def told(first, last, form):
    """From one bound to another, None where it is open, as a label or as the middle of the two."""
    if form != "midpoint":
        return "*" if first is last is None else first if first == last else f"{first or ''}..{last or ''}"
    if None in (first, last):
        return "*"
    if "number" in type_of([first]):
        return plain((Fraction(first) + Fraction(last)) / 2)
    return (day_of(first) + (day_of(last) - day_of(first)) // 2).isoformat()

# A column may become something before anything is decided (`publish = { ... }`), named by its parameters. What takes a
# key is made again where the key is at hand (--key, or a path in the job), and otherwise left out of all comparisons; so
# is what chance or the program's detectors decide.

TREATMENTS = {"pseudonym": "pseudonym", "shift_days": "shift-days", "age_at": "age-at", "age_on": "age-on", "first_of": "first-of",
              "top": "top-and-bottom", "bottom": "top-and-bottom",
              "top_quantile": "quantile-limits", "bottom_quantile": "quantile-limits", "round": "round", "noise": "noise",
              "pram": "post-randomization", "redact": "redact"}

def treatment_of(column):
    said = column.get("publish")
    return next((name for key, name in TREATMENTS.items() if isinstance(said, dict) and key in said), None)

def treat(table, columns, unit, key_of):
    """Puts what columns become into the table; the columns of which that is not known."""
    raw, unknown = dict(table.columns), []
    table.untreated = raw
    people = unit or next((name for role in ("person", "household") for name, column in columns.items()
                           if column.get("role") == role), None)
    for name, column in columns.items():
        if treatment_of(column) and name in raw:
            made = treated(column["publish"], raw, name, table.missing, people, key_of)
            if made is None:
                unknown.append(name)
                made = [*map(spelling, raw[name])] if "pseudonym" in column["publish"] else raw[name]
            missing = table.missing[name]
            lost = any(one is None for one in made)
            table.missing[name] = "" if lost and missing is None else missing
            table.columns[name] = [table.missing[name] if cell == missing is not None or one is None else one
                                   for cell, one in zip(raw[name], made)]
            table.apart[name] = {table.missing[name]}
    return unknown

NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")

def changed(before, after, missing):
    """How far cells are from what they were: how many are others, and of numbers mean, variance and quantiles of both, and
    their correlation."""
    known = lambda cell: NUMBER.fullmatch(cell.strip()) and cell != missing and math.isfinite(float(cell))
    pairs = [(float(was), float(one)) for was, one in zip(before, after) if known(was) and known(one)]
    facts = {"records": sum(was != one for was, one in zip(before, after))}
    if not pairs:
        return facts
    sides, freedom = [*zip(*pairs)], max(1, len(pairs) - 1)
    means = [math.fsum(side) / len(side) for side in sides]
    product = lambda a, b: math.fsum((x - means[a]) * (y - means[b]) for x, y in zip(sides[a], sides[b])) / freedom
    summary = lambda at: {"mean": means[at], "variance": product(at, at), "quantiles": [
        sorted(sides[at])[max(1, -(-len(pairs) * percent // 100)) - 1] for percent in (5, 25, 50, 75, 95)]}
    before, after = summary(0), summary(1)
    spread = math.sqrt(before["variance"] * after["variance"])
    correlation = max(-1.0, min(1.0, product(0, 1) / spread)) if spread > 0 else None
    return facts | {"numbers": {"records": len(pairs), "before": before, "after": after, "correlation": correlation}}

def treated(said, raw, name, missing, people, key_of):
    """The cells that a column becomes, None where one becomes missing; None where that is not known."""
    cells, form = raw[name], said.get("format")
    known = lambda make: [cell if cell == missing[name] is not None else make(cell, row) for row, cell in enumerate(cells)]
    def written(day, cell):
        like = form or clear_form(cell)
        return day.strftime(like) if like else day.isoformat()
    key = key_of(said)
    if "pseudonym" in said and key:
        return known(lambda cell, _: pseudonym(key, said["purpose"], cell))
    if "shift_days" in said and key:
        most, weeks = said.get("most", 365), bool(said.get("weeks"))
        step, purpose = 7 if weeks else 1, f"days shifted, at most {most}{', by weeks' * weeks}"
        steps = most // step
        def shifted(cell, row):
            who = raw[people][row]
            if who == missing[people] is not None:
                return None
            place = int.from_bytes(mac(key, purpose, spelling(who))[:8], "big") % (2 * steps)
            moved = day_of(cell, form) + timedelta(step * (place - steps + (place >= steps)))
            return written(moved, cell) + (time_of(cell) if not form else "")
        return known(shifted)
    if "age_at" in said:
        event = raw[said["age_at"]]
        def age(cell, row):
            if event[row] == missing[said["age_at"]] is not None:
                return None
            born, then = day_of(cell, form), day_of(event[row], form)
            if then < born and said.get("impossible") == "missing":
                return None
            return str(then.year - born.year - ((then.month, then.day) < (born.month, born.day)))
        return known(age)
    if "age_on" in said:
        then = day_of(said["age_on"], None)
        def age_then(cell, _):
            born = day_of(cell, form)
            if then < born and said.get("impossible") == "missing":
                return None
            return str(then.year - born.year - ((then.month, then.day) < (born.month, born.day)))
        return known(age_then)
    if "first_of" in said:
        months = {"month": 1, "quarter": 3, "year": 12}[said["first_of"]]
        first = lambda day: day.replace(month=(day.month - 1) // months * months + 1, day=1)
        return known(lambda cell, _: written(first(day_of(cell, form)), cell))
    if "round" in said and not said.get("random"):
        if said["round"] == "auto" and "base" not in said:
            raise Refused(f"{name}: the report lacks the base of rounding (base)")
        base = exact(said["base"] if said["round"] == "auto" else said["round"])
        if base <= 0:
            raise Refused(f"{name}: the base of rounding must be above 0")
        multiple = lambda value: math.floor(abs(value) / base + Fraction(1, 2)) * (-1 if value < 0 else 1)
        lowest, highest = ends_said(said) if said["round"] == "auto" else (None, None)
        within = lambda number: number if lowest is None else min(max(number, lowest), highest)
        return known(lambda cell, _: plain(within(multiple(Fraction(cell.strip())) * base)))
    if "top" in said or "bottom" in said:
        top, bottom = (exact(said[end]) if end in said else None for end in ("top", "bottom"))
        def limited(cell, _):
            value = Fraction(cell.strip())
            above, below = top is not None and value > top, bottom is not None and value < bottom
            return plain(top) if above else plain(bottom) if below else cell
        return known(limited)
    if is_at_quantiles({"publish": said}):  # of what is published, which is not known yet
        return cells
    return None

# The published numbers may decide how they are rounded (`round = "auto"`). The number that the k-th lowest person has stands for all
# lower ones, and that of the k-th highest for all higher ones. The base is the finest of 1, 2, 5, 10, ... and their tenths at which at
# most one in twenty records has fewer than k lookalikes by it. Then pairs with every other column that is published value by
# value are looked at in the order of the table; while one singles out too many, a column becomes coarser, unless that leaves it with
# fewer than FEWEST_NUMBERS different numbers.

FEWEST_NUMBERS = 5

def ends_said(said):
    return [exact(said[end]) if end in said else None for end in ("lowest", "highest")]

def ends_among(numbers, people, k):
    """The numbers of the k-th person from below and from above; None where fewer than k have one. Where they cross one is both."""
    there = sorted((number, place) for place, number in enumerate(numbers) if number is not None)
    def kth(rows):
        seen = set()
        for number, place in rows:
            seen.add(people[place] if people else place)
            if len(seen) >= k:
                return number
    lowest, highest = kth(there), kth(reversed(there))
    return None if lowest is None else (min(lowest, highest), highest)

def is_automatic(column):
    return treatment_of(column) == "round" and column["publish"]["round"] == "auto"

def base_at(place):
    return (1, 2, 5)[place % 3] * Fraction(10) ** (place // 3)

def few_alike(keys, people, k):
    """The records whose key fewer than k people, or records, have; None is nobody's key."""
    alike = defaultdict(set)
    for place, key in enumerate(keys):
        if key is not None:
            alike[key].add(people[place] if people else place)
    return sum(key is not None and len(alike[key]) < k for key in keys)

def bases_of(numbers, partners, people, k):
    """By column the base that its published numbers decide, and the lowest and the highest multiple of it. `numbers` has these by column, None where one is missing; `partners` all
    columns that are published value by value, with their cells and which share they may single out (one in so many); no cells for
    those in `numbers`."""
    to_base = lambda number, base: math.floor(abs(number) / base + Fraction(1, 2)) * (-1 if number < 0 else 1)
    count, at, rounded = max(map(len, numbers.values()), default=0), {}, {}
    digits = {name: max((len(plain(one).partition(".")[2]) for one in cells if one is not None), default=0)
              for name, cells in numbers.items()}
    ends = {name: ends_among(cells, people, k) for name, cells in numbers.items()}
    numbers = {name: [one if one is None or not ends[name] else min(max(one, ends[name][0]), ends[name][1]) for one in cells]
               for name, cells in numbers.items()}
    def put(name, place):
        at[name] = place
        rounded[name] = [None if one is None else to_base(one, base_at(place)) for one in numbers[name]]
    def has_ends(name):  # floating-point numbers, as which jobs say them, have 15 digits
        base = base_at(at[name])
        return all(abs(to_base(end, base)) * (1, 2, 5)[at[name] % 3] < 10**15 for end in ends[name] or ())
    def coarse_enough(name, place):
        put(name, place)
        while any(rounded[name]) and at[name] < 45 and not (has_ends(name) and few_alike(rounded[name], people, k) * 20 <= count):
            put(name, at[name] + 1)
    def different(name):
        return len({*rounded[name]} - {None})
    def coarser(name):
        if not any(rounded[name]) or at[name] >= 45:
            return False
        before = at[name]
        coarse_enough(name, before + 1)
        if different(name) < FEWEST_NUMBERS:
            put(name, before)
        return at[name] > before
    def to_coarsen():
        for order, name in enumerate(numbers):
            for other, cells, share in partners:
                if other in numbers and [*numbers].index(other) <= order:
                    continue
                pairs = zip(rounded[name], rounded.get(other, cells))
                keys = [None if None in pair else pair for pair in pairs]
                if (few_alike(keys, people, k) * share <= count):
                    continue
                sides = [name]
                if other in numbers:
                    sides = [other, name] if different(other) >= different(name) else [name, other]
                if any(map(coarser, sides)):
                    return True
    for name, cells in numbers.items():
        coarse_enough(name, -3 * min(9, digits[name]))
    while to_coarsen():
        pass
    multiples = lambda name: [to_base(end, base_at(at[name])) * base_at(at[name]) for end in ends[name] or ()]
    return {name: (base_at(place), multiples(name)) for name, place in at.items()}

# Numbers may be coded at quantiles of those that are published: the p-quantile of n numbers is the least that p n of them
# do not exceed. The ends of the released column are the limits, so the numbers of the original are coded there, too.

def is_at_quantiles(column):
    return treatment_of(column) == "quantile-limits"

def numbers_among(cells, missing):
    return [(float(cell), cell) for cell in cells if cell != missing and NUMBER.fullmatch(cell.strip())]

def coded_at(said, cells, missing, numbers):
    """Cells beyond the ends of some numbers become these ends, on the sides that are said."""
    if not numbers:
        return cells
    (least, bottom), most = min(numbers), max(number for number, _ in numbers)
    top = min(text for number, text in numbers if number == most)
    def one(cell):
        value = float(cell) if cell != missing and NUMBER.fullmatch(cell.strip()) else None
        above = value is not None and "top_quantile" in said and value > most
        return top if above else bottom if value is not None and "bottom_quantile" in said and value < least else cell
    return [one(cell) for cell in cells]

def place_of(share, count):
    return max(1, math.ceil(exact(share) * count))

def coded_by_quantiles(said, values):
    """What numbers become whose own quantiles are the limits, and the places of these."""
    order = sorted(values)
    low, high = (order[place_of(said[one], len(order)) - 1] if one in said else default
                 for one, default in (("bottom_quantile", -math.inf), ("top_quantile", math.inf)))
    return [min(max(value, low), high) for value in values]

def leave_room(said, numbers):
    """Whether the ends of released numbers can be the quantiles that are said, whatever is behind them."""
    all_ = [number for number, _ in numbers]
    top = "top_quantile" not in said or sum(one < max(all_) for one in all_) < place_of(said["top_quantile"], len(all_))
    return top and ("bottom_quantile" not in said or all_.count(min(all_)) >= place_of(said["bottom_quantile"], len(all_)))

def mac(key, purpose, text):
    return hmac.digest(key, len(purpose.encode()).to_bytes(8, "big") + purpose.encode() + text.encode(), "sha256")

def fingerprint(key):
    """The first 64 bits of an HMAC of nothing, in hexadecimal; None of a key that somebody may have thought up."""
    text = key.strip(b" \t\n\r\f")
    is_text = all(0x21 <= byte <= 0x7e or byte in b" \t\n\r\f" for byte in key)
    is_random = len(text) >= 32 and len({*text}) >= 8 and (re.fullmatch(rb"[0-9a-fA-F-]+", text) or not is_text or is_random_base64(text))
    return mac(key, "fingerprint of a key", "").hex()[:16] if is_random else None

def is_random_base64(text):
    """Whether a text of 40 signs or more looks like random bytes in base 64: two neighbours of five, or more, are of two kinds."""
    kinds = [next((kind for kind, form in enumerate((rb"[A-Z]", rb"[a-z]", rb"[0-9]", rb"[-+/_=]")) if re.fullmatch(form, bytes([sign]))), None)
             for sign in text]
    changes = sum(one != other for one, other in zip(kinds, kinds[1:]))
    return None not in kinds and len(kinds) >= 40 and 5 * changes >= 2 * (len(kinds) - 1)

def pseudonym(key, purpose, name):
    """p and the first 100 bits of the HMAC of the person in base 32."""
    return "p" + base64.b32encode(mac(key, f"pseudonym: {purpose}", spelling(name)))[:20].decode().lower()

def spelling(name):
    """The one spelling of the name of a person: without needless blanks and invisible characters, composed (NFC), in
    lower case, numbers in one notation."""
    text = "".join(sign for sign in " ".join(name.split()) if not is_invisible(ord(sign)))
    text = unicodedata.normalize("NFC", text).lower()
    return plain(Fraction(text)) if "number" in type_of([text]) else text

def is_invisible(code):
    spans = (0x180b, 0x180e), (0x200b, 0x200f), (0x202a, 0x202e), (0x2060, 0x206f), (0xfe00, 0xfe0f)
    return code in (0xad, 0x34f, 0x61c, 0xfeff) or code < 32 or 127 <= code < 160 or any(a <= code <= b for a, b in spans)

def linked(release, person, qids, rows):
    """What the rows of one person tell together."""
    profiles = defaultdict(list)
    for row, cells in zip(rows, release.cells(qids, rows)):
        if release.columns[person][row] not in MISSING:
            profiles[release.columns[person][row]].append(cells)
    alike = Counter(tuple(sorted(cells)) for cells in profiles.values())
    return {"people": len(profiles), "most_rows": max(map(len, profiles.values()), default=0),
            "fewest_alike": min(alike.values(), default=0), "alone": sum(count == 1 for count in alike.values())}

# ---- 3. Hierarchies ----------------------------------------------------------------------------------------

class Hierarchy:
    """For each value its labels at levels 0 (the value), 1, ..., `height` (one label for all)."""
    def __init__(self, name, rows):
        self.rows, self.height = rows, len(next(iter(rows.values()), ())) - 1
        self.leaves = [Counter(labels) for labels in zip(*rows.values())]
        steps = [len({*zip(*pair)}) for pair in itertools.pairwise(zip(*rows.values()))] + [1]
        if {*map(len, rows.values())} != {self.height + 1} or steps != [len(below) for below in self.leaves]:
            raise Refused(f"{name}: its hierarchy is empty or ragged, does not nest, or has no one root")

def rule_of(column, release={}):
    """How the hierarchy of a column is made: the path of a file; or one of the forms below, with settings."""
    rule = column.get("hierarchy")
    settings = {"publish": form_of(column), "labels": release.get("labels")}
    return rule | settings if isinstance(rule, dict) else rule

def is_rule(rule):
    """Whether values that are not in the table have a place in a hierarchy, too."""
    return "order" in rule or not {"list", "columns", "fanout", "codes", "countries"} & {*rule}

def as_planned(rule, values):
    """The ranges of a plan's table as intervals, which are the same for other tables."""
    if "ranges" not in rule or not values:
        return rule
    widths, origin = doubling(rule["ranges"], values)
    made = {"intervals": [*map(float, widths)], "origin": float(origin)} if widths else {"flat": True}
    return {key: rule[key] for key in ("publish", "labels") if key in rule} | made

def is_stated(rule):
    """Whether the job says which values there are. Other hierarchies are made of the values in the table."""
    return isinstance(rule, str) or "tree" in rule or "order" in rule

def is_elsewhere(rule):
    """Whether a hierarchy is a list of the program, or withheld by the report: groups in an order that it withholds, too."""
    return isinstance(rule, dict) and ("withheld" in rule or not any(form in rule for form in FORMS))

def what_to_give(name, rule):
    """Why the labels of a column are not read, and what the reader may do."""
    if not rule:
        return f"the job names no hierarchy, and the labels show none; give --hierarchy {name!r}=FILE"
    give = "--job JOB.toml" if "withheld" in rule else f"--hierarchy {name!r}=FILE"
    return f"its hierarchy is a list, or withheld by the report; give {give}"

def build(name, rule, values, table, folder):
    """The hierarchy that a rule makes of these values. A missing one stays itself up to the root "*"."""
    if isinstance(rule, str):
        return from_file(name, folder.file(rule) if isinstance(folder, Files) else os.path.join(folder, rule))
    if is_elsewhere(rule):
        raise Refused(f"{name}: {what_to_give(name, rule)}")
    form = next(form for form in FORMS if form in rule)
    present = in_order(values - table.apart[name])
    try:
        known, levels, labels = FORMS[form](rule, present, name, table, values)
        rows = {value: [value, *labels(value), "*"] for value in known}
    except (ValueError, KeyError, TypeError):
        raise Refused(f"{name}: one of its values is not in its hierarchy, or not of its kind") from None
    return Hierarchy(name, {value: [value] * (levels + 1) + ["*"] for value in values} | rows)

def from_file(name, path):
    """One row a value, one column a level; a first row with a last label of its own is a header."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        text = file.read()
    rows = split_rows(text, max(";\t,", key=lambda mark: sum(mark in line for line in text.splitlines())))
    roots = {row[-1] for row in rows[1:]}
    rows = rows[1:] if len(roots) == 1 and rows[0][-1] not in roots else rows
    if len({*map(tuple, rows)}) > len({row[0] for row in rows}):
        raise Refused(f"{name}: its hierarchy generalizes one value in two ways")
    return Hierarchy(name, {row[0]: row for row in rows})

# Each form takes the rule, the values in order, the column's name, the table, and the values with what is
# missing. It gives the values that it knows, how many levels lie between value and root, and the labels.

def intervals(rule, values, *_):
    made = Intervals(rule, values)
    return values, len(made.widths), lambda value: [made.label(value, width) for width in made.widths]

def masks(rule, values, *_):
    length = max(map(len, values), default=0)
    keep = rule.get("keep", range(length - 1, 0, -1))
    return values, len(keep), lambda value: [masked(value, kept, length, rule) for kept in keep]

def masked(value, kept, length, rule):
    """The first characters of a value, or with "left" the last ones, and marks up to a length."""
    mark = rule.get("char", "*")
    return value[:kept].ljust(length, mark) if rule["mask"] == "right" else value[-kept:].rjust(length, mark)

def dates(rule, values, *_):
    published = rule.get("publish", "label") != "label"  # then its values are days already
    day = lambda value: day_of(value, None if published else rule.get("format"))
    units = rule["date"]
    label = lambda value, unit: span_label(day(value), unit, rule) if published or unit not in TIMES else time_label(day(value), hour_of(value), unit)
    return values, len(units), lambda value: [label(value, unit) for unit in units]

def neighbours(rule, values, *_):
    order = rule.get("order", values)
    place = {value: at for at, value in enumerate(order)}
    sizes = [rule["fanout"] ** power for power in range(1, 64) if rule["fanout"] ** power < len(order)]
    group = lambda at, size: order[at // size * size:][:size]
    labels = lambda at: [ends(group(at, size), rule) for size in sizes]
    return [*{*order, *values}], len(sizes), lambda value: labels(place[value])  # refused where it has no place

def ends(group, rule):
    """The label of neighbours: the first and the last of them."""
    return group[0] if len(group) == 1 else told(group[0], group[-1], rule.get("publish", "label"))

def columns_above(rule, values, name, table, _):
    """The value, then what other columns say of it; a label stays where the next column says nothing."""
    pairs = lambda other: [pair for pair in zip(table.columns[name], table.columns[other])
                           if pair[1] != table.missing[other]]
    above = [dict(reversed(pairs(other))) for other in rule["columns"]]
    climb = lambda value: itertools.accumulate(above, lambda label, of: of.get(value, label), initial=value)
    return values, len(above), lambda value: [*climb(value)][1:]

def tree(rule, values, name, table, all_values):
    """Levels are counted from the root: where branches differ in depth, short ones repeat their values."""
    parent_of, paths = rule["tree"], {}
    inner = {*parent_of.values()}
    for start in {*parent_of, *inner} - {"*"}:
        path = paths[start] = [start]
        while parent_of.get(path[-1], "*") != "*" and len(path) <= 253:
            path.append(parent_of[path[-1]])
    depth = max(map(len, paths.values()), default=0)
    known = [*values, *(value for value in paths if value not in inner or value in all_values)]
    return known, depth - 1, lambda value: ([value] * (depth - len(paths[value])) + paths[value])[1:]

def listed(rule, values, *_):
    rows = rule["list"].rows
    return values, rule["list"].height - 1, lambda value: rows[value][1:-1]

FORMS = {"list": listed, "intervals": intervals, "ranges": intervals, "mask": masks, "date": dates,
         "fanout": neighbours, "columns": columns_above, "tree": tree,
         "flat": lambda rule, values, *_: (values, 0, lambda value: [])}

class Intervals:
    """Numbers in intervals of growing widths, one of which begins at `origin`. All numbers from `top` up are
    one, and all below `bottom`; a wider interval that holds one of the two is open as a whole."""
    def __init__(self, rule, values):
        self.widths, self.origin = doubling(rule["ranges"], values) if "ranges" in rule else (
            [exact(width) for width in rule["intervals"]], exact(rule.get("origin", 0)))
        self.bottom, self.top = (exact(rule[end]) if rule.get(end) is not None else None
                                 for end in ("bottom", "top"))
        lean = lambda number: number.numerator if number is not None and number.denominator == 1 else number  # which is faster
        self.widths, self.origin, self.bottom, self.top = [*map(lean, self.widths)], *map(lean, (self.origin, self.bottom, self.top))
        self.number = functools.cache(lambda value: lean(Fraction(value.strip())))
        self.form = rule.get("publish", "label")
        are_whole = type_of(values) == "whole number" and self.origin.denominator == 1
        self.whole = are_whole and rule.get("labels") != "interval"
        widest = {self.bounds(value, self.widths[-1])[0] for value in values} if self.widths else set()
        self.negative = any(begin is not None and begin < 0 for begin in widest)

    def bounds(self, value, width):
        """Where the interval of a number begins and where the next one does; None where it is open."""
        floor = lambda number: self.origin + width * ((number - self.origin) // width)
        ceiling = lambda number: self.origin - width * ((self.origin - number) // width)
        begin = floor(self.number(value))
        if self.top is not None and begin >= floor(self.top):
            return floor(self.top), None
        if self.bottom is not None and begin < ceiling(self.bottom):
            return None, ceiling(self.bottom)
        return begin, begin + width

    def label(self, value, width):
        """20-24 where all numbers are whole, -10..-6 where also one is negative, else [20, 25)."""
        begin, end = self.bounds(value, width)
        whole = self.whole and width.denominator == 1
        first = None if begin is None else plain(begin)
        last = None if end is None else plain(end - whole)
        if self.form != "label":
            return told(first, last, self.form)
        if begin is None:
            return f"<{plain(end)}" if whole else f"(-inf, {last})"
        if end is None:
            return f"{first}+" if whole else f"[{first}, inf)"
        if not whole:
            return f"[{first}, {last})"
        return first if first == last else first + (".." if self.negative else "-") + last

def doubling(levels, values):
    """Widths that begin with (max - min) / 2^(levels - 1), up to two digits, and double; the origin."""
    numbers, whole = [float(value) for value in values] or [0.0], type_of(values) == "whole number"
    low, high, rounded = min(numbers), max(numbers), lambda number: float(f"{number:.12e}")
    width = (high - low + whole) / 2 ** (levels - 1)
    if width <= 0:
        return [], exact(0)
    unit = 10.0 ** (math.floor(math.log10(width)) - 1)
    width = rounded(math.ceil(width / unit - ROUNDING) * unit)
    width = max(math.ceil(width), 2) if whole else width
    origin = rounded(math.floor(low / width) * width)
    widths = [rounded(width * 2.0 ** level) for level in range(levels - 1)]
    return [exact(width) for width in widths if origin + width <= high], exact(origin)

MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200}

TIMES = {"hour", "hour-of-week", "hour-of-day", "part-of-day", "weekday", "weekend"}

def time_label(day, hour, unit):
    """2024-05-17 08:00-08:59, Fri 08:00-08:59, 08:00-08:59, 06:00-11:59, Fri or Mon-Fri."""
    name = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")[day.weekday()]
    if unit in ("weekday", "weekend"):
        return name if unit == "weekday" else "Sat-Sun" if day.weekday() > 4 else "Mon-Fri"
    if hour is None:
        raise Refused(f"its hierarchy has the unit {unit}, and a value has no time of day")
    first, last = (hour, hour) if unit != "part-of-day" else (hour // 6 * 6, hour // 6 * 6 + 5)
    before = {"hour": f"{day} ", "hour-of-week": f"{name} "}.get(unit, "")
    return f"{before}{first:02}:00-{last:02}:59"

def span(day, unit):
    """The first and the last day of the week, month, ... that holds a day."""
    if unit in ("hour", "day", "week"):  # an hour is told by its day where bounds are published
        first = day - timedelta(day.weekday() if unit == "week" else 0)
        return first, first + timedelta(6 if unit == "week" else 0)
    month = (day.year * 12 + day.month - 1) // MONTHS[unit] * MONTHS[unit]  # counted from year 0
    year, last = divmod(month + MONTHS[unit] - 1, 12)
    return date(month // 12, month % 12 + 1, 1), date(year, last + 1, calendar.monthrange(year, last + 1)[1])

def span_label(day, unit, rule):
    """2024-02; as interval [2024-02-01, 2024-03-01); as numbers the first and the last day or that behind."""
    (first, last), half_open = span(day, unit), rule.get("labels") == "interval" and unit not in ("hour", "day")
    end = last + timedelta(half_open)
    if rule.get("publish", "label") != "label":
        return told(first.isoformat(), end.isoformat(), rule["publish"])
    years, week = f"{first.year:04}-{last.year:04}", "{:04}-W{:02}".format(*day.isocalendar())
    return f"[{first}, {end})" if half_open else {
        "day": f"{first}", "week": week, "month": f"{first}"[:7], "year": years[:4], "decade": years,
        "century": years, "quarter": f"{years[:4]}-Q{(day.month + 2) // 3}"}[unit]

# ---- 4. What is shown of a hierarchy -----------------------------------------------------------------------

# Groups of neighbours have no name of their own. They are called by two bounds around their published values. A bound is
# a value only where at least k published people have it; else it is rounded outward: a number to a multiple of the
# least 1, 2 or 5 times a power of ten that is more than the k-th of the people at that end is away, a date to the month,
# quarter, year, decade or century that is longer, a text to the longest beginning that k of them have in common, and a
# band such as `18 to 29` to the nearest one that k people have. No bound is a value of fewer than k people.

UNBOUNDED, END, MOST_MATCHINGS = "group", chr(0x10FFFF), 15
UNITS = (("month", 31), ("quarter", 92), ("year", 366), ("decade", 3653), ("century", 36525))

def is_named_by_bounds(rule):
    return not isinstance(rule, str) and bool({"fanout", "ranges"} & {*rule}) and "order" not in rule

def is_banded(text):
    found = re.search(r"[0-9][0-9.]*", text)
    return bool(found) and found[0].rstrip(".").count(".") < 2

def kind_of(values):
    """By what values are in order: number, date, band or text."""
    kind = type_of(values)
    return "number" if "number" in kind else "date" if kind == "date" else "band" if all(map(is_banded, values)) else "text"

def without_ordinal(label):
    found = re.fullmatch(r"(.*) \(([0-9]+)\)", label, re.DOTALL)
    return (found[1], int(found[2])) if found and int(found[2]) else (label, 0)

class Names:
    """What groups of published values are called. `people` has for each value how many published people have it."""
    def __init__(self, people, apart, least, form="label"):
        self.people, self.least, self.form = people, least, form
        self.order = in_order(people.keys() - apart)
        self.place = {value: at for at, value in enumerate(self.order)}
        self.kind, self.given, self.taken = kind_of(self.order), {}, set()
        self.numbers = {value: Fraction(value.strip()) for value in self.order} if self.kind == "number" else {}
        written = [plain(number) for number in self.numbers.values()]
        if any(len(text.lstrip("-0.").replace(".", "")) > 35 for text in written):
            self.kind, self.numbers = "digits", {}
        self.unit = Fraction(1, 10 ** max((len(text.partition(".")[2]) for text in written), default=0))
        self.people_at = Counter()
        for value, number in self.numbers.items():
            self.people_at[number] += people[value]

    def of_level(self, groups):
        """The names of the groups of a level, each a tuple of its values in order; one that has a name keeps it."""
        several = sorted((group for group in groups if len(group) > 1), key=lambda group: self.place[group[0]])
        bounds = self.kept_in_order(several, [self.bounds(group) for group in several])
        new = [(group, found) for group, found in zip(several, bounds) if group not in self.given]
        texts, next_one = Counter(self.text(found) for _, found in new), Counter()
        before = None  # twice the middle of the group before
        alone = {plain(self.numbers[group[0]]) for group in groups if len(group) == 1 and group[0] in self.numbers}
        for group, found in new:
            name = text = self.text(found)
            if self.numbers and self.form != "label":  # numbers have no ordinals: the upper bound moves on; middles rise
                is_too_low = lambda ends: self.form == "midpoint" and before is not None and ends[0][1] + ends[1][1] <= before
                while name in self.taken or name in alone or is_too_low(found):
                    found = [found[0], self.farther(found[1])]
                    name = self.text(found)
                before = found[0][1] + found[1][1]
            elif texts[text] > 1 or text == UNBOUNDED or text in self.taken or text in self.people:
                names = (f"{text} ({number})" for number in itertools.count(max(1, next_one[text])))
                name = next(name for name in names if name not in self.taken and name not in self.people)
                next_one[text] = without_ordinal(name)[1]
            self.given[group] = name
            self.taken.add(name)
        return {group: self.given[group] if len(group) > 1 else group[0] for group in groups}

    def text(self, bounds):
        (first, _), (last, _) = bounds
        if self.numbers and self.form != "label":
            return told(first, last, self.form)
        return UNBOUNDED if not first and not last else first if first == last else f"{first}..{last}"

    def bounds(self, group):
        """Both bounds, each as it is written, and what it is compared by."""
        return [self.bound([*group], 1), self.bound([*reversed(group)], -1)]

    def bound(self, group, sign):
        counts = [self.people[value] for value in group]
        asked = min(self.least, sum(counts))
        reach = next(value for value, there in zip(group, itertools.accumulate(counts)) if there >= asked)
        if self.numbers:
            number = self.rounded(self.numbers[group[0]], self.numbers[reach], sign)
            return plain(number), number
        if counts[0] >= self.least:
            return group[0], group[0]
        open_end = "", "" if sign > 0 else END
        if sum(counts) < self.least and self.kind != "band":  # the order of labels hands bounds on to groups of more people
            return open_end
        if self.kind == "date":
            first, away = day_of(group[0]), abs((day_of(reach) - day_of(group[0])).days)
            unit = next((unit for unit, days in UNITS if days > away), None)
            if not unit:
                return open_end
            day = span(first, unit)[sign < 0]
            text = f"{day.year:04}-{day.month:02}" if unit in ("month", "quarter") else f"{day.year:04}"
            return text, text + END * (sign < 0)
        if self.kind == "band":
            at = self.place[group[0]]
            outward = self.order[at::-1] if sign > 0 else self.order[at:]
            return next(((value, value) for value in outward if self.people[value] >= self.least), open_end)
        for size in range(len(group[0]) - 1, 0, -1):
            text = group[0][:size]
            alike = sum(count for value, count in zip(group, counts) if value.startswith(text))
            if alike >= asked and self.people.get(text, self.least) >= self.least:
                return text + "*", text + END * (sign < 0)
        return open_end

    def is_nobodys(self, number):
        return number not in self.people_at or self.people_at[number] >= self.least

    def rounded(self, number, reach, sign):
        """The number itself if enough people have it, or the nearest multiple outward that is no rare value."""
        if self.people_at[number] >= self.least:
            return number
        base = (digit * self.unit * 10**power for power in range(37) for digit in (1, 2, 5))
        for base in itertools.dropwhile(lambda base: base <= abs(reach - number), base):
            below = sign * number // base * base
            for bound in [below, below - base] if base > abs(number) else [below]:
                if self.is_nobodys(sign * bound):
                    return sign * bound
        return number

    def farther(self, bound):
        """The next multiple of the largest base that an upper bound is a multiple of."""
        bases = [digit * self.unit * 10**power for power in range(37) for digit in (1, 2, 5)]
        base = max((base for base in bases if base <= abs(bound[1]) and bound[1] % base == 0), default=self.unit)
        number = next(found for times in itertools.count(1) if self.is_nobodys(found := bound[1] + times * base))
        return plain(number), number

    def kept_in_order(self, groups, bounds):
        """No bound lies beyond that of the next group, where no group lies between the values of another."""
        apart = all(self.place[one[-1]] < self.place[other[0]] for one, other in itertools.pairwise(groups))
        if not apart or self.kind not in ("number", "date", "text"):
            return bounds
        firsts = [*itertools.accumulate((first for first, _ in bounds), lambda one, other: max(one, other, key=lambda of: of[1]))]
        lasts = [*itertools.accumulate((last for _, last in reversed(bounds)), lambda one, other: min(one, other, key=lambda of: of[1]))]
        return [[*pair] for pair in zip(firsts, reversed(lasts))]

def with_names(name, full, names):
    """The hierarchy with its groups called by bounds, where all values are published."""
    rows = {value: [*row] for value, row in full.rows.items()}
    for level in range(1, full.height):
        groups = defaultdict(list)
        for value in names.order:
            groups[full.rows[value][level]].append(value)
        called = names.of_level([*map(tuple, groups.values())])
        for group, text in called.items():
            for value in group:
                rows[value][level] = text
    return Hierarchy(name, rows)

# A public report speaks of hierarchies as they follow from published values alone (docs/security.md): a mask
# is as long as the longest published value. Where groups of neighbours begin and end, what other columns say
# of unpublished records, and what the program chose by itself would tell of suppressed records: of such
# hierarchies only the released level is shown.

def shown(name, reading, values, told_above, chosen, table, folder):
    """The hierarchy that published values show of the one that was read, and the level in it that shows its.
    `told_above` are published records' cells in the columns that a rule names; `chosen`: by the program."""
    rule, full, level = reading.rule, reading.full, reading.level
    again = lambda: build(name, rule, values, table, folder)
    if is_stated(rule) and not chosen:
        return lowest_alike(full if isinstance(rule, str) else again(), level, values)
    group = {value: full.rows[value][level] for value in values}
    as_they_are = {"columns", "list"} & {*rule}
    made = Hierarchy(name, {value: full.rows[value] for value in values}) if as_they_are else again()
    at = max(0, level - full.height + made.height)
    pairs = {(label, made.rows[value][at]) for value, label in group.items()}
    regrouped = not len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})
    untold = "columns" in rule and any(label not in {*told_above, "*"} | {value} for value, label in group.items())
    if untold or regrouped or is_named_by_bounds(rule) or chosen and reading.by_bounds:
        hierarchy, alone = level_alone(name, full, level, values, lambda value: reading.label_of.get(value, value))
        return (hierarchy, alone) if alone or chosen or is_named_by_bounds(rule) else (made, 0)
    if chosen:
        return level_alone(name, made, at, values, lambda value: made.rows[value][at])
    return lowest_alike(made, at, values)

def lowest_alike(hierarchy, level, values):
    """The lowest level at which all that the labels of these values may stand for have the same labels: a release does
    not tell the two apart."""
    labels = {hierarchy.rows[value][level] for value in values}
    rows = [row for row in hierarchy.rows.values() if row[level] in labels]
    return hierarchy, next(lower for lower in range(level + 1) if all(row[lower] == row[level] for row in rows))

def counted(name, rule, hierarchy, levels, cells, table, folder):
    """A stated hierarchy without the values that it has only since somebody has them, a missing one or the name of a
    group of a tree, if none of the cells tells of them: then they share their label with what is stated."""
    names_none = isinstance(rule, str) or not is_stated(rule) or rule.get("order") == []
    stated = hierarchy.rows if names_none else build(name, rule, set(), table, folder).rows
    shared = {hierarchy.rows[value][level] for value in stated for level in levels}
    tells = lambda row: any(row[level] not in shared and row[level] in cells for level in levels)
    return Hierarchy(name, {value: row for value, row in hierarchy.rows.items() if value in stated or tells(row)})

def level_alone(name, hierarchy, level, values, label):
    """The value, its label, the root; without the label where each is the value itself, or the root."""
    level = 0 if level < hierarchy.height and all(label(value) == value for value in values) else level
    between = lambda value: [label(value)] if 0 < level < hierarchy.height else []
    return Hierarchy(name, {value: [value, *between(value), "*"] for value in values}), int(level > 0)

# ---- 5. Readings: the labels of a column are those of one level --------------------------------------------

class Reading:
    """Released labels as those of one level of one hierarchy: which original value may have got which. `seen` is what
    the two tables have of the column."""
    def __init__(self, rule, full, level, labels, apart, seen=None):
        self.rule, self.full, self.level = rule, full, level
        self.by_bounds, self.others = False, []
        self.label_of = self.read(labels, apart, seen or Seen(is_whole=True))
        self.fits = labels <= {*self.label_of.values()}

    def read(self, labels, apart, seen):
        """For each original value the one of the released labels of a column that it may have been given."""
        rule, full, level = self.rule, self.full, self.level
        own = {value: row[level] for value, row in full.rows.items()}
        found = {value: label for value, label in own.items() if label in labels}
        inner = is_named_by_bounds(rule) and not seen.is_whole and 0 < level < full.height
        if not inner and (is_as_made(rule, full, level) or labels <= {*found.values()}):
            return found
        order = in_order(own.keys() - apart)
        for made in [] if inner else [*again_masked(rule, order, full, level, labels - apart), *again_written(rule, order, level)]:
            made = {value: made.get(value, own[value]) for value in own}
            if labels <= {*made.values()}:
                return {value: label for value, label in made.items() if label in labels}
        self.by_bounds = True
        found, self.others = read_bounds(own, labels, order, rule, seen)
        return found

    def ways(self):
        """This reading, and others where few labels may be the names of several groups."""
        yield self
        for label_of in self.others:
            other = copy.copy(self)
            other.label_of = label_of
            yield other

def is_as_made(rule, full, level):
    """Whether labels at a level are written in one way, whichever values are published."""
    return is_named_by_bounds(rule) or level == full.height or is_stated(rule) or "date" in rule

class AnyLevel:
    """Which values may have a label, at some level of one hierarchy. What a level has is worked out once for all labels."""
    def __init__(self, rule, full, levels, apart):
        self.rule, self.full, self.levels, self.apart = rule, full, levels, apart
        self.order = in_order(full.rows.keys() - apart)
        self.own, self.masked, self.written = map(functools.cache, (self.as_made, self.masked_again, self.intervals_again))

    def values(self, label):
        return set().union(*(self.at(level, label) for level in self.levels))

    def at(self, level, label):
        """The values that have a label at this level; as it is written again only where no value has it as made."""
        own = self.own(level)
        if label in own or is_as_made(self.rule, self.full, level):
            return own.get(label, set())
        forms = [*self.masked(level, None if label in self.apart else len(label)), *self.written(level)]
        return next((form[label] for form in forms if label in form), set())

    def as_made(self, level):
        return by_label((value, row[level]) for value, row in self.full.rows.items())

    def masked_again(self, level, length):
        """By label its values, in each form that masks of this length may have."""
        of_length = set() if length is None else {"x" * length}
        return self.forms(level, again_masked(self.rule, self.order, self.full, level, of_length))

    def intervals_again(self, level):
        return self.forms(level, again_written(self.rule, self.order, level))

    def forms(self, level, ways):
        own = {value: row[level] for value, row in self.full.rows.items()}
        return [by_label((own | made).items()) for made in ways]

def by_label(pairs):
    found = defaultdict(set)
    for value, label in pairs:
        found[label].add(value)
    return dict(found)

class Seen:
    """Of a column: how often the table has each value, the release each label; whether all is published; how many
    rows may be invented; what its groups are called. Counted where somebody asks."""
    def __init__(self, cells=(), labels=(), is_whole=False, invented=0, name_groups=lambda: None):
        self.cells, self.labels, self.is_whole, self.invented, self.name_groups = cells, labels, is_whole, invented, name_groups

    records = functools.cached_property(lambda self: Counter(self.cells))
    rows = functools.cached_property(lambda self: Counter(self.labels))
    names = functools.cached_property(lambda self: self.name_groups())

def again_masked(rule, order, full, level, labels):
    """As long as the longest published value; what the open part holds as a whole is published as it is."""
    if "mask" in rule and labels:
        length = max(map(len, labels))
        kept = rule["keep"][level - 1] if "keep" in rule else full.height - level
        whole = kept >= length and "keep" not in rule
        yield {value: value if whole else masked(value, kept, length, rule) for value in order}

def again_written(rule, order, level):
    """Intervals as they are written when published numbers are whole, or negative, and when they are not."""
    if "intervals" in rule and level:
        made = Intervals(rule, order)
        for made.whole, made.negative in ((True, False), (True, True), (False, False)):
            yield {value: made.label(value, made.widths[level - 1]) for value in order}

def read_bounds(own, labels, order, rule, seen):
    """Values with labels that tell bounds around them. Every label is the name of a group of its own; those groups come
    first that would be called so if all of them were published."""
    groups, place = defaultdict(list), {value: at for at, value in enumerate([*order, *(own.keys() - {*order})])}
    for value in sorted(own, key=place.get):
        groups[own[value]].append(value)
    inside, wanted, likely, within = {}, {}, {}, Within(order, own, rule)
    for label in labels:
        among = within.bounds_of(label)
        inside[label] = {group: [value for value in groups[group] if value in among] for group in {own[value] for value in among}}
        least = 1 if label in own or "number" in type_of([label]) else 2
        enough = lambda members: sum(seen.records[value] for value in members) + seen.invented >= seen.rows[label]
        wanted[label] = {group for group, members in inside[label].items() if len(members) >= least and enough(members)}
        def called(members):
            """Whether these have the name if all are published. Of a plan's hierarchy the table may lack some."""
            known = [value for value in members if value in seen.names.place] if len(members) > 1 and seen.names else members
            return known == [label] if len(known) < 2 else bool(
                seen.names and without_ordinal(label)[0] == seen.names.text(seen.names.bounds(known)))
        likely[label] = {group for group in wanted[label] if called(inside[label][group])}
    holder, key = {}, functools.cache(lambda label: label_key(label, within.kind))
    for choices in (likely, wanted):
        for label in sorted(labels - {*holder.values()}, key=key):
            take_group(label, choices, holder)
    chosen = {label: group for group, label in holder.items()}
    if {*chosen} != labels:
        return {}, []
    still_open = sorted((label for label in labels if chosen[label] not in likely[label]), key=key)
    in_turn = dict(zip(still_open, sorted((chosen[label] for label in still_open), key=lambda group: place[groups[group][0]])))
    if all(group in wanted[label] for label, group in in_turn.items()):
        chosen |= in_turn
    for _, alike in itertools.groupby(sorted(labels, key=key), key=lambda label: key(label)[:-2]):  # ordinals are in the order of groups
        alike = [*alike]
        in_turn = dict(zip(alike, sorted((chosen[label] for label in alike), key=lambda group: place[groups[group][0]])))
        if all(group in wanted[label] for label, group in in_turn.items()):
            chosen |= in_turn
    values = lambda chosen: {value: label for label, group in chosen.items() for value in inside[label][group]}
    ways = itertools.product(*(sorted(wanted[label]) for label in chosen)) if math.prod(map(len, wanted.values())) <= 64 else ()
    others = (dict(zip(chosen, groups)) for groups in ways if len({*groups}) == len(groups))
    return values(chosen), [values(other) for other in others if other != chosen]

def take_group(label, choices, holder):
    """Gives a label one of its groups, for which others may take other groups of theirs (an augmenting path)."""
    came_from, queue = {}, [label]
    for taker in queue:  # which grows meanwhile
        for group in sorted(choices[taker] - came_from.keys()):
            came_from[group] = taker
            if group in holder:
                queue.append(holder[group])
                continue
            had = {label: group for group, label in holder.items()}
            while group is not None:
                taker = came_from[group]
                holder[group], group = taker, had.get(taker)
            return

class Within:
    """The values that lie within the bounds that labels tell, in any order that published values may have."""
    def __init__(self, order, own, rule):
        self.order, self.own, self.everybody = order, own, {*order}
        self.are_midpoints = isinstance(rule, dict) and rule.get("publish") == "midpoint"
        self.kind = kind_of(order)
        self.numbers = sorted((float(value), value) for value in order if "number" in type_of([value]))
        self.texts = sorted(order) if self.kind != "number" else []
        self.bands = sorted((band(value), value) for value in order if is_banded(value)) if self.kind in ("band", "text") else []

    def bounds_of(self, label):
        is_number = lambda text: "number" in type_of([text])
        if label in self.own and label not in self.everybody:
            return {label}
        if without_ordinal(label)[0] == UNBOUNDED or self.are_midpoints and is_number(label):
            return {*self.order}
        found = {label} & self.own.keys()
        for first, last in ways_to_cut(label):
            if is_number(first) and is_number(last):
                found |= span_of(self.numbers, float(first), float(last))
            if self.kind != "number":
                low, high = text_keys(first, last)
                found |= {*self.texts[bisect.bisect_left(self.texts, low):bisect.bisect_right(self.texts, high)]}
            low = band(first) if is_banded(first) else (-math.inf,) if not first else (math.inf,)
            high = band(last) if is_banded(last) else (math.inf,) if not last else (-math.inf,)
            found |= span_of(self.bands, low, high)
        return found

def span_of(pairs, low, high):
    """The values whose keys lie from the one to the other."""
    key = lambda pair: pair[0]
    return {value for _, value in pairs[bisect.bisect_left(pairs, low, key=key):bisect.bisect_right(pairs, high, key=key)]}

def ways_to_cut(label):
    """First and last of a label, without its ordinal and with it."""
    name, ordinal = without_ordinal(label)
    for text in [name, label] if ordinal else [name]:
        cuts = [dots.start() for dots in re.finditer(r"(?=\.\.)", text)]
        yield from [(text[:at], text[at + 2:]) for at in cuts] or [(text, text)]

def text_keys(first, last):
    """Texts from the one to the other lie between these; a beginning stands for all that begins with it."""
    begin = lambda text: text.removesuffix("*") or text
    open_end = begin(last) != last or not last or re.fullmatch("[0-9-]{4}|[0-9-]{7}", last)
    return begin(first), begin(last) + END * bool(open_end)

def label_key(label, kind):
    """What labels are sorted by so that they are in the order of their groups."""
    name, ordinal = without_ordinal(label)
    first, last = ("", "") if name == UNBOUNDED else next(ways_to_cut(label))
    if kind == "number":
        number = lambda text, otherwise: otherwise if not text else float(text) if "number" in type_of([text]) else math.inf
        return number(first, -math.inf), number(last, math.inf), ordinal, label
    if kind == "band":
        place = lambda text, otherwise: band(text) if is_banded(text) else (otherwise, 0, "")
        return place(first, -math.inf), place(last, math.inf), ordinal, label
    return *text_keys(first, last), ordinal, label

def guesses(values, labels, form, release, cells=()):
    """Hierarchies that the program may have chosen when a job names none, as far as labels tell of them."""
    more = {"publish": form, "labels": release.get("labels")}
    if "number" in type_of(values):
        found = told_midpoints(values, labels) if form == "midpoint" else told_intervals(labels, values, form, release)
        for width, bottom, top in found:
            yield {"intervals": [float(width)], "bottom": bottom, "top": top} | more
    yield {"flat": True} | more
    for dates_as in [None, *DATE_FORMS]:
        if values and all(is_one(lambda: day_of(value, dates_as)) for value in values):
            hours = {hour_of(value) for value in values} if form == "label" else {None}
            first = ["hour"] if len(hours) > 1 and None not in hours else []
            yield {"date": [*first, "day", "month", "quarter", "year", "decade"], "format": dates_as} | more
    if form == "label":
        yield {"fanout": max(math.ceil(len(values) ** 0.2), 2)}
        yield {"mask": "right"}
        for keep in ([5, 3, 2, 1], [3, 1], [4, 3, 2, 1], [4, 2, 1]):  # postal codes whose beginnings are regions
            yield {"mask": "right", "keep": keep}
        for order in known_orders(values):
            yield {"fanout": 2, "order": order}
    if "number" in type_of(values):
        for rule in usual_intervals(values, cells):
            yield rule | more

def usual_intervals(values, cells):
    """The intervals that the program makes of numbers: those of ages; otherwise four doubling widths, of which the narrowest splits
    the middle nine tenths of the records into at most twenty, with open ends where the rest lies far from it."""
    if all(0 <= float(value) <= 125 for value in values):
        yield {"intervals": [5.0, 10.0, 20.0, 40.0], "top": 90.0}
    numbers = sorted(float(cell) for cell in cells if NUMBER.fullmatch(cell.strip()) and math.isfinite(float(cell)))
    if len(numbers) < 3:
        return
    at_the_ends = min(max(len(numbers) // 4, 1), 10)
    beside = max(len(numbers) // 20, at_the_ends)
    lowest, highest, low, high = (numbers[place] for place in (at_the_ends, -1 - at_the_ends, beside, -1 - beside))
    low, high = (low, high) if low < high else (lowest, highest)
    is_whole = type_of(values) == "whole number"
    if not (high - low > (3.0 if is_whole else 0.0)):
        return
    least = max((high - low) / 20.0, 2.0) if is_whole else (high - low) / 20.0
    power = math.floor(math.log10(least))
    steps = [float(f"{digit}e{power + more}") for digit, more in ((1, 0), (2, 0), (5, 0), (1, 1))]
    narrowest = next((step for step in steps if step >= least), steps[-1])
    widths = [times * narrowest for times in (1.0, 2.0, 4.0, 8.0) if times * narrowest < high - low]
    bottom = float(f"{math.floor(low / narrowest) * narrowest:.12e}") if low - lowest > 5.0 * narrowest else None
    top = float(f"{math.ceil(high / narrowest) * narrowest:.12e}") if highest - high > 5.0 * narrowest else None
    yield {"intervals": widths, "bottom": bottom, "top": top}
    if bottom is not None or top is not None:
        yield {"intervals": widths}

# Words that have an order everybody knows, from low to high, as the documentation of incog init lists them.

KNOWN_ORDERS = [order.split(", ") for order in (
    "preschool, 1st-4th, 5th-6th, 7th-8th, 9th, 10th, 11th, 12th, hs-grad, some-college, assoc-voc, assoc-acdm, bachelors, masters, prof-school, doctorate",
    "illiterate, basic.4y, basic.6y, basic.9y, high.school, professional.course, university.degree",
    "no formal education, primary, lower secondary, upper secondary, technical/vocational, advanced certificate/completed apprenticeship, "
    "higher certificate, ordinary bachelor degree/professional qualification or both, honours bachelor degree/professional qualification or both, "
    "postgraduate diploma or degree, doctorate (ph.d)",
    "none, primary, lower secondary, upper secondary, secondary, tertiary", "primary, secondary, tertiary, postgraduate",
    "jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec",
    "january, february, march, april, may, june, july, august, september, october, november, december",
    "januar, februar, m\u00e4rz, april, mai, juni, juli, august, september, oktober, november, dezember", "mon, tue, wed, thu, fri, sat, sun",
    "monday, tuesday, wednesday, thursday, friday, saturday, sunday", "montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonntag",
    "very low, low, medium, high, very high", "low, moderate, high, severe", "minor, moderate, major, extreme", "none, mild, moderate, severe",
    "niedrig, mittel, hoch", "never, rarely, sometimes, often, always", "poor, fair, good, very good, excellent",
    "strongly disagree, disagree, neutral, agree, strongly agree", "very dissatisfied, dissatisfied, neutral, satisfied, very satisfied",
    "not at all, a little, somewhat, quite a bit, very much", "much worse, worse, same, better, much better",
    "sehr unzufrieden, unzufrieden, neutral, zufrieden, sehr zufrieden", "nie, selten, manchmal, oft, immer", "schlecht, mittel, gut, sehr gut",
    "keine, leicht, mittel, schwer", "gering, mittel, hoch, sehr hoch",
    "kein schulabschluss, hauptschule, realschule, fachhochschulreife, abitur, hochschule", "i, ii, iii, iv, v", "xs, s, m, l, xl, xxl",
    "first, second, third, fourth, fifth")]

def known_orders(values):
    """The list that all these values are in, whole, with words that no record has in the capitals of one that is there."""
    spelled = {value.lower(): value for value in sorted(values, reverse=True)}
    order = next((one for one in KNOWN_ORDERS if spelled and {*spelled} <= {*one}), [])
    letters = [[letter for letter in value if letter.isalpha()] for value in sorted(values)]
    first = lambda word: word[:1].upper() + word[1:]
    capital = lambda of: [one.isupper() for one in of[:2]]
    styles = {str.upper if capital(of) == [True, True] else first if capital(of)[:1] == [True] else str for of in letters}
    for style in sorted(styles, key=lambda one: one.__name__) if order else []:
        yield [spelled.get(word) or style(word) for word in order]

DATE_FORMS = [*"%d.%m.%Y %Y/%m/%d %Y.%m.%d %Y%m%d %d-%B-%Y %m/%d/%Y %d/%m/%Y %m-%d-%Y %d-%m-%Y".split(),
              *"%d.%m.%y %m/%d/%y %d/%m/%y".split(), "%d %B %Y", "%B %d, %Y"]

def is_one(read):
    """Whether something can be read without an error."""
    try:
        return bool(read())
    except (ValueError, TypeError, Refused):
        return False

def told_intervals(labels, values, form, release):
    """Width, bottom and top that intervals such as 20-29, [0, 0.5), <18, 90+ or, as bounds, 90.. may have. Of whole
    numbers bounds name the last number, of others the next interval's first."""
    number = r"(-?[0-9]+(?:\.[0-9]+)?)"
    matches = lambda form: filter(None, (re.fullmatch(form, label) for label in labels))
    of = lambda form: [[*map(Fraction, found.groups())] for found in matches(form)]
    next_one, last_one = of(rf"\[{number}, {number}\)")[:1], of(rf"{number}(?:-|\.\.){number}")[:1]
    are_whole = (form == "label" or type_of(values) == "whole number") and release.get("labels") != "interval"
    more = lambda low, high: [low.denominator == high.denominator == 1] if are_whole else [0, 1]
    widths = [high - low for low, high in next_one] + [
        high - low + one for low, high in last_one for one in more(low, high)]
    widths = [*filter(None, widths)] or [1]
    bottoms = [float(end + more) for end, in of(rf"(?:<|\(-inf, |\.\.){number}\)?")[:1] for more in (0, 1)]
    tops = [float(end) for end, in of(rf"\[?{number}(?:\+|, inf\)|\.\.)")[:1]]
    return itertools.product(widths, bottoms or [None], tops or [None])

def told_midpoints(values, labels):
    """The same of midpoints, which tell less: widths as the program chooses them, with any open end."""
    numbers, values = [Fraction(label) for label in labels - {"*"}], [*map(Fraction, values)]
    for power, digit, times in itertools.product(range(-4, 7), (1, 2, 5), (1, 2, 4, 8)):
        width = digit * times * Fraction(10) ** power
        starts = {value // width * width for value in values}
        if {*numbers} <= {start + (width - whole) / 2 for start in starts for whole in (0, 1)}:
            yield width, None, None
            for start in sorted(starts) if "*" in labels and numbers else []:
                if start > max(numbers):
                    yield width, None, float(start)
                elif start < min(numbers):
                    yield width, float(start + width), None

# ---- 6. Records: every row of the release is a record of the original, each another one --------------------

# Noise, random rounding, PRAM and shifted dates without their keys: how probable released cells are at most, of groups
# of records that look alike otherwise and are all published. Which cell is whose is open within a group.

def at_most(number, expected, happened):
    """A bound of the probability that so many of independent events happen, or as far on the other side (Hoeffding 1963)."""
    mean, share = min(max(expected / number, 0.0), 1.0), happened / number
    part = lambda seen, asked: 0.0 if seen == 0 else math.inf if asked == 0 else seen * math.log(seen / asked)
    return min(1.0, 2 * math.exp(-number * (part(share, mean) + part(1 - share, 1 - mean))))

def chance_of_noise(said, groups):
    """The sum of a group's noise is normal: its squares together are as large as asked for (chi-squared)."""
    least = most = number = 0
    for known, after in groups:
        if not all(NUMBER.fullmatch(cell) for cell in [*after, *(cell for _, cell in known)]):
            continue
        numbers = [float(cell) for _, cell in known]
        units = [10.0 ** -len(cell.partition(".")[2]) for _, cell in known]
        scales = [said["noise"] * (abs(one) if said.get("kind") == "multiplicative" else 1.0) for one in numbers]
        if any(scale < 2 * unit for scale, unit in zip(scales, units)):
            continue
        noise, spread = abs(math.fsum(map(float, after)) - math.fsum(numbers)), math.sqrt(math.fsum(one * one for one in scales))
        hidden = sum(units) / 2 + 1e-9 * (sum(map(abs, numbers)) + sum(scales))
        least, most, number = least + (max(noise - hidden, 0) / spread) ** 2, most + ((noise + hidden) / spread) ** 2, number + 1
    if not number:
        return None
    bound = lambda share: 2 * math.exp(number / 2 * (math.log(share) + 1 - share))
    return bound(most / number) if most < number else bound(least / number) if least > number else 1.0

def chance_of_categories(said, groups):
    """No more groups have the categories that they had than chance leaves so."""
    other = (1 - said["pram"]) / len({*said["values"]})
    same, equal, expected = said["pram"] + other, 0, 0.0
    for known, after in groups:
        before, counts = [cell for _, cell in known], [1.0]
        for cell in before[:256]:  # the likeliest number of cells with the first category
            shows = same if cell == before[0] else other
            counts = [a * (1 - shows) + b * shows for a, b in zip([*counts, 0.0], [0.0, *counts])]
        equal, expected = equal + (sorted(before) == sorted(after)), expected + max(counts)
    return at_most(len(groups), expected, equal) if equal > expected else 1.0

def chance_of_rounding(said, groups):
    """Numbers are one of the two multiples around them, and rounded up as often as chance asks for."""
    base, number, expected, up = exact(said["round"]), 0, 0.0, 0
    for known, after in groups:
        if not all(NUMBER.fullmatch(cell) for cell in [*after, *(cell for _, cell in known)]):
            return 0.0
        before, found = [Fraction(cell) / base for _, cell in known], [Fraction(cell) / base for cell in after]
        ups = sum(found) - sum(map(math.floor, before))
        if any(one.denominator != 1 for one in found) or not 0 <= ups <= len(before):
            return 0.0
        number, up = number + len(before), up + int(ups)
        expected += float(sum(one - math.floor(one) for one in before))
    return at_most(number, expected, up)

def chance_of_shifts(said, groups):
    """People's dates are shifted in both directions and as far as chance moves them, and few groups stay where they were together."""
    days = lambda cell: day_of(cell, said.get("format"))
    step, moved, used, number, unmoved = 7 if said.get("weeks") else 1, {}, set(), 0, 0
    steps = said.get("most", 365) // step
    for known, after in groups:
        if not is_one(lambda: all([*map(days, after), *(days(cell) for _, cell in known)])):
            continue
        far = sum(days(cell).toordinal() for cell in after) - sum(days(cell).toordinal() for _, cell in known)
        people = {who for who, _ in known}
        if len(known) == 1:
            moved.setdefault(*people, far)
        if len(people) == len(known) and not people & used:
            used, number, unmoved = used | people, number + 1, unmoved + (far == 0)
    found = [1.0]
    if number and unmoved > number / (2 * steps):
        found.append(at_most(number, number / (2 * steps), unmoved))
    if moved:
        half, people = steps // 2, len(moved)
        found.append(at_most(people, people / 2, sum(far > 0 for far in moved.values())))
        found.append(at_most(people, people * half / steps, sum(abs(far) <= half * step for far in moved.values())))
    return len(found) * min(found)

class Matching:
    """Rows of the release as records of the original: each another one with the same values, generalized. The labels of `unread`
    columns say nothing; of rows that differ in these alone it is not known which record is which."""
    def __init__(self, table, release, rows, readings, aggregated=(), unread=()):
        self.table, self.readings, aggregated = table, readings, [*aggregated, *unread]
        names = [name for name in release.names if name not in aggregated]
        self.levels = {name: reading.level for name, reading in readings.items()}
        self.records, self.rows = defaultdict(list), defaultdict(list)
        columns = [[*map(readings[name].label_of.get, table.columns[name])] if name in readings else
                   table.columns[name] for name in names]
        for record, key in enumerate(zip(*columns)):
            self.records[key].append(record)
        for row, key in zip(rows, release.cells(names, rows)):
            self.rows[key].append(row)
        invented = (rows[len(self.records[key]):] for key, rows in self.rows.items())
        self.invented = {row for rows in invented for row in rows}
        self.unmatched = len(self.invented)
        self.mixed = {key for key, of in self.rows.items() if unread and len({*release.cells(unread, of)}) > 1}

    def meets_own_k(self, release, qids, rows):
        """Whether the records behind equal rows can be such as ask for no more than the class of these rows has; then it is
        one of those."""
        sizes = Counter(release.cells(qids, rows))
        labels, own = dict(zip(rows, release.cells(qids, rows))), self.table.columns[OWN_K]
        fitting = {key: [record for record in self.records[key] if own[record] <= sizes[labels[of[0]]]] for key, of in self.rows.items()}
        meets = all(len(fitting[key]) >= len(of) for key, of in self.rows.items())
        self.records |= fitting if meets else {}
        return meets

    def certain(self):
        """The record of each row, where all records that became equal rows were published."""
        return {row: record for key, rows in self.rows.items() if len(rows) == len(self.records[key]) and key not in self.mixed
                for row, record in zip(rows, self.records[key])}

    def originals(self, names):
        """For each row the values of these columns in its record, and whether they are certain: of several
        records that became equal rows, some may not have been published. Then the values that certainly were,
        and all that may have been."""
        known, sure, certain, possible = {}, self.unmatched == 0, set(), set()
        for key, rows in self.rows.items():
            values = [*self.table.cells(names, self.records[key])]
            gone = len(values) - len(rows)
            sure &= gone == 0 and key not in self.mixed or len({*values}) == 1
            certain |= {value for value, count in Counter(values).items() if count > gone}
            possible |= {*values}
            known.update(zip(rows, values))
        return known, sure, certain, possible

# Where a class keeps some of its records, each draws the first 64 bits of the SHA-256 of a key and of what its published
# columns say of it before they are generalized, and of those with the same labels, sensitive values and provider the
# smallest stay. The key follows from the secret of the job, or from the draw_key of the internal report.

def content(cell):
    """What a value says, however it is spelled: a number in millionths rounded down, a date as its day, else the text."""
    text = cell.strip(" ")
    if len(text.encode()) <= 30 and re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?", text):
        if abs(float(text)) < 9e12:
            return f"n{math.floor(float(text) * 1e6)}"
        if not re.fullmatch("[+-]?[0-9]+", text):
            return "n?"
    elif re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}([T ]|$)", text):
        return f"d{text[:10]}"
    return f"t{len(cell)}:{cell}"

def who_stays(table, names, cells, quotas, secret):
    """The records that the draw keeps: of each of the `cells` as many as its quota, by what the columns `names` say."""
    prefix = mac(secret, "which records stay", "").hex() + ":"
    names = sorted(names)
    says = functools.cache(content)
    def lot(record):
        texts = [(table.columns[name][record], table.missing[name]) for name in names]
        said = "".join("-" if text == missing is not None else says(text) for text, missing in texts)
        return hashlib.sha256((prefix + said).encode()).digest()[:8], [text for text, _ in texts], record
    of_cell = defaultdict(list)
    for record, cell in enumerate(cells):
        if quotas[cell]:
            of_cell[cell].append(record)
    kept = (records if len(records) <= quotas[cell] else sorted(records, key=lot)[:quotas[cell]] for cell, records in of_cell.items())
    return sorted(record for records in kept for record in records)

# In a local recoding every record has labels of its own, of any level. Labels may overlap, so it is not seen
# which record a row is; what is shown is that all rows can be different records at once.

class LocalMatching:
    """`below` has for each column and label the values that may have it."""
    def __init__(self, table, release, rows, below, aggregated=(), unread=()):
        self.readings, self.levels, self.invented, self.below = {}, {}, set(), below
        plain = [name for name in release.names if name not in below and name not in (*aggregated, *unread)]
        wanted, there = by_key(release, plain, below, rows), by_key(table, plain, below, range(table.rows))
        pairs = ((wanted[key], there[key]) for key in wanted)
        self.unmatched = sum(left_over(*pair, may_be(*pair, below)) for pair in pairs)
        self.table, self.plain = table, plain

    def meets_own_k(self, release, qids, rows):
        """Whether all rows can be different records, each in a class as large as it asks for."""
        sizes, release, own = Counter(release.cells(qids, rows)), copy.copy(release), {*self.table.columns[OWN_K]}
        labels = dict(zip(rows, release.cells(qids, rows)))
        size_of = [sizes[labels[row]] if row in labels else 0 for row in range(release.rows)]
        release.columns = release.columns | {OWN_K: size_of}
        below = self.below | {OWN_K: {size: {one for one in own if one <= size} for size in {*size_of}}}
        wanted, there = by_key(release, self.plain, below, rows), by_key(self.table, self.plain, below, range(self.table.rows))
        return not any(left_over(wanted[key], there[key], may_be(wanted[key], there[key], below)) for key in wanted)

    def certain(self):
        return {}

    def originals(self, names):
        return {}, False, set(), set()

# In micro-aggregation a class has one value in every quasi-identifier, which does not say whose it is.

class GroupMatching:
    """Rows as records of the original: in its order each is its own record. Otherwise all rows that are alike in the
    columns published as they are have all records that are; that says enough where those rows are in one class, or
    where nothing tells these records apart. `told` are the columns that could."""
    def __init__(self, table, release, rows, plain, qids, told, in_order):
        self.table, self.readings, self.levels, self.invented, self.record_of = table, {}, {}, set(), {}
        self.rows, self.records = rows, {}
        here, there = keys_of(release, plain, rows), keys_of(table, plain, range(table.rows))
        if in_order and len(rows) == table.rows:
            self.unmatched = sum(one != other for one, other in zip(here, there))
            self.record_of = dict(zip(rows, range(table.rows))) if not self.unmatched else {}
            return
        self.unmatched = (Counter(here) - Counter(there)).total()
        records, of_key = defaultdict(list), defaultdict(list)
        for record, key in enumerate(there):
            records[key].append(record)
        for row, key in zip(rows, here):
            of_key[key].append(row)
        is_one = lambda table, names, rows: len({*keys_of(table, names, rows)}) == 1
        for key, rows in of_key.items() if not self.unmatched else ():
            if len(rows) == len(records[key]) and (is_one(release, qids, rows) or is_one(table, told, records[key])):
                self.record_of |= dict(zip(rows, records[key]))

    def certain(self):
        return self.record_of

    def originals(self, names):
        cells = keys_of(self.table, names, range(self.table.rows))
        known = {row: cells[record] for row, record in self.record_of.items()}
        return known, len(known) == len(self.rows), {*known.values()}, {*cells}

def keys_of(table, names, rows):
    return [*table.cells(names, rows)] if names else [()] * len(rows)

def add_up(before, after):
    """Whether means of classes add up to the sum of the original's numbers, as they must whoever is in which class: each
    is rounded to two places or more, or to 15 digits."""
    if not all("number" in type_of({*cells}) for cells in (before, after)):
        return False
    rounding = sum(Fraction(1, 200) + abs(Fraction(cell.strip())) / 10**12 for cell in after)
    return abs(sum(Fraction(cell.strip()) for cell in before) - sum(Fraction(cell.strip()) for cell in after)) <= rounding

def are_disjoint(release, rows, below):
    """Whether for any two classes there is a column in which no value belongs to the labels of both."""
    classes, having = [*{*release.cells(below, rows)}], defaultdict(functools.partial(defaultdict, int))
    for number, labels in enumerate(classes):  # sets of classes as bits
        for name, label in zip(below, labels):
            having[name][label] |= 1 << number
    meeting = functools.cache(lambda name, label: functools.reduce(int.__or__, (
        bits for other, bits in having[name].items() if not below[name][label].isdisjoint(below[name][other])), 0))
    everybody = (1 << len(classes)) - 1
    return all(functools.reduce(int.__and__, map(meeting, below, labels), everybody) & ~(1 << number) == 0
               for number, labels in enumerate(classes))

def by_key(table, plain, columns, rows):
    """For each combination of plain cells, how often each combination in the other columns occurs."""
    found = defaultdict(Counter)
    keys = table.cells(plain, rows) if plain else itertools.repeat(())
    for key, cells in zip(keys, table.cells(columns, rows)):
        found[key][cells] += 1
    return found

def may_be(wanted, there, below):
    """For each combination of labels the records that may have them; sets of records are bits of a number."""
    records, having = [*there], {name: defaultdict(int) for name in below}
    for number, record in enumerate(records):
        for name, value in zip(below, record):
            having[name][value] |= 1 << number
    of_label = functools.cache(lambda name, label: functools.reduce(
        int.__or__, (bits for value, bits in having[name].items() if value in below[name][label]), 0))
    def members(bits):
        while bits:
            yield records[(bits & -bits).bit_length() - 1]
            bits &= bits - 1
    everybody = (1 << len(records)) - 1
    return {row: [*members(functools.reduce(int.__and__, map(of_label, below, row), everybody))] for row in wanted}

def left_over(wanted, there, may):
    """How many rows go without a record when each takes another one that fits. Who finds none free looks for
    somebody who can give one up for another (augmenting paths)."""
    free, taken, left, passed = Counter(there), defaultdict(Counter), 0, Counter()
    for row in wanted.elements():
        while passed[row] < len(may[row]) and not free[may[row][passed[row]]]:
            passed[row] += 1  # what is taken once stays taken
        came_from, seen, queue = {row: None}, set(), [row]
        found = (row, may[row][passed[row]]) if passed[row] < len(may[row]) else None
        for taker in queue if not found else ():  # which grows meanwhile
            for record in (one for one in may[taker] if one not in seen):
                seen.add(record)
                if free[record]:
                    found = (taker, record)
                    break
                others = [other for other, count in taken[record].items() if count and other not in came_from]
                came_from |= dict.fromkeys(others, (taker, record))
                queue += others
            if found:
                break
        if found:
            free[found[1]] -= 1
        left += found is None
        while found:
            taker, record = found
            taken[record][taker] += 1
            found = came_from[taker]
            if found:
                taken[found[1]][taker] -= 1
    return left

# In a column that is published as the mean, median, mode or range of each class, all records of a class have one
# value, made of those that they had; what is missing is left out.

def aggregate(form, values, missing):
    """The value that stands for these; what stands for a missing one if there are none."""
    if not values:
        return missing if form == "mode" else ""
    if form == "mode":
        counts, kind = Counter(values), type_of(values)
        order = lambda value: (-counts[value], float(value) if "number" in kind else 0, value)
        return min(counts, key=order)
    numbers = sorted(Fraction(value.strip()) for value in values)
    places = max(len(plain(number).partition(".")[2]) for number in numbers)
    low, high = numbers[(len(numbers) - 1) // 2], numbers[len(numbers) // 2]
    if form == "range":
        around = Names(Counter(values), set(), math.inf)  # all of them count, so that no bound is one of them
        return plain(numbers[0]) if numbers[0] == numbers[-1] else around.text(around.bounds(around.order))
    if form == "median":
        return plain(low) if low == high else rounded((low + high) / 2, places + 1)
    return rounded(sum(numbers) / len(numbers), places + 2)

def rounded(number, places):
    """To so many places, and 15 significant digits at most; halves away from zero."""
    places = min(places, max(0, 15 - len(str(int(abs(number))).lstrip("0"))))
    away = math.floor(abs(number) * 10**places + Fraction(1, 2))
    return plain((-1 if number < 0 else 1) * Fraction(away, 10**places))

# ---- 7. Privacy models -------------------------------------------------------------------------------------

MODELS = {"k-anonymity": {"k": 0}, "maximum-risk": {"risk": 0}, "average-risk": {"risk": 0}, "population-uniqueness": {"share": 0},
          "k-map": {"k": 0, "significance": 0.1, "estimator": "zero-truncated-poisson"},
          "delta-presence": {"max": 0, "min": 0.0}, "l-diversity": {"l": 0, "kind": "distinct"},
          "p-sensitive-k-anonymity": {"p": 0}, "alpha-k-anonymity": {"k": 0}, "k-e-anonymity": {"k": 0},
          "t-closeness": {"t": 0, "distance": "euclidean", "reference": "table"},
          "beta-likeness": {"beta": 0, "kind": "enhanced", "reference": "table"},
          "delta-disclosure": {"delta": 0, "reference": "table"}, "c-mixture": {"c": 0}, "provider-diversity": {"m": 0},
          "m-privacy": {"m": 0}, "differential-privacy": {"epsilon": 0}}
AGAINST_THE_WHOLE = ["t-closeness", "beta-likeness", "delta-disclosure"]
IN_LOGARITHMS = "enhanced, in units of -ln p"
OF_SHARES = {"p-sensitive-k-anonymity": ["p"], "alpha-k-anonymity": ["alpha"], "k-e-anonymity": ["k", "e"],
             "delta-disclosure": ["ratio of shares"]}
BY_PROVIDER, BY_NAME = "on the written release, ", "which names the providers"
BY_MATCHING = "with each row matched to its record, which names the provider"
BY_VALUE = "with each row matched to its record, which has the value behind the aggregate"
BY_PERSON = "with each row matched to its record, which names the person"
BY_OWN_K = "on the written release, with each row matched to its record, which says its own k"
BY_PEOPLE = "by counting the people of the population with the same labels"

def check_scope(job):
    """Refuses models about the release as a whole, or about a population, where what is measured would not say what they promise."""
    estimated = lambda of: all(isinstance(one, dict) and "sampling_fraction" in one for one in (of if isinstance(of, list) else [of]))
    broad = [name for name, of in job["privacy"].items() if name in ("average-risk", "population-uniqueness", "delta-presence")
             or name == "k-map" and not estimated(of)]
    broad += [name for name in AGAINST_THE_WHOLE for one in listed_models(job, name) if isinstance(one, dict) and one.get("reference") == "release"]
    if broad and unit_of(job):
        raise Refused(f"{broad[0]} counts each record as one person, and the job counts people, who may have several")
    if broad and "m-privacy" in job["privacy"]:
        raise Refused(f"{broad[0]} does not cover a release without the records of some providers, as m-privacy requires")
    if "delta-presence" in job["privacy"] and exact(job.get("suppression", {}).get("limit", 0.05)) > 0:
        raise Refused("delta-presence is about all records, and the job allows suppression")

def listed_models(job, name):
    given = job["privacy"].get(name, [])
    return given if isinstance(given, list) else [given]

def models_of(job):
    """Each model with its parameters; `3` and `0.2` are short for the first of them."""
    check_scope(job)
    check_drawn(job)
    if unknown := {*job["privacy"]} - {*MODELS, "unit", "population"}:
        raise Refused(f"models that this script does not know: {', '.join(sorted(unknown))}")
    for name, default in MODELS.items():
        for one in listed_models(job, name):
            model = default | (one if isinstance(one, dict) else {next(iter(default)): one})
            if below := [key for key, of in model.items() if isinstance(of, (int, float)) and of < 0]:
                raise Refused(f"privacy.{name}.{below[0]} must not be below 0")
            if name == "maximum-risk" and not 0 < exact(model["risk"]) <= 1:
                raise Refused("privacy.maximum-risk must be above 0 and at most 1")
            yield name, model

def check_drawn(job):
    """Refuses what the proof of differential privacy does not cover."""
    if not draws(job):
        return
    asked = job["privacy"]["differential-privacy"]
    if {*job["privacy"]} - {"differential-privacy", "unit"} or isinstance(asked, list) and len(asked) > 1:
        raise Refused("the job combines differential privacy with other models, which its proof does not cover")
    release, suppression, csv = job.get("release", {}), job.get("suppression", {}), job.get("csv", {})
    said = {"release.order": release.get("order", "sorted") != "sorted", "suppression.limit": suppression.get("limit", 1) != 1,
            "suppression.as": suppression.get("as", "drop") != "drop", "recoding.kind": job.get("recoding", {}).get("kind", "global") != "global",
            "hierarchy": bool(job.get("hierarchy", {}).get("plan")) or job.get("hierarchy", {}).get("unknown", "refuse") != "refuse",
            "releases.earlier": bool(job.get("releases", {}).get("earlier")), "release.conceal_choice": "conceal_choice" in release,
            "csv.delimiter": "delimiter" not in csv, "csv.missing": csv.get("missing") != []}
    for name, of in job["columns"].items():
        if of.get("role") in ("identifier", "person", "household"):
            continue
        is_fixed = of.get("min_level") is not None and of.get("min_level") == of.get("max_level") or on_levels(job)
        said[f"columns.{name}"] = not (of.get("role") == "quasi-identifier" and isinstance(of.get("hierarchy"), str) and is_fixed
                                       and "publish" not in of)
    if wrong := [key for key, is_wrong in said.items() if is_wrong]:
        raise Refused(f"the proof of differential privacy does not cover these settings of the job, or lacks them: {', '.join(wrong)}")

def on_levels(job):
    """The part of epsilon that is spent on a choice of levels; which are chosen takes the secret, so that is not shown here."""
    asked = job["privacy"]["differential-privacy"]
    return exact((asked[0] if isinstance(asked, list) else asked).get("levels", 0))

def draws(job):
    """Whether a secret draws records before anything else, so that a report tells of published ones alone."""
    return "differential-privacy" in job.get("privacy", {})

def values_asked(job, sensitive, whole):
    """How many different values models ask for in a class, by sensitive column; two where they only ask that none is certain. `whole` counts
    those of the table."""
    asked = {}
    for model, given in models_of(job):
        if given.get("joint"):
            continue
        count = {"l-diversity": "l", "p-sensitive-k-anonymity": "p", "k-e-anonymity": "k"}.get(model)
        for name in sensitive if count or model in (*AGAINST_THE_WHOLE, "alpha-k-anonymity", "c-mixture") else ():
            least = math.ceil(exact(given[count])) if count else 2
            least = math.ceil(1 / exact(given["alpha"])) if model == "alpha-k-anonymity" and not given.get("values") else least
            least = math.ceil(exact(given["c"]) * whole(name)) if model == "c-mixture" else least
            if given.get("column", name) == name:
                asked[name] = max(asked.get(name, 2), least)
    return asked

def asked_k(job, records):
    """The largest k that a model asks for; 1 where none does."""
    sizes = [1]
    for model, given in models_of(job):
        if "k" in given and model not in ("k-e-anonymity", "k-map"):
            sizes.append(given["k"])
        if model == "maximum-risk":
            sizes.append(math.ceil(1 / exact(given["risk"])))
        if model == "differential-privacy":
            sizes.append(least_drawn(exact(given["epsilon"]) - exact(given.get("levels", 0)), given["delta"])[1])
        if model == "k-map" and "sampling_fraction" in given:
            sizes.append(least_in_sample(given))
        if model == "c-mixture":  # of records, for C_AVG
            sizes.append(math.floor(exact(given["c"]) * records))
    return max(sizes)

def unit_of(job):
    """The column that names the people whom models count; None where they count records."""
    if draws(job):
        return None  # nobody has two of the records that are drawn
    people = [name for name, of in job["columns"].items() if of.get("role") in ("person", "household")]
    said = job["privacy"].get("unit", *people[:1])
    return said if said in people else None

def with_role(job, table, *roles):
    return [name for name in table.names if job["columns"].get(name, {}).get("role", "insensitive") in roles]

OWN_K = "everybody's own k"  # a column made here, of what each record asks for

def with_own_k(job, table):
    """The table with the size of class that each record asks for, where a column says it: a person asks for the most of her
    records, and who says 0 is in no class."""
    column, unit = next(iter(with_role(job, table, "own-k")), None), unit_of(job)
    if column is None:
        return table
    texts, most = [text.strip() for text in table.columns[column]], defaultdict(int)
    if not all(re.fullmatch(r"[0-9]+(\.0*)?", text) for text in texts):
        raise Refused(f"{column}: a person's own k is not a whole number")
    own = [int(text.split(".")[0]) or math.inf for text in texts]
    people = table.columns[unit] if unit else range(table.rows)
    for person, asked in zip(people, own):
        most[person] = max(most[person], asked)
    table.columns[OWN_K], table.missing[OWN_K], table.apart[OWN_K] = [most[person] for person in people], None, set()
    return table

class Privacy:
    """Measures models on rows of the release; the whole that classes are compared with is the original. Where
    people are counted, each counts once, and once for each of her values."""
    def __init__(self, job, table, release, hierarchies, provider_of, person_of=None, hidden=(), people=None, own_k=None):
        self.own_k = own_k  # of each row, or whether all classes are large enough; None where that is not known
        self.people = people  # of the population, how many have each combination of labels; None where that is not known
        self.job, self.table, self.release, self.hierarchies = job, table, release, hierarchies
        self.hidden = {*hidden}  # columns of which the release does not have the values
        self.provider_of, self.person_of = provider_of, person_of  # of each row; None where that is not known
        self.unit = unit_of(job)
        self.in_table = dict(enumerate(table.columns[self.unit])) if self.unit else None
        self.qids, self.sensitive, self.provider = (with_role(job, table, role) for role in
                                                    ("quasi-identifier", "sensitive", "provider"))
        self.whole = functools.cache(lambda columns, diverse: self.counts(
            table, columns, range(table.rows), self.in_table, diverse))

    def classes(self, rows):
        found = defaultdict(list)
        for row in rows:
            found[tuple(self.release.columns[name][row] for name in self.qids)].append(row)
        return list(found.values())

    def size(self, rows):
        return len({self.person_of[row] for row in rows}) if self.unit else len(rows)

    def providers(self, rows):
        return len({self.provider_of[row] for row in rows})

    def counts(self, table, columns, rows, person_of, diverse):
        """How often each combination of values occurs; for diversity missing ones may not count."""
        none = lambda of: diverse and self.job["columns"][of].get("missing") == "none"
        left_out = {(at, self.table.missing[of]) for at, of in enumerate(columns) if none(of)}
        found = table.cells(columns, rows)
        if self.unit:
            found = (values for values, _ in {*zip(found, (person_of[row] for row in rows))})
        return Counter(values for values in found if not left_out & {*enumerate(values)})

    def judge(self, rows, colluding=True):
        """What a report tells of each model; "achieved" is not a number where nobody knows who is who."""
        classes = self.classes(rows)
        return [fact for model, given in models_of(self.job) if colluding or model != "m-privacy"
                for fact in self.facts(model, given, classes)]

    def facts(self, model, given, classes):
        fact = functools.partial(self.fact, classes, model)
        if "k" in given and model not in ("k-e-anonymity", "k-map"):
            yield fact(None if model == "k-anonymity" else "k", given["k"], self.size)
            if model == "k-anonymity" and with_role(self.job, self.table, "own-k"):
                found = fact("below their own k", 0, lambda rows: self.below_own_k(rows, given["k"]), "at-most")
                found |= {"achieved": math.inf, "satisfied": False} if self.own_k is False else {}
                yield found | {"measured": BY_PROVIDER if self.unit else BY_OWN_K}
        if model == "maximum-risk":
            yield fact(None, given["risk"], lambda rows: 1 / self.size(rows), "at-most")
        if model == "population-uniqueness":
            name = f"sampling fraction {plain(exact(given['sampling_fraction']))}, estimated"
            yield fact(name, given["share"], lambda rows: math.nan, "at-most") | {"not_checked": NOT_CHECKED}
        if model == "differential-privacy":
            levels = exact(given.get("levels", 0))
            parts, k, delta = least_drawn(exact(given["epsilon"]) - levels, given["delta"])
            name = f"epsilon = {plain(exact(given['epsilon']))}" + (f", levels = {plain(levels)}" if levels else "")
            yield fact(f"{name}, k, drawn with probability {parts / 2**32:.6f}", k, len)
            yield fact(f"{name}, delta", given["delta"], lambda rows: min(delta, given["delta"]), "at-most")
        if model == "average-risk":
            mean = len(classes) / max(1, sum(map(len, classes)))
            yield fact(None, given["risk"], lambda rows: mean, "at-most")
        if model == "delta-presence":
            share = lambda rows: len(rows) / self.alike(rows) if self.alike(rows) else 1.0
            yield self.in_population(fact("max", given["max"], share, "at-most"))
            if given["min"]:
                least = fact("min", given["min"], share)
                shown = {tuple(self.release.columns[name][rows[0]] for name in self.qids) for rows in classes}
                if self.people and {*self.people} - shown:  # of whom it is known that they are not in the table
                    least |= {"achieved": 0.0, "satisfied": False}
                yield self.in_population(least)
        if model == "k-map" and "sampling_fraction" not in given:
            yield self.in_population(fact("by a table of the population", given["k"], self.alike))
        elif model == "k-map":
            name = f"k = {plain(exact(given['k']))}, estimated, {given['estimator'].replace('-p', ' P').replace('pois', 'Pois')}"
            yield fact(name, given["significance"], lambda rows: chance_of_sample(self.size(rows), given), "at-most")
        if model == "provider-diversity":
            yield fact(None, given["m"], self.providers, of_providers=True)
        if model == "m-privacy":
            yield fact(None, given["m"], lambda rows: self.withstood(given["m"], rows), of_providers=True)
        if model == "c-mixture":
            yield from self.mixture(fact, given["c"])
        kind = given.get("kind") or given.get("distance")
        kinds = OF_SHARES.get(model, [kind] * bool(kind)) + [IN_LOGARITHMS] * (kind == "enhanced")
        asked = [(of,) for of in self.sensitive if kinds and given.get("column", of) == of]
        for columns in [(*self.sensitive,)] if given.get("joint") else asked:
            for kind in kinds:
                yield self.values_fact(fact, model, given, kind, columns, classes)
                if given.get("reference") == "release":
                    yield self.values_fact(fact, model, given, kind, columns, classes, in_release=True)

    def below_own_k(self, rows, k):
        """How many of a class ask for more than it has; not a number where nobody knows what they ask for."""
        if not isinstance(self.own_k, dict):
            return math.nan if self.own_k is None else 0 if self.own_k else math.inf
        below = [row for row in rows if max(k, self.own_k[row]) > self.size(rows)]
        return self.size(below)

    def alike(self, rows):
        """How many people of the population have the labels of a class."""
        return self.people[tuple(self.release.columns[name][rows[0]] for name in self.qids)] if self.people else 0

    def in_population(self, fact):
        """Nothing is said of a population that cannot be read here."""
        fact |= {} if self.people else {"achieved": math.nan, "satisfied": False, "not_checked": NOT_CHECKED}
        return fact | {"measured": BY_PROVIDER + BY_PEOPLE}

    def fact(self, classes, model, variant, required, measure, direction="at-least", column=None,
             of_providers=False):
        """The figure of the worst class, and whether it will do."""
        of_people = self.unit and (not of_providers or model == "m-privacy")
        unknown = of_providers and not self.provider_of or of_people and not self.person_of
        unknown = unknown or model == "m-privacy" and self.hidden or self.hidden & {*(column or "").split(" x ")}
        found = [math.nan] if unknown else [measure(rows) for rows in classes]
        worst = None if None in found else min(found) if direction == "at-least" else max(found)
        margin = ROUNDING * max(1, abs(required))
        holds = worst is not None and not {"at-least": worst < required - margin, "below": worst >= required,
                                           "at-most": worst > required + margin}[direction]
        return {"model": model, "column": column, "variant": variant, "direction": direction,
                "required": required, "achieved": worst, "satisfied": holds,
                "measured": BY_PROVIDER if of_providers or self.unit else None}

    def mixture(self, fact, c):
        """A share c of all records (or people), sensitive values and providers, at least one of each."""
        share = lambda whole, rounding: max(1, rounding(exact(c) * whole))
        variant, people = f"c = {plain(exact(c))}: ", self.in_table and len({*self.in_table.values()})
        yield fact(variant + "k", share(people or self.table.rows, math.floor), self.size)
        for of in self.sensitive:
            values = lambda rows: len(self.counts(self.release, (of,), rows, self.person_of, True))
            yield fact(variant + "l", share(len(self.whole((of,), True)), math.ceil), values, column=of)
        providers = share(len({*self.table.columns[self.provider[0]]}), math.ceil)
        yield fact(variant + "m", providers, self.providers, of_providers=True)

    def values_fact(self, fact, model, given, kind, columns, classes, in_release=False):
        """How well represented, how frequent or how differently distributed sensitive values are: beside the table, or
        beside the release itself. Where the job demands only the first, the second is told beside it."""
        published = lambda: self.counts(self.release, columns, [row for rows in classes for row in rows], self.person_of, False)
        is_known = (self.person_of or not self.unit) and not self.hidden & {*columns}
        whole, named = published() if in_release and is_known else self.whole(columns, False), given.get("values")
        missing, hierarchy = self.table.missing[columns[0]], self.hierarchies.get(columns[0])
        measure, required, direction = {
            "distinct": (len, "l", "at-least"), "entropy": (entropy_l, "l", "at-least"),
            "recursive": (lambda one: recursive_ratio(one, int(given["l"])), "c", "below"),
            "alpha": (lambda one: largest_share(one, named, missing), "alpha", "at-most"),
            "p": (len, "p", "at-least"),
            "k": (lambda one: len(numbers_of(one, missing)), "k", "at-least"),
            "e": (lambda one: max(found) - min(found) if (found := numbers_of(one, missing)) else 0, "e", "at-least"),
            "basic": (lambda one: gain(one, whole), "beta", "at-most"),
            "enhanced": (lambda one: gain(one, whole), "beta", "at-most"),
            IN_LOGARITHMS: (lambda one: gain(one, whole, in_logarithms=True), 1, "at-most"),
            "ratio of shares": (lambda one: ratio_of_shares(one, whole), "delta", "below")
        }.get(kind, (lambda one: distance(kind, one, whole, missing, hierarchy), "t", "at-most"))
        if required != 1 and required not in given:
            raise Refused(f"privacy.{model} has no {required}")
        diverse = model in ("l-diversity", "p-sensitive-k-anonymity")
        counts = lambda rows: self.counts(self.release, columns, rows, self.person_of, diverse)
        variant = f"{kind}, l = {plain(exact(given['l']))}" if kind == "recursive" else kind
        variant += " of " + ", ".join(named) if kind == "alpha" and named else ""
        variant += ", against the release" * in_release + ", joint" * bool(given.get("joint"))
        made = fact(variant, given.get(required, required), lambda rows: measure(counts(rows)), direction, " x ".join(columns))
        if in_release:
            return made | {"reference": "release"}
        if model in AGAINST_THE_WHOLE and given["reference"] == "table":
            if is_known and classes:
                whole = published()
                found = [measure(counts(rows)) for rows in classes]
                made["against_release"] = None if None in found else max(found)
            else:
                made["against_release"] = math.nan if classes else None
        return made

    def withstood(self, most, rows):
        """How many providers, whoever they are, can take their records out of a class so that something is
        left and all other models still hold, up to `most`; not a number with too many coalitions to try."""
        providers = sorted({self.provider_of[row] for row in rows})
        sizes = range(1, min(most, len(providers)) + 1)
        is_open = with_role(self.job, self.table, "own-k") and not isinstance(self.own_k, dict)
        if is_open or sum(math.comb(len(providers), size) for size in sizes) > MOST_COALITIONS:
            return math.nan
        for coalition in (one for size in sizes for one in itertools.combinations(providers, size)):
            rest = [row for row in rows if self.provider_of[row] not in coalition]
            if not rest or not all(fact["satisfied"] for fact in self.judge(rest, colluding=False)):
                return len(coalition) - 1
        return most

def least_drawn(epsilon, delta):
    """The probability that a record is drawn, in parts of 2^-32: 1 - e^-epsilon, rounded down; the least size of a class of drawn
    records that keeps delta; and the delta of that, three digits rounded up (Bild, Kuhn, Prasser, SafePub, section 4)."""
    series, term = Fraction(0), Fraction(1)  # of e^-epsilon, with an error below the last term
    for place in range(1, 60):
        series, term = series + term, term * -Fraction(epsilon) / place
    parts = math.floor((1 - series) * 2**32)
    beta, gamma = parts / 2**32, float(1 - (1 - Fraction(parts, 2**32)) * series)
    rest, ratio = math.log1p(-beta), beta / (1 - beta)
    falls = gamma * math.log(gamma / beta) + (1 - gamma) * (math.log1p(-gamma) - rest)

    @functools.cache
    def tail(n, least):
        """P[at least so many of n are drawn], which are more than beta n, so that terms fall."""
        term = math.exp(math.lgamma(n + 1) - math.lgamma(least + 1) - math.lgamma(n - least + 1) + least * math.log(beta) + (n - least) * rest)
        found = 0.0
        for drawn in range(least, n + 1):
            found += term
            term *= (n - drawn) / (drawn + 1) * ratio
            if term < found * 1e-18:
                break
        return found

    def missed(k):
        """Of a class of n records the drawn ones tell too much where they are k and more than gamma n. From n on Chernoff's bound holds."""
        most, n = 0.0, max(1, math.ceil(k / gamma - 1 - 1e-9))
        while math.exp(-falls * n) >= most:
            most, n = max(most, tail(n, max(k, math.floor(gamma * n - 1e-9) + 1))), n + 1
        return most

    enough, too_few = 1, 0
    while missed(enough) > delta:
        enough, too_few = enough * 2, enough
    while enough - too_few > 1:
        middle = (enough + too_few) // 2
        enough, too_few = (middle, too_few) if missed(middle) <= delta else (enough, middle)
    found = missed(enough)
    near, digit = float(f"{found:.2e}"), 10 ** (math.floor(math.log10(found)) - 2)
    return parts, enough, near if near >= found else float(f"{near + digit:.2e}")

def chance_of_sample(records, given):
    """How likely so many records or more are drawn of a class with k people in the population, each with the sampling
    fraction; "zero-truncated": if any are drawn (El Emam and Dankar, 2008). 0 where there are k."""
    k, mean = given["k"], given["k"] * given["sampling_fraction"]
    if records >= k:
        return 0.0
    share = lambda numbers: math.fsum(math.exp(n * math.log(mean) - mean - math.lgamma(n + 1)) for n in numbers)
    far = records + int(mean + 40 * math.sqrt(mean)) + 60
    drawn = share(range(records, far)) if records > mean else 1 - share(range(records))
    return drawn / (1 if given["estimator"] == "poisson" else -math.expm1(-mean))

def least_in_sample(given):
    """The fewest records by which k-map is met."""
    found = (n for n in itertools.count(1) if chance_of_sample(n, given) <= given["significance"] * (1 + 1e-12))
    return next(found)

def largest_share(counts, named, missing):
    """Of the most frequent value, or of the most frequent of those that are named (Wong and others, 2006)."""
    meant = lambda value: named is None or value in named or value == missing and any(one in MISSING for one in named)
    return max((count for (*_, value), count in counts.items() if meant(value)), default=0) / counts.total()

def entropy_l(counts):
    """e to the entropy of the values, the l of entropy l-diversity."""
    shares = [count / counts.total() for count in counts.values()]
    return bool(counts) * math.exp(-math.fsum(share * math.log(share) for share in shares))

def recursive_ratio(counts, l):
    """r1 / (rl + ... + rm); None with fewer than l values."""
    most_first = sorted(counts.values(), reverse=True)
    return most_first[0] / sum(most_first[l - 1:]) if len(most_first) >= max(l, 1) else None

def numbers_of(counts, missing):
    """The different numbers among the values of one column."""
    return {float(value) for (value,) in counts if value != missing}

def gain(inside, whole, in_logarithms=False):
    """The largest (q - p) / p of a value's shares in the class and in the whole, or what that is of -ln p (Cao and
    Karras, 2012); no less than 0. None for a value that the whole does not have."""
    if inside.keys() - whole.keys():
        return None
    share = {value: count / whole.total() for value, count in whole.items()}
    gains = {value: count / inside.total() / share[value] - 1 for value, count in inside.items()}
    if in_logarithms:
        gains = {value: x / -math.log(share[value]) for value, x in gains.items() if x > 0}
    return max(0.0, *gains.values(), 0.0)

def ratio_of_shares(inside, whole):
    """The largest |ln(q / p)| (Brickell and Shmatikov, 2008); None where a value is only in one of the two."""
    if inside.keys() != whole.keys():
        return None
    return max(abs(math.log(inside[value] * whole.total() / inside.total() / whole[value])) for value in whole)

def distance(kind, inside, whole, missing, hierarchy):
    """How far a class is from the whole table: Euclidean, or the earth mover's distance (Li et al., 2007)."""
    p, q = inside.total(), whole.total()
    extra = {value: inside[value] / p - whole[value] / q for value in {*inside, *whole}}
    if kind in ("euclidean", "equal"):
        return math.hypot(*extra.values()) if kind == "euclidean" else math.fsum(map(abs, extra.values())) / 2
    extra = {value: x for (value,), x in extra.items()}
    if kind == "ordered":
        order = in_order(extra.keys() - {missing}) + [value for value in extra if value == missing]
        return math.fsum(map(abs, itertools.accumulate(extra[v] for v in order))) / max(1, len(order) - 1)
    height = hierarchy.height
    return sum((level + 1) / height * moved(extra, hierarchy, level) for level in range(height))

def moved(extra, hierarchy, level):
    """What can be evened out below the labels of a level and above those of the one below."""
    children, more, less = Counter(), Counter(), Counter()
    for value, x in extra.items():
        children[tuple(hierarchy.rows[value][level:level + 2])] += x
    for (_, parent), x in children.items():
        (more if x > 0 else less)[parent] += abs(x)
    return sum(min(x, less[parent]) for parent, x in more.items())

def risk_of(table, qids, rows, unit, person_of):
    """How likely somebody is found by whoever knows all quasi-identifiers, at most and on average."""
    hiding = defaultdict(list)
    for row, labels in zip(rows, table.cells(qids, rows) if qids else itertools.repeat(())):
        hiding[labels].append(person_of[row] if unit else row)
    of_one = [(max(Counter(one).values()) / len(one), len(one)) for one in hiding.values()]  # the most that one person has of a class
    sizes = [(len({*one}), len(one)) for one in hiding.values()]  # of whom one hides among, and of records
    least, records = min(sizes, default=(0, 0))[0], sum(of for _, of in sizes)
    rows_of_one = {"highest": max((share for share, _ in of_one), default=0),
                   "mean": math.fsum(share * of for share, of in of_one) / max(1, records)}
    return ({"rows_of_one": rows_of_one} if unit else {}) | {
            "unit": unit or "record", "prosecutor_max": least and 1 / least,
            "prosecutor_mean": math.fsum(of / size for size, of in sizes) / max(1, records),
            "records_at_max": sum(of for size, of in sizes if size == least),
            "records_above": [{"risk": risk, "records": sum(of for size, of in sizes if Fraction(1, size) > exact(risk))}
                              for risk in (0.05, 0.09, 0.2, 0.33, 0.5)],
            "distribution": [{"from": least} | ({"to": most} if most else {})
                             | {"records": sum(of for size, of in sizes if least <= size and (not most or size <= most))}
                             for least, most in ((1, 1), (2, 2), (3, 3), (4, 4), (5, 9), (10, 19), (20, 49), (50, 99), (100, None))]}

def all_columns_risk(table, known, rows, person_of, k, joined_by=None, moved=()):
    """Who is found by somebody who knows all published columns of her that others may know: labels, and values as they are published. Where
    a pseudonym joins her rows, she knows all of them, and the days between dates that are moved together."""
    alike = defaultdict(list)
    cells_of = dict(zip(rows, table.cells(known, rows) if known else itertools.repeat(())))
    if joined_by:
        cells_of = all_rows_of_people(table, cells_of, joined_by, moved)
        person_of = cells_of and {row: ("row", row) if name in MISSING else name for row, name in enumerate(table.columns[joined_by])}
        known = [name for name in table.names if name in {*known, *itertools.chain(*moved)}]
    for row, cells in cells_of.items():
        alike[cells].append(person_of[row] if person_of else row)
    sizes, k = [(len({*one}), len(one)) for one in alike.values()], max(2, k)  # of whom one looks like, and of records
    records = max(1, sum(of for _, of in sizes))
    below = lambda limit: sum(of for size, of in sizes if size < limit) / records
    return {"columns": known, "k": k, "alone": below(2), "below_k": below(k),
            "mean": math.fsum(of / size for size, of in sizes) / records,
            "highest": 1 / min(size for size, _ in sizes) if sizes else 0}

def all_rows_of_people(table, cells_of, joined_by, moved):
    """For each row all rows of its person, by their cells and the days of moved dates since the earliest one that is moved with them."""
    rows_of = defaultdict(list)
    for row in cells_of:
        name = table.columns[joined_by][row]
        rows_of["row", row if name in MISSING else None, name].append(row)
    days = lambda name, row: table.columns[name][row].strip()[:10]
    day = lambda cell: date.fromisoformat(cell).toordinal() if re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", cell) else None
    found = {}
    for rows in rows_of.values():
        since = [[[day(days(name, row)) for name in together] for row in rows] for together in moved]
        first = [min((one for row in of for one in row if one is not None), default=0) for of in since]
        known = [(cells_of[row], tuple("" if one is None else one - least for of, least in zip(since, first) for one in of[place]))
                 for place, row in enumerate(rows)]
        found |= dict.fromkeys(rows, tuple(sorted(known, key=repr)))
    return found

MOST_NOISY_RECORDS = 2_000

# Half of the window in which lookalikes of a noisy number are counted, in deviations of the noise: 1 by their number is how often the
# nearest published number is the right one.
WINDOW = 1.2533141373155

def noisy_columns_risk(table, known, noisy, rows, person_of, k):
    """Like `all_columns_risk`, where the true numbers behind noisy columns are known, too: records are told apart that lie farther apart than
    the window in one of them. `noisy` has for each of them the reach from a number."""
    number = lambda cell: float(cell) if NUMBER.fullmatch(cell.strip()) else -math.inf
    numbers = {name: [number(cell) for cell in table.columns[name]] for name in noisy}
    groups = defaultdict(list)
    cells_of = dict(zip(rows, table.cells(known, rows) if known else itertools.repeat(())))
    for row, cells in cells_of.items():
        groups[cells].append(row)
    step = max(1, -(-len(cells_of) // MOST_NOISY_RECORDS))
    near = lambda name, a, b: a == b or math.isfinite(a) and math.isfinite(b) and abs(a - b) <= noisy[name](a)
    sizes = []
    for row in itertools.islice(cells_of, 0, None, step):
        like = [other for other in groups[cells_of[row]] if all(near(name, of[row], of[other]) for name, of in numbers.items())]
        sizes.append(len({person_of[other] for other in like} if person_of else like))
    k, below = max(2, k), lambda limit: sum(size < limit for size in sizes) / max(1, len(sizes))
    return {"columns": known, "noisy": [*noisy], "k": k, "alone": below(2), "below_k": below(k),
            "mean": math.fsum(1 / size for size in sizes) / max(1, len(sizes)),
            "highest": 1 / min(sizes) if sizes else 0} | ({"sample": len(sizes)} if step > 1 else {})

# ---- 8. Utility --------------------------------------------------------------------------------------------

class Utility:
    """What a release lost. `hierarchies` and `levels` are those that the report speaks of, `total` counts all
    records of the original and the noisy ones, `originals` are published records' own values, where known."""
    def __init__(self, job, release, rows, hierarchies, levels, total, originals=None):
        self.hierarchies, self.levels, self.total, self.originals = hierarchies, levels, total, originals
        self.qids, self.lost = list(hierarchies), total - len(rows)
        self.weights = {name: job["columns"][name].get("weight", 1.0) for name in self.qids}
        self.labels_of = dict(zip(rows, release.cells(self.qids, rows)))
        self.count_of = dict(zip(self.qids, map(Counter, zip(*self.labels_of.values()))))
        self.classes = Counter(self.labels_of.values())
        self.below = {name: hierarchies[name].leaves[levels[name]] for name in self.qids}
        self.domain = {name: len(hierarchies[name].rows) for name in self.qids}
        self.spread = {labels: math.prod(max(1, self.below[name][label]) for name, label
                                         in zip(self.qids, labels)) for labels in self.classes}

    def mean(self, of):
        return math.fsum(self.weights[name] * of(name) for name in self.qids) / (sum(self.weights.values()) or 1)

    def over_cells(self, name, of):
        return math.fsum(count * of(label) for label, count in self.count_of[name].items())

    def transparency(self, name):
        """One by the number of values that a label stands for."""
        return self.over_cells(name, lambda label: 1 / max(1, self.below[name][label]))

    def loss(self, name):
        """The share of the domain below a cell, moved and stretched so that the original has 0."""
        covered = self.over_cells(name, self.below[name].__getitem__) / self.domain[name] + self.lost
        least = self.total / self.domain[name]
        return (covered - least) / (self.total - least) if self.domain[name] > 1 else 0.0

    def gen_loss(self, name):
        """Of numbers the width of what is below a label, of categories the other leaves there; as a share."""
        numbers, under = "number" in type_of(self.hierarchies[name].rows), defaultdict(list)
        for leaf, row in self.hierarchies[name].rows.items():
            under[row[self.levels[name]]].append(float(leaf) if numbers else 0.0)
        width = lambda leaves: max(leaves, default=0) - min(leaves, default=0) if numbers else len(leaves) - 1
        everything = width([*itertools.chain(*under.values())]) or 1
        covered = self.over_cells(name, lambda label: width(under[label]))
        return (covered / everything + self.lost) / self.total

    def precision(self, name):
        return self.levels[name] / max(1, self.hierarchies[name].height)

    def entropy(self):
        """In bits, of the published records' values given their labels."""
        pairs = Counter((name, *pair) for row, labels in self.labels_of.items()
                        for name, *pair in zip(self.qids, self.originals[row], labels))
        return math.fsum(n * math.log2(self.count_of[name][label] / n)
                         for (name, _, label), n in pairs.items())

    def divergence(self, over):
        """Of Kullback and Leibler, of the published records' values from an even spread below labels."""
        pairs = Counter((self.originals[row], labels) for row, labels in self.labels_of.items())
        return math.fsum(n * (n if over == "records" else 1) / len(self.labels_of)
                         * math.log2(n / self.classes[labels] * self.spread[labels])
                         for (_, labels), n in pairs.items())

    def squared_error(self):
        """Of numbers, the share of the squared distances to their mean that is left within classes."""
        shares = {name: self.share_within(place) for place, name in enumerate(self.qids)}
        shares = {name: share for name, share in shares.items() if share is not None}
        weights = math.fsum(self.weights[name] for name in shares)
        return math.fsum(self.weights[name] * share for name, share in shares.items()) / weights if weights else 0.0

    def share_within(self, place):
        """That of one column; None where its values are not all numbers, or all the same one."""
        values = {row: cells[place] for row, cells in self.originals.items()}
        if "number" not in type_of({*values.values()}):
            return None
        number, of_class = functools.cache(lambda text: Fraction(text.strip())), defaultdict(list)
        parts = math.lcm(*{number(text).denominator for text in values.values()})  # then all of them are whole numbers
        for row, labels in self.labels_of.items():
            of_class[labels].append(int(number(values[row]) * parts))
        squares = lambda numbers: sum(one * one for one in numbers) - Fraction(sum(numbers) ** 2, max(1, len(numbers)))
        within, most = sum(map(squares, of_class.values())), squares([*itertools.chain(*of_class.values())])
        return float(within / most) if most else None

    def figures(self, objective, k):
        """All figures that a report tells; `k` is the largest one that was asked for."""
        given = objective if isinstance(objective, dict) else {"metric": objective}
        lost, total = self.lost, self.total
        told = {
            "transparency_degree": len(self.qids) * self.mean(self.transparency),
            "transparency_ratio": self.mean(self.transparency) / total, "suppressed_share": lost / total,
            "precision": self.mean(self.precision), "height": sum(self.levels.values()),
            "gen_loss": self.mean(self.gen_loss),
            "loss": math.expm1(self.mean(lambda name: math.log1p(self.loss(name)))),
            "class_size": total / (len(self.classes) + (lost > 0)),
            "discernibility": sum(size * size for size in self.classes.values()) + lost * total,
            "entropy": self.originals and self.entropy()}
        told["c_avg"] = told["class_size"] / k
        value = told | {
            "transparency": told["transparency_degree"],
            "kl_divergence": self.originals and self.divergence(given.get("over", "records")),
            "ambiguity": sum(size * self.spread[labels] for labels, size in self.classes.items())
            + lost * math.prod(self.domain.values()),
            "cpgen": given.get("alpha", 0.6) * told["gen_loss"] + given.get("beta", 0.4) * told["c_avg"]}
        if given["metric"] == "squared-error":
            value["squared_error"] = self.originals and self.squared_error()
        if given.get("suppressed") == "lost":
            value["precision"] += (1 - value["precision"]) * lost / total
        if (name := str(given.get("metric")).replace("-", "_")) not in value:
            raise Refused(f"this script does not know the metric {given.get('metric')}")
        return told | {"objective": given["metric"], "value": value[name]}

# In a local recoding labels may overlap. Who knows that no record is generalized more than it must be may say:
# of a class, the values are ruled out with which its records would have stood in a cheaper class.

def costs_of(objective, hierarchy):
    """By label what it costs a record, and the values that it stands for; None where it is not clear which."""
    metric = objective["metric"] if isinstance(objective, dict) else objective
    numbers, found = "number" in type_of(hierarchy.rows), {}
    place = {leaf: float(leaf) if numbers else at for at, leaf in enumerate(hierarchy.rows)}
    ends = lambda leaves: (min(map(place.get, leaves)), max(map(place.get, leaves)))
    width = lambda leaves: ends(leaves)[1] - ends(leaves)[0] if numbers else len(leaves) - 1
    everything = width([*hierarchy.rows]) or 1
    for level in range(hierarchy.height + 1):
        under = defaultdict(set)
        for leaf, row in hierarchy.rows.items():
            under[row[level]].add(leaf)
        for label, leaves in under.items():
            cost = {"gen-loss": width(leaves) / everything, "transparency": -1 / len(leaves),
                    "precision": level / max(1, hierarchy.height), "height": level}.get(metric, width(leaves) / everything)
            known = found.setdefault(label, (cost, leaves))  # the lowest level counts
            if known is None or known[1] != leaves:
                found[label] = None
    return found

def narrowed(classes, costs, weights):
    """For each class the share of its combinations of values that cheaper ones leave; 1 where they rule out none,
    or all, as then the reasoning contradicts itself. `costs` has for each column what `costs_of` says."""
    values = [{label: leaves for label, (_, leaves) in of.items()} for of in costs]
    cost = {one: sum(w * of[label][0] for w, of, label in zip(weights, costs, one)) for one in classes}
    margin = ROUNDING * max(map(abs, cost.values()), default=0)
    order = sorted(classes, key=cost.get)
    ranks, labelled, having = [*map(cost.get, order)], defaultdict(int), defaultdict(int)
    for number, one in enumerate(order):  # sets of classes as bits, the cheapest first
        for at, label in enumerate(one):
            labelled[at, label] |= 1 << number
    for (at, label), bits in labelled.items():
        for leaf in values[at][label]:
            having[at, leaf] |= bits
    holding = functools.cache(lambda at, leaves: functools.reduce(int.__and__, (having[at, leaf] for leaf in leaves)))
    def left_of(one):
        cheaper = (1 << bisect.bisect_left(ranks, cost[one] - margin)) - 1
        left, before = [frozenset(values[at][label]) for at, label in enumerate(one)], None
        while before != left and all(left):
            before = [*left]
            for at in range(len(left)):
                around = (holding(i, mine) for i, mine in enumerate(left) if i != at and mine)
                ruling = functools.reduce(int.__and__, around, cheaper)
                for label in costs[at] if ruling else ():
                    if labelled[at, label] & ruling:
                        left[at] -= values[at][label]
        return math.prod(len(mine) / len(values[at][label]) for at, (mine, label) in enumerate(zip(left, one)))
    return {one: left_of(one) or 1.0 for one in classes}

def narrowed_share(classes, left, least, told):
    """What a report tells of the narrowed classes that have more records than `least`."""
    found = {one: size for one, size in classes.items() if size > least and left[one] < 1}
    records, mean = sum(found.values()), math.fsum(left[one] * size for one, size in found.items())
    return {"classes": told(len(found) / max(1, len(classes))),
            "records": told(records / max(1, classes.total())), "left": told(mean / records) if records else None}

# ---- 9. Who is singled out -----------------------------------------------------------------------------------

# Columns that are published value by value may single records out, whatever the models count (docs/gate.md): alone, by
# pairs, all noisy ones together and with an exact one, those that are empty for most people, beside the released labels, and
# by few columns and all together; by the only empty cell of a row; by values that join the rows of a person, by texts, and by outliers. All of that is counted in the release. Two things depend on what a column's name means, which this script does not know: whether
# others know people by it (dates of birth, postal codes), and whether a rare word is a diagnosis. There the report is
# believed where it tells of a danger, and what it may keep silent about is listed as not shown.

KNOWN_BY_OTHERS, BY_A_CATEGORY, BESIDE_THE_LABELS, ALONE_OF_FEW, UNUSUAL, TOGETHER, BY_ANSWERS, ONE_EMPTY_CELL = 20, 5, 5, 2, 5, 5, 2, 2  # one record in so many
FEW_KNOWN, MOST_CHOSEN, MOST_CHOSEN_BY = 3, 5, 20_000
FEWEST_RECORDS, FEWEST_SHARED, MOST_ANSWERS, FEW_KINDS, FEW_TEXTS = 20, 100, 12, 20, 10
MOST_LOOKED_AT, LOOKED_AT_BESIDE, MOST_COMPARED, BESIDE_NOISY = 2_000, 8, 30_000_000, 16
PEOPLE_LOOKED_FOR, FEWEST_WORDS, OUTLYING, MOST_DIGITS = 1_000, 4, 4, 36
WARNING, DANGER = "warning", "danger"

def as_number(text):
    """A cell as a finite number, also with a decimal comma."""
    text = text.strip()
    text = text.replace(",", ".") if text.count(",") == 1 and "." not in text else text
    return float(text) if NUMBER.fullmatch(text) and math.isfinite(float(text)) else None

NAMES_OF_MONTHS = [one.split() for one in ("jan ene gen", "feb fév fev", "mar mär mae mrz maa", "apr avr abr", "may mai mei mag", "jun juin giu", "jul jui lug",
                                  "aug aoû aou ago", "sep set", "oct okt ott out", "nov", "dec dez dic déc")]
WEEKDAYS = "mon tue wed thu fri sat sun die mit don fre son mo di mi do fr sa so lun mer jeu ven sam dim th".split()

@functools.cache
def as_day(text):
    """The day of a cell such as 2024-01-31 (a time may follow), 31.1.2024, 31/1/24 or 1/31/2024, 31 Jan 2024, 2024-W05-3 or 2024-031, as a
    number. What may be two days is read with the day first."""
    text = text.strip()
    if not re.search("[0-9]", text):
        return None
    for read in (day_by_marks, day_by_week, day_of_year, day_by_name):
        if (day := read(text)) is not None:
            return float(day)
    return None

def whole_year(text):
    return None if len(text) not in (2, 4) else int(text) if len(text) == 4 else int(text) + (2000 if int(text) < 50 else 1900)

def day_number(year, month, day):
    if year is None or not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    year, month = (year, month - 3) if month > 2 else (max(0, year - 1), month + 9)  # the year begins in March
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 1

def day_by_marks(text):
    found = re.match(r"([0-9]+)([-/.])([0-9]+)\2([0-9]+)(?![^T ])", text)
    if not found or max(map(len, found.groups())) > 9:
        return None
    (first, mark, _, third), (a, b, c) = found.groups(), (int(found[place]) for place in (1, 3, 4))
    if len(first) == 4 and len(third) in (1, 2):
        return day_number(a, b, c)
    if len(first) in (1, 2) and len(third) in (2, 4):
        return day_number(whole_year(third), *((a, b) if b > 12 and mark != "." else (b, a)))
    return None

def day_by_week(text):
    found = re.fullmatch(r"([0-9]{4})-*[Ww]([0-9]{2})-*([0-9]{1,9})", text)
    if not found or not 1 <= int(found[2]) <= 53 or not 1 <= int(found[3]) <= 7:
        return None
    fourth = day_number(int(found[1]), 1, 4)
    return fourth - (fourth + 2) % 7 + 7 * (int(found[2]) - 1) + int(found[3]) - 1

def day_of_year(text):
    found = re.fullmatch(r"([0-9]{4})-([0-9]{3})", text)
    return day_number(int(found[1]), 1, 1) + int(found[2]) - 1 if found and 1 <= int(found[2]) <= 366 else None

def day_by_name(text):
    month, numbers = None, []
    for word in re.findall(r"[0-9]+|[^\W0-9_]+", text):
        if word.isdigit():
            numbers.append(word)
        elif month is not None:
            break
        else:
            low = word.lower()
            month = 6 if low == "juin" else next((place for place, names in enumerate(NAMES_OF_MONTHS, 1) if low.startswith(tuple(names))), None)
            if month is None and not any(low == one if len(one) == 2 else low.startswith(one) for one in WEEKDAYS):
                return None
        if len(numbers) == 2 and month is not None:
            break
    if len(numbers) != 2 or month is None:
        return None
    day, year = numbers if len(numbers[0]) != 4 else numbers[::-1]
    return day_number(whole_year(year), month, int(day)) if len(day) < 10 else None

def as_number_or_day(text):
    number = as_number(text)
    return as_day(text) if number is None else number

def is_first_of_month(text):
    return text.strip()[8:10] == "01" or text.strip().startswith(("01.", "1."))

def digits_that_count(text):
    """1200 and 0.012 have two, 1200.00 has six, since its cents are said."""
    digits = re.sub("[^0-9]", "", text).lstrip("0")
    return len(digits if "." in text or "," in text else digits.rstrip("0"))

def is_enough(count, one_in, records):
    """Whether a count is more than one record in so many."""
    return count * one_in > records

class Published:
    """A column that is published value by value. `blur` is how far chance has moved it: None, or a kind with its size."""
    def __init__(self, name, role, cells, missing, blur=None, is_unclear=False):
        self.name, self.role, self.cells, self.missing, self.blur, self.is_unclear = name, role, cells, missing, blur, is_unclear
        self.counts = Counter(cells)
        self.distinct = len(self.counts)
        self.is_number = "number" in type_of({cell for cell in self.counts if cell != missing})
        self.silent = {cell for cell in self.counts if cell == missing or cell.strip() in ("", "*")}
        self.kinds = self.what_it_is()

    def what_it_is(self):
        """What others may know of it: an amount, a date, a code or a category; two of these where only the meaning of its name decides."""
        told = {cell: count for cell, count in self.counts.items() if cell != self.missing}
        records, kind = sum(told.values()), type_of(told)
        is_most = lambda holds: 2 * sum(count for cell, count in told.items() if holds(cell)) > records
        is_shared = len(told) <= FEW_TEXTS or len(told) * FEW_TEXTS <= records
        days, numbers = is_most(lambda cell: as_day(cell) is not None), is_most(lambda cell: as_number(cell) is not None)
        icd = is_most(lambda cell: re.fullmatch(r"[A-Z][0-9][0-9A-Za-z]\.?[0-9A-Za-z]{0,4}", cell.strip()))
        says_code = any(word in self.name.lower() for word in ("diag", "icd", "drg", "dx"))
        def of(is_diagnosis):
            if is_shared and is_diagnosis and self.role == "sensitive":
                return "category"
            if "number" in kind or kind == "date":
                return "amount" if "number" in kind else "date"
            return "date" if days else "amount" if numbers else "category" if is_shared or is_diagnosis else "code"
        may_be = kind == "text" and not numbers
        return {of(True)} if says_code or icd else {of(False), *([of(True)] if may_be else [])}

    def says(self, cell):
        return cell not in self.silent

    def has_kinds(self):
        """Whether the published values themselves are counted."""
        return self.blur is None or self.blur[0] in ("multiples", "replaced")

    def is_hidden(self):
        """Whether it is a sensitive category, which the attacker of the models does not know; None where that is not clear."""
        if self.role != "sensitive" or "category" not in self.kinds:
            return False
        return True if len(self.kinds) == 1 else None

    def reach(self, number):
        """How far from a number others lie that may have the same original."""
        if self.blur is None or self.blur[0] == "replaced":
            return 0.0
        return self.blur[1] * abs(number) if self.blur[0] == "share" else self.blur[1]

    def moves_with(self, other):
        return self.blur is not None and self.blur[0] == "days" and self.blur == other.blur

    def is_exact(self):
        """By each kind that it may be, whether most different values are amounts of more than two digits, days other than the first of
        a month, or codes."""
        exact = {"amount": lambda cell: as_number(cell) is not None and digits_that_count(cell) > 2, "code": lambda _: True,
                 "date": lambda cell: as_day(cell) is not None and not is_first_of_month(cell), "category": lambda _: False}
        told = [cell for cell in self.counts if self.says(cell)]
        return {2 * sum(map(exact[kind], told)) > len(told) for kind in self.kinds}

    def may_be_known_by(self):
        """Whether others may know people by it, as far as its values tell: dates of birth, and whole postal codes."""
        told = {cell: count for cell, count in self.counts.items() if cell != self.missing}
        if self.role != "insensitive" or self.distinct < 2:
            return False
        is_most = lambda holds: 2 * sum(count for cell, count in told.items() if holds(cell)) > sum(told.values())
        if is_most(lambda cell: as_day(cell) is not None):
            return not all(is_first_of_month(cell) for cell in self.counts if as_day(cell) is not None)
        is_code = lambda cell: sum(one.isascii() and one.isalnum() for one in cell) >= 5 and "*" not in cell and re.search("[0-9]", cell)
        return is_most(is_code)

def words_of(text):
    """Words of a text that have a letter; in scripts that put no blanks between words, two letters count as one."""
    has_no_blanks = lambda sign: any(first <= ord(sign) <= last for first, last in (
        (0xe00, 0xeff), (0x1000, 0x109f), (0x1780, 0x17ff), (0x3040, 0x30ff), (0x3400, 0x9fff), (0x20000, 0x2fa1f)))
    return sum(max(sum(map(has_no_blanks, part)) // 2, any(sign.isalpha() for sign in part)) for part in text.split())

def together(columns):
    """What somebody may know of two columns: what he may know only if both are."""
    kinds = [column.kinds for column in columns]
    return {"category" if one == "category" else other for one in kinds[0] for other in kinds[1]} if len(kinds) > 1 else kinds[0]

def of_all(columns):
    """What somebody may know of several columns."""
    return functools.reduce(lambda one, other: {"category" if a == "category" else b for a in one for b in other},
                            [column.kinds for column in columns])

def how_bad(kinds, count, records):
    """How bad it may be that so many records have few lookalikes; None where that is no finding."""
    def of(kind):
        if kind == "category" and records < FEWEST_SHARED or not is_enough(count, KNOWN_BY_OTHERS, records):
            return None
        return WARNING if kind == "category" and not is_enough(count, BY_A_CATEGORY, records) else DANGER
    return {of(kind) for kind in kinds} if count is not None else {None, WARNING, DANGER}

class Compared:
    """Rows that may be taken for one another by all of some columns, whose values are known exactly or as far as chance leaves them."""
    def __init__(self, columns, classes, usual={}):
        self.values, self.places, self.order, self.replaced = [], [], [], set()
        self.classes, self.of_class = classes, defaultdict(list)
        for place, one in enumerate(classes):
            self.of_class[one].append(place)
        chances = [column.blur[1] for column in columns if column.blur and column.blur[0] == "replaced"]
        self.most_replaced = most_replaced(chances)
        for at, column in enumerate(columns):
            partner = next((other for other in columns[:at] if other.moves_with(column)), None)
            says = lambda cell, column=column: column.says(cell) and cell != usual.get(column.name)
            if partner or column.blur and column.blur[0] != "replaced":
                read = functools.cache(lambda cell, column=column: as_number_or_day(cell) if column.says(cell) else None)
                values = [read(cell) for cell in column.cells]
                if partner:
                    read = functools.cache(lambda cell, column=partner: as_number_or_day(cell) if column.says(cell) else None)
                    before = [read(cell) for cell in partner.cells]
                    values = [None if None in pair else pair[1] - pair[0] for pair in zip(before, values)]
                reach = (lambda _: 0.0) if partner else column.reach
                order = sorted((value, place) for place, value in enumerate(values) if value is not None)
                self.order.append((order, reach))
            else:
                values = [cell if says(cell) else None for cell in column.cells]
                self.order.append(None)
                self.replaced |= {at} if column.blur else set()
            places = defaultdict(list)
            for place, value in enumerate(values):
                places[value].append(place)
            self.places.append(places)
            self.values.append(values)

    def candidates(self, row):
        """Of the ways to narrow the rows that may be this one, that which leaves fewest."""
        found = self.of_class[self.classes[row]]
        for at, values in enumerate(self.values):
            if values[row] is None or at in self.replaced:
                continue
            if self.order[at] is None:
                near = self.places[at][values[row]]
            else:
                order, reach = self.order[at]
                far = reach(values[row]) * (1 + 1e-9)
                low = bisect.bisect_left(order, True, key=lambda one: values[row] - one[0] <= far)
                high = bisect.bisect_left(order, True, key=lambda one: one[0] - values[row] > far)
                if high - low >= len(found):
                    continue
                near = [place for _, place in order[low:high]]
            found = near if len(near) < len(found) else found
        return found

    def alike(self, row, near):
        """Those of some rows that may be this one: column after column, as each leaves fewer to look at."""
        near = [other for other in near if self.classes[other] == self.classes[row]]
        for at, values in enumerate(self.values):
            one = values[row]
            if one is None or at in self.replaced:
                continue
            if self.order[at] is None:
                near = [other for other in near if values[other] == one]
            else:
                far = self.order[at][1](one) * (1 + 1e-9)
                near = [other for other in near if (number := values[other]) is not None and abs(one - number) <= far]
        others = [self.values[at] for at in self.replaced if self.values[at][row] is not None]
        return [other for other in near if sum(values[row] != values[other] for values in others) <= self.most_replaced] if others else near

    def fewer_than(self, least, knows_all, people):
        """Records with fewer lookalikes, and of how many rows that is estimated; None where all were looked at."""
        rows, step = len(self.classes), max(1, -(-len(self.classes) // MOST_LOOKED_AT))
        looked_at, few = range(0, rows, step), 0
        for row in looked_at:
            has = [values[row] is not None for values in self.values]
            if not (all(has) if knows_all else any(has)):
                continue
            found, candidates = set(), self.candidates(row)
            for first in range(0, len(candidates), 500):
                near = self.alike(row, candidates[first:first + 500])
                found.update(people[other] for other in near) if people else found.update(near)
                if len(found) >= least:
                    break
            few += len(found) < least
        return (few, None) if step == 1 else (few * rows // max(1, len(looked_at)), len(looked_at))

def most_replaced(chances):
    """So many categories of a record are replaced in more than 19 cases of 20 by no more."""
    likely = [1.0]
    for chance in chances:
        likely = [(likely[number - 1] * chance if number else 0.0) + (likely[number] * (1.0 - chance) if number < len(likely) else 0.0)
                  for number in range(len(likely) + 1)]
    above = 1.0
    for number, share in enumerate(likely):
        above -= share
        if above <= 0.05:
            return number
    return len(likely) - 1

class SingledOut:
    """All findings about some columns, in the order of a report. `claimed` are those that the report tells: what only the
    meaning of names decides is taken from it, and named in `unclear` where it has nothing."""
    def __init__(self, columns, labels, people, k, joinable, claimed, values):
        self.columns, self.people = columns, people
        self.values = values  # how many different ones the models ask for in a class, by sensitive column
        self.k = k  # what the models ask for, 2 at least
        self.joinable = joinable  # the person of each row, None of those without; nothing where a published name joins them
        self.labels = labels  # of each row, None where the release has no quasi-identifier
        self.records = len(labels or (columns[0].cells if columns else ()))
        self.least = self.lookalikes(self.records)
        self.claimed = {(one.get("by"), tuple(one["columns"])): one for one in claimed}
        self.found, self.unclear = [], []

    def find(self):
        for column in filter(Published.may_be_known_by, self.columns):
            self.add("recognized", [column], column.kinds, {None, DANGER}, self.few([column], self.least))
        if self.records < FEWEST_RECORDS:
            self.alone_of_few()
        else:
            self.alone()
            known, harmless = self.others(), self.harmless()
            if self.records >= FEWEST_SHARED:
                self.pairs(harmless)
            self.noisy_together(known)
            if self.records >= FEWEST_SHARED:
                self.sparse_together(known)
            if self.labels is not None:
                self.beside_labels(harmless, known)
            self.noisy_beside_exact(self.others())
            self.few_known()
            self.all_together()
            self.one_empty_cell()
        known = self.others()
        self.linked_rows()
        if self.records >= FEWEST_RECORDS:
            self.unique_texts(known)
        self.outliers()
        return self.found

    def lookalikes(self, count):
        """How many of so many somebody needs; a value that a hundredth of them have is never a rare one."""
        return min(self.k, max(5, count // 100))

    def others(self):
        """The columns of which nothing was found yet."""
        found = {name for one in self.found for name in one["columns"]}
        return [column for column in self.columns if column.name not in found]

    def harmless(self):
        """The columns that are no danger: one that is only warned of can be a danger with another. What is not clear the report decides."""
        told = lambda one: self.claimed.get((one["by"], tuple(one["columns"])), {}).get("severity")
        severity = lambda one: told(one) if isinstance(one["severity"], NotShown) or isinstance(one["by"], NotShown) else one["severity"]
        dangers = {name for one in self.found if severity(one) not in (WARNING, "note") for name in one["columns"]}
        return [column for column in self.columns if column.name not in dangers]

    def add(self, by, columns, kinds, severities, count, sample=None, of=None, least=None):
        """Adds a finding if there is one; whether it was added. A count of None is not clear."""
        names = tuple(column.name for column in columns)
        is_unclear = any(column.is_unclear for column in columns) or count is None
        severities = severities | ({None, WARNING, DANGER} if is_unclear and by != "recognized" else set())
        is_told = (by, names) in self.claimed
        if severities == {None}:
            return False
        if None in severities and not is_told:
            self.unclear.append(f"{' + '.join(names)}: {by}")
            return False
        severities, unsure = severities - {None}, NotShown("it depends on what names mean, or on whose each row is; incog verify checks it")
        told_as = NotShown("whether others know people by it depends on what its name means") if by == "recognized" else by
        self.found.append({"by": told_as, "columns": [*names], "knowable": [*kinds][0] if len(kinds) == 1 else unsure,
                           "severity": [*severities][0] if len(severities) == 1 else unsure, "records": unsure if is_unclear else count,
                           "of": of or self.records,
                           "fewer_than": least or (2 if by in ("beside-labels", "few-known", "all-together") else self.least),
                           "counts_people": bool(self.people)})
        if sample or is_unclear and "sample" in self.claimed[by, names]:
            self.found[-1]["sample"] = unsure if is_unclear else sample
        return True

    def few(self, columns, least, labels=None):
        """The records that share what they have in these columns with fewer; one that misses a value is not looked for by it."""
        keys = [*zip(*(column.cells for column in columns), *([labels] if labels is not None else []))]
        if self.people:
            hiding = defaultdict(set)
            for key, who in zip(keys, self.people):
                hiding[key].add(who)
            sizes = {key: len(of) for key, of in hiding.items()}
        else:
            sizes = Counter(keys)
        counts = Counter(keys) if self.people else sizes
        says = lambda key: all(column.says(cell) for column, cell in zip(columns, key))
        return sum(count for key, count in counts.items() if sizes[key] < least and says(key))

    def few_near(self, column):
        """The records whose number or day has few others so near that they may be one another's original."""
        read = {cell: as_number_or_day(cell) for cell in column.counts}
        numbers = sorted((read[cell], place) for place, cell in enumerate(column.cells) if read[cell] is not None)
        def has_neighbours(at):
            number, seen = numbers[at][0], set()
            for places, way in ((range(at, len(numbers)), 1), (range(at - 1, -1, -1), -1)):
                for other in itertools.takewhile(lambda one: way * (numbers[one][0] - number) <= column.reach(number), places):
                    seen.add(self.people[numbers[other][1]] if self.people else other)
                    if len(seen) >= self.least:
                        return True
            return False
        return sum(not has_neighbours(at) for at in range(len(numbers)))

    def alone(self):
        for column in self.others():
            count = self.few([column], self.least) if column.has_kinds() else self.few_near(column)
            self.add("alone", [column], column.kinds, how_bad(column.kinds, count, self.records), count)

    def alone_of_few(self):
        """Exact values of a table of few records, by which most of them stand alone."""
        for column in [column for column in self.others() if column.has_kinds()]:
            if is_enough(self.few([column], 2), ALONE_OF_FEW, self.records) or column.is_unclear:
                exact = {DANGER if is_exact else None for is_exact in column.is_exact()}
                kinds = column.kinds - ({"category"} if DANGER in exact else set()) or column.kinds
                self.add("alone", [column], kinds, exact, self.few([column], self.least))

    def pairs(self, columns):
        """Pairs of columns of which none singles out by itself; those with the most combinations first."""
        def may_single_out(pair):
            most = pair[0].distinct * pair[1].distinct * (self.least - 1)
            has_kinds = pair[0].has_kinds() and pair[1].has_kinds()
            return min(pair[0].distinct, pair[1].distinct) > 1 and (
                not has_kinds or bool(self.people) or is_enough(most, KNOWN_BY_OTHERS, self.records))
        places = {column.name: at for at, column in enumerate(columns)}
        wanted = [pair for pair in itertools.combinations(columns, 2) if may_single_out(pair)]
        wanted.sort(key=lambda pair: -pair[0].distinct * pair[1].distinct)
        most = min(max(400_000_000 // (2 * max(1, self.records)), 66), 2_000)
        wanted, left_out = wanted[:most], len(wanted[most:])
        budget = max(MOST_PAIRS, MOST_COMPARED // max(1, self.records))
        is_told = lambda pair: any((by, (pair[0].name, pair[1].name)) in self.claimed for by in ("together", "noisy"))
        warned = {name for one in self.found for name in one["columns"]}
        looked_at = [pair for at, pair in enumerate(wanted) if at < budget or is_told(pair)]
        if len(looked_at) < len(wanted):
            self.unclear.append(f"{len(wanted) - len(looked_at)} pairs of columns: together")
        for pair in sorted(looked_at, key=lambda pair: (places[pair[0].name], places[pair[1].name])):
            self.pair(pair, warned)
        if left_out:
            self.found.append({"by": "left-out", "columns": [], "knowable": "category", "severity": "note", "records": left_out,
                               "of": self.records, "fewer_than": self.least, "counts_people": bool(self.people)})

    def pair(self, pair, warned):
        by, sample, everyone = "together", None, [0] * self.records
        if pair[0].moves_with(pair[1]):  # the days between them stay
            days = [[as_day(cell) for cell in column.cells] for column in pair]
            between = ["" if None in both else str(both[1] - both[0]) for both in zip(*days)]
            count = self.few([Published("days between", "insensitive", between, None)], self.least)
        elif pair[0].has_kinds() and pair[1].has_kinds():
            count = self.few(pair, self.least)
        else:
            by, (count, sample) = "noisy", Compared(pair, everyone).fewer_than(self.least, True, self.people)
        kinds, hidden = together(pair), {column.is_hidden() for column in pair}
        severities = how_bad(kinds, count, self.records)
        combinations = pair[0].distinct * pair[1].distinct
        is_coarse = max(pair[0].distinct, pair[1].distinct) <= MOST_ANSWERS and combinations * self.least <= self.records
        mild = {one and WARNING for one in severities}  # who is no insider does not know the one, and is warned of the other
        severities = mild if is_coarse or True in hidden else severities | mild if None in hidden else severities
        if warned & {column.name for column in pair}:  # only a danger says more than the warning
            severities = {DANGER if one == DANGER else None for one in severities}
        self.add(by, pair, kinds, severities, count, sample)

    def noisy(self, columns):
        """The columns that chance has moved or replaced, and whether that is clear."""
        found = [column for column in columns if column.blur and column.distinct > 1]
        return [column for column in found if not column.is_hidden()], all(column.is_hidden() is not None for column in found)

    def union(self, by, unions, fewest, few, is_clear):
        """The first union of columns that is a danger, or else the first that is a warning."""
        worst = None
        for place, columns in enumerate(unions):
            if len(columns) < fewest or place and len(columns) == len(unions[0]):
                continue
            count, sample = few(columns)
            kinds = {"category"} if place else columns[0].kinds - {"category"}
            found = columns, kinds, how_bad(kinds, count, self.records), count, sample
            if found[2] == {DANGER}:
                worst = found
                break
            worst = worst or (found if found[2] != {None} else None)
        told = next((columns for of, columns in self.claimed if of == by and len(columns) > 2 - (by == "sparse")), None)
        is_clear = is_clear and not any(column.is_unclear for column in unions[1])
        if is_clear and worst:
            self.add(by, *worst[:4], worst[4])
        elif not is_clear:
            named = [column for column in unions[1] if column.name in (told or ())]
            self.add(by, named if told and len(named) == len(told) else unions[1], {"amount", "category"}, {None, WARNING, DANGER}, None)

    def noisy_together(self, known):
        noisy, is_clear = self.noisy(known)
        amounts = [column for column in noisy if "category" not in column.kinds]
        is_clear = is_clear and all(len(column.kinds) == 1 for column in noisy)
        if len(noisy) > 2:
            few = lambda columns: Compared(columns, [0] * self.records).fewer_than(self.least, False, self.people)
            self.union("noisy", [amounts, noisy], 3, few, is_clear)

    def sparse_together(self, known):
        """Columns that are empty for most people, or have the usual value, by all other values that a record has in them."""
        def others(column):
            usual = self.usual(column)
            return sum(count for cell, count in column.counts.items() if column.says(cell) and cell != usual)
        is_sparse = lambda column: column.blur is None and 0 < others(column) and others(column) * UNUSUAL <= self.records
        sparse = [column for column in known if is_sparse(column)]
        is_clear = all(column.is_hidden() is not None and len(column.kinds) == 1 for column in sparse)
        sparse = [column for column in sparse if not column.is_hidden()]
        exact = [column for column in sparse if "category" not in column.kinds and column.distinct > MOST_ANSWERS]
        usual = {column.name: one for column in sparse if (one := self.usual(column)) is not None}
        if len(sparse) > 1:
            few = lambda columns: Compared(columns, [0] * self.records, usual).fewer_than(self.least, False, self.people)
            self.union("sparse", [exact, sparse], 2, few, is_clear)

    def usual(self, column):
        """The value that most records have: it says as little as an empty cell."""
        cell = max(filter(column.says, column.counts), key=column.counts.get, default=None)
        return cell if cell is not None and (self.records - column.counts[cell]) * UNUSUAL <= self.records else None

    def beside_labels(self, harmless, known):
        """Columns by which more than a fifth of the records stand alone beside the released labels; of the eight others by which most do, the
        worst pair, or the only one; and those that chance has moved."""
        may_be_known = [column for column in harmless if column.role != "sensitive" and column.has_kinds() and column.distinct > 1]
        taken = ()  # the pair that the report tells, where chance hides which is the worst
        rest, is_much = [], lambda count: is_enough(count, BESIDE_THE_LABELS, self.records)
        for column in may_be_known:
            count = self.few([column], 2, self.labels)
            is_looked_up = {kind != "category" or column.distinct > FEW_KINDS for kind in column.kinds}
            severities = {DANGER if is_one else None for is_one in is_looked_up} if is_much(count) else {None}
            if not self.add("beside-labels", [column], column.kinds, severities, count):
                rest.append((column, count))
        if self.records >= FEWEST_SHARED:
            ranked = {column.name for column, _ in sorted(rest, key=lambda one: -one[1])[:LOOKED_AT_BESIDE]}
            ranked = [column for column, _ in rest if column.name in ranked]
            pairs = [(ranked[first], ranked[second]) for second in range(len(ranked)) for first in range(second)] or [(one,) for one in ranked]
            counts = [self.few(pair, 2, self.labels) for pair in pairs]
            if any(column.is_unclear for column in may_be_known):
                self.unclear.append("two columns: beside-labels")
                left = {column.name for column, _ in rest}
                for names in [names for by, names in self.claimed if by == "beside-labels" and len(names) == (2 if len(ranked) > 1 else 1) and {*names} <= left][:1]:
                    taken = [column for column, _ in rest if column.name in names]
                    self.add("beside-labels", taken, {"category", "code"}, {WARNING}, None)
            elif counts and is_much(max(counts)):
                pair = pairs[counts.index(max(counts))]
                self.add("beside-labels", pair, together(pair), {WARNING}, max(counts))
        noisy, is_clear = self.noisy(known)
        alone = [[column] for column in noisy if column.role != "sensitive" and not column.has_kinds()]
        for columns in alone + [noisy] * (len(noisy) > 1):
            # One finding of the report is not both.
            if columns == taken and sum(by == "beside-labels" and {*names} == {one.name for one in taken} for by, names in self.claimed) < 2:
                continue
            count, sample = Compared(columns, self.labels).fewer_than(2, False, self.people)
            kinds = of_all(columns)
            self.add("beside-labels", columns, kinds, {DANGER} if is_much(count) else {None}, count if is_clear else None, sample)

    def noisy_beside_exact(self, known):
        """Two noisy columns or more, with the exact one beside them by which most records are singled out."""
        noisy, is_clear = self.noisy(known)
        exact = [column for column in known if column.blur is None and column.distinct > 1]
        is_clear = is_clear and all(column.is_hidden() is not None and not column.is_unclear for column in exact + noisy)
        exact = sorted((column for column in exact if not column.is_hidden()), key=lambda column: -column.distinct)[:BESIDE_NOISY]
        if len(noisy) < 2 or not exact:
            return
        told = next((names for by, names in self.claimed if by == "noisy" and names[:-1] == tuple(one.name for one in noisy)), None)
        if not is_clear:
            named = [column for column in exact if told and column.name == told[-1]] or exact[:1]
            self.add("noisy", noisy + named, {"amount", "category"}, {None, WARNING, DANGER}, None)
            return
        found = []
        for column in exact:
            count, sample = Compared(noisy + [column], [0] * self.records).fewer_than(self.least, True, self.people)
            severities = how_bad(of_all(noisy + [column]), count, self.records)
            found += [(count, sample, severities, noisy + [column])] if severities != {None} else []
        if found:
            count, sample, severities, columns = max(found, key=lambda one: one[0])
            self.add("noisy", columns, of_all(columns), severities, count, sample)

    def few_known(self):
        """The fewest columns, from three on, by which a fifth of the records stand alone: three are a danger, up to five a warning."""
        if self.records < FEWEST_SHARED:
            return
        answered = {name for one in self.found if one["severity"] == DANGER for name in one["columns"]}
        unsure = {name for one in self.found if isinstance(one["severity"], NotShown) for name in one["columns"]}
        outcomes, is_unclear = [], False
        for left_out in [answered, answered | unsure][:1 + bool(unsure)]:
            exact = [column for column in self.columns if column.blur is None and column.distinct > 1 and column.name not in left_out]
            is_unclear = is_unclear or any(column.is_unclear for column in exact)
            for doubtful in (False, True)[:1 + any(column.is_hidden() is None for column in exact)]:
                told = [column for column in exact if not (doubtful if column.is_hidden() is None else column.is_hidden())]
                outcome = self.fewest_of(told, exact)
                outcomes += [outcome] if outcome not in outcomes else []
        if len(outcomes) == 1 and not is_unclear:
            if outcomes[0]:
                columns, severity, count = outcomes[0]
                self.add("few-known", columns, of_all(columns), {severity}, count)
            return
        names = next((names for by, names in self.claimed if by == "few-known"), ())
        columns = [column for name in names for column in self.columns if column.name == name]
        if names and len(columns) == len(names) and (is_unclear or is_enough(self.few(columns, 2), TOGETHER, self.records)):
            self.add("few-known", columns, of_all(columns), {WARNING, DANGER}, self.few(columns, 2))
        elif is_unclear or any(outcomes):
            self.unclear.append("a few columns together: few-known")

    def fewest_of(self, told, exact):
        """Columns, how bad they are, and the records that stand alone by them; None where there are none."""
        columns, count = self.fewest(told, FEW_KNOWN)
        are_answers = all(column.distinct <= MOST_ANSWERS for column in columns)
        if columns and is_enough(count, BY_ANSWERS if are_answers else TOGETHER, self.records):
            return columns, DANGER, count
        columns, count = self.fewest(exact, MOST_CHOSEN)
        return (columns, WARNING, count) if columns else None

    def fewest(self, columns, most):
        """Column after column, each so that most records of evenly spaced rows stand alone by it and those before."""
        rows = range(0, self.records, max(1, -(-self.records // MOST_CHOSEN_BY)))
        groups, chosen = [0] * len(rows), []
        while len(chosen) < min(most, len(columns)):
            best = None
            for column in columns:
                if column in chosen:
                    continue
                divided = [(group, column.cells[row]) if group is not None and column.says(column.cells[row]) else None
                           for group, row in zip(groups, rows)]
                sizes = Counter(one for one in divided if one is not None)
                rank = sum(size == 1 for size in sizes.values()), len(sizes)
                best = (rank, column, divided) if best is None or rank > best[0] else best
            chosen.append(best[1])
            number = {}
            groups = [None if one is None else number.setdefault(one, len(number)) for one in best[2]]
            if len(chosen) > 2 and is_enough(count := self.few(chosen, 2), TOGETHER, self.records):
                return chosen, count
        return [], 0

    def all_together(self):
        """A warning where a fifth of the records stand alone by all columns."""
        columns = [column for column in self.columns if column.distinct > 1]
        if self.records < FEWEST_SHARED or len(columns) < 3:
            return
        exact, noisy = [column for column in columns if not column.blur], [column for column in columns if column.blur]
        keys = [*zip(*(column.cells for column in exact))] if exact else [()] * self.records
        sample = None
        if noisy:
            count, sample = Compared(noisy, keys).fewer_than(2, False, self.people)
        else:
            hiding = defaultdict(list)
            for row, key in enumerate(keys):
                hiding[key].append(self.people[row] if self.people else row)
            says = lambda key: any(column.says(cell) for column, cell in zip(exact, key))
            count = sum(len(of) for key, of in hiding.items() if len({*of}) < 2 and says(key))
        severities = {WARNING} if is_enough(count, TOGETHER, self.records) else {None}
        self.add("all-together", columns, of_all(columns), severities, count, sample)

    def linked_rows(self):
        """Columns whose values join the rows of a person in several classes: each alone, of the others the worst pair, and where no pair does all
        that stay the same together. What stays the same also finds people who share it: a value must have records in all of their classes."""
        if self.joinable is None or self.labels is None:
            return
        rows_of, people_in = defaultdict(list), defaultdict(set)
        for row, person in enumerate(self.joinable):
            if person is not None:
                rows_of[person].append(row)
                people_in[self.labels[row]].add(person)
        least, people = self.lookalikes(len(rows_of)), [*rows_of]
        if len(people) < FEWEST_SHARED:
            return
        looked_for = people[::max(1, -(-len(people) // PEOPLE_LOOKED_FOR))]
        several = [rows for rows in rows_of.values() if len(rows) > 1]
        def usual(column):
            return sum(max(Counter(column.cells[row] for row in rows).values()) - 1 for rows in several), sum(len(rows) - 1 for rows in several)
        stays = {column.name: (same * 2 >= rows, same * 10 >= rows * 9, same == rows) if same else (False, False, False)
                 for column in self.columns for same, rows in [usual(column)]}
        def values_asked(columns):
            return self.values.get(columns[0].name) if len(columns) == 1 and stays[columns[0].name][0] else None
        def linked(columns):
            says = all if len(columns) < 3 else any
            values = [*zip(*(column.cells for column in columns))]
            keys = [key if says(column.says(cell) for column, cell in zip(columns, key)) else None for key in values]
            sizes, shares = Counter(keys), defaultdict(lambda: defaultdict(list))
            is_lasting = all(stays[column.name][0] for column in columns)
            if is_lasting:
                for person, rows in rows_of.items():
                    for row in rows:
                        shares[self.labels[row]][values[row]].append(person)
            wanted = values_asked(columns) or 1
            sizes_of = {one: {value: len(people) for value, people in of.items()} for one, of in shares.items()}
            @functools.cache
            def possible(needed):
                """The likeliest values of somebody with so many rows in these classes, where they leave few; None where they do not."""
                covered = defaultdict(int)
                for one, own in needed:
                    for value, count in sizes_of[one].items():
                        covered[value] += min(count, own)
                most = max(covered.values())
                found = {value for value, count in covered.items() if count == most}
                def leaves_few(one):
                    left = set()
                    return len(people_in[one]) >= least and not any(
                        left.update(shares[one].get(value, ())) or len(left) >= least for value in found)
                is_known = len(found) < wanted <= min(len(shares[one]) for one, _ in needed)
                return found if is_known or any(leaves_few(one) for one, _ in needed) else None
            def guess(rows):
                """Whether an attacker who relies on a value that mostly stays the same is right; None where the guess leaves more than few."""
                # One row can have any value of its class.
                found = possible(frozenset(Counter(self.labels[row] for row in rows).items())) if len(rows) > 1 else None
                if found is None:
                    return None
                value, count = Counter(values[row] for row in rows).most_common(1)[0]
                return 2 * count > len(rows) and value in found
            def is_found(person):
                own = defaultdict(list)
                for row in rows_of[person]:
                    own[keys[row]].append(row)
                for key, rows in own.items():
                    classes = {self.labels[row] for row in rows}
                    if key is not None and 2 * len(rows) > sizes[key] and len(classes) > 1 and len(
                            set.intersection(*(people_in[one] for one in classes))) < least:
                        return True
                return False
            guesses = [(is_found(person), guess(rows_of[person]) if is_lasting else None) for person in looked_for]
            are_right = sum(of is True for _, of in guesses) >= sum(of is False for _, of in guesses)
            found = sum(is_one or are_right and of is True for is_one, of in guesses)
            return found * len(people) // max(1, len(looked_for)) if is_enough(found, KNOWN_BY_OTHERS, len(looked_for)) else None
        def tell(columns, count):
            sample = len(looked_for) if len(looked_for) < len(people) else None
            self.add("linked-rows", columns, of_all(columns), {DANGER}, count, sample, len(people), least)
            self.found[-1] |= {"values": wanted} if (wanted := values_asked(columns)) else {}
        told, rest = [column for column in self.columns if column.distinct > 1], []
        # Of people who are not certain the report's findings are believed.
        unsure = any(column.is_unclear for column in told)
        if unsure:
            claimed = [names for by, names in self.claimed if by == "linked-rows"]
            for names in claimed:
                columns = [column for name in names for column in told if column.name == name]
                if columns and len(columns) == len(names):
                    self.add("linked-rows", columns, of_all(columns), {DANGER}, None, len(looked_for) < len(people), len(people), least)
                    if "values" in self.claimed["linked-rows", names]:
                        self.found[-1]["values"] = NotShown("it depends on whose each row is; incog verify checks it")
            self.unclear += [f"{column.name}: linked-rows" for column in told if (column.name,) not in claimed]
            self.unclear += ["several columns: linked-rows"] * (len(told) > 1)
            return
        for column in told:
            if (count := linked([column])) is None:
                rest.append(column)
            else:
                tell([column], count)
        constant = [[column for column in rest if stays[column.name][of]] for of in (0, 1, 2)]
        pairs = []
        for some in (rest, constant[0]):
            most_values = sorted(some, key=lambda column: -column.distinct)[:LOOKED_AT_BESIDE]
            pairs += [[most_values[first], most_values[second]] for second in range(len(most_values)) for first in range(second)]
        counts = [linked(pair) for pair in pairs]
        if most := max((count for count in counts if count is not None), default=None):
            tell(pairs[counts.index(most)], most)
            return
        for columns in constant:
            if len(columns) > 2 and (count := linked(columns)) is not None:
                tell(columns, count)
                return

    def one_empty_cell(self):
        """Records whose only empty cell is in a column where few others have theirs, where these are most."""
        columns = [column for column in self.columns if column.blur is None and column.distinct > 1]
        empty = [[at for at, column in enumerate(columns) if not column.says(column.cells[row])] for row in range(self.records)]
        only, who = [one[0] if len(one) == 1 else None for one in empty], self.people or range(self.records)
        hiding = defaultdict(set)
        for at, person in zip(only, who):
            hiding[at].add(person)
        count = sum(at is not None and len(hiding[at]) < self.least for at in only)
        if is_enough(count, ONE_EMPTY_CELL, self.records):
            columns = [column for at, column in enumerate(columns) if at in hiding]
            self.add("one-empty-cell", columns, of_all(columns), {DANGER}, count)

    def unique_texts(self, known):
        """Columns with texts of several words that few share, of which nothing else is found."""
        for column in known:
            long = [cell for cell in column.counts if column.says(cell) and words_of(cell) >= FEWEST_WORDS]
            sharing = column.counts
            if long and self.people:
                people = defaultdict(set)
                for cell, person in zip(column.cells, self.people):
                    people[cell].add(person)
                sharing = {cell: len(of) for cell, of in people.items()}
            rare = [cell for cell in long if sharing[cell] < self.least]
            unique, records = sum(sharing[cell] == 1 for cell in rare), sum(column.counts[cell] for cell in rare)
            said = sum(count for cell, count in column.counts.items() if column.says(cell))
            is_mostly = 2 * records > said and 2 * unique > len(long)
            if unique > 1 or unique == 1 and 2 * len(rare) > len(long):
                self.add("unique-texts", [column], column.kinds, {DANGER if is_mostly else WARNING}, records)
            elif long and column.is_unclear:
                self.add("unique-texts", [column], column.kinds, {None, DANGER, WARNING}, None)

    def outliers(self):
        """Exact numbers beyond those of all other people by more than a quarter of what lies between the ends."""
        alone = {one["columns"][0] for one in self.found if len(one["columns"]) == 1}
        for column in [column for column in self.columns if column.is_number and column.blur is None and column.name not in alone]:
            numbers = [None if cell == column.missing else Fraction(cell.strip()) for cell in column.cells]
            places = max((len(plain(number).partition(".")[2]) for number in numbers if number is not None), default=0)
            numbers = [None if number is None or abs(number) * 10**places >= 10**MOST_DIGITS else number for number in numbers]
            ends = ends_among(numbers, self.people, self.k)
            people = {self.people[place] if self.people else place for place, number in enumerate(numbers) if number is not None}
            if ends is None or len(people) < 10 * self.k or any(abs(end) * 10**places >= 10**15 for end in ends):
                continue
            far = (ends[1] - ends[0]) / OUTLYING
            count = sum(number is not None and not ends[0] - far <= number <= ends[1] + far for number in numbers)
            self.add("outliers", [column], {"amount"}, {WARNING if count else None}, count, least=self.k)

# ---- 10. What tells another column ---------------------------------------------------------------------------

# A column that is published value by value may give back the original of another one that is generalized or treated, whatever the models
# count (docs/gate.md). That is looked for in the whole table: in codes, in arithmetic with one column or two, and in parts of texts. Copies
# that chance perturbs each by itself, columns without a role, and rows of a person that continue each other, are looked for, too. What is claimed is plain: it holds in nine of ten
# rows beyond chance. Each needs a waiver; one about the same original answers for it.

PLAINLY, MOST_BY_CHANCE, CHANCE, FEWEST_OF_CODES, ROWS_OF_SAMPLE, MOST_TOGETHER = 0.9, 0.95, 1e-9, 100, 1_500, 64
FEWEST_FOR_A_UNIT = 21  # of fewer different numbers, such as codes 1 and 2, one that is a unit away gives none back
MOVED_OR_REPLACED = {"first-of", "noise", "post-randomization", "round", "shift-days", "top-and-bottom"}
BY_CHANCE = {"noise", "post-randomization", "shift-days"}
OF_ONE = [lambda one: one, lambda day: day / 365.2425, lambda day: -day / 365.2425]
OF_TWO = [lambda one, other: other - one, lambda one, other: one + other, lambda one, other: abs(other - one) // 365.2425,
          lambda one, other: one * other, lambda one, other: one / other if other else math.inf,
          lambda one, other: other / one if one else math.inf, lambda one, other: one / (other * other) if other else math.inf,
          lambda one, other: other / (one * one) if one else math.inf]

class Column:
    """The cells of a column by row, also as numbers or days; `is_open` where chance decides what is published."""
    def __init__(self, name, role, cells, missing, is_open=False):
        self.name, self.role, self.cells, self.missing, self.is_open = name, role, cells, missing, is_open
        self.counts = Counter(cells)

    @functools.cached_property
    def numbers(self):
        read = {cell: as_number_or_day(cell) for cell in self.counts}
        return [read[cell] for cell in self.cells]

    def says(self, row):
        return self.cells[row] != self.missing and self.cells[row].strip() not in ("", "*")

def sample_of(rows):
    return rows[::max(1, -(-len(rows) // ROWS_OF_SAMPLE))]

def beyond(agree, of, chance):
    """Of what chance does not give, the share that agrees."""
    return (agree / max(1, of) - chance) / (1 - chance) if chance < MOST_BY_CHANCE else 0.0

def is_in_most(holds, rows, chance):
    """Whether something holds in nearly all rows beyond chance, first in a sample of them; None where it cannot be said of a row."""
    for some in (sample_of(rows), rows):
        said = [one for one in map(holds, some) if one is not None]
        if 2 * len(said) < len(some) or len(said) < FEWEST_RECORDS or beyond(sum(said), len(said), chance) < PLAINLY:
            return False
    return True

def is_told_by_codes(sources, target, rows):
    """Whether the most frequent target of the other rows with these values is nearly always that of a row."""
    for some in (sample_of(rows), rows):
        known = [*zip(*([source.cells[row] for row in some] for source in sources))]
        sizes, targets = Counter(known), Counter(target.cells[row] for row in some)
        most = defaultdict(list)
        for (key, _), count in Counter(zip(known, (target.cells[row] for row in some))).items():
            most[key].append(count)
        right = of = 0
        for key, counts in most.items():
            first, second = sorted([*counts, 0])[:-3:-1]
            of += sizes[key] * (sizes[key] > 1)
            right += 0 if sizes[key] < 2 or first - 1 < second else first / 2 if first - 1 == second else first
        alike = math.fsum((count / len(some)) ** 2 for count in targets.values())
        is_shown = 2 * of >= len(some) and of >= FEWEST_OF_CODES and alike ** (len(some) - len(sizes)) <= CHANCE
        if not is_shown or beyond(right, of, max(targets.values()) / len(some)) < PLAINLY:
            return False
    return True

class ToldNumbers:
    """The numbers or days of a target, and how near another number has to be: to the last digit, or to an eighth of what a treatment moved them by."""
    def __init__(self, target, rows, published):
        self.numbers, known = target.numbers, sorted(target.numbers[row] for row in rows if target.numbers[row] is not None)
        self.is_number = 2 * len(known) >= len(rows) and len(known) > 0
        places = [len(re.split("[.,]", cell.strip())[-1]) for cell in target.counts
                  if as_number(cell) is not None and re.search("[.,]", cell)]
        self.unit = 10.0 ** -min(9, max(places, default=0))
        moves = [abs(number - self.numbers[row]) for row in sample_of(rows) if published and self.numbers[row] is not None
                 and (number := as_number_or_day(published[row])) is not None]
        self.unit = max(self.unit, math.fsum(moves) / max(1, len(moves)) / 8)
        self.scaled_steps = 0.5 if len({*known}) < FEWEST_FOR_A_UNIT else 1.0
        self.chance_when_moved, self.chance_when_scaled = (self.most_within(known, steps) for steps in (0.5, 1.0))

    def most_within(self, known, steps):
        """The largest share of the numbers that one number is near to."""
        most, first = 0.0, 0
        for place, number in enumerate(known if self.is_number else []):
            while number - known[first] > 2 * steps * self.unit * (1 + 1e-9):
                first += 1
            most = max(most, (place + 1 - first) / len(known))
        return most

    def fits(self, made_of, rows):
        """Whether what is made of published numbers is the target, but for a number that is added, or that all are multiplied by."""
        def pair(row):
            made = made_of(row) if self.numbers[row] is not None else None
            return None if made is None or not math.isfinite(made) else (self.numbers[row], made)
        sample = sample_of(rows)
        first = [one for row in sample[::max(1, len(sample) // 100)] if (one := pair(row))]
        if len(first) < FEWEST_RECORDS:
            return False
        middle = lambda numbers: sorted(numbers)[len(numbers) // 2] if numbers else 0.0
        moved, scale = middle([wanted - made for wanted, made in first]), middle([wanted / made for wanted, made in first if made])
        near = lambda wanted, made, steps: abs(wanted - made) <= steps * self.unit + 1e-9 * max(1.0, abs(wanted))
        ways = [(lambda wanted, made: near(wanted, made + moved, 0.5), self.chance_when_moved),
                (lambda wanted, made: scale != 0 and near(wanted, made * scale, self.scaled_steps),
                 self.chance_when_moved if self.scaled_steps == 0.5 else self.chance_when_scaled)]
        return any(3 * sum(holds(*both) for both in first) >= 2 * len(first) and
                   is_in_most(lambda row: holds(*both) if (both := pair(row)) else None, rows, chance) for holds, chance in ways)

def is_text_of(holds, rows):
    """Whether a text holds of a row, and not as often of rows that have nothing to do with each other."""
    sample = sample_of(rows)
    if sum(holds(row, row) for row in sample[::15]) * 3 < len(sample[::15]) * 2:
        return False
    others = sample[len(sample) // 2 + 1:] + sample[:len(sample) // 2 + 1]
    chance = sum(holds(row, other) for row, other in zip(sample, others)) / len(sample)
    return is_in_most(lambda row: holds(row, row), rows, chance)

def is_joined(one, other, whole):
    one, other, whole = one.strip(), other.strip(), whole.strip()
    fits = one and other and len(one) + len(other) <= len(whole) <= len(one) + len(other) + 3
    return bool(fits) and (whole.startswith(one) and whole.endswith(other) or whole.startswith(other) and whole.endswith(one))

class Tellers:
    """Published columns, and what they tell of one target in some rows."""
    def __init__(self, sources, target, rows, is_treated, published=None):
        self.target, self.rows, self.is_treated = target, rows, is_treated
        self.sources = [one for one in sources if one.name != target.name and not one.is_open and len(one.counts) > 1]
        self.numbers = ToldNumbers(target, rows, published)
        exact = {one.name: is_exact(one, target, rows) for one in self.sources}
        # What determines a quasi-identifier in every row is a finding of its own; what a sensitive column says of it is for the models.
        self.settled = {one.name for one in self.sources if exact[one.name] and not is_treated and one.role != "sensitive"}
        self.determines = {one.name for one in self.sources if exact[one.name]}

    def found(self):
        """The names of one column or two that tell the target, whichever comes first of each."""
        left = [one for one in self.sources if one.name not in self.settled]
        alone = [one for one in left if self.tells(one)]
        yield from ([one.name] for one in alone)
        rest = sorted((one for one in left if one not in alone), key=lambda one: not self.is_number(one))
        for one, other in itertools.combinations(rest[:MOST_TOGETHER], 2):
            if self.tell(one, other):
                yield [one.name, other.name]

    def is_number(self, source):
        sample = sample_of(self.rows)
        return 2 * sum(source.numbers[row] is not None for row in sample) >= len(sample)

    def tells(self, source):
        of, cells, wanted = source.numbers, source.cells, self.target.cells
        by_number = self.numbers.is_number and self.is_number(source) and any(self.numbers.fits(
            lambda row: None if of[row] is None else formula(of[row]), self.rows) for formula in OF_ONE)
        return by_number or is_text_of(lambda row, other: wanted[row].strip() in cells[other], self.rows) or (
            source.role != "sensitive" and is_told_by_codes([source], self.target, self.rows))

    def tell(self, one, other):
        (a, b), wanted = (one.numbers, other.numbers), self.target.cells
        by_number = self.numbers.is_number and self.is_number(one) and self.is_number(other) and any(self.numbers.fits(
            lambda row: None if a[row] is None or b[row] is None else formula(a[row], b[row]), self.rows) for formula in OF_TWO)
        by_text = lambda: is_text_of(lambda row, at: is_joined(one.cells[at], other.cells[at], wanted[row]), self.rows)
        may_by_code = not {one.name, other.name} & self.determines and not one.role == other.role == "sensitive"
        return by_number or by_text() or may_by_code and is_told_by_codes([one, other], self.target, self.rows)

def is_exact(source, target, rows):
    """Whether each of a column's values occurs with one value of the target, and most not once alone."""
    for some in (sample_of(rows), rows):
        known = {source.cells[row] for row in some}
        if 2 * len(known) > len(some) or len({(source.cells[row], target.cells[row]) for row in some}) > len(known):
            return False
    return True

def undoes(source, target, rows):
    """Whether each value of one column occurs with one value of the other in these rows, and chance would not make it so."""
    values, counts = {source.cells[row] for row in rows}, Counter(target.cells[row] for row in rows)
    if not 2 <= len(values) <= len(rows) // 2 or len(counts) < 2:
        return False
    alike = math.fsum((count / len(rows)) ** 2 for count in counts.values())
    return alike ** (len(rows) - len(values)) <= CHANCE and len({(source.cells[row], target.cells[row]) for row in rows}) == len(values)

def are_copies(one, other):
    """Whether the original of a column that chance perturbs is a straight line over that of another, or a recoding of it."""
    pairs = [(a, b) for a, b in zip(one.numbers, other.numbers) if a is not None and b is not None]
    if one.is_open == other.is_open == "post-randomization":
        rows = [row for row in range(len(one.cells)) if one.says(row) and other.says(row)]
        return len(rows) * 2 >= len(one.cells) and (is_told_by_codes([one], other, rows) or is_told_by_codes([other], one, rows))
    if "post-randomization" in (one.is_open, other.is_open) or len(pairs) < FEWEST_OF_CODES or 2 * len(pairs) < len(one.cells):
        return False
    (x0, y0), (x1, y1) = min(pairs), max(pairs)
    if len({a for a, _ in pairs}) < 10 or x0 == x1 or y0 == y1:
        return False
    slope, reach = (y1 - y0) / (x1 - x0), abs(y1 - y0)
    near = sum(abs(b - (y0 + slope * (a - x0))) <= 1e-6 * reach for a, b in pairs)
    return near >= 0.95 * len(pairs)

# Rows of a person may continue each other: what one row ends with is what another begins with, as balances before and after payments
# do. That joins them as a pseudonym would. Whose each row is stands in the original, and so do the cells that are published value by
# value. Claimed is what plainly holds: nine in ten of the rows of people with several, but one of each, end as another row of theirs
# begins and begin as another ends, and with the rows of others in the place of theirs at most six in ten do.

FEWEST_PEOPLE, FIRST_PEOPLE, MOST_CONTINUED, CONTINUED, CONTINUED_BY_OTHERS = 100, 500, 24, 0.9, 0.6
FEWEST_CONTINUED = 20  # of fewer different values, several pairs together join rows

class End:
    """What rows begin or end with: the cells of columns, or what is made of them; None where a row says nothing."""
    def __init__(self, names, cells):
        self.names, self.cells, self.distinct = names, cells, len({*cells} - {None})

def ends_of(columns):
    """All that rows may begin or end with. What two columns give together, as sums, would be another of these."""
    return [End([one.name], [cell if one.says(row) else None for row, cell in enumerate(one.cells)]) for one in columns]

def changes(end, people):
    """Whether at least one in five of the other rows of people has another value than the first."""
    others = sum(len(rows) - 1 for rows in people)
    return others > 0 and 5 * sum(len({end.cells[row] for row in rows}) - 1 for rows in people) > others

def share_continued(begin, end, people, partners):
    """Of the rows of people but one, the share that end as a row begins: another one of theirs, or any of their partners."""
    continued = 0
    for rows, others in zip(people, partners):
        begins = Counter(begin.cells[row] for row in others)
        is_other = lambda row: begins[end.cells[row]] > (others is rows and begin.cells[row] == end.cells[row])
        continued += min(len(rows) - 1, sum(end.cells[row] is not None and is_other(row) for row in rows))
    return continued / max(1, sum(len(rows) - 1 for rows in people))

def goes_on(begin, end, people):
    """Whether rows continue each other from the one to the other, and not by chance: not by what the people before and behind, or half
    of all people away, would do as well."""
    for some in (people[::max(1, len(people) // FIRST_PEOPLE)], people):
        if share_continued(begin, end, some, some) < CONTINUED or share_continued(end, begin, some, some) < CONTINUED:
            return False
    for away in (1, -1, len(people) // 2):
        partners = people[away:] + people[:away]
        if max(share_continued(begin, end, people, partners), share_continued(end, begin, people, partners)) > CONTINUED_BY_OTHERS:
            return False
    return True

def continued(columns, people):
    """Pairs of columns in which rows of people continue each other; `people` has the rows of each. Also those of few values each that
    join rows together."""
    if len(people) < FEWEST_PEOPLE:
        return
    people = [rows for rows in people if len(rows) > 1]
    ends = sorted((one for one in ends_of(columns) if changes(one, people)), key=lambda one: -one.distinct)
    least = ends[MOST_CONTINUED].distinct if len(ends) > MOST_CONTINUED else 1
    pairs = [both for both in itertools.combinations([one for one in ends if one.distinct > least], 2) if goes_on(*both, people)]
    few = [both for both in pairs if max(one.distinct for one in both) < FEWEST_CONTINUED]
    combinations = math.prod(min(one.distinct for one in both) for both in few) if few else 0
    yield from ([*one.names, *other.names] for one, other in pairs if (one, other) not in few or combinations >= FEWEST_CONTINUED)

# A sensitive column may follow from a number or date that somebody knows of all rows of a person, such as the weeks since the last
# visit from the days of all visits. By that number the rows have an order, and it says of each how far the one before, the one behind,
# the first and the last are, which place it has from both ends, and how many there are. Claimed is what plainly holds: 19 in 20 rows have
# the value that most others with the same answer have, and three in four of those that would not have it by chance; or nearly all numbers
# lie on a line of the answers (a correlation of 0.99).

FEWEST_FOLLOWING, MOST_PEOPLE, FOLLOWS, FOLLOWS_BEYOND_CHANCE, ON_A_LINE = 200, 2_000, 0.95, 0.75, 0.99

def answers(source, people):
    """What the rows of each person say about each of them by a column: rows with answers; none where few rows have a number or a day."""
    found = []
    for rows in people:
        placed = sorted((source.numbers[row], row) for row in rows if source.numbers[row] is not None)
        last = len(placed) - 1
        away = lambda number, place: abs(placed[place][0] - number) if 0 <= place <= last else None
        found += [(row, (away(number, place - 1), away(number, place + 1), away(number, 0), away(number, last), place, last - place, last))
                  for place, (number, row) in enumerate(placed)]
    return found if 2 * len(found) > sum(map(len, people)) else []

def follows(target, told):
    """Whether a column follows from one of the answers."""
    for which in range(len(told[0][1]) if told else 0):
        rows = [(row, answer[which]) for row, answer in told if answer[which] is not None and target.says(row)]
        if len(rows) < FEWEST_FOLLOWING:
            continue
        said = [(answer, target.cells[row]) for row, answer in rows]
        most = Counter()
        for (answer, _), count in Counter(said).items():
            most[answer] = max(most[answer], count)
        right = sum(count - 1 for count in most.values()) / len(said)
        chance = max(Counter(cell for _, cell in said).values()) / len(said)
        points = [(answer, target.numbers[row]) for row, answer in rows if target.numbers[row] is not None]
        is_line = 10 * len(points) >= 9 * len(rows) and abs(correlation(points)) >= ON_A_LINE
        if is_line or right >= FOLLOWS and beyond(right, 1, chance) >= FOLLOWS_BEYOND_CHANCE:
            return True
    return False

def correlation(points):
    """Of pairs of numbers; 0 where all numbers of a side are equal."""
    middle = [math.fsum(side) / len(points) for side in zip(*points)]
    away = [(x - middle[0], y - middle[1]) for x, y in points]
    spread = math.fsum(x * x for x, _ in away) * math.fsum(y * y for _, y in away)
    return math.fsum(x * y for x, y in away) / math.sqrt(spread) if 0 < spread < math.inf else 0.0

def followed(columns, known, people):
    """The names of sensitive columns that follow from what is known of other rows of a person."""
    if len(people) < FEWEST_PEOPLE:
        return
    people = [rows for rows in people[::-(-len(people) // MOST_PEOPLE)] if len(rows) > 1]
    known = sorted(known, key=lambda one: -len(one.counts))
    least = len(known[MOST_CONTINUED].counts) if len(known) > MOST_CONTINUED else 0
    told = [(one.name, answers(one, people)) for one in known if len(one.counts) > least]
    found = [one for one in columns if any(name != one.name and follows(one, of) for name, of in told)]
    few = [one for one in found if len(one.counts) < FEWEST_CONTINUED]
    joins = math.prod(len(one.counts) - 1 for one in few) >= FEWEST_CONTINUED
    yield from ([one.name] for one in found if one not in few or joins)

# ---- 11. The proof -------------------------------------------------------------------------------------------

# A search says that no release loses less than a bound. A proof file lets anybody who has the table work that out again.
# It has prices of records, or boxes of the lattice of levels; both are checked from what labels cost, and from what a
# class must have. Whatever is not worked out here (models that this cannot count with, people) is not shown.

COUNTED = {"k-anonymity", "maximum-risk", "l-diversity", "p-sensitive-k-anonymity", "provider-diversity"}
OF_POPULATION = {"k-map", "average-risk", "population-uniqueness", "delta-presence", "differential-privacy"}
SLACK, MOST_LOOKS = 1e-8, 30_000_000

class NoProof(Exception):
    """The proof does not prove the bound; says why."""

class Unproved(Exception):
    """What the proof says is not worked out here; says why."""

def whole_number(number, below):
    """A place in a list. A negative one would count from the end."""
    if type(number) is not int or not 0 <= number < below:
        raise NoProof("a step names a place or a level that does not exist")
    return number

class Lattice:
    """What labels cost, and what nodes of levels cannot keep."""
    def __init__(self, check, hierarchies):
        self.job, self.table, self.qids, self.rows = check.job, check.table, check.qids, check.table.rows
        given = check.job["utility"]["objective"]
        given = given if isinstance(given, dict) else {"metric": given}
        self.metric, self.hierarchies = given["metric"], hierarchies
        if self.metric not in ("gen-loss", "precision", "transparency", "height", "loss"):
            raise NoProof("the objective is not a sum of label costs")
        self.suppressed = {"precision": 1.0 if given.get("suppressed") == "lost" else None, "transparency": 0.0,
                           "height": None}.get(self.metric, 1.0)
        self.limit = math.floor(exact(check.job["suppression"]["limit"]) * self.rows)
        bounds = lambda name: (check.columns[name].get("min_level", 0), check.columns[name].get("max_level", hierarchies[name].height))
        self.bounds = [(low, min(high, hierarchies[name].height)) for name, (low, high) in zip(self.qids, map(bounds, self.qids))]
        weights = [check.columns[name].get("weight", 1.0) for name in self.qids]
        self.weights = [1.0] * len(weights) if self.metric == "height" or sum(weights) <= 0 else weights
        self.values = [check.table.columns[name] for name in self.qids]
        self.costs = [[self.cost_by_value(hierarchies[name], level) for level in range(hierarchies[name].height + 1)] for name in self.qids]
        self.distinct = [len({*values}) + max(0, check.table.spellings[name] - 1) for name, values in zip(self.qids, self.values)]
        self.keeps = "off" if check.is_local else check.job["utility"].get("keep_columns", "off")

    # By utility.keep_columns no column has one label throughout. "all" leaves out the levels at which one has; "best-effort"
    # gives up columns until the coarsest release is allowed, each time the one without which the fewest records are
    # suppressed, or of equal ones that with the most values; and takes back those that were not in the way.

    def leave_out_levels(self):
        """Bounds without the levels that the job excludes by utility.keep_columns."""
        def coarsest(place):
            low, high = self.bounds[place]
            rows, values = self.hierarchies[self.qids[place]].rows, {*self.values[place]}
            kept = next((level for level in range(high, low - 1, -1) if len({rows[value][level] for value in values}) > 1), high)
            return kept if kept < high else None
        kept = {place: level for place in range(len(self.qids)) if (level := coarsest(place)) is not None} if self.keeps != "off" else {}
        highest = lambda without: [high if place in without else kept.get(place, high) for place, (_, high) in enumerate(self.bounds)]
        given_up, price = [], functools.cache(lambda node: len(self.lost_at(node)))
        is_allowed = lambda without: self.may_publish(price(tuple(highest(without))))
        if self.keeps == "best-effort" and kept:
            while not is_allowed(given_up) and len(given_up) < len(kept):
                self.check_counted()
                left = [place for place in kept if place not in given_up]
                given_up.append(min(left, key=lambda place: (price(tuple(highest([*given_up, place]))), -self.distinct[place], place)))
            for place in [*given_up]:
                others = [one for one in given_up if one != place]
                given_up = others if is_allowed(others) else given_up
        self.bounds = [(low, high) for (low, _), high in zip(self.bounds, highest(given_up))]

    def check_counted(self):
        """Of a class that fails some models a part may stay: then this script does not know how many records a node suppresses."""
        if any(model not in COUNTED or given.get("kind", "distinct") != "distinct" for model, given in models_of(self.job)):
            raise Unproved("utility.keep_columns gives up columns, and for these models this script does not work out which")

    def may_publish(self, lost):
        return lost <= self.limit and lost < self.rows

    def cost_by_value(self, hierarchy, level):
        """What the label of each value costs a record at this level, from the definition of the metric."""
        under, numbers = defaultdict(list), "number" in type_of(hierarchy.rows)
        for value, row in hierarchy.rows.items():
            under[row[level]].append(float(value) if numbers else 0.0)
        width = lambda leaves: max(leaves) - min(leaves) if numbers else len(leaves) - 1
        everything = width([*itertools.chain(*under.values())]) or 1
        cost = {"gen-loss": lambda leaves: width(leaves) / everything, "precision": lambda _: level / max(1, hierarchy.height),
                "transparency": lambda leaves: -1 / len(leaves), "height": lambda _: level,
                "loss": lambda leaves: len(leaves) / len(hierarchy.rows)}[self.metric]
        of_label = {label: cost(leaves) for label, leaves in under.items()}
        return {value: of_label[row[level]] for value, row in hierarchy.rows.items()}

    def labels(self, node):
        """The labels of each record at the levels of a node."""
        rows = ([self.hierarchies[name].rows[value][level] for value in values]
                for name, values, level in zip(self.qids, self.values, node))
        return zip(*rows)

    def judge(self, records, columns):
        """What the models say of classes, where the quasi-identifiers of all records have these labels."""
        labelled = copy.copy(self.table)
        labelled.columns = self.table.columns | columns
        provider = with_role(self.job, self.table, "provider")
        provider_of = self.table.columns[provider[0]] if provider else None
        return Privacy(self.job, self.table, labelled, self.hierarchies_of_all, provider_of).judge(records)

    def needed(self, node):
        """The records in classes of a node that do not meet every model; None where these are too many."""
        lost = self.lost_at(node)
        return lost if self.may_publish(len(lost)) else None

    def lost_at(self, node):
        labels = [*self.labels(node)]
        columns, classes, lost = dict(zip(self.qids, zip(*labels))), defaultdict(list), []
        for row, label in enumerate(labels):
            classes[label].append(row)
        for rows in classes.values():
            stay = self.who_may_stay(rows)
            holds = stay and all(fact["satisfied"] for fact in self.judge(stay, columns))
            lost += sorted({*rows} - {*stay}) if holds else rows
        return lost

    def who_may_stay(self, rows):
        """Those of a class who are left when whoever asks for more than are left goes, one after the other."""
        own = self.table.columns.get(OWN_K, [0] * self.rows)
        fewer = [row for row in rows if own[row] <= len(rows)]
        return rows if len(fewer) == len(rows) else self.who_may_stay(fewer)

class Boxes(Lattice):
    """A proof of full-domain releases: boxes of nodes, cut and closed step by step."""
    def prove(self, proof):
        if proof.get("quasi_identifiers") != self.qids:
            raise NoProof("it is for other quasi-identifiers")
        self.check_models()
        self.leave_out_levels()
        self.nodes, self.known, self.bound = proof.get("nodes"), {}, math.inf
        for node in self.nodes:
            if len(node) != len(self.qids):
                raise NoProof("a node does not have one level per quasi-identifier")
            [whole_number(level, high + 1) for level, (_, high) in zip(node, self.bounds)]
        self.open = [([low for low, _ in self.bounds], [high for _, high in self.bounds])]
        for step in proof.get("steps"):
            if not self.open:
                raise NoProof("there are more steps than boxes")
            (kind, of), box = *step.items(), self.open.pop()
            {"cut": self.cut, "below": self.below, "dear": self.dear}[kind](box, of)
        if self.open:
            raise NoProof("parts of the lattice are missing")
        return self.bound

    def check_models(self):
        """A node above an allowed one must be allowed: the models must not be broken by more records, or nothing is suppressed."""
        asked = [*models_of(self.job)]
        if {model for model, _ in asked} & OF_POPULATION:
            raise NoProof("a model is about a population or the release as a whole")
        rises = lambda model, given: model in COUNTED | {"c-mixture", "k-e-anonymity"} and given.get("kind", "distinct") == "distinct"
        colludes = OWN_K in self.table.columns and any(model == "m-privacy" for model, _ in asked)
        if self.limit and (colludes or not all(rises(*one) for one in asked)):
            raise Unproved("for these models, this script does not check whether nodes above allowed ones are allowed")

    def total(self, place, level):
        return math.fsum(self.costs[place][level][value] for value in self.values[place])

    def term(self, place, level, lost=None):
        """What a column at a level adds to the objective when these records are suppressed, or when nothing is known of any."""
        key = ("total", place, level)
        if key not in self.known:
            self.known[key] = self.total(place, level)
        found = self.known[key]
        if lost is not None and self.suppressed is not None:
            found += self.suppressed * len(lost) - math.fsum(self.costs[place][level][self.values[place][row]] for row in lost)
        share = self.weights[place] / sum(self.weights)
        if self.metric == "loss":
            least, most = self.rows / len(self.hierarchies[self.qids[place]].rows), self.rows
            return share * math.log1p(max(0.0, (found - least) / (most - least))) if most > least else 0.0
        scale = {"transparency": len(self.qids), "height": len(self.qids) / self.rows}.get(self.metric, 1 / self.rows)
        return share * scale * found

    def whole(self, terms):
        return math.expm1(terms) if self.metric == "loss" else terms

    def close(self, bound):
        self.bound = min(self.bound, bound)

    def know(self, place):
        place = whole_number(place, len(self.nodes))
        if place not in self.known:
            self.known[place] = self.needed(self.nodes[place])
        return self.nodes[place], self.known[place]

    def least_below(self, low, lost):
        """What the nodes of a box lose at least that lie below a node which loses these records."""
        return math.inf if lost is None else self.whole(math.fsum(self.term(place, level, lost) for place, level in enumerate(low)))

    def cut(self, box, of):
        place, level = whole_number(of[0], len(self.qids)), of[1]
        low, high = ([*corner] for corner in box)
        if type(level) is not int or not low[place] < level <= high[place]:
            raise NoProof("a box is cut where it has no level")
        lower, upper = [*high], [*low]
        lower[place], upper[place] = level - 1, level
        self.open += [(upper, high), (low, lower)]

    def below(self, box, of):
        node, lost = self.know(of)
        if not lies_below(box[1], node):
            raise NoProof("a box is not below its node")
        self.close(self.least_below(box[0], lost))

    def dear(self, box, of):
        (low, high), (places, highest) = box, of
        left, paid = self.demands(low, high, places)
        if not highest:
            return self.close(self.whole(paid))
        high = [*high]
        for place, level in highest:
            place = whole_number(place, len(self.qids))
            if type(level) is not int or not low[place] <= level < high[place]:
                raise NoProof("a box is cut where it has no level")
            self.close(self.whole(paid + min(left[place][level - low[place] + 1:], default=math.inf)))
            high[place] = level
        self.open.append((low, high))

    def demands(self, low, high, places):
        """What is left of the cost of each level of a box, and what its nodes pay that stand above each of these nodes."""
        lost = None
        if places:
            node, found = self.know(places[0])
            if found is not None and lies_below(high, node):
                lost, places = found, places[1:]
        terms = [[self.term(place, level, lost) for level in range(first, last + 1)] for place, (first, last) in enumerate(zip(low, high))]
        left, paid = [[max(0.0, one - of[0]) for one in of] for of in terms], math.fsum(of[0] for of in terms)
        for place in places:
            node, found = self.know(place)
            if lies_below(low, node):
                self.close(self.least_below(low, found))
                above = [level - first + 1 for level, first in zip(node, low)]
                price = min((one for of, first in zip(left, above) for one in of[first:]), default=math.inf)
                left = [of[:first] + [one - price for one in of[first:]] for of, first in zip(left, above)]
                paid += price
        return left, paid

def lies_below(levels, node):
    return all(level <= of_node for level, of_node in zip(levels, node))

class Prices(Lattice):
    """A proof by prices: no class that may lie in a cell, a label for each column, has prices of more than the cell costs."""
    def prove(self, blocks):
        if self.metric == "loss":  # a geometric mean over columns, which may be below the mean over records that prices bound
            raise NoProof("the objective is not a sum of label costs")
        if OWN_K in self.table.columns or not {model for model, _ in models_of(self.job)} <= COUNTED or any(
                given.get("kind", "distinct") != "distinct" for _, given in models_of(self.job)):
            raise Unproved("for these models, this script does not compute the fewest records of a class")
        scale = {"transparency": self.rows * len(self.qids), "height": len(self.qids)}.get(self.metric, 1.0)
        self.scaled = [scale * weight / sum(self.weights) for weight in self.weights]
        allowed = [range(low, high + 1) for low, high in self.bounds]
        cheapest = [min(self.scaled[at] * self.costs[at][level][value] for level in allowed[at] for value in {*self.values[at]})
                    for at in range(len(self.qids))]
        self.above = [{level: {value: self.scaled[at] * self.costs[at][level][value] - cheapest[at] for value in {*self.values[at]}}
                       for level in allowed[at]} for at in range(len(self.qids))]
        self.asked_of, self.looks = functools.cache(self.fewest), 0
        self.least_of_any = self.fewest(frozenset(range(self.rows))) or self.rows + 1
        alike = defaultdict(list)
        for row, key in enumerate(zip(*self.values)):
            alike[key].append(row)
        total, free = [0.0] * self.rows, [*self.qids]
        for block in blocks:
            prices, names = block["prices"], block["quasi_identifiers"]
            if len(prices) != self.rows or not all(type(price) in (int, float) and math.isfinite(price) for price in prices):
                raise NoProof("the number of prices is not the number of records")
            for name in names:
                if name not in free:
                    raise NoProof("it is for other quasi-identifiers")
                free.remove(name)
            self.prices = [0.0] * self.rows
            for rows in alike.values():  # equal records have equal prices: the least of them
                price = max(0.0, min(prices[row] for row in rows))
                for row in rows:
                    self.prices[row] = price
            self.cells([*range(self.rows)], [self.qids.index(name) for name in names], 0.0)
            total = [sum(pair) for pair in zip(total, self.prices)]
        least = sum(cheapest)
        if self.suppressed is not None:
            total = [min(price, self.suppressed - least) for price in total]
        count = self.rows if self.suppressed is not None else self.rows - self.limit
        mean = math.fsum(sorted(total)[:count]) / count if count > 0 else 0.0
        return least + mean / (1 + ROUNDING)

    def cells(self, group, places, cost):
        """Every cell of these columns that a class may lie in, unless no record of it is dear enough to matter."""
        self.looks += len(group)
        if self.looks > MOST_LOOKS:
            raise Unproved("there are more cells than the check visits here")
        if not self.is_too_dear(group, self.least_of_any, cost):
            return
        if not places:
            least = self.asked_of(frozenset(group))
            if least is not None and self.is_too_dear(group, least, cost):
                raise NoProof("the prices of records that may form a class exceed the cost of their labels")
            return
        at, rest, rows = places[0], places[1:], self.hierarchies[self.qids[places[0]]].rows
        for level, costs in self.above[at].items():
            parts = defaultdict(list)
            for row in group:
                parts[rows[self.values[at][row]][level]].append(row)
            for part in parts.values():
                value = self.values[at][part[0]]
                is_same = level - 1 in self.above[at] and len({rows[self.values[at][row]][level - 1] for row in part}) == 1
                if not is_same or costs[value] < self.above[at][level - 1][value]:
                    self.cells(part, rest, cost + costs[value])

    def is_too_dear(self, group, least, cost):
        """Whether some of these records, `least` or more, have prices above what a cell costs them."""
        allowed = cost * (1 + ROUNDING)
        gains = sorted((self.prices[row] - allowed for row in group), reverse=True)
        if len(gains) < least:
            return False
        above = max(least, sum(gain > 0 for gain in gains))
        return gains[0] > 0 and math.fsum(gains[:above]) > 0

    def fewest(self, group):
        """The fewest records of a class among these, None where there can be none."""
        rows = sorted(group)
        facts = self.judge(rows, {name: ["*"] * self.rows for name in self.qids})
        if not all(fact["satisfied"] for fact in facts):
            return None
        need = lambda fact: math.ceil(1 / exact(fact["required"])) if fact["direction"] == "at-most" else math.ceil(fact["required"])
        return max([1, *map(need, facts)])

def bound_by(check, proof):
    """The bound that a proof proves, of the minimized objective, and the value that the release has on the same terms."""
    evidence = proof.get("evidence") if isinstance(proof, dict) else None
    if not isinstance(evidence, dict) or len(evidence) != 1:
        raise NoProof("it is not a proof of incog")
    if {*proof} - {"format", "incog", "objective", "evidence"} or type(proof.get("format", 1)) is not int:
        raise NoProof("it has another form than the proofs of incog")
    if proof.get("format", 1) != 1:
        raise NoProof("it is of a format that this checker does not know")
    if check.is_grouped or check.draws:
        raise NoProof("no proof covers such a release")
    if unit_of(check.job) or check.noise or check.open or check.behind:
        raise Unproved("proofs with people, noisy records or columns missing here are not checked")
    if unnamed := [name for name in check.qids if not check.rule(name) or name in check.unread]:
        raise Unproved(f"the job names no hierarchy of {', '.join(unnamed)}")
    hierarchies = {name: next(check.rules(name))[1] if check.is_local else check.full[name] for name in check.qids}
    (kind, of), lattice = *evidence.items(), {"prices": Prices, "boxes": Boxes}.get([*evidence][0])
    if lattice is None or kind == "boxes" and check.is_local:
        raise NoProof("it is for releases of another kind")
    lattice = lattice(check, hierarchies)
    lattice.hierarchies_of_all = check.full | hierarchies
    if proof.get("objective") != lattice.metric:
        raise NoProof("it is for another objective")
    return lattice.prove(of), value_of(check, lattice)

def value_of(check, lattice):
    """What the release loses on the terms of the proof: by the whole hierarchies, whatever the report speaks of."""
    if not check.is_local:
        levels = [check.matching.readings[name].level for name in check.qids]
        readings = [check.matching.readings[name] for name in check.qids]
        # The steward's figures are of the labels of the whole hierarchies, which stand in the cells by now.
        label = lambda reading, value: reading.label_of[value] if check.public else reading.full.rows[value][reading.level]
        one_of = [{label(reading, value): value for value in reading.label_of} for reading in readings]
        cost = [lambda label, at=at, level=level: lattice.costs[at][level][one_of[at][label]] for at, level in enumerate(levels)]
    else:
        by_label = [costs_of(check.job["utility"]["objective"], lattice.hierarchies[name]) for name in check.qids]
        if any(of.get(label) is None for of, name in zip(by_label, check.qids) for label in check.labels[name]):
            raise Unproved("some labels are at several levels of the hierarchies")
        cost = [lambda label, of=of: of[label][0] for of in by_label]
    kept = [*check.release.cells(check.qids, check.rows)]
    lost, share = check.suppressed, [weight / sum(lattice.weights) for weight in lattice.weights]
    sums = [math.fsum(cost[at](labels[at]) for labels in kept) for at in range(len(check.qids))]
    if lattice.metric == "loss":
        least = [lattice.rows / len(lattice.hierarchies[name].rows) for name in check.qids]
        ratio = lambda at: (sums[at] + lost - least[at]) / (lattice.rows - least[at]) if lattice.rows > least[at] else 0.0
        return math.expm1(math.fsum(share[at] * math.log1p(max(0.0, ratio(at))) for at in range(len(sums))))
    if lattice.metric == "transparency":
        return len(sums) * math.fsum(share[at] * of for at, of in enumerate(sums))
    if lattice.suppressed is None:
        records = max(1, len(kept))
        return (len(sums) if lattice.metric == "height" else 1) * math.fsum(share[at] * of / records for at, of in enumerate(sums))
    return math.fsum(share[at] * (of + lost * lattice.suppressed) / lattice.rows for at, of in enumerate(sums))

def check_proof(check, proof, report):
    """A verdict about the bound of a report."""
    search = report.get("search")
    if not isinstance(search, dict):
        return "not shown", "bound", "the report does not say how near to the best the release is"
    try:
        bound, value = bound_by(check, proof)
    except NoProof as why:
        return "refuted", "bound", f"the proof does not prove it: {why}"
    except Unproved as why:
        return "not shown", "bound", f"{why}; incog verify --proof does"
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return "refuted", "bound", "the proof is malformed"
    slack, gap = max(SLACK * abs(value), 1e-12), search.get("gap")
    holds = type(gap) in (int, float) and value - bound <= gap * abs(value) + slack
    told = search.get("upper_bound")
    if not check.public and holds:
        objective = check.job["utility"]["objective"]
        sign = -1 if "transparency" in (objective, objective["metric"] if isinstance(objective, dict) else None) else 1
        holds = type(told) in (int, float) and sign * told <= bound + slack
    detail = f"the release loses {value:.9g}, the proof shows that none loses less than {bound:.9g}"
    return "proved" if holds else "refuted", "bound", detail

# ---- 12. The report ----------------------------------------------------------------------------------------

class NotShown(str):
    """Stands in place of a leaf that the files do not show; says why."""

class NotShownRounded(NotShown):
    """A public figure that is not worked out here: it is seen that no more than two of its digits are told."""

class Rounded(float):
    """A figure that is told with two significant digits."""

def compare(expected, claimed, path=""):
    """A verdict for every leaf of a report; what is not shown is named as a whole."""
    at = lambda key: f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}" if path else key
    mine, theirs = (one if isinstance(one, dict) else dict(enumerate(one)) if isinstance(one, list) else {}
                    for one in (expected, claimed))
    if isinstance(expected, NotShownRounded) and type(claimed) is float and not are_same(Rounded(claimed), claimed):
        yield "refuted", path, f"it tells more than two digits: {claimed}"
    elif isinstance(expected, NotShown):
        yield "not shown", path, expected
    elif (mine or theirs) and type(expected) is type(claimed):
        for key in {**mine, **theirs}:
            if key in mine and key in theirs:
                yield from compare(mine[key], theirs[key], at(key))
            else:
                yield "refuted", at(key), "it is missing" if key in mine else "it does not belong here"
    else:
        same = are_same(expected, claimed)
        detail = f"{expected}" if same else f"it is {expected}, not {claimed}"
        yield "proved" if same else "refuted", path, detail

def are_same(expected, claimed):
    if type(claimed) is int and abs(claimed) >= 2 ** 64:
        return False
    if type(expected) not in (int, float, Rounded) or type(claimed) not in (int, float):
        return type(expected) is type(claimed) and expected == claimed
    if isinstance(expected, Rounded):
        return claimed in [float(f"{expected * (1 + slip):.1e}") for slip in (0, ROUNDING, -ROUNDING)]
    return math.isclose(expected, claimed, rel_tol=ROUNDING, abs_tol=1e-12)

OF_DOMAIN = {*"transparency_degree transparency_ratio transparency gen_loss loss ambiguity cpgen".split()}
UNSEEN = NotShown("not all of the records that became equal rows were published, and no file shows which")
OF_FREQUENCIES = {"entropy", "kl_divergence"}
MANY_RECORDS = 1000  # fewer published records have no public figures of how often original values occur
OF_CLASSES = {"suppressed_share", "class_size", "c_avg", "discernibility"}
UNTOLD = NotShown("the values of groups do not show which records each group has")
LOCAL = NotShown("labels are of several levels, which this script does not distinguish; incog verify does")
UNKNOWN = NotShown("the files do not show whose each row is, or there are too many coalitions to try")
OF_THE_DRAW = NotShown("only the secret shows whether the records were drawn; incog verify draws them again")
MOST_PAIRS = 300  # of columns that are published value by value, looked at together
NOT_CHECKED = NotShown("not checked by this script; incog verify checks it")
TELLS = " would reveal suppressed records, so only the internal report has it"
AT_MOST = "an upper bound; the exact figure" + TELLS
AS_ASKED = ("at least as good as required; the exact figure would reveal values behind the aggregates, so only the "
            "internal report has it")
NO_MORE = "c requires no more; the figure of the input" + TELLS

def withhold(rule, public):
    """A hierarchy as a public report tells it: values that it lists may be those of suppressed records."""
    lists = [key for key in ("order", "tree") if public and isinstance(rule, dict) and key in rule]
    return {key: rule[key] for key in rule if key not in lists} | {"withheld": lists[0]} if lists else rule

class Anything:
    """A part that is not looked at, or that is compared as a whole."""

KINDS = {"a text": lambda one: isinstance(one, str), "true or false": lambda one: isinstance(one, bool),
         "a whole number": lambda one: type(one) is int and 0 <= one < 2 ** 64, "null": lambda one: one is None,
         "one character": lambda one: isinstance(one, str) and len(one.replace("\\t", "\t")) == 1,
         "a number": lambda one: type(one) in (int, float) and abs(one) < 1e300, "a share such as 5%": lambda one: isinstance(one, str) and bool(
             re.fullmatch(r"[0-9.]+ ?%", one))}
TEXT, FLAG, WHOLE, NULL, CHARACTER, A_NUMBER, PERCENT = KINDS

def one_of(*words):
    """The kind of a text that is one of these words."""
    kind = f"one of {', '.join(words)}"
    KINDS[kind] = words.__contains__
    return kind

# A key that ends with ! has to be there; * stands for all other keys.
FIELDS = [{"name": TEXT, "width!": WHOLE, "*": Anything}]
HIERARCHY = {"intervals": [A_NUMBER], "ranges": WHOLE, "mask": TEXT, "char": TEXT, "keep": [WHOLE], "date": [TEXT], "format": TEXT, "codes": TEXT,
             "countries": TEXT, "fanout": WHOLE, "order": [TEXT], "columns": [TEXT], "tree": {"*": TEXT}, "flat": FLAG, "origin": A_NUMBER,
             "bottom": A_NUMBER, "top": A_NUMBER, "path": TEXT, "file": TEXT, "withheld": Anything, "*": Anything}
PUBLISH = {"pseudonym": (TEXT, FLAG), "shift_days": (TEXT, FLAG), "purpose": TEXT, "most": WHOLE, "weeks": FLAG, "age_at": TEXT, "age_on": TEXT, "first_of": TEXT, "format": TEXT,
           "top": A_NUMBER, "bottom": A_NUMBER, "top_quantile": A_NUMBER, "bottom_quantile": A_NUMBER, "round": (A_NUMBER, TEXT), "base": A_NUMBER, "lowest": A_NUMBER, "highest": A_NUMBER, "random": FLAG,
           "noise": A_NUMBER, "kind": TEXT, "pram": A_NUMBER, "values": ([TEXT], FLAG, TEXT), "redact": [TEXT], "*": Anything}
MODEL = {"kind": one_of("distinct", "entropy", "recursive", "basic", "enhanced"), "column": TEXT, "joint": FLAG,
         "distance": one_of("euclidean", "equal", "ordered", "hierarchical"), "reference": one_of("table", "release"), "estimator": one_of("zero-truncated-poisson", "poisson"),
         "values": ([TEXT], TEXT, {"*": Anything}), "*": (A_NUMBER, PERCENT)}
ROLE = one_of("identifier", "quasi-identifier", "sensitive", "insensitive", "provider", "person", "household", "own-k", "undecided")
COLUMN = {"role": ROLE, "hierarchy": (TEXT, HIERARCHY, NULL), "min_level": WHOLE, "max_level": WHOLE, "weight": A_NUMBER, "missing": TEXT,
          "publish": (TEXT, PUBLISH), "*": Anything}
JOB = {"columns!": {"*": COLUMN}, "privacy!": {"unit": TEXT, "population": TEXT, "*": (A_NUMBER, PERCENT, MODEL, [(A_NUMBER, PERCENT, MODEL)])},
       "input": (TEXT, {"*": Anything}), "inputs": [{"path!": TEXT, "provider!": TEXT, "*": Anything}], "output!": (TEXT, {"*": Anything}),
       "csv": {**dict.fromkeys(["delimiter", "quote", "decimal"], (CHARACTER, NULL)), "encoding": (TEXT, NULL), "header": FLAG, "missing": [TEXT],
               "skip_rows": (WHOLE, NULL), "skip_footer": (WHOLE, NULL), "fixed_width": (FIELDS, NULL), "*": Anything},
       "suppression": {"limit": (A_NUMBER, PERCENT), "as": TEXT}, "recoding": {"kind": TEXT, "cells": TEXT, "*": Anything},
       "release": {"order": TEXT, "provider": FLAG, "noise": FLAG, "labels": TEXT, "escape_formulas": FLAG, "fixed_width": (FIELDS, NULL),
                   "conceal_choice": (A_NUMBER, PERCENT, FLAG, NULL), "secret": (TEXT, FLAG), "*": Anything},
       "utility": {"objective": (TEXT, {"metric!": TEXT, "alpha": A_NUMBER, "beta": A_NUMBER, "*": Anything}), "*": Anything}, "search": {"algorithm": TEXT, "seed": WHOLE, "*": Anything},
       "hierarchy": {"unknown": TEXT, "plan": TEXT, "*": Anything}, "waivers": {"*": Anything}, "*": Anything}
# Of a report, what is read before it is compared.
REPORT = {"job!": JOB, "audience!": one_of("public", "internal"), "solution": {"levels": {"*": Anything}, "rows_suppressed": (WHOLE, NULL), "*": Anything},
          "noise": {"records": WHOLE, "*": Anything}, "columns": [{"name!": TEXT, "*": Anything}], "draw_key": TEXT,
          "search": ({"concealed": ({"*": Anything}, NULL), "*": Anything}, NULL), "fingerprints": {"columns": {"*": Anything}, "*": Anything},
          "singled_out": [{"columns!": [TEXT], "by!": TEXT, "*": Anything}], "*": Anything}

def check_form(value, form, what, path=""):
    """Refuses a job or a report in which something has another form than it can have: says where. What is not there has its default."""
    forms = form if isinstance(form, tuple) else (form,)
    is_map, is_list = isinstance(value, dict), isinstance(value, list)
    fits = [one for one in forms if one is Anything or (KINDS[one](value) if isinstance(one, str) else is_map if isinstance(one, dict) else is_list)]
    if not fits:
        words = [one if isinstance(one, str) else "a map" if isinstance(one, dict) else "a list" for one in forms]
        raise Refused(f"{what} is malformed: {path or 'it'} should be {' or '.join(words)}")
    if fits[0] is Anything or isinstance(fits[0], str):
        return
    inside = {key.removesuffix("!"): one for key, one in fits[0].items()} if is_map else {}
    for key in (key for key in inside if f"{key}!" in fits[0] and key not in value):
        raise Refused(f"{what} is malformed: {path or 'it'} has no {key}")
    for key, one in value.items() if is_map else enumerate(value):
        at = f"[{key}]" if is_list else f".{key}" if path else key
        inner = inside.get(key, inside.get("*")) if is_map else fits[0][0]
        if inner is None:
            raise Refused(f"{what} is malformed: {path}{at} does not belong there")
        check_form(one, inner, what, path + at)

# ---- 13. The check ----------------------------------------------------------------------------------------

class Stop(Exception):
    """Something is wrong without which nothing else can be checked; says what."""

def examine(originals, release_path, job, folder, report=None, given=None, key=None, proof=None, draw=None):
    """Verdicts about the release; what a report about it has to say; and what that rests on. `given` are the
    hierarchies of --hierarchy, by column; `proof` is what --proof names, `draw` what drew who stays."""
    check = Check(originals, release_path, job, folder, report or {}, given or {}, key, draw)
    try:
        check.read_tables()
        check.count_rows()
        check.match_records()
    except Stop as why:
        return check.verdicts, NotShown(str(why)), {}
    check.check_order()
    check.check_treatments()
    check.check_draw()
    check.show_hierarchies()
    check.measure_models()
    check.check_bases()
    check.check_tellers()
    check.measure_utility()
    expected = check.expected_report()
    if proof is not None:
        check.verdicts.append(check_proof(check, proof, report or {}))
    return check.verdicts, expected, {"matching": check.matching, "k": check.k}

class Check:
    def __init__(self, originals, release_path, job, folder, report, given, key=None, draw=None):
        self.key, self.draw = key, draw
        folder = folder if isinstance(folder, Files) else Files(folder)
        self.originals, self.release_path, self.job, self.folder = originals, release_path, job, folder
        self.report, self.given, self.settings = report, given, job.get("hierarchy", {})
        plan = self.settings.get("plan")
        self.planned = strict_json(read_text(folder.file(plan)))["hierarchies"] if plan else {}
        self.verdicts, self.columns, self.options = [], job["columns"], job["csv"]
        self.fitting, self.inexact, self.unread = {}, set(), []
        self.is_local = job.get("recoding", {}).get("kind") == "local"
        self.is_grouped = job.get("recoding", {}).get("kind") == "microaggregation"
        self.claimed, self.public = report.get("solution", {}), report.get("audience") != "internal"
        self.draws = draws(job)
        self.conceals = self.public and (self.draws or bool(job["release"].get("conceal_choice")))
        self.noise = report.get("noise", {}).get("records", 0)
        if self.is_grouped:
            plain = lambda column: "publish" not in column or treatment_of(column)
            self.columns = {name: column | {"publish": "mean"} if column.get("role") == "quasi-identifier" and plain(column) else column
                            for name, column in self.columns.items()}
        self.of_classes = [name for name, column in self.columns.items() if is_aggregated(column)]
        self.aggregated = [name for name in self.of_classes if self.columns[name].get("role") != "quasi-identifier"]
        self.automatic = [name for name, column in self.columns.items() if is_automatic(column)]
        self.limited = [name for name, column in self.columns.items() if is_at_quantiles(column)]
        self.behind = self.aggregated + self.limited  # columns of which the release does not have the values

    def claim(self, what, holds, detail):
        self.verdicts.append(("proved" if holds else "refuted", what, detail))
        return holds

    def claim_levels(self, name, holds, detail):
        """That labels are at levels of the job, where these are known."""
        if holds and "withheld" in self.columns[name]:
            detail = "the report withholds its lowest and highest level; give --job JOB.toml"
            self.verdicts.append(("not shown", f"{name}: labels", detail))
        else:
            self.claim(f"{name}: labels", holds, detail)

    def read_tables(self):
        self.provider = [name for name, column in self.columns.items() if column.get("role") == "provider"]
        self.by_name = bool(self.provider and self.job["release"].get("provider"))
        self.pooled = [one["provider"] for one in self.job.get("inputs", [])]
        header = self.options.get("header", True)
        self.table, delimiter = read_table(self.originals, self.options, header, self.pooled, *self.provider)
        delimiter = {ending(self.originals[0]): delimiter or ",", "tsv": "\t"}.get(ending(self.release_path), ",")
        fields = self.job["release"].get("fixed_width")
        options = self.options | {"delimiter": delimiter, "missing": [], "fixed_width": fields, "header": False}
        options |= {"encoding": None, "skip_rows": 0, "skip_footer": 0, "decimal": None}
        escaped = self.job["release"].get("escape_formulas") and not is_json_lines(self.release_path)
        self.release, _ = read_table([self.release_path], options | {"escaped": escaped})
        if escaped:
            written = read_table([self.release_path], options)[0].columns.values()
            is_safe = not any(is_formula(cell) for column in written for cell in column)
            self.claim("escapes", is_safe, "no cell is a formula for spreadsheets")
        self.check_bytes(delimiter.replace("\\t", "\t"), fields)
        self.open = treat(self.table, self.job["columns"], unit_of(self.job), self.key_of)
        as_published(self.table, self.columns)
        with_own_k(self.job, self.table)
        roles = "quasi-identifier", "sensitive", "insensitive", *["provider"] * self.by_name
        people = [name for name in with_role(self.job, self.table, "person", "household")
                  if treatment_of(self.columns[name])]
        self.shown = [name for name in self.table.names if name in {*with_role(self.job, self.table, *roles), *people}]
        self.qids = with_role(self.job, self.table, "quasi-identifier")
        written = [one for name in self.shown for one in written_names(name, self.columns.get(name, {}))]
        self.look_for_identifiers()
        are_those = self.release.names == written
        if not self.claim("columns", are_those, "those of the job, no identifier among them"):
            raise Stop("the columns of the release differ from those of the job")

    def check_bytes(self, delimiter, fields):
        """That every byte of the release follows from its cells."""
        output, kind = self.job["output"], lambda path: (ending(path), path.endswith(".gz"))
        if not isinstance(output, str) or kind(output) != kind(self.release_path):
            self.verdicts.append(("not shown", "container", "the job writes the release in another form than that of this file"))
            return
        found = other_bytes(self.release_path, delimiter, self.options.get("quote") or '"', fields)
        self.claim("container", not found, found or "every byte of the text follows from its cells")
        if self.release_path.endswith(".gz"):
            self.verdicts.append(("not shown", "container: compression", "one text can be compressed in many ways; incog verify does it again"))
        if is_json_lines(self.release_path):
            self.verdicts.append(("not shown", "container: types", "which columns are numbers follows from types; incog verify writes them again"))
        for name, column in self.columns.items():
            cells = {cell for one in written_names(name, column) for cell in self.release.columns.get(one, [])}
            if is_of_numbers(column):
                told = [cell for cell in cells if cell not in ("", "*")]
            elif form_of(column) in ("mean", "median"):
                told = [cell for cell in cells if "number" in type_of([cell])]
            else:
                continue
            is_plain = all(plain_text(cell) in (cell, None) for cell in told)
            self.claim(f"{name}: spelling", is_plain, "numbers and days are spelled in one way")

    def look_for_identifiers(self):
        """No column of the release has the name of an identifier, or its values under another name, in any order."""
        names = [name for name, column in self.columns.items() if column.get("role") in ("identifier", "person", "household")
                 and not treatment_of(column)]
        raw, found = getattr(self.table, "untreated", self.table.columns), []
        count = lambda cells: Counter(cell.strip() for cell in cells if cell.strip() not in (*MISSING, "*"))
        for one, cells in self.release.columns.items():
            shown = count(cells)
            own = one in self.table.columns and shown <= count(self.table.columns[one])
            above = (self.columns.get(one, {}).get("hierarchy") or {})
            above = above.get("columns", []) if isinstance(above, dict) else []
            has = lambda name: len(shown) > 2 and not own and name not in above and shown <= count(raw.get(name, []))
            found += [one] if one.strip() in names or any(map(has, names)) else []
        self.claim("identifiers", not found, "no column has the name or the values of one" if not found else f"in {', '.join(found)}")

    def key_of(self, said):
        """The key of a column: the one that is given, or that of the job if it is there."""
        path = self.key or said.get("pseudonym") or said.get("shift_days")
        try:
            path = Path(self.folder.file(path)) if path and isinstance(path, str) and not self.key else self.key
        except Refused:
            return None  # it is not at hand
        return path.read_bytes() if path and path.is_file() else None

    def check_treatments(self):
        """What shows of columns that are not made again here."""
        for name in self.open:
            cells = {row: self.release.columns[name][row] for row in self.rows}
            if treatment_of(self.columns[name]) == "pseudonym":
                form = re.compile("p[a-z2-7]{20}")
                is_one = all(form.fullmatch(cell) or cell in MISSING for cell in cells.values())
                self.claim(f"{name}: form", is_one, "every cell is a pseudonym, or belongs to a record without a person")
                pairs, names = set(), self.table.columns[name]
                for key, rows in self.matching.rows.items() if isinstance(self.matching, Matching) else ():
                    people = {names[record] for record in self.matching.records[key]}
                    if len(people) == 1:  # whichever of these records the rows are
                        pairs |= {(*people, cells[row]) for row in rows}
                both = len({one for one, _ in pairs}) == len(pairs) == len({other for _, other in pairs})
                detail = f"{len(pairs)} people of certain records have one pseudonym each"
                if pairs:
                    self.claim(f"{name}: people", both, detail)
                else:
                    self.verdicts.append(("not shown", f"{name}: people", "no row shows whose it is"))
            if "e-mail address" in (self.columns[name]["publish"].get("redact") or ()):
                left = sum(bool(ADDRESS.search(cell)) for cell in cells.values())
                self.claim(f"{name}: addresses", not left, f"{left} cells have an e-mail address that should be redacted")
            if treatment_of(self.columns[name]) == "shift-days":
                self.check_shifts(name, cells)
            if treatment_of(self.columns[name]) == "noise":
                self.check_noise(name, cells)
            self.check_chance(name, cells)
            self.verdicts.append(("not shown", f"{name}: values", "only a key, random numbers or detectors can make them again"))

    def check_draw(self):
        """The records that stay of a class are those that the key draws."""
        what, table = "who stays", self.coded_table()
        in_order = self.job["release"]["order"] == "input"
        if self.suppressed == 0 and not in_order or not isinstance(self.matching, Matching) or self.draws:
            return
        in_cells = self.qids + [name for name in self.shown if self.columns.get(name, {}).get("role") in ("sensitive", "provider")]
        hidden = bool(self.provider and not self.by_name) or OWN_K in table.columns or bool({*in_cells} & {*self.behind}) or unit_of(self.job) or self.unread
        has_no_key = not self.public and self.report and "draw_key" not in self.report and not self.job["release"].get("secret")
        if hidden or self.open or self.noise:
            self.verdicts += [("not shown", "draw_key", "an internal report has it where records were chosen at random")] * bool(has_no_key)
            self.verdicts.append(("not shown", what, "people are counted, or the draw depends on values that the release does not have or on a key"))
            return
        names = [name for name in self.shown if name not in self.aggregated]
        is_drawn = self.is_partly_kept(table, in_cells)
        if not in_order and not is_drawn:
            return
        if is_drawn and has_no_key:
            self.verdicts.append(("refuted", "draw_key", "records were chosen at random, and the internal report does not have the key"))
        if self.draw is None and is_drawn:
            self.verdicts.append(("not shown", what, "needs the internal report (--draw-key) or the job's secret (--secret)"))
            return
        other_ways = (way for way in self.of_levels_again() if not way.unmatched)
        self.claim(what, any(self.are_drawn(table, names, in_cells, way) for way in itertools.chain([self.matching], other_ways)),
                   "a second draw keeps the same records")

    def is_partly_kept(self, table, in_cells):
        """Whether some, and not all, records stay of those with the same labels, sensitive values and provider."""
        label_of = {name: reading.label_of for name, reading in self.matching.readings.items()}
        columns = [[*map(label_of[name].get, table.columns[name])] if name in label_of else table.columns[name] for name in in_cells]
        there, kept = Counter(zip(*columns)), Counter(self.release.cells(in_cells, self.rows))
        return any(0 < kept[cell] < count for cell, count in there.items())

    def are_drawn(self, table, names, in_cells, way):
        """Whether the release has the records that the draw keeps, with labels read in this way."""
        shown = {name: [*map(way.readings[name].label_of.get, table.columns[name])] if name in way.readings else table.columns[name]
                 for name in names}
        quotas = Counter(self.release.cells(in_cells, self.rows))
        stay = who_stays(self.table, self.shown, [*zip(*(shown[name] for name in in_cells))], quotas, self.draw or b"")
        drawn = [tuple(shown[name][record] for name in names) for record in stay]
        found = [*self.release.cells(names, self.rows)]
        return drawn == found if self.job["release"]["order"] == "input" else Counter(drawn) == Counter(found)

    def before_and_after(self, name, cells):
        """Of records that are certain, the person, the cell that the original has, and that of the release; each once."""
        people = unit_of(self.job) or next(iter(with_role(self.job, self.table, "person", "household")), None)
        raw, found = self.table.untreated, set()
        for key, rows in self.matching.rows.items() if isinstance(self.matching, Matching) else ():
            records = self.matching.records[key]
            known = {(raw[people][record] if people else None, raw[name][record]) for record in records}
            if len(known) == 1 and len(rows) == len(records):
                found |= {(*one, cells[row]) for one in known for row in rows}
        return found

    def published_groups(self, name, cells):
        """Records that look alike in all other columns, where all of them were published: person and original cell of
        each, and the released cells, in any order. No person's cell twice, since chance draws once for it."""
        people = unit_of(self.job) or next(iter(with_role(self.job, self.table, "person", "household")), None)
        matching, raw, seen = self.matching, self.table.untreated, set()
        if not people or name in self.qids or self.noise or self.draws or not isinstance(matching, Matching) or matching.unmatched:
            return
        pairs = [(matching.records[key], rows) for key, rows in matching.rows.items()]
        if self.job["release"]["order"] == "input" and len(self.rows) == self.table.rows:
            pairs = [([record], [row]) for record, row in enumerate(sorted(self.rows))]
        is_there = lambda cell: cell.strip() not in MISSING
        for records, rows in pairs:
            known = [(spelling(raw[people][one]), raw[name][one].strip()) for one in records
                     if is_there(raw[people][one]) and is_there(raw[name][one])]
            after = [cells[row].strip() for row in rows if is_there(cells[row])]
            draws = {(who, float(cell) if NUMBER.fullmatch(cell) else cell) for who, cell in known}
            if len(records) == len(rows) and len(known) == len(after) == len(draws) > 0 and not draws & seen:
                seen |= draws
                yield known, after

    def check_chance(self, name, cells):
        """Cells can be what chance made: an honest column fails with a probability of at most 1e-9, by Chernoff's bounds."""
        said, treatment = self.columns[name]["publish"], treatment_of(self.columns[name])
        tests = {"noise": chance_of_noise, "post-randomization": chance_of_categories, "round": chance_of_rounding,
                 "shift-days": chance_of_shifts}
        if treatment not in tests or treatment == "round" and not (said.get("random") and said["round"] != "auto"):
            return
        if treatment == "post-randomization" and not isinstance(said.get("values"), list):
            return  # the report withholds the categories
        groups = [*self.published_groups(name, cells)]
        found = tests[treatment](said, groups) if groups else None
        if found is not None:
            self.claim(f"{name}: chance", found >= 1e-9,
                       f"of {len(groups)} groups of equal records; such cells have a probability of at most {min(found, 1):.1e}")

    def check_noise(self, name, cells):
        """Noise is as large as it is said to be: a wrong alarm has a chance of 4 in 100 million (chi-squared, 20 numbers)."""
        said, found = self.columns[name]["publish"], []
        for _, before, after in self.before_and_after(name, cells):
            if NUMBER.fullmatch(before.strip()) and NUMBER.fullmatch(after.strip()):
                share = abs(float(before)) if said.get("kind") == "multiplicative" else 1.0
                places = len(before.strip().partition(".")[2])
                if said["noise"] * share > 2 * 10**-places:  # else rounding hides it
                    found.append((float(after) - float(before)) / (said["noise"] * share))
        if len(found) >= 20:
            spread = math.sqrt(math.fsum(one * one for one in found) / len(found))
            self.claim(f"{name}: noise", 0.3 <= spread <= 3, f"of {len(found)} numbers it has {spread:.2f} times the standard deviation of the job")

    def check_shifts(self, name, cells):
        """Dates are moved by person, whatever the key is: of records that are certain, those of one person by as many days."""
        said, moved = self.columns[name]["publish"], set()
        days = lambda cell: day_of(cell, said.get("format"))
        for who, before, after in self.before_and_after(name, cells):
            if who is not None and is_one(lambda: days(before) and days(after)):
                moved.add((spelling(who), (days(after) - days(before)).days))
        if moved:
            by_person = len({who for who, _ in moved}) == len(moved)
            within = all(0 < abs(far) <= said.get("most", 365) for _, far in moved)
            self.claim(f"{name}: shifts", by_person and within, f"{len(moved)} people whose records are certain have one shift each, within the limit of the job")

    def count_rows(self):
        """Sets rows that stand for suppressed records apart, and counts those that are missing."""
        key = lambda texts: [(float(text or "inf"), text) for text in texts]
        cells = [self.release.columns[name] for name in self.release.names]
        keys = [*zip(*(key(texts) if "number" in type_of({*texts} - {""}) else texts for texts in cells))]
        if not self.claim("numbers", with_labels(self.release, self.columns),
                          "cells of columns that are published as numbers are numbers, days or empty"):
            raise Stop("cells do not have the form that the job sets")
        star, rows = self.job["suppression"]["as"] == "star", range(self.release.rows)
        stars = [row for row, texts in zip(rows, self.release.cells(self.shown, rows)) if {*texts} == {"*"}]
        starred = stars[:self.claimed.get("rows_suppressed")] if star else []
        self.rows = sorted({*rows} - {*starred})
        self.suppressed = self.table.rows - len(self.rows) + self.noise
        limit = math.floor(exact(self.job["suppression"]["limit"]) * self.table.rows)
        within = 0 <= self.suppressed <= limit
        self.claim("suppression limit", within, f"{self.suppressed} records, {limit} allowed")
        self.claim("starred rows", len(starred) == star * self.suppressed, "one for each suppressed record")
        order = self.job["release"]["order"]
        if order not in ("sorted", "input"):
            raise Refused(f"release.order is {order}, which this script does not know")
        if order == "sorted":
            self.claim("order", keys == sorted(keys), "sorted by the released values, as the job says")

    def match_records(self):
        """Tries the ways to read the labels, those that the report tells first."""
        self.full = {name: self.hierarchy(name, self.rule(name)) for name in self.columns
                     if self.rule(name) and name not in self.qids}
        self.labels = {name: {self.release.columns[name][row] for row in self.rows} for name in self.qids}
        if self.is_local:
            matchings = self.of_cells()
        elif self.is_grouped:
            matchings = [self.of_groups()]
        else:
            matchings = self.of_levels()
        fitting = (found for found in matchings if found.unmatched <= self.noise)
        self.matching, self.other_matchings = next(fitting, None), fitting
        if self.matching and self.job.get("recoding", {}).get("cells") == "strict":
            ways = itertools.chain([self.matching], fitting)
            is_strict = any(are_disjoint(self.release, self.rows, way.below) for way in ways)
            if is_strict or not self.inexact:
                self.claim("strict cells", is_strict, "no combination of values belongs to the labels of two classes")
            else:
                self.verdicts.append(("not shown", "strict cells", "bounds of labels overlap, so they do not show which values a label has"))
        detail = f"all {len(self.rows)} rows but {self.noise} noisy are records of the original, each another"
        if self.is_grouped and self.matching and not self.matching.originals(self.qids)[1]:
            self.verdicts.append(("not shown", "records", UNTOLD))
        elif self.matching and self.unread:
            self.verdicts.append(("not shown", "records", f"of {', '.join(self.unread)} it is not known which values the labels have"))
        else:
            self.claim("records", self.matching, detail)
        if not self.matching or not self.rows:
            raise Stop("the rows of the release are not records of the original")
        is_read = OWN_K in self.table.columns and not self.unread and not self.is_grouped
        self.meets_own_k = self.matching.meets_own_k(self.release, self.qids, self.rows) if is_read else None
        self.full |= {name: reading.full for name, reading in self.matching.readings.items()}

    def check_order(self):
        """With the order of the input, the rows are records of which each stands behind the last, as far as cells show it."""
        if self.job["release"]["order"] != "input":
            return
        if self.noise:
            self.verdicts.append(("not shown", "order", "the release does not say which rows are noise"))
            return
        ways = itertools.chain([self.matching], [] if self.is_grouped else self.ways_again(self.of_cells if self.is_local else self.of_levels))
        names = [name for name in self.release.names if name not in (*self.behind, *self.open, *self.unread, *self.of_classes)]
        self.claim("order", any(self.is_in_order(names, way) for way in ways), "rows can be records in the order of the input, as the job says")

    def is_in_order(self, names, way):
        """Whether a record of the original fits each row, behind that of the row before; the first that fits leaves the most."""
        fits = []
        for name in names:
            read, below = way.readings.get(name), getattr(way, "below", {}).get(name)
            column = self.table.columns[name] if read is None else [*map(read.label_of.get, self.table.columns[name])]
            cells = self.release.columns[name]
            fits.append((lambda record, row, column=column, cells=cells, below=below: column[record] in below.get(cells[row], ())) if below is not None
                        else (lambda record, row, column=column, cells=cells: column[record] == cells[row]))
        records = iter(range(self.table.rows))
        return all(any(all(fit(record, row) for fit in fits) for record in records) for row in self.rows)

    def of_groups(self):
        """Which records are in which group, as far as that is seen."""
        plain = [name for name in self.release.names if name not in self.of_classes + self.open]
        told = [name for name in self.table.names if name == unit_of(self.job) or
                self.columns.get(name, {}).get("role") not in ("identifier", "person", "household")]
        in_order = self.job["release"]["order"] == "input"
        return GroupMatching(self.coded_table(), self.release, self.rows, plain, self.qids, told, in_order)

    def of_levels(self):
        """The ways to read the labels of each column as those of one level."""
        return self.each_way(Matching, [self.readings(name) for name in self.qids])

    def of_levels_again(self):
        """Some of these ways once more, when the first one is not enough; what is claimed of them was claimed."""
        yield from self.ways_again(self.of_levels)

    def ways_again(self, ways):
        verdicts = [*self.verdicts]
        ways = [*itertools.islice(ways(), 64)]
        self.verdicts = verdicts
        yield from ways

    def of_cells(self):
        """The ways to read the labels of each column as those of any level."""
        return self.each_way(LocalMatching, [self.below(name) for name in self.qids])

    def each_way(self, kind, ways):
        read = [(name, of) for name, of in zip(self.qids, ways) if name not in self.unread]
        return (kind(self.coded_table(), self.release, self.rows, dict(zip([name for name, _ in read], chosen)), self.aggregated + self.open, self.unread)
                for chosen in itertools.islice(itertools.product(*(of for _, of in read)), MOST_COMBINATIONS_OF_LEVELS))

    def coded_table(self):
        """The original with its numbers coded at the ends of the released ones, where the job says so."""
        coded = copy.copy(self.table)
        coded.columns = dict(coded.columns)
        for name in self.limited:
            cells = [self.release.columns[name][row] for row in self.rows]
            numbers = numbers_among(cells, self.table.missing[name])
            coded.columns[name] = coded_at(self.columns[name]["publish"], coded.columns[name], self.table.missing[name], numbers)
        return coded

    def check_limits(self, known):
        """The ends of the released numbers are the quantiles of those behind, where these are known."""
        for name in self.limited:
            said, missing = self.columns[name]["publish"], self.table.missing[name]
            what, rows = f"{name}: quantiles", [row for row in self.rows if self.release.columns[name][row] != missing]
            numbers = numbers_among([self.release.columns[name][row] for row in rows], missing)
            if not numbers:
                continue
            if not leave_room(said, numbers) or len(numbers) < len(rows):
                self.claim(what, False, "the limits change too few or too many records")
            elif all(row in known for row in rows):
                values = [float(self.table.columns[name][known[row]]) for row in rows]
                are_those = coded_by_quantiles(said, values) == [number for number, _ in numbers]
                self.claim(what, are_those, f"those of the numbers of {len(rows)} records")
            else:
                self.verdicts.append(("not shown", what, "it is not certain which numbers are behind the limits"))

    def below(self, name):
        """For each label of a column the values that may have it, at any level that the job allows; several
        where labels do not tell which hierarchy was chosen."""
        column, apart, found = self.columns[name], self.table.apart[name], []
        for rule, full in self.rules(name):
            levels = range(column.get("min_level", 0), column.get("max_level", full.height) + 1)
            exactly = AnyLevel(rule, full, levels, apart).values
            within = Within(in_order(full.rows.keys() - apart), full.rows, rule)
            around = lambda label: within.bounds_of(label) | ({*full.rows} if label == "*" else set())
            by_bounds = is_named_by_bounds(rule) and not self.is_whole()
            may_be_regrouped = self.rule(name) and form_of(column) == "label"
            values = around if by_bounds else lambda label: exactly(label) or (around(label) if may_be_regrouped else set())
            as_made = lambda label: not by_bounds and exactly(label)
            self.inexact |= set() if all(map(as_made, self.labels[name])) else {name}
            below = {label: values(label) for label in self.labels[name]}
            found += [below] if all(below.values()) and below not in found else []
        if self.leave_unread(name, found):
            return []
        self.claim_levels(name, found, "all are of its hierarchy, at levels of the job")
        return found

    def leave_unread(self, name, is_read):
        """Whether nothing is known of the labels of a column: the job names no hierarchy, and it is none that is guessed here, or it is
        in no file."""
        if is_read or (rule := self.rule(name)) and not is_elsewhere(rule):
            return False
        if name not in self.unread:
            self.unread.append(name)
            self.verdicts.append(("not shown", f"{name}: labels", what_to_give(name, rule)))
        return True

    def hierarchy(self, name, rule):
        """That of the values of a column; with a section [hierarchy], of those that have a place in it."""
        values, table, folder = {*self.table.columns[name]}, self.table, self.folder
        if not self.settings or name not in self.qids:
            return build(name, rule, values, table, folder)
        kept = {row[0]: row for row in self.planned.get(name, {}).get("rows", [])}
        markers, missing = self.options.get("missing", MISSING), values & {table.missing[name]}
        present = {value: row for value, row in kept.items() if value.strip() not in markers}
        if isinstance(rule, str):
            made = Hierarchy(name, kept) if kept else build(name, rule, values, table, folder)
        elif kept and not is_rule(rule):  # then no other values are known
            height = len([*kept.values()][0]) - 1
            made = Hierarchy(name, {value: [value] * height + ["*"] for value in missing} | kept)
        else:
            length, rule = max(map(len, present), default=math.inf), as_planned(rule, {*present})
            fits = lambda value: ("mask" not in rule or "keep" in rule or len(value) <= length) and \
                is_one(lambda: build(name, rule, {value}, table, folder))
            made = build(name, rule, {*present, *filter(fits, values)} | missing, table, folder)
        return self.with_root(name, made, values - {*made.rows})

    def with_root(self, name, made, unknown):
        """With the root in the place of what the hierarchy does not know; a file has it in any case."""
        is_top = self.settings.get("unknown") == "top"
        if unknown and not is_top:
            raise Refused(f"{name}: its hierarchy lacks values of the table")
        if unknown or is_top and isinstance(self.rule(name), str):
            cells = self.table.columns[name]
            self.table.columns[name] = ["*" if cell in unknown else cell for cell in cells]
            self.table.apart[name] |= {"*"}
            made = Hierarchy(name, {"*": ["*"] * (made.height + 1)} | made.rows)
        return made

    def rule(self, name):
        """How somebody says that the hierarchy of a column is made."""
        given = self.given.get(name)
        if given:
            return given if isinstance(given, dict) else {"list": from_file(name, given)}
        made = self.planned.get(name, {}).get("made")
        return rule_of(self.columns[name] | ({"hierarchy": made} if made else {}), self.job["release"])

    def rules(self, name):
        """The ways in which the hierarchy of a quasi-identifier may be made, with the hierarchies."""
        values = {*self.table.columns[name]} - self.table.apart[name]
        named, form = self.rule(name), form_of(self.columns[name])
        if is_elsewhere(named):
            return
        for rule in [named] if named else guesses(values, self.labels[name], form, self.job["release"],
                                                           self.table.columns[name]):
            try:
                made = self.hierarchy(name, rule)
                yield rule, with_names(name, made, self.names(name)) if self.is_whole() and is_named_by_bounds(rule) else made
            except Refused:
                if named:
                    raise

    def is_whole(self):
        """Whether all values are published, so that groups are called by all of them."""
        return self.draws or not (self.suppressed or self.planned)

    def names(self, name, records=None):
        """What groups of these records' values of a column are called."""
        unit = unit_of(self.job)
        pairs = self.table.cells([name, unit] if unit else [name], range(self.table.rows)) if records is None else records
        people = {*pairs} if unit else pairs
        least = max(2, asked_k(self.job, self.table.rows))
        return Names(Counter(value for value, *_ in people), self.table.apart[name], least, form_of(self.columns[name]))

    def seen_of(self, name):
        """What the two tables have of a column."""
        rows = (self.release.columns[name][row] for row in self.rows)
        return Seen(self.table.columns[name], rows, self.is_whole(), self.noise, lambda: self.names(name))

    def readings(self, name):
        """Each level whose labels the released ones may be, if the job allows it; the reported first."""
        column = self.columns[name]
        rules = [*self.rules(name)]  # values without a place are at the root from here on
        seen = self.seen_of(name)
        readings = [way for rule, full in rules for level in range(full.height + 1)
                    for way in Reading(rule, full, level, self.labels[name], self.table.apart[name], seen).ways()]
        fitting = [one for one in readings if one.fits and self.has_records(name, one)]
        stated = column if column.get("hierarchy") or self.planned else {}  # else nobody sees which is which
        allowed = [one for one in fitting
                   if stated.get("min_level", 0) <= one.level <= stated.get("max_level", one.level)]
        if self.leave_unread(name, fitting):
            return []
        if self.public and self.claimed.get("levels", {}).get(name):
            allowed = self.of_root(name, allowed)
        self.claim_levels(name, allowed, "all are of one level of its hierarchy that the job allows")
        claimed = self.claimed.get("levels", {}).get(name)
        different = {}
        self.fitting[name] = sorted(allowed or fitting, key=lambda one: (one.level != claimed, one.level))
        for one in self.fitting[name]:
            different.setdefault(frozenset(one.label_of.items()), one)
        return [*different.values()]

    def of_root(self, name, readings):
        """Labels that all look like the root are the root's, though a value may look like it, unless a group below does."""
        roots = [one for one in readings if one.level == one.full.height
                 and self.labels[name] == {row[-1] for row in one.full.rows.values()}]
        below = [one for one in readings if one.level < one.full.height]
        is_group = any(value != label for one in below for value, label in one.label_of.items())
        return readings if is_group else roots or readings

    def has_records(self, name, reading):
        """Whether there are as many records as rows with each label."""
        records = Counter(map(reading.label_of.get, self.table.columns[name]))
        rows = Counter(self.release.columns[name][row] for row in self.rows)
        return (rows - records).total() <= self.noise

    def prefer_right_names(self):
        """Of the first ways to match the records, takes one whose published values give the labels, where there is one."""
        first = self.matching
        is_named = lambda name, reading: any(self.show(name, one)["named"] is not False for one in self.alike(name, reading))
        for self.matching in [first, *itertools.islice(self.other_matchings, MOST_MATCHINGS)]:
            if all(itertools.starmap(is_named, self.matching.readings.items())):
                return
        self.matching = first

    def show_hierarchies(self):
        """The hierarchies and levels as the report speaks of them, where it is known what was published."""
        self.prefer_right_names()
        self.seen, self.told, self.unsure = {}, {}, set()
        for name in self.qids:
            self.seen[name] = Hierarchy(name, {label: [label, "*"] for label in self.labels[name]}), 0
            self.told[name] = (None, LOCAL if self.is_local else None) if self.is_local or self.is_grouped else (UNSEEN, UNSEEN)
        self.unsure = {*self.unread}
        for name, reading in self.matching.readings.items():
            facts = next((one for one in self.report.get("columns", []) if one.get("name") == name), {})
            claimed = facts.get("level"), facts.get("levels")
            ways = [self.show(name, one) for one in self.alike(name, reading)]
            way = next((one for one in ways if one["told"] == claimed and one["named"] is not False), ways[0])
            self.seen[name], self.told[name] = way["seen"], way["told"]
            self.unsure |= {name} if way["unsure"] else set()
            if way["named"] is not None:
                self.claim(f"{name}: names of labels", way["named"], "they follow from published values")
            elif reading.by_bounds:
                self.verdicts.append(("not shown", f"{name}: names of labels", "which values were published is not certain, and bounds follow from them"))
        for name in self.qids if self.is_local else ():
            if name in self.inexact and name not in self.unread:
                self.verdicts.append(("not shown", f"{name}: names of labels", "labels do not show which records have them, and bounds follow from their values"))

    def alike(self, name, reading):
        """The reading, and others that give what may have been published the same labels: where a job names no
        hierarchy, several may have been made."""
        published = {value for value, in self.matching.originals([name])[3]}
        same = lambda one: all(one.label_of.get(value) == reading.label_of.get(value) for value in published)
        return [reading, *(one for one in self.fitting[name] if one is not reading and same(one))]

    def show(self, name, reading):
        """What published values show; where it is unknown which those are, what all that may be show."""
        whole = reading.full, reading.level
        told_of = lambda one, level: counted(name, reading.rule, one, [level], self.labels[name], self.table, self.folder) if (
            self.public and stated) else one
        chosen = not self.columns[name].get("hierarchy")
        stated = is_stated(reading.rule) and not chosen
        if self.draws or not (self.suppressed or self.planned or chosen):  # then all values are published, and all hierarchies as made
            return {"seen": (told_of(reading.full, reading.level), reading.level), "told": (reading.level, reading.full.height + 1),
                    "named": None, "unsure": False}
        above = [] if stated else reading.rule.get("columns", [])
        _, sure, *published = self.matching.originals([name, *above])
        values = [{value for value, *_ in records} for records in published]
        cells = [{cell for _, *others in records for cell in others} for records in published]
        sure = sure or values[0] == values[1] and cells[0] == cells[1] and not self.matching.unmatched
        ways = [shown(name, reading, *found, chosen, self.table, self.folder)
                for found in zip(values, cells) if found[0]]
        (least, least_level), (hierarchy, level) = ways[0], ways[-1]
        labels = {hierarchy.rows[value][level] for value in values[1]}
        alike = sure or len(ways) == 2 and (least.height, least_level) == (hierarchy.height, level)
        told = (level, hierarchy.height + 1) if alike else (UNSEEN, UNSEEN)
        return {"seen": (told_of(hierarchy, level), level) if self.public else whole,
                "told": told if self.public else (reading.level, reading.full.height + 1),
                "named": self.are_named(name, reading, hierarchy, level, labels) if sure and not stated else None,
                "unsure": self.public and not sure and not (stated and alike
                                                              and told_of(least, least_level).rows == told_of(hierarchy, level).rows)}

    def are_named(self, name, reading, hierarchy, level, labels):
        """Whether labels are those that published values give; None where it is not certain how many people have them."""
        if not reading.by_bounds or not 0 < level < hierarchy.height:
            return labels == self.labels[name]
        unit = unit_of(self.job)
        known, sure, *_ = self.matching.originals([name, unit] if unit else [name])
        if not sure:
            return None
        groups, names = defaultdict(list), self.names(name, known.values())
        for value in [*names.order, *(names.people.keys() - {*names.order})]:
            groups[reading.full.rows[value][reading.level]].append(value)
        called = names.of_level([*map(tuple, groups.values())])
        return all(reading.label_of.get(value) == text for group, text in called.items() for value in group)

    def check_aggregates(self):
        """Each class of which all records are known has the aggregate of their values."""
        known, classes = self.matching.certain(), defaultdict(list)
        for row, labels in zip(self.rows, self.release.cells(self.qids, self.rows)):
            classes[labels].append(row)
        sure = [rows for rows in classes.values() if all(row in known for row in rows)]
        for name in self.of_classes:
            column, missing = self.table.columns[name], self.table.missing[name]
            form, what = form_of(self.columns[name]), f"{name}: {form_of(self.columns[name])} of each class"
            of_class = lambda rows: [column[known[row]] for row in rows if column[known[row]] != missing]
            written = lambda rows: {as_told(form, self.release.columns[name][row]) for row in rows}
            right = all(written(rows) == {as_told(form, aggregate(form, of_class(rows), missing))} for rows in sure)
            differ = [rows for rows in classes.values() if len({self.release.columns[name][row] for row in rows}) > 1]
            if sure or differ:
                right = right and not differ
                self.claim(what, right, f"that of the records of {len(sure)} classes")
            if len(sure) < len(classes):
                detail = f"which records {len(classes) - len(sure)} classes have is not certain"
                self.verdicts.append(("not shown", what, detail))
                if form == "mean" and name in self.qids and not self.suppressed:
                    released = [self.release.columns[name][row] for row in self.rows]
                    self.claim(f"{name}: sum of means", add_up(column, released), "that of the original")
        return known

    def values_behind(self, known):
        """The release with the values of its records in the place of aggregates; None where they are not certain."""
        if not all(row in known for row in self.rows):
            return None
        behind = copy.copy(self.release)
        behind.columns = dict(behind.columns)
        for name in self.behind:
            column = self.table.columns[name]
            behind.columns[name] = [column[known[row]] if row in known else "*" for row in range(behind.rows)]
        return behind

    def is_of_aggregates(self, fact):
        """Whether a figure is about values of which the release has only what is made of them."""
        return any(name in (fact["column"] or "").split(" x ") for name in self.behind)

    def own_k_of_rows(self):
        """What the record of each row asks for, where that is certain; otherwise whether all rows can be different records,
        each in a class as large as it asks for. Where people are counted, that shows nothing but the contrary."""
        if OWN_K not in self.table.columns:
            return None
        return self.people([OWN_K]) or (None if self.meets_own_k and self.unit else self.meets_own_k)

    def people(self, columns):
        """For each row the person or the provider of its record; None where that is not certain."""
        known, sure, *_ = self.matching.originals(columns)
        return {row: one for row, (one,) in known.items()} if columns and sure else None

    def is_by_chance(self, names):
        """Whether whose a row is was told without one of these columns, so that of equal rows it may be another's."""
        return bool(self.unit) and self.unit not in self.release.columns and any(name in self.open for name in names)

    def measure_models(self):
        self.unit = unit_of(self.job)
        self.person_of = self.people([self.unit]) if self.unit else None
        if self.unit in self.release.columns and not (self.unit in self.open and self.behind):
            self.person_of = {row: self.release.columns[self.unit][row] for row in self.rows}
        provider_of = self.release.columns[self.provider[0]] if self.by_name else self.people(self.provider)
        own_k = self.own_k_of_rows()
        known = self.check_aggregates() if self.of_classes else self.matching.certain() if self.limited or self.automatic else {}
        self.check_limits(known)
        self.known = known
        behind = self.values_behind(known) if self.behind else self.release
        hidden = self.behind if behind is None else []
        privacy = Privacy(self.job, self.table, behind or self.release, self.full, provider_of, self.person_of, hidden,
                          self.population(), own_k)
        facts = privacy.judge(self.rows)
        self.k = asked_k(self.job, self.table.rows)
        if self.noise:
            self.judge_noise(privacy)
        if self.draws:
            self.verdicts.append(("not shown", "draw", "only the secret shows which records were drawn; incog verify draws them again"))
            self.check_number_drawn()
            if on_levels(self.job):
                self.verdicts.append(("not shown", "levels", "only the secret shows which levels were chosen; incog verify chooses them again"))
        if self.is_of_series():
            self.verdicts.append(("not shown", "releases", "this script does not read earlier releases; incog verify compares them"))
        claimed = self.report.get("privacy") if isinstance(self.report, dict) else None
        claimed = [one if isinstance(one, dict) else {} for one in claimed] if isinstance(claimed, list) else []
        for fact, one in itertools.zip_longest(facts, claimed[:len(facts)], fillvalue={}):
            self.judge(fact, one)
        self.facts = [{key: value for key, value in fact.items() if value is not None or key == "achieved"}
                      for fact in facts]

    def check_number_drawn(self):
        """No more records are published than a share of all: more are drawn with a chance below 1e-9 (Hoeffding's bound)."""
        asked = self.job["privacy"]["differential-privacy"]
        asked = asked[0] if isinstance(asked, list) else asked
        parts, *_ = least_drawn(exact(asked["epsilon"]) - on_levels(self.job), asked["delta"])
        share, records = parts / 2**32, self.table.rows
        most = share * records + math.sqrt(records * math.log(1e9) / 2)
        self.claim("draw: records", len(self.rows) <= most, f"{len(self.rows)} of {records} are published, and each was drawn with a probability of {share:.4f}")

    def is_of_series(self):
        """Whether the job names earlier releases."""
        return bool(self.job.get("releases", {}).get("earlier"))

    def population(self):
        """How many people of the population have each combination of labels, if the job names them. The hierarchies are made
        again of their values."""
        path = self.job["privacy"].get("population")
        if not path or not isinstance(self.matching, Matching):
            return None
        people, _ = read_table([self.folder.file(path)], {key: self.options[key] for key in ("missing",) if key in self.options})
        labels = []
        for name in self.qids:
            if name not in people.names:
                raise Refused(f"{path}: the population has no column {name!r}")
            if name in self.unread:
                raise Refused(f"{name}: the job names no hierarchy, and people of the population have no labels without one; give --hierarchy")
            reading = self.matching.readings[name]
            full = build(name, reading.rule, {*people.columns[name]}, people, self.folder)
            values = {*self.table.columns[name]}
            if any(full.rows.get(value) != reading.full.rows[value] for value in values):
                raise Refused(f"{name}: values of the table have other labels, or no place, in the population")
            labels.append([full.rows[value][reading.level] for value in people.columns[name]])
        lacking = Counter(self.table.cells(self.qids, range(self.table.rows)))
        lacking -= Counter(people.cells(self.qids, range(people.rows)))
        self.claim("population", not lacking, "all people of the table are in it")
        self.people_rows = people.rows
        return Counter(zip(*labels))

    def judge_noise(self, privacy):
        """Invented records serve models of providers; all others hold without (docs/collaborative.md)."""
        of_providers = {"provider-diversity", "c-mixture"} & {*self.job["privacy"]}
        real = privacy.judge([row for row in self.rows if row not in self.matching.invented], colluding=False)
        are_for_them = all(fact["satisfied"] for fact in real if fact["model"] not in of_providers)
        allowed = self.job["release"].get("noise", True) and of_providers and are_for_them
        self.claim("noise", allowed, "it serves no models other than those of providers")

    def tell_against_release(self, fact, claimed):
        """What a report tells of the second figure of a model that is held against the table."""
        found, achieved, hides = fact.pop("against_release", None), fact["achieved"], self.public and self.suppressed
        if found is None or self.is_of_aggregates(fact) or hides and (fact["variant"] or "").startswith("hierarchical"):
            return
        if math.isnan(found) or achieved is not None and math.isnan(achieved):
            if "against_release" in claimed:
                fact["against_release"] = UNKNOWN
        elif hides or achieved is None or abs(found - achieved) > ROUNDING:
            fact["against_release"] = found

    def judge(self, fact, claimed):
        """A verdict about a model, and what a public report tells of it when records are suppressed."""
        self.tell_against_release(fact, claimed)
        in_release = fact.pop("reference", None) and not fact["variant"].startswith("hierarchical")
        what = " ".join(filter(None, (fact["model"], fact["variant"], fact["column"])))
        detail = f"measured {fact['achieved']}, required {fact['required']}"
        self.claim(f"privacy: {what}", fact["satisfied"], detail)
        if fact["model"] == "differential-privacy":
            fact["satisfied"] = OF_THE_DRAW  # classes and delta are half of it
        how = BY_PERSON if self.unit else BY_NAME if self.by_name else BY_MATCHING
        if not (fact["measured"] or "").endswith((BY_PEOPLE, BY_OWN_K)):
            fact["measured"] = fact["measured"] and fact["measured"] + how
        if self.is_of_aggregates(fact):
            fact["measured"] = BY_PROVIDER + BY_VALUE
        unknown = fact.pop("not_checked", UNKNOWN)
        if fact["achieved"] is not None and math.isnan(fact["achieved"]):
            self.verdicts[-1] = "not shown", f"privacy: {what}", unknown
            fact |= dict.fromkeys(("achieved", "satisfied", *["measured"] * bool(fact["measured"])), unknown)
        elif self.public and self.suppressed and fact["model"] in AGAINST_THE_WHOLE and not in_release:
            fact |= {"achieved": fact["required"], "measured": AT_MOST}
        if self.public and self.suppressed and fact["model"] == "c-mixture" and (
                self.unit or fact["variant"][-1] != "k"):
            told = fact["measured"] if fact["achieved"] is UNKNOWN else NO_MORE
            fact |= {"required": fact["achieved"], "measured": told}
        if self.public and self.is_of_aggregates(fact) and fact["achieved"] not in (None, UNKNOWN):
            fact |= {"achieved": fact["required"], "measured": AS_ASKED}

    def measure_utility(self):
        """Figures of the hierarchies that the report speaks of; the steward's are those of the full ones."""
        values, sure, *_ = self.matching.originals(self.qids)
        for name, reading in self.matching.readings.items() if not self.public else []:
            own = {label: reading.full.rows[one][reading.level] for one, label in reading.label_of.items()}
            self.release.columns[name] = [own.get(label, label) for label in self.release.columns[name]]
        hierarchies = {name: hierarchy for name, (hierarchy, _) in self.seen.items()}
        levels = {name: level for name, (_, level) in self.seen.items()}
        total, originals = len(self.rows) if self.draws else self.table.rows + self.noise, values if sure and (self.public or self.is_grouped) else None
        utility = Utility(self.job, self.release, self.rows, hierarchies, levels, total, originals)
        rules = {name: self.rule(name) for name in self.qids} | {name: one.rule for name, one in self.matching.readings.items()}
        listed = {name for name in self.qids if isinstance(own := self.rule(name), dict) and own.get("withheld") in ("order", "tree")}
        stated = self.is_grouped or all(name in listed or name not in self.unread and rule and is_stated(rule) for name, rule in rules.items())
        coarse, no_level = self.public and not stated, (UNSEEN, UNSEEN) in self.told.values()
        self.figures = utility.figures(self.job["utility"]["objective"], self.k)
        if self.is_grouped:  # values of groups are no labels, and have no figures of these
            self.figures = {name: self.figures[name] for name in ["objective", "value", *self.figures]
                            if name in OF_CLASSES | {"objective", "value"}}
        for name, value in self.figures.items():
            metric = self.figures["objective"].replace("-", "_") if name == "value" else name
            of_level = no_level and metric in ("precision", "height")
            few = metric in OF_FREQUENCIES and self.table.rows - self.suppressed < MANY_RECORDS
            if self.public and (few or metric == "squared_error"):
                self.figures[name] = None  # it would tell of single values
            elif self.is_local and name != "objective" and metric not in OF_CLASSES:
                is_rounded = metric in OF_FREQUENCIES or coarse and metric in OF_DOMAIN
                self.figures[name] = NotShownRounded(LOCAL) if is_rounded and self.public else LOCAL
            elif self.is_grouped and metric == "squared_error":
                self.figures[name] = UNTOLD if value is None else float(value)
            elif value is None or of_level or self.unsure and metric in OF_DOMAIN or self.unread and metric == "kl_divergence":
                is_rounded = self.public and (metric in OF_FREQUENCIES or coarse and metric in OF_DOMAIN)
                self.figures[name] = NotShownRounded(UNSEEN) if is_rounded else UNSEEN if self.public else NotShown("it is not computed here")
            elif metric in OF_FREQUENCIES or metric == "squared_error" or coarse and metric in OF_DOMAIN:
                self.figures[name] = Rounded(value)
        if self.draws:
            self.figures |= {"entropy": None, "suppressed_share": None}
        if self.figures.get("entropy", 0) is None:
            del self.figures["entropy"]
        if self.conceals:
            self.figures |= {"objective": None, "value": None}
        told = Rounded if coarse else float
        loss = lambda name: UNSEEN if name in self.unsure else told(min(1.0, max(0.0, utility.loss(name))))
        within = lambda place: (utility.share_within(place) or 0.0) if utility.originals else UNTOLD
        self.losses = {name: LOCAL if self.is_local else loss(name) if not self.is_grouped else
                       None if self.public else within(place)
                       for place, name in enumerate(self.qids)}
        self.narrowing = self.narrowing() if self.is_local else None

    def narrowing(self):
        """What labels tell of each other, where it is known what each stands for."""
        if self.suppressed or self.planned or self.unread or not all(map(self.rule, self.qids)):
            return LOCAL
        made = [next(self.rules(name)) for name in self.qids]
        domains = [counted(name, rule, one, range(one.height + 1), self.labels[name], self.table, self.folder)
                   if self.columns[name].get("hierarchy") else one for name, (rule, one) in zip(self.qids, made)]
        costs = [costs_of(self.job["utility"]["objective"], hierarchy) for hierarchy in domains]
        if any(of.get(label) is None for of, name in zip(costs, self.qids) for label in self.labels[name]):
            return LOCAL
        classes = Counter(self.release.cells(self.qids, self.rows))
        costs = [{label: of[label] for label in self.labels[name]} for of, name in zip(costs, self.qids)]
        metric = self.job["utility"]["objective"]
        alike = (metric["metric"] if isinstance(metric, dict) else metric) == "height"  # has no weights
        weights = [1.0 if alike else self.columns[name].get("weight", 1.0) for name in self.qids]
        left = narrowed(classes, costs, weights)
        told = Rounded if self.public and not all(is_stated(rule) for rule, _ in made) else float
        certain = {*self.job["privacy"]} - {"unit", "maximum-risk", "k-map"} <= {"k-anonymity"} and not self.unit and OWN_K not in self.table.columns
        sizes = [0] + [self.k] * (certain and self.job["search"]["algorithm"] == "auto")
        right = {} if self.public else {"right": NotShown("the labels do not show which record each row is")}
        shares = [narrowed_share(classes, left, least, told) for least in sizes]
        return {name: share | (right if share["left"] else {})
                for name, share in zip(("guessed", "certain"), shares)}

    def expected_report(self):
        """The report as it should be, from what the files show."""
        name = os.path.basename(self.release_path) + (".report.html" if self.public else ".internal.html")
        self.verdicts.append(("not shown", "page: content", "this script compares its digest, and does not read it; incog verify makes it again"))
        expected = {
            "incog": NotShown("no file shows which version made the release"),
            "audience": "public" if self.public else "internal",
            "job": NotShown("it is a setting; compare it with the job file"),
            "job_file": NotShown("it names a file"), "privacy": self.facts, "risk": self.risk(),
            "solution": {**({"recoding": self.job["recoding"]["kind"]} if self.is_local or self.is_grouped else {}),
                         "levels": {} if self.is_local or self.is_grouped else {name: self.told[name][0] for name in self.qids},
                         "rows_kept": self.table.rows - self.suppressed, "rows_suppressed": None if self.draws else self.suppressed,
                         "classes": len({*self.release.cells(self.qids, self.rows)})},
            "utility": self.figures,
            "search": self.search(),
            "columns": [self.column(name) for name in self.table.names],
            "page": {"path": name, "sha256": self.page(name)}} | self.files()
        if not self.public:
            expected["analyses"] = NotShown("this script does not compute it; incog verify does")
            expected |= {"series": NotShown("this script does not read earlier releases")} if self.is_of_series() else {}
        if singled := self.singled_out():
            expected["singled_out"] = singled
        if self.narrowing:
            expected["narrowing"] = self.narrowing
        if (prints := self.fingerprints()) is not None:
            expected["fingerprints"] = prints
        if not self.public and "draw_key" in self.report:
            expected["draw_key"] = NotShown("several keys may draw the same records")
        if self.noise:
            expected["noise"] = NotShown("the release does not say which rows are noise")
        return expected

    def fingerprints(self):
        """What tells the keys of perturbed columns from others, where they are at hand."""
        claimed = self.report.get("fingerprints")
        said = {name: of["publish"] for name, of in self.columns.items() if treatment_of(of)
                and of.get("role") not in ("identifier", "person", "household")}
        by_key = {name: of for name, of in said.items() if "shift_days" in of}
        by_secret = any({*of} & {"noise", "pram"} or of.get("random") for of in said.values())
        if not by_key and not by_secret:
            return None
        if claimed is None:
            return NotShown("the report has no fingerprints of its keys")
        keys = {name: self.key_of(of) for name, of in by_key.items()}
        known = {name: NotShown("needs the key") if key is None else fingerprint(key) for name, key in keys.items()}
        columns = {name: one for name, one in known.items() if one and (keys[name] is not None or name in claimed.get("columns", {}))}
        secret = {"secret": NotShown("needs the job's secret (--secret)")} if by_secret and "secret" in claimed else {}
        return secret | ({"columns": columns} if columns else {})

    def page(self, name):
        """The digest of the page beside the release, if there is one. Whether it tells what the report tells is another thing."""
        page = Path(self.release_path).with_name(name)
        return hashlib.sha256(page.read_bytes()).hexdigest() if page.exists() else NotShown("the page is missing")

    def too_fine(self, told):
        """Figures of the search that a public report tells more finely than in steps, as it should tell them."""
        steps = [float(f"{first}e{exponent}") for exponent in range(-2, 301) for first in (1, 2, 5)] + [sys.float_info.max]
        work = [10 ** exponent for exponent in range(2, 20)] + [2 ** 64 - 1]
        of = {"evaluations": work, "seconds": [step for step in steps if step >= 1], "gap": [None, 0, *steps]}
        return {key: allowed[-1] for key, allowed in of.items() if told.get(key) not in allowed}

    def search(self):
        """What the search says of itself. A public report that conceals the choice has nothing of it."""
        if self.conceals:
            return None
        search = "evaluations seconds stopped upper_bound gap lattice_nodes convergence".split()
        search = dict.fromkeys(search, NotShown("no file shows the course of the search"))
        if self.public:  # as steps: one that is finer is refuted
            search |= {"convergence": []} | self.too_fine(self.report.get("search") or {})
        if self.public and self.figures["objective"] == "squared-error":
            search |= {"upper_bound": None, "gap": None if self.is_grouped else search["gap"]}
        elif self.public and self.figures["value"] is None:
            search["upper_bound"] = None
        drawn = {"concealed": self.drawn()} if self.job["release"].get("conceal_choice") else {}
        is_made_elsewhere = (self.report.get("search") or {}).get("stopped") in ("reused", "given")
        return search | ({} if is_made_elsewhere else drawn) | {key: self.job["search"][key] for key in ("algorithm", "seed")}

    def drawn(self):
        """What the steward's report says of the draw: what the best is takes a search, but what the release loses against it does not."""
        unknown = NotShown("only the search and the secret show it; incog verify --search runs it again")
        share, claimed = self.job["release"]["conceal_choice"], (self.report.get("search") or {}).get("concealed") or {}
        best, value, price = claimed.get("best"), self.figures["value"], claimed.get("price")
        if all(type(one) in (int, float) for one in (best, value, price)):
            same = math.isclose(abs(value - best), price * abs(best), rel_tol=1e-6, abs_tol=1e-9 * max(1.0, abs(best)))
            self.claim("the draw", same and price <= share + 1e-9, f"it loses {price:.4g} against the best, {share} is allowed")
        known = "candidates coarser is_complete best price stopped".split()
        return dict.fromkeys(known, unknown) | {"within": share}

    def risk(self):
        if self.unit and not self.person_of:
            return UNKNOWN
        rows, people = range(self.table.rows), self.unit and self.table.columns[self.unit]
        risk = risk_of(self.release, self.qids, self.rows, self.unit, self.person_of)
        known = [*filter(self.is_knowable, self.shown)]
        pseudonyms = [name for name in self.release.names if self.columns.get(name, {}).get("role") in ("person", "household", "identifier")]
        joined_by = self.unit if self.unit in self.release.columns else next(iter(pseudonyms), None)
        moved = defaultdict(list)
        for name in self.release.names:
            if joined_by and treatment_of(self.columns.get(name, {})) == "shift-days":
                moved[self.columns[name]["publish"].get("most", 365)].append(name)
        moved = [moved[most] for most in sorted(moved)]
        risk["all_columns"] = all_columns_risk(self.release, known, self.rows, self.unit and self.person_of, self.k, joined_by, moved)
        noisy = {name: self.reach_of(name) for name in self.release.names if treatment_of(self.columns.get(name, {})) == "noise"}
        if noisy and not joined_by:
            risk["all_columns"] = noisy_columns_risk(self.release, known, noisy, self.rows, self.unit and self.person_of, self.k)
        if any(self.columns[name]["publish"].get("format") for name in itertools.chain(*moved)):
            unread = NotShown("the script does not know how the program reads dates of another form")
            risk["all_columns"] |= dict.fromkeys(("alone", "below_k", "mean", "highest"), unread)
        if self.is_by_chance([*known, *noisy]):
            unclear = NotShown("it is not certain which record became which row")
            risk["all_columns"] |= dict.fromkeys(("alone", "below_k", "mean", "highest"), unclear)
        before = {} if self.public else {"before": risk_of(self.table, self.qids, rows, self.unit, people)}
        nearest = (self.report.get("risk") or {}).get("nearest") if not self.public and isinstance(self.report.get("risk"), dict) else None
        if nearest:
            before["nearest"] = NotShown("it takes the original of each record; the program measured it when it published")
        return risk | before

    def reach_of(self, name):
        """How far the numbers of two records may lie apart that noise does not tell apart."""
        said = self.columns[name]["publish"]
        size = WINDOW * said["noise"]
        return (lambda number: size * abs(number)) if said.get("kind") == "multiplicative" else lambda _: size

    def check_bases(self):
        """That columns are rounded to the base that their published numbers decide, and leave enough people at each."""
        automatic = [name for name in self.shown if is_automatic(self.columns.get(name, {}))]
        if not automatic or self.unit and not self.person_of:
            self.verdicts += [("not shown", f"{name}: base", UNKNOWN) for name in automatic]
            return
        k, people = max(2, self.k), self.unit and self.person_of
        for name in automatic:
            cells = [self.release.columns[name][row] for row in self.rows]
            keys = [None if cell == self.table.missing[name] is not None else cell for cell in cells]
            who = people and [people[row] for row in self.rows]
            below = few_alike(keys, who, k)
            enough = below * 20 <= len(keys) or len({*keys} - {None}) < 2
            self.claim(f"{name}: lookalikes", enough, f"{below} of {len(keys)} records have fewer than {k} by it")
        if not all(row in self.known for row in self.rows):
            unknown = "which records were published is not certain"
            self.verdicts += [("not shown", f"{name}: base", unknown) for name in automatic]
            return
        records = [self.known[row] for row in self.rows]
        def cells_of(name, columns):
            missing = self.table.missing[name]
            return [None if cell == missing is not None else cell for cell in (columns[name][record] for record in records)]
        numbers = {name: [one and Fraction(one.strip()) for one in cells_of(name, self.table.untreated)] for name in automatic}
        who, partners = people and [people[row] for row in self.rows], []
        for name in filter(self.is_knowable, self.shown):
            role = self.columns.get(name, {}).get("role", "insensitive")
            if name in automatic:
                partners.append((name, None, 20))
            elif role in ("sensitive", "insensitive"):
                cells = cells_of(name, self.table.columns)
                is_words = type_of({*cells} - {None}) == "text" and not are_mostly_numbers_or_days(cells)
                share = 5 if role == "sensitive" and is_words else 20
                if few_alike(cells, who, k) * share <= len(cells):
                    partners.append((name, cells, share))
        for name, (base, ends) in bases_of(numbers, partners, who, k).items():
            said = self.columns[name]["publish"]
            is_it = base == exact(said["base"]) and ends == [end for end in ends_said(said) if end is not None]
            told = " to ".join(map(plain, ends))
            self.claim(f"{name}: base", is_it, f"the published numbers decide {plain(base)}" + f" from {told}" * bool(ends))

    def is_knowable(self, name):
        """Whether others may know of somebody what this column publishes: neither pseudonyms, nor what a secret has changed, nor what is
        made of the values of a class."""
        column = self.columns.get(name, {})
        said = column.get("publish") if treatment_of(column) else {}
        is_secret = {*said} & {"pseudonym", "shift_days", "noise", "pram"} or said.get("random")
        return name in self.qids or not (is_secret or is_aggregated(column)
                                         or column.get("role") in ("person", "household", "identifier"))

    def blur_of(self, name):
        """How far chance has moved a column that is published value by value, as the job says it."""
        said, treatment = self.columns.get(name, {}).get("publish"), treatment_of(self.columns.get(name, {}))
        if treatment == "noise":
            return "share" if said.get("kind") == "multiplicative" else "numbers", WINDOW * said["noise"]
        if treatment == "shift-days":
            key = said["shift_days"] if isinstance(said["shift_days"], str) else ""
            return "days", float(said.get("most", 365)), key
        if treatment == "post-randomization":
            return "replaced", 1.0 - said["pram"]
        return ("multiples", float(said["round"])) if treatment == "round" and said.get("random") and said["round"] != "auto" else None

    def whose(self):
        """The column that says whose a record is, and the person of each published row; none of either where no column says it, and no
        people where the files do not show them."""
        named = [*with_role(self.job, self.table, "person"), *with_role(self.job, self.table, "household")]
        who = self.unit or next(iter(named), None)
        if who is None or who == self.unit:
            return who, self.person_of
        return who, {row: self.release.columns[who][row] for row in self.rows} if who in self.release.columns else self.people([who])

    def singled_out(self):
        """Columns by which records are singled out, as the report has to tell them."""
        claimed, (who, person_of) = self.report.get("singled_out", []), self.whose()
        if who and not person_of:
            self.verdicts.append(("not shown", "columns that single people out", UNKNOWN))
            return UNKNOWN if claimed else None
        roles = {name: self.columns.get(name, {}).get("role", "insensitive") for name in self.release.names}
        by_value = [name for name, role in roles.items() if role in ("sensitive", "insensitive", "provider")
                    and not is_aggregated(self.columns.get(name, {}))]
        is_unclear = lambda name: bool(who) and who not in self.release.columns and name in self.open
        columns = [Published(name, roles[name], [self.release.columns[name][row] for row in self.rows], self.table.missing.get(name),
                             self.blur_of(name), is_unclear(name)) for name in by_value]
        is_told = lambda one: isinstance(one, dict) and isinstance(one.get("columns"), list) and all(isinstance(name, str) for name in one["columns"])
        claimed = [*filter(is_told, claimed)] if isinstance(claimed, list) else []
        labels = [*self.release.cells(self.qids, self.rows)] if self.qids else None
        people = person_of and [person_of[row] for row in self.rows]
        nobody = self.table.missing.get(who)
        joinable = people and who not in self.release.columns and [None if person == nobody else person for person in people]
        whole = lambda name: len({*self.table.columns[name]} - {self.table.missing.get(name)})
        asked = SingledOut(columns, labels, people, max(2, asked_k(self.job, 0)), joinable or None, claimed, values_asked(self.job, with_role(self.job, self.table, "sensitive"), whole))
        found = asked.find()
        self.verdicts += [("not shown", f"singles people out: {one}", "it depends on what names mean, or on whose each row is; incog verify "
                           "checks it") for one in asked.unclear]
        if self.report:
            self.answered(found, claimed)
        return found

    def answered(self, found, claimed):
        """That the report tells all of them, and that somebody answers for each danger."""
        ways = lambda findings: [("recognized" if isinstance(one.get("by"), NotShown) else one.get("by"), " + ".join(one["columns"])) for one in findings]
        there, told = ways(found), ways(claimed)
        missed, more = [one for one in there if one not in told], [one for one in told if one not in there]
        name = lambda findings: ", ".join(f"{columns or 'pairs'} ({by})" for by, columns in findings)
        detail = "; ".join([f"not told: {name(missed)}"] * bool(missed) + [f"told, and not found: {name(more)}"] * bool(more))
        self.claim("columns that single people out", not detail, detail or f"all {len(found)} are told, and no others")
        words = {"beside-labels": "singles people out beside the labels", "linked-rows": "linked rows", "unique-texts": "unique texts",
                 "outliers": "outliers"}
        key = lambda one: f"{' + '.join(one['columns'])}: {words.get(one['by'], 'singles people out') if isinstance(one['by'], str) else 'singles people out'}"
        keys = [key(one) for one in found if one["severity"] == DANGER]
        waived = self.job.get("waivers", {})
        if "withheld" not in waived:
            unanswered = [one for one in keys if one not in waived]
            self.claim("dangers without a waiver", not unanswered, ", ".join(unanswered) or f"none of {len(keys)}")

    def check_tellers(self):
        """That somebody answers for columns that give back, undo or repeat others, and for columns without a role that are unique together."""
        waived = self.job.get("waivers", {})
        if "withheld" in waived:
            self.verdicts.append(("not shown", "columns that tell others", "the report withholds its waivers; give --job JOB.toml"))
            return
        dangers = [*self.told_columns(waived), *self.copies(waived), *self.unique_together(waived), *self.continued_rows(waived)
                   ] if self.table.rows >= FEWEST_RECORDS else []
        if not unit_of(self.job) and "unit" not in self.job["privacy"]:
            for name in with_role(self.job, self.table, "identifier"):
                cells = [cell for cell in self.table.columns[name] if cell != self.table.missing[name] is not None or self.table.missing[name] is None]
                if len({*cells}) < len(cells) and f"{name}: several rows" not in waived:
                    self.verdicts.append(("not shown", f"{name}: several rows", "models count records, and its values repeat; whether they name people depends on "
                                          "what they mean"))
        self.claim("columns that tell others", not dangers, f"without a waiver: {', '.join(dangers)}" if dangers else "somebody answers for all that were found")
        other = ("sums of three columns, three codes, formulas that learn from labels, the order of rows, spellings, rows joined by pseudonyms, and what "
                 "names mean are not looked for here; incog verify does")
        self.verdicts.append(("not shown", "other dangers without a waiver", other))

    def by_value(self):
        """Columns that are published value by value."""
        roles = {name: self.columns.get(name, {}).get("role", "insensitive") for name in self.table.names}
        is_said = lambda name, role: name in self.release.columns and not is_aggregated(self.columns.get(name, {})) and name not in self.limited and (
            role in ("sensitive", "insensitive", "provider") or role == "quasi-identifier" and self.columns[name].get("max_level") == 0)
        return [Column(name, role, self.table.columns[name], self.table.missing[name], name in self.open) for name, role in roles.items() if is_said(name, role)]

    def told_columns(self, waived):
        sources = self.by_value()
        answered = lambda target: any(key.endswith((f": gives back {target}", f": undoes {target}")) for key in waived)
        for name in self.qids:
            target = Column(name, "quasi-identifier", self.table.columns[name], self.table.missing[name])
            rows = [row for row in range(self.table.rows) if target.says(row)]
            others = [one for one in sources if one.name != name and not one.is_open]
            plain = [one for one in others if one.role in ("insensitive", "provider")]
            # A missing cell is no value that another column could determine.
            found = [f"{one.name}: undoes {name}" for one in plain if any(
                undoes(one, target, some) or one.role == "insensitive" and undoes(target, one, some) for some in (range(self.table.rows), rows))]
            yield from [key for key in found if key not in waived and not answered(name)]
            if not answered(name) and not found and len(rows) >= FEWEST_RECORDS:
                yield from (f"{' + '.join(told)}: gives back {name}" for told in Tellers(sources, target, rows, False).found())
        for name, column in self.columns.items():
            treatment = treatment_of(column)
            if name not in self.table.columns or not (treatment in MOVED_OR_REPLACED or is_aggregated(column)) or answered(name):
                continue
            target = Column(name, column.get("role"), self.table.untreated[name], self.table.missing[name])
            published = self.table.columns[name]
            rows = [row for row in range(self.table.rows) if target.says(row) and (
                is_aggregated(column) or name in self.open or published[row] != target.cells[row])]
            # What chance left as it was says nothing; how much that is, is not known here.
            if len(rows) >= FEWEST_RECORDS * (20 if name in self.open else 1):
                not_qids = [one for one in sources if one.role != "quasi-identifier"]
                yield from (f"{' + '.join(told)}: gives back {name}" for told in Tellers(
                    not_qids, target, rows, True, None if is_aggregated(column) or name in self.open else published).found())

    def copies(self, waived):
        """Columns that chance perturbs each by its own draw although one tells the other."""
        by_chance = []
        for name in self.shown:
            column = self.columns.get(name, {})
            treatment, said = treatment_of(column), column.get("publish")
            is_random = treatment in BY_CHANCE or treatment == "round" and said.get("random")
            if is_random and column.get("role") in ("sensitive", "insensitive") and name in self.table.columns:
                by_chance.append(Column(name, column["role"], self.table.untreated[name], self.table.missing[name], treatment))
        for one, other in itertools.combinations(by_chance, 2):
            both = [self.columns[column.name]["publish"] for column in (one, other)]
            moves_alike = all("shift_days" in said for said in both) and both[0].get("most", 365) == both[1].get("most", 365)
            names = {one.name, other.name}
            answered = any(key.endswith(": perturbed twice") and names <= {*key.removesuffix(": perturbed twice").split(" + ")} for key in waived)
            if not moves_alike and not answered and are_copies(one, other):
                yield f"{one.name} + {other.name}: perturbed twice"

    def unique_together(self, waived):
        """Columns without a role by which more than a twentieth of the records stand alone."""
        unnamed = [name for name in self.table.names if name not in self.columns]
        key = f"{' + '.join(unnamed)}: unique together"
        if not unnamed or key in waived:
            return
        people = next(iter([*with_role(self.job, self.table, "person"), *with_role(self.job, self.table, "household")]), None)
        same = defaultdict(list)
        for row, cells in enumerate(self.table.cells(unnamed, range(self.table.rows))):
            same[cells].append(self.table.columns[people][row] if people else row)
        alone = sum(len(whose) for whose in same.values() if len({*whose}) == 1)
        if is_enough(alone, KNOWN_BY_OTHERS, self.table.rows):
            yield key

    def continued_rows(self, waived):
        """Columns by which rows of a person continue each other, or that follow from them; a name that is published joins them already."""
        named = [self.unit] if self.unit else with_role(self.job, self.table, "person") or with_role(self.job, self.table, "household")
        who = named[0] if len(named) == 1 else None  # of several it is not certain which one counts
        if who is None or who in self.release.columns:
            return
        rows_of = defaultdict(list)
        for row, name in enumerate(self.table.columns[who]):
            rows_of[name].append(row)
        rows_of.pop(self.table.missing[who], None)
        plain = [one for one in self.by_value() if one.name not in (*self.open, *self.automatic)]
        columns = [one for one in plain if one.role != "quasi-identifier"]
        hidden = [one for one in columns if one.role == "sensitive"]
        labels = [Column(name, "quasi-identifier", self.table.columns[name], self.table.missing[name]) for name in self.qids
                  if not self.behind and name not in self.automatic]
        people = [*rows_of.values()]
        answered = [{*key.removesuffix(": linked rows").split(" + ")} for key in waived if key.endswith(": linked rows")]
        yield from (f"{' + '.join(names)}: linked rows" for names in itertools.chain(continued(columns, people), followed(hidden, [*labels, *columns], people))
                    if not any({*names} <= one for one in answered))

    def column(self, name):
        column = self.columns.get(name, {})
        form = {"publish": form_of(column)} if form_of(column) != "label" else {}
        treatment = treatment_of(self.job["columns"].get(name, {}))  # numbers of groups may be treated before they are aggregated
        form |= {"publish": treatment} if treatment else {}
        if treatment_of(column) == "redact":
            cells = [self.release.columns[name][row] for row in self.rows]
            form["redacted"] = {one: sum(cell.count(f"[{one}]") for cell in cells) for one in column["publish"]["redact"]}
        if name in self.release.columns and column.get("role") in ("person", "household"):
            form["linked"] = linked(self.release, name, self.qids, self.rows)
        if treatment and "linked" not in form and not self.public:
            form["changed"] = self.changed(name)
        form |= {"by_level": LOCAL} if self.is_local and name in self.qids else {}
        level, levels = self.told.get(name, (None, None))
        hierarchy, loss = withhold(column.get("hierarchy"), self.public), self.losses.get(name)
        is_root = isinstance(level, int) and level == levels - 1
        if name in self.qids and not (hierarchy or is_root or self.suppressed or self.planned) and self.public:
            hierarchy = NotShown("this script does not know whether the report must say how it was made; incog verify makes it again")
        return {"name": name, "role": column.get("role", "insensitive"), **form, "level": level,
                "levels": levels, "hierarchy": hierarchy, "information_loss": loss}

    def changed(self, name):
        """How far a treated column is from what it was; of limits at quantiles, in the published records."""
        if name in self.open:
            return NotShown("only the key, random numbers or detectors show it")
        before, after, missing = self.table.untreated[name], self.table.columns[name], self.table.missing[name]
        if name in self.limited:
            if not all(row in self.known for row in self.rows):
                return NotShown("it is not certain which numbers are behind the limits")
            before = [self.table.columns[name][self.known[row]] for row in self.rows]
            after = [self.release.columns[name][row] for row in self.rows]
        return changed(before, after, missing)

    def input_path(self, tell):
        """As the job says it; a public report tells the name alone."""
        told = self.job.get("input")
        return tell(told) if isinstance(told, str) else told

    def files(self):
        """Paths, rows and digests. A digest of the input, which confirms guesses, is the steward's alone."""
        paths = [*self.originals, self.release_path]
        digests = [hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in paths]
        together = hashlib.sha256("".join(one + "\n" for one in digests[:-1]).encode()).hexdigest()
        inputs, people = self.job.get("inputs", []), self.job["privacy"].get("population")
        tell = os.path.basename if self.public else str
        def keyed(part):
            """What the secret makes; anything else than a digest belongs nowhere."""
            told = (part if isinstance(part, dict) else {}).get("hmac_sha256")
            is_digest = told is None or isinstance(told, str) and re.fullmatch("[0-9a-f]{64}", told)
            return NotShown("needs the job's secret (--secret)") if is_digest and not self.draws else None
        inputs = [one | {"path": tell(one["path"])} for one in inputs]
        of_people = people and hashlib.sha256(Path(self.folder.file(people)).read_bytes()).hexdigest()
        population = {"path": people and tell(people), "rows": getattr(self, "people_rows", NotShown("this script does not count its rows")),
                      "sha256": None if self.public else of_people, "hmac_sha256": keyed(self.report.get("population"))}
        each = dict.fromkeys(("rows", "sha256"), None if self.public else NotShown("their sum is shown"))
        return {"input": {"path": self.input_path(tell) or " + ".join(one["path"] for one in inputs),
                          "rows": None if self.draws else self.table.rows,
                          "hmac_sha256": keyed(self.report.get("input")),
                          "sha256": None if self.public else together if self.pooled else digests[0]},
                "release": {"path": self.job["output"], "rows": self.release.rows, "sha256": digests[-1]}
                } | ({"inputs": [one | each for one in inputs]} if inputs else {}) | ({"population": population} if people else {})

class Files:
    """Which files are opened. Anybody may have written a report, so a path in it leads to nothing outside of its folder; a file
    elsewhere is opened when the reader names it, or a job file that does. A public report tells names alone."""
    def __init__(self, folder, stated=None, of_job="", named=()):
        self.folder, self.named, self.known = folder, {*named}, defaultdict(set)
        for path in paths_in(stated or {}):
            self.known[os.path.basename(path)].add(os.path.join(of_job, path))

    def file(self, told):
        """Where the file is that a report tells."""
        path = os.path.join(self.folder, told)
        known = self.known[os.path.basename(told)]
        if told in self.named:
            return path
        if len(known) == 1:
            return next(iter(known))
        inside = Path(path).resolve().is_relative_to(Path(self.folder or ".").resolve())
        if not inside or len(known) > 1:
            raise Refused(f"{path}: the report names this file, which is not in its folder, or several have this name; "
                          "if it is the right one, copy it there, or name the job file: --job JOB.toml")
        return path

def paths_in(job):
    """The files that a job names."""
    publish = [of["publish"] for of in job.get("columns", {}).values() if isinstance(of.get("publish"), dict)]
    found = [of.get("hierarchy") for of in job.get("columns", {}).values()] + [
        job.get("hierarchy", {}).get("plan"), job.get("privacy", {}).get("population")]
    found += [of.get(key) for of in publish for key in ("pseudonym", "shift_days")]
    return [path for path in found if isinstance(path, str)]

def with_defaults(job):
    limit = 1.0 if draws(job) else 0.05  # a limit would tell of the records that a drawn release leaves out
    default = {"csv": {}, "columns": {}, "suppression": {"limit": limit, "as": "drop"},
               "release": {"order": "sorted"}, "utility": {"objective": "gen-loss"},
               "search": {"algorithm": "auto", "seed": 1}}
    return job | {key: value | job.get(key, {}) for key, value in default.items()}

def with_withheld(job, stated):
    """The job of a report with what it withholds, from the job file."""
    for name in job["columns"].keys() & stated.get("columns", {}).keys():
        told, column = job["columns"][name], stated["columns"][name]
        lacks = dict.fromkeys(["min_level", "max_level", "withheld"], "withheld" in told) | {
            "hierarchy": "withheld" in (told.get("hierarchy") or {}), "publish": treatment_of(column)}
        kept = {key: of for key, of in told.items() if not lacks.get(key)}
        job["columns"][name] = kept | {key: column[key] for key in lacks if lacks[key] and key in column}
        if is_automatic(column) and isinstance(told.get("publish"), dict):  # the base is the report's to say
            base = {key: of for key, of in told["publish"].items() if key in ("base", "lowest", "highest")}
            job["columns"][name]["publish"] = base | column["publish"]
    return job

def against_the_job(told, stated):
    """Whether the report's job is that of the job file: each thing that the file says, and nothing else that promises less."""
    plain = lambda of: float(of) if type(of) in (int, float) else str(of)
    models = lambda job: sorted((name, sorted((key, plain(of)) for key, of in given.items())) for name, given in models_of(job))
    filled = with_defaults(stated)
    promised = lambda job: (models(job), None if draws(job) else unit_of(job), bool(job["privacy"].get("population")))
    same = promised(filled) == promised(with_defaults(told)) and told["privacy"].get("unit") in (None, "record", unit_of(told))
    yield "proved" if same else "refuted", "job.privacy", "as in the job file" if same else "the job file asks for something else"
    for path, _ in more_said(stated["privacy"], told["privacy"], ("job", "privacy")):
        yield "not shown", ".".join(path).replace(".[", "["), "the report does not have it; what it promises is compared as a whole"
    for name in lacking(told):
        yield "not shown", f"job.{name}", "the report does not have it, and the default is meant"
    kind = stated.get("recoding", {}).get("kind", "global")
    if kind == "microaggregation":
        filled["utility"] = {"objective": "squared-error"} | stated.get("utility", {})
    same = told.get("recoding", {}).get("kind", "global") == kind
    yield "proved" if same else "refuted", "job.recoding.kind", kind
    for key in ("waivers", "certificate"):
        same = told.get(key, {}) == stated.get(key, {})
        yield "proved" if same else "refuted", f"job.{key}", "as in the job file" if same else "the job file has others"
    of_series = {key: told.get("releases", {}).get(key) for key in ("on_overlap", "min_k", "min_l")}
    for key, of in of_series.items():
        if of not in (None, stated.get("releases", {}).get(key, {"on_overlap": "refuse"}.get(key))):
            yield "refuted", f"job.releases.{key}", "the job file does not say so"
    for name, of in told.get("columns", {}).items():
        asked = stated.get("columns", {}).get(name, {})
        lists = [asked.get("hierarchy"), of.get("hierarchy")]
        gone = [("order", "tree"), *lists] if all(isinstance(one, dict) for one in lists) else [(), {}, {}]
        for keys, said, kept in (("min_level", "max_level"), asked, of), gone:
            if "withheld" not in kept and any(key in said and key not in kept for key in keys):
                yield "refuted", f"job.columns.{name}", "it lacks what the job file says, and does not say that it withholds it"
        for key in ("role", "min_level", "max_level", "publish")[:3 if kind == "microaggregation" else 4]:
            if key in of and key not in asked and of[key] != {"role": "insensitive"}.get(key):
                yield "refuted", f"job.columns.{name}.{key}", "the job file does not say so"
    for name in filled["columns"].keys() - told.get("columns", {}).keys():
        yield "refuted", f"job.columns.{name}", "the report's job has no such column"
    defaults = {"suppression": ["limit", "as"], "utility": ["objective"], "search": ["seed"]}
    yield from unsaid(told, stated, kind)
    for key in filled.keys() - {"privacy", "waivers", "certificate"}:
        part = filled[key]
        if key in defaults and key in told:
            part = {**stated.get(key, {}), **{one: part[one] for one in defaults[key] if one in told[key]}}
        yield from says(part, told.get(key), f"job.{key}")

def lacking(told):
    """Places of defaults that a report writes out, and this one does not have."""
    for part, keys in (("suppression", ["limit", "as"]), ("release", ["order"]), ("utility", ["objective"]), ("search", ["algorithm", "seed"]), ("privacy", ["unit"])):
        yield from (f"{part}.{key}" for key in keys if key not in (told.get(part) or {}))
    yield from (f"columns.{name}.missing" for name, of in told["columns"].items() if of.get("role") == "sensitive" and "missing" not in of)
    for name, default in MODELS.items():
        for place, one in enumerate(listed_models(told, name)):
            at = f"privacy.{name}" + f"[{place}]" * isinstance(told["privacy"][name], list)
            yield from (f"{at}.{key}" for key in default if isinstance(one, dict) and key not in one)

def more_said(told, stated, path=()):
    """Places and values of what a report's job says, and the job file does not."""
    if isinstance(told, dict) and isinstance(stated, dict):
        for key, of in told.items():
            if key in stated:
                yield from more_said(of, stated[key], (*path, key))
            else:
                yield from ([((*path, key), of)] if not isinstance(of, dict) or not of else more_said(of, {}, (*path, key)))
    elif isinstance(told, list) and isinstance(stated, list):
        for place, (one, other) in enumerate(zip(told, stated)):
            yield from more_said(one, other, (*path, f"[{place}]"))

def unsaid(told, stated, kind):
    """A verdict for each thing that the job of a report says although the job file does not: it is the default, or was found in the table,
    or somebody has put it there."""
    is_grouped = kind == "microaggregation"
    default = {("suppression", "limit"): with_defaults(stated)["suppression"]["limit"], ("suppression", "as"): "drop",
               ("release", "order"): "sorted", ("utility", "objective"): "squared-error" if is_grouped else "gen-loss",
               ("search", "algorithm"): "auto", ("search", "seed"): 1, ("recoding", "kind"): "global"}
    of_column = {"role": "insensitive", "missing": "value", "weight": 1} | ({"publish": "mean"} if is_grouped else {})
    for path, of in more_said(told, stated):
        if path[0] in ("privacy", "waivers", "certificate"):
            continue  # they are compared as a whole
        is_of_column = path[0] == "columns" and len(path) > 2
        name = ".".join(("job", *path)).replace(".[", "[")
        if path in default or is_of_column and len(path) == 3 and path[2] in of_column:
            same = are_same(default[path] if path in default else of_column[path[2]], of)
            yield "proved" if same else "refuted", name, "the default" if same else "the job file does not say so, and it is not the default"
        elif is_of_column and path[2] in ("hierarchy", "publish", "withheld") or path[0] in ("search", "recoding", "releases"):
            yield "not shown", name, "the job file does not say so; it may be a default, or have been found in the table"
        else:
            yield "refuted", name, "the job file does not say so"

def says(stated, told, path):
    """A verdict for each thing that a job file says; a report has short forms written out and paths as seen from its folder."""
    first = lambda of: next((one for key, one in of.items() if key in ("metric", "path", "file")), of)
    if isinstance(told, dict) and "withheld" in told:
        yield "not shown", path, "the report withholds it, or a part of it"
    elif isinstance(stated, dict) and isinstance(told, dict):
        for key, of in stated.items():
            yield from says(of, told.get(key), f"{path}.{key}")
    elif isinstance(stated, list) and isinstance(told, list) and len(stated) == len(told):
        for place, (one, other) in enumerate(zip(stated, told)):
            yield from says(one, other, f"{path}[{place}]")
    elif told is None or told is True is not stated:
        yield "not shown", path, "the report does not have it"
    elif isinstance(stated, list) and len(stated) == 1:
        yield from says(stated[0], told, path)
    elif isinstance(stated, dict) and len(stated) == 1 and first(stated) is stated:
        yield "refuted", path, "the job file says something else"
    elif isinstance(stated, dict):
        yield from says(first(stated), told, path) if len(stated) == 1 else [("not shown", path, "it is written in another form")]
    elif isinstance(told, dict):
        if len(told) > 1 or "metric" in told:
            yield "not shown", path, "the job file does not say more of it; the report may have defaults"
        yield from says(stated, first(told), path) if first(told) is not told else [("not shown", path, "it is written in another form")]
    else:
        share = lambda of: float(of[:-1]) / 100 if isinstance(of, str) and re.fullmatch(r"[0-9.]+ ?%", of) else of
        one, other = share(stated), share(told)
        same = one == other or type(one) is type(other) is float and math.isclose(one, other, rel_tol=1e-9)
        of_path = isinstance(one, str) and isinstance(other, str) and os.path.basename(one) == os.path.basename(other) and (
            "/" in one + other) and "%" not in one + other
        verdict = "proved" if same else "not shown" if of_path else "refuted"
        detail = f"{stated}" if same else f"the job file says {stated}, the report {told}"
        yield verdict, path, detail

def unique(pairs):
    if len({key for key, _ in pairs}) < len(pairs):
        raise Refused("a JSON object has a repeated key")
    return dict(pairs)

def what_draws(asked, report):
    """What draws who stays: the secret of the job, or the key of the internal report; None where neither is at hand."""
    if asked.secret:
        return asked.secret.read_bytes()
    text = read_text(asked.draw_key) if asked.draw_key else ""
    key = strict_json(text).get("draw_key") if text.lstrip().startswith("{") else text or (report or {}).get("draw_key")
    return key.strip().encode() if isinstance(key, str) else None

def no_number(text):
    raise Refused(f"{text} is not a JSON number")

def strict_json(text):
    """JSON in which no map has a key twice, and all numbers are numbers."""
    return json.loads(text, object_pairs_hook=unique, parse_constant=no_number, parse_int=whole, parse_float=finite)

def whole(digits):
    """A whole number that also a floating-point number can hold."""
    finite(digits)
    return int(digits)

def finite(digits):
    if math.isinf(number := float(digits)):
        raise Refused("a number is larger than any that incog writes")
    return number

def arguments(given=None):
    as_it_stands = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_it_stands)
    parser.add_argument("originals", nargs="+")
    parser.add_argument("release")
    parser.add_argument("job_or_report")
    parser.add_argument("--job", help="the job file, for what the report withholds")
    parser.add_argument("--hierarchy", action="append", default=[], metavar="COLUMN=FILE",
                        help="its hierarchy: a file, or as in a job file, { intervals = [5], top = 90 }")
    parser.add_argument("--proof", metavar="FILE", help="the proof of the bound (incog anonymize --proof)")
    parser.add_argument("--key", type=Path, help="the key of pseudonyms and shifted dates")
    parser.add_argument("--secret", type=Path, help="the secret of the job, which decides which records of a class are kept")
    parser.add_argument("--draw-key", type=Path, help="the internal report, or a file with its draw_key")
    return parser.parse_args(given)

def verdicts_of(asked):
    """All that is said of the files that the arguments name."""
    path = asked.job_or_report
    report = strict_json(read_text(path)) if path.endswith(".json") else None
    if path.endswith(".json") and not (isinstance(report, dict) and isinstance(report.get("job"), dict)):
        raise Refused(f"{path} is not a report")
    stated = tomllib.loads(read_text(asked.job or path)) if asked.job or report is None else {}
    if report is not None:
        check_form(report, REPORT, "the report")
    if report is None or asked.job:
        check_form(stated, JOB, "the job")
    told = report["job"] if report is not None else stated
    if "ledger" in told.get("releases", {}):
        raise Refused("the release belongs to a series, and only its ledger says whose records it has; use incog verify, and tools/check_series.py")
    of_file = [*against_the_job(told, stated)] if asked.job and report is not None else []
    job = with_withheld(with_defaults(told), stated)
    given = dict(one.split("=", 1) for one in asked.hierarchy)
    given = {name: tomllib.loads(f"rule = {how}")["rule"] if how.strip().startswith("{") else how
             for name, how in given.items()}
    folder, of_hierarchies = os.path.dirname(path), [how for how in given.values() if isinstance(how, str)]
    of_job = os.path.dirname(asked.job or path)
    folder = Files(folder, stated, of_job, of_hierarchies)
    proof = strict_json(read_text(asked.proof)) if asked.proof else None
    verdicts, expected, _ = examine(asked.originals, asked.release, job, folder, report, given, asked.key, proof, what_draws(asked, report))
    if asked.job and report is not None and isinstance(expected, dict):  # then it is compared part by part
        expected, report = ({key: of for key, of in whole.items() if key != "job"} for whole in (expected, report))
    return verdicts + of_file + [*compare(expected, report)] if report is not None else verdicts

def main():
    verdicts = verdicts_of(arguments())
    plain = lambda text: "".join(one if one.isprintable() else " " for one in str(text))  # names in a report may have line breaks
    for verdict, what, detail in verdicts:
        print(f"{verdict:<9}  {plain(what):<45}  {plain(detail)}")
    counts = Counter(verdict for verdict, *_ in verdicts)
    print(f"\n{counts['proved']} proved, {counts['refuted']} refuted, {counts['not shown']} not shown")
    return 1 if counts["refuted"] else 0

if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Refused, OSError, json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        sys.exit(f"error: {error}")
    except MALFORMED as error:
        sys.exit(f"error: the job, the report or a table is malformed ({type(error).__name__})")
