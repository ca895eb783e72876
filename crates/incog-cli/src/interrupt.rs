//! Ctrl-C: the first ends the search, the second ends everything.

use crate::output::{Failure, say};
use incog::Control;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A control that is triggered by Ctrl-C (also by SIGTERM and SIGHUP).
///
/// The first ends the search, and the best release so far is written. The second removes the unfinished
/// files and ends the process with exit code 130, unless the release is just being renamed into place, which
/// takes no time.
pub fn control() -> Result<Arc<Control>, Failure> {
    let control = Arc::new(Control::default());
    let (handled, again) = (control.clone(), AtomicBool::new(false));
    ctrlc::set_handler(move || {
        // Before a search begins there is nothing that it could have found.
        if handled.has_begun_search() && !again.swap(true, Ordering::Relaxed) {
            handled.stop();
            say(
                "interrupted: ending the search and writing the best release so far; again to drop everything",
            );
            return;
        }
        handled.abandon();
        std::process::exit(130);
    })?;
    Ok(control)
}
