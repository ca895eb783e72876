//! A job from command-line flags instead of a file.

use super::error::{JobError, JobProblem, Place};
use super::file::{CsvFile, HierarchyFile, JobFile, ObjectiveFile, SuppressionFile, UtilityFile};
use super::overrides::Overrides;
use super::privacy_file::PrivacyFile;
use super::spec::Job;
use super::usual_recoding::is_additive;
use incog_card::{Parameters, Value};
use incog_privacy::model;
use incog_request::SearchSettings;
use std::path::Path;

/// The flags of `incog anonymize TABLE -q age -s disease -k 5 -o out.csv`; every field is one flag.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JobFlags {
    /// The table to publish.
    pub input: String,
    /// The release to write.
    pub output: String,
    /// Columns to drop.
    pub identifiers: Vec<String>,
    /// Quasi-identifiers.
    pub quasi_identifiers: Vec<String>,
    /// Sensitive attributes.
    pub sensitive: Vec<String>,
    /// The provider column.
    pub provider: Option<String>,
    /// The column of the people that are counted.
    pub person: Option<String>,
    /// Hierarchy files by column.
    pub hierarchies: Vec<(String, String)>,
    /// How the text of the table is laid out, as far as somebody says or has found out.
    pub layout: CsvFile,
    /// k-anonymity.
    pub k: Option<i64>,
    /// k-map by a table of the population.
    pub k_map: Option<i64>,
    /// The table of the population.
    pub population: Option<String>,
    /// Distinct l-diversity.
    pub l: Option<f64>,
    /// t-closeness, Euclidean.
    pub t: Option<f64>,
    /// Share of records that may be suppressed.
    pub limit: Option<f64>,
    /// Metric.
    pub objective: Option<String>,
    /// What applies to job files as well.
    pub overrides: Overrides,
}

impl JobFlags {
    /// The checked job; paths are relative to `folder`.
    ///
    /// ```
    /// use incog_disclosure::job::JobFlags;
    /// let flags = JobFlags {
    ///     input: "people.csv".into(),
    ///     output: "out.csv".into(),
    ///     quasi_identifiers: vec!["age".into(), "zip".into()],
    ///     k: Some(5),
    ///     ..JobFlags::default()
    /// };
    /// assert_eq!(flags.to_job("").unwrap().terms().columns().len(), 2);
    /// ```
    pub fn to_job(&self, folder: impl AsRef<Path>) -> Result<Job, JobError> {
        let file = self.to_file().map_err(|problem| JobError::new(Place::default(), problem))?;
        Job::with_usual_recoding(&file, folder)
    }

    /// The models that have a flag, each with its most important parameter.
    fn privacy(&self) -> PrivacyFile {
        let models: [(&str, &str, Option<Value>); 4] = [
            ("k-anonymity", "k", self.k.map(Value::from)),
            ("k-map", "k", self.k_map.map(Value::from)),
            ("l-diversity", "l", self.l.map(Value::from)),
            ("t-closeness", "t", self.t.map(Value::from)),
        ];
        let said = |(name, parameter, value): (&str, &str, Option<Value>)| {
            Parameters::said(&model(name)?.card, [(parameter, value?)]).ok()
        };
        models.into_iter().filter_map(said).collect::<PrivacyFile>().within(self.population.clone())
    }

    fn to_file(&self) -> Result<JobFile, JobProblem> {
        let mut file = JobFile {
            input: Some(self.input.clone().into()),
            output: Some(self.output.clone().into()),
            csv: self.layout.clone(),
            privacy: self.privacy(),
            suppression: SuppressionFile { limit: self.limit, shown_as: None },
            utility: UtilityFile {
                objective: self.objective.clone().map(ObjectiveFile::Name),
                keep_columns: None,
            },
            ..JobFile::default()
        };
        let roles = [
            ("identifier", self.identifiers.as_slice()),
            ("quasi-identifier", &self.quasi_identifiers),
            ("sensitive", &self.sensitive),
            ("provider", self.provider.as_slice()),
            ("person", self.person.as_slice()),
        ];
        for (role, names) in roles {
            for name in names {
                file.add_role(name, role)?;
            }
        }
        for (column, path) in &self.hierarchies {
            let entry = file.columns.entry(column.clone()).or_default();
            entry.hierarchy = Some(HierarchyFile::Path(path.clone()));
        }
        self.overrides.apply(&mut file);
        Ok(file)
    }
}

/// Whether a proposed job may choose levels by record: the objective is a sum over records, and
/// nothing that is asked of the search needs one level per column.
pub fn may_be_local(objective: Option<&str>, overrides: &Overrides) -> bool {
    is_additive(objective)
        && overrides.algorithm.as_deref().is_none_or(|name| name == SearchSettings::default().algorithm)
        && overrides.trace.is_none()
        && !overrides.uniform
}
