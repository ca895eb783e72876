//! Reading jobs, and saying where in the text they are wrong.

use super::check::{Blame, check, check_terms};
use super::check_engine::engine_table;
use super::check_outputs::check_outputs;
use super::error::{JobError, JobProblem, Place};
use super::file::{CertificateFile, InputTableFile, JobFile};
use super::islands::Islands;
use super::overrides::Overrides;
use super::redirection::Elsewhere;
use super::spec::{CsvOptions, EngineTable, Job};
use super::terms::Terms;
use incog_io::{JobTextProblem, line_of, read_job_text, remember_name};
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// What a table in memory is called where nobody says which file it was read from.
pub const ROWS: &str = "table";

/// The file that a release in memory is described as: saved under this name, it has the bytes of
/// which the report gives the digest.
pub const RELEASE_OF_ROWS: &str = "release.arrow";

impl Job {
    /// Reads and checks a job file; paths in it are relative to its folder.
    pub fn from_toml_file(path: impl AsRef<Path>) -> Result<Self, JobError> {
        Self::from_toml_file_with(path, &Overrides::default())
    }

    /// As [`Job::from_toml_file`], with some keys replaced before anything is checked.
    pub fn from_toml_file_with(path: impl AsRef<Path>, overrides: &Overrides) -> Result<Self, JobError> {
        let path = path.as_ref();
        let refuse = |error: JobError| JobError {
            place: Place { file: Some(path.to_owned()), ..error.place },
            problem: error.problem,
        };
        let text = read_job_text(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let job = parse(&text, folder, |file| overrides.apply(file)).map_err(refuse)?;
        Ok(Self { file: Some(path.to_owned()), ..job })
    }

    /// Reads and checks the text of a job file; paths in it are relative to `folder`.
    ///
    /// ```
    /// use incog_disclosure::job::Job;
    /// use incog_privacy::ModelSpec;
    /// let text = r#"
    ///     input = "patients.csv"
    ///     output = "patients.release.csv"
    ///     [columns.age]
    ///     role = "quasi-identifier"
    ///     [privacy]
    ///     k-anonymity = 5
    /// "#;
    /// let job = Job::from_toml(text, "").unwrap();
    /// assert_eq!(job.terms().models(), [ModelSpec::named("k-anonymity", [("k", 5.into())]).unwrap()]);
    ///
    /// let error = Job::from_toml(&text.replace("k-anonymity", "k-anonimity"), "").unwrap_err();
    /// assert_eq!(error.to_string(), r#"line 7: unknown key "k-anonimity"; did you mean "k-anonymity"?"#);
    /// ```
    pub fn from_toml(text: &str, folder: impl AsRef<Path>) -> Result<Self, JobError> {
        parse(text, folder.as_ref(), |_| {})
    }

    /// As `Job::from_toml`, for a table in memory (`Job::run_on`): a text that names no `input`
    /// and no `output` is whole.
    ///
    /// ```
    /// let text = "columns.age.role = \"quasi-identifier\"\nprivacy.k-anonymity = 5\n";
    /// assert!(incog_disclosure::job::Job::from_toml(text, "").is_err());
    /// assert_eq!(incog_disclosure::job::Job::from_toml_for_rows(text, "jobs").unwrap().input(), std::path::Path::new("table"));
    /// ```
    pub fn from_toml_for_rows(text: &str, folder: impl AsRef<Path>) -> Result<Self, JobError> {
        let mut is_named = true;
        let job = parse(text, folder.as_ref(), |file| {
            is_named = file.input.is_some();
            name_rows(file);
        })?;
        // No file has it, so it is in no folder.
        Ok(if is_named { job } else { Self { input: ROWS.into(), ..job } })
    }

    /// Checks a job that was put together in memory or taken from a report; paths in it are
    /// relative to `folder`.
    pub fn from_file(file: &JobFile, folder: impl AsRef<Path>) -> Result<Self, JobError> {
        check(file, folder.as_ref()).map_err(nowhere)
    }
}

impl Terms {
    /// Checks terms that were put together in memory; keys about files are ignored, and paths are
    /// relative to `folder`.
    pub fn from_file(file: &JobFile, folder: impl AsRef<Path>) -> Result<Self, JobError> {
        check_terms(file, folder.as_ref()).map_err(nowhere)
    }

    /// The job that publishes the table in the file `input` on these terms, as the file `output`.
    ///
    /// # Errors
    /// When both are the same file, or the objective is a metric that is not listed, so that nobody
    /// could check the report.
    pub fn job(&self, input: impl Into<PathBuf>, output: impl Into<PathBuf>) -> Result<Job, JobError> {
        if !self.objective.is_listed() {
            let problem = JobProblem::OwnMetric { name: self.objective.name() };
            return Err(JobError::new(Place::default(), problem));
        }
        let job = Job {
            terms: self.clone(),
            input: input.into(),
            inputs: Vec::new(),
            counted: None,
            engine: None,
            into: None,
            output: output.into(),
            csv: CsvOptions::default(),
            certificate: CertificateFile::default(),
            trace: None,
            proof: None,
            file: None,
            internal: false,
            force: false,
            replace_better: false,
            tells_price: false,
            dry_run: false,
            begins_series: false,
            released_fields: None,
            elsewhere: Elsewhere::default(),
            islands: Islands::default(),
        };
        check_outputs(&job).map_err(nowhere)?;
        Ok(job)
    }
}

impl EngineTable {
    /// Checks the keys of a table of an engine, whose file, if it is in one, is in `folder`.
    ///
    /// # Errors
    /// When the address may have a secret, or the keys name no table.
    pub fn from_keys(keys: &InputTableFile, folder: impl AsRef<Path>) -> Result<Self, JobError> {
        engine_table(keys, folder.as_ref()).map_err(nowhere)
    }
}

fn nowhere(blame: Blame) -> JobError {
    JobError::new(Place::default(), blame.1)
}

/// What a table in memory and its release are called where nobody says it.
fn name_rows(file: &mut JobFile) {
    if file.inputs.is_none() {
        file.input.get_or_insert_with(|| ROWS.into());
    }
    file.output.get_or_insert_with(|| RELEASE_OF_ROWS.into());
}

/// Reads a text, amends what it says, and checks that.
fn parse(text: &str, folder: &Path, amend: impl FnOnce(&mut JobFile)) -> Result<Job, JobError> {
    let mut file: JobFile = toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| line_of(text, span.start));
        let problem = JobTextProblem::of_toml(text, error.message(), error.span());
        JobError::new(Place { file: None, line }, problem.into())
    })?;
    file.columns.keys().for_each(|name| remember_name(name));
    amend(&mut file);
    check(&file, folder).map_err(|(key, problem)| {
        let line = key.and_then(|key| line_of_key(text, &key));
        JobError::new(Place { file: None, line }, problem)
    })
}

/// The line of a dotted key, or of the innermost table around it that exists.
///
/// Names of columns may contain dots, so every way to split the key is tried.
fn line_of_key(text: &str, key: &str) -> Option<usize> {
    let table = DeTable::parse(text).ok()?;
    find(table.get_ref(), key).map(|offset| line_of(text, offset))
}

fn find(table: &DeTable<'_>, key: &str) -> Option<usize> {
    for (name, value) in table.iter() {
        let Some(rest) = key.strip_prefix(name.get_ref().as_ref()) else { continue };
        if rest.is_empty() {
            return Some(name.span().start);
        }
        let Some(rest) = rest.strip_prefix('.') else { continue };
        let inner = match value.get_ref() {
            DeValue::Table(inner) => find(inner, rest),
            _ => None,
        };
        return Some(inner.unwrap_or(name.span().start));
    }
    None
}
