"""What a type checker makes of the package: mypy --strict passes on this file."""

from __future__ import annotations

from typing import Any

import incog


def released(table: incog.ArrowStream) -> incog.Release:
    """A release of a table, with hierarchies of all kinds."""
    release = incog.anonymize(
        table,
        quasi_identifiers={"age": incog.intervals(5, 10, 20), "zip": "mask", "sex": None},
        sensitive=["illness"],
        k=5,
        suppression=0.02,
        seed=1,
    )
    achieved: list[float | None] = [promise.achieved for promise in release.report.privacy]
    assert all(figure is None or figure >= 5 for figure in achieved)
    return release


def watched(event: dict[str, Any]) -> None:
    """What happens, told to somebody."""
    assert event["stage"]


def planned(table: incog.ArrowStream) -> incog.ArrowStream:
    """A plan carried out; a release is a table again."""
    plan: incog.Plan = incog.plan(table, quasi_identifiers="age", k=2, progress=watched)
    return plan.apply(table)
