//! What the counts are good for, measured against the input. For the steward: the figures tell of
//! what is left out.

use crate::counts::{FlowKey, FlowTable, PublishedCount};
use crate::facts::grid::FlowCell;
use crate::facts::{FlowFact, FlowFacts};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

type Fixed = foldhash::fast::FixedState;

/// What planners may use a table for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlowVerdict {
    /// The error is at most 10 %.
    Good,
    /// The error is at most 30 %.
    Usable,
    /// The error is larger.
    Poor,
}

/// How close a table is to the input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FlowFitness {
    /// The table.
    pub table: FlowTable,
    /// Whether the counts are by band; otherwise of all bands.
    pub by_band: bool,
    /// Counts published.
    pub counts: usize,
    /// Share of the facts of the input that some count includes.
    pub told: f64,
    /// Share that a count of finest squares includes.
    pub finest: f64,
    /// Sum of absolute errors at the finest squares over the sum of true counts (WAPE).
    pub error: f64,
    /// What the error means.
    pub verdict: FlowVerdict,
}

impl FlowVerdict {
    fn new(error: f64) -> Self {
        match error {
            _ if error <= 0.10 => Self::Good,
            _ if error <= 0.30 => Self::Usable,
            _ => Self::Poor,
        }
    }

    /// In words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Good => "fit",
            Self::Usable => "fit for large counts",
            Self::Poor => "not fit",
        }
    }
}

/// The fitness of all tables that have counts.
pub fn fitness(facts: &FlowFacts, counts: &[PublishedCount]) -> Vec<FlowFitness> {
    let kinds = FlowTable::ALL.into_iter().flat_map(|table| [(table, true), (table, false)]);
    kinds.filter_map(|(table, by_band)| of_table(facts.of_table(table), counts, table, by_band)).collect()
}

fn of_table(
    facts: &[FlowFact],
    counts: &[PublishedCount],
    table: FlowTable,
    by_band: bool,
) -> Option<FlowFitness> {
    let published: Vec<&PublishedCount> =
        counts.iter().filter(|count| count.is_kind(table, by_band)).collect();
    let top = published.iter().map(|count| count.key.level).max()?;
    let truth = truth(facts, by_band);
    let sum: usize = truth.values().sum();
    let known: HashMap<FlowKey, usize, Fixed> =
        published.iter().map(|count| (count.key, count.objects)).collect();
    let [told, finest] = [top, 0].map(|most| {
        let told =
            truth.iter().filter(|(key, _)| (0..=most).any(|level| known.contains_key(&raised(**key, level))));
        told.map(|(_, count)| count).sum::<usize>() as f64 / sum as f64
    });
    let error = match (table, by_band) {
        (FlowTable::Presence, true) if cells(&published) <= MOST_CELLS => spread_error(&truth, &published),
        (FlowTable::Presence, _) => uniform_error(&truth, &known, top, 4.0),
        _ => uniform_error(&truth, &known, top, 16.0),
    };
    let error = error / sum as f64;
    let (counts, verdict) = (published.len(), FlowVerdict::new(error));
    Some(FlowFitness { table, by_band, counts, told, finest, error, verdict })
}

/// The count of each finest square, or pair of them.
fn truth(facts: &[FlowFact], by_band: bool) -> HashMap<FlowKey, usize, Fixed> {
    let mut who: Vec<(FlowKey, u32)> =
        facts.iter().map(|fact| (FlowKey::around(fact, 0, !by_band), fact.object)).collect();
    who.sort_unstable();
    who.dedup();
    let mut counts = HashMap::default();
    who.iter().for_each(|(key, _)| *counts.entry(*key).or_insert(0) += 1);
    counts
}

fn raised(key: FlowKey, level: u8) -> FlowKey {
    (0..level).fold(key, |key, _| key.parent())
}

/// Finest squares that coarse counts are divided among, at most.
const MOST_CELLS: u64 = 10_000_000;

/// How many finest squares some counts have.
fn cells(published: &[&PublishedCount]) -> u64 {
    published.iter().map(|count| 1_u64 << (2 * count.key.level)).sum()
}

/// The error where a coarse count stands equally for all its finest squares, or pairs of them: a
/// count has this many `parts` one level below.
fn uniform_error(
    truth: &HashMap<FlowKey, usize, Fixed>,
    known: &HashMap<FlowKey, usize, Fixed>,
    top: u8,
    parts: f64,
) -> f64 {
    // Pairs that nobody took have an error, too: what the coarse counts say of them.
    let spread: f64 = known.values().map(|&count| count as f64).sum();
    let (mut error, mut used) = (0.0, 0.0);
    for (&key, &count) in truth {
        let around = (0..=top).find_map(|level| Some((level, *known.get(&raised(key, level))?)));
        let told = around.map_or(0.0, |(level, count)| count as f64 / parts.powi(level.into()));
        error += (count as f64 - told).abs();
        used += told;
    }
    error + (spread - used).max(0.0)
}

/// An object in a square of four parts is in more than one of them: half a part more for each
/// level, as measured on taxis of two cities.
fn parts_visited(level: u8) -> f64 {
    1.0 + 0.5 * f64::from(level)
}

/// The error where a coarse count is divided among its finest squares as the other bands are.
fn spread_error(truth: &HashMap<FlowKey, usize, Fixed>, published: &[&PublishedCount]) -> f64 {
    let even = spread(published, &|_| 1.0);
    let mut profile: HashMap<FlowCell, f64, Fixed> = HashMap::default();
    for (cell, _, count) in &even {
        *profile.entry(*cell).or_insert(0.0) += count;
    }
    let estimate = spread(published, &|cell| profile.get(&cell).copied().unwrap_or(0.0));
    let mut left: f64 = truth.values().map(|&count| count as f64).sum();
    let mut error = 0.0;
    for (cell, band, told) in estimate {
        let key = FlowKey { band: Some(band), level: 0, from: cell, to: cell };
        let count = truth.get(&key).map_or(0.0, |&count| count as f64);
        error += (count - told).abs();
        left -= count;
    }
    error + left
}

/// Each count, divided among its finest squares by weight.
fn spread(published: &[&PublishedCount], weight: &dyn Fn(FlowCell) -> f64) -> Vec<(FlowCell, i32, f64)> {
    let mut spread = Vec::new();
    for count in published {
        let Some(band) = count.key.band else { continue };
        let visits = count.objects as f64 * parts_visited(count.key.level);
        let sum: f64 = count.key.origin().cells().map(weight).sum();
        spread.extend(count.key.origin().cells().map(|cell| (cell, band, visits * weight(cell) / sum)));
    }
    spread
}
