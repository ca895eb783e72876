//! How much the exact searches know about what a box of the lattice must lose.

/// The bounds that a search may use, each with those before it.
///
/// Less than all of them is of use only to measure what each saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Bounds {
    /// What the lowest corner of a box loses when nothing is suppressed.
    Generalization,
    /// And what the records lose that the highest corner of the box must suppress: every finer node must
    /// suppress them as well.
    Suppression,
    /// And what the halves of the quasi-identifiers lose on their own, found by searches of their own.
    #[default]
    Parts,
}
