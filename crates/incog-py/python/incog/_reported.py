"""The parts that all releases of tables share."""

from __future__ import annotations

from typing import Protocol

from ._notebook import part_of_page
from ._report import Report
from ._watch import warn
from .errors import NotFinalWarning, SuppressionWarning

__all__ = ["Described", "Reported"]

# A larger share of suppressed records is warned about.
NOTABLE_SUPPRESSION = 0.02


class Described(Protocol):
    """A release of the engine."""

    def report(self) -> str: ...
    def internal_report(self) -> str: ...
    def page(self) -> str: ...
    def stopped(self) -> str: ...
    def job(self) -> str: ...


class Reported:
    """A release with its report, its page and its job."""

    def __init__(self, described: Described) -> None:
        self._described = described
        self.report = Report(described.report())
        self._warn_of_suppression()
        stopped, limited = described.stopped(), "max_evaluations" in self.report.job.get("search", {})
        if stopped in ("time", "interrupted") or stopped == "budget" and limited:
            search = self.report.search
            gap = None if search is None else search.gap
            known = "nothing is known of the gap" if gap is None else f"the gap is at most {gap:.2g}"
            warn(f"a limit ended the search ({stopped}); {known}", NotFinalWarning)

    def _warn_of_suppression(self) -> None:
        share, kept = self.report.utility.figures.get("suppressed_share"), self.report.solution.rows_kept
        if share is not None and share > NOTABLE_SUPPRESSION:
            warn(
                f"incog suppressed {100 * share:.1f} % of the records and kept {kept}; to keep more, at coarser labels, "
                "set suppression to a smaller share",
                SuppressionWarning,
            )

    @property
    def internal_report(self) -> Report:
        """All figures, as the search counts them. They describe suppressed records and are for the data steward only."""
        return Report(self._described.internal_report())

    @property
    def page(self) -> str:
        """The readable report, as one self-contained HTML page."""
        return self._described.page()

    @property
    def job(self) -> str:
        """The job of the release, as the text of a job file."""
        return self._described.job()

    def _repr_html_(self) -> str:
        begin, end = self.page.find("<h1>"), self.page.find("<h2>Class sizes")
        return part_of_page(self.page, begin, end)
