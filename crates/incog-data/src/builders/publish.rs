//! How the values of a quasi-identifier are written in a release: as labels, or as numbers that a
//! program can read.

use super::{BuildError, HierarchySpec, ROOT};
use crate::decimal::{middle, plain};
use crate::{Column, DictionaryBuilder, ValueType};

/// In what form a quasi-identifier is published.
///
/// For the two forms of numbers, a hierarchy of numbers or dates has labels that stand for cells
/// one to one: the bounds `20..29`, `90..`, `..17`; a number or a day; and `*` where the cells are
/// empty. So what looks alike in the release is one label, and what is decided and measured on
/// labels is decided and measured on the cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Publish {
    /// The label, in one column.
    #[default]
    Label,
    /// The numbers where an interval begins and ends, in two columns. A value that is published as
    /// it is has both equal; the side on which an interval is open is empty.
    Bounds,
    /// The number in the middle of the two, in one column; empty where one of them is.
    Midpoint,
}

impl Publish {
    /// All forms.
    pub const ALL: [Self; 3] = [Self::Label, Self::Bounds, Self::Midpoint];

    /// The name in a job file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Bounds => "bounds",
            Self::Midpoint => "midpoint",
        }
    }

    /// Whether the cells are numbers or days, or empty.
    pub fn is_numeric(self) -> bool {
        self != Self::Label
    }

    /// The names of the columns in which a release has the column `name`.
    ///
    /// ```
    /// use incog_data::Publish;
    /// assert_eq!(Publish::Bounds.columns("age"), ["age_from", "age_to"]);
    /// assert_eq!(Publish::Midpoint.columns("age"), ["age"]);
    /// ```
    pub fn columns(self, name: &str) -> Vec<String> {
        match self {
            Self::Label | Self::Midpoint => vec![name.to_owned()],
            Self::Bounds => ["from", "to"].map(|end| format!("{name}_{end}")).to_vec(),
        }
    }

    /// The cells that say a label of a hierarchy that was made for this form, one for each of
    /// [`columns`](Self::columns).
    ///
    /// ```
    /// use incog_data::Publish;
    /// assert_eq!(Publish::Bounds.cells("20..29"), ["20", "29"]);
    /// assert_eq!(Publish::Bounds.cells("90.."), ["90", ""]);
    /// assert_eq!(Publish::Bounds.cells("24"), ["24", "24"]);
    /// assert_eq!(Publish::Midpoint.cells("24.5"), ["24.5"]);
    /// assert_eq!(Publish::Midpoint.cells("*"), [""]);
    /// ```
    pub fn cells(self, label: &str) -> Vec<&str> {
        match (self, label.split_once("..")) {
            (Self::Label, _) => vec![label],
            (Self::Midpoint, _) => vec![if label == ROOT { "" } else { label }],
            (Self::Bounds, _) if label == ROOT => vec!["", ""],
            (Self::Bounds, Some((from, to))) => vec![from, to],
            (Self::Bounds, None) => vec![label, label],
        }
    }

    /// The label that these cells say; `None` where one is neither empty nor a number or a day.
    /// Numbers may be written in any way.
    ///
    /// ```
    /// use incog_data::Publish;
    /// assert_eq!(Publish::Bounds.label(&["20", "29.0"]).unwrap(), "20..29");
    /// assert_eq!(Publish::Bounds.label(&["", ""]).unwrap(), "*");
    /// assert_eq!(Publish::Bounds.label(&["20-29", ""]), None);
    /// ```
    pub fn label(self, cells: &[&str]) -> Option<String> {
        let plain = |cell: &&str| if cell.is_empty() { Some(String::new()) } else { plain_value(cell) };
        match (self, cells) {
            (Self::Label, [cell]) => Some((*cell).to_owned()),
            (Self::Midpoint, [cell]) => plain(cell).map(or_root),
            (Self::Bounds, [from, to]) => Some(span(plain(from)?, plain(to)?)),
            _ => None,
        }
    }

    /// The label of what reaches from one number to another, both as they are told: `None` stands
    /// for an open end.
    pub(super) fn of_ends(self, from: Option<String>, to: Option<String>) -> String {
        match self {
            Self::Midpoint => match (from, to) {
                (Some(from), Some(to)) => middle(&from, &to).unwrap_or_else(|| ROOT.to_owned()),
                _ => ROOT.to_owned(),
            },
            _ => span(from.unwrap_or_default(), to.unwrap_or_default()),
        }
    }
}

/// Two bounds as a label; an empty text stands for an open end.
fn span(from: String, to: String) -> String {
    if from == to { or_root(from) } else { format!("{from}..{to}") }
}

fn or_root(cell: String) -> String {
    if cell.is_empty() { ROOT.to_owned() } else { cell }
}

/// A number in digits, or a day as `2024-03-01`; `None` for anything else.
fn plain_value(text: &str) -> Option<String> {
    plain(text).or_else(|| {
        (ValueType::infer([text]) == ValueType::Date).then(|| text.get(..10).map(str::to_owned))?
    })
}

impl HierarchySpec {
    /// The hierarchy with labels in this form; only those of numbers and dates change.
    #[must_use]
    pub fn published_as(self, publish: Publish) -> Self {
        match self {
            Self::Intervals(intervals) => Self::Intervals(super::Intervals { publish, ..intervals }),
            Self::Ranges(ranges) => Self::Ranges(super::Ranges { publish, ..ranges }),
            Self::Date(date) => Self::Date(super::DateLevels { publish, ..date }),
            other => other,
        }
    }

    /// The column with its values as a form of numbers writes them: `07` and `7.0` are `7`,
    /// `31/12/2024 10:15` is `2024-12-31`, and what is missing is `*`. Intervals and dates leave
    /// what is no number or date to those who build the hierarchy.
    ///
    /// # Errors
    /// When the hierarchy is not made of numbers or dates.
    pub fn plain_values(&self, column: Column) -> Result<Column, BuildError> {
        let is_date = column.value_type == ValueType::Date;
        let value_of = |text: &str| match self {
            Self::Intervals(_) | Self::Ranges(_) => plain(text),
            Self::Date(levels) => levels.day(text),
            Self::Flat if is_date => plain_value(text),
            _ => plain(text),
        };
        let name = || column.name.clone();
        if !matches!(self, Self::Intervals(_) | Self::Ranges(_) | Self::Date(_) | Self::Flat) {
            return Err(BuildError::NotOfNumbers { column: name() });
        }
        let mut values = DictionaryBuilder::default();
        let mut codes = Vec::with_capacity(column.dictionary.len());
        for (code, text) in (0u32..).zip(column.dictionary.iter()) {
            let known = if column.is_missing(code) { Some(ROOT.to_owned()) } else { value_of(text) };
            if known.is_none() && (*self == Self::Flat || text == ROOT) {
                return Err(BuildError::NotANumber { column: name(), value: text.to_owned() });
            }
            codes.push(values.insert(known.as_deref().unwrap_or(text)));
        }
        let mut missing: Vec<u32> = column.missing.iter().map(|&code| codes[code as usize]).collect();
        missing.dedup();
        let dictionary = values.finish();
        let present = (0u32..).zip(dictionary.iter()).filter(|(code, _)| !missing.contains(code));
        Ok(Column {
            value_type: ValueType::infer(present.map(|(_, value)| value)),
            codes: column.codes.renamed(&codes),
            name: column.name,
            dictionary,
            missing,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::column;
    use super::super::{DateLevels, DateUnit, Intervals, LabelStyle, Mask, PublishedValues, Ranges, Values};
    use super::*;
    use proptest::prelude::*;

    fn rows(spec: HierarchySpec, publish: Publish, values: &[&str]) -> Result<Vec<String>, BuildError> {
        let spec = spec.published_as(publish);
        let column = spec.plain_values(column(values))?;
        let hierarchy = spec.build_from(&Values::from_column(&column))?;
        let row = |row: usize| {
            let leaf = hierarchy.find(column.value(row)).unwrap();
            (0..=hierarchy.height()).map(|level| hierarchy.label(level, leaf)).collect::<Vec<_>>().join("|")
        };
        Ok((0..values.len()).map(row).collect())
    }

    fn intervals(widths: &[f64], top: Option<f64>) -> HierarchySpec {
        HierarchySpec::Intervals(Intervals { widths: widths.to_vec(), top, ..Intervals::default() })
    }

    #[test]
    fn whole_numbers_have_both_bounds_included() {
        let values = ["07", "24", "93", "?"];
        let made = rows(intervals(&[5.0, 10.0], Some(90.0)), Publish::Bounds, &values).unwrap();
        assert_eq!(made, ["7|5..9|0..9|*", "24|20..24|20..29|*", "93|90..|90..|*", "*|*|*|*"]);
        let bottom = HierarchySpec::Intervals(Intervals {
            widths: vec![1.0, 10.0],
            bottom: Some(20.0),
            ..Intervals::default()
        });
        let made = rows(bottom, Publish::Bounds, &["7", "24", "-3"]).unwrap();
        assert_eq!(made, ["7|..19|..19|*", "24|24|20..29|*", "-3|..19|..19|*"]);
    }

    #[test]
    fn of_other_numbers_the_second_bound_is_excluded() {
        let made = rows(intervals(&[0.5, 10.0], None), Publish::Bounds, &["7.50", "24"]).unwrap();
        assert_eq!(made, ["7.5|7.5..8|0..10|*", "24|24..24.5|20..30|*"]);
        let half_open = intervals(&[10.0], Some(90.0)).labelled(LabelStyle::Interval);
        assert_eq!(rows(half_open, Publish::Bounds, &["24", "99"]).unwrap(), ["24|20..30|*", "99|90..|*"]);
    }

    #[test]
    fn midpoints_lie_between_the_bounds() {
        let made = rows(intervals(&[5.0, 10.0], Some(90.0)), Publish::Midpoint, &["7", "24", "93"]).unwrap();
        assert_eq!(made, ["7|7|4.5|*", "24|22|24.5|*", "93|*|*|*"]);
        let made = rows(intervals(&[0.5], None), Publish::Midpoint, &["-0.2", "1e1"]).unwrap();
        assert_eq!(made, ["-0.2|-0.25|*", "10|10.25|*"]);
    }

    #[test]
    fn what_would_be_empty_twice_is_refused() {
        let with_top = intervals(&[5.0], Some(90.0));
        assert!(rows(with_top.clone(), Publish::Midpoint, &["7", "93", "?"]).is_err());
        assert!(rows(with_top.clone(), Publish::Midpoint, &["7", "?"]).is_ok());
        assert!(rows(with_top, Publish::Bounds, &["7", "93", "?"]).is_ok());
        let both =
            Intervals { widths: vec![5.0], bottom: Some(20.0), top: Some(90.0), ..Intervals::default() };
        assert!(rows(HierarchySpec::Intervals(both), Publish::Midpoint, &["7", "93"]).is_err());
    }

    #[test]
    fn dates_have_a_first_and_a_last_day() {
        let dates = HierarchySpec::Date(DateLevels {
            units: vec![DateUnit::Month, DateUnit::Year],
            format: Some("%d.%m.%Y".to_owned()),
            ..DateLevels::default()
        });
        let values = ["17.02.2024 10:15", "?"];
        let made = rows(dates.clone(), Publish::Bounds, &values).unwrap();
        assert_eq!(made, ["2024-02-17|2024-02-01..2024-02-29|2024-01-01..2024-12-31|*", "*|*|*|*"]);
        let made = rows(dates.clone(), Publish::Midpoint, &values).unwrap();
        assert_eq!(made, ["2024-02-17|2024-02-15|2024-07-01|*", "*|*|*|*"]);
        let made = rows(dates.labelled(LabelStyle::Interval), Publish::Bounds, &values).unwrap();
        assert_eq!(made[0], "2024-02-17|2024-02-01..2024-03-01|2024-01-01..2025-01-01|*");
    }

    #[test]
    fn only_numbers_and_dates_have_bounds() {
        assert!(rows(HierarchySpec::Mask(Mask::default()), Publish::Bounds, &["12"]).is_err());
        assert!(rows(HierarchySpec::Flat, Publish::Bounds, &["12", "x"]).is_err());
        assert_eq!(rows(HierarchySpec::Flat, Publish::Bounds, &["012"]).unwrap(), ["12|*"]);
        assert_eq!(
            rows(HierarchySpec::Flat, Publish::Bounds, &["2024-01-01 10:00"]).unwrap(),
            ["2024-01-01|*"]
        );
    }

    proptest! {
        #[test]
        fn a_label_says_cells_and_cells_say_the_label(
            numbers in proptest::collection::btree_set(-400i32..4000, 1..20),
            decimals: bool, half_open: bool, missing: bool, hide in 0u32..u32::MAX,
        ) {
            let specs = [
                HierarchySpec::Ranges(Ranges { levels: 4, ..Ranges::default() }),
                intervals(&[5.0, 20.0], None),
                HierarchySpec::Intervals(Intervals {
                    widths: vec![2.5, 10.0], origin: 0.5, ..Intervals::default()
                }),
                HierarchySpec::Flat,
            ];
            let text = |n: &i32| if decimals { format!("{}.{}", n / 10, n.rem_euclid(10)) } else { n.to_string() };
            let mut values: Vec<String> = numbers.iter().map(text).collect();
            values.extend(missing.then(String::new));
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            for spec in specs {
                let style = if half_open { LabelStyle::Interval } else { LabelStyle::Range };
                for publish in [Publish::Bounds, Publish::Midpoint] {
                    let spec = spec.clone().labelled(style).published_as(publish);
                    let label = spec.clone().published_as(Publish::Label);
                    let column = spec.plain_values(column(&values)).unwrap();
                    let made = spec.build_from(&Values::from_column(&column)).unwrap();
                    let labelled = label.build_from(&Values::from_column(&column)).unwrap();
                    let shown = |code: u32| code == 0 || hide >> (code % 32) & 1 == 0;
                    for level in 0..=made.height() {
                        let values = PublishedValues::of_codes(&column, shown);
                        let published = spec.publish(&made, &[level], &values).unwrap();
                        let of_labels = label.publish(&labelled, &[level], &values).unwrap();
                        let pairs: std::collections::BTreeSet<(&str, &str)> = published.hierarchy.labels(0).iter()
                            .map(|value| {
                                let label = |of: &super::super::PublishedHierarchy| (of.levels[0], of.hierarchy.find(value).unwrap());
                                let ((level, leaf), (other, other_leaf)) = (label(&published), label(&of_labels));
                                (published.hierarchy.label(level.into(), leaf), of_labels.hierarchy.label(other.into(), other_leaf))
                            }).collect();
                        for (written, label) in &pairs {
                            let cells = publish.cells(written);
                            prop_assert_eq!(publish.label(&cells).unwrap(), *written);
                            // Below the root, as many labels as without: none is merged.
                            prop_assert_eq!(pairs.iter().filter(|(other, _)| other == written).count(), 1, "{:?}", pairs);
                            prop_assert_eq!(pairs.iter().filter(|(_, other)| other == label).count(), 1, "{:?}", pairs);
                        }
                    }
                }
            }
        }
    }
}
