//! The bases that published numbers decide.

use super::chosen_base::{Bases, ChosenBase};
use super::{FEW, FEW_BESIDE_WORDS, FEWEST_NUMBERS};
use crate::job::{Role, Terms};
use crate::rounded_numbers::{Base, Crowd, NO_NUMBER, Numbers, Rounded};
use incog_audit::Knowable;
use incog_data::{Column, Table, ValueType};
use std::collections::BTreeSet;

/// What is published of a table.
pub struct PublishedNumbers<'a> {
    /// On which terms.
    pub terms: &'a Terms,
    /// The columns that are rounded, in the order of the table, with their numbers as they were.
    pub exact: &'a [Column],
    /// The table that the other columns are published from.
    pub table: &'a Table,
    /// The published rows of it, and the records that each stands for.
    pub records: &'a [(u32, u64)],
    /// The lookalikes that each record should have.
    pub k: u64,
}

/// A column beside which a rounded one is looked at.
enum Partner<'a> {
    /// One that is rounded, too, by its place among these.
    Automatic(usize),
    /// One whose values are published, and one record in how many may be singled out by it together
    /// with a rounded one.
    Fixed(&'a Column, u64),
}

struct Automatic {
    numbers: Numbers,
    base: Base,
    rounded: Rounded,
}

/// The base that a column has to be rounded to.
struct Coarser {
    place: usize,
    base: Base,
    rounded: Rounded,
}

impl PublishedNumbers<'_> {
    /// The base of each column.
    pub fn bases(&self) -> Bases {
        let people = self.terms.unit.column().and_then(|unit| self.table.column(unit));
        let crowd = Crowd { records: self.records, people, k: self.k };
        let mut automatic: Vec<Automatic> =
            self.exact.iter().map(|column| self.alone(&crowd, column)).collect();
        let partners = self.partners(&crowd);
        let mut passed = BTreeSet::new();
        while let Some(coarser) = self.to_coarsen(&crowd, &automatic, &partners, &mut passed) {
            let one = &mut automatic[coarser.place];
            (one.base, one.rounded) = (coarser.base, coarser.rounded);
        }
        let exact = self.exact.iter().zip(&automatic);
        exact
            .map(|(column, one)| {
                let chosen = ChosenBase { base: one.base.value(), ends: one.numbers.ends(one.base) };
                (column.name.clone(), chosen)
            })
            .collect()
    }

    /// The column at the finest base that leaves enough people by itself.
    fn alone(&self, crowd: &Crowd<'_>, column: &Column) -> Automatic {
        let numbers = Numbers::of_column(column, crowd);
        let base = coarse_enough(crowd, Some(column), &numbers, numbers.finest());
        let rounded = numbers.rounded(base);
        Automatic { numbers, base, rounded }
    }

    /// The columns that are published value by value, in the order of the table. What singles out
    /// more than its share by itself is left to the gate: no base would help.
    fn partners(&self, crowd: &Crowd<'_>) -> Vec<Partner<'_>> {
        let known = self.terms.knowable(self.table);
        let partner = |column: &Column| -> Option<Partner<'_>> {
            if let Some(place) = self.exact.iter().position(|exact| exact.name == column.name) {
                return Some(Partner::Automatic(place));
            }
            let role = self.terms.role(&column.name);
            let column = self
                .table
                .column(&column.name)
                .filter(|_| matches!(role, Role::Sensitive | Role::Insensitive))?;
            let few =
                if role == Role::Sensitive && !self.is_of_numbers(column) { FEW_BESIDE_WORDS } else { FEW };
            let below = crowd.below(|row| Some((code(column, row)?, 0)));
            (below * few <= crowd.count()).then_some(Partner::Fixed(column, few))
        };
        known.into_iter().filter_map(partner).collect()
    }

    /// Whether all published values of a column are numbers or dates, or those of most records.
    fn is_of_numbers(&self, column: &Column) -> bool {
        let mut of_code = vec![0; column.dictionary.len()];
        for &(row, count) in self.records {
            of_code[column.codes.at(row as usize) as usize] += count;
        }
        let known = (0u32..).zip(column.dictionary.iter()).zip(&of_code);
        let known = known.filter(|((code, _), records)| **records > 0 && !column.is_missing(*code));
        ValueType::infer(known.map(|((_, text), _)| text)) != ValueType::Text
            || Knowable::are_numbers_or_days(column, &of_code)
    }

    /// The column that has to become coarser, for the first pair that singles out too many;
    /// `passed` has pairs that do not, at their bases.
    fn to_coarsen(
        &self,
        crowd: &Crowd<'_>,
        automatic: &[Automatic],
        partners: &[Partner<'_>],
        passed: &mut BTreeSet<(usize, usize, [Base; 2])>,
    ) -> Option<Coarser> {
        for place in 0..automatic.len() {
            for (of_partner, partner) in partners.iter().enumerate() {
                let other = match partner {
                    Partner::Automatic(other) => *other,
                    Partner::Fixed(..) => place,
                };
                let pair = (place, of_partner, [automatic[place].base, automatic[other].base]);
                if passed.contains(&pair) {
                    continue;
                }
                match self.coarser_of(crowd, automatic, place, partner) {
                    None => passed.insert(pair),
                    found => return found,
                };
            }
        }
        None
    }

    fn coarser_of(
        &self,
        crowd: &Crowd<'_>,
        automatic: &[Automatic],
        place: usize,
        partner: &Partner<'_>,
    ) -> Option<Coarser> {
        let one = &automatic[place];
        let first = |row: u32| self.rounded(automatic, place, row);
        let coarser = |place: usize| self.coarser(crowd, &automatic[place], place);
        match partner {
            Partner::Automatic(other) if *other <= place => None,
            &Partner::Automatic(other) => {
                let below = crowd.below(|row| Some((first(row)?, self.rounded(automatic, other, row)?)));
                let is_later = automatic[other].rounded.published >= one.rounded.published;
                let [more, fewer] = if is_later { [other, place] } else { [place, other] };
                if below * FEW <= crowd.count() {
                    return None;
                }
                coarser(more).or_else(|| coarser(fewer))
            }
            &Partner::Fixed(column, few) => {
                let below = crowd.below(|row| Some((first(row)?, code(column, row)?)));
                if below * few > crowd.count() { coarser(place) } else { None }
            }
        }
    }

    /// The next base of a column that leaves enough people by itself, if it leaves enough numbers.
    fn coarser(&self, crowd: &Crowd<'_>, one: &Automatic, place: usize) -> Option<Coarser> {
        if one.numbers.is_coarsest(one.base) {
            return None;
        }
        let base = coarse_enough(crowd, self.exact.get(place), &one.numbers, one.base.next()?);
        let rounded = one.numbers.rounded(base);
        (rounded.published >= FEWEST_NUMBERS).then_some(Coarser { place, base, rounded })
    }

    fn rounded(&self, automatic: &[Automatic], place: usize, row: u32) -> Option<u32> {
        let code = self.exact[place].codes.at(row as usize);
        Some(automatic[place].rounded.of_code[code as usize]).filter(|number| *number != NO_NUMBER)
    }
}

/// The finest base from `first` on at which a job can say the ends, and few enough records have
/// fewer than k lookalikes by the column itself; the coarsest where none is.
fn coarse_enough(crowd: &Crowd<'_>, column: Option<&Column>, numbers: &Numbers, first: Base) -> Base {
    let mut base = first;
    let is_enough = |base: Base| match (crowd.people, column) {
        (Some(_), Some(column)) => {
            let rounded = numbers.rounded(base);
            let number = |row: u32| rounded.of_code[column.codes.at(row as usize) as usize];
            crowd.below(|row| Some((number(row), 0)).filter(|(number, _)| *number != NO_NUMBER)) * FEW
                <= crowd.count()
        }
        _ => numbers.records_below(base, crowd.k, crowd.count() / FEW) * FEW <= crowd.count(),
    };
    while !(numbers.is_coarsest(base) || numbers.has_ends(base) && is_enough(base)) {
        match base.next() {
            Some(next) => base = next,
            None => break,
        }
    }
    base
}

/// The code of a cell that is not missing.
fn code(column: &Column, row: u32) -> Option<u32> {
    Some(column.codes.at(row as usize)).filter(|code| !column.is_missing(*code))
}
