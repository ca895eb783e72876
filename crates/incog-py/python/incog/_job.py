"""Jobs: columns, models, objective and search of a release."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from . import _incog
from ._calls import job_for
from ._exploration import Exploration
from ._job_keys import as_json, checked, job_keys
from ._keywords import HierarchyLike, JobKeywords, Names, PresetKeywords, with_keywords_of, with_known_keywords
from ._names import (
    AlgorithmName,
    ColumnKeys,
    KeepColumnsName,
    MetricName,
    ModelParameters,
    OrderName,
    PresetName,
    RecodingName,
    SearchParameters,
    SuppressedName,
)
from ._plan import Plan
from ._release import Release
from ._origin import Origin
from ._tables import given
from ._usual_hierarchies import usual_hierarchies
from ._values import as_list
from ._watch import Progress, Watch

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Job", "anonymize", "plan", "propose"]


class Job:
    """A job: the roles of the columns, the privacy models, the objective and the search.

    It takes the keywords of :func:`anonymize`, with the defaults of a job file: it needs a model, recodes globally, and
    may leave a column without detail.

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
        keep_columns: KeepColumnsName | None = None,
        algorithm: AlgorithmName | None = None,
        parameters: SearchParameters | None = None,
        seed: int | None = None,
        threads: int | None = None,
        max_seconds: float | None = None,
        max_evaluations: int | None = None,
        order: OrderName | None = None,
        release: Mapping[str, Any] | None = None,
        missing: str | Iterable[str] | None = None,
        waivers: Mapping[str, str] | None = None,
        source: str | os.PathLike[str] | None = None,
        # end of cards
    ) -> None:
        said = {name: value for name, value in locals().items() if name != "self"}
        self._folder: str | os.PathLike[str] = ""
        self._engine = checked(job_keys(said))

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
        return cls._of(checked({"input": "table", "output": "release.arrow", **job}, keywords=False))

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
        keys = self.to_dict()
        usual = usual_hierarchies(table)
        for name, hierarchy in usual.items():
            said = keys["columns"].get(name, {})
            if said.get("role") == "quasi-identifier":
                said.setdefault("hierarchy", hierarchy.spec)
        if not usual:
            return self._engine
        return checked({"input": "table", "output": "release.arrow", **keys}, keywords=False, folder=self._folder)

    def run(self, table: Any, *, progress: Progress = None) -> Release:
        """Makes the release of a table; see :func:`anonymize`."""
        return self._released(table, table, progress)

    def _released(self, table: Any, original: Any, progress: Progress) -> Release:
        rows = given(table)
        with Watch(progress) as watch:
            engine = self._engine_for(table).run(rows, watch)
        return Release(engine, Origin(original))

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
        told = [(name, as_json(values)) for name, values in varied]
        rows = given(table)
        with Watch(progress) as watch:
            engine = _incog.explore(self._engine_for(table), rows, told, as_list(metrics), watch)
        return Exploration(engine, [name for name, _ in varied] or ["k"], Job._of)

    def __repr__(self) -> str:
        return f"<incog.Job\n{self.to_toml()}>"


def _job_in(folder: Path, text: str) -> Job:
    """The job of a text whose paths are relative to a folder."""
    return Job._of(_incog.EngineJob.from_toml(text, folder), folder)


@overload
def anonymize(table: Any, *, progress: Progress = None, **job: Unpack[JobKeywords]) -> Release: ...


@overload
def anonymize(table: Any, *, preset: PresetName, progress: Progress = None, **job: Unpack[PresetKeywords]) -> Release: ...


@with_keywords_of(Job)
def anonymize(table: Any, *, preset: PresetName | None = None, progress: Progress = None, **job: Any) -> Release:
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
        models: other models and parameters, as in a job file: ``{"m-privacy": 1}``; see :func:`list_models`; without
            any model, :func:`anonymize` takes those that ``incog init`` proposes.
        population: the file of the population, for models that count people in it: one row per person, with the
            quasi-identifiers.
        suppression: the largest share of records that may be suppressed, 0 to 1; default 0.05.
        suppressed: how suppressed records are published; default "drop".
        objective: the metric to optimize, see :func:`list_metrics`; default "gen-loss".
        recoding: the kind of recoding: levels per record ("local"), or the same levels for all records ("global");
            default "local" where the models, the objective and the algorithm allow it.
        keep_columns: whether columns keep some detail; default "best-effort": if a release within the suppression
            limit is known that does so.
        algorithm: the search algorithm, see :func:`list_algorithms`; default "auto".
        parameters: the parameters of the algorithm.
        seed: the seed of the search; default 1.
        threads: worker threads; default one per core; does not change the result.
        max_seconds: ends the search after this many seconds, with the best release so far.
        max_evaluations: ends the search after this many evaluated releases.
        order: the order of the records; default "sorted".
        release: other keys that a job file has for the release: ``{"labels": "interval"}``.
        missing: the texts that mean "missing", such as ``["NA", "-9"]``; nulls always do; default "", "NA", "?".
        waivers: dangers to accept, each with the reason.
        source: the file that the table was read from, for the report.
        preset: models, limits and treatments chosen together: "hipaa-safe-harbor", "gdpr-research", "open-data",
            "internal-analytics"; incog then proposes the roles of columns that no keyword names, and refuses a table
            with an undecided one.
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
    engine, read = job_for(table, Job.__init__, job, preset)
    return Job._of(engine)._released(read, table, progress)


@with_keywords_of(Job)
def plan(table: Any, *, progress: Progress = None, **job: Unpack[JobKeywords]) -> Plan:
    """Decides how to publish a table and publishes nothing; takes the keywords of :func:`anonymize`."""
    engine, read = job_for(table, Job.__init__, job)
    return Job._of(engine).plan(read, progress=progress)


def propose(table: Any, *, preset: str | None = None) -> Job:
    """A job to start from, with roles proposed from names and values, and hierarchies from types. Some columns may be
    undecided, and incog publishes nothing until each has a role: edit :meth:`Job.to_dict`, or the text of
    :func:`propose_toml`. A preset is ``"hipaa-safe-harbor"``, ``"gdpr-research"``, ``"open-data"`` or
    ``"internal-analytics"``: models, limits and treatments chosen together."""
    return Job.from_toml(propose_toml(table, preset=preset))


def propose_toml(table: Any, *, preset: str | None = None) -> str:
    """The proposal of :func:`propose` as the text of a job file, with the reasons and sources as comments."""
    return _incog.propose(given(table), preset)
