"""What is asked for, what goes wrong, and how a run is watched and ended."""

import concurrent.futures
import gc
import inspect
import io
import multiprocessing
import pickle
import subprocess
import sys
import threading
import time
import warnings

import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest
from conftest import looks_like_itself

import incog
from incog._keywords import JobKeywords


def test_a_report_as_a_dictionary_and_as_objects(people):
    release = incog.anonymize(people, quasi_identifiers=["age", "zip"], sensitive="illness", k=3, l=2, recoding="global")
    report = release.report
    assert report["solution"]["rows_kept"] == report.solution.rows_kept == len(release)
    assert [promise.model for promise in report.privacy] == ["k-anonymity", "l-diversity"]
    assert report.satisfied and report.privacy[0].achieved >= 3
    known = report.risk.all_columns
    assert report.risk.highest == report["risk"]["prosecutor_max"] <= 1 / 3
    assert known.k == 3 and 0 <= known.alone <= known.below_k <= 1 and report.risk.mean <= known.mean <= known.highest <= 1
    assert report.search.stopped == "proved" and report.search.gap == 0
    assert report["audience"] == "public" and release.internal_report["audience"] == "internal"
    assert "What is promised" in release._repr_html_() and looks_like_itself(release._repr_html_())
    assert release.page.startswith("<!doctype html>")
    assert "proved" in repr(release)


def test_a_release_is_verified(people):
    release = incog.anonymize(people, quasi_identifiers=["age", "zip"], sensitive="illness", k=3)
    verification = release.verify(people)
    assert verification.holds and bool(verification) and not verification.refuted
    other = people.set_column(0, "age", pyarrow.array([40] * 60, pyarrow.int16()))
    refuted = release.verify(other)
    assert not refuted.holds and refuted.refuted


def test_a_release_is_saved(people, tmp_path):
    release = incog.anonymize(people, quasi_identifiers=["age", "zip"], k=3)
    files = release.save(tmp_path / "out.parquet", internal=True)
    assert [file.name for file in files] == [
        "out.parquet",
        "out.parquet.report.json",
        "out.parquet.report.html",
        "out.parquet.internal.html",
    ]
    with pytest.raises(incog.OutputError, match="overwrite=True"):
        release.save(tmp_path / "out.parquet")
    release.save(tmp_path / "out.parquet", overwrite=True)
    with pytest.raises(incog.OutputError):
        release.save(tmp_path / "none" / "out.csv")
    with pytest.raises(incog.OutputError, match="ending"):
        release.save(tmp_path / "out.docx")


def test_a_release_is_bytes_to_upload(people, tmp_path):
    release = incog.anonymize(people, quasi_identifiers=["age", "zip"], k=3)
    for ending in ["csv", "parquet", "csv.gz"]:
        release.save(tmp_path / f"out.{ending}")
        assert release.to_bytes(ending) == (tmp_path / f"out.{ending}").read_bytes()
    assert release.to_bytes() == release.to_bytes(format="csv")
    assert pyarrow.parquet.read_table(io.BytesIO(release.to_bytes("parquet"))).num_rows == len(release)
    with pytest.raises(incog.OutputError, match="ending"):
        release.to_bytes("docx")
    with pytest.raises(incog.IncogError, match="pickle"):
        pickle.loads(pickle.dumps(release)).to_bytes()


def wards():
    """Ward c has three records, which k = 4 suppresses; the shares of flu are 22/33 in the table and 19/30 without c."""
    counts = {("a", "flu"): 10, ("a", "gout"): 10, ("b", "flu"): 9, ("b", "gout"): 1, ("c", "flu"): 3}
    rows = [row for row, count in counts.items() for _ in range(count)]
    return pyarrow.table({"ward": [ward for ward, _ in rows], "ill": [ill for _, ill in rows]})


def test_both_distributions_are_told_and_demanded():
    ward = {"ward": {0: ["a", "b", "c"], 1: ["*", "*", "*"]}}
    near = {"t": 0.25, "distance": "equal"}
    settings = {"quasi_identifiers": ward, "sensitive": "ill", "k": 4, "suppression": 0.1}
    release = incog.anonymize(wards(), **settings, models={"t-closeness": near})
    promise = release.internal_report.privacy[1]
    assert (promise.achieved, promise.against_release) == (pytest.approx(7 / 30), pytest.approx(8 / 30))
    assert release.report.privacy[1].against_release == pytest.approx(8 / 30)
    assert release.report.privacy[0].against_release is None
    alone = incog.audit(release, quasi_identifiers="ward", sensitive="ill").sensitive["ill"]
    assert alone["t_equal"] == pytest.approx(8 / 30) and "t_equal_against_release" not in alone
    audit = incog.audit(release, quasi_identifiers="ward", sensitive="ill", original=wards())
    both = audit.sensitive["ill"]
    assert (both["t_equal"], both["t_equal_against_release"]) == (pytest.approx(7 / 30), pytest.approx(8 / 30))
    assert both["delta_against_release"] == alone["delta"]
    assert "against the table" in str(audit)
    stricter = incog.anonymize(wards(), **settings, models={"t-closeness": {**near, "reference": "release"}})
    assert stricter.report.satisfied and stricter.report.solution.levels["ward"] == 1


def test_jobs_are_text_and_keywords(people, tmp_path):
    job = incog.Job(
        quasi_identifiers={"age": incog.intervals(2, 4), "zip": "mask"},
        sensitive="illness",
        columns={"age": {"weight": 2.0}},
        k=3,
        models={"t-closeness": {"t": 0.5, "distance": "equal"}},
        suppression=0.1,
        objective="gen-loss",
        recoding="local",
        seed=7,
    )
    assert incog.Job.from_toml(job.to_toml()).to_dict() == job.to_dict() == incog.Job.from_dict(job.to_dict()).to_dict()
    (tmp_path / "job.toml").write_text(job.to_toml(tmp_path))
    saved = incog.Job.from_toml(tmp_path / "job.toml")
    assert saved.run(people).to_arrow() == job.run(people).to_arrow()


@pytest.mark.parametrize(
    ("kind", "message", "keywords"),
    [
        (incog.JobError, "k = 0 is out of range", {"k": 0}),
        (incog.JobError, "k: found a str, expected an int", {"k": "many"}),
        (incog.JobError, "seed: found a str, expected an int", {"seed": "first"}),
        (incog.JobError, "did you mean \"age\"", {"quasi_identifiers": ["agee"]}),
        (incog.JobError, "two roles", {"sensitive": "age"}),
        (incog.JobError, "did you mean \"k-anonymity\"", {"models": {"k-anonimity": 3}}),
        (incog.JobError, "gen-loss", {"objective": "genloss"}),
        (incog.JobError, "suppression", {"suppression": 2.0}),
        (incog.JobError, "cannot be written to a job", {"suppression": float("nan")}),
        (incog.HierarchyError, "", {"quasi_identifiers": {"illness": incog.intervals(5)}}),
        (incog.HierarchyError, "none.csv", {"quasi_identifiers": {"age": "none.csv"}}),
        (incog.JobError, "cannot optimize", {"recoding": "local", "objective": "loss"}),
        (incog.InfeasibleError, "", {"k": 61, "suppression": 0.0}),
        (incog.UnsafeError, "undecided", {"columns": {"score": {"role": "undecided"}}}),
    ],
)
def test_what_goes_wrong_is_said_as_by_the_command(people, kind, message, keywords):
    with pytest.raises(kind) as refused:
        incog.anonymize(people, **{"quasi_identifiers": ["age"], "k": 2, **keywords})
    assert message in str(refused.value)
    assert isinstance(refused.value, incog.IncogError)
    assert "/root" not in str(refused.value)


def test_identifiers_are_not_published(people):
    named = people.append_column("name", pyarrow.array([f"Person {row}" for row in range(60)]))
    with pytest.raises(incog.UnsafeError, match="name") as refused:
        incog.anonymize(named, quasi_identifiers=["age"], k=2)
    assert "Person 1" not in str(refused.value)
    release = incog.anonymize(named, quasi_identifiers=["age"], identifiers="name", k=2)
    assert "name" not in release.columns


def test_values_that_single_people_out_are_refused_in_the_words_of_python(people):
    costs = people.append_column("costs", pyarrow.array([1000.25 + 7 * row for row in range(60)]))
    known = {"quasi_identifiers": ["age"], "sensitive": ["illness", "costs"], "identifiers": ["zip", "score"], "k": 3}
    with pytest.raises(incog.UnsafeError, match="60 of 60 records") as refused:
        incog.anonymize(costs, **known)
    assert 'waivers={"costs: singles people out": ' in str(refused.value) and "[waivers]" not in str(refused.value)
    assert 'columns={"costs": {"publish": {"round": "auto"}}}' in str(refused.value) and "publish:" not in str(refused.value)
    waived = incog.anonymize(costs, **known, waivers={"costs: singles people out": "a test"})
    assert waived.verify(costs).holds


def test_notes_are_warnings(people):
    with pytest.warns(incog.IncogWarning, match="in every record") as warned:
        incog.anonymize(people, quasi_identifiers={"zip": "flat"}, insensitive=["age", "illness", "score"], k=60, suppression=0.0)
    # At the line that asked for it.
    assert {warning.filename for warning in warned} == {__file__}


def test_much_suppression_is_a_warning(people):
    # Two of 62 have an age of their own; the default limit allows three.
    strangers = people.slice(0, 2).set_column(0, "age", pyarrow.array([70, 80], pyarrow.int16()))
    rare = pyarrow.concat_tables([people, strangers])
    with pytest.warns(incog.SuppressionWarning, match="suppressed 3.2 % of the records and kept 60; .* set suppression to"):
        incog.anonymize(rare, quasi_identifiers={"age": "flat"}, columns={"age": {"max_level": 0}}, k=3)


def test_a_limit_is_a_warning(people):
    with pytest.warns(incog.NotFinalWarning, match="budget"):
        incog.anonymize(people, quasi_identifiers=["age", "zip"], k=3, algorithm="optimal", max_evaluations=1)


def test_progress_is_told(people):
    events = []
    incog.anonymize(people, quasi_identifiers=["age"], k=2, progress=events.append)
    stages = [event["stage"] for event in events if event["stage"] != "progress"]
    assert stages == ["reading", "searching", "writing", "measuring"]
    pytest.importorskip("tqdm")
    incog.anonymize(people, quasi_identifiers=["age"], k=2, progress=True)


def test_an_observer_that_fails_ends_the_run(people):
    def observer(event):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        incog.anonymize(people, quasi_identifiers=["age"], k=2, progress=observer)


def test_plans_are_kept_and_applied(people, tmp_path):
    keywords = {"quasi_identifiers": ["age", "zip"], "sensitive": "illness", "k": 3, "recoding": "global"}
    plan = incog.plan(people, **keywords)
    plan.save(tmp_path / "plan.json")
    with pytest.raises(OSError):
        plan.save(tmp_path / "plan.json")
    kept = incog.Plan.load(tmp_path / "plan.json")
    assert kept.apply(people).to_arrow() == incog.anonymize(people, **keywords).to_arrow()
    with pytest.raises(incog.PlanError, match="another table"):
        kept.apply(people.slice(1))
    (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(incog.PlanError, match="not a plan"):
        incog.Plan.load(tmp_path / "plan.json")


def test_a_plan_publishes_the_table_of_the_next_day(command, people, tmp_path):
    """With the levels and hierarchies of the plan, byte for byte as the command does it."""
    job = incog.Job(quasi_identifiers={"age": incog.intervals(2, 4), "zip": incog.fanout(2), "illness": None}, insensitive="score", k=3)
    plan = job.plan(people)
    plan.save(tmp_path / "plan.json")
    other = people.slice(5, 40).set_column(0, "age", pyarrow.array([18 + row % 9 for row in range(40)], pyarrow.int16()))
    other = other.set_column(1, "zip", pyarrow.array([["100", "101", "110", "200"][row % 4] for row in range(40)]))
    pyarrow.parquet.write_table(other, tmp_path / "other.parquet")
    with pytest.raises(incog.PlanError, match="another table"):
        plan.apply(other)
    with pytest.raises(ValueError, match="another=True"):
        plan.apply(other, unknown="top")
    for unknown in ["refuse", "top"]:
        out = tmp_path / f"{unknown}.csv"
        run = [command, "apply", str(tmp_path / "plan.json"), "--input", str(tmp_path / "other.parquet"), "-o", str(out)]
        ended = subprocess.run([*run, "--unknown", unknown], capture_output=True, text=True, check=False)
        said = ended.stderr.split("error: ", 1)[-1].strip()
        for kept in [plan, incog.Plan.load(tmp_path / "plan.json"), pickle.loads(pickle.dumps(plan))]:
            try:
                release = kept.apply(other, another=True, unknown=unknown, source=tmp_path / "other.parquet")
            except incog.IncogError as refused:
                # Up to what to do about it, which each face says in its own words.
                assert ended.returncode and said.split(": ", 1)[-1].split(";")[0] in str(refused)
                continue
            assert ended.returncode == 0, said
            [written, *_] = release.save(tmp_path / "python.csv", overwrite=True, replace_better=True)
            assert written.read_bytes() == out.read_bytes()
            assert release.verify(other).holds
            checked = subprocess.run([command, "verify", f"{written}.report.json"], capture_output=True, text=True, check=False)
            assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_plan_names_its_files_wherever_it_is_saved(command, people, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    (tmp_path / "here" / "zip.csv").write_text("100;10*;*\n101;10*;*\n110;11*;*\n")
    monkeypatch.chdir(tmp_path / "here")
    plan = incog.plan(people, quasi_identifiers={"zip": "zip.csv"}, insensitive=["age", "illness", "score"], k=3, seed=4, recoding="global")
    release = plan.apply(people).to_arrow()
    plan.save("../there/plan.json")
    monkeypatch.chdir(tmp_path)
    loaded = incog.Plan.load("there/plan.json")
    for kept in [plan, loaded, pickle.loads(pickle.dumps(plan))]:
        again = kept.apply(people)
        assert again.to_arrow() == release and again.report.search.stopped == "proved"
    pyarrow.parquet.write_table(people.slice(0, 50), tmp_path / "other.parquet")
    run = [command, "apply", "there/plan.json", "--input", "other.parquet", "-o", "out.csv"]
    ended = subprocess.run(run, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_a_plan_that_does_not_fit_the_next_day(people):
    levels = {"recoding": "global", "keep_columns": "off"}
    plan = incog.plan(people, quasi_identifiers={"age": incog.intervals(2, 4), "zip": "flat"}, k=3, suppression=0.0, **levels)
    alone = people.set_column(0, "age", pyarrow.array([20 + row for row in range(60)], pyarrow.int16()))
    with pytest.raises(incog.NothingFoundError, match="more records|suppress"):
        plan.apply(alone, another=True)
    with pytest.raises(incog.JobError, match="zip"):
        plan.apply(people.drop_columns(["zip"]), another=True)
    local = incog.plan(people, quasi_identifiers=["age", "zip"], k=3)
    with pytest.raises(incog.PlanError, match="levels by record"):
        local.apply(alone, another=True)


def test_a_job_is_proposed(people):
    job = incog.propose(people)
    assert job.to_dict()["columns"]["age"]["role"] == "quasi-identifier"
    assert "# " in incog.propose_toml(people)


def test_an_audit_measures_any_table(people):
    release = incog.anonymize(people, quasi_identifiers=["age", "zip"], sensitive="illness", k=4)
    before = incog.audit(people, quasi_identifiers=["age", "zip"], sensitive="illness")
    after = incog.audit(release, quasi_identifiers=["age", "zip"], sensitive="illness")
    assert before.k < 4 <= after.k
    assert "k (smallest class)" in str(after)


def test_what_there_is_is_listed():
    assert {"k-anonymity", "t-closeness"} <= {card["name"] for card in incog.list_models()}
    for cards in [incog.list_metrics(), incog.list_algorithms(), incog.list_local_algorithms(), incog.list_formats()]:
        assert all(card["summary"] for card in cards)


def test_hierarchies_are_shown():
    assert incog.mask().levels(["11323", "11400"]) == [
        ["11323", "1132*", "113**", "11***", "1****", "*"],
        ["11400", "1140*", "114**", "11***", "1****", "*"],
    ] or incog.mask().levels(["11323", "11400"])[0][:3] == ["11323", "1132*", "113**"]
    jobs = [("nurse", "health", "*"), ("doctor", "health", "*"), ("cook", "food", "*")]
    assert [row[1] for row in incog.from_levels(jobs).levels(["nurse", "doctor", "cook"])] == ["health", "health", "food"]
    # Nothing but the root is above a value.
    assert incog.from_levels([("m", "*"), ("f", "*")]).levels(["m", "f"]) == [["m", "*"], ["f", "*"]]
    with pytest.raises(ValueError, match="below two others"):
        incog.from_levels([("a", "x"), ("a", "y")])
    with pytest.raises(incog.IncogError):
        incog.intervals(5, 7).levels([1, 2])


def test_other_threads_go_on(people):
    """The lock is released: another thread counts while a run reads from a slow table."""
    counted = 0
    done = threading.Event()

    def batches():
        for batch in people.to_batches(max_chunksize=10):
            time.sleep(0.05)
            yield batch

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    incog.anonymize(pyarrow.RecordBatchReader.from_batches(people.schema, batches()), quasi_identifiers=["age"], k=2)
    done.set()
    thread.join()
    assert counted > 20


ENDED = """
import signal, sys, threading, time, os
import pyarrow, incog
schema = pyarrow.schema([("age", pyarrow.int64())])
def batches():
    yield pyarrow.record_batch([pyarrow.array([1, 2])], schema=schema)
    {producer}
def end():
    time.sleep(0.5)
    global sent
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=end, daemon=True).start()
try:
    incog.anonymize(pyarrow.RecordBatchReader.from_batches(schema, batches()), quasi_identifiers=["age"], k=2)
except KeyboardInterrupt:
    print(time.monotonic() - sent)
    sys.stdout.flush()
    os._exit(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_ends_a_run_whose_table_blocks():
    text = ENDED.format(producer="time.sleep(20)")
    ended = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=30, check=True)
    # 0.2 s on a machine that has nothing else to do.
    assert float(ended.stdout) < 0.5, ended.stdout


SEARCHED = """
import os, signal, threading, time
import pyarrow, incog
rows = 20000
columns = {{f"q{{place}}": pyarrow.array([(row * (7 + 2 * place) + row // (3 + place)) % 53 for row in range(rows)]) for place in range(12)}}
def end():
    global sent
    time.sleep({after})
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=end, daemon=True).start()
try:
    {call}
    print(-1.0)
except KeyboardInterrupt:
    print(time.monotonic() - sent, flush=True)
    # The search ends by itself soon: nothing is worked on any more.
    time.sleep(3)
    before = time.process_time()
    time.sleep(0.5)
    print(time.process_time() - before, flush=True)
    os._exit(0)
"""


@pytest.mark.parametrize(
    ("after", "call"),
    [
        (0.1, "incog.anonymize(pyarrow.table(columns), quasi_identifiers=list(columns), k=5, suppression=0.1)"),
        (1.5, "incog.anonymize(pyarrow.table(columns), quasi_identifiers=list(columns), k=5, suppression=0.1)"),
        (1.5, "incog.explore(pyarrow.table(columns), quasi_identifiers=list(columns), k=range(5, 50), suppression=0.1)"),
    ],
)
def test_ctrl_c_ends_a_search(after, call):
    text = SEARCHED.format(after=after, call=call)
    ended = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120, check=True)
    waited, worked = map(float, ended.stdout.split())
    assert 0 <= waited < 0.5 and worked < 0.3, ended.stdout


def test_ctrl_c_ends_the_call_of_an_attack():
    """An attack that has begun is tried to its end by a thread that nobody waits for; no other is begun."""
    call = "incog.attack(pyarrow.table(columns), pyarrow.table(columns), pyarrow.table(columns), queries=10**6)"
    text = SEARCHED.format(after=0.3, call=call).replace("time.sleep(3)", "os._exit(0)")
    ended = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120, check=True)
    assert 0 <= float(ended.stdout) < 0.5, ended.stdout


def test_nothing_of_a_table_stays_behind(people):
    """A release gives back what it holds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before = pyarrow.total_allocated_bytes()
        for _ in range(20):
            release = incog.anonymize(people, quasi_identifiers=["age"], k=2).to_arrow()
        del release
        gc.collect()
        assert pyarrow.total_allocated_bytes() <= before + 1_000_000


def _rows(people):
    return len(incog.anonymize(people, quasi_identifiers=["age"], k=2))


def _refused(people):
    try:
        return _rows(people)
    except incog.IncogError as refused:
        return str(refused)


def test_processes(people):
    _rows(people)
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
        assert processes.submit(_rows, people).result(60) == 60
    if "fork" in multiprocessing.get_all_start_methods():
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as processes:
            assert "spawn" in processes.submit(_refused, people).result(60)


def test_several_runs_at_once(people):
    releases = []
    keywords = {"quasi_identifiers": ["age", "zip"], "k": 3, "recoding": "global"}
    threads = [
        threading.Thread(target=lambda: releases.append(incog.anonymize(people, **keywords).to_arrow())) for _ in range(4)
    ]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(releases) == 4 and all(release == releases[0] for release in releases)


def test_the_keywords_are_those_of_a_job():
    keywords = list(inspect.signature(incog.Job).parameters)
    assert keywords == list(JobKeywords.__annotations__)
    assert list(inspect.signature(incog.anonymize).parameters) == ["table", "preset", "progress", *keywords]


def test_hierarchies_of_all_kinds_are_taken(people, tmp_path):
    (tmp_path / "zip.csv").write_text("100;10*;*\n101;10*;*\n110;11*;*\n")
    levels = {"zip": ["100", "101", "110"], "first": ["10*", "10*", "11*"]}
    ways = [
        "mask",
        incog.mask(keep=[2]),
        incog.tree({"100": "10*", "101": "10*", "110": "11*"}),
        incog.from_levels(pandas.DataFrame(levels)),
        polars.DataFrame(levels),
        tmp_path / "zip.csv",
        incog.hierarchy_file(tmp_path / "zip.csv"),
        {"mask": "right", "keep": [2]},
    ]
    for way in ways:
        columns = {"zip": {"min_level": 1, "max_level": 1}}
        release = incog.anonymize(people, quasi_identifiers={"zip": way}, insensitive=["age", "illness", "score"], columns=columns, k=2)
        assert set(release.to_arrow()["zip"].to_pylist()) == {"10*", "11*"}, way
    with pytest.raises(TypeError, match="is not a hierarchy"):
        incog.Job(quasi_identifiers={"zip": 5}, k=2)
