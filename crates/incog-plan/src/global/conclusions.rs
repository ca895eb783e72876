//! What a lattice search may conclude about the release problem.

use super::costs::Costs;
use super::plain_probe::PlainProbe;
use super::size_probe::SizeProbe;
use super::{ReleaseProblem, SupportMap};
use incog_privacy::ReleaseModel;
use incog_search::{BoxProblem, Conclusions, Lattice, LatticeProblem, LevelCosts, Node, Probe, Problem};
use incog_utility::Separable;

impl LatticeProblem for ReleaseProblem {
    /// The conclusions that are valid for these models, objective and limit together:
    ///
    /// * Above an allowed node all are allowed when the part of a class that stays is known to be
    ///   the greatest: for models that keep a class whole or drop it, and for those of which each
    ///   class has a greatest part, since parts that meet a model meet it together; and when
    ///   nothing may be suppressed, for every model that unions of what meets it meet.
    /// * A loss rises when suppression costs nothing of its own (precision, height), or when
    ///   nothing may be suppressed. Otherwise fewer suppressed records can make up for coarser
    ///   labels.
    fn conclusions(&self) -> Conclusions {
        let suppresses = self.suppression_limit() > 0;
        let separable = self.metric().separable(self.tuples());
        let loss_by_levels = separable.as_ref().is_some_and(|costs| costs.suppressed.is_none());
        let merges_rise = separable.is_some() || self.metric().rises_when_classes_merge();
        Conclusions {
            allowed_rises: self.release_rises()
                && (self.models().keeps_greatest_parts() || !suppresses && self.models().unions_hold()),
            loss_rises: loss_by_levels || !suppresses && merges_rise,
            loss_by_height: loss_by_levels && separable.is_some_and(|costs| self.follows_height(&costs)),
            loss_by_levels,
        }
    }

    fn distinct_values(&self, attribute: usize, level: u8) -> usize {
        let qid = &self.tuples().quasi_identifiers()[attribute];
        let mut labels: Vec<u32> =
            (0..qid.leaf_of.len() as u32).map(|code| qid.label_code(level, code)).collect();
        labels.sort_unstable();
        labels.dedup();
        labels.len()
    }

    /// From the support map when class sizes alone decide: records in groups smaller than k by one
    /// attribute are in classes smaller than k by all. Otherwise, where allowed nodes rise, from
    /// nodes with all other attributes at their highest level.
    fn least_levels(&self) -> Node {
        let lattice = self.lattice();
        // The map knows nothing of the whole, but what it rules out is ruled out.
        if self.models().is_size_only() {
            let (map, k, rows) =
                (SupportMap::new(self.tuples()), self.models().minimum_size(), self.tuples().rows());
            return least(lattice, |attribute, level| {
                let lost = map.in_small_groups(attribute, level, k);
                lost <= self.suppression_limit() && lost < rows as u64
            });
        }
        if self.conclusions().allowed_rises {
            return least(lattice, |attribute, level| {
                self.evaluate(&lattice.highest.with(attribute, level)).is_feasible()
            });
        }
        lattice.lowest.clone()
    }

    fn shortfall(&self, node: &Node) -> f64 {
        self.total_shortfall(node)
    }

    fn level_costs(&self) -> Option<LevelCosts> {
        self.costs().map(Costs::by_level)
    }

    fn probe(&self) -> Box<dyn Probe + '_> {
        if self.models().is_size_only() && self.models().about_the_release().len() == 0 {
            Box::new(SizeProbe::new(self))
        } else {
            Box::new(PlainProbe::new(self))
        }
    }
}

impl ReleaseProblem {
    /// Whether a release that meets the models about the whole still does when labels get coarser:
    /// where nothing is suppressed, of those that say so.
    fn release_rises(&self) -> bool {
        let mut models = self.models().about_the_release();
        models.len() == 0 || self.suppression_limit() == 0 && models.all(ReleaseModel::unions_hold)
    }

    /// Whether every step up costs the same, whatever the attribute.
    fn follows_height(&self, costs: &Separable) -> bool {
        let rows = self.tuples().rows() as f64;
        let lattice = self.lattice();
        let loss_of = |levels: &[u8]| {
            let sums: Vec<f64> = levels
                .iter()
                .enumerate()
                .map(|(attribute, &level)| {
                    costs.kept[attribute][level as usize].first().map_or(0.0, |cost| cost * rows)
                })
                .collect();
            (costs.combine)(&sums)
        };
        let bottom = loss_of(&lattice.lowest);
        let step = |node: &Node| (loss_of(node) - bottom) / f64::from(node.sum() - lattice.lowest.sum());
        let steps: Vec<f64> = (0..lattice.attributes())
            .flat_map(|attribute| {
                let levels = lattice.lowest[attribute] + 1..=lattice.highest[attribute];
                levels.map(move |level| (attribute, level))
            })
            .map(|(attribute, level)| step(&lattice.lowest.with(attribute, level)))
            .collect();
        let is_alike = |codes: &Vec<f64>| codes.iter().all(|cost| Some(cost) == codes.first());
        // Equal up to the rounding of sums; a step of another size differs by far more.
        let first = steps.first().copied().unwrap_or(1.0);
        first > 0.0
            && costs.kept.iter().flatten().all(is_alike)
            && steps.iter().all(|step| (step - first).abs() <= 1e-9 * first)
    }
}

/// Each attribute at its lowest possible level, at its highest where none is possible.
fn least(lattice: &Lattice, is_possible: impl Fn(usize, u8) -> bool) -> Node {
    let level = |attribute: usize| {
        let (low, high) = (lattice.lowest[attribute], lattice.highest[attribute]);
        (low..high).find(|&level| is_possible(attribute, level)).unwrap_or(high)
    };
    (0..lattice.attributes()).map(level).collect::<Vec<u8>>().into()
}
