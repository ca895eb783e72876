"""Publishes a table by the command for an attack; somebody answers for the dangers that the gate finds."""
import csv, subprocess

import toml_text
from one_job import dangers


def published(attack, name, job, may_stop=None):
    """The released rows in the order of the file; nothing where the job fails, or the gate stops. `may_stop` says of which dangers nobody
    answers for; where it is not given, the gate must not stop in the end."""
    for _ in range(3):
        (attack.folder / "job.toml").write_text(toml_text.text(job), encoding="utf-8")
        done = subprocess.run([attack.incog, "anonymize", "job.toml", "--force"], cwd=attack.folder, capture_output=True, text=True, timeout=300)
        asked = dangers(done.stderr) if done.returncode == 4 else []
        if done.returncode != 4 or may_stop and may_stop(asked):
            break
        job["waivers"] |= {key: "made up" for key in asked}
    attack.counts[f"{name}: exit {done.returncode}"] += 1
    if "panicked" in done.stderr or done.returncode not in ((0, 1, 3, 4) if may_stop else (0, 1, 3)):
        attack.findings.append(("crash", done.stderr[-400:]))
    if done.returncode:
        return None
    with open(attack.folder / "out.csv", encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]
