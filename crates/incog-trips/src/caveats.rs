//! What (k, delta)-anonymity does not protect, said honestly.

use super::insiders::InsiderRisk;
use super::job::{AnchorSpec, Privacy, PromiseUnit};
use super::linkage::LinkageRisk;
use super::report::ObjectFacts;

/// What was measured of the risks of a release.
#[derive(Debug, Clone, Copy)]
pub struct MeasuredRisks {
    /// An attack, tried out.
    pub linkage: LinkageRisk,
    /// An attack from inside the clusters, tried out.
    pub insiders: InsiderRisk,
    /// Whose the trajectories are.
    pub objects: ObjectFacts,
    /// Share of the published points that stand exactly where somebody was.
    pub own_positions: f64,
}

/// The paragraphs at the end that depend on no figure.
pub const FOR_EVERY_RELEASE: usize = 2;

/// One paragraph for each thing the reader should know before trusting the release.
pub fn caveats(privacy: &Privacy, anchor: AnchorSpec, risks: MeasuredRisks) -> Vec<String> {
    let MeasuredRisks { linkage, objects, .. } = risks;
    let mut caveats = vec![equality(privacy, risks)];
    caveats.extend(several_trips(privacy, linkage, objects));
    caveats.extend(insiders(risks.insiders, anchor));
    caveats.push(
        "The release shows where the cluster as a whole was: whoever knows that somebody is in a cluster learns \
         roughly where that person was at every instant, whatever k is."
            .to_owned(),
    );
    caveats.push(
        "Nothing here hides that a trajectory is in the data: this is not differential privacy, and several \
         releases of the same or overlapping data may tell more together than each alone."
            .to_owned(),
    );
    caveats
}

/// What delta means for who knows a whole trajectory.
fn equality(privacy: &Privacy, risks: MeasuredRisks) -> String {
    let (k, delta) = (privacy.k, privacy.delta);
    let MeasuredRisks { linkage, own_positions, .. } = risks;
    let right = match privacy.unit {
        PromiseUnit::Object => "one of the same object",
        PromiseUnit::Trip => "the right one",
    };
    let found = format!(
        "Tried on {} published trajectories, by somebody who knows the whole trajectory with its times and takes the nearest \
         published one, this finds {right} with a chance of {:.1} %; who knows five points and their times, with a chance \
         of {:.1} %.",
        linkage.tried,
        100.0 * linkage.success,
        100.0 * linkage.five_points
    );
    if delta == 0.0 {
        return format!(
            "With delta = 0 the members of a cluster are equal: nobody tells them apart. {found}"
        );
    }
    format!(
        "With delta = {delta} m the members of a cluster are near each other but not equal. A point that was within \
         delta/2 of the middle of its cluster is published where it was, and any other stays on its own side of \
         that circle: {:.2} % of the published points stand exactly where the person or vehicle was. Whoever knows a trajectory closely will often find the one that was made of it, with better \
         odds than one in {k}. {found} Only delta = 0 makes the members equal.",
        100.0 * own_positions
    )
}

/// What those inside a cluster compute together.
fn insiders(risk: InsiderRisk, anchor: AnchorSpec) -> Option<String> {
    let error = risk.median_error?;
    let how = match anchor {
        AnchorSpec::Mean => {
            "they take the published middle times the number of members, and subtract their own"
        }
        AnchorSpec::Median => {
            "they take the published middle for the mean; who solves for the median instead comes nearer than this"
        }
    };
    let who = match risk.colluding {
        1 => "In the smallest cluster each of two members computes the trajectory of the other".to_owned(),
        others => {
            format!(
                "In the smallest cluster {others} members together compute the trajectory of the remaining one"
            )
        }
    };
    Some(format!(
        "The members of a cluster are not protected from each other. {who}: {how}. Tried on {} published trajectories by \
         all other members of their clusters, half of the points were computed to within {error:.2} m, {:.1} % to within a \
         metre. k has to be larger than the number of people who may put their trajectories together.",
        risk.tried,
        100.0 * risk.within_a_metre
    ))
}

/// What it means that an object has several trips.
fn several_trips(privacy: &Privacy, linkage: LinkageRisk, objects: ObjectFacts) -> Option<String> {
    let (k, several) = (privacy.k, objects.in_several_clusters);
    if privacy.unit == PromiseUnit::Trip && objects.clusters_below_k > 0 {
        return Some(format!(
            "k counts trips, not the objects that made them (unit = \"trip\"): {} clusters hold trips of fewer than {k} \
             different objects, the poorest of {}. The trips of one object do not protect each other: whoever knows one of \
             them may recognize the object in such a cluster.",
            objects.clusters_below_k, objects.fewest_in_a_cluster
        ));
    }
    (privacy.unit == PromiseUnit::Object && several > 0).then(|| {
        format!(
            "{several} objects have trips in several clusters. Each cluster by itself holds {k} different objects or more, but \
             whoever knows several trips of somebody can intersect the clusters they are in: few others, or nobody, \
             may be in all of them. Somebody who knows all trips of an object and guesses each time is right at least \
             once with a chance of {:.1} %, on average over {} objects. A release with one trip for each object has no \
             such intersections.",
            100.0 * linkage.any_trip,
            linkage.objects
        )
    })
}
