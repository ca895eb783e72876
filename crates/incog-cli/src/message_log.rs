//! A file that has every message of a run, with its time.

use chrono::{DateTime, Utc};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use std::time::SystemTime;

static LOG: OnceLock<Mutex<File>> = OnceLock::new();

/// Appends messages to a file from now on.
///
/// # Errors
/// When the file cannot be opened.
pub fn begin(path: &Path) -> std::io::Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    // A process begins one log.
    let _ = LOG.set(Mutex::new(file));
    Ok(())
}

/// Writes a message, each of its lines behind the time.
pub fn append(text: &str) {
    let Some(log) = LOG.get() else { return };
    let now: DateTime<Utc> = SystemTime::now().into();
    let now = now.format("%Y-%m-%dT%H:%M:%SZ");
    let Ok(mut file) = log.lock() else { return };
    for line in text.lines() {
        // A full disk is no reason to end in another way.
        let _ = writeln!(file, "{now} {line}");
    }
}
