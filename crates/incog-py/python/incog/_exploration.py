"""A trade-off as a table: the cost of stronger and weaker privacy settings."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _incog
from ._frames import Rows

if TYPE_CHECKING:
    from ._job import Job

__all__ = ["Exploration"]

FIGURES = (
    "objective",
    "value",
    "bound",
    "gap",
    "stopped",
    "suppressed",
    "suppressed_share",
    "classes",
    "smallest_class",
    "prosecutor_mean",
    "evaluations",
)


class Exploration(Rows):
    """A trade-off: one row per combination of values; the values of the last varied key change fastest.

    The columns are the varied keys, then the figures of the best release found; ``none`` gives the reason if there is
    none. The figures count suppressed records and are for the data steward only.
    """

    def __init__(
        self,
        engine: _incog.EngineExploration | KeptExploration,
        names: list[str],
        made: Callable[[_incog.EngineJob], Job],
    ) -> None:
        self._engine, self._names, self._made = engine, names, made
        facts = json.loads(engine.to_json())
        rows = [_row(point, names, facts["axes"], engine.settings(place)) for place, point in enumerate(facts["points"])]
        metrics = dict.fromkeys(name for point in facts["points"] for name in (point["found"] or {}).get("metrics", {}))
        super().__init__([*names, *FIGURES, *metrics, "none"], rows)

    @property
    def page(self) -> str:
        """The curve and the job of each point, as one self-contained HTML page."""
        return self._engine.page()

    def job(self, row: int) -> Job:
        """The job of a row (the first is 0), with the values of that row."""
        if not 0 <= row < len(self):
            raise IndexError(f"there is no row {row}; rows are 0 to {len(self) - 1}")
        return self._made(self._engine.job(row))

    def __reduce__(self) -> tuple[Any, ...]:
        folder = os.getcwd()
        jobs = [self._engine.job(row).to_toml(folder) for row in range(len(self))]
        settings = [self._engine.settings(row) for row in range(len(self))]
        kept = KeptExploration(self._engine.to_json(), settings, self.page, jobs, folder)
        return Exploration, (kept, self._names, self._made)

    def __repr__(self) -> str:
        return f"<incog.Exploration of {len(self)} points: {', '.join(self.columns)}>"


@dataclass(frozen=True)
class KeptExploration:
    """What a pickle keeps of a trade-off; paths in the jobs are relative to ``folder``."""

    facts: str
    shown: list[list[str]]
    html: str
    jobs: list[str]
    folder: str

    def to_json(self) -> str:
        return self.facts

    def settings(self, place: int) -> list[str]:
        return self.shown[place]

    def page(self) -> str:
        return self.html

    def job(self, place: int) -> _incog.EngineJob:
        return _incog.EngineJob.from_toml(self.jobs[place], self.folder)


def _row(point: dict[str, Any], names: list[str], axes: list[dict[str, Any]], shown: list[str]) -> dict[str, Any]:
    values = [point["settings"][axis["key"]] for axis in axes]
    told = [text if isinstance(value, (dict, list)) else value for value, text in zip(values, shown, strict=True)]
    found = point["found"] or {}
    return {**dict(zip(names, told, strict=True)), **found, **found.get("metrics", {}), "none": point.get("none")}
