#!/usr/bin/env python3
"""Proofs of random jobs: `incog verify --proof`, tools/check_release.py and `incog-check`, which share no code, say the same of each.

    python3 tests/oracle/proofs.py --jobs 20 --seed 1 --incog target/debug/incog --check target/debug/incog-check

An honest proof must be proved by all, where the others can count with the models; a proof that was changed must get the same word from
all, and a report that says more than its proof shows must be refuted by all. Without --check, `incog-check` is not asked."""
import argparse, copy, json, random, subprocess, sys, tempfile
from collections import Counter
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "check_release.py"
REPORT = "out.csv.internal.json"

def job_of(draw):
    """A random job whose objective is a sum of what labels cost, and its table."""
    span, rows = draw.choice([8, 16, 24]), draw.choice([12, 20, 40])
    table = "age,zip,sex,ill\n" + "".join(
        f"{'' if draw.random() < 0.05 else draw.randrange(20, 20 + span)},{draw.choice(['10115', '10117', '20095', '20144'])},"
        f"{draw.choice('fm')},{draw.choice(['flu', 'cold', 'gout'])}\n" for _ in range(rows))
    local = draw.random() < 0.4
    objective = draw.choice(['"gen-loss"', '"precision"', '"transparency"', '"height"', '{ metric = "precision", suppressed = "lost" }']
                            + ['"loss"'] * (not local))
    limit = draw.choice(["0.0", "0.1", "0.3", "1.0"])
    models = f"k-anonymity = {draw.choice([2, 3, 5])}\n" + "l-diversity = 2\n" * (draw.random() < 0.4)
    models += "t-closeness = 0.5\n" * (limit == "0.0" and not local and draw.random() < 0.3)
    age = draw.choice(["intervals = [2, 4, 8], origin = 20", "ranges = 3", "fanout = 2", "flat = true"])
    keeps = "" if local else draw.choice(["", "", "all", "best-effort"])
    own, own_k = random.Random(table), ""
    if own.random() < 0.3:
        table = "".join(f"{line},{own.choice('0112234')}\n" for line in table.splitlines())
        table, own_k = table.replace(table.split("\n")[0], "age,zip,sex,ill,own", 1), '[columns.own]\nrole = "own-k"\n'
    return table, (
        f'input = "in.csv"\noutput = "out.csv"\n[columns.age]\nrole = "quasi-identifier"\nhierarchy = {{ {age} }}\n'
        f'{draw.choice(["", "weight = 2.0", "weight = 0.5"])}\n[columns.zip]\nrole = "quasi-identifier"\nhierarchy = {{ mask = "right" }}\n'
        f'{draw.choice(["", "min_level = 1", "max_level = 2"])}\n[columns.sex]\nrole = "quasi-identifier"\nhierarchy = {{ flat = true }}\n'
        f'{own_k}[columns.ill]\nrole = "sensitive"\n[privacy]\n{models}[suppression]\nlimit = {limit}\n[utility]\nobjective = {objective}\n'
        + f'keep_columns = "{keeps}"\n' * bool(keeps)
        + '[recoding]\nkind = "local"\n' * local)

def numbers(of, path=()):
    """The places of all numbers in a proof."""
    entries = of.items() if isinstance(of, dict) else enumerate(of) if isinstance(of, list) else ()
    for key, value in entries:
        yield from numbers(value, (*path, key))
    if type(of) in (int, float):
        yield path

def changed(proof, draw):
    """A proof with one number changed, one step left out, or all prices raised."""
    forged = copy.deepcopy(proof)
    evidence, kind = forged["evidence"], draw.choice(["number", "step", "all"])
    if kind == "all" and "prices" in evidence:
        for block in evidence["prices"]:
            block["prices"] = [price * 1.01 for price in block["prices"]]
    elif kind == "step" and evidence.get("boxes", {}).get("steps"):
        del evidence["boxes"]["steps"][draw.randrange(len(evidence["boxes"]["steps"]))]
    elif places := [*numbers(evidence)]:
        *path, last = draw.choice(places)
        for key in path:
            evidence = evidence[key]
        evidence[last] = evidence[last] + draw.choice([-1, 1]) if type(evidence[last]) is int else evidence[last] * draw.choice([1.01, 2])
    return forged

def words(incog, check, folder, proof):
    """What the verifiers say of a proof."""
    (folder / "given.json").write_text(json.dumps(proof))
    run = lambda *command: subprocess.run(command, cwd=folder, capture_output=True, text=True)
    # A proof that cannot be read is an error, and no claim.
    first = lambda text, part: next((line[:9].strip().lower() for line in text.splitlines() if part in line), "refuted")
    found = [first(run(incog, "verify", REPORT, "--proof", "given.json", "--verbose", "--job", "job.toml").stdout, "the bound is proved"),
             first(run(sys.executable, SCRIPT, "in.csv", "out.csv", REPORT, "--proof", "given.json", "--job", "job.toml").stdout, " bound  ")]
    if check:
        done = run(check, "out.csv", REPORT, "--original", "in.csv", "--proof", "given.json")
        found.append(first(done.stdout, " bound  ") if done.returncode in (0, 1) else done.stderr.strip()[-200:])
    return (*found,)

def refuted_elsewhere(check, folder):
    """Claims of an honest report that the third checker refutes."""
    done = subprocess.run([check, "out.csv", REPORT, "--original", "in.csv", "--proof", "proof.json"], cwd=folder, capture_output=True, text=True)
    return [line for line in done.stdout.splitlines() if line.startswith("refuted ")]

LOSS_JOB = """input = "in.csv"
output = "out.csv"
[columns.town]
role = "quasi-identifier"
hierarchy = { flat = true }
[columns.age]
role = "quasi-identifier"
hierarchy = { flat = true }
[privacy]
k-anonymity = 2
[suppression]
limit = 0.0
[utility]
objective = "loss"
"""

def words_on_loss(incog, check, folder):
    """Prices bound a mean over records, which the loss of ARX, a geometric mean over columns, may be below: nobody may take them."""
    rows = [(town, age) for town in "abcd" for age in range(2)]
    (folder / "in.csv").write_text("town,age\n" + "".join(f"{town},{number * 2 + age}\n" for number, (town, age) in enumerate(rows)))
    (folder / "job.toml").write_text(LOSS_JOB)
    subprocess.run([incog, "anonymize", "job.toml", "--internal", "--quiet"], cwd=folder, check=True)
    prices = {"quasi_identifiers": ["town", "age"], "prices": [0.4] * len(rows)}
    return words(incog, check, folder, {"incog": "0.1.0", "objective": "loss", "evidence": {"prices": [prices]}})

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--incog", default="target/debug/incog")
    parser.add_argument("--check", help="the program incog-check")
    asked = parser.parse_args()
    incog, counts, faults = str(Path(asked.incog).resolve()), Counter(), []
    check = asked.check and str(Path(asked.check).resolve())
    all_of = lambda found, word: {*found} == {word}
    with tempfile.TemporaryDirectory() as name:
        if not all_of(found := words_on_loss(incog, check, Path(name)), "refuted"):
            faults.append(f"prices that are said to bound the geometric mean are {found}")
    for number in range(asked.jobs):
        draw = random.Random(f"{asked.seed}/{number}")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            table, job = job_of(draw)
            (folder / "in.csv").write_text(table)
            (folder / "job.toml").write_text(job)
            command = [incog, "anonymize", "job.toml", "--internal", "--quiet", "--proof", "proof.json"]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            if done.returncode or not (folder / "proof.json").exists():
                counts["jobs without a proof"] += 1
                continue
            proof = json.loads((folder / "proof.json").read_text())
            honest = words(incog, check, folder, proof)
            counts["honest proofs: " + ", ".join(honest)] += 1
            for way in ("all", "best-effort"):
                counts[f"honest proofs, keep_columns = {way}: " + ", ".join(honest)] += f'"{way}"' in job
            if "keep_columns" in job and "t-closeness" not in job and honest[1] == "not shown":
                faults.append(f"{asked.seed}/{number}: the script does not work out which levels keep_columns leaves out")
            if honest[0] != "proved" or not {*honest} <= {"proved", "not shown"}:
                faults.append(f"{asked.seed}/{number}: an honest proof is {honest}")
            if check and (refuted := refuted_elsewhere(check, folder)):
                faults.append(f"{asked.seed}/{number}: of an honest release incog-check says {refuted}")
            if check and honest[2] != "proved" and honest[1] == "proved" and "own-k" not in job:
                faults.append(f"{asked.seed}/{number}: the script proves what incog-check does not, {honest}")
            if not all_of(honest, "proved"):
                continue
            for _ in range(3):
                found = words(incog, check, folder, changed(proof, draw))
                counts["changed proofs: " + ", ".join(found)] += 1
                if len({*found}) > 1:
                    faults.append(f"{asked.seed}/{number}: a changed proof is {found}")
            # Another version may mean something else by each number; a file without one is of the first.
            other = draw.choice([0, 2, -1, 2**70, 1.5, "1", None, True, [1], {}])
            found = words(incog, check, folder, proof | {"format": other})
            counts["proofs of another format: " + ", ".join(found)] += 1
            if "proved" in found:
                faults.append(f"{asked.seed}/{number}: a proof of format {other!r} is {found}")
            first = words(incog, check, folder, {key: proof[key] for key in proof if key != "format"})
            if first != honest:
                faults.append(f"{asked.seed}/{number}: a proof without its format is {first}")
            report = json.loads((folder / REPORT).read_text())
            report["search"]["upper_bound"] *= 1.01 if "transparency" not in job else 0.99
            (folder / REPORT).write_text(json.dumps(report))
            found = words(incog, check, folder, proof)
            if report["search"]["upper_bound"] and not all_of(found, "refuted"):
                faults.append(f"{asked.seed}/{number}: a bound that is 1 % too good is {found}")
            counts["bounds that are too good: " + ", ".join(found)] += 1
    for what, count in sorted(counts.items()):
        print(f"{count:>6} {what}")
    print("\n".join(faults) or "nothing was found")
    return 1 if faults or not any(what.startswith("honest proofs: proved, proved") for what in counts) else 0

if __name__ == "__main__":
    sys.exit(main())
