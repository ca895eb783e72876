//! The columns of a request, looked at alone, by pairs and beside labels.

use super::crowd::Crowd;
use super::thresholds::{BESIDE_LABELS, FEWEST_SHARED, lookalikes, severity};
use super::{Blur, Knowable, Known, SingledOut, Singling, SinglingRequest, pairs, recognized};
use crate::lint::Severity;
use incog_data::Column;
use incog_privacy::Role;
use rayon::prelude::*;

/// The columns of a request, counted, and all that they are looked at by.
pub(super) struct LookedAt<'a> {
    columns: Vec<Known<'a>>,
    labels: &'a [&'a Column],
    crowd: Crowd<'a>,
    pub records: u64,
    least: u64,
}

impl<'a> LookedAt<'a> {
    pub fn new(request: &'a SinglingRequest<'a>) -> Self {
        let columns = request.columns.par_iter().map(|column| Known::new(*column, request.counts)).collect();
        let crowd = Crowd { people: request.people, counts: request.counts, rows: request.rows };
        let records = request.counts.sum(request.rows);
        Self { columns, labels: &request.labels, crowd, records, least: lookalikes(request.k, records) }
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
            fewer_than: if by == Singling::BesideLabels { 2 } else { self.least },
            counts_people: self.crowd.people.is_some(),
        }
    }

    /// Columns that others know people by, and that are said to be of no interest.
    pub fn recognized(&self) -> Vec<SingledOut> {
        let recognized =
            self.columns.par_iter().filter(|known| recognized::is_recognized(known, self.crowd.counts));
        recognized.map(|known| self.found(Singling::Recognized, &[known], self.few_by(known))).collect()
    }

    /// The records that few share the value of a column with.
    fn few_by(&self, known: &Known<'_>) -> u64 {
        match self.crowd.people {
            None => known.records_below(self.least),
            Some(_) => self.crowd.fewer_than(self.least, &[known.published.column]),
        }
    }

    fn others<'s>(&'s self, found: &'s [SingledOut]) -> impl Iterator<Item = &'s Known<'a>> {
        let is_found =
            |known: &Known<'_>| found.iter().any(|one| one.columns.iter().any(|name| name == known.name()));
        self.columns.iter().filter(move |known| !is_found(known))
    }

    pub fn alone(&self, found: &[SingledOut]) -> Vec<SingledOut> {
        let others: Vec<&Known<'_>> = self.others(found).collect();
        let alone = |known: &&Known<'_>| {
            let (column, blur) = (known.published.column, known.published.blur);
            let records = match blur {
                Blur::None => self.few_by(known),
                blur => self.crowd.fewer_near(self.least, column, blur),
            };
            let severity = severity(known.knowable, records, self.records)?;
            Some(SingledOut { severity, ..self.found(Singling::Alone, &[*known], records) })
        };
        others.par_iter().filter_map(alone).collect()
    }

    pub fn together(&self, found: &[SingledOut]) -> Vec<SingledOut> {
        if self.records < FEWEST_SHARED {
            return Vec::new();
        }
        let others: Vec<&Known<'_>> = self.others(found).collect();
        let pairs = pairs::pairs(self.crowd, &others, self.least);
        let together = |&(first, second, records): &(usize, usize, u64)| {
            let columns = [others[first], others[second]];
            let knowable = columns[0].knowable.and(columns[1].knowable);
            let severity = severity(knowable, records, self.records)?;
            // Who is no insider does not know the one, and is warned of the other.
            let severity =
                if columns.iter().any(|known| known.is_hidden()) { Severity::Warning } else { severity };
            Some(SingledOut { severity, ..self.found(Singling::Together, &columns, records) })
        };
        let mut together: Vec<SingledOut> = pairs.singled.iter().filter_map(together).collect();
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
        let is_looked_up = |known: &&Known<'_>| {
            known.published.role != Role::Sensitive
                && known.published.blur == Blur::None
                && known.knowable.is_looked_up()
                && known.distinct > 1
        };
        let looked_up: Vec<&Known<'_>> = self.others(found).filter(is_looked_up).collect();
        let beside = |known: &&Known<'_>| {
            let mut columns = self.labels.to_vec();
            columns.push(known.published.column);
            let records = self.crowd.alone_by(&columns, known.published.column);
            let is_danger = u128::from(records) * u128::from(BESIDE_LABELS) > u128::from(self.records);
            is_danger.then(|| self.found(Singling::BesideLabels, &[*known], records))
        };
        looked_up.par_iter().filter_map(beside).collect()
    }
}
