//! Which of the files that a report names are opened.

use super::VerifyOptions;
use incog_disclosure::DisclosureError;
use incog_disclosure::job::{HierarchySource, Job, files_of_report};
use incog_disclosure::report::Report;
use incog_report::verification::reach::{OutsideReport, Reach};
use incog_treatment::NeededKey;
use std::path::{Path, PathBuf};

/// The flags that name a file which a report may not.
const INPUT: &str = "--input FILE or --job JOB.toml";
const POPULATION: &str = "--population FILE or --job JOB.toml";
const RELEASE: &str = "--release FILE";
const JOB: &str = "--job JOB.toml, a job file that names it";
const URI: &str = "--uri FILE or --job JOB.toml";

/// The files that may be opened for a report. `None` is all of them, where the verifier has made
/// the release.
pub(super) struct Opened(Option<Reach>);

impl Opened {
    /// Those in the folder of a report, and those of the job file if the verifier named it.
    pub fn new(folder: &Path, found: Option<&(Job, bool)>, options: &VerifyOptions) -> Self {
        let named = found.filter(|(_, named)| *named).map(|(job, _)| job);
        let of_job = named.map(Job::files_read).unwrap_or_default();
        let output = named.map(|job| job.output.clone());
        let database = named.and_then(database);
        let given = [&options.input, &options.release, &options.population, &options.secret, &options.key];
        let given = given.into_iter().flatten().cloned();
        Self(Some(Reach::new(folder, of_job.into_iter().chain(output).chain(database).chain(given))))
    }

    /// All files.
    pub fn anything() -> Self {
        Self(None)
    }

    /// Whether a file is there and may be opened.
    pub fn has(&self, path: &Path) -> bool {
        self.allows(path) && path.exists()
    }

    fn allows(&self, path: &Path) -> bool {
        self.0.as_ref().is_none_or(|reach| reach.allows(path))
    }

    /// Refuses a job whose files are elsewhere and that nobody but the report names.
    pub fn check(&self, job: &Job, options: &VerifyOptions) -> Result<(), DisclosureError> {
        files(job, options).try_for_each(|(path, flag)| self.check_file(&path, flag))?;
        // Earlier reports, which may be opened now, name files of their own.
        let earlier = job.terms.series.iter().flat_map(|series| &series.earlier);
        let mut theirs = earlier.flat_map(|report| files_of_report(report));
        Ok(theirs.try_for_each(|path| self.check_file(&path, JOB))?)
    }

    fn check_file(&self, path: &Path, flag: &'static str) -> Result<(), OutsideReport> {
        self.0.as_ref().map_or(Ok(()), |reach| reach.check(path, flag))
    }

    /// Refuses a database in a file that is elsewhere and that nobody but the report names.
    pub fn check_database(&self, job: &Job, options: &VerifyOptions) -> Result<(), DisclosureError> {
        let path = database(job).filter(|_| options.uri.is_none());
        Ok(path.map_or(Ok(()), |path| self.check_file(&path, URI))?)
    }

    /// Takes the keys of treatments from the job file, where they are, or from the verifier.
    pub fn take_keys(&self, job: &mut Job, found: Option<&Job>, given: Option<&PathBuf>) {
        for (name, column) in &mut job.terms.columns {
            let Some(treatment) = &mut column.treatment else { continue };
            if let NeededKey::File(_) = treatment.spec.needed_key() {
                let told =
                    found.and_then(|job| job.terms.treatment_of(name)).and_then(|told| told.key.clone());
                let told = treatment.key.take().or(told);
                treatment.key = given.cloned().or(told.filter(|path| self.has(path)));
            }
        }
    }
}

/// The file of a database; that of DuckDB is one.
fn database(job: &Job) -> Option<PathBuf> {
    let engine = job.engine.as_ref().filter(|engine| engine.engine == "duckdb")?;
    engine.uri.as_ref().map(PathBuf::from)
}

/// The files that a job reads for sure, and the flags that name them.
fn files<'j>(job: &'j Job, options: &'j VerifyOptions) -> impl Iterator<Item = (PathBuf, &'static str)> + 'j {
    let input = Some(&job.input).filter(|_| job.engine.is_none() && options.input.is_none());
    let inputs = input.into_iter().chain(job.inputs.iter().map(|table| &table.path)).cloned();
    let hierarchies = job.terms.columns.values().filter_map(|column| match &column.hierarchy {
        Some(HierarchySource::File(path)) => Some(path.clone()),
        _ => None,
    });
    let population = job.terms.population.as_ref().filter(|_| options.population.is_none());
    let earlier = job.terms.series.iter().flat_map(|series| series.earlier.clone());
    inputs
        .map(|path| (path, INPUT))
        .chain(hierarchies.map(|path| (path, JOB)))
        .chain(job.terms.hierarchy.plan.clone().map(|path| (path, JOB)))
        .chain(population.map(|file| (file.path.clone(), POPULATION)))
        .chain(earlier.map(|path| (path, JOB)))
}

/// Refuses a release that is elsewhere and that nobody but the report names.
pub(super) fn check_release(report: &Report, folder: &Path) -> Result<(), DisclosureError> {
    Ok(Reach::new(folder, []).check(&folder.join(&report.release.path), RELEASE)?)
}
