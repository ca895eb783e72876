"""The cost of stronger and weaker privacy settings, before anything is published."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._calls import called_job
from ._exploration import Exploration
from ._job import Job
from ._keywords import with_keywords_of
from ._names import MetricName
from ._watch import Progress
from .errors import JobError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._keywords import ExploreKeywords

__all__ = ["explore"]

# What is varied by a name of its own.
NAMED = ("k", "l", "t", "suppression", "recoding")

# What is varied by its key.
_OTHER_KEYS = {
    "algorithm": "search.algorithm",
    "keep_columns": "utility.keep_columns",
    "max_evaluations": "search.max_evaluations",
    "objective": "utility.objective",
    "seed": "search.seed",
}


def _is_several(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, Mapping))


@with_keywords_of(Job)
def explore(
    table: Any,
    *,
    vary: Mapping[str, Iterable[Any]] | None = None,
    metrics: MetricName | Iterable[MetricName] = (),
    progress: Progress = None,
    **job: Unpack[ExploreKeywords],
) -> Exploration:
    """Finds the best release for every combination of values and shows what it loses; publishes nothing.

    Args:
        table: a table of any library that supports Arrow: pandas, polars, pyarrow, DuckDB, ibis.
        vary: any other key of a job file with the values to try: ``{"columns.age.max_level": [1, 2, 3]}``.
        metrics: metrics to show besides the objective, see :func:`list_metrics`.
        progress: ``True`` for a tqdm bar, or a callable that receives each event as a dictionary.
        **job: the keywords of :func:`anonymize`; ``k``, ``l``, ``t``, ``suppression`` and ``recoding`` also take
            several values, and every combination is tried. By default, k varies from 2 to 20.

    Raises:
        JobError: a varied key is not a key of the job, or one of its values is not valid.
        TableError, HierarchyError, UnsafeError: the table or a hierarchy is invalid, or people would be at risk.

    >>> import incog, pyarrow
    >>> table = pyarrow.table({"age": [34, 36, 52, 58], "illness": ["flu", "gout", "flu", "gout"]})
    >>> ages = {"age": incog.intervals(10, 20)}
    >>> found = incog.explore(table, k=[2, 4], quasi_identifiers=ages, suppression=0.0, recoding="global")
    >>> found.to_arrow().select(["k", "classes", "stopped"]).to_pylist()
    [{'k': 2, 'classes': 2, 'stopped': 'proved'}, {'k': 4, 'classes': 1, 'stopped': 'proved'}]
    """
    keywords: dict[str, Any] = dict(job)
    for name, key in _OTHER_KEYS.items():
        if _is_several(keywords.get(name)):
            raise JobError(f'{name} takes one value here; to vary it, write vary={{"{key}": {list(keywords[name])!r}}}')
    several: dict[str, Any] = {name: list(keywords[name]) for name in NAMED if _is_several(keywords.get(name))}
    if not several and vary is None and keywords.get("k") is not None:
        several["k"] = [keywords["k"]]
    # The job has the first of the values; where there are none, the engine says so.
    keywords.update({name: values[0] if values else None for name, values in several.items()})
    if all(keywords.get(name) is None for name in ("k", "l", "t", "models")):
        keywords["k"] = 2
    return Job._of(called_job(Job.__init__, keywords)).explore(table, **several, vary=vary, metrics=metrics, progress=progress)
