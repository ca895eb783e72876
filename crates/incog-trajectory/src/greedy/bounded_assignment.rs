//! Who goes to which group when every group needs a number of members.

/// A group for each trajectory, of at least `least` each, at small total cost. `columns` holds, by group and
/// then by trajectory, what the trajectory costs there. With fewer than `least` trajectories a group, the bound is
/// an equal share.
///
/// Everybody goes where it costs least. A group with too few members then offers a price that brings the
/// missing ones and nobody else; who leaves may leave another group with too few, which offers more in turn
/// (the auction of Bertsekas 1988, doi:10.1007/BF02186476, for lower bounds). When no group has too few,
/// each trajectory is within a hair of where its cost less the price is least, and only groups with no member to
/// spare offer one, so the total is within that hair a trajectory of the optimum. A hair is a thousandth of the
/// mean cost. After 2 offers a group and 64 more, what is missing is taken from groups with members to
/// spare, so the result always keeps the bound.
pub(super) fn assign(columns: &[f32], count: usize, least: usize) -> Vec<u32> {
    assign_with(columns, count, least, 2 * count + 64)
}

fn assign_with(columns: &[f32], count: usize, least: usize, offers: usize) -> Vec<u32> {
    let trajectories = columns.len() / count.max(1);
    let least = least.min(trajectories / count.max(1));
    let mut auction = Auction::open(columns, count, trajectories, least);
    for _ in 0..offers {
        let Some(group) = auction.neediest() else { return auction.own };
        auction.offer(group);
    }
    while let Some(group) = auction.neediest() {
        auction.take_from_rich(group);
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
    sizes: Vec<usize>,
    own: Vec<u32>,
    /// What each trajectory costs where it is, less the price.
    now: Vec<f32>,
    wishes: Vec<(f32, u32)>,
}

impl<'a> Auction<'a> {
    fn open(columns: &'a [f32], count: usize, trajectories: usize, least: usize) -> Self {
        let mut own = vec![0; trajectories];
        let mut now = columns[..trajectories].to_vec();
        for (group, column) in columns.chunks_exact(trajectories.max(1)).enumerate().skip(1) {
            for ((own, now), &cost) in own.iter_mut().zip(&mut now).zip(column) {
                if cost < *now {
                    (*own, *now) = (group as u32, cost);
                }
            }
        }
        let mut sizes = vec![0; count];
        own.iter().for_each(|&group| sizes[group as usize] += 1);
        let hair = 1e-3 * mean(columns);
        let prices = vec![0.0; count];
        Self { columns, trajectories, least, hair, prices, sizes, own, now, wishes: Vec::new() }
    }

    /// The smallest group with too few members.
    fn neediest(&self) -> Option<usize> {
        let smallest = (0..self.sizes.len()).min_by_key(|&group| self.sizes[group])?;
        (self.sizes[smallest] < self.least).then_some(smallest)
    }

    fn column(&self, group: usize) -> &'a [f32] {
        &self.columns[group * self.trajectories..][..self.trajectories]
    }

    /// Raises the price of a group as far as only the missing members come.
    fn offer(&mut self, group: usize) {
        let missing = self.least - self.sizes[group];
        let (column, price) = (self.column(group), self.prices[group]);
        self.wishes.clear();
        for (trajectory, (&own, &now)) in self.own.iter().zip(&self.now).enumerate() {
            if own as usize != group {
                self.wishes.push((column[trajectory] - price - now, trajectory as u32));
            }
        }
        let cheapest = |a: &(f32, u32), b: &(f32, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        let next = missing.min(self.wishes.len() - 1);
        let (_, &mut (raise, _), _) = self.wishes.select_nth_unstable_by(next, cheapest);
        let raise = raise.max(0.0) + self.hair;
        self.prices[group] += raise;
        for (own, now) in self.own.iter().zip(&mut self.now) {
            if *own as usize == group {
                *now -= raise;
            }
        }
        for at in 0..missing {
            let trajectory = self.wishes[at].1 as usize;
            self.join(trajectory, group);
            self.now[trajectory] = column[trajectory] - self.prices[group];
        }
    }

    /// Takes missing members where they cost least more, from groups that can spare them.
    fn take_from_rich(&mut self, group: usize) {
        let (column, missing) = (self.column(group), self.least - self.sizes[group]);
        self.wishes.clear();
        for (trajectory, &own) in self.own.iter().enumerate() {
            if self.sizes[own as usize] > self.least {
                let there = self.columns[own as usize * self.trajectories + trajectory];
                self.wishes.push((column[trajectory] - there, trajectory as u32));
            }
        }
        let cheapest = |a: &(f32, u32), b: &(f32, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        let count = missing.min(self.wishes.len());
        self.wishes.select_nth_unstable_by(count - 1, cheapest);
        self.wishes[..count].sort_unstable_by(cheapest);
        for at in 0..count {
            let trajectory = self.wishes[at].1 as usize;
            if self.sizes[self.own[trajectory] as usize] > self.least {
                self.join(trajectory, group);
            }
        }
    }

    fn join(&mut self, trajectory: usize, group: usize) {
        self.sizes[self.own[trajectory] as usize] -= 1;
        self.sizes[group] += 1;
        self.own[trajectory] = group as u32;
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
            // Whole costs, and seven hairs are less than 1: the optimum itself, when offers never run out.
            for offers in [0, 3, 1_000_000] {
                let groups = assign_with(&columns, count, least, offers);
                for group in 0..count {
                    prop_assert!(groups.iter().filter(|&&own| own as usize == group).count() >= least);
                }
                let found = cost(&columns, 7, groups.iter().map(|&group| group as usize));
                prop_assert!(offers < 1_000_000 || found == optimum(&columns, count, least));
            }
        }
    }
}
