//! Adult (UCI), with ARX's hierarchies.

use super::{LargeInstance, LargeInstanceError, credit_card, sources};
use incog_data::{Column, QuasiIdentifier};
use std::path::Path;

const COMPLETE: &str = "adult/adult_30162.csv";
const ALL: &str = "adult/adult_48842.csv.gz";

/// The 30,162 complete records with the nine attributes of ARX and much of the literature; k = 5,
/// at most 2 % suppressed, objective loss.
pub(super) const NINE: LargeInstance = LargeInstance {
    name: "adult-9",
    table: COMPLETE,
    k: 5,
    limit: 0.02,
    objective: "loss",
    quasi_identifiers: nine,
};

/// The 32,561 records of the training part with 13 attributes (all but `fnlwgt` and
/// `education-num`); k = 5, at most 2 % suppressed, objective loss.
pub(super) const THIRTEEN: LargeInstance = LargeInstance {
    name: "adult-13",
    table: ALL,
    k: 5,
    limit: 0.02,
    objective: "loss",
    quasi_identifiers: thirteen,
};

/// Records of the training part, which come first in the complete file.
const TRAINING: usize = 32_561;

fn nine(data: &Path) -> Result<Vec<(Column, QuasiIdentifier)>, LargeInstanceError> {
    let table = sources::table(&data.join(COMPLETE))?;
    let bound = table.columns().iter().map(|column| {
        let file = format!("adult/hierarchies_arx/adult_hierarchy_{}.csv", column.name);
        sources::bind(column, sources::arx_hierarchy(&data.join(file))?)
    });
    bound.collect()
}

/// ARX's hierarchy of ages lists 17 of them twice with two parents; see [`credit_card::clean_age`].
fn thirteen(data: &Path) -> Result<Vec<(Column, QuasiIdentifier)>, LargeInstanceError> {
    let table = sources::table(&data.join(ALL))?;
    let columns =
        table.columns().iter().filter(|column| !["fnlwgt", "education-num"].contains(&column.name.as_str()));
    let bound = columns.map(|column| {
        let column = sources::first_rows(column, TRAINING);
        let file = format!("adult/hierarchies_arx_15col/adult_full_hierarchy_{}.csv", column.name);
        match column.name.as_str() {
            "age" => sources::bind(&column, credit_card::clean_age(&column)?),
            _ => sources::bind(&column, sources::arx_hierarchy(&data.join(file))?),
        }
    });
    bound.collect()
}
