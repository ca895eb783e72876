//! t-closeness as it is asked for: its card, and what it demands of a table.

use super::{Distance, TCloseness};
use crate::scope::{COLUMN, JOINT};
use crate::{
    Binding, Census, ClassModel, Criterion, CriterionFigure, Direction, Model, ModelEntry, Needs, Of, Others,
    ParameterError, SensitiveScope,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal, Value};
use incog_data::SensitiveAttribute;

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: "t-closeness",
        audience: CardAudience::Product,
        summary: "in every class, the distribution of sensitive values is within distance t of that of the \
            whole table",
        reference: "Li, Li, Venkatasubramanian, t-closeness, ICDE 2007, doi:10.1109/ICDE.2007.367856",
        parameters: &[
            Parameter::new(
                "t",
                "largest distance; at most 1, or the square root of 2 with the Euclidean distance",
                Range::Number(0.0, std::f64::consts::SQRT_2),
                ParameterDefault::Required,
            )
            .ruled("t is from 0 to the square root of 2 for this distance"),
            Parameter::new(
                "distance",
                "the Euclidean distance, or the earth mover's distance with equal, ordered or hierarchical \
                 distances between values",
                Range::Words(&["euclidean", "equal", "ordered", "hierarchical"]),
                ParameterDefault::Value(Value::word("euclidean")),
            ),
            COLUMN,
            JOINT,
        ],
        caveat: Some(
            "t-closeness bounds how far the sensitive values of a class may differ from those of the whole \
             table, which are assumed to be public. Within t, something can still be learned about a \
             class, and facts about the whole table can be learned about everyone.",
        ),
    },
    needs: Needs { sensitive: true, provider: false, others: None, drawn: false },
    read: |parameters| Ok(Box::new(TClosenessParameters::read(parameters)?)),
};

/// A distance between distributions of sensitive values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DistanceKind {
    /// Euclidean distance of the proportions; at most the square root of 2.
    Euclidean,
    /// Earth mover's distance, with all values equally far apart.
    Equal,
    /// Earth mover's distance along the order of the values.
    Ordered,
    /// Earth mover's distance in the hierarchy of the values.
    Hierarchical,
}

impl DistanceKind {
    /// All distances, with their names in the job file.
    pub const ALL: [(&'static str, Self); 4] = [
        ("euclidean", Self::Euclidean),
        ("equal", Self::Equal),
        ("ordered", Self::Ordered),
        ("hierarchical", Self::Hierarchical),
    ];

    /// What the parameters of t-closeness say.
    ///
    /// # Errors
    /// When they name no distance.
    pub fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        parameters.choice("distance", &Self::ALL)
    }
}

#[derive(Debug)]
struct TClosenessParameters {
    t: f64,
    distance: DistanceKind,
    /// The distance in words.
    variant: String,
    of: SensitiveScope,
}

impl TClosenessParameters {
    fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        let distance = DistanceKind::read(parameters)?;
        let found = match parameters.number("t") {
            Err(Refusal::OutOfRange { found, .. }) => found,
            other => other?,
        };
        let (top, rule) = match distance {
            DistanceKind::Euclidean => {
                (std::f64::consts::SQRT_2, "t is from 0 to the square root of 2 for this distance")
            }
            _ => (1.0, "t is from 0 to 1 for this distance"),
        };
        if !(0.0..=top).contains(&found) {
            return Err(Refusal::OutOfRange { parameter: "t", found, expected: rule.into() });
        }
        let of = SensitiveScope::read(parameters)?;
        if of == SensitiveScope::Joint
            && matches!(distance, DistanceKind::Ordered | DistanceKind::Hierarchical)
        {
            let why = "combinations of values have neither an order nor a hierarchy";
            return Err(Refusal::Contradiction { first: JOINT.name, second: "distance", why });
        }
        Ok(Self { t: found, distance, variant: parameters.word("distance")?.to_owned(), of })
    }

    fn class_model(&self, attribute: &SensitiveAttribute) -> Result<Box<dyn ClassModel>, ParameterError> {
        let distance = match self.distance {
            DistanceKind::Euclidean => Distance::Euclidean,
            DistanceKind::Equal => Distance::Equal,
            DistanceKind::Ordered => Distance::Ordered,
            DistanceKind::Hierarchical => {
                let missing = || ParameterError::NoHierarchy { attribute: attribute.name.clone() };
                Distance::Hierarchical(attribute.hierarchy.as_ref().ok_or_else(missing)?)
            }
        };
        Ok(Box::new(TCloseness::new(attribute, self.t, distance)?))
    }
}

impl Model for TClosenessParameters {
    fn criteria(&self, asked: &Parameters, whole: &Census) -> Vec<Criterion> {
        let criterion = |subject| {
            let distance = Criterion::new(asked, Of::Values(subject), Direction::AtMost, self.t);
            distance.with_variant(self.variant.as_str()).following_from_suppressed(CriterionFigure::Achieved)
        };
        whole.subjects(&self.of).into_iter().map(criterion).collect()
    }

    fn bind(
        &self,
        binding: &Binding<'_>,
        _: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        binding.each_subject(&self.of, |about| self.class_model(about))
    }
}
