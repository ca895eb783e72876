//! Writes the README of each folder of suites, `results.md` and the plots of runs of each record,
//! and the first page of `docs/experiments.md`, from the records of the runs.
//!
//! `cargo run -p incog-lab --example readmes`

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let experiments = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    for entry in std::fs::read_dir(&experiments)? {
        let folder = entry?.path();
        if folder.join("suite.toml").exists() {
            for file in incog_lab::suites_in(&folder)? {
                if let Some(record) = incog_lab::Record::read(&file)? {
                    let place = folder.join(record.place());
                    std::fs::write(place.join("results.md"), incog_lab::results_page(&record)?)?;
                    for (name, plot) in record.plots_of_runs() {
                        std::fs::write(place.join(name), plot)?;
                    }
                }
            }
            std::fs::write(folder.join("README.md"), incog_lab::readme(&folder)?)?;
        }
    }
    let docs = experiments.join("../docs/experiments.md");
    let text = std::fs::read_to_string(&docs)?;
    std::fs::write(&docs, incog_lab::with_verdicts(&text, &experiments)?)?;
    Ok(())
}
