//! What keeps a release from being published, and what can be done about it.

mod in_python;

use incog_audit::{Finding, Rule, findings_text};
use incog_report::Waivers;
use std::fmt;

/// Dangers that keep a release from being published.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dangers(Vec<Finding>);

impl Dangers {
    /// Findings, each of which keeps the release from being published.
    pub fn new(findings: Vec<Finding>) -> Self {
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
    /// let dangers = incog_disclosure::Dangers::default().in_python();
    /// assert!(dangers.contains("waivers={") && !dangers.contains("[waivers]"));
    /// ```
    pub fn in_python(&self) -> String {
        let in_words =
            |finding: &Finding| Finding { message: in_python::message(finding), ..finding.clone() };
        let findings: Vec<Finding> = self.0.iter().map(in_words).collect();
        let mut rules: Vec<Rule> = self.0.iter().map(|finding| finding.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        let advice: String =
            rules.into_iter().filter_map(in_python::advice).map(|advice| format!("{advice}\n")).collect();
        let keys = self.0.iter().map(|finding| {
            format!(
                "{:?}: \"the reason, and who \
            decided\"",
                finding.key()
            )
        });
        let keys: Vec<String> = keys.collect();
        format!(
            "nothing was published, because people would be at risk:\n{}\n{advice}publish these columns coarser, name them in another keyword, or leave them \
             out; to publish anyway, give the reason for each finding:\nwaivers={{{}}}",
            findings_text(&findings).trim_end(),
            keys.join(", ")
        )
    }
}

impl fmt::Display for Dangers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "nothing was published, because people would be at risk:\n{}",
            findings_text(&self.0).trim_end()
        )?;
        if self.0.iter().any(|finding| finding.rule == Rule::SeveralRows) {
            f.write_str(
                "people have several records: give the column that names them the role \"person\", so that incog counts \
                 people; if different people only share a name, set privacy.unit = \"record\"\n",
            )?;
        }
        if self.0.iter().any(|finding| finding.rule == Rule::Identifying) {
            f.write_str(
                "a column seems to identify people: leave it out with role = \"identifier\"; for text that you must publish, \
                 publish = { redact = [...] } removes what detectors recognize, and a waiver must cover the rest\n",
            )?;
        }
        let is_of_series = |finding: &Finding| {
            matches!(finding.rule, Rule::FewTogether | Rule::ToldTogether | Rule::ToldByDifference)
        };
        if self.0.iter().all(is_of_series) {
            let waivers = Waivers(self.0.iter().map(Finding::key));
            return write!(
                f,
                "publish at the levels of the earlier release (incog apply) or coarser, or only people who were not in it; \
                 releases.on_overlap = \"warn\" turns these findings into warnings; {waivers}"
            );
        }
        let waivers = Waivers(self.0.iter().map(Finding::key));
        write!(f, "publish these columns coarser, give them another role, or leave them out; {waivers}")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::job::Job;
    use incog_data::Table;

    /// What the gate finds in a table whose columns are each about one person.
    fn found() -> Dangers {
        let row = |row: usize| {
            let day = format!("2024-{:02}-{:02}", 1 + row / 28, 1 + row % 28);
            [(row % 7).to_string(), format!("{}.5", row * 7), day, format!("call anna.{row}@example.org")]
        };
        let rows: Vec<[String; 4]> = (0..120).map(row).collect();
        let rows = rows.iter().map(|row| row.iter().map(String::as_str));
        let table = Table::from_rows(["age", "costs", "seen", "note"], rows, &[""]).unwrap();
        let column = |name: &str, role: &str| format!("[columns.{name}]\nrole = \"{role}\"\n");
        let columns = [
            column("age", "quasi-identifier"),
            column("costs", "sensitive"),
            column("seen", "insensitive"),
            column("note", "insensitive"),
        ];
        let files = "input = \"in.csv\"\noutput = \"out.csv\"\n";
        let job =
            format!("{files}{}[privacy]\nk-anonymity = 2\n[suppression]\nlimit = 0.0\n", columns.concat());
        let job = Job::from_toml(&job, "").unwrap();
        Dangers::new(crate::gate::open_dangers(&job.terms, (&table).into()))
    }

    #[test]
    fn python_has_its_own_words() {
        let dangers = found();
        let (job_file, python) = (dangers.to_string(), dangers.in_python());
        assert!(job_file.contains("(publish: first_of)") && job_file.contains("role = \"identifier\""));
        assert!(python.contains("columns={\"seen\": {\"publish\": {\"first_of\": \"month\"}}}"), "{python}");
        assert!(python.contains("columns={\"costs\": {\"publish\": {\"round\": \"auto\"}}}"), "{python}");
        assert!(python.contains("identifiers=[\"COLUMN\"]"), "{python}");
        for word in [" = ", "publish:", "role:", "[columns]"] {
            assert!(!python.contains(word), "{word}: {python}");
        }
    }
}
