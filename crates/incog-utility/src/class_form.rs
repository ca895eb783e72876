//! Metrics as functions of the sizes and labels of equivalence classes.

use incog_data::Classes;

/// What a [`ClassForm`] may know of an equivalence class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassSummary {
    /// Any tuple of the class; its labels at the levels in question are those of the class.
    pub tuple: u32,
    /// Records in the class.
    pub size: u64,
    /// How many of its records stay, 0..=`size`.
    pub kept: u64,
    /// Sum over the tuples of the class of the square of their number of records; used only when
    /// [`ClassForm::needs_squares`] says so.
    pub squares: u64,
}

/// A metric that is minimized, prepared for one table and computed from class summaries alone, so
/// that a search that has only those never builds [`Classes`].
///
/// Classes may come in any order; different orders give the same value up to rounding, so a search
/// that needs bit-identical results keeps its order fixed.
pub trait ClassForm: Send + Sync {
    /// The metric's value for a generalization; `classes` are all of its classes, including those
    /// of which nothing stays.
    fn value(&self, levels: &[u8], classes: &mut dyn Iterator<Item = ClassSummary>) -> f64;

    /// A lower bound for everything above a node of the lattice.
    ///
    /// `classes` are all classes at `levels`; `kept` is 0 for those of which it is known that
    /// nothing stays in any of the releases in question, and `size` for the others. No release
    /// generalized to `levels` or coarser, whatever else is suppressed in it, has a smaller value,
    /// provided that every class it releases has at least `minimum_size` records.
    fn lower_bound(
        &self,
        levels: &[u8],
        minimum_size: u64,
        classes: &mut dyn Iterator<Item = ClassSummary>,
    ) -> f64;

    /// Whether [`ClassSummary::squares`] must be filled in.
    fn needs_squares(&self) -> bool {
        false
    }
}

/// The summaries of all classes, in their order: the slow way to feed a [`ClassForm`].
pub fn class_summaries(classes: &Classes<'_>) -> Vec<ClassSummary> {
    let mut squares = vec![0; classes.all().len()];
    for part in classes.parts() {
        squares[part.class] += u64::from(part.records).pow(2);
    }
    let with_squares = classes.all().iter().zip(squares);
    with_squares
        .map(|(class, squares)| ClassSummary {
            tuple: class.tuple,
            size: class.size,
            kept: class.kept,
            squares,
        })
        .collect()
}
