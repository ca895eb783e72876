//! Reports that were changed are refuted.

use incog::ReportFileError;
use incog::job::Job;
use incog::runs::*;
use incog::verify::{Check, Verdict, VerifyOptions};
use incog::{verify_report, verify_report_with};
use incog_io::{ReadOptions, read_table};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::path::PathBuf;

/// 60 persons whose release has several classes, some suppression and room for tampering.
fn patients() -> String {
    let mut text = "name,age,zip,disease,cost,ward,hospital\n".to_owned();
    for row in 0..60usize {
        let (age, zip) = (20 + row * 7 % 41, 11300 + row * 13 % 37);
        let disease = ["flu", "cold", "asthma", "gout"][row * 5 % 11 % 4];
        text += &format!(
            "person{row},{age},{zip},{disease},{},w{},{}\n",
            row * 3 % 7 * 5,
            row % 2,
            ["a", "b", "c"][row % 3]
        );
    }
    text
}

const COLUMNS: &str = r#"
input = "patients.csv"
output = "out.csv"
[columns.name]
role = "identifier"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [10, 20], origin = 0 }
[columns.zip]
role = "quasi-identifier"
hierarchy = { mask = "right" }
weight = 2.0
[columns.disease]
role = "sensitive"
hierarchy = { tree = { flu = "airways", cold = "airways", asthma = "airways", gout = "joints" } }
[columns.cost]
role = "sensitive"
[columns.hospital]
role = "provider"
"#;

/// The text of a job that may suppress all records.
fn without_limit(job: &str) -> String {
    match job.contains("[suppression]\n") {
        true if job.contains("limit = ") => job.to_owned(),
        true => job.replace("[suppression]\n", "[suppression]\nlimit = 1.0\n"),
        false => format!("{job}\n[suppression]\nlimit = 1.0\n"),
    }
}

/// Runs a job from its file and writes both reports.
fn run(folder: &Path, job: &str) -> incog::ReleaseOutcome {
    fs::write(folder.join("job.toml"), without_limit(job)).unwrap();
    let mut job = Job::from_toml_file(folder.join("job.toml")).unwrap();
    (job.force, job.internal) = (true, true);
    job.run().unwrap()
}

/// Runs a job in a folder of its own.
fn release(rest: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("patients.csv"), patients()).unwrap();
    run(folder.path(), &format!("{COLUMNS}{rest}"));
    let report = folder.path().join("out.csv.report.json");
    (folder, report)
}

fn refuted(report: &Path) -> Vec<String> {
    verify_report(report).unwrap().refuted().map(|check| check.claim.clone()).collect()
}

/// The SHA-256 of a file, as the reader finds it.
fn sha256(path: &Path) -> String {
    read_table(path, &ReadOptions::default()).unwrap().sha256
}

/// Whether no file shows a leaf.
fn is_open(claim: &str) -> bool {
    let open = ["job_file", "incog", "search.", "the bound is proved", "input.hmac_sha256", "noise."];
    open.iter().any(|start| claim.starts_with(start))
}

/// Changes the report.
fn edit(report: &Path, change: impl FnOnce(&mut Value)) {
    let mut value: Value = serde_json::from_str(&fs::read_to_string(report).unwrap()).unwrap();
    change(&mut value);
    fs::write(report, serde_json::to_string(&value).unwrap()).unwrap();
}

/// Changes the release, and the checksum and row count in the report so that they agree.
fn forge(report: &Path, change: impl FnOnce(&mut Vec<String>)) {
    let release = report.with_file_name("out.csv");
    let mut lines: Vec<String> = fs::read_to_string(&release).unwrap().lines().map(str::to_owned).collect();
    change(&mut lines);
    fs::write(&release, lines.join("\n") + "\n").unwrap();
    let (sum, rows) = (sha256(&release), lines.len() - 1);
    edit(report, |value| {
        value["release"]["sha256"] = sum.into();
        value["release"]["rows"] = rows.into();
    });
}

const MODELS: [&str; 6] = [
    "[privacy]\nk-anonymity = 3\n",
    "[privacy]\nk-anonymity = 2\nl-diversity = { l = 2, kind = \"distinct\" }\n\
     t-closeness = { t = 0.5, distance = \"ordered\", column = \"cost\" }\n[suppression]\nas = \"star\"\n[release]\norder = \"input\"\n",
    "[privacy]\nk-anonymity = 2\nl-diversity = [{ l = 2.0, kind = \"entropy\" }, { l = 2, kind = \"recursive\", c = 3 }]\n",
    "[privacy]\nk-anonymity = 2\nt-closeness = [{ t = 0.4 }, { t = 0.4, distance = \"equal\" }, \
     { t = 0.4, distance = \"ordered\", column = \"cost\" }, \
     { t = 0.4, distance = \"hierarchical\", column = \"disease\" }]\n[utility]\nobjective = \"precision\"\n",
    "[privacy]\nk-anonymity = 2\nprovider-diversity = 2\nm-privacy = 1\n[release]\nprovider = true\n",
    "[privacy]\nc-mixture = 0.3\n[release]\nprovider = true\n[utility]\nobjective = \"discernibility\"\n",
];

#[test]
fn true_reports_are_proved() {
    for models in MODELS {
        let (_folder, report) = release(models);
        for report in [report.clone(), report.with_file_name("out.csv.internal.json")] {
            let verification = verify_report(&report).unwrap();
            assert!(verification.holds, "{models}{}", verification.to_text());
            let open: Vec<&str> =
                verification.with(Verdict::NotShown).map(|check| check.claim.as_str()).collect();
            assert!(open.iter().all(|claim| is_open(claim)), "{models}{open:?}");
        }
    }
}

#[test]
fn every_objective_is_recomputed() {
    let objectives = [
        "\"transparency\"",
        "\"precision\"",
        "{ metric = \"precision\", suppressed = \"lost\" }",
        "\"gen-loss\"",
        "\"loss\"",
        "\"c-avg\"",
        "{ metric = \"cpgen\", alpha = 0.5, beta = 0.1 }",
        "\"class-size\"",
        "\"discernibility\"",
        "\"ambiguity\"",
        "\"height\"",
        "\"entropy\"",
        "{ metric = \"entropy\", suppressed = \"lost\" }",
        "\"kl-divergence\"",
        "{ metric = \"kl-divergence\", over = \"tuples\" }",
    ];
    for objective in objectives {
        let job = format!("{}[utility]\nobjective = {objective}\n", MODELS[0]);
        let (_folder, report) = release(&job);
        let verification = verify_report(&report).unwrap();
        assert!(verification.holds, "{}", verification.to_text());
        let open: Vec<&str> =
            verification.with(Verdict::NotShown).map(|check| check.claim.as_str()).collect();
        assert!(open.iter().all(|claim| is_open(claim)), "{objective} {open:?}");
    }
}

/// Runs a job on tables of two providers, all rows but one from north; south does not reach every
/// class.
fn release_of_two(rest: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let text = patients();
    let mut lines = text.lines();
    let (header, last) = (lines.next().unwrap(), lines.next_back().unwrap());
    let others: String = lines.map(|line| format!("{line}\n")).collect();
    fs::write(folder.path().join("north.csv"), format!("{header}\n{others}")).unwrap();
    fs::write(folder.path().join("south.csv"), format!("{header}\n{last}\n")).unwrap();
    let inputs = "inputs = [{ path = \"north.csv\", provider = \"north\" }, { path = \"south.csv\", provider = \"south\" }]";
    let columns = COLUMNS
        .replace("input = \"patients.csv\"", inputs)
        .replace("[columns.hospital]\nrole = \"provider\"\n", "")
        .replace("weight = 2.0", "weight = 2.0\nmax_level = 1");
    run(folder.path(), &format!("{columns}{rest}"));
    let report = folder.path().join("out.csv.report.json");
    (folder, report)
}

#[test]
fn pooled_tables_are_checked_one_by_one() {
    let (folder, report) = release_of_two(MODELS[0]);
    let verification = verify_report(&report).unwrap();
    assert!(verification.holds, "{}", verification.to_text());
    let south = folder.path().join("south.csv");
    let text = fs::read_to_string(&south).unwrap();
    fs::write(&south, text.replacen("person59", "person60", 1)).unwrap();
    let found = refuted(&report.with_file_name("out.csv.internal.json"));
    assert!(
        found.contains(&"inputs[1].sha256".to_owned()) && found.contains(&"input.sha256".to_owned()),
        "{found:?}"
    );
}

#[test]
fn only_as_many_records_as_are_said_to_be_noise_may_be_made_up() {
    let models = "[privacy]\nk-anonymity = 3\nprovider-diversity = 2\n[suppression]\nlimit = 0\n";
    let (_folder, report) = release_of_two(models);
    let noise = |v: &Value| v["noise"]["records"].as_u64().unwrap();
    let read: Value = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    assert!(noise(&read) >= 2);
    let verification = verify_report(&report).unwrap();
    assert!(verification.holds, "{}", verification.to_text());
    edit(&report, |v| v["noise"]["records"] = (noise(v) - 1).into());
    let found = refuted(&report);
    assert!(found.contains(&"solution.rows_kept".to_owned()), "{found:?}");
    edit(&report, |v| v["noise"] = Value::Null);
    let found = refuted(&report);
    assert!(found.contains(&"every record comes from the input".to_owned()), "{found:?}");
}

#[test]
fn providers_are_put_back_or_said_to_be_unknown() {
    let (_folder, report) = release("[privacy]\nk-anonymity = 2\nprovider-diversity = 2\n");
    let verification = verify_report(&report).unwrap();
    assert!(verification.holds, "{}", verification.to_text());
}

#[test]
fn a_changed_file_is_found_by_its_checksum() {
    for (file, claim) in [("patients.csv", "input.sha256"), ("out.csv", "release.sha256")] {
        let (folder, report) = release(MODELS[0]);
        let report = report.with_file_name("out.csv.internal.json");
        let path = folder.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen("flu", "cold", 1)).unwrap();
        assert!(refuted(&report).contains(&claim.to_owned()));
    }
}

#[test]
fn every_changed_cell_is_found_behind_a_forged_checksum() {
    let (_folder, report) = release(MODELS[0]);
    let (whole, claims) =
        (fs::read_to_string(report.with_file_name("out.csv")).unwrap(), fs::read(&report).unwrap());
    let header: Vec<&str> = whole.lines().next().unwrap().split(',').collect();
    for row in 1..whole.lines().count() {
        for column in 0..header.len() {
            forge(&report, |lines| {
                let mut cells: Vec<String> = lines[row].split(',').map(str::to_owned).collect();
                cells[column] = "forged".to_owned();
                lines[row] = cells.join(",");
            });
            let found = refuted(&report);
            // What is no label of its level cannot be looked for in the input.
            let plain = !["age", "zip"].contains(&header[column]);
            let lost = found.iter().any(|claim| claim.contains("comes from the input"));
            assert!(lost == plain, "{row} {column} {found:?}");
            assert!(found.iter().any(|claim| claim.starts_with(header[column])), "{row} {column} {found:?}");
            fs::write(report.with_file_name("out.csv"), &whole).unwrap();
            fs::write(&report, &claims).unwrap();
        }
    }
}

#[test]
fn extra_lost_and_repeated_rows_are_found() {
    let forgeries: [fn(&mut Vec<String>); 3] = [
        |lines| lines.push(lines[1].clone()),
        |lines| _ = lines.pop(),
        |lines| *lines.last_mut().unwrap() = lines[1].clone(),
    ];
    for (place, forgery) in forgeries.into_iter().enumerate() {
        let (_folder, report) = release(MODELS[0]);
        forge(&report, forgery);
        assert!(!refuted(&report).is_empty(), "forgery {place}");
    }
}

#[test]
fn false_figures_in_the_report_are_found() {
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 20] = [
        ("solution.levels", |v| v["solution"]["levels"]["age"] = 9.into()),
        ("solution.levels.zip", |v| {
            let level = v["solution"]["levels"]["zip"].as_u64().unwrap();
            v["solution"]["levels"]["zip"] = if level == 0 { 1 } else { level - 1 }.into();
        }),
        ("solution.rows_kept", |v| v["solution"]["rows_kept"] = 1.into()),
        ("solution.rows_suppressed", |v| v["solution"]["rows_suppressed"] = 59.into()),
        ("solution.classes", |v| v["solution"]["classes"] = 1000.into()),
        ("input.rows", |v| v["input"]["rows"] = 61.into()),
        ("release.rows", |v| v["release"]["rows"] = 61.into()),
        ("privacy[0].achieved", |v| v["privacy"][0]["achieved"] = 50.into()),
        ("privacy[0].required", |v| v["privacy"][0]["required"] = 2.into()),
        ("privacy", |v| v["privacy"] = Value::Array(Vec::new())),
        ("k-anonymity holds", |v| v["job"]["privacy"]["k-anonymity"] = 55.into()),
        ("utility.transparency_degree", |v| v["utility"]["transparency_degree"] = 3.5.into()),
        ("utility.precision", |v| v["utility"]["precision"] = 0.001.into()),
        ("utility.gen_loss", |v| v["utility"]["gen_loss"] = 0.001.into()),
        ("utility.loss", |v| v["utility"]["loss"] = 0.001.into()),
        ("utility.c_avg", |v| v["utility"]["c_avg"] = 0.5.into()),
        ("utility.class_size", |v| v["utility"]["class_size"] = 0.5.into()),
        ("utility.entropy", |v| v["utility"]["entropy"] = 0.5.into()),
        ("utility.height", |v| v["utility"]["height"] = 100.into()),
        ("utility.value", |v| v["utility"]["value"] = 0.5.into()),
    ];
    for (claim, change) in changes {
        let (_folder, report) = release(MODELS[0]);
        edit(&report, change);
        let found = refuted(&report);
        assert!(found.iter().any(|refuted| refuted.starts_with(claim)), "{claim} is not in {found:?}");
    }
}

#[test]
fn a_published_identifier_is_found() {
    let (_folder, report) = release(MODELS[0]);
    forge(&report, |lines| {
        lines.iter_mut().enumerate().for_each(|(row, line)| {
            let name = if row == 0 { "name".to_owned() } else { format!("person{row}") };
            *line = format!("{name},{line}");
        });
    });
    assert!(refuted(&report).contains(&"identifiers are absent".to_owned()));
}

#[test]
fn labels_of_several_levels_are_read_as_those_at_which_records_match() {
    // Three words that share no beginning are one group, named by its place. In the whole column,
    // where one has no number, `<5` and `a 0` are neighbours, and the label might be that of the
    // level below.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.csv"), "ages,ward\na 0,w\nb 3,w\n<5,w\nz,x\né,y\n").unwrap();
    let hierarchies = "[columns.ages]\nrole = \"quasi-identifier\"\nhierarchy = { fanout = 2 }\n\
                       [columns.ward]\nrole = \"quasi-identifier\"\nhierarchy = { flat = true }\nmax_level = 0\n";
    let files = "input = \"in.csv\"\noutput = \"out.csv\"\n";
    run(folder.path(), &format!("{files}{hierarchies}[privacy]\nk-anonymity = 3\n"));
    let release = fs::read_to_string(folder.path().join("out.csv")).unwrap();
    assert_eq!(release, "ages,ward\ngroup (1),w\ngroup (1),w\ngroup (1),w\n");
    assert_eq!(refuted(&folder.path().join("out.csv.report.json")), Vec::<String>::new());
}

#[test]
fn middles_of_open_intervals_are_not_taken_for_the_root() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.csv"), "q\n-9\n7\n-9\n-9\n14\n-9\n7172852\n-9\n14\n").unwrap();
    let hierarchy = "[columns.q]\nrole = \"quasi-identifier\"\npublish = \"midpoint\"\n\
                     hierarchy = { intervals = [10, 20], bottom = 10 }\n";
    let files = "input = \"in.csv\"\noutput = \"out.csv\"\n";
    // A search of records that may suppress whole groups, here the 7.
    let rest = "[privacy]\nk-anonymity = 3\n[suppression]\nlimit = 0.3\n[utility]\nobjective = \"c-avg\"\n\
                [search]\nalgorithm = \"id-dga\"\nseed = 476\nmax_evaluations = 300\n";
    run(folder.path(), &format!("{files}{hierarchy}{rest}"));
    assert_eq!(refuted(&folder.path().join("out.csv.report.json")), Vec::<String>::new());
}

/// A release at the lowest level of five records with `shown`, of a table in which three others
/// have `hidden`, which is in the same group one level up; and what is refuted when a record is
/// made one of these.
fn refuted_of_one_too_many(column: &str, shown: &str, hidden: &str, others: [&str; 2]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let rows = ["asthma", "asthma", "burn", "burn", "hiv"].map(|ill| format!("{shown},{ill}\n")).concat();
    let rest =
        [(hidden, "asthma"), (hidden, "asthma"), (hidden, "asthma"), (others[0], "burn"), (others[1], "hiv")];
    let rest = rest.map(|(value, ill)| format!("{value},{ill}\n")).concat();
    fs::write(folder.path().join("in.csv"), format!("q,s\n{rows}{rest}")).unwrap();
    let columns =
        format!("[columns.q]\nrole = \"quasi-identifier\"\n{column}\n[columns.s]\nrole = \"sensitive\"\n");
    let models = "[privacy]\nk-anonymity = 3\nl-diversity = 2\n[suppression]\nlimit = 1.0\n\
                  [utility]\nobjective = \"height\"\n";
    run(folder.path(), &format!("input = \"in.csv\"\noutput = \"out.csv\"\n{columns}{models}"));
    let (release, report) = (folder.path().join("out.csv"), folder.path().join("out.csv.report.json"));
    let honest = fs::read_to_string(&release).unwrap();
    assert_eq!(honest, format!("q,s\n{rows}"));
    assert_eq!(refuted(&report), Vec::<String>::new());
    let burn = format!("{shown},burn");
    fs::write(&release, honest.replacen(&burn, &format!("{shown},asthma"), 1)).unwrap();
    refuted(&report)
}

#[test]
fn a_label_says_which_values_are_not_behind_it() {
    let records = "every record comes from the input".to_owned();
    // A third of them could only be one of those hidden, whose group has bounds around both,
    let found = refuted_of_one_too_many("hierarchy = { ranges = 2 }", "82", "83", ["7", "90000"]);
    assert!(found.contains(&records), "{found:?}");
    // and so would a mask that is as long as they are.
    let found = refuted_of_one_too_many("hierarchy = { mask = \"right\" }", "2", "21", ["31", "41"]);
    assert!(found.contains(&records), "{found:?}");
}

#[test]
fn what_is_no_report_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.json");
    assert!(matches!(
        verify_report(&path),
        Err(incog::IncogError::ReportFile(ReportFileError::Unreadable { .. }))
    ));
    fs::write(&path, "{}").unwrap();
    assert!(matches!(
        verify_report(&path),
        Err(incog::IncogError::ReportFile(ReportFileError::NoReport { .. }))
    ));
}

#[test]
fn a_demanded_model_cannot_be_left_out_of_the_report() {
    let models =
        "[privacy]\nl-diversity = [{ l = 2, column = \"disease\" }, { l = 3, column = \"disease\" }]\n";
    let (_folder, report) = release(models);
    let verification = verify_report(&report).unwrap();
    assert!(verification.holds, "{}", verification.to_text());
    let whole = fs::read(&report).unwrap();
    type Change = fn(&mut Vec<Value>);
    let changes: [Change; 6] = [
        |list| _ = list.pop(),
        |list| _ = list.remove(0),
        |list| list.swap(0, 1),
        |list| list.push(list[1].clone()),
        |list| list[1]["direction"] = "below".into(),
        |list| list[0]["measured"] = "by looking closely".into(),
    ];
    for (place, change) in changes.into_iter().enumerate() {
        edit(&report, |v| change(v["privacy"].as_array_mut().unwrap()));
        assert!(!refuted(&report).is_empty(), "change {place}");
        fs::write(&report, &whole).unwrap();
    }
}

#[test]
fn recursive_diversity_says_what_was_compared() {
    let models = "[privacy]\nl-diversity = { l = 2, kind = \"recursive\", c = 3, column = \"disease\" }\n";
    let (folder, report) = release(models);
    let text = verify_report(&report).unwrap().to_text();
    assert!(text.contains("c needed ") && text.contains("below 3"), "{text}");
    let page = fs::read_to_string(folder.path().join("out.csv.report.html")).unwrap();
    assert!(page.contains("c needed ") && page.contains("below 3"));
}

#[test]
fn coalitions_are_as_many_for_the_verifier_as_for_the_publisher() {
    // 150 providers of a record each: 11,176 coalitions of two, more than 10,000.
    let folder = tempfile::tempdir().unwrap();
    let row = |n: usize| format!("{},{},p{n}\n", 20 + n % 2, ["flu", "cold", "gout"][n % 3]);
    let text = "age,disease,hospital\n".to_owned() + &(0..150).map(row).collect::<String>();
    fs::write(folder.path().join("patients.csv"), text).unwrap();
    let job = "input = \"patients.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
               [columns.disease]\nrole = \"sensitive\"\n[columns.hospital]\nrole = \"provider\"\n\
               [privacy]\nl-diversity = 3\nm-privacy = 2\n";
    run(folder.path(), job);
    let verification = verify_report(folder.path().join("out.csv.report.json")).unwrap();
    assert!(verification.holds, "{}", verification.to_text());
    assert!(
        verification.with(Verdict::NotShown).all(|check| is_open(&check.claim)),
        "{}",
        verification.to_text()
    );
}

#[test]
fn noise_does_not_move_what_classes_are_compared_with() {
    let models = "[privacy]\nk-anonymity = 3\nprovider-diversity = 2\nt-closeness = { t = 0.9, column = \"disease\" }\n\
                  [suppression]\nlimit = 0\n";
    let (_folder, report) = release_of_two(models);
    let read: Value = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    assert!(read["noise"]["records"].as_u64().unwrap() >= 2);
    let verification = verify_report(&report).unwrap();
    assert!(verification.holds, "{}", verification.to_text());
}

#[test]
fn published_records_may_look_like_suppressed_ones() {
    let folder = tempfile::tempdir().unwrap();
    for (people, rows, extra) in [
        // One class of everybody, with nothing but stars to show for it.
        ("place\na\nb\nc\n", 3, ""),
        // A column whose values are stars.
        ("place,note\na,*\nb,*\nc,*\n", 3, ""),
        // Records of stars among suppressed ones: three a's suffice, b and c are too few.
        (
            "place\na\na\na\nb\nc\n",
            3,
            "[columns.place.hierarchy]\ntree = { a = \"*\", b = \"x\", c = \"x\" }\n",
        ),
    ] {
        fs::write(folder.path().join("people.csv"), people).unwrap();
        let job = format!(
            "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.place]\nrole = \"quasi-identifier\"\n{extra}\
             [privacy]\nk-anonymity = 3\n[suppression]\nas = \"star\"\n"
        );
        let outcome = run(folder.path(), &job);
        assert!(outcome.report.solution.rows_kept >= rows, "{people}");
        let verification = verify_report(&outcome.report_json).unwrap();
        assert!(verification.holds, "{people}{}", verification.to_text());
    }
}

/// Every leaf of a report, by its JSON pointer.
fn leaves(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            entries.iter().for_each(|(key, value)| {
                leaves(value, format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), found)
            });
        }
        Value::Array(entries) if !entries.is_empty() => {
            entries
                .iter()
                .enumerate()
                .for_each(|(place, value)| leaves(value, format!("{path}/{place}"), found));
        }
        _ => found.push(path),
    }
}

/// Another value of the same kind.
fn other(value: &Value) -> Value {
    match value {
        Value::Null => "something".into(),
        Value::Bool(value) => (!value).into(),
        Value::Number(number) => match number.as_u64() {
            Some(number) => (number + 1).into(),
            None => (number.as_f64().unwrap() * 1.01 + 1e-4).into(),
        },
        Value::String(text) => format!("{text}x").into(),
        Value::Array(_) => serde_json::json!([[1, 2]]),
        Value::Object(_) => serde_json::json!({ "x": 1 }),
    }
}

#[test]
fn no_changed_leaf_is_proved() {
    for (models, name) in MODELS.iter().zip(["out.csv.report.json", "out.csv.internal.json"].iter().cycle()) {
        let (_folder, report) = release(models);
        let report = report.with_file_name(name);
        let whole = fs::read(&report).unwrap();
        let read: Value = serde_json::from_slice(&whole).unwrap();
        let mut paths = Vec::new();
        leaves(&read, String::new(), &mut paths);
        assert!(paths.len() > 60);
        let mut checked = 0;
        for path in paths {
            edit(&report, |v| *v.pointer_mut(&path).unwrap() = other(read.pointer(&path).unwrap()));
            let verified = verify_report(&report);
            fs::write(&report, &whole).unwrap();
            // A report that is no report any more, or whose files are not there, is refused.
            let Ok(verification) = verified else { continue };
            checked += 1;
            let claim: String = path[1..].replace("~1", "/").replace("~0", "~");
            let is_leaf = |check: &&Check| {
                check.claim.replace(['.', '['], "/").replace(']', "") == claim.replace('.', "/")
            };
            let verdict = verification.checks.iter().find(is_leaf).map(|check| check.verdict);
            assert!(
                !verification.holds || verdict == Some(Verdict::NotShown),
                "{name} {path} {verdict:?}\n{}",
                verification.to_text()
            );
        }
        assert!(checked > 40, "{name}: only {checked} changed reports were read");
    }
}

#[test]
fn a_changed_page_is_found() {
    let (folder, report) = release(MODELS[0]);
    for (page, report) in [
        ("out.csv.report.html", &report),
        ("out.csv.internal.html", &report.with_file_name("out.csv.internal.json")),
    ] {
        let page = folder.path().join(page);
        let text = fs::read_to_string(&page).unwrap();
        fs::write(&page, text.replacen("records", "Records", 1)).unwrap();
        assert!(refuted(report).contains(&"the page shows the figures of the report".to_owned()));
    }
}

#[test]
fn the_search_is_shown_by_running_it_again() {
    let (_folder, report) = release(MODELS[0]);
    let options = VerifyOptions { search: true, ..VerifyOptions::default() };
    let again = |report: &Path| verify_report_with(report, &options).unwrap();
    let verification = again(&report);
    assert!(verification.holds, "{}", verification.to_text());
    let open: Vec<&str> = verification.with(Verdict::NotShown).map(|check| check.claim.as_str()).collect();
    // A second run is no proof.
    let unshown = ["search.seconds", "incog", "job_file", "page.path", "the bound is proved"];
    let still = |claim: &&&str| !unshown.contains(claim);
    assert_eq!(open.iter().filter(still).filter(|claim| !claim.starts_with("job.")).count(), 0, "{open:?}");
    edit(&report, |v| v["search"]["evaluations"] = 1.into());
    assert!(again(&report).refuted().any(|check| check.claim == "search.evaluations"));
}

#[test]
fn unsorted_rows_are_found() {
    let (_folder, report) = release(MODELS[0]);
    forge(&report, |lines| {
        let last = lines.len() - 1;
        lines.swap(1, last);
    });
    assert!(refuted(&report).contains(&"rows are sorted by the released values".to_owned()));
}

#[test]
fn a_secret_keys_the_digest_of_the_input() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("patients.csv"), patients()).unwrap();
    fs::write(folder.path().join("key.txt"), "a secret of the house, long enough").unwrap();
    let secret = folder.path().join("key.txt");
    let job = format!("{COLUMNS}[release]\nsecret = \"key.txt\"\n{}", MODELS[2]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).unwrap();
        fs::write(folder.path().join("job.toml"), &job).unwrap();
        let refused =
            Job::from_toml_file(folder.path().join("job.toml")).unwrap().run().unwrap_err().to_string();
        assert!(refused.contains("other users can read it"), "{refused}");
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).unwrap();
    }
    let outcome = run(folder.path(), &job);
    assert!(!outcome.public_json.contains("key.txt") && !outcome.public_json.contains("of the house"));
    let proved = |options: &VerifyOptions| {
        let verification = verify_report_with(&outcome.report_json, options).unwrap();
        assert!(verification.holds, "{}", verification.to_text());
        verification.with(Verdict::Proved).any(|check| check.claim == "input.hmac_sha256")
    };
    assert!(proved(&VerifyOptions { secret: Some(secret.clone()), ..VerifyOptions::default() }));
    fs::rename(folder.path().join("job.toml"), folder.path().join("elsewhere.toml")).unwrap();
    let job = Some(folder.path().join("elsewhere.toml"));
    let options =
        VerifyOptions { job, secret: Some(secret.clone()), search: true, ..VerifyOptions::default() };
    assert!(proved(&options));
    fs::remove_file(secret).unwrap();
    let without =
        verify_report_with(&outcome.report_json, &VerifyOptions { secret: None, ..options }).unwrap();
    assert!(without.holds, "which records stay cannot be repeated: {}", without.to_text());
    assert!(without.with(Verdict::NotShown).any(|check| check.detail.contains("needs the job's secret")));
    let withheld = verify_report(&outcome.report_json).unwrap_err().to_string();
    assert!(withheld.contains("--job JOB.toml"), "{withheld}");
}
