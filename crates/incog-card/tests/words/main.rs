//! Reads the project's own sources and pages and counts what makes them hard to read.
//!
//! Each count has a ceiling in [`CEILINGS`]. A change may lower a count, and then lowers the
//! ceiling with it. No change may raise one.

#![allow(clippy::unwrap_used)]

mod files;
mod pages;
mod sources;

/// What is counted, and the highest count allowed.
const CEILINGS: [(&str, usize); 12] = [
    ("comment lines over 100 columns", 0),
    ("comments that begin with 'The same' or 'As above'", 0),
    ("comments that begin with a riddle", 0),
    ("functions called `of`", 0),
    ("parameters that are tuples", 0),
    ("hundreds of closures with a name", 32),
    ("public type names that two crates share", 0),
    ("folders with more than 15 files", 23),
    ("files of more than 200 lines of code", 126),
    ("hundreds of words in pages outside the experiments", 498),
    ("sentences over 30 words in pages", 0),
    ("mended phrases", 0),
];

/// Counts in the order of [`CEILINGS`], each with the places where the count comes from.
fn counts() -> [Vec<String>; 12] {
    let sources = files::rust_sources();
    let pages = files::pages();
    [
        sources::wide_comments(&sources),
        sources::leaning_comments(&sources),
        sources::riddles(&sources),
        sources::functions_called_of(&sources),
        sources::tuple_parameters(&sources),
        sources::hundreds_of_named_closures(&sources),
        sources::shared_type_names(&sources),
        files::crowded_folders(&sources),
        files::long_files(&sources),
        pages::hundreds_of_words(&pages),
        pages::long_sentences(&pages),
        pages::mended_phrases(&pages, &sources),
    ]
}

#[test]
fn no_count_rises_and_every_ceiling_is_reached() {
    let mut wrong = String::new();
    for ((what, ceiling), places) in CEILINGS.iter().zip(counts()) {
        let count = places.len();
        if count > *ceiling {
            let last = places.iter().rev().take(5).map(|place| format!("    {place}\n"));
            wrong += &format!("{what}: {count}, at most {ceiling} allowed\n{}", last.collect::<String>());
        } else if count < *ceiling {
            wrong += &format!("{what}: {count}; lower the ceiling from {ceiling}\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
