"""Labels that incog makes: whether their bounds are values of a few people."""
import re
from collections import defaultdict

from attacks.case import TAG

NUMBER = r"-?\d+(?:\.\d+)?"


def ends(label):
    """The numbers of a label, and its texts where it names two."""
    if re.fullmatch(rf"({NUMBER})(\s*(-|–|\.\.|to)\s*)({NUMBER})", label):
        return re.fullmatch(rf"({NUMBER})\s*(?:-|–|\.\.|to)\s*({NUMBER})", label).groups()
    return label.split("..") if ".." in label.strip(".") else ()


def is_round(text):
    """Whether a number is a multiple of 2, 5 or 10 in its last digit's place, or coarser."""
    return text.rstrip("0").rstrip(".") != text or text[-1] in "05"


def made_by_incog(column):
    """Whether incog makes the hierarchy out of the values; others are stated."""
    rule = column.get("hierarchy")
    return rule is None or isinstance(rule, dict) and ("ranges" in rule or "fanout" in rule and "order" not in rule)


def attack(case):
    """The attacker guesses of each bound that somebody has exactly this value."""
    for name in case.qids:
        column = case.made.job["columns"][name]
        if not made_by_incog(column) or column.get("publish") or "recoding" in case.made.job:
            continue
        holders = defaultdict(set)
        labels = defaultdict(list)
        for row in case.released:
            if row.get(TAG) in case.truth and name in row:
                record = case.truth[row[TAG]]
                holders[record[name]].add(record[case.unit] if case.unit else row[TAG])
                labels[row[name]].append(record[name])
        for label, values in labels.items():
            if label in values:
                continue
            for end in ends(label):
                few = 0 < len(holders.get(end, ())) < case.k and end in values
                if not all(re.fullmatch(NUMBER, one) for one in ends(label)):
                    if few:
                        case.findings.add("a label names somebody's value", f"{name}: an end of a label is held by {len(holders[end])} of k = {case.k}")
                    case.figure("bounds of labels that are texts and the value of fewer than k", few, 1)
                    continue
                yield f"a bound of a label, as somebody's value ({'round' if is_round(end) else 'not round'})", few, 1, density(end, label, values)


def density(end, label, values):
    """How likely a value as round as this one is somebody's, if bounds are laid without looking at values."""
    low, high = sorted(map(float, ends(label)))
    step = 10.0 ** -len(end.partition(".")[2])
    inside = {value for value in values if re.fullmatch(NUMBER, value)}
    dense = min(1.0, len(inside) / max(1.0, (high - low) / step + 1))
    return 1 - (1 - dense) ** (5 if is_round(end) else 1)
