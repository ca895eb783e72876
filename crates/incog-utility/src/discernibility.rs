use crate::{ClassForm, ClassSummary, Goal, Metric, MetricEntry};
use incog_card::{Card, CardAudience};
use incog_data::{Classes, Tuples};

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "discernibility",
        audience: CardAudience::Product,
        summary: "discernibility: sum of squared class sizes, each suppressed record counts the whole table",
        reference: "Bayardo, Agrawal, Data privacy through optimal k-anonymization, ICDE 2005, doi:10.1109/ICDE.2005.42",
        parameters: &[],
        caveat: None,
    },
    build: |_, _| Ok(Box::new(Discernibility)),
};

/// The discernibility metric.
///
/// `DM = sum over released classes of size^2 + n * suppressed` with `n` records in the table: each
/// record counts the records it cannot be distinguished from, and a suppressed one counts all of
/// them. Less is better, at most `n^2`. Normalized so that the original table is 0 and `n^2` is 1.
///
/// Reference: R. Bayardo and R. Agrawal, "Data privacy through optimal k-anonymization", ICDE 2005,
/// doi:10.1109/ICDE.2005.42.
#[derive(Debug, Clone, Copy, Default)]
pub struct Discernibility;

impl Metric for Discernibility {
    fn name(&self) -> &'static str {
        "discernibility"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        let kept: f64 = classes.released().map(|class| (class.kept as f64).powi(2)).sum();
        kept + classes.suppressed() as f64 * classes.rows() as f64
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        let tuples = classes.tuples();
        let original: f64 = (0..tuples.len()).map(|tuple| f64::from(tuples.count(tuple)).powi(2)).sum();
        let most = (classes.rows() as f64).powi(2);
        if most > original {
            ((self.value(classes) - original) / (most - original)).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// A class larger than half of the table costs less when records of it are suppressed.
    fn keeping_most_is_best(&self) -> bool {
        false
    }

    /// The square of a sum is at least the sum of the squares.
    fn rises_when_classes_merge(&self) -> bool {
        true
    }

    fn class_form(&self, tuples: &Tuples) -> Option<Box<dyn ClassForm>> {
        Some(Box::new(Form { rows: tuples.rows() as f64 }))
    }
}

struct Form {
    rows: f64,
}

impl ClassForm for Form {
    fn value(&self, _levels: &[u8], classes: &mut dyn Iterator<Item = ClassSummary>) -> f64 {
        classes.map(|class| (class.kept as f64).powi(2) + (class.size - class.kept) as f64 * self.rows).sum()
    }

    /// A class of `s` records costs at least `c(s)`, the least of `kept^2 + (s - kept) * n` over
    /// what may be kept, and each of its records at least the smallest class size. Both per record
    /// rise with `s`, so a merged class costs at least the sum of its parts. A record that cannot
    /// stay costs `n`.
    fn lower_bound(
        &self,
        _levels: &[u8],
        minimum_size: u64,
        classes: &mut dyn Iterator<Item = ClassSummary>,
    ) -> f64 {
        let least = (minimum_size as f64).min(self.rows);
        classes
            .map(|class| {
                let size = class.size as f64;
                if class.kept == 0 {
                    return size * self.rows;
                }
                let kept = size.min(self.rows / 2.0);
                (kept.powi(2) + (size - kept) * self.rows).max(size * least)
            })
            .sum()
    }
}
