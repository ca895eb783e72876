//! Where the records are that may fit a predicate, so that not all of them have to be looked at.

use super::predicate::{Clause, Comparison};
use crate::matched_column::{Cohort, MatchedColumn};
use crate::targets::Targets;
use std::ops::Range;

/// Whose records are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Release,
    Of(Cohort),
}

/// The records of a table, by what each column says of them.
pub(super) struct Places<'a> {
    bounds: &'a [MatchedColumn<'a>],
    side: Side,
    targets: &'a Targets,
    columns: Vec<ByRank>,
}

impl<'a> Places<'a> {
    pub fn new(bounds: &'a [MatchedColumn<'a>], side: Side, targets: &'a Targets) -> Self {
        let column = |bound: &'a MatchedColumn<'a>| {
            let (codes, numbers) = match side {
                Side::Release => (&bound.release.column.codes, &bound.release.numbers),
                Side::Of(group) => (bound.codes(group), &bound.values.numbers),
            };
            ByRank::new(targets.rows().map(|(_, row)| codes.at(row as usize)), numbers)
        };
        Self { bounds, side, targets, columns: bounds.iter().map(column).collect() }
    }

    /// Whether somebody has a record that is so and nobody else has one, and whether somebody of
    /// the first `part` has, and nobody else of these.
    pub fn single_out(&self, clauses: &[Clause], part: usize) -> (bool, bool) {
        let [first, second] = self.first_two(clauses, part);
        let in_part = |target: usize| target < part;
        let is_there = |target: usize| target < usize::MAX;
        (is_there(first) && !is_there(second), in_part(first) && !in_part(second))
    }

    /// The first two who have a record that is so, or any two of the first `part`; [`usize::MAX`]
    /// stands for nobody.
    fn first_two(&self, clauses: &[Clause], part: usize) -> [usize; 2] {
        let may_fit = clauses.iter().filter_map(|clause| self.may_fit(clause));
        let fewest =
            may_fit.map(|(column, ranges)| (size(&ranges), column, ranges)).min_by_key(|fewest| fewest.0);
        let mut found = [usize::MAX; 2];
        let mut look = |place: usize| {
            let (target, row) = self.targets.at(place);
            if target != found[0] && clauses.iter().all(|clause| self.is_so(clause, row as usize)) {
                found = if target < found[0] { [target, found[0]] } else { [found[0], found[1].min(target)] };
            }
            found[1] < part
        };
        match fewest {
            Some((_, column, ranges)) => {
                let places = &self.columns[column].places;
                ranges.into_iter().flatten().find(|&at| look(places[at] as usize));
            }
            None => drop((0..self.targets.records_in_all()).find(|&place| look(place))),
        }
        found
    }

    fn is_so(&self, clause: &Clause, row: usize) -> bool {
        let bound = &self.bounds[clause.column];
        match self.side {
            Side::Release => clause.fits_released(bound, bound.release.column.codes.at(row)),
            Side::Of(group) => clause.fits_value(bound, bound.codes(group).at(row)),
        }
    }

    /// The column, and where in its places all those stand that a clause fits; nothing where that
    /// would be nearly all.
    fn may_fit(&self, clause: &Clause) -> Option<(usize, Vec<Range<usize>>)> {
        let (bound, column) = (&self.bounds[clause.column], &self.columns[clause.column]);
        let ranges = match (bound.release.number(clause.code), self.side) {
            (Some(number), _) => vec![column.compared(clause.comparison, number)?],
            _ if clause.comparison != Comparison::Is => return None,
            (None, Side::Release) => vec![column.with(clause.code)],
            (None, Side::Of(_)) => {
                let all = 0..bound.values.len() as u32;
                let meaning = &bound.release.meanings[clause.code as usize];
                all.filter(|value| meaning.has(*value)).map(|value| column.with(value)).collect()
            }
        };
        Some((clause.column, ranges))
    }
}

fn size(ranges: &[Range<usize>]) -> usize {
    ranges.iter().map(ExactSizeIterator::len).sum()
}

/// The places of records in the order of the numbers that they have in a column; those of one code
/// stand together.
struct ByRank {
    places: Vec<u32>,
    /// Where the places of each rank begin, and where the last ones end.
    starts: Vec<usize>,
    rank_of: Vec<u32>,
    /// The numbers of the first ranks, ascending; the other ranks have none.
    numbers: Vec<f64>,
}

impl ByRank {
    fn new(codes: impl Iterator<Item = u32> + Clone, numbers: &[Option<f64>]) -> Self {
        let mut order: Vec<u32> = (0..numbers.len() as u32).collect();
        let number = |code: u32| numbers[code as usize];
        order.sort_by(|&a, &b| match (number(a), number(b)) {
            (Some(one), Some(other)) => one.total_cmp(&other),
            (one, other) => one.is_none().cmp(&other.is_none()),
        });
        let mut rank_of = vec![0u32; order.len()];
        (0u32..).zip(&order).for_each(|(rank, &code)| rank_of[code as usize] = rank);
        let mut starts = vec![0usize; order.len() + 1];
        codes.clone().for_each(|code| starts[rank_of[code as usize] as usize + 1] += 1);
        (1..starts.len()).for_each(|rank| starts[rank] += starts[rank - 1]);
        let (mut next, mut places) = (starts.clone(), vec![0u32; *starts.last().unwrap_or(&0)]);
        for (place, code) in (0u32..).zip(codes) {
            let next = &mut next[rank_of[code as usize] as usize];
            places[*next] = place;
            *next += 1;
        }
        Self { places, starts, rank_of, numbers: order.iter().map_while(|&code| number(code)).collect() }
    }

    /// Of one code.
    fn with(&self, code: u32) -> Range<usize> {
        let rank = self.rank_of[code as usize] as usize;
        self.starts[rank]..self.starts[rank + 1]
    }

    /// Of numbers that compare so with another one; nothing for all but one.
    fn compared(&self, comparison: Comparison, other: f64) -> Option<Range<usize>> {
        let below = self.numbers.partition_point(|number| *number < other);
        let up_to = self.numbers.partition_point(|number| *number <= other);
        let (first, end) = match comparison {
            Comparison::IsNot => return None,
            Comparison::Is => (below, up_to),
            Comparison::AtMost => (0, up_to),
            Comparison::Below => (0, below),
            Comparison::AtLeast => (below, self.numbers.len()),
            Comparison::Above => (up_to, self.numbers.len()),
        };
        Some(self.starts[first]..self.starts[end])
    }
}
