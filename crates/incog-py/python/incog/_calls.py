"""The job of a call with keywords: what no keyword says is the default of the command."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from . import _incog
from ._job_keys import as_json, checked_call, job_keys
from ._keywords import check_keywords
from ._tables import given, without_unreadable
from ._values import as_names
from ._watch import warn
from .errors import TableError

__all__ = ["called_job", "job_for", "wishes_of", "with_proposal"]

# Sections of a job in which keywords replace what incog proposes key by key.
_SECTIONS = ("csv", "privacy", "suppression", "release", "waivers", "utility", "search")


def called_job(function: Callable[..., Any], keywords: Mapping[str, Any]) -> _incog.EngineJob:
    """The job of the keywords of :class:`Job`, in a call of a function."""
    check_keywords(function, keywords)
    return checked_call(job_keys(keywords))


def job_for(
    table: Any, function: Callable[..., Any], keywords: Mapping[str, Any], preset: str | None = None
) -> tuple[_incog.EngineJob, Any]:
    """The job of a call for a table, and the table, read as a whole if that was needed.

    A preset proposes the job, and keywords replace parts of it. Without one, a call that names no model gets those that
    incog proposes for its columns.
    """
    check_keywords(function, keywords, needs_columns=preset is None)
    left_out = {role: as_names(role, keywords.get(role)) for role in ("drop", "identifiers")}
    table, unread = without_unreadable(table, [name for names in left_out.values() for name in names])
    if unread:
        readable = {role: [name for name in names if name not in unread] for role, names in left_out.items()}
        keywords = {**keywords, **readable}
    keys = job_keys(keywords)
    names_models = keywords.get("models") is not None or keys["privacy"].keys() - {"unit"}
    if preset is None and names_models:
        return checked_call(keys), table
    table = _read_once(table)
    proposed = _proposed(table, keys, preset)
    if preset is None:
        models = {name: said for name, said in proposed["privacy"].items() if name != "unit"}
        keys["privacy"].update(models)
    else:
        keys = with_proposal(keys, proposed)
    return checked_call(keys), table


def _read_once(table: Any) -> Any:
    """The table, read as a whole if it is a stream that is gone afterwards."""
    if type(table).__name__ != "RecordBatchReader" or not hasattr(table, "read_all"):
        return table
    try:
        return table.read_all()
    except Exception as error:
        raise TableError(f"table: {error}") from error


def _proposed(table: Any, keys: Mapping[str, Any], preset: str | None) -> dict[str, Any]:
    """The keys of the job that incog proposes where the keywords leave something open."""
    return json.loads(_incog.propose_keys(given(table), preset, wishes_of(keys, preset)))  # type: ignore[no-any-return]


def wishes_of(keys: Mapping[str, Any], preset: str | None) -> str:
    """What the keywords say about the job that is proposed, as JSON."""
    privacy, objective = keys["privacy"], keys["utility"].get("objective")
    return as_json({
        "roles": {name: said["role"] for name, said in keys["columns"].items() if "role" in said},
        "proposes_roles": preset is not None,
        "k": privacy.get("k-anonymity"),
        "l": _number(privacy.get("l-diversity"), "l"),
        "t": _number(privacy.get("t-closeness"), "t"),
        "suppression": keys["suppression"].get("limit"),
        "objective": objective.get("metric") if isinstance(objective, Mapping) else objective,
        "algorithm": keys["search"].get("algorithm"),
        "is_global": keys["recoding"].get("kind") == "global",
        "missing": keys["csv"].get("missing"),
    })


def _number(model: Any, parameter: str) -> Any:
    """The parameter of a model, if it is the only thing that is said of the model."""
    return model.get(parameter) if isinstance(model, Mapping) else model if isinstance(model, (int, float)) else None


def with_proposal(keys: dict[str, Any], proposed: dict[str, Any]) -> dict[str, Any]:
    """The keys of a call above those that incog proposes. A warning lists the roles that nobody has decided."""
    roles: dict[str, list[str]] = {}
    for name, said in proposed["columns"].items():
        if "role" not in keys["columns"].get(name, {}):
            roles.setdefault(said["role"], []).append(name)
    roles.pop("undecided", None)
    if roles:
        told = "; ".join(f"{role}: {', '.join(names)}" for role, names in roles.items())
        warn(f"incog proposed these roles, which you should check: {told}; to decide one, name the column in a keyword")
    columns = {name: dict(said) for name, said in proposed["columns"].items()}
    for name, said in keys["columns"].items():
        columns[name] = {**columns.get(name, {}), **said}
    sections = {name: {**proposed.get(name, {}), **keys[name]} for name in _SECTIONS}
    recoding = keys["recoding"] if "kind" in keys["recoding"] else {**proposed.get("recoding", {}), **keys["recoding"]}
    return {**proposed, **keys, **sections, "columns": columns, "recoding": recoding}
