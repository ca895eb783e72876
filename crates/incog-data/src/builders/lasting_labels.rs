//! The hierarchy of a later table with the labels of an earlier one.

use super::published_values::{as_they_are, restrict};
use super::{BuildError, HierarchySpec, Values};
use crate::{Column, Hierarchy};

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
        let of_known = self.build_from(&of_codes(known, column, &[]))?;
        let new = (0u32..).zip(column.dictionary.iter());
        let new = new.filter(|(code, value)| !column.is_missing(*code) && of_known.find(value).is_none());
        let new: Vec<u32> = new.map(|(code, _)| code).collect();
        let rule = LastingRule { spec: self, known, of_known: &of_known, column };
        let mut placed = Vec::new();
        rule.place(&new, &mut placed);
        let whole = rule.extended(&placed).unwrap_or_else(|| of_known.clone());
        // The domain is of the column alone, so that no figure follows from the first table.
        let values = Values::of_codes(column, |code| whole.find(column.dictionary.get(code)).is_some());
        let between: Vec<usize> = (1..whole.height()).collect();
        let of_column = restrict(&whole, &values, &between, &mut as_they_are);
        Ok(of_column.unwrap_or(whole))
    }
}

/// A rule, with the values whose labels stay.
struct LastingRule<'r, 'a> {
    spec: &'r HierarchySpec,
    known: &'r [&'a str],
    of_known: &'r Hierarchy,
    column: &'a Column,
}

impl LastingRule<'_, '_> {
    /// Adds to `placed` those of some codes that have their place; few have none.
    fn place(&self, codes: &[u32], placed: &mut Vec<u32>) {
        if codes.is_empty() {
        } else if self.extended(codes).is_some() {
            placed.extend(codes);
        } else if codes.len() > 1 {
            let (first, second) = codes.split_at(codes.len() / 2);
            self.place(first, placed);
            self.place(second, placed);
        }
    }

    /// The hierarchy of the known values and those of some codes, if all known ones have their
    /// labels in it; with the missing values of the column.
    fn extended(&self, codes: &[u32]) -> Option<Hierarchy> {
        let extended = self.spec.build_from(&of_codes(self.known, self.column, codes)).ok()?;
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

/// Some values, with those of some codes and the missing values of a column.
fn of_codes<'a>(known: &[&'a str], column: &'a Column, codes: &[u32]) -> Values<'a> {
    let values =
        Values::of_codes(column, |code| column.is_missing(code) || codes.binary_search(&code).is_ok());
    values.with_domain(known.iter().copied())
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
}
