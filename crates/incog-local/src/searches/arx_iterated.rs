//! `arx-iterated`: one node of the lattice after the other, each for what the ones before did not
//! publish.

use super::leftovers::{place_leftovers, pool};
use super::local_search::{LocalSearch, Procedure};
use crate::draft::{Builder, Draft};
use crate::items::{Member, members_of, merged, records};
use crate::problem::LocalProblem;
use crate::work_budget::WorkBudget;
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};
use incog_request::cards;
use incog_search::{Lattice, Node, Stop, Stream};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Of the table, what each node publishes at least, if anything does: one part in so many.
const PARTS: u64 = 100;

pub(super) static ARX_ITERATED: LocalSearch = LocalSearch {
    card: &cards::local::ARX_ITERATED,
    procedure: Procedure::Makes(|builder, _, work| arx_iterated(builder, work)),
};

/// Recodes all records by the node that publishes at least a hundredth of the table for the least
/// sum of costs, suppressed records costing nothing; then what it suppressed in the same way, again
/// and again until nothing more can be published. These are the settings of ARX's window (100
/// iterations, weight 0 on suppression). What is left in the end joins classes where that costs
/// least, or is suppressed where that is allowed and costs less.
fn arx_iterated(builder: &mut Builder<'_>, work: &mut WorkBudget<'_>) -> (Draft, Result<(), Stop>) {
    let problem = builder.problem;
    let wanted = problem.counts().iter().sum::<u64>().div_ceil(PARTS);
    let mut left = members_of(problem, 0..problem.counts().len() as u32);
    let mut draft = Draft::default();
    let full_domain = FullDomain::new(problem);
    let mut outcome = Ok(());
    while outcome.is_ok() {
        let groups = match full_domain.cheapest(builder, &left, wanted, work) {
            Ok(groups) => groups,
            Err(stop) => {
                outcome = Err(stop);
                break;
            }
        };
        let before = draft.groups.len();
        let mut rest = Vec::new();
        for members in groups {
            let (kept, others) = builder.retain(members);
            rest.extend(others);
            if !kept.is_empty() {
                draft.groups.push(builder.group(kept));
            }
        }
        left = merged(rest);
        if draft.groups.len() == before {
            break;
        }
    }
    let mut draft = builder.settle(draft);
    left.append(&mut draft.suppressed);
    let left = merged(left);
    match outcome.and_then(|()| place_leftovers(builder, draft.clone(), left.clone(), work)) {
        Ok(draft) => (draft, Ok(())),
        Err(stop) => {
            pool(builder, &mut draft, left);
            (builder.settle(draft), Err(stop))
        }
    }
}

/// Nodes of the lattice, and what they publish.
struct FullDomain<'p> {
    problem: &'p LocalProblem,
    lattice: Lattice,
    /// A random number for each label, by attribute: labels of a tuple are told apart by the sum.
    marks: Vec<Vec<u64>>,
}

/// What a node publishes, compared by what that costs, then by how much it is.
type Worth = (u64, Reverse<u64>);

impl<'p> FullDomain<'p> {
    fn new(problem: &'p LocalProblem) -> Self {
        let qids = problem.tuples().quasi_identifiers();
        let lowest: Vec<u8> = qids.iter().map(|qid| qid.min_level).collect();
        let highest: Vec<u8> = qids.iter().map(|qid| qid.max_level).collect();
        let mut stream = Stream::new(0, 0);
        let trees = problem.trees().iter();
        let marks = trees.map(|tree| (0..tree.len()).map(|_| stream.bits()).collect()).collect();
        Self { problem, lattice: Lattice { lowest: lowest.into(), highest: highest.into() }, marks }
    }

    /// The members by their labels at the node that publishes `wanted` records for least; as many
    /// as the highest node can where those are fewer.
    ///
    /// Best first from the lowest node: whatever a node publishes costs at least what the `wanted`
    /// cheapest records cost there, and more above.
    fn cheapest(
        &self,
        builder: &mut Builder<'_>,
        left: &[Member],
        wanted: u64,
        work: &mut WorkBudget<'_>,
    ) -> Result<Vec<Vec<Member>>, Stop> {
        let highest = self.lattice.highest.clone();
        let (sum, Reverse(possible)) = self.worth(builder, left, &highest);
        let wanted = wanted.min(possible);
        if wanted == 0 {
            return Ok(self.groups(left, &highest));
        }
        let mut best = ((sum, Reverse(possible)), highest);
        let lowest = self.lattice.lowest.clone();
        let mut open = BinaryHeap::from([Reverse((self.least_sum(left, &lowest, wanted), lowest))]);
        let mut seen: HashSet<Node, FixedState> = HashSet::default();
        while let Some(Reverse((least, node))) = open.pop() {
            if least > best.0.0 {
                break;
            }
            work.spend(2 * left.len() as u64)?;
            let worth = self.worth(builder, left, &node);
            if worth.1.0 >= wanted && (worth, &node) < (best.0, &best.1) {
                best = (worth, node.clone());
            }
            for next in self.lattice.successors(&node) {
                if seen.insert(next.clone()) {
                    let least = self.least_sum(left, &next, wanted);
                    if least <= best.0.0 {
                        open.push(Reverse((least, next)));
                    }
                }
            }
        }
        Ok(self.groups(left, &best.1))
    }

    fn cost(&self, tuple: u32, node: &Node) -> u64 {
        let of_attribute = |(attribute, tree): (usize, &crate::label_tree::LabelTree)| {
            tree.cost(tree.at_level(node[attribute], self.problem.code(attribute, tuple)))
        };
        self.problem.trees().iter().enumerate().map(of_attribute).sum()
    }

    fn least_sum(&self, left: &[Member], node: &Node, wanted: u64) -> u64 {
        let mut costs: Vec<(u64, u32)> =
            left.iter().map(|member| (self.cost(member.tuple, node), member.count)).collect();
        let most = usize::try_from(wanted).unwrap_or(usize::MAX);
        if most > 0 && most < costs.len() {
            costs.select_nth_unstable(most - 1);
            costs.truncate(most);
        }
        costs.sort_unstable();
        let (mut missing, mut sum) = (wanted, 0);
        for (cost, count) in costs {
            let taken = missing.min(count.into());
            sum += cost * taken;
            missing -= taken;
        }
        sum
    }

    fn mark(&self, tuple: u32, node: &Node) -> u64 {
        let of_attribute = |(attribute, tree): (usize, &crate::label_tree::LabelTree)| {
            self.marks[attribute]
                [tree.at_level(node[attribute], self.problem.code(attribute, tuple)) as usize]
        };
        self.problem.trees().iter().enumerate().map(of_attribute).fold(0, u64::wrapping_add)
    }

    fn worth(&self, builder: &mut Builder<'_>, left: &[Member], node: &Node) -> Worth {
        if !self.problem.is_size_only() {
            let (mut sum, mut published) = (0, 0);
            for members in self.groups(left, node) {
                let cost = self.cost(members[0].tuple, node);
                let kept = records(&builder.retain(members).0);
                (sum, published) = (sum + cost * kept, published + kept);
            }
            return (sum, Reverse(published));
        }
        let mut sizes: HashMap<u64, (u64, u32), FixedState> = HashMap::default();
        for member in left {
            let size = sizes.entry(self.mark(member.tuple, node)).or_insert((0, member.tuple));
            size.0 += u64::from(member.count);
        }
        let least = self.problem.models().minimum_size();
        let published = sizes.values().filter(|(size, _)| *size >= least);
        let (sum, records) = published.fold((0, 0), |(sum, records), &(size, tuple)| {
            (sum + size * self.cost(tuple, node), records + size)
        });
        (sum, Reverse(records))
    }

    /// The members by their labels at a node, in the order of the tuples.
    fn groups(&self, left: &[Member], node: &Node) -> Vec<Vec<Member>> {
        let mut place_of: HashMap<u64, usize, FixedState> = HashMap::default();
        let mut groups: Vec<Vec<Member>> = Vec::new();
        for member in left {
            let place = *place_of.entry(self.mark(member.tuple, node)).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Vec::new());
            }
            groups[place].push(*member);
        }
        groups
    }
}
