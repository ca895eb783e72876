//! Grouping the items of a rolled-up table at a coarser node: the innermost loop of every search.

use super::RolledUpTable;
use super::histogram::Histogram;
use super::key::{Joint, Key, LabelledNode, LookUp, PreviousClasses, Word, joints};
use super::members::Members;
use super::numbering::{Numbers, Slots};
use super::tally::Tally;
use crate::{CellCount, LabelTables, Levels};

/// Buffers for grouping, kept between nodes so that nothing is allocated in the hot path.
#[derive(Debug, Default)]
pub struct Grouper {
    class_of_item: Vec<u32>,
    sizes: Vec<u32>,
    representatives: Vec<u32>,
    slots: Slots,
    look_up: LookUp,
    tally: Tally,
    previous: Vec<u32>,
    members: Members,
    histogram: Histogram,
}

/// The equivalence classes of one node, in order of their smallest item.
#[derive(Debug, Clone, Copy)]
pub struct RollUpGrouping<'a> {
    /// The class of each item.
    pub class_of_item: &'a [u32],
    /// Records of each class.
    pub sizes: &'a [u32],
    /// The smallest item of each class.
    pub representatives: &'a [u32],
}

/// What is in classes of fewer records than asked for.
#[derive(Debug, Clone, Copy)]
pub struct SmallClasses<'a> {
    /// The items, in no order.
    pub items: &'a [u32],
    /// Their records.
    pub records: u64,
}

impl Grouper {
    /// Groups the items of `rolled_up` by their labels at `levels`, which must not be finer than
    /// the rolled-up table anywhere.
    ///
    /// The labels of an item are packed into one key. When 64 bits do not hold the labels of all
    /// attributes, the items are grouped by those that fit, and the numbers of these groups take
    /// their place in the next key.
    pub fn group(
        &mut self,
        rolled_up: &RolledUpTable,
        tables: &LabelTables,
        levels: &Levels,
    ) -> RollUpGrouping<'_> {
        let node = LabelledNode { tables, levels };
        let joints = joints(rolled_up, tables, levels);
        joints.iter().enumerate().for_each(|(index, joint)| self.number(rolled_up, joint, node, index == 0));
        self.grouping()
    }

    /// Finds the items in classes of fewer than `minimum` records, for much less than
    /// [`Self::group`] takes: classes get neither numbers nor an order.
    ///
    /// The classes grouped last are lost.
    pub fn small_classes(
        &mut self,
        rolled_up: &RolledUpTable,
        tables: &LabelTables,
        levels: &Levels,
        minimum: u64,
    ) -> SmallClasses<'_> {
        let node = LabelledNode { tables, levels };
        let mut joints = joints(rolled_up, tables, levels);
        let last = joints.pop();
        joints.iter().enumerate().for_each(|(index, joint)| self.number(rolled_up, joint, node, index == 0));
        let previous = match joints.len() {
            0 => PreviousClasses::ONE,
            _ => PreviousClasses { of_item: &self.class_of_item, count: self.sizes.len() as u64 },
        };
        let columns = last.as_ref().map_or(&[][..], |joint| &joint.columns);
        let space = last.as_ref().map_or(1, |joint| joint.width).saturating_mul(previous.count);
        let room = &mut self.look_up;
        if u32::try_from(space).is_ok() {
            let key = Key::<u32>::new(columns, rolled_up, node, previous, u32::tables(room));
            return self.tally.small(&key, space, rolled_up.counts(), minimum);
        }
        let key = Key::<u64>::new(columns, rolled_up, node, previous, u64::tables(room));
        self.tally.small_wide(&key, rolled_up.counts(), minimum)
    }

    /// The classes grouped last.
    pub fn grouping(&self) -> RollUpGrouping<'_> {
        RollUpGrouping {
            class_of_item: &self.class_of_item,
            sizes: &self.sizes,
            representatives: &self.representatives,
        }
    }

    /// Numbers the keys of a joint in order of first appearance and counts their records.
    fn number(
        &mut self,
        rolled_up: &RolledUpTable,
        joint: &Joint<'_>,
        node: LabelledNode<'_>,
        is_first: bool,
    ) {
        std::mem::swap(&mut self.previous, &mut self.class_of_item);
        let previous = match is_first {
            true => PreviousClasses::ONE,
            false => PreviousClasses { of_item: &self.previous, count: self.sizes.len() as u64 },
        };
        let space = joint.width.saturating_mul(previous.count);
        let numbers = Numbers::start(
            &mut self.class_of_item,
            &mut self.sizes,
            &mut self.representatives,
            rolled_up.counts(),
        );
        if u32::try_from(space).is_ok() {
            let key =
                Key::<u32>::new(&joint.columns, rolled_up, node, previous, u32::tables(&mut self.look_up));
            numbers.narrow(&key, space, &mut self.slots);
        } else {
            let key =
                Key::<u64>::new(&joint.columns, rolled_up, node, previous, u64::tables(&mut self.look_up));
            numbers.wide(&key, &mut self.slots);
        }
    }

    /// Calls `visit` with the number of records and the items of each class of the last grouping,
    /// in the order of the classes.
    pub fn for_each_class(&mut self, mut visit: impl FnMut(u64, &[u32])) {
        self.members.sort(&self.class_of_item, self.sizes.len());
        for (class, &size) in self.sizes.iter().enumerate() {
            visit(u64::from(size), self.members.of_class(class));
        }
    }

    /// Calls `visit` with the items, the number of records and the histogram over cells of each
    /// class of the last grouping; the histogram is empty when the table has no sensitive
    /// attribute.
    pub fn for_each_class_with_histogram(
        &mut self,
        rolled_up: &RolledUpTable,
        mut visit: impl FnMut(&[u32], u64, &[CellCount]),
    ) {
        let mut histogram = std::mem::take(&mut self.histogram);
        self.for_each_class(|size, items| visit(items, size, histogram.count(rolled_up, items)));
        self.histogram = histogram;
    }
}
