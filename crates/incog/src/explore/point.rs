//! What came out at one point.

use super::axis::shown;
use super::grid::Settings;
use incog_data::{Class, Classes, SensitiveAttribute};
use incog_plan::Plan;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One point of a trade-off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// What the job has at this point, key by key.
    pub settings: Settings,
    /// The best release that was found; `None` where there is none.
    pub found: Option<Found>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none: Option<String>,
}

impl Point {
    /// What it has of a key, in words; empty where the key is not varied.
    pub fn setting(&self, key: &str) -> String {
        self.settings.get(key).map_or_else(String::new, shown)
    }
}

/// The best release of a point, as it was decided; nothing was published.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The name of the objective.
    pub objective: String,
    /// Its value.
    pub value: f64,
    /// The value that no release can beat.
    pub bound: Option<f64>,
    /// The relative distance of the two, 0 when proved.
    pub gap: Option<f64>,
    /// Why the search ended.
    pub stopped: String,
    /// Candidates that it looked at.
    pub evaluations: u64,
    /// The level of each quasi-identifier, where that is one for all records.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub levels: BTreeMap<String, u8>,
    /// Records that are suppressed.
    pub suppressed: u64,
    /// Their share of all.
    pub suppressed_share: f64,
    /// Equivalence classes.
    pub classes: u64,
    /// The fewest people, or records where nobody says who they are about, of a class.
    pub smallest_class: u64,
    /// The mean risk of a published record to be found by somebody who knows that it is there: the
    /// mean of 1 by the people of its class.
    pub prosecutor_mean: f64,
    /// Other metrics that were asked for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metrics: BTreeMap<String, f64>,
}

impl Found {
    /// How far from the best possible it is.
    pub fn gap_in_words(&self) -> String {
        match self.gap {
            Some(gap) if gap <= 0.0 => "proved".to_owned(),
            Some(gap) => format!("{:.1} %", 100.0 * gap),
            None => "not known".to_owned(),
        }
    }

    /// The figures of a plan; `unit` tells the people of the records where people are counted.
    pub(crate) fn new(
        objective: &str,
        plan: &Plan,
        classes: &Classes<'_>,
        unit: Option<&SensitiveAttribute>,
    ) -> Self {
        let sizes: Vec<(u64, u64)> =
            classes.released().map(|class| (people(class, unit), class.kept)).collect();
        let records: u64 = sizes.iter().map(|(_, kept)| kept).sum();
        let found: f64 = sizes.iter().map(|&(people, kept)| kept as f64 / people.max(1) as f64).sum();
        let names = classes.tuples().quasi_identifiers().iter().map(|qid| qid.name.clone());
        let levels = plan.recoding.levels().map(|levels| names.zip(levels.to_vec()).collect());
        Self {
            objective: objective.to_owned(),
            value: plan.value,
            bound: plan.upper_bound,
            gap: plan.gap,
            stopped: plan.stopped.name().to_owned(),
            evaluations: plan.evaluations,
            levels: levels.unwrap_or_default(),
            suppressed: classes.suppressed(),
            suppressed_share: classes.suppressed() as f64 / classes.rows().max(1) as f64,
            classes: sizes.len() as u64,
            smallest_class: sizes.iter().map(|(people, _)| *people).min().unwrap_or(0),
            prosecutor_mean: found / records.max(1) as f64,
            metrics: BTreeMap::new(),
        }
    }
}

/// The people, or records, of a class that stay.
fn people(class: &Class, unit: Option<&SensitiveAttribute>) -> u64 {
    let Some(unit) = unit else { return class.kept };
    let present = class.kept_cells().iter().filter(|cell| cell.count > 0);
    let mut people: Vec<u32> = present.map(|cell| unit.of_cell[cell.cell as usize]).collect();
    people.sort_unstable();
    people.dedup();
    people.len() as u64
}
