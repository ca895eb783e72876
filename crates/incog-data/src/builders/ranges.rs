//! Generalizes numbers to ranges whose width doubles from level to level.

use super::{BuildError, HierarchySpec, Intervals, LabelStyle, Publish, Values};
use crate::decimal::floor_scaled;
use crate::{Hierarchy, ValueType};

/// Ranges over the observed minimum to maximum, each level twice as wide as the one below, then
/// `*`: the range generalization of KGEN (section 4.1, table 6).
///
/// The narrowest width is `(max - min) / 2^(levels - 1)`, rounded up to two significant digits (for
/// whole numbers to at least 2), so that the level below the root has about two ranges. A level
/// with only one range is left out, so a narrow column has fewer levels than asked for.
///
/// ```
/// use incog_data::{ColumnBuilder, Ranges, Values};
/// let mut builder = ColumnBuilder::new("minutes");
/// for minutes in 0..160 { builder.push(&minutes.to_string()); }
/// let minutes = builder.finish(&[]);
/// let hierarchy = Ranges { levels: 5, ..Ranges::default() }.build(&Values::from_column(&minutes)).unwrap();
/// assert_eq!(hierarchy.height(), 5);
/// assert_eq!(hierarchy.label(1, 3), "0-9");
/// assert_eq!(hierarchy.label(4, 3), "0-79");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ranges {
    /// Levels above the original value, the root among them: 1 to 32.
    pub levels: usize,
    /// How labels are written.
    pub labels: LabelStyle,
    /// The form in which they are published.
    pub publish: Publish,
}

impl Ranges {
    /// Makes the hierarchy; fails when a value is not a number.
    pub fn build(&self, values: &Values<'_>) -> Result<Hierarchy, BuildError> {
        self.intervals(values)?.build_from(values)
    }

    /// These ranges as intervals, so that they can be written down and used again.
    pub fn intervals(&self, values: &Values<'_>) -> Result<HierarchySpec, BuildError> {
        let column = values.column();
        if !(1..=32).contains(&self.levels) {
            return Err(BuildError::RangeLevels { column: column.into(), levels: self.levels });
        }
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for &value in values.present() {
            let number: f64 = value.trim().parse().unwrap_or(f64::NAN);
            if floor_scaled(value, 0).is_none() || !number.is_finite() {
                return Err(BuildError::NotANumber { column: column.into(), value: value.into() });
            }
            (low, high) = (low.min(number), high.max(number));
        }
        let spec = intervals(low, high, self.levels, values.value_type() == ValueType::Integer);
        Ok(spec.labelled(self.labels).published_as(self.publish))
    }
}

fn intervals(low: f64, high: f64, levels: usize, whole: bool) -> HierarchySpec {
    let span = if whole { high - low + 1.0 } else { high - low };
    let narrowest = round_up(span / 2f64.powi(levels as i32 - 1));
    let narrowest = if whole { narrowest.ceil().max(2.0) } else { narrowest };
    if span <= 0.0 || !span.is_finite() || narrowest <= 0.0 {
        return HierarchySpec::Flat;
    }
    let origin = decimal((low / narrowest).floor() * narrowest);
    let widths = (0..levels as i32 - 1).map(|level| decimal(narrowest * 2f64.powi(level)));
    let widths: Vec<f64> = widths.take_while(|width| origin + width <= high).collect();
    if widths.is_empty() {
        HierarchySpec::Flat
    } else {
        HierarchySpec::Intervals(Intervals { widths, origin, ..Intervals::default() })
    }
}

/// Two significant digits, not less than `number`.
fn round_up(number: f64) -> f64 {
    if !(number.is_finite() && number > 0.0) {
        return 0.0;
    }
    let unit = 10f64.powf(number.log10().floor() - 1.0);
    decimal((number / unit - 1e-9).ceil() * unit)
}

/// The decimal number meant where binary arithmetic left 0.30000000000000004.
fn decimal(number: f64) -> f64 {
    format!("{number:.12e}").parse().unwrap_or(number)
}
