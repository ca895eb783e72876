"""What a type checker makes of the package: mypy --strict and pyright pass on this file."""

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


def asked(table: incog.ArrowStream) -> incog.Job:
    """Models, columns and parameters have the types of their cards."""
    return incog.Job(
        quasi_identifiers=["age", "zip"],
        sensitive="illness",
        columns={"age": {"max_level": 2, "publish": "midpoint"}},
        k=3,
        models={"l-diversity": {"l": 3, "kind": "entropy"}, "t-closeness": [0.4, {"t": 0.3, "distance": "equal"}]},
        algorithm="kgen",
        parameters={"population": 50, "crossover": 0.9},
    )


def next_day(plan: incog.Plan, table: incog.ArrowStream) -> incog.Release:
    """Another table by the same plan."""
    return plan.apply(table, another=True, unknown="top")


def moved(points: incog.ArrowStream) -> float:
    """How far points of trajectories moved."""
    release: incog.TrajectoryRelease = incog.trajectories(points, k=5, algorithm="greedy", trips={"cut": "day"})
    return release.shift.mean


def misspelt() -> incog.Job:
    """A name that no card has is found before anything runs."""
    return incog.Job(quasi_identifiers="age", models={"k-anonimity": 3})  # type: ignore[arg-type]
