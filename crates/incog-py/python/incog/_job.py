"""Jobs: columns, models, objective and search of a release."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _incog
from ._exploration import Exploration
from ._keywords import HierarchyLike, JobKeywords, Names, with_keywords_of, with_known_keywords
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
from ._plan import Plan
from ._release import Release
from ._origin import Origin
from ._tables import given
from ._usual_hierarchies import usual_hierarchies
from ._values import as_list, plain
from ._watch import Progress, Watch
from .errors import JobError
from .hierarchies import as_spec

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Job", "anonymize", "plan", "propose"]



class Job:
    """A job: the roles of the columns, the privacy models, the objective and the search.

    It takes the keywords of :func:`anonymize`, with the defaults of a job file.

    >>> import incog
    >>> job = incog.Job(quasi_identifiers=["age", "zip"], sensitive="illness", k=2, suppression=0.0)
    >>> incog.Job.from_toml(job.to_toml()).to_dict() == job.to_dict()
    True
    """

    @with_known_keywords
    def __init__(
        self,
        *,
        # cards: keywords
        quasi_identifiers: Names | Mapping[str, HierarchyLike],
        sensitive: Names = (),
        identifiers: Names = (),
        insensitive: Names = (),
        drop: Names = (),
        provider: str | None = None,
        unit: str | None = None,
        own_k: str | None = None,
        columns: Mapping[str, ColumnKeys] | None = None,
        k: int | None = None,
        l: float | None = None,  # noqa: E741 (the name of the field)
        t: float | None = None,
        models: ModelParameters | None = None,
        population: str | os.PathLike[str] | None = None,
        suppression: float | None = None,
        suppressed: SuppressedName | None = None,
        objective: MetricName | Mapping[str, Any] | None = None,
        recoding: RecodingName | Mapping[str, Any] | None = None,
        algorithm: AlgorithmName | None = None,
        parameters: SearchParameters | None = None,
        seed: int | None = None,
        threads: int | None = None,
        max_seconds: float | None = None,
        max_evaluations: int | None = None,
        order: OrderName | None = None,
        release: Mapping[str, Any] | None = None,
        missing: Iterable[str] | None = None,
        waivers: Mapping[str, str] | None = None,
        source: str | os.PathLike[str] | None = None,
        # end of cards
    ) -> None:
        roles = [
            ("identifiers", "identifier", as_list(identifiers)),
            ("quasi_identifiers", "quasi-identifier", as_list(quasi_identifiers)),
            ("sensitive", "sensitive", as_list(sensitive)),
            ("insensitive", "insensitive", as_list(insensitive)),
            ("drop", "identifier", as_list(drop)),
            ("provider", "provider", as_list(provider or ())),
            ("own_k", "own-k", as_list(own_k or ())),
        ]
        said = _columns(roles, columns or {})
        if isinstance(quasi_identifiers, Mapping):
            for name, how in quasi_identifiers.items():
                if (spec := as_spec(how)) is not None:
                    said[name]["hierarchy"] = spec
        if unit is not None and unit != "record":
            said.setdefault(unit, {}).setdefault("role", "person")
        within = os.fspath(population) if population is not None else None
        privacy = {"unit": unit, "population": within, "k-anonymity": k, "l-diversity": _one("l", l), "t-closeness": _one("t", t)}
        search: dict[str, Any] = {
            "algorithm": algorithm,
            "seed": seed,
            "threads": threads,
            "max_seconds": max_seconds,
            "max_evaluations": max_evaluations,
        }
        if parameters is not None:
            search[algorithm or "optimal"] = dict(parameters)
        release = {**({"order": order} if order is not None else {}), **(release or {})}
        self._folder: str | os.PathLike[str] = ""
        self._engine = _checked(
            {
                "input": os.fspath(source) if source is not None else "table",
                "output": "release.arrow",
                "csv": _told({"missing": None if missing is None else list(missing)}),
                "columns": said,
                "privacy": {**_told(privacy), **(models or {})},
                "suppression": _told({"limit": suppression, "as": suppressed}),
                "recoding": {"kind": recoding} if isinstance(recoding, str) else dict(recoding or {}),
                "release": dict(release),
                "waivers": dict(waivers or {}),
                "utility": _told({"objective": objective if isinstance(objective, (str, type(None))) else dict(objective)}),
                "search": _told(search),
            }
        )

    @classmethod
    def from_toml(cls, job: str | os.PathLike[str]) -> Job:
        """A job from a file or from its text; ``input`` and ``output`` are optional, and neither file is read or
        written."""
        if isinstance(job, str) and ("\n" in job or "=" in job):
            return cls._of(_incog.EngineJob.from_toml(job, ""))
        path = Path(job).absolute()
        return _job_in(path.parent, path.read_text(encoding="utf-8"))

    @classmethod
    def from_dict(cls, job: Mapping[str, Any]) -> Job:
        """A job from the keys of a job file."""
        return cls._of(_checked({"input": "table", "output": "release.arrow", **job}, keywords=False))

    @classmethod
    def _of(cls, engine: _incog.EngineJob, folder: str | os.PathLike[str] = "") -> Job:
        job = cls.__new__(cls)
        job._engine, job._folder = engine, folder
        return job

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Job):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return _job_in, (Path.cwd(), self._key())

    def _key(self) -> str:
        """The text of the job, with all paths from the working directory."""
        return self.to_toml(Path.cwd())

    def to_toml(self, folder: str | os.PathLike[str] = "") -> str:
        """The job as the text of a job file; paths are relative to ``folder``, where you will save it."""
        return self._engine.to_toml(folder)

    def to_dict(self) -> dict[str, Any]:
        """The job as the keys of a job file."""
        return json.loads(self._engine.to_json())  # type: ignore[no-any-return]

    def _engine_for(self, table: Any) -> _incog.EngineJob:
        """The job, with the hierarchies that the dtypes of a table say where the job says none."""
        usual = usual_hierarchies(table)
        keys = self.to_dict() if usual else {}
        for name, hierarchy in usual.items():
            said = keys["columns"].get(name, {})
            if said.get("role") == "quasi-identifier":
                said.setdefault("hierarchy", hierarchy.spec)
        if not usual:
            return self._engine
        return _checked({"input": "table", "output": "release.arrow", **keys}, keywords=False, folder=self._folder)

    def run(self, table: Any, *, progress: Progress = None) -> Release:
        """Makes the release of a table; see :func:`anonymize`."""
        rows = given(table)
        with Watch(progress) as watch:
            engine = self._engine_for(table).run(rows, watch)
        return Release(engine, Origin(table))

    def plan(self, table: Any, *, progress: Progress = None) -> Plan:
        """Decides how to publish a table; see :func:`plan`."""
        rows = given(table)
        with Watch(progress) as watch:
            return Plan(self._engine_for(table).plan(rows, watch))

    def explore(
        self,
        table: Any,
        *,
        k: Iterable[int] | None = None,
        l: Iterable[float] | None = None,  # noqa: E741 (the name of the field)
        t: Iterable[float] | None = None,
        suppression: Iterable[float] | None = None,
        recoding: Iterable[RecodingName | Mapping[str, Any]] | None = None,
        vary: Mapping[str, Iterable[Any]] | None = None,
        metrics: MetricName | Iterable[MetricName] = (),
        progress: Progress = None,
    ) -> Exploration:
        """Finds the best release by this job for every combination of values; see :func:`explore`."""
        several = {"k": k, "l": l, "t": t, "suppression": suppression, "recoding": recoding, **(vary or {})}
        varied = [(name, list(values)) for name, values in several.items() if values is not None]
        told = [(name, _as_json(values)) for name, values in varied]
        rows = given(table)
        with Watch(progress) as watch:
            engine = _incog.explore(self._engine_for(table), rows, told, as_list(metrics), watch)
        return Exploration(engine, [name for name, _ in varied] or ["k"], Job._of)

    def __repr__(self) -> str:
        return f"<incog.Job\n{self.to_toml()}>"


def _job_in(folder: Path, text: str) -> Job:
    """The job of a text whose paths are relative to a folder."""
    return Job._of(_incog.EngineJob.from_toml(text, folder), folder)


@with_keywords_of(Job)
def anonymize(table: Any, *, progress: Progress = None, **job: Unpack[JobKeywords]) -> Release:
    """Makes the best release of a table that meets the privacy models.

    Args:
        table: a table of any library that supports Arrow: pandas, polars, pyarrow, DuckDB, ibis.
        quasi_identifiers: the columns that can identify people in combination, which incog generalizes: names, or a
            mapping from each name to its hierarchy (:func:`intervals`, :func:`mask`, ``"mask"``, a file, or ``None``
            for the default of the type of the column).
        sensitive: the columns whose values nobody should learn about a person.
        identifiers: the columns that name people; they are not published.
        insensitive: columns that are published unchanged; this is the default role.
        drop: the columns to leave out; incog reads them and does not publish them.
        provider: the column that names the data provider of a record, for collaborative publishing.
        unit: the column that names the person of a record; the models count people by it.
        own_k: the column with a k of each person's own, or 0 to leave her out; it is not published.
        columns: other keys that a job file has for columns: ``{"age": {"max_level": 2, "weight": 2.0}}``.
        k: k-anonymity: every class has at least k records, so each record looks like at least k - 1 others; a whole
            number from 1.
        l: l-diversity: every class has at least l well-represented sensitive values; a number from 1.
        t: t-closeness: in every class, the distribution of sensitive values is within distance t of that of the whole
            table; a number from 0 to 1.4142135623730951.
        models: other models and parameters, as in a job file: ``{"m-privacy": 1}``; see :func:`list_models`.
        population: the file of the population, for models that count people in it: one row per person, with the
            quasi-identifiers.
        suppression: the largest share of records that may be suppressed, 0 to 1; default 0.05.
        suppressed: how suppressed records are published; default "drop".
        objective: the metric to optimize, see :func:`list_metrics`; default "gen-loss".
        recoding: the kind of recoding: the same levels for all records, or levels per record; default "global".
        algorithm: the search algorithm, see :func:`list_algorithms`; default "auto".
        parameters: the parameters of the algorithm.
        seed: the seed of the search; default 1.
        threads: worker threads; default one per core; does not change the result.
        max_seconds: ends the search after this many seconds, with the best release so far.
        max_evaluations: ends the search after this many evaluated releases.
        order: the order of the records; default "sorted".
        release: other keys that a job file has for the release: ``{"labels": "interval"}``.
        missing: the texts that mean "missing", in addition to nulls; default "", "NA", "?".
        waivers: dangers to accept, each with the reason.
        source: the file that the table was read from, for the report.
        progress: ``True`` for a tqdm bar, or a callable that receives each event as a dictionary.

    Raises:
        UnsafeError: the release would be a danger to people.
        InfeasibleError: no release can meet the models.
        JobError, TableError, HierarchyError: the job, the table or a hierarchy is invalid.

    >>> import incog, pyarrow
    >>> table = pyarrow.table({"age": [34, 36, 52, 58], "zip": ["1010", "1012", "1020", "1029"],
    ...                        "illness": ["flu", "gout", "flu", "gout"]})
    >>> release = incog.anonymize(table, quasi_identifiers={"age": incog.intervals(10, 20), "zip": "mask"},
    ...                           sensitive="illness", k=2, suppression=0.0)
    >>> release.to_arrow()["zip"].to_pylist()
    ['101*', '101*', '102*', '102*']
    """
    return Job(**job).run(table, progress=progress)


@with_keywords_of(Job)
def plan(table: Any, *, progress: Progress = None, **job: Unpack[JobKeywords]) -> Plan:
    """Decides how to publish a table and publishes nothing; takes the keywords of :func:`anonymize`."""
    return Job(**job).plan(table, progress=progress)


def propose(table: Any, *, preset: str | None = None) -> Job:
    """A job to start from, with roles proposed from names and values, and hierarchies from types. Some columns may be
    undecided, and incog publishes nothing until each has a role: edit :meth:`Job.to_dict`, or the text of
    :func:`propose_toml`. A preset is ``"hipaa-safe-harbor"``, ``"gdpr-research"``, ``"open-data"`` or
    ``"internal-analytics"``: models, limits and treatments chosen together."""
    return Job.from_toml(propose_toml(table, preset=preset))


def propose_toml(table: Any, *, preset: str | None = None) -> str:
    """The proposal of :func:`propose` as the text of a job file, with the reasons and sources as comments."""
    return _incog.propose(given(table), preset)


def _checked(keys: dict[str, Any], *, keywords: bool = True, folder: str | os.PathLike[str] = "") -> _incog.EngineJob:
    keys = {key: value for key, value in keys.items() if value != {}}
    try:
        return _incog.EngineJob.from_json(_as_json(keys), folder, keywords)
    except JobError as error:
        unknown = re.match('unknown key "(.*?)"', str(error))
        path = unknown and _path_to(unknown[1], keys)
        if not path:
            raise
        where = _as_keyword(path) if keywords else ".".join(path)
        raise JobError(f"{where}: {error}") from None


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


def _as_json(asked: Any) -> str:
    try:
        return json.dumps(asked, allow_nan=False, default=plain)
    except (TypeError, ValueError) as error:
        raise JobError(f"a value cannot be written to a job: {error}") from error


def _columns(
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


def _one(name: str, value: float | None) -> dict[str, float] | None:
    return None if value is None else {name: value}


def _told(keys: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value is not None}
