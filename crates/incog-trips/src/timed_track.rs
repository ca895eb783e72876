//! Tracks and when they were where.

/// A track and its first and last second.
#[derive(Debug, Clone, Copy)]
pub struct Timed<'a> {
    /// Positions in metres.
    pub positions: &'a [[f64; 2]],
    /// First and last instant.
    pub span: [f64; 2],
}

/// An original track, and what was published of it.
pub type TrackPair<'a> = (Timed<'a>, Option<Timed<'a>>);

/// The time of an instant in a span.
pub fn at(span: [f64; 2], instant: usize, instants: usize) -> f64 {
    span[0] + (span[1] - span[0]) * instant as f64 / (instants - 1).max(1) as f64
}
