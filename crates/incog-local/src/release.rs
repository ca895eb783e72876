//! A draft as a recoding of the table.

use crate::draft::{Draft, highest_cell};
use crate::items::Member;
use crate::problem::LocalProblem;
use incog_data::{
    CellCount, Class, Classes, Generalization, Kept, Levels, Recoding, RecodingError, Region, RegionPart,
};
use std::collections::BTreeMap;

/// Records of a tuple by cell of sensitive values, ascending.
type Cells = Vec<CellCount>;

/// What is in a cell: the records of each tuple, and all that are published, by cell of sensitive
/// values.
#[derive(Default)]
struct Content {
    of_tuple: BTreeMap<u32, BTreeMap<u32, u32>>,
    published: BTreeMap<u32, u32>,
}

/// The recoding that publishes a settled draft. Suppressed records are in regions at the highest
/// levels.
pub(crate) fn recoding(problem: &LocalProblem, draft: &Draft) -> Result<Recoding, RecodingError> {
    let contents = contents(problem, draft);
    let regions = contents.iter().map(|(cell, content)| region(problem, cell, content)).collect();
    let classes = Classes::whole(problem.tuples(), &Generalization::Local(regions))?;
    let retention = classes.all().iter().map(|class| {
        let published = contents.get(&cell_of_class(problem, class)).map(|content| &content.published);
        kept(published.map(counts).unwrap_or_default(), &class.cells)
    });
    let retention = retention.collect();
    Ok(Recoding { retention, ..classes.recoding() })
}

/// Which records are in which cell. Where sizes alone decide, the records of a tuple are handed out
/// in the order of their cells of sensitive values.
fn contents(problem: &LocalProblem, draft: &Draft) -> BTreeMap<Vec<u32>, Content> {
    let mut left: Vec<(usize, u32)> = vec![(0, 0); problem.tuples().len()];
    let mut contents: BTreeMap<Vec<u32>, Content> = BTreeMap::new();
    let published = draft
        .groups
        .iter()
        .flat_map(|group| group.members.iter().map(move |member| (Some(&group.cell), member)));
    let suppressed = draft.suppressed.iter().map(|member| (None, member));
    for (cell, member) in published.chain(suppressed) {
        let records = records_of(problem, member, &mut left);
        let key = cell.cloned().unwrap_or_else(|| highest_cell(problem, member.tuple));
        let content = contents.entry(key).or_default();
        for CellCount { cell: value, count } in records {
            *content.of_tuple.entry(member.tuple).or_default().entry(value).or_default() += count;
            if cell.is_some() {
                *content.published.entry(value).or_default() += count;
            }
        }
    }
    contents
}

/// The records of a member by cell of sensitive values; `left` says how far those of each tuple are
/// handed out.
fn records_of(problem: &LocalProblem, member: &Member, left: &mut [(usize, u32)]) -> Cells {
    if !problem.is_size_only() {
        return vec![CellCount { cell: member.cell, count: member.count }];
    }
    let cells = problem.tuples().cells(member.tuple as usize);
    let (place, used) = &mut left[member.tuple as usize];
    let (mut missing, mut records) = (member.count, Vec::new());
    while missing > 0 && *place < cells.len() {
        let count = missing.min(cells[*place].count - *used);
        if count > 0 {
            records.push(CellCount { cell: cells[*place].cell, count });
        }
        (missing, *used) = (missing - count, *used + count);
        if *used == cells[*place].count {
            (*place, *used) = (*place + 1, 0);
        }
    }
    records
}

fn counts(counts: &BTreeMap<u32, u32>) -> Cells {
    counts.iter().map(|(&cell, &count)| CellCount { cell, count }).collect()
}

fn region(problem: &LocalProblem, cell: &[u32], content: &Content) -> Region {
    let levels: Vec<u8> = problem.trees().iter().zip(cell).map(|(tree, &label)| tree.level(label)).collect();
    let part = |(&tuple, records): (&u32, &BTreeMap<u32, u32>)| {
        let cells = counts(records);
        let is_whole = cells == problem.tuples().cells(tuple as usize);
        RegionPart { tuple, cells: (!is_whole).then_some(cells) }
    };
    Region { levels: Levels::from(levels), parts: content.of_tuple.iter().map(part).collect() }
}

/// The labels that a class has.
pub(crate) fn cell_of_class(problem: &LocalProblem, class: &Class) -> Vec<u32> {
    let label = |(attribute, tree): (usize, &crate::label_tree::LabelTree)| {
        tree.at_level(class.levels[attribute], problem.code(attribute, class.tuple))
    };
    problem.trees().iter().enumerate().map(label).collect()
}

fn kept(published: Cells, all: &[CellCount]) -> Kept {
    match published {
        published if published == all => Kept::All,
        published if published.is_empty() => Kept::Nothing,
        published => Kept::Part(published),
    }
}

/// The draft that publishes the same records as a recoding, in the same classes.
pub(crate) fn draft_of(
    problem: &LocalProblem,
    recoding: &Recoding,
) -> Result<(Vec<Vec<Member>>, Vec<Member>), RecodingError> {
    let classes = Classes::from_recoding(problem.tuples(), recoding)?;
    let mut quota: Vec<BTreeMap<u32, u32>> = classes
        .all()
        .iter()
        .map(|class| class.kept_cells().iter().map(|cell| (cell.cell, cell.count)).collect())
        .collect();
    let (mut published, mut suppressed) = (vec![Vec::new(); quota.len()], Vec::new());
    for part in classes.parts() {
        let tuple = part.tuple as u32;
        for &CellCount { cell, count } in part.cells {
            let left = quota[part.class].entry(cell).or_default();
            let stays = count.min(*left);
            *left -= stays;
            let cell = if problem.is_size_only() { 0 } else { cell };
            published[part.class].push(Member { tuple, cell, count: stays });
            suppressed.push(Member { tuple, cell, count: count - stays });
        }
    }
    let published = published.into_iter().map(crate::items::merged).filter(|members| !members.is_empty());
    Ok((published.collect(), crate::items::merged(suppressed)))
}
