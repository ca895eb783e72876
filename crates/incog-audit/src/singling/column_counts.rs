//! The columns of a request, looked at alone, by pairs and beside labels.

mod all_together;
mod few_known;
mod joined_people;
mod linked_rows;
mod one_empty_cell;
mod shared_values;
mod unions;
mod unique_texts;

use super::crowd::Crowd;
use super::pairs::SingledPair;
use super::thresholds::{
    ALONE_IN_A_SMALL_TABLE, BESIDE_LABELS, BESIDE_LABELS_BY_PAIRS, FEWEST_SHARED, are_coarse_answers,
    lookalikes, severity,
};
use super::{Knowable, Known, SingledOut, Singling, SinglingRequest, exact, pairs, public_knowledge};
use crate::grouping::{Codes, Grouping};
use crate::lint::Severity;
use incog_data::{Column, NarrowCodes};
use incog_privacy::Role;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The columns of a request, counted, and all that they are looked at by.
pub(super) struct LookedAt<'a> {
    columns: Vec<Known<'a>>,
    labels: &'a [&'a Column],
    crowd: Crowd<'a>,
    pub records: u64,
    least: u64,
    /// What models ask for.
    k: u64,
    values: &'a BTreeMap<String, u64>,
}

impl<'a> LookedAt<'a> {
    pub fn new(request: &'a SinglingRequest<'a>) -> Self {
        let columns = request.columns.par_iter().map(|column| Known::new(*column, request.counts)).collect();
        let crowd = Crowd { people: request.people, counts: request.counts, rows: request.rows };
        let records = request.counts.sum(request.rows);
        let (k, least) = (request.k, lookalikes(request.k, records));
        Self { columns, labels: &request.labels, crowd, records, least, k, values: &request.values }
    }

    fn found(&self, by: Singling, columns: &[&Known<'_>], records: u64) -> SingledOut {
        let knowable = columns.iter().map(|column| column.knowable).reduce(Knowable::and);
        SingledOut {
            by,
            columns: columns.iter().map(|column| column.name().to_owned()).collect(),
            knowable: knowable.unwrap_or(Knowable::Category),
            severity: Severity::Danger,
            records,
            of: self.records,
            fewer_than: match by {
                Singling::BesideLabels | Singling::FewKnown | Singling::AllTogether => 2,
                _ => self.least,
            },
            counts_people: self.crowd.people.is_some(),
            values: None,
            sample: None,
        }
    }

    /// Columns that others know people by, and that are said to be of no interest.
    pub fn recognized(&self) -> Vec<SingledOut> {
        let recognized =
            self.columns.par_iter().filter(|known| public_knowledge::is_recognized(known, self.crowd.counts));
        recognized.map(|known| self.found(Singling::Recognized, &[known], self.few_by(known))).collect()
    }

    /// The records that few share the value of a column with.
    fn few_by(&self, known: &Known<'_>) -> u64 {
        match self.crowd.people {
            None => known.records_below(self.least),
            Some(_) => self.crowd.fewer_than(self.least, &[known.published.column]),
        }
    }

    /// Columns that are part of no finding.
    fn others<'s>(&'s self, found: &'s [SingledOut]) -> impl Iterator<Item = &'s Known<'a>> {
        self.outside(found, |_| true)
    }

    /// Columns that are part of no danger: a column that is a warning alone can be one of a pair.
    fn harmless<'s>(&'s self, found: &'s [SingledOut]) -> impl Iterator<Item = &'s Known<'a>> {
        self.outside(found, |one| one.severity == Severity::Danger)
    }

    /// Columns that are part of no finding of a kind.
    fn outside<'s>(
        &'s self,
        found: &'s [SingledOut],
        is_of_kind: fn(&SingledOut) -> bool,
    ) -> impl Iterator<Item = &'s Known<'a>> {
        let names = |one: &SingledOut, known: &Known<'_>| one.columns.iter().any(|name| name == known.name());
        self.columns.iter().filter(move |known| !found.iter().any(|one| is_of_kind(one) && names(one, known)))
    }

    /// Whether a finding says more than those that are known of its columns.
    fn is_news(found: &[SingledOut], new: &SingledOut) -> bool {
        let mut known = found.iter().flat_map(|one| &one.columns);
        new.severity == Severity::Danger || !known.any(|name| new.columns.contains(name))
    }

    pub fn alone(&self, found: &[SingledOut]) -> Vec<SingledOut> {
        let others: Vec<&Known<'_>> = self.others(found).collect();
        let alone = |known: &&Known<'_>| {
            let (column, blur) = (known.published.column, known.published.blur);
            let records = match blur {
                blur if blur.has_kinds() => self.few_by(known),
                blur => self.crowd.fewer_near(self.least, column, blur),
            };
            let severity = severity(known.knowable, records, self.records)?;
            Some(SingledOut { severity, ..self.found(Singling::Alone, &[*known], records) })
        };
        others.par_iter().filter_map(alone).collect()
    }

    /// Exact values of a table of few records, by which most of them stand alone.
    pub fn alone_in_a_small_table(&self, found: &[SingledOut]) -> Vec<SingledOut> {
        let exact =
            self.others(found).filter(|known| known.published.blur.has_kinds() && exact::is_exact(known));
        let alone = |known: &&Known<'_>| {
            self.crowd.fewer_than(2, &[known.published.column]) * ALONE_IN_A_SMALL_TABLE > self.records
        };
        exact
            .filter(alone)
            .map(|known: &Known<'_>| self.found(Singling::Alone, &[known], self.few_by(known)))
            .collect()
    }

    pub fn together(&self, found: &[SingledOut]) -> Vec<SingledOut> {
        if self.records < FEWEST_SHARED {
            return Vec::new();
        }
        let others: Vec<&Known<'_>> = self.harmless(found).collect();
        let pairs = pairs::pairs(self.crowd, &others, self.least);
        let together = |pair: &SingledPair| {
            let columns = [others[pair.first], others[pair.second]];
            let knowable = columns[0].knowable.and(columns[1].knowable);
            let severity = severity(knowable, pair.few.records, self.records)?;
            // Who is no insider does not know the one, and is warned of the other.
            let distinct = columns.map(|known| known.distinct);
            let is_mild = columns.iter().any(|known| known.is_hidden())
                || are_coarse_answers(distinct, self.least, self.records);
            let severity = if is_mild { Severity::Warning } else { severity };
            Some(SingledOut { severity, ..self.estimated(pair.by, &columns, pair.few) })
        };
        let together = pairs.singled.iter().filter_map(together);
        let mut together: Vec<SingledOut> = together.filter(|new| Self::is_news(found, new)).collect();
        if pairs.left_out > 0 {
            let left_out = self.found(Singling::LeftOut, &[], pairs.left_out as u64);
            together.push(SingledOut { severity: Severity::Note, ..left_out });
        }
        together
    }

    pub fn beside_labels(&self, found: &[SingledOut]) -> Vec<SingledOut> {
        if self.labels.is_empty() {
            return Vec::new();
        }
        let may_be_known = |known: &&Known<'_>| {
            known.published.role != Role::Sensitive && known.published.blur.has_kinds() && known.distinct > 1
        };
        let known: Vec<&Known<'_>> = self.harmless(found).filter(may_be_known).collect();
        let groups = Grouping::of_columns(self.labels.iter().copied(), self.crowd.rows);
        let of_row: NarrowCodes = groups.of_row.iter().copied().collect();
        let classes = Codes { of_row: &of_row, values: groups.len() };
        let alone: Vec<u64> = known.par_iter().map(|known| self.alone_beside(classes, &[*known])).collect();
        let is_many =
            |records: u64| u128::from(records) * u128::from(BESIDE_LABELS) > u128::from(self.records);
        let is_single = |(known, records): &(&Known<'_>, u64)| {
            is_many(*records) && known.knowable.is_looked_up(known.distinct)
        };
        let counted = || known.iter().copied().zip(alone.iter().copied());
        let singles = counted().filter(is_single);
        let mut beside: Vec<SingledOut> =
            singles.map(|(known, records)| self.found(Singling::BesideLabels, &[known], records)).collect();
        let rest: Vec<(&Known<'_>, u64)> = counted().filter(|one| !is_single(one)).collect();
        beside.extend(self.worst_pair_beside(classes, rest).filter(|pair| is_many(pair.records)));
        beside.extend(self.noisy_beside_labels(found, &groups));
        beside
    }

    /// Of the columns by which most records stand alone beside the labels, the two by which most do
    /// together, or the only one: a warning, since few know the answers of somebody.
    fn worst_pair_beside(&self, classes: Codes<'_>, columns: Vec<(&Known<'_>, u64)>) -> Option<SingledOut> {
        if self.records < FEWEST_SHARED {
            return None;
        }
        let mut ranked: Vec<(usize, (&Known<'_>, u64))> = columns.into_iter().enumerate().collect();
        ranked.sort_by_key(|(_, (_, records))| std::cmp::Reverse(*records));
        ranked.truncate(BESIDE_LABELS_BY_PAIRS);
        // In the order of the table.
        ranked.sort_by_key(|(place, _)| *place);
        let known: Vec<&Known<'_>> = ranked.into_iter().map(|(_, (known, _))| known).collect();
        let pairs = (0..known.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
        let mut pairs: Vec<Vec<&Known<'_>>> =
            pairs.map(|(first, second)| vec![known[first], known[second]]).collect();
        if known.len() == 1 {
            pairs.push(known);
        }
        let counted: Vec<u64> = pairs.par_iter().map(|pair| self.alone_beside(classes, pair)).collect();
        let most = counted.iter().copied().max()?;
        let worst = pairs.iter().zip(&counted).find(|(_, records)| **records == most)?;
        let found = self.found(Singling::BesideLabels, worst.0, most);
        Some(SingledOut { severity: Severity::Warning, ..found })
    }

    /// The records that stand alone by their class of labels and these columns.
    fn alone_beside(&self, classes: Codes<'_>, known: &[&Known<'_>]) -> u64 {
        let known: Vec<&Column> = known.iter().map(|known| known.published.column).collect();
        self.crowd.alone_by(classes, &known)
    }
}
