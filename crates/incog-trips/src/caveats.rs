//! What (k, delta)-anonymity does not protect, said honestly.

use super::linkage::LinkageRisk;
use super::report::ObjectFacts;

/// One paragraph for each thing the reader should know before trusting the release.
pub fn caveats(k: usize, delta: f64, linkage: LinkageRisk, objects: ObjectFacts) -> Vec<String> {
    let found = format!(
        "Tried on {} published trajectories, by somebody who knows the whole trajectory and takes the nearest published \
         one, this finds the right one with a chance of {:.1} %.",
        linkage.tried,
        100.0 * linkage.success
    );
    let mut caveats = vec![if delta > 0.0 {
        format!(
            "With delta = {delta} m the members of a cluster are near each other but not equal. A point that was within \
             delta/2 of the middle of its cluster is published where it was, and any other stays on its own side of \
             that circle. Whoever knows a trajectory closely will often find the one that was made of it, with better \
             odds than one in {k}. {found} Only delta = 0 makes the members equal."
        )
    } else {
        format!("With delta = 0 the members of a cluster are equal: nobody tells them apart. {found}")
    }];
    caveats.push(
        "The release shows where the cluster as a whole was: whoever knows that somebody is in a cluster learns \
         about where that person was at every instant, whatever k is."
            .to_owned(),
    );
    caveats.push(
        "Nothing here hides that a trajectory is in the data: this is no differential privacy, and several \
         releases of the same or overlapping data may tell more together than each alone."
            .to_owned(),
    );
    if objects.clusters_below_k > 0 {
        caveats.push(format!(
            "k counts trajectories, not persons: {} clusters hold trajectories of fewer than {k} different moving \
             objects, the poorest of {}. Who knows all trips of an object may recognize it there. To count persons, \
             publish one trajectory for each (trips.cut = \"day\" with data of one day, or fewer trips in the input).",
            objects.clusters_below_k, objects.fewest_in_a_cluster
        ));
    }
    caveats
}
