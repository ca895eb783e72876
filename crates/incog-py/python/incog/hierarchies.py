"""Generalization hierarchies: how the values of a column become coarser, level by level."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any, Literal, Union

from . import _incog
from ._values import plain
from .errors import HierarchyError

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
    "nested",
    "ordered",
    "ranges",
    "tree",
]


@dataclass(frozen=True)
class Hierarchy:
    """The hierarchy of a column, in the form of a job file.

    >>> import incog
    >>> print(incog.intervals(5, 20).show([34, 36, 52]))
    0   1      2      3
    34  30-34  20-39  *
    36  35-39  20-39  *
    52  50-54  40-59  *
    """

    spec: Union[str, Mapping[str, Any]]

    def __hash__(self) -> int:
        return hash(json.dumps(self.spec, sort_keys=True))

    def levels(self, values: Iterable[object]) -> list[list[str]]:
        """The labels of each value, from the value itself to ``*``."""
        return _incog.levels([_text(value) for value in values], json.dumps(self.spec))

    def show(self, values: Iterable[object]) -> str:
        """The labels as a readable table: one row per value, one column per level."""
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

    An interval begins at ``origin``. Values below ``bottom``, and values from ``top`` on, form one open interval each.
    """
    if not widths or any(isinstance(width, bool) or not isinstance(width, Real) for width in widths):
        raise HierarchyError(f"intervals has the widths {widths!r}; expected one number or several, such as intervals(5, 10, 20)")
    return _made(intervals=[plain(width) if hasattr(width, "item") else width for width in widths], origin=origin, bottom=bottom, top=top)


def ranges(fanout: int) -> Hierarchy:
    """Ranges of the numbers that occur, ``fanout`` of them put together at each level."""
    if isinstance(fanout, bool) or not isinstance(fanout, Integral):
        raise HierarchyError(f"ranges has {fanout!r}; expected how many values to put together, such as ranges(4)")
    return _made(ranges=int(fanout))


def mask(
    side: Literal["right", "left"] = "right", *, char: str = "*", keep: Sequence[int] | None = None
) -> Hierarchy:
    """Characters replaced one by one from a side: 11323, 1132*, 113**. ``keep`` gives the number of characters to keep
    at each level."""
    if side not in ("right", "left"):
        raise HierarchyError(f'mask has the side {side!r}; expected "right" or "left"')
    return _made(mask=side, char=char, keep=None if keep is None else list(keep))


def dates(*units: str, format: str | None = None) -> Hierarchy:
    """Dates generalized to units, finest first: ``dates("month", "quarter", "year")``."""
    return _made(date=list(units), format=format)


def fanout(values: int, *, order: Sequence[object] | None = None) -> Hierarchy:
    """Groups of so many neighbours at each level, in an order: the one given, or that of the values.

    Without ``order``, a release names a group by bounds that are no person's own value: ``50000..51000``.
    """
    return _made(fanout=values, order=None if order is None else [_text(value) for value in order])


def ordered(*values: object, fanout: int = 2) -> Hierarchy:
    """Values in a meaningful order, ``fanout`` neighbours put together at each level: ``ordered("low", "medium", "high")``.

    An ordered categorical of pandas and an ordered dictionary of pyarrow say their order themselves.
    """
    return _made(order=[_text(value) for value in values], fanout=fanout)


def flat() -> Hierarchy:
    """The value, or ``*``."""
    return _made(flat=True)


def columns(*names: str) -> Hierarchy:
    """Groups named by other columns of the table, finest first: ``columns("county", "state")``."""
    return _made(columns=list(names))


def codes(name: str) -> Hierarchy:
    """The groups of a classification, such as ``codes("icd-10")``, ``codes("isco-08")`` or ``codes("nace-2")``."""
    return _made(codes=name)


def countries(by: str) -> Hierarchy:
    """The regions of countries, by their names or codes as ``by`` says."""
    return _made(countries=by)


def tree(parents: Mapping[Any, Any]) -> Hierarchy:
    """The parent group of each value or group: ``{"nurse": "health", "doctor": "health", "cook": "food"}``."""
    return _made(tree={_text(value): _text(parent) for value, parent in parents.items()})


def hierarchy_file(path: str | os.PathLike[str]) -> Hierarchy:
    """A hierarchy file with one row per value and one column per level, as ARX writes it."""
    return Hierarchy(os.path.abspath(path))


def nested(groups: Mapping[Any, Any]) -> Hierarchy:
    """Groups within groups: ``{"Europe": {"Germany": ["Berlin", "Bonn"], "Malta": ["Valletta"]}}``.

    The innermost groups are lists of values. :func:`anonymize` also takes the mapping itself in place of a hierarchy.

    >>> import incog
    >>> print(incog.nested({"Europe": {"Germany": ["Berlin", "Bonn"], "Malta": ["Valletta"]}}).show(["Bonn", "Valletta"]))
    0         1        2       3
    Bonn      Germany  Europe  *
    Valletta  Malta    Europe  *
    """
    return _of_chains(_chains(groups, ()))


def from_levels(table: Any) -> Hierarchy:
    """A hierarchy from a table with one row per value and one column per level: a DataFrame, rows of texts, or a mapping
    from each level to its labels, as anjana has it: ``{0: [34, 52], 1: ["30-39", "50-59"]}``. Each label names one
    group."""
    return _of_chains(dict.fromkeys(tuple(_text(label) for label in row) for row in _rows(table)))


def _of_chains(chains: Iterable[tuple[str, ...]]) -> Hierarchy:
    """The tree of chains, each from a value to its largest group."""
    parents: dict[str, str] = {}
    for chain in chains:
        for value, parent in zip(chain, chain[1:], strict=False):
            if value not in (parent, "*") and parents.setdefault(value, parent) != parent:
                raise HierarchyError(
                    f"the label {value!r} of the hierarchy is below two others, {parents[value]!r} and {parent!r}; put it "
                    "below one"
                )
        if chain and chain[0] != "*":
            parents.setdefault(chain[0], "*")
    return tree(parents)


def _chains(groups: Any, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(groups, Mapping):
        for name, within in groups.items():
            yield from _chains(within, (_text(name), *above))
    elif _is_several(groups):
        for value in groups:
            if isinstance(value, Mapping) or _is_several(value):
                raise HierarchyError(f"the group {above[0]!r} has a list within a list; expected a list of values")
            yield _text(value), *above
    else:
        advice = "; for the group of each value, use incog.tree" if isinstance(groups, str) else ""
        name = above[0] if above else ""
        raise HierarchyError(f"the group {name!r} has {groups!r}; expected a list of values or a mapping of groups{advice}")


def _is_several(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes))


def _is_of_levels(how: Mapping[Any, Any]) -> bool:
    """Whether the keys of a mapping are the levels 0, 1, 2, ..., as anjana has them."""
    return all(isinstance(key, int) for key in how) and sorted(how) == list(range(len(how)))


def _rows(table: Any) -> Iterable[Sequence[object]]:
    if isinstance(table, Mapping):
        if not table or not _is_of_levels(table):
            raise HierarchyError(f"the levels of the hierarchy are {list(table)}; expected 0, 1, 2, ...")
        levels = [list(table[level]) for level in sorted(table)]
        if len({len(labels) for labels in levels}) > 1:
            told = ", ".join(str(len(labels)) for labels in levels)
            raise HierarchyError(f"the levels of the hierarchy have {told} labels; give each level a label for each value")
        return zip(*levels, strict=True)
    if hasattr(table, "itertuples"):
        return table.itertuples(index=False, name=None)  # type: ignore[no-any-return]
    if hasattr(table, "iter_rows"):
        return table.iter_rows()  # type: ignore[no-any-return]
    return table  # type: ignore[no-any-return]


def _text(value: object) -> str:
    """A value as text; whole floating-point numbers lose their ``.0``."""
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def _made(**keys: Any) -> Hierarchy:
    return Hierarchy({key: value for key, value in keys.items() if value is not None})


_WORDS = {"mask": mask, "flat": flat}

# Functions that need arguments, with a call of each.
_FUNCTIONS = {
    "codes": 'codes("icd-10")',
    "countries": 'countries("un-m49")',
    "dates": 'dates("month", "year")',
    "fanout": "fanout(2)",
    "intervals": "intervals(5, 10, 20)",
    "ordered": 'ordered("low", "high")',
    "ranges": "ranges(2)",
}


#: The keys of a hierarchy in a job file.
_KEYS = (
    "intervals origin bottom top mask char keep date format fanout order flat ranges columns codes countries tree withheld"
).split()


def _is_nested(how: Mapping[Any, Any]) -> bool:
    """Whether a mapping has groups of values, and not the keys of a hierarchy in a job file, or misspelt ones."""
    keys = [str(name) for name, within in how.items() if name == "tree" or not isinstance(within, Mapping)]
    return bool(how) and not any(get_close_matches(key, _KEYS, 1, 0.8) for key in keys)


def as_spec(how: Any) -> Any:
    """A hierarchy in the form of a job file; a text is a keyword (``mask``, ``flat``) or the path of a file. A
    mapping has the keys of a job file, groups within groups, or the labels of each level."""
    if how is None or isinstance(how, Hierarchy):
        return None if how is None else how.spec
    if isinstance(how, str) and how in _WORDS:
        return _WORDS[how]().spec
    if isinstance(how, str) and how in _FUNCTIONS and not os.path.exists(how):
        raise HierarchyError(f'"{how}" alone is no hierarchy; call the function, such as incog.{_FUNCTIONS[how]}')
    if isinstance(how, str) and not os.path.exists(how) and (near := get_close_matches(how, _WORDS, 1)):
        raise HierarchyError(f'there is no hierarchy file "{how}"; did you mean the hierarchy "{near[0]}"?')
    if isinstance(how, (str, os.PathLike)):
        return os.fspath(how)
    if isinstance(how, Mapping):
        if how and _is_of_levels(how):
            return from_levels(how).spec
        return nested(how).spec if _is_nested(how) else dict(how)
    if hasattr(how, "itertuples") or hasattr(how, "iter_rows"):
        return from_levels(how).spec
    raise TypeError(f"{how!r} is not a hierarchy; expected one such as incog.intervals(5, 10), \"mask\", a file, a table or a nested mapping")
