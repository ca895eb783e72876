//! What only those can measure who know which trajectory of the release was made of which.

use super::TrajectoryJob;
use super::caveats::MeasuredRisks;
use super::danger::{TripDanger, TripFinding};
use super::gate::dangers;
use super::insiders::{InsiderAttack, InsiderRisk};
use super::job::PromiseUnit;
use super::linkage::{LinkageRisk, attack};
use super::moved_clusters::makes_equal;
use super::own_positions::Clusters;
use super::points::Points;
use super::release_file::ReadAgain;
use super::report::ObjectFacts;
use super::sampling::Sampled;
use super::timed_track::{Timed, TrackPair};
use super::utility::{TrajectoryUtility, measure};
use incog_trajectory::CheckedRelease;
use std::collections::{BTreeMap, BTreeSet};

/// A release as read again, compared with the trajectories that it was made of.
pub struct TrackComparison<'a> {
    /// Each trajectory of the set, and what the file has of it.
    pub pairs: Vec<TrackPair<'a>>,
    /// k and delta.
    pub checked: CheckedRelease,
    /// Whose the trajectories are.
    pub objects: ObjectFacts,
    /// An attack, tried out.
    pub linkage: LinkageRisk,
    /// An attack from inside the clusters, tried out.
    pub insiders: InsiderRisk,
    /// What is lost.
    pub utility: TrajectoryUtility,
    /// Share of the published points that stand exactly where somebody was.
    pub own_positions: f64,
    /// What endangers people.
    pub dangers: Vec<TripDanger>,
    /// Moving objects whose trajectories are published.
    pub published_objects: usize,
}

impl TrackComparison<'_> {
    /// What was measured of the risks of the release.
    pub fn risks(&self) -> MeasuredRisks {
        let Self { linkage, insiders, objects, own_positions, .. } = *self;
        MeasuredRisks { linkage, insiders, objects, own_positions }
    }
}

/// What is compared.
#[derive(Clone, Copy)]
pub struct Compared<'a> {
    pub job: &'a TrajectoryJob,
    pub points: &'a Points,
    pub sampled: &'a Sampled,
    /// Writing displaces a point by this many metres at most.
    pub rounding: f64,
    pub again: &'a ReadAgain,
}

impl<'a> Compared<'a> {
    /// Compares; `members` are the trajectories of each cluster in the order of the file.
    ///
    /// # Errors
    /// What makes the file no release with such clusters.
    pub fn with(&self, members: &[Vec<usize>]) -> Result<TrackComparison<'a>, &'static str> {
        let Self { job, sampled, again, .. } = *self;
        let sizes: Vec<usize> = members.iter().map(Vec::len).collect();
        let mut checked = again.measure(&sizes)?;
        let counted = self.counted(members);
        if job.privacy.unit == PromiseUnit::Object {
            checked = checked.with_objects(&counted);
        }
        let pairs = self.pairs(members);
        let whose = |trajectory: usize| self.unit(trajectory);
        let own = self.own_points(members);
        let mut dangers = dangers(job, &sampled.set, members, again, self.rounding, whose);
        dangers.extend(self.published_place(own));
        Ok(TrackComparison {
            checked,
            objects: self.objects(members),
            insiders: self.insiders(&pairs, members),
            linkage: attack(&pairs, whose, job.search.seed),
            utility: measure(&pairs, job.search.seed),
            own_positions: own as f64 / again.points.max(1) as f64,
            dangers,
            published_objects: self.different(members.iter().flatten()).len(),
            pairs,
        })
    }

    /// How many published points stand exactly where somebody was.
    fn own_points(&self, members: &[Vec<usize>]) -> usize {
        let Self { job, sampled, again, .. } = *self;
        let unit = |trajectory: usize| self.unit(trajectory);
        let clusters = Clusters { set: &sampled.set, members, again, unit, k: job.privacy.k };
        if self.are_equal() { clusters.points_of_members() } else { clusters.unmoved_points() }
    }

    fn insiders(&self, pairs: &[TrackPair<'_>], members: &[Vec<usize>]) -> InsiderRisk {
        let radius = if self.are_equal() { 0.0 } else { self.job.privacy.delta / 2.0 - self.rounding };
        InsiderAttack { pairs, members, unit: |trajectory| self.unit(trajectory), radius }.run()
    }

    /// Whether all members of a cluster are published as one and the same track.
    fn are_equal(&self) -> bool {
        makes_equal(self.job.privacy.delta, self.rounding)
    }

    /// The danger of places that the release has of somebody, although all members of a cluster are
    /// equal.
    fn published_place(&self, points: usize) -> Option<TripDanger> {
        let found = TripDanger { finding: TripFinding::OwnPositions, trajectories: points };
        (self.are_equal() && points > 0).then_some(found)
    }

    fn object(&self, trajectory: usize) -> u32 {
        self.points.objects[self.sampled.set.source(trajectory)]
    }

    /// What k counts: the object of a trajectory, or the trajectory itself.
    fn unit(&self, trajectory: usize) -> u32 {
        if self.job.privacy.unit == PromiseUnit::Object { self.object(trajectory) } else { trajectory as u32 }
    }

    fn counted(&self, members: &[Vec<usize>]) -> Vec<Vec<u32>> {
        members.iter().map(|cluster| cluster.iter().map(|&member| self.unit(member)).collect()).collect()
    }

    /// The objects that some trajectories are of.
    fn different<'t>(&self, trajectories: impl IntoIterator<Item = &'t usize>) -> BTreeSet<u32> {
        trajectories.into_iter().map(|&trajectory| self.object(trajectory)).collect()
    }

    fn objects(&self, members: &[Vec<usize>]) -> ObjectFacts {
        let different: Vec<BTreeSet<u32>> = members.iter().map(|cluster| self.different(cluster)).collect();
        let fewest = different.iter().map(BTreeSet::len).min().unwrap_or(0);
        let mut clusters: BTreeMap<u32, usize> = BTreeMap::new();
        different.iter().flatten().for_each(|&object| *clusters.entry(object).or_default() += 1);
        ObjectFacts {
            objects: self.points.objects.iter().collect::<BTreeSet<_>>().len(),
            fewest_in_a_cluster: fewest,
            weakest_clusters: different.iter().filter(|objects| objects.len() == fewest).count(),
            clusters_below_k: different.iter().filter(|objects| objects.len() < self.job.privacy.k).count(),
            in_several_clusters: clusters.values().filter(|&&clusters| clusters > 1).count(),
        }
    }

    fn pairs(&self, members: &[Vec<usize>]) -> Vec<TrackPair<'a>> {
        let (sampled, again) = (self.sampled, self.again);
        let mut released: Vec<Option<Timed<'a>>> = vec![None; sampled.set.len()];
        let tracks = members.iter().flatten().zip(&again.tracks);
        tracks.for_each(|(&member, track)| released[member] = Some(track.timed()));
        (0..sampled.set.len()).map(|one| (sampled.timed(one), released[one])).collect()
    }
}
