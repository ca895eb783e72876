"""The keys of a job file that the keywords of a call stand for."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from . import _incog
from ._advice import warn_of_uniform_levels
from ._values import as_list, as_mapping, as_markers, as_name, as_names, as_number, as_path, as_whole, plain
from .errors import JobError
from .hierarchies import as_spec

__all__ = ["as_json", "checked", "checked_call", "job_keys"]


def job_keys(said: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a job file for keywords of :class:`Job`; what is ``None`` is left open."""
    population, source, parameters = said.get("population"), said.get("source"), said.get("parameters")
    named = {"k-anonymity": as_whole(said.get("k")), "l-diversity": _one("l", said.get("l")), "t-closeness": _one("t", said.get("t"))}
    models = as_mapping("models", said.get("models"), '{"m-privacy": 1}')
    _check_once(named, models)
    unit = as_name("unit", said.get("unit"))
    privacy = {"unit": unit, "population": None if population is None else as_path("population", population), **named}
    names = ("algorithm", "seed", "threads", "max_seconds", "max_evaluations")
    search: dict[str, Any] = {name: as_whole(said.get(name)) for name in names}
    if parameters is not None:
        algorithm = search["algorithm"] if isinstance(search["algorithm"], str) else None
        search[algorithm or "optimal"] = as_mapping("parameters", parameters, '{"population": 50}')
    objective, recoding = said.get("objective"), said.get("recoding")
    is_word = isinstance(objective, (str, type(None)))
    utility = {
        "objective": objective if is_word else as_mapping("objective", objective, '{"metric": "precision"}'),
        "keep_columns": said.get("keep_columns"),
    }
    return {
        "input": as_path("source", source) if source is not None else "table",
        "output": "release.arrow",
        "csv": _told({"missing": as_markers(said.get("missing"))}),
        "columns": _columns(said),
        "privacy": {**_told(privacy), **models},
        "suppression": _told({"limit": said.get("suppression"), "as": said.get("suppressed")}),
        "recoding": {"kind": recoding} if isinstance(recoding, str) else as_mapping("recoding", recoding, '{"kind": "local"}'),
        "release": {**_told({"order": said.get("order")}), **as_mapping("release", said.get("release"), '{"labels": "interval"}')},
        "waivers": as_mapping("waivers", said.get("waivers"), '{"age: singles people out": "the reason"}'),
        "utility": _told(utility),
        "search": _told(search),
    }


def _columns(said: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What the keywords say about each column."""
    quasi_identifiers, unit = said.get("quasi_identifiers"), said.get("unit")
    # Who is counted is not published, either, so it may stand in these keywords, too.
    left_out = {name: [each for each in as_names(name, said.get(name)) if each != unit] for name in ("identifiers", "drop")}
    provider, own_k = as_name("provider", said.get("provider")), as_name("own_k", said.get("own_k"))
    roles = [
        ("identifiers", "identifier", left_out["identifiers"]),
        ("quasi_identifiers", "quasi-identifier", as_names("quasi_identifiers", quasi_identifiers)),
        ("sensitive", "sensitive", as_names("sensitive", said.get("sensitive"))),
        ("insensitive", "insensitive", as_names("insensitive", said.get("insensitive"))),
        ("drop", "identifier", left_out["drop"]),
        ("provider", "provider", as_list(provider)),
        ("own_k", "own-k", as_list(own_k)),
    ]
    columns = _with_roles(roles, as_mapping("columns", said.get("columns"), '{"age": {"max_level": 2}}'))
    for keyword, _, names in roles:
        if unit is not None and unit in names:
            raise JobError(f'column "{unit}" is in {keyword} and in unit, which is not published; name it in one')
    if isinstance(quasi_identifiers, Mapping):
        for name, how in quasi_identifiers.items():
            if (spec := as_spec(how)) is not None:
                columns[name]["hierarchy"] = spec
    if unit is not None and unit != "record":
        columns.setdefault(unit, {}).setdefault("role", "person")
    return columns


def _with_roles(
    roles: Iterable[tuple[str, str, list[str]]], more: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """What the keywords say about each column; a column that is left out has the role of an identifier."""
    for name, keys in more.items():
        if not isinstance(keys, Mapping):
            raise JobError(f'columns["{name}"] is {keys!r}; expected keys with their values, such as {{"max_level": 2}}')
    said: dict[str, dict[str, Any]] = {name: dict(keys) for name, keys in more.items()}
    named_in = {name: "columns" for name, keys in said.items() if "role" in keys}
    for keyword, role, names in roles:
        for name in names:
            if said.setdefault(name, {}).setdefault("role", role) != role:
                raise JobError(f'column "{name}" has two roles: it is in {named_in[name]} and in {keyword}; name it in one')
            named_in.setdefault(name, keyword)
    return said


def _one(name: str, value: Any) -> dict[str, Any] | None:
    if isinstance(value, Mapping):
        model = {"l": "l-diversity", "t": "t-closeness"}[name]
        raise JobError(f'{name} is {value!r}; expected a number, such as {name}={2 if name == "l" else 0.3}; other parameters '
                       f'are given as models={{"{model}": {dict(value)!r}}}')
    return None if value is None else {name: as_number(name, value)}


def _check_once(named: Mapping[str, Any], models: Mapping[str, Any]) -> None:
    """Refuses a model that a keyword of its own and ``models`` demand."""
    for model, value in named.items():
        if value is not None and model in models:
            raise JobError(f'{model[0]} and models["{model}"] demand the same model; give one of the two')


def _told(keys: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value is not None}


def _names_that_are_no_texts(asked: Any) -> Iterator[Any]:
    """The keys of these mappings, and of those inside, that are no str."""
    if isinstance(asked, Mapping):
        for name, value in asked.items():
            if not isinstance(name, str):
                yield name
            yield from _names_that_are_no_texts(value)


def as_json(asked: Any) -> str:
    try:
        return json.dumps(asked, allow_nan=False, default=plain)
    except (TypeError, ValueError) as error:
        name = next(_names_that_are_no_texts(asked), None)
        if name is not None:
            how = 'columns.map("_".join)' if isinstance(name, tuple) else "columns.astype(str)"
            raise JobError(
                f"the name of a column is a {type(name).__name__}, not a str; rename the columns, as with frame.columns = frame.{how}"
            ) from error
        raise JobError(f"a value cannot be written to a job: {error}") from error


def checked(keys: Mapping[str, Any], *, keywords: bool = True, folder: str | os.PathLike[str] = "") -> _incog.EngineJob:
    """The job of these keys; ``keywords`` says that they were written as keywords."""
    return _checked(keys, lambda text: _incog.EngineJob.from_json(text, folder, keywords), keywords)


def checked_call(keys: Mapping[str, Any]) -> _incog.EngineJob:
    """The job of the keywords of a call; a recoding that none of them states is the default of the command."""
    job = _checked(keys, lambda text: _incog.EngineJob.from_call(text, ""), True)
    warn_of_uniform_levels(keys)
    return job


def _checked(keys: Mapping[str, Any], check: Callable[[str], _incog.EngineJob], keywords: bool) -> _incog.EngineJob:
    keys = {key: value for key, value in keys.items() if value != {}}
    try:
        return check(as_json(keys))
    except JobError as error:
        unknown = re.match('unknown key "(.*?)"', str(error))
        path = unknown and _path_to(unknown[1], keys)
        if not path:
            raise
        where = _as_keyword(path) if keywords else ".".join(path)
        is_default = keywords and path[0] == "search" and "algorithm" not in keys["search"]
        of = "; without algorithm, parameters are those of the algorithm optimal" if is_default else ""
        raise JobError(f"{where}: {error}{of}") from None


def _path_to(key: str, keys: Mapping[str, Any]) -> list[str]:
    """The keys that lead to the mapping that has a key; none if several mappings have it, or none inside another."""
    found = [path for path in _paths_to(key, keys) if path]
    return found[0] if len(found) == 1 else []


def _paths_to(key: str, keys: Any) -> Iterator[list[str]]:
    if isinstance(keys, Mapping):
        if key in keys:
            yield []
        for name, within in keys.items():
            yield from ([str(name), *path] for path in _paths_to(key, within))
    elif isinstance(keys, (list, tuple)):
        for within in keys:
            yield from _paths_to(key, within)


def _as_keyword(path: list[str]) -> str:
    """The path of a key in a job file as the keyword that gives it: ``columns["age"]``."""
    section, *inside = path
    if section == "columns" and inside[1:2] == ["hierarchy"]:
        section, inside = "quasi_identifiers", [inside[0], *inside[2:]]
    elif section == "utility":
        section, inside = "objective", inside[1:]
    elif section == "search":
        section, inside = "parameters", inside[1:]
    section = {"privacy": "models"}.get(section, section)
    return section + "".join(f'["{name}"]' for name in inside)
