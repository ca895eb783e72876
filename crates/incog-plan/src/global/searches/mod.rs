//! All searches, one entry each.

mod evolutionary;
mod exact;
mod external;
mod heuristic;

use super::evolutionary::Algorithm;
use super::{ReleaseProblem, SolveError};
use incog_card::{Card, Parameters, Refusal, Value};
use incog_search::{Evaluator, Stop, Unsuitable};
use std::collections::BTreeMap;

/// All searches, the default first.
pub static SEARCHES: &[&SearchEntry] = &[
    &exact::AUTO,
    &exact::OPTIMAL,
    &exact::HITTING_SET,
    &exact::EXHAUSTIVE,
    &exact::FLASH,
    &exact::OLA,
    &exact::INCOGNITO,
    &exact::SAMARATI,
    &heuristic::DATAFLY,
    &heuristic::TOP_DOWN,
    &heuristic::BOTTOM_UP,
    &heuristic::KGEN,
    &heuristic::RANDOM,
    &heuristic::CPGEN,
    &heuristic::PROVIDER_AWARE,
    &evolutionary::HAEF,
    &evolutionary::HAEF_WITHOUT_PRIORITY,
    &evolutionary::HAEF_WITHOUT_GA_DE_ADAPTATION,
    &evolutionary::HAEF_WITHOUT_DES_ADAPTATION,
    &evolutionary::TLEF,
    &evolutionary::DFS,
    &evolutionary::DFS_SUPPRESS,
    &evolutionary::ID_DGA,
    &evolutionary::ID_DGA_WITHOUT_FRAMEWORK,
    &evolutionary::ID_DGA_WITHOUT_MUTATION,
    &evolutionary::ID_DGA_WITHOUT_IMPROVEMENT,
    &evolutionary::ID_GA,
    &evolutionary::GA,
    &evolutionary::DE,
    &external::EXTERNAL,
];

/// A search: its card, and how it is run.
pub struct SearchEntry {
    /// Name, paper, parameters.
    pub card: &'static Card,
    /// The seconds after which it ends when no limit of time or evaluations is given; `None` where
    /// it ends by itself.
    pub default_seconds: Option<f64>,
    pub(super) procedure: Procedure,
}

/// What a search looks at, and how it is run on it.
pub(super) enum Procedure {
    /// Nodes of the lattice, each with what the models allow to stay.
    Nodes(fn(&mut Evaluator<'_, ReleaseProblem>, &NodeSearchSettings<'_>) -> Result<Stop, Refused>),
    /// Genomes, which may choose what stays as well.
    Genomes(fn(&Parameters) -> Result<Algorithm, Refusal>),
    /// Genomes that another program names.
    Program(fn(&Parameters) -> Result<Algorithm, Refusal>),
}

/// What is asked of a search of nodes.
pub(super) struct NodeSearchSettings<'a> {
    pub parameters: &'a Parameters,
    pub seed: u64,
}

/// Why a search is not run.
pub(super) enum Refused {
    Parameter(Refusal),
    Problem(Unsuitable),
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self::Parameter(refusal)
    }
}

impl From<Unsuitable> for Refused {
    fn from(unsuitable: Unsuitable) -> Self {
        Self::Problem(unsuitable)
    }
}

/// The search with this name.
///
/// ```
/// assert_eq!(incog_plan::search("optimal").map(|search| search.card.parameters.len()), Some(1));
/// assert!(incog_plan::search("luck").is_none());
/// ```
pub fn search(name: &str) -> Option<&'static SearchEntry> {
    SEARCHES.iter().find(|entry| entry.card.name == name).copied()
}

/// The names of the evolutionary searches, those of HAEF's paper before those of ID-DGA's.
pub fn evolutionary_searches() -> Vec<&'static str> {
    SEARCHES.iter().filter(|entry| entry.is_evolutionary()).map(|entry| entry.card.name).collect()
}

impl SearchEntry {
    /// Whether it is evolutionary: it breeds a population of genomes that improves from generation
    /// to generation.
    pub fn is_evolutionary(&self) -> bool {
        matches!(self.procedure, Procedure::Genomes(_))
    }

    /// Its parameters, of which these were said.
    pub(super) fn parameters(
        &'static self,
        said: &BTreeMap<String, Value>,
    ) -> Result<Parameters, SolveError> {
        let said = said.iter().map(|(key, value)| (key.as_str(), value.clone()));
        let refused = |refusal| self.refused(Refused::Parameter(refusal));
        let parameters = Parameters::said(self.card, said).map_err(refused)?;
        parameters.check().map_err(refused)?;
        Ok(parameters)
    }

    fn unknown(&self, key: &str) -> SolveError {
        SolveError::UnknownParameter {
            algorithm: self.card.name.to_owned(),
            parameter: key.to_owned(),
            known: self.card.parameters.iter().map(|parameter| parameter.name).collect(),
        }
    }

    fn out_of_range(&self, parameter: &'static str, found: String, expected: String) -> SolveError {
        SolveError::ParameterOutOfRange { algorithm: self.card.name.to_owned(), parameter, found, expected }
    }

    /// A refusal as an error of `solve`.
    pub(super) fn refused(&self, refused: Refused) -> SolveError {
        let refusal = match refused {
            Refused::Problem(reason) => {
                return SolveError::Unsuitable { algorithm: self.card.name.to_owned(), reason };
            }
            Refused::Parameter(refusal) => refusal,
        };
        match refusal {
            Refusal::Unknown { key, .. } => self.unknown(&key),
            Refusal::OutOfRange { parameter, found, expected } => {
                self.out_of_range(parameter, found.to_string(), expected.into_owned())
            }
            Refusal::UnknownWord { parameter, found, known } => {
                self.out_of_range(parameter, format!("{found:?}"), format!("one of {}", known.join(", ")))
            }
            Refusal::WrongType { parameter, found, expected } => {
                self.out_of_range(parameter, found, expected)
            }
            Refusal::Missing { parameter, .. }
            | Refusal::Idle { parameter, .. }
            | Refusal::Contradiction { first: parameter, .. } => {
                let expected = self.card.parameter(parameter).map(|known| known.range.to_string());
                self.out_of_range(parameter, "not said".to_owned(), expected.unwrap_or_default())
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_card::ParameterDefault;

    fn refusal(name: &str, key: &str, value: impl Into<Value>) -> String {
        let said = BTreeMap::from([(key.to_owned(), value.into())]);
        search(name).unwrap().parameters(&said).unwrap_err().to_string()
    }

    #[test]
    fn refuses_what_the_card_does_not_have() {
        let known = "preset, survivors, population, evaluations, crossover, mutation, horizontal_mutation, half, weight";
        assert_eq!(
            refusal("kgen", "plane", 4),
            format!("search.kgen has no parameter \"plane\"; it has {known}")
        );
        assert_eq!(
            refusal("optimal", "undivided_steps", 0),
            "search.optimal.undivided_steps is 0; expected a whole number from 1"
        );
        assert_eq!(refusal("ola", "x", true), "search.ola has no parameter \"x\"; it has none");
        let word = "search.cpgen.preset is \"mine\"; expected one of paper, user";
        assert_eq!(refusal("cpgen", "preset", "mine"), word);
    }

    #[test]
    fn every_search_reads_its_defaults() {
        for entry in SEARCHES {
            let required =
                entry.card.parameters.iter().filter(|one| one.default == ParameterDefault::Required);
            let said = required.map(|one| (one.name.to_owned(), Value::word("true"))).collect();
            let parameters = entry.parameters(&said).unwrap();
            if let Procedure::Genomes(read) | Procedure::Program(read) = entry.procedure {
                assert!(read(&parameters).is_ok(), "{}", entry.card.name);
            }
        }
    }

    #[test]
    fn every_card_that_a_job_can_name_has_its_search() {
        use incog_request::cards;
        fn names<'a>(cards: impl Iterator<Item = &'a Card>) -> Vec<&'static str> {
            cards.map(|card| card.name).collect()
        }
        let announced = [cards::GLOBAL_SEARCHES, cards::LOCAL_SEARCHES, cards::MICROAGGREGATIONS];
        let made = [
            names(SEARCHES.iter().map(|entry| entry.card)),
            names(incog_local::LOCAL_SEARCHES.iter().map(|search| search.card)),
            names(incog_local::microaggregation::MICROAGGREGATIONS.iter().map(|method| method.card)),
        ];
        assert_eq!(announced.map(|cards| names(cards.iter().copied())), made);
    }
}
