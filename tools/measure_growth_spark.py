"""One work of measure_growth.py in Spark on this machine: a release, or Mondrian as mosaicrown's program divides it. Prints a line of JSON for each step.

    python3 tools/measure_growth_spark.py release|mondrian TABLE.parquet FOLDER HIERARCHIES

Mondrian: cuts at medians of a sample make as many fragments as there are tasks (De Capitani di Vimercati, Facchinetti, Foresti, Oldani,
Paraboschi, Rossi, Samarati, "Scalable distributed data anonymization for large datasets", IEEE Transactions on Big Data 9(3), 2023), each fragment
is cut further by itself, and cells become ranges. Strict cuts, k = 5, nothing else is asked of a class. Written for this comparison."""

import json, os, resource, sys, time
from pathlib import Path

import numpy
import pandas

from measure_growth import COLUMNS, KNOWN

K = 5
FRAGMENTS = 16


def cpu():
    """CPU seconds of this process, of what it has started, and of the Java below it."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    total = own.ru_utime + own.ru_stime
    tick, mine = os.sysconf("SC_CLK_TCK"), str(os.getpid())
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if below(fields[1], mine):
            total += sum(int(ticks) for ticks in fields[11:15]) / tick
    return total


def below(parent, mine):
    while parent not in ("0", "1"):
        if parent == mine:
            return True
        try:
            parent = Path(f"/proc/{parent}/stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            return False
    return False


def peak():
    """Megabytes that the largest Java process below this one has reached; processes of Python beside it are not counted."""
    most, mine = 0, str(os.getpid())
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
            if text.startswith("Name:\tjava") and below(text.split("PPid:")[1].split()[0], mine):
                most = max(most, int(text.split("VmHWM:")[1].split()[0]) / 1024)
        except OSError:
            continue
    return most


def timed(name, work):
    started, before = time.perf_counter(), cpu()
    result = work()
    print(json.dumps({"work": name, "seconds": time.perf_counter() - started, "cpu": cpu() - before, "mb": peak()}), flush=True)
    return result


def cut(codes, rows, out):
    """Strict Mondrian: cuts at medians as long as both sides have k rows; `out` gets the rows of each class."""
    open_parts = [rows]
    while open_parts:
        part = open_parts.pop()
        values = codes[part]
        for column in numpy.argsort(-(values.max(axis=0) - values.min(axis=0))):
            of = values[:, column]
            left = of <= numpy.median(of)
            if K <= left.sum() <= len(part) - K:
                open_parts += [part[left], part[~left]]
                break
        else:
            out.append(part)


def cut_sample(codes, rows, parts, path=()):
    """Cuts at medians until there are so many parts: each as its conditions (column, most) and (column, above)."""
    if parts == 1 or len(rows) < 2 * K:
        return [path]
    values = codes[rows]
    column = int(numpy.argmax(values.max(axis=0) - values.min(axis=0)))
    most = int(numpy.median(values[:, column]))
    left = values[:, column] <= most
    if not left.any() or left.all():
        return [path]
    sides = ((rows[left], (column, "<=", most)), (rows[~left], (column, ">", most)))
    return [one for side, condition in sides for one in cut_sample(codes, side, parts // 2, (*path, condition))]


def fragment(frame):
    """The rows of a fragment, each with the ranges of its class."""
    codes, classes = frame[[f"c{place}" for place in range(len(KNOWN))]].to_numpy(), []
    cut(codes, numpy.arange(len(frame)), classes)
    low, high = numpy.empty_like(codes), numpy.empty_like(codes)
    for part in classes:
        low[part], high[part] = codes[part].min(axis=0), codes[part].max(axis=0)
    ranges = {f"r{place}": [f"{a}-{b}" for a, b in zip(low[:, place], high[:, place])] for place in range(len(KNOWN))}
    return pandas.DataFrame({**ranges, "salary": frame["salary"].to_numpy()})


def mondrian(spark, people, folder):
    from pyspark.sql import functions as f

    values = {name: sorted(row[0] for row in people.select(f"`{name}`").distinct().collect()) for name in KNOWN}
    coded = people.select(
        *[
            (f.col(f"`{name}`").cast("int") if name == "age" else f.array_position(f.array(*map(f.lit, values[name])), f.col(f"`{name}`")).cast("int")).alias(f"c{place}")
            for place, name in enumerate(KNOWN)
        ],
        f.col("`salary-class`").alias("salary"),
    )
    sample = coded.sample(min(1.0, 100_000 / people.count()), seed=1).toPandas()
    codes = sample[[f"c{place}" for place in range(len(KNOWN))]].to_numpy()
    paths = cut_sample(codes, numpy.arange(len(codes)), FRAGMENTS)
    number = f.lit(0)
    for place, path in enumerate(paths):
        of = f.lit(True)
        for column, sign, most in path:
            of = of & ((f.col(f"c{column}") <= most) if sign == "<=" else (f.col(f"c{column}") > most))
        number = f.when(of, place).otherwise(number)
    schema = ", ".join([f"r{place} string" for place in range(len(KNOWN))]) + ", salary string"
    divided = coded.withColumn("fragment", number).groupBy("fragment").applyInPandas(fragment, schema)
    divided.write.mode("overwrite").parquet(f"{folder}/mondrian.parquet")


def release(spark, people, folder, hierarchies):
    import incog, incog.spark

    known = {name: f"{hierarchies}/adult_hierarchy_{name}.csv" for name in KNOWN}
    made = timed("Spark: count, decide, make", lambda: incog.spark.anonymize(people, quasi_identifiers=known, sensitive="salary-class", k=K, suppression=0.02))
    timed("Spark: write", lambda: made.frame.write.mode("overwrite").parquet(f"{folder}/spark.parquet"))


def main():
    work, table, folder, hierarchies = sys.argv[1:]
    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_DIRS=folder)
    from pyspark.sql import SparkSession

    options = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1", "spark.ui.enabled": "false", "spark.driver.memory": "6g",
               "spark.driver.maxResultSize": "2g", "spark.sql.shuffle.partitions": "16"}
    spark = SparkSession.builder.master("local[2]").config(map=options).getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    people = spark.read.parquet(table)
    columns = [f"`{name}`" for name in COLUMNS]
    timed("Spark: start", lambda: spark.range(10).count())
    if work == "release":
        timed("Spark: bare group", lambda: people.groupBy(*columns).count().write.mode("overwrite").format("noop").save())
        timed("Spark: bare copy", lambda: people.select(*columns).write.mode("overwrite").parquet(f"{folder}/bare.parquet"))
        release(spark, people, folder, hierarchies)
    else:
        timed("Spark: Mondrian in fragments", lambda: mondrian(spark, people, folder))
    spark.stop()


if __name__ == "__main__":
    main()
