"""Generalization hierarchies: how the values of a column become coarser, level by level."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Union

from . import _incog

__all__ = [
    "Hierarchy",
    "codes",
    "columns",
    "countries",
    "dates",
    "fanout",
    "flat",
    "from_levels",
    "hierarchy_file",
    "intervals",
    "mask",
    "ordered",
    "ranges",
    "tree",
]


@dataclass(frozen=True)
class Hierarchy:
    """How the values of a column become coarser, as a job file says it.

    >>> import incog
    >>> print(incog.intervals(5, 20).show([34, 36, 52]))
    0   1      2      3
    34  30-34  20-39  *
    36  35-39  20-39  *
    52  50-54  40-59  *
    """

    spec: Union[str, Mapping[str, Any]]

    def levels(self, values: Iterable[object]) -> list[list[str]]:
        """For each value its labels, from itself to ``*``."""
        return _incog.levels([_text(value) for value in values], json.dumps(self.spec))

    def show(self, values: Iterable[object]) -> str:
        """The same as a table for people: a row a value, a column a level."""
        rows = self.levels(values)
        height = len(rows[0]) if rows else 0
        table = [[str(level) for level in range(height)], *rows]
        widths = [max(len(row[place]) for row in table) for place in range(height)]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in table)
        return "\n".join(line.rstrip() for line in lines)


def intervals(
    *widths: float, origin: float | None = None, bottom: float | None = None, top: float | None = None
) -> Hierarchy:
    """Intervals of these widths, each nested in the next: ``intervals(5, 10, 20)``.

    ``origin`` is where one of them begins; values below ``bottom`` and from ``top`` on are put together.
    """
    return _made(intervals=list(widths), origin=origin, bottom=bottom, top=top)


def ranges(fanout: int) -> Hierarchy:
    """Ranges of the numbers that occur, ``fanout`` of them put together at each level."""
    return _made(ranges=fanout)


def mask(
    side: Literal["right", "left"] = "right", *, char: str = "*", keep: Sequence[int] | None = None
) -> Hierarchy:
    """Characters replaced one by one from a side: 11323, 1132*, 113**. ``keep`` says how many stay at each level."""
    return _made(mask=side, char=char, keep=None if keep is None else list(keep))


def dates(*units: str, format: str | None = None) -> Hierarchy:
    """Dates cut to units, finest first: ``dates("month", "quarter", "year")``."""
    return _made(date=list(units), format=format)


def fanout(values: int, *, order: Sequence[object] | None = None) -> Hierarchy:
    """Groups of so many neighbours at each level, in an order: the one given, or that of the values.

    Without ``order``, a release names a group by bounds that are nobody's own value: ``50000..51000``.
    """
    return _made(fanout=values, order=None if order is None else [_text(value) for value in order])


def ordered(*values: object, fanout: int | None = None) -> Hierarchy:
    """Values in an order that means something: ``ordered("low", "medium", "high", fanout=2)``."""
    return _made(order=[_text(value) for value in values], fanout=fanout)


def flat() -> Hierarchy:
    """The value, or ``*``."""
    return _made(flat=True)


def columns(*names: str) -> Hierarchy:
    """Other columns of the table, finest first, say the groups: ``columns("county", "state")``."""
    return _made(columns=list(names))


def codes(name: str) -> Hierarchy:
    """The chapters and blocks of a classification, such as ``codes("icd-10")``."""
    return _made(codes=name)


def countries(by: str) -> Hierarchy:
    """The regions of countries, by their names or codes as ``by`` says."""
    return _made(countries=by)


def tree(parents: Mapping[Any, Any]) -> Hierarchy:
    """For each value or group the group above it: ``{"nurse": "health", "doctor": "health", "cook": "food"}``."""
    return _made(tree={_text(value): _text(parent) for value, parent in parents.items()})


def hierarchy_file(path: str | os.PathLike[str]) -> Hierarchy:
    """A file with a row a value and a column a level, as ARX writes them."""
    return Hierarchy(os.path.abspath(path))


def from_levels(table: Any) -> Hierarchy:
    """A table with a row a value and a column a level: a DataFrame, or rows of texts. Every label stands for one group."""
    parents: dict[str, str] = {}
    for row in _rows(table):
        labels = [_text(label) for label in row]
        for value, parent in zip(labels, labels[1:], strict=False):
            if value not in (parent, "*") and parents.setdefault(value, parent) != parent:
                raise ValueError(f"the label {value!r} of the hierarchy is below two others (with {len(labels)} levels); put it below one")
    return tree(parents)


def _rows(table: Any) -> Iterable[Sequence[object]]:
    if hasattr(table, "itertuples"):
        return table.itertuples(index=False, name=None)  # type: ignore[no-any-return]
    if hasattr(table, "iter_rows"):
        return table.iter_rows()  # type: ignore[no-any-return]
    return table  # type: ignore[no-any-return]


def _text(value: object) -> str:
    """A value as tables have it: whole floating-point numbers without ``.0``."""
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def _made(**keys: Any) -> Hierarchy:
    return Hierarchy({key: value for key, value in keys.items() if value is not None})


_WORDS = {"mask": mask, "flat": flat}


def as_spec(how: Any) -> Any:
    """A hierarchy as a job file says it; a text is a word (``mask``, ``flat``) or the path of a file."""
    if how is None or isinstance(how, Hierarchy):
        return None if how is None else how.spec
    if isinstance(how, str) and how in _WORDS:
        return _WORDS[how]().spec
    if isinstance(how, (str, os.PathLike)):
        return os.fspath(how)
    if isinstance(how, Mapping):
        return dict(how)
    if hasattr(how, "itertuples") or hasattr(how, "iter_rows"):
        return from_levels(how).spec
    raise TypeError(f"{how!r} is not a hierarchy; expected one such as incog.intervals(5, 10), \"mask\", a file or a table")
