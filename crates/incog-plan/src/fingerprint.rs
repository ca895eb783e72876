//! What a plan was made for.

use incog_data::{QuasiIdentifier, Tuples};
use sha2::{Digest, Sha256};

/// A digest of everything a plan depends on: the records as tuples and cells, and the labels of
/// their values. The order of rows does not change it.
///
/// It can confirm a guess at the whole table, so it belongs only in files that are not passed on.
pub fn fingerprint(tuples: &Tuples) -> String {
    let mut digest = Fields(Sha256::new());
    digest.tuples(tuples);
    // The people of a population decide, too.
    if let Some(population) = tuples.population() {
        digest.text("population");
        digest.tuples(population.tuples());
    }
    digest.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A digest of fields, each of which says how long it is.
struct Fields(Sha256);

impl Fields {
    fn number(&mut self, number: u64) {
        self.0.update(number.to_be_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text);
    }

    /// Takes in the records, and the labels of their values.
    fn tuples(&mut self, tuples: &Tuples) {
        let ranks: Vec<Vec<u32>> = (0..tuples.quasi_identifiers().len())
            .map(|attribute| self.quasi_identifier(tuples, attribute))
            .collect();
        for attribute in tuples.sensitive() {
            self.text(&attribute.name);
            attribute.of_cell.iter().for_each(|&value| self.text(&attribute.values[value as usize]));
        }
        tuples.cell_totals().iter().for_each(|&records| self.number(records));
        for tuple in 0..tuples.len() {
            let codes = tuples.codes(tuple).iter().zip(&ranks);
            codes.for_each(|(&code, ranks)| self.number(ranks[code as usize].into()));
            for cell in tuples.cells(tuple) {
                self.number(cell.cell.into());
                self.number(cell.count.into());
            }
        }
    }

    /// Takes in the labels of the values that occur; returns their places in the order of values.
    fn quasi_identifier(&mut self, tuples: &Tuples, attribute: usize) -> Vec<u32> {
        let qid = &tuples.quasi_identifiers()[attribute];
        let QuasiIdentifier { name, min_level, max_level, weight, leaf_of, .. } = qid;
        self.text(name);
        [*min_level, *max_level].into_iter().for_each(|level| self.number(level.into()));
        self.number(weight.to_bits());
        let mut used = vec![false; leaf_of.len()];
        (0..tuples.len()).for_each(|tuple| used[tuples.codes(tuple)[attribute] as usize] = true);
        let mut codes: Vec<u32> =
            (0u32..).zip(&used).filter(|(_, used)| **used).map(|(code, _)| code).collect();
        codes.sort_unstable_by_key(|&code| qid.label(0, code));
        let mut ranks = vec![0; leaf_of.len()];
        for (rank, &code) in (0u32..).zip(&codes) {
            ranks[code as usize] = rank;
            (0..=qid.hierarchy.height() as u8).for_each(|level| {
                self.text(qid.label(level, code));
                self.number(qid.leaves(level, code).into());
            });
        }
        self.number(codes.len() as u64);
        ranks
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::{Column, ColumnBuilder, Hierarchy};
    use std::sync::Arc;

    fn column(name: &str, values: &[&str]) -> Column {
        let mut builder = ColumnBuilder::new(name);
        values.iter().for_each(|value| builder.push(value));
        builder.finish(&[])
    }

    fn fingerprint_of(ages: &[&str], ills: &[&str], group: &str) -> String {
        let (age, ill) = (column("age", ages), column("ill", ills));
        let hierarchy = Hierarchy::new([["31", group, "*"], ["35", group, "*"], ["42", "4x", "*"]]).unwrap();
        let qid = QuasiIdentifier::new(&age, Arc::new(hierarchy)).unwrap();
        fingerprint(&Tuples::new(vec![qid], &[&age], &[&ill], ages.len()).unwrap())
    }

    #[test]
    fn follows_from_the_records_and_not_from_their_order() {
        let first = fingerprint_of(&["31", "35", "42"], &["flu", "cold", "flu"], "3x");
        assert_eq!(first, fingerprint_of(&["42", "31", "35"], &["flu", "flu", "cold"], "3x"));
        assert_ne!(first, fingerprint_of(&["31", "35", "42"], &["flu", "flu", "cold"], "3x"));
        assert_ne!(first, fingerprint_of(&["31", "35", "35"], &["flu", "cold", "flu"], "3x"));
        assert_ne!(first, fingerprint_of(&["31", "35", "42"], &["flu", "cold", "flu"], "thirties"));
        assert_ne!(first, fingerprint_of(&["31", "35", "42", "42"], &["flu", "cold", "flu", "flu"], "3x"));
    }
}
