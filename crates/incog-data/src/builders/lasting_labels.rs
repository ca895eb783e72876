//! The hierarchy of a later table with the labels of an earlier one.

use super::published_values::{as_they_are, restrict};
use super::{BuildError, HierarchySpec, Values};
use crate::{Column, Hierarchy};
use std::collections::BTreeSet;

impl HierarchySpec {
    /// The hierarchy of `column` with the labels that it would have if `known` were its values.
    ///
    /// A new value has its place where no label of a known one changes by it: a number has its
    /// interval, and a code that is not longer than all known ones its mask. Left out is any other
    /// value: a longer code, the first negative number or the first with decimals, a text among
    /// numbers. A missing value keeps its own label.
    ///
    /// ```
    /// use incog_data::{ColumnBuilder, HierarchySpec, Mask};
    /// let mut builder = ColumnBuilder::new("zip");
    /// ["12", "45678"].iter().for_each(|value| builder.push(value));
    /// let mask = HierarchySpec::Mask(Mask::default());
    /// let hierarchy = mask.lasting(&["113"], &builder.finish(&[])).unwrap();
    /// assert_eq!(hierarchy.label(1, hierarchy.find("12").unwrap()), "12*");
    /// assert_eq!(hierarchy.find("45678"), None);
    /// ```
    ///
    /// # Errors
    /// When the rule makes no hierarchy of the known values.
    pub fn lasting<'a>(&self, known: &[&'a str], column: &'a Column) -> Result<Hierarchy, BuildError> {
        let rule = LastingRule::new(self, known, column)?;
        let values = column.present().map(|(_, value)| value);
        let new: Vec<&str> = values.filter(|value| rule.of_known.find(value).is_none()).collect();
        let whole = rule.extended_by_most(&new).unwrap_or(rule.of_known);
        // The domain is of the column alone, so that no figure follows from the first table.
        let values = Values::of_codes(column, |code| whole.find(column.dictionary.get(code)).is_some());
        let between: Vec<usize> = (1..whole.height()).collect();
        let of_column = restrict(&whole, &values, &between, &mut as_they_are);
        Ok(of_column.unwrap_or(whole))
    }

    /// The hierarchy of those values of a column that have a place in it by themselves. Left out is
    /// a text among numbers, or what is no date or code.
    ///
    /// # Errors
    /// When the rule makes no hierarchy of any of them, or none of all of them together.
    pub fn of_placed_values(&self, column: &Column) -> Result<Hierarchy, BuildError> {
        let error = match self.build_from(&Values::from_column(column)) {
            Err(error) => error,
            of_all => return of_all,
        };
        let values = column.present().map(|(_, value)| value);
        let placed = values.filter(|value| self.build_from(&Values::with_present(column, [*value])).is_ok());
        let placed: Vec<&str> = placed.collect();
        if placed.is_empty() {
            return Err(error);
        }
        self.build_from(&Values::with_present(column, placed))
    }
}

/// A rule, with the values whose labels stay.
struct LastingRule<'r, 'a> {
    spec: &'r HierarchySpec,
    known: Vec<&'a str>,
    of_known: Hierarchy,
    column: &'a Column,
}

impl<'r, 'a> LastingRule<'r, 'a> {
    fn new(spec: &'r HierarchySpec, known: &[&'a str], column: &'a Column) -> Result<Self, BuildError> {
        let of_known = spec.build_from(&Values::with_present(column, known.iter().copied()))?;
        Ok(Self { spec, known: known.to_vec(), of_known, column })
    }

    /// The hierarchy of all known values and of those new ones that have their place. Which ones
    /// have is found by a few known values, and confirmed by all of them.
    fn extended_by_most(&self, new: &[&'a str]) -> Option<Hierarchy> {
        let few = Self::new(self.spec, &self.of_each_shape(), self.column).ok();
        [few.as_ref(), Some(self)].into_iter().flatten().find_map(|rule| {
            let mut placed = Vec::new();
            rule.place(new, &mut placed);
            self.extended(&placed)
        })
    }

    /// Few known values after which labels are written as after all: the longest, the negative and
    /// those with decimals are among them, if there are any.
    fn of_each_shape(&self) -> Vec<&'a str> {
        let all = Values::with_present(self.column, self.known.iter().copied());
        let mut shapes = BTreeSet::new();
        let ends = all.present().first().into_iter().chain(all.present().last());
        let of_shapes = all.present().iter().filter(|value| shapes.insert(shape(value)));
        of_shapes.chain(ends).copied().collect()
    }

    /// Adds to `placed` those of some values that have their place; few have none.
    fn place(&self, values: &[&'a str], placed: &mut Vec<&'a str>) {
        if values.is_empty() {
        } else if self.extended(values).is_some() {
            placed.extend(values);
        } else if values.len() > 1 {
            let (first, second) = values.split_at(values.len() / 2);
            self.place(first, placed);
            self.place(second, placed);
        }
    }

    /// The hierarchy of the known values and some new ones, if all known ones have their labels in
    /// it; with the missing values of the column.
    fn extended(&self, new: &[&'a str]) -> Option<Hierarchy> {
        let values = self.known.iter().chain(new).copied();
        let extended = self.spec.build_from(&Values::with_present(self.column, values)).ok()?;
        let is_same = extended.height() == self.of_known.height()
            && self.known.iter().all(|value| self.is_as_before(value, &extended).unwrap_or(false));
        is_same.then_some(extended)
    }

    /// Whether a known value has its labels in a hierarchy of the same height.
    fn is_as_before(&self, value: &str, extended: &Hierarchy) -> Option<bool> {
        let (before, after) = (self.of_known.find(value)?, extended.find(value)?);
        let mut levels = 0..=extended.height();
        Some(levels.all(|level| self.of_known.label(level, before) == extended.label(level, after)))
    }
}

/// A value with `0` for each digit and `a` for each letter.
fn shape(value: &str) -> String {
    let signs = value.chars().map(|sign| match sign {
        _ if sign.is_numeric() => '0',
        _ if sign.is_alphabetic() => 'a',
        other => other,
    });
    signs.collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::{DateLevels, DateUnit, Intervals, Mask, column};
    use super::*;

    /// The rows of the hierarchy of some values after others, and how many have no place.
    fn lasting(spec: &HierarchySpec, known: &[&str], values: &[&str]) -> (Vec<String>, usize) {
        let column = column(values);
        let hierarchy = spec.lasting(known, &column).unwrap();
        let rows = (0..hierarchy.values() as u32).map(|code| row(&hierarchy, code)).collect();
        let without = column.dictionary.iter().filter(|value| hierarchy.find(value).is_none()).count();
        (rows, without)
    }

    fn row(hierarchy: &Hierarchy, code: u32) -> String {
        (0..=hierarchy.height()).map(|level| hierarchy.label(level, code)).collect::<Vec<_>>().join("|")
    }

    fn intervals(widths: &[f64]) -> HierarchySpec {
        HierarchySpec::Intervals(Intervals { widths: widths.to_vec(), ..Intervals::default() })
    }

    #[test]
    fn masks_stay_as_long_as_they_were() {
        let mask = HierarchySpec::Mask(Mask::default());
        assert_eq!(
            lasting(&mask, &["1234"], &["12", "?"]),
            (vec!["12|12**|12**|1***|*".into(), "?|?|?|?|*".into()], 0)
        );
        let (rows, without) = lasting(&mask, &["1010", "1020"], &["1030", "10305", "99999", "7"]);
        assert_eq!((rows, without), (vec!["7|7***|7***|7***|*".into(), "1030|103*|10**|1***|*".into()], 2));
        let keep = HierarchySpec::Mask(Mask { keep: Some(vec![2]), ..Mask::default() });
        assert_eq!(lasting(&keep, &["1010"], &["10305", "1020"]), (vec!["1020|10**|*".into()], 1));
    }

    #[test]
    fn intervals_are_written_as_they_were() {
        let by_ten = intervals(&[10.0]);
        let (rows, without) = lasting(&by_ten, &["31"], &["-5", "2.5", "x", "47", "2"]);
        assert_eq!((rows, without), (vec!["2|0-9|*".into(), "47|40-49|*".into()], 3));
        let (rows, without) = lasting(&by_ten, &["-31"], &["-5", "2.5", "47"]);
        assert_eq!((rows, without), (vec!["-5|-10..-1|*".into(), "47|40..49|*".into()], 1));
        let (rows, without) = lasting(&by_ten, &["0.5"], &["-5", "47"]);
        assert_eq!((rows, without), (vec!["-5|[-10, 0)|*".into(), "47|[40, 50)|*".into()], 0));
    }

    #[test]
    fn flat_hierarchies_and_dates_take_new_values() {
        assert_eq!(lasting(&HierarchySpec::Flat, &["a"], &["b"]), (vec!["b|*".into()], 0));
        let months = DateLevels { units: vec![DateUnit::Month], ..DateLevels::default() };
        let (rows, without) =
            lasting(&HierarchySpec::Date(months), &["2024-01-05"], &["2025-02-06", "never"]);
        assert_eq!((rows, without), (vec!["2025-02-06|2025-02|*".into()], 1));
    }

    /// Where all new values are of the shape of the known ones, nothing else was to be made.
    #[test]
    fn values_of_one_shape_have_the_hierarchy_of_a_table_by_itself() {
        let values = ["12", "47", "35", "?"];
        for spec in [intervals(&[5.0, 20.0]), HierarchySpec::Mask(Mask::default()), HierarchySpec::Flat] {
            let column = column(&values);
            let alone = spec.build_from(&Values::from_column(&column)).unwrap();
            assert_eq!(spec.lasting(&["31", "12"], &column).unwrap(), alone);
        }
    }

    /// What is found by few known values, against all of them.
    #[test]
    fn few_known_values_place_what_all_of_them_do() {
        let origin = HierarchySpec::Intervals(Intervals {
            widths: vec![5.0, 20.0],
            origin: 5.0,
            ..Intervals::default()
        });
        let numbers = ["3", "7", "12", "-4", "2.5", "1e3", "x", "?", "040", "99999", " 8", "0.25"];
        let codes = ["12", "1234", "AB1", "7", "12345", "-", "98 76", "?", "ABCDE", "0"];
        let mut cases = 0;
        for seed in 0..400usize {
            for (spec, all) in [(&origin, &numbers[..]), (&HierarchySpec::Mask(Mask::default()), &codes[..])]
            {
                let chosen: Vec<&str> =
                    (0..all.len()).filter(|at| seed >> (at % 9) & 1 == 1).map(|at| all[at]).collect();
                let known: Vec<&str> =
                    chosen.iter().filter(|value| value.len() != 1 + seed % 3).copied().collect();
                let column = column(all);
                let Ok(rule) = LastingRule::new(spec, &known, &column) else { continue };
                let new: Vec<&str> =
                    all.iter().copied().filter(|value| rule.of_known.find(value).is_none()).collect();
                let mut placed = Vec::new();
                rule.place(&new, &mut placed);
                assert_eq!(rule.extended_by_most(&new), rule.extended(&placed), "{known:?} {new:?}");
                cases += 1;
            }
        }
        assert!(cases > 300, "{cases}");
    }

    #[test]
    fn a_first_table_leaves_out_what_has_no_place_by_itself() {
        let found = column(&["31", "47", "x", "?"]);
        let hierarchy = intervals(&[10.0]).of_placed_values(&found).unwrap();
        assert_eq!((row(&hierarchy, 0), hierarchy.find("x")), ("31|30-39|*".into(), None));
        assert!(hierarchy.find("?").is_some());
        assert_eq!(
            hierarchy,
            intervals(&[10.0]).build_from(&Values::from_column(&column(&["31", "47", "?"]))).unwrap()
        );
        assert!(intervals(&[10.0]).of_placed_values(&column(&["x", "y"])).is_err());
        assert!(intervals(&[-1.0]).of_placed_values(&column(&["1", "y"])).is_err());
    }
}
