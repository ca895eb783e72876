//! What the gate allows of columns that chance has changed, held against an attacker who takes the
//! nearest record.

use super::thresholds::{
    BESIDE_LABELS, BESIDE_NOISY, FEWEST_RECORDS, FEWEST_SHARED, allowed_share, lookalikes,
};
use super::{Blur, Knowable, Known, PublishedColumn};
use crate::lint::{Finding, Rule, Severity};
use crate::nearest_match::{ChangedColumn, NearestMatches, NearestRequest, nearest_matches};
use incog_data::{Column, RecordCounts};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// An attack is a danger where its right guesses exceed the allowed number by this many standard
/// deviations. Of 1,000 releases at the limit, one is stopped by chance.
const DEVIATIONS: f64 = 3.0;

/// A written release with the originals of its records.
#[derive(Debug, Clone)]
pub struct NearestAttackRequest<'a> {
    /// The columns that are published value by value.
    pub columns: Vec<PublishedColumn<'a>>,
    /// The original values of those that were changed, row by row.
    pub originals: &'a [Column],
    /// The labels of the quasi-identifiers.
    pub labels: Vec<&'a Column>,
    /// Whose each record is, where that is known.
    pub people: Option<&'a Column>,
    /// How many records each row stands for.
    pub counts: RecordCounts<'a>,
    /// Rows of the table.
    pub rows: usize,
    /// The largest k that a model asks for; 1 where none does.
    pub k: u64,
}

/// How often somebody is right who knows the original values of a person and takes the nearest
/// published record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NearestAttack {
    /// The known columns that chance has changed, and exact ones.
    pub columns: Vec<String>,
    /// Whether the released labels are known, too.
    pub beside_labels: bool,
    /// The records for which the nearest was taken, of a larger release evenly spaced ones.
    pub tried: u64,
    /// The share of them for which it was right.
    pub right: f64,
    /// The share for which a guess is right that uses no column that chance has changed.
    pub by_guessing: f64,
    /// The largest share that the gate allows: of the records that it lets have few lookalikes all,
    /// and of the others 1 by their number.
    pub allowed: f64,
}

impl NearestAttack {
    /// The danger, where the attack is right more often than chance could make it of what is
    /// allowed.
    pub fn finding(&self) -> Option<Finding> {
        let tried = self.tried.max(1) as f64;
        let slack = DEVIATIONS * (self.allowed * (1.0 - self.allowed) / tried).sqrt();
        (self.right > self.allowed + slack).then(|| Finding {
            severity: Severity::Danger,
            rule: if self.beside_labels { Rule::SingledOutBesideLabels } else { Rule::SinglesOut },
            column: self.columns.join(" + "),
            about: None,
            message: self.message(),
        })
    }

    fn message(&self) -> String {
        let labels = if self.beside_labels { " and the quasi-identifiers" } else { "" };
        format!(
            "somebody who knows the true values of a person in these columns{labels}, and takes the nearest \
             record of this release, is right for {:.0} % of {} records; at most {:.0} % are allowed. Use more \
             noise, publish the columns coarser (publish: round, first_of, the mean of each class), or leave \
             some out (role: identifier)",
            100.0 * self.right,
            self.tried,
            100.0 * self.allowed
        )
    }
}

/// Attacks the columns that chance has changed: those that are no categories, all of them, all with
/// one exact column, and all beside the released labels. Of the exact columns, the result has the
/// one that finds most records.
pub fn nearest_attacks(request: &NearestAttackRequest<'_>) -> Vec<NearestAttack> {
    let columns = request.columns.par_iter().map(|column| Known::new(*column, request.counts));
    let told: Vec<Known<'_>> = columns.collect::<Vec<_>>().into_iter().filter(Known::is_told).collect();
    let changed: Vec<&Known<'_>> = told
        .iter()
        .filter(|known| known.published.blur != Blur::None && request.original(known).is_some())
        .collect();
    let records = request.counts.sum(request.rows);
    if records < FEWEST_RECORDS || changed.is_empty() {
        return Vec::new();
    }
    let amounts: Vec<&Known<'_>> =
        changed.iter().copied().filter(|known| known.knowable != Knowable::Category).collect();
    let mut attacks = Vec::new();
    if !amounts.is_empty() && amounts.len() < changed.len() {
        attacks.push(request.attack(&amounts, None));
    }
    if records >= FEWEST_SHARED || amounts.len() == changed.len() {
        attacks.push(request.attack(&changed, None));
    }
    if records >= FEWEST_SHARED {
        let mut exact: Vec<&Known<'_>> = told.iter().filter(|known| known.is_exact()).collect();
        exact.sort_by_key(|known| std::cmp::Reverse(known.distinct));
        exact.truncate(BESIDE_NOISY);
        attacks.extend(request.beside_exact(&changed, &exact));
    }
    if !request.labels.is_empty() {
        attacks.push(request.attack(&changed, Some(&request.labels)));
    }
    attacks
}

impl<'a> NearestAttackRequest<'a> {
    fn original(&self, known: &Known<'_>) -> Option<&'a Column> {
        self.originals.iter().find(|column| column.name == known.name())
    }

    /// The attack with the exact column that is farthest above what is allowed, or nearest to it.
    fn beside_exact(&self, changed: &[&Known<'a>], exact: &[&Known<'a>]) -> Option<NearestAttack> {
        let attack = |exact: &&Known<'a>| {
            let columns: Vec<&Known<'a>> = changed.iter().copied().chain([*exact]).collect();
            self.attack(&columns, None)
        };
        let attacks: Vec<NearestAttack> = exact.par_iter().map(attack).collect();
        let above = |attack: &NearestAttack| attack.right - attack.allowed;
        attacks.into_iter().reduce(|worst, other| if above(&other) > above(&worst) { other } else { worst })
    }

    fn attack(&self, columns: &[&Known<'a>], labels: Option<&[&'a Column]>) -> NearestAttack {
        let changed = columns.iter().filter_map(|known| {
            let original = self.original(known).filter(|_| !known.is_exact())?;
            Some(ChangedColumn { original, published: known.published.column })
        });
        let exact = columns.iter().filter(|known| known.is_exact()).map(|known| known.published.column);
        let NearestMatches { tried, right, by_guessing } = nearest_matches(&NearestRequest {
            changed: changed.collect(),
            known: exact.chain(labels.into_iter().flatten().copied()).collect(),
            people: self.people,
            counts: self.counts,
            rows: self.rows,
        });
        let kinds = columns.iter().map(|known| known.knowable).reduce(Knowable::and);
        let (share, least) = match labels {
            Some(_) => (1.0 / BESIDE_LABELS as f64, 2),
            None => (
                allowed_share(kinds.unwrap_or(Knowable::Category)),
                lookalikes(self.k, self.counts.sum(self.rows)),
            ),
        };
        NearestAttack {
            columns: columns.iter().map(|known| known.name().to_owned()).collect(),
            beside_labels: labels.is_some(),
            tried,
            right,
            by_guessing,
            allowed: share + (1.0 - share) / least as f64,
        }
    }
}
