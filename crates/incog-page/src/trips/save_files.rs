//! Files: what the command makes of the job, and the job.

use super::TripSession;
use crate::session::{ChangeError, DIED, Names, Saved, Saving, beside, check_names, shell_word};
use incog::trajectories::{TrajectoryError, TrajectoryJob, run};
use incog::{Control, IncogError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl TripSession {
    /// Writes the job, and runs it as `incog trajectories` does.
    ///
    /// # Errors
    /// When another revision is there, a name is none of a file, or something is being saved.
    pub fn save(&self, revision: u64, names: &Names) -> Result<u64, ChangeError> {
        check_names(names)?;
        let control = Arc::new(Control::default());
        let job = self.0.state.tell(|state| {
            state.check(revision)?;
            if state.saving.is_running() {
                return Err(ChangeError::Running);
            }
            (state.saving, state.writing) = (Saving::Running, Some(control.clone()));
            Ok(state.job.clone())
        })?;
        let (session, dead, ending, names) = (self.clone(), self.clone(), control.clone(), names.clone());
        let work = move || {
            let mut files = Vec::new();
            let saved = session.written(&job, &names, &control, &mut files);
            session.saved(match saved {
                Ok(command) => Saving::Done(Saved { revision, files, command, is_proved: false }),
                Err(error) => Saving::Refused(error.to_string(), files),
            });
        };
        beside(&ending, work, move || dead.saved(Saving::Refused(DIED.to_owned(), Vec::new())));
        Ok(revision)
    }

    fn saved(&self, saving: Saving) {
        self.0.state.tell(|state| (state.saving, state.writing) = (saving, None));
    }

    /// Writes the job and runs that file; the files that are there are told also where something
    /// goes wrong.
    fn written(
        &self,
        job: &TrajectoryJob,
        names: &Names,
        control: &Control,
        files: &mut Vec<PathBuf>,
    ) -> Result<String, IncogError> {
        let folder = &self.opened().folder;
        let path = folder.join(&names.job);
        let job = TrajectoryJob { output: folder.join(&names.release), ..job.clone() };
        // The job file that was opened may be replaced; the points may not.
        let staging = control.take::<TrajectoryError>(
            vec![path.clone()],
            names.replace,
            std::slice::from_ref(&job.input),
        )?;
        staging.write(0, job.to_toml(folder)?)?;
        staging.commit()?;
        files.push(path.clone());
        let mut job = TrajectoryJob::from_toml_file(&path)?;
        job.internal = names.internal;
        let outcome = run(&job, names.replace, control)?;
        files.extend([job.output.clone(), outcome.report_json, outcome.report_html]);
        files.extend(outcome.internal_html);
        Ok(command(&path, names))
    }
}

fn command(path: &Path, names: &Names) -> String {
    let internal = if names.internal { " --internal" } else { "" };
    format!("incog trajectories {}{internal} --force", shell_word(&path.display().to_string()))
}
