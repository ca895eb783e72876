use crate::{Goal, Metric, MetricEntry};
use incog_card::{Card, CardAudience};
use incog_data::{Classes, QuasiIdentifier};

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "squared-error",
        audience: CardAudience::Product,
        summary: "SSE / SST: share of the squared deviations of numbers within classes, the loss of \
            micro-aggregation",
        reference: "Domingo-Ferrer and Mateo-Sanz, Practical data-oriented microaggregation for statistical disclosure control, \
                    TKDE 14(1), 2002, doi:10.1109/69.979982",
        parameters: &[],
        caveat: None,
    },
    build: |_, _| Ok(Box::new(SquaredError)),
};

/// The information lost where all records of a class are given their mean, SSE / SST of
/// standardized numbers.
///
/// For a quasi-identifier whose values all are numbers, the sum over all records of the squared
/// distance to the mean of their class, divided by the same with the mean of the table; the mean of
/// that over these quasi-identifiers, by their weights. One that is the same in all records has
/// nothing to lose and does not count, nor does one with other values. Suppressed records are at
/// the mean of the table; in a class of which only a part stays, every tuple counts as kept in
/// proportion. From 0 to 1, less is better.
///
/// Reference: J. Domingo-Ferrer and J. M. Mateo-Sanz, "Practical data-oriented microaggregation for
/// statistical disclosure control", IEEE TKDE 14(1), 2002, doi:10.1109/69.979982.
#[derive(Debug, Clone, Copy, Default)]
pub struct SquaredError;

impl SquaredError {
    /// For each quasi-identifier its own share; `None` where it has nothing to lose, or other
    /// values than numbers.
    pub fn of_columns(classes: &Classes<'_>) -> Vec<Option<f64>> {
        let qids = classes.tuples().quasi_identifiers().iter().enumerate();
        qids.map(|(place, qid)| share(classes, place, &numbers(qid)?)).collect()
    }
}

impl Metric for SquaredError {
    fn name(&self) -> &'static str {
        "squared-error"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        let qids = classes.tuples().quasi_identifiers();
        let shares = Self::of_columns(classes);
        let counted = shares.iter().zip(qids).filter_map(|(share, qid)| Some(((*share)?, qid.weight)));
        let (sum, weights) =
            counted.fold((0.0, 0.0), |(sum, all), (share, weight)| (sum + share * weight, all + weight));
        if weights > 0.0 { sum / weights } else { 0.0 }
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        self.value(classes).clamp(0.0, 1.0)
    }

    /// No number is nearer to all records of a class, in sum of squares, than their own mean; and
    /// the value is linear in the share of each class that stays.
    fn keeping_most_is_best(&self) -> bool {
        true
    }
}

/// The number that each code of a column stands for; `None` where one is none.
fn numbers(qid: &QuasiIdentifier) -> Option<Vec<f64>> {
    let number = |code: usize| qid.label(0, code as u32).trim().parse().ok().filter(|n: &f64| n.is_finite());
    (0..qid.leaf_of.len()).map(number).collect()
}

fn share(classes: &Classes<'_>, place: usize, numbers: &[f64]) -> Option<f64> {
    let tuples = classes.tuples();
    let number = |tuple: usize| numbers[tuples.codes(tuple)[place] as usize];
    let total = Deviations::new(0..tuples.len(), |tuple| (number(tuple), f64::from(tuples.count(tuple))));
    let mut of_class = vec![Deviations::default(); classes.all().len()];
    let mut suppressed = 0.0;
    for part in classes.parts() {
        let class = &classes.all()[part.class];
        let stays = class.kept as f64 / class.size as f64;
        let (number, records) = (number(part.tuple), f64::from(part.records));
        of_class[part.class].add(number, records * stays);
        suppressed += records * (1.0 - stays) * (number - total.mean()).powi(2);
    }
    let lost = of_class.iter().map(Deviations::squared).sum::<f64>() + suppressed;
    let most = total.squared();
    (most > 0.0).then(|| lost / most)
}

/// Sums of deviations from the first number, so that equal numbers have exactly none.
#[derive(Clone, Default)]
struct Deviations {
    first: Option<f64>,
    records: f64,
    sum: f64,
    squares: f64,
}

impl Deviations {
    fn new<T>(all: impl Iterator<Item = T>, number: impl Fn(T) -> (f64, f64)) -> Self {
        let mut deviations = Self::default();
        all.map(number).for_each(|(number, records)| deviations.add(number, records));
        deviations
    }

    fn add(&mut self, number: f64, records: f64) {
        let deviation = number - *self.first.get_or_insert(number);
        self.records += records;
        self.sum += records * deviation;
        self.squares += records * deviation * deviation;
    }

    fn mean(&self) -> f64 {
        self.first.unwrap_or(0.0) + if self.records > 0.0 { self.sum / self.records } else { 0.0 }
    }

    fn squared(&self) -> f64 {
        if self.records > 0.0 { (self.squares - self.sum * self.sum / self.records).max(0.0) } else { 0.0 }
    }
}
