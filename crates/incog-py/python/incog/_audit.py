"""Audits and risks: how private any table is."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from . import _incog
from ._facts import Facts
from ._frames import Rows
from ._job import Job
from ._keywords import HierarchyLike, Names
from ._tables import given
from ._values import as_list

__all__ = ["Attacker", "Audit", "Risk", "audit", "risk"]


class Audit(dict[str, Any]):
    """What an audit found, as a dictionary; as a text it is a table for people."""

    def __init__(self, facts: str, text: str) -> None:
        super().__init__(json.loads(facts))
        self.text = text

    @property
    def k(self) -> int:
        """Records of the smallest class, missing cells counted as a value of their own."""
        return self["readings"][0]["k"]  # type: ignore[no-any-return]

    @property
    def risk(self) -> Risk:
        """How likely records are found, as :func:`risk` tells it."""
        return Risk(json.dumps(self["risk"]), self.text)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Attacker:
    """The risk of records to be found by one kind of attacker: the highest, the mean, and the share of records above thresholds."""

    highest: float
    average: float
    above: Mapping[float, float]


class Risk(Facts):
    """How likely records are found, by whom, and by which quasi-identifiers. As a text it is a table for people.

    Figures of an original say more than its release does, and are for the steward only.
    """

    def __init__(self, facts: str, text: str) -> None:
        super().__init__(facts)
        self._for_people = text

    @property
    def prosecutor(self) -> Attacker:
        """The target is known to be in the table."""
        return _attacker(self["prosecutor"])

    @property
    def journalist(self) -> Attacker | None:
        """The target is known to be in the population; only with a sampling fraction."""
        facts = self.get("journalist")
        return None if facts is None else _attacker(facts)

    @property
    def counted_journalist(self) -> Attacker | None:
        """The target is known to be in the population, and who looks like her there is counted; only of an audit with a population."""
        facts = self.get("population_table")
        return None if facts is None else _attacker(facts["journalist"])

    @property
    def marketer(self) -> float:
        """The share of records that somebody finds who looks for as many as possible."""
        return self["marketer"]  # type: ignore[no-any-return]

    @property
    def population_uniques(self) -> float | None:
        """The estimate of how many are unique in the population; only with a sampling fraction, and where a model fits."""
        return (self.get("population") or {}).get("decided")

    @property
    def bands(self) -> Rows:
        """Records by their risk: from which risk, to which, how many, and which share of all."""
        return Rows(["from", "to", "records", "share"], self["bands"])

    @property
    def subsets(self) -> Rows:
        """What is found by each set of at most three quasi-identifiers, those that make most records unique first."""
        rows = [{**each, "columns": ", ".join(each["columns"])} for each in self["subsets"]]
        return Rows(list(rows[0]) if rows else ["columns"], rows)

    def _repr_html_(self) -> str:
        return self.bands._repr_html_()

    def __str__(self) -> str:
        return self._for_people

    def __repr__(self) -> str:
        risk = self.prosecutor
        return f"<incog.Risk: highest {risk.highest:.3g}, mean {risk.average:.3g} of {self['records']} records>"


def _attacker(facts: Mapping[str, Any]) -> Attacker:
    above = {each["risk"]: each["share"] for each in facts["above"]}
    return Attacker(facts["highest"], facts["average"], above)


def audit(
    table: Any,
    *,
    quasi_identifiers: Names | Mapping[str, HierarchyLike],
    sensitive: Names = (),
    identifiers: Names = (),
    provider: str | None = None,
    unit: str | None = None,
    sampling_fraction: float | None = None,
    population: str | os.PathLike[str] | None = None,
    missing: Iterable[str] | None = None,
) -> Audit:
    """Measures a table, a release or an original: which k, l and t it has, and what gives people away besides.

    Args:
        table: a table of any library that speaks Arrow.
        quasi_identifiers: the columns that can identify people in combination, as :func:`anonymize` takes them.
        sensitive: the columns whose values nobody should learn about anybody.
        identifiers: the columns that name people.
        provider: the column that says who a record comes from.
        unit: the column that names the person a record is about; people are counted by it.
        sampling_fraction: the share of the population that the table is a random sample of, where that is known.
        population: a file with a row for each person of the population, those of the table among them, and all
            quasi-identifiers under the same names: ``audit["risk"]["population_table"]`` counts who looks like each record there.
        missing: the texts that mean "missing", as :func:`anonymize` takes them.

    >>> import incog, pyarrow
    >>> table = pyarrow.table({"age": ["[30, 40)", "[30, 40)", "[50, 60)"], "illness": ["flu", "gout", "flu"]})
    >>> incog.audit(table, quasi_identifiers="age", sensitive="illness").k
    1
    """
    job = Job(
        quasi_identifiers=quasi_identifiers,
        sensitive=sensitive,
        identifiers=identifiers,
        provider=provider,
        unit=unit,
        missing=missing,
        k=2,
    )
    within = os.fspath(population) if population is not None else None
    return Audit(*_incog.audit(given(table), job.to_toml(), sampling_fraction, within))


def risk(
    table: Any,
    *,
    quasi_identifiers: Names,
    unit: str | None = None,
    household: str | None = None,
    sampling_fraction: float | None = None,
    missing: Iterable[str] | None = None,
) -> Risk:
    """Tells how likely records of a table are found, by attackers of several kinds, and what single columns add to that.

    Args:
        table: a table of any library that speaks Arrow.
        quasi_identifiers: the columns that can identify people in combination.
        unit: the column that names the person, or household, a record is about; they are counted by it.
        household: the column of the households of the people, whose risk is told beside theirs.
        sampling_fraction: the share of the population that the table is a random sample of, above 0 and below 1; where it
            is not known, nothing is told of the population.
        missing: the texts that mean "missing", as :func:`anonymize` takes them.

    Raises:
        JobError: a column is not in the table, or the fraction is none.

    >>> import incog, pyarrow
    >>> table = pyarrow.table({"age": [20, 20, 30, 30], "sex": ["m", "f", "m", "m"]})
    >>> incog.risk(table, quasi_identifiers=["age", "sex"]).prosecutor.average
    0.75
    """
    markers = None if missing is None else list(missing)
    return Risk(*_incog.risk(given(table), as_list(quasi_identifiers), unit, household, sampling_fraction, markers))
