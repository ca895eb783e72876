//! What a damaged file does to a decoder, turned into an error.

use arrow_schema::ArrowError;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;
use thiserror::Error;

/// What is wrong with the bytes of a Parquet or Arrow file.
#[derive(Debug, Error)]
pub enum Damage {
    /// arrow-rs refuses them.
    #[error("{0}")]
    Refused(ArrowError),
    /// arrow-rs stops at a point where it cannot say what is wrong.
    #[error("the decoder cannot continue")]
    Stopped,
    /// A part is said to be where the file has ended, or where another part is.
    #[error("{part} extends beyond the end of the file")]
    Beyond {
        /// The part.
        part: &'static str,
    },
    /// Numbers that contradict each other.
    #[error("{what}")]
    Inconsistent {
        /// What does not fit.
        what: &'static str,
    },
}

impl From<ArrowError> for Damage {
    fn from(error: ArrowError) -> Self {
        Self::Refused(error)
    }
}

thread_local! {
    static DECODING: Cell<bool> = const { Cell::new(false) };
}

/// Runs foreign decoding code: a panic in it becomes [`Damage::Stopped`].
///
/// The decoders of arrow-rs panic on some damaged files, in places that no check from outside can
/// foresee (an unknown unit of time, an invalid time zone). This is the only place where they are
/// called, and what they worked on is never used again after a panic. Nothing of the panic is
/// printed, because its message may quote the file.
pub(crate) fn guarded<T, E: Into<Damage>>(decode: impl FnOnce() -> Result<T, E>) -> Result<T, Damage> {
    silence_decoders();
    let before = DECODING.replace(true);
    let result = catch_unwind(AssertUnwindSafe(decode));
    DECODING.set(before);
    match result {
        Ok(result) => result.map_err(Into::into),
        Err(_) => Err(Damage::Stopped),
    }
}

/// Makes the panic hook ignore the panics that [`guarded`] catches.
fn silence_decoders() {
    static SILENCED: Once = Once::new();
    SILENCED.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if !DECODING.get() {
                before(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_damage() {
        let stopped = guarded(|| -> Result<(), ArrowError> { panic!("quotes a value") });
        assert!(matches!(stopped, Err(Damage::Stopped)));
        assert!(matches!(guarded(|| Ok::<_, ArrowError>(3)), Ok(3)));
    }
}
