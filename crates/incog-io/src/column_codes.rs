//! The codes of a column, gathered batch by batch.

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, DictionaryArray};
use incog_data::{Column, ColumnBuilder, DictionaryBuilder};

const UNSEEN: u32 = u32::MAX;

/// Gathers batches, each with a dictionary of its own, under the codes of the whole column: the order
/// of first appearance in the file.
#[derive(Debug, Default)]
pub(crate) struct ColumnCodes {
    values: DictionaryBuilder,
    codes: Vec<u32>,
    /// From the keys of the batch in hand to codes.
    code_of_key: Vec<u32>,
}

impl ColumnCodes {
    /// Adds the rows of a batch; nulls become the empty text.
    pub fn push(&mut self, batch: &DictionaryArray<Int32Type>) {
        let labels = batch.values().as_string::<i32>();
        self.code_of_key.clear();
        self.code_of_key.resize(labels.len(), UNSEEN);
        self.codes.reserve(batch.len());
        let keys = batch.keys();
        if keys.null_count() == 0 && labels.null_count() == 0 {
            for &key in keys.values() {
                let code = &mut self.code_of_key[key as usize];
                if *code == UNSEEN {
                    *code = self.values.insert(labels.value(key as usize));
                }
                self.codes.push(*code);
            }
            return;
        }
        for key in keys {
            let code = match key {
                Some(key) if labels.is_valid(key as usize) => {
                    let code = &mut self.code_of_key[key as usize];
                    if *code == UNSEEN {
                        *code = self.values.insert(labels.value(key as usize));
                    }
                    *code
                }
                _ => self.values.insert(""),
            };
            self.codes.push(code);
        }
    }

    /// Rows so far.
    pub fn rows(&self) -> usize {
        self.codes.len()
    }

    /// The column with each value as `value` turns it; `None` when it refuses one.
    pub fn map(self, value: impl Fn(&str) -> Option<&str>) -> Option<Self> {
        let mut values = DictionaryBuilder::default();
        let code_of: Option<Vec<u32>> =
            self.values.finish().iter().map(|old| value(old).map(|new| values.insert(new))).collect();
        let code_of = code_of?;
        let codes = self.codes.into_iter().map(|code| code_of[code as usize]).collect();
        Some(Self { values, codes, code_of_key: Vec::new() })
    }

    /// The column; values equal to one of `missing_markers` count as missing.
    pub fn finish(mut self, name: &str, missing_markers: &[&str]) -> Column {
        self.codes.shrink_to_fit();
        let mut builder = ColumnBuilder::new(name);
        for value in self.values.finish().iter() {
            builder.push(value);
        }
        Column { codes: self.codes, ..builder.finish(missing_markers) }
    }
}
