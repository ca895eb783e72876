//! What surrounds a run: how it is ended early, and who hears of its progress.

use super::event::Event;
use incog_io::{Aborted, Control};

/// The surroundings of a run, which every step gets and none changes.
pub(crate) struct Context<'a> {
    /// Ends a search early, or the whole run.
    pub control: &'a Control,
    /// Whether a note says what one level per column would cost where levels differ by record.
    pub tells_price: bool,
    observe: &'a mut (dyn FnMut(Event) + Send),
}

impl<'a> Context<'a> {
    /// A run that `control` can end and whose progress `observe` hears.
    pub fn new(control: &'a Control, observe: &'a mut (dyn FnMut(Event) + Send)) -> Self {
        Self { control, tells_price: false, observe }
    }

    /// Reports progress.
    pub fn tell(&mut self, event: Event) {
        (self.observe)(event);
    }

    /// Reports what should be looked at.
    pub fn note(&mut self, notes: impl IntoIterator<Item = String>) {
        notes.into_iter().for_each(|note| self.tell(Event::Note(note)));
    }

    /// Refuses to go on once the run was called off.
    pub fn check(&self) -> Result<(), Aborted> {
        self.control.check()
    }
}
