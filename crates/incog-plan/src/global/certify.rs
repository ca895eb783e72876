//! Showing others that the bound of a plan holds.

use super::ReleaseProblem;
use super::solve::signal;
use crate::{Plan, SearchSettings};
use incog_search::exact::{NoCertificate, OptimalityCertificate};
use incog_search::{Budget, Evaluator, Problem, exact};
use std::sync::atomic::AtomicBool;

/// Tuples looked at in all for a certificate, which takes some minutes, and the nodes it may take
/// at least, and at most: counted, so that the same one is found everywhere.
const MOST_LOOKS: u64 = 1 << 33;
const MOST_NODES: std::ops::RangeInclusive<u64> = 2_000..=4_000_000;

/// The most numbers of a certificate: a file of about 100 MB.
const MOST_NUMBERS: usize = 1 << 24;

/// Shows that no full-domain release of the problem is better than the bound of a plan says,
/// whichever search has found it.
///
/// The objective must be a sum of what labels cost. `interrupt` ends the work, and so does the time
/// limit of the search, if it has one: making a proof may take as long again.
///
/// # Errors
/// When there is no bound, when the models do not allow it, or when it would take too much; see
/// [`NoCertificate`].
pub fn certify(
    problem: &ReleaseProblem,
    plan: &Plan,
    settings: &SearchSettings,
    interrupt: &AtomicBool,
) -> Result<OptimalityCertificate, NoCertificate> {
    let bound = plan.upper_bound.ok_or(NoCertificate::Unbounded)?;
    let signal = signal(settings, interrupt);
    let most = MOST_LOOKS / (problem.tuples().len() as u64).max(1);
    let most = most.clamp(*MOST_NODES.start(), *MOST_NODES.end());
    let budget = Budget { evaluations: Some(most), signal: &signal };
    let mut nobody = |_| {};
    let mut evaluator = Evaluator::new(problem, budget, &mut nobody);
    if let Some(levels) = plan.recoding.levels() {
        let node = levels.to_vec().into();
        // A good node tells early which ones below it are disallowed.
        evaluator.record(&node, problem.evaluate(&node));
    }
    exact::certify(&mut evaluator, problem.signed(bound), MOST_NUMBERS)
}
