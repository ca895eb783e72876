//! What columns become before anything is decided: from a job to reports that are verified, with
//! and without keys.

use incog::GateError;
use incog::runs::{FileRuns, TableRuns};
use incog::verify::{Verdict, VerifyOptions};
use incog::{IncogError, Job, verify_report_with, write_new_key};
use incog_io::{ReadOptions, read_table};
use std::fs;
use std::path::Path;

const PEOPLE: &str = "who,age,seen,ill,cost,sex\n\
    Anna,21,2024-01-05,flu,1011,f\nanna ,21,2024-02-05,flu,1042,f\nBob,24,2024-01-09,gout,2500,m\n\
    Cleo,24,2024-03-01,cold,1000,f\nDan,33,2024-03-02,flu,705,m\nEve,38,2024-03-02,gout,NA,f\n\
    Finn,38,2024-04-30,flu,900,m\nGus,33,2024-04-30,cold,910,m\n";

const JOB: &str = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
    hierarchy = { intervals = [10, 40] }\n[columns.ill]\nrole = \"sensitive\"\n[columns.who]\nrole = \"person\"\n\
    publish = { pseudonym = \"key.txt\", purpose = \"test\" }\n[columns.seen]\npublish = { shift_days = \"key.txt\" }\n\
    [columns.cost]\npublish = { noise = 50 }\n[columns.sex]\npublish = { pram = 0.5, values = [\"f\", \"m\"] }\n\
    [privacy]\nk-anonymity = 2\n[release]\nsecret = \"secret.txt\"\n";

fn folder(job: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("people.csv"), PEOPLE).unwrap();
    fs::write(folder.path().join("job.toml"), job).unwrap();
    for key in ["key.txt", "secret.txt"] {
        write_new_key(folder.path().join(key)).unwrap();
    }
    folder
}

fn run(folder: &Path) -> Result<String, IncogError> {
    Job::from_toml_file(folder.join("job.toml"))?.with_internal_report(true).replacing_output(true).run()?;
    Ok(fs::read_to_string(folder.join("out.csv")).unwrap())
}

fn refused(job: &str) -> String {
    let folder = folder(job);
    run(folder.path()).unwrap_err().to_string()
}

/// Claims that hold, are refuted, and are not shown.
fn claims(folder: &Path, report: &str, options: &VerifyOptions) -> [Vec<String>; 3] {
    let verification = verify_report_with(folder.join(report), options).unwrap();
    [Verdict::Proved, Verdict::Refuted, Verdict::NotShown]
        .map(|verdict| verification.with(verdict).map(|check| check.claim.clone()).collect())
}

fn cells(release: &str, column: usize) -> Vec<&str> {
    release.lines().skip(1).filter_map(|line| line.split(',').nth(column)).collect()
}

#[test]
fn a_release_with_pseudonyms_is_proved_with_the_keys_and_told_what_is_open_without() {
    let folder = folder(JOB);
    let folder = folder.path();
    let release = run(folder).unwrap();
    let names: std::collections::BTreeSet<&str> = cells(&release, 0).into_iter().collect();
    assert_eq!((names.len(), cells(&release, 0).len()), (7, 8), "Anna is one person");
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let [proved, refuted, not_shown] = claims(folder, report, &VerifyOptions::default());
        assert_eq!(refuted, Vec::<String>::new());
        assert!(proved.contains(&"who is released as pseudonym".to_owned()), "{proved:?}");
        assert!(proved.contains(&"cost is released as noise".to_owned()), "{proved:?}");
        assert!(!not_shown.iter().any(|claim| claim.contains("released")), "{not_shown:?}");
    }
    for key in ["key.txt", "secret.txt"] {
        fs::rename(folder.join(key), folder.join(format!("away-{key}"))).unwrap();
    }
    let [proved, refuted, not_shown] = claims(folder, "out.csv.report.json", &VerifyOptions::default());
    assert_eq!(refuted, Vec::<String>::new());
    assert!(proved.contains(&"who has one pseudonym for each person".to_owned()), "{proved:?}");
    assert!(proved.contains(&"columns[0].linked.people".to_owned()), "{proved:?}");
    for open in
        ["who is released as pseudonym", "cost is released as noise", "sex is released as post-randomization"]
    {
        assert!(not_shown.contains(&open.to_owned()), "{not_shown:?}");
    }
    let (secret, key) = (Some(folder.join("away-secret.txt")), Some(folder.join("away-key.txt")));
    let options = VerifyOptions { secret, key, ..VerifyOptions::default() };
    let [proved, refuted, _] = claims(folder, "out.csv.report.json", &options);
    assert_eq!(refuted, Vec::<String>::new());
    assert!(proved.contains(&"who is released as pseudonym".to_owned()), "{proved:?}");
}

#[test]
fn pseudonyms_that_join_two_people_or_part_one_are_refuted_without_the_key() {
    let folder = folder(JOB);
    let folder = folder.path();
    let release = run(folder).unwrap();
    fs::remove_file(folder.join("key.txt")).unwrap();
    let rows: Vec<&str> = release.lines().collect();
    let forged = |row: usize, name: &str| {
        let mut rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
        let (_, rest) = rows[row].split_once(',').unwrap();
        rows[row] = format!("{name},{rest}");
        fs::write(folder.join("out.csv"), rows.join("\n") + "\n").unwrap();
        claims(folder, "out.csv.report.json", &VerifyOptions::default())[1].clone()
    };
    let plain = forged(1, "Anna");
    assert!(plain.contains(&"who has the form of pseudonyms".to_owned()), "{plain:?}");
    // Of all rows some is certain: giving it the pseudonym of another person is seen.
    let other = (2..rows.len()).map(|row| forged(row, rows[1].split(',').next().unwrap()));
    assert!(
        other
            .into_iter()
            .any(|refuted| refuted.contains(&"who has one pseudonym for each person".to_owned()))
    );
}

#[test]
fn no_public_file_has_the_path_of_a_key_or_the_listed_values() {
    let folder = folder(JOB);
    run(folder.path()).unwrap();
    for file in ["out.csv.report.json", "out.csv.report.html", "out.csv"] {
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        for hidden in ["key.txt", "secret.txt", "Anna", "anna"] {
            assert!(!text.contains(hidden), "{hidden} in {file}");
        }
    }
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("out.csv.report.json")).unwrap()).unwrap();
    assert_eq!(report["job"]["columns"]["sex"]["publish"]["values"], true);
    assert_eq!(report["job"]["columns"]["who"]["publish"]["pseudonym"], true);
}

/// What is made of a record follows from no other.
#[test]
fn another_record_does_not_change_what_a_record_becomes() {
    let folder = folder(JOB);
    let release = run(folder.path()).unwrap();
    let changed = PEOPLE.replace("Gus,33,2024-04-30,cold,910,m", "Hal,33,2020-01-01,cold,1,f");
    fs::write(folder.path().join("people.csv"), changed).unwrap();
    let other = run(folder.path()).unwrap();
    let rows = |release: &str| release.lines().map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(rows(&release).intersection(&rows(&other)).count(), 8, "the header and seven records");
}

#[test]
fn models_count_what_is_published() {
    let of = |publish: &str| {
        format!(
            "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.who]\nrole = \"identifier\"\n[columns.age]\n\
             role = \"quasi-identifier\"\nhierarchy = {{ intervals = [10] }}\nmin_level = 1\nmax_level = 1\n[columns.cost]\n\
             role = \"sensitive\"\nmissing = \"none\"\n{publish}\n[privacy]\nunit = \"record\"\nk-anonymity = 2\nl-diversity = 2\n\
             [suppression]\nlimit = 0\n"
        )
    };
    let published = folder(&of(""));
    assert!(run(published.path()).is_ok());
    // 1011, 1042 and 1000 read the same as thousands, but 2500 becomes 3000; 705, 900 and 910
    // become 1000.
    let rounded = refused(&of("publish = { round = 1000 }"));
    assert!(rounded.contains("at least 4 of the 8 records must be suppressed"), "{rounded}");
}

#[test]
fn ages_at_an_event_are_generalized() {
    let job = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.seen]\nrole = \"quasi-identifier\"\n\
        publish = { age_at = \"then\" }\nhierarchy = { intervals = [2, 4] }\n[columns.then]\nrole = \"identifier\"\n[privacy]\nk-anonymity = 2\n[suppression]\nlimit = 0\n";
    let folder = folder(job);
    let rows = "seen,then\n1990-05-01,2020-04-30\n1990-05-01,2020-05-01\n1989-01-01,2020-01-01\n1989-06-01,2020-01-01\n";
    fs::write(folder.path().join("people.csv"), rows).unwrap();
    // 29, 30, 31 and 30 years.
    assert_eq!(run(folder.path()).unwrap(), "seen\n28-31\n28-31\n28-31\n28-31\n");
    assert!(claims(folder.path(), "out.csv.report.json", &VerifyOptions::default())[1].is_empty());
}

/// Numbers and dates of quasi-identifiers are coded before they are generalized.
#[test]
fn quasi_identifiers_are_treated_before_they_are_generalized() {
    let job = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
        publish = { top = 90, bottom = 18 }\nhierarchy = { intervals = [2, 4] }\n[columns.income]\nrole = \"quasi-identifier\"\n\
        publish = { round = 100 }\nhierarchy = { flat = true }\n[columns.seen]\nrole = \"quasi-identifier\"\n\
        publish = { first_of = \"month\" }\n[privacy]\nk-anonymity = 2\n[suppression]\nlimit = 0\n";
    let folder = folder(job);
    let rows =
        "age,income,seen\n90,1040,2024-01-05\n104,951,2024-01-31\n17,20,2024-02-01\n3,-49,2024-02-29\n";
    fs::write(folder.path().join("people.csv"), rows).unwrap();
    let wanted =
        "age,income,seen\n18,0,2024-02-01\n18,0,2024-02-01\n90,1000,2024-01-01\n90,1000,2024-01-01\n";
    assert_eq!(run(folder.path()).unwrap(), wanted);
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        assert!(claims(folder.path(), report, &VerifyOptions::default())[1].is_empty(), "{report}");
    }
}

/// Of ten published incomes the ninth is the top; a suppressed one counts for nothing.
#[test]
fn limits_at_quantiles_are_those_of_what_is_published() {
    let of = |role: &str, recoding: &str| {
        format!(
            "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
             hierarchy = {{ intervals = [10] }}\nmax_level = 1\n[columns.income]\nrole = \"{role}\"\npublish = {{ top_quantile = 0.9, bottom_quantile = 0.2 }}\n\
             [suppression]\nlimit = 1.0\n[privacy]\nk-anonymity = 2\n{}[recoding]\nkind = \"{recoding}\"\n",
            if role == "sensitive" { "l-diversity = 3\n" } else { "" }
        )
    };
    let rows: String = (0..10).map(|row| format!("{},{}0\n", 20 + row % 2, row)).collect();
    // The eleventh is alone, and suppressed.
    let rows = format!("age,income\n{rows}21,NA\n99,5000\n");
    let wanted = ["", "10", "10", "20", "30", "40", "50", "60", "70", "80", "80"]
        .map(|cell| if cell.is_empty() { "NA" } else { cell });
    for (role, recoding) in
        [("insensitive", "global"), ("sensitive", "global"), ("insensitive", "local"), ("sensitive", "local")]
    {
        let folder = folder(&of(role, recoding));
        fs::write(folder.path().join("people.csv"), &rows).unwrap();
        let release = run(folder.path()).unwrap();
        let mut found = cells(&release, 1);
        let mut expected = wanted.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{role} {recoding}");
        for report in ["out.csv.report.json", "out.csv.internal.json"] {
            let [proved, refuted, _] = claims(folder.path(), report, &VerifyOptions::default());
            assert_eq!(refuted, Vec::<String>::new(), "{role} {recoding} {report}");
            let claim = "income is limited at the quantiles of the published numbers".to_owned();
            assert!(recoding == "local" || proved.contains(&claim), "{role} {recoding} {proved:?}");
        }
        // A number that was to be coded, one that was not, and another limit.
        for (old, new) in [(",80\n", ",90\n"), (",30\n", ",20\n"), (",80\n", ",70\n")] {
            // Overlapping labels leave open what is behind a lower top, so there it is only not
            // shown.
            if recoding == "local" && new == ",70\n" {
                continue;
            }
            fs::write(folder.path().join("out.csv"), release.replace(old, new)).unwrap();
            let refuted = &claims(folder.path(), "out.csv.report.json", &VerifyOptions::default())[1];
            assert!(
                refuted.iter().any(|claim| claim.contains("income") || claim.contains("record")),
                "{old} {new} {refuted:?}"
            );
        }
    }
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 => 28 + i64::from(year % 4 == 0),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from the first of January 2000 to a date of this century.
fn day_number(date: &str) -> i64 {
    let parts: Vec<i64> = date.split('-').map(|part| part.parse().unwrap()).collect();
    let months = (2000..=parts[0]).flat_map(|year| (1..=12).map(move |month| (year, month)));
    let before = months.take_while(|(year, month)| (*year, *month) < (parts[0], parts[1]));
    before.map(|(year, month)| days_of(year, month)).sum::<i64>() + parts[2] - 1
}

/// The date so many days after the first of January 2020.
fn day_text(number: i64) -> String {
    let (mut year, mut month, mut day) = (2020, 1, 1 + number);
    while day > days_of(year, month) {
        day -= days_of(year, month);
        (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    }
    format!("{year}-{month:02}-{day:02}")
}

/// The tutorial for several stays a patient: pseudonyms, shifted dates, ages at admission with a
/// top, costs with a top. The page shows the job of the example.
#[test]
fn the_job_of_the_tutorial_runs() {
    let job = include_str!("../../../../examples/registry/job.toml");
    let page = include_str!("../../../../docs/tutorial-patients.md");
    let shown: String = job.lines().map(|line| format!("    {line}\n")).collect();
    assert!(page.contains(&shown), "docs/tutorial-patients.md shows another job");
    let folder = folder(job);
    let folder = folder.path();
    write_new_key(folder.join("registry.key")).unwrap();
    let mut stays = String::from("patient,born,zip,admitted,discharged,diagnosis,cost\n");
    for stay in 0..480_i64 {
        let (patient, visit) = (stay % 240, stay / 240);
        let born = format!("{}-{:02}-15", 1925 + patient % 4 * 20 + patient % 7, 1 + patient % 12);
        let admitted = patient * 3 + visit * 200;
        let zip = ["10115", "10117", "20095", "20097"][(patient / 4 % 4) as usize];
        let diagnosis = ["flu", "gout", "asthma", "burn", "cold"][((patient * 7 + visit) % 5) as usize];
        let (from, to) = (day_text(admitted), day_text(admitted + 1 + stay % 9));
        stays += &format!("P{patient},{born},{zip},{from},{to},{diagnosis},{}\n", 1000 * (1 + stay % 70));
    }
    fs::write(folder.join("stays.csv"), stays).unwrap();
    let job = Job::from_toml_file(folder.join("job.toml")).unwrap();
    let IncogError::Gate(GateError::Unsafe(dangers)) = job.run().unwrap_err() else {
        panic!("nobody has answered yet")
    };
    let keys: Vec<String> = dangers.findings().iter().map(|finding| finding.key()).collect();
    assert!(keys.contains(&"patient: linked rows".to_owned()), "{keys:?}");
    let text = fs::read_to_string(folder.join("job.toml")).unwrap();
    let waived = |keys: &[String]| {
        let waivers: String = keys.iter().map(|key| format!("{key:?} = \"a test\"\n")).collect();
        fs::write(folder.join("job.toml"), format!("{text}[waivers]\n{waivers}")).unwrap();
        Job::from_toml_file(folder.join("job.toml")).unwrap().with_internal_report(true).run()
    };
    // What the release itself singles out is known once it is made: what a stay cost, beside the
    // diagnosis or the labels; and last how often the nearest record is the right one.
    let mut keys = keys;
    while let Err(error) = waived(&keys) {
        let IncogError::Gate(GateError::Unsafe(more)) = error else { panic!("{error}") };
        let known = keys.len();
        let more = more.findings().iter().map(|finding| finding.key()).filter(|key| !keys.contains(key));
        keys = keys.iter().cloned().chain(more).collect();
        assert!(keys.len() > known, "a waiver is not heard: {keys:?}");
        // By some keys also the days between admission and discharge, which the shift keeps.
        let is_known = |key: &String| key.contains("cost") || key.starts_with("admitted + discharged");
        assert!(keys.iter().all(|key| !key.contains("singles") || is_known(key)), "{keys:?}");
    }
    let release = fs::read_to_string(folder.join("stays.release.csv")).unwrap();
    let rows: Vec<Vec<&str>> = release.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert!(rows.len() > 240, "{}", rows.len());
    let mut admitted: std::collections::BTreeMap<&str, Vec<i64>> = std::collections::BTreeMap::new();
    for row in &rows {
        admitted.entry(row[0]).or_default().push(day_number(row[3]));
        assert!((1..=9).contains(&(day_number(row[4]) - day_number(row[3]))), "{row:?}");
        assert!(row[6].parse::<u32>().unwrap() <= 50_000, "{row:?}");
    }
    let pairs = admitted.values().filter(|dates| dates.len() == 2);
    assert!(pairs.clone().count() > 50);
    assert!(pairs.into_iter().all(|dates| (dates[1] - dates[0]).abs() == 200));
    for report in ["stays.release.csv.report.json", "stays.release.csv.internal.json"] {
        assert_eq!(claims(folder, report, &VerifyOptions::default())[1], Vec::<String>::new(), "{report}");
    }
}

/// What was replaced is counted in what is published, and told.
#[test]
fn redactions_are_counted() {
    let job = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { flat = true }\n\
        [columns.note]\npublish = { redact = [\"e-mail address\", \"UUID or hash\"] }\n[privacy]\nk-anonymity = 2\n\
        [suppression]\nlimit = 0.5\n[waivers]\n\"note: identifying\" = \"a test\"\n\"note: unique together\" = \"a test\"\n";
    let folder = folder(job);
    let rows = "age,note\n20,write to a@example.org or b@example.org\n20,nothing\n20,a@example.org\n99,c@example.org\n";
    fs::write(folder.path().join("people.csv"), rows).unwrap();
    let release = run(folder.path()).unwrap();
    assert!(release.contains("write to [e-mail address] or [e-mail address]"), "{release}");
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let told: serde_json::Value =
            serde_json::from_slice(&fs::read(folder.path().join(report)).unwrap()).unwrap();
        // Three of published records; that of the suppressed one is not told.
        assert_eq!(
            told["columns"][1]["redacted"],
            serde_json::json!({ "UUID or hash": 0, "e-mail address": 3 })
        );
        let [proved, refuted, _] = claims(folder.path(), report, &VerifyOptions::default());
        assert_eq!(refuted, Vec::<String>::new());
        assert!(proved.iter().any(|claim| claim.contains("redacted")), "{proved:?}");
    }
    let page = fs::read_to_string(folder.path().join("out.csv.report.html")).unwrap();
    assert!(page.contains("Replaced: 0 [UUID or hash], 3 [e-mail address]."));
}

#[derive(serde::Deserialize)]
struct Guide {
    microaggregation: Vec<Microaggregation>,
}

#[derive(serde::Deserialize)]
struct Microaggregation {
    source: String,
    group: Vec<u32>,
    values: Vec<f64>,
    mean: Vec<String>,
    median: Option<Vec<String>>,
}

#[test]
fn published_examples_of_microaggregation_are_reproduced() {
    let guide: Guide = toml::from_str(include_str!("sdc_guide.toml")).unwrap();
    for Microaggregation { source, group, values, mean, median } in guide.microaggregation {
        for (form, expected) in [("mean", Some(mean)), ("median", median)] {
            let Some(expected) = expected else { continue };
            let job = format!(
                "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.group]\nrole = \"quasi-identifier\"\nhierarchy = {{ flat = true }}\n\
                 [columns.value]\npublish = \"{form}\"\n[privacy]\nk-anonymity = 3\n[release]\norder = \"input\"\n[waivers]\n\
                 \"value: unique values\" = \"an example\"\n"
            );
            let folder = folder(&job);
            let rows = group.iter().zip(&values).map(|(group, value)| format!("{group},{value}\n"));
            fs::write(folder.path().join("people.csv"), format!("group,value\n{}", rows.collect::<String>()))
                .unwrap();
            let release = run(folder.path()).unwrap();
            for (found, expected) in cells(&release, 1).iter().zip(&expected) {
                let places = expected.split_once('.').map_or(0, |(_, places)| places.len());
                assert_eq!(
                    &format!("{:.places$}", found.parse::<f64>().unwrap()),
                    expected,
                    "{source}: {form}"
                );
            }
        }
    }
}

/// A table in memory is published on the same terms as in a file.
#[test]
fn a_table_in_memory_becomes_the_same_as_a_file() {
    let folder = folder(JOB);
    let release = run(folder.path()).unwrap();
    let job = Job::from_toml_file(folder.path().join("job.toml")).unwrap();
    let table = read_table(folder.path().join("people.csv"), &ReadOptions::default()).unwrap().table;
    let made = job.terms().publish(&table, &job.terms().plan(&table).unwrap()).unwrap().table;
    let row =
        |row: usize| made.columns().iter().map(|column| column.value(row)).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..made.rows()).map(row).collect();
    assert_eq!(rows, release.lines().skip(1).collect::<Vec<_>>());
}

/// A day is a day in Parquet, and a pseudonym text; a column of a text file that keeps its type is
/// written as any other of one.
#[test]
fn types_follow_what_is_published() {
    let job =
        JOB.replace("out.csv", "out.parquet").replace("shift_days = \"key.txt\"", "first_of = \"month\"");
    let folder = folder(&job);
    let job = Job::from_toml_file(folder.path().join("job.toml")).unwrap();
    job.with_internal_report(true).run().unwrap();
    let made = read_table(folder.path().join("out.parquet"), &ReadOptions::default()).unwrap();
    let schema = made.format.schema.unwrap();
    let type_of = |name: &str| schema.field_with_name(name).unwrap().data_type().to_string();
    assert_eq!([type_of("who"), type_of("seen"), type_of("cost")], ["Utf8", "Date32", "Utf8"]);
    for report in ["out.parquet.report.json", "out.parquet.internal.json"] {
        assert!(claims(folder.path(), report, &VerifyOptions::default())[1].is_empty(), "{report}");
    }
}

#[test]
fn a_treatment_that_makes_no_sense_is_refused_in_words() {
    let with = |column: &str, publish: &str| {
        JOB.replace(&format!("[columns.{column}]\n"), &format!("[columns.{column}]\n{publish}\n"))
    };
    let instead = |old: &str, new: &str| {
        assert!(JOB.contains(old), "{old}");
        refused(&JOB.replace(old, new))
    };
    for (found, words) in [
        (refused(&with("age", "publish = { noise = 10 }")), "give it a hierarchy"),
        (
            refused(&with("ill", "publish = { pram = 0.5, values = [\"flu\", \"cold\"] }")),
            "random values as diversity",
        ),
        (refused(&with("ill", "publish = { pseudonym = \"key.txt\", purpose = \"x\" }")), "\"person\""),
        (instead("role = \"person\"", "role = \"identifier\""), "give the column the role \"person\""),
        (instead("noise = 50", "noise = -1"), "out of range"),
        (instead("noise = 50", "niose = 50"), "noise"),
        (instead("noise = 50", "noise = 50, kindd = \"additive\""), "kind"),
        (instead(", purpose = \"test\"", ""), "purpose"),
        (
            instead("pseudonym = \"key.txt\"", "pseudonym = true"),
            "columns.who.publish: the file of its key is withheld",
        ),
        (instead("[release]\nsecret = \"secret.txt\"\n", ""), "needs a secret"),
        (instead("pseudonym = \"key.txt\"", "pseudonym = \"none.txt\""), "columns.who.publish.pseudonym"),
        (instead("{ noise = 50 }", "{ top = 1, bottom = 2 }"), "cannot be combined"),
        (
            instead(
                "[columns.seen]\npublish = { shift_days = \"key.txt\" }",
                "[columns.ill2]\npublish = { round = 1 }",
            ),
            "no column \"ill2\"",
        ),
    ] {
        assert!(found.contains(words), "{words:?} in {found}");
    }
}

#[test]
#[cfg(unix)]
fn keys_that_others_may_read_or_that_are_too_short_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(JOB);
    let key = folder.path().join("key.txt");
    assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(write_new_key(&key).unwrap_err().to_string().contains("never overwrites a key"));
    fs::set_permissions(&key, fs::Permissions::from_mode(0o640)).unwrap();
    let refused = run(folder.path()).unwrap_err().to_string();
    assert!(refused.contains("other users can read it"), "{refused}");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    fs::write(&key, "short").unwrap();
    let refused = run(folder.path()).unwrap_err().to_string();
    assert!(refused.contains("16 to 4,096 bytes") && !refused.contains("short\n"), "{refused}");
}

#[test]
fn pseudonyms_that_join_rows_are_a_danger_until_somebody_answers() {
    // Anna is a year older at her second visit.
    let folder = folder(JOB);
    fs::write(folder.path().join("people.csv"), PEOPLE.replace("anna ,21", "anna ,38")).unwrap();
    let refused = run(folder.path()).unwrap_err().to_string();
    assert!(refused.contains("who: linked rows"), "{refused}");
    fs::write(
        folder.path().join("job.toml"),
        format!("{JOB}[suppression]\nlimit = 0\n[waivers]\n\"who: linked rows\" = \"tests\"\n"),
    )
    .unwrap();
    run(folder.path()).unwrap();
    let report = fs::read(folder.path().join("out.csv.report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    let linked = &report["columns"][0]["linked"];
    assert_eq!(
        (&linked["people"], &linked["most_rows"], &linked["alone"]),
        (&7.into(), &2.into(), &1.into())
    );
    assert!(claims(folder.path(), "out.csv.report.json", &VerifyOptions::default())[1].is_empty());
}

#[test]
fn a_text_with_fields_at_fixed_places_is_published_and_verified() {
    let job = "input = \"people.txt\"\noutput = \"out.csv\"\ncsv.fixed_width = [{ name = \"id\", width = 4 }, { name = \"age\", width = 3 }, { width = 1 },\n\
        { name = \"ill\", width = 6 }]\n[columns.id]\nrole = \"identifier\"\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [10] }\n\
        [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 2\n";
    let with = |job: &str| {
        let folder = folder(job);
        fs::write(folder.path().join("people.txt"), "0001 21xflu\n0002 24xgout\n0003 31xcold\n0004 39x\n")
            .unwrap();
        folder
    };
    let made = with(job);
    assert_eq!(run(made.path()).unwrap(), "age,ill\n20-29,flu\n20-29,gout\n30-39,\n30-39,cold\n");
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        assert!(claims(made.path(), report, &VerifyOptions::default())[1].is_empty(), "{report}");
    }
    for (old, new, words) in [
        ("width = 3", "width = 0", "1 to 10000"),
        ("csv.fixed_width", "csv.delimiter = \";\"\ncsv.fixed_width", "cannot be combined"),
        ("width = 6", "width = 2", "line 1"),
        ("name = \"ill\", width = 6", "name = \"id\", width = 6", "id"),
        ("width = 6", "widht = 6", "width"),
    ] {
        let found = run(with(&job.replace(old, new)).path()).unwrap_err().to_string();
        assert!(found.contains(words), "{words:?} in {found}");
    }
}

#[test]
fn an_interval_that_reads_like_a_value_is_read_as_the_level_that_is_written_so() {
    // Whole numbers in intervals of width 1 are written as the number; `10` is also a value, and
    // alone in an interval of width 0.5, which is written `[10, 10.5)`.
    let job = |seed: u32| {
        format!(
            "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.dose]\nrole = \"quasi-identifier\"\nmin_level = 1\n\
             hierarchy = {{ intervals = [0.5, 1, 4] }}\npublish = {{ top = 70, bottom = 10 }}\n\
             [privacy]\nk-anonymity = 2\n[suppression]\nlimit = 0.4\n[utility]\nobjective = \"precision\"\n\
             [search]\nalgorithm = \"cpgen\"\nseed = {seed}\nmax_evaluations = 2\n"
        )
    };
    let mut read = 0;
    for seed in 0..12 {
        let folder = folder(&job(seed));
        fs::write(folder.path().join("people.csv"), "dose\n-0.3\n8.3\n6\n0.5\n9\n33.25\n45.5\n").unwrap();
        let Ok(release) = run(folder.path()) else { continue };
        let verification =
            verify_report_with(folder.path().join("out.csv.report.json"), &VerifyOptions::default()).unwrap();
        assert!(verification.holds, "{release}\n{}", verification.to_text());
        read += usize::from(cells(&release, 0).contains(&"10"));
    }
    assert!(read > 0, "no release has the label that this is about");
}
