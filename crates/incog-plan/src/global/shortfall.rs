//! How far a class is from meeting the privacy models.

use incog_data::ClassView;
use incog_privacy::{Conjunction, Direction};

/// By how much the class's measures miss what is required, added up over the models; a model with a
/// minimum (k, l, m) misses by a share of that minimum. 0 only when the class meets all models.
pub(super) fn shortfall(models: &Conjunction, class: &ClassView<'_>) -> f64 {
    if models.holds(class) {
        return 0.0;
    }
    let shortfalls = models.iter().map(|model| {
        let (required, measure) = (model.required(), model.measure(class));
        match model.direction() {
            Direction::AtLeast => ((required - measure) / required.max(f64::MIN_POSITIVE)).max(0.0),
            Direction::AtMost | Direction::Below => (measure - required).max(0.0),
        }
    });
    shortfalls.sum::<f64>().clamp(f64::MIN_POSITIVE, f64::MAX / 4.0)
}
