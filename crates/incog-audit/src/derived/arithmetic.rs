//! Quasi-identifiers that are a sum, a difference, a product or a ratio of published numbers and
//! days.

use super::Rows;
use crate::singling::{day_of, number_of};
use incog_data::Column;

/// Days of a mean year.
const YEAR: f64 = 365.2425;

/// Numbers that agree are at most half a step of the last digit apart.
const EXACT: f64 = 0.5;

/// A target of fewer different numbers is not given back by numbers that are one unit away: codes
/// 1 and 2 are one unit apart.
const FEWEST_FOR_A_UNIT: usize = 21;

/// How often columns agree: in how many rows, and of how many.
type Agreement = (&'static str, usize, usize);

/// A quasi-identifier of numbers or days.
pub(super) struct Target {
    of_code: Vec<Option<f64>>,
    /// The step of its last digit.
    unit: f64,
    /// In how many steps a number that is rounded twice may be from the original.
    steps_when_rounded: f64,
    /// How many rows one number fits within half a step, and within one: what chance gives at
    /// least.
    chance: [f64; 2],
}

/// What is done to two numbers.
struct Formula {
    how: &'static str,
    apply: fn(f64, f64) -> f64,
    /// What is counted in years is rounded; the rest is exact but for a number that is added.
    is_in_years: bool,
}

impl Formula {
    const fn exact(how: &'static str, apply: fn(f64, f64) -> f64) -> Self {
        Self { how, apply, is_in_years: false }
    }

    const fn in_years(how: &'static str, apply: fn(f64, f64) -> f64) -> Self {
        Self { how, apply, is_in_years: true }
    }
}

const OF_ONE: [Formula; 3] = [
    Formula::exact("its number less a constant, or times one,", |number, _| number),
    Formula::in_years("its year", |day, _| day / YEAR),
    Formula::in_years("the age at a fixed day", |day, _| -day / YEAR),
];

const OF_TWO: [Formula; 7] = [
    Formula::exact("their difference", |one, other| other - one),
    Formula::exact("their sum", |one, other| one + other),
    Formula::in_years("the years between them", |one, other| ((other - one).abs() / YEAR).floor()),
    Formula::exact("their product", |one, other| one * other),
    Formula::exact("their ratio", |one, other| one / other),
    Formula::exact("their ratio", |one, other| other / one),
    Formula::exact("the one divided by the square of the other", |one, other| one / (other * other)),
];

impl Target {
    pub fn new(target: &Column, rows: &Rows) -> Option<Self> {
        let of_code = read(target);
        let mut told: Vec<f64> =
            rows.told.iter().filter_map(|&row| of_code[target.codes.at(row) as usize]).collect();
        if told.len() * 2 < rows.told.len() {
            return None;
        }
        told.sort_by(f64::total_cmp);
        let places = target.dictionary.iter().map(places_of).max().unwrap_or(0);
        let unit = 0.1_f64.powi(places);
        let chance = [EXACT, 1.0].map(|steps| most_within(&told, 2.0 * steps * unit));
        let mut different = told.clone();
        different.dedup();
        let steps_when_rounded = if different.len() < FEWEST_FOR_A_UNIT { EXACT } else { 1.0 };
        Some(Self { of_code, unit, steps_when_rounded, chance })
    }

    pub fn alone(&self, target: &Column, source: &Column, rows: &Rows) -> Option<Agreement> {
        let read = read(source);
        let number = |row: usize| read[source.codes.at(row) as usize];
        OF_ONE.iter().find_map(|formula| self.fits(target, formula, rows, |row| Some((number(row)?, 0.0))))
    }

    pub fn together(&self, target: &Column, [one, other]: [&Column; 2], rows: &Rows) -> Option<Agreement> {
        let (read_one, read_other) = (read(one), read(other));
        let numbers = |row: usize| {
            Some((read_one[one.codes.at(row) as usize]?, read_other[other.codes.at(row) as usize]?))
        };
        let is_told =
            rows.sample.iter().filter(|&&row| numbers(row).is_some()).count() * 2 >= rows.sample.len();
        is_told.then(|| OF_TWO.iter().find_map(|formula| self.fits(target, formula, rows, numbers)))?
    }

    /// Whether a formula gives the target, but for a number that is added to all or that all are
    /// multiplied by.
    fn fits(
        &self,
        target: &Column,
        formula: &Formula,
        rows: &Rows,
        numbers: impl Fn(usize) -> Option<(f64, f64)>,
    ) -> Option<Agreement> {
        let pair = |row: usize| {
            let (one, other) = numbers(row)?;
            let made = (formula.apply)(one, other);
            Some((self.of_code[target.codes.at(row) as usize]?, made)).filter(|_| made.is_finite())
        };
        let sample: Vec<(f64, f64)> = rows.sample.iter().filter_map(|&row| pair(row)).collect();
        let moved = median(sample.iter().map(|(wanted, made)| wanted - made))?;
        let scaled =
            median(sample.iter().filter(|(_, made)| *made != 0.0).map(|(wanted, made)| wanted / made));
        let within = |steps: f64, wanted: f64, made: f64| {
            (wanted - made).abs() <= steps * self.unit + 1e-9 * wanted.abs().max(1.0)
        };
        let loose = self.steps_when_rounded;
        let steps = if formula.is_in_years { loose } else { EXACT };
        let by_moving = |steps: f64| {
            move |row: usize| pair(row).map(|(wanted, made)| within(steps, wanted, made + moved))
        };
        let found = self.agreement(rows, steps, &by_moving).or_else(|| {
            let scale = scaled.filter(|scale| *scale != 0.0)?;
            let by_scaling = |steps: f64| {
                move |row: usize| pair(row).map(|(wanted, made)| within(steps, wanted, scale * made))
            };
            self.agreement(rows, loose, &by_scaling)
        });
        found.map(|(agree, of)| (formula.how, agree, of))
    }

    /// In how many rows numbers agree to half a unit, and of how many, where nearly all agree
    /// within some steps.
    fn agreement<H: Fn(usize) -> Option<bool>>(
        &self,
        rows: &Rows,
        steps: f64,
        agrees_within: &impl Fn(f64) -> H,
    ) -> Option<(usize, usize)> {
        let chance = self.chance[usize::from(steps > EXACT)];
        let (_, of) = rows.nearly_all(chance, agrees_within(steps))?;
        let agrees = agrees_within(EXACT);
        Some((rows.told.iter().filter(|row| agrees(**row) == Some(true)).count(), of))
    }
}

/// The numbers, or the days, of a column by code.
fn read(column: &Column) -> Vec<Option<f64>> {
    column.dictionary.iter().map(|text| number_of(text).or_else(|| day_of(text))).collect()
}

/// Digits behind the point.
fn places_of(text: &str) -> i32 {
    let text = text.trim();
    match number_of(text) {
        Some(_) => text.split_once(['.', ',']).map_or(0, |(_, digits)| digits.len().min(9) as i32),
        None => 0,
    }
}

/// The largest share of sorted numbers in a span of this width.
fn most_within(sorted: &[f64], width: f64) -> f64 {
    let (mut first, mut most) = (0, 0);
    for (place, number) in sorted.iter().enumerate() {
        while number - sorted[first] > width * (1.0 + 1e-9) {
            first += 1;
        }
        most = most.max(place + 1 - first);
    }
    most as f64 / sorted.len().max(1) as f64
}

fn median(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let mut numbers: Vec<f64> = numbers.filter(|number| number.is_finite()).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}
