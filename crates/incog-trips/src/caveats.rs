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
        "The release shows where each cluster was. An attacker who knows that a person is in a cluster \
         learns roughly where that person was at every instant, whatever k is."
            .to_owned(),
    );
    caveats.push(
        "The release does not hide that a trajectory is in the data, because it is not differentially \
         private. Several releases of the same or overlapping data may reveal more together than each alone."
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
        "incog tried an attack on {} published trajectories. An attacker who knows a whole trajectory with \
         its times, and takes the nearest published one, finds {right} with a probability of {:.1} %. An \
         attacker who knows five points and their times does so with a probability of {:.1} %.",
        linkage.tried,
        100.0 * linkage.success,
        100.0 * linkage.five_points
    );
    if delta == 0.0 {
        return format!(
            "With delta = 0 the members of a cluster are equal, so nobody can tell them apart. {found}"
        );
    }
    format!(
        "With delta = {delta} m the members of a cluster are near each other but not equal. A point within \
         delta/2 of the middle of its cluster is published unchanged. Any other point moves to the nearest point of \
         that circle. Therefore {:.2} % of the published points are the exact position of the person or \
         vehicle. An attacker who knows a trajectory closely often finds its published form, with better \
         odds than one in {k}. {found} Only delta = 0 makes the members equal.",
        100.0 * own_positions
    )
}

/// What those inside a cluster compute together.
fn insiders(risk: InsiderRisk, anchor: AnchorSpec) -> Option<String> {
    let error = risk.median_error?;
    let how = match anchor {
        AnchorSpec::Mean => {
            "they multiply the published middle by the number of members, and subtract their own positions"
        }
        AnchorSpec::Median => {
            "they take the published middle for the mean (with the median, they would come nearer)"
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
        "The members of a cluster are not protected from each other. {who}: {how}. incog tried this on {} \
         published trajectories, with all other members of their clusters: half of the computed points are \
         right to within {error:.2} m, and {:.1} % to within a metre. Choose k larger than the number of \
         people who may combine their trajectories.",
        risk.tried,
        100.0 * risk.within_a_metre
    ))
}

/// What it means that an object has several trips.
fn several_trips(privacy: &Privacy, linkage: LinkageRisk, objects: ObjectFacts) -> Option<String> {
    let (k, several) = (privacy.k, objects.in_several_clusters);
    if privacy.unit == PromiseUnit::Trip && objects.clusters_below_k > 0 {
        return Some(format!(
            "k counts trips, not the objects that made them (unit = \"trip\"): {} clusters hold trips of \
             fewer than {k} different objects, and one has only {}. The trips of one object do not protect \
             each other: an attacker who knows one of them may recognize the object in such a cluster.",
            objects.clusters_below_k, objects.fewest_in_a_cluster
        ));
    }
    (privacy.unit == PromiseUnit::Object && several > 0).then(|| {
        format!(
            "{several} objects have trips in several clusters. Each cluster holds at least {k} different \
             objects. But an attacker who knows several trips of a person can intersect their clusters, and \
             few other people may be in all of them. An attacker who knows all trips of an object, and \
             guesses each time, is right at least once with a probability of {:.1} %, on average over {} \
             objects. A release with one trip per object has no such intersections.",
            100.0 * linkage.any_trip,
            linkage.objects
        )
    })
}
