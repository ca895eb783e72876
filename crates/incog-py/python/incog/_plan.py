"""Plans: decisions that you can inspect, keep and carry out."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from . import _incog
from ._names import UnknownName
from ._notebook import table_of
from ._release import Release
from ._origin import Origin
from ._tables import given
from ._watch import Progress, Watch

__all__ = ["Plan"]


class Plan:
    """The decision how to publish a table. It describes single records, including suppressed ones, and is for the data
    steward only."""

    def __init__(self, engine: _incog.EnginePlan, path: str | os.PathLike[str] = "plan.json") -> None:
        self._engine, self._path = engine, Path(path).absolute()

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Plan:
        """Loads a plan that :meth:`save` or ``incog plan`` wrote."""
        return cls(_incog.EnginePlan.from_json(Path(path).read_text(encoding="utf-8")), path)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the plan to a new file that only its owner can read."""
        absolute = Path(path).absolute()
        # Files are named as seen from where the plan is.
        moved = self._engine.moved(self._path.parent, absolute.parent)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(moved.to_json())
        self._engine, self._path = moved, absolute

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_json, (self._engine.to_json(), self._path)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Plan):
            return NotImplemented
        return self._engine.to_json() == other._engine.to_json()

    def __hash__(self) -> int:
        return hash(self._engine.to_json())

    def to_dict(self) -> dict[str, Any]:
        """The whole plan as a dictionary."""
        return json.loads(self._engine.to_json())  # type: ignore[no-any-return]

    def apply(
        self,
        table: Any,
        *,
        another: bool = False,
        unknown: UnknownName | None = None,
        source: str | os.PathLike[str] | None = None,
        progress: Progress = None,
    ) -> Release:
        """Makes the release of the table that the plan was made for, or of ``another`` table of the same form.

        incog publishes another table, such as that of the next day, with the levels and hierarchies of the plan. It
        decides again which records of each class to keep, and measures the release like any other.

        Args:
            table: the table.
            another: whether ``table`` may differ from the table that the plan was made for.
            unknown: what to do with values that the hierarchies of the plan lack: ``"refuse"``, the default, or
                ``"top"``, which publishes them as ``*``. For another table only.
            source: the file that another table was read from, for the report.
            progress: ``True`` for a tqdm bar, or a callable that receives each event as a dictionary.

        Raises:
            PlanError: the table or its hierarchies differ from those of the plan.
            NothingFoundError: at the levels of the plan, the other table needs more suppression than the limit allows.

        >>> import incog, pyarrow
        >>> today = pyarrow.table({"age": [34, 36, 52, 58], "illness": ["flu", "gout", "flu", "gout"]})
        >>> ages = {"age": incog.intervals(10, 20)}
        >>> plan = incog.plan(today, quasi_identifiers=ages, k=2, suppression=0.0, recoding="global")
        >>> tomorrow = pyarrow.table({"age": [31, 38, 39], "illness": ["gout", "cold", "flu"]})
        >>> plan.apply(tomorrow, another=True).to_arrow()["age"].to_pylist()
        ['30-39', '30-39', '30-39']
        """
        if not another and (unknown is not None or source is not None):
            raise ValueError("unknown and source are only for another table than that of the plan; set another=True")
        name = "table" if source is None else os.fspath(source)
        with Watch(progress) as watch:
            if another:
                engine = self._engine.reuse(given(table), self._path, name, unknown or "refuse", watch)
            else:
                engine = self._engine.apply(given(table), self._path.parent, watch)
        return Release(engine, Origin(table))

    def _repr_html_(self) -> str:
        facts = self.to_dict()
        plan = facts["plan"]
        told = {"quasi-identifiers": ", ".join(facts["quasi_identifiers"]), "value of the objective": f"{plan['value']:.6g}"}
        told |= {"search": plan["stopped"], "at best": _shown(plan["upper_bound"]), "gap": _shown(plan["gap"])}
        return table_of(["plan", ""], told.items(), "apply() makes the release; the plan describes single records.")

    def __repr__(self) -> str:
        facts = self.to_dict()
        objective = facts["job"].get("utility", {}).get("objective", "the objective")
        named = objective if isinstance(objective, str) else objective.get("metric", "the objective")
        told = f"{named} {facts['plan']['value']:.6g}, {facts['plan']['stopped']}"
        return f"<incog.Plan for {', '.join(facts['quasi_identifiers'])}: {told}>"


def _from_json(text: str, path: Path) -> Plan:
    return Plan(_incog.EnginePlan.from_json(text), path)


def _shown(figure: float | None) -> str:
    return "not known" if figure is None else f"{figure:.4g}"
