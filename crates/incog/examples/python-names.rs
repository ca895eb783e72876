//! Writes the parts of the Python package that are generated from the cards:
//! `cargo run -p incog --example python-names`.

use incog::python::{PYTHON_FILES, with_python_parts};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../incog-py/python/incog");
    for file in PYTHON_FILES {
        let path = folder.join(file);
        let text = with_python_parts(file, &std::fs::read_to_string(&path)?);
        std::fs::write(path, text.ok_or_else(|| format!("{file}: a place for generated parts is missing"))?)?;
    }
    Ok(())
}
