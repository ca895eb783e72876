use crate::class_form::{Areas, area, whole_area};
use crate::costs::ratio;
use crate::{ClassForm, ClassSummary, Goal, Metric};
use incog_data::{Classes, Tuples};

/// The ambiguity of the released records.
///
/// The sum over records of the number of original value combinations that generalize to the released
/// one, the product of `|v_g|` over quasi-identifiers; a suppressed record counts all combinations
/// of the hierarchies. In `n`..`n * combinations`, less is better. As it grows geometrically, it is
/// normalized by its logarithm: `log(value / n) / log(combinations)`.
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
        let (tuples, levels) = (classes.tuples(), classes.levels());
        let kept: f64 =
            classes.released().map(|class| class.kept as f64 * area(tuples, levels, class.tuple)).sum();
        kept + times(classes.suppressed(), whole_area(tuples))
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        if classes.rows() == 0 {
            return 0.0;
        }
        let mean = self.value(classes) / classes.rows() as f64;
        let sizes = classes.tuples().quasi_identifiers().iter().map(|qid| qid.hierarchy.values() as f64);
        ratio(mean.ln(), sizes.map(f64::ln).sum()).clamp(0.0, 1.0)
    }

    fn class_form(&self, tuples: &Tuples) -> Option<Box<dyn ClassForm>> {
        Some(Box::new(Form { areas: Areas::new(tuples) }))
    }
}

struct Form {
    areas: Areas,
}

impl ClassForm for Form {
    fn value(&self, levels: &[u8], classes: &mut dyn Iterator<Item = ClassSummary>) -> f64 {
        let (mut kept, mut suppressed) = (0.0, 0);
        for class in classes {
            suppressed += class.size - class.kept;
            if class.kept > 0 {
                kept += class.kept as f64 * self.areas.of(levels, class.tuple);
            }
        }
        kept + times(suppressed, self.areas.whole)
    }

    /// What each record costs rises with the levels, and most when suppressed.
    fn lower_bound(
        &self,
        levels: &[u8],
        _minimum_size: u64,
        classes: &mut dyn Iterator<Item = ClassSummary>,
    ) -> f64 {
        classes.map(|class| class.size as f64 * self.areas.of(levels, class.tuple)).sum()
    }
}

/// No records cost nothing, even where the number of combinations is beyond what 64-bit numbers hold.
fn times(records: u64, combinations: f64) -> f64 {
    if records == 0 { 0.0 } else { records as f64 * combinations }
}
