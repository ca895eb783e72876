//! A release while it is being made.

use crate::items::{Member, members_of, merged, records};
use crate::problem::LocalProblem;
use crate::tally::Tally;
use incog_data::{CellCount, ClassView, Kept};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Records that are published with the same labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Group {
    /// The labels.
    pub cell: Vec<u32>,
    /// What one of its records loses.
    pub cost: u64,
    pub members: Vec<Member>,
    pub size: u64,
}

/// Groups, each of which meets the models, and the other records.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Draft {
    pub groups: Vec<Group>,
    pub suppressed: Vec<Member>,
}

/// What a draft loses: a mean, compared exactly.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DraftLoss {
    pub sum: u64,
    pub records: u64,
    pub suppressed: u64,
}

impl DraftLoss {
    /// What the rest of a draft loses beside a part.
    pub fn without(&self, part: &Self) -> Self {
        Self {
            sum: self.sum - part.sum,
            records: self.records - part.records,
            suppressed: self.suppressed - part.suppressed,
        }
    }

    /// What both lose together.
    pub fn with(&self, part: &Self) -> Self {
        Self {
            sum: self.sum + part.sum,
            records: self.records + part.records,
            suppressed: self.suppressed + part.suppressed,
        }
    }

    /// The smaller mean first, then the fewer suppressed records.
    pub fn compare(&self, other: &Self) -> Ordering {
        let cross = |one: &Self, other: &Self| u128::from(one.sum) * u128::from(other.records.max(1));
        cross(self, other).cmp(&cross(other, self)).then(self.suppressed.cmp(&other.suppressed))
    }
}

/// Makes groups and asks the models about them.
pub(crate) struct Builder<'p> {
    pub problem: &'p LocalProblem,
    tally: Tally,
}

impl<'p> Builder<'p> {
    pub fn new(problem: &'p LocalProblem) -> Self {
        Self { problem, tally: Tally::new(problem.tuples()) }
    }

    /// Records by cell of sensitive values.
    pub fn cells(&mut self, members: &[Member]) -> Vec<CellCount> {
        members.iter().for_each(|member| self.tally.add(member.cell, member.count));
        self.tally.take()
    }

    /// Whether these records together meet the models; no records do.
    pub fn holds(&mut self, members: &[Member]) -> bool {
        if self.problem.is_size_only() {
            let size = records(members);
            return size == 0 || size >= self.problem.models().minimum_size();
        }
        let cells = self.cells(members);
        self.problem.models().holds(&ClassView::new(&cells))
    }

    /// The records that may stay of a class of these, those that stand first of those that are
    /// alike, and the others.
    pub fn retain(&mut self, members: Vec<Member>) -> (Vec<Member>, Vec<Member>) {
        if self.problem.is_size_only() {
            return if self.holds(&members) { (members, Vec::new()) } else { (Vec::new(), members) };
        }
        let cells = self.cells(&members);
        match self.problem.models().retain(&ClassView::new(&cells)).kept {
            Kept::All => (members, Vec::new()),
            Kept::Nothing => (Vec::new(), members),
            Kept::Part(part) => take(members, &part),
        }
    }

    /// The lowest labels that stand for all these records; there is at least one.
    pub fn cell_of(&self, members: &[Member]) -> Vec<u32> {
        let problem = self.problem;
        let lowest = |(attribute, tree): (usize, &crate::label_tree::LabelTree)| {
            let first = tree.leaf(problem.code(attribute, members[0].tuple));
            members
                .iter()
                .fold(first, |label, member| tree.join(label, problem.code(attribute, member.tuple)))
        };
        problem.trees().iter().enumerate().map(lowest).collect()
    }

    /// The group of these records with the lowest labels that they can have; there is at least one.
    pub fn group(&self, members: Vec<Member>) -> Group {
        let cell = self.cell_of(&members);
        let (cost, size) = (self.problem.cell_cost(&cell), records(&members));
        Group { cell, cost, members, size }
    }

    /// One class for each highest combination of labels that may be published, or the largest part
    /// of it that the models allow.
    pub fn most_general(&mut self) -> Draft {
        let problem = self.problem;
        let mut of_cell: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
        for tuple in 0..problem.counts().len() as u32 {
            of_cell.entry(highest_cell(problem, tuple)).or_default().push(tuple);
        }
        let mut draft = Draft::default();
        for tuples in of_cell.into_values() {
            let (kept, others) = self.retain(members_of(problem, tuples.into_iter()));
            draft.suppressed.extend(others);
            if !kept.is_empty() {
                draft.groups.push(self.group(kept));
            }
        }
        draft
    }

    /// Gives each group the lowest labels it can have, and joins those whose labels are equal. What
    /// of them the models do not allow is suppressed.
    pub fn settle(&mut self, draft: Draft) -> Draft {
        let mut of_cell: BTreeMap<Vec<u32>, Vec<Member>> = BTreeMap::new();
        for group in draft.groups.into_iter().filter(|group| !group.members.is_empty()) {
            of_cell.entry(self.cell_of(&group.members)).or_default().extend(group.members);
        }
        let mut settled = Draft { groups: Vec::new(), suppressed: draft.suppressed };
        for members in of_cell.into_values() {
            let (kept, others) = self.retain(merged(members));
            settled.suppressed.extend(others);
            if !kept.is_empty() {
                settled.groups.push(self.group(kept));
            }
        }
        settled.suppressed = merged(settled.suppressed);
        // A part may have lower labels, which may be those of another group.
        let mut cells: Vec<&Vec<u32>> = settled.groups.iter().map(|group| &group.cell).collect();
        cells.sort_unstable();
        if cells.windows(2).any(|pair| pair[0] == pair[1]) {
            return self.settle(settled);
        }
        settled.groups.sort_unstable_by(|a, b| a.cell.cmp(&b.cell));
        settled
    }

    /// What a draft loses.
    pub fn loss(&self, draft: &Draft) -> DraftLoss {
        let published: u64 = draft.groups.iter().map(|group| group.size).sum();
        let suppressed = records(&draft.suppressed);
        let sum = draft.groups.iter().map(|group| group.size * group.cost).sum();
        match self.problem.costs().suppressed {
            Some(cost) => {
                DraftLoss { sum: sum + cost * suppressed, records: published + suppressed, suppressed }
            }
            None => DraftLoss { sum, records: published, suppressed },
        }
    }

    /// Whether no more records are suppressed than allowed.
    pub fn is_allowed(&self, draft: &Draft) -> bool {
        records(&draft.suppressed) <= self.problem.suppression_limit()
    }

    /// What each tuple's records lose in a draft in the mean, rounded down.
    pub fn prices(&self, draft: &Draft) -> Vec<u64> {
        self.prices_of(draft, self.problem.order())
    }

    /// Like `prices`, in some attributes; a suppressed record loses there no more than in all
    /// together.
    pub fn prices_of(&self, draft: &Draft, attributes: &[usize]) -> Vec<u64> {
        let problem = self.problem;
        let cost = |cell: &[u32]| -> u64 {
            attributes.iter().map(|&attribute| problem.trees()[attribute].cost(cell[attribute])).sum()
        };
        let mut sums = vec![0u64; problem.counts().len()];
        let mut add =
            |member: &Member, cost: u64| sums[member.tuple as usize] += cost * u64::from(member.count);
        for group in &draft.groups {
            let cost = cost(&group.cell);
            group.members.iter().for_each(|member| add(member, cost));
        }
        let suppressed = problem.costs().suppressed.unwrap_or(problem.dearest());
        draft.suppressed.iter().for_each(|member| add(member, suppressed));
        sums.iter().zip(problem.counts()).map(|(sum, count)| sum / count).collect()
    }
}

/// The highest labels that a tuple may be published with.
pub(crate) fn highest_cell(problem: &LocalProblem, tuple: u32) -> Vec<u32> {
    let highest = |(attribute, tree): (usize, &crate::label_tree::LabelTree)| {
        tree.highest(problem.code(attribute, tuple))
    };
    problem.trees().iter().enumerate().map(highest).collect()
}

/// The first of the members that make up `part`, and the others.
pub(crate) fn take(members: Vec<Member>, part: &[CellCount]) -> (Vec<Member>, Vec<Member>) {
    let mut part = part.to_vec();
    let (mut taken, mut others) = (Vec::new(), Vec::new());
    for member in members {
        let left = part.binary_search_by_key(&member.cell, |cell| cell.cell);
        let count = left.map_or(0, |place| {
            let count = part[place].count.min(member.count);
            part[place].count -= count;
            count
        });
        for (list, count) in [(&mut taken, count), (&mut others, member.count - count)] {
            if count > 0 {
                list.push(Member { count, ..member });
            }
        }
    }
    (taken, others)
}
