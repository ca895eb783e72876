//! Generalizes numbers to intervals of growing width.

use super::decimal::{MAX_PLACES, floor_scaled, format_scaled, places};
use super::{BuildError, Values};
use crate::{Hierarchy, ValueType};

/// Intervals of fixed widths, each width a whole multiple of the one before, then `*`.
///
/// A number x falls into the interval `[a, a + w)` with `a = origin + w * floor((x - origin) / w)`, in exact decimal
/// arithmetic. Whole numbers with a whole width and origin are labelled `20-24`, or `-10..-6` when the column has
/// negative intervals; other numbers `[20, 25)`. How a label is written does not depend on the other widths: where a
/// program chose these from all values, they would reveal something about values that are not published.
///
/// ```
/// use incog_data::{ColumnBuilder, Intervals, Values};
/// let mut builder = ColumnBuilder::new("age");
/// for age in ["31", "47", "?"] { builder.push(age); }
/// let age = builder.finish(&["?"]);
/// let hierarchy = Intervals { widths: vec![5.0, 20.0], origin: 0.0 }.build(&Values::of(&age)).unwrap();
/// let row = |value| (0..=3).map(|level| hierarchy.label(level, hierarchy.find(value).unwrap())).collect::<Vec<_>>();
/// assert_eq!(row("31"), ["31", "30-34", "20-39", "*"]);
/// assert_eq!(row("?"), ["?", "?", "?", "*"]);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Intervals {
    /// Widths from narrow to wide, in the unit of the column; one level each.
    pub widths: Vec<f64>,
    /// A number at which an interval of every width begins.
    pub origin: f64,
}

impl Intervals {
    /// Makes the hierarchy; fails when a value is not a number or the widths do not nest.
    pub fn build(&self, values: &Values<'_>) -> Result<Hierarchy, BuildError> {
        let scale = Scale::of(self, values.column())?;
        let starts = values.present().iter().map(|value| scale.start(value, values.column()));
        let starts = starts.collect::<Result<Vec<_>, _>>()?;
        let whole = values.value_type() == ValueType::Integer && scale.is_whole(scale.origin);
        let negative = starts.iter().any(|&start| scale.coarsest(start) < 0);
        let style = match (whole, negative) {
            (true, false) => Style::Dash,
            (true, true) => Style::Dots,
            _ => Style::HalfOpen,
        };
        let mut starts = starts.into_iter();
        let mut known = Vec::new();
        values.hierarchy(self.widths.len(), |_| {
            scale.update_labels(&mut known, starts.next().unwrap_or_default(), style);
            Ok(known.iter().map(|(_, label)| label.clone()).collect())
        })
    }
}

#[derive(Clone, Copy)]
enum Style {
    Dash,
    Dots,
    HalfOpen,
}

/// Widths and origin in units of `10^-places`.
struct Scale {
    places: u32,
    widths: Vec<i128>,
    origin: i128,
}

impl Scale {
    fn of(intervals: &Intervals, column: &str) -> Result<Self, BuildError> {
        let bad_width = |&width: &f64| BuildError::BadWidth { column: column.into(), width };
        let bad_origin = || BuildError::BadOrigin { column: column.into(), origin: intervals.origin };
        let numbers = intervals.widths.iter().chain([&intervals.origin]);
        let places = numbers.map(|&number| places(number)).max().unwrap_or(0).min(MAX_PLACES);
        let exact = |number: f64| {
            let scaled = floor_scaled(&number.to_string(), places)?;
            (format_scaled(scaled, places) == number.to_string()).then_some(scaled)
        };
        let mut widths = Vec::new();
        for width in &intervals.widths {
            let scaled = exact(*width).filter(|&scaled| scaled > 0).ok_or_else(|| bad_width(width))?;
            if let Some(&previous) =
                widths.last().filter(|&&previous| scaled % previous != 0 || scaled == previous)
            {
                let previous = previous as f64 / 10f64.powi(places as i32);
                return Err(BuildError::WidthsDoNotNest { column: column.into(), previous, width: *width });
            }
            widths.push(scaled);
        }
        if widths.is_empty() {
            return Err(BuildError::NoWidths { column: column.into() });
        }
        // Minus zero is written "-0".
        let origin = exact(intervals.origin + 0.0).ok_or_else(bad_origin)?;
        Ok(Self { places, widths, origin })
    }

    /// Where the value stands, floored to the unit: widths and origin are whole units, so that
    /// changes no interval.
    fn start(&self, value: &str, column: &str) -> Result<i128, BuildError> {
        floor_scaled(value, self.places)
            .ok_or_else(|| BuildError::NotANumber { column: column.into(), value: value.into() })
    }

    /// One, in these units.
    fn one(&self) -> i128 {
        10i128.pow(self.places)
    }

    fn is_whole(&self, scaled: i128) -> bool {
        scaled % self.one() == 0
    }

    fn lower(&self, start: i128, width: i128) -> i128 {
        self.origin + (start - self.origin).div_euclid(width) * width
    }

    /// The lowest bound of all intervals around a number: that of the widest.
    fn coarsest(&self, start: i128) -> i128 {
        self.widths.last().map_or(start, |&width| self.lower(start, width))
    }

    /// Turns the intervals of one number into those of the next; most of them stay, as numbers
    /// come in order.
    fn update_labels(&self, known: &mut Vec<(i128, String)>, start: i128, style: Style) {
        let first = known.is_empty();
        for (level, &width) in self.widths.iter().enumerate() {
            let lower = self.lower(start, width);
            if first {
                known.push((lower, self.label(lower, width, style)));
            } else if known[level].0 != lower {
                known[level] = (lower, self.label(lower, width, style));
            }
        }
    }

    fn label(&self, lower: i128, width: i128, style: Style) -> String {
        let number = |scaled| format_scaled(scaled, self.places);
        let last = || number(lower + width - self.one());
        match if self.is_whole(width) { style } else { Style::HalfOpen } {
            Style::Dash | Style::Dots if width == self.one() => number(lower),
            Style::Dash => format!("{}-{}", number(lower), last()),
            Style::Dots => format!("{}..{}", number(lower), last()),
            Style::HalfOpen => format!("[{}, {})", number(lower), number(lower + width)),
        }
    }
}
