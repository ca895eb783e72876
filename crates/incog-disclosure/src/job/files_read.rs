//! The files a job reads.

use super::column::HierarchySource;
use super::files_of_report::files_of_report;
use super::spec::Job;
use std::path::PathBuf;

impl Job {
    /// Every file a run of the job reads; none of them may be written by it.
    ///
    /// ```
    /// let text = r#"
    ///     input = "patients.csv"
    ///     output = "release.csv"
    ///     [columns.zip]
    ///     role = "quasi-identifier"
    ///     hierarchy = "zip.csv"
    ///     [privacy]
    ///     k-anonymity = 5
    /// "#;
    /// let job = incog_disclosure::job::Job::from_toml(text, "data").unwrap();
    /// assert_eq!(job.files_read(), ["data/patients.csv", "data/zip.csv"].map(std::path::PathBuf::from));
    /// ```
    pub fn files_read(&self) -> Vec<PathBuf> {
        let hierarchies = self.terms.columns.values().filter_map(|column| match &column.hierarchy {
            Some(HierarchySource::File(path)) => Some(path),
            _ => None,
        });
        let keys = self.terms.columns.values().filter_map(|column| column.treatment.as_ref()?.key.as_deref());
        let input = Some(self.input_file()).filter(|_| self.engine.is_none());
        let inputs = input.into_iter().chain(self.inputs.iter().skip(1).map(|table| table.path.as_path()));
        // A folder is not a file, whichever key names it; the reader reports that.
        let files = inputs
            .chain(hierarchies.map(PathBuf::as_path))
            .chain(keys)
            .chain(self.terms.hierarchy.plan.as_deref())
            .chain(self.terms.secret.as_deref())
            .chain(self.terms.population.as_ref().map(|population| population.path.as_path()))
            .chain(self.file.as_deref());
        let earlier = self.terms.series.iter().flat_map(|series| &series.earlier);
        let ledger = self.terms.ledger().map(|ledger| ledger.path.clone());
        let files =
            files.map(PathBuf::from).chain(ledger).chain(earlier.flat_map(|report| files_of_report(report)));
        files.filter(|path| !path.is_dir()).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// With every key that names a file.
    const JOB: &str = r#"
        input = "table.csv"
        output = "release.csv"
        [columns.who]
        role = "person"
        publish = { pseudonym = "pseudonyms.key", purpose = "x" }
        [columns.when]
        publish = { shift_days = "days.key" }
        [columns.zip]
        role = "quasi-identifier"
        hierarchy = "zip.csv"
        [privacy]
        k-anonymity = 5
        k-map = 5
        population = "register.csv"
        unit = "record"
        [release]
        secret = "secret.key"
        [releases]
        earlier = ["earlier.csv.report.json"]
        [search]
        trace = "trace.csv"
    "#;

    /// The texts of a value that another one has otherwise.
    fn differing(one: &Value, other: &Value, found: &mut Vec<String>) {
        match (one, other) {
            (Value::Object(one), Value::Object(other)) => {
                one.iter().for_each(|(key, value)| differing(value, &other[key], found));
            }
            (Value::Array(one), Value::Array(other)) => {
                one.iter().zip(other).for_each(|(value, other)| differing(value, other, found));
            }
            (Value::String(one), other) if other.as_str() != Some(one) => found.push(one.clone()),
            _ => {}
        }
    }

    /// A path is what is written in another way when the job is in another folder, so that none can
    /// be forgotten here.
    #[test]
    fn every_path_of_a_job_is_read_or_written() {
        let planned = JOB.replace("hierarchy = \"zip.csv\"", "hierarchy = { flat = true }")
            + "[hierarchy]\nplan = \"plan.json\"";
        for text in [JOB.to_owned(), planned] {
            let job = Job::from_toml(&text, "data").unwrap();
            let told =
                |folder: &str| serde_json::to_value(job.to_file(std::path::Path::new(folder))).unwrap();
            let mut paths = Vec::new();
            differing(&told("data"), &told("elsewhere"), &mut paths);
            let read = job.files_read();
            let is_known = |path: &String| {
                let path = std::path::Path::new("data").join(path);
                path == job.output || job.trace.as_ref() == Some(&path) || read.contains(&path)
            };
            assert!(paths.len() >= 8, "{paths:?}");
            assert_eq!(
                paths.iter().filter(|path| !is_known(path)).collect::<Vec<_>>(),
                Vec::<&String>::new()
            );
        }
    }
}
