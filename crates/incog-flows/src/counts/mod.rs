//! Counts that may be published, and what each is about.

pub mod division;
mod guarded;
pub mod rule;
pub mod trip_ends;

use crate::facts::FlowFact;
use crate::facts::grid::{FlowCell, FlowSquare};
use serde::{Deserialize, Serialize};

/// A table of counts, from the one that tells most of a place to the one that tells least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlowTable {
    /// Objects that were in a square.
    Presence,
    /// Objects that travelled from one square to another.
    Trips,
    /// Objects that crossed from a square into a neighbouring one.
    Moves,
}

impl FlowTable {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Presence, Self::Trips, Self::Moves];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Presence => "presence",
            Self::Trips => "trips",
            Self::Moves => "moves",
        }
    }
}

/// What a count is about: all facts of its table from one square to another of the same level, in
/// one band or in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FlowKey {
    /// The band; none for all.
    pub band: Option<i32>,
    /// Level of both squares.
    pub level: u8,
    /// The square of `from`.
    pub from: FlowCell,
    /// The square of `to`.
    pub to: FlowCell,
}

impl FlowKey {
    /// That of a fact.
    pub fn around(fact: &FlowFact, level: u8, all_bands: bool) -> Self {
        let [from, to] = [fact.from, fact.to].map(|cell| FlowSquare::around(cell, level).place);
        Self { band: (!all_bands).then_some(fact.band), level, from, to }
    }

    /// The square where it begins.
    pub fn origin(self) -> FlowSquare {
        FlowSquare { level: self.level, place: self.from }
    }

    /// The square where it ends.
    pub fn destination(self) -> FlowSquare {
        FlowSquare { level: self.level, place: self.to }
    }

    /// The key one level up.
    pub fn parent(self) -> Self {
        let [from, to] = [self.from, self.to].map(|place| place.map(|part| part >> 1));
        Self { level: self.level + 1, from, to, ..self }
    }
}

/// A count that is published.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PublishedCount {
    /// Its table.
    pub table: FlowTable,
    /// Its squares and band.
    pub key: FlowKey,
    /// How many different objects.
    pub objects: usize,
}

impl PublishedCount {
    /// Whether it is of a table, and by band or of all bands.
    pub fn is_kind(&self, table: FlowTable, by_band: bool) -> bool {
        self.table == table && self.key.band.is_some() == by_band
    }
}

/// How many different objects some facts are about.
pub fn objects(facts: &[&FlowFact]) -> usize {
    let mut objects: Vec<u32> = facts.iter().map(|fact| fact.object).collect();
    objects.sort_unstable();
    objects.dedup();
    objects.len()
}
