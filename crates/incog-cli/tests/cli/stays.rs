//! What the tests say of a table of which a column stays as it is.

use crate::stage::Stage;
use serde_json::Value;

/// The gate refuses the table: it names the key that would waive the finding and what the finding
/// says, and leaves no file behind.
#[track_caller]
pub fn refused(stage: &Stage, key: &str, part: &str) {
    let before = stage.files();
    let ran = stage.run(&["anonymize", "stays.toml", "--force"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.err.contains(&format!("\"{key}\" = ")) && ran.err.contains(part), "{}", ran.err);
    assert_eq!(stage.files(), before);
}

/// The table is published, and its report verified: the report, and what the terminal said.
#[track_caller]
pub fn published(stage: &Stage) -> (Value, String) {
    let ran = stage.run(&["anonymize", "stays.toml", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let verified = stage.run(&["verify", "out.csv.report.json"]);
    assert_eq!(verified.code, 0, "{}", verified.out);
    (serde_json::from_str(&stage.read("out.csv.report.json")).unwrap(), ran.err)
}
