//! The words, one file a language; `*` stands for the rest of a longer word, and `=` before one
//! that is the whole name.

mod de;
mod en;
mod es;
mod fr;
mod it;
mod medicines;
mod nl;
mod other_countries;
mod pl;
mod pt;
mod statistics;

use crate::meaning::Meaning;

/// Words with one meaning, split at blanks.
pub(super) type List = &'static [(Meaning, &'static str)];

/// All lists; of words that are in several, those in the first count.
pub(super) static LISTS: &[List] = &[
    en::WORDS,
    statistics::WORDS,
    medicines::WORDS,
    de::WORDS,
    fr::WORDS,
    es::WORDS,
    it::WORDS,
    nl::WORDS,
    pt::WORDS,
    pl::WORDS,
    other_countries::WORDS,
];
