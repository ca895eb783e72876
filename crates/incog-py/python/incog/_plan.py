"""Plans: a decision that is looked at, kept, and carried out."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from . import _incog
from ._release import Release
from ._tables import Origin, given
from ._watch import Progress, Watch

__all__ = ["Plan"]


class Plan:
    """How a table will be published. It tells of single records, suppressed ones too, and is for the steward only."""

    def __init__(self, engine: _incog.EnginePlan) -> None:
        self._engine = engine

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Plan:
        """A plan that was saved, here or by the command."""
        return cls(_incog.EnginePlan.from_json(Path(path).read_text(encoding="utf-8")))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the plan to a new file that only its owner can read."""
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(self._engine.to_json())

    def to_dict(self) -> dict[str, Any]:
        """Everything the plan says."""
        return json.loads(self._engine.to_json())  # type: ignore[no-any-return]

    def apply(self, table: Any, *, progress: Progress = None) -> Release:
        """Makes the release, of the table that the plan was made for."""
        table = given(table)
        with Watch(progress) as watch:
            engine = self._engine.apply(table, os.getcwd(), watch)
        return Release(engine, Origin(table))
