//! Values that a treatment cannot change.

/// Why a value has no place in a treatment: what it is instead, and what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unfit {
    pub what: &'static str,
    pub advice: &'static str,
}
