//! One search by itself.

use crate::bounds::Prices;
use crate::draft::Builder;
use crate::kept_columns::keep_columns;
use crate::plan::{Effort, LocalPlan, finish};
use crate::problem::LocalProblem;
use crate::recipes::{raise_bound, start};
use crate::searches::{LOCAL_SEARCHES, LocalSearch, Procedure, Splits, rounds};
use crate::work_budget::WorkBudget;
use incog_data::RecodingError;
use incog_request::CellKind;
use thiserror::Error;

/// Why a search cannot be run.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LocalSearchError {
    /// Disjoint cells are asked of a search whose cells overlap.
    #[error("{search} makes overlapping cells; for strict cells, use {}", strict_searches().join(" and "))]
    Overlaps {
        /// Its name.
        search: &'static str,
    },
    /// The release to start from was made for another table.
    #[error(transparent)]
    Start(#[from] RecodingError),
}

fn strict_searches() -> Vec<&'static str> {
    LOCAL_SEARCHES.iter().filter(|search| search.is_strict()).map(|search| search.card.name).collect()
}

impl LocalSearch {
    /// Runs this search alone. One that goes on from a release begins with `effort.start`, or with
    /// what `rounds` finds. The bound is that of [`fast`](crate::fast), unless the search itself
    /// proves a better one.
    ///
    /// `None` where no release within the suppression limit was found. What is found loses no more
    /// than `effort.start`, unless cells are to be strict: nothing is asked of the cells of a
    /// start.
    ///
    /// # Errors
    /// When it cannot keep to strict cells, or the release to start from was made for another
    /// table.
    pub fn run(
        &self,
        problem: &LocalProblem,
        effort: Effort<'_>,
    ) -> Result<Option<LocalPlan>, LocalSearchError> {
        let splits = match effort.cells {
            CellKind::Free => Splits::Free,
            CellKind::Strict if self.is_strict() => Splits::Strict,
            CellKind::Strict => return Err(LocalSearchError::Overlaps { search: self.card.name }),
        };
        let mut work = WorkBudget::new(effort.budget, effort.observe);
        let mut builder = Builder::new(problem);
        let known = start(&mut builder, &effort)?.filter(|_| effort.cells == CellKind::Free);
        let mut prices = Prices::nothing(problem);
        let (found, outcome) = match self.procedure {
            Procedure::Makes(make) => make(&mut builder, splits, &mut work),
            Procedure::Improves(improve) => {
                let given = known.clone().map_or_else(|| rounds(&mut builder, &mut work), Ok);
                match given {
                    Ok(draft) => improve(&mut builder, draft, &mut prices, &mut work),
                    Err(stop) => (builder.most_general(), Err(stop)),
                }
            }
        };
        let allowed = [known, Some(found)].into_iter().flatten().filter(|draft| builder.is_allowed(draft));
        let best = allowed.min_by(|a, b| builder.loss(a).compare(&builder.loss(b)));
        let Some(mut best) = best else { return Ok(None) };
        work.found(problem, builder.loss(&best));
        let mut stopped = outcome.err();
        if effort.keep_columns {
            let (kept, ended) = keep_columns(&mut builder, best, splits, &mut work);
            best = kept;
            stopped = stopped.or(ended.err());
        }
        let bounded = raise_bound(problem, Some(&best), &mut work, &mut prices);
        let stopped = stopped.or(bounded.err());
        Ok(Some(finish(problem, &best, prices, work.spent(), stopped)?))
    }
}
