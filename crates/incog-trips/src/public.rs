//! The report of trajectories that travels with a release.
//!
//! It follows the rule of all public reports (docs/security.md): nothing in it follows from a
//! trajectory that was left out, but how many there are. Figures that compare published
//! trajectories with their originals are means or shares over all of them and told with two digits;
//! of its work the search tells a power of ten, and nothing on the way.

use super::TrajectoryJob;
use super::caveats::{MeasuredRisks, caveats};
use super::comparison::TrackComparison;
use super::insiders::InsiderRisk;
use super::linkage::LinkageRisk;
use super::report::{
    FileOfPoints, FrontPoint, KDelta, ObjectFacts, PrivacyOfTrajectories, SearchOfClusters, TrajectoryReport,
};
use super::sampling::SamplingFacts;
use super::timed_track::TrackPair;
use super::utility::{RangeQueryError, TrajectoryUtility, measure};
use incog_card::is_planted;
use incog_report::{Audience, seconds_upwards, significant, work_upwards};
use std::path::{Path, PathBuf};

/// Significant digits of what is told coarsely.
const DIGITS: usize = 2;

/// Less than this is noise of the computer's numbers, which follows from where metres are counted
/// from.
const LEAST: f64 = 1e-6;

pub(super) fn coarse(figure: f64) -> f64 {
    if figure.abs() < LEAST { 0.0 } else { significant(figure, DIGITS) }
}

impl TrajectoryReport {
    /// The public report of a release of which the internal one and the trajectories are at hand.
    pub(super) fn public(&self, comparison: &TrackComparison<'_>) -> Self {
        let pairs = comparison.pairs.iter().filter(|(_, released)| released.is_some());
        let utility = measure(&pairs.copied().collect::<Vec<TrackPair<'_>>>(), self.search.seed);
        let utility = TrajectoryUtility { trash_share: self.utility.trash_share, ..utility };
        self.told(utility, comparison.published_objects)
    }

    /// The public report with given figures of use, and the number of objects whose trajectories
    /// are published.
    pub(super) fn told(&self, utility: TrajectoryUtility, objects: usize) -> Self {
        let LinkageRisk { success, before, any_trip, five_points, .. } = self.linkage;
        let linkage = LinkageRisk {
            success: coarse(success * if is_planted("half the linkage in the report") { 0.5 } else { 1.0 }),
            before: coarse(before),
            any_trip: coarse(any_trip),
            five_points: coarse(five_points),
            ..self.linkage
        };
        let privacy: Vec<PrivacyOfTrajectories> = self.privacy.iter().map(without_noise).collect();
        let own_positions = privacy.first().map_or(0.0, |model| model.own_positions);
        let insiders = coarse_insiders(self.insiders);
        let risks = MeasuredRisks { linkage, insiders, objects: self.objects, own_positions };
        Self {
            audience: Audience::Public,
            job: with_name_alone(&self.job),
            input: FileOfPoints {
                path: name_alone(&self.input.path),
                sha256: None,
                points: None,
                ..self.input.clone()
            },
            dropped: None,
            suspect: None,
            out_of_order: None,
            warnings: Vec::new(),
            sampling: SamplingFacts { held_instants: None, ..self.sampling.clone() },
            objects: ObjectFacts { objects, ..self.objects },
            privacy,
            caveats: caveats(&self.job.privacy, self.job.release.anchor, risks),
            linkage,
            insiders,
            utility: coarse_utility(&utility),
            search: coarse_search(&self.search, self.trash > 0),
            made_of: None,
            page: None,
            ..self.clone()
        }
    }
}

/// The name of a file, which tells nothing of the folders it is in.
pub(super) fn name_alone(path: &Path) -> PathBuf {
    path.file_name().map_or_else(|| path.to_owned(), PathBuf::from)
}

/// The job as a public report tells it: of its input the name alone.
pub(super) fn with_name_alone(job: &TrajectoryJob) -> TrajectoryJob {
    TrajectoryJob { input: name_alone(&job.input), ..job.clone() }
}

/// The last digits of a width in metres follow from where metres are counted from, which is the
/// middle of all points.
fn without_noise(measured: &PrivacyOfTrajectories) -> PrivacyOfTrajectories {
    let delta = significant(measured.achieved.delta, 9);
    PrivacyOfTrajectories {
        achieved: KDelta { delta, ..measured.achieved },
        own_positions: coarse(measured.own_positions),
        ..measured.clone()
    }
}

fn coarse_insiders(risk: InsiderRisk) -> InsiderRisk {
    // How closely points are computed follows from how they are written; a centimetre is nobody's.
    InsiderRisk {
        median_error: risk.median_error.map(|metres: f64| coarse(metres.max(0.01))),
        within_a_metre: coarse(risk.within_a_metre),
        ..risk
    }
}

/// Figures of use with two digits; the share of trajectories left out follows from counts and is
/// exact.
fn coarse_utility(utility: &TrajectoryUtility) -> TrajectoryUtility {
    let query = |query: &RangeQueryError| RangeQueryError { error: coarse(query.error), ..*query };
    TrajectoryUtility {
        total_translation_distortion: coarse(utility.total_translation_distortion),
        median_shift: coarse(utility.median_shift),
        nine_in_ten_shift: coarse(utility.nine_in_ten_shift),
        mean_shift: coarse(utility.mean_shift),
        max_shift: coarse(utility.max_shift),
        mean_time_shift: coarse(utility.mean_time_shift),
        trash_share: utility.trash_share,
        range_query_errors: utility.range_query_errors.iter().map(query).collect(),
        trip_length_error: coarse(utility.trip_length_error),
        origin_destination_error: coarse(utility.origin_destination_error),
    }
}

/// What is measured from the worst distortion, which is of all trajectories, is told where none of
/// them is left out.
pub(super) fn coarse_search(search: &SearchOfClusters, leaves_out: bool) -> SearchOfClusters {
    let of_all = |figure: Option<f64>| figure.filter(|_| !leaves_out).map(coarse);
    let point = |point: &FrontPoint| FrontPoint {
        privacy: point.privacy,
        distortion: coarse(point.distortion),
        utility: of_all(point.utility),
    };
    SearchOfClusters {
        evaluations: work_upwards(search.evaluations),
        seconds: seconds_upwards(search.seconds),
        hypervolume: of_all(search.hypervolume),
        worst_distortion: of_all(search.worst_distortion),
        front: search.front.iter().map(point).collect(),
        convergence: Vec::new(),
        ..search.clone()
    }
}
