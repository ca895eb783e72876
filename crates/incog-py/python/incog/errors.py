"""What can go wrong, and what should be looked at.

Every exception of the engine is an :class:`IncogError` with the message that the command would print. No message shows a
value of a suppressed record or of an identifier.
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
    "TableError",
    "UnsafeError",
]


class IncogError(Exception):
    """There is no release."""


class JobError(IncogError, ValueError):
    """What was asked for is wrong: an unknown key or column, a value out of range, a contradiction."""


class TableError(IncogError, ValueError):
    """The table cannot be read: values without a text form, names that repeat, no rows, a stream that fails."""


class HierarchyError(IncogError, ValueError):
    """A hierarchy is none, or does not fit its column."""


class UnsafeError(IncogError):
    """People would be in danger: a column that names them would be published, or nobody has said what a column is."""


class InfeasibleError(IncogError):
    """No release can meet the privacy models within the limits; this is proved."""


class NothingFoundError(IncogError):
    """A search that proves nothing has found no release; there may be one."""


class PlanError(IncogError, ValueError):
    """A plan is none, was changed, or is one for another table."""


class OutputError(IncogError, OSError):
    """A release cannot be saved: the file is there already, the folder is not, the disk is full."""


class DefectError(IncogError, RuntimeError):
    """A mistake of the program, found before anything was published. Please report it."""


class IncogWarning(UserWarning):
    """Something about the table or the release that should be looked at."""


class NotFinalWarning(IncogWarning):
    """A limit ended the search: the release meets all models, but a better one may exist."""
