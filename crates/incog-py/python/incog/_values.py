"""Values of keywords, checked and as JSON has them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from .errors import JobError

__all__ = ["USUAL_MARKERS", "as_list", "as_mapping", "as_markers", "as_name", "as_names", "as_number", "as_path", "as_whole", "plain"]

# The texts that mean "missing" where no keyword says which.
USUAL_MARKERS = ("", "NA", "?")

# What pandas and scikit-learn do with missing values, in a keyword that lists how they are written.
_ACTIONS = ("drop", "error", "exclude", "ignore", "include", "keep", "omit", "raise", "skip", "warn")


def plain(value: Any) -> Any:
    """A numpy or pandas number as a Python number, for ``json.dumps``."""
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:
        return value.item()
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be a value of a job")


def as_list(names: Any) -> list[str]:
    """A list of names; a single name becomes a list of one, and none at all an empty one."""
    if names is None:
        return []
    return [names] if isinstance(names, str) else list(names)


def as_names(keyword: str, names: Any) -> list[str]:
    """The columns that a keyword names: one, several, or none."""
    if names is None:
        return []
    if isinstance(names, (str, Mapping)) or isinstance(names, Iterable):
        return as_list(names)
    raise JobError(f'{keyword} is {names!r}; expected the name of a column, or a list such as ["age", "zip"]')


def as_name(keyword: str, name: Any) -> str | None:
    """The one column that a keyword names."""
    if name is None or isinstance(name, str):
        return name
    raise JobError(f'{keyword} is {name!r}; expected the name of one column, such as "person"')


def as_mapping(keyword: str, said: Any, example: str) -> dict[str, Any]:
    """A keyword that is a dictionary; none is an empty one."""
    if said is None:
        return {}
    if isinstance(said, Mapping):
        return dict(said)
    raise JobError(f"{keyword} is {said!r}; expected a dictionary, such as {keyword}={example}")


def as_markers(missing: Any) -> list[str] | None:
    """The texts that mean "missing": one or several; whole numbers become texts."""
    if missing is None:
        return None
    if isinstance(missing, str) and missing.lower() in _ACTIONS:
        raise JobError(
            f'missing is "{missing}"; it lists the texts that mean "missing", such as missing=["NA", "?"]. incog publishes '
            "missing values; to leave their records out, filter the table first, as with .dropna()"
        )
    several = [missing] if isinstance(missing, str) or not isinstance(missing, Iterable) else list(missing)
    markers = [plain(marker) if hasattr(marker, "item") else marker for marker in several]
    for marker in markers:
        if marker is None or marker != marker:
            raise JobError('missing lists None or NaN; these are always missing, so list texts alone, such as ["NA", "?"]')
        if isinstance(marker, bool) or not isinstance(marker, (str, int)):
            raise JobError(f'missing lists {marker!r}; expected the texts that mean "missing", such as ["NA", "-9"]')
    return [str(marker) for marker in markers]


def as_number(keyword: str, number: Any) -> float | None:
    """A keyword that is a number, also of numpy."""
    number = plain(number) if hasattr(number, "item") else number
    if number is None or isinstance(number, (int, float)) and not isinstance(number, bool):
        return number
    raise JobError(f"{keyword} is {number!r}; expected a number")


def as_whole(number: Any) -> Any:
    """A whole number that came as 5.0, as R and columns with missing values have them, as 5; anything else unchanged."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def as_path(keyword: str, path: Any) -> str:
    """A keyword that is the path of a file."""
    if isinstance(path, (str, os.PathLike)):
        return str(os.fspath(path))
    advice = f': write the table to one first, as with .to_csv("{keyword}.csv", index=False)' if hasattr(path, "__arrow_c_stream__") else ""
    raise JobError(f"{keyword} has the type {type(path).__name__}; expected the path of a file{advice}")
