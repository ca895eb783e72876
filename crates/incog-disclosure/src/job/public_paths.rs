//! The paths in a job, as a public report tells them: the names of the files alone.

use super::file::{HierarchyFile, InputFile, JobFile, OutputFile};
use std::collections::BTreeMap;

/// The name at the end of a path, which tells nothing of the folders it is in.
pub fn name_alone(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

impl JobFile {
    /// The paths of the files that the job reads, by the keys they stand under. Secrets and keys
    /// are not among them.
    fn paths_read(&mut self) -> BTreeMap<String, &mut String> {
        let input = match &mut self.input {
            Some(InputFile::Path(path)) => Some(path),
            // The database of DuckDB is a file.
            Some(InputFile::Table(table)) => match table.adbc.as_deref() {
                Some("duckdb") => table.uri.as_mut(),
                _ => table.path.as_mut(),
            },
            None => None,
        };
        let mut paths: BTreeMap<String, &mut String> =
            input.into_iter().map(|path| ("input".to_owned(), path)).collect();
        let inputs = self.inputs.iter_mut().flatten().enumerate();
        paths.extend(inputs.map(|(place, table)| (format!("inputs[{place}]"), &mut table.path)));
        for (name, column) in &mut self.columns {
            if let Some(HierarchyFile::Path(path)) = &mut column.hierarchy {
                paths.insert(format!("columns.{name}.hierarchy"), path);
            }
        }
        paths.extend(self.hierarchy.plan.as_mut().map(|path| ("hierarchy.plan".to_owned(), path)));
        paths.extend(self.privacy.population.as_mut().map(|path| ("privacy.population".to_owned(), path)));
        let earlier = self.releases.earlier.iter_mut().flatten().enumerate();
        paths.extend(earlier.map(|(place, path)| (format!("releases.earlier[{place}]"), path)));
        paths.extend(self.releases.ledger.as_mut().map(|path| ("releases.ledger".to_owned(), path)));
        paths
    }

    /// Leaves nothing of the paths but the names of the files.
    pub(super) fn withhold_folders(&mut self) {
        for path in self.paths_read().into_values() {
            let name = name_alone(path).to_owned();
            *path = name;
        }
    }

    /// Puts back the folders that were withheld, from the job that it was made by.
    ///
    /// Where no such job is at hand, a table with the name of the release is taken to be in another
    /// folder.
    pub fn with_folders_of(mut self, known: Option<&Self>) -> Self {
        let output = match &self.output {
            Some(OutputFile::Path(path)) => Some(path.clone()),
            _ => None,
        };
        let mut known = known.cloned();
        let known = known.as_mut().map(Self::paths_read).unwrap_or_default();
        for (key, path) in self.paths_read() {
            match known.get(&key).filter(|known| name_alone(known) == path.as_str()) {
                Some(known) => path.clone_from(known),
                None if key == "input" && output.as_ref() == Some(path) => *path = format!("../{path}"),
                None => {}
            }
        }
        self
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const JOB: &str = r#"
        input = "../data/table.csv"
        output = "table.csv"
        [columns.zip]
        hierarchy = "../trees/a/zip.csv"
        [columns.area]
        hierarchy = "../trees/b/zip.csv"
        [hierarchy]
        plan = "/home/jane/plans/plan.json"
        [privacy]
        population = "C:\\study of leprosy\\people.csv"
        [releases]
        earlier = ["../may/out.csv.report.json", "june.report.json"]
        ledger = "../private/releases.ledger"
    "#;

    #[test]
    fn a_public_job_tells_no_folder() {
        let job: JobFile = toml::from_str(JOB).unwrap();
        let told = toml::to_string(&job.withheld()).unwrap();
        for folder in ["..", "/", "data", "trees", "jane", "leprosy", "may", "private"] {
            assert!(!told.contains(folder), "{folder}: {told}");
        }
        for name in ["table.csv", "zip.csv", "plan.json", "people.csv", "out.csv.report.json"] {
            assert!(told.contains(name), "{name}: {told}");
        }
    }

    #[test]
    fn folders_come_back_from_the_job_that_names_these_files() {
        let job: JobFile = toml::from_str(JOB).unwrap();
        assert_eq!(job.withheld().with_folders_of(Some(&job)), job);
        let other: JobFile = toml::from_str(&JOB.replace("table.csv\"", "other.csv\"")).unwrap();
        let found = job.withheld().with_folders_of(Some(&other));
        assert_eq!(found.input, Some("../table.csv".into()), "one name for the table and its release");
        assert_eq!(found.columns, job.columns);
    }
}
