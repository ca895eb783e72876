//! Forming classes of records that gain from it, at the cost of the classes that they leave.

use super::cell_index::CellIndex;
use crate::cube::{CellVisitor, visit_cells};
use crate::draft::{Builder, Draft, Group};
use crate::items::Member;
use crate::meter::Meter;
use crate::problem::LocalProblem;
use crate::top_prices::TopPrices;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use incog_search::Stop;

/// Visits the cells with what records lose at present as their prices. In a cell whose dearest records cost more than it,
/// those become a class; what is missing comes from classes that can spare records, and a class that keeps too few
/// dissolves into those that have labels for what is left of it. Made only where the whole loses less.
///
/// Only for models that look at sizes alone; with others nothing changes.
pub(crate) fn cell_pass(
    builder: &mut Builder<'_>,
    draft: Draft,
    meter: &mut Meter<'_>,
) -> (Draft, Result<(), Stop>) {
    let problem = builder.problem;
    let least = problem.least_records().filter(|_| problem.is_size_only());
    let Some(least) = least else { return (draft, Ok(())) };
    let before = builder.settle(draft);
    let mut holders: Vec<Vec<Holder>> = vec![Vec::new(); problem.counts().len()];
    for (number, group) in before.groups.iter().enumerate() {
        for member in &group.members {
            holders[member.tuple as usize].push(Holder { group: number, count: member.count });
        }
    }
    let tuples: Vec<u32> =
        (0u32..).zip(&holders).filter(|(_, held)| !held.is_empty()).map(|(tuple, _)| tuple).collect();
    let mut visitor = CellPass {
        problem,
        least,
        index: CellIndex::new(problem, &before.groups),
        number_of_cell: (0..)
            .zip(&before.groups)
            .map(|(number, group)| (group.cell.clone(), number))
            .collect(),
        tuples_of: before
            .groups
            .iter()
            .map(|group| group.members.iter().map(|member| member.tuple).collect())
            .collect(),
        groups: before.groups.clone(),
        holders,
        top: TopPrices::default(),
        steps: 0,
    };
    // What was done until a limit was reached is a release, too.
    let outcome = visit_cells(problem, tuples, &mut visitor, meter);
    let outcome = outcome.and_then(|()| meter.spend(visitor.steps));
    let after =
        builder.settle(Draft { groups: visitor.into_groups(), suppressed: before.suppressed.clone() });
    let is_better = builder.loss(&after).compare(&builder.loss(&before)).is_lt();
    (if is_better { after } else { before }, outcome)
}

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

struct CellPass<'p> {
    problem: &'p LocalProblem,
    least: u64,
    /// Their members are not kept up to date.
    groups: Vec<Group>,
    holders: Vec<Vec<Holder>>,
    /// The tuples of each group, and some that have left it.
    tuples_of: Vec<Vec<u32>>,
    index: CellIndex<'p>,
    number_of_cell: HashMap<Vec<u32>, usize, FixedState>,
    top: TopPrices,
    steps: u64,
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

fn prices<'a>(
    groups: &'a [Group],
    holders: &'a [Vec<Holder>],
    tuples: &'a [u32],
) -> impl Iterator<Item = (u64, u64)> + use<'a> {
    let held = tuples.iter().flat_map(|&tuple| &holders[tuple as usize]);
    held.map(|holder| (groups[holder.group].cost, u64::from(holder.count)))
}

impl CellVisitor for CellPass<'_> {
    fn admits(&mut self, group: &[u32]) -> bool {
        let mut records = 0;
        group.iter().any(|&tuple| {
            let held = self.holders[tuple as usize].iter();
            records += held.map(|holder| u64::from(holder.count)).sum::<u64>();
            records >= self.least
        })
    }

    fn is_alive(&mut self, group: &[u32], cost: u64) -> bool {
        self.top.exceed(prices(&self.groups, &self.holders, group), self.least, cost)
    }

    fn visit(&mut self, _: &[u32], group: &[u32], cost: u64) {
        if !self.is_alive(group, cost) {
            return;
        }
        if let Some(gifts) = self.gifts(group, cost) {
            self.make(gifts);
        }
    }
}

impl CellPass<'_> {
    /// What groups give to a class in a cell, if all together save something.
    fn gifts(&mut self, tuples: &[u32], cost: u64) -> Option<Vec<Gift>> {
        let held_of = |&tuple: &u32| {
            let holders = self.holders[tuple as usize].iter();
            holders.map(move |&Holder { group, count }| Held { group, tuple, count })
        };
        let mut held: Vec<Held> = tuples.iter().flat_map(held_of).collect();
        held.sort_unstable();
        let of_group: Vec<&[Held]> = held.chunk_by(|a, b| a.group == b.group).collect();
        let gains = |entries: &&[Held]| self.groups[entries[0].group].cost > cost;
        let (dearer, cheaper): (Vec<_>, Vec<_>) = of_group.iter().copied().partition(gains);
        let leaving: Vec<usize> = dearer.iter().map(|entries| entries[0].group).collect();
        let mut gifts: Vec<Gift> = Vec::new();
        for entries in dearer {
            gifts.extend(self.gift(entries, cost, &leaving));
        }
        let mut missing = self.least.saturating_sub(gifts.iter().map(|gift| gift.records).sum());
        let mut gain: i64 = gifts.iter().map(|gift| gift.gain).sum();
        if gain <= 0 {
            return None;
        }
        let mut cheaper = cheaper;
        cheaper
            .sort_by_key(|entries| (std::cmp::Reverse(self.groups[entries[0].group].cost), entries[0].group));
        for entries in cheaper {
            if missing == 0 || gain <= 0 {
                break;
            }
            let group = &self.groups[entries[0].group];
            let there: u64 = entries.iter().map(|entry| u64::from(entry.count)).sum();
            // A target of what dissolves may not be emptied by it, so no group gives all that it has.
            let records = missing.min(there).min(group.size - self.least);
            if records > 0 {
                let loss = (cost - group.cost) as i64 * records as i64;
                gifts.push(gift(entries, records, -loss));
                (missing, gain) = (missing - records, gain - loss);
            }
        }
        (missing == 0 && gain > 0).then_some(gifts)
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

    fn make(&mut self, gifts: Vec<Gift>) {
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
        let target = self.number_of(&moved);
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

    fn into_groups(mut self) -> Vec<Group> {
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
