"""Releases: a table that you may publish, with its report and page."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from . import _incog
from ._report import Verification
from ._reported import Reported
from ._tables import Origin, given

__all__ = ["Release"]


class Release(Reported):
    """A release: a table that converts to pandas, polars or pyarrow, its report, and its page.

    Publish only the table, :attr:`report` and :attr:`page`: the object also keeps the original table, to save and
    verify the release.
    """

    def __init__(self, engine: _incog.EngineRelease, origin: Origin) -> None:
        super().__init__(engine)
        self._engine, self._origin = engine, origin

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._engine.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self._engine)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._engine.columns()

    def to_arrow(self) -> Any:
        """The release as a pyarrow table."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """The release as a pandas DataFrame; unchanged columns and a named index keep their types."""
        return self._origin.as_pandas(self.to_arrow().to_pandas(), self._untouched())

    def to_polars(self) -> Any:
        """The release as a polars DataFrame; unchanged columns keep their types."""
        import polars

        return self._origin.as_polars(polars.DataFrame(self), self._untouched())

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        overwrite: bool = False,
        replace_better: bool = False,
        internal: bool = False,
    ) -> list[Path]:
        """Writes the release with its report and page, as ``incog anonymize`` does; the file ending chooses the format.

        incog reads the file back and measures it. All files appear together or not at all. ``internal`` adds the
        internal report for the data steward. Only ``replace_better`` replaces a better release of the same ``source``.
        """
        files = self._engine.save(os.fspath(path), overwrite, replace_better, internal)
        return [Path(file) for file in files]

    def verify(self, original: Any) -> Verification:
        """Checks every claim of the report against the release and the original table, with code that the search does
        not use."""
        return Verification(self._engine.verify(given(original)))

    def _untouched(self) -> list[str]:
        touched = {column["name"] for column in self.report["columns"] if column["role"] == "quasi-identifier"}
        touched |= {column["name"] for column in self.report["columns"] if column.get("publish")}
        return [name for name in self.columns if name not in touched]

    def __repr__(self) -> str:
        return f"<incog.Release of {len(self)} records, {self.report.summary()}>"
