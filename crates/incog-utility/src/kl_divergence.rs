use crate::label_table::LabelTable;
use crate::{ClassForm, ClassSummary, Goal, Metric, MetricEntry};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal, Value};
use incog_data::{Class, Classes, Tuples};

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "kl-divergence",
        audience: CardAudience::Product,
        summary: "Kullback-Leibler divergence between the original and the released distribution of tuples",
        reference: "Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam, l-diversity, TKDD 1(1), 2007, doi:10.1145/1217299.1217302",
        parameters: &[Parameter::new(
            "over",
            "sum over records, as in ARX, or over distinct tuples, as in the paper",
            Range::Words(&["records", "tuples"]),
            ParameterDefault::Value(Value::word("records")),
        )],
        caveat: None,
    },
    build: |parameters, _| Ok(Box::new(KlDivergence { over: KlSum::read(parameters)? })),
};

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

impl KlSum {
    /// Reads it from the parameters of the metric.
    ///
    /// # Errors
    /// When they hold anything else.
    pub fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        parameters.choice("over", &[("records", Self::Records), ("tuples", Self::Tuples)])
    }
}

/// The Kullback-Leibler divergence of the released distribution from the original one, in bits.
///
/// `sum of p * log2(p / q)` where `p` is the share of a tuple's records in the table and `q` what a
/// reader of the release expects: the share of the records in its class, spread evenly over the
/// original value combinations below the class's labels. Suppressed records are one class spread
/// over all combinations of the hierarchies. In a class of which only a part stays, every tuple
/// counts as kept in proportion. 0 for the original table, less is better; normalized by the value
/// at full generalization, which a few suppressed records among many kept ones may exceed (the
/// normalized value is then 1).
///
/// Reference: D. Kifer and J. Gehrke, "Injecting utility into anonymized datasets", SIGMOD 2006,
/// doi:10.1145/1142473.1142499; A. Machanavajjhala et al., "l-diversity: privacy beyond
/// k-anonymity", TKDD 1(1), 2007, doi:10.1145/1217299.1217302. What ARX sums over is
/// [`KlSum::Records`].
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
        let hidden = (classes.suppressed() as f64 / rows).log2() - bits_of_all(tuples);
        let mut sum = 0.0;
        for part in classes.parts() {
            let class = &classes.all()[part.class];
            let released = (class.kept as f64 / rows).log2() - bits_below(classes, class);
            let stays = class.kept as f64 / class.size as f64;
            let count = f64::from(tuples.count(part.tuple));
            let original = (count / rows).log2();
            let records = f64::from(part.records);
            let weight = self.weight(records, records * count, rows);
            sum +=
                times(weight * stays, original - released) + times(weight * (1.0 - stays), original - hidden);
        }
        sum
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        let (tuples, rows) = (classes.tuples(), classes.rows() as f64);
        let most = (0..tuples.len()).map(|tuple| {
            let count = f64::from(tuples.count(tuple));
            self.weight(count, count * count, rows) * ((count / rows).log2() + bits_of_all(tuples))
        });
        // Where the original distribution is uniform nothing can be lost, and both values are only
        // rounding errors.
        let most = most.sum::<f64>();
        if most > 1e-12 { (self.value(classes) / most).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The more records are suppressed, the better the class that they form together represents
    /// each of them.
    fn keeping_most_is_best(&self) -> bool {
        false
    }

    fn class_form(&self, tuples: &Tuples) -> Option<Box<dyn ClassForm>> {
        let rows = tuples.rows() as f64;
        let own = (0..tuples.len()).map(|tuple| {
            let count = f64::from(tuples.count(tuple));
            self.weight(count, count * count, rows) * (count / rows).log2()
        });
        Some(Box::new(Form {
            divergence: *self,
            rows,
            own: own.sum(),
            bits: LabelTable::new(tuples, |_, qid, level, code| f64::from(qid.leaves(level, code)).log2()),
            bits_of_all: bits_of_all(tuples),
        }))
    }
}

impl KlDivergence {
    /// The weight of `size` records; `squares` is the sum over their tuples of the square of their
    /// number of records.
    fn weight(&self, size: f64, squares: f64, rows: f64) -> f64 {
        match self.over {
            KlSum::Records => squares / rows,
            KlSum::Tuples => size / rows,
        }
    }
}

struct Form {
    divergence: KlDivergence,
    rows: f64,
    /// `sum of weight * log2(p)`, which no generalization changes.
    own: f64,
    /// `log2` of `|v_g|`.
    bits: LabelTable<f64>,
    bits_of_all: f64,
}

impl Form {
    fn weight(&self, class: &ClassSummary) -> f64 {
        self.divergence.weight(class.size as f64, class.squares as f64, self.rows)
    }

    fn bits_below(&self, levels: &[u8], class: &ClassSummary) -> f64 {
        self.bits.row(levels, class.tuple).sum()
    }
}

impl ClassForm for Form {
    fn value(&self, levels: &[u8], classes: &mut dyn Iterator<Item = ClassSummary>) -> f64 {
        let (mut kept, mut weight_of_suppressed, mut suppressed) = (0.0, 0.0, 0);
        for class in classes {
            let weight = self.weight(&class);
            let stays = class.kept as f64 / class.size as f64;
            let released = (class.kept as f64 / self.rows).log2() - self.bits_below(levels, &class);
            kept += times(weight * stays, released);
            weight_of_suppressed += weight * (1.0 - stays);
            suppressed += class.size - class.kept;
        }
        let hidden = (suppressed as f64 / self.rows).log2() - self.bits_of_all;
        self.own - kept - times(weight_of_suppressed, hidden)
    }

    /// Whatever is released above these levels spreads a mass of at most 1 evenly within the
    /// classes at these levels; by Gibbs' inequality no release does better than spreading it in
    /// proportion to the weights.
    fn lower_bound(
        &self,
        levels: &[u8],
        _minimum_size: u64,
        classes: &mut dyn Iterator<Item = ClassSummary>,
    ) -> f64 {
        let (mut total, mut spread) = (0.0, 0.0);
        for class in classes {
            let weight = self.weight(&class);
            total += weight;
            spread += times(weight, weight.log2() - self.bits_below(levels, &class));
        }
        self.own - spread + times(total, total.log2())
    }

    fn needs_squares(&self) -> bool {
        self.divergence.over == KlSum::Records
    }
}

/// `log2` of the number of combinations of original values that the hierarchies allow.
fn bits_of_all(tuples: &Tuples) -> f64 {
    tuples.quasi_identifiers().iter().map(|qid| (qid.hierarchy.values() as f64).log2()).sum()
}

/// `log2` of the number of those below the labels of a class.
fn bits_below(classes: &Classes<'_>, class: &Class) -> f64 {
    classes.labels(class).map(|label| f64::from(label.leaves()).log2()).sum()
}

/// The product, 0 for no weight whatever `bits` is.
fn times(weight: f64, bits: f64) -> f64 {
    if weight > 0.0 { weight * bits } else { 0.0 }
}
