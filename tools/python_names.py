#!/usr/bin/env python3
"""Writes what the cards of models, metrics and searches say into the types of the Python package; a test compares it.

    python tools/python_names.py        # with the package installed
"""

from pathlib import Path

import incog

KINDS = {"ModelName": incog.list_models, "MetricName": incog.list_metrics, "AlgorithmName": incog.list_algorithms}
TARGET = Path(__file__).parents[1] / "crates" / "incog-py" / "python" / "incog" / "_names.py"


def text() -> str:
    """The file: a type for each kind, with a line a name."""
    types = []
    for name, cards in KINDS.items():
        lines = "".join(f'    "{card["name"]}",  # {card["summary"].split(";")[0]}\n' for card in cards())
        types.append(f"{name} = Literal[\n{lines}]\n")
    head = '"""What there is by name, as the cards say it: written by tools/python_names.py."""\n\n'
    exported = ", ".join(f'"{name}"' for name in sorted(KINDS))
    return f"{head}from typing import Literal\n\n__all__ = [{exported}]\n\n" + "\n".join(types)


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
