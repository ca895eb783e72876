//! How a hierarchy is to be made.

use super::{
    BuildError, CodeSystem, ColumnKind, DateLevels, DependentColumns, Fanout, Intervals, LabelStyle, Mask,
    Ranges, Regions, ValueTree, Values, default_spec, flat,
};
use crate::{Column, Hierarchy, Table};

/// How the hierarchy of a column is made from its values.
///
/// Every hierarchy made this way ends in the one root `*`, and missing values keep their own label
/// up to it.
///
/// ```
/// use incog_data::{ColumnBuilder, HierarchySpec, Mask, Table};
/// let mut builder = ColumnBuilder::new("zip");
/// for zip in ["11323", "11327"] { builder.push(zip); }
/// let table = Table::new(vec![builder.finish(&[])]).unwrap();
/// let spec = HierarchySpec::Mask(Mask::default());
/// let hierarchy = spec.build(&table.columns()[0], &table).unwrap();
/// assert_eq!(hierarchy.label(1, 0), "1132*");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum HierarchySpec {
    /// Numbers become intervals of given widths.
    Intervals(Intervals),
    /// Numbers to ranges that double.
    Ranges(Ranges),
    /// Characters masked one by one.
    Mask(Mask),
    /// Dates to longer spans.
    Date(DateLevels),
    /// Codes to the blocks and chapters of their classification.
    Codes(CodeSystem),
    /// Countries to the regions they lie in.
    Countries(Regions),
    /// Neighbours of an order grouped.
    Fanout(Fanout),
    /// Values become what they belong to.
    Tree(ValueTree),
    /// Values become the values of other columns of the table.
    Columns(DependentColumns),
    /// The value, then `*`.
    Flat,
}

impl HierarchySpec {
    /// [`proposed_for`](Self::proposed_for) a column of which nothing is known but its values.
    pub fn default_for(column: &Column) -> Self {
        Self::proposed_for(column, ColumnKind::Any)
    }

    /// A hierarchy to start from when none is given, chosen by the values of a column and what is
    /// known of them. It can always be built, unless the column has no value at all.
    ///
    /// Ages get intervals of 5, 10, 20 and 40 years up to `90+`; other numbers intervals of four
    /// widths that suit the middle of the data, open at an end where few values lie far out. Dates
    /// go by the form in which they are written, from day to month, quarter, year and decade. Codes
    /// are masked from the right, or go to the groups of ISCO-08 and NACE Rev. 2, or to the blocks
    /// and chapters of the ICD; countries go to regions; bands such as `30 to 49` are grouped in
    /// their order. Words have no order that a program could know: they go straight to `*`.
    ///
    /// ```
    /// use incog_data::{ColumnBuilder, ColumnKind, HierarchySpec, Intervals};
    /// let mut builder = ColumnBuilder::new("age");
    /// for age in 17..=90 { builder.push(&age.to_string()); }
    /// let spec = HierarchySpec::proposed_for(&builder.finish(&[]), ColumnKind::Age);
    /// let widths = vec![5.0, 10.0, 20.0, 40.0];
    /// let ages = Intervals { widths, top: Some(90.0), ..Intervals::default() };
    /// assert_eq!(spec, HierarchySpec::Intervals(ages));
    /// ```
    pub fn proposed_for(column: &Column, kind: ColumnKind) -> Self {
        default_spec::proposed_for(column, kind)
    }

    /// The hierarchy with labels of numbers and dates in this style; other labels stay as they are.
    #[must_use]
    pub fn labelled(self, labels: LabelStyle) -> Self {
        match self {
            Self::Intervals(intervals) => Self::Intervals(Intervals { labels, ..intervals }),
            Self::Ranges(ranges) => Self::Ranges(Ranges { labels, ..ranges }),
            Self::Date(date) => Self::Date(DateLevels { labels, ..date }),
            other => other,
        }
    }

    /// Makes the hierarchy of `column`, a column of `table`.
    pub fn build(&self, column: &Column, table: &Table) -> Result<Hierarchy, BuildError> {
        match self {
            Self::Columns(columns) => columns.build(column, table),
            spec => spec.build_from(&Values::from_column(column)),
        }
    }

    /// Makes the hierarchy of values that may include some that are not in the data.
    pub fn build_from(&self, values: &Values<'_>) -> Result<Hierarchy, BuildError> {
        match self {
            Self::Intervals(intervals) => intervals.build(values),
            Self::Ranges(ranges) => ranges.build(values),
            Self::Mask(mask) => mask.build(values),
            Self::Date(levels) => levels.build(values),
            Self::Codes(system) => system.build(values),
            Self::Countries(regions) => regions.build(values),
            Self::Fanout(fanout) => fanout.build(values),
            Self::Tree(tree) => tree.build(values),
            Self::Columns(_) => Err(BuildError::NeedsTable { column: values.column().into() }),
            Self::Flat => flat::build(values),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::column;
    use super::super::{DateUnit, MaskSide, Order};
    use super::*;

    fn rows(spec: HierarchySpec, values: &[&str]) -> Vec<String> {
        let column = column(values);
        let hierarchy = spec.build_from(&Values::from_column(&column)).unwrap();
        let row = |value: &str| {
            let code = hierarchy.find(value).unwrap();
            (0..=hierarchy.height()).map(|level| hierarchy.label(level, code)).collect::<Vec<_>>().join("|")
        };
        values.iter().map(|value| row(value)).collect()
    }

    fn error(spec: HierarchySpec, values: &[&str]) -> String {
        spec.build_from(&Values::from_column(&column(values))).unwrap_err().to_string()
    }

    fn intervals(widths: &[f64], origin: f64) -> HierarchySpec {
        HierarchySpec::Intervals(Intervals { widths: widths.to_vec(), origin, ..Intervals::default() })
    }

    fn dates(units: &[DateUnit]) -> HierarchySpec {
        HierarchySpec::Date(DateLevels { units: units.to_vec(), ..DateLevels::default() })
    }

    #[test]
    fn intervals_read_well() {
        let made = rows(intervals(&[5.0, 10.0], 0.0), &["-7", "0", "23", "?"]);
        assert_eq!(made, ["-7|-10..-6|-10..-1|*", "0|0..4|0..9|*", "23|20..24|20..29|*", "?|?|?|*"]);
        let made = rows(intervals(&[0.1, 0.5], 0.0), &["0.3", "-0.05", "1"]);
        assert_eq!(
            made,
            ["0.3|[0.3, 0.4)|[0, 0.5)|*", "-0.05|[-0.1, 0)|[-0.5, 0)|*", "1|[1, 1.1)|[1, 1.5)|*"]
        );
        assert_eq!(rows(intervals(&[10.0], 5.0), &["15", "14"]), ["15|15-24|*", "14|5-14|*"]);
    }

    #[test]
    fn intervals_refuse_what_does_not_nest() {
        assert_eq!(
            error(intervals(&[5.0, 12.0], 0.0), &["1"]),
            "column \"c\": intervals of width 12 do not nest those of width 5; each width must be a multiple \
             (2, 3, ...) of the previous one"
        );
        for widths in
            [&[][..], &[0.0], &[-1.0], &[f64::NAN], &[f64::INFINITY], &[5.0, 5.0], &[1e-30], &[1e40]]
        {
            assert!(
                intervals(widths, 0.0).build_from(&Values::from_column(&column(&["1"]))).is_err(),
                "{widths:?}"
            );
        }
        assert!(error(intervals(&[1.0], f64::NAN), &["1"]).contains("cannot start from NaN"));
        assert!(error(intervals(&[1.0], 0.0), &["1", "x"]).contains("of the form \"a\" is not a number"));
        assert!(
            error(intervals(&[1.0], 0.0), &["1e300"]).contains("is not a number that intervals can hold")
        );
    }

    #[test]
    fn masks_by_character() {
        let left = HierarchySpec::Mask(Mask { side: MaskSide::Left, character: '#', keep: None });
        assert_eq!(rows(left, &["abc", "é", "?"]), ["abc|#bc|##c|*", "é|##é|##é|*", "?|?|?|*"]);
        assert!(
            error(HierarchySpec::Mask(Mask::default()), &["x".repeat(300).as_str()]).contains("301 levels")
        );
    }

    #[test]
    fn dates_by_unit() {
        use DateUnit::{Century, Day, Decade, Month, Quarter, Week, Year};
        assert_eq!(
            rows(dates(&[Day, Month, Quarter, Year, Decade, Century]), &["1999-12-31T23:59", "?"]),
            ["1999-12-31T23:59|1999-12-31|1999-12|1999-Q4|1999|1990-1999|1900-1999|*", "?|?|?|?|?|?|?|*"]
        );
        assert_eq!(rows(dates(&[Day, Week]), &["2024-12-30"]), ["2024-12-30|2024-12-30|2025-W01|*"]);
        let message = error(dates(&[Week, Month]), &["2024-12-30"]);
        assert!(message.contains("\"week\" does not lie within one \"month\""), "{message}");
        assert!(
            error(dates(&[Year, Month]), &["2024-12-30"])
                .contains("\"year\" does not lie within one \"month\"")
        );
        assert!(error(dates(&[Year]), &["2024-02-30"]).contains("of the form \"9-9-9\" is not a date"));
        let format = Some("%d/%m/%Y".to_owned());
        let made = rows(
            HierarchySpec::Date(DateLevels { units: vec![Month], format, ..DateLevels::default() }),
            &["01/02/1970"],
        );
        assert_eq!(made, ["01/02/1970|1970-02|*"]);
        let format = Some("%!%".to_owned());
        assert!(
            error(
                HierarchySpec::Date(DateLevels { units: vec![Month], format, ..DateLevels::default() }),
                &["1"]
            )
            .contains("%!%")
        );
    }

    #[test]
    fn fanout_groups_neighbours() {
        let bands = ["70 or Older", "0 to 17", "30 to 49", "18 to 29", "50 to 69"];
        let natural = HierarchySpec::Fanout(Fanout { fanout: 2, order: Order::Natural });
        assert_eq!(
            rows(natural, &bands),
            [
                "70 or Older|70 or Older|70 or Older|*",
                "0 to 17|0 to 17..18 to 29|0 to 17..50 to 69|*",
                "30 to 49|30 to 49..50 to 69|0 to 17..50 to 69|*",
                "18 to 29|0 to 17..18 to 29|0 to 17..50 to 69|*",
                "50 to 69|30 to 49..50 to 69|0 to 17..50 to 69|*",
            ]
        );
        let given = |order: &[&str], fanout| {
            let order = Order::Given(order.iter().map(|&value| value.to_owned()).collect());
            HierarchySpec::Fanout(Fanout { fanout, order })
        };
        assert!(error(given(&["a"], 2), &["b"]).contains("lacks a value of the form \"a\""));
        assert!(error(given(&["a", "a"], 2), &["a"]).contains("twice"));
        assert!(error(given(&["a"], 1), &["a"]).contains("merges nothing"));
    }
}
