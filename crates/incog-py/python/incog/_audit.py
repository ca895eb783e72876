"""Audits: how private any table is."""

from __future__ import annotations

import json
from typing import Any

from . import _incog
from ._job import Job
from ._tables import given

__all__ = ["Audit", "audit"]


class Audit(dict[str, Any]):
    """What an audit found, as a dictionary; as a text it is a table for people."""

    def __init__(self, facts: str, text: str) -> None:
        super().__init__(json.loads(facts))
        self.text = text

    @property
    def k(self) -> int:
        """Records of the smallest class, missing cells counted as a value of their own."""
        return self["readings"][0]["k"]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.text


def audit(table: Any, **columns: Any) -> Audit:
    """Measures a table, a release or an original: which k, l and t it has, and what gives people away besides.

    Takes the keywords of :func:`anonymize` that say what columns are: ``quasi_identifiers``, ``sensitive``,
    ``identifiers``, ``provider``, ``unit``.

    >>> import incog, pyarrow
    >>> table = pyarrow.table({"age": ["[30, 40)", "[30, 40)", "[50, 60)"], "illness": ["flu", "gout", "flu"]})
    >>> incog.audit(table, quasi_identifiers="age", sensitive="illness").k
    1
    """
    job = Job(**{"k": 2, **columns})
    return Audit(*_incog.audit(given(table), job.to_toml()))
