"""Python and the command give the same bytes for the same table, job, seed and secret."""

import subprocess

import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import incog

TOWNS = ["Aachen", "Bonn", "Calw", "Zwolle", "Łódź", None]
record = st.tuples(
    st.integers(18, 60), st.integers(100, 140), st.sampled_from(TOWNS), st.sampled_from(["flu", "gout", "cold"])
)
tables = st.lists(record, min_size=8, max_size=60)
hierarchies = st.fixed_dictionaries(
    {
        "age": st.sampled_from([incog.intervals(5, 20), incog.ranges(3), incog.fanout(3), None]),
        "zip": st.sampled_from(["mask", incog.mask("left"), incog.ranges(4), None]),
        "town": st.sampled_from(["flat", incog.fanout(2), None]),
    }
)
jobs = st.fixed_dictionaries(
    {
        "k": st.integers(2, 4),
        "l": st.sampled_from([None, 2]),
        "suppression": st.sampled_from([0.0, 0.1, 1.0]),
        "suppressed": st.sampled_from(["drop", "star"]),
        "objective": st.sampled_from(["gen-loss", "loss", "transparency", "discernibility"]),
        "recoding": st.sampled_from(["global", "local"]),
        "order": st.sampled_from(["sorted", "input"]),
        "seed": st.integers(0, 5),
    }
)


def table_of(records):
    ages, zips, towns, illnesses = zip(*records, strict=True)
    return pyarrow.table(
        {"age": pyarrow.array(ages, pyarrow.int16()), "zip": [str(zip) for zip in zips], "town": towns, "illness": illnesses}
    )


def by_command(command, folder, table, job, ending):
    """The bytes that the command writes, or what it says."""
    source, output = folder / "people.parquet", folder / f"command.{ending}"
    pyarrow.parquet.write_table(table, source)
    text = incog.Job.from_dict({**job.to_dict(), "input": str(source), "output": str(output)}).to_toml(folder)
    (folder / "job.toml").write_text(text)
    run = [command, "anonymize", str(folder / "job.toml"), "--force", "--replace-better"]
    ended = subprocess.run(run, capture_output=True, text=True, check=False)
    said = ended.stderr.split("error: ", 1)[-1].strip() if ended.returncode else ""
    return (output.read_bytes(), "") if not ended.returncode else (None, said)


def by_python(folder, table, job, ending):
    output = folder / f"python.{ending}"
    output.unlink(missing_ok=True)
    try:
        job.run(table).save(output, overwrite=True)
    except incog.IncogError as error:
        return None, str(error)
    return output.read_bytes(), ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("same")


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(tables, hierarchies, jobs, st.sampled_from(["csv", "parquet", "arrow"]))
def test_random_jobs_give_the_same_bytes(command, folder, records, hierarchies, keywords, ending):
    table = table_of(records)
    secret = folder / "secret.txt"
    secret.write_text("a secret of the house, long enough")
    secret.chmod(0o600)
    job = incog.Job(
        quasi_identifiers=hierarchies, sensitive="illness", models={}, release={"secret": str(secret)}, **keywords
    )
    written, refused = by_command(command, folder, table, job, ending)
    mine, said = by_python(folder, table, job, ending)
    assert mine == written
    if written is None:
        # Only the name of the table differs.
        assert said.split(":")[-1].strip() in refused


@pytest.mark.filterwarnings("ignore::incog.IncogWarning")
def test_a_report_that_was_saved_is_proved_by_the_command(command, folder, people):
    source = folder / "people.parquet"
    pyarrow.parquet.write_table(people, source)
    release = incog.anonymize(people, quasi_identifiers=["age", "zip"], sensitive="illness", k=3, source=source)
    release.save(folder / "release.csv", overwrite=True, internal=True)
    for report in ["release.csv.report.json", "release.csv.internal.json"]:
        ended = subprocess.run([command, "verify", str(folder / report)], capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
