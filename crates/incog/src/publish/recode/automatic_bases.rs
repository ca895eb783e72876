//! Bases of rounding that the published numbers decide, when it is known which records are
//! published.

use crate::IncogError;
use crate::ReleaseError;
use crate::auto_round::{Bases, PublishedNumbers};
use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::recode::counted_parts::RowAllocation;

/// Refuses records that ask for other bases than those they were decided with.
pub(in crate::publish) fn check_bases(
    input: &BoundTable,
    allocation: &RowAllocation<'_>,
) -> Result<(), IncogError> {
    let Some(bases) = other_bases(input, allocation) else { return Ok(()) };
    let known = input.terms.bases();
    let other = bases.into_iter().find(|(column, base)| known.get(column) != Some(base));
    other.map_or(Ok(()), |(column, base)| {
        Err(IncogError::Release(ReleaseError::OtherBase { column, base: base.to_string() }))
    })
}

/// The bases that the records which stay ask for, where these are others.
pub(in crate::publish) fn other_bases(input: &BoundTable, allocation: &RowAllocation<'_>) -> Option<Bases> {
    let rows = input.exact.first()?.codes.len();
    let stay = (0u32..).zip(&allocation.stays).filter(|(_, stays)| **stays).map(|(row, _)| row);
    let stay: Vec<u32> = stay.collect();
    let origins = allocation.origins(&stay);
    let counts = allocation.input.counts();
    let records = origins.iter().zip(&stay).map(|(&origin, &row)| (origin, counts.at(row as usize)));
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
