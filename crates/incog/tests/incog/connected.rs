//! A table of an engine is published there through a connection, whole or not at all.

use crate::databases::PostgreSql;
use incog::engine::{Address, Engine, EngineError, Fault, connect};
use incog::io::{ReadOptions, RowStream, read_rows, read_table};
use incog::runs::{EngineRuns, FileRuns};
use incog::sql::{Dialect, dialect};
use incog::verify::VerifyOptions;
use incog::{AuditBackground, Control, IncogError, Job, Table, audit_file, audit_in, verify_report_in};
use incog::{EngineRunError, PlanStageError};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Names and values that end a statement where they are not quoted, and words of the language.
const NAMES: [&str; 4] = ["age", "select", "a\"b; DROP TABLE \"x\"; --", "größe 'π'"];
const ILL: [Option<&str>; 5] =
    [Some("O'Neil"), Some("'); DROP TABLE t; --"), Some("日本語 \"q\" \\"), Some("NULL"), None];
const SOURCE: &str = "\"so;urce \"\"'x\"";
const TARGET: &str = "\"the release; --\"";

/// A database with nothing in it.
struct Place {
    address: Address,
    library: PathBuf,
    folder: tempfile::TempDir,
    _server: Option<PostgreSql>,
}

impl Place {
    fn open(&self) -> Box<dyn Engine> {
        connect(&self.address, Some(&self.library)).unwrap()
    }

    fn dialect(&self) -> &'static dyn Dialect {
        dialect(self.address.engine).unwrap()
    }

    /// The cells of a query as texts, sorted.
    fn rows(&self, query: &str) -> Result<Vec<Vec<String>>, IncogError> {
        let mut engine = self.open();
        let rows = engine
            .query(query)
            .map_err(|source| IncogError::Engine(EngineRunError::Engine { doing: String::new(), source }))?;
        Ok(records(&read_rows("query", rows, &ReadOptions::default())?.0))
    }

    fn quoted(&self, name: &str) -> String {
        name.parse::<incog::sql::Relation>().unwrap().quoted(self.dialect()).unwrap()
    }
}

/// A place in each engine of which there is a server and a driver; says which are not.
fn places() -> Vec<Place> {
    let here = [("postgresql", "INCOG_ADBC_POSTGRESQL"), ("duckdb", "INCOG_ADBC_DUCKDB")].into_iter();
    let here = here.filter_map(|(engine, variable)| {
        place(engine, variable).map_err(|why| eprintln!("skipped {engine}: {why}")).ok()
    });
    here.collect()
}

fn place(engine: &'static str, variable: &str) -> Result<Place, String> {
    let library = std::env::var_os(variable).map(PathBuf::from);
    let library = library.ok_or(format!("{variable} does not name its ADBC driver"))?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let server = if engine == "postgresql" { Some(PostgreSql::new()?) } else { None };
    let file = || folder.path().join("study.duckdb").to_str().unwrap().to_owned();
    let uri = Some(server.as_ref().map_or_else(file, PostgreSql::uri));
    Ok(Place { address: Address { engine, uri, read_only: false }, library, folder, _server: server })
}

fn records(table: &Table) -> Vec<Vec<String>> {
    let cell = |column: &incog::Column, row: usize| match column.is_missing(column.codes.at(row)) {
        true => String::new(),
        false => column.value(row).to_owned(),
    };
    let row = |row: usize| table.columns().iter().map(|column| cell(column, row)).collect();
    let mut rows: Vec<Vec<String>> = (0..table.rows()).map(row).collect();
    rows.sort();
    rows
}

/// The records, as `same_records/people.csv` has them for the tests of other languages.
fn people() -> Vec<[String; 4]> {
    let person = |row: usize| {
        let (age, zip, ill) = (20 + row * row % 37, 100 + row % 7, ILL[row * row % 11 % 5]);
        let size = ["tall", "small; --", "mid'dle"][row % 3];
        [age.to_string(), zip.to_string(), ill.unwrap_or_default().to_owned(), size.to_owned()]
    };
    (0..240).map(person).collect()
}

fn csv(people: &[[String; 4]]) -> String {
    let quote = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut csv = NAMES.map(quote).join(",") + "\n";
    for [age, zip, ill, size] in people {
        let ill = if ill.is_empty() { String::new() } else { quote(ill) };
        writeln!(csv, "{age},{zip},{ill},{}", quote(size)).unwrap();
    }
    csv
}

/// Makes the source, and a file with the same records.
fn fill(place: &Place) {
    let mut rows = Vec::new();
    for [age, zip, ill, size] in people() {
        let text = |text: &str| place.dialect().text_of(Some(text).filter(|text| !text.is_empty())).unwrap();
        rows.push(format!("({age}, {}, {}, {})", text(&zip), text(&ill), text(&size)));
    }
    let names = NAMES.map(|name| place.dialect().name_of(name).unwrap());
    let types = ["integer", "text", "text", "text"];
    let columns: Vec<String> = names.iter().zip(types).map(|(name, of)| format!("{name} {of}")).collect();
    let (mut engine, source) = (place.open(), place.quoted(SOURCE));
    engine.run(&format!("CREATE TABLE {source} ({})", columns.join(", "))).unwrap();
    engine.run(&format!("INSERT INTO {source} VALUES {}", rows.join(", "))).unwrap();
    std::fs::write(place.folder.path().join("source.csv"), csv(&people())).unwrap();
}

fn toml(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// The terms, with more of them.
fn terms(more: &str) -> String {
    match more {
        PARTLY => include_str!("same_records/partly.toml").to_owned(),
        more => include_str!("same_records/terms.toml").to_owned() + more,
    }
}

/// The secret by which it is drawn who stays: the same for files, engines and clusters.
fn write_secret(folder: &Path) {
    let path = folder.join("secret.txt");
    std::fs::write(&path, "the secret of the records that are known\n").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
}

/// The job on the table of the engine.
fn job(place: &Place, output: &str, more: &str) -> Job {
    let Address { engine, uri, .. } = &place.address;
    let uri = toml(uri.as_ref().unwrap());
    let table = format!("{{ adbc = \"{engine}\", uri = {uri}, table = {} }}", toml(SOURCE));
    write_secret(place.folder.path());
    let text = format!("input = {table}\noutput = {output}\n{}", terms(more));
    std::fs::write(place.folder.path().join("job.toml"), &text).unwrap();
    Job::from_toml_file(place.folder.path().join("job.toml")).unwrap()
}

/// The source by a name that is no end of a statement.
fn named(place: &Place) -> &'static str {
    let view = format!("CREATE VIEW people AS SELECT * FROM {}", place.quoted(SOURCE));
    place.open().run(&view).unwrap();
    "people"
}

/// The job on a query, whose release is a table.
fn query_job(place: &Place, query: &str, more: &str) -> Result<Job, String> {
    let Address { engine, uri, .. } = &place.address;
    let (uri, query) = (toml(uri.as_ref().unwrap()), toml(query));
    let (input, output) = (
        format!("{{ adbc = \"{engine}\", uri = {uri}, query = {query} }}"),
        format!("{{ table = {} }}", toml(TARGET)),
    );
    std::fs::write(
        place.folder.path().join("job.toml"),
        format!("input = {input}\noutput = {output}\n{}", terms(more)),
    )
    .unwrap();
    Job::from_toml_file(place.folder.path().join("job.toml")).map_err(|error| error.to_string())
}

/// What a job of a query says of the column that the terms do not name.
const ALL_NAMED: &str = "[columns.\"größe 'π'\"]\nrole = \"insensitive\"\n";

fn table_job(place: &Place, more: &str) -> Job {
    job(place, &format!("{{ table = {} }}", toml(TARGET)), more)
}

/// The records that the same job makes of the file.
fn of_file(place: &Place, more: &str) -> Vec<Vec<String>> {
    of_file_in(place.folder.path(), more)
}

fn of_file_in(folder: &Path, more: &str) -> Vec<Vec<String>> {
    write_secret(folder);
    let text = format!("input = \"source.csv\"\noutput = \"of_file.csv\"\n{}", terms(more));
    let job = Job::from_toml(&text, folder).unwrap().replacing_output(true);
    let outcome = job.run().unwrap();
    let read = ReadOptions { delimiter: Some(b','), one_missing_value: true, ..ReadOptions::default() };
    records(
        &read_table(&outcome.release, &ReadOptions { missing_markers: vec![String::new()], ..read })
            .unwrap()
            .table,
    )
}

fn run(job: &Job, engine: &mut dyn Engine) -> Result<incog::ReleaseOutcome, IncogError> {
    job.run_in(engine, &Control::default(), &mut |_| {})
}

fn files(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

const LOCAL: &str = "[recoding]\nkind = \"local\"\n";
/// Other terms: of some classes some records stay, as their hashes say.
const PARTLY: &str = "partly";

/// What Spark and the Python package publish is compared with the same files: all publish the same
/// records.
#[test]
fn the_records_are_those_that_are_known() {
    let (folder, kept) = (tempfile::tempdir().unwrap(), Path::new("tests/incog/same_records"));
    assert_eq!(std::fs::read_to_string(kept.join("people.csv")).unwrap(), csv(&people()));
    std::fs::write(folder.path().join("source.csv"), csv(&people())).unwrap();
    for (more, name) in [("", "release.csv"), (LOCAL, "release.local.csv"), (PARTLY, "release.partly.csv")] {
        let released = of_file_in(folder.path(), more).into_iter();
        let released: Vec<[String; 4]> = released.map(|row| row.try_into().unwrap()).collect();
        assert_eq!(std::fs::read_to_string(kept.join(name)).unwrap(), csv(&released), "{name}");
    }
}

#[test]
fn a_table_is_published_as_a_file_of_its_records_is() {
    for place in places() {
        fill(&place);
        let before = place.rows(&format!("SELECT * FROM {}", place.quoted(SOURCE))).unwrap();
        for more in ["", LOCAL, PARTLY] {
            let job = table_job(&place, more).replacing_output(true).with_internal_report(true);
            let outcome = run(&job, &mut *place.open()).unwrap();
            let released = place.rows(&format!("SELECT * FROM {}", place.quoted(TARGET))).unwrap();
            assert_eq!(released, of_file(&place, more), "{}", place.address.engine);
            assert_eq!(released.len() as u64, outcome.report.solution.rows_kept);
            // The public report tells nothing of where a server is.
            let uri = place.address.uri.as_ref().unwrap();
            let tells_server = place.address.engine == "postgresql" && outcome.public_json.contains(&**uri);
            assert!(!tells_server, "{}", outcome.public_json);
            for report in ["report", "internal"] {
                let report = place.folder.path().join(format!("the_release__--.{report}.json"));
                let verified =
                    verify_report_in(&report, &VerifyOptions::default(), &mut *place.open()).unwrap();
                assert!(verified.refuted().next().is_none(), "{more}: {}", verified.to_text());
            }
            // A file of the same is the same.
            let in_file = self::job(&place, "\"release.csv\"", more).replacing_output(true);
            run(&in_file, &mut *place.open()).unwrap();
            let report = place.folder.path().join("release.csv.report.json");
            let verified = verify_report_in(report, &VerifyOptions::default(), &mut *place.open()).unwrap();
            assert!(verified.refuted().next().is_none(), "{}", verified.to_text());
        }
        assert_eq!(place.rows(&format!("SELECT * FROM {}", place.quoted(SOURCE))).unwrap(), before);
    }
}

/// A query that names a value gives the release of the table; nothing that travels shows the value.
#[test]
fn the_records_of_a_query_are_published_as_those_of_a_table_are() {
    for place in places() {
        fill(&place);
        let expected = of_file(&place, "");
        let query = format!("SELECT * FROM {}\nWHERE age <> 4711 -- not him", named(&place));
        let job = query_job(&place, &query, ALL_NAMED).unwrap().with_internal_report(true);
        let outcome = run(&job, &mut *place.open()).unwrap();
        let released = place.rows(&format!("SELECT * FROM {}", place.quoted(TARGET))).unwrap();
        assert_eq!(released, expected, "{}", place.address.engine);
        let path = |report: &str| place.folder.path().join(format!("the_release__--.{report}"));
        let page = std::fs::read_to_string(path("report.html")).unwrap();
        for told in [&outcome.public_json, &page] {
            assert!(!told.contains("4711") && !told.contains("not him"), "{told}");
        }
        assert!(std::fs::read_to_string(path("internal.json")).unwrap().contains("4711"));
        let verified = |report: &str, job: Option<PathBuf>| {
            let options = VerifyOptions { job, ..VerifyOptions::default() };
            verify_report_in(path(report), &options, &mut *place.open())
        };
        let job_file = place.folder.path().join("job.toml");
        for report in ["report.json", "internal.json"] {
            // No query is carried out that a report brings, or a job file that lies beside it.
            let refused = verified(report, None).unwrap_err().to_string();
            assert!(refused.contains("that you name") && !refused.contains("4711"), "{refused}");
            let verified = verified(report, Some(job_file.clone())).unwrap();
            assert!(verified.refuted().next().is_none(), "{}", verified.to_text());
        }
        let told = std::fs::read_to_string(path("internal.json")).unwrap();
        std::fs::write(path("internal.json"), told.replace("4711", "4712")).unwrap();
        let forged = verified("internal.json", Some(job_file)).unwrap();
        assert!(forged.refuted().next().is_some(), "{}", forged.to_text());
        let audit = audit_in(&job, None, &mut *place.open(), AuditBackground::default()).unwrap();
        assert_eq!(serde_json::to_value(&audit).unwrap()["readings"], {
            let table =
                audit_in(&table_job(&place, ""), None, &mut *place.open(), AuditBackground::default())
                    .unwrap();
            serde_json::to_value(&table).unwrap()["readings"].clone()
        });
    }
}

#[test]
fn a_query_changes_nothing_and_is_one_statement() {
    for place in places() {
        fill(&place);
        let (source, target) = (place.quoted(SOURCE), place.quoted(TARGET));
        let all = format!("SELECT * FROM {source}");
        let before = place.rows(&all).unwrap();
        place.open().run(&format!("CREATE TABLE more AS {all}")).unwrap();
        for query in [
            "WITH gone AS (DELETE FROM more RETURNING *) SELECT * FROM gone".to_owned(),
            "DELETE FROM more RETURNING *".to_owned(),
            "SELECT 'Mrs Smith' FROM".to_owned(),
            "SELECT *, CAST('Mrs Smith' AS integer) AS more FROM more".to_owned(),
            "SELECT *, age = 29 OR 'Mrs Smith' = 'x' FROM more".to_owned(),
        ] {
            let job = query_job(&place, &query, ALL_NAMED).unwrap();
            let refused = run(&job, &mut *place.open()).unwrap_err().to_string();
            assert!(refused.contains("the query of the job") && !refused.contains("Smith"), "{refused}");
            assert_eq!(place.rows("SELECT * FROM more").unwrap(), before);
        }
        for query in ["SELECT 1) AS x; DROP TABLE t; SELECT * FROM (SELECT 1", " ", "SELECT 1;"] {
            let refused = query_job(&place, query, "").unwrap_err();
            assert!(refused.contains("expected one statement") && !refused.contains("DROP"), "{refused}");
        }
        // The release must not replace what the query reads.
        place.open().run(&format!("CREATE TABLE {target} AS SELECT * FROM {source}")).unwrap();
        place.open().run(&format!("CREATE VIEW last AS SELECT * FROM {target}")).unwrap();
        let job = query_job(&place, "SELECT * FROM last", ALL_NAMED).unwrap().replacing_output(true);
        let refused = run(&job, &mut *place.open()).unwrap_err();
        let is_refused = matches!(
            refused,
            IncogError::Engine(EngineRunError::SourceReplaced { .. })
                | IncogError::Engine(EngineRunError::Engine { .. })
        );
        assert!(is_refused, "{refused}");
        assert_eq!(place.rows(&format!("SELECT * FROM {target}")).unwrap(), before);
    }
}

#[test]
fn a_plan_of_a_query_is_applied_while_the_query_gives_the_same() {
    for place in places() {
        fill(&place);
        let path = place.folder.path().join("plan.json");
        let job = query_job(&place, &format!("SELECT * FROM {}", named(&place)), ALL_NAMED).unwrap();
        job.plan_in(&mut *place.open(), &path, &Control::default(), &mut |_| {}).unwrap();
        let plan = incog::PlanFile::read(&path).unwrap();
        let job = plan.job(place.folder.path()).unwrap();
        let apply = |job: &Job| job.apply_in(&plan, &mut *place.open(), &Control::default(), &mut |_| {});
        apply(&job).unwrap();
        place.open().run(&format!("DELETE FROM {} WHERE age < 25", place.quoted(SOURCE))).unwrap();
        let refused = apply(&job.replacing_output(true)).unwrap_err();
        assert!(matches!(refused, IncogError::Plan(PlanStageError::OtherTable)), "{refused}");
    }
}

#[test]
fn a_release_that_was_changed_is_refuted() {
    for place in places() {
        fill(&place);
        run(&table_job(&place, ""), &mut *place.open()).unwrap();
        let column = place.dialect().name_of("select").unwrap();
        let change = format!("UPDATE {} SET {column} = '999'", place.quoted(TARGET));
        place.open().run(&change).unwrap();
        let report = place.folder.path().join("the_release__--.report.json");
        let verified = verify_report_in(report, &VerifyOptions::default(), &mut *place.open()).unwrap();
        assert!(verified.refuted().next().is_some(), "{}", verified.to_text());
    }
}

#[test]
fn a_plan_is_applied_to_the_table_it_was_made_for() {
    for place in places() {
        fill(&place);
        let (job, path) = (table_job(&place, ""), place.folder.path().join("plan.json"));
        job.plan_in(&mut *place.open(), &path, &Control::default(), &mut |_| {}).unwrap();
        let plan = incog::PlanFile::read(&path).unwrap();
        let job = plan.job(place.folder.path()).unwrap();
        let apply = |job: &Job| job.apply_in(&plan, &mut *place.open(), &Control::default(), &mut |_| {});
        apply(&job).unwrap();
        let released = place.rows(&format!("SELECT * FROM {}", place.quoted(TARGET))).unwrap();
        assert_eq!(released, of_file(&place, ""));
        apply(&job.clone().replacing_output(true)).unwrap();
        place.open().run(&format!("DELETE FROM {} WHERE age < 25", place.quoted(SOURCE))).unwrap();
        let refused = apply(&job.replacing_output(true)).unwrap_err();
        assert!(matches!(refused, IncogError::Plan(PlanStageError::OtherTable)), "{refused}");
    }
}

#[test]
fn a_table_of_an_engine_is_audited() {
    for place in places() {
        fill(&place);
        let job = table_job(&place, "");
        run(&job, &mut *place.open()).unwrap();
        // Of the input everybody is in the population.
        let source = place.folder.path().join("source.csv");
        let audit = |table: Option<&str>| {
            let known = AuditBackground {
                population: table.is_none().then_some(&*source),
                ..AuditBackground::default()
            };
            let table = table.map(|table| table.parse().unwrap());
            serde_json::to_value(audit_in(&job, table.as_ref(), &mut *place.open(), known).unwrap()).unwrap()
        };
        let of_files = |file: &str| {
            let options = ReadOptions { delimiter: Some(b','), ..job.read_options() };
            let of_input = (file == "source.csv").then_some(&*source);
            let known = AuditBackground { population: of_input, ..AuditBackground::default() };
            let file = place.folder.path().join(file);
            serde_json::to_value(audit_file(file, &options, job.terms().columns(), None, known).unwrap())
                .unwrap()
        };
        of_file(&place, "");
        for (table, file) in [(None, "source.csv"), (Some(TARGET), "of_file.csv")] {
            let (audit, of_file) = (audit(table), of_files(file));
            assert_eq!(audit["readings"], of_file["readings"]);
            assert_eq!(audit["rows_with_missing"], of_file["rows_with_missing"]);
            assert_eq!(audit["risk"]["population_table"], of_file["risk"]["population_table"]);
            assert_eq!(audit["risk"]["population_table"].is_object(), table.is_none());
        }
    }
}

#[test]
fn what_is_there_is_kept_unless_somebody_says_otherwise() {
    for place in places() {
        fill(&place);
        let target = place.quoted(TARGET);
        place.open().run(&format!("CREATE TABLE {target} AS SELECT 7 AS x")).unwrap();
        let job = table_job(&place, "");
        let refused = run(&job, &mut *place.open()).unwrap_err();
        assert!(matches!(refused, IncogError::Engine(EngineRunError::TableExists { .. })), "{refused}");
        assert_eq!(place.rows(&format!("SELECT * FROM {target}")).unwrap(), [["7"]]);
        run(&job.replacing_output(true), &mut *place.open()).unwrap();
        assert_eq!(place.rows(&format!("SELECT * FROM {target}")).unwrap(), of_file(&place, ""));
    }
}

#[test]
fn the_input_is_never_replaced() {
    for place in places() {
        fill(&place);
        let (source, target) = (place.quoted(SOURCE), place.quoted(TARGET));
        // The source becomes a view of what the release would replace.
        place.open().run(&format!("CREATE TABLE {target} AS SELECT * FROM {source}")).unwrap();
        place.open().run(&format!("DROP TABLE {source}")).unwrap();
        place.open().run(&format!("CREATE VIEW {source} AS SELECT * FROM {target}")).unwrap();
        let before = place.rows(&format!("SELECT * FROM {source}")).unwrap();
        let refused = run(&table_job(&place, "").replacing_output(true), &mut *place.open()).unwrap_err();
        let is_refused = matches!(
            refused,
            IncogError::Engine(EngineRunError::SourceReplaced { .. })
                | IncogError::Engine(EngineRunError::Engine { .. })
        );
        assert!(is_refused, "{refused}");
        assert_eq!(place.rows(&format!("SELECT * FROM {source}")).unwrap(), before);
    }
}

/// A connection that is lost at a statement: before the engine has it, or before it answers.
struct Lost {
    inner: Option<Box<dyn Engine>>,
    left: usize,
    carried_out: bool,
}

impl Lost {
    fn at_last<T>(
        &mut self,
        say: impl FnOnce(&mut dyn Engine) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let lost = || EngineError::Statement { engine: "test", fault: Fault::lost() };
        let Some(inner) = &mut self.inner else { return Err(lost()) };
        if self.left > 0 {
            self.left -= 1;
            return say(&mut **inner);
        }
        if self.carried_out {
            drop(say(&mut **inner));
        }
        self.inner = None;
        Err(lost())
    }
}

impl Engine for Lost {
    fn run(&mut self, statement: &str) -> Result<(), EngineError> {
        self.at_last(|inner| inner.run(statement))
    }

    fn query(&mut self, statement: &str) -> Result<RowStream, EngineError> {
        self.at_last(|inner| inner.query(statement))
    }
}

#[test]
fn a_connection_that_is_lost_at_any_statement_publishes_nothing_in_part() {
    for place in places() {
        fill(&place);
        let expected = of_file(&place, "");
        let there = files(place.folder.path());
        let (source, target) = (place.quoted(SOURCE), place.quoted(TARGET));
        let all = format!("SELECT * FROM {source}");
        let before = place.rows(&all).unwrap();
        for carried_out in [false, true] {
            for replaces in [false, true] {
                let mut statements = 0;
                loop {
                    place.open().run(&format!("DROP TABLE IF EXISTS {target}")).unwrap();
                    if replaces {
                        place.open().run(&format!("CREATE TABLE {target} AS SELECT 7 AS x")).unwrap();
                    }
                    let old = place.rows(&format!("SELECT * FROM {target}")).ok();
                    let job = table_job(&place, "").replacing_output(replaces);
                    let mut lost = Lost { inner: Some(place.open()), left: statements, carried_out };
                    let result = run(&job, &mut lost);
                    drop(lost);
                    let found = place.rows(&format!("SELECT * FROM {target}")).ok();
                    assert_eq!(place.rows(&all).unwrap(), before);
                    match result {
                        Ok(_) => {
                            assert_eq!(found.as_ref(), Some(&expected));
                            break;
                        }
                        Err(IncogError::Engine(EngineRunError::CommitUnknown { .. })) => {
                            let wanted = if carried_out { Some(expected.clone()) } else { old };
                            assert_eq!(found, wanted, "{statements}");
                        }
                        Err(_) => assert_eq!(found, old, "{statements}"),
                    }
                    let job_alone: Vec<String> =
                        files(place.folder.path()).into_iter().filter(|name| name != "job.toml").collect();
                    let without = |name: &&String| !name.ends_with(".wal") && *name != "study.duckdb";
                    let [now, then] =
                        [&job_alone, &there].map(|names| names.iter().filter(without).collect::<Vec<_>>());
                    assert_eq!(now, then, "{statements}");
                    statements += 1;
                }
                assert!(statements > 12, "{statements}");
                for report in files(place.folder.path()).iter().filter(|name| name.starts_with("the_release"))
                {
                    std::fs::remove_file(place.folder.path().join(report)).unwrap();
                }
            }
        }
    }
}

/// An engine that makes something else than it is told, with as many records and classes.
struct Meddling {
    inner: Box<dyn Engine>,
    after: String,
}

impl Engine for Meddling {
    fn run(&mut self, statement: &str) -> Result<(), EngineError> {
        self.inner.run(statement)?;
        if statement.starts_with("CREATE TABLE") { self.inner.run(&self.after) } else { Ok(()) }
    }

    fn query(&mut self, statement: &str) -> Result<RowStream, EngineError> {
        self.inner.query(statement)
    }
}

#[test]
fn what_is_not_what_was_decided_is_taken_back() {
    for place in places() {
        fill(&place);
        let (target, size) = (place.quoted(TARGET), place.dialect().name_of(NAMES[3]).unwrap());
        for after in [
            format!("UPDATE {target} SET {size} = 'tall' WHERE {size} <> 'tall'"),
            format!("UPDATE {target} SET {size} = NULL WHERE {size} = 'tall'"),
        ] {
            let refused =
                run(&table_job(&place, ""), &mut Meddling { inner: place.open(), after }).unwrap_err();
            assert!(
                matches!(refused, IncogError::Engine(EngineRunError::OtherThanDecided { .. })),
                "{refused}"
            );
            assert!(place.rows(&format!("SELECT * FROM {target}")).is_err());
            assert!(!files(place.folder.path()).iter().any(|name| name.starts_with("the_release")));
        }
    }
}

#[test]
fn what_an_engine_says_tells_no_values_and_no_addresses() {
    for place in places() {
        fill(&place);
        let mut engine = place.open();
        let wrong = engine.run("SELECT CAST('Mrs Smith' AS integer)").unwrap_err();
        let text = format!("{wrong} {wrong:?}");
        assert!(!text.contains("Smith"), "{text}");
        let no_table = engine.run("SELECT * FROM nowhere").unwrap_err().to_string();
        assert!(no_table.contains("table does not exist"), "{no_table}");
        let uri = match place.address.engine {
            "duckdb" => "/no/such/folder/s3cret.duckdb".to_owned(),
            _ => "postgresql://s3cret@127.0.0.1:1/study?connect_timeout=2".to_owned(),
        };
        let address = Address { uri: Some(uri), ..place.address.clone() };
        let Err(refused) = connect(&address, Some(&place.library)) else { panic!("connected") };
        assert!(!format!("{refused} {refused:?}").contains("s3cret"), "{refused}");
    }
}

#[test]
fn a_mistyped_identifier_publishes_nothing() {
    for place in places() {
        fill(&place);
        let job = table_job(&place, "[columns.nmae]\nrole = \"identifier\"\n");
        let refused = run(&job, &mut *place.open()).unwrap_err();
        assert!(refused.to_string().contains("nmae"), "{refused}");
    }
}

#[test]
fn addresses_with_passwords_are_refused_and_not_shown() {
    for uri in ["postgresql://me:s3cret@db/study", "postgresql://db/study?password=s3cret"] {
        let text = format!(
            "input = {{ adbc = \"postgresql\", uri = \"{uri}\", table = \"t\" }}\noutput = {{ table = \"r\" }}\n{}",
            terms("")
        );
        let refused = Job::from_toml(&text, "").unwrap_err().to_string();
        assert!(
            refused.contains("line 1: input.uri: the address seems to contain a password")
                && !refused.contains("s3cret"),
            "{refused}"
        );
    }
}

#[test]
fn an_address_in_another_place_is_not_shown() {
    let uri = "\"postgresql://me:s3cret@db/study\"";
    let table = "{ adbc = \"postgresql\", table = \"t\" }";
    let cases = [
        (uri.to_owned(), "\"r.csv\"".to_owned()),
        (table.replace("\"postgresql\"", uri), "{ table = \"r\" }".to_owned()),
        (table.replace("\"t\"", uri), "{ table = \"r\" }".to_owned()),
        (table.to_owned(), format!("{{ table = {uri} }}")),
        (table.to_owned(), uri.to_owned()),
    ];
    for (input, output) in cases {
        let text = format!("input = {input}\noutput = {output}\n{}", terms(""));
        let refused = Job::from_toml(&text, "").unwrap_err().to_string();
        assert!(refused.contains("the address of a server") && !refused.contains("s3cret"), "{refused}");
    }
}

#[test]
fn wrong_tables_are_refused() {
    let cases = [
        ("{ adbc = \"abacus\", table = \"t\" }", "{ table = \"r\" }", "possible values: postgresql, duckdb"),
        (
            "{ adbc = \"duckdb\", table = \"t\" }",
            "{ table = \"r\" }",
            "\"uri\" is missing: name the file of the database",
        ),
        ("{ adbc = \"postgresql\" }", "{ table = \"r\" }", "\"table\" is missing"),
        (
            "{ adbc = \"postgresql\", table = \"t\", path = \"x\" }",
            "{ table = \"r\" }",
            "either a database table or a file",
        ),
        (
            "{ adbc = \"postgresql\", table = \"t\", query = \"SELECT 1\" }",
            "{ table = \"r\" }",
            "either a table or a query",
        ),
        ("{ adbc = \"postgresql\", withheld = \"query\" }", "{ table = \"r\" }", "that you name"),
        ("{ adbc = \"postgresql\", table = \"t\" }", "{ table = \"public.T\" }", "may be the same table"),
        ("{ adbc = \"postgresql\", table = \"t.\" }", "{ table = \"r\" }", "is not a table name"),
        ("\"people.csv\"", "{ table = \"r\" }", "only if the input is one in the same database"),
        ("{ path = \"people.csv\" }", "\"r.csv\"", "\"counts\" is missing"),
    ];
    for (input, output, part) in cases {
        let text = format!("input = {input}\noutput = {output}\n{}", terms(""));
        let refused = Job::from_toml(&text, "").unwrap_err().to_string();
        assert!(refused.contains(part), "{input}: {refused}");
    }
}

/// A role without the privilege TEMPORARY, and a connection that is as read-only as that to a
/// standby server: a table is audited, published as a file and verified; what cannot be done there
/// is refused with what it needs, and nothing is written.
#[test]
fn who_may_only_read_needs_no_temporary_table() {
    for place in places().into_iter().filter(|place| place.address.engine == "postgresql") {
        fill(&place);
        let (mut owner, uri) = (place.open(), place.address.uri.clone().unwrap());
        for statement in [
            "CREATE ROLE only_reads LOGIN".to_owned(),
            format!("GRANT SELECT ON {} TO only_reads", place.quoted(SOURCE)),
            "DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); \
             END $$"
                .to_owned(),
        ] {
            owner.run(&statement).unwrap();
        }
        let role = uri.replace("user=postgres", "user=only_reads");
        let standby = format!("{uri}&options=-c%20default_transaction_read_only%3Don");
        let expected = of_file(&place, "");
        named(&place);
        for (uri, code) in [(role, "42501"), (standby, "25006")] {
            let reader = Address { uri: Some(uri), ..place.address.clone() };
            let in_file = job(&place, "\"release.csv\"", "").replacing_output(true);
            let outcome = run(&in_file, &mut *connect(&reader, Some(&place.library)).unwrap()).unwrap();
            assert_eq!(outcome.report.solution.rows_kept, expected.len() as u64);
            let report = place.folder.path().join("release.csv.report.json");
            let verified = verify_report_in(
                report,
                &VerifyOptions::default(),
                &mut *connect(&reader, Some(&place.library)).unwrap(),
            )
            .unwrap();
            assert!(verified.refuted().next().is_none(), "{}", verified.to_text());
            audit_in(
                &in_file,
                None,
                &mut *connect(&reader, Some(&place.library)).unwrap(),
                AuditBackground::default(),
            )
            .unwrap();
            for refused in [
                run(&table_job(&place, ""), &mut *connect(&reader, Some(&place.library)).unwrap()),
                run(
                    &query_job(&place, "SELECT * FROM people", ALL_NAMED).unwrap(),
                    &mut *connect(&reader, Some(&place.library)).unwrap(),
                ),
            ] {
                let refused = refused.unwrap_err().to_string();
                assert!(refused.contains("need temporary tables") && refused.contains(code), "{refused}");
            }
            assert!(place.rows(&format!("SELECT * FROM {}", place.quoted(TARGET))).is_err());
        }
    }
}
