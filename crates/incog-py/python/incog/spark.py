"""Tables of Spark, published where they are: Spark counts the records and makes those of the release, incog decides.

It needs pyspark 4.0 or later and pyarrow, which the rest of the package does not::

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

To this machine come the distinct rows of the columns that are published or measured with, each with the number of its
records; never the records one by one. The table is counted once, and the release is made of those counts alone: a
table that changes meanwhile, or whose rows would be others if they were computed again, is published as it was counted.
The records are those that :func:`incog.anonymize` publishes of the same rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from . import _incog
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
    """A release in Spark, its report, and its page. Only :attr:`frame`, :attr:`report` and :attr:`page` may be given to others."""

    def __init__(self, engine: _incog.EngineClusterRelease, frame: DataFrame, job: _incog.EngineJob) -> None:
        super().__init__(engine)
        self._engine, self._frame, self._job = engine, frame, job

    @property
    def frame(self) -> DataFrame:
        """The release: a lazy frame, made of its distinct rows and how often each is there, and of nothing else."""
        return self._frame

    def __len__(self) -> int:
        return int(self.report["release"]["rows"])

    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
        return list(self._frame.columns)

    def verify(self, original: DataFrame) -> Verification:
        """Checks every claim of the report against the release and the table it was made of, with nothing of the search.

        Spark counts both again. Here their records stand one by one, as numbers, so memory depends on how many there are.
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
    """Makes the best release of a table of Spark that meets the privacy models, in Spark.

    Spark groups the records by all columns that are published or measured with, and hands over the groups; of those a
    release is decided, with its proof; Spark makes it of its distinct rows and groups it again, and that is measured
    by code that shares nothing with the search. Nothing but expressions of Spark runs on its executors.

    Args:
        frame: a DataFrame of Spark, classic or of Spark Connect.
        job: what is asked for, instead of keywords.
        progress: ``True`` for a bar of tqdm, or a callable that takes what happens as a dictionary.
        keywords: those of :func:`incog.anonymize`.

    Raises:
        UnsafeError: the release would be a danger to people.
        InfeasibleError: no release can meet the models.
        JobError, HierarchyError: what was asked for is wrong.
        TableError: Spark cannot count the table, or its columns have no text form or the same name.
        TypeError: it is no frame of Spark, or a streaming one.
    """
    if job is not None and keywords:
        raise TypeError("a job and keywords cannot be combined; give one of them")
    engine = (job or Job(**keywords))._engine
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
