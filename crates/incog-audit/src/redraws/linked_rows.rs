//! Records of two tables that agree in what both have.

use incog_data::Column;
use std::collections::{BTreeMap, HashMap};

/// A column whose values are others now links nothing: of the earlier records, so large a share has
/// a value that the new table has, too.
const IN_BOTH: f64 = 0.5;

/// Tables are about the same people where so many of the earlier records are in groups of one size.
const LINKED: f64 = 0.5;

/// Groups of rows of two tables, as many of each, that agree in some columns.
#[derive(Debug, Clone)]
pub struct LinkedRows {
    pub(super) groups: Vec<Group>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Group {
    /// Rows of the earlier table.
    pub earlier: Vec<usize>,
    /// Rows of the new one.
    pub now: Vec<usize>,
}

impl LinkedRows {
    /// Links by pairs of columns, of the earlier table and of the new one. None where most records
    /// of the earlier table have no partner: then the tables are about other people, or an attacker
    /// cannot link them, either.
    pub fn new(columns: &[(&Column, &Column)]) -> Option<Self> {
        let shared: Vec<SharedCodes> =
            columns.iter().filter_map(|(earlier, now)| SharedCodes::new(earlier, now)).collect();
        let rows = columns.first().map(|(earlier, now)| (earlier.codes.len(), now.codes.len()))?;
        let mut of_key: BTreeMap<Vec<u32>, Group> = BTreeMap::new();
        for row in 0..rows.0 {
            let key = shared.iter().map(|shared| shared.earlier[row]).collect::<Option<Vec<u32>>>();
            key.into_iter().for_each(|key| of_key.entry(key).or_default().earlier.push(row));
        }
        for row in 0..rows.1 {
            let key = shared.iter().map(|shared| shared.now[row]).collect();
            of_key.entry(key).or_default().now.push(row);
        }
        let linked = of_key.into_values().filter(|group| group.earlier.len() == group.now.len());
        let groups: Vec<Group> = linked.collect();
        let records: usize = groups.iter().map(|group| group.earlier.len()).sum();
        (records as f64 >= LINKED * rows.0 as f64).then_some(Self { groups })
    }
}

/// Two columns in the codes of the new one.
struct SharedCodes {
    /// None where the new table does not have the value.
    earlier: Vec<Option<u32>>,
    now: Vec<u32>,
}

impl SharedCodes {
    /// None of columns that have few values in common.
    fn new(earlier: &Column, now: &Column) -> Option<Self> {
        let code_of: HashMap<&str, u32> = now.dictionary.iter().zip(0u32..).collect();
        let of_code: Vec<Option<u32>> =
            earlier.dictionary.iter().map(|text| code_of.get(text).copied()).collect();
        let earlier: Vec<Option<u32>> = earlier.codes.iter().map(|code| of_code[code as usize]).collect();
        let common = earlier.iter().flatten().count();
        let is_common = common as f64 >= IN_BOTH * earlier.len() as f64;
        is_common.then(|| Self { earlier, now: now.codes.iter().collect() })
    }
}
