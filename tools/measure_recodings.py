#!/usr/bin/env python3
"""Which recoding leaves the most useful release: levels for all records, or labels record by record. Standard library only.

    cargo build --release -p incog-cli
    python3 tools/measure_recodings.py --incog target/release/incog --data ../shared/data > recodings.md

Of each table at most so many records are drawn. Seven tenths of them are released (k = 5, and where it says so l = 2 of the target;
at most 5 % suppressed) with the same hierarchies in four ways: original, global, local with strict cells, local with free ones. The
hierarchies are those that `incog init` proposes, on Adult also those of ARX. A record of a release is read by somebody who has nothing
else: it is spread evenly over the values its labels stand for. Then

* AUC: a logistic regression, trained on the release, is tested on the original records of the other three tenths: area under the ROC curve;
  more is better. Its input is a number for each value of each quasi-identifier: how much of the record is there;
* cross: the counts of each quasi-identifier by the target, half the sum of absolute differences to the original by the number of records;
* queries: how many records have some values in three columns (ranges of numbers, sets of categories, the target among them): the median of
  the relative error of 300 counts, of which each has at least 0.5 % of the records;
* mean, deviation: of the quasi-identifiers of numbers, how far the mean is off in standard deviations, and the standard deviation off as a share."""

import argparse, bisect, collections, csv, io, itertools, json, math, pathlib, random, statistics, subprocess, sys
import tempfile, tomllib

import public_tables
import toml_text
from public_tables import read, write

# Adult with the hierarchies that the program proposes, and with those of ARX; of the others with the proposed ones.
TABLES = [way for table in public_tables.TABLES for way in (
    [table | {"arx": None}, table | {"name": "Adult (ARX)"}] if table["name"] == "Adult" else [table | {"arx": None}])]
TABLES.append({"name": "testdata", "path": "sdcmicro/testdata.csv", "delimiter": ",", "target": "sex", "positive": "1",
               "quasi_identifiers": ["urbrur", "roof", "walls", "water", "electcon", "relat", "age"], "arx": None})
WITH_L = ("Diabetes130", "SPARCS", "Irish census")
KINDS = {"global": 'kind = "global"', "local, strict": 'kind = "local"\ncells = "strict"',
         "local, free": 'kind = "local"\ncells = "free"'}


def hierarchies(incog, names, arx, data, folder):
    """A file for each quasi-identifier, which has all values of the sample."""
    command = [incog, "init", folder / "all.csv", "-o", folder / "proposed.toml", "--force", "--header"]
    subprocess.run(command, check=True, capture_output=True)
    proposed = tomllib.loads((folder / "proposed.toml").read_text(encoding="utf-8"))["columns"]
    found = {}
    for name in names:
        path = folder / f"{names.index(name)}.csv"
        how = proposed.get(name, {}).get("hierarchy")
        command = [incog, "hierarchy", "build", folder / "all.csv", name, "-o", path, "--force"]
        subprocess.run(command + (["--how", toml_text.value(how)] if how else []), check=True, capture_output=True)
        if arx:
            path.write_bytes((data / arx.format(name)).read_bytes())
        text = path.read_text(encoding="utf-8-sig")
        mark = max(";,", key=lambda mark: sum(mark in line for line in text.splitlines()))
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=mark) if row]
        found[name] = (path, rows[1:] if rows[0][-1] != rows[1][-1] else rows)
    return found


def members(rows, values):
    """For each label the values of the sample that it stands for."""
    of = collections.defaultdict(set)
    for row in rows:
        if row[0] in values:
            for label in row:
                of[label].add(row[0])
    return {label: sorted(inside) for label, inside in of.items()}


def released(incog, folder, names, files, target, l, kind):
    lines = ['input = "train.csv"', 'output = "release.csv"']
    for name in names:
        lines += [f"[columns.{json.dumps(name)}]", 'role = "quasi-identifier"', f'hierarchy = "{files[name][0].name}"']
    lines += [f"[columns.{json.dumps(target)}]", 'role = "sensitive"', "[privacy]", "k-anonymity = 5"]
    lines += ["l-diversity = 2"] * l + ["[suppression]", "limit = 0.05", "[recoding]", KINDS[kind]]
    (folder / "job.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for old in folder.glob("release.csv*"):
        old.unlink()
    run = subprocess.run([incog, "anonymize", folder / "job.toml", "--accept-gap", "1"], capture_output=True, text=True)
    if run.returncode not in (0, 5) or not (folder / "release.csv").exists():
        print(f"{kind}: exit {run.returncode}: {run.stderr.strip()[-300:]}", file=sys.stderr)
        return None, None
    report = json.loads((folder / "release.csv.report.json").read_text(encoding="utf-8"))
    return read(folder / "release.csv"), report["utility"]["gen_loss"]


def auc(names, train, positive, of, test, test_positive):
    """Of a logistic regression by gradient descent with momentum (Nesterov), all records at a time."""
    labels = [sorted({row[name] for row in train}) for name in names]
    code = [{label: at for at, label in enumerate(every)} for every in labels]
    value = [{one: at for at, one in enumerate(sorted({v for inside in of[name].values() for v in inside}))}
             for name in names]
    inside = [[[value[at][v] for v in of[name][label]] for label in labels[at]] for at, name in enumerate(names)]
    counts = collections.Counter((tuple(code[at][row[name]] for at, name in enumerate(names)), wanted)
                                 for row, wanted in zip(train, positive))
    weights = [[0.0] * len(every) for every in value]
    before, bias, bias_before = [list(w) for w in weights], 0.0, 0.0
    rate, shrink = 4.0 / len(names), 1e-4
    for step in range(300):
        pull = step / (step + 3)
        ahead = [[w + pull * (w - b) for w, b in zip(*pair)] for pair in zip(weights, before)]
        bias_ahead = bias + pull * (bias - bias_before)
        means = [[sum(w[v] for v in one) / len(one) for one in every] for w, every in zip(ahead, inside)]
        slopes, bias_slope = [[0.0] * len(every) for every in labels], 0.0
        for (codes, wanted), count in counts.items():
            score = bias_ahead + sum(mean[one] for mean, one in zip(means, codes))
            error = count * (1 / (1 + math.exp(-max(-30, min(30, score)))) - wanted) / len(train)
            bias_slope += error
            for slope, one in zip(slopes, codes):
                slope[one] += error
        before, bias_before = weights, bias
        weights = [[w * (1 - shrink * rate) for w in every] for every in ahead]
        for every, slope, w in zip(inside, slopes, weights):
            for one, by in zip(every, slope):
                for v in one:
                    w[v] -= rate * by / len(one)
        bias = bias_ahead - rate * bias_slope
    scores = [sum(w[known[row[name]]] for w, known, name in zip(weights, value, names)) for row in test]
    negatives = sorted(score for score, wanted in zip(scores, test_positive) if not wanted)
    wins = [bisect.bisect_left(negatives, score) + bisect.bisect_right(negatives, score)
            for score, wanted in zip(scores, test_positive) if wanted]
    return sum(wins) / 2 / len(wins) / len(negatives)


def cross_error(names, target, original, release, of):
    errors = []
    for name in names:
        difference = collections.Counter((row[name], row[target]) for row in original)
        for (label, wanted), count in collections.Counter((row[name], row[target]) for row in release).items():
            for value in of[name][label]:
                difference[value, wanted] -= count / len(of[name][label])
        errors.append(sum(map(abs, difference.values())) / 2 / len(original))
    return statistics.mean(errors)


def is_number(text):
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def queries(names, target, original, dice):
    """Columns, each with the values that are asked for."""
    domain = {name: sorted({row[name] for row in original}) for name in [*names, target]}
    numeric = {name for name in domain if all(map(is_number, domain[name])) and len(domain[name]) > 9}
    found = []
    for _ in range(30_000):
        asked = {}
        for name in dice.sample(names, 2) + [target]:
            values = sorted(domain[name], key=float) if name in numeric else dice.sample(domain[name], len(domain[name]))
            some = max(1, round(len(values) * (dice.uniform(0.1, 0.5) if name in numeric else 0.4)))
            start = dice.randrange(len(values) - some + 1)
            asked[name] = set(values[start:start + some])
        true = sum(all(row[name] in values for name, values in asked.items()) for row in original)
        if true >= len(original) / 200:
            found.append((asked, true))
        if len(found) == 300:
            break
    return found


def query_error(asked, release, of):
    errors = []
    for values, true in asked:
        names = [*values]
        share = [{label: sum(v in values[name] for v in of[name][label]) / len(of[name][label])
                  for label in {row[name] for row in release}} for name in names]
        counts = collections.Counter(tuple(row[name] for name in names) for row in release)
        told = sum(count * math.prod(of_label[label] for of_label, label in zip(share, labels))
                   for labels, count in counts.items())
        errors.append(abs(told - true) / true)
    return statistics.median(errors)


def moments(name, rows, of):
    """Mean and standard deviation of what the labels stand for; what is no number does not count."""
    sums = [0.0, 0.0, 0.0]
    for label, count in collections.Counter(row[name] for row in rows).items():
        numbers = [float(v) for v in of[name][label] if is_number(v)]
        for number in numbers:
            for power in range(3):
                sums[power] += count / len(numbers) * number ** power
    mean = sums[1] / sums[0]
    return mean, math.sqrt(max(0.0, sums[2] / sums[0] - mean * mean))


def moment_errors(names, original, release, of):
    means, deviations = [], []
    for name in names:
        if sum(is_number(row[name]) for row in original) > 0.9 * len(original) and len({row[name] for row in original}) > 9:
            (mean, deviation), (told, told_deviation) = moments(name, original, of), moments(name, release, of)
            means.append(abs(told - mean) / deviation)
            deviations.append(abs(told_deviation / deviation - 1))
    return (statistics.mean(means), statistics.mean(deviations)) if means else (None, None)


def measure(table, l, arguments, folder):
    name, names, target, wanted = (table[key] for key in ("name", "quasi_identifiers", "target", "positive"))
    path = arguments.data / table["path"]
    if not path.exists():
        print(f"skipped {name}: no {path}", file=sys.stderr)
        return
    rows = read(path, table["delimiter"], table.get("header"))
    random.Random(1).shuffle(rows)
    rows = rows[: arguments.rows]
    train, test = rows[: len(rows) * 7 // 10], rows[len(rows) * 7 // 10:]
    write(folder / "all.csv", rows, names + [target])
    write(folder / "train.csv", train, names + [target])
    files = hierarchies(arguments.incog, names, table["arx"], arguments.data, folder)
    of = {one: members(files[one][1], {row[one] for row in rows}) for one in names}
    asked, positive = queries(names, target, train, random.Random(2)), lambda rows: [row[target] == wanted for row in rows]
    for kind in ["original", *KINDS]:
        release, loss = (train, 0.0) if kind == "original" else released(
            arguments.incog, folder, names, files, target, l, kind)
        if release is None:
            continue
        # An original value stands for itself, also where a label reads the same.
        own = {one: {v: [v] for inside in of[one].values() for v in inside} for one in names} if kind == "original" else of
        own = own | {target: {row[target]: [row[target]] for row in rows}}
        mean, deviation = moment_errors(names, train, release, own)
        told = {"kind": kind, "loss": loss, "kept": len(release) / len(train),
                "auc": auc(names, release, positive(release), own, test, positive(test)),
                "cross": cross_error(names, target, train, release, own), "queries": query_error(asked, release, own),
                "mean": mean, "deviation": deviation}
        cells = " | ".join("–" if told[key] is None else f"{told[key]:.3f}"
                           for key in ("loss", "kept", "auc", "cross", "queries", "mean", "deviation"))
        print(f"| {name}{', l = 2' * l} | {kind} | {cells} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", type=lambda path: str(pathlib.Path(path).resolve()), default="target/release/incog")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path("../shared/data"))
    parser.add_argument("--rows", type=int, default=8_000, help="records drawn of a larger table")
    parser.add_argument("--only", help="one table")
    arguments = parser.parse_args()
    print("| table | recoding | gen-loss | kept | AUC | cross | queries | mean | deviation |")
    print("|---|---|---|---|---|---|---|---|---|")
    for table, l in itertools.product(TABLES, (0, 1)):
        if arguments.only in (None, table["name"]) and (not l or table["name"] in WITH_L):
            with tempfile.TemporaryDirectory() as folder:
                measure(table, l, arguments, pathlib.Path(folder))


if __name__ == "__main__":
    main()
