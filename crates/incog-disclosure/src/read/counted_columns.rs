//! The columns that whoever counts a table groups its records by.

use crate::job::{Job, JobError, JobProblem, Place, nearest};

impl Job {
    /// Those of a table's columns that a release is made of or measured with, in their order:
    /// whoever counts the table for `Job::run_in` or `Job::decide_counted` groups its records
    /// by them. Columns that name people stay where they are, unless people are counted by them or
    /// the job publishes what they become.
    ///
    /// ```
    /// let text = "columns = { age.role = \"quasi-identifier\", name.role = \"identifier\" }\nprivacy.k-anonymity = 5\n";
    /// let job = incog_disclosure::job::Job::from_toml_for_rows(text, "")?;
    /// let columns = ["name", "age", "illness"].map(str::to_owned);
    /// assert_eq!(job.counted_columns(&columns)?, ["age", "illness"]);
    /// # Ok::<(), incog_disclosure::job::JobError>(())
    /// ```
    ///
    /// # Errors
    /// When the job names a column that is not among them: it is mistyped, and what it meant would
    /// be published as it is.
    pub fn counted_columns<'c>(&self, columns: &'c [String]) -> Result<Vec<&'c str>, JobError> {
        if let Some(name) = self.terms.columns.keys().find(|name| !columns.contains(name)) {
            let nearest = nearest(name, columns.iter().map(String::as_str));
            let problem = JobProblem::UnknownColumn { column: name.clone(), nearest };
            return Err(JobError::new(Place::default(), problem));
        }
        let names = columns.iter().map(String::as_str);
        Ok(names.filter(|name| self.counts_by(name)).collect())
    }

    /// Whether a column is one that the records are grouped by.
    pub fn counts_by(&self, column: &str) -> bool {
        let terms = &self.terms;
        // Treatments go by the person of a record.
        let treats_by = || terms.people() == Some(column) && terms.treatments().next().is_some();
        !terms.role(column).names_people()
            || terms.unit.column() == Some(column)
            || terms.publishes(column)
            || treats_by()
    }
}

/// A name that no column has, also where capitals do not count.
pub fn free_name(wanted: &str, taken: &[String]) -> String {
    let mut name = wanted.to_owned();
    while taken.iter().any(|taken| taken.to_lowercase() == name) {
        name.push('_');
    }
    name
}
