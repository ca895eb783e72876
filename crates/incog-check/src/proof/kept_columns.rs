//! Levels that `utility.keep_columns` leaves out.

use super::attribute::Attribute;
use super::fault::ProofFault;
use super::lattice::ReleaseSpace;
use crate::heap::*;

impl ReleaseSpace<'_> {
    /// Leaves out the levels that `utility.keep_columns` excludes.
    ///
    /// `all` leaves out those at which a column has one label. `best-effort` gives up columns until
    /// the coarsest release is allowed, each time the one without which the fewest records are
    /// suppressed, or of equal ones that with the most values; then it takes back those that were
    /// not in the way.
    pub fn leave_out_levels(&mut self) -> Result<(), ProofFault> {
        if self.job.keep_columns == "off" || self.job.is_local {
            return Ok(());
        }
        let kept: Vec<Option<usize>> = self.attributes.iter().map(coarsest_kept).collect();
        let columns: Vec<usize> = (0..kept.len()).filter(|&place| kept[place].is_some()).collect();
        let mut given_up: Vec<usize> = vec![];
        if self.job.keep_columns != "all" && !columns.is_empty() {
            while given_up.len() < columns.len() && !self.may_suppress(self.price(&kept, &given_up)?) {
                if !self.is_monotone() {
                    return Err(ProofFault::Models);
                }
                let mut best: Option<(usize, usize, usize)> = None;
                for &place in columns.iter().filter(|place| !given_up.contains(place)) {
                    let without: Vec<usize> = given_up.iter().copied().chain([place]).collect();
                    let column = self.attributes[place].column;
                    let values = column.values.len() + column.markers.saturating_sub(1);
                    let rank = (self.price(&kept, &without)?, usize::MAX - values, place);
                    best = Some(best.map_or(rank, |best| best.min(rank)));
                }
                given_up.extend(best.map(|(_, _, place)| place));
            }
            for place in given_up.clone() {
                let others: Vec<usize> = given_up.iter().copied().filter(|&one| one != place).collect();
                if self.may_suppress(self.price(&kept, &others)?) {
                    given_up = others;
                }
            }
        }
        let highest = self.highest_levels(&kept, &given_up);
        self.attributes.iter_mut().zip(highest).for_each(|(attribute, highest)| attribute.highest = highest);
        Ok(())
    }

    /// The highest levels where all columns but those that are given up keep theirs.
    fn highest_levels(&self, kept: &[Option<usize>], given_up: &[usize]) -> Vec<usize> {
        let mut highest: Vec<usize> = self.attributes.iter().map(|attribute| attribute.highest).collect();
        for (place, kept) in kept.iter().enumerate().filter(|(place, _)| !given_up.contains(place)) {
            highest[place] = kept.unwrap_or(highest[place]);
        }
        highest
    }

    /// How many records the coarsest release suppresses then.
    fn price(&self, kept: &[Option<usize>], given_up: &[usize]) -> Result<usize, ProofFault> {
        Ok(self.count(&self.lost_at(&self.highest_levels(kept, given_up))?))
    }
}

/// The highest level at which a column has more than one label, if that is not its highest anyway.
fn coarsest_kept(attribute: &Attribute<'_>) -> Option<usize> {
    let mut levels = (attribute.lowest..=attribute.highest).rev();
    levels.find(|&level| attribute.labels_at(level) > 1).filter(|&kept| kept < attribute.highest)
}
