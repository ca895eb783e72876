//! What is saved, and what was.

use crate::session::{Names, Outcome, Saving, Session};
use serde::Serialize;

#[derive(Serialize)]
pub struct Part {
    folder: String,
    release: String,
    job: String,
    ready: bool,
    proved: bool,
    /// Whether there are plans and proofs at all.
    plans: bool,
    text: String,
    running: bool,
    refused: Option<String>,
    current: bool,
    command: Option<String>,
    files: Vec<String>,
    is_proved: bool,
}

/// The job as it would be saved, and what is known of it.
pub struct Saveable<'a> {
    pub folder: &'a std::path::Path,
    pub names: &'a Names,
    pub ready: bool,
    pub proved: bool,
    pub plans: bool,
    pub text: String,
    pub revision: u64,
}

pub fn part(session: &Session) -> Part {
    let opened = session.opened();
    let (file, ready, proved) = {
        let state = session.state();
        let proved = match &*state.outcome {
            Outcome::Decided(decided) => decided.figures.found.stopped == "proved",
            _ => false,
        };
        (state.job.clone(), matches!(&*state.outcome, Outcome::Decided(_)), proved)
    };
    let (file, _) = session.with_copies(&file);
    let text = session.job(&file).map_or_else(
        |error| format!("# {error}"),
        |job| job.to_toml(opened.folder()).unwrap_or_else(|error| format!("# {error}")),
    );
    let state = session.state();
    let (folder, names) = (opened.folder(), opened.names());
    let saveable = Saveable { folder, names, ready, proved, plans: true, text, revision: state.revision };
    save_part(saveable, &state.saving)
}

/// The part of a job, and of what was saved.
pub fn save_part(saveable: Saveable<'_>, saving: &Saving) -> Part {
    let Saveable { folder, names, ready, proved, plans, text, revision } = saveable;
    let none = Part {
        folder: folder.display().to_string(),
        release: names.release.clone(),
        job: names.job.clone(),
        ready,
        proved,
        plans,
        text,
        running: saving.is_running(),
        refused: None,
        current: false,
        command: None,
        files: Vec::new(),
        is_proved: false,
    };
    let shown = |files: &[std::path::PathBuf]| files.iter().map(|file| file.display().to_string()).collect();
    match saving {
        Saving::None | Saving::Running => none,
        Saving::Refused(why, files) => Part { refused: Some(why.clone()), files: shown(files), ..none },
        Saving::Done(saved) => Part {
            current: saved.revision == revision,
            command: Some(saved.command.clone()),
            files: shown(&saved.files),
            is_proved: saved.is_proved,
            ..none
        },
    }
}
