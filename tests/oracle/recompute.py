#!/usr/bin/env python3
"""An attacker who computes, over random jobs:

    python3 tests/oracle/recompute.py --jobs 500 --seed 1 --incog target/debug/incog

Given what travels (release, report, page) and what rule A's attacker may know, it works out whatever it can, and says how often that is
right against what guessing gives. Nothing of the program is used: who could have been in whose place is known from the input, to score.
It ends with 1 where an attack is better than guessing (the chance of a false alarm is at most 1e-6 a run), or where the gate's promise
is broken: a column or a pair that singles people out, or gives a generalized value back, without anybody having been asked."""
import argparse, multiprocessing, os, random, shutil, sys, tempfile, time, traceback
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2] / "tools")]
from attacks import bounds, derived, digests, invented, joins, local_recodings, places, plans, who_stays
from attacks.case import Case
from attacks.differential_privacy import Neighbours
from attacks.kept_series import KeptSeries
from attacks.nearest import Nearest
from attacks.nights import Nights
from attacks.rows_of_people import RowsOfPeople
from attacks.series import Series
from attacks.tally import Tally

ATTACKS = [who_stays, invented, joins, derived, bounds, places, digests, local_recodings]
TURNS = 12  # of so many jobs one is published night after night, one twice, one with and without a record, and one with much noise
KEPT = 4 * TURNS  # of so many jobs one is kept as a series by a ledger, and two have several rows a person


class Attacked(Case):
    """A case to which all attacks are put."""

    def __init__(self, seed, index, incog, folder):
        super().__init__(seed, index, incog, folder)
        self.tally = Tally()

    def attack(self):
        self.kinds_of_job |= {"output " + self.output.partition(".")[2]}
        for module in ATTACKS:
            for name, right, tried, expected in module.attack(self):
                self.tally.add(name, right, tried, expected)
        for name, right, tried, expected in plans.attack(self):
            self.tally.add(name, right, tried, expected)
        self.count("releases attacked")


class ByPlan(Attacked):
    """Another table, published with the hierarchies of the plan of a case; the attacker has that plan."""

    def attack(self):
        for module in ATTACKS:
            for name, right, tried, expected in module.attack(self):
                if "seed " not in name or "report" in name:
                    self.tally.add(f"by a plan: {name}", right, tried, expected)
        keys = plans.texts_of(self.made.files["plan.json"])
        groups = [] if self.unit else [*self.groups()]
        for key in sorted(keys) if groups else ():
            self.tally.add("by a plan: who stays: drawn again with texts of the plan", *plans.drawn_again(self, groups, key.encode()))
        self.count("releases by a plan attacked")

    def judge(self):
        """As any release; that a table does not suit a plan is judged by run.py."""
        self.write(self.folder, self.made.rows)
        done = self.publish(self.folder)
        if done.returncode == 4:
            done = self.answer_for(done)
        self.count(f"by a plan: exit {done.returncode}")
        if "panicked" in done.stderr or done.returncode not in (0, 1, 3, 5):
            self.findings.add("crash", done.stderr)
        if done.returncode == 0:
            self.check_release()


def one_case(seed, index, incog, folder):
    """What is found of a job: findings, guesses, shares, kinds and counts."""
    if index % KEPT == TURNS - 2:
        kept = KeptSeries(seed, index, incog, folder)
        kept.judge()
        tally = Tally()
        for name, right, tried, expected in kept.attacks():
            tally.add(name, right, tried, expected)
        return kept.findings, tally.attacks, {}, kept.kinds, dict(kept.counts)
    if index % TURNS == TURNS - 2:
        series = Series(seed, index, incog, folder)
        series.judge()
        return series.findings, {}, {}, series.kinds, dict(series.counts)
    if index % TURNS in (TURNS - 1, TURNS - 3):
        several = (Nights if index % TURNS == TURNS - 1 else Neighbours)(seed, index, incog, folder)
        several.judge()
        tally = Tally()
        for name, right, tried, expected in several.attacks():
            tally.add(name, right, tried, expected)
        return list(several.findings), tally.attacks, {}, several.kinds, dict(several.counts)
    if index % (KEPT // 2) == TURNS - 6:
        people = RowsOfPeople(seed, index, incog, folder)
        people.judge()
        return people.findings, {}, people.figures, people.kinds, dict(people.counts)
    if index % TURNS == TURNS - 4:
        nearest = Nearest(seed, index, incog, folder)
        nearest.judge()
        return nearest.findings, {}, nearest.figures, nearest.kinds, dict(nearest.counts)
    case = Attacked(seed, index, incog, folder)
    case.judge()
    found, counts = list(case.findings), Counter(case.counts)
    if other := plans.of_another_table(ByPlan, case):
        other.judge()
        found += other.findings
        counts.update(other.counts)
    return found, case.tally.attacks, getattr(case, "figures", {}), case.kinds_of_job, dict(counts)


def judge(task):
    """One job in a folder of its own."""
    seed, index, incog, scratch = task
    folder = Path(tempfile.mkdtemp(prefix=f"job{index}-", dir=scratch))
    try:
        found = one_case(seed, index, incog, folder)
    except Exception:
        found = [("the oracle itself failed", traceback.format_exc()[-900:])], {}, {}, set(), {}
    if not found[0]:
        shutil.rmtree(folder)
    return index, found, str(folder)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the first job's number; with --jobs 1 one job is run again")
    parser.add_argument("--every", type=int, default=1, help="jobs whose numbers are so far apart: --first 22 --every 12 are the series, --first 10 --every 48 those that a ledger keeps, --first 6 --every 24 those of several rows a person, --first 11 --every 12 the nights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--incog", required=True, help="the program")
    parser.add_argument("--out", help="where the files of jobs with findings are kept")
    parser.add_argument("--show", type=int, default=3, help="findings of each kind that are printed")
    parser.add_argument("--all", action="store_true", help="a line for each seed that was tried, too")
    parser.add_argument("--workers", type=int, default=2)
    return parser.parse_args()


def main():
    given, started = arguments(), time.monotonic()
    scratch = tempfile.mkdtemp(prefix="incog-recompute-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    tally, by_kind, figures, totals, kinds = Tally(), Tally(), {}, Counter(), Counter()
    tasks = ((given.seed, index, os.path.abspath(given.incog), scratch) for index in range(given.first, given.first + given.jobs * given.every, given.every))
    with multiprocessing.Pool(given.workers) as pool:
        for index, (findings, attacks, shares, features, counts), folder in pool.imap_unordered(judge, tasks, chunksize=4):
            totals.update(counts)
            tally.update(attacks)
            for feature in features:  # an alarm that one feature alone causes drowns among all jobs
                by_kind.update({f"{name} [{feature}]": one for name, one in attacks.items() if "seed " not in name or "report" in name})
            for name, (count, of) in shares.items():
                one = figures.setdefault(name, [0, 0])
                one[0], one[1] = one[0] + count, one[1] + of
            for kind, detail in findings:
                kinds[kind] += 1
                if kinds[kind] <= given.show:
                    print(f"FOUND {kind}: seed {given.seed}, job {index}\n    {detail}", flush=True)
            if findings:
                if given.out:
                    shutil.copytree(folder, Path(given.out) / f"{given.seed}-{index}", dirs_exist_ok=True)
                shutil.rmtree(folder)
    shutil.rmtree(scratch, ignore_errors=True)
    print(f"\n{given.jobs} jobs, seed {given.seed}, {time.monotonic() - started:.0f} s")
    for what, count in sorted(totals.items()):
        print(f"  {count:8} {what}")
    for name, (count, of) in sorted(figures.items()):
        print(f"  {count / max(1, of):8.2%} {name} ({count} of {of})")
    print(*tally.lines(lambda name: given.all or "seed " not in name or "report" in name or "seed 0," in name), sep="\n")
    alarms = tally.alarms()
    alone = [name for name in by_kind.alarms() if name.partition(" [")[0] not in alarms]
    for name in alone:
        print(f"BETTER THAN GUESSING {name}: {by_kind.attacks[name]}")
    for kind, count in kinds.most_common():
        print(f"  {count:8} FOUND {kind}")
    failed = bool(alarms or alone or kinds)
    print("some of these must not be" if failed else "no attack is better than guessing")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
