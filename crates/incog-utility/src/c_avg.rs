use crate::class_size::ClassSizeForm;
use crate::{ClassForm, ClassSize, ClassSummary, Goal, Metric, MetricEntry};
use incog_card::{Card, CardAudience};
use incog_data::{Classes, Tuples};

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "c-avg",
        audience: CardAudience::Product,
        summary: "normalized average class size C_AVG: records / (classes k)",
        reference: "LeFevre, DeWitt, Ramakrishnan, Mondrian multidimensional k-anonymity, ICDE 2006, doi:10.1109/ICDE.2006.101",
        parameters: &[],
        caveat: None,
    },
    build: |_, k| Ok(Box::new(AverageClassSize { k })),
};

/// The average class size in units of `k`, `C_AVG`.
///
/// `n / (classes * k)`, all suppressed records together being one more class; 1 is the best that
/// k-anonymity allows, less is better. Normalized as [`ClassSize`].
///
/// Reference: K. LeFevre, D. DeWitt and R. Ramakrishnan, "Mondrian multidimensional k-anonymity",
/// ICDE 2006, doi:10.1109/ICDE.2006.101; CPGEN, eq. 6.
#[derive(Debug, Clone, Copy)]
pub struct AverageClassSize {
    /// The k that the release has to satisfy, at least 1; 0 is read as 1.
    pub k: u64,
}

impl Metric for AverageClassSize {
    fn name(&self) -> &'static str {
        "c-avg"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        ClassSize.value(classes) / self.k.max(1) as f64
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        ClassSize.normalized(classes)
    }

    /// All suppressed records together are one more class, which makes the average smaller.
    fn keeping_most_is_best(&self) -> bool {
        false
    }

    /// There are fewer classes.
    fn rises_when_classes_merge(&self) -> bool {
        true
    }

    fn class_form(&self, tuples: &Tuples) -> Option<Box<dyn ClassForm>> {
        let class_size = ClassSizeForm { rows: tuples.rows() as f64 };
        Some(Box::new(Form { class_size, k: self.k.max(1) as f64 }))
    }
}

struct Form {
    class_size: ClassSizeForm,
    k: f64,
}

impl ClassForm for Form {
    fn value(&self, levels: &[u8], classes: &mut dyn Iterator<Item = ClassSummary>) -> f64 {
        self.class_size.value(levels, classes) / self.k
    }

    fn lower_bound(
        &self,
        levels: &[u8],
        minimum_size: u64,
        classes: &mut dyn Iterator<Item = ClassSummary>,
    ) -> f64 {
        self.class_size.lower_bound(levels, minimum_size, classes) / self.k
    }
}
