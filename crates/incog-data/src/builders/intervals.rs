//! Generalizes numbers to intervals of growing width.

use super::{BuildError, LabelStyle, Publish, Values};
use crate::decimal::{MAX_PLACES, floor_scaled, format_scaled, places};
use crate::{Hierarchy, ValueType};

/// Intervals of fixed widths, each width a whole multiple of the one before, then `*`.
///
/// A number x falls into the interval `[a, a + w)` with `a = origin + w * floor((x - origin) / w)`,
/// in exact decimal arithmetic. Numbers from `top` up are one interval, `90+`, and so are those
/// below `bottom`, `<18`; where a wider interval holds one of the two, it is open as a whole:
/// `80+`. Whole numbers with a whole width and origin are labelled `20-24`, or `-10..-6` when the
/// column has negative intervals; other numbers, and all with [`LabelStyle::Interval`], `[20, 25)`.
/// How a label is written does not depend on the other widths: where a program chose these from all
/// values, they would reveal something about values that are not published.
///
/// ```
/// use incog_data::{ColumnBuilder, Intervals, Values};
/// let mut builder = ColumnBuilder::new("age");
/// for age in ["31", "47", "?"] { builder.push(age); }
/// let age = builder.finish(&["?"]);
/// let intervals = Intervals { widths: vec![5.0, 20.0], top: Some(45.0), ..Intervals::default() };
/// let hierarchy = intervals.build(&Values::from_column(&age)).unwrap();
/// let row = |value| (0..=3).map(|level| hierarchy.label(level, hierarchy.find(value).unwrap())).collect::<Vec<_>>();
/// assert_eq!(row("31"), ["31", "30-34", "20-39", "*"]);
/// assert_eq!(row("47"), ["47", "45+", "40+", "*"]);
/// assert_eq!(row("?"), ["?", "?", "?", "*"]);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Intervals {
    /// Widths from narrow to wide, in the unit of the column; one level each.
    pub widths: Vec<f64>,
    /// A number at which an interval of every width begins.
    pub origin: f64,
    /// Numbers below it are one interval; an interval of the narrowest width begins there.
    pub bottom: Option<f64>,
    /// Numbers from it up are one interval; an interval of the narrowest width begins there.
    pub top: Option<f64>,
    /// How labels are written.
    pub labels: LabelStyle,
    /// The form in which they are published.
    pub publish: Publish,
}

impl Intervals {
    /// Makes the hierarchy; fails when a value is not a number or the widths do not nest.
    pub fn build(&self, values: &Values<'_>) -> Result<Hierarchy, BuildError> {
        let scale = Scale::new(self, values.column())?;
        let starts = values.present().iter().map(|value| scale.start(value, values.column()));
        let starts = starts.collect::<Result<Vec<_>, _>>()?;
        if self.publish == Publish::Midpoint
            && scale.without_middle(&starts) + usize::from(!values.missing().is_empty()) > 1
        {
            return Err(BuildError::EmptyTwice { column: values.column().into() });
        }
        let whole = self.labels == LabelStyle::Range
            && values.value_type() == ValueType::Integer
            && scale.is_whole(scale.origin);
        let negative = starts.iter().any(|&start| scale.coarsest(start) < 0);
        let style = match (whole, negative) {
            (true, false) => Style::Dash,
            (true, true) => Style::Dots,
            _ => Style::HalfOpen,
        };
        let mut starts = starts.into_iter();
        let mut known = Vec::new();
        values.hierarchy(self.widths.len(), |_| {
            scale.update_labels(&mut known, starts.next().unwrap_or_default(), style, self.publish);
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

/// Widths, origin and ends in units of `10^-places`.
struct Scale {
    places: u32,
    widths: Vec<i128>,
    origin: i128,
    bottom: Option<i128>,
    top: Option<i128>,
}

/// An interval of some width.
#[derive(Clone, Copy, PartialEq)]
enum Cell {
    /// All numbers below this one.
    Below(i128),
    /// From this number on, as wide as intervals are.
    From(i128),
    /// All numbers from this one up.
    Above(i128),
}

impl Scale {
    fn new(intervals: &Intervals, column: &str) -> Result<Self, BuildError> {
        let bad_width = |&width: &f64| BuildError::BadWidth { column: column.into(), width };
        let bad_origin = || BuildError::BadOrigin { column: column.into(), origin: intervals.origin };
        let ends = intervals.bottom.iter().chain(&intervals.top);
        let numbers = intervals.widths.iter().chain([&intervals.origin]).chain(ends);
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
        let Some(&narrowest) = widths.first() else {
            return Err(BuildError::NoWidths { column: column.into() });
        };
        // Minus zero is written "-0".
        let origin = exact(intervals.origin + 0.0).ok_or_else(bad_origin)?;
        let end = |end: Option<f64>| {
            let bad = |end| BuildError::BadEnd { column: column.into(), end, width: intervals.widths[0] };
            let begins = |scaled: &i128| (scaled - origin) % narrowest == 0;
            end.map(|end| exact(end + 0.0).filter(begins).ok_or_else(|| bad(end))).transpose()
        };
        let (bottom, top) = (end(intervals.bottom)?, end(intervals.top)?);
        let scale = Self { places, widths, origin, bottom, top };
        scale.check_ends(intervals, column)?;
        Ok(scale)
    }

    /// Between the ends there is room for the widest interval.
    fn check_ends(&self, intervals: &Intervals, column: &str) -> Result<(), BuildError> {
        let (Some(bottom), Some(top)) = (self.bottom, self.top) else { return Ok(()) };
        let meet = |width: &&i128| self.lower(bottom - 1, **width) + **width > self.lower(top, **width);
        match self.widths.iter().position(|width| meet(&width)) {
            Some(at) => Err(BuildError::EndsMeet { column: column.into(), width: intervals.widths[at] }),
            None => Ok(()),
        }
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

    fn cell(&self, start: i128, width: i128) -> Cell {
        let lower = self.lower(start, width);
        let above = self.top.map(|top| self.lower(top, width)).filter(|&above| lower >= above);
        let below = self.bottom.map(|bottom| self.lower(bottom - 1, width) + width);
        match (above, below.filter(|&below| lower < below)) {
            (Some(above), _) => Cell::Above(above),
            (None, Some(below)) => Cell::Below(below),
            (None, None) => Cell::From(lower),
        }
    }

    /// The lowest bound of all intervals around a number: that of the widest. One that is open
    /// below has none.
    fn coarsest(&self, start: i128) -> i128 {
        match self.widths.last().map(|&width| self.cell(start, width)) {
            Some(Cell::From(lower) | Cell::Above(lower)) => lower,
            Some(Cell::Below(_)) => 0,
            None => start,
        }
    }

    /// How many of the two open intervals some number is in, at the widest level.
    fn without_middle(&self, starts: &[i128]) -> usize {
        let Some(&width) = self.widths.last() else { return 0 };
        let is_in = |open: fn(&Cell) -> bool| starts.iter().any(|&start| open(&self.cell(start, width)));
        usize::from(is_in(|cell| matches!(cell, Cell::Below(_))))
            + usize::from(is_in(|cell| matches!(cell, Cell::Above(_))))
    }

    /// Turns the intervals of one number into those of the next; most of them stay, as numbers
    /// come in order.
    fn update_labels(&self, known: &mut Vec<(Cell, String)>, start: i128, style: Style, publish: Publish) {
        let first = known.is_empty();
        for (level, &width) in self.widths.iter().enumerate() {
            let cell = self.cell(start, width);
            if first {
                known.push((cell, self.label(cell, width, style, publish)));
            } else if known[level].0 != cell {
                known[level] = (cell, self.label(cell, width, style, publish));
            }
        }
    }

    fn label(&self, cell: Cell, width: i128, style: Style, publish: Publish) -> String {
        let number = |scaled| format_scaled(scaled, self.places);
        let style = if self.is_whole(width) { style } else { Style::HalfOpen };
        if publish.is_numeric() {
            let last = |end: i128| end - if matches!(style, Style::HalfOpen) { 0 } else { self.one() };
            return match cell {
                Cell::Below(end) => publish.of_ends(None, Some(number(last(end)))),
                Cell::From(lower) => publish.of_ends(Some(number(lower)), Some(number(last(lower + width)))),
                Cell::Above(begin) => publish.of_ends(Some(number(begin)), None),
            };
        }
        match (cell, style) {
            (Cell::Below(end), Style::HalfOpen) => format!("(-inf, {})", number(end)),
            (Cell::Below(end), _) => format!("<{}", number(end)),
            (Cell::Above(begin), Style::HalfOpen) => format!("[{}, inf)", number(begin)),
            (Cell::Above(begin), _) => format!("{}+", number(begin)),
            (Cell::From(lower), Style::HalfOpen) => format!("[{}, {})", number(lower), number(lower + width)),
            (Cell::From(lower), _) if width == self.one() => number(lower),
            (Cell::From(lower), Style::Dash) => {
                format!("{}-{}", number(lower), number(lower + width - self.one()))
            }
            (Cell::From(lower), Style::Dots) => {
                format!("{}..{}", number(lower), number(lower + width - self.one()))
            }
        }
    }
}
