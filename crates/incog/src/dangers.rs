//! What keeps a release from being published, and what can be done about it.

use incog_audit::{Finding, Rule, findings_text};
use incog_report::Waivers;
use std::fmt;

/// Dangers that keep a release from being published.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dangers(Vec<Finding>);

impl Dangers {
    /// Findings, each of which keeps the release from being published.
    pub(crate) fn new(findings: Vec<Finding>) -> Self {
        Self(findings)
    }

    /// What was found.
    pub fn findings(&self) -> &[Finding] {
        &self.0
    }

    /// The message in the words of the Python package: waivers are a keyword there, and no table of
    /// a job file.
    ///
    /// ```
    /// let dangers = incog::Dangers::default().in_python();
    /// assert!(dangers.contains("waivers={") && !dangers.contains("[waivers]"));
    /// ```
    pub fn in_python(&self) -> String {
        let keys = self.0.iter().map(|finding| format!("{:?}: \"why, and who says so\"", finding.key()));
        let keys: Vec<String> = keys.collect();
        format!(
            "nothing was published, since people would be in danger:\n{}\ngive these columns another role, publish them coarser, or leave them out; \
             who knows better answers for each of them:\nwaivers={{{}}}",
            findings_text(&self.0).trim_end(),
            keys.join(", ")
        )
    }
}

impl fmt::Display for Dangers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "nothing was published, since people would be in danger:\n{}",
            findings_text(&self.0).trim_end()
        )?;
        if self.0.iter().any(|finding| finding.rule == Rule::SeveralRows) {
            f.write_str(
                "a column that names people and repeats: give it the role \"person\", so that people are counted; or write \
                 down under [privacy] that records are, unit = \"record\", as where only namesakes share a name\n",
            )?;
        }
        if self.0.iter().any(|finding| finding.rule == Rule::Identifying) {
            f.write_str(
                "a column that seems to say who somebody is: role = \"identifier\" leaves it out; of text that has to be published, \
                 publish = { redact = [...] } takes out what detectors recognize, and somebody still answers for the rest\n",
            )?;
        }
        let is_of_series = |finding: &Finding| {
            matches!(finding.rule, Rule::FewTogether | Rule::ToldTogether | Rule::ToldByDifference)
        };
        if self.0.iter().all(is_of_series) {
            let waivers = Waivers(self.0.iter().map(Finding::key));
            return write!(
                f,
                "publish at the levels of the earlier release (incog apply), at coarser ones, or only who was not in it; on_overlap = \"warn\" \
                 under [releases] publishes all the same; {waivers}"
            );
        }
        let waivers = Waivers(self.0.iter().map(Finding::key));
        write!(f, "publish these columns coarser, give them another role, or leave them out; {waivers}")
    }
}
