//! Whether labels of several levels can be told apart.

use crate::Hierarchy;
use std::collections::HashMap;

/// What the labels of a column stand for when its records have several levels.
///
/// A reader of the release sees the texts but not the levels, so each text may stand for only one
/// set of values.
///
/// ```
/// use incog_data::{Hierarchy, LabelMeanings};
/// let rows = [["3", "3", "*"], ["31", "3", "*"], ["4", "4", "*"]];
/// let hierarchy = Hierarchy::new(rows)?;
/// let mut meanings = LabelMeanings::new(&hierarchy);
/// assert!(meanings.admit(0, 2) && meanings.admit(1, 2), "4 stands for itself at both levels");
/// assert!(meanings.admit(0, 0) && !meanings.admit(1, 0), "3 stands for itself, or for 3 and 31");
/// # Ok::<(), incog_data::HierarchyError>(())
/// ```
#[derive(Debug, Clone)]
pub struct LabelMeanings<'h> {
    hierarchy: &'h Hierarchy,
    /// For each level the first value below each label.
    first_below: Vec<Vec<u32>>,
    /// For each text, the first of the values it stands for and how many there are: since labels
    /// are nested or disjoint, that identifies the set.
    of_text: HashMap<&'h str, (u32, u32)>,
}

impl<'h> LabelMeanings<'h> {
    /// The labels of a hierarchy, none of which is used so far.
    pub fn new(hierarchy: &'h Hierarchy) -> Self {
        let first_below = |level: usize| {
            let mut first = vec![u32::MAX; hierarchy.labels(level).len()];
            for value in 0..hierarchy.values() as u32 {
                let label = &mut first[hierarchy.label_code(level, value) as usize];
                *label = (*label).min(value);
            }
            first
        };
        let first_below = (0..=hierarchy.height()).map(first_below).collect();
        Self { hierarchy, first_below, of_text: HashMap::new() }
    }

    /// Uses the label that the value with number `value` has at `level`; false when its text
    /// already stands for other values.
    pub fn admit(&mut self, level: usize, value: u32) -> bool {
        let label = self.hierarchy.label_code(level, value);
        let meaning = (self.first_below[level][label as usize], self.hierarchy.leaves(level, label));
        *self.of_text.entry(self.hierarchy.labels(level).get(label)).or_insert(meaning) == meaning
    }
}
