//! What stays of each class of a node, as far as a search needs to know it.

use incog_data::{CellCount, ClassView, Ground, Grouper};
use incog_privacy::Conjunction;

/// A class of which only a part may stay.
pub(super) struct Cut {
    /// Its items in the ground.
    pub items: Vec<u32>,
    /// Records in the class.
    pub size: u64,
    /// Records that stay.
    pub kept: u64,
    /// The most records that could stay.
    pub at_most: u64,
}

/// What must go at a node.
#[derive(Default)]
pub(super) struct Cuts {
    /// For each class the records that stay.
    pub kept: Vec<u32>,
    /// For each class whether no part of it may stay.
    pub is_hopeless: Vec<bool>,
    /// Classes of which a part may stay.
    pub partial: Vec<Cut>,
    /// Records suppressed.
    pub suppressed: u64,
    /// The fewest records that any finer node must suppress.
    pub at_least: u64,
}

/// Decides for each class of the last grouping what must go. Histograms are merged only when the models read them.
pub(super) fn cut(grouper: &mut Grouper, ground: &Ground, models: &Conjunction) -> Cuts {
    let mut cuts = Cuts::default();
    if models.is_size_only() {
        let minimum = models.minimum_size();
        let sizes = grouper.grouping().sizes;
        cuts.is_hopeless.extend(sizes.iter().map(|&size| u64::from(size) < minimum));
        cuts.kept.extend(sizes.iter().map(|&size| if u64::from(size) < minimum { 0 } else { size }));
        cuts.suppressed = sizes.iter().zip(&cuts.kept).map(|(&size, &kept)| u64::from(size - kept)).sum();
        cuts.at_least = cuts.suppressed;
        return cuts;
    }
    grouper.for_each_class_with_histogram(ground, |items, size, histogram| {
        let whole = [CellCount { cell: 0, count: u32::try_from(size).unwrap_or(u32::MAX) }];
        let class = ClassView { size, cells: if histogram.is_empty() { &whole } else { histogram } };
        let retained = models.retain(&class);
        let (kept, at_most) = (retained.kept.count(&class), retained.at_most);
        cuts.suppressed += size - kept;
        cuts.at_least += size - at_most;
        cuts.kept.push(u32::try_from(kept).unwrap_or(u32::MAX));
        cuts.is_hopeless.push(at_most == 0);
        if at_most > 0 && kept < size {
            cuts.partial.push(Cut { items: items.to_vec(), size, kept, at_most });
        }
    });
    cuts
}
