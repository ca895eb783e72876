//! Distinct texts in one allocation.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// The distinct values of a column, each known by its code: its place in order of first appearance.
///
/// ```
/// use incog_data::DictionaryBuilder;
/// let mut builder = DictionaryBuilder::default();
/// assert_eq!((builder.insert("f"), builder.insert("m"), builder.insert("f")), (0, 1, 0));
/// assert_eq!(builder.finish().get(1), "m");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dictionary {
    text: String,
    ends: Vec<usize>,
}

impl Dictionary {
    /// Number of distinct values.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no value at all.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The value with this code; panics when `code >= len()`.
    pub fn get(&self, code: u32) -> &str {
        let code = code as usize;
        let start = if code == 0 { 0 } else { self.ends[code - 1] };
        &self.text[start..self.ends[code]]
    }

    /// All values in order of their codes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|code| self.get(code as u32))
    }

    fn push(&mut self, value: &str) -> u32 {
        let code = self.ends.len() as u32;
        self.text.push_str(value);
        self.ends.push(self.text.len());
        code
    }
}

impl<'a> FromIterator<&'a str> for Dictionary {
    /// Collects the distinct values, in order of first appearance.
    fn from_iter<I: IntoIterator<Item = &'a str>>(values: I) -> Self {
        let mut builder = DictionaryBuilder::default();
        for value in values {
            builder.insert(value);
        }
        builder.finish()
    }
}

/// Finds the code of a text among the values of one dictionary.
#[derive(Debug, Clone, Default)]
pub(crate) struct CodeIndex {
    codes: HashTable<u32>,
    hasher: FixedState,
}

impl CodeIndex {
    pub(crate) fn find(&self, dictionary: &Dictionary, value: &str) -> Option<u32> {
        self.codes.find(self.hasher.hash_one(value), |&code| dictionary.get(code) == value).copied()
    }

    fn insert_unique(&mut self, dictionary: &Dictionary, code: u32) {
        let hash = |code: u32| self.hasher.hash_one(dictionary.get(code));
        self.codes.insert_unique(hash(code), code, |&code| hash(code));
    }
}

/// Gives each distinct text a code while a column is read.
#[derive(Debug, Default)]
pub struct DictionaryBuilder {
    dictionary: Dictionary,
    index: CodeIndex,
}

impl DictionaryBuilder {
    /// The code of `value`; a new one when it was not seen before.
    pub fn insert(&mut self, value: &str) -> u32 {
        if let Some(code) = self.find(value) {
            return code;
        }
        let code = self.dictionary.push(value);
        self.index.insert_unique(&self.dictionary, code);
        code
    }

    /// The code of `value` if it was inserted before.
    pub fn find(&self, value: &str) -> Option<u32> {
        self.index.find(&self.dictionary, value)
    }

    /// Number of distinct values so far.
    pub fn len(&self) -> usize {
        self.dictionary.len()
    }

    /// Whether nothing was inserted yet.
    pub fn is_empty(&self) -> bool {
        self.dictionary.is_empty()
    }

    /// The value of a code given before; panics when there is none.
    pub fn get(&self, code: u32) -> &str {
        self.dictionary.get(code)
    }

    /// The dictionary as it stands.
    pub fn finish(self) -> Dictionary {
        self.dictionary
    }

    /// The dictionary and the index by which values are found in it.
    pub(crate) fn finish_with_index(self) -> (Dictionary, CodeIndex) {
        (self.dictionary, self.index)
    }
}
