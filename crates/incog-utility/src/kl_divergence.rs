use crate::class_form::{Areas, area, whole_area};
use crate::costs::ratio;
use crate::{ClassForm, ClassSummary, Goal, Metric};
use incog_data::{Classes, Tuples};

/// Over what [`KlDivergence`] sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum KlSum {
    /// Over records: a tuple of `c` records enters `c` times, each time with its frequency, as ARX
    /// computes it. The weights do not add up to 1.
    #[default]
    Records,
    /// Over distinct tuples, as published: the divergence of two distributions.
    Tuples,
}

/// The Kullback-Leibler divergence of the released distribution from the original one, in bits.
///
/// `sum of p * log2(p / q)` where `p` is the share of a tuple's records in the table and `q` what a reader
/// of the release expects: the share of the records in its class, spread evenly over the original
/// value combinations below the class's labels. Suppressed records are one class spread over all
/// combinations of the hierarchies. Of a class of which a part stays, every tuple counts as kept in
/// proportion. 0 for the original table, less is better; normalized by the value at full
/// generalization.
///
/// Reference: D. Kifer and J. Gehrke, "Injecting utility into anonymized datasets", SIGMOD 2006,
/// doi:10.1145/1142473.1142499; A. Machanavajjhala et al., "l-diversity: privacy beyond k-anonymity", TKDD
/// 1(1), 2007, doi:10.1145/1217299.1217302. What ARX sums over is [`KlSum::Records`].
#[derive(Debug, Clone, Copy, Default)]
pub struct KlDivergence {
    /// Over what to sum.
    pub over: KlSum,
}

impl Metric for KlDivergence {
    fn name(&self) -> &'static str {
        "kl-divergence"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        let (tuples, rows) = (classes.tuples(), classes.rows() as f64);
        let hidden = classes.suppressed() as f64 / rows / whole_area(tuples);
        let mut sum = 0.0;
        for (tuple, &class) in classes.class_of_tuple().iter().enumerate() {
            let class = &classes.all()[class as usize];
            let p = f64::from(tuples.count(tuple)) / rows;
            let q = class.kept as f64 / rows / area(tuples, classes.levels(), class.tuple);
            let stays = class.kept as f64 / class.size as f64;
            let repeats = match self.over {
                KlSum::Records => f64::from(tuples.count(tuple)),
                KlSum::Tuples => 1.0,
            };
            sum += repeats * (times_log2(p * stays, p / q) + times_log2(p * (1.0 - stays), p / hidden));
        }
        sum
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        let tuples = classes.tuples();
        let rows = classes.rows() as f64;
        let weighted = |tuple| {
            let count = f64::from(tuples.count(tuple));
            let weight = match self.over {
                KlSum::Records => count * count / rows,
                KlSum::Tuples => count / rows,
            };
            times_log2(weight, count / rows * whole_area(tuples))
        };
        ratio(self.value(classes), (0..tuples.len()).map(weighted).sum()).clamp(0.0, 1.0)
    }

    fn class_form(&self, tuples: &Tuples) -> Option<Box<dyn ClassForm>> {
        let rows = tuples.rows() as f64;
        let counts = (0..tuples.len()).map(|tuple| u64::from(tuples.count(tuple)));
        let own = counts.map(|count| {
            let weight = weight(self.over, count, count * count, rows);
            times_log2(weight, count as f64 / rows)
        });
        Some(Box::new(Form { over: self.over, rows, own: own.sum(), areas: Areas::new(tuples) }))
    }
}

struct Form {
    over: KlSum,
    rows: f64,
    /// `sum of weight * log2(p)`, which no generalization changes.
    own: f64,
    areas: Areas,
}

impl ClassForm for Form {
    fn value(&self, levels: &[u8], classes: &mut dyn Iterator<Item = ClassSummary>) -> f64 {
        let (mut kept, mut weight_of_suppressed, mut suppressed) = (0.0, 0.0, 0);
        for class in classes {
            let weight = weight(self.over, class.size, class.squares, self.rows);
            let stays = class.kept as f64 / class.size as f64;
            let q = class.kept as f64 / self.rows / self.areas.of(levels, class.tuple);
            kept += times_log2(weight * stays, q);
            weight_of_suppressed += weight * (1.0 - stays);
            suppressed += class.size - class.kept;
        }
        let hidden = suppressed as f64 / self.rows / self.areas.whole;
        self.own - kept - times_log2(weight_of_suppressed, hidden)
    }

    /// Whatever is released above these levels spreads a mass of at most 1 evenly within the classes
    /// at these levels; by Gibbs' inequality none does better than the one that spreads it in
    /// proportion to the weights.
    fn lower_bound(
        &self,
        levels: &[u8],
        _minimum_size: u64,
        classes: &mut dyn Iterator<Item = ClassSummary>,
    ) -> f64 {
        let (mut total, mut spread) = (0.0, 0.0);
        for class in classes {
            let weight = weight(self.over, class.size, class.squares, self.rows);
            total += weight;
            spread += times_log2(weight, weight / self.areas.of(levels, class.tuple));
        }
        self.own - spread + times_log2(total, total)
    }

    fn needs_squares(&self) -> bool {
        self.over == KlSum::Records
    }
}

/// The weight of records that are `size` in number, `squares` being the sum over their tuples of
/// their records squared.
fn weight(over: KlSum, size: u64, squares: u64, rows: f64) -> f64 {
    match over {
        KlSum::Records => squares as f64 / rows,
        KlSum::Tuples => size as f64 / rows,
    }
}

/// `weight * log2(x)`, 0 for no weight whatever `x` is.
fn times_log2(weight: f64, x: f64) -> f64 {
    if weight > 0.0 { weight * x.log2() } else { 0.0 }
}
