//! What a release changed.

/// Shift of published points, in metres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Shift {
    /// Points compared.
    pub points: usize,
    /// Sum over points: the total translation distortion.
    pub total: f64,
    /// Largest of them.
    pub max: f64,
}

impl Shift {
    /// Mean shift of a point, 0 without points.
    pub fn mean(&self) -> f64 {
        if self.points == 0 { 0.0 } else { self.total / self.points as f64 }
    }
}

/// Shift between pairs of original and released tracks.
pub fn shift<'a>(pairs: impl IntoIterator<Item = (&'a [[f64; 2]], &'a [[f64; 2]])>) -> Shift {
    let mut result = Shift::default();
    for (original, released) in pairs {
        for (&a, &b) in original.iter().zip(released) {
            let distance = crate::trajectory_set::euclidean(a, b);
            result.points += 1;
            result.total += distance;
            result.max = result.max.max(distance);
        }
    }
    result
}
