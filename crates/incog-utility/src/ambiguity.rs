use crate::costs::ratio;
use crate::label_table::LabelTable;
use crate::{ClassForm, ClassSummary, Goal, Metric, MetricEntry};
use incog_card::{Card, CardAudience};
use incog_data::{Class, Classes, Tuples};

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "ambiguity",
        audience: CardAudience::Product,
        summary: "ambiguity: number of original tuples that a released record may represent",
        reference: "Goldberger, Tassa, Efficient anonymizations with enhanced utility, TDP 3(2), 2010",
        parameters: &[],
        caveat: None,
    },
    build: |_, _| Ok(Box::new(Ambiguity)),
};

/// The ambiguity of the released records.
///
/// The sum over records of the number of original value combinations that generalize to the
/// released one, the product of `|v_g|` over quasi-identifiers; a suppressed record counts all
/// combinations of the hierarchies. In `n`..`n * combinations`, less is better. As it grows
/// geometrically, it is normalized by its logarithm: `log(value / n) / log(combinations)`. Infinite
/// where there are more combinations than a 64-bit number can hold.
///
/// Reference: J. Goldberger and T. Tassa, "Efficient anonymizations with enhanced utility",
/// Transactions on Data Privacy 3, 2010, 149-175; sum instead of mean as in ARX.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ambiguity;

impl Metric for Ambiguity {
    fn name(&self) -> &'static str {
        "ambiguity"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        let kept: f64 =
            classes.released().map(|class| class.kept as f64 * combinations_below(classes, class)).sum();
        kept + times(classes.suppressed(), combinations(classes.tuples()))
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        if classes.rows() == 0 {
            return 0.0;
        }
        let mean = self.value(classes) / classes.rows() as f64;
        let sizes = classes.tuples().quasi_identifiers().iter().map(|qid| qid.hierarchy.values() as f64);
        ratio(mean.ln(), sizes.map(f64::ln).sum()).clamp(0.0, 1.0)
    }

    fn keeping_most_is_best(&self) -> bool {
        true
    }

    /// Labels stand for more values.
    fn rises_when_classes_merge(&self) -> bool {
        true
    }

    fn class_form(&self, tuples: &Tuples) -> Option<Box<dyn ClassForm>> {
        let leaves = LabelTable::new(tuples, |_, qid, level, code| f64::from(qid.leaves(level, code)));
        Some(Box::new(Form { leaves, combinations: combinations(tuples) }))
    }
}

struct Form {
    leaves: LabelTable<f64>,
    combinations: f64,
}

impl ClassForm for Form {
    fn value(&self, levels: &[u8], classes: &mut dyn Iterator<Item = ClassSummary>) -> f64 {
        let (mut kept, mut suppressed) = (0.0, 0);
        for class in classes {
            suppressed += class.size - class.kept;
            if class.kept > 0 {
                kept += class.kept as f64 * self.leaves.row(levels, class.tuple).product::<f64>();
            }
        }
        kept + times(suppressed, self.combinations)
    }

    /// What each record costs rises with the levels, and most when suppressed.
    fn lower_bound(
        &self,
        levels: &[u8],
        _minimum_size: u64,
        classes: &mut dyn Iterator<Item = ClassSummary>,
    ) -> f64 {
        classes
            .map(|class| match class.kept {
                0 => times(class.size, self.combinations),
                _ => class.size as f64 * self.leaves.row(levels, class.tuple).product::<f64>(),
            })
            .sum()
    }
}

/// The number of combinations of original values that the hierarchies allow.
fn combinations(tuples: &Tuples) -> f64 {
    tuples.quasi_identifiers().iter().map(|qid| qid.hierarchy.values() as f64).product()
}

/// The number of those below the labels of a class.
fn combinations_below(classes: &Classes<'_>, class: &Class) -> f64 {
    classes.labels(class).map(|label| f64::from(label.leaves())).product()
}

/// No records cost nothing, even where the number of combinations is beyond what 64-bit numbers
/// hold.
fn times(records: u64, combinations: f64) -> f64 {
    if records == 0 { 0.0 } else { records as f64 * combinations }
}
