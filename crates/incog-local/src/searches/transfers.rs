//! Moving records between classes, counted exactly: sizes alone decide here.

use super::cell_index::CellIndex;
use crate::draft::{Builder, Draft, Group};
use crate::items::Member;
use crate::problem::LocalProblem;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// Records of a tuple that are in a group.
#[derive(Debug, Clone, Copy)]
struct Holder {
    group: usize,
    count: u32,
}

/// Records of a tuple that are in a group and in the cell that is visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Held {
    group: usize,
    tuple: u32,
    count: u32,
}

/// Where records go whose group dissolves.
struct Exit {
    tuple: u32,
    count: u32,
    target: usize,
}

/// Which records are in which class. Every class has at least as many records as any must have, or
/// none.
pub(super) struct Transfers<'p> {
    problem: &'p LocalProblem,
    least: u64,
    /// Their members are not kept up to date.
    pub groups: Vec<Group>,
    holders: Vec<Vec<Holder>>,
    /// The tuples of each group, and some that have left it.
    tuples_of: Vec<Vec<u32>>,
    index: CellIndex<'p>,
    number_of_cell: HashMap<Vec<u32>, usize, FixedState>,
    /// Steps made.
    pub steps: u64,
}

/// What a group gives to a new class.
struct Gift {
    group: usize,
    /// Of these tuples, the first records.
    tuples: Vec<u32>,
    records: u64,
    /// Where the other records of the group go, if it dissolves.
    rest: Vec<Exit>,
    /// What all this saves.
    gain: i64,
}

impl<'p> Transfers<'p> {
    /// The classes of a settled draft, whose members have at least `least` records.
    pub fn new(problem: &'p LocalProblem, least: u64, draft: &Draft) -> Self {
        let mut holders: Vec<Vec<Holder>> = vec![Vec::new(); problem.counts().len()];
        for (number, group) in draft.groups.iter().enumerate() {
            for member in &group.members {
                holders[member.tuple as usize].push(Holder { group: number, count: member.count });
            }
        }
        let cells = draft.groups.iter().map(|group| group.cell.clone());
        let tuples_of =
            |group: &Group| -> Vec<u32> { group.members.iter().map(|member| member.tuple).collect() };
        Self {
            problem,
            least,
            index: CellIndex::new(problem, &draft.groups),
            number_of_cell: cells.zip(0..).collect(),
            tuples_of: draft.groups.iter().map(tuples_of).collect(),
            groups: draft.groups.clone(),
            holders,
            steps: 0,
        }
    }

    /// The tuples that have published records.
    pub fn published(&self) -> Vec<u32> {
        (0u32..).zip(&self.holders).filter(|(_, held)| !held.is_empty()).map(|(tuple, _)| tuple).collect()
    }

    /// Published records of a tuple.
    pub fn records(&self, tuple: u32) -> u64 {
        self.holders[tuple as usize].iter().map(|holder| u64::from(holder.count)).sum()
    }

    /// What the records of these tuples cost, and how many cost as much.
    pub fn prices<'a>(&'a self, tuples: &'a [u32]) -> impl Iterator<Item = (u64, u64)> + use<'a, 'p> {
        let held = tuples.iter().flat_map(|&tuple| &self.holders[tuple as usize]);
        held.map(|holder| (self.groups[holder.group].cost, u64::from(holder.count)))
    }

    /// Lets records that cost more than a cell become a class in it, or join the one there, if that
    /// saves `least_gain` or more in all; says whether.
    pub fn open(&mut self, cell: &[u32], tuples: &[u32], cost: u64, least_gain: i64) -> bool {
        let target = self.number_of_cell.get(cell).copied().filter(|&number| self.groups[number].size > 0);
        let Some(gifts) = self.gifts(tuples, cost, target, least_gain) else { return false };
        self.make(gifts, target);
        true
    }

    /// What groups give to a class in a cell, if all together save enough; `target` is the class
    /// that is there.
    fn gifts(
        &mut self,
        tuples: &[u32],
        cost: u64,
        target: Option<usize>,
        least_gain: i64,
    ) -> Option<Vec<Gift>> {
        let held_of = |&tuple: &u32| {
            let holders = self.holders[tuple as usize].iter();
            holders.map(move |&Holder { group, count }| Held { group, tuple, count })
        };
        let mut held: Vec<Held> = tuples.iter().flat_map(held_of).collect();
        self.steps += held.len() as u64;
        held.sort_unstable();
        let of_group: Vec<&[Held]> = held.chunk_by(|a, b| a.group == b.group).collect();
        let gains = |entries: &&[Held]| self.groups[entries[0].group].cost > cost;
        let (dearer, cheaper): (Vec<_>, Vec<_>) = of_group.iter().copied().partition(gains);
        let leaving: Vec<usize> = dearer.iter().map(|entries| entries[0].group).collect();
        let mut gifts: Vec<Gift> = Vec::new();
        for entries in dearer {
            gifts.extend(self.gift(entries, cost, &leaving));
        }
        let given: u64 = gifts.iter().map(|gift| gift.records).sum();
        let mut missing = if target.is_some() { 0 } else { self.least.saturating_sub(given) };
        let mut gain: i64 = gifts.iter().map(|gift| gift.gain).sum();
        if gain < least_gain || given == 0 {
            return None;
        }
        let mut cheaper = cheaper;
        cheaper
            .sort_by_key(|entries| (std::cmp::Reverse(self.groups[entries[0].group].cost), entries[0].group));
        for entries in cheaper {
            if missing == 0 || gain < least_gain {
                break;
            }
            let group = &self.groups[entries[0].group];
            let there: u64 = entries.iter().map(|entry| u64::from(entry.count)).sum();
            // A target of what dissolves may not be emptied by it, so no group gives all that it
            // has.
            let records = missing.min(there).min(group.size - self.least);
            if records > 0 {
                let loss = (cost - group.cost) as i64 * records as i64;
                gifts.push(gift(entries, records, -loss));
                (missing, gain) = (missing - records, gain - loss);
            }
        }
        (missing == 0 && gain >= least_gain).then_some(gifts)
    }

    /// The most that a group of dearer records can give.
    fn gift(&mut self, entries: &[Held], cost: u64, leaving: &[usize]) -> Option<Gift> {
        let number = entries[0].group;
        let Group { cost: present, size, .. } = self.groups[number];
        let there: u64 = entries.iter().map(|entry| u64::from(entry.count)).sum();
        let each = (present - cost) as i64;
        let spared = size - self.least;
        if there == size || there <= spared {
            return Some(gift(entries, there, each * there as i64));
        }
        let dissolved = self
            .dissolved(number, entries, leaving)
            .map(|(rest, loss)| Gift { rest, ..gift(entries, there, each * there as i64 - loss) });
        let part = (spared > 0).then(|| gift(entries, spared, each * spared as i64));
        let best = [dissolved, part].into_iter().flatten().max_by_key(|gift| gift.gain);
        best.filter(|gift| gift.gain > 0)
    }

    /// Where the records of a group go that are not among the entries, and what they lose by it.
    fn dissolved(&mut self, number: usize, entries: &[Held], leaving: &[usize]) -> Option<(Vec<Exit>, i64)> {
        let list = &mut self.tuples_of[number];
        list.sort_unstable();
        list.dedup();
        let holders = &self.holders;
        list.retain(|&tuple| holders[tuple as usize].iter().any(|held| held.group == number));
        let (mut rest, mut loss) = (Vec::new(), 0);
        for &tuple in &self.tuples_of[number] {
            if entries.binary_search_by_key(&tuple, |entry| entry.tuple).is_ok() {
                continue;
            }
            let held = self.holders[tuple as usize].iter().find(|held| held.group == number);
            let Some(&Holder { count, .. }) = held else { continue };
            let is_open =
                |group: usize| self.groups[group].size > 0 && leaving.binary_search(&group).is_err();
            let (target, cost) = self.index.cheapest_uncounted(tuple, u64::MAX, is_open, &mut self.steps)?;
            loss += (cost as i64 - self.groups[number].cost as i64) * i64::from(count);
            rest.push(Exit { tuple, count, target });
        }
        Some((rest, loss))
    }

    fn make(&mut self, gifts: Vec<Gift>, target: Option<usize>) {
        let mut moved: Vec<(u32, u32)> = Vec::new();
        for gift in gifts {
            for Exit { tuple, count, target } in gift.rest {
                self.take(gift.group, tuple, count.into());
                self.give(target, tuple, count);
            }
            let mut missing = gift.records;
            for tuple in gift.tuples {
                let count = self.take(gift.group, tuple, missing);
                missing -= u64::from(count);
                moved.push((tuple, count));
            }
        }
        let target = target.unwrap_or_else(|| self.number_of(&moved));
        for (tuple, count) in moved {
            self.give(target, tuple, count);
        }
    }

    /// The group with the lowest labels for these records, which is made where there is none.
    fn number_of(&mut self, moved: &[(u32, u32)]) -> usize {
        let members: Vec<Member> = moved
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|&(tuple, count)| Member { tuple, cell: 0, count })
            .collect();
        let group = Builder::new(self.problem).group(members);
        if let Some(&known) = self.number_of_cell.get(&group.cell) {
            return known;
        }
        let number = self.groups.len();
        self.index.insert(&group.cell, group.cost);
        self.number_of_cell.insert(group.cell.clone(), number);
        self.tuples_of.push(Vec::new());
        self.groups.push(Group { members: Vec::new(), size: 0, ..group });
        number
    }

    /// Takes at most `most` records of a tuple out of a group, and says how many.
    fn take(&mut self, group: usize, tuple: u32, most: u64) -> u32 {
        let held = &mut self.holders[tuple as usize];
        let Some(place) = held.iter().position(|holder| holder.group == group) else { return 0 };
        let count = u32::try_from(most).unwrap_or(u32::MAX).min(held[place].count);
        held[place].count -= count;
        if held[place].count == 0 {
            held.swap_remove(place);
        }
        self.groups[group].size -= u64::from(count);
        count
    }

    fn give(&mut self, group: usize, tuple: u32, count: u32) {
        if count == 0 {
            return;
        }
        let held = &mut self.holders[tuple as usize];
        match held.iter_mut().find(|holder| holder.group == group) {
            Some(holder) => holder.count += count,
            None => held.push(Holder { group, count }),
        }
        self.tuples_of[group].push(tuple);
        self.groups[group].size += u64::from(count);
    }

    /// The classes.
    pub fn into_groups(mut self) -> Vec<Group> {
        for group in &mut self.groups {
            group.members.clear();
        }
        for (tuple, held) in (0u32..).zip(&self.holders) {
            for holder in held {
                self.groups[holder.group].members.push(Member { tuple, cell: 0, count: holder.count });
            }
        }
        self.groups
    }
}

fn gift(entries: &[Held], records: u64, gain: i64) -> Gift {
    Gift {
        group: entries[0].group,
        tuples: entries.iter().map(|entry| entry.tuple).collect(),
        records,
        rest: Vec::new(),
        gain,
    }
}
