//! For each generalized value the records that carry it.

use incog_data::{LabelTables, Tuples};

/// The support map of KGEN, with the records numbered tuple by tuple: for each quasi-identifier,
/// level and value, the set of records with that value, as a bitmap where it is dense and as a list
/// where it is sparse.
///
/// Equivalence classes are intersections of these sets, and each set by itself shows what its
/// attribute makes necessary, whatever the others do.
///
/// Reference: KGEN, section 3.4.1 and table 4, after J. Zhang et al., "An improved algorithm for
/// K-anonymity", 2012.
pub struct SupportMap {
    records: usize,
    /// By attribute, level and value.
    sets: Vec<Vec<Vec<Records>>>,
}

/// A set of records.
enum Records {
    Few(Vec<u32>),
    Many(Vec<u64>),
}

impl SupportMap {
    /// The map of a table.
    pub fn new(tuples: &Tuples) -> Self {
        let tables = LabelTables::new(tuples);
        let sets = (0..tables.attributes())
            .map(|attribute| {
                (0..=tables.height(attribute))
                    .map(|level| level_sets(tuples, &tables, attribute, level))
                    .collect()
            })
            .collect();
        Self { records: tuples.rows(), sets }
    }

    /// Records that `attribute` alone, at `level`, leaves in groups of fewer than `k`. Every
    /// generalization with that attribute at that level or below has them in classes of fewer than
    /// `k`.
    pub fn in_small_groups(&self, attribute: usize, level: u8, k: u64) -> u64 {
        let sizes = self.sets[attribute][level as usize].iter().map(Records::len);
        sizes.filter(|&size| size < k).sum()
    }

    /// Records in equivalence classes of fewer than `k`, by intersecting the sets of all
    /// attributes: the way KGEN evaluates a node. [`incog_data::Grouper`] finds the same result
    /// faster.
    pub fn in_small_classes(&self, levels: &[u8], k: u64) -> u64 {
        let mut all = vec![0; self.records.div_ceil(64)];
        (0..self.records).for_each(|record| all[record / 64] |= 1 << (record % 64));
        self.descend(levels, 0, &all, k)
    }

    fn descend(&self, levels: &[u8], attribute: usize, candidates: &[u64], k: u64) -> u64 {
        let size = count(candidates);
        if size < k || attribute == levels.len() {
            return if size < k { size } else { 0 };
        }
        let sets = &self.sets[attribute][levels[attribute] as usize];
        sets.iter().map(|set| self.descend(levels, attribute + 1, &set.intersect(candidates), k)).sum()
    }
}

impl Records {
    fn len(&self) -> u64 {
        match self {
            Self::Few(records) => records.len() as u64,
            Self::Many(bits) => count(bits),
        }
    }

    fn intersect(&self, candidates: &[u64]) -> Vec<u64> {
        match self {
            Self::Many(bits) => bits.iter().zip(candidates).map(|(a, b)| a & b).collect(),
            Self::Few(records) => {
                let mut bits = vec![0; candidates.len()];
                for &record in records {
                    let (word, bit) = (record as usize / 64, 1 << (record % 64));
                    bits[word] |= candidates[word] & bit;
                }
                bits
            }
        }
    }
}

fn count(bits: &[u64]) -> u64 {
    bits.iter().map(|word| u64::from(word.count_ones())).sum()
}

fn level_sets(tuples: &Tuples, tables: &LabelTables, attribute: usize, level: u8) -> Vec<Records> {
    let mut lists = vec![Vec::new(); tables.labels(attribute, level) as usize];
    let mut next = 0;
    for tuple in 0..tuples.len() {
        let records = next..next + tuples.count(tuple);
        next = records.end;
        lists[tables.label_of_code(attribute, level, tuples.codes(tuple)[attribute]) as usize]
            .extend(records);
    }
    lists.into_iter().map(|list| pack(list, tuples.rows())).collect()
}

/// The form that takes less memory.
fn pack(list: Vec<u32>, records: usize) -> Records {
    if list.len() * 32 < records {
        return Records::Few(list);
    }
    let mut bits = vec![0; records.div_ceil(64)];
    list.iter().for_each(|&record| bits[record as usize / 64] |= 1 << (record % 64));
    Records::Many(bits)
}
