//! Several sensitive attributes as one.

use incog_data::{SensitiveAttribute, Tuples};
use std::collections::BTreeMap;

/// The combinations of values of several sensitive attributes as the values of one attribute
/// (HAEF, section 3.2), for [`TCloseness`](crate::TCloseness).
///
/// `attributes` are places in [`Tuples::sensitive`]; the provider is not one of them. Combinations
/// that do not occur in the table get no value, since no class can have them.
pub fn joint_attribute(tuples: &Tuples, attributes: &[usize]) -> SensitiveAttribute {
    let parts: Vec<&SensitiveAttribute> =
        attributes.iter().filter_map(|&place| tuples.sensitive().get(place)).collect();
    let mut codes: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    let mut values = Vec::new();
    let mut of_cell = Vec::with_capacity(tuples.cell_count());
    for cell in 0..tuples.cell_count() {
        let combination: Vec<u32> = parts.iter().map(|part| part.of_cell[cell]).collect();
        let next = values.len() as u32;
        of_cell.push(*codes.entry(combination).or_insert_with_key(|combination| {
            let labels = parts.iter().zip(combination);
            let labels: Vec<&str> = labels.map(|(part, &code)| part.values[code as usize].as_str()).collect();
            values.push(labels.join(", "));
            next
        }));
    }
    let mut totals = vec![0; values.len()];
    for (&combination, total) in of_cell.iter().zip(tuples.cell_totals()) {
        totals[combination as usize] += total;
    }
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    SensitiveAttribute { name: names.join(" and "), values, of_cell, totals, ..SensitiveAttribute::default() }
}
