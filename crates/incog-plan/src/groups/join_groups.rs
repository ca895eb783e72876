//! Joining groups until the models hold of each.

use super::records::Records;
use crate::GroupsError;
use crate::ReleaseProblem;
use incog_data::{ClassView, Kept};
use incog_local::microaggregation::NumericPoints;
use incog_privacy::ClassModel;

/// Groups of which each meets all models: one that does not joins the one whose centroid is
/// nearest, again and again, the first such group first. What is found good is looked at again only
/// when another group has joined it, as people who are counted once may have another value in each
/// of two groups.
pub(super) fn joined(
    problem: &ReleaseProblem,
    records: &Records,
    points: &NumericPoints,
    groups: Vec<Vec<u32>>,
) -> Result<Vec<Vec<u32>>, GroupsError> {
    let mut groups: Vec<Group> = groups.into_iter().map(|members| Group::new(points, members)).collect();
    let meets = |group: &Group| {
        let cells = records.cells(&group.members);
        let view = ClassView::new(&cells);
        matches!(problem.models().retain(&view).kept, kept if kept == Kept::All || kept.count(&view) == view.size)
    };
    let mut at = 0;
    while at < groups.len() {
        if meets(&groups[at]) {
            at += 1;
            continue;
        }
        let Some(nearest) = nearest(&groups, at) else {
            let cells = records.cells(&groups[at].members);
            let view = ClassView::new(&cells);
            let fails = |model: &&dyn ClassModel| model.retain(&view).kept.count(&view) < view.size;
            let model = problem.models().iter().find(fails).map_or("all models", ClassModel::name);
            return Err(GroupsError::Together { model });
        };
        let taken = groups.remove(nearest);
        at -= usize::from(nearest < at);
        let members = [std::mem::take(&mut groups[at].members), taken.members].concat();
        groups[at] = Group::new(points, members);
    }
    Ok(groups.into_iter().map(|group| group.members).collect())
}

struct Group {
    members: Vec<u32>,
    centroid: Vec<f64>,
}

impl Group {
    fn new(points: &NumericPoints, members: Vec<u32>) -> Self {
        let centroid = points.centroid_of_records(&members);
        Self { members, centroid }
    }
}

/// The other group with the nearest centroid, the first of several.
fn nearest(groups: &[Group], of: usize) -> Option<usize> {
    let distance = |other: usize| {
        let pairs = groups[of].centroid.iter().zip(&groups[other].centroid);
        pairs.map(|(a, b)| (a - b) * (a - b)).sum::<f64>()
    };
    let others = (0..groups.len()).filter(|other| *other != of);
    others.min_by(|&a, &b| distance(a).total_cmp(&distance(b)).then(a.cmp(&b)))
}
