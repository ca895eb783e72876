//! What of each class of a node stays, as far as a search needs to know it.

use incog_data::{CellCount, ClassView, Ground, Grouper};
use incog_privacy::Conjunction;

/// A class of which something must go.
pub(super) struct Cut {
    /// Its items in the ground.
    pub items: Vec<u32>,
    /// Records in the class.
    pub size: u64,
    /// Records that stay.
    pub kept: u64,
    /// Records that could stay at the most.
    pub at_most: u64,
}

/// What must go at a node.
#[derive(Default)]
pub(super) struct Cuts {
    /// Classes that may not stay at all, item by item.
    pub whole: Vec<u32>,
    /// Classes of which a part may stay.
    pub partial: Vec<Cut>,
    /// Records suppressed.
    pub suppressed: u64,
    /// Records that any finer node must suppress at least.
    pub at_least: u64,
}

/// Decides for each class grouped last what must go. Histograms are merged only when the models
/// read them.
pub(super) fn cut(grouper: &mut Grouper, ground: &Ground, models: &Conjunction, limit: u64) -> Cuts {
    if models.is_size_only() {
        return cut_small(grouper, models.minimum_size(), limit);
    }
    let mut cuts = Cuts::default();
    grouper.for_each_class_with_histogram(ground, |items, size, histogram| {
        let whole = [CellCount { cell: 0, count: u32::try_from(size).unwrap_or(u32::MAX) }];
        let class = ClassView { size, cells: if histogram.is_empty() { &whole } else { histogram } };
        let retained = models.retain(&class);
        let kept = retained.kept.count(&class);
        cuts.suppressed += size - kept;
        cuts.at_least += size - retained.at_most;
        if retained.at_most == 0 {
            cuts.whole.extend_from_slice(items);
        } else if kept < size {
            cuts.partial.push(Cut { items: items.to_vec(), size, kept, at_most: retained.at_most });
        }
    });
    cuts
}

fn cut_small(grouper: &Grouper, minimum: u64, limit: u64) -> Cuts {
    let classes = grouper.grouping();
    let is_small = |size: u32| u64::from(size) < minimum;
    let suppressed = classes.sizes.iter().filter(|&&size| is_small(size)).map(|&size| u64::from(size)).sum();
    // Nothing more is asked about a node that suppresses too much.
    let whole = if suppressed > limit || suppressed == 0 {
        Vec::new()
    } else {
        (0u32..)
            .zip(classes.class_of_item)
            .filter(|&(_, &class)| is_small(classes.sizes[class as usize]))
            .map(|(item, _)| item)
            .collect()
    };
    Cuts { whole, partial: Vec::new(), suppressed, at_least: suppressed }
}
