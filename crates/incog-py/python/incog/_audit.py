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
from ._names import ModelParameters
from ._notebook import table_of
from ._ordered_columns import order_of_values, with_places
from ._report import Promise, promise_of
from ._tables import given, names_of
from ._values import USUAL_MARKERS, as_list, as_markers, as_number, as_path
from .errors import JobError

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
    def models(self) -> list[Promise]:
        """The privacy models that the call or its job demands, each with what the table has; empty without any."""
        return [promise_of(each) for each in self.get("models", [])]

    @property
    def satisfied(self) -> bool:
        """Whether the table is shown to meet every model; an audit without models has nothing to say."""
        if not self.models:
            raise ValueError("this audit has no models; name some, such as k=5, or a job")
        return all(promise.satisfied for promise in self.models)

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
        own, models = self["readings"][0], self.models
        held = f"; {sum(model.satisfied for model in models)} of {len(models)} models hold" if models else ""
        classes, records = own["classes"]["count"], own["records"]
        return f"<incog.Audit: k {self.k} in {classes} classes of {records} records{held}; print it for all figures>"


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
    quasi_identifiers: Names | Mapping[str, HierarchyLike] = (),
    sensitive: Names = (),
    identifiers: Names = (),
    provider: str | None = None,
    unit: str | None = None,
    k: int | None = None,
    l: float | None = None,  # noqa: E741 (the name of the field)
    t: float | None = None,
    models: ModelParameters | None = None,
    job: Job | str | os.PathLike[str] | None = None,
    sampling_fraction: float | None = None,
    population: str | os.PathLike[str] | None = None,
    original: Any = None,
    missing: str | Iterable[str] | None = None,
) -> Audit:
    """Measures a table, a release or an original: its k, l and t, and what else identifies people. Models that you name
    are measured, too, and the audit says of each whether it holds.

    The order of categories counts: ordered columns of pandas, ``Enum`` of polars and ordered dictionaries of pyarrow have
    ``t_ordered``, as numbers do.

    Args:
        table: a table of any library that supports Arrow: pandas, polars, pyarrow, DuckDB, ibis.
        quasi_identifiers: the columns that can identify people in combination, as :func:`anonymize` takes them.
        sensitive: the columns whose values nobody should learn about a person.
        identifiers: the columns that name people.
        provider: the column that names the data provider of a record.
        unit: the column that names the person of a record; the audit counts people by it.
        k, l, t, models: privacy models to measure, as :func:`anonymize` takes them; results are in :attr:`Audit.models`.
        job: a :class:`Job` or the path of a job file, instead of the keywords before it: its columns and its models.
        sampling_fraction: the share of the population that is in the table, if the table is a random sample.
        population: a file with one row per person of the population, including the people of the table, and with all
            quasi-identifiers under the same names. ``audit["risk"]["population_table"]`` then counts the people who
            match each record.
        original: the table before suppression, of any of these libraries. Distances and gains are then from its shares,
            and from those of the audited table where they differ (:attr:`Audit.sensitive`).
        missing: the texts that mean "missing", as :func:`anonymize` takes them.

    >>> import incog, pyarrow
    >>> table = pyarrow.table({"age": ["[30, 40)", "[30, 40)", "[50, 60)"], "illness": ["flu", "gout", "flu"]})
    >>> audit = incog.audit(table, quasi_identifiers="age", sensitive="illness", k=2)
    >>> audit.k, audit.models
    (1, [Promise(model='k-anonymity', required=2, achieved=1, satisfied=False)])
    """
    named = {"k": k, "l": l, "t": t, "models": models}
    measures_models = job is not None or any(each is not None for each in named.values())
    if job is None:
        roles: dict[str, Any] = {
            "quasi_identifiers": quasi_identifiers,
            "sensitive": sensitive,
            "identifiers": identifiers,
            "provider": provider,
            "unit": unit,
            "missing": missing,
        }
        checked = Job(**roles, **(named if measures_models else {"k": 2}))
    else:
        also: dict[str, Any] = {"quasi_identifiers": quasi_identifiers, "sensitive": sensitive, "identifiers": identifiers}
        also |= {"provider": provider, "unit": unit, "missing": missing, **named}
        twice = [name for name, value in also.items() if value is not None and not _is_empty(value)]
        if twice:
            raise JobError(f"job cannot be combined with {' and '.join(twice)}: the job has the columns and the models")
        checked = job if isinstance(job, Job) else Job.from_toml(job)
    _check_unit(table, unit)
    within = None if population is None else as_path("population", population)
    keys = checked.to_dict()
    orders = _orders(table, original, keys)
    markers = keys.get("csv", {}).get("missing", USUAL_MARKERS)
    rows = with_places(table, orders, markers)
    before = None if original is None else with_places(original, orders, markers)
    fraction = as_number("sampling_fraction", sampling_fraction)
    return Audit(*_incog.audit(rows, checked._engine, measures_models, fraction, within, before))


def _is_empty(value: Any) -> bool:
    return isinstance(value, (str, tuple, list, dict)) and not value


def _check_unit(table: Any, unit: str | None) -> None:
    """Refuses a column of people that the table does not have: its records would be counted instead."""
    names = names_of(table)
    if unit not in (None, "record") and names is not None and unit not in names:
        raise JobError(f'the table has no column "{unit}", which unit names; its columns are {", ".join(names)}')


def _orders(table: Any, original: Any, keys: Mapping[str, Any]) -> dict[str, list[str]]:
    """The orders of those sensitive columns of which only the order is known, and no hierarchy."""
    orders: dict[str, list[str]] = {}
    for name, column in keys["columns"].items():
        if column.get("role") != "sensitive" or "hierarchy" in column:
            continue
        order = order_of_values(original, name) if original is not None else None
        order = order or order_of_values(table, name)
        # A model that names values means the texts.
        if order and not any(f'"{value}"' in json.dumps(keys.get("privacy", {})) for value in order):
            orders[name] = order
    return orders


@with_known_keywords
def risk(
    table: Any,
    *,
    quasi_identifiers: Names,
    unit: str | None = None,
    household: str | None = None,
    sampling_fraction: float | None = None,
    missing: str | Iterable[str] | None = None,
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
    markers, fraction = as_markers(missing), as_number("sampling_fraction", sampling_fraction)
    return Risk(*_incog.risk(given(table), as_list(quasi_identifiers), unit, household, fraction, markers))
