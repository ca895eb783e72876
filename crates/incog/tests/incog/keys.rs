//! Names of columns that stand in records, and not in a header, tell nothing of suppressed records.

use incog::{IncogError, Job, JobFile};
use std::fs;

const JOB: &str = "input = \"people.jsonl\"\noutput = \"out.jsonl\"\n[privacy]\nk-anonymity = 4\n\
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
        assert!(matches!(found, Err(IncogError::KeyOfSuppressed { column }) if column == "hiv clinic"));
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
