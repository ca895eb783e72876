//! How much the exact searches know about what a box of the lattice must lose.

/// The bounds that a search may use; each includes those before it.
///
/// Using fewer than all of them is useful only for measuring what each one saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Bounds {
    /// What the lowest corner of a box loses when nothing is suppressed.
    Generalization,
    /// In addition, the loss of the records that the highest corner of the box must suppress: every
    /// finer node must suppress them as well.
    Suppression,
    /// In addition, what the halves of the quasi-identifiers lose on their own, found by separate
    /// searches.
    #[default]
    Parts,
}
