//! What stays of each class of a node, as far as a search needs to know it.

use incog_data::{
    CellCount, ClassView, Grouper, Kept, PopulationCounts, RollUpGrouping, RolledUpTable, SmallClasses,
};
use incog_privacy::Conjunction;

/// A class of which only a part may stay.
pub(super) struct Cut {
    /// Its items in the rolled-up table.
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
    /// For each class the records that stay; empty where no class was told apart.
    pub kept: Vec<u32>,
    /// For each class whether no part of it may stay; empty where no class was told apart.
    pub is_hopeless: Vec<bool>,
    /// The items of all classes of which no part may stay; empty where the classes were told apart
    /// by their size.
    pub hopeless: Vec<u32>,
    /// Items of which a known part goes at every finer node, and how many records that is.
    pub lost: Vec<(u32, u64)>,
    /// Classes of which a part may stay; which records go is not known.
    pub partial: Vec<Cut>,
    /// Records suppressed.
    pub suppressed: u64,
    /// The fewest records that any finer node must suppress.
    pub at_least: u64,
}

/// What must go where only sizes decide, and nobody asks for the classes.
pub(super) fn cut_small(small: SmallClasses<'_>) -> Cuts {
    let (suppressed, at_least) = (small.records, small.records);
    Cuts { hopeless: small.items.to_vec(), suppressed, at_least, ..Cuts::default() }
}

/// What must go of each class of a grouping where only sizes decide.
pub(super) fn cut_by_size(classes: RollUpGrouping<'_>, models: &Conjunction) -> Cuts {
    let (minimum, sizes) = (models.minimum_size(), classes.sizes);
    let is_small = |size: u32| u64::from(size) < minimum;
    let suppressed = sizes.iter().filter(|&&size| is_small(size)).map(|&size| u64::from(size)).sum();
    Cuts {
        kept: sizes.iter().map(|&size| if is_small(size) { 0 } else { size }).collect(),
        is_hopeless: sizes.iter().map(|&size| is_small(size)).collect(),
        suppressed,
        at_least: suppressed,
        ..Cuts::default()
    }
}

/// Decides for each class of the last grouping what must go, from its histogram.
pub(super) fn cut(
    grouper: &mut Grouper,
    rolled_up: &RolledUpTable,
    models: &Conjunction,
    people: Option<&PopulationCounts>,
) -> Cuts {
    let mut cuts = Cuts::default();
    grouper.for_each_class_with_histogram(rolled_up, |items, size, histogram| {
        let whole = [CellCount { cell: 0, count: u32::try_from(size).unwrap_or(u32::MAX) }];
        let cells = if histogram.is_empty() { &whole } else { histogram };
        let class = ClassView { size, cells, population: population_of(items, rolled_up, people) };
        let retained = models.retain(&class);
        let (kept, at_most) = (retained.kept.count(&class), retained.at_most);
        cuts.suppressed += size - kept;
        cuts.at_least += size - at_most;
        cuts.kept.push(u32::try_from(kept).unwrap_or(u32::MAX));
        cuts.is_hopeless.push(at_most == 0);
        if at_most == 0 {
            cuts.hopeless.extend_from_slice(items);
        } else if let Kept::Part(part) = &retained.kept
            && models.keeps_greatest_parts()
        {
            // Nothing outside the greatest part stays in a class that is a part of this one.
            let lost = items.iter().map(|&item| (item, outside(part, rolled_up.cells(item as usize))));
            cuts.lost.extend(lost.filter(|(_, lost)| *lost > 0));
        } else if kept < size {
            cuts.partial.push(Cut { items: items.to_vec(), size, kept, at_most });
        }
    });
    cuts
}

/// How many records of an item are of cells that a part does not have.
fn outside(part: &[CellCount], cells: &[CellCount]) -> u64 {
    let outside =
        cells.iter().filter(|cell| part.binary_search_by_key(&cell.cell, |kept| kept.cell).is_err());
    outside.map(|cell| u64::from(cell.count)).sum()
}

/// The people who look like the class of some items, all of whose tuples look alike.
pub(super) fn population_of(
    items: &[u32],
    rolled_up: &RolledUpTable,
    people: Option<&PopulationCounts>,
) -> Option<u64> {
    let tuple = rolled_up.tuples()[*items.first()? as usize];
    people.map(|people| people.of_tuple[tuple as usize])
}

/// What must go at a node where some people look like no record, and a model asks that everybody
/// does: nothing can stay.
pub(super) fn cut_all(records: u64) -> Cuts {
    Cuts { suppressed: records, at_least: records, ..Cuts::default() }
}
