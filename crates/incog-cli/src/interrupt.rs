//! Ctrl-C: the first ends the search, the second ends everything.

use crate::output::{Failure, say};
use incog::Control;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;

/// Folders of ours that nobody else removes when the process is ended.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Whether the process is being ended, and its files removed.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Makes a folder that only its owner can read, for as long as it is held; it is removed, too, when
/// the process is ended by Ctrl-C, of which there is no moment at which it is not known.
pub fn private_folder() -> io::Result<TempDir> {
    let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::Builder::new().prefix("incog-").tempdir()?;
    folders.push(folder.path().to_owned());
    Ok(folder)
}

/// Waits for the end of the process if it is being ended: what fails meanwhile fails because its
/// files are gone, and is no error.
pub fn let_it_end() {
    while IS_ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// A control that is triggered by Ctrl-C (also by SIGTERM and SIGHUP).
///
/// The first ends the search, and the best release so far is written. The second removes the
/// unfinished files and ends the process with exit code 130, unless the release is just being
/// renamed into place, which takes no time.
pub fn control() -> Result<Arc<Control>, Failure> {
    let control = Arc::new(Control::default());
    let (handled, again) = (control.clone(), AtomicBool::new(false));
    ctrlc::set_handler(move || {
        // Before a search begins there is nothing that it could have found.
        if handled.has_begun_search() && !again.swap(true, Ordering::Relaxed) {
            handled.stop();
            say("interrupted: writing the best release so far; press Ctrl-C again to write nothing");
            return;
        }
        IS_ENDING.store(true, Ordering::SeqCst);
        handled.abandon();
        incog::plan::end_programs();
        let folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
        folders.iter().for_each(|folder| drop(std::fs::remove_dir_all(folder)));
        std::process::exit(130);
    })?;
    Ok(control)
}
