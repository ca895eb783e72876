//! The plan of a table whose records have the labels that they had before.

use crate::IncogError;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_data::{CellCount, Classes, Generalization, Kept, Levels, Recoding, Region, RegionPart, Tuples};
use incog_plan::Plan;
use incog_search::Stop;
use std::collections::BTreeMap;

/// The records of each tuple that are in a region, by their cell of sensitive values and person.
type Parts = BTreeMap<u32, BTreeMap<u32, u32>>;

/// The plan that publishes each row of a table at levels of its own.
pub(in crate::publish) fn held_plan(
    prepared: &PreparedProblem,
    levels: &[Levels],
) -> Result<Plan, IncogError> {
    let tuples = prepared.problem.tuples();
    let mut regions: BTreeMap<(&[u8], Vec<u32>), Parts> = BTreeMap::new();
    for (row, (levels, &tuple)) in levels.iter().zip(&prepared.rows.tuple_of_row).enumerate() {
        let codes = tuples.codes(tuple as usize).iter().zip(tuples.quasi_identifiers());
        let labels = codes.zip(levels.iter()).map(|((&code, qid), &level)| qid.label_code(level, code));
        let parts = regions.entry((levels, labels.collect())).or_default();
        *parts.entry(tuple).or_default().entry(prepared.rows.cell_of(row)).or_default() += 1;
    }
    let regions = regions.into_iter().map(|((levels, _), parts)| {
        let parts = parts.into_iter().map(|(tuple, cells)| region_part(tuples, tuple, cells));
        Region { levels: Levels::from(levels.to_vec()), parts: parts.collect() }
    });
    let generalization = Generalization::Local(regions.collect());
    let classes = Classes::whole(tuples, &generalization)?;
    let value = prepared.problem.metric().value(&classes);
    let retention = classes.all().iter().map(|_| Kept::All).collect();
    let recoding = Recoding { generalization, retention };
    Ok(Plan::unsearched(recoding, value, prepared.lattice_nodes(), Stop::Reused))
}

fn region_part(tuples: &Tuples, tuple: u32, cells: BTreeMap<u32, u32>) -> RegionPart {
    let cells: Vec<CellCount> = cells.into_iter().map(|(cell, count)| CellCount { cell, count }).collect();
    let is_whole = cells == tuples.cells(tuple as usize);
    RegionPart { tuple, cells: (!is_whole).then_some(cells) }
}
