//! The compromises found so far.

use super::dominates;

/// Candidates none of which dominates another. Of candidates with equal losses the smallest is
/// kept, so that the archive does not depend on the order in which they were inserted.
#[derive(Debug, Clone)]
pub struct Archive<C, const M: usize> {
    entries: Vec<(C, [f64; M])>,
}

impl<C, const M: usize> Default for Archive<C, M> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<C: Ord + Clone, const M: usize> Archive<C, M> {
    /// Inserts the candidate when nothing in the archive dominates it, and drops what it dominates.
    /// Returns whether it was inserted.
    pub fn insert(&mut self, candidate: &C, losses: [f64; M]) -> bool {
        let better = |(known, known_losses): &(C, [f64; M])| {
            dominates(known_losses, &losses) || (*known_losses == losses && known <= candidate)
        };
        if self.entries.iter().any(better) {
            return false;
        }
        self.entries.retain(|(_, known)| !dominates(&losses, known) && *known != losses);
        self.entries.push((candidate.clone(), losses));
        true
    }

    /// The candidates with their losses, ascending by losses.
    pub fn into_sorted(mut self) -> Vec<(C, [f64; M])> {
        self.entries.sort_by(|(_, a), (_, b)| {
            let orders = a.iter().zip(b).map(|(a, b)| a.total_cmp(b));
            orders.fold(std::cmp::Ordering::Equal, |order, next| order.then(next))
        });
        self.entries
    }

    /// The candidates with their losses, in no particular order.
    pub fn entries(&self) -> &[(C, [f64; M])] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::super::non_dominated;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn holds_the_front_whatever_the_order(points in prop::collection::vec(prop::array::uniform2(0u8..6), 0..30)) {
            let points: Vec<[f64; 2]> = points.into_iter().map(|p| p.map(f64::from)).collect();
            let fill = |order: &mut dyn Iterator<Item = usize>| {
                let mut archive = Archive::default();
                order.for_each(|index| { archive.insert(&index, points[index]); });
                archive.into_sorted()
            };
            let forward = fill(&mut (0..points.len()));
            prop_assert_eq!(&forward, &fill(&mut (0..points.len()).rev()));
            let mut front: Vec<[f64; 2]> = non_dominated(&points).into_iter().map(|i| points[i]).collect();
            front.sort_by(|a, b| a[0].total_cmp(&b[0]));
            front.dedup();
            prop_assert_eq!(forward.into_iter().map(|(_, losses)| losses).collect::<Vec<_>>(), front);
        }
    }
}
