//! Which group each trajectory goes to when every group needs a number of members.

/// A group for each trajectory, of at least `least` different objects each, at small total cost.
/// `columns` holds, by group and then by trajectory, what the trajectory costs there; `objects` the
/// object of each trajectory, or nothing where each has its own. With fewer than `least`
/// trajectories per group, the bound is an equal share.
///
/// Every trajectory goes where it costs least. A group with too few objects then offers a price
/// that brings the missing ones and nobody else; who leaves may leave another group with too few,
/// which offers more in turn (the auction of Bertsekas 1988, doi:10.1007/BF02186476, for lower
/// bounds). When no group has too few, each trajectory is within a hair of where its cost less the
/// price is least, and only groups with no member to spare offer one, so the total is within one
/// hair per trajectory of the optimum. A hair is a thousandth of the mean cost. After 2 offers per
/// group and 64 more, what is missing is taken from groups with members to spare. So the result
/// always keeps the bound where each trajectory has its own object; where objects have several, a
/// group may stay below it.
pub(super) fn assign(columns: &[f32], count: usize, least: usize, objects: &[u32]) -> Vec<u32> {
    assign_with(columns, count, least, objects, 2 * count + 64)
}

fn assign_with(columns: &[f32], count: usize, least: usize, objects: &[u32], offers: usize) -> Vec<u32> {
    let trajectories = columns.len() / count.max(1);
    let least = least.min(trajectories / count.max(1));
    let mut auction = Auction::open(columns, count, least, objects);
    for _ in 0..offers {
        let Some(group) = auction.neediest() else { return auction.own };
        if !auction.offer(group) {
            break;
        }
    }
    while let Some(group) = auction.neediest() {
        if !auction.take_from_rich(group) {
            break;
        }
    }
    auction.own
}

struct Auction<'a> {
    columns: &'a [f32],
    trajectories: usize,
    least: usize,
    /// What an offer adds so that prices always rise.
    hair: f32,
    prices: Vec<f32>,
    /// Different objects by group.
    sizes: Vec<usize>,
    own: Vec<u32>,
    /// What each trajectory costs where it is, less the price.
    now: Vec<f32>,
    wishes: Vec<(f32, u32)>,
    /// The object of each trajectory; empty where each has its own.
    objects: &'a [u32],
    different: usize,
    /// By group, then by object: its trajectories there.
    of_object: Vec<u32>,
}

impl<'a> Auction<'a> {
    fn open(columns: &'a [f32], count: usize, least: usize, objects: &'a [u32]) -> Self {
        let trajectories = columns.len() / count.max(1);
        let mut own = vec![0; trajectories];
        let mut now = columns[..trajectories].to_vec();
        for (group, column) in columns.chunks_exact(trajectories.max(1)).enumerate().skip(1) {
            for ((own, now), &cost) in own.iter_mut().zip(&mut now).zip(column) {
                if cost < *now {
                    (*own, *now) = (group as u32, cost);
                }
            }
        }
        let hair = 1e-3 * mean(columns);
        let (prices, sizes, wishes) = (vec![0.0; count], vec![0; count], Vec::new());
        let different = objects.iter().max().map_or(0, |&most| most as usize + 1);
        let of_object = vec![0; count * different];
        let members = own.clone();
        let mut auction = Self {
            columns,
            trajectories,
            least,
            hair,
            prices,
            sizes,
            own,
            now,
            wishes,
            objects,
            different,
            of_object,
        };
        members.iter().enumerate().for_each(|(trajectory, &group)| auction.enter(trajectory, group as usize));
        auction
    }

    /// The group with the fewest objects, when they are too few.
    fn neediest(&self) -> Option<usize> {
        let smallest = (0..self.sizes.len()).min_by_key(|&group| self.sizes[group])?;
        (self.sizes[smallest] < self.least).then_some(smallest)
    }

    fn column(&self, group: usize) -> &'a [f32] {
        &self.columns[group * self.trajectories..][..self.trajectories]
    }

    /// Where the trajectories of a trajectory's object are counted for a group; `None` where each
    /// has its own.
    fn place(&self, trajectory: usize, group: usize) -> Option<usize> {
        let object = *self.objects.get(trajectory)?;
        Some(group * self.different + object as usize)
    }

    /// Whether a group would have an object more with a trajectory that it does not have.
    fn lacks(&self, group: usize, trajectory: usize) -> bool {
        self.place(trajectory, group).is_none_or(|place| self.of_object[place] == 0)
    }

    /// Whether the group of a trajectory keeps its bound, or all of its objects, without it.
    fn is_spare(&self, trajectory: usize) -> bool {
        let group = self.own[trajectory] as usize;
        let is_double = self.place(trajectory, group).is_some_and(|place| self.of_object[place] > 1);
        is_double || self.sizes[group] > self.least
    }

    /// Raises the price of a group as far as only the missing objects come, or says that none can.
    fn offer(&mut self, group: usize) -> bool {
        let missing = self.least - self.sizes[group];
        let (column, price) = (self.column(group), self.prices[group]);
        self.wishes.clear();
        for (trajectory, (&own, &now)) in self.own.iter().zip(&self.now).enumerate() {
            if own as usize != group && self.lacks(group, trajectory) {
                self.wishes.push((column[trajectory] - price - now, trajectory as u32));
            }
        }
        if self.wishes.is_empty() {
            return false;
        }
        let next = self.sort_wishes(missing);
        let raise = self.wishes[next].0.max(0.0) + self.hair;
        self.prices[group] += raise;
        for (own, now) in self.own.iter().zip(&mut self.now) {
            if *own as usize == group {
                *now -= raise;
            }
        }
        for at in 0..missing.min(self.wishes.len()) {
            let trajectory = self.wishes[at].1 as usize;
            self.join(trajectory, group);
            self.now[trajectory] = column[trajectory] - self.prices[group];
        }
        true
    }

    /// Puts the cheapest wishes first, one per object, and returns the one that comes after the
    /// missing ones.
    fn sort_wishes(&mut self, missing: usize) -> usize {
        let cheapest = |a: &(f32, u32), b: &(f32, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        if self.objects.is_empty() {
            let next = missing.min(self.wishes.len() - 1);
            self.wishes.select_nth_unstable_by(next, cheapest);
            return next;
        }
        self.wishes.sort_unstable_by(cheapest);
        let mut has = vec![false; self.different];
        let objects = self.objects;
        self.wishes.retain(|&(_, trajectory)| {
            !std::mem::replace(&mut has[objects[trajectory as usize] as usize], true)
        });
        missing.min(self.wishes.len() - 1)
    }

    /// Takes missing objects where they cost least more, from groups that can spare them; whether
    /// there were any.
    fn take_from_rich(&mut self, group: usize) -> bool {
        let (column, missing) = (self.column(group), self.least - self.sizes[group]);
        self.wishes.clear();
        for (trajectory, &own) in self.own.iter().enumerate() {
            if own as usize != group && self.is_spare(trajectory) && self.lacks(group, trajectory) {
                let there = self.columns[own as usize * self.trajectories + trajectory];
                self.wishes.push((column[trajectory] - there, trajectory as u32));
            }
        }
        let before = self.sizes[group];
        let cheapest = |a: &(f32, u32), b: &(f32, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        self.wishes.sort_unstable_by(cheapest);
        for at in 0..self.wishes.len() {
            let trajectory = self.wishes[at].1 as usize;
            if self.sizes[group] - before == missing {
                break;
            }
            if self.is_spare(trajectory) && self.lacks(group, trajectory) {
                self.join(trajectory, group);
            }
        }
        self.sizes[group] > before
    }

    fn join(&mut self, trajectory: usize, group: usize) {
        let own = self.own[trajectory] as usize;
        let left = self.place(trajectory, own).map(|place| &mut self.of_object[place]);
        let is_gone = left.is_none_or(|count| {
            *count -= 1;
            *count == 0
        });
        self.sizes[own] -= usize::from(is_gone);
        self.own[trajectory] = group as u32;
        self.enter(trajectory, group);
    }

    /// Counts a trajectory as a member of a group.
    fn enter(&mut self, trajectory: usize, group: usize) {
        let there = self.place(trajectory, group).map(|place| &mut self.of_object[place]);
        let is_new = there.is_none_or(|count| {
            *count += 1;
            *count == 1
        });
        self.sizes[group] += usize::from(is_new);
    }
}

fn mean(values: &[f32]) -> f32 {
    (values.iter().map(|&value| f64::from(value)).sum::<f64>() / values.len().max(1) as f64) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The least cost of all assignments that keep the bound.
    fn optimum(columns: &[f32], count: usize, least: usize) -> f32 {
        let trajectories = columns.len() / count;
        let mut best = f32::INFINITY;
        for code in 0..count.pow(trajectories as u32) {
            let groups: Vec<usize> =
                (0..trajectories).map(|at| code / count.pow(at as u32) % count).collect();
            if (0..count).all(|group| groups.iter().filter(|&&g| g == group).count() >= least) {
                best = best.min(cost(columns, trajectories, groups.into_iter()));
            }
        }
        best
    }

    fn cost(columns: &[f32], trajectories: usize, groups: impl Iterator<Item = usize>) -> f32 {
        groups.enumerate().map(|(trajectory, group)| columns[group * trajectories + trajectory]).sum()
    }

    proptest! {
        #[test]
        fn keeps_the_bound_at_the_least_cost(
            costs in prop::collection::vec(0u8..100, 21),
            count in 1usize..4,
            least in 0usize..3,
        ) {
            let columns: Vec<f32> = costs[..7 * count].iter().map(|&cost| f32::from(cost)).collect();
            // Whole costs, and seven hairs are less than 1: the optimum itself, when offers never
            // run out.
            for offers in [0, 3, 1_000_000] {
                let groups = assign_with(&columns, count, least, &[], offers);
                for group in 0..count {
                    prop_assert!(groups.iter().filter(|&&own| own as usize == group).count() >= least);
                }
                let found = cost(&columns, 7, groups.iter().map(|&group| group as usize));
                prop_assert!(offers < 1_000_000 || found == optimum(&columns, count, least));
            }
        }
    }
}
