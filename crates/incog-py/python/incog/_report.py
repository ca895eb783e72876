"""Reports and verifications, as dictionaries and as typed objects."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ._facts import Facts

__all__ = ["AllColumnsRisk", "Check", "Promise", "promise_of", "ReleaseRisk", "Report", "Search", "Solution", "Utility", "Verification"]


@dataclass(frozen=True)
class Promise:
    """A privacy model, the value that the job requires, and the value that the release has.

    t-closeness, beta-likeness and delta-disclosure compare classes with the table before suppression. Where records were
    suppressed, ``against_release`` is their value from the shares in the release, which is all that a recipient sees."""

    model: str
    required: float
    achieved: float | None
    satisfied: bool
    against_release: float | None = field(default=None, repr=False)
    #: The sensitive column that the model is about.
    column: str | None = field(default=None, repr=False)
    #: The kind of l, or the distance of t: ``"distinct"``, ``"euclidean"``.
    variant: str | None = field(default=None, repr=False)
    #: Why an audited table does not show the value of the model; ``satisfied`` is then False.
    not_shown: str | None = field(default=None, repr=False)


def promise_of(each: Mapping[str, Any]) -> Promise:
    """A promise from its entry in a report or an audit."""
    return Promise(
        each["model"],
        each["required"],
        each.get("achieved"),
        each["satisfied"],
        each.get("against_release"),
        each.get("column"),
        each.get("variant"),
        each.get("not_shown"),
    )


@dataclass(frozen=True)
class AllColumnsRisk:
    """The risk from an attacker who knows all published columns that others may know (``columns``).

    ``alone`` is the share of unique records, and ``below_k`` the share with fewer than ``k`` lookalikes. ``mean`` and
    ``highest`` are the probability that a guess is right."""

    columns: list[str]
    k: int
    alone: float
    below_k: float
    mean: float
    highest: float


@dataclass(frozen=True)
class ReleaseRisk:
    """The risk that an attacker finds a record: ``highest`` and ``mean`` if the attacker knows only the
    quasi-identifiers, ``all_columns`` if the attacker knows all that is published."""

    highest: float
    mean: float
    all_columns: AllColumnsRisk | None


@dataclass(frozen=True)
class Solution:
    """The decision. ``rows_suppressed`` is None if records were drawn, because it would reveal single records."""

    recoding: str
    levels: Mapping[str, int]
    rows_kept: int
    rows_suppressed: int | None
    classes: int


@dataclass(frozen=True)
class Utility:
    """The utility of the release; ``figures`` has all metrics by name. ``value`` is None if a public report withholds
    it. So is ``objective`` if the job conceals its choice."""

    objective: str | None
    value: float | None
    figures: Mapping[str, float | None]


@dataclass(frozen=True)
class Search:
    """What the search did. ``gap`` is relative, 0 for a release that is proved to be the best."""

    algorithm: str
    seed: int
    evaluations: int
    seconds: float
    stopped: str
    upper_bound: float | None
    gap: float | None


class Report(Facts):
    """A report: a dictionary of everything, with the main parts as typed objects."""

    @property
    def job(self) -> dict[str, Any]:
        """What was asked for."""
        return self._facts["job"]  # type: ignore[no-any-return]

    @property
    def privacy(self) -> list[Promise]:
        """The privacy models, measured on the release by code that shares nothing with the search."""
        return [promise_of(each) for each in self._facts["privacy"]]

    @property
    def satisfied(self) -> bool:
        """Whether the release meets every model."""
        return all(promise.satisfied for promise in self.privacy)

    @property
    def risk(self) -> ReleaseRisk:
        """The risk that an attacker finds a record, measured on the release."""
        facts = self._facts["risk"]
        known = facts.get("all_columns")
        return ReleaseRisk(
            facts["prosecutor_max"], facts["prosecutor_mean"], None if known is None else AllColumnsRisk(**known)
        )

    @property
    def solution(self) -> Solution:
        """What was decided."""
        facts = self._facts["solution"]
        return Solution(
            facts.get("recoding", "global"),
            facts["levels"],
            facts["rows_kept"],
            facts["rows_suppressed"],
            facts["classes"],
        )

    @property
    def utility(self) -> Utility:
        """What the release is worth."""
        facts = self._facts["utility"]
        figures = {name: value for name, value in facts.items() if name not in ("objective", "value")}
        return Utility(facts["objective"], facts["value"], figures)

    @property
    def search(self) -> Search | None:
        """What the search did; None in a public report of a job that conceals its choice."""
        facts = self._facts["search"]
        return None if facts is None else Search(**{name: facts.get(name) for name in Search.__dataclass_fields__})

    def summary(self) -> str:
        """One line: suppressed records, classes, and what the search proved."""
        solution, search = self.solution, self.search
        kept = f"{solution.rows_suppressed} suppressed, {solution.classes} classes"
        if solution.rows_suppressed is None:
            return f"{solution.rows_kept} published, {solution.classes} classes, of drawn records"
        if search is None:
            return f"{kept}, what was optimized and how is concealed"
        value = "withheld" if self.utility.value is None else f"{self.utility.value:.6g}"
        gap = "" if search.gap in (None, 0) else f", gap {search.gap:.2g}"
        return f"{kept}, {self.utility.objective} {value}, {search.stopped}{gap}"

    def __repr__(self) -> str:
        return f"<incog.Report: {self.summary()}>"


@dataclass(frozen=True)
class Check:
    """A claim of a report, and the verdict: proved, refuted, or not shown."""

    claim: str
    verdict: str
    detail: str


class Verification:
    """The result of checking every claim of a report.

    ``holds`` says that nothing was refuted, ``proved`` that all that people are promised was recomputed.
    """

    def __init__(self, text: str) -> None:
        facts = json.loads(text)
        self.holds: bool = facts["holds"]
        self.proved: bool = facts["proved"]
        self.checks = [Check(each["claim"], each["verdict"], each.get("detail", "")) for each in facts["checks"]]

    @property
    def refuted(self) -> list[Check]:
        """The refuted claims."""
        return [check for check in self.checks if check.verdict == "refuted"]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Verification):
            return NotImplemented
        return (self.holds, self.checks) == (other.holds, other.checks)

    def __hash__(self) -> int:
        return hash((self.holds, *self.checks))

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        proved = sum(check.verdict == "proved" for check in self.checks)
        return f"<incog.Verification: {proved} of {len(self.checks)} claims proved, {len(self.refuted)} refuted>"
