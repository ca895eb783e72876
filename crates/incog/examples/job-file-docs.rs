//! Writes the parts of `docs/job-file.md` that are generated from the cards:
//! `cargo run -p incog --example job-file-docs`.

use incog::catalogue::with_cards;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/job-file.md");
    let text = with_cards(&std::fs::read_to_string(&path)?).ok_or("a place for cards is missing")?;
    std::fs::write(path, text)?;
    Ok(())
}
