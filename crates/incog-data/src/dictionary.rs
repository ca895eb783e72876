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

/// Gives each distinct text a code while a column is read.
#[derive(Debug, Default)]
pub struct DictionaryBuilder {
    dictionary: Dictionary,
    codes: HashTable<u32>,
    hasher: FixedState,
}

impl DictionaryBuilder {
    /// The code of `value`, a new one when it was not seen before.
    pub fn insert(&mut self, value: &str) -> u32 {
        let hash = self.hasher.hash_one(value);
        let dictionary = &self.dictionary;
        if let Some(&code) = self.codes.find(hash, |&code| dictionary.get(code) == value) {
            return code;
        }
        let code = self.dictionary.push(value);
        let (dictionary, hasher) = (&self.dictionary, &self.hasher);
        self.codes.insert_unique(hash, code, |&code| hasher.hash_one(dictionary.get(code)));
        code
    }

    /// The code of `value` if it was inserted before.
    pub fn find(&self, value: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(value);
        self.codes.find(hash, |&code| self.dictionary.get(code) == value).copied()
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
}
