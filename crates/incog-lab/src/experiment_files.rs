//! The files an experiment writes. It may read none of them, and only one experiment may write them
//! at a time.

use crate::LabError;
use crate::suite::Suite;
use incog_io::{Staging, WriteError, check_not_read, is_inside};
use std::path::{Path, PathBuf};

/// Every file written in a folder of results except the plots, which have the folder `plots` to
/// themselves.
fn written(suite: &Suite, folder: &Path) -> Vec<PathBuf> {
    let fixed =
        ["runs.csv", "traces.jsonl", "manifest.json", "results.md", "runs.parquet"].map(str::to_owned);
    let unfinished = ["runs.csv.unfinished", "manifest.json.unfinished"].map(str::to_owned);
    let tables =
        suite.tables.iter().flat_map(|table| ["csv", "tex"].map(|ending| format!("{}.{ending}", table.name)));
    fixed.into_iter().chain(unfinished).chain(tables).map(|name| folder.join(name)).collect()
}

/// Refuses when a file that is read would be written to.
pub(crate) fn check_results(suite: &Suite, folder: &Path, reads: &[PathBuf]) -> Result<(), LabError> {
    for target in written(suite, folder) {
        check_not_read(&target, reads)?;
    }
    let plots = folder.join("plots");
    match reads.iter().find(|read| is_inside(read, &plots)) {
        None => Ok(()),
        Some(read) => Err(WriteError::SameAsInput { path: plots, input: read.clone() }.into()),
    }
}

/// Claims the folder of results, so that no two experiments write there at once; dropping the
/// result releases it.
pub(crate) fn take_results(suite: &Suite, suite_file: &Path, folder: &Path) -> Result<Staging, LabError> {
    let reads = [suite_file.to_owned(), suite.folder.join("expected.toml")];
    check_results(suite, folder, &reads)?;
    Ok(Staging::take(vec![folder.join("runs.csv")], true, &reads)?)
}
