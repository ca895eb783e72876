//! The best way to publish a few records, by trying all.

use crate::draft::{Builder, Draft, DraftLoss};
use crate::items::{Member, merged};
use crate::label_tree::CLOSED;

/// The classes of these records that lose least together with `rest`, at most `limit` of them being
/// suppressed: every set of records is tried as a class, and every partition of a set by its class
/// of the first record. `None` where nothing is allowed.
pub(super) fn best_partition(
    builder: &mut Builder<'_>,
    members: &[Member],
    limit: u64,
    rest: &DraftLoss,
) -> Option<Draft> {
    let single = |member: &Member| std::iter::repeat_n(Member { count: 1, ..*member }, member.count as usize);
    let records: Vec<Member> = members.iter().flat_map(single).collect();
    let most = usize::try_from(limit).unwrap_or(usize::MAX).min(records.len());
    let costs = class_costs(builder, &records);
    let suppressed = builder.problem.costs().suppressed.unwrap_or(0);
    let mut partitions = Partitions::new(&costs, least(builder), most, suppressed);
    let all = costs.len() - 1;
    let mut draft = |gone: usize| -> Option<Draft> {
        (partitions.best(all, gone).0 < CLOSED).then(|| drafted(builder, &records, &mut partitions, gone))
    };
    // Where suppressed records do not count, publishing nothing would lose nothing.
    let drafts: Vec<Draft> = (0..=most).filter_map(&mut draft).collect();
    let drafts = drafts.into_iter().filter(|draft| rest.with(&builder.loss(draft)).records > 0);
    drafts.min_by(|a, b| rest.with(&builder.loss(a)).compare(&rest.with(&builder.loss(b))))
}

/// The fewest records of a class.
fn least(builder: &Builder<'_>) -> u64 {
    builder.problem.models().minimum_size().max(1)
}

/// What each set of records costs as a class; [`CLOSED`] where it cannot be one.
fn class_costs(builder: &mut Builder<'_>, records: &[Member]) -> Vec<u64> {
    let problem = builder.problem;
    let attributes = problem.trees().len();
    let least = least(builder);
    // The labels of each set are those of the set without its first record, joined with that.
    let mut cells: Vec<u32> = vec![0; attributes << records.len()];
    let mut costs = vec![CLOSED; 1 << records.len()];
    for set in 1..costs.len() {
        let first = &records[set.trailing_zeros() as usize];
        let others = set & (set - 1);
        let mut cost = 0;
        for (attribute, tree) in problem.trees().iter().enumerate() {
            let code = problem.code(attribute, first.tuple);
            let below = cells[others * attributes + attribute];
            let label = if others == 0 { tree.leaf(code) } else { tree.join(below, code) };
            cells[set * attributes + attribute] = label;
            cost += tree.cost(label);
        }
        let size = u64::from(set.count_ones());
        let holds = size >= least
            && cost < CLOSED
            && (problem.is_size_only() || builder.holds(&members_of(records, set)));
        if holds {
            costs[set] = cost * size;
        }
    }
    costs
}

fn members_of(records: &[Member], set: usize) -> Vec<Member> {
    merged((0..records.len()).filter(|place| set >> place & 1 == 1).map(|place| records[place]).collect())
}

/// The best partitions of sets of records, found as they are asked for.
struct Partitions<'a> {
    costs: &'a [u64],
    least: u64,
    suppressed: u64,
    /// For each set and number of suppressed records the least cost, and the class of the first
    /// record by which it is reached; the empty class if that is suppressed.
    known: Vec<Option<(u64, usize)>>,
    most: usize,
}

impl<'a> Partitions<'a> {
    fn new(costs: &'a [u64], least: u64, most: usize, suppressed: u64) -> Self {
        let mut known = vec![None; costs.len() * (most + 1)];
        known[0] = Some((0, 0));
        Self { costs, least, suppressed, known, most }
    }

    /// The least cost of a set of which so many records are suppressed, and the class of its first
    /// record.
    fn best(&mut self, set: usize, gone: usize) -> (u64, usize) {
        let place = set * (self.most + 1) + gone;
        if let Some(known) = self.known[place] {
            return known;
        }
        let left = u64::from(set.count_ones());
        let mut best = (CLOSED, 0);
        if gone > 0 && left > 0 {
            best.0 = (self.best(set & (set - 1), gone - 1).0 + self.suppressed).min(CLOSED);
        }
        // Too few for a class: all have to be suppressed.
        if left >= self.least {
            let (first, others) = (set & set.wrapping_neg(), set & set.wrapping_sub(1));
            let mut chosen = 0;
            loop {
                let class = first | chosen;
                if self.costs[class] < best.0 {
                    let cost = self.costs[class] + self.best(set - class, gone).0;
                    if cost < best.0 {
                        best = (cost, class);
                    }
                }
                if chosen == others {
                    break;
                }
                chosen = chosen.wrapping_sub(others) & others;
            }
        }
        self.known[place] = Some(best);
        best
    }
}

fn drafted(builder: &Builder<'_>, records: &[Member], partitions: &mut Partitions<'_>, gone: usize) -> Draft {
    let mut draft = Draft::default();
    let (mut set, mut gone) = (partitions.costs.len() - 1, gone);
    while set > 0 {
        let class = partitions.best(set, gone).1;
        if class == 0 {
            let first = set & set.wrapping_neg();
            draft.suppressed.extend(members_of(records, first));
            (set, gone) = (set - first, gone - 1);
        } else {
            draft.groups.push(builder.group(members_of(records, class)));
            set -= class;
        }
    }
    draft
}
