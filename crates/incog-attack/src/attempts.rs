//! What an attack gives.

use crate::rate::Rate;

/// What an attack gives before it is judged.
#[derive(Debug)]
pub(crate) struct Tries {
    /// The sensitive column that it is about.
    pub about: Option<String>,
    pub original: Rate,
    pub baseline: Rate,
    pub control: Option<Rate>,
    /// The attack on a part of the original as large as the control group, where what succeeds
    /// depends on how many records there are.
    pub alike: Option<Rate>,
}
