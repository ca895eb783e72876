//! The decision on how to publish a table, with what is known about it.

use incog_data::{Classes, Recoding, RecodingError, Tuples};
use incog_request::{Concealed, stop_by_name};
use incog_search::Stop;
use serde::{Deserialize, Serialize};

/// A recoding, and what the search that found it knows about it.
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
    /// Of these, where a search has islands, the seconds in which this process sent to others or
    /// waited for them; none where all islands live in one process.
    pub communication_seconds: Option<f64>,
    /// Bytes that this process sent to others, where a search has islands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub communication_bytes: Option<u64>,
    /// Why it ended.
    #[serde(with = "stop_by_name")]
    pub stopped: Stop,
    /// The value that no release can beat, in the direction of the objective.
    pub upper_bound: Option<f64>,
    /// Relative distance of the bound from the value; 0 when proved.
    pub gap: Option<f64>,
    /// Nodes of the lattice of generalizations.
    pub lattice_nodes: f64,
    /// How the best value and the bound approached each other.
    pub trace: Vec<TracePoint>,
    /// How it was drawn among those nearly as good as the best, where it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concealed: Option<Concealed>,
}

impl Plan {
    /// A decision that no search made, of which nothing is known but its value.
    pub fn unsearched(recoding: Recoding, value: f64, lattice_nodes: f64, stopped: Stop) -> Self {
        Self {
            recoding,
            value,
            evaluations: 1,
            seconds: 0.0,
            communication_seconds: None,
            communication_bytes: None,
            stopped,
            upper_bound: None,
            gap: None,
            lattice_nodes,
            trace: Vec::new(),
            concealed: None,
        }
    }

    /// The release of the table that the plan was made for, in its plain form.
    ///
    /// # Errors
    /// When `tuples` are those of another table.
    pub fn classes<'a>(&self, tuples: &'a Tuples) -> Result<Classes<'a>, RecodingError> {
        Classes::from_recoding(tuples, &self.recoding)
    }
}

/// A moment of a search; losses are in the objective's own unit and direction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TracePoint {
    /// Evaluations so far.
    pub evaluations: u64,
    /// Seconds since the start.
    pub seconds: f64,
    /// Best objective value so far.
    pub best: Option<f64>,
    /// The value that no release can beat.
    pub bound: Option<f64>,
}

/// A number that need not be finite: JSON has no form for infinities and NaN, so those are written
/// as texts.
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
                communication_bytes: None,
                stopped: Stop::Budget,
                upper_bound: Some(1.0),
                gap: None,
                lattice_nodes: 1e100,
                trace: vec![TracePoint { evaluations: 1, seconds: 0.1, best: None, bound: Some(2.0) }],
                concealed: Some(Concealed {
                    within: 0.05,
                    candidates: 3,
                    coarser: 1,
                    is_complete: true,
                    best: 0.5,
                    price: 0.01,
                    stopped: Stop::Proved,
                }),
            };
            let text = serde_json::to_string(&plan).unwrap();
            assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan, "{text}");
        }
    }
}
