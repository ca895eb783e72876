//! The labels that occur in a table, numbered densely at every level.

use crate::Tuples;

/// For each quasi-identifier and level a dense numbering of the labels that occur in the data, as
/// the fast grouping of tuples needs it.
#[derive(Debug, Clone)]
pub struct LabelTables {
    attributes: Vec<Vec<LevelTable>>,
}

#[derive(Debug, Clone)]
struct LevelTable {
    of_code: Vec<u32>,
    representative: Vec<u32>,
}

impl LabelTables {
    /// The tables of all quasi-identifiers.
    pub fn new(tuples: &Tuples) -> Self {
        let attributes = tuples
            .quasi_identifiers()
            .iter()
            .map(|qid| {
                let codes = qid.leaf_of.len() as u32;
                (0..=qid.hierarchy.height() as u8)
                    .map(|level| LevelTable::new(codes, |code| qid.label_code(level, code)))
                    .collect()
            })
            .collect();
        Self { attributes }
    }

    /// Number of quasi-identifiers.
    pub fn attributes(&self) -> usize {
        self.attributes.len()
    }

    /// The top level of an attribute's hierarchy.
    pub fn height(&self, attribute: usize) -> u8 {
        (self.attributes[attribute].len() - 1) as u8
    }

    /// How many labels of this level occur.
    pub fn labels(&self, attribute: usize, level: u8) -> u32 {
        self.attributes[attribute][level as usize].representative.len() as u32
    }

    /// The label of a column code at a level.
    pub fn label_of_code(&self, attribute: usize, level: u8, code: u32) -> u32 {
        self.attributes[attribute][level as usize].of_code[code as usize]
    }

    /// A column code that has this label at this level.
    pub fn code_of_label(&self, attribute: usize, level: u8, label: u32) -> u32 {
        self.attributes[attribute][level as usize].representative[label as usize]
    }

    /// For each label of level `from` its label at level `to >= from`.
    pub fn lift(&self, attribute: usize, from: u8, to: u8) -> impl ExactSizeIterator<Item = u32> + '_ {
        let target = &self.attributes[attribute][to as usize].of_code;
        let source = &self.attributes[attribute][from as usize].representative;
        source.iter().map(move |&code| target[code as usize])
    }
}

impl LevelTable {
    fn new(codes: u32, label_code: impl Fn(u32) -> u32) -> Self {
        let labels = (0..codes).map(&label_code).max().map_or(0, |label| label as usize + 1);
        let mut dense = vec![u32::MAX; labels];
        let mut representative = Vec::new();
        let of_code = (0..codes)
            .map(|code| {
                let slot = &mut dense[label_code(code) as usize];
                if *slot == u32::MAX {
                    *slot = representative.len() as u32;
                    representative.push(code);
                }
                *slot
            })
            .collect();
        Self { of_code, representative }
    }
}
