use crate::costs::ratio;
use crate::{ClassForm, ClassSummary, Goal, Metric, MetricEntry};
use incog_card::{Card, CardAudience};
use incog_data::{Classes, Tuples};

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "class-size",
        audience: CardAudience::Product,
        summary: "average size of a class; all suppressed records together count as one class",
        reference: "LeFevre, DeWitt, Ramakrishnan, Mondrian multidimensional k-anonymity, ICDE 2006, doi:10.1109/ICDE.2006.101",
        parameters: &[],
        caveat: None,
    },
    build: |_, _| Ok(Box::new(ClassSize)),
};

/// The average equivalence class size.
///
/// `n / classes` with `n` records in the table, all suppressed ones together being one more class;
/// in 1..`n`, less is better. Normalized so that the original table is 0 and a single class is 1.
///
/// Reference: K. LeFevre, D. DeWitt and R. Ramakrishnan, "Mondrian multidimensional k-anonymity",
/// ICDE 2006, doi:10.1109/ICDE.2006.101, without its division by k (that is
/// [`crate::AverageClassSize`]); ARX's average equivalence class size.
#[derive(Debug, Clone, Copy, Default)]
pub struct ClassSize;

impl Metric for ClassSize {
    fn name(&self) -> &'static str {
        "class-size"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        let groups = classes.released().count() + usize::from(classes.suppressed() > 0);
        ratio(classes.rows() as f64, groups as f64)
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        let rows = classes.rows() as f64;
        let original = ratio(rows, classes.tuples().len() as f64);
        ratio(self.value(classes) - original, rows - original).clamp(0.0, 1.0)
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
        Some(Box::new(ClassSizeForm { rows: tuples.rows() as f64 }))
    }
}

/// `n / classes` of one table.
pub(crate) struct ClassSizeForm {
    pub(crate) rows: f64,
}

impl ClassForm for ClassSizeForm {
    fn value(&self, _levels: &[u8], classes: &mut dyn Iterator<Item = ClassSummary>) -> f64 {
        let (mut released, mut suppressed) = (0u64, false);
        for class in classes {
            released += u64::from(class.kept > 0);
            suppressed |= class.kept < class.size;
        }
        ratio(self.rows, (released + u64::from(suppressed)) as f64)
    }

    /// A released class either contains a class that is large enough already, or is made of at
    /// least `minimum_size` records from the small ones; suppressed records are one class more.
    fn lower_bound(
        &self,
        _levels: &[u8],
        minimum_size: u64,
        classes: &mut dyn Iterator<Item = ClassSummary>,
    ) -> f64 {
        let least = minimum_size.max(1);
        let (mut large, mut small, mut records_in_small) = (0u64, 0u64, 0u64);
        for class in classes.filter(|class| class.kept > 0) {
            if class.size >= least {
                large += 1;
            } else {
                small += 1;
                records_in_small += class.size;
            }
        }
        let released = large + small.min(records_in_small / least);
        ratio(self.rows, (released + 1) as f64)
    }
}
