//! How the points of clusters are moved.

/// The point of a cluster that its members move towards at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Anchor {
    /// Their mean, as in NWA and APMA.
    #[default]
    Mean,
    /// The geometric median, smoothed over the spread of the cluster (Weiszfeld's iteration).
    ///
    /// The unsmoothed median of a few points is often one of them, and would publish where that
    /// member was.
    Median,
}

/// How points are moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrajectoryReleaseOptions {
    /// Any two members are within `delta` metres of each other at every instant.
    pub delta: f64,
    /// Largest distance in metres by which writing a released point may displace it; the circle is
    /// made smaller by it, so that the guarantee holds for what is written.
    pub rounding: f64,
    /// What the members move towards.
    pub anchor: Anchor,
}

impl TrajectoryReleaseOptions {
    /// Whether delta leaves no room for a circle: all members of a cluster move to its anchor.
    pub fn makes_equal(&self) -> bool {
        self.delta / 2.0 <= self.rounding
    }
}
