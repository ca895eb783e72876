//! What goes on beside the answers.

use super::{Session, State};
use incog::Control;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The message for work that ended by a mistake of the program.
pub(crate) const DIED: &str = "internal error; please report it. Nothing was published";

/// Does work on a thread of its own. Should it die, `died` says so instead of leaving everybody
/// waiting for it, and a page that waits for nobody can end.
pub(crate) fn beside(
    control: &Arc<Control>,
    work: impl FnOnce() + Send + 'static,
    died: impl FnOnce() + Send + 'static,
) {
    let control = control.clone();
    std::thread::spawn(move || {
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            // Files that are not whole do not stay.
            control.abandon();
            died();
        }
    });
}

impl Session {
    /// Does work on a thread of its own, and tells the state of a mistake of the program.
    pub(super) fn beside(
        &self,
        control: &Arc<Control>,
        work: impl FnOnce() + Send + 'static,
        died: impl FnOnce(&mut State) + Send + 'static,
    ) {
        let (session, ending) = (self.clone(), control.clone());
        beside(control, work, move || {
            session.tell(died);
            session.done(&ending);
        });
    }
}
