#!/usr/bin/env python3
"""The known answers of conformance/ and the examples, published from end to end: `incog verify` and the second verifier (tools/check_release.py, of
trajectories tools/check_trajectories.py) must both find them true.

    python3 tests/oracle/conformance.py --incog target/debug/incog [--only NAME] [--slow]

Cases of real tables are left out where --data (../shared/data) is not there."""
import argparse, json, os, shutil, subprocess, sys, tempfile, time, tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(Path(__file__).resolve().parent)]
import toml_text
from one_job import dangers


def jobs(path, data, seconds):
    """The name and the job of each case, and the table where the file holds it."""
    known = tomllib.loads(path.read_text(encoding="utf-8"))
    folder = data / known.get("folder", "")
    for case in known["case"]:
        job = json.loads(json.dumps(known["job"]))
        for column in job["columns"].values():
            if isinstance(column.get("hierarchy"), str):
                column["hierarchy"] = str(folder / column["hierarchy"])
        job["input"] = str(folder / job["input"]) if "input" in job else "table.csv"
        job |= {"output": "release.csv", "privacy": {"unit": "record"} | case["privacy"], "suppression": {"limit": case.get("limit", 1.0)},
                "waivers": case.get("waivers", known.get("waivers", {})), "utility": {"objective": case.get("objective", known.get("objective", "gen-loss"))},
                "search": {"algorithm": "optimal", "max_seconds": seconds}}
        yield f"{path.stem}: {case['name']}", job, known.get("table"), "slow" in case


def run(incog, job, table, folder):
    """Whether it was published, what the program and what the checker say of it, and how long the checker took."""
    (folder / "job.toml").write_text(toml_text.text(job), encoding="utf-8")
    if table:
        (folder / "table.csv").write_text(table, encoding="utf-8")
    done = subprocess.run([incog, "anonymize", "job.toml", "--internal"], cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 5) or not (folder / "release.csv").exists():
        return f"exit {done.returncode}: {done.stderr.strip().splitlines()[-1][:120]}", None, None, 0
    # Who stays is drawn again by both, where something was drawn.
    drew = "draw_key" in json.loads((folder / "release.csv.internal.json").read_text(encoding="utf-8"))
    draw = ["--draw-key", "release.csv.internal.json"] if drew else []
    # The job file, as the tables are in another folder.
    verified = subprocess.run([incog, "verify", "release.csv.report.json", "--job", "job.toml", *draw], cwd=folder, capture_output=True, text=True)
    checked, seconds = check(["check_release.py", job["input"], "release.csv", "release.csv.report.json", "--job", "job.toml", *draw], folder)
    return None, verified.returncode, checked, seconds


def check(command, folder):
    """How a second verifier ends, what it says but for what is proved or not shown, and how long it took."""
    started = time.monotonic()
    checked = subprocess.run([sys.executable, str(ROOT / "tools" / command[0]), *command[1:]], cwd=folder, capture_output=True, text=True)
    said = [line for line in (checked.stdout + checked.stderr).splitlines() if not line.startswith(("proved", "not shown"))]
    return (checked.returncode, said), time.monotonic() - started


def run_example(incog, path, folder, seconds):
    """The same of a job in a folder of examples/, which is copied first."""
    folder = shutil.copytree(path.parent, folder / path.parent.name)
    text = path.read_text(encoding="utf-8")
    job = tomllib.loads(text)
    secrets = {said[key] for said in (column.get("publish") for column in job.get("columns", {}).values()) if isinstance(said, dict)
               for key in ("pseudonym", "shift_days") if key in said}
    for secret in sorted(secrets):
        subprocess.run([incog, "key", "new", secret], cwd=folder, capture_output=True, check=True)
    if "points" not in job:  # a proof is not what is checked here
        (folder / path.name).write_text(text.replace("[search]\n", f"[search]\nmax_seconds = {seconds}\n"), encoding="utf-8")
    publish = lambda: subprocess.run([incog, "trajectories" if "points" in job else "anonymize", path.name, "--force"], cwd=folder, capture_output=True, text=True)
    done, waivers = publish(), ""
    while done.returncode == 4 and (keys := [key for key in dangers(done.stderr) if json.dumps(key) not in waivers]):
        waivers += "".join(f"{json.dumps(key)} = 'whoever follows the tutorial answers for it'\n" for key in keys)
        (folder / path.name).write_text(f"{text}\n[waivers]\n{waivers}", encoding="utf-8")
        done = publish()
    if done.returncode not in (0, 5) or not (folder / job["output"]).exists():
        return f"exit {done.returncode}: {done.stderr.strip().splitlines()[-1][:120]}", None, None, 0
    report = f"{job['output']}.report.json"
    verified = subprocess.run([incog, "verify", report], cwd=folder, capture_output=True, text=True)
    of_points = ["check_trajectories.py", report]
    checked, seconds = check(of_points if "points" in job else ["check_release.py", job["input"], job["output"], report, "--job", path.name], folder)
    return None, verified.returncode, checked, seconds


def told(name, failed, verified, checked, seconds):
    """Says how a case ended; whether both found it true."""
    same = not failed and verified == 0 and checked[0] == 0
    print(f"{'same' if same else 'DIFFERENT'}: {name}: {failed or (verified, checked)} ({seconds:.1f} s)", flush=True)
    return same


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data")
    parser.add_argument("--seconds", type=int, default=60, help="of each search; a release that a limit ended is checked, too")
    parser.add_argument("--slow", action="store_true")
    given, wrong = parser.parse_args(), 0
    for path in sorted((ROOT / "examples").glob("*/job.toml")):
        # The table of the warehouse is made by its own script, which tools/check_recipes.sh runs.
        if path.parent.name == "warehouse" or given.only not in f"example {path.parent.name}":
            continue
        with tempfile.TemporaryDirectory() as folder:
            failed, verified, checked, seconds = run_example(os.path.abspath(given.incog), path, Path(folder), given.seconds)
        wrong += not told(f"example {path.parent.name}", failed, verified, checked, seconds)
    for path in sorted((ROOT / "conformance").glob("*.toml")):
        for name, job, table, slow in jobs(path, given.data.resolve(), given.seconds):
            if given.only not in name or slow and not given.slow:
                continue
            if not table and not os.path.exists(job["input"]):
                print(f"left out, no data: {name}")
                continue
            with tempfile.TemporaryDirectory() as folder:
                failed, verified, checked, seconds = run(os.path.abspath(given.incog), job, table, Path(folder))
            wrong += not told(name, failed, verified, checked, seconds)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
