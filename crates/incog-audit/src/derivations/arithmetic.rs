//! Quasi-identifiers that are a sum, a difference, a product or a ratio of published numbers and
//! days.

use super::{Agreement, DerivedTarget, FIRST_ROWS, Rows, Source};
use crate::lint::Severity;
use crate::numbers::{correlation, median, number_of, numbers_or_days_of};
use incog_data::Column;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Days of a mean year.
const YEAR: f64 = 365.2425;

/// A formula that fits fewer of the first rows, beyond chance, is not looked at any further: of
/// those that fit half of all rows, 1 in 5,000 is lost.
const OF_FIRST_ROWS: f64 = 0.35;

/// Of what a treatment moves a number by on average, an original is given back that is known to so
/// small a part.
const PART_OF_A_MOVE: f64 = 0.25;

/// Numbers that agree are at most half a step of the last digit apart.
const EXACT: f64 = 0.5;

/// A target of fewer different numbers is not given back by numbers that are one unit away: codes
/// 1 and 2 are one unit apart.
const FEWEST_FOR_A_UNIT: usize = 21;

/// A quasi-identifier of numbers or days.
pub(super) struct Target {
    of_code: Vec<Option<f64>>,
    /// Its numbers in the sample.
    of_sample: Vec<Option<f64>>,
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

/// How near two numbers have to be, and in how many rows that is so by chance.
#[derive(Clone, Copy)]
struct Tolerance {
    steps: f64,
    chance: f64,
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
    Formula::exact("one divided by the square of the other", |one, other| one / (other * other)),
];

const OF_THREE: Formula = Formula::exact("the sum or difference of the three", |one, other| one + other);

impl Target {
    pub fn new(target: &DerivedTarget<'_>, rows: &Rows) -> Option<Self> {
        let is_near = target.is_treated.then(|| mean_move(target, rows)).map(|by| by * PART_OF_A_MOVE);
        let target = target.original;
        let of_code = numbers_or_days_of(target);
        let mut told: Vec<f64> =
            rows.told.iter().filter_map(|&row| of_code[target.codes.at(row) as usize]).collect();
        if told.len() * 2 < rows.told.len() {
            return None;
        }
        told.sort_by(f64::total_cmp);
        let places = target.dictionary.iter().map(places_of).max().unwrap_or(0);
        // Half of a unit to both sides is as near.
        let unit = 0.1_f64.powi(places).max(is_near.map_or(0.0, |near| 2.0 * near));
        let chance = [EXACT, 1.0].map(|steps| most_within(&told, 2.0 * steps * unit));
        let of_sample = rows.sample.iter().map(|&row| of_code[target.codes.at(row) as usize]).collect();
        let mut different = told;
        different.dedup();
        let steps_when_rounded = if different.len() < FEWEST_FOR_A_UNIT { EXACT } else { 1.0 };
        Some(Self { of_code, of_sample, unit, steps_when_rounded, chance })
    }

    pub fn alone(&self, target: &Column, source: &Column, rows: &Rows) -> Option<Agreement> {
        let source = ByRow::new(source);
        let numbers = |row: usize| Some((source.number(row)?, 0.0));
        Agreement::strongest(OF_ONE.iter().filter_map(|formula| self.fits(target, formula, rows, numbers)))
    }

    /// Whether the target is near the median of the rows with the same value of the source, or of
    /// both; medians are learnt from every other row.
    pub fn by_group(&self, target: &Column, sources: [&Column; 2], rows: &Rows) -> Option<Agreement> {
        let mut of_group: HashMap<([u32; 2], usize), Vec<f64>> = HashMap::new();
        for &row in &rows.told {
            if let Some(number) = self.of_code[target.codes.at(row) as usize] {
                of_group.entry((codes_at(sources, row), row % 2)).or_default().push(number);
            }
        }
        let middles: HashMap<([u32; 2], usize), Option<f64>> =
            of_group.into_iter().map(|(group, numbers)| (group, median(numbers.into_iter()))).collect();
        let is_near = |row: usize| {
            let middle = (*middles.get(&(codes_at(sources, row), 1 - row % 2))?)?;
            Some(self.is_given(self.of_code[target.codes.at(row) as usize]?, middle))
        };
        let how = match sources[0].name == sources[1].name {
            true => "the median of the rows with the same value",
            false => "the median of the rows with the same two values",
        };
        rows.agreement(how, self.by_chance(), is_near)
    }

    pub fn together(&self, target: &Column, sources: [&Source<'_>; 2], rows: &Rows) -> Option<Agreement> {
        let [one, other] = sources.map(|source| &source.sample);
        let formulas: Vec<&Formula> = OF_TWO
            .iter()
            .filter(|formula: &&Formula| self.may_fit(formula, |place| Some((one[place]?, other[place]?))))
            .collect();
        if formulas.is_empty() {
            return None;
        }
        let [one, other] = sources.map(|source| ByRow::new(source.column));
        let numbers = |row: usize| Some((one.number(row)?, other.number(row)?));
        Agreement::strongest(
            formulas.into_iter().filter_map(|formula| self.fits(target, formula, rows, numbers)),
        )
    }

    /// Its number at a place of the sample.
    pub fn wanted(&self, place: usize) -> Option<f64> {
        self.of_sample[place]
    }

    /// Whether a number that was computed is the one that is wanted.
    pub fn is_given(&self, wanted: f64, made: f64) -> bool {
        made.is_finite() && self.is_near(self.within(EXACT), wanted, made)
    }

    /// The share of rows where that is so by chance.
    pub fn by_chance(&self) -> f64 {
        self.within(EXACT).chance
    }

    /// Whether it has more different numbers than codes usually have.
    pub fn has_many(&self) -> bool {
        self.steps_when_rounded > EXACT
    }

    /// A sum of three numbers with their signs.
    pub fn sum_of_three(
        &self,
        target: &Column,
        sources: [&Source<'_>; 3],
        signs: [f64; 3],
        rows: &Rows,
    ) -> Option<Agreement> {
        let [one, other, third] = sources.map(|source| &source.sample);
        let [sign, of_other, of_third] = signs;
        let of_sample =
            |place: usize| Some((sign * one[place]? + of_other * other[place]?, of_third * third[place]?));
        if !self.may_fit(&OF_THREE, of_sample) {
            return None;
        }
        let [one, other, third] = sources.map(|source| ByRow::new(source.column));
        let numbers = |row: usize| {
            Some((sign * one.number(row)? + of_other * other.number(row)?, of_third * third.number(row)?))
        };
        self.fits(target, &OF_THREE, rows, numbers)
    }

    /// How much numbers of the sample go with the target, whichever way; 0 where that is not known.
    fn correlation(&self, sample: &[Option<f64>]) -> f64 {
        let pairs = self.of_sample.iter().zip(sample);
        let pairs: Vec<(f64, f64)> =
            pairs.filter_map(|(wanted, number)| Some(((*wanted)?, (*number)?))).collect();
        correlation(&pairs).abs()
    }

    /// Of published numbers those that go most with the target.
    pub fn most_correlated<'s, 'a>(&self, sources: &[&'s Source<'a>], most: usize) -> Vec<&'s Source<'a>> {
        let mut sources = sources.to_vec();
        sources.sort_by_cached_key(|source| Reverse((1e9 * self.correlation(&source.sample)) as u64));
        sources.truncate(most);
        sources
    }

    /// Whether a formula fits enough of the first rows to be looked at in all; `numbers` are those
    /// of a place in the sample.
    fn may_fit(&self, formula: &Formula, numbers: impl Fn(usize) -> Option<(f64, f64)>) -> bool {
        let step = (self.of_sample.len() / FIRST_ROWS).max(1);
        let pair = |place: usize| {
            let (one, other) = numbers(place)?;
            let made = (formula.apply)(one, other);
            Some((self.of_sample[place]?, made)).filter(|_| made.is_finite())
        };
        let places = (0..self.of_sample.len()).step_by(step);
        let Some(fit) = Fit::new(places.filter_map(pair)) else { return false };
        let fits = |chance: f64, holds: &dyn Fn(f64, f64) -> bool| {
            let agree = fit.pairs.iter().filter(|(wanted, made)| holds(*wanted, *made)).count();
            agree as f64 >= (chance + OF_FIRST_ROWS * (1.0 - chance)) * fit.pairs.len() as f64
        };
        let (moved, scaled) = (self.when_moved(formula), self.when_rounded());
        fits(moved.chance, &|wanted, made| self.is_near(moved, wanted, made + fit.moved))
            || fit.scale.is_some_and(|scale| {
                fits(scaled.chance, &|wanted, made| self.is_near(scaled, wanted, scale * made))
            })
    }

    /// For a formula that is exact but for a number that is added.
    fn when_moved(&self, formula: &Formula) -> Tolerance {
        if formula.is_in_years { self.when_rounded() } else { self.within(EXACT) }
    }

    /// For numbers that are rounded twice.
    fn when_rounded(&self) -> Tolerance {
        self.within(self.steps_when_rounded)
    }

    fn within(&self, steps: f64) -> Tolerance {
        Tolerance { steps, chance: self.chance[usize::from(steps > EXACT)] }
    }

    fn is_near(&self, within: Tolerance, wanted: f64, made: f64) -> bool {
        (wanted - made).abs() <= within.steps * self.unit + 1e-9 * wanted.abs().max(1.0)
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
        let (to_move, to_scale) = (self.when_moved(formula), self.when_rounded());
        let fit = Fit::new(rows.sample.iter().filter_map(|&row| pair(row)))?;
        let by_moving =
            |row: usize| pair(row).map(|(wanted, made)| self.is_near(to_move, wanted, made + fit.moved));
        let moved = rows.agreement(formula.how, to_move.chance, by_moving);
        if moved.is_some_and(|found| found.severity == Severity::Danger) {
            return moved;
        }
        let by_scaling = |scale: f64| {
            let holds =
                |row: usize| pair(row).map(|(wanted, made)| self.is_near(to_scale, wanted, scale * made));
            rows.agreement(formula.how, to_scale.chance, holds)
        };
        let scaled = fit.scale.and_then(by_scaling);
        scaled.filter(|found| found.severity == Severity::Danger).or(moved).or(scaled)
    }
}

/// The numbers that a formula makes beside those that are wanted, and what lies between.
struct Fit {
    /// What is wanted, and what is made.
    pairs: Vec<(f64, f64)>,
    /// What is mostly added.
    moved: f64,
    /// What all are mostly multiplied by.
    scale: Option<f64>,
}

impl Fit {
    fn new(pairs: impl Iterator<Item = (f64, f64)>) -> Option<Self> {
        let pairs: Vec<(f64, f64)> = pairs.collect();
        let moved = median(pairs.iter().map(|(wanted, made)| wanted - made))?;
        let ratios = pairs.iter().filter(|(_, made)| *made != 0.0).map(|(wanted, made)| wanted / made);
        let scale = median(ratios).filter(|scale| *scale != 0.0);
        Some(Self { pairs, moved, scale })
    }
}

/// By how much a treatment moves numbers on average; where each class is given one value, how far
/// they are from their median.
fn mean_move(target: &DerivedTarget<'_>, rows: &Rows) -> f64 {
    let original = sampled(target.original, rows);
    let moves: Vec<f64> = match target.published {
        Some(published) => {
            let shown = sampled(published, rows);
            let pairs = original.iter().zip(shown);
            pairs.filter_map(|(number, shown)| Some(((*number)? - shown?).abs())).collect()
        }
        None => {
            let middle = median(original.iter().flatten().copied()).unwrap_or(0.0);
            original.iter().flatten().map(|number| (number - middle).abs()).collect()
        }
    };
    moves.iter().sum::<f64>() / moves.len().max(1) as f64
}

/// The numbers, or the days, of a column by row.
struct ByRow<'a> {
    column: &'a Column,
    of_code: Vec<Option<f64>>,
}

impl<'a> ByRow<'a> {
    fn new(column: &'a Column) -> Self {
        Self { column, of_code: numbers_or_days_of(column) }
    }

    fn number(&self, row: usize) -> Option<f64> {
        self.of_code[self.column.codes.at(row) as usize]
    }
}

/// The numbers, or the days, of a column in the sample.
pub(super) fn sampled(column: &Column, rows: &Rows) -> Vec<Option<f64>> {
    let column = ByRow::new(column);
    rows.sample.iter().map(|&row| column.number(row)).collect()
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

/// The codes of a row in two columns.
fn codes_at(columns: [&Column; 2], row: usize) -> [u32; 2] {
    columns.map(|column| column.codes.at(row))
}
