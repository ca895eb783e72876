use crate::costs::{cost_table, ratio};
use crate::label_table::LabelTable;
use crate::{Additive, ClassForm, ClassSummary, Goal, Metric, MetricEntry, Separable};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal, Value};
use incog_data::{Classes, QuasiIdentifier, Tuples};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "entropy",
        audience: CardAudience::Product,
        summary: "non-uniform entropy: information lost about the original values given the released ones",
        reference: "Gionis, Tassa, k-anonymization with minimal loss of information, TKDE 21(2), 2009, doi:10.1109/TKDE.2008.129",
        parameters: &[Parameter::new(
            "suppressed",
            "whether suppressed records form a class of their own, as in ARX (hidden), or count as fully \
             generalized (lost)",
            Range::Words(&["hidden", "lost"]),
            ParameterDefault::Value(Value::word("hidden")),
        )],
        caveat: None,
    },
    build: |parameters, _| Ok(Box::new(Entropy { suppressed: SuppressedEntropy::read(parameters)? })),
};

/// How a suppressed record counts in [`Entropy`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SuppressedEntropy {
    /// It is generalized like all others and then hidden among the suppressed ones: for a label
    /// that `c` of `s` suppressed records carry, each adds `-log2(c / s)`, as in ARX. Not
    /// separable.
    #[default]
    Hidden,
    /// It counts as if it were generalized to the root, `-log2(f(v) / n)` (`suppressed = "lost"`).
    /// Separable.
    Lost,
}

impl SuppressedEntropy {
    /// Reads it from the parameters of the metric.
    ///
    /// # Errors
    /// When they hold anything else.
    pub fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        parameters.choice("suppressed", &[("hidden", Self::Hidden), ("lost", Self::Lost)])
    }
}

/// The non-uniform entropy, in bits.
///
/// The sum over records and quasi-identifiers of `-log2(f(v) / f(g))`, where `f(v)` counts the
/// records of the table with the original value and `f(g)` those with an original value below the
/// released label. [`SuppressedEntropy`] says what suppressed records add. 0 for the original
/// table, less is better; normalized by the value at full generalization, which is the largest.
///
/// Reference: A. Gionis and T. Tassa, "k-anonymization with minimal loss of information", IEEE TKDE
/// 21(2), 2009, doi:10.1109/TKDE.2008.129.
#[derive(Debug, Clone, Copy, Default)]
pub struct Entropy {
    /// What a suppressed record counts.
    pub suppressed: SuppressedEntropy,
}

impl Metric for Entropy {
    fn name(&self) -> &'static str {
        "entropy"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        let tuples = classes.tuples();
        let qids = tuples.quasi_identifiers().iter().enumerate();
        qids.map(|(attribute, qid)| match self.suppressed {
            SuppressedEntropy::Hidden => {
                let by_level = values_by_level(classes, attribute);
                let original = sums(by_level.values(), qid.hierarchy.values());
                let at = |(&level, records): (&u8, &Vec<u64>)| generalized(qid, level, records, &original);
                by_level.iter().map(at).sum::<f64>() + hidden(classes, attribute)
            }
            SuppressedEntropy::Lost => with_lost(classes, attribute, qid),
        })
        .sum()
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        let tuples = classes.tuples();
        let qids = tuples.quasi_identifiers().iter().enumerate();
        let most = qids.map(|(attribute, qid)| {
            let all = frequencies(tuples, attribute, 0);
            generalized(qid, qid.hierarchy.height() as u8, &all, &all)
        });
        ratio(self.value(classes), most.sum()).clamp(0.0, 1.0)
    }

    fn keeping_most_is_best(&self) -> bool {
        true
    }

    fn separable(&self, tuples: &Tuples) -> Option<Separable> {
        let costs = costs(tuples);
        let suppressed = match self.suppressed {
            SuppressedEntropy::Hidden => return None,
            SuppressedEntropy::Lost => {
                costs.iter().map(|levels| levels.last().cloned().unwrap_or_default()).collect()
            }
        };
        Some(Separable {
            kept: costs,
            suppressed: Some(suppressed),
            by_label: false,
            combine: Arc::new(|sums| sums.iter().sum()),
            additive: Additive::sum_of(|_, sum| sum),
        })
    }

    fn class_form(&self, tuples: &Tuples) -> Option<Box<dyn ClassForm>> {
        match self.suppressed {
            SuppressedEntropy::Hidden => Some(Box::new(Form::new(tuples))),
            SuppressedEntropy::Lost => None,
        }
    }
}

struct Form {
    /// By attribute and level, all records generalized and none suppressed.
    generalized: Vec<Vec<f64>>,
    /// How many labels there are, by attribute and level.
    label_counts: Vec<Vec<usize>>,
    labels: LabelTable<u32>,
}

impl Form {
    fn new(tuples: &Tuples) -> Self {
        let qids = tuples.quasi_identifiers();
        let by_level = |(attribute, qid): (usize, &QuasiIdentifier)| {
            let (levels, all) = (0..=qid.hierarchy.height() as u8, frequencies(tuples, attribute, 0));
            levels.map(|level| generalized(qid, level, &all, &all)).collect()
        };
        Self {
            generalized: qids.iter().enumerate().map(by_level).collect(),
            label_counts: qids.iter().map(label_counts).collect(),
            labels: LabelTable::new(tuples, |_, qid, level, code| qid.label_code(level, code)),
        }
    }

    fn at(&self, levels: &[u8]) -> f64 {
        self.generalized.iter().zip(levels).map(|(entropy, &level)| entropy[level as usize]).sum()
    }
}

impl ClassForm for Form {
    fn value(&self, levels: &[u8], classes: &mut dyn Iterator<Item = ClassSummary>) -> f64 {
        let numbers = self.label_counts.iter().zip(levels);
        let mut counts: Vec<Vec<u64>> =
            numbers.map(|(labels, &level)| vec![0; labels[level as usize]]).collect();
        for class in classes.filter(|class| class.kept < class.size) {
            for (counts, label) in counts.iter_mut().zip(self.labels.row(levels, class.tuple)) {
                counts[label as usize] += class.size - class.kept;
            }
        }
        self.at(levels) + counts.into_iter().map(bits).sum::<f64>()
    }

    /// The entropy rises with the levels, and suppression only adds to it.
    fn lower_bound(
        &self,
        levels: &[u8],
        _minimum_size: u64,
        _classes: &mut dyn Iterator<Item = ClassSummary>,
    ) -> f64 {
        self.at(levels)
    }
}

fn label_counts(qid: &QuasiIdentifier) -> Vec<usize> {
    (0..=qid.hierarchy.height()).map(|level| qid.hierarchy.labels(level).len()).collect()
}

/// `-log2(f(v) / f(g))` by attribute, level and column code.
fn costs(tuples: &Tuples) -> Vec<Vec<Vec<f64>>> {
    let attributes = tuples.quasi_identifiers().len();
    let original: Vec<_> = (0..attributes).map(|attribute| frequencies(tuples, attribute, 0)).collect();
    let mut released: (usize, u8, Vec<u64>) = (usize::MAX, 0, Vec::new());
    cost_table(tuples, |attribute, qid, level, code| {
        if (released.0, released.1) != (attribute, level) {
            released = (attribute, level, frequencies(tuples, attribute, level));
        }
        let of_value = original[attribute][qid.label_code(0, code) as usize];
        let of_label = released.2[qid.label_code(level, code) as usize];
        if of_value == 0 { 0.0 } else { (of_label as f64 / of_value as f64).log2() }
    })
}

/// The sum of `-log2(f(v) / f(g))` in one attribute over `records` of each value, all at one level;
/// `original` are all records of the table with each value.
fn generalized(qid: &QuasiIdentifier, level: u8, records: &[u64], original: &[u64]) -> f64 {
    let label = |leaf: u32| qid.hierarchy.label_code(level as usize, leaf) as usize;
    let mut released = vec![0; qid.hierarchy.labels(level as usize).len()];
    (0u32..).zip(original).for_each(|(leaf, all)| released[label(leaf)] += all);
    let present = (0u32..).zip(records.iter().zip(original)).filter(|(_, (records, _))| **records > 0);
    present
        .map(|(leaf, (&records, &all))| records as f64 * (released[label(leaf)] as f64 / all as f64).log2())
        .sum()
}

/// The sum of all counts of each value.
fn sums<'a>(counts: impl IntoIterator<Item = &'a Vec<u64>>, values: usize) -> Vec<u64> {
    let mut sums = vec![0; values];
    for counts in counts {
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    sums
}

/// For each level that a class has, the records of each original value at that level.
fn values_by_level(classes: &Classes<'_>, attribute: usize) -> BTreeMap<u8, Vec<u64>> {
    let tuples = classes.tuples();
    let qid = &tuples.quasi_identifiers()[attribute];
    let mut records: BTreeMap<u8, Vec<u64>> = BTreeMap::new();
    for part in classes.parts() {
        let level = classes.all()[part.class].levels[attribute];
        let records = records.entry(level).or_insert_with(|| vec![0; qid.hierarchy.values()]);
        records[qid.label_code(0, tuples.codes(part.tuple)[attribute]) as usize] += u64::from(part.records);
    }
    records
}

/// What hiding the suppressed records among each other adds in one attribute.
fn hidden(classes: &Classes<'_>, attribute: usize) -> f64 {
    let mut counts: BTreeMap<(u8, u32), u64> = BTreeMap::new();
    for class in classes.all() {
        let label = classes.label(class, attribute);
        *counts.entry((label.level, label.label_code())).or_default() += class.size - class.kept;
    }
    bits(counts.into_values())
}

/// `sum of -c * log2(c / s)` over counts that add up to `s`.
fn bits(counts: impl IntoIterator<Item = u64>) -> f64 {
    let counts: Vec<u64> = counts.into_iter().filter(|count| *count > 0).collect();
    let all: u64 = counts.iter().sum();
    counts.iter().map(|&count| count as f64 * (all as f64 / count as f64).log2()).sum()
}

/// The sum over all records in one attribute, the suppressed ones at the root. Of a class of which
/// a part stays, every tuple counts as kept in proportion.
fn with_lost(classes: &Classes<'_>, attribute: usize, qid: &QuasiIdentifier) -> f64 {
    let tuples = classes.tuples();
    let original = frequencies(tuples, attribute, 0);
    let mut by_level: BTreeMap<u8, Vec<u64>> = BTreeMap::new();
    let mut sum = 0.0;
    for part in classes.parts() {
        let class = &classes.all()[part.class];
        let (level, code) = (class.levels[attribute], tuples.codes(part.tuple)[attribute]);
        let released = by_level.entry(level).or_insert_with(|| frequencies(tuples, attribute, level));
        let of_value = original[qid.label_code(0, code) as usize] as f64;
        let of_label = released[qid.label_code(level, code) as usize] as f64;
        let stays = class.kept as f64 / class.size as f64;
        let cost =
            stays * (of_label / of_value).log2() + (1.0 - stays) * (classes.rows() as f64 / of_value).log2();
        sum += f64::from(part.records) * cost;
    }
    sum
}

/// Records of the table by label of one attribute at a level.
fn frequencies(tuples: &Tuples, attribute: usize, level: u8) -> Vec<u64> {
    let qid = &tuples.quasi_identifiers()[attribute];
    let mut counts = vec![0; qid.hierarchy.labels(level as usize).len()];
    for tuple in 0..tuples.len() {
        let code = tuples.codes(tuple)[attribute];
        counts[qid.label_code(level, code) as usize] += u64::from(tuples.count(tuple));
    }
    counts
}
