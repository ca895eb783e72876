//! m-privacy by trying every coalition on the written release.

use crate::IncogError;
use incog_data::{Column, Table};
use rayon::prelude::*;

/// Coalitions times records that are tried, at the most.
const MOST_WORK: f64 = 2e8;

/// The number of colluding providers that the table withstands, counted up to `m`: after any coalition
/// of at most so many has taken its records away, what is left `holds`. `None` when that would take
/// too long, or nobody is named as provider.
///
/// Shares nothing with the model that the searches ask: coalitions of every size are tried one by one.
pub(super) fn withstood(
    m: u64,
    table: &Table,
    provider: Option<&str>,
    holds: impl Fn(&Table) -> Result<bool, IncogError> + Sync,
) -> Result<Option<u64>, IncogError> {
    let Some(column) = provider.and_then(|name| table.column(name)) else { return Ok(None) };
    let mut providers = column.codes.clone();
    providers.sort_unstable();
    providers.dedup();
    let m = m.min(providers.len() as u64) as usize;
    let mut coalitions: f64 = 0.0;
    for size in 0..=m {
        let of_size = (0..size).map(|place| (providers.len() - place) as f64 / (place + 1) as f64);
        coalitions += of_size.product::<f64>();
    }
    if coalitions * table.rows() as f64 > MOST_WORK {
        return Ok(None);
    }
    let withstands = |coalition: &Vec<u32>| {
        let stays: Vec<bool> = column.codes.iter().map(|code| !coalition.contains(code)).collect();
        holds(&only(table, &stays))
    };
    for size in 0..=m {
        let all: Result<Vec<bool>, IncogError> =
            subsets(&providers, size).par_iter().map(withstands).collect();
        if all?.contains(&false) {
            return Ok(Some(size.saturating_sub(1) as u64));
        }
    }
    Ok(Some(m as u64))
}

/// All sets of `size` of the `values`.
fn subsets(values: &[u32], size: usize) -> Vec<Vec<u32>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with_first = |(place, &first): (usize, &u32)| {
        let rest = subsets(&values[place + 1..], size - 1);
        rest.into_iter().map(move |mut set| {
            set.push(first);
            set
        })
    };
    values.iter().enumerate().flat_map(with_first).collect()
}

/// The rows of a table that stay.
pub(super) fn only(table: &Table, stays: &[bool]) -> Table {
    let filter = |column: &Column| {
        let kept = column.codes.iter().zip(stays).filter(|(_, stays)| **stays);
        Column { codes: kept.map(|(code, _)| *code).collect(), ..column.clone() }
    };
    Table::new(table.columns().iter().map(filter).collect()).unwrap_or_default()
}
