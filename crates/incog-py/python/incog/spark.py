"""Releases of Spark tables inside Spark: Spark counts the records and makes the release, incog decides.

This module needs pyspark 4.0 or later and pyarrow; the rest of the package does not::

    import incog, incog.spark

    release = incog.spark.anonymize(
        patients,
        quasi_identifiers={"age": incog.intervals(5, 10, 20), "zip": "mask"},
        sensitive="illness",
        identifiers="name",
        k=5,
    )
    release.frame.write.parquet("release.parquet")
    print(release.report.summary())

To this machine, Spark sends only distinct rows with the number of their records, and only the columns that are
published or measured. Spark counts the table once, and the release depends on these counts alone. If the table changes
meanwhile, the release has the records that were counted. It has the records that :func:`incog.anonymize` publishes from
the same rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from . import _incog
from ._calls import called_job
from ._forks import begin
from ._job import Job
from ._keywords import JobKeywords, with_keywords_of
from ._report import Verification
from ._reported import Reported
from ._spark_tables import checked, count, made
from ._watch import Progress, Watch

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from typing_extensions import Unpack

__all__ = ["SparkRelease", "anonymize"]


class SparkRelease(Reported):
    """A release in Spark, its report, and its page. Publish only :attr:`frame`, :attr:`report` and :attr:`page`."""

    def __init__(self, engine: _incog.EngineClusterRelease, frame: DataFrame, job: _incog.EngineJob) -> None:
        super().__init__(engine)
        self._engine, self._frame, self._job = engine, frame, job

    @property
    def frame(self) -> DataFrame:
        """The release: a lazy frame, made only from its distinct rows and their counts."""
        return self._frame

    def __len__(self) -> int:
        return int(self.report["release"]["rows"])

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._frame.columns)

    def verify(self, original: DataFrame) -> Verification:
        """Checks every claim of the report against the release and the original table, with code that the search does
        not use.

        Spark counts both again. This machine holds each record as numbers, so memory grows with the number of records.
        """
        original = checked(original)
        counts = count(original, self._job.counted_columns(original.columns), "the table was counted")
        found = count(self._frame, self._frame.columns, "the release was counted")
        return Verification(self._engine.verify((counts.rows, counts.column), (found.rows, found.column)))

    def __repr__(self) -> str:
        return f"<incog.spark.SparkRelease of {len(self)} records, {self.report.summary()}>"


@overload
def anonymize(frame: DataFrame, job: Job, *, progress: Progress = None) -> SparkRelease: ...


@overload
def anonymize(frame: DataFrame, *, progress: Progress = None, **keywords: Unpack[JobKeywords]) -> SparkRelease: ...


@with_keywords_of(Job)
def anonymize(
    frame: DataFrame, job: Job | None = None, *, progress: Progress = None, **keywords: Any
) -> SparkRelease:
    """Makes the best release of a Spark table that meets the privacy models, in Spark.

    Spark groups the records by all columns that are published or measured, and incog decides on a release from the
    groups. Spark makes the release and groups it again, and incog measures these groups with code that shares nothing
    with the search. Only Spark expressions run on the executors.

    Args:
        frame: a Spark DataFrame, classic or of Spark Connect.
        job: a job instead of keywords.
        progress: ``True`` for a tqdm bar, or a callable that receives each event as a dictionary.
        keywords: those of :func:`incog.anonymize`.

    Raises:
        UnsafeError: the release would be a danger to people.
        InfeasibleError: no release can meet the models.
        JobError, HierarchyError: the job or a hierarchy is invalid.
        TableError: Spark cannot count the table, a column has no text form, or two columns have the same name.
        TypeError: ``frame`` is not a Spark DataFrame, or is a streaming one.
    """
    if job is not None and keywords:
        raise TypeError("a job and keywords cannot be combined; give one of them")
    engine = called_job(Job.__init__, keywords) if job is None else job._engine
    frame = checked(frame)
    begin()
    names = engine.counted_columns(frame.columns)
    with Watch(progress) as watch:
        watch({"stage": "counting"})
        counts = count(frame, names, "the table was counted")
        decision = engine.decide_counted(counts.rows, counts.column, watch)
        watch({"stage": "making"})
        release = made(frame, counts, decision)
        found = count(release, release.columns, "the release was counted")
        return SparkRelease(decision.measured(found.rows, found.column, watch), release, engine)
