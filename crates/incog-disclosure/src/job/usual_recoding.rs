//! How a table is recoded where a caller leaves it open: the default of the command and of the
//! Python package.

use super::error::JobError;
use super::file::{JobFile, ObjectiveFile};
use super::options::KeepColumns;
use super::recoding_file::RecodingFile;
use super::spec::Job;
use incog_card::Range;
use incog_privacy::{Role, model};
use incog_request::SearchSettings;
use std::path::Path;

/// Metrics that are sums over records.
const ADDITIVE: [&str; 4] = ["gen-loss", "precision", "transparency", "height"];

/// Whether an objective is a sum over records, which local recoding needs.
pub(super) fn is_additive(objective: Option<&str>) -> bool {
    objective.is_none_or(|name| ADDITIVE.contains(&name))
}

impl Job {
    /// Checks a job whose recoding may be left open; paths in it are relative to `folder`.
    ///
    /// An open recoding chooses levels record by record where columns, models, objective and search
    /// allow that, else one level per column. Columns keep some detail where that is possible.
    ///
    /// ```
    /// use incog_disclosure::job::{Job, JobFile, KeepColumns};
    /// use incog_request::RecodingSettings;
    /// let text = "input = \"a.csv\"\noutput = \"b.csv\"\n\
    ///             columns.age.role = \"quasi-identifier\"\nprivacy.k-anonymity = 5\n";
    /// let mut file: JobFile = toml::from_str(text)?;
    /// let job = Job::with_usual_recoding(&file, "")?;
    /// assert!(matches!(job.terms().recoding(), RecodingSettings::Local(_)));
    /// assert_eq!(job.terms().keep_columns(), KeepColumns::BestEffort);
    /// file.recoding.kind = Some("global".to_owned());
    /// assert_eq!(Job::with_usual_recoding(&file, "")?.terms().recoding(), RecodingSettings::Global);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_usual_recoding(file: &JobFile, folder: impl AsRef<Path>) -> Result<Self, JobError> {
        let folder = folder.as_ref();
        let mut file = file.clone();
        file.utility.keep_columns.get_or_insert_with(|| KeepColumns::BestEffort.name().to_owned());
        if file.recoding.kind.is_some() || !file.may_be_local() {
            return Self::from_file(&file, folder);
        }
        let local = JobFile { recoding: file.local_recoding(), ..file.clone() };
        // Some models and options need one level per column.
        Self::from_file(&local, folder).or_else(|_| Self::from_file(&file, folder))
    }
}

impl JobFile {
    /// Whether nothing that is asked for needs one level per column. Models and options that do are
    /// found by the checks of the job.
    fn may_be_local(&self) -> bool {
        let objective = self.utility.objective.as_ref().map(|objective| match objective {
            ObjectiveFile::Name(name) => name.as_str(),
            ObjectiveFile::Table(table) => table.metric.as_str(),
        });
        is_additive(objective)
            && self.search.algorithm.as_ref().is_none_or(|name| *name == SearchSettings::default().algorithm)
            && self.search.trace.is_none()
            && !self.columns.values().any(|column| column.role.as_deref() == Some(Role::Provider.name()))
    }

    /// Levels record by record; cells that tell nothing of each other where a model protects a
    /// sensitive column.
    fn local_recoding(&self) -> RecodingFile {
        let cells = if self.protects_sensitive() { "strict" } else { "free" };
        let mut recoding = RecodingFile { kind: Some("local".to_owned()), ..self.recoding.clone() };
        recoding.cells.get_or_insert_with(|| cells.to_owned());
        recoding
    }

    /// Whether a model is about the values of a sensitive column.
    fn protects_sensitive(&self) -> bool {
        self.privacy
            .models()
            .filter_map(|asked| model(asked.card().name))
            .any(|entry| entry.card.parameters.iter().any(|parameter| parameter.range == Range::Column))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_request::{CellKind, RecodingSettings};

    fn recoding(more: &str) -> RecodingSettings {
        let text = format!(
            "input = \"a.csv\"\noutput = \"b.csv\"\ncolumns.age.role = \"quasi-identifier\"\n\
             columns.ill.role = \"sensitive\"\n{more}"
        );
        Job::with_usual_recoding(&toml::from_str(&text).unwrap(), "").unwrap().terms().recoding()
    }

    #[test]
    fn cells_are_strict_where_a_model_protects_a_column() {
        for (models, expected) in [
            ("privacy.k-anonymity = 5", CellKind::Free),
            ("privacy = { k-anonymity = 5, l-diversity = 2 }", CellKind::Strict),
            ("privacy = { k-anonymity = 5, t-closeness = 0.3 }", CellKind::Strict),
            ("privacy.k-anonymity = 5\nrecoding.cells = \"strict\"", CellKind::Strict),
        ] {
            let RecodingSettings::Local(settings) = recoding(models) else { panic!("{models}") };
            assert_eq!(settings.cells, expected, "{models}");
        }
    }

    #[test]
    fn what_needs_one_level_a_column_gets_it() {
        for asked in [
            "utility.objective = \"loss\"\nprivacy.k-anonymity = 5",
            "search.algorithm = \"optimal\"\nprivacy.k-anonymity = 5",
            "columns.clinic.role = \"provider\"\nprivacy = { k-anonymity = 5, m-privacy = 1 }",
            "release = { conceal_choice = 0.1, secret = \"key.txt\" }\nprivacy.k-anonymity = 5",
            "suppression.limit = 0\nprivacy.average-risk = 0.2",
            "recoding.kind = \"global\"\nprivacy.k-anonymity = 5",
        ] {
            assert_eq!(recoding(asked), RecodingSettings::Global, "{asked}");
        }
    }

    /// What is wrong with a job is told as if nothing had been filled in.
    #[test]
    fn a_wrong_job_is_refused_for_what_it_says() {
        let text = "input = \"a.csv\"\noutput = \"b.csv\"\ncolumns.age.role = \"quasi-identifier\"\n";
        let file: JobFile = toml::from_str(text).unwrap();
        let refused = Job::with_usual_recoding(&file, "").unwrap_err();
        assert_eq!(refused.to_string(), Job::from_file(&file, "").unwrap_err().to_string());
    }
}
