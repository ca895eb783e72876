//! The decision how to publish a table, with what is known of it.

use crate::fate::{Fate, fate};
use crate::{
    NothingFound, PlanError, ReleaseProblem, Request, SearchTrace, SolveError, TracePoint, solve,
    solve_traced,
};
use incog_data::{Classes, Recoding, RecodingError, Tuples};
use incog_search::Stop;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A recoding, and what the search that found it knows of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The decision.
    pub recoding: Recoding,
    /// Objective value in the literature's unit.
    #[serde(with = "any_number")]
    pub value: f64,
    /// Candidates evaluated.
    pub evaluations: u64,
    /// Seconds the search took.
    pub seconds: f64,
    /// Of these, seconds spent on carrying individuals from island to island, where a search has islands.
    pub communication_seconds: Option<f64>,
    /// Why it ended.
    #[serde(with = "stop")]
    pub stopped: Stop,
    /// What no release can be better than, in the direction of the objective.
    pub upper_bound: Option<f64>,
    /// Relative distance of the bound from the value; 0 when proved.
    pub gap: Option<f64>,
    /// Nodes of the lattice of generalizations.
    pub lattice_nodes: f64,
    /// How the best value and the bound came together.
    pub trace: Vec<TracePoint>,
}

impl Plan {
    /// The release of the table that the plan was made for, in its plain form.
    ///
    /// # Errors
    /// When `tuples` are those of another table.
    pub fn classes<'a>(&self, tuples: &'a Tuples) -> Result<Classes<'a>, RecodingError> {
        Classes::of(tuples, &self.recoding)
    }
}

/// Who looks on while a plan is made, and may end the search.
pub struct Watch<'a> {
    /// Ends the search early when set; the best release so far is the plan.
    pub interrupt: &'a AtomicBool,
    /// Is told of every improvement.
    pub observe: &'a mut dyn FnMut(TracePoint),
    /// Where everything that goes on is written down, if anywhere.
    pub trace: Option<&'a mut SearchTrace>,
}

/// Decides how to publish a table.
///
/// # Errors
/// When the request does not fit the table, no release meets it, or the search found none; see [`PlanError`].
pub fn plan(request: &Request, tuples: &Arc<Tuples>) -> Result<Plan, PlanError> {
    let problem = request.problem(Arc::clone(tuples))?;
    let interrupt = AtomicBool::new(false);
    plan_watched(request, &problem, Watch { interrupt: &interrupt, observe: &mut |_| {}, trace: None })
}

/// The same for a request whose [problem](Request::problem) is at hand, with somebody who looks on.
///
/// # Errors
/// As [`plan`].
pub fn plan_watched(
    request: &Request,
    problem: &ReleaseProblem,
    watch: Watch<'_>,
) -> Result<Plan, PlanError> {
    let Watch { interrupt, observe, trace } = watch;
    let found = match trace {
        Some(trace) => solve_traced(problem, &request.search, interrupt, observe, trace),
        None => solve(problem, &request.search, interrupt, observe),
    };
    match found {
        Err(SolveError::NothingFeasible { stopped, .. }) => {
            Err(match fate(problem, request.suppression_limit) {
                Fate::Infeasible(infeasible) => infeasible.into(),
                Fate::Open { exists } => {
                    NothingFound { algorithm: request.search.algorithm.clone(), stopped, exists }.into()
                }
            })
        }
        other => Ok(other?),
    }
}

/// A number that need not be finite: JSON has no word for the others, so they are texts.
mod any_number {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Form {
        Finite(f64),
        Other(String),
    }

    pub fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        let form = if number.is_finite() { Form::Finite(*number) } else { Form::Other(number.to_string()) };
        form.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        match Form::deserialize(deserializer)? {
            Form::Finite(number) => Ok(number),
            Form::Other(text) => text.parse().map_err(|_| D::Error::custom("a number is expected")),
        }
    }
}

/// Why a search ended, by its name.
mod stop {
    use incog_search::Stop;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(stop: &Stop, serializer: S) -> Result<S::Ok, S::Error> {
        stop.name().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Stop, D::Error> {
        let name = String::deserialize(deserializer)?;
        Stop::ALL.into_iter().find(|stop| stop.name() == name).ok_or_else(|| {
            D::Error::custom(format_args!("one of {} is expected", Stop::ALL.map(Stop::name).join(", ")))
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::{Kept, Levels};

    #[test]
    fn reads_back_as_written() {
        for value in [0.1 + 0.2, f64::INFINITY, -1e300] {
            let plan = Plan {
                recoding: Recoding::global(Levels::from(vec![1, 0]), [Kept::All, Kept::Nothing]),
                value,
                evaluations: 3,
                seconds: 0.5,
                communication_seconds: None,
                stopped: Stop::Budget,
                upper_bound: Some(1.0),
                gap: None,
                lattice_nodes: 1e100,
                trace: vec![TracePoint { evaluations: 1, seconds: 0.1, best: None, bound: Some(2.0) }],
            };
            let text = serde_json::to_string(&plan).unwrap();
            assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan, "{text}");
        }
    }
}
