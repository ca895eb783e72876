//! Predicates over records: which values of some columns a record has.

use crate::bound::{Bound, Group};
use crate::draws::Draws;
use crate::labels::Meaning;
use crate::targets::Targets;

/// How values are compared with what is released.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Comparison {
    Is,
    IsNot,
    AtMost,
    AtLeast,
    Below,
    Above,
}

/// `column = label`, `column >= number` and the like. A release answers by its codes, a table by what the label stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Clause {
    /// The place of the column.
    pub column: usize,
    pub comparison: Comparison,
    /// The released code.
    pub code: u32,
}

impl Clause {
    /// What this value of a released column suggests: the values beyond it, away from the median, of a number; being it of anything
    /// else; nothing of a label for any value.
    pub fn suggested(bounds: &[Bound<'_>], medians: &[f64], column: usize, code: u32) -> Option<Self> {
        let bound = &bounds[column];
        let comparison = match bound.release.number(code, &bound.values) {
            _ if bound.release.meanings[code as usize] == Meaning::Anything => return None,
            Some(number) if number > medians[column] => Comparison::AtLeast,
            Some(_) => Comparison::AtMost,
            None => Comparison::Is,
        };
        Some(Self { column, comparison, code })
    }

    /// One by chance: any released value, and any comparison that it allows.
    pub fn by_chance(bounds: &[Bound<'_>], column: usize, code: u32, draws: &mut Draws) -> Self {
        use Comparison::{Above, AtLeast, AtMost, Below, Is, IsNot};
        let is_number = bounds[column].release.number(code, &bounds[column].values).is_some();
        let comparisons: &[Comparison] =
            if is_number { &[Is, IsNot, AtMost, AtLeast, Below, Above] } else { &[Is, IsNot] };
        Self { column, comparison: comparisons[draws.below(comparisons.len())], code }
    }

    fn compare(self, number: Option<f64>, other: f64) -> bool {
        number.is_some_and(|number| match self.comparison {
            Comparison::Is => number == other,
            Comparison::IsNot => number != other,
            Comparison::AtMost => number <= other,
            Comparison::AtLeast => number >= other,
            Comparison::Below => number < other,
            Comparison::Above => number > other,
        })
    }

    /// For each value of the column whether it is so.
    pub fn of_values(self, bound: &Bound<'_>) -> Vec<bool> {
        let all = 0..bound.values.len() as u32;
        match bound.release.number(self.code, &bound.values) {
            Some(other) => {
                all.map(|value| self.compare(bound.values.numbers[value as usize], other)).collect()
            }
            None => {
                let meaning = &bound.release.meanings[self.code as usize];
                all.map(|value| meaning.has(value) == (self.comparison == Comparison::Is)).collect()
            }
        }
    }

    /// For each released code of the column whether it is so.
    fn of_released(self, bound: &Bound<'_>) -> Vec<bool> {
        let all = 0..bound.release.meanings.len() as u32;
        match bound.release.number(self.code, &bound.values) {
            Some(other) => {
                all.map(|code| self.compare(bound.release.number(code, &bound.values), other)).collect()
            }
            None => all.map(|code| (code == self.code) == (self.comparison == Comparison::Is)).collect(),
        }
    }
}

/// The first two of these who have a record for which all clauses are so: one match singles out, two do not.
fn first_two(answers: &[(Vec<bool>, &[u32])], targets: &Targets) -> (Option<usize>, Option<usize>) {
    let is_so = |row: u32| answers.iter().all(|(answers, codes)| answers[codes[row as usize] as usize]);
    let mut found = targets.rows().filter(|(_, row)| is_so(*row)).map(|(target, _)| target);
    let first = found.next();
    (first, found.find(|target| Some(*target) != first))
}

/// Whether exactly one released record is so.
pub(super) fn singles_out_in_release(bounds: &[Bound<'_>], clauses: &[Clause], rows: &Targets) -> bool {
    let answer = |clause: &Clause| {
        let bound = &bounds[clause.column];
        (clause.of_released(bound), bound.release.column.codes.as_slice())
    };
    let answers: Vec<_> = clauses.iter().map(answer).collect();
    matches!(first_two(&answers, rows), (Some(_), None))
}

/// Whether somebody of a group is so and nobody else, and whether somebody of its first `part` is.
pub(super) fn singles_out(
    bounds: &[Bound<'_>],
    clauses: &[Clause],
    (group, targets): (Group, &Targets),
    part: usize,
) -> (bool, bool) {
    let answer = |clause: &Clause| {
        let bound = &bounds[clause.column];
        (clause.of_values(bound), bound.codes(group))
    };
    let answers: Vec<_> = clauses.iter().map(answer).collect();
    let (first, second) = first_two(&answers, targets);
    let in_part = |place: Option<usize>| place.is_some_and(|place| place < part);
    (first.is_some() && second.is_none(), in_part(first) && !in_part(second))
}
