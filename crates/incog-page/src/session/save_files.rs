//! Files: what the command makes of the job, and the job.

use super::task::DIED;
use super::{ChangeError, Saved, Saving, Session};
use incog::explore::ExploreError;
use incog::io::ReadError;
use incog::job::{JobFile, OutputFile};
use incog::runs::FileRuns;
use incog::search::Stop;
use incog::{Control, IncogError, Job};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// What is saved, under which names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    /// The release; its ending says the format.
    pub release: String,
    /// The job file.
    pub job: String,
    /// Whether the plan is written, too.
    pub plan: bool,
    /// Whether the internal report is written, too.
    pub internal: bool,
    /// Whether files that are there may be replaced.
    pub replace: bool,
}

impl Names {
    /// The names that the page proposes: a job file that is not there yet.
    pub(crate) fn proposed(folder: &Path, release: String) -> Self {
        let names = std::iter::once("job.toml".to_owned()).chain((2..).map(|n| format!("job-{n}.toml")));
        let job = names.take(1000).find(|name| !folder.join(name).exists());
        Self { release, job: job.unwrap_or_default(), plan: false, internal: false, replace: false }
    }
}

/// What went wrong, and the files that are there all the same.
struct Unsaved(String, Vec<PathBuf>);

impl Session {
    /// Writes the job, and runs it as `incog anonymize` does.
    ///
    /// # Errors
    /// When another revision is there, a name is none of a file, or something is being saved.
    pub fn save(&self, revision: u64, names: &Names) -> Result<u64, ChangeError> {
        let file = self.begin(revision)?;
        check_names(names)?;
        let names = names.clone();
        let control = self.other(|state| {
            if state.saving.is_running() {
                return Err(ChangeError::Running);
            }
            state.saving = Saving::Running;
            Ok(())
        })?;
        let (session, ending) = (self.clone(), control.clone());
        let work = move || {
            let saved = session.written(revision, &file, &names, &control);
            session.tell(|state| {
                state.saving = match saved {
                    Ok(saved) => Saving::Done(saved),
                    Err(Unsaved(why, files)) => Saving::Refused(why, files),
                };
            });
            session.done(&control);
        };
        self.beside(&ending, work, |state| state.saving = Saving::Refused(DIED.to_owned(), Vec::new()));
        Ok(revision)
    }

    fn written(
        &self,
        revision: u64,
        file: &JobFile,
        names: &Names,
        control: &Control,
    ) -> Result<Saved, Unsaved> {
        let path = self.opened().folder.join(&names.job);
        let files = self.write_job(file, names, &path, control);
        let mut files = files.map_err(|error| Unsaved(error.to_string(), Vec::new()))?;
        let unsaved = |error: IncogError, files: &[PathBuf]| Unsaved(error.to_string(), files.to_vec());
        let job = Job::from_toml_file(&path).map_err(|error| unsaved(error.into(), &files))?;
        let job = job.with_internal_report(names.internal).replacing_output(names.replace);
        let job = job.drawing_by(self.opened().table.draw_key().clone());
        let outcome = job.run_with(control, &mut |_| {}).map_err(|error| unsaved(error, &files))?;
        files.extend([outcome.release.clone(), outcome.report_json.clone(), outcome.report_html.clone()]);
        files.extend(outcome.internal_html.clone());
        if names.plan {
            let plan = path.with_extension("plan.json");
            job.plan_to_with(&plan, control, &mut |_| {}).map_err(|error| unsaved(error, &files))?;
            files.push(plan);
        }
        let internal = if names.internal { " --internal" } else { "" };
        let command =
            format!("incog anonymize {}{internal} --force", shell_word(&path.display().to_string()));
        Ok(Saved { revision, files, command, is_proved: outcome.stopped == Stop::Proved })
    }

    /// Writes the job and the hierarchies that were opened in the page: all, or none. Nothing that
    /// the job reads as it is now is written over.
    fn write_job(
        &self,
        file: &JobFile,
        names: &Names,
        path: &Path,
        control: &Control,
    ) -> Result<Vec<PathBuf>, IncogError> {
        let reads = self.job(file)?.files_read();
        let (mut file, copies) = self.with_copies(file);
        file.output = Some(OutputFile::Path(names.release.clone()));
        let text = self
            .job(&file)?
            .to_toml(&self.opened().folder)
            .map_err(|error| IncogError::from(ExploreError::Unwritable { why: error.to_string() }))?;
        let hierarchies = copies.iter().map(|(from, _)| {
            fs::read(from).map_err(|source| ReadError::File { path: from.clone(), fault: source.into() })
        });
        let hierarchies = hierarchies.collect::<Result<Vec<_>, _>>()?;
        let copied = copies.into_iter().map(|(_, to)| to);
        let targets: Vec<PathBuf> = std::iter::once(path.to_owned()).chain(copied).collect();
        let staging = control.take::<IncogError>(targets.clone(), names.replace, &reads)?;
        staging.write(0, &text)?;
        (1..).zip(&hierarchies).try_for_each(|(place, bytes)| staging.write(place, bytes))?;
        staging.commit()?;
        Ok(targets)
    }
}

/// Names of files in the folder: a job file, and a release that is none. So neither is written over
/// the other, or over a report.
pub(crate) fn check_names(names: &Names) -> Result<(), ChangeError> {
    check_name(&names.release)?;
    check_name(&names.job)?;
    let is_job = |name: &str| name.to_lowercase().ends_with(".toml");
    if is_job(&names.job) && !is_job(&names.release) {
        return Ok(());
    }
    let why = "the job file's name must end in .toml, and the release's name must not";
    Err(ChangeError::Refused(why.to_owned()))
}

/// The name of a file in the folder, and nothing that leads elsewhere.
fn check_name(name: &str) -> Result<(), ChangeError> {
    let mut parts = Path::new(name).components();
    let is_plain =
        matches!((parts.next(), parts.next()), (Some(Component::Normal(only)), None) if only == name);
    if is_plain && !name.contains(['/', '\\', '\0']) {
        return Ok(());
    }
    Err(ChangeError::Refused(
        "enter a file name without a folder; it is saved beside the opened file".to_owned(),
    ))
}

/// A word as a shell reads it.
pub(crate) fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere_else() {
        for name in ["", ".", "..", "/etc/passwd", "../a.csv", "a/b.csv", "a\\b.csv", "a\0.csv", "./a.csv"] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
        assert!(check_name("release of May.csv").is_ok());
    }

    #[test]
    fn a_job_and_a_release_are_never_one_file() {
        let of = |release: &str, job: &str| {
            let (release, job) = (release.to_owned(), job.to_owned());
            check_names(&Names { release, job, plan: false, internal: false, replace: true })
        };
        for (release, job) in [
            ("a.csv", "a.csv"),
            ("job.toml", "job.toml"),
            ("r.csv", "r.csv.report.json"),
            ("r.TOML", "j.toml"),
        ] {
            assert!(of(release, job).is_err(), "{release} {job}");
        }
        assert!(of("r.csv", "job.toml").is_ok());
    }

    #[test]
    fn words_of_a_shell_are_words() {
        assert_eq!(shell_word("job.toml"), "job.toml");
        assert_eq!(shell_word("it's; rm"), r"'it'\''s; rm'");
    }
}
