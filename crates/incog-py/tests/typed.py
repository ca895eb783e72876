"""What a type checker makes of the package: mypy --strict and pyright pass on this file."""

from __future__ import annotations

from typing import Any

import incog
from incog import databases


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


def looked_at(table: incog.ArrowStream) -> list[str]:
    """A release behaves like a frame; hierarchies are mappings, too."""
    release = incog.anonymize(
        table,
        quasi_identifiers={
            "town": {"Europe": {"Germany": ["Berlin", "Bonn"]}},
            "age": {0: [34, 52], 1: ["30-39", "50-59"]},
            "pay": incog.nested({"low": [1, 2], "high": [3]}),
        },
        drop=["remarks"],
        k=2,
    )
    rows, columns = release.shape
    assert rows == len(release) and columns == len(release.columns) and release == release
    print(release.head(), release["age"], release.to_native())
    return list(release)


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
        algorithm="id-dga",
        parameters={"population": 50, "mutation": 0.1},
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


def attacked(table: incog.ArrowStream, release: incog.Release, control: incog.ArrowStream) -> list[float | None]:
    """What an attack finds beyond people who are not in the table."""
    found = incog.attack(
        table,
        release,
        control,
        known=["age", "zip"],
        sensitive="illness",
        attacks=["homogeneity", "membership"],
        hierarchies={"zip": incog.mask()},
        queries=100,
    )
    return [finding.beyond_control for finding in found.findings]


def at_risk(table: incog.ArrowStream) -> float:
    """The mean risk of a table."""
    return incog.risk(table, quasi_identifiers="age", sampling_fraction=0.1).prosecutor.average


def traded(table: incog.ArrowStream) -> incog.Job:
    """What a promise costs; the job of one that was tried."""
    found: incog.Exploration = incog.explore(
        table,
        quasi_identifiers=["age", "zip"],
        k=range(2, 21),
        suppression=[0.0, 0.05],
        recoding="local",
        vary={"columns.age.max_level": [1, 2]},
        metrics="loss",
        objective="gen-loss",
    )
    return found.job(0)


def preset(table: incog.ArrowStream) -> list[incog.Release]:
    """A preset proposes the quasi-identifiers, and keywords replace parts of the proposal."""
    return [
        incog.anonymize(table, preset="open-data"),
        incog.anonymize(table, preset="gdpr-research", quasi_identifiers="age", drop="name", recoding="global"),
        incog.anonymize(table, preset="opendata"),  # type: ignore[call-overload]
        incog.anonymize(table, k=5),  # type: ignore[call-overload]
    ]


def in_a_database(connection: object) -> bool:
    """A table is published where it is."""
    release = databases.anonymize(connection, table="people", into="release", quasi_identifiers="age", k=5)
    return release.verify().holds


def treated() -> incog.Job:
    """Treatments have the types of their cards."""
    return incog.Job(
        quasi_identifiers="age",
        unit="id",
        columns={"id": {"publish": {"pseudonym": "key.txt", "purpose": "study"}}, "income": {"publish": {"round": 100}}, "pay": {"publish": "mean"}},
        k=3,
    )


def mistreated() -> incog.Job:
    """A treatment that no card has is found before anything runs."""
    return incog.Job(quasi_identifiers="age", columns={"income": {"publish": {"rounded": 100}}}, k=3)  # type: ignore[typeddict-item]


def misnamed(table: incog.ArrowStream) -> incog.AttackReport:
    """So is an attack."""
    return incog.attack(table, table, attacks="magic")  # type: ignore[arg-type]
