//! The records of a table as searches move them.

use crate::problem::LocalProblem;

/// Records of one tuple that no model tells apart: those of one cell of sensitive values, or all of
/// a tuple where sizes alone decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Member {
    pub tuple: u32,
    /// The cell of sensitive values; 0 where sizes alone decide.
    pub cell: u32,
    pub count: u32,
}

/// All records of these tuples.
pub(crate) fn members_of(problem: &LocalProblem, tuples: impl Iterator<Item = u32>) -> Vec<Member> {
    let table = problem.tuples();
    if problem.is_size_only() {
        return tuples.map(|tuple| Member { tuple, cell: 0, count: table.count(tuple as usize) }).collect();
    }
    let of_tuple = |tuple: u32| {
        let cells = table.cells(tuple as usize).iter();
        cells.map(move |cell| Member { tuple, cell: cell.cell, count: cell.count })
    };
    tuples.flat_map(of_tuple).collect()
}

/// How many records these are.
pub(crate) fn records(members: &[Member]) -> u64 {
    members.iter().map(|member| u64::from(member.count)).sum()
}

/// Joins the entries of the same records, in ascending order.
pub(crate) fn merged(mut members: Vec<Member>) -> Vec<Member> {
    members.sort_unstable();
    members.dedup_by(|next, member| {
        let same = (next.tuple, next.cell) == (member.tuple, member.cell);
        member.count += if same { next.count } else { 0 };
        same
    });
    members.retain(|member| member.count > 0);
    members
}
