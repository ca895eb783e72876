//! What nodes cannot keep, counted from the records.

use super::FullDomain;
use crate::grouping::{Codes, Grouping};
use crate::judgement::{ClassJudge, Evidence};
use crate::prices::NoBound;
use crate::{AuditError, AuditRequest};
use incog_data::QuasiIdentifier;

/// Counts, node by node, which records are in classes of which nothing can stay.
pub(super) struct Needed<'a> {
    releases: FullDomain<'a>,
    judge: ClassJudge<'a>,
}

impl<'a> Needed<'a> {
    /// What is asked of the records when they are counted.
    pub fn request(releases: &FullDomain<'a>) -> AuditRequest<'a> {
        ClassJudge::request(releases.demand, &evidence(releases))
    }

    pub fn of(releases: &FullDomain<'a>, request: &'a AuditRequest<'a>) -> Result<Self, AuditError> {
        let judge = ClassJudge::new(releases.demand, evidence(releases), request)?;
        Ok(Self { releases: *releases, judge })
    }

    /// The rows of the input in classes of a node that do not meet every criterion; `None` where the node is disallowed,
    /// because these are more than may be suppressed, or all.
    pub fn at(&mut self, node: &[u8]) -> Result<Option<Vec<u32>>, NoBound> {
        let classes = self.classes(node);
        let stays = self.judge.judge(&classes).map_err(NoBound::Unjudged)?;
        let rows = (0u32..).zip(&classes.of_row);
        let lost: Vec<u32> = rows.filter(|(_, class)| !stays[**class as usize]).map(|(row, _)| row).collect();
        let is_allowed =
            lost.len() as u64 <= self.releases.limit && lost.len() < self.releases.input.rows();
        Ok(is_allowed.then_some(lost))
    }

    fn classes(&self, node: &[u8]) -> Grouping {
        let columns: Vec<(Vec<u32>, usize)> = self
            .releases
            .quasi_identifiers
            .iter()
            .zip(node)
            .map(|(qid, &level)| (self.labels(qid, level), qid.hierarchy.labels(level.into()).len()))
            .collect();
        let codes: Vec<Codes<'_>> =
            columns.iter().map(|(of_row, values)| Codes { of_row, values: *values }).collect();
        Grouping::by(&codes, self.releases.input.rows())
    }

    /// The label of each record.
    fn labels(&self, qid: &QuasiIdentifier, level: u8) -> Vec<u32> {
        let of_code: Vec<u32> =
            (0..qid.leaf_of.len() as u32).map(|code| qid.label_code(level, code)).collect();
        let column = self.releases.input.column(&qid.name);
        let codes = column.map_or(&[][..], |column| &column.codes);
        codes.iter().map(|&code| of_code[code as usize]).collect()
    }
}

fn evidence<'a>(releases: &FullDomain<'a>) -> Evidence<'a> {
    Evidence { original: releases.input, release: releases.input, hierarchies: releases.hierarchies }
}
