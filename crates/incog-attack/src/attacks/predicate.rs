//! Predicates over records: which values of some columns a record has.

use crate::draws::Draws;
use crate::labels::Meaning;
use crate::matched_column::MatchedColumn;

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

/// `column = label`, `column >= number` and the like. A release answers by its codes, a table by
/// what the label stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Clause {
    /// The place of the column.
    pub column: usize,
    pub comparison: Comparison,
    /// The released code.
    pub code: u32,
}

impl Clause {
    /// What this value of a released column suggests: the values beyond it, away from the median,
    /// of a number; being it of anything else; nothing of a label for any value.
    pub fn suggested(
        bounds: &[MatchedColumn<'_>],
        medians: &[f64],
        column: usize,
        code: u32,
    ) -> Option<Self> {
        let bound = &bounds[column];
        let comparison = match bound.release.number(code) {
            _ if bound.release.meanings[code as usize] == Meaning::Anything => return None,
            Some(number) if number > medians[column] => Comparison::AtLeast,
            Some(_) => Comparison::AtMost,
            None => Comparison::Is,
        };
        Some(Self { column, comparison, code })
    }

    /// One by chance: any released value, and any comparison that it allows.
    pub fn by_chance(bounds: &[MatchedColumn<'_>], column: usize, code: u32, draws: &mut Draws) -> Self {
        use Comparison::{Above, AtLeast, AtMost, Below, Is, IsNot};
        let is_number = bounds[column].release.number(code).is_some();
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

    /// Whether it is so for a value of the column.
    pub fn fits_value(self, bound: &MatchedColumn<'_>, value: u32) -> bool {
        match bound.release.number(self.code) {
            Some(other) => self.compare(bound.values.numbers[value as usize], other),
            None => {
                let meaning = &bound.release.meanings[self.code as usize];
                meaning.has(value) == (self.comparison == Comparison::Is)
            }
        }
    }

    /// Whether it is so for a released code of the column.
    pub fn fits_released(self, bound: &MatchedColumn<'_>, code: u32) -> bool {
        match bound.release.number(self.code) {
            Some(other) => self.compare(bound.release.number(code), other),
            None => (code == self.code) == (self.comparison == Comparison::Is),
        }
    }
}
