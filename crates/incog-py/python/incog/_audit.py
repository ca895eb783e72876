"""Audits and risks: how well any table protects people."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from . import _incog
from ._facts import Facts
from ._frames import Rows
from ._job import Job
from ._keywords import HierarchyLike, Names, with_known_keywords
from ._notebook import table_of
from ._tables import given
from ._values import as_list

__all__ = ["Attacker", "Audit", "Risk", "audit", "risk"]


# What a notebook shows of an audit.
_FIRST_FIGURES = 16


class Audit(dict[str, Any]):
    """The result of an audit: a dictionary; ``str()`` gives it as a readable table."""

    def __init__(self, facts: str, text: str) -> None:
        super().__init__(json.loads(facts))
        self.text = text

    @property
    def k(self) -> int:
        """The size of the smallest class; missing cells count as a value of their own."""
        return self["readings"][0]["k"]  # type: ignore[no-any-return]

    @property
    def sensitive(self) -> dict[str, dict[str, float | None]]:
        """For each sensitive column its figures by name, each of the worst class: ``distinct_l``, ``entropy_l``,
        ``c_for_l_2`` of recursive l, ``t_equal`` and the other distances of t-closeness, ``alpha``, ``beta``,
        ``enhanced_beta``, ``delta``, and ``delta_of_present``, which counts only the values that a class has.
        ``None`` where a figure does not exist. Missing cells count as a value of their own.

        Distances and gains are from the shares in the audited table: what a recipient of the release sees. In an audit
        with ``original``, they are from the shares in the original; where the audited table has other shares, names
        like ``t_equal_against_release`` give the figures from these.
        """
        return {one["name"]: _figures(one) for one in self["readings"][0]["sensitive"]}

    @property
    def risk(self) -> Risk:
        """How likely it is that attackers find a record; see :func:`risk`."""
        return Risk(json.dumps(self["risk"]), self.text)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        figures = [re.split(r"\s{2,}", line, maxsplit=1) for line in self.text.split("\n\n")[0].splitlines()]
        return table_of(["figure", "value"], figures[:_FIRST_FIGURES], "print() shows all figures.")

    def __repr__(self) -> str:
        own = self["readings"][0]
        return f"<incog.Audit: k {self.k} in {own['classes']['count']} classes of {own['records']} records; print it for all figures>"


def _figures(one: Mapping[str, Any]) -> dict[str, float | None]:
    c = {f"c_for_l_{each['l']}": each["c"] for each in one["recursive"]}
    own = _distances(one.get("against_release"))
    # The largest share of a class is compared with nothing.
    of_release = {f"{name}_against_release": figure for name, figure in own.items() if name != "alpha"}
    return {"distinct_l": one["distinct_l"], "entropy_l": one["entropy_l"], **c, **_distances(one), **of_release}


def _distances(one: Mapping[str, Any] | None) -> dict[str, float | None]:
    if one is None:
        return {}
    return {**{f"t_{name}": distance for name, distance in one["t"].items()}, **one["shares"]}


@dataclass(frozen=True)
class Attacker:
    """The risk that one kind of attacker finds a record: the highest, the mean, and the share of records above
    thresholds."""

    highest: float
    average: float
    above: Mapping[float, float]


class Risk(Facts):
    """How likely it is that attackers find a record, and by which quasi-identifiers. ``str()`` gives a readable table.

    Figures of an original reveal more than its release does, and are for the data steward only.
    """

    def __init__(self, facts: str, text: str) -> None:
        super().__init__(facts)
        self._for_people = text

    @property
    def prosecutor(self) -> Attacker:
        """The risk if the attacker knows that the person is in the table."""
        return _attacker(self["prosecutor"])

    @property
    def journalist(self) -> Attacker | None:
        """The risk if the attacker knows only that the person is in the population; needs a sampling fraction."""
        facts = self.get("journalist")
        return None if facts is None else _attacker(facts)

    @property
    def counted_journalist(self) -> Attacker | None:
        """Like ``journalist``, but counted in a table of the population; needs an audit with a population."""
        facts = self.get("population_table")
        return None if facts is None else _attacker(facts["journalist"])

    @property
    def marketer(self) -> float:
        """The share of records that an attacker finds who looks for everybody."""
        return self["marketer"]  # type: ignore[no-any-return]

    @property
    def population_uniques(self) -> float | None:
        """The estimated number of people who are unique in the population; needs a sampling fraction, and a model that
        fits."""
        return (self.get("population") or {}).get("decided")

    @property
    def bands(self) -> Rows:
        """The records by risk: for each range of risks, the number and the share of records."""
        return Rows(["from", "to", "records", "share"], self["bands"])

    @property
    def subsets(self) -> Rows:
        """How many records each set of at most three quasi-identifiers makes unique, the worst sets first."""
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


@with_known_keywords
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
    original: Any = None,
    missing: Iterable[str] | None = None,
) -> Audit:
    """Measures a table, a release or an original: its k, l and t, and what else identifies people.

    Args:
        table: a table of any library that supports Arrow: pandas, polars, pyarrow, DuckDB, ibis.
        quasi_identifiers: the columns that can identify people in combination, as :func:`anonymize` takes them.
        sensitive: the columns whose values nobody should learn about a person.
        identifiers: the columns that name people.
        provider: the column that names the data provider of a record.
        unit: the column that names the person of a record; the audit counts people by it.
        sampling_fraction: the share of the population that is in the table, if the table is a random sample.
        population: a file with one row per person of the population, including the people of the table, and with all
            quasi-identifiers under the same names. ``audit["risk"]["population_table"]`` then counts the people who
            match each record.
        original: the table before suppression, of any of these libraries. Distances and gains are then from its shares,
            and from those of the audited table where they differ (:attr:`Audit.sensitive`).
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
    before = None if original is None else given(original)
    return Audit(*_incog.audit(given(table), job.to_toml(), sampling_fraction, within, before))


@with_known_keywords
def risk(
    table: Any,
    *,
    quasi_identifiers: Names,
    unit: str | None = None,
    household: str | None = None,
    sampling_fraction: float | None = None,
    missing: Iterable[str] | None = None,
) -> Risk:
    """Measures how likely several kinds of attackers are to find a record, and how much each column contributes.

    Args:
        table: a table of any library that supports Arrow: pandas, polars, pyarrow, DuckDB, ibis.
        quasi_identifiers: the columns that can identify people in combination.
        unit: the column that names the person or household of a record; the figures count people or households by it.
        household: the column that names the household of a person; adds the risk of households.
        sampling_fraction: the share of the population that is in the table, above 0 and below 1, if the table is a
            random sample; without it, there are no figures of the population.
        missing: the texts that mean "missing", as :func:`anonymize` takes them.

    Raises:
        JobError: the table lacks a column, or the sampling fraction is out of range.

    >>> import incog, pyarrow
    >>> table = pyarrow.table({"age": [20, 20, 30, 30], "sex": ["m", "f", "m", "m"]})
    >>> incog.risk(table, quasi_identifiers=["age", "sex"]).prosecutor.average
    0.75
    """
    markers = None if missing is None else list(missing)
    return Risk(*_incog.risk(given(table), as_list(quasi_identifiers), unit, household, sampling_fraction, markers))
