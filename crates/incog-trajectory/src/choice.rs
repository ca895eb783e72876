//! Picking one compromise of a front.

use crate::{Compromise, Front};

/// Which compromise is released.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Choice {
    /// The least distortion.
    LeastDistortion,
    /// The least distortion with at least this privacy degree.
    Privacy(usize),
    /// The most privacy with at most this total translation distortion, in metres.
    Distortion(f64),
    /// The knee: farthest from the line between the two ends of the front, both axes scaled to its
    /// extent (Das 1999, doi:10.1007/s001580050111). Privacy counts as the risk 1/PD of picking a
    /// member of the smallest cluster: the front of PD itself is hollow and has its knee at an end.
    Knee,
}

impl Choice {
    /// The chosen compromise; `None` when none qualifies.
    pub fn select(self, front: &Front) -> Option<&Compromise> {
        let all = &front.compromises;
        match self {
            Self::LeastDistortion => all.first(),
            Self::Privacy(k) => all.iter().find(|compromise| compromise.privacy >= k),
            Self::Distortion(limit) => all.iter().rev().find(|compromise| compromise.distortion <= limit),
            Self::Knee => knee(all),
        }
    }
}

fn knee(all: &[Compromise]) -> Option<&Compromise> {
    let (first, last) = (all.first()?, all.last()?);
    let risk = |compromise: &Compromise| 1.0 / compromise.privacy.max(1) as f64;
    let privacy = (risk(first) - risk(last)).max(f64::MIN_POSITIVE);
    let utility = (first.utility - last.utility).max(f64::MIN_POSITIVE);
    // On the line between the ends the two scaled objectives sum to 1.
    let above = |compromise: &Compromise| {
        (risk(first) - risk(compromise)) / privacy + (compromise.utility - last.utility) / utility
    };
    all.iter().rev().max_by(|a, b| above(a).total_cmp(&above(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clustering;

    fn front() -> Front {
        let make = |(privacy, distortion): (usize, f64)| Compromise {
            privacy,
            distortion,
            utility: 100.0 - distortion,
            clustering: Clustering::new(Vec::new()),
        };
        let compromises = [(5, 10.0), (8, 12.0), (10, 40.0), (20, 100.0)].map(make).to_vec();
        Front { compromises, worst: 100.0 }
    }

    #[test]
    fn every_way_to_choose() {
        let front = front();
        let privacy = |choice: Choice| choice.select(&front).map(|compromise| compromise.privacy);
        assert_eq!(privacy(Choice::LeastDistortion), Some(5));
        assert_eq!(privacy(Choice::Privacy(9)), Some(10));
        assert_eq!(privacy(Choice::Privacy(21)), None);
        assert_eq!(privacy(Choice::Distortion(50.0)), Some(10));
        assert_eq!(privacy(Choice::Distortion(5.0)), None);
        assert_eq!(privacy(Choice::Knee), Some(8));
    }
}
