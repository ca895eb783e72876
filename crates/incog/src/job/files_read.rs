//! The files a job reads.

use super::column::HierarchySource;
use super::spec::Job;
use crate::series::earlier_files;
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
    /// let job = incog::Job::from_toml(text, "data").unwrap();
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
        let files = files.map(PathBuf::from).chain(earlier.flat_map(|report| earlier_files(report)));
        files.filter(|path| !path.is_dir()).collect()
    }
}
