//! Trajectories that make no cluster of their own join the others.

use crate::TrajectorySet;
use crate::box_tree::PlanePoints;

/// The groups when the trajectories of `rest`, and of groups with fewer than `k` different objects,
/// have joined those with the nearest mean. The poorest group is dissolved first: its members may
/// be what another one lacks. The result has no poor group unless all together are one.
pub(crate) fn join(set: &TrajectorySet, groups: Vec<Vec<u32>>, rest: Vec<u32>, k: usize) -> Vec<Vec<u32>> {
    let mut joining = Joining::new(set, groups);
    joining.place_all(rest);
    while let Some(poorest) = joining.poorest(k) {
        let members = joining.dissolve(poorest);
        joining.place_all(members);
    }
    joining.groups.into_iter().filter(|members| !members.is_empty()).collect()
}

struct Joining<'a> {
    set: &'a TrajectorySet,
    groups: Vec<Vec<u32>>,
    /// Means of the groups as they were first.
    means: Vec<PlanePoints>,
    /// Different objects of each group; none of a dissolved one.
    objects: Vec<Option<usize>>,
}

impl<'a> Joining<'a> {
    fn new(set: &'a TrajectorySet, groups: Vec<Vec<u32>>) -> Self {
        let groups = if groups.is_empty() { vec![Vec::new()] } else { groups };
        let means = groups.iter().map(|members| set.mean_place(members)).collect();
        let objects = groups.iter().map(|members| Some(set.different(members))).collect();
        Self { set, groups, means, objects }
    }

    fn place_all(&mut self, members: Vec<u32>) {
        let open: Vec<usize> =
            (0..self.groups.len()).filter(|&group| self.objects[group].is_some()).collect();
        for member in members {
            let place = self.set.place(member as usize);
            let to = |group: usize| distance(&self.means[group], &place);
            let nearest = open.iter().copied().min_by(|&a, &b| to(a).total_cmp(&to(b)));
            self.groups[nearest.unwrap_or(0)].push(member);
        }
        for group in open {
            self.objects[group] = Some(self.set.different(&self.groups[group]));
        }
    }

    /// The group with the fewest different objects, when they are too few and there is another
    /// group.
    fn poorest(&self, k: usize) -> Option<usize> {
        let open = self.objects.iter().enumerate().filter_map(|(group, objects)| Some(((*objects)?, group)));
        let (objects, group) = open.clone().min()?;
        (objects < k && open.count() > 1).then_some(group)
    }

    fn dissolve(&mut self, group: usize) -> Vec<u32> {
        self.objects[group] = None;
        std::mem::take(&mut self.groups[group])
    }
}

/// The sum over planes of the distances of two places.
pub(crate) fn distance(a: &PlanePoints, b: &PlanePoints) -> f32 {
    a.iter().zip(b).map(|(a, b)| ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt()).sum()
}
