//! Generalization hierarchies, checked when built.

use crate::dictionary::CodeIndex;
use crate::{Dictionary, DictionaryBuilder, ValueForm};
use thiserror::Error;

/// Why rows of labels are not a generalization hierarchy. Rows are counted from 0; code that read
/// them from a file converts them to line numbers.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HierarchyError {
    /// There is no row.
    #[error("the hierarchy has no values")]
    Empty,
    /// A row has more or fewer labels than the first one.
    #[error("row {} has {found} levels, and the first row has {expected}", row + 1)]
    Ragged {
        /// Row, from 0.
        row: usize,
        /// Its original value.
        value: String,
        /// Labels in this row.
        found: usize,
        /// Labels in the first row.
        expected: usize,
    },
    /// One original value has two different generalizations.
    #[error(
        "a value of the form {} is repeated, generalized to a label of the form {} and to one of the form {} at level {level}",
        ValueForm(.value),
        ValueForm(.first),
        ValueForm(.second)
    )]
    Contradiction {
        /// Row of the second occurrence, from 0.
        row: usize,
        /// The value.
        value: String,
        /// Lowest level where the two differ.
        level: usize,
        /// Label in the earlier row.
        first: String,
        /// Label in this row.
        second: String,
    },
    /// One label has two different parents, so the level above is not a coarsening.
    #[error(
        "a label of the form {} at level {level} is generalized to both one of the form {} and one of the form {} at level {}",
        ValueForm(.label),
        ValueForm(.first),
        ValueForm(.second),
        level + 1
    )]
    NotNested {
        /// Row of the second parent, from 0.
        row: usize,
        /// Level of the label that splits.
        level: usize,
        /// The label.
        label: String,
        /// The parent in an earlier row.
        first: String,
        /// The parent in this row.
        second: String,
    },
    /// The top level keeps values apart.
    #[error(
        "the top level has two labels, of the forms {} and {}; it must have one",
        ValueForm(.first),
        ValueForm(.second)
    )]
    ManyRoots {
        /// Row of the second root, from 0.
        row: usize,
        /// One root.
        first: String,
        /// Another.
        second: String,
    },
    /// More levels than a node of the lattice can name.
    #[error("the hierarchy has {found} levels, and at most {MOST_LEVELS} are possible")]
    TooManyLevels {
        /// Levels found.
        found: usize,
    },
}

/// A generalization hierarchy: for every original value, its label at each level. Level 0 is the
/// value itself, and the top level is one label for all.
///
/// Checked when built: it is total, every level is a coarsening of the one below, and there is one
/// root. All pruning in the searches relies on that.
///
/// ```
/// use incog_data::Hierarchy;
/// let rows = [["31", "30-39", "*"], ["35", "30-39", "*"], ["42", "40-49", "*"]];
/// let hierarchy = Hierarchy::new(rows.iter().map(|row| row.to_vec())).unwrap();
/// assert_eq!(hierarchy.height(), 2);
/// let value = hierarchy.find("35").unwrap();
/// assert_eq!(hierarchy.label(1, value), "30-39");
/// assert_eq!(hierarchy.leaves(1, hierarchy.label_code(1, value)), 2);
/// ```
#[derive(Debug, Clone)]
pub struct Hierarchy {
    levels: Vec<Level>,
    /// Finds original values among the labels of level 0.
    index: CodeIndex,
}

impl PartialEq for Hierarchy {
    fn eq(&self, other: &Self) -> bool {
        // The index follows from the levels.
        self.levels == other.levels
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Level {
    labels: Dictionary,
    of_value: Vec<u32>,
    leaves: Vec<u32>,
}

impl Hierarchy {
    /// Builds the hierarchy from one row per value, with one label per level. A row that repeats an
    /// earlier one word for word is allowed.
    pub fn new<'a, R>(rows: impl IntoIterator<Item = R>) -> Result<Self, HierarchyError>
    where
        R: AsRef<[&'a str]>,
    {
        let mut builder = Builder::default();
        for (row, labels) in rows.into_iter().enumerate() {
            builder.add(row, labels.as_ref())?;
        }
        builder.finish()
    }

    /// This hierarchy with its root as one more value, which keeps its own label at every level.
    ///
    /// ```
    /// use incog_data::Hierarchy;
    /// let hierarchy = Hierarchy::new([["31", "30-39", "*"], ["42", "40-49", "*"]])?.with_root_as_value();
    /// assert_eq!(hierarchy.label(1, hierarchy.find("*").unwrap()), "*");
    /// # Ok::<(), incog_data::HierarchyError>(())
    /// ```
    pub fn with_root_as_value(&self) -> Self {
        // Where the root is the label of a value at a lower level, it is its label at all levels
        // above, too.
        self.with_value_alone(self.root_label())
    }

    /// This hierarchy with one more value, which keeps its own label up to the root; unchanged if
    /// it has the value, or if that is a label of others.
    pub(crate) fn with_value_alone(&self, value: &str) -> Self {
        if self.find(value).is_some() {
            return self.clone();
        }
        let root = self.root_label();
        let labels = |value: u32| (0..=self.height()).map(move |level| self.label(level, value)).collect();
        let rows = (0..self.values() as u32).map(labels);
        let mut alone = vec![value; self.height()];
        alone.push(root);
        let rows = rows.chain([alone]);
        Self::new(rows.collect::<Vec<Vec<&str>>>()).unwrap_or_else(|_| self.clone())
    }

    /// This hierarchy with some original values that are no part of the domain: they have their
    /// labels, and are not counted below any.
    ///
    /// ```
    /// use incog_data::Hierarchy;
    /// let hierarchy = Hierarchy::new([["31", "*"], ["42", "*"], ["?", "*"]])?;
    /// let missing = hierarchy.find("?").unwrap();
    /// let counted = hierarchy.without_counting(vec![missing]);
    /// assert_eq!((hierarchy.domain(), counted.domain(), counted.leaves(1, 0)), (3, 2, 2));
    /// assert_eq!(counted.label(1, missing), "*");
    /// # Ok::<(), incog_data::HierarchyError>(())
    /// ```
    pub fn without_counting(&self, values: Vec<u32>) -> Self {
        let mut counted = self.clone();
        for value in values {
            // It is counted below each of its labels or below none.
            if counted.counts(value) {
                for level in &mut counted.levels {
                    level.leaves[level.of_value[value as usize] as usize] -= 1;
                }
            }
        }
        counted
    }

    /// Whether an original value is part of the domain.
    pub fn counts(&self, value: u32) -> bool {
        self.leaves(0, self.label_code(0, value)) > 0
    }

    /// How many original values are part of the domain.
    pub fn domain(&self) -> usize {
        self.leaves(self.height(), 0) as usize
    }

    /// The label of the top level, which all values have there.
    pub fn root_label(&self) -> &str {
        self.label(self.height(), 0)
    }

    /// The top level; level 0 is the original value, so there are `height() + 1` levels.
    pub fn height(&self) -> usize {
        self.levels.len() - 1
    }

    /// Number of original values, whether they occur in the data or not.
    pub fn values(&self) -> usize {
        self.levels[0].of_value.len()
    }

    /// The number by which the hierarchy knows this original value.
    pub fn find(&self, value: &str) -> Option<u32> {
        self.index.find(self.labels(0), value)
    }

    /// The label of an original value at a level.
    pub fn label(&self, level: usize, value: u32) -> &str {
        self.labels(level).get(self.label_code(level, value))
    }

    /// The number of that label among the labels of the level.
    pub fn label_code(&self, level: usize, value: u32) -> u32 {
        self.levels[level].of_value[value as usize]
    }

    /// The labels of a level.
    pub fn labels(&self, level: usize) -> &Dictionary {
        &self.levels[level].labels
    }

    /// `|v_g|`: how many original values of the domain stand below a label.
    pub fn leaves(&self, level: usize, label: u32) -> u32 {
        self.levels[level].leaves[label as usize]
    }
}

/// Most levels, the original values included: a node of the lattice names a level in a byte.
pub(crate) const MOST_LEVELS: usize = 255;

#[derive(Default)]
struct Builder {
    labels: Vec<DictionaryBuilder>,
    /// For each level and label the label above it.
    parents: Vec<Vec<u32>>,
    /// The labels of the row before.
    codes: Vec<u32>,
}

impl Builder {
    fn add(&mut self, row: usize, labels: &[&str]) -> Result<(), HierarchyError> {
        let Some(&value) = labels.first() else { return Err(HierarchyError::Empty) };
        if row == 0 {
            if labels.len() > MOST_LEVELS {
                return Err(HierarchyError::TooManyLevels { found: labels.len() });
            }
            self.labels.resize_with(labels.len(), DictionaryBuilder::default);
            self.parents.resize_with(labels.len() - 1, Vec::new);
            self.codes.resize(labels.len(), 0);
        }
        if labels.len() != self.labels.len() {
            let (found, expected) = (labels.len(), self.labels.len());
            return Err(HierarchyError::Ragged { row, value: value.into(), found, expected });
        }
        if self.is_repeated(row, labels)? {
            return Ok(());
        }
        for (code, (level, label)) in self.codes.iter_mut().zip(self.labels.iter_mut().zip(labels)) {
            // Rows of one group mostly follow each other.
            let same = (*code as usize) < level.len() && level.get(*code) == *label;
            *code = if same { *code } else { level.insert(label) };
        }
        for level in 0..self.parents.len() {
            self.link(row, level, self.codes[level], self.codes[level + 1])?;
        }
        match self.labels.last() {
            Some(top) if top.len() > 1 => {
                Err(HierarchyError::ManyRoots { row, first: top.get(0).into(), second: top.get(1).into() })
            }
            _ => Ok(()),
        }
    }

    fn is_repeated(&self, row: usize, labels: &[&str]) -> Result<bool, HierarchyError> {
        let Some(mut code) = self.labels[0].find(labels[0]) else { return Ok(false) };
        for level in 1..labels.len() {
            code = self.parents[level - 1][code as usize];
            let first = self.labels[level].get(code);
            if first != labels[level] {
                return Err(HierarchyError::Contradiction {
                    row,
                    value: labels[0].into(),
                    level,
                    first: first.into(),
                    second: labels[level].into(),
                });
            }
        }
        Ok(true)
    }

    fn link(&mut self, row: usize, level: usize, child: u32, parent: u32) -> Result<(), HierarchyError> {
        let parents = &mut self.parents[level];
        match parents.get(child as usize) {
            None => parents.push(parent),
            Some(&known) if known == parent => {}
            Some(&known) => {
                return Err(HierarchyError::NotNested {
                    row,
                    level,
                    label: self.labels[level].get(child).into(),
                    first: self.labels[level + 1].get(known).into(),
                    second: self.labels[level + 1].get(parent).into(),
                });
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Hierarchy, HierarchyError> {
        let Some(values) = self.labels.first().map(|bottom| bottom.len() as u32) else {
            return Err(HierarchyError::Empty);
        };
        let mut of_value: Vec<u32> = (0..values).collect();
        let mut levels = Vec::with_capacity(self.labels.len());
        let mut value_index = None;
        for (level, labels) in self.labels.into_iter().enumerate() {
            if level > 0 {
                let parents = &self.parents[level - 1];
                of_value.iter_mut().for_each(|code| *code = parents[*code as usize]);
            }
            let (labels, index) = labels.finish_with_index();
            value_index.get_or_insert(index);
            let mut leaves = vec![0; labels.len()];
            of_value.iter().for_each(|&label| leaves[label as usize] += 1);
            levels.push(Level { labels, of_value: of_value.clone(), leaves });
        }
        Ok(Hierarchy { levels, index: value_index.unwrap_or_default() })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn build(rows: &[&[&str]]) -> Result<Hierarchy, HierarchyError> {
        Hierarchy::new(rows.iter().map(|row| row.to_vec()))
    }

    #[test]
    fn refuses_what_is_no_hierarchy() {
        assert_eq!(build(&[]), Err(HierarchyError::Empty));
        let ragged = build(&[&["a", "*"], &["b", "x", "*"]]);
        assert!(matches!(ragged, Err(HierarchyError::Ragged { row: 1, found: 3, expected: 2, .. })));
        let twice = build(&[&["a", "x", "*"], &["b", "y", "*"], &["a", "y", "*"]]);
        assert!(matches!(twice, Err(HierarchyError::Contradiction { row: 2, level: 1, .. })));
        let split = build(&[&["a", "x", "p", "*"], &["b", "x", "q", "*"]]);
        assert!(matches!(split, Err(HierarchyError::NotNested { row: 1, level: 1, .. })));
        let roots = build(&[&["a", "x"], &["b", "y"]]);
        assert!(matches!(roots, Err(HierarchyError::ManyRoots { row: 1, .. })));
    }

    #[test]
    fn counts_leaves_and_allows_repeated_rows() {
        let h = build(&[&["a", "x", "*"], &["b", "x", "*"], &["c", "y", "*"], &["a", "x", "*"]]).unwrap();
        assert_eq!((h.values(), h.leaves(1, 0), h.leaves(2, 0)), (3, 2, 3));
    }
}
