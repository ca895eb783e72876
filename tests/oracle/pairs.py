#!/usr/bin/env python3
"""Every pair of features in at least one release:

    python3 tests/oracle/pairs.py --incog target/debug/incog [--jobs N] [--list pairs.txt]

Jobs are drawn greedily (a covering array of strength two): each takes features whose pairs no release has had yet, and its release is judged as in run.py. A
pair of which even the two alone are refused is impossible, and the program says why; the reasons are printed with --list. It ends with 1 where something was
found, or where a pair has neither a release nor a reason. With --jobs it ends early, and says how many pairs are still open."""
import argparse, itertools, multiprocessing, os, random, re, shutil, sys, tempfile, time, traceback
from collections import Counter, defaultdict
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2] / "tools")]
import check_release
import features
from one_job import Findings, Run
from random_jobs import MISSING
from reuse import Reuse

MOST = 7  # features of a job besides those that it needs
MOST_JOBS = 5000  # about 530 are needed
ATTEMPTS = 6  # jobs for a pair that has no release, the last ones with the two features alone


class Paired(Run):
    """A job with some features."""

    def __init__(self, seed, number, chosen, incog, folder):
        self.name, self.incog, self.folder = f"{seed}/pairs/{number}", incog, Path(folder)
        self.random, self.findings, self.counts, self.tiny = random.Random(f"{seed}/pairs/{number}"), Findings(), {}, False
        self.made = features.job_with(chosen, self.random)
        if self.made.wants_pool:
            self.made.pool(self.random)
        if self.made.job.get("input", "").endswith(".tsv"):
            self.made.delimiter = "\t"
        self.output = self.made.job["output"]

    def judge(self):
        """As any job; a refusal is judged by whoever knows all pairs."""
        self.write(self.folder, self.made.rows)
        done = self.publish(self.folder)
        if done.returncode == 4:
            done = self.answer_for(done)
        self.code, self.stderr = done.returncode, done.stderr
        self.no_identifier_in(done.stderr + done.stdout)
        if "panicked" in done.stderr or done.returncode not in (0, 1, 3, 5):
            self.findings.add("crash", done.stderr)
        if done.returncode == 0:
            self.check_release()
            for way in sorted(self.made.ways):
                WAYS[way](self)
        return self

    def suppressed(self):
        """Records that are certainly not published; of local recodings nothing says which these are."""
        matching = (self.facts or {}).get("matching")
        return super().suppressed() if isinstance(matching, check_release.Matching) else []


def with_threads(run):
    """Two threads make the same release."""
    folder = run.folder / "threads"
    run.write(folder, run.made.rows)
    done = run.written_by(run.output, "anonymize", "job.toml", "--threads", "2", *run.drawing(), folder=folder)
    run.count("releases by two threads")
    if done.returncode or run.comparable(folder) != run.comparable(run.folder):
        run.findings.add("another release by two threads", done.stderr)


def with_proof(run):
    """A proof that was written is one."""
    folder = run.folder / "proof"
    run.write(folder, run.made.rows)
    done = run.written_by(run.output, "anonymize", "job.toml", "--threads", "1", "--proof", "proof.json", folder=folder)
    if done.returncode:
        if "proof" not in done.stderr:
            run.findings.add("no release with a proof", done.stderr)
        return
    if (folder / "proof.json").exists():
        done = run.command("verify", f"{run.output}.report.json", "--proof", "proof.json", "--job", "job.toml", folder=folder)
        run.count("proofs verified")
        if done.returncode:
            run.findings.add("honest proof refuted", done.stdout[-500:] + done.stderr)


def with_series(run):
    """A second release of the same people, held against the first; and verified."""
    folder = run.folder / "series"
    run.write(folder, run.made.rows)
    done = run.written_by(run.output, "anonymize", "job.toml", "--threads", "1", "--internal", folder=folder)
    if done.returncode:
        return
    report, second = f"{run.output}.internal.json", "second." + run.output.partition(".")[2]
    done = run.written_by(second, "anonymize", "job.toml", "-o", second, "--earlier", report, "--threads", "1", folder=folder)
    run.count(f"second releases: exit {done.returncode}")
    if "panicked" in done.stderr or done.returncode not in (0, 1, 3, 4, 5):
        run.findings.add("crash", done.stderr)
    if done.returncode == 0 and (verified := run.command("verify", f"{second}.report.json", folder=folder)).returncode:
        run.findings.add("honest second report refuted", verified.stdout[-500:] + verified.stderr)


def with_other_table(run):
    """Its plan makes a release of another table."""
    if not run.made.job.get("inputs") and not run.has_lists() and not any("publish" in one for one in run.made.job["columns"].values()):
        Reuse(run, run.random).judge()


def decided_first(run):
    """A plan makes the same release; unless that was tried already."""
    if not (run.folder / "planned").exists():
        run.decided_first()


WAYS = {"internal report": Run.internal_is_right, "decided first": decided_first, "plan for another table": with_other_table,
        "two threads": with_threads, "a proof": with_proof, "a series": with_series}


def probe(seed, number, chosen, incog, scratch):
    """How the program alone ends with these features: its exit code, and what it says."""
    folder = Path(tempfile.mkdtemp(prefix=f"probe{number}-", dir=scratch))
    run = Paired(seed, number, chosen, incog, folder)
    run.write(folder, run.made.rows)
    done = run.publish(folder)
    if done.returncode == 4:
        done = run.answer_for(done)
    shutil.rmtree(folder, ignore_errors=True)
    return done.returncode, done.stderr


def judge(task):
    """Findings, the exit code, the refusal, and the folder of a job with some features; of a refused one, which pairs alone are refused."""
    seed, number, chosen, incog, scratch, known = task
    folder = Path(tempfile.mkdtemp(prefix=f"pairs{number}-", dir=scratch))
    by_name = {str(one): one for one in features.features()}
    try:
        run = Paired(seed, number, [by_name[name] for name in chosen], incog, folder).judge()
        pairs = [pair for pair in itertools.combinations(chosen, 2) if frozenset(pair) not in known] if run.code == 1 and len(chosen) > 2 else []
        probed = {pair: probe(seed, number, [by_name[name] for name in pair], incog, scratch) for pair in pairs}
        found = number, chosen, list(run.findings), run.code, run.stderr, run.counts, str(folder), probed
    except Exception:
        found = number, chosen, [("the oracle itself failed", traceback.format_exc()[-900:])], None, "", {}, str(folder), {}
    if not found[2]:
        shutil.rmtree(folder, ignore_errors=True)
    return found


class Array:
    """Which pairs had a release, which are impossible and why."""

    def __init__(self, seed):
        self.random = random.Random(f"{seed}/array")
        self.kind = {str(one): one.kind for one in features.features()}
        several = {"model", "way"}  # of these a job may have several
        self.todo = {frozenset(pair) for pair in itertools.combinations(self.kind, 2)
                     if self.kind[pair[0]] != self.kind[pair[1]] or self.kind[pair[0]] in several}
        self.same_kind = len(self.kind) * (len(self.kind) - 1) // 2 - len(self.todo)
        self.all, self.tried, self.reasons = len(self.todo), Counter(), {}
        self.refused = set()  # pairs that are known to be impossible
        self.probed = set()  # pairs of which it is known whether they are

    def fits(self, name, chosen):
        several = self.kind[name] in ("model", "way")
        same = [one for one in chosen if self.kind[one] == self.kind[name]]
        return name not in chosen and (several and len(same) < 2 or not same) and \
            not any(frozenset((name, one)) in self.refused for one in chosen)

    def draw(self):
        """The features of the next job: a pair that has none yet, and what covers most others with it."""
        left = sorted(self.todo, key=lambda pair: (self.tried[pair], sorted(pair)))
        pair = self.random.choice(left[:40])
        chosen, alone = sorted(pair), self.tried[pair] >= ATTEMPTS // 2
        while not alone and len(chosen) < MOST:
            new = {name: sum(frozenset((name, one)) in self.todo for one in chosen) for name in self.kind if self.fits(name, chosen)}
            most = max(new.values(), default=0)
            if not most:
                break
            chosen.append(self.random.choice([name for name, count in new.items() if count == most]))
        for one in itertools.combinations(chosen, 2):
            self.tried[frozenset(one)] += 1
        return chosen

    def learn(self, chosen, code, stderr, probed):
        """What a job's end says of its pairs."""
        self.probed |= {*map(frozenset, probed)}
        for pair, (end, said) in probed.items():
            if end == 1:
                self.rule_out(frozenset(pair), reason(end, said))
        pairs = {frozenset(pair) for pair in itertools.combinations(chosen, 2)} & self.todo
        if code == 0:
            self.todo -= pairs
        elif len(chosen) == 2 and code is not None:
            for pair in pairs:
                if code == 1 or self.tried[pair] >= ATTEMPTS:
                    self.rule_out(pair, reason(code, stderr))

    def rule_out(self, pair, why):
        if pair in self.todo:
            self.reasons[pair] = why
            self.todo -= {pair}
        self.refused.add(pair)


def reason(code, stderr):
    """Why two features exclude each other, without what belongs to one table."""
    said = next((line for line in stderr.splitlines() if line.startswith("error")), stderr[:200])
    said = re.sub(r"^error: (job\.toml:\d+: )?", "", said)
    return said[:160] if code == 1 else f"no release of {ATTEMPTS} tables (exit {code}): {said[:120]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", required=True, type=os.path.abspath)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="no more than so many; without it, until no pair is open")
    parser.add_argument("--show", type=int, default=3, help="findings of each kind that are printed")
    parser.add_argument("--list", help="a file for all pairs: covered, or why they are impossible")
    parser.add_argument("--out", help="where the files of jobs with findings are kept")
    parser.add_argument("--workers", type=int, default=2)
    given, started = parser.parse_args(), time.monotonic()
    array, kinds, totals, jobs = Array(given.seed), Counter(), Counter(), 0
    scratch = tempfile.mkdtemp(prefix="incog-pairs-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    everything = set(array.todo)
    with multiprocessing.Pool(given.workers) as pool:
        while array.todo and jobs < (given.jobs or MOST_JOBS):
            batch = [array.draw() for _ in range(min(16, (given.jobs or MOST_JOBS) - jobs))]
            tasks = [(given.seed, jobs + place, chosen, given.incog, scratch, frozenset(array.probed)) for place, chosen in enumerate(batch)]
            jobs += len(batch)
            for number, chosen, findings, code, stderr, counts, folder, probed in pool.imap(judge, tasks):
                totals.update({f"exit {code}": 1, **counts})
                array.learn(chosen, code, stderr, probed)
                for kind, detail in findings:
                    kinds[kind] += 1
                    if kinds[kind] <= given.show:
                        print(f"FOUND {kind}: seed {given.seed}, job {number}: {', '.join(chosen)}\n    {detail}", flush=True)
                if findings and given.out:
                    shutil.copytree(folder, Path(given.out) / f"{given.seed}-{number}", dirs_exist_ok=True)
    shutil.rmtree(scratch, ignore_errors=True)
    told(array, everything, given.list)
    print(f"\n{jobs} jobs, seed {given.seed}, {time.monotonic() - started:.0f} s")
    for what, count in sorted(totals.items()):
        if what.startswith(("exit", "local", "proofs", "second", "internal", "honest", "releases", "changed inputs with the same")):
            print(f"  {count:8} {what}")
    covered = array.all - len(array.reasons) - len(array.todo)
    print(f"{array.all} pairs of {len(array.kind)} features: {covered} have a release, {len(array.reasons)} are impossible, {len(array.todo)} are open; "
          f"{array.same_kind} more are of one kind, of which a job has one")
    for kind, count in kinds.most_common():
        print(f"  {count:8} FOUND {kind}")
    for pair in sorted(map(sorted, array.todo))[:20]:
        print(f"OPEN {' | '.join(pair)}")
    return 1 if kinds or array.todo and not given.jobs else 0


def told(array, everything, path):
    """The list of pairs; on the terminal, the reasons with their numbers."""
    by_reason = defaultdict(list)
    for pair, why in array.reasons.items():
        by_reason[re.sub(r'"[^"]*"', '"..."', why)].append(sorted(pair))
    if path:
        covered = sorted(map(sorted, everything - {*array.reasons} - array.todo))
        lines = [f"covered     {' | '.join(pair)}" for pair in covered]
        lines += [f"impossible  {' | '.join(pair)}: {array.reasons[frozenset(pair)]}" for pair in sorted(map(sorted, array.reasons))]
        Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
    for why, pairs in sorted(by_reason.items(), key=lambda one: -len(one[1])):
        print(f"{len(pairs):6} impossible: {why[:150]}; such as {' | '.join(pairs[0])}")


if __name__ == "__main__":
    sys.exit(main())
