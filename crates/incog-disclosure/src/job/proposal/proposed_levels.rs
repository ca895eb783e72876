//! The hierarchies that `incog init` writes into a job.

use crate::job::column::HierarchySource;
use crate::job::file::{ColumnFile, HierarchyFile};
use crate::job::toml_text::{inline, quoted};
use crate::job::write::hierarchy_file;
use crate::proposed_hierarchy::{by_default, groups};
use incog_data::{
    Column, ColumnKind, DateUnit, DependentColumns, HierarchySpec, Intervals, ValueType, Values,
};
use incog_roles::column_kind;
use std::fmt::Write;
use std::path::Path;

/// A hierarchy for a column, and whether the job would get it anyway.
pub(super) struct ProposedHierarchy {
    source: HierarchySource,
    is_default: bool,
}

impl ProposedHierarchy {
    /// For a date of birth that is published as an age.
    pub fn ages() -> Self {
        let widths = vec![5.0, 10.0, 20.0, 40.0];
        Self::made(Intervals { widths, top: Some(90.0), ..Intervals::default() })
    }

    /// For a date of birth that is published as a date: where a decade is too fine, the century is
    /// left.
    pub fn births(column: &Column) -> Self {
        match by_default(column) {
            HierarchySpec::Date(mut dates) => {
                dates.units.push(DateUnit::Century);
                Self { source: HierarchySource::Made(HierarchySpec::Date(dates)), is_default: false }
            }
            _ => Self::from_column(column),
        }
    }

    /// For words that lie within the values of other columns, finest first.
    pub fn within(columns: Vec<String>) -> Self {
        let source = HierarchySource::Made(HierarchySpec::Columns(DependentColumns { columns }));
        Self { source, is_default: false }
    }

    /// By the values of a column: small counts stay numbers, rare words are joined, and all others
    /// get what they would get anyway.
    pub fn from_column(column: &Column) -> Self {
        let made = by_default(column);
        if let HierarchySpec::Flat | HierarchySpec::Intervals(_) = made
            && let Some(counts) = small_counts(column, made != HierarchySpec::Flat)
        {
            return Self::made(counts);
        }
        if made != HierarchySpec::Flat {
            return Self { source: HierarchySource::Made(made), is_default: true };
        }
        match groups(column) {
            Some(tree) => Self { source: HierarchySource::Tree(tree), is_default: false },
            None => Self { source: HierarchySource::Made(made), is_default: true },
        }
    }

    fn made(intervals: Intervals) -> Self {
        Self { source: HierarchySource::Made(HierarchySpec::Intervals(intervals)), is_default: false }
    }

    /// Appends it to a job, behind the other keys of its column; one that the job would get anyway
    /// is a comment.
    pub fn push_to(&self, text: &mut String, column: &Column) {
        if let HierarchySource::Tree(tree) = &self.source {
            let _ = writeln!(
                text,
                "# Rare words are joined; better join words by their meaning:\n\
                 [columns.{}.hierarchy.tree]",
                quoted(&column.name)
            );
            for (value, group) in tree {
                let _ = writeln!(text, "{} = {}", quoted(value), quoted(group));
            }
            return;
        }
        let made = hierarchy_file(&self.source, Path::new(""));
        let file = ColumnFile { hierarchy: Some(made), ..ColumnFile::default() };
        if let Some(HierarchyFile::Made(made)) = &file.hierarchy
            && let Ok(table) = toml::Value::try_from(made)
        {
            let is_flat = matches!(self.source, HierarchySource::Made(HierarchySpec::Flat));
            let note = if is_flat && column.dictionary.len() > 3 { FLAT } else { "" };
            let begin = if self.is_default { "# " } else { "" };
            let _ = writeln!(text, "{begin}hierarchy = {}{note}", inline(&table));
        }
    }
}

/// The note on a column whose values go straight to `*`.
const FLAT: &str = "         # the value or *; a hierarchy file or a tree would keep more detail";

/// A count with a greater value is no small one, unless nearly all others are.
const GREATEST_COUNT: i64 = 9;

/// Counts from 0 to at most nine, or of which nearly all are that small: the number with an open
/// end, `0`, `1`, `2`, `3+`, then pairs; the end does not depend on how many records have which
/// count. From 1 on, where numbers may also be answers on a scale, pairs.
fn small_counts(column: &Column, has_intervals: bool) -> Option<Intervals> {
    let values = Values::from_column(column);
    let numbers = values.present().iter().map(|value| value.trim().parse::<i64>().ok());
    let numbers = numbers.collect::<Option<Vec<_>>>().filter(|_| column.value_type == ValueType::Integer)?;
    let (least, most) = (*numbers.iter().min()?, *numbers.iter().max()?);
    let has_no_counts =
        matches!(column_kind(&column.name), ColumnKind::Age | ColumnKind::Category | ColumnKind::Country);
    if has_no_counts
        || !(0..=1).contains(&least)
        || most < 2
        || most > GREATEST_COUNT && (has_intervals || least != 0)
        || numbers.len() < 3
    {
        return None;
    }
    let counts = match (least, most) {
        (1, _) => Intervals { widths: vec![2.0], origin: 1.0, ..Intervals::default() },
        (_, 2) => Intervals { widths: vec![2.0], top: Some(2.0), ..Intervals::default() },
        (_, 3) => Intervals { widths: vec![1.0, 2.0], top: Some(2.0), ..Intervals::default() },
        _ => Intervals { widths: vec![1.0, 2.0], top: Some(3.0), ..Intervals::default() },
    };
    HierarchySpec::Intervals(counts.clone()).build_from(&values).is_ok().then_some(counts)
}
