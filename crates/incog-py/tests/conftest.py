"""Tables that the tests share."""

import os
import random
import shutil
from pathlib import Path

import pyarrow
import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture
def people():
    """Sixty people of six ages, with an illness each; no column says another."""
    draw = random.Random(7)
    rows = range(60)
    return pyarrow.table(
        {
            "age": pyarrow.array([20 + row % 6 for row in rows], pyarrow.int16()),
            "zip": [draw.choice(["100", "101", "110"]) for _ in rows],
            "illness": [draw.choice(["flu", "gout", "cold"]) for _ in rows],
            "score": [draw.choice([0.25, 0.5]) for _ in rows],
        }
    )


@pytest.fixture(scope="session")
def command():
    """The command, which the tests of the workspace have built."""
    built = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "incog"
    found = os.environ.get("INCOG") or (str(built) if built.exists() else shutil.which("incog"))
    if found is None:
        pytest.skip("the command is not built; build it with: cargo build --workspace")
    return found


def looks_like_itself(html):
    """Whether a part of a page brings its style, and nothing of that reaches the notebook around it."""
    style = html[html.find("<style>") + 7 : html.find("</style>")]
    rules = [line for line in style.split("\n") if "{" in line and not line.strip().startswith("@media")]
    return html.startswith('<div class="incog-report"><style>') and "svg" in style and all(".incog-report" in rule for rule in rules)
