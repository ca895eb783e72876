//! What nodes cannot keep, counted from the records.

use super::FullDomain;
use crate::grouping::{Codes, Grouping};
use crate::judgement::{ClassJudge, Evidence};
use crate::own_k::own_k_of_rows;
use crate::prices::NoBound;
use crate::{AuditError, AuditRequest};
use incog_data::{Column, NarrowCodes, QuasiIdentifier};

/// Counts, node by node, which records no class can keep.
pub(super) struct Needed<'a> {
    releases: FullDomain<'a>,
    judge: ClassJudge<'a>,
    /// The records that have the same values in all quasi-identifiers.
    alike: Grouping,
    /// By quasi-identifier, the code of each of these groups.
    codes: Vec<NarrowCodes>,
    /// How many there are in each group.
    counts: Vec<u64>,
    /// What each record asks for, where a column says it.
    own_k: Option<Vec<u64>>,
}

/// Some records: how many there are of each group of alike ones.
pub(super) type Records = Vec<(u32, u64)>;

impl<'a> Needed<'a> {
    /// What is asked of the records when they are counted.
    pub fn request(releases: &FullDomain<'a>) -> AuditRequest<'a> {
        ClassJudge::request(releases.demand, &evidence(releases))
    }

    pub fn new(releases: &FullDomain<'a>, request: &'a AuditRequest<'a>) -> Result<Self, AuditError> {
        let judge = ClassJudge::new(releases.demand, evidence(releases), request)?;
        let input = releases.input;
        let columns = releases.quasi_identifiers.iter().filter_map(|qid| input.column(&qid.name));
        let columns: Vec<&Column> = columns.collect();
        let alike = Grouping::of_columns(columns.iter().copied(), input.rows());
        let codes = columns.iter().map(|column| column.of_rows(&alike.representatives).codes).collect();
        let counts = summed(&alike.of_row, alike.len(), |_| 1);
        let demand = releases.demand;
        let own_k = demand.own_k.as_ref().and_then(|own| own_k_of_rows(input, own, demand.unit.as_deref()));
        Ok(Self { releases: *releases, judge, alike, codes, counts, own_k })
    }

    /// The records that classes of a node cannot keep; `None` where the node is
    /// disallowed, because these are more than may be suppressed, or all.
    pub fn at(&mut self, node: &[u8]) -> Result<Option<Records>, NoBound> {
        let lost = self.lost_at(node)?;
        let records: u64 = lost.iter().map(|(_, count)| count).sum();
        let is_allowed = records <= self.releases.limit && records < self.releases.input.rows() as u64;
        Ok(is_allowed.then_some(lost))
    }

    /// How many records the classes of a node cannot keep.
    pub fn suppressed_at(&mut self, node: &[u8]) -> Result<u64, NoBound> {
        Ok(self.lost_at(node)?.iter().map(|(_, count)| count).sum())
    }

    fn lost_at(&mut self, node: &[u8]) -> Result<Records, NoBound> {
        let classes = self.classes(node);
        let allowed = if self.judge.asks_for_records_only() {
            let sizes = summed(&classes.of_row, classes.len(), |group| self.counts[group]);
            self.judge.judge_sizes(&sizes).into_iter().map(|stays| stays.then_some(u64::MAX)).collect()
        } else {
            self.judge.judge(&self.of_records(&classes)).map_err(NoBound::Unjudged)?
        };
        let stays =
            |group: usize, own: u64| allowed[classes.of_row[group] as usize].is_some_and(|most| own <= most);
        let lost: Vec<u64> = match &self.own_k {
            None => (0..self.counts.len())
                .map(|group| if stays(group, 0) { 0 } else { self.counts[group] })
                .collect(),
            Some(own_k) => summed(&self.alike.of_row, self.alike.len(), |row| {
                u64::from(!stays(self.alike.of_row[row] as usize, own_k[row]))
            }),
        };
        Ok((0u32..).zip(lost).filter(|(_, count)| *count > 0).collect())
    }

    /// How many of some records have each code of each quasi-identifier.
    pub fn by_code(&self, records: &[(u32, u64)]) -> Vec<Vec<u64>> {
        let count = |(qid, codes): (&QuasiIdentifier, &NarrowCodes)| {
            let mut of_code = vec![0; qid.leaf_of.len()];
            records.iter().for_each(|&(group, count)| of_code[codes.at(group as usize) as usize] += count);
            of_code
        };
        self.releases.quasi_identifiers.iter().zip(&self.codes).map(count).collect()
    }

    /// Classes of groups of alike records as classes of records.
    fn of_records(&self, classes: &Grouping) -> Grouping {
        let first_row = |&group: &u32| self.alike.representatives[group as usize];
        Grouping {
            of_row: self.alike.of_row.iter().map(|&group: &u32| classes.of_row[group as usize]).collect(),
            representatives: classes.representatives.iter().map(first_row).collect(),
        }
    }

    /// The classes of a node, which consist of groups of alike records.
    fn classes(&self, node: &[u8]) -> Grouping {
        let labels = |((qid, codes), &level): ((&QuasiIdentifier, &NarrowCodes), &u8)| {
            let of_code: Vec<u32> =
                (0..qid.leaf_of.len() as u32).map(|code| qid.label_code(level, code)).collect();
            let of_group = codes.renamed(&of_code);
            (of_group, qid.hierarchy.labels(level.into()).len())
        };
        let columns: Vec<(NarrowCodes, usize)> =
            self.releases.quasi_identifiers.iter().zip(&self.codes).zip(node).map(labels).collect();
        let codes: Vec<Codes<'_>> =
            columns.iter().map(|(of_row, values)| Codes { of_row, values: *values }).collect();
        Grouping::by(&codes, self.alike.len())
    }
}

/// For each class the sum over its rows.
fn summed(of_row: &[u32], classes: usize, of: impl Fn(usize) -> u64) -> Vec<u64> {
    let mut sums = vec![0; classes];
    of_row.iter().enumerate().for_each(|(row, &class)| sums[class as usize] += of(row));
    sums
}

fn evidence<'a>(releases: &FullDomain<'a>) -> Evidence<'a> {
    Evidence {
        original: releases.input.into(),
        release: releases.input.into(),
        hierarchies: releases.hierarchies,
        population: None,
    }
}
