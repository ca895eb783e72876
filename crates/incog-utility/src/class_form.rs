//! Metrics as functions of the sizes and labels of equivalence classes.

use incog_data::{Classes, Tuples};

/// What a [`ClassForm`] may know of an equivalence class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassSummary {
    /// Any tuple of the class; its labels at the levels in question are those of the class.
    pub tuple: u32,
    /// Records in the class.
    pub size: u64,
    /// Records of it that stay, 0..=`size`.
    pub kept: u64,
    /// Sum over the tuples of the class of their records squared; only looked at when
    /// [`ClassForm::needs_squares`] says so.
    pub squares: u64,
}

/// A metric that is minimized, prepared for one table and computed from class summaries alone, so
/// that a search which knows no more than those never builds [`Classes`].
///
/// Classes may come in any order; different orders give the same value up to rounding, so a search
/// that wants equal bits keeps its order fixed.
pub trait ClassForm: Send + Sync {
    /// The metric's value for a generalization; `classes` are all of its classes, those of which
    /// nothing stays included.
    fn value(&self, levels: &[u8], classes: &mut dyn Iterator<Item = ClassSummary>) -> f64;

    /// A lower bound for everything above a node of the lattice.
    ///
    /// `classes` are all classes at `levels`; what of them stays is not looked at. No release
    /// generalized to `levels` or coarser, whatever of it is suppressed, has a smaller value, if every
    /// class it releases has at least `minimum_size` records.
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
    for (tuple, &class) in classes.class_of_tuple().iter().enumerate() {
        squares[class as usize] += u64::from(classes.tuples().count(tuple)).pow(2);
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

/// `|v_g|` of every label, by attribute, level and column code, and the codes of all tuples: what
/// class forms need of a table.
#[derive(Debug, Clone)]
pub(crate) struct Areas {
    leaves: Vec<Vec<Vec<f64>>>,
    codes: Vec<u32>,
    /// The product of the numbers of all original values.
    pub(crate) whole: f64,
}

impl Areas {
    pub(crate) fn new(tuples: &Tuples) -> Self {
        Self {
            leaves: crate::costs::cost_table(tuples, |_, qid, level, code| {
                f64::from(qid.leaves(level, code))
            }),
            codes: (0..tuples.len()).flat_map(|tuple| tuples.codes(tuple).iter().copied()).collect(),
            whole: whole_area(tuples),
        }
    }

    /// The number of original value combinations below the labels of a tuple.
    pub(crate) fn of(&self, levels: &[u8], tuple: u32) -> f64 {
        let width = self.leaves.len();
        let codes = &self.codes[tuple as usize * width..][..width];
        let by_attribute = self.leaves.iter().zip(levels.iter().zip(codes));
        by_attribute.map(|(leaves, (&level, &code))| leaves[level as usize][code as usize]).product()
    }
}

/// The number of combinations of original values that the hierarchies allow.
pub(crate) fn whole_area(tuples: &Tuples) -> f64 {
    tuples.quasi_identifiers().iter().map(|qid| qid.hierarchy.values() as f64).product()
}

/// The number of original value combinations below the labels of a tuple at `levels`.
pub(crate) fn area(tuples: &Tuples, levels: &[u8], tuple: u32) -> f64 {
    let codes = tuples.codes(tuple as usize).iter().zip(levels);
    let by_attribute = tuples.quasi_identifiers().iter().zip(codes);
    by_attribute.map(|(qid, (&code, &level))| f64::from(qid.leaves(level, code))).product()
}
