#!/usr/bin/env python3
"""Small faults planted in the program, and which guard finds each of them:

    python3 tests/oracle/planted.py --incog target/debug/incog --planted target/debug/incog-planted

`--planted` is a build with the feature planted-faults (tests/oracle/README.md), which plants what INCOG_PLANTED_FAULT names. The table says of each fault
whether the release is refused by the program's own measurement, by `verify` of the same build with the fault, by `verify` of a build without it, by
tools/check_release.py, by tools/check_trajectories.py, and by oracles: an attacker who computes, and brute force. It ends with 1 where a fault is found by no guard that
shares no code with it: one of the last three.

Since `verify` is a crate without the code that publishes, its column for the same build has "found" for every fault of tables but one: a search
that says "proved" and writes no proof. Before, it missed 15 more of them: k - 1 where it is measured, counts, risk and rounding in the report, a
bound too good (without --proof), and rounded, coded, aged, redacted, drawn, noisy, shifted and pseudonymous columns."""
import argparse, json, os, re, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(Path(__file__).resolve().parent), str(ROOT / "tools")]
import brute_force, scenarios
from one_job import dangers

BLIND = "nothing is measured"
PROOF = "proof.json"
TRAJECTORIES = ["trips", "commuters"]
GUARDS = ["own measurement", "verify, same build", "verify, other build", "check_release", "check_trajectories", "oracles"]
INDEPENDENT = GUARDS[3:]

# Random jobs that publish twice, or night after night.
SERIES = ["--first", "10", "--every", "12", "--jobs", "12"]
NIGHTS = ["--first", "11", "--every", "12", "--jobs", "12"]

# Each fault with the scenario in which it would show; or with the script of random jobs that finds it, what that says, and which jobs these are.
FAULTS = {
    "an identifier is published": "plain", "k - 1 in the search": "plain", "k - 1, also where it is measured": "plain",
    "l counts a value too many": "plain", "a class that fails is published": "plain", "labels of a lower level": "plain",
    "a value of the next record": "plain", "rows in the order of the input": "plain", "a suppressed record more in the report": "plain",
    "a class more in the report": "plain", "half the risk in the report": "plain", "withheld values in the report": "plain",
    "a figure 1 % too good": "plain", "public figures are not rounded": "plain", "half the distance of t-closeness": "close",
    "a suppressed record is published": "partly", "a starred row keeps a cell": "starred", "the mean is one member's value": "aggregated",
    "quantile limits are not set": "quantiles", "a column is not rounded": "rounded", "a top code is not set": "coded",
    "an age ignores the birthday": "aged", "only the first find is redacted": "redacted", "records are counted for people": "people",
    "a provider too few": "clinics", "formulas are not escaped": "formulas", "one member's own times": "trips",
    "one member's own positions": "trips", "points are not moved": "trips", "k counts trajectories": "commuters",
    "half the linkage in the report": "trips", "everybody is drawn": "drawn", "a bound too good": "bounded",
    "who stays by the order of the input": "partly", "noise of a hundredth": "noisy", "dates are shifted by record": "shifted",
    "pseudonyms ignore the key": "people",
    "earlier releases are not compared": ("recompute", "of two releases tells a value", SERIES),
    "categories are never replaced": ("recompute", "one category as published", NIGHTS),
    "the gate is open": ("recompute", "columns single people out unseen", ["--jobs", "20"]),
    "a heuristic says proved": "tiny",
}


class Guards:
    """What is asked of one fault."""

    def __init__(self, given, fault, scenario, folder):
        self.given, self.fault, self.scenario, self.folder = given, fault, scenario, Path(folder)

    def run(self, program, *arguments, planted=""):
        environment = os.environ | {"INCOG_PLANTED_FAULT": planted}
        return subprocess.run([program, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=600, env=environment)

    def publish(self, planted):
        """Publishes the scenario; somebody answers for each danger."""
        made = scenarios.write(self.scenario, self.folder)
        for _ in range(3):
            command = ["trajectories", "job.toml", "--internal"] if self.scenario in TRAJECTORIES else ["anonymize", "job.toml"]
            command += ["--proof", PROOF] if self.scenario == "bounded" else ["--internal"] if self.scenario == "tiny" else []
            done = self.run(self.given.planted, *command, "--force", planted=planted)
            if done.returncode != 4 or not (keys := dangers(done.stderr)):
                break
            made["waivers"] = made.get("waivers", {}) | {key: "made up" for key in keys}
            scenarios.write_job(self.folder, made)
        if done.returncode == 5 and (self.folder / scenarios.OUTPUT).exists():  # written, though a limit ended the search
            done.returncode = 0
        return done

    def found(self):
        """For each guard whether it finds the fault; None where it is not asked."""
        if isinstance(self.scenario, tuple):
            return {"oracles": self.by_random_jobs(*self.scenario)}
        verdicts = {"own measurement": self.publish(self.fault).returncode != 0}
        if verdicts["own measurement"]:
            if self.publish(f"{self.fault};{BLIND}").returncode:
                return verdicts | {"never written": True}
        report = f"{scenarios.OUTPUT}.report.json"
        verify = ["verify", report] + (["--proof", PROOF] if (self.folder / PROOF).exists() else [])
        verdicts["verify, same build"] = self.run(self.given.planted, *verify, planted=f"{self.fault};{BLIND}").returncode != 0
        verdicts["verify, other build"] = self.run(self.given.incog, *verify).returncode != 0
        script = "check_trajectories" if self.scenario in TRAJECTORIES else "check_release"
        if (ROOT / "tools" / f"{script}.py").exists():
            verdicts[script] = self.by_script(script, report)
        return verdicts | ({"oracles": self.by_brute_force()} if self.scenario == "tiny" else {})

    def by_script(self, script, report):
        given = [report, "--internal", f"{scenarios.OUTPUT}.internal.json"]
        if script == "check_release":
            files = {"--key": "people.key", "--secret": "secret.key", "--proof": PROOF}
            there = [part for option, file in files.items() if (self.folder / file).exists() for part in (option, file)]
            given = ["table.csv", scenarios.OUTPUT, report, "--job", "job.toml", *there]
        done = self.run(sys.executable, str(ROOT / "tools" / f"{script}.py"), *given)
        self.said = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith(("refuted", "error", "Traceback"))]
        return done.returncode != 0

    def by_brute_force(self):
        """Whether a release is better than one that is said to be the best; all are tried."""
        names, rows, made, _ = scenarios.SCENARIOS[self.scenario](scenarios.rng_of(self.scenario))
        report = json.loads((self.folder / f"{scenarios.OUTPUT}.internal.json").read_text())
        inputs = SimpleNamespace(job=made, rows=rows, providers=[], inputs=lambda rows: [(made["input"], names, rows)])
        run = SimpleNamespace(report=report, made=inputs, folder=self.folder, facts={"k": made["privacy"]["k-anonymity"]})
        tiny = brute_force.Tiny(run)
        metric, sign = brute_force.objective_of(run, tiny)
        value = report["utility"]["value"]
        better = [found for levels, parts in tiny.releases() if sign * ((found := metric(levels, parts)) - value) > 1e-9]
        if report["search"]["stopped"] != "proved":
            return False
        self.said += [f"{value} is called the best, {min(better)} is better"] if better else []
        return bool(better)

    def by_random_jobs(self, script, finding, jobs):
        """Whether random jobs of the build with the fault end with this finding."""
        path = str(Path(__file__).resolve().parent / f"{script}.py")
        done = self.run(sys.executable, path, *jobs, "--seed", "5", "--incog", self.given.planted, planted=self.fault)
        is_said = lambda line: finding in line and ("BETTER THAN GUESSING" in line or "FOUND" in line)
        self.said = [line for line in done.stdout.splitlines() if is_said(line)]
        return bool(self.said)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", required=True, type=os.path.abspath, help="a build without faults")
    parser.add_argument("--planted", required=True, type=os.path.abspath, help="a build with the feature planted-faults")
    parser.add_argument("--only", default="", help="faults whose name has this text")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="faults that are looked at side by side")
    return parser.parse_args()


def honest(given, scenario):
    """What the guards say of an honest release of a scenario: one that refuses it finds nothing."""
    with tempfile.TemporaryDirectory() as folder:
        guards = Guards(given, "", scenario, folder)
        if isinstance(scenario, tuple):
            return [f"{scenario[0]}.py finds this without a fault, too: {scenario[1]}"] if guards.by_random_jobs(*scenario) else []
        done = guards.publish("")
        found = {"anonymize": True} if done.returncode else guards.found()
    return [f"{scenario}: {guard} refuses an honest release {done.stderr[-300:]} {getattr(guards, 'said', '')}"
            for guard, refuses in found.items() if refuses]


def ignores_faults(given, _):
    """A build without the feature ignores the variable."""
    with tempfile.TemporaryDirectory() as folder:
        guards = Guards(argparse.Namespace(incog=given.incog, planted=given.incog), "", "plain", folder)
        releases = []
        for planted in ("", ";".join(FAULTS)):
            guards.publish(planted)
            releases.append((Path(folder) / scenarios.OUTPUT).read_bytes())
    return ["a build without the feature has faults"] if releases[0] != releases[1] else []


def without_a_place():
    """Faults of the list that stand nowhere in the sources, and those in the sources that no scenario asks about."""
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "crates").glob("*/src/**/*.rs"))
    planted = {name for text in sources for name in re.findall(r'is_planted\(\s*"([^"]+)"', text)}
    return [f"it stands nowhere in the sources: {name}" for name in sorted({*FAULTS} - planted)] + \
        [f"no scenario asks about it: {name}" for name in sorted(planted - {*FAULTS, BLIND})]


def is_caught(found):
    return any(found.get(guard) for guard in INDEPENDENT) or found.get("never written", False)


def line(given, fault):
    """A line of the table, and whether the fault is caught."""
    with tempfile.TemporaryDirectory() as folder:
        guards = Guards(given, fault, FAULTS[fault], folder)
        found = guards.found()
    word = lambda guard: {True: "found", False: "-", None: ""}[found.get(guard)]
    line = f"{fault:44} " + " | ".join(f"{word(guard):{len(guard)}}" for guard in GUARDS)
    line += " | never written, whatever is measured" if found.get("never written") else ""
    return f"{line} | {' '.join(' '.join(getattr(guards, 'said', [])[:1]).split())[:110]}", is_caught(found)


def main():
    given = arguments()
    faults = [fault for fault in FAULTS if given.only in fault]
    by_jobs = [one for one in FAULTS.values() if isinstance(one, tuple)]
    asked = [(honest, scenario) for scenario in [*scenarios.SCENARIOS, *by_jobs]] + [(ignores_faults, None)]
    with ThreadPoolExecutor(given.workers) as pool:
        found = pool.map(lambda one: one[0](given, one[1]), asked if not given.only else [])
        wrong = without_a_place() + [line for lines in found for line in lines]
        print(*wrong, f"{'fault':44} " + " | ".join(GUARDS), sep="\n", flush=True)
        missed = []
        for fault, (told, caught) in zip(faults, pool.map(lambda fault: line(given, fault), faults)):
            print(told, flush=True)
            missed += [] if caught else [fault]
    for fault in missed:
        print(f"MISSED: {fault}: no guard that shares no code with the program finds it")
    return 1 if missed or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
