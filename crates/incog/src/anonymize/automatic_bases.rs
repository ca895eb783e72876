//! Bases of rounding that the published numbers decide, when it is known which records are
//! published.

use super::counted_parts::Dealt;
use super::input::Input;
use super::noise;
use super::posed::Posed;
use super::recoding::deal;
use crate::IncogError;
use crate::auto_round::{Bases, PublishedNumbers};
use incog_plan::Plan;

/// How often a decision is made again, since the records that it publishes ask for other bases.
const MOST_DECISIONS: usize = 6;

impl Posed {
    /// Decides, and decides again as long as the records that would be published ask for other
    /// bases of rounding.
    pub(super) fn decided(
        self,
        mut decide: impl FnMut(&Self) -> Result<Plan, IncogError>,
    ) -> Result<(Self, Plan), IncogError> {
        let mut posed = self;
        for _ in 0..MOST_DECISIONS {
            let plan = decide(&posed)?;
            match posed.other_bases(&plan)? {
                None => return Ok((posed, plan)),
                Some(bases) => posed = posed.on_bases(&bases)?,
            }
        }
        let column = posed.input.exact.first().map(|column| column.name.clone()).unwrap_or_default();
        Err(IncogError::NoBase { column })
    }

    /// The bases that the records of a plan ask for, where these are not those that it was made
    /// with.
    fn other_bases(&self, plan: &Plan) -> Result<Option<Bases>, IncogError> {
        if self.input.exact.is_empty() {
            return Ok(None);
        }
        let plan = self.as_written(plan.clone())?;
        let classes = plan.classes(self.problem.tuples())?;
        let (dealt, _) = deal(&self.input, &classes, &self.rows);
        Ok(other_bases(&self.input, &dealt))
    }

    /// Rounds the numbers of the table to other bases.
    fn on_bases(self, bases: &Bases) -> Result<Self, IncogError> {
        let terms = self.input.terms.clone().with_bases(bases)?;
        let real = self.input.real_records();
        let table = terms.with_rounded(real.counted().table().clone(), &self.input.exact)?;
        Self::bound(noise::pad(Input { table, terms, noise: None, ..self.input.clone() })?)
    }
}

/// Refuses records that ask for other bases than those they were decided with.
pub(super) fn check_bases(input: &Input, dealt: &Dealt<'_>) -> Result<(), IncogError> {
    let Some(bases) = other_bases(input, dealt) else { return Ok(()) };
    let known = input.terms.bases();
    let other = bases.into_iter().find(|(column, base)| known.get(column) != Some(base));
    other.map_or(Ok(()), |(column, base)| Err(IncogError::OtherBase { column, base: base.to_string() }))
}

/// The bases that the records which stay ask for, where these are others.
fn other_bases(input: &Input, dealt: &Dealt<'_>) -> Option<Bases> {
    let rows = input.exact.first()?.codes.len();
    let stay = (0u32..).zip(&dealt.stays).filter(|(_, stays)| **stays).map(|(row, _)| row);
    let stay: Vec<u32> = stay.collect();
    let origins = dealt.origins(&stay);
    let counts = dealt.input.counts();
    let records = origins.iter().zip(&stay).map(|(&origin, &row)| (origin, counts.of(row as usize)));
    // Noisy records are nobody's.
    let records: Vec<(u32, u64)> = records.filter(|(origin, _)| (*origin as usize) < rows).collect();
    let published = PublishedNumbers {
        terms: &input.terms,
        exact: &input.exact,
        table: &input.table,
        records: &records,
        k: input.terms.lookalikes(input.real_records().counted()),
    };
    Some(published.bases()).filter(|bases| *bases != input.terms.bases())
}
