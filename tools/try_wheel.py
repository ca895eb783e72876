#!/usr/bin/env python3
"""Installs a wheel of the Python package into a fresh environment and tries it there: the command, and the package.

    python3 tools/try_wheel.py WHEEL

Needs Python 3.10 or later, and nothing else; a table goes through the package where pyarrow has a wheel for the system. Where WHEEL
is a folder, the newest wheel in it is tried."""

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# What the package does without any other library.
ALONE = """
import incog
assert incog.__version__ in {version!r}, incog.__version__
print(incog.intervals(5, 10).show([17, 38]))
print(incog.Job(quasi_identifiers=["age"], k=2).to_toml())
assert len(incog.list_models()) > 10
"""

WITH_A_TABLE = """
import incog, pyarrow
table = pyarrow.table({"age": [34, 36, 52, 58], "illness": ["flu", "gout", "flu", "gout"]})
release = incog.anonymize(table, quasi_identifiers={"age": incog.intervals(10, 20)}, sensitive="illness", k=2, suppression=0.0)
assert release.to_arrow()["age"].to_pylist() == ["30-39", "30-39", "50-59", "50-59"], release.to_arrow()
assert release.verify(table).holds
print(release)
"""


def main():
    wheel = Path(sys.argv[1]).resolve()
    if wheel.is_dir():
        wheel = max(wheel.glob("incog-*.whl"), key=lambda found: found.stat().st_mtime)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder, "Scripts" if os.name == "nt" else "bin")
        # Reports name files beside them.
        shutil.copytree(ROOT / "examples" / "hospital", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.release.*"))

        def run(name, *arguments):
            print("$", name, *arguments, flush=True)
            # Not in the repository, where `import incog` could find the sources.
            return subprocess.run([str(programs / name), *map(str, arguments)], cwd=folder, check=False)

        def must(name, *arguments):
            if run(name, *arguments).returncode:
                raise SystemExit(f"{wheel.name}: {name} failed")

        must("python", "-m", "pip", "install", "--quiet", wheel)
        must("incog", "--version")
        version = subprocess.check_output([str(programs / "incog"), "--version"], text=True)
        must("incog", "anonymize", "job.toml")
        must("incog", "verify", "patients.release.csv.report.json")
        must("python", "-c", ALONE.format(version=version))
        if run("python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "pyarrow").returncode:
            print("pyarrow has no wheel for this system: no table went through the package")
        else:
            must("python", "-c", WITH_A_TABLE)
    print(f"{wheel.name}: the command and the package work")


if __name__ == "__main__":
    main()
