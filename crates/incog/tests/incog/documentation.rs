//! What the documentation says of the cards is what they say.

use incog::catalogue::with_cards;

#[test]
fn the_documentation_of_the_job_file_follows_from_the_cards() {
    let text = include_str!("../../../../docs/job-file.md");
    let again = "to write it again: cargo run -p incog --example job-file-docs";
    assert!(with_cards(text).as_deref() == Some(text), "{again}");
}
