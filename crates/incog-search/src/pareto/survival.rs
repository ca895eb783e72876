//! Who survives when there are too many parents and children.

use super::{contributions, crowding_distances, ranks};

/// How the last front that does not fit as a whole is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Survival {
    /// Largest crowding distance first (Deb et al. 2002, doi:10.1109/4235.996017).
    Crowding,
    /// The points with the smallest contribution to the hypervolume are removed one after the other
    /// (Beume et al. 2007, doi:10.1016/j.ejor.2006.08.008). The reference point is the worst corner
    /// of the front, moved outwards by the front's extent, so that the ends of the front stay.
    Hypervolume,
}

/// Who survived, in the order of preference, with rank and crowding distance.
pub(super) struct Survivors {
    pub indices: Vec<usize>,
    pub ranks: Vec<u32>,
    pub crowding: Vec<f64>,
}

impl Survival {
    /// The best `size` of `points`: front by front, the last one cut.
    pub(super) fn select<const M: usize>(self, points: &[[f64; M]], size: usize) -> Survivors {
        let ranks = ranks(points);
        let mut fronts: Vec<Vec<usize>> = Vec::new();
        for (index, &rank) in ranks.iter().enumerate() {
            if fronts.len() <= rank as usize {
                fronts.resize_with(rank as usize + 1, Vec::new);
            }
            fronts[rank as usize].push(index);
        }
        let mut survivors = Survivors { indices: Vec::new(), ranks: Vec::new(), crowding: Vec::new() };
        for (rank, front) in fronts.iter().enumerate() {
            let room = size - survivors.indices.len();
            if room == 0 {
                break;
            }
            let losses: Vec<[f64; M]> = front.iter().map(|&index| points[index]).collect();
            let crowding = crowding_distances(&losses);
            for position in self.cut(&losses, &crowding, room) {
                survivors.indices.push(front[position]);
                survivors.ranks.push(rank as u32);
                survivors.crowding.push(crowding[position]);
            }
        }
        survivors
    }

    /// Positions of the `room` points of a front that stay, ascending.
    fn cut<const M: usize>(self, front: &[[f64; M]], crowding: &[f64], room: usize) -> Vec<usize> {
        let mut kept: Vec<usize> = (0..front.len()).collect();
        if front.len() <= room {
            return kept;
        }
        match self {
            Self::Crowding => {
                kept.sort_by(|&a, &b| crowding[b].total_cmp(&crowding[a]).then(a.cmp(&b)));
                kept.truncate(room);
                kept.sort_unstable();
            }
            Self::Hypervolume => {
                let reference = beyond(front);
                while kept.len() > room {
                    let losses: Vec<[f64; M]> = kept.iter().map(|&index| front[index]).collect();
                    let shares = contributions(&losses, &reference);
                    let worst =
                        (0..shares.len()).min_by(|&a, &b| shares[a].total_cmp(&shares[b]).then(b.cmp(&a)));
                    kept.remove(worst.unwrap_or(0));
                }
            }
        }
        kept
    }
}

/// The worst corner of a front, pushed out by its extent.
fn beyond<const M: usize>(front: &[[f64; M]]) -> [f64; M] {
    std::array::from_fn(|objective| {
        let values = front.iter().map(|point| point[objective]);
        let (low, high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        high + (high - low).max(f64::MIN_POSITIVE)
    })
}
