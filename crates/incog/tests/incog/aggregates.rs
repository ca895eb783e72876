//! Columns of which a release has one value for each class: mean, median, mode or range.

use incog::data::{Aggregate, Publish};
use incog::runs::{FileRuns, TableRuns};
use incog::verify::Verdict;
use incog::{DrawKey, IncogError, Job, ModelSpec, Table, Terms, verify_report};
use incog_io::{ReadOptions, read_table, sha256_of_text};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A job in which `publish` says how the incomes are published.
fn text(publish: &str, rest: &str) -> String {
    format!(
        "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
         hierarchy = {{ intervals = [10, 40] }}\n[columns.income]\n{publish}\n{rest}\n"
    )
}

const SENSITIVE: &str = "role = \"sensitive\"\npublish = ";

fn write(folder: &Path, rows: &[(&str, &str)]) {
    let rows: String = rows.iter().map(|(age, income)| format!("{age},{income}\n")).collect();
    fs::write(folder.join("people.csv"), "age,income\n".to_owned() + &rows).unwrap();
}

/// Both reports hold; returns the claims that the files do not show.
fn verified(folder: &Path) -> Vec<String> {
    let mut open = Vec::new();
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let verification = verify_report(folder.join(report)).unwrap();
        assert!(verification.holds, "{}\n{}", verification.to_text(), released(folder));
        open.extend(verification.with(Verdict::NotShown).map(|check| check.claim.clone()));
    }
    open
}

fn released(folder: &Path) -> String {
    fs::read_to_string(folder.join("out.csv")).unwrap()
}

/// The release of some people, once its reports were verified.
fn release(rows: &[(&str, &str)], publish: &str, rest: &str) -> Result<String, IncogError> {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), rows);
    let job = Job::from_toml(&text(publish, rest), folder.path()).unwrap();
    job.with_internal_report(true).run()?;
    verified(folder.path());
    Ok(released(folder.path()))
}

const K_2: &str = "[privacy]\nk-anonymity = 2";

const PEOPLE: [(&str, &str); 8] = [
    ("21", "1000"),
    ("24", "2500"),
    ("24", "1000"),
    ("33", "NA"),
    ("38", "700.5"),
    ("38", "900"),
    ("45", "NA"),
    ("47", "NA"),
];

#[test]
fn every_record_has_that_of_its_class() {
    for (aggregate, of_20, of_30, none) in [
        ("mean", "1500", "800.25", ""),
        ("median", "1000", "800.25", ""),
        ("mode", "1000", "700.5", "NA"),
        ("range", "0..4000", "600..1000", ""),
    ] {
        for role in ["role = \"sensitive\"\n", "role = \"insensitive\"\n", ""] {
            let publish = format!("{role}publish = \"{aggregate}\"");
            let release = release(&PEOPLE, &publish, K_2).unwrap();
            let expected = [("20-29", of_20, 3), ("30-39", of_30, 3), ("40-49", none, 2)];
            let expected =
                expected.map(|(age, of_class, records)| format!("{age},{of_class}\n").repeat(records));
            assert_eq!(release, "age,income\n".to_owned() + &expected.concat(), "{aggregate} {role}");
        }
    }
    let as_it_is = release(&PEOPLE, "role = \"sensitive\"\npublish = \"label\"", K_2).unwrap();
    assert!(as_it_is.contains("20-29,2500\n"));
}

#[test]
fn local_recodings_have_classes_of_their_own() {
    let rows: Vec<(String, String)> =
        (0..60).map(|row| ((18 + row * 7 % 53).to_string(), (row * row % 97).to_string())).collect();
    let rows: Vec<(&str, &str)> = rows.iter().map(|(age, income)| (&**age, &**income)).collect();
    for cells in ["strict", "free"] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &rows);
        let rest = format!("{K_2}\n[recoding]\nkind = \"local\"\ncells = \"{cells}\"");
        let text = text(&format!("{SENSITIVE}\"mean\""), &rest);
        Job::from_toml(&text, folder.path()).unwrap().with_internal_report(true).run().unwrap();
        let open = verified(folder.path());
        let is_open = open.iter().any(|claim| claim.starts_with("income is the mean"));
        assert!(cells == "free" || !is_open, "{open:?}");
    }
}

/// Models are about the values behind the aggregates, and the public report tells no more of these
/// than was asked for.
#[test]
fn models_count_the_values_behind() {
    let folder = tempfile::tempdir().unwrap();
    // The class of 30 has one value only.
    write(folder.path(), &[("21", "1"), ("24", "2"), ("25", "3"), ("33", "5"), ("38", "5"), ("39", "5")]);
    let rest = "[privacy]\nk-anonymity = 2\nl-diversity = 2\n[suppression]\nlimit = 0.5";
    let with_levels = |publish: &str| text(publish, rest).replace("hierarchy", "max_level = 1\nhierarchy");
    for publish in ["\"mean\"", "\"mode\"", "\"label\""] {
        let text = with_levels(&format!("{SENSITIVE}{publish}"));
        let job = Job::from_toml(&text, folder.path()).unwrap().replacing_output(true);
        let outcome = job.with_internal_report(true).run().unwrap();
        let is_aggregated = publish != "\"label\"";
        assert_eq!(outcome.report.solution.rows_suppressed, Some(3));
        let l = |report: &incog::report::Report| report.privacy[1].clone();
        assert_eq!(l(&outcome.report).achieved, Some(3.0));
        assert_eq!(l(&outcome.public).achieved, Some(if is_aggregated { 2.0 } else { 3.0 }));
        assert_eq!(l(&outcome.public).measured.is_some(), is_aggregated);
        let published = outcome.public.columns[1].publish.clone();
        assert_eq!(published, is_aggregated.then(|| publish.trim_matches('"').to_owned()));
        assert!(verified(folder.path()).iter().all(|claim| claim != "l-diversity holds"));
        let page = fs::read_to_string(folder.path().join("out.csv.report.html")).unwrap();
        assert_eq!(page.contains("knows a mean and all other values"), is_aggregated);
    }
    // Two that stay of three: which ones, only the one who has the secret can tell; the report
    // still holds.
    write(folder.path(), &[("21", "1"), ("21", "1"), ("21", "2"), ("21", "3"), ("33", "1"), ("33", "2")]);
    let rest = "[privacy]\nl-diversity = { l = 2, kind = \"entropy\" }\nk-anonymity = 2";
    for role in ["sensitive", "insensitive"] {
        let publish = format!("role = \"{role}\"\npublish = \"mean\"");
        let rest = if role == "sensitive" { rest } else { K_2 };
        let job = Job::from_toml(&text(&publish, rest), folder.path()).unwrap().replacing_output(true);
        job.with_internal_report(true).run().unwrap();
        verified(folder.path());
    }
}

/// A cell that was changed, and the checksum in the report with it, is found.
#[test]
fn a_changed_aggregate_is_refuted() {
    for (aggregate, old, new) in [
        ("mean", "1500", "1501"),
        ("mean", "800.25", ""),
        ("median", "800.25", "800"),
        ("mode", "700.5", "900"),
        ("mode", "NA", "900"),
        ("range", "0..4000", "1000..2500"),
        ("range", "600..1000", "800"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &PEOPLE);
        let text = text(&format!("{SENSITIVE}{aggregate:?}"), K_2);
        Job::from_toml(&text, folder.path()).unwrap().run().unwrap();
        let (honest, report) = (released(folder.path()), folder.path().join("out.csv.report.json"));
        let forged = honest.replace(&format!(",{old}\n"), &format!(",{new}\n"));
        assert_ne!(honest, forged);
        fs::write(folder.path().join("out.csv"), &forged).unwrap();
        let told = fs::read_to_string(&report).unwrap();
        fs::write(&report, told.replace(&sha256_of_text(&honest), &sha256_of_text(&forged))).unwrap();
        let verification = verify_report(&report).unwrap();
        let mut refuted = verification.with(Verdict::Refuted);
        let claim = format!("income is the {aggregate} of each class");
        assert!(refuted.any(|check| check.claim == claim), "{}", verification.to_text());
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |publish: &str| Job::from_toml(&text(publish, K_2), "").unwrap_err().to_string();
    let of_qid = refused("role = \"quasi-identifier\"\npublish = \"mean\"");
    assert!(of_qid.contains("has no effect here") && of_qid.contains("\"midpoint\""), "{of_qid}");
    let bounds = refused("role = \"sensitive\"\npublish = \"bounds\"");
    assert!(bounds.contains("only quasi-identifiers are generalized"), "{bounds}");
    let provider = refused("role = \"provider\"\npublish = \"mode\"");
    assert!(provider.contains("has no effect here"), "{provider}");
    let unknown = refused("publish = \"meen\"");
    assert!(unknown.contains("did you mean \"mean\""), "{unknown}");

    let words = [("21", "low"), ("22", "7"), ("23", "high"), ("24", "low")];
    for aggregate in ["mean", "median", "range"] {
        let refused = release(&words, &format!("{SENSITIVE}{aggregate:?}"), K_2).unwrap_err();
        let told = refused.to_string();
        assert!(told.contains("2 of its 3 values are not") && told.contains("\"mode\""), "{told}");
        assert!(!told.contains("high"), "{told}");
    }
    assert_eq!(
        release(&words, &format!("{SENSITIVE}\"mode\""), K_2).unwrap(),
        "age,income\n".to_owned() + &"20-29,low\n".repeat(4)
    );
}

/// What is published of a class follows from its published records.
#[test]
fn suppressed_records_change_nothing() {
    for shown_as in ["drop", "star"] {
        let rest = format!("{K_2}\n[suppression]\nlimit = 0.3\nas = \"{shown_as}\"");
        let with_last = |income: &str| {
            let mut rows = PEOPLE[..6].to_vec();
            rows.push(("99", income));
            let text = format!("{SENSITIVE}\"mean\"\n[columns.other]\nrole = \"identifier\"");
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), &rows);
            let text = self::text(text.split('\n').take(2).collect::<Vec<_>>().join("\n").as_str(), &rest);
            let text = text.replace("hierarchy", "max_level = 1\nhierarchy");
            Job::from_toml(&text, folder.path()).unwrap().with_internal_report(true).run().unwrap();
            verified(folder.path());
            let report = fs::read_to_string(folder.path().join("out.csv.report.json")).unwrap();
            let report: Vec<String> =
                report.lines().filter(|line| !line.contains("\"seconds\"")).map(str::to_owned).collect();
            (released(folder.path()), report)
        };
        assert_eq!(with_last("1"), with_last("123456.789"));
    }
}

#[test]
fn typed_files_have_typed_columns() {
    for (aggregate, data_type) in
        [("mean", "Float64"), ("median", "Float64"), ("mode", "Utf8"), ("range", "Utf8")]
    {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &PEOPLE);
        let text = text(&format!("{SENSITIVE}{aggregate:?}"), K_2).replace("out.csv", "out.parquet");
        Job::from_toml(&text, folder.path()).unwrap().run().unwrap();
        let file = read_table(folder.path().join("out.parquet"), &ReadOptions::default()).unwrap();
        let schema = file.format.schema.unwrap();
        assert_eq!(schema.field(1).data_type().to_string(), data_type, "{aggregate}");
        let report = verify_report(folder.path().join("out.parquet.report.json")).unwrap();
        assert!(report.holds, "{}", report.to_text());
    }
}

#[test]
fn a_table_in_memory_and_a_plan_publish_the_same() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &PEOPLE);
    let job = Job::from_toml(&text(&format!("{SENSITIVE}\"range\""), K_2), folder.path()).unwrap();
    let job = job.replacing_output(true);
    job.run().unwrap();
    let of_run = released(folder.path());
    let plan = job.plan_to(folder.path().join("plan.json")).unwrap();
    job.apply(&plan).unwrap();
    assert_eq!(released(folder.path()), of_run);

    let table = Table::from_rows(["age", "income"], PEOPLE.map(|(age, income)| [age, income]), &["NA"]);
    let table = table.unwrap();
    let terms = Terms::builder()
        .quasi_identifier("age")
        .publish("age", Publish::Bounds)
        .sensitive("income")
        .aggregate("income", Aggregate::Mean)
        .model(ModelSpec::named("k-anonymity", [("k", 2.into())]).unwrap())
        .build()
        .unwrap();
    let release = terms.publish(&table, &terms.plan(&table).unwrap()).unwrap();
    let mut of_class = BTreeMap::new();
    let [from, to, income] = [0, 1, 2].map(|place| &release.table.columns()[place]);
    for row in 0..release.table.rows() {
        let known = of_class.entry((from.value(row), to.value(row))).or_insert(income.value(row));
        assert_eq!(*known, income.value(row));
    }
}

/// The bound below some numbers that is none of them.
fn below(sorted: &[i64]) -> i64 {
    let apart = sorted[sorted.len() - 1] - sorted[0];
    let bases = (0..15u32).flat_map(|power| [1, 2, 5].map(|digit| digit * 10i64.pow(power)));
    let of_base = |base: i64| {
        let near = sorted[0].div_euclid(base) * base;
        if base > sorted[0].abs() { vec![near, near - base] } else { vec![near] }
    };
    let mut found = bases.filter(|base| *base > apart).flat_map(of_base);
    found.find(|bound| !sorted.contains(bound)).unwrap()
}

/// The aggregate of some numbers, as plainly as it can be said.
fn plainly(aggregate: &str, values: &[i64]) -> String {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let (n, count) = (sorted.len(), |value: i64| values.iter().filter(|other| **other == value).count());
    let number = |number: f64| format!("{number}");
    match aggregate {
        _ if n == 0 => String::new(),
        "mean" => number((sorted.iter().sum::<i64>() as f64 / n as f64 * 100.0).round() / 100.0),
        "median" => number((sorted[(n - 1) / 2] + sorted[n / 2]) as f64 / 2.0),
        "range" if sorted[0] == sorted[n - 1] => sorted[0].to_string(),
        "range" => {
            let negated: Vec<i64> = sorted.iter().rev().map(|number| -number).collect();
            format!("{}..{}", below(&sorted), -below(&negated))
        }
        _ => sorted.iter().rev().max_by_key(|value| count(**value)).map(i64::to_string).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    /// Releases of random tables are verified, each class has the aggregate that a plain count
    /// finds, and the order of the rows changes nothing.
    #[test]
    fn random_tables(
        rows in proptest::collection::vec((18u32..70, proptest::option::weighted(0.9, -5i64..6)), 4..40),
        aggregate in select(vec!["mean", "median", "mode", "range"]),
        kind in select(vec!["global", "local"]),
        models in select(vec!["k-anonymity = 2", "k-anonymity = 3\nl-diversity = 2", "t-closeness = { t = 0.4 }"]),
        sensitive: bool,
    ) {
        prop_assume!(sensitive || !models.contains("l-") && !models.contains("t-"));
        prop_assume!(rows.iter().any(|(_, income)| income.is_some()));
        let folder = tempfile::tempdir().unwrap();
        let role = if sensitive { "sensitive" } else { "insensitive" };
        let rest = format!("[privacy]\n{models}\n[recoding]\nkind = \"{kind}\"");
        let text = text(&format!("role = \"{role}\"\npublish = \"{aggregate}\""), &rest);
        let run = |rows: &[(u32, Option<i64>)]| {
            let rows: Vec<(String, String)> = rows.iter().map(|(age, income)| (age.to_string(), income.map_or("NA".to_owned(), |income| income.to_string()))).collect();
            write(folder.path(), &rows.iter().map(|(age, income)| (&**age, &**income)).collect::<Vec<_>>());
            let job = Job::from_toml(&text, folder.path()).unwrap().replacing_output(true).replacing_better_ones(true).with_internal_report(true);
            // Where records compete for labels, the key decides: one key, one release.
            let job = job.drawing_by(DrawKey::from_text(&"07".repeat(32)).unwrap());
            let outcome = job.run().ok()?;
            verified(folder.path());
            Some((released(folder.path()), outcome.report.solution.rows_suppressed))
        };
        let Some((release, suppressed)) = run(&rows) else { return Ok(()) };
        let mut turned = rows.clone();
        turned.reverse();
        prop_assert_eq!(run(&turned).unwrap().0, release.clone());
        if kind == "global" && suppressed == Some(0) {
            let of_age = |label: &str| -> Vec<i64> {
                let (from, to) = label.split_once('-').map_or((0, 999), |(from, to)| (from.parse().unwrap(), to.parse().unwrap()));
                let is_in = |age: &u32| label.parse().map_or((from..=to).contains(age), |only: u32| only == *age);
                rows.iter().filter(|(age, _)| is_in(age)).filter_map(|(_, income)| *income).collect()
            };
            for line in release.lines().skip(1) {
                let (age, income) = line.rsplit_once(',').unwrap();
                let income = if income == "NA" { "" } else { income };
                prop_assert_eq!(plainly(aggregate, &of_age(age)), income, "{}", age);
            }
        }
    }
}
