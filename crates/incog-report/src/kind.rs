//! What a report is about.

use incog_io::read_json;

/// What a report of trajectories says its kind is; one of a table says nothing.
pub const TRAJECTORIES: &str = "trajectories";

/// Whether a text is a report of trajectories, as far as its kind tells.
///
/// ```
/// assert!(incog_report::is_of_trajectories(r#"{"kind": "trajectories"}"#));
/// assert!(!incog_report::is_of_trajectories("{}"));
/// ```
pub fn is_of_trajectories(text: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct KindOfReport {
        kind: Option<String>,
    }
    read_json(text).is_ok_and(|report: KindOfReport| report.kind.as_deref() == Some(TRAJECTORIES))
}
