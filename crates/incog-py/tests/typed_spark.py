"""What a type checker makes of `incog.spark`, where pyspark is installed: mypy --strict and pyright pass on this file."""

from __future__ import annotations

from pyspark.sql import DataFrame

import incog
import incog.spark


def released(frame: DataFrame) -> DataFrame:
    """A release of a table of Spark, proved against it."""
    release: incog.spark.SparkRelease = incog.spark.anonymize(
        frame, quasi_identifiers={"age": incog.intervals(5, 10)}, sensitive="illness", k=5, progress=True
    )
    verified: incog.Verification = release.verify(frame)
    assert verified.holds and release.report.satisfied and len(release) > 0
    return release.frame


def by_a_job(frame: DataFrame) -> str:
    """The same by a job."""
    return incog.spark.anonymize(frame, incog.Job(quasi_identifiers="age", k=5)).page


def misspelt(frame: DataFrame) -> None:
    """A keyword that no job has is found before anything runs."""
    incog.spark.anonymize(frame, quasi_identifiers="age", kk=5)  # type: ignore[call-overload]
