//! Names of columns that stand in records, and not in a header, tell nothing of suppressed records.

use incog::GateError;
use incog::runs::FileRuns;
use incog::{IncogError, Job, JobFile};
use std::fs;

const JOB: &str = "input = \"people.jsonl\"\noutput = \"out.jsonl\"\nsuppression.limit = 1.0\n[privacy]\nk-anonymity = 4\n\
                   [columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [10] }\nmax_level = 1\n";

/// The release of eight people in two classes, and of one who stands alone and is suppressed.
fn released(of_eight: [&str; 2], of_one: &str, columns: &str) -> Result<String, IncogError> {
    let folder = tempfile::tempdir().unwrap();
    let eight = (0..8).map(|i| format!("{{\"age\":{}{}}}", 20 + 10 * (i / 4), of_eight[i / 4]));
    let lines: Vec<String> = eight.chain([format!("{{\"age\":71{of_one}}}")]).collect();
    fs::write(folder.path().join("people.jsonl"), lines.join("\n")).unwrap();
    let file: JobFile = toml::from_str(&(JOB.to_owned() + columns)).unwrap();
    let outcome = Job::from_file(&file, folder.path()).unwrap().run();
    let is_nothing_left = fs::read_dir(folder.path()).unwrap().count() == 1;
    assert_eq!(outcome.is_err(), is_nothing_left);
    let release = fs::read_to_string(outcome?.release).unwrap();
    assert_eq!(release.lines().count(), 8);
    Ok(release)
}

#[test]
fn a_key_of_suppressed_records_alone_must_be_named() {
    for of_one in [",\"hiv clinic\":7", ",\"hiv clinic\":null"] {
        let found = released(["", ""], of_one, "");
        assert!(
            matches!(found, Err(IncogError::Gate(GateError::KeysOfSuppressed { columns })) if columns == ["hiv clinic"])
        );
        let told = released(["", ""], of_one, "[columns.\"hiv clinic\"]\nrole = \"insensitive\"\n").unwrap();
        assert!(told.contains("\"hiv clinic\":null"));
        let left_out =
            released(["", ""], of_one, "[columns.\"hiv clinic\"]\nrole = \"identifier\"\n").unwrap();
        assert_eq!(left_out, released(["", ""], "", "").unwrap());
    }
}

#[test]
fn keys_of_published_records_need_no_name() {
    let told = released(["", ",\"ward\":\"w\""], ",\"ward\":\"w\"", "").unwrap();
    assert_eq!(told.matches("\"ward\":\"w\"").count(), 4);
    // Nearly everybody has the key, whatever the suppressed record says.
    let all = released([",\"ward\":null", ",\"ward\":null"], ",\"ward\":\"w\"", "").unwrap();
    assert_eq!(all, released([",\"ward\":null", ",\"ward\":null"], "", "").unwrap());
}

#[test]
fn all_such_keys_are_told_at_once() {
    let Err(error) = released(["", ""], ",\"a\":1,\"b\":2", "") else { panic!() };
    assert!(
        matches!(&error, IncogError::Gate(GateError::KeysOfSuppressed { columns }) if columns == &["a", "b"]),
        "{error}"
    );
    assert!(error.to_string().contains("the key \"a\", or the key \"b\""), "{error}");
}

/// The lines of all files count: that every line of a small one has a key says nothing of the
/// others.
#[test]
fn keys_are_counted_in_all_files_together() {
    let folder = tempfile::tempdir().unwrap();
    let line = |age: u32, clinic: &str| format!("{{\"age\":{age}{clinic}}}\n");
    let of = |ages: [u32; 4], clinic| -> String { ages.into_iter().map(|age| line(age, clinic)).collect() };
    let large = of([21, 22, 23, 24], "") + &of([31, 32, 33, 34], "") + &line(35, ",\"clinic\":null");
    fs::write(folder.path().join("large.jsonl"), large).unwrap();
    fs::write(folder.path().join("small.jsonl"), line(71, ",\"clinic\":7")).unwrap();
    let inputs = "inputs = [{ path = \"large.jsonl\", provider = \"A\" }, { path = \"small.jsonl\", provider = \"B\" }]";
    let file: JobFile = toml::from_str(&JOB.replace("input = \"people.jsonl\"", inputs)).unwrap();
    let found = Job::from_file(&file, folder.path()).unwrap().run();
    assert!(
        matches!(found, Err(IncogError::Gate(GateError::KeysOfSuppressed { columns })) if columns == ["clinic"])
    );
}

#[test]
fn a_proposed_job_leaves_rare_keys_to_the_steward() {
    let folder = tempfile::tempdir().unwrap();
    let lines: String = (0..40)
        .map(|row| match row {
            0..9 => format!("{{\"age\":{row},\"clinic\":7,\"ward\":1}}\n"),
            9 => format!("{{\"age\":{row},\"ward\":1}}\n"),
            _ => format!("{{\"age\":{row}}}\n"),
        })
        .collect();
    let path = folder.path().join("people.jsonl");
    fs::write(&path, lines).unwrap();
    let file = incog_io::read_table(&path, &incog_io::ReadOptions::default()).unwrap();
    let proposed = incog::job::proposed_columns(&file.table, &file.format, &Default::default());
    let roles: Vec<(&str, &str)> = proposed.iter().map(|column| (&*column.name, column.role)).collect();
    assert_eq!(roles, [("age", "quasi-identifier"), ("clinic", "undecided"), ("ward", "quasi-identifier")]);
    assert!(proposed[1].why.contains("only 9 of the lines have this key"), "{}", proposed[1].why);
}
