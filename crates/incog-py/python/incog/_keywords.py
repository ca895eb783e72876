"""The keywords of :class:`Job` and :func:`anonymize`, for type checkers and signatures."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, ParamSpec, TypedDict, TypeVar, Union

from ._names import (
    AlgorithmName,
    ColumnKeys,
    KeepColumnsName,
    MetricName,
    ModelParameters,
    OrderName,
    RecodingName,
    SearchParameters,
    SuppressedName,
)
from .hierarchies import Hierarchy

if TYPE_CHECKING:
    from typing_extensions import Required

__all__ = [
    "check_keywords",
    "ExploreKeywords",
    "HierarchyLike",
    "JobKeywords",
    "Names",
    "PresetKeywords",
    "with_keywords_of",
    "with_known_keywords",
]

Names = Union[str, Iterable[str]]
HierarchyLike = Union[Hierarchy, str, "os.PathLike[str]", Mapping[Any, Any], None]


class _QuasiIdentifiers(TypedDict):
    quasi_identifiers: Required[Names | Mapping[str, HierarchyLike]]


class _OtherKeywords(TypedDict, total=False):
    # cards: keywords
    sensitive: Names
    identifiers: Names
    insensitive: Names
    drop: Names
    provider: str | None
    unit: str | None
    own_k: str | None
    columns: Mapping[str, ColumnKeys] | None
    k: int | None
    l: float | None  # noqa: E741 (the name of the field)
    t: float | None
    models: ModelParameters | None
    population: str | os.PathLike[str] | None
    suppression: float | None
    suppressed: SuppressedName | None
    objective: MetricName | Mapping[str, Any] | None
    recoding: RecodingName | Mapping[str, Any] | None
    keep_columns: KeepColumnsName | None
    algorithm: AlgorithmName | None
    parameters: SearchParameters | None
    seed: int | None
    threads: int | None
    max_seconds: float | None
    max_evaluations: int | None
    order: OrderName | None
    release: Mapping[str, Any] | None
    missing: str | Iterable[str] | None
    waivers: Mapping[str, str] | None
    source: str | os.PathLike[str] | None
    # end of cards


class JobKeywords(_QuasiIdentifiers, _OtherKeywords):
    """The keywords of :func:`anonymize` and :func:`plan`."""


class PresetKeywords(_OtherKeywords, total=False):
    """The keywords of :func:`anonymize` with a preset, which proposes quasi-identifiers."""

    quasi_identifiers: Names | Mapping[str, HierarchyLike]


class ExploreKeywords(TypedDict, total=False):
    """The keywords of :func:`explore`: those of :func:`anonymize`, with several values for the varied keys."""

    # cards: keywords to explore
    quasi_identifiers: Required[Names | Mapping[str, HierarchyLike]]
    sensitive: Names
    identifiers: Names
    insensitive: Names
    drop: Names
    provider: str | None
    unit: str | None
    own_k: str | None
    columns: Mapping[str, ColumnKeys] | None
    k: int | Iterable[int] | None
    l: float | Iterable[float] | None  # noqa: E741 (the name of the field)
    t: float | Iterable[float] | None
    models: ModelParameters | None
    population: str | os.PathLike[str] | None
    suppression: float | Iterable[float] | None
    suppressed: SuppressedName | None
    objective: MetricName | Mapping[str, Any] | None
    recoding: RecodingName | Mapping[str, Any] | Iterable[RecodingName | Mapping[str, Any]] | None
    keep_columns: KeepColumnsName | None
    algorithm: AlgorithmName | None
    parameters: SearchParameters | None
    seed: int | None
    threads: int | None
    max_seconds: float | None
    max_evaluations: int | None
    order: OrderName | None
    release: Mapping[str, Any] | None
    missing: str | Iterable[str] | None
    waivers: Mapping[str, str] | None
    source: str | os.PathLike[str] | None
    # end of cards


Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

#: What other programs call the keywords.
_OTHER_NAMES = {
    "hierarchies": "quasi_identifiers",
    "ident": "identifiers",
    "l_div": "l",
    "max_suppression": "suppression",
    "qi": "quasi_identifiers",
    "quasi_ident": "quasi_identifiers",
    "sa": "sensitive",
    "sens_att": "sensitive",
    "supp_level": "suppression",
    "time_limit": "max_seconds",
    "timeout": "max_seconds",
}


def with_known_keywords(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Makes a function say which keyword it does not know, and the nearest one that it knows."""

    @functools.wraps(function)
    def checked(*args: Parameters.args, **keywords: Parameters.kwargs) -> Result:
        check_keywords(function, keywords)
        return function(*args, **keywords)

    return checked


def check_keywords(function: Callable[..., Any], keywords: Iterable[str], *, needs_columns: bool = True) -> None:
    """Refuses keywords that a function does not take, and a call without quasi-identifiers where it takes them."""
    taken = inspect.signature(function).parameters
    known = [name for name, each in taken.items() if each.kind is inspect.Parameter.KEYWORD_ONLY]
    for name in keywords:
        if name not in taken:
            raise TypeError(_unknown(name, known))
    if needs_columns and "quasi_identifiers" in known and not {"quasi_identifiers", "job"} & {*keywords}:
        raise TypeError(
            "the keyword quasi_identifiers is missing; name the columns that can identify people, such as "
            'quasi_identifiers=["age", "zip"]'
        )


def _unknown(name: str, known: list[str]) -> str:
    for keyword, keys in {"columns": ColumnKeys, "models": ModelParameters, "parameters": SearchParameters}.items():
        if keyword not in known or "models" not in known:
            continue
        if name.replace("_", "-") in keys.__annotations__ or name in keys.__annotations__:
            key = name if name in keys.__annotations__ else name.replace("_", "-")
            inside = f'{{"age": {{"{key}": ...}}}}' if keyword == "columns" else f'{{"{key}": ...}}'
            return f"there is no keyword {name}; give it as {keyword}={inside}"
    other = _OTHER_NAMES.get(name)
    near = other if other in known else next(iter(get_close_matches(name, known, 1)), None)
    told = f"did you mean {near}?" if near else f"the keywords are {', '.join(known)}"
    return f"there is no keyword {name}; {told}"


Function = TypeVar("Function", bound=Callable[..., Any])


def with_keywords_of(job: type) -> Callable[[Function], Function]:
    """Makes ``help`` and notebooks show the keywords of a job instead of ``**job``."""

    def shown(function: Function) -> Function:
        own = inspect.signature(function)
        taken = list(inspect.signature(job).parameters.values())
        kept = [each for each in own.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        function.__signature__ = own.replace(parameters=[*kept, *taken])  # type: ignore[attr-defined]
        return function

    return shown
