//! What is saved, and what was.

use crate::session::{Outcome, Saving, Session};
use serde::Serialize;

#[derive(Serialize)]
pub struct Part {
    folder: String,
    release: String,
    job: String,
    ready: bool,
    proved: bool,
    text: String,
    running: bool,
    refused: Option<String>,
    current: bool,
    command: Option<String>,
    files: Vec<String>,
    is_proved: bool,
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
    let none = Part {
        folder: opened.folder().display().to_string(),
        release: opened.names().release.clone(),
        job: opened.names().job.clone(),
        ready,
        proved,
        text,
        running: state.saving.is_running(),
        refused: None,
        current: false,
        command: None,
        files: Vec::new(),
        is_proved: false,
    };
    let shown = |files: &[std::path::PathBuf]| files.iter().map(|file| file.display().to_string()).collect();
    match &state.saving {
        Saving::None | Saving::Running => none,
        Saving::Refused(why, files) => Part { refused: Some(why.clone()), files: shown(files), ..none },
        Saving::Done(saved) => Part {
            current: saved.revision == state.revision,
            command: Some(saved.command.clone()),
            files: shown(&saved.files),
            is_proved: saved.is_proved,
            ..none
        },
    }
}
