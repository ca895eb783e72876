//! Which records of the input were published, where a class lost only some of its records.

use super::Check;
use super::matching::{CommonColumn, Matching, match_records};
use incog_audit::{Codes, Grouping};
use incog_data::{NarrowCodes, Table};
use incog_disclosure::published::{KeyedDraw, TieBreaker};

/// The tables in common codes.
pub(super) struct Common<'a> {
    /// The released columns by name.
    pub columns: &'a [(String, CommonColumn)],
    /// The columns that determine class and cell: quasi-identifiers, sensitive columns, and the
    /// provider.
    pub in_cells: Vec<&'a CommonColumn>,
    /// Published columns of which the release has only aggregates.
    pub aggregated: &'a [String],
    pub input: &'a Table,
    pub records: usize,
    /// Whether the records of the release are in the order of the input.
    pub in_order: bool,
    /// Whether nothing was suppressed.
    pub is_whole: bool,
    /// The rows of the input that the release may have.
    pub candidates: Vec<u32>,
}

/// The claim that the draw is checked by.
const CLAIM: &str = "the key decides which records are kept, in the order that the job sets";

/// For each released record, its row in the input.
///
/// Where the tables alone leave that open, the rule of [`KeyedDraw`] decides: of the records of a
/// class with the same sensitive values those stay whose published content has the smallest
/// tie-break hash. `None` when the key is not at hand, or others were published; then a check says
/// which.
pub(super) fn chosen_rows(
    common: &Common<'_>,
    draw: Result<&KeyedDraw, &'static str>,
    has_noise: bool,
) -> (Matching, Option<Check>) {
    let columns: Vec<&CommonColumn> = common.columns.iter().map(|(_, column)| column).collect();
    let all = &common.candidates;
    let matching = match_records(&columns, all, common.records);
    if matching.unmatched > 0 || has_noise {
        let rows = matching.input_row_of.clone().filter(|_| matching.unmatched == 0);
        return (Matching { input_row_of: rows, ..matching }, None);
    }
    let cells = Cells::new(common, all);
    if !cells.are_drawn() && !common.in_order {
        return (matching, None);
    }
    // Where nothing is drawn, any key will do.
    let any = KeyedDraw::by_key("");
    let draw = match draw {
        Ok(draw) => draw,
        Err(_) if !cells.are_drawn() && common.is_whole => &any,
        Err(why) => {
            let is_open = cells.are_drawn() || matching.input_row_of.is_none();
            return (matching, is_open.then(|| Check::not_shown(CLAIM, why)));
        }
    };
    let stays = cells.drawn(common, draw, all);
    let by_draw = match_records(&columns, &stays, common.records).input_row_of;
    let is_drawn = by_draw.is_some() && (!common.in_order || is_in_order(&columns, stays));
    let detail = match is_drawn {
        true => "a second draw keeps the same records",
        false => "a second draw keeps other records",
    };
    let rows = by_draw.filter(|_| is_drawn).or_else(|| matching.input_row_of.clone());
    (Matching { input_row_of: rows, ..matching }, Some(Check::new(CLAIM, is_drawn, detail)))
}

/// Whether the release has these rows of the input, in their order there.
fn is_in_order(columns: &[&CommonColumn], mut rows: Vec<u32>) -> bool {
    rows.sort_unstable();
    let is_same = |(record, &row): (usize, &u32)| {
        columns.iter().all(|column| column.of_record(record) == column.of_input(row))
    };
    rows.iter().enumerate().all(is_same)
}

/// The rows of the input by cell: class, sensitive values and provider.
struct Cells {
    of_input: Vec<u32>,
    /// How many rows of the input are in each.
    there: Vec<usize>,
    /// How many of them are in the release.
    quota: Vec<usize>,
}

impl Cells {
    fn new(common: &Common<'_>, all: &[u32]) -> Self {
        let codes: Vec<NarrowCodes> = common
            .in_cells
            .iter()
            .map(|column| all.iter().map(|&row| column.of_input(row)).chain(column.of_release()).collect())
            .collect();
        let codes: Vec<Codes<'_>> = codes
            .iter()
            .zip(&common.in_cells)
            .map(|(of_row, column)| Codes { of_row, values: column.values() })
            .collect();
        let cells = Grouping::by(&codes, all.len() + common.records);
        let (of_input, of_release) = cells.of_row.split_at(all.len());
        let counts = |of_row: &[u32]| {
            let mut counts = vec![0usize; cells.len()];
            of_row.iter().for_each(|&cell| counts[cell as usize] += 1);
            counts
        };
        Self { there: counts(of_input), quota: counts(of_release), of_input: of_input.to_vec() }
    }

    /// Nothing is drawn where all records of a cell stay, or none.
    fn is_drawn(&self, cell: u32) -> bool {
        (1..self.there[cell as usize]).contains(&self.quota[cell as usize])
    }

    fn are_drawn(&self) -> bool {
        (0..self.there.len() as u32).any(|cell| self.is_drawn(cell))
    }

    /// The input rows that the rule publishes: of every cell as many as the release has of it.
    fn drawn(&self, common: &Common<'_>, draw: &KeyedDraw, all: &[u32]) -> Vec<u32> {
        let mut quota = self.quota.clone();
        let released: Vec<usize> = (common.input.columns().iter().enumerate())
            .filter(|(_, column)| {
                let mut names = common.columns.iter().map(|(name, _)| name).chain(common.aggregated);
                names.any(|name| *name == column.name)
            })
            .map(|(place, _)| place)
            .collect();
        let ties = TieBreaker::new(common.input, &released, draw);
        let hash = |row: u32, cell: u32| if self.is_drawn(cell) { ties.hash(row) } else { 0 };
        let mut order: Vec<(u32, u64, u32)> =
            all.iter().zip(&self.of_input).map(|(&row, &cell)| (cell, hash(row, cell), row)).collect();
        ties.sort(&mut order);
        order.retain(|&(cell, ..)| {
            let quota = &mut quota[cell as usize];
            let stays = *quota > 0;
            *quota -= usize::from(stays);
            stays
        });
        order.into_iter().map(|(.., row)| row).collect()
    }
}
