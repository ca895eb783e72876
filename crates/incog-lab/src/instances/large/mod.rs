//! Public tables with large lattices, on which the searches for k-anonymity are measured.
//!
//! The tables themselves are not part of this project; each instance names the file it reads in a
//! folder of data.

mod adult;
mod cargo2000;
mod credit_card;
mod instance_error;
mod irish_census;
mod sources;
mod sparcs;

pub use instance_error::LargeInstanceError;

use incog_data::{Column, QuasiIdentifier, Tuples};
use incog_plan::{ReleaseProblem, Request};
use incog_privacy::{ClassModel, Conjunction, KAnonymity, ModelSpec};
use incog_utility::{Metric, Objective, metric_by_name};
use std::path::Path;

/// One instance: a table, its quasi-identifiers, and what is asked of the release.
#[derive(Debug, Clone, Copy)]
pub struct LargeInstance {
    /// Its name, such as `cargo2000-25`.
    pub name: &'static str,
    /// Its table, relative to the folder of data; hierarchies may be beside it.
    pub table: &'static str,
    /// The k of k-anonymity.
    pub k: u64,
    /// Share of the records that may be suppressed, 0 to 1; rounded down to whole records.
    pub limit: f64,
    /// The objective.
    pub objective: &'static str,
    quasi_identifiers: Load,
}

/// Reads the columns and binds them to their hierarchies; paths are relative to the folder of data.
type Load = fn(&Path) -> Result<Vec<(Column, QuasiIdentifier)>, LargeInstanceError>;

impl LargeInstance {
    /// The problem with its own objective, made from the files in the folder `data`.
    pub fn problem(&self, data: &Path) -> Result<ReleaseProblem, LargeInstanceError> {
        let metric = metric_by_name(self.objective, self.k)?;
        self.problem_for(data, metric)
    }

    /// What is asked for.
    pub fn request(&self) -> Result<Request, LargeInstanceError> {
        let k = i64::try_from(self.k).unwrap_or(i64::MAX);
        let model = ModelSpec::named("k-anonymity", [("k", k.into())])?;
        let objective = Objective::named(self.objective)?;
        Ok(Request { suppression_limit: self.limit, objective, ..Request::new([model]) })
    }

    /// The problem with another objective.
    pub fn problem_for(
        &self,
        data: &Path,
        metric: Box<dyn Metric>,
    ) -> Result<ReleaseProblem, LargeInstanceError> {
        let (columns, quasi_identifiers): (Vec<Column>, Vec<QuasiIdentifier>) =
            (self.quasi_identifiers)(data)?.into_iter().unzip();
        let rows = columns.first().map_or(0, |column| column.codes.len());
        let columns: Vec<&Column> = columns.iter().collect();
        let tuples = Tuples::new(quasi_identifiers, &columns, &[], rows)?;
        let model: Box<dyn ClassModel> = Box::new(KAnonymity::new(self.k)?);
        let limit = (self.limit * rows as f64).floor() as u64;
        Ok(ReleaseProblem::new(tuples, Conjunction::new(vec![model]), metric, limit)?)
    }
}

/// All instances: Cargo 2000 with 1 to 25 and 40 quasi-identifiers, Adult, credit card, SPARCS and
/// the Irish census.
pub fn large_instances() -> Vec<LargeInstance> {
    let others = [adult::NINE, adult::THIRTEEN, credit_card::ALL, sparcs::TEN, irish_census::EIGHT];
    cargo2000::ALL.iter().copied().chain(others).collect()
}

/// The instance with this name.
pub fn large_instance(name: &str) -> Option<LargeInstance> {
    large_instances().into_iter().find(|instance| instance.name == name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::shared_data;
    use super::*;
    use incog_plan::{SearchSettings, solve};
    use incog_search::{BoxProblem, Lattice};
    use std::sync::atomic::AtomicBool;

    /// Lattice sizes: Adult's by hand from the heights of its hierarchies (5*4*3*3*3*3*2*2*2),
    /// credit card's as the issue and ARX's benchmark give it.
    #[test]
    fn instances_are_what_they_are_known_as() {
        let Some(data) = shared_data() else { return };
        let build = |name: &str| large_instance(name).unwrap().problem(&data).unwrap();
        let size = |name: &str| Lattice::size(build(name).lattice());
        assert_eq!(size("adult-9"), 12_960.0);
        let credit_card = size("credit-card-24");
        assert!((4.8e13..5.0e13).contains(&credit_card), "{credit_card:e}");
        let cargo = build("cargo2000-40");
        assert_eq!((cargo.tuples().rows(), cargo.suppression_limit()), (3_942, 19));
        assert_eq!(cargo.tuples().quasi_identifiers().len(), 40);
        let heights: Vec<usize> =
            cargo.tuples().quasi_identifiers().iter().map(|qid| qid.hierarchy.height()).collect();
        assert!(heights.iter().all(|height| (1..=10).contains(height)), "{heights:?}");
        for (name, rows, attributes) in
            [("adult-13", 32_561, 13), ("sparcs-10", 27_925, 10), ("irish-census-8", 20_000, 8)]
        {
            let problem = build(name);
            assert_eq!(problem.tuples().rows(), rows, "{name}");
            assert_eq!(problem.tuples().quasi_identifiers().len(), attributes, "{name}");
        }
    }

    /// The optima are those of an independent solver (CP-SAT) on the clauses of an earlier program.
    #[test]
    fn optima_of_cargo_are_proved() {
        let Some(data) = shared_data() else { return };
        for (name, optimum) in [("cargo2000-10", 0.8035), ("cargo2000-12", 0.8141)] {
            let problem = large_instance(name).unwrap().problem(&data).unwrap();
            let settings = SearchSettings { algorithm: "hitting-set".into(), ..SearchSettings::default() };
            let plan = solve(&problem, &settings, &AtomicBool::new(false), &mut |_| {}).unwrap();
            assert_eq!(plan.gap, Some(0.0), "{name}");
            assert!((plan.value - optimum).abs() < 5e-5, "{name}: {}", plan.value);
        }
    }

    #[test]
    fn names_are_different() {
        let mut names: Vec<&str> = large_instances().iter().map(|instance| instance.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!((names.len(), all), (31, 31));
    }
}
