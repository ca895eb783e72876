//! What a single cell says of how somebody is called or reached.

mod digits;
mod groups;
mod missing;
mod phone_words;
mod telephone;

pub use digits::ascii_digit;
pub use missing::{is_word_for_missing, stands_for_nothing};
pub use telephone::holds_a_telephone;

pub(crate) use groups::plain_signs;
