"""A random-restart hill climber as a search of incog. Python's standard library suffices.

incog tells on standard input how large the lattice is, then how good each candidate was; this
program names candidates on standard output. Each message is one line of JSON.
"""

import json
import random
import sys


def tell(message):
    print(json.dumps(message), flush=True)


def evaluate(candidates):
    """Asks incog how good candidates are; smaller is better, allowed before not allowed."""
    tell({"candidates": [{"levels": levels} for levels in candidates]})
    answer = json.loads(sys.stdin.readline())
    if "end" in answer:  # The budget is spent.
        sys.exit(0)
    return [(one["shortfall"], float("inf") if one["loss"] is None else one["loss"]) for one in answer["fitness"]]


def neighbours(levels):
    """All nodes one level up or down."""
    for place, level in enumerate(levels):
        for other in (level - 1, level + 1):
            if lowest[place] <= other <= highest[place]:
                yield levels[:place] + [other] + levels[place + 1 :]


instance = json.loads(sys.stdin.readline())
lowest, highest = instance["lowest"], instance["highest"]
draw = random.Random(instance["seed"])
while True:
    here = [draw.randint(low, high) for low, high in zip(lowest, highest)]
    value = evaluate([here])[0]
    while around := list(neighbours(here)):
        best, candidate = min(zip(evaluate(around), around))
        if best >= value:
            break
        value, here = best, candidate
