//! What is attacked, and how.

use incog_data::{Hierarchy, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The tables.
#[derive(Debug, Clone)]
pub struct Attacked<'a> {
    /// The records that the release was made of.
    pub original: &'a Table,
    /// What was published.
    pub release: &'a Table,
    /// Records of people like those of the original who are not in it.
    pub control: Option<&'a Table>,
    /// Further releases about the same people.
    pub also: Vec<&'a Table>,
    /// By column, what labels stand for that no rule of reading tells: words such as `Europe`.
    pub hierarchies: BTreeMap<String, Arc<Hierarchy>>,
}

impl<'a> Attacked<'a> {
    /// A release and its original, and nothing else.
    pub fn new(original: &'a Table, release: &'a Table) -> Self {
        Self { original, release, control: None, also: Vec::new(), hierarchies: BTreeMap::new() }
    }
}

/// What is tried.
#[derive(Debug, Clone, PartialEq)]
pub struct AttackRequest {
    /// Columns that the attacker knows of his targets; those that both tables have and that are not
    /// sensitive, where none is named.
    pub known: Vec<String>,
    /// Columns that he wants to know.
    pub sensitive: Vec<String>,
    /// The column of the original that tells whose a record is: attempts are then counted by
    /// people. It need not be in the release.
    pub unit: Option<String>,
    /// Names of attacks; all that can be tried, where none is named.
    pub attacks: Vec<String>,
    /// Attempts of each attack, on each of original and control group.
    pub queries: usize,
    /// Columns of a predicate that singles out by several.
    pub columns: usize,
    /// What all that is drawn follows from.
    pub seed: u64,
}

impl Default for AttackRequest {
    fn default() -> Self {
        Self {
            known: Vec::new(),
            sensitive: Vec::new(),
            unit: None,
            attacks: Vec::new(),
            queries: 500,
            columns: 3,
            seed: 0,
        }
    }
}
