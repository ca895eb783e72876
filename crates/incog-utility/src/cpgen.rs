use crate::label_table::LabelTable;
use crate::{
    AverageClassSize, ClassForm, ClassSummary, Combine, GenLoss, Goal, Metric, MetricEntry, WEIGHTS,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal, Value};
use incog_data::{Classes, Tuples};

const WEIGHT_RULE: &str = "weights are 0, or from 0.000001 to 1000000";

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "cpgen",
        audience: CardAudience::Product,
        summary: "alpha GenLoss + beta C_AVG",
        reference: "Kulkarni, Senthil Murugan, C-mixture and multi-constraints based genetic algorithm (CPGEN), JKSU-CIS, 2016, eq. 4-6",
        parameters: &[
            Parameter::new(
                "alpha",
                "weight of GenLoss",
                Range::Number(0.0, *WEIGHTS.end()),
                ParameterDefault::Value(Value::Number(0.6)),
            )
            .ruled(WEIGHT_RULE),
            Parameter::new(
                "beta",
                "weight of C_AVG",
                Range::Number(0.0, *WEIGHTS.end()),
                ParameterDefault::Value(Value::Number(0.4)),
            )
            .ruled(WEIGHT_RULE),
        ],
        caveat: None,
    },
    build: |parameters, k| {
        let [alpha, beta] = CpgenFitness::weights(parameters)?;
        Ok(Box::new(CpgenFitness { alpha, beta, k }))
    },
};

/// The fitness of CPGEN: `alpha * GenLoss + beta * C_AVG`, minimized.
///
/// Normalized as the mean of both normalized metrics, weighted by `alpha` and `beta`.
///
/// Reference: CPGEN, eq. 4-6; see [`GenLoss`] and [`AverageClassSize`].
#[derive(Debug, Clone, Copy)]
pub struct CpgenFitness {
    /// Weight of the information loss, finite and at least 0; 0.6 in the paper.
    pub alpha: f64,
    /// Weight of the average class size, finite and at least 0; 0.4 in the paper.
    pub beta: f64,
    /// The k that the release has to satisfy, at least 1.
    pub k: u64,
}

impl CpgenFitness {
    /// Alpha and beta.
    ///
    /// # Errors
    /// When one of them is refused.
    pub fn weights(parameters: &Parameters) -> Result<[f64; 2], Refusal> {
        let weight = |parameter: &'static str| match parameters.number(parameter)? {
            found if found != 0.0 && !WEIGHTS.contains(&found) => {
                Err(Refusal::OutOfRange { parameter, found, expected: WEIGHT_RULE.into() })
            }
            weight => Ok(weight),
        };
        Ok([weight("alpha")?, weight("beta")?])
    }
}

impl Metric for CpgenFitness {
    fn name(&self) -> &'static str {
        "cpgen"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        let class_size = AverageClassSize { k: self.k };
        self.alpha * GenLoss.value(classes) + self.beta * class_size.value(classes)
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        let class_size = AverageClassSize { k: self.k };
        let sum = self.alpha * GenLoss.normalized(classes) + self.beta * class_size.normalized(classes);
        crate::costs::ratio(sum, self.alpha + self.beta).clamp(0.0, 1.0)
    }

    /// `C_AVG` counts the suppressed records as one more class, so this does not hold; with
    /// `beta = 0` it would.
    fn keeping_most_is_best(&self) -> bool {
        false
    }

    /// Both of its terms rise.
    fn rises_when_classes_merge(&self) -> bool {
        true
    }

    fn class_form(&self, tuples: &Tuples) -> Option<Box<dyn ClassForm>> {
        let loss = GenLoss.separable(tuples)?;
        Some(Box::new(Form {
            cpgen: *self,
            lost: LabelTable::new(tuples, |attribute, _, level, code| {
                loss.kept[attribute][level as usize][code as usize]
            }),
            combine: loss.combine,
            class_size: AverageClassSize { k: self.k }.class_form(tuples)?,
        }))
    }
}

struct Form {
    cpgen: CpgenFitness,
    lost: LabelTable<f64>,
    combine: Combine,
    class_size: Box<dyn ClassForm>,
}

impl Form {
    /// Adds the loss of the records of a class, `kept` of them at their labels and `lost` of them
    /// suppressed.
    fn add(&self, sums: &mut [f64], levels: &[u8], tuple: u32, kept: u64, lost: u64) {
        for (sum, cost) in sums.iter_mut().zip(self.lost.row(levels, tuple)) {
            *sum += kept as f64 * cost + lost as f64;
        }
    }

    fn combine(&self, sums: &[f64], class_size: f64) -> f64 {
        self.cpgen.alpha * (self.combine)(sums) + self.cpgen.beta * class_size
    }
}

impl ClassForm for Form {
    fn value(&self, levels: &[u8], classes: &mut dyn Iterator<Item = ClassSummary>) -> f64 {
        let mut sums = vec![0.0; levels.len()];
        let mut watched = classes.inspect(|class| {
            self.add(&mut sums, levels, class.tuple, class.kept, class.size - class.kept);
        });
        let class_size = self.class_size.value(levels, &mut watched);
        self.combine(&sums, class_size)
    }

    /// The bounds of both terms hold together: generalization and suppression only add to the loss.
    fn lower_bound(
        &self,
        levels: &[u8],
        minimum_size: u64,
        classes: &mut dyn Iterator<Item = ClassSummary>,
    ) -> f64 {
        let mut sums = vec![0.0; levels.len()];
        let mut watched = classes.inspect(|class| self.add(&mut sums, levels, class.tuple, class.size, 0));
        let class_size = self.class_size.lower_bound(levels, minimum_size, &mut watched);
        self.combine(&sums, class_size)
    }
}
