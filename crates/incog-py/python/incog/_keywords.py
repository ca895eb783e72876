"""The keywords of :class:`Job` and :func:`anonymize`, for type checkers and signatures."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Union

from ._names import (
    AlgorithmName,
    ColumnKeys,
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

__all__ = ["ExploreKeywords", "HierarchyLike", "JobKeywords", "Names", "with_keywords_of"]

Names = Union[str, Iterable[str]]
HierarchyLike = Union[Hierarchy, str, "os.PathLike[str]", Mapping[str, Any], None]


class JobKeywords(TypedDict, total=False):
    """The keywords of :func:`anonymize` and :func:`plan`; :class:`Job` has the defaults."""

    # cards: keywords
    quasi_identifiers: Required[Names | Mapping[str, HierarchyLike]]
    sensitive: Names
    identifiers: Names
    insensitive: Names
    provider: str | None
    unit: str | None
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
    algorithm: AlgorithmName | None
    parameters: SearchParameters | None
    seed: int | None
    threads: int | None
    max_seconds: float | None
    max_evaluations: int | None
    order: OrderName | None
    release: Mapping[str, Any] | None
    missing: Iterable[str] | None
    waivers: Mapping[str, str] | None
    source: str | os.PathLike[str] | None
    # end of cards


class ExploreKeywords(TypedDict, total=False):
    """The keywords of :func:`explore`: those of :func:`anonymize`, with several values for the varied keys."""

    # cards: keywords to explore
    quasi_identifiers: Required[Names | Mapping[str, HierarchyLike]]
    sensitive: Names
    identifiers: Names
    insensitive: Names
    provider: str | None
    unit: str | None
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
    algorithm: AlgorithmName | None
    parameters: SearchParameters | None
    seed: int | None
    threads: int | None
    max_seconds: float | None
    max_evaluations: int | None
    order: OrderName | None
    release: Mapping[str, Any] | None
    missing: Iterable[str] | None
    waivers: Mapping[str, str] | None
    source: str | os.PathLike[str] | None
    # end of cards


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
