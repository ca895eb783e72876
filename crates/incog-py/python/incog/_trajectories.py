"""Trajectories: points of moving objects in, points that k objects share out."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from . import _incog
from ._notebook import part_of_page
from ._names import TrajectoryAlgorithmName
from ._points import points_of
from ._tables import Origin, given
from ._watch import warn
from .errors import JobError, NotFinalWarning

__all__ = ["Shift", "TrajectoryRelease", "trajectories"]


@dataclass(frozen=True)
class Shift:
    """How far published points moved, in metres and seconds; means, and told with two digits."""

    mean: float
    median: float
    most: float
    seconds: float


class TrajectoryRelease:
    """A release of trajectories: a table with a row for each point, its report, and its page.

    Only the table, :attr:`report` and :attr:`page` may be given to others: the object keeps the points it was made of.
    """

    def __init__(self, engine: _incog.EngineTrajectories, origin: Origin) -> None:
        self._engine, self._origin = engine, origin
        self.report: dict[str, Any] = json.loads(engine.report())
        for note in engine.notes():
            warn(note)
        if engine.stopped() in ("time", "interrupted", "budget"):
            warn(f"a limit ended the search ({engine.stopped()}); a better release may exist", NotFinalWarning)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._engine.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self._engine)

    @property
    def columns(self) -> list[str]:
        """The names of its columns: trajectory, cluster, time, and the two coordinates."""
        return self._engine.columns()

    @property
    def k(self) -> int:
        """How many different objects the poorest cluster has, measured on the release."""
        return self.report["privacy"][0]["achieved"]["k"]  # type: ignore[no-any-return]

    @property
    def delta(self) -> float:
        """How far members of a cluster are from each other at most, in metres, measured at every instant."""
        return self.report["privacy"][0]["achieved"]["delta"]  # type: ignore[no-any-return]

    @property
    def shift(self) -> Shift:
        """How far published points moved."""
        facts = self.report["utility"]
        return Shift(facts["mean_shift"], facts["median_shift"], facts["max_shift"], facts["mean_time_shift"])

    @property
    def internal_report(self) -> dict[str, Any]:
        """All figures. They tell of single trajectories and are for the steward only."""
        return json.loads(self._engine.internal_report())  # type: ignore[no-any-return]

    @property
    def page(self) -> str:
        """The report for people: one HTML page that stands alone."""
        return self._engine.page()

    def to_arrow(self) -> Any:
        """The points as a table of pyarrow."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """The points as a DataFrame of pandas."""
        return self._origin.as_pandas(self.to_arrow().to_pandas(), self._times())

    def to_polars(self) -> Any:
        """The points as a DataFrame of polars."""
        import polars

        return self._origin.as_polars(polars.DataFrame(self), self._times())

    def to_geopandas(self) -> Any:
        """The points as a GeoDataFrame, with a point as the geometry of each row."""
        import geopandas

        frame = self.to_pandas()
        first, second = self.columns[3:]
        crs = self._origin.crs or ("EPSG:4326" if self.report["layout"]["degrees"] else None)
        geometry = geopandas.points_from_xy(frame.pop(first), frame.pop(second), crs=crs)
        return geopandas.GeoDataFrame(frame, geometry=geometry)

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        overwrite: bool = False,
        replace_better: bool = False,
        internal: bool = False,
    ) -> list[Path]:
        """Writes the release with its report and page, as the command does; the ending says the format: a table, GPX,
        GeoJSON, W4M's text.

        The file is read again and measured, and all files appear together or not at all. ``internal`` adds the
        steward's own report.
        """
        files = self._engine.save(os.fspath(path), overwrite, replace_better, internal)
        return [Path(file) for file in files]

    def _times(self) -> list[str]:
        return [self.columns[2]]

    def _repr_html_(self) -> str:
        begin, end = self.page.find("<h1>"), self.page.find("<h2>", self.page.find("<h2>") + 1)
        return part_of_page(self.page, begin, end)

    def __repr__(self) -> str:
        clusters, trash = len(self.report["clusters"]), self.report["trash"]
        return (
            f"<incog.TrajectoryRelease of {self.report['release']['trajectories']} trajectories in {clusters} clusters, "
            f"{trash} left out, k {self.k}, mean shift {self.shift.mean:.4g} m>"
        )


def trajectories(
    points: Any,
    *,
    k: int,
    delta: float = 0.0,
    unit: Literal["object", "trip"] | None = None,
    id: str | None = None,
    trip: str | None = None,
    time: str | None = None,
    longitude: str | None = None,
    latitude: str | None = None,
    x: str | None = None,
    y: str | None = None,
    trips: Mapping[str, Any] | None = None,
    sampling: Mapping[str, Any] | None = None,
    suppression: float | None = None,
    algorithm: TrajectoryAlgorithmName | None = None,
    choose: str | Mapping[str, float] | None = None,
    anchor: Literal["mean", "median"] | None = None,
    seed: int | None = None,
    max_seconds: float | None = None,
    max_evaluations: int | None = None,
    waivers: Mapping[str, str] | None = None,
    source: str | os.PathLike[str] | None = None,
) -> TrajectoryRelease:
    """Makes a (k, delta)-anonymous release of trajectories: every published one is in a cluster with those of at least k
    different objects, within delta metres of each other at every instant.

    Args:
        points: a table with a row for each position, of any library that speaks Arrow; or a GeoDataFrame whose geometry
            is points.
        k: the least of different objects in a cluster.
        delta: the members of a cluster are within so many metres of each other; with 0 they become equal, which is the
            only choice that bounds what somebody can find who knows a trajectory.
        unit: what k counts: ``"object"``, the default, or ``"trip"``, whosever they are.
        id, trip, time, longitude, latitude, x, y: the columns; usual names are recognized. ``x`` and ``y`` are metres.
        trips: how the points of an object are cut into trips: ``{"cut": "day", "max_speed_kmh": 150.0}``.
        sampling: the instants that all trajectories share: ``{"instants": 20}``.
        suppression: the share of the trajectories that may be left out.
        algorithm: how clusters are found; :func:`list_trajectory_algorithms` has all.
        choose: which compromise of a front is released: ``"least-distortion"``, ``"knee"``, ``{"k": 20}`` or
            ``{"mean-shift": 400.0}``.
        anchor: what points move towards, the ``"mean"`` of the cluster or its ``"median"``.
        seed, max_seconds, max_evaluations: the search.
        waivers: dangers that somebody answers for, each with the reason.
        source: the file that the points were read from, for the report.

    Raises:
        UnsafeError: the release would be a danger to people, or nothing says whose the trips are.
        InfeasibleError: there are fewer than k objects.
        JobError, TableError: what was given is wrong.

    >>> import incog, pyarrow
    >>> cars = [f"car {number}" for number in range(4) for _ in range(3)]
    >>> places = [(car * 10.0, 50.0 * minute) for car in range(4) for minute in range(3)]
    >>> points = pyarrow.table({"id": cars, "time": [0, 60, 120] * 4, "x": [x for x, _ in places], "y": [y for _, y in places]})
    >>> release = incog.trajectories(points, k=2, sampling={"instants": 3})
    >>> release.k, release.delta, sorted(set(release.to_arrow()["x"].to_pylist()))
    (2, 0.0, [5.0, 25.0])
    """
    columns = {"id": id, "trip": trip, "time": time, "longitude": longitude, "latitude": latitude, "x": x, "y": y}
    table, found = points_of(points, _told(columns))
    search = {"algorithm": algorithm, "seed": seed, "max_seconds": max_seconds, "max_evaluations": max_evaluations}
    job = {
        "input": "points" if source is None else os.fspath(source),
        "output": "release.arrow",
        "points": found,
        "trips": dict(trips or {}),
        "sampling": dict(sampling or {}),
        "privacy": _told({"k": k, "delta": delta, "unit": unit}),
        "suppression": _told({"limit": suppression}),
        "search": _told(search),
        "release": _told({"choose": choose, "anchor": anchor}),
        "waivers": dict(waivers or {}),
    }
    try:
        text = json.dumps(job, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise JobError(f"a value cannot be written to a job: {error}") from error
    return TrajectoryRelease(_incog.trajectories(given(table), text), Origin(points))


def _told(keys: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value is not None}
