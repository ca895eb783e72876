//! What a certificate says of itself, in a form that programs read.

use super::super::Audience;
use super::attacks::AttacksFacts;
use incog_io::{read_json, shown_in_json};
use serde::{Deserialize, Serialize};

/// Everything in a certificate that does not follow from the report and the release: it stands in
/// the page as JSON, and the page follows from it, the report and the release.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The version of incog that made it.
    pub incog: String,
    /// The name of its file.
    pub path: String,
    /// For whom it is.
    pub audience: Audience,
    /// The report.
    pub report: ReportFacts,
    /// Who publishes, if that was said.
    pub publisher: Option<String>,
    /// Who answers for data protection, if that was said.
    pub officer: Option<String>,
    /// Attacks that were tried, if a result was given.
    pub attacks: Option<AttacksFacts>,
}

/// The report that a certificate is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportFacts {
    /// The name of its file, in the folder of the certificate unless somebody wrote that elsewhere.
    pub path: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

const BEGIN: &str = "<script type=\"application/json\" id=\"statement\">";
const END: &str = "</script>";

impl Statement {
    /// As it stands in the page. No text in it ends the element or begins another.
    pub(super) fn to_html(&self) -> serde_json::Result<String> {
        Ok(format!(
            "{BEGIN}{}{END}",
            shown_in_json(&serde_json::to_string_pretty(self)?).replace('<', "\\u003c")
        ))
    }

    /// Reads it from a page; `None` where there is none, or more than one.
    pub fn in_page(html: &str) -> Option<Self> {
        let (_, rest) = html.split_once(BEGIN)?;
        let (json, rest) = rest.split_once(END)?;
        if rest.contains(BEGIN) {
            return None;
        }
        read_json(json).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_breaks_out_of_the_page() {
        let statement = Statement {
            incog: "1".into(),
            path: "c".into(),
            audience: Audience::Public,
            report: ReportFacts { path: "a".into(), sha256: "b".into() },
            publisher: Some("</script><script>alert(1)</script>".into()),
            officer: None,
            attacks: None,
        };
        let html = statement.to_html().unwrap_or_default();
        assert_eq!(html.matches(END).count(), 1);
        assert_eq!(Statement::in_page(&html), Some(statement));
        assert_eq!(Statement::in_page(&format!("{html}{html}")), None);
    }
}
