//! The equivalence classes a generalization makes, and what stays of them.

use crate::membership::{LocalClass, Membership, MembershipPart};
use crate::{
    CellCount, Class, ClassLabel, ClassView, Generalization, Grouper, Kept, Levels, PopulationCounts,
    Recoding, RecodingError, RolledUpPopulation, Tuples,
};
use rayon::prelude::*;
use std::sync::Arc;

/// A table seen through a recoding: its equivalence classes, and what stays of them.
///
/// This is the plain form, made once for a release and by every oracle; searches use faster
/// representations of the same thing. Classes are ordered by their smallest tuple, and by their
/// levels where records of one tuple are in several classes.
#[derive(Debug, Clone)]
pub struct Classes<'a> {
    tuples: &'a Tuples,
    generalization: Generalization,
    membership: Membership,
    classes: Vec<Class>,
}

impl<'a> Classes<'a> {
    /// Groups all tuples by their labels at `levels`; every class stays whole. The plain way, on
    /// one thread: searches call it from many, some of which hold what others wait for.
    pub fn group(tuples: &'a Tuples, levels: &Levels) -> Self {
        let class_of_tuple = Membership::of_levels(tuples, levels);
        let mut members: Vec<Vec<u32>> = Vec::new();
        for (tuple, &class) in (0u32..).zip(&class_of_tuple) {
            if class as usize == members.len() {
                members.push(Vec::new());
            }
            members[class as usize].push(tuple);
        }
        let class = OneClass::at(tuples, levels);
        let classes = members.iter().map(|members| class.with_members(members)).collect();
        Self::of_global(tuples, levels, class_of_tuple, classes)
    }

    /// Like [`group`](Self::group), by all threads of the pool, for a table whose levels are found.
    /// Never call it while you hold a lock: a thread that waits for others does other work of
    /// theirs, which may want that lock.
    pub fn group_by_all_threads(tuples: &'a Tuples, levels: &Levels) -> Self {
        let partition = Membership::at_levels(tuples, levels);
        let (sorted, ends) = (partition.rows_by_group(), partition.ends());
        let members = |&group: &u32| {
            let start = group.checked_sub(1).map_or(0, |before| ends[before as usize]);
            &sorted[start as usize..ends[group as usize] as usize]
        };
        let mut class_of_group = vec![0; ends.len()];
        (0u32..)
            .zip(partition.by_first_row())
            .for_each(|(class, &group)| class_of_group[group as usize] = class);
        let class_of_tuple =
            partition.group_of_row.iter().map(|&group| class_of_group[group as usize]).collect();
        let class = OneClass::at(tuples, levels);
        let classes =
            partition.by_first_row().par_iter().map(|group| class.with_members(members(group))).collect();
        Self::of_global(tuples, levels, class_of_tuple, classes)
    }

    fn of_global(tuples: &'a Tuples, levels: &Levels, class_of_tuple: Vec<u32>, classes: Vec<Class>) -> Self {
        let generalization = Generalization::Global(levels.clone());
        Self { tuples, generalization, membership: Membership::Whole(class_of_tuple), classes }
    }

    /// The classes of a recoding.
    ///
    /// # Errors
    /// When the recoding was made for another table: its levels, records or classes are not those
    /// of `tuples`.
    pub fn from_recoding(tuples: &'a Tuples, recoding: &Recoding) -> Result<Self, RecodingError> {
        let classes = Self::whole(tuples, &recoding.generalization)?;
        recoding.check_retention(&classes.classes)?;
        let mut class = 0..;
        Ok(classes.retain(|_| recoding.retention.of_class(class.next().unwrap_or_default()).clone()))
    }

    /// The classes of a generalization, all of which stay whole. Like
    /// [`Classes::group_by_all_threads`] not for whoever holds a lock.
    ///
    /// # Errors
    /// When it was made for another table.
    pub fn whole(tuples: &'a Tuples, generalization: &Generalization) -> Result<Self, RecodingError> {
        match generalization {
            Generalization::Global(levels) => {
                crate::recoding::check_levels(tuples, levels)?;
                Ok(Self::group_by_all_threads(tuples, levels))
            }
            Generalization::Local(regions) => {
                let (membership, found) = Membership::of_regions(tuples, regions)?;
                Ok(Self::of_found(tuples, generalization, membership, &found))
            }
            Generalization::Grouped(groups) => {
                let (membership, found) = Membership::of_groups(tuples, groups)?;
                Ok(Self::of_found(tuples, generalization, membership, &found))
            }
        }
    }

    fn of_found(
        tuples: &'a Tuples,
        generalization: &Generalization,
        membership: Membership,
        found: &[LocalClass],
    ) -> Self {
        let class =
            |class: &LocalClass| make_class(class.tuple, Arc::new(class.levels.clone()), class.cells());
        let classes = found.iter().map(class).collect();
        Self { tuples, generalization: generalization.clone(), membership, classes }
    }

    /// Decides for every class which of its records stay.
    pub fn retain(mut self, mut decide: impl FnMut(&ClassView<'_>) -> Kept) -> Self {
        for class in &mut self.classes {
            let retention = decide(&class.view());
            class.kept = retention.count(&class.view());
            class.retention = retention;
        }
        self
    }

    /// The recoding that gives these classes.
    pub fn recoding(&self) -> Recoding {
        let retention = self.classes.iter().map(|class| class.retention.clone()).collect();
        Recoding { generalization: self.generalization.clone(), retention }
    }

    /// The tuples that were grouped.
    pub fn tuples(&self) -> &'a Tuples {
        self.tuples
    }

    /// All classes, including those of which nothing stays.
    pub fn all(&self) -> &[Class] {
        &self.classes
    }

    /// The classes of the release: those of which something stays.
    pub fn released(&self) -> impl Iterator<Item = &Class> {
        self.classes.iter().filter(|class| class.kept > 0)
    }

    /// The levels an attribute has in the release, ascending: the one level of all records, or
    /// those of the released classes.
    pub fn released_levels(&self, attribute: usize) -> Vec<u8> {
        if let Generalization::Global(levels) = &self.generalization {
            return vec![levels[attribute]];
        }
        let mut levels: Vec<u8> = self.released().map(|class| class.levels[attribute]).collect();
        levels.sort_unstable();
        levels.dedup();
        // An empty release is at the lowest level throughout.
        if levels.is_empty() { vec![0] } else { levels }
    }

    /// What a class shows of an attribute.
    pub fn label(&self, class: &Class, attribute: usize) -> ClassLabel<'a> {
        ClassLabel {
            quasi_identifier: &self.tuples.quasi_identifiers()[attribute],
            level: class.levels[attribute],
            code: self.tuples.codes(class.tuple as usize)[attribute],
        }
    }

    /// What a class shows of each attribute.
    pub fn labels(&self, class: &Class) -> impl Iterator<Item = ClassLabel<'a>> {
        let codes = self.tuples.codes(class.tuple as usize).iter().zip(class.levels.to_vec());
        let qids = self.tuples.quasi_identifiers().iter();
        qids.zip(codes).map(|(quasi_identifier, (&code, level))| ClassLabel { quasi_identifier, level, code })
    }

    /// Which records are in which class, in the order of the tuples; the records of a tuple that
    /// are in one class are one part.
    pub fn parts(&self) -> impl Iterator<Item = MembershipPart<'_>> {
        (0..self.tuples.len()).flat_map(|tuple| self.parts_of(tuple))
    }

    /// The classes that have records of one tuple.
    pub fn parts_of(&self, tuple: usize) -> impl Iterator<Item = MembershipPart<'_>> {
        self.membership.parts_of(self.tuples, tuple)
    }

    /// The class of a tuple, when all of its records are in one.
    pub fn only_class_of(&self, tuple: usize) -> Option<u32> {
        self.membership.only_class_of(tuple)
    }

    /// Records of the table.
    pub fn rows(&self) -> u64 {
        self.tuples.rows() as u64
    }

    /// Records that stay.
    pub fn kept(&self) -> u64 {
        self.classes.iter().map(|class| class.kept).sum()
    }

    /// Records that are suppressed.
    pub fn suppressed(&self) -> u64 {
        self.rows() - self.kept()
    }
}

/// Makes classes of tuples that have the same labels at some levels.
struct OneClass<'a> {
    tuples: &'a Tuples,
    levels: Arc<Levels>,
    people: Option<PopulationCounts>,
}

impl<'a> OneClass<'a> {
    fn at(tuples: &'a Tuples, levels: &Levels) -> Self {
        let people =
            RolledUpPopulation::new(tuples).map(|people| people.counts(levels, &mut Grouper::default()));
        Self { tuples, levels: Arc::new(levels.clone()), people }
    }

    fn with_members(&self, members: &[u32]) -> Class {
        let cells = members.iter().flat_map(|&tuple| self.tuples.cells(tuple as usize));
        let population = self.people.as_ref().map(|people| people.of_tuple[members[0] as usize]);
        Class { population, ..make_class(members[0], self.levels.clone(), cells.copied().collect()) }
    }
}

/// The class of these records, all of which stay.
fn make_class(tuple: u32, levels: Arc<Levels>, mut all: Vec<CellCount>) -> Class {
    all.sort_unstable();
    let of_cell = all.chunk_by(|a, b| a.cell == b.cell);
    let sum = |cells: &[CellCount]| cells.iter().map(|cell| cell.count).sum();
    let cells: Vec<CellCount> =
        of_cell.map(|cells| CellCount { cell: cells[0].cell, count: sum(cells) }).collect();
    let size = cells.iter().map(|cell| u64::from(cell.count)).sum();
    Class { tuple, levels, size, kept: size, cells, retention: Kept::All, population: None }
}
