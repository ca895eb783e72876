"""Attacks: what an attacker who has a release learns about people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from . import _incog
from ._facts import Facts
from ._frames import Rows
from ._keywords import HierarchyLike, Names, with_known_keywords
from ._names import AttackName
from ._tables import given
from ._values import as_mapping, as_name, as_names, plain
from ._watch import Progress, Watch
from .errors import JobError
from .hierarchies import as_spec

__all__ = ["AttackReport", "Finding", "Rate", "attack"]


@dataclass(frozen=True)
class Rate:
    """How many attempts succeeded, the success rate, and its 95 % confidence interval (Wilson)."""

    successes: int
    attempts: int
    rate: float | None
    interval: tuple[float, float] | None


@dataclass(frozen=True)
class Finding:
    """The result of an attack: on records of the original, by guessing, and on the control group.

    ``beyond_control`` is the risk beyond that of people who are not in the table, 0 to 1. ``told`` and ``sentence``
    give the verdict, as a word and as a sentence.
    """

    attack: str
    about: str | None
    success: str
    original: Rate
    guesses: Rate
    control: Rate | None
    beyond_control: float | None
    beyond_control_interval: tuple[float, float] | None
    told: str
    sentence: str


class AttackReport(Facts):
    """The results of all attacks: counts and shares, and no values from the data. They reveal facts about the original,
    so do not publish them. ``str()`` gives the results as sentences."""

    def __init__(self, facts: str, text: str) -> None:
        super().__init__(facts)
        self._sentences = text

    @property
    def findings(self) -> list[Finding]:
        """The attacks that ran, with their results."""
        return [_finding(each) for each in self["findings"]]

    @property
    def untried(self) -> dict[str, str]:
        """The attacks that did not run, each with the input that it lacks."""
        return {each["attack"]: each["because"] for each in self["untried"]}

    def _rows(self) -> Rows:
        rows = [
            {
                "attack": found.attack,
                "about": found.about,
                "original": found.original.rate,
                "guesses": found.guesses.rate,
                "control": None if found.control is None else found.control.rate,
                "beyond_control": found.beyond_control,
                "attempts": found.original.attempts,
                "told": found.told,
                "sentence": found.sentence,
            }
            for found in self.findings
        ]
        names = "attack about original guesses control beyond_control attempts told sentence"
        return Rows(names.split(), rows)

    def to_pandas(self) -> Any:
        """The findings as a pandas DataFrame, one row per finding: success rates and verdict."""
        return self._rows().to_pandas()

    def to_polars(self) -> Any:
        """The findings as a polars DataFrame."""
        return self._rows().to_polars()

    def to_arrow(self) -> Any:
        """The findings as a pyarrow table."""
        return self._rows().to_arrow()

    def __str__(self) -> str:
        return self._sentences

    def _repr_html_(self) -> str:
        return self._rows()._repr_html_()

    def __repr__(self) -> str:
        return f"<incog.AttackReport of {len(self.findings)} findings, {len(self['untried'])} attacks not tried>"


def _rate(facts: Mapping[str, Any]) -> Rate:
    interval = facts["interval"]
    return Rate(facts["successes"], facts["attempts"], facts["rate"], interval and (interval[0], interval[1]))


def _finding(facts: Mapping[str, Any]) -> Finding:
    control, beyond = facts.get("control"), facts.get("beyond_control")
    return Finding(
        facts["attack"],
        facts.get("about"),
        facts["success"],
        _rate(facts["original"]),
        _rate(facts["baseline"]),
        control and _rate(control),
        beyond and beyond["value"],
        beyond and (beyond["interval"][0], beyond["interval"][1]),
        facts["told"],
        facts["sentence"],
    )


@with_known_keywords
def attack(
    original: Any,
    release: Any,
    control: Any = None,
    *,
    # cards: keywords
    known: Names = (),
    sensitive: Names = (),
    unit: str | None = None,
    also: Iterable[Any] = (),
    attacks: AttackName | Iterable[AttackName] = (),
    hierarchies: Mapping[str, HierarchyLike] | None = None,
    queries: int = 500,
    columns: int = 3,
    seed: int = 0,
    # end of cards
    progress: Progress = None,
) -> AttackReport:
    """Runs attacks on a release by a stranger who knows a little about people, and repeats them on people who are not
    in it.

    A failed attack proves nothing: other attackers may know more or try something else.

    Args:
        original: the original table.
        release: the release, made by incog or any other tool.
        control: a control group: records of similar people who are not in the original.
        known: the columns that the attacker knows; by default all that are not sensitive.
        sensitive: the columns that the attacker wants to learn.
        unit: the column of the original and the control group that names the person of a record: attempts are counted
            by person.
        also: other releases about the same people, such as last year's.
        attacks: the attacks to run, see :func:`list_attacks`; by default all that have the input they need.
        hierarchies: for each column, the hierarchy of its labels; needed only for labels that incog cannot read.
        queries: attempts per attack; default 500.
        columns: columns in each predicate of the multivariate singling-out attack; default 3.
        seed: the seed of the random numbers; default 0.
        progress: ``True`` for a tqdm bar, or a callable that receives each event as a dictionary.

    Raises:
        JobError: a column or an attack does not exist, or an attack lacks its input.
        TableError: a table has no records, or its columns differ from those of the original.

    >>> import incog, pyarrow
    >>> people = pyarrow.table({"age": [34, 36, 52, 58], "illness": ["flu", "gout", "flu", "flu"]})
    >>> release = incog.anonymize(people, quasi_identifiers={"age": incog.intervals(10, 20)}, k=2, suppression=0.0)
    >>> found = incog.attack(people, release, known="age", sensitive="illness", attacks="homogeneity")
    >>> found.findings[0].original.successes, found.findings[0].original.attempts
    (2, 4)
    """
    if also is not None and hasattr(also, "__arrow_c_stream__"):
        raise JobError("also is one table; give a list of releases, such as also=[release]")
    hierarchies = as_mapping("hierarchies", hierarchies, '{"zip": "mask"}')
    specs = {column: json.dumps(as_spec(how), default=plain) for column, how in hierarchies.items() if how is not None}
    asked = {
        "known": as_names("known", known),
        "sensitive": as_names("sensitive", sensitive),
        "unit": as_name("unit", unit),
        "attacks": as_names("attacks", attacks),
        "queries": _whole("queries", queries, 1),
        "columns": _whole("columns", columns, 1),
        "seed": _whole("seed", seed),
        "hierarchies": specs,
    }
    others = None if control is None else given(control)
    with Watch(progress) as watch:
        found = _incog.attack(given(original), given(release), others, [given(each) for each in also], asked, watch)
    return AttackReport(*found)


def _whole(name: str, number: Any, least: int = 0) -> int:
    number = plain(number) if hasattr(number, "item") else number
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number < 2**63:
        raise JobError(f"{name} is {number!r}; expected a whole number from {least}")
    return number
