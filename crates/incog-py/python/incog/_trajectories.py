"""Trajectories: from the points of moving objects to points that k objects share."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from . import _incog
from ._frame_like import FrameLike, has_equal_rows
from ._job_keys import as_json
from ._kept import KeptRelease, written
from ._keywords import with_known_keywords
from ._notebook import part_of_page
from ._names import TrajectoryAlgorithmName
from ._points import points_of
from ._origin import Origin
from ._tables import given
from ._watch import warn
from ._values import as_mapping, as_path
from .errors import NotFinalWarning

__all__ = ["Shift", "TrajectoryRelease", "trajectories"]


@dataclass(frozen=True)
class Shift:
    """How far incog moved the published points, in metres and seconds: means, rounded to two digits."""

    mean: float
    median: float
    most: float
    seconds: float


class TrajectoryRelease(FrameLike):
    """A release of trajectories: a table with a row for each point, its report, and its page.

    It behaves like a frame. Publish only the table, :attr:`report` and :attr:`page`: the object also keeps the original
    points. A pickle holds only what you may publish.
    """

    def __init__(self, engine: _incog.EngineTrajectories, origin: Origin) -> None:
        self._engine: _incog.EngineTrajectories | KeptRelease = engine
        self._origin = origin
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
        """The names of the columns: trajectory, cluster, time, and the two coordinates."""
        return self._engine.columns()

    @property
    def k(self) -> int:
        """The smallest number of different objects in a cluster, measured on the release."""
        return self.report["privacy"][0]["achieved"]["k"]  # type: ignore[no-any-return]

    @property
    def delta(self) -> float:
        """The largest distance between members of a cluster at any instant, in metres, measured on the release."""
        return self.report["privacy"][0]["achieved"]["delta"]  # type: ignore[no-any-return]

    @property
    def shift(self) -> Shift:
        """How far incog moved the published points."""
        facts = self.report["utility"]
        return Shift(facts["mean_shift"], facts["median_shift"], facts["max_shift"], facts["mean_time_shift"])

    @property
    def internal_report(self) -> dict[str, Any]:
        """All figures. They describe single trajectories and are for the data steward only."""
        return json.loads(self._engine.internal_report())  # type: ignore[no-any-return]

    @property
    def page(self) -> str:
        """The readable report, as one self-contained HTML page."""
        return self._engine.page()

    def to_pandas(self) -> Any:
        """The points as a pandas DataFrame."""
        return self._origin.as_pandas(self.to_arrow(), self._untouched())

    def to_polars(self) -> Any:
        """The points as a polars DataFrame."""
        import polars

        return self._origin.as_polars(polars.DataFrame(self), self._untouched())

    def to_native(self) -> Any:
        """The points as the kind of table that they came in."""
        return super().to_native() if self._origin.crs is None else self.to_geopandas()

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
        """Writes the release with its report and page, as ``incog trajectories`` does. The file ending chooses the
        format: a table, GPX, GeoJSON or W4M text.

        incog reads the file back and measures it. All files appear together or not at all. ``internal`` adds the
        internal report for the data steward.
        """
        files = self._engine.save(os.fspath(path), overwrite, replace_better, internal)
        return [Path(file) for file in files]

    def _untouched(self) -> list[str]:
        return [self.columns[2]]

    def _repr_html_(self) -> str:
        begin, end = self.page.find("<h1>"), self.page.find("<h2>", self.page.find("<h2>") + 1)
        return part_of_page(self.page, begin, end)

    def __eq__(self, other: object) -> bool:
        """Whether both publish the same points in the same order, by the same job."""
        if not isinstance(other, TrajectoryRelease):
            return NotImplemented
        return self is other or (self.report["job"] == other.report["job"] and has_equal_rows(self, other))

    def __hash__(self) -> int:
        return hash((*self.columns, len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        engine, origin = self._engine, self._origin.of_published(self, self._untouched())
        return _from_pickle, (written(self), engine.report(), self.page, engine.stopped(), origin)

    def __repr__(self) -> str:
        clusters, trash = len(self.report["clusters"]), self.report["trash"]
        return (
            f"<incog.TrajectoryRelease of {self.report['release']['trajectories']} trajectories in {clusters} clusters, "
            f"{trash} left out, k {self.k}, mean shift {self.shift.mean:.4g} m>"
        )


def _from_pickle(rows: bytes, report: str, page: str, stopped: str, origin: Origin) -> TrajectoryRelease:
    made = TrajectoryRelease.__new__(TrajectoryRelease)
    made.__dict__.update(_engine=KeptRelease(rows, report, page, stopped), _origin=origin, report=json.loads(report))
    return made


@with_known_keywords
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
    """Makes a (k, delta)-anonymous release of trajectories.

    Args:
        points: a table of any library that supports Arrow, with one row per position; or a GeoDataFrame of points.
        k: the smallest number of different objects in a cluster.
        delta: the largest distance between members of a cluster at any instant, in metres. With 0 they become equal:
            only then is there a bound on what an attacker finds who knows a trajectory.
        unit: what k counts: ``"object"``, the default, or ``"trip"``, which also counts several trips of one object.
        id, trip, time, longitude, latitude, x, y: the columns; incog recognizes usual names. ``x`` and ``y`` are
            metres.
        trips: how to cut the points of an object into trips: ``{"cut": "day", "max_speed_kmh": 150.0}``.
        sampling: the instants that all trajectories share: ``{"instants": 20}``.
        suppression: the largest share of trajectories that may be suppressed.
        algorithm: the clustering algorithm, see :func:`list_trajectory_algorithms`.
        choose: which point of the Pareto front to release: ``"least-distortion"``, ``"knee"``, ``{"k": 20}`` or
            ``{"mean-shift": 400.0}``.
        anchor: the point that others move towards, the ``"mean"`` or the ``"median"`` of the cluster.
        seed, max_seconds, max_evaluations: the seed and the limits of the search.
        waivers: dangers to accept, each with the reason.
        source: the file that the points were read from, for the report.

    Raises:
        UnsafeError: the release would be a danger to people, or no column names the moving object.
        InfeasibleError: there are fewer than k objects.
        JobError, TableError: the job or the table is invalid.

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
        "input": "points" if source is None else as_path("source", source),
        "output": "release.arrow",
        "points": found,
        "trips": as_mapping("trips", trips, '{"cut": "day"}'),
        "sampling": as_mapping("sampling", sampling, '{"instants": 20}'),
        "privacy": _told({"k": k, "delta": delta, "unit": unit}),
        "suppression": _told({"limit": suppression}),
        "search": _told(search),
        "release": _told({"choose": choose, "anchor": anchor}),
        "waivers": as_mapping("waivers", waivers, '{"the finding": "the reason"}'),
    }
    return TrajectoryRelease(_incog.trajectories(given(table), as_json(job)), Origin(points))


def _told(keys: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value is not None}
