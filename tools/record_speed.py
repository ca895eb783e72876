#!/usr/bin/env python3
"""Times the program on generated and, where they are there, public tables, and adds the run to docs/speed.jsonl.

    python3 tools/record_speed.py [--runs 5] [--data ../shared/data] [--note TEXT] [--dry]

Seconds mean little without the machine, so a run names its processor, what that lacks, and how busy the machine was, and
gives each figure as a multiple of yardsticks that run in the same minutes: copying 256 MiB of memory, reading and writing
the same table with the program's own reader and writer and, where Python has them, with polars and DuckDB. The order of
the works is turned round from run to run. It needs an idle machine; builds the program first.
"""
import argparse, csv, json, os, platform, re, statistics, subprocess, sys, tempfile, time
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ADULT = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation", "salary-class"]
NEEDED = {"sha_ni": "SHA instructions", "avx2": "256-bit vectors", "avx512f": "512-bit vectors"}


def processor():
    """What the machine is, and what it lacks."""
    text = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    name = re.search(r"model name\s*: (.*)", text)
    flags = (re.search(r"flags\s*: (.*)", text) or [""])[0].split()
    lacks = [what for flag, what in NEEDED.items() if text and flag not in flags]
    return {"processor": name[1] if name else platform.processor(), "cores": os.cpu_count(), "lacks": lacks}


def output_of(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def measured(command, folder):
    """Seconds, CPU seconds and megabytes of a process that has to succeed, and what it says: as output and as errors."""
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    out, err = process.stdout.read(), process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 5):  # 5: a limit ended the search
        sys.exit(f"{' '.join(map(str, command))} failed:\n{out}{err}")
    return {"seconds": time.perf_counter() - started, "cpu": used.ru_utime + used.ru_stime, "mb": used.ru_maxrss / 1024}, out, err


# Programs that read the first file and write it as the second, and print the seconds that took.
READ_AND_WRITE = {
    "polars": """
import sys, time, polars
started = time.perf_counter()
separator = ";" if ";" in open(sys.argv[1]).readline() else ","
polars.read_csv(sys.argv[1], separator=separator, infer_schema=False).write_csv(sys.argv[2], separator=separator)
print(time.perf_counter() - started)
""",
    "DuckDB": """
import sys, time, duckdb
started = time.perf_counter()
separator = ";" if ";" in open(sys.argv[1]).readline() else ","
duckdb.sql(f"COPY (FROM read_csv('{sys.argv[1]}', delim='{separator}', all_varchar=true)) TO '{sys.argv[2]}' (HEADER, DELIMITER '{separator}')")
print(time.perf_counter() - started)
""",
}

COPY = """
import time
source, target = bytearray(256 << 20), bytearray(256 << 20)
started = time.perf_counter()
target[:] = source
print(time.perf_counter() - started)
"""


def copied_memory():
    """In a process of its own: what a process holds counts as memory of those that it starts."""
    return float(output_of(sys.executable, "-c", COPY))


def is_quantity(name, values):
    """Whether a column of Cargo 2000 counts among its quasi-identifiers, as in the laboratory of incog."""
    numbers = all(re.fullmatch(r"-?\d+(\.\d+)?", value) for value in values - {"?"})
    return name != "nr" and not name.endswith(("_legid", "_place")) and numbers and len(values) > 1


def job_of(table, output, columns, limit, more=""):
    lines = [f'input = "{table}"', f'output = "{output}"', "[privacy]", "k-anonymity = 5", 'unit = "record"', "[suppression]", f"limit = {limit}"]
    lines += [f"[columns]\n{columns}", more]
    return "\n".join(lines) + "\n"


class Bench:
    def __init__(self, folder, target, data):
        self.folder, self.data, self.works, self.tables = Path(folder), Path(data), [], {}
        self.incog, self.enlarge = target / "release/incog", target / "release/examples/enlarge"

    def add(self, name, table, job, *options):
        path = self.folder / f"{len(self.works)}.toml"
        path.write_text(job)
        self.works.append({"name": name, "table": table, "command": [self.incog, "anonymize", path.name, "--force", *options]})

    def table(self, name, source, copies):
        measured([self.enlarge, source, str(copies), "1", name], self.folder)
        self.tables[name] = self.folder / name

    def prepare(self):
        hospital = ROOT / "examples/hospital"
        self.table("hospital.csv", hospital / "patients.csv", 100)
        job = (hospital / "job.toml").read_text().replace('"hierarchies/', f'"{hospital}/hierarchies/')
        job = job.replace("[privacy]", '[privacy]\nunit = "record"').replace('"patients.csv"', '"hospital.csv"').replace('"patients.release.csv"', '"h.csv"')
        self.add("hospital, 100 times", "hospital.csv", job)
        adult = self.data / "adult/adult_30162.csv"
        if adult.exists():
            self.add_adult(adult)
        else:
            print(f"{adult} is not there: only generated tables are measured")
        cargo = self.data / "cargo2000/c2k_data_comma_restored98.csv"
        if cargo.exists():
            self.add_cargo(cargo)

    def add_adult(self, adult):
        hierarchies = (self.data / "adult/hierarchies_arx").resolve()
        columns = "\n".join(f'{name} = {{ role = "quasi-identifier", hierarchy = "{hierarchies}/adult_hierarchy_{name}.csv" }}'
                            for name in ADULT)
        for copies in (1, 10, 100):
            self.table(f"adult{copies}.csv", adult.resolve(), copies)
        for limit in (0, 0.02, 1):
            self.add(f"Adult, limit {limit}", "adult1.csv", job_of("adult1.csv", "a.csv", columns, limit, '[utility]\nobjective = "loss"'))
        for copies in (10, 100):
            table = f"adult{copies}.csv"
            self.add(f"Adult, {copies} times, limit 0.02", table, job_of(table, "b.csv", columns, 0.02))
        self.add("the same, one thread", "adult100.csv", job_of("adult100.csv", "b.csv", columns, 0.02), "--threads", "1")
        local = '[recoding]\nkind = "local"'
        for copies in (1, 10, 100):
            table = f"adult{copies}.csv"
            self.add(f"Adult, {copies} times, local", table, job_of(table, "c.csv", columns, 0, local))

    def add_cargo(self, cargo):
        table = list(csv.DictReader(cargo.open(newline="")))
        names = [name for name in table[0] if is_quantity(name, {row[name] for row in table})][:25]
        columns = "\n".join(f'{name} = {{ role = "quasi-identifier", hierarchy = {{ ranges = {5 + at % 6} }} }}'
                            for at, name in enumerate(names))
        with (self.folder / "cargo.csv").open("w", newline="") as file:
            rows = csv.DictWriter(file, names, extrasaction="ignore")
            rows.writeheader()
            rows.writerows(table)
        job = job_of("cargo.csv", "d.csv", columns, 0.005, '[utility]\nobjective = "precision"\n[search]\nalgorithm = "hitting-set"\nmax_seconds = 60')
        for threads in ("1", "2"):
            self.add(f"Cargo 2000, 25 quasi-identifiers, {threads} thread{'s' * (threads > '1')}", None, job, "--threads", threads)

    def yardsticks(self):
        """Seconds of everything that the works are compared with."""
        found = {"copying 256 MiB": [copied_memory()]}
        for name, path in self.tables.items():
            _, out, _ = measured([self.enlarge, path, "1", "1", "copy.csv"], self.folder)
            seconds = [float(one) for one in re.findall(r"in ([0-9.]+) s", out)]
            found[f"reading and writing {name}"] = [sum(seconds)]
            for package, code in READ_AND_WRITE.items():
                run = subprocess.run([sys.executable, "-c", code, path, self.folder / "copy.csv"], capture_output=True, text=True)
                if not run.returncode:
                    found[f"{package}: reading and writing {name}"] = [float(run.stdout)]
        return found


def repeated(bench, runs):
    taken, yardsticks = {work["name"]: [] for work in bench.works}, {}
    for run in range(runs):
        for name, seconds in bench.yardsticks().items():
            yardsticks.setdefault(name, []).extend(seconds)
        for work in bench.works[::-1] if run % 2 else bench.works:
            taken[work["name"]].append(measured(work["command"], bench.folder)[0])
        print(f"run {run + 1} of {runs}", file=sys.stderr)
    return taken, {name: statistics.median(all_of) for name, all_of in yardsticks.items()}


def summary(work, runs, yardsticks):
    median = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
    own = yardsticks.get(f"reading and writing {work['table']}")
    return {"work": work["name"], **{key: round(value, 4) for key, value in median.items()},
            "least": round(min(run["seconds"] for run in runs), 4),
            "copies of 256 MiB": round(median["seconds"] / yardsticks["copying 256 MiB"], 2),
            "readings and writings": own and round(median["seconds"] / own, 2)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--data", default=ROOT.parent / "shared/data")
    parser.add_argument("--note", default="")
    parser.add_argument("--dry", action="store_true", help="prints the run and records nothing")
    given = parser.parse_args()
    subprocess.run(["cargo", "build", "--release", "--workspace", "--bins"], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "--release", "-p", "incog-io", "--example", "enlarge"], cwd=ROOT, check=True)
    target = Path(json.loads(output_of("cargo", "metadata", "--format-version", "1", "--no-deps"))["target_directory"])
    busy = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder, target, given.data)
        bench.prepare()
        taken, yardsticks = repeated(bench, given.runs)
    works = [summary(work, taken[work["name"]], yardsticks) for work in bench.works]
    record = {"when": datetime.now(timezone.utc).isoformat(timespec="minutes"), "commit": output_of("git", "rev-parse", "--short", "HEAD"),
              "changed": bool(output_of("git", "status", "--porcelain", "--untracked-files=no")), "compiler": output_of("rustc", "--version"),
              **processor(), "load before": busy, "runs": given.runs, "note": given.note,
              "yardsticks": {name: round(seconds, 4) for name, seconds in yardsticks.items()}, "works": works}
    if not given.dry:
        with (ROOT / "docs/speed.jsonl").open("a") as history:
            history.write(json.dumps(record) + "\n")
    tell(record)


def tell(record):
    lacks = f", without {' and '.join(record['lacks'])}" if record["lacks"] else ""
    print(f"\nCommit {record['commit']}, {record['processor']}, {record['cores']} cores{lacks}; load {record['load before']:.1f} before;"
          f" medians of {record['runs']} runs\n\n| yardstick | seconds |\n|---|---|")
    for name, seconds in record["yardsticks"].items():
        print(f"| {name} | {seconds:.3g} |")
    print("\n| work | seconds (least) | CPU seconds | MB | copies of 256 MiB | readings and writings |\n|---|---|---|---|---|---|")
    for one in record["works"]:
        own = one["readings and writings"]
        print(f"| {one['work']} | {one['seconds']:.3g} ({one['least']:.3g}) | {one['cpu']:.3g} | {one['mb']:.0f} |"
              f" {one['copies of 256 MiB']:.3g} | {'' if own is None else f'{own:.3g}'} |")


if __name__ == "__main__":
    main()
