#!/usr/bin/env python3
"""Checks a release of incog against the table it was made of, with nothing but Python's standard library.

    python3 check_release.py ORIGINAL [ORIGINAL ...] RELEASE JOB.toml
    python3 check_release.py ORIGINAL [ORIGINAL ...] RELEASE RELEASE.report.json [--job JOB.toml]

Written from the definitions; it shares no code with the program that made the release. It shows that every row of the
release is another row of the original, with every quasi-identifier replaced by its label at one level of its hierarchy;
that no identifier is published and no more records are missing than the job allows; and it measures every equivalence
class: all rows with the same labels. With a report every leaf is proved, refuted, or listed as not shown by the files.
A hierarchy gives each value its label at each level: level 0 is the value, the highest level "*" for all. It is stated
when it comes from a file, a tree or a given order, else made from the data; of a made one only
what follows from published records is shown (see `publish`). Exit code: 1 if anything is refuted."""
import argparse, csv, functools, gzip, hashlib, io, itertools, json, math, os, re, sys, tomllib
from collections import Counter, defaultdict
from datetime import date, datetime
from fractions import Fraction

MOST_COALITIONS, MOST_COMBINATIONS_OF_LEVELS, ROUNDING = 10_000, 1_000, 1e-9

exact = lambda number: Fraction(repr(number))

class Refused(Exception):
    """The files cannot be checked; says why."""

# ---- Tables ---------------------------------------------------------------------------------------------------------

class Table:
    """Named columns of texts. The missing values of a column are one value of its own."""
    def __init__(self, names, rows, markers):
        self.names, self.rows, self.columns, self.missing, self.timed = names, len(rows), {}, {}, set()
        for name, cells in zip(names, zip(*rows)):
            found = {cell for cell in cells if cell.strip() in markers}
            self.missing[name] = found.pop() if len(found) == 1 else "" if found else None
            self.columns[name] = [self.missing[name] if cell.strip() in markers else cell for cell in cells]

def read_table(paths, options, header=True, providers=(), provider=None):
    """The table in a file, or those of several providers one after the other, with a column that names the provider."""
    names, rows, quote = None, [], options.get("quote") or '"'
    for path, who in itertools.zip_longest(paths, providers):
        if not re.fullmatch(r".*\.(csv|tsv|txt|data)(\.gz)?", path):
            raise Refused(f"{path}: Python's standard library reads .csv, .tsv, .txt, .data, also with .gz, no others")
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
            text = file.read().decode("utf-8-sig")
        delimiter = (options.get("delimiter") or delimiter_of(text, path)).replace("\\t", "\t")
        lines = read_rows(text, delimiter, quote)
        own = lines.pop(0) if header and lines else [f"column_{at + 1}" for at, _ in enumerate(next(iter(lines), []))]
        own = [name.strip() for name in own]
        names = names or own
        if not lines or any(len(line) != len(own) for line in lines) or {*names} != {*own} or len({*own}) < len(own):
            raise Refused(f"{path}: it is empty, its rows differ in length, or its columns are not as expected")
        rows += [[line[own.index(name)] for name in names] + [who] * bool(providers) for line in lines]
    if options.get("escaped"):
        names, rows = [unescaped(name) for name in names], [[unescaped(cell) for cell in row] for row in rows]
    return Table(names + [provider] * bool(providers), rows, options.get("missing", ["", "NA", "?"])), delimiter

def unescaped(cell):
    """A cell without the ' that was put before what a spreadsheet would execute."""
    formula = re.match(r"[\t\r\n]|\s*[=@＝＠]\s*\S|\s*[+\-＋－].*[^\W\d_]", cell.lstrip("'"), re.DOTALL)
    return cell[1:] if cell[:1] == "'" and formula and "number" not in type_of([cell.lstrip("'")]) else cell

def read_rows(text, delimiter, quote='"'):
    return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quotechar=quote) if row]

def delimiter_of(text, path):
    """Of , ; tab | that for which most of the first 100 rows have as many fields as the first, two or more."""
    def score(delimiter):
        counts = [len(row) for row in read_rows(text[:65536], delimiter)[:100]] or [0]
        return (counts[0] > 1) * counts.count(counts[0]) / len(counts), counts[0]
    best = max(",;\t|", key=score)
    return best if score(best)[0] else "\t" if kind(path) == "tsv" else " " if divided_by_blanks(text) else ","

def divided_by_blanks(text):
    """Whether single blanks divide three records or more, each into as many fields as the first, three or more."""
    text = re.sub(r'"[^"]*"', "quoted", text[:65536])
    fields = [line.split(" ") for line in re.split(r"[\r\n]+", text)[:-1] if line][:100]
    return len(fields) > 2 and len(fields[0]) > 2 and all(all(row) and len(row) == len(fields[0]) for row in fields)

def kind(path):
    """The ending of a file name, without that of the compression."""
    return path.removesuffix(".gz").rsplit(".", 1)[-1]

def cells(table, names, rows):
    """The cells of these columns, row by row."""
    return zip(*[[table.columns[name][row] for row in rows] for name in names])

def with_role(job, table, *roles):
    return [name for name in table.names if job["columns"].get(name, {}).get("role", "insensitive") in roles]

# ---- Columns that are published as numbers: from the cells 20 and 29 to the label "20..29", an open end as nothing -----

def form_of(column):
    return column.get("publish", "label")

def written_names(name, column):
    return [f"{name}_from", f"{name}_to"] if form_of(column) == "bounds" else [name]

def with_form(column):
    """How the hierarchy of a column is made, with the form in which its labels are published."""
    spec = column.get("hierarchy")
    return spec | {"publish": form_of(column)} if isinstance(spec, dict) and form_of(column) != "label" else spec

def plain_text(text, form=None):
    """A number without idle zeros, a day as 2024-03-01; None for anything else."""
    if form is None and "number" in type_of([text]):
        return plain(Fraction(text.strip()))
    try:
        return day_of(text, form).isoformat()
    except ValueError:
        return None

def as_published(table, columns):
    """The table with the values of such columns as the release writes them; what is missing is *."""
    for name, column in columns.items():
        if form_of(column) != "label" and name in table.columns:
            form, missing = (column.get("hierarchy") or {}).get("format"), table.missing[name]
            table.timed |= {name} if any(re.search("[T ]", cell.strip()) for cell in table.columns[name]) else set()
            one = functools.cache(lambda cell: "*" if cell == missing else plain_text(cell, form) or cell)
            table.columns[name] = [one(cell) for cell in table.columns[name]]
            table.missing[name] = None if missing is None else "*"
    return table

def said(low, high):
    return "*" if low is high is None else low if low == high else f"{low or ''}..{high or ''}"

def middle_of(low, high):
    if None in (low, high):
        return "*"
    if "number" in type_of([low]):
        return plain((Fraction(low) + Fraction(high)) / 2)
    return (day_of(low) + (day_of(high) - day_of(low)) // 2).isoformat()

def told(low, high, form):
    return (middle_of if form == "midpoint" else said)(low, high)

def with_labels(release, columns):
    """The release with one label in the place of such cells. None where a cell is neither a number nor a day."""
    for name, column in columns.items():
        written = written_names(name, column)
        if form_of(column) != "label" and {*written} <= {*release.names}:
            texts = [[plain_text(cell) if cell else None for cell in release.columns[one]] for one in written]
            if any(cell and not text for one, of in zip(written, texts) for cell, text in zip(release.columns[one], of)):
                return None
            at = release.names.index(written[0])
            release.names[at:at + len(written)] = [name]
            for one in written:
                del release.columns[one], release.missing[one]
            release.columns[name], release.missing[name] = [said(cells[0], cells[-1]) for cells in zip(*texts)], None
    release.columns = {name: release.columns[name] for name in release.names}
    return release

# ---- Values and their order -----------------------------------------------------------------------------------------

def type_of(values):
    texts = [value.strip() for value in values]
    each = lambda form, is_one: texts and all(re.fullmatch(form, text, re.DOTALL) and is_one(text) for text in texts)
    if each(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", lambda text: math.isfinite(float(text))):
        return "whole number" if each("[+-]?[0-9]+", lambda text: -2**63 <= int(text) < 2**63) else "number"
    try:
        return "date" if each("[0-9]{4}-[0-9]{2}-[0-9]{2}([T ].*)?", day_of) else "text"
    except ValueError:
        return "text"

def day_of(text, form=None):
    text = text.strip()
    return datetime.strptime(text, form).date() if form else date(*map(int, re.split("[T ]", text)[0].split("-")))

def in_order(values):
    """Numbers by size, dates by time, texts by the first number in them if all have one, else by their characters."""
    kind = type_of(values)
    banded = kind == "text" and all(re.search("[0-9]", value) for value in values)
    return sorted(values, key=(lambda value: (float(value), value)) if "number" in kind else band if banded else None)

def band(text):
    """`<18` goes before `18 to 29`, and that before `18 or older`."""
    number, words = re.search(r"[0-9][0-9.]*", text)[0].rstrip("."), text.strip().lower()
    below = words.startswith(("<", "under", "below", "less", "up to", "younger"))
    above = any(word in words for word in ("+", "older", "over", "above", "more", "plus", ">"))
    return float(number) if number.count(".") < 2 else math.inf, -1 if below else int(above), text

# ---- Hierarchies ----------------------------------------------------------------------------------------------------

class Hierarchy:
    """For each value its labels at levels 0 (the value), 1, ..., `height` (one label for all)."""
    def __init__(self, name, rows):
        self.rows, self.height = rows, len(next(iter(rows.values()), ())) - 1
        self.leaves = [Counter(labels) for labels in zip(*rows.values())]
        steps = [len({*zip(*pair)}) for pair in itertools.pairwise(zip(*rows.values()))]
        if {*map(len, rows.values())} != {self.height + 1} or [*steps, 1] != [len(below) for below in self.leaves]:
            raise Refused(f"{name}: its hierarchy is empty or ragged, does not nest, or does not end in one label")

def is_stated(spec):
    return isinstance(spec, str) or "tree" in spec or "order" in spec

def build(name, spec, values, table, folder):
    """The hierarchy that `spec` defines for these values. A missing one stays itself up to the root "*"."""
    if isinstance(spec, str):
        return from_file(name, os.path.join(folder, spec))
    if "withheld" in spec:
        raise Refused(f"{name}: the report withholds the {spec['withheld']} of its hierarchy; give --job JOB.toml")
    present, all_values = in_order(values - {table.missing[name]}), values
    if "tree" in spec:
        labels, present = from_tree(spec["tree"], values, present)
    elif "intervals" in spec or "ranges" in spec:
        widths, origin = widths_of(spec, present)
        open_ends = [spec.get(end) if spec.get(end) is None else exact(spec[end]) for end in ("bottom", "top")]
        style = style_of(present, widths, origin, open_ends[0])
        labels = lambda value: [interval(value, width, origin, style, *open_ends, spec.get("publish")) for width in widths]
    elif "mask" in spec:
        length = max(map(len, present), default=0)
        labels = lambda value: [mask(value, kept, length, spec) for kept in spec.get("keep", range(length - 1, 0, -1))]
    elif "date" in spec:
        if form := spec.get("publish"):
            labels = lambda value: [told(*days(day_of(value), unit), form) for unit in spec["date"]]
        else:
            labels = lambda value: [span(day_of(value, spec.get("format")), unit) for unit in spec["date"]]
    elif "fanout" in spec:
        order, sizes = spec.get("order", present), [spec["fanout"] ** power for power in range(1, 64)]
        place = {value: at for at, value in enumerate(order)}
        labels = lambda value: [ends(order[place[value] // n * n:][:n]) for n in sizes if n < len(order)]
        present = [*{*order, *present}]
    elif "columns" in spec:
        above = [dict(reversed([pair for pair in zip(table.columns[name], table.columns[other])
                                if pair[1] != table.missing[other]])) for other in spec["columns"]]
        labels = lambda value: [*itertools.accumulate(above, lambda label, of: of.get(value, label), initial=value)][1:]
    else:
        labels = lambda value: []
    try:
        rows = {value: [value, *labels(value), "*"] for value in present}
    except (ValueError, KeyError, TypeError):
        raise Refused(f"{name}: one of its values is not in its hierarchy, or not of its kind") from None
    levels = next(filter(None, map(spec.get, ("intervals", "keep", "date", "columns"))), [])
    levels = len(next(iter(rows.values()), ["", *levels, "*"]))
    return Hierarchy(name, {value: [value] * (levels - 1) + ["*"] for value in all_values} | rows)

def from_file(name, path):
    """One row a value, one column a level; a first row with another last label than all the others is a header."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        text = file.read()
    rows = read_rows(text, max(";\t,", key=lambda delimiter: sum(delimiter in line for line in text.splitlines())))
    roots = {row[-1] for row in rows[1:]}
    rows = rows[1:] if len(roots) == 1 and rows[0][-1] not in roots else rows
    if len({*map(tuple, rows)}) > len({row[0] for row in rows}):
        raise Refused(f"{name}: its hierarchy generalizes one value in two ways")
    return Hierarchy(name, {row[0]: row for row in rows})

def from_tree(parent_of, values, present):
    """Levels are counted from the root: where branches differ in depth, the values of short ones repeat upwards."""
    paths, inner = {}, {*parent_of.values()}
    for start in {*parent_of, *inner} - {"*"}:
        path = paths[start] = [start]
        while parent_of.get(path[-1], "*") != "*" and len(path) <= 253:
            path.append(parent_of[path[-1]])
    depth = max(map(len, paths.values()), default=0)
    labels = lambda value: ([value] * (depth - len(paths[value])) + paths[value])[1:]
    return labels, [*present, *(value for value in paths if value not in inner or value in values)]

def widths_of(spec, present):
    """Widths and origin; ranges begin with (max - min) / 2^(levels - 1), up to two digits, and double to the span."""
    if "intervals" in spec:
        return [exact(width) for width in spec["intervals"]], exact(spec.get("origin", 0))
    numbers, whole = [float(value) for value in present] or [0.0], type_of(present) == "whole number"
    low, high, rounded = min(numbers), max(numbers), lambda number: float(f"{number:.12e}")
    width = (high - low + whole) / 2 ** (spec["ranges"] - 1)
    if width <= 0:
        return [], exact(0)
    unit = 10.0 ** (math.floor(math.log10(width)) - 1)
    width = rounded(math.ceil(width / unit - ROUNDING) * unit)
    width = max(math.ceil(width), 2) if whole else width
    origin = rounded(math.floor(low / width) * width)
    widths = [rounded(width * 2.0 ** level) for level in range(spec["ranges"] - 1)]
    return [exact(width) for width in widths if origin + width <= high], exact(origin)

def style_of(present, widths, origin, bottom=None):
    """20-24 where values, width and origin are whole, -10..-6 where an interval is negative, else [20, 25)."""
    closed = lambda value: bottom is None or lower(value, widths[-1], origin) > lower(str(float(bottom) - 1e-9), widths[-1], origin)
    if type_of(present) != "whole number" or origin.denominator != 1:
        return "[)"
    return ".." if widths and any(
        lower(value, widths[-1], origin) < 0 and closed(value) for value in present) else "-"

def lower(value, width, origin):
    return origin + width * ((Fraction(value.strip()) - origin) // width)

def interval(value, width, origin, style, bottom=None, top=None, form=None):
    """The interval of a value; numbers from `top` up are one, and those below `bottom`, as far as this width reaches."""
    low, half_open = lower(value, width, origin), style == "[)" or width.denominator != 1
    below = origin - width * ((origin - bottom) // width) if bottom is not None else None
    if form:  # both bounds are in the interval where it is one of whole numbers, else the second is behind it
        is_above = top is not None and low >= (least := origin + width * ((top - origin) // width))
        is_below = below is not None and low < below
        begin = None if is_below else least if is_above else low
        end = None if is_above else (below if is_below else low + width) - (not half_open)
        return told(*(one if one is None else plain(one) for one in (begin, end)), form)
    if top is not None and low >= (least := origin + width * ((top - origin) // width)):
        return f"[{plain(least)}, inf)" if half_open else f"{plain(least)}+"
    if below is not None and low < below:
        return f"(-inf, {plain(below)})" if half_open else f"<{plain(below)}"
    if style == "[)" or width.denominator != 1:
        return f"[{plain(low)}, {plain(low + width)})"
    return plain(low) + (style + plain(low + width - 1)) * (width > 1)

def bounds_of(label):
    """Where an interval begins and where the next one does, in whichever style it is written."""
    if is_open := re.fullmatch(r"(?:<|\(-inf, )(-?[0-9.]+)\)?|\[?(-?[0-9.]+)(?:\+|, inf\))", label):
        return (-math.inf, Fraction(is_open[1])) if is_open[1] else (Fraction(is_open[2]), math.inf)
    found = re.fullmatch(r"\[?(-?[0-9]+(?:\.[0-9]+)?)(?:(-|\.\.|, )(-?[0-9]+(?:\.[0-9]+)?)\)?)?", label)
    return found and (Fraction(found[1]), Fraction(found[3] or found[1]) + (found[2] != ", "))

def plain(number):
    """A decimal number in digits, without zeros at the end of the fraction."""
    places = next((places for places in range(40) if (number * 10**places).denominator == 1), 40)
    digits = str(abs(int(number * 10**places))).rjust(places + 1, "0")
    return "-" * (number < 0) + digits[:len(digits) - places] + ("." + digits[-places:]) * (places > 0)

def mask(value, kept, length, spec):
    char = spec.get("char", "*")
    return value[:kept].ljust(length, char) if spec["mask"] == "right" else value[-kept:].rjust(length, char)

def span(day, unit):
    years = lambda n: f"{day.year // n * n:04}-{day.year // n * n + n - 1:04}"
    return {"day": day.isoformat(), "week": "{:04}-W{:02}".format(*day.isocalendar()), "month": day.isoformat()[:7],
            "quarter": f"{day.year:04}-Q{(day.month + 2) // 3}", "year": f"{day.year:04}", "decade": years(10),
            "century": years(100)}[unit]

def days(day, unit):
    """The first and the last day of a span of time."""
    years = {"year": 1, "decade": 10, "century": 100}.get(unit)
    if unit == "day":
        first = last = day
    elif unit == "week":
        first = date.fromordinal(day.toordinal() - day.weekday())
        last = date.fromordinal(first.toordinal() + 6)
    elif years:
        first = date(day.year // years * years, 1, 1)
        last = date(first.year + years - 1, 12, 31)
    else:
        months = 3 if unit == "quarter" else 1
        first = date(day.year, (day.month - 1) // months * months + 1, 1)
        behind = first.month + months - 1
        last = date.fromordinal(date(day.year + behind // 12, behind % 12 + 1, 1).toordinal() - 1)
    return first.isoformat(), last.isoformat()

def ends(group, form=None):
    return group[0] if len(group) == 1 else told(group[0], group[-1], form)

def publish(name, spec, full, level, values, told, table, folder, by_itself=False):
    """The hierarchy that may be seen of a release at `level` of the full one, and the level in it; `values` are those
    of the published records, `told` what they have in the columns that it names. A made one is made again of these
    alone, so that masks are as long as the longest; a stated one has only their missing values. How groups of
    neighbours lie depends on suppressed values: of these, of what making again would join or part, of groups whose
    names no published record tells, and of what the program chose `by_itself`, only the released level is seen."""
    def lowest_alike(hierarchy, level):  # a release does not tell between levels with the same labels
        alike = lambda lower: all(hierarchy.rows[value][lower] == hierarchy.rows[value][level] for value in values)
        return hierarchy, next(filter(alike, range(level + 1)))
    if is_stated(spec):
        return lowest_alike(full if isinstance(spec, str) else build(name, spec, values, table, folder), level)
    def level_alone(hierarchy, level, names):
        level = 0 if level < hierarchy.height and all(names(value) == value for value in values) else level
        between = {value: [names(value)] if 0 < level < hierarchy.height else [] for value in values}
        return Hierarchy(name, {value: [value, *labels, "*"] for value, labels in between.items()}), int(level > 0)
    made = Hierarchy(name, {value: full.rows[value] for value in values}) if "columns" in spec else build(
        name, spec, values, table, folder)
    at, group = max(0, level - full.height + made.height), lambda value: full.rows[value][level]
    joined = {(group(value), made.rows[value][at]) for value in values if at <= made.height}
    alike = len(joined) == len({*map(group, values)}) == len({label for _, label in joined})
    untold = "columns" in spec and level < full.height and any(group(value) not in {value, *told} for value in values)
    neighbours = {"fanout", "ranges"} & {*spec}
    if untold or not alike or neighbours:
        order = in_order(values - {table.missing[name]})
        members = lambda value: [other for other in order if group(other) == group(value)] or [value]
        alone = level_alone(full, level, lambda value: ends(members(value), spec.get("publish")))
        return alone if alone[1] or by_itself or neighbours else (made, 0)  # groups of one value each are the values
    return level_alone(made, at, lambda value: made.rows[value][at]) if by_itself else lowest_alike(made, at)

def by_itself(values, labels, form=None, timed=False):
    """The hierarchies that the program may choose when a job names none, as far as these released labels tell them."""
    many = math.ceil(len(values) ** 0.2)
    bounds = [*filter(None, map(bounds_of, labels if "number" in type_of(values) else []))]
    bounds += [(low, end - 1) for low, end in bounds] if form else []
    kinds = [{"intervals": [float(end - low)]} for low, end in bounds if low < end and end - low < math.inf]  # first, as 08 may be written 8
    for sign, end in (("+", "top"), ("<", "bottom")):  # where an interval of these labels is open
        open_at = [float(label.strip("+<")) for label in labels if re.fullmatch(r"<?-?[0-9.]+\+?", label) and sign in label]
        kinds += [kind | {end: at} for kind in kinds for at in open_at]
    if form:
        kinds += [kind | {"top": float(label[:-2])} for kind in kinds for label in labels if re.fullmatch(r"-?[0-9.]*[0-9]\.\.", label)]
        kinds += [kind | {"bottom": float(label[2:]) + more} for kind in kinds for label in labels for more in (1, 0)
                  if re.fullmatch(r"\.\.-?[0-9.]+", label)]
    timed = ["day"] * (timed or any(re.search("[T ]", value.strip()) for value in values))  # where some have a time
    kinds += [{"flat": True}] + [{"date": timed + ["month", "quarter", "year", "decade"]}] * (type_of(values) == "date")
    if form:
        return [kind | {"publish": form} for kind in kinds]
    return kinds + [{"fanout": max(many, 2)}, {"fanout": max(many, 4)}, {"mask": "right"}]

def sources(spec, full, level, labels, missing):
    """For each original value that one of the released `labels` of a column that it may have been given."""
    own = {value: row[level] for value, row in full.rows.items()}
    found = {value: label for value, label in own.items() if label in labels}
    if level == full.height or is_stated(spec) or "date" in spec or labels <= {*found.values()}:
        return found
    if "mask" in spec:  # as long as the longest published value; values that the open part holds are told as they are
        length, kept = max(map(len, labels - {missing})), spec["keep"][level - 1] if "keep" in spec else full.height - level
        made = {value: mask(value, kept, length, spec) if kept < length or "keep" in spec else value for value in own}
    elif spec.get("publish") and "intervals" in spec and level:  # of whole numbers or of others
        widths, origin = widths_of(spec, own)
        open_ends = [spec.get(end) if spec.get(end) is None else exact(spec[end]) for end in ("bottom", "top")]
        styles = ({value: "*" if value == missing else interval(value, widths[level - 1], origin, style, *open_ends, spec["publish"])
                   for value in own} for style in ("-", "[)"))
        made = next((of for of in styles if labels <= {*of.values()}), {})
        made |= {missing: None} if missing not in labels else {}
    else:  # intervals are the same numbers, however they are written
        bounds = lambda label: "intervals" in spec and level and bounds_of(label) or label
        label_of = {bounds(label): label for label in labels}
        made = {value: label_of.get(bounds(label)) for value, label in own.items()}
    found |= {value: label for value, label in made.items() if value != missing and label in labels}
    order = in_order(own.keys() - {missing})
    if spec.get("publish") == "midpoint" and "ranges" in spec:  # the middle of the first and the last published one
        groups = defaultdict(list)
        for value in order:
            groups[own[value]].append(value)
        for group in groups.values():
            middles = {}
            for first, last in itertools.combinations(group, 2):  # the widest pair of those with one middle comes first
                middles.setdefault(middle_of(first, last), (first, last))
            for label in labels & {*group, *middles}:
                first, last = middles.get(label, (label, label))
                found.update((value, label) for value in group[group.index(first):group.index(last) + 1])
        return found
    for label in labels - {*found.values()}:  # the values from the first to the last, when both are of one group
        for at in [len(label), *(dots.start() for dots in re.finditer(r"(?=\.\.)", label))]:
            first, last = label[:at], label[at + 2:] or label
            if first in own and last in own and own[first] == own[last] and missing not in (first, last):
                # The order is that of the published values: without the others, all may have a number in them.
                inside = {first, last, *order[order.index(first):order.index(last) + 1]}
                among = lambda value: value in inside or in_order({first, value, last})[1:-1] == [value]
                found.update((value, label) for value in order if own[value] == own[first] and among(value))
    return found

# ---- Which records the rows of the release are ----------------------------------------------------------------------

class Matching:
    """Rows of the release as records of the original: each another one with the same values, generalized."""
    def __init__(self, table, release, rows, levels, source):
        self.table, self.levels, self.records, self.rows = table, levels, defaultdict(list), defaultdict(list)
        columns = [[source(name, levels[name]).get(cell) for cell in table.columns[name]] if name in levels else
                   table.columns[name] for name in release.names]
        for record, key in enumerate(zip(*columns)):
            self.records[key].append(record)
        for row, key in zip(rows, cells(release, release.names, rows)):
            self.rows[key].append(row)
        self.unmatched = sum(max(0, len(rows) - len(self.records[key])) for key, rows in self.rows.items())

    def originals(self, names):
        """For each row the values of these columns in its record, and whether they are certain: of several records that
        became equal rows, some may not have been published. Then the values that certainly were, and all that may."""
        known, sure, certain, possible = {}, self.unmatched == 0, set(), set()
        for key, rows in self.rows.items():
            values = Counter(tuple(self.table.columns[name][record] for name in names) for record in self.records[key])
            gone = values.total() - len(rows)
            sure &= gone == 0 or len(values) == 1
            certain |= {value for value, count in values.items() if count > gone}
            possible |= {*values}
            known.update(zip(rows, values.elements()))
        return known, sure, certain, possible

# ---- Privacy models -------------------------------------------------------------------------------------------------

class Privacy:
    """Measures models on rows of the release; the whole that classes are compared with is the original."""
    def __init__(self, job, table, release, hierarchies, provider_of):
        self.job, self.table, self.release, self.hierarchies = job, table, release, hierarchies
        self.provider_of = provider_of  # of each row; None where that is not known
        self.qids, self.sensitive, self.provider = (with_role(job, table, role) for role in
                                                    ("quasi-identifier", "sensitive", "provider"))

    def classes(self, rows):
        found = defaultdict(list)
        for row in rows:
            found[tuple(self.release.columns[name][row] for name in self.qids)].append(row)
        return list(found.values())

    def counts(self, columns, rows, table, diverse=False):
        """How often each combination of values occurs; for diversity missing ones may not count."""
        none = [at for at, of in enumerate(columns) if diverse and self.job["columns"][of].get("missing") == "none"]
        counted = lambda values: all(values[at] != table.missing[columns[at]] for at in none)
        return Counter(filter(counted, cells(table, columns, rows)))

    def judge(self, rows, skip=None):
        """What a report tells of each model; "achieved" is not a number where it would take unknown providers."""
        facts, classes = [], self.classes(rows)
        def fact(variant, required, measure, direction="at-least", column=None, of_providers=False):
            found = [math.nan] if of_providers and not self.provider_of else [measure(one) for one in classes]
            worst = None if None in found else min(found) if direction == "at-least" else max(found)
            holds = worst is not None and not {"at-least": worst < required - ROUNDING, "below": worst >= required,
                                               "at-most": worst > required + ROUNDING}[direction]
            facts.append({"model": model, "column": column, "variant": variant, "direction": direction,
                          "required": required, "achieved": worst, "satisfied": holds,
                          "measured": BY_PROVIDER if of_providers else None})
        everything = functools.partial(self.counts, rows=range(self.table.rows), table=self.table)
        for model, given in models_of(self.job, skip):
            if model in ("k-anonymity", "alpha-k-anonymity"):
                fact("k" if "alpha" in given else None, given["k"], len)
            elif model == "provider-diversity":
                fact(None, given["m"], self.providers, of_providers=True)
            elif model == "m-privacy":
                fact(None, given["m"], lambda _: self.withstood(given["m"], rows), of_providers=True)
            elif model == "c-mixture":
                share = lambda of, rounding: max(1, rounding(exact(given["c"]) * of))
                distinct = lambda of: share(len(everything([of], diverse=True)), math.ceil)
                variant = f"c = {plain(exact(given['c']))}: "
                fact(variant + "k", share(self.table.rows, math.floor), len)
                for of in self.sensitive:
                    values = lambda rows: len(self.counts([of], rows, self.release, True))
                    fact(variant + "l", distinct(of), values, column=of)
                fact(variant + "m", distinct(self.provider[0]), self.providers, of_providers=True)
            kind = given.get("kind") or given.get("distance") or "alpha" * ("alpha" in given)
            variant = kind + f", l = {plain(exact(given['l']))}" if kind == "recursive" else kind
            columns, joint = [[of] for of in self.sensitive if kind and given.get("column", of) == of], given.get("joint")
            for of in [self.sensitive] if joint else columns:
                whole, missing, hierarchy = everything(of), self.table.missing[of[0]], self.hierarchies.get(of[0])
                measure, required, direction = {
                    "distinct": (len, "l", "at-least"), "entropy": (entropy_l, "l", "at-least"),
                    "recursive": (lambda one: recursive_ratio(one, int(given["l"])), "c", "below"),
                    "alpha": (lambda one: max(one.values()) / one.total(), "alpha", "at-most")
                }.get(kind, (lambda one: distance(kind, one, whole, missing, hierarchy), "t", "at-most"))
                counts = lambda rows: self.counts(of, rows, self.release, model == "l-diversity")
                fact(variant + ", joint" * bool(joint), given[required], lambda rows: measure(counts(rows)), direction,
                     " x ".join(of))
        return facts

    def providers(self, rows):
        return len({self.provider_of[row] for row in rows})

    def withstood(self, most, rows):
        """How many providers, whoever they are, can take their records away so that something is left of every class
        and all other models still hold, up to `most`; not a number when there are too many coalitions to try."""
        everyone, whole = sorted({*self.provider_of.values()}), len(self.classes(rows))
        sizes = range(1, min(most, len(everyone)) + 1)
        if sum(math.comb(len(everyone), size) for size in sizes) > MOST_COALITIONS:
            return math.nan
        for coalition in itertools.chain.from_iterable(itertools.combinations(everyone, size) for size in sizes):
            rest = [row for row in rows if self.provider_of[row] not in coalition]
            if len(self.classes(rest)) < whole or not all(fact["satisfied"] for fact in self.judge(rest, "m-privacy")):
                return len(coalition) - 1
        return most

MODELS = {"k-anonymity": {"k": 0}, "l-diversity": {"l": 0, "kind": "distinct"}, "alpha-k-anonymity": {"k": 0},
          "t-closeness": {"t": 0, "distance": "euclidean"}, "c-mixture": {"c": 0}, "provider-diversity": {"m": 0},
          "m-privacy": {"m": 0}}

def models_of(job, skip):
    for name, default in MODELS.items():
        given = job["privacy"].get(name, []) if name != skip else []
        for one in given if isinstance(given, list) else [given]:
            yield name, default | (one if isinstance(one, dict) else {next(iter(default)): one})

def entropy_l(counts):
    shares = [count / counts.total() for count in counts.values()]
    return bool(counts) * math.exp(-math.fsum(share * math.log(share) for share in shares))

def recursive_ratio(counts, l):
    """r1 / (rl + ... + rm); None with fewer than l values."""
    most_first = sorted(counts.values(), reverse=True)
    return most_first[0] / sum(most_first[l - 1:]) if len(most_first) >= max(l, 1) else None

def distance(kind, inside, whole, missing, hierarchy):
    """How far a class is from the whole table: Euclidean, or the earth mover's distance of Li et al. (2007)."""
    p, q, cost = inside.total(), whole.total(), 0.0
    extra = {value: inside[value] / p - whole[value] / q for value in {*inside, *whole}}
    if kind in ("euclidean", "equal"):
        return math.hypot(*extra.values()) if kind == "euclidean" else math.fsum(map(abs, extra.values())) / 2
    extra = {value: x for (value,), x in extra.items()}
    if kind == "ordered":
        order = in_order(extra.keys() - {missing}) + [value for value in extra if value == missing]
        return math.fsum(map(abs, itertools.accumulate(extra[v] for v in order))) / max(1, len(order) - 1)
    for level in range(hierarchy.height):
        children, more, less = Counter(), Counter(), Counter()
        for value, x in extra.items():
            children[tuple(hierarchy.rows[value][level:level + 2])] += x
        for (_, parent), x in children.items():
            (more if x > 0 else less)[parent] += abs(x)
        cost += (level + 1) / hierarchy.height * sum(min(x, less[parent]) for parent, x in more.items())
    return cost

# ---- Utility --------------------------------------------------------------------------------------------------------

def utility(job, release, rows, hierarchies, levels, total, k, originals):
    """The figures of utility and the share of its information that each quasi-identifier lost. `hierarchies` and
    `levels` are those that the report speaks of, `total` counts all records of the original and the noisy ones, and
    `originals` are the published records' own values, None where the files do not show them."""
    qids, lost = list(hierarchies), total - len(rows)
    weights = {name: job["columns"][name].get("weight", 1.0) for name in qids}
    mean = lambda of: math.fsum(weights[name] * of(name) for name in qids) / sum(weights.values())
    labels_of = dict(zip(rows, cells(release, qids, rows)))
    count_of, classes = dict(zip(qids, map(Counter, zip(*labels_of.values())))), Counter(labels_of.values())
    below = {name: hierarchies[name].leaves[levels[name]] for name in qids}
    domain = {name: len(hierarchies[name].rows) for name in qids}
    spread = {labels: math.prod(max(1, below[name][label]) for name, label in zip(qids, labels)) for labels in classes}
    over_cells = lambda name, of: math.fsum(count * of(label) for label, count in count_of[name].items())
    transparency = lambda name: over_cells(name, lambda label: 1 / max(1, below[name][label]))
    def loss(name):  # the share of the domain below a cell, moved and stretched so that the original has 0
        covered, least = over_cells(name, below[name].__getitem__) / domain[name] + lost, total / domain[name]
        return (covered - least) / (total - least) if domain[name] > 1 else 0.0
    def gen_loss(name):  # of numbers the width of an interval, of categories the other leaves below a label
        numbers, under = "number" in type_of(hierarchies[name].rows), defaultdict(list)
        for leaf, row in hierarchies[name].rows.items():
            under[row[levels[name]]].append(float(leaf) if numbers else 0.0)
        width = lambda leaves: max(leaves, default=0) - min(leaves, default=0) if numbers else len(leaves) - 1
        everything = width([*itertools.chain(*under.values())]) or 1
        return (over_cells(name, lambda label: width(under[label])) / everything + lost) / total
    def entropy():  # in bits, of the published records' values given their labels
        pairs = Counter((name, *pair) for row in rows for name, *pair in zip(qids, originals[row], labels_of[row]))
        return math.fsum(n * math.log2(count_of[name][label] / n) for (name, _, label), n in pairs.items())
    def divergence(over):  # of Kullback and Leibler, of the published records' values from an even spread below labels
        pairs = Counter((originals[row], labels_of[row]) for row in rows)
        bits = {pair: math.log2(n / classes[pair[1]] * spread[pair[1]]) for pair, n in pairs.items()}
        return math.fsum(n * (n if over == "records" else 1) / len(rows) * bits[pair] for pair, n in pairs.items())
    figures = {
        "transparency_degree": len(qids) * mean(transparency), "gen_loss": mean(gen_loss),
        "precision": mean(lambda name: levels[name] / max(1, hierarchies[name].height)),
        "loss": math.expm1(mean(lambda name: math.log1p(loss(name)))), "suppressed_share": lost / total,
        "class_size": total / (len(classes) + (lost > 0)), "entropy": originals and entropy(),
        "discernibility": sum(size * size for size in classes.values()) + lost * total, "height": sum(levels.values())}
    figures |= {"transparency_ratio": mean(transparency) / total, "c_avg": figures["class_size"] / k}
    given = job["utility"]["objective"]
    given = given if isinstance(given, dict) else {"metric": given}
    value = figures | {
        "transparency": figures["transparency_degree"],
        "kl_divergence": originals and divergence(given.get("over", "records")),
        "ambiguity": sum(size * spread[labels] for labels, size in classes.items()) + lost * math.prod(domain.values()),
        "cpgen": given.get("alpha", 0.6) * figures["gen_loss"] + given.get("beta", 0.4) * figures["c_avg"]}
    if given.get("suppressed") == "lost" and given["metric"] == "precision":
        value["precision"] += (1 - value["precision"]) * lost / total
    figures |= {"objective": given["metric"], "value": value[given["metric"].replace("-", "_")]}
    return figures, {name: min(1.0, max(0.0, loss(name))) for name in qids}

def risk_of(table, qids, rows):
    """How likely somebody is found by whoever knows all quasi-identifiers, at most and on average."""
    sizes = Counter(cells(table, qids, rows) if qids else [()] * len(rows))
    least = min(sizes.values(), default=0)
    return {"unit": "record", "prosecutor_max": least and 1 / least, "prosecutor_mean": len(sizes) / max(1, len(rows)),
            "records_at_max": sum(size for size in sizes.values() if size == least)}

# ---- The report -----------------------------------------------------------------------------------------------------

class NotShown(str):
    """Stands in place of a leaf that the files do not show; says why."""

class Rounded(float):
    """A figure that is told with two significant digits."""

def compare(expected, claimed, path=""):
    """A verdict for every leaf of a report."""
    at = lambda key: f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}" if path else key
    mine, theirs = (one if isinstance(one, dict) else dict(enumerate(one)) if isinstance(one, list) else {}
                    for one in (expected, claimed))
    hidden = isinstance(expected, NotShown)
    mine = dict.fromkeys(theirs, expected) if hidden else mine
    if (mine or theirs) and (hidden or type(expected) is type(claimed)):
        for key in {**mine, **theirs}:
            if key in mine and key in theirs:
                yield from compare(mine[key], theirs[key], at(key))
            else:
                yield "refuted", at(key), "it is missing" if key in mine else "it does not belong here"
    elif hidden:
        yield "not shown", path, expected
    else:
        same = type(expected) is type(claimed) and expected == claimed
        if type(expected) in (int, float, Rounded) and type(claimed) in (int, float):
            told = [float(f"{expected * (1 + slip):.1e}") for slip in (0, ROUNDING, -ROUNDING)]
            near = 0 if isinstance(expected, Rounded) else ROUNDING  # a sum that is 0 may be off by its own rounding
            same = near == 0 and claimed in told or math.isclose(expected, claimed, rel_tol=near, abs_tol=1e-12)
        yield "proved" if same else "refuted", path, f"{expected}" if same else f"it is {expected}, not {claimed}"

OF_DOMAIN = {"transparency_degree", "transparency_ratio", "transparency", "gen_loss", "loss", "ambiguity", "cpgen"}
UNSEEN = NotShown("of several records that became equal rows not all were published, and the files do not show which")
TELLS = " would tell of suppressed records, and stands in the internal report"
AT_MOST = "at most: the exact figure" + TELLS
NO_MORE = "c asks for no more: how many values the input has" + TELLS
BY_PROVIDER, BY_NAME = "on the written release, ", "which names the providers"
BY_MATCHING = "each row matched back to its record, which has the provider"

def examine(originals, release_path, job, folder, report=None, planned=None):
    """Verdicts about the release; what a report about it has to say; and what that rests on. `planned` has hierarchies
    that were made of another table, by column, each with what it is made like."""
    verdicts, columns, options, said = [], job["columns"], job["csv"], report or {}
    claim = lambda what, holds, detail: verdicts.append(("proved" if holds else "refuted", what, detail))
    claimed, public = said.get("solution", {}), said.get("audience") != "internal"
    provider = [name for name, column in columns.items() if column.get("role") == "provider"]
    by_name = bool(provider and job["release"].get("provider"))
    pooled = [one["provider"] for one in job.get("inputs", [])]
    table, delimiter = read_table(originals, options, options.get("header", True), pooled, *provider)
    delimiters = {kind(originals[0]): delimiter, "tsv": "\t"}
    release, _ = read_table([release_path], options | {
        "delimiter": delimiters.get(kind(release_path), ","), "escaped": job["release"].get("escape_formulas")})
    as_published(table, columns)
    shown = with_role(job, table, "quasi-identifier", "sensitive", "insensitive", *["provider"] * by_name)
    written = [one for name in shown for one in written_names(name, columns.get(name, {}))]
    claim("columns", release.names == written, "those of the job, no identifier among them")
    if release.names != written:
        return verdicts, NotShown("the release has other columns than the job says"), {}
    keys = [*zip(*([(float(cell or "inf"), cell) for cell in texts] if "number" in type_of({*texts} - {""}) else texts
                   for texts in release.columns.values()))]
    numbers = with_labels(release, columns)
    claim("numbers", bool(numbers), "cells of columns that are published as numbers are numbers, days or empty")
    if not numbers:
        return verdicts, NotShown("cells are not of the form that the job says"), {}

    noise, star, rows = said.get("noise", {}).get("records", 0), job["suppression"]["as"] == "star", range(release.rows)
    starred = [row for row, texts in zip(rows, cells(release, shown, rows)) if star and {*texts} == {"*"}]
    starred = starred[:claimed.get("rows_suppressed")]
    rows = sorted({*rows} - {*starred})
    suppressed, limit = table.rows - len(rows) + noise, math.floor(exact(job["suppression"]["limit"]) * table.rows)
    claim("suppression limit", 0 <= suppressed <= limit, f"{suppressed} records, {limit} allowed")
    claim("starred rows", len(starred) == star * suppressed, "one for each suppressed record, if the job says so")
    claim("order", job["release"]["order"] != "sorted" or keys == sorted(keys), "as the job says")

    qids = with_role(job, table, "quasi-identifier")
    specs = {name: with_form(column) for name, column in columns.items()}
    specs |= {name: spec for name, (spec, _) in (planned or {}).items()}
    full = {name: planned[name][1] if name in (planned or {}) else build(name, spec, {*table.columns[name]}, table, folder)
            for name, spec in specs.items() if spec}
    labels = {name: {release.columns[name][row] for row in rows} for name in qids}
    @functools.cache
    def source(name, level):
        return sources(specs[name], full[name], level, labels[name], table.missing[name])
    def fit(name):  # the levels that the released labels may be of
        return [level for level in range(full[name].height + 1) if labels[name] <= {*source(name, level).values()}]
    unnamed = [name for name in qids if not columns[name].get("hierarchy")]
    for name in [name for name in unnamed if not specs[name]]:
        form = columns[name].get("publish")
        if form == "midpoint":
            raise Refused(f"{name}: midpoints of a hierarchy that the job does not name are not checked here; incog verify does")
        for specs[name] in by_itself({*table.columns[name]} - {table.missing[name]}, labels[name], form,
                                     name in table.timed):
            source.cache_clear()
            full[name] = build(name, specs[name], {*table.columns[name]}, table, folder)
            if fit(name):
                break
        else:
            raise Refused("labels are of no hierarchy that the program chooses where the job names none")
    def candidates(name):  # the one in the report first
        job_says = columns[name] if columns[name].get("hierarchy") or planned else {}  # else it is not seen how they count
        allowed = [at for at in fit(name) if job_says.get("min_level", 0) <= at <= job_says.get("max_level", at)]
        claim(f"{name}: labels", bool(allowed), "all are of one level of its hierarchy, and that is one the job allows")
        return sorted(allowed or fit(name), key=lambda level: (level != claimed.get("levels", {}).get(name), level))
    matchings = (Matching(table, release, rows, dict(zip(qids, levels)), source) for levels in
                 itertools.islice(itertools.product(*map(candidates, qids)), MOST_COMBINATIONS_OF_LEVELS))
    best = next((matching for matching in matchings if matching.unmatched <= noise), None)
    claim("records", bool(best), f"all {len(rows)} rows but {noise} noisy are records of the original, each another")
    if not best or not rows:
        return verdicts, NotShown("the rows of the release are not records of the original"), {}

    whole = not suppressed
    as_made = whole and not planned  # then all values are published, and hierarchies are told as they are
    seen, told, unsure = {}, {}, set()  # hierarchies and levels as the report speaks of them
    split = lambda records: ({value for value, *_ in records}, {cell for _, *above in records for cell in above})
    for name in qids:
        spec, level, stated = specs[name], best.levels[name], is_stated(specs[name])
        _, sure, *published = best.originals([name, *([] if stated else spec.get("columns", []))])
        sure = sure or split(published[0]) == split(published[1]) and not best.unmatched
        made = [(full[name], level) if as_made else
                publish(name, spec, full[name], level, *split(records), table, folder, name in unnamed)
                for records in published if records]
        seen[name] = made[-1] if public else (full[name], level)
        told[name] = seen[name][1], seen[name][0].height + 1
        alike = lambda of: len(made) == 2 and of(*made[0]) == of(*made[1])
        if not stated and sure:
            used = {made[-1][0].rows[value][made[-1][1]] for value, *_ in published[1]}
            claim(f"{name}: names of labels", used == labels[name], "they follow from the published values")
        elif public and not as_made and not sure and not (stated and alike(lambda one, level: (one.rows, level))):
            unsure.add(name)
            told[name] = told[name] if alike(lambda one, level: (one.height, level)) else (UNSEEN, UNSEEN)

    providers, sure, *_ = best.originals(provider)
    if by_name or not provider or not sure:
        providers = {row: release.columns[provider[0]][row] for row in rows} if by_name else None
    risk = risk_of(release, qids, rows)
    facts = Privacy(job, table, release, full, providers).judge(rows)
    of_size = [fact for fact in facts if fact["model"] == "k-anonymity" or str(fact["variant"]).split(": ")[-1] == "k"]
    k = max([fact["required"] for fact in of_size], default=1)
    for fact in facts:
        what = " ".join(filter(None, (fact["model"], fact["variant"], fact["column"])))
        claim(f"privacy: {what}", fact["satisfied"], f"measured {fact['achieved']}, required {fact['required']}")
        fact["measured"] = fact["measured"] and fact["measured"] + (BY_NAME if by_name else BY_MATCHING)
        if fact["measured"] and math.isnan(fact["achieved"]):
            unknown = NotShown("not who provided which row, or there are too many coalitions")
            verdicts[-1] = "not shown", f"privacy: {what}", unknown
            fact |= dict.fromkeys(("achieved", "satisfied", "measured"), unknown)
        if public and not whole and fact["model"] == "t-closeness":
            fact |= {"achieved": fact["required"], "measured": AT_MOST}
        if public and not whole and fact["model"] == "c-mixture" and fact["variant"][-1] != "k":
            seen_by = fact["measured"] if isinstance(fact["achieved"], NotShown) else NO_MORE
            fact |= {"required": fact["achieved"], "measured": seen_by}
    facts = [{key: value for key, value in fact.items() if value is not None or key == "achieved"} for fact in facts]

    values, sure, *_ = best.originals(qids)
    for name in qids if not public else []:  # the steward's figures are those of the full hierarchies
        full_label = {label: full[name].rows[value][best.levels[name]]
                      for value, label in source(name, best.levels[name]).items()}
        release.columns[name] = [full_label.get(label, label) for label in release.columns[name]]
    figures, lost = utility(job, release, rows, {name: one for name, (one, _) in seen.items()},
                            {name: level for name, (_, level) in seen.items()}, table.rows + noise, k,
                            values if sure and public else None)
    coarse, no_level = public and not all(is_stated(specs[name]) for name in qids), (UNSEEN, UNSEEN) in told.values()
    for name, value in figures.items():
        metric = figures["objective"].replace("-", "_") if name == "value" else name
        if value is None or unsure and metric in OF_DOMAIN or no_level and metric in ("precision", "height"):
            figures[name] = UNSEEN if public else NotShown("it is not computed here")
        elif metric in ("entropy", "kl_divergence") or coarse and metric in OF_DOMAIN:
            figures[name] = Rounded(value)
    loss = {name: UNSEEN if name in unsure else Rounded(lost[name]) if coarse else lost[name] for name in qids}
    digests = [hashlib.sha256(open(path, "rb").read()).hexdigest() for path in [*originals, release_path]]
    lines = "".join(one + "\n" for one in digests[:-1]).encode()
    together = hashlib.sha256(lines).hexdigest() if pooled else digests[0]
    search = dict.fromkeys(("evaluations", "seconds", "stopped", "upper_bound", "gap", "lattice_nodes", "convergence"),
                           NotShown("no file shows how the search went"))
    expected = {
        "incog": NotShown("no file shows which version made it"), "audience": "public" if public else "internal",
        "job": NotShown("it is what was asked for; compare it with the job file"),
        "job_file": NotShown("it names a file"),
        "input": {"path": job.get("input") or " + ".join(one["path"] for one in job["inputs"]), "rows": table.rows,
                  "sha256": None if public else together, "hmac_sha256": NotShown("it takes the secret of the job")},
        "release": {"path": job["output"], "rows": release.rows, "sha256": digests[-1]}, "privacy": facts,
        "risk": risk | ({} if public else {"before": risk_of(table, qids, range(table.rows))}),
        "solution": {"levels": {name: told[name][0] for name in qids}, "rows_kept": table.rows - suppressed,
                     "rows_suppressed": suppressed, "classes": len({*cells(release, qids, rows)})},
        "utility": figures, "search": search | {key: job["search"][key] for key in ("algorithm", "seed")},
        "columns": [{"name": name, "role": columns.get(name, {}).get("role", "insensitive"),
                     **{key: form for key, form in columns.get(name, {}).items() if key == "publish" and form != "label"},
                     "hierarchy": withhold(columns.get(name, {}).get("hierarchy"), public),
                     **dict(zip(("level", "levels"), told.get(name, (None, None)))),
                     "information_loss": loss.get(name)} for name in table.names],
        "page": {"path": os.path.basename(release_path) + (".report.html" if public else ".internal.html"),
                 "sha256": NotShown("incog verify makes it again")}}
    expected |= {} if public else {"analyses": NotShown("it is not computed here; incog verify does")}
    each = dict.fromkeys(("rows", "sha256"), None if public else NotShown("their sum is shown"))
    expected |= {"noise": NotShown("the release does not say which rows are noise")} if noise else {}
    expected |= {"inputs": [one | each for one in job["inputs"]]} if pooled else {}
    return verdicts, expected, {"matching": best, "k": k}

def withhold(spec, public):
    """A hierarchy as a public report tells it: values that it lists may be those of suppressed records."""
    listed = [key for key in ("order", "tree") if public and isinstance(spec, dict) and key in spec]
    return {key: spec[key] for key in spec if key not in listed} | {"withheld": listed[0]} if listed else spec

def with_defaults(job):
    default = {"csv": {}, "columns": {}, "suppression": {"limit": 1.0, "as": "drop"}, "release": {"order": "sorted"},
               "utility": {"objective": "gen-loss"}, "search": {"algorithm": "auto", "seed": 1}}
    return job | {key: value | job.get(key, {}) for key, value in default.items()}

def unique(pairs):
    if len({key for key, _ in pairs}) < len(pairs):
        raise Refused("the report has a key twice")
    return dict(pairs)

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("originals", nargs="+"), parser.add_argument("release"), parser.add_argument("job_or_report")
    parser.add_argument("--job", help="the job file, for what the report withholds")
    given = parser.parse_args()
    text = lambda path: open(path, encoding="utf-8").read()
    report = given.job_or_report.endswith(".json") and json.loads(text(given.job_or_report), object_pairs_hook=unique)
    stated = tomllib.loads(text(given.job or given.job_or_report)) if given.job or not report else {}
    job = with_defaults(report["job"] if report else stated)
    for name, column in stated.get("columns", {}).items():
        if "withheld" in (job["columns"].get(name, {}).get("hierarchy") or {}):
            job["columns"][name] = job["columns"][name] | {"hierarchy": column["hierarchy"]}
    if job["privacy"].get("unit", "record") != "record" or any(
            column.get("role") in ("person", "household") for column in job["columns"].values()):
        raise Refused("models that count people are not checked here; incog verify does")
    specs = [column.get("hierarchy") for column in job["columns"].values()]
    if job["release"].get("labels", "range") != "range" or any(
            isinstance(spec, dict) and {"codes", "countries"} & {*spec} for spec in specs):
        raise Refused("labels = \"interval\", codes and countries are not checked here; incog verify does")
    if report and report.get("solution", {}).get("recoding", "global") != "global" or job.get("hierarchy"):
        raise Refused("local recodings and jobs with a section [hierarchy] are not checked here; incog verify does")
    verdicts, expected, _ = examine(given.originals, given.release, job, os.path.dirname(given.job_or_report), report)
    verdicts += compare(expected, report) if report else []
    for verdict, what, detail in verdicts:
        print(f"{verdict:<9}  {what:<45}  {detail}")
    counts = Counter(verdict for verdict, *_ in verdicts)
    print(f"\n{counts['proved']} proved, {counts['refuted']} refuted, {counts['not shown']} not shown")
    return 1 if counts["refuted"] else 0

if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Refused, OSError, json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        sys.exit(f"error: {error}")
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        sys.exit(f"error: the job, the report or a table is malformed ({type(error).__name__})")
