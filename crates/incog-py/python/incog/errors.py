"""Exceptions and warnings.

Every exception of the engine is an :class:`IncogError`. Messages name the keywords of the package, or the keys of a job
file where you wrote one. No message shows a value of a suppressed record or of an identifier.
"""

from __future__ import annotations

__all__ = [
    "DefectError",
    "HierarchyError",
    "IncogError",
    "IncogWarning",
    "InfeasibleError",
    "JobError",
    "NotFinalWarning",
    "NothingFoundError",
    "OutputError",
    "PlanError",
    "SuppressionWarning",
    "TableError",
    "UnsafeError",
]


class IncogError(Exception):
    """incog made no release."""


class JobError(IncogError, ValueError):
    """The job is wrong: an unknown key or column, a value out of range, a contradiction."""


class TableError(IncogError, ValueError):
    """The table cannot be read: values without a text form, repeated names, no rows, or a stream that fails."""


class HierarchyError(IncogError, ValueError):
    """A hierarchy is invalid, or does not fit its column."""


class UnsafeError(IncogError):
    """People would be at risk: a column that names them would be published, or a column is undecided."""


class InfeasibleError(IncogError):
    """No release can meet the privacy models within the limits; this is proved."""


class NothingFoundError(IncogError):
    """A search found no release, without proof that there is none."""


class PlanError(IncogError, ValueError):
    """A plan is invalid, was changed, or is for another table."""


class OutputError(IncogError, OSError):
    """A release cannot be saved: the file already exists, the folder does not, or the disk is full."""


class DefectError(IncogError, RuntimeError):
    """A defect of incog, found before anything was published. Please report it."""


class IncogWarning(UserWarning):
    """A note about the table or the release that you should check."""


class NotFinalWarning(IncogWarning):
    """A limit ended the search: the release meets all models, but a better one may exist."""


class SuppressionWarning(IncogWarning):
    """More than 2 % of the records are suppressed."""
