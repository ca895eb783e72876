//! Quasi-identifiers that are published as numbers: bounds in two columns, or midpoints.

use incog::data::Publish;
use incog::runs::{FileRuns, TableRuns};
use incog::verify::Verdict;
use incog::{HierarchyInputError, ReleaseError};
use incog::{IncogError, Job, ModelSpec, Table, Terms, verify_report};
use incog_io::{ReadOptions, read_table, sha256_of_text};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use std::fs;
use std::path::Path;

fn text(age: &str, rest: &str) -> String {
    format!(
        "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n{age}\n\
         [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 2\n{rest}\n"
    )
}

fn job(folder: &Path, age: &str, rest: &str) -> Job {
    let job = Job::from_toml(&text(age, rest), folder).unwrap();
    job.replacing_output(true).with_internal_report(true)
}

fn people(folder: &Path, ages: &[&str]) {
    let rows = ages.iter().enumerate().map(|(row, age)| format!("{age},{}\n", ["flu", "gout"][row % 2]));
    fs::write(folder.join("people.csv"), "age,ill\n".to_owned() + &rows.collect::<String>()).unwrap();
}

fn released(folder: &Path) -> String {
    fs::read_to_string(folder.join("out.csv")).unwrap()
}

/// Both reports hold.
fn verified(folder: &Path) {
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let verification = verify_report(folder.join(report)).unwrap();
        assert!(verification.holds, "{}\n{}", verification.to_text(), released(folder));
    }
}

/// The release of some ages, once its reports were verified.
fn release(ages: &[&str], age: &str, rest: &str) -> Result<String, IncogError> {
    let folder = tempfile::tempdir().unwrap();
    people(folder.path(), ages);
    job(folder.path(), age, rest).run()?;
    verified(folder.path());
    Ok(released(folder.path()))
}

const AGES: [&str; 8] = ["21", "24", "33", "038", "91", "95.0", "", ""];
const TENS: &str = "hierarchy = { intervals = [10, 20], top = 90 }\nmax_level = 1";

#[test]
fn bounds_are_two_columns() {
    let as_bounds = release(&AGES, &format!("{TENS}\npublish = \"bounds\""), "").unwrap();
    assert_eq!(
        as_bounds,
        "age_from,age_to,ill\n20,29,flu\n20,29,gout\n30,39,flu\n30,39,gout\n90,,flu\n90,,gout\n,,flu\n,,gout\n"
    );
    let half_open = format!("{TENS}\npublish = \"bounds\"");
    let half_open =
        release(&AGES, &half_open, "[release]\nlabels = \"interval\"\norder = \"input\"").unwrap();
    assert_eq!(half_open.lines().nth(1), Some("20,30,flu"));
    let root = TENS.replace("max_level = 1", "min_level = 3");
    let root = release(&AGES, &format!("{root}\npublish = \"bounds\""), "").unwrap();
    assert!(root.lines().skip(1).all(|line| line.starts_with(",,")), "{root}");
    let as_they_are =
        release(&["21", "21", "007", "7.0"], "publish = \"bounds\"\nmax_level = 0", "").unwrap();
    assert_eq!(as_they_are, "age_from,age_to,ill\n7,7,flu\n7,7,gout\n21,21,flu\n21,21,gout\n");
}

#[test]
fn midpoints_are_one_column() {
    let without_missing = release(&AGES[..6], &format!("{TENS}\npublish = \"midpoint\""), "").unwrap();
    assert_eq!(without_missing, "age,ill\n24.5,flu\n24.5,gout\n34.5,flu\n34.5,gout\n,flu\n,gout\n");
    // What is missing and what is open would both be empty.
    let refused = release(&AGES, &format!("{TENS}\npublish = \"midpoint\""), "").unwrap_err();
    assert!(refused.to_string().contains("have no midpoint"), "{refused}");
}

#[test]
fn dates_have_a_first_and_a_last_day() {
    let dates = ["17.02.2024", "29.02.2024 10:15", "01.12.2023", "31.12.2023"];
    let hierarchy = "hierarchy = { date = [\"month\", \"year\"], format = \"%d.%m.%Y\" }\nmax_level = 1";
    let bounds = release(&dates, &format!("{hierarchy}\npublish = \"bounds\""), "").unwrap();
    assert_eq!(
        bounds,
        "age_from,age_to,ill\n2023-12-01,2023-12-31,flu\n2023-12-01,2023-12-31,gout\n\
         2024-02-01,2024-02-29,flu\n2024-02-01,2024-02-29,gout\n"
    );
    let middles = release(&dates, &format!("{hierarchy}\npublish = \"midpoint\""), "").unwrap();
    assert_eq!(middles, "age,ill\n2023-12-16,flu\n2023-12-16,gout\n2024-02-15,flu\n2024-02-15,gout\n");
}

#[test]
fn what_would_look_alike_is_refused() {
    let bounds = |age: &str, rest: &str| release(&AGES, &format!("{age}\npublish = \"bounds\""), rest);
    let starred = bounds(TENS, "[suppression]\nlimit = 1.0\nas = \"star\"").unwrap_err();
    assert!(matches!(starred, IncogError::Release(ReleaseError::AlikeCells { .. })), "{starred}");
    let masked = text("hierarchy = { mask = \"right\" }\npublish = \"bounds\"", "");
    let masked = Job::from_toml(&masked, "").unwrap_err().to_string();
    assert!(masked.contains("columns.age.publish cannot be combined with columns.age.hierarchy"), "{masked}");
    let unknown = Job::from_toml(&text("publish = \"bound\"", ""), "").unwrap_err().to_string();
    assert!(unknown.contains("did you mean \"bounds\""), "{unknown}");
    let insensitive = text("", "").replace("role = \"sensitive\"", "publish = \"bounds\"");
    assert!(Job::from_toml(&insensitive, "").unwrap_err().to_string().contains("has no effect here"));
    let words = release(&["a", "b", "a", "b"], "publish = \"bounds\"", "").unwrap_err();
    assert!(matches!(words, IncogError::Hierarchy(HierarchyInputError::Build(_))), "{words}");

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("people.csv"), "age,age_to,ill\n21,1,flu\n21,2,flu\n").unwrap();
    let taken = job(folder.path(), "publish = \"bounds\"", "").run().unwrap_err();
    assert!(matches!(taken, IncogError::Release(ReleaseError::BoundsColumnTaken { .. })), "{taken}");
}

#[test]
fn starred_records_have_empty_bounds() {
    let ages = ["21", "24", "33", "38", "77"];
    let starred =
        release(&ages, &format!("{TENS}\npublish = \"bounds\""), "[suppression]\nlimit = 1.0\nas = \"star\"")
            .unwrap();
    assert!(starred.ends_with(",,*\n"), "{starred}");
}

/// Every cell of a bound changed, and the checksum in the report with it: a claim is refuted.
#[test]
fn a_changed_bound_is_refuted() {
    let folder = tempfile::tempdir().unwrap();
    people(folder.path(), &AGES);
    for form in ["bounds", "midpoint"] {
        people(folder.path(), if form == "bounds" { &AGES } else { &AGES[..6] });
        job(folder.path(), &format!("{TENS}\npublish = \"{form}\""), "").run().unwrap();
        let (honest, report) = (released(folder.path()), folder.path().join("out.csv.report.json"));
        let told = fs::read_to_string(&report).unwrap();
        let sum = |text: &str| sha256_of_text(text);
        for (old, new) in [
            ("20,29,flu", "20,28,flu"),
            ("20,29", "21,29"),
            ("90,,", "90,99,"),
            ("90,,", "80,,"),
            (",,flu", ",9,flu"),
            ("24.5", "24"),
            ("34.5", ""),
            ("20,29,flu", "20,x,flu"),
        ] {
            let forged = honest.replace(old, new);
            if forged == honest {
                continue;
            }
            fs::write(folder.path().join("out.csv"), &forged).unwrap();
            fs::write(&report, told.replace(&sum(&honest), &sum(&forged))).unwrap();
            let verification = verify_report(&report).unwrap();
            assert!(!verification.holds, "{form}: {old} {new}\n{}", verification.to_text());
        }
        // Labels in the place of numbers.
        fs::write(folder.path().join("out.csv"), honest.replace("age_from,age_to", "age,to")).unwrap();
        fs::write(&report, &told).unwrap();
        assert!(
            form == "midpoint" || verify_report(&report).unwrap().with(Verdict::Refuted).next().is_some()
        );
    }
}

#[test]
fn typed_files_have_typed_columns() {
    let folder = tempfile::tempdir().unwrap();
    people(folder.path(), &AGES[..6]);
    for (form, first) in [("bounds", ["20", "29"]), ("midpoint", ["24.5", "flu"])] {
        for format in ["parquet", "arrow"] {
            let age = format!("{TENS}\npublish = \"{form}\"");
            let text = text(&age, "").replace("out.csv", &format!("out.{format}"));
            Job::from_toml(&text, folder.path()).unwrap().replacing_output(true).run().unwrap();
            let path = folder.path().join(format!("out.{format}"));
            let file = read_table(&path, &ReadOptions::default()).unwrap();
            let schema = file.format.schema.unwrap();
            let types: Vec<String> =
                schema.fields().iter().map(|field| field.data_type().to_string()).collect();
            assert_eq!(types[0], if form == "bounds" { "Int64" } else { "Float64" });
            let row: Vec<&str> = file.table.columns().iter().map(|column| column.value(0)).collect();
            assert_eq!(row[..2], first);
            let report = folder.path().join(format!("out.{format}.report.json"));
            assert!(verify_report(report).unwrap().holds);
        }
    }
}

#[test]
fn a_plan_keeps_the_form() {
    let folder = tempfile::tempdir().unwrap();
    people(folder.path(), &AGES);
    let age = format!("{TENS}\npublish = \"bounds\"");
    fs::write(folder.path().join("job.toml"), text(&age, "")).unwrap();
    let job = Job::from_toml_file(folder.path().join("job.toml")).unwrap().replacing_output(true);
    let job = job.with_internal_report(true);
    job.run().unwrap();
    let before = released(folder.path());
    let plan = job.plan_to(folder.path().join("plan.json")).unwrap();
    job.apply(&plan).unwrap();
    assert_eq!(released(folder.path()), before);
    // Another table of the same form: 055 and 99 were not seen before.
    people(folder.path(), &["055", "51", "99", "92", "", "NA"]);
    fs::write(folder.path().join("plan.json"), serde_json::to_string(&plan).unwrap()).unwrap();
    let of_plan = text(&age, "[hierarchy]\nplan = \"plan.json\"");
    let job =
        Job::from_toml(&of_plan, folder.path()).unwrap().replacing_output(true).with_internal_report(true);
    job.reuse(&plan).unwrap();
    assert_eq!(
        released(folder.path()),
        "age_from,age_to,ill\n50,59,flu\n50,59,gout\n90,,flu\n90,,gout\n,,flu\n,,gout\n"
    );
    verified(folder.path());
}

#[test]
fn a_table_in_memory_has_the_same_columns() {
    let rows = AGES.iter().map(|age| [*age, "flu"]);
    let table = Table::from_rows(["age", "ill"], rows, &[""]).unwrap();
    let terms = Terms::builder()
        .quasi_identifier("age")
        .publish("age", Publish::Bounds)
        .model(ModelSpec::named("k-anonymity", [("k", 2.into())]).unwrap())
        .build()
        .unwrap();
    let release = terms.publish(&table, &terms.plan(&table).unwrap()).unwrap();
    let names: Vec<&str> = release.table.columns().iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["age_from", "age_to", "ill"]);
    assert_eq!(release.privacy[0].facts().achieved, Some(2.0));
}

/// The bounds that a label tells.
fn bounds_of(label: &str) -> (String, String) {
    let own = |text: &str| text.replace("inf", "");
    let half_open = label.strip_prefix('[').and_then(|label| label.strip_suffix(')'));
    match (half_open, label.strip_suffix('+')) {
        _ if label == "*" || label.is_empty() => (String::new(), String::new()),
        (Some(ends), _) => ends.split_once(", ").map(|(from, to)| (own(from), own(to))).unwrap(),
        (_, Some(from)) => (own(from), String::new()),
        _ => match label
            .split_once("..")
            .or_else(|| label.split_once('-').filter(|(from, _)| !from.is_empty()))
        {
            Some((from, to)) => (own(from), own(to)),
            None => (own(label), own(label)),
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, rng_seed: RngSeed::Fixed(5), ..ProptestConfig::default() })]

    /// The three forms of a release have the same rows in the same classes, and its bounds are
    /// those that labels tell.
    #[test]
    fn bounds_are_those_of_the_labels(
        ages in proptest::collection::vec(prop_oneof![8 => 18i32..60, 1 => -40i32..300], 4..40),
        halves: bool,
        missing: bool,
        hierarchy in select(vec!["{ intervals = [5, 10, 40] }", "{ intervals = [10], top = 80 }", "{ ranges = 4 }", "{ flat = true }", "{ intervals = [2.5, 10] }"]),
        labels in select(vec!["range", "interval"]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut ages: Vec<String> = ages.iter().map(|age| if halves && age % 7 == 0 { format!("{age}.5") } else { age.to_string() }).collect();
        if missing {
            ages.extend(["".to_owned(), "".to_owned()]);
        }
        people(folder, &ages.iter().map(String::as_str).collect::<Vec<_>>());
        let run = |form: &str| {
            let age = format!("hierarchy = {hierarchy}\npublish = \"{form}\"");
            let outcome = job(folder, &age, &format!("[suppression]\nlimit = 1.0\n[release]\nlabels = \"{labels}\"\norder = \"input\"")).run().ok()?;
            verified(folder);
            let lines: Vec<Vec<String>> = released(folder).lines().skip(1).map(|line| line.replace("\", ", "\" ").split(',').map(str::to_owned).collect()).collect();
            Some((outcome.report.solution.clone(), outcome.public.utility.clone(), outcome.public.risk.clone(), lines))
        };
        let read = |folder: &Path| {
            let table = read_table(folder.join("out.csv"), &ReadOptions { one_missing_value: false, delimiter: Some(b','), ..ReadOptions::default() }).unwrap().table;
            (0..table.rows()).map(|row| table.columns()[0].value(row).to_owned()).collect::<Vec<String>>()
        };
        let Some(label) = run("label") else { return Ok(()) };
        let texts = read(folder);
        let bounds = run("bounds").unwrap();
        prop_assert_eq!(&bounds.0, &label.0);
        prop_assert_eq!(&bounds.1, &label.1);
        prop_assert_eq!(&bounds.2, &label.2);
        for (text, cells) in texts.iter().zip(&bounds.3) {
            // Of several groups that have one name, the first has its bounds, and each other one a
            // farther end.
            let (name, ordinal) = text.strip_suffix(')').and_then(|text| text.split_once(" (")).unwrap_or((text, "1"));
            let (from, to) = bounds_of(name);
            prop_assert_eq!(&cells[0], &from, "{}", text);
            let ends = [&cells[1], &to].map(|end| end.parse::<f64>().ok());
            prop_assert!(if ordinal == "1" { cells[1] == to } else { ends[0] > ends[1] }, "{} {:?}", text, cells);
        }
        let Some(middle) = run("midpoint") else {
            prop_assert!(missing && hierarchy.contains("top"));
            return Ok(());
        };
        prop_assert_eq!((&middle.0, &middle.2), (&label.0, &label.2));
        for (cells, bounds) in middle.3.iter().zip(&bounds.3) {
            let number = |text: &String| text.parse::<f64>().ok();
            let expected = number(&bounds[0]).zip(number(&bounds[1])).map(|(from, to)| (from + to) / 2.0);
            prop_assert_eq!(number(&cells[0]), expected);
        }
    }
}
