//! The domain of a stated hierarchy, as far as a release shows it.

use super::{HierarchySpec, Values};
use crate::{Column, Hierarchy};
use std::collections::HashSet;

impl HierarchySpec {
    /// A stated hierarchy whose domain is what is stated, and those values that the column has
    /// beyond it of which a cell tells; `None` where that is all of it.
    ///
    /// Two kinds of values are in such a hierarchy for no other reason than that somebody has them:
    /// a missing value, and one that names a group of a tree. Behind `*`, or behind the name of its
    /// group, a cell does not say that it stands for one of them. A domain that counted it would.
    /// `levels` are those that records may be published at, and `is_cell` says whether a text is a
    /// cell of the release; where there are several levels, the name of a group is taken for the
    /// group.
    ///
    /// ```
    /// use incog_data::{ColumnBuilder, Fanout, HierarchySpec, Order, Values};
    /// let mut builder = ColumnBuilder::new("size");
    /// for size in ["small", "large", "?"] { builder.push(size); }
    /// let column = builder.finish(&["?"]);
    /// let order = Order::Given(["small", "large"].map(String::from).to_vec());
    /// let spec = HierarchySpec::Fanout(Fanout { fanout: 2, order });
    /// let hierarchy = spec.build_from(&Values::from_column(&column)).unwrap();
    /// let starred = spec.counting_what_is_shown(&hierarchy, &column, &[1], |_| true).unwrap();
    /// assert_eq!((hierarchy.domain(), starred.domain()), (3, 2));
    /// assert_eq!(spec.counting_what_is_shown(&hierarchy, &column, &[0], |_| true), None);
    /// ```
    pub fn counting_what_is_shown(
        &self,
        hierarchy: &Hierarchy,
        column: &Column,
        levels: &[usize],
        is_cell: impl Fn(&str) -> bool,
    ) -> Option<Hierarchy> {
        if !self.is_stated() {
            return None;
        }
        let stated = self.build_from(&Values::of_codes(column, |_| false)).ok()?;
        let leaves = 0..hierarchy.values() as u32;
        let (stated, beyond): (Vec<u32>, Vec<u32>) =
            leaves.partition(|&leaf| stated.find(hierarchy.label(0, leaf)).is_some());
        let labels = |leaf: u32| levels.iter().map(move |&level| hierarchy.label(level, leaf));
        let stated: HashSet<&str> = stated.into_iter().flat_map(labels).collect();
        let is_shown = |leaf: u32| labels(leaf).any(|label| !stated.contains(label) && is_cell(label));
        let hidden: Vec<u32> = beyond.into_iter().filter(|&leaf| !is_shown(leaf)).collect();
        (!hidden.is_empty()).then(|| hierarchy.without_counting(hidden))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::{ValueTree, column};
    use super::*;

    /// The domain of a tree `north = {a, b}`, `south = {c}` at these levels, of a column with these
    /// values.
    fn domain(values: &[&str], levels: &[usize], cells: &[&str]) -> usize {
        let tree = [("a", "north"), ("b", "north"), ("c", "south"), ("north", "*"), ("south", "*")];
        let spec = HierarchySpec::Tree(ValueTree::from_parents(tree).unwrap());
        let column = column(values);
        let made = spec.build_from(&Values::from_column(&column)).unwrap();
        let counted = spec.counting_what_is_shown(&made, &column, levels, |text| cells.contains(&text));
        counted.unwrap_or(made).domain()
    }

    #[test]
    fn a_missing_value_counts_where_a_cell_shows_it() {
        assert_eq!(domain(&["a", ""], &[0], &["a", ""]), 4);
        assert_eq!(domain(&["a", ""], &[1], &["north", ""]), 4);
        assert_eq!(domain(&["a", ""], &[2], &["*"]), 3);
        assert_eq!(domain(&["a", ""], &[0, 2], &["a", "*"]), 3);
        assert_eq!(domain(&["a"], &[2], &["*"]), 3);
    }

    #[test]
    fn a_value_that_names_a_group_counts_where_its_cell_is_no_group() {
        assert_eq!(domain(&["a", "north"], &[0], &["a", "north"]), 4);
        assert_eq!(domain(&["a", "north"], &[1], &["north"]), 3);
        assert_eq!(domain(&["a", "north"], &[2], &["*"]), 3);
        assert_eq!(domain(&["a", "north"], &[0, 1, 2], &["a", "north"]), 3);
    }
}
