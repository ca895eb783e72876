"""Releases: a table that may be given to others, and what is known of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from . import _incog
from ._report import Report, Verification
from ._tables import Origin, given
from ._watch import warn
from .errors import NotFinalWarning

__all__ = ["Release"]


class Release:
    """A release: a table of any library on request, its report, and its page.

    Only the table, :attr:`report` and :attr:`page` may be given to others: the object keeps the table it was made of, to
    save the release and to verify it.
    """

    def __init__(self, engine: _incog.EngineRelease, origin: Origin) -> None:
        self._engine, self._origin = engine, origin
        self.report = Report(engine.report())
        stopped, limited = engine.stopped(), "max_evaluations" in self.report.job.get("search", {})
        if stopped in ("time", "interrupted") or stopped == "budget" and limited:
            gap = self.report.search.gap
            known = "nothing is known of the gap" if gap is None else f"the gap is {gap:.2g}"
            warn(f"a limit ended the search ({stopped}); {known}", NotFinalWarning)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._engine.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self._engine)

    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
        return self._engine.columns()

    @property
    def internal_report(self) -> Report:
        """All figures, as the search counts them. They tell of suppressed records and are for the steward only."""
        return Report(self._engine.internal_report())

    @property
    def page(self) -> str:
        """The report for people: one HTML page that stands alone."""
        return self._engine.page()

    @property
    def job(self) -> str:
        """The job it was made by, as the text of a job file."""
        return self._engine.job()

    def to_arrow(self) -> Any:
        """The release as a table of pyarrow."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """The release as a DataFrame of pandas, untouched columns and a named index as they were."""
        return self._origin.as_pandas(self.to_arrow().to_pandas(), self._untouched())

    def to_polars(self) -> Any:
        """The release as a DataFrame of polars, untouched columns as they were."""
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
        """Writes the release with its report and page, as the command does; the ending says the format.

        The file is read again and measured, and all files appear together or not at all. ``internal`` adds the
        steward's own report. A better release of the same ``source`` is replaced only with ``replace_better``.
        """
        files = self._engine.save(os.fspath(path), overwrite, replace_better, internal)
        return [Path(file) for file in files]

    def verify(self, original: Any) -> Verification:
        """Checks every claim of the report against the release and the table it was made of, with nothing of the search."""
        return Verification(self._engine.verify(given(original)))

    def _untouched(self) -> list[str]:
        touched = {column["name"] for column in self.report["columns"] if column["role"] == "quasi-identifier"}
        touched |= {column["name"] for column in self.report["columns"] if column.get("publish")}
        return [name for name in self.columns if name not in touched]

    def _repr_html_(self) -> str:
        begin, end = self.page.find("<h1>"), self.page.find("<h2>Class sizes")
        return f"<div>{self.page[begin:end]}</div>"

    def __repr__(self) -> str:
        return f"<incog.Release of {len(self)} records, {self.report.summary()}>"
