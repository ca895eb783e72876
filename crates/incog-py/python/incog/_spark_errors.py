"""Errors of Spark, without the values that they quote."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from .errors import IncogError, TableError

__all__ = ["asked"]

Answer = TypeVar("Answer")


def asked(doing: str, ask: Callable[[], Answer], advice: str = "") -> Answer:
    """The answer of Spark. Its error messages quote values and addresses, so incog shows none of their text."""
    try:
        return ask()
    except (IncogError, ImportError):
        raise
    except Exception as error:
        fault = _fault(error)
    # Raised here, the exception knows nothing of the other one.
    raise TableError(
        f"while {doing}, Spark ended with {fault}; its message can quote values, so it is only in the log of Spark{advice}"
    )


def _fault(error: Exception) -> str:
    """The class of an exception and the names of the conditions behind it."""
    conditions: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(conditions) < 4:
        try:
            condition = cause.getCondition() or ""  # type: ignore[attr-defined]
        except Exception:
            condition = ""
        if re.fullmatch(r"[A-Z][A-Z0-9_.]*", condition) and condition not in conditions:
            conditions.append(condition)
        cause = getattr(cause, "_cause", None)
    return " ".join([type(error).__name__, *(f"[{condition}]" for condition in conditions)])
