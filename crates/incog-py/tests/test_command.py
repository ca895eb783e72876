"""The command that the package brings is the program incog."""

import json
import subprocess
import sys
from pathlib import Path

import incog
import pytest

COMMAND = Path(sys.executable).parent / "incog"
TABLE = "age,zip,disease\n" + "".join(
    f"{20 + n % 40},1011{n % 5},{('flu', 'cold', 'asthma')[n % 3]}\n" for n in range(300)
)


def run(*arguments: str, folder: Path | None = None, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *arguments], cwd=folder, input=text, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("start", [[str(COMMAND)], [sys.executable, "-m", "incog"]])
def test_it_has_the_version_of_the_package(start: list[str]) -> None:
    done = subprocess.run([*start, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"incog {incog.__version__}\n"


def test_it_publishes_and_verifies(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text(TABLE)
    made = run("anonymize", "people.csv", "-q", "age,zip", "-s", "disease", "-k", "5", "-o", "out.csv", folder=tmp_path)
    assert made.returncode == 0, made.stderr
    checked = run("verify", "out.csv.report.json", "--json", folder=tmp_path)
    assert json.loads(checked.stdout)["holds"] is True


def test_it_is_a_filter() -> None:
    done = run("anonymize", "-", "--format", "csv", "-q", "age,zip", "-s", "disease", "-k", "5", "-o", "-", text=TABLE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "age,zip,disease"


def test_its_exit_codes_are_those_of_the_program(tmp_path: Path) -> None:
    assert run("anonymise").returncode == 2
    missing = run("anonymize", "missing.toml", folder=tmp_path)
    assert missing.returncode == 1
    assert missing.stderr.startswith("error: ")
