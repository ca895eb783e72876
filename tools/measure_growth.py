#!/usr/bin/env python3
"""What a release of 3, 30 and 100 million records costs: by the program on a file, by DuckDB, and by Spark.

    cargo build --release --workspace
    python3 -m venv /tmp/growth && /tmp/growth/bin/pip install duckdb==1.5.6 'pyspark>=4' pandas pyarrow ./crates/incog-py
    /tmp/growth/bin/python tools/measure_growth.py --incog target/release/incog --data ../shared/data --folder /tmp/growth/tables \\
        --driver libduckdb.so --records 3e6,3e7,1e8 --engines file,duckdb,spark,mondrian --spark-up-to 3e7 --mondrian-up-to 3e6

The table is Adult (nine columns) as often as it takes, one cell in twenty drawn anew from its column by a hash, so that the same records are
made everywhere. Each work is a process of its own, whose CPU seconds and peak of memory the system tells; of Spark the Java processes
count, too. DuckDB of Python has to be of the version of the driver, or older. The last lines are CPU seconds for each million of records and what follows from these for 10^9 and 10^10. An idle machine is needed."""

import argparse, json, os, re, subprocess, sys, time
from pathlib import Path

import record_speed

COLUMNS = record_speed.ADULT
KNOWN = COLUMNS[:-1]
ADULT = 30_162
TERMS = "\n".join(
    f'[columns."{name}"]\nrole = "quasi-identifier"\nhierarchy = "{{folder}}/adult_hierarchy_{name}.csv"' for name in KNOWN
) + '\n[columns."salary-class"]\nrole = "sensitive"\n[privacy]\nk-anonymity = 5\n[suppression]\nlimit = 0.02\n'


def table(records, arguments):
    """A Parquet file of so many records, made once, by another process: what this one holds counts as memory of those that it starts."""
    path = arguments.folder / f"adult_{records}.parquet"
    if not path.exists():
        make = "import measure_growth, pathlib, sys; measure_growth.make(int(sys.argv[1]), *map(pathlib.Path, sys.argv[2:]))"
        subprocess.run([sys.executable, "-c", make, str(records), path, arguments.data], cwd=Path(__file__).parent, check=True)
    return path


def make(records, path, data):
    import duckdb

    cell = ('CASE WHEN hash(i, \'{0} anew\') % 20 = 0 THEN list_extract(v."{0}", CAST(1 + hash(i, \'{0} of whom\') % {1} AS BIGINT)) '
            'ELSE a."{0}" END AS "{0}"')
    cells = ", ".join(cell.format(name, ADULT) for name in COLUMNS)
    lists = ", ".join(f'list("{name}" ORDER BY n) AS "{name}"' for name in COLUMNS)
    source = data / "adult/adult_30162.csv"
    with duckdb.connect() as db:
        db.execute("SET preserve_insertion_order = false")
        db.execute(f"CREATE TABLE a AS SELECT row_number() OVER () - 1 AS n, * FROM read_csv('{source}', delim=';', all_varchar=true)")
        db.execute(f"COPY (SELECT {cells} FROM (SELECT n + {ADULT} * c AS i, a.* FROM a, range({-(-records // ADULT)}) t(c)) a, "
                   f"(SELECT {lists} FROM a) v WHERE i < {records}) TO '{path}.part' (FORMAT parquet)")
    os.rename(f"{path}.part", path)


def measured(name, records, command, folder):
    """What a process needs that has to succeed, step by step where it tells that."""
    figures, out, err = record_speed.measured(command, folder)
    steps = {step: float(took) for step, took in re.findall(r"(\w+): ([\d.]+) s\n", err)}
    found = {"work": name, "records": records, **figures, "steps": steps}
    if tuples := re.search(r"different rows: (\d+)", out):
        found["tuples"] = int(tuples[1])
    print(json.dumps(found), file=sys.stderr)
    return found


IN_DUCKDB = """
import duckdb, sys
db = duckdb.connect(sys.argv[1]); db.execute("SET threads = 2")
if sys.argv[2] == "group": print("different rows:", len(db.execute(sys.argv[3]).to_arrow_table()))
else: db.execute(sys.argv[3])
"""


def of_file(path, records, arguments):
    terms = TERMS.format(folder=arguments.hierarchies)
    output = arguments.folder / "release.parquet"
    job = arguments.folder / "file.toml"
    job.write_text(f'input = "{path}"\noutput = "{output}"\n{terms}')
    yield measured("file: anonymize", records, [arguments.incog, "anonymize", job, "--force", "--verbose"], arguments.folder)
    output.unlink()


def of_duckdb(path, records, arguments):
    base = arguments.folder / "study.duckdb"
    base.unlink(missing_ok=True)
    names = ", ".join(f'"{name}"' for name in COLUMNS)
    python = [sys.executable, "-c", IN_DUCKDB, base]
    view = f"CREATE VIEW people AS FROM '{path}'"
    measured("DuckDB: view", records, [*python, "make", view], arguments.folder)
    yield measured("DuckDB: bare group", records, [*python, "group", f"SELECT {names}, count(*) FROM people GROUP BY ALL"], arguments.folder)
    yield measured("DuckDB: bare copy", records, [*python, "make", f"CREATE TABLE bare AS SELECT {names} FROM people"], arguments.folder)
    base.unlink()
    measured("DuckDB: view", records, [*python, "make", view], arguments.folder)
    job = arguments.folder / "duckdb.toml"
    source = f'{{ adbc = "duckdb", uri = "{base}", table = "people" }}'
    job.write_text(f'input = {source}\noutput = {{ table = "released" }}\n{TERMS.format(folder=arguments.hierarchies)}')
    driver = ["--driver", arguments.driver]
    plan = [arguments.incog, "plan", job, "-o", arguments.folder / "plan.json", "--force", "--verbose", *driver]
    yield measured("DuckDB: plan (count and decide)", records, plan, arguments.folder)
    yield measured("DuckDB: anonymize", records, [arguments.incog, "anonymize", job, "--force", "--verbose", *driver], arguments.folder)
    base.unlink()


def of_spark(work, path, records, arguments):
    script = Path(__file__).with_name("measure_growth_spark.py")
    command = [sys.executable, script, work, path, arguments.folder, arguments.hierarchies]
    output = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if output.returncode != 0:
        sys.exit(f"Spark: {work} failed:\n{output.stdout[-3000:]}")
    for line in output.stdout.splitlines():
        found = {"records": records, "steps": {}, **json.loads(line)}
        print(json.dumps(found), file=sys.stderr)
        yield found


def works(records, arguments):
    path = table(records, arguments)
    for engine in arguments.engines.split(","):
        if engine == "file":
            yield from of_file(path, records, arguments)
        elif engine == "duckdb":
            yield from of_duckdb(path, records, arguments)
        elif engine == "spark" and records <= arguments.spark_up_to:
            yield from of_spark("release", path, records, arguments)
        elif engine == "mondrian" and records <= arguments.mondrian_up_to:
            yield from of_spark("mondrian", path, records, arguments)


def told(found):
    print("| work | records | different rows | CPU s | seconds | peak MB | bytes a record | CPU s a million |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for one in found:
        millions = one["records"] / 1e6
        print(f"| {one['work']} | {one['records']:,} | {one.get('tuples', ''):{',' if 'tuples' in one else ''}} | {one['cpu']:.1f} | {one['seconds']:.1f} | "
              f"{one['mb']:,.0f} | {one['mb'] * 2**20 / one['records']:.0f} | {one['cpu'] / millions:.3f} |")


def extrapolated(found):
    """By the slope between the two largest tables of each work; a line through them."""
    print("\n| work | CPU s a million more | MB a million more | 10^9: CPU hours, GB | 10^10: CPU hours, GB |\n|---|---:|---:|---:|---:|")
    for name in dict.fromkeys(one["work"] for one in found):
        runs = sorted((one for one in found if one["work"] == name), key=lambda one: one["records"])[-2:]
        if len(runs) < 2:
            continue
        less, more = runs
        millions = (more["records"] - less["records"]) / 1e6
        slope = {what: (more[what] - less[what]) / millions for what in ("cpu", "mb")}
        at = [{what: more[what] + slope[what] * (size - more["records"] / 1e6) for what in slope} for size in (1e3, 1e4)]
        said = " | ".join(f"{one['cpu'] / 3600:.2f}, {one['mb'] / 1024:,.1f}" for one in at)
        print(f"| {name} | {slope['cpu']:.3f} | {slope['mb']:.1f} | {said} |")


def shares(found):
    """What the release costs beside what the engine needs to group and to copy the table."""
    by = {(one["work"], one["records"]): one for one in found}
    for records in dict.fromkeys(one["records"] for one in found if one["work"] == "DuckDB: anonymize"):
        bare = sum(by[f"DuckDB: bare {what}", records]["cpu"] for what in ("group", "copy"))
        whole = by["DuckDB: anonymize", records]
        search = whole["steps"].get("searching", 0.0)
        print(f"\n{records:,} records in DuckDB: {whole['cpu'] - search:.1f} CPU s without the search ({search:.2f} s), "
              f"{(whole['cpu'] - search) / bare:.2f} times a bare GROUP BY and a bare copy ({bare:.1f} CPU s)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--driver", type=Path)
    parser.add_argument("--records", default="3e6,3e7")
    parser.add_argument("--engines", default="file,duckdb")
    parser.add_argument("--spark-up-to", type=float, default=3e7)
    parser.add_argument("--mondrian-up-to", type=float, default=3e6)
    arguments = parser.parse_args()
    for name in ("incog", "data", "folder", "driver"):
        if path := getattr(arguments, name):
            setattr(arguments, name, path.resolve())
    arguments.hierarchies = arguments.data / "adult/hierarchies_arx"
    arguments.folder.mkdir(parents=True, exist_ok=True)
    machine = record_speed.processor()
    print(f"{machine['processor']}, {machine['cores']} cores, load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')}\n")
    found = [one for records in arguments.records.split(",") for one in works(int(float(records)), arguments)]
    told(found)
    extrapolated(found)
    shares(found)


if __name__ == "__main__":
    main()
