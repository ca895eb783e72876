#!/usr/bin/env python3
"""Random jobs from end to end: python3 tests/oracle/run.py --jobs 2000 --seed 1 --incog target/release/incog --out DIR"""
import argparse, multiprocessing, os, shutil, sys, tempfile, time, traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from one_job import Run
from drawn import Drawn
import by_hand, reuse


def judge(task):
    of, seed, index, incog, scratch = task
    folder = Path(tempfile.mkdtemp(prefix=f"job{index}-", dir=scratch))
    run = None
    try:
        run = of(seed, index, incog, folder)
        run.judge()
        if of is Run and "recoding" not in run.made.job:  # groups are of one table, and nobody makes them by hand
            reuse.judge(run)
            by_hand.judge(run)
        findings, counts = list(run.findings), run.counts
    except Exception:
        findings, counts = [("the oracle itself failed", traceback.format_exc()[-900:])], run.counts if run else {}
    if not findings:
        shutil.rmtree(folder)
    return index, findings, counts, str(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the first job's number; with --jobs 1 one job is run again")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--incog", required=True, help="the program")
    parser.add_argument("--out", help="where the files of jobs with findings are kept")
    parser.add_argument("--show", type=int, default=3, help="findings of each kind that are printed")
    parser.add_argument("--drawn", action="store_true", help="jobs of differential privacy, and no others")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    scratch = tempfile.mkdtemp(prefix="incog-oracle-", dir=memory)
    incog, started, kinds, totals = os.path.abspath(arguments.incog), time.monotonic(), Counter(), Counter()
    numbers = range(arguments.first, arguments.first + arguments.jobs)
    tasks = ((Drawn if arguments.drawn else Run, arguments.seed, index, incog, scratch) for index in numbers)
    with multiprocessing.Pool(arguments.workers) as pool:
        for done, (index, findings, counts, folder) in enumerate(pool.imap_unordered(judge, tasks, chunksize=4), 1):
            totals.update(counts)
            if done % 500 == 0:
                print(f"{done} jobs, {kinds.total()} findings", file=sys.stderr, flush=True)
            for kind, detail in findings:
                kinds[kind] += 1
                if kinds[kind] <= arguments.show:
                    print(f"FOUND {kind}: seed {arguments.seed}, job {index}\n    {detail}", flush=True)
            if findings:
                if arguments.out:
                    target = Path(arguments.out) / f"{arguments.seed}-{index}"
                    shutil.rmtree(target, ignore_errors=True)
                    shutil.copytree(folder, target)
                shutil.rmtree(folder)
    shutil.rmtree(scratch, ignore_errors=True)
    print(f"\n{arguments.jobs} jobs, seed {arguments.seed}, {time.monotonic() - started:.0f} s")
    for what, count in sorted(totals.items()):
        print(f"  {count:8} {what}")
    for kind, count in kinds.most_common():
        print(f"  {count:8} FOUND {kind}")
    print("nothing was found" if not kinds else "some of these must not be")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
