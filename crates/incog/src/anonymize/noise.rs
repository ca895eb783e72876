//! Noisy records after the real ones, where a [shortage](incog_plan::shortage) of providers requires them.

use super::input::Input;
use crate::IncogError;
use crate::job::Role;
use incog_data::{Column, Table, Tuples};
use incog_plan::{Shortage, shortage};
use incog_search::Stream;

/// Noisy records of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Noise {
    /// The first noisy row; all rows from there on are.
    pub first: usize,
    /// Classes they were made for.
    pub classes: u64,
}

impl Noise {
    /// How many of the released rows are noisy.
    pub fn released(&self, rows: &[u32]) -> u64 {
        rows.iter().filter(|&&row| row as usize >= self.first).count() as u64
    }
}

/// Adds noisy records after the real ones when that is allowed, needed and useful. The release of a padded table is the
/// most general one.
pub(super) fn pad(mut input: Input) -> Result<Input, IncogError> {
    if !input.terms.release.noise {
        return Ok(input);
    }
    let (tuples, _) = input.tuples()?;
    let short = shortage(&input.terms.request(), &tuples)?;
    if short.is_empty() {
        return Ok(input);
    }
    if input.counts.is_some() {
        return Err(IncogError::NoiseAmongCounted);
    }
    let is_aggregated = |column: &&Column| input.terms.is_made_of_others(&column.name);
    if let Some(column) = input.table.columns().iter().find(is_aggregated) {
        return Err(IncogError::NoiseInAggregates { column: column.name.clone() });
    }
    let joins =
        |column: &&Column| input.role(&column.name).names_people() && input.terms.publishes(&column.name);
    if let Some(column) = input.table.columns().iter().find(joins) {
        return Err(IncogError::NoiseUnderPseudonyms { column: column.name.clone() });
    }
    let first = input.table.rows();
    append(&mut input, &tuples, &short)?;
    input.noise = Some(Noise { first, classes: short.len() as u64 });
    for qid in &mut input.quasi_identifiers {
        qid.min_level = qid.max_level;
    }
    Ok(input)
}

/// Appends the noisy records to the real ones.
///
/// Each value is drawn from the distribution of its column, on its own; those of quasi-identifiers
/// among the values that the class stands for.
fn append(input: &mut Input, tuples: &Tuples, short: &[Shortage]) -> Result<(), IncogError> {
    let mut stream = Stream::new(input.terms.search.seed, 0);
    let provider = input.with_role(Role::Provider).next().map(|column| column.name.clone());
    let mut columns = std::mem::take(&mut input.table).into_columns();
    let marginals: Vec<Vec<(u32, usize)>> = columns.iter().map(marginal).collect();
    for class in short {
        for &missing in &class.missing {
            for (column, marginal) in columns.iter_mut().zip(&marginals) {
                let place = input.quasi_identifiers.iter().position(|qid| qid.name == column.name);
                let code = match place {
                    _ if provider.as_ref() == Some(&column.name) => missing,
                    None => draw(marginal, |_| true, &mut stream),
                    Some(place) => {
                        let qid = &input.quasi_identifiers[place];
                        let label = |code| qid.label_code(qid.max_level, code);
                        let of_class = label(tuples.codes(class.tuple as usize)[place]);
                        draw(marginal, |code| label(code) == of_class, &mut stream)
                    }
                };
                column.codes.push(code);
            }
        }
    }
    input.table = Table::new(columns)?;
    Ok(())
}

/// The records of each code, in the order of the values, so that the order of rows changes nothing.
fn marginal(column: &Column) -> Vec<(u32, usize)> {
    let counts = column.counts().into_iter().map(|count| count as usize);
    let mut marginal: Vec<(u32, usize)> = (0u32..).zip(counts).collect();
    marginal.sort_by_key(|&(code, _)| column.dictionary.get(code));
    marginal
}

fn draw(marginal: &[(u32, usize)], fits: impl Fn(u32) -> bool, stream: &mut Stream) -> u32 {
    let fitting = || marginal.iter().filter(|(code, _)| fits(*code));
    let mut ball = stream.below(fitting().map(|(_, count)| count).sum());
    for &(code, count) in fitting() {
        if ball < count {
            return code;
        }
        ball -= count;
    }
    0
}
