//! Writes the README of each folder of suites from the record of its runs.
//!
//! `cargo run -p incog-lab --example readmes`

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let experiments = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    for entry in std::fs::read_dir(experiments)? {
        let folder = entry?.path();
        if folder.join("suite.toml").exists() {
            std::fs::write(folder.join("README.md"), incog_lab::readme(&folder)?)?;
        }
    }
    Ok(())
}
