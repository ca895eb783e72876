//! Writes the hospital example:
//! `cargo run -p incog-lab --example hospital -- [OUTPUT_DIR [SEED [ROWS]]]`.

use incog_lab::hospital;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = arguments.first().map_or("examples/hospital", String::as_str);
    let seed = arguments.get(1).map_or(Ok(hospital::SEED), |seed| seed.parse())?;
    let rows = arguments.get(2).map_or(Ok(hospital::ROWS), |rows| rows.parse())?;
    Ok(hospital::write(Path::new(folder), seed, rows)?)
}
