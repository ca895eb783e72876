"""What the test of a cluster starts: publishes a table there, and tells what came of it."""

import json
import os
import sys
from collections import Counter

import pyarrow.parquet
from pyspark.sql import SparkSession
from spark_sessions import OPTIONS

import incog.spark


def main(master, source, output, jobs):
    builder = SparkSession.builder.config("spark.executor.memory", "512m").config("spark.cores.max", "2").config(map=OPTIONS)
    is_remote = master == "connect"
    spark = (builder.remote("local[1]") if is_remote else builder.master(master)).getOrCreate()
    frame, table, told = spark.read.parquet(source), pyarrow.parquet.read_table(source), []
    for place, keywords in enumerate(json.loads(jobs)):
        release, here = incog.spark.anonymize(frame, **keywords), incog.anonymize(table, **keywords)
        release.frame.write.parquet(f"{output}/{place}")
        written = spark.read.parquet(f"{output}/{place}").toArrow()
        told.append(
            {
                "same": multiset(written) == multiset(here.to_arrow()),
                "records": written.num_rows,
                "suppressed": release.report.solution.rows_suppressed,
                "refuted": [check.claim for check in release.verify(frame).refuted],
            }
        )
    # The driver is one of them.
    workers = None if is_remote else spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size() - 1
    print(json.dumps({"jobs": told, "frame": type(frame).__module__, "workers": workers, "python": os.environ["PYSPARK_PYTHON"]}))
    spark.stop()


def multiset(table):
    return Counter(tuple(repr(value) for value in row.values()) for row in table.to_pylist())


if __name__ == "__main__":
    main(*sys.argv[1:])
