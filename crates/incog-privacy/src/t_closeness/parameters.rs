//! t-closeness as it is asked for: its card, and what it demands of a table.

use super::{Distance, TCloseness};
use crate::against_release::{AgainstRelease, ValueDemand};
use crate::reference::REFERENCE;
use crate::scope::{COLUMN, JOINT};
use crate::{
    Binding, Census, ClassModel, Criterion, CriterionFigure, CriterionSubject, Direction, Model, ModelEntry,
    Needs, Of, Others, ParameterError, ReferenceDistribution, ReleaseModel, SensitiveScope,
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
                "Euclidean, or the earth mover's distance with equal, ordered (numbers) or hierarchical distances",
                Range::Words(&["euclidean", "equal", "ordered", "hierarchical"]),
                ParameterDefault::Value(Value::word("euclidean")),
            ),
            COLUMN,
            JOINT,
            REFERENCE,
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

#[derive(Debug, Clone)]
struct TClosenessParameters {
    t: f64,
    distance: DistanceKind,
    /// The distance in words.
    variant: String,
    of: SensitiveScope,
    reference: ReferenceDistribution,
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
        let (variant, reference) =
            (parameters.word("distance")?.to_owned(), ReferenceDistribution::read(parameters)?);
        Ok(Self { t: found, distance, variant, of, reference })
    }

    /// The figure against the release follows from a hierarchy that may be made of suppressed
    /// values, too.
    fn criteria_of(&self, asked: &Parameters, subject: CriterionSubject) -> Vec<Criterion> {
        let distance = Criterion::new(asked, Of::Values(subject), Direction::AtMost, self.t);
        let criteria = distance.against(self.reference, &self.variant);
        if self.distance != DistanceKind::Hierarchical {
            return criteria;
        }
        let follow = criteria.into_iter();
        follow.map(|criterion| criterion.following_from_suppressed(CriterionFigure::Achieved)).collect()
    }
}

impl ValueDemand for TClosenessParameters {
    fn class_model(&self, attribute: &SensitiveAttribute) -> Result<Box<dyn ClassModel>, ParameterError> {
        let distance = match self.distance {
            DistanceKind::Euclidean => Distance::Euclidean,
            DistanceKind::Equal => Distance::Equal,
            DistanceKind::Ordered => Distance::Ordered,
            DistanceKind::Hierarchical => {
                let hierarchy = attribute.hierarchy.as_ref();
                Distance::Hierarchical(
                    hierarchy
                        .ok_or_else(|| ParameterError::NoHierarchy { attribute: attribute.name.clone() })?,
                )
            }
        };
        Ok(Box::new(TCloseness::new(attribute, self.t, distance)?))
    }
}

impl Model for TClosenessParameters {
    fn criteria(&self, asked: &Parameters, whole: &Census) -> Vec<Criterion> {
        let subjects = whole.subjects(&self.of).into_iter();
        subjects.flat_map(|subject| self.criteria_of(asked, subject)).collect()
    }

    fn is_about_the_release(&self) -> bool {
        self.reference == ReferenceDistribution::Release
    }

    fn bind_to_release(&self, binding: &Binding<'_>) -> Result<Vec<Box<dyn ReleaseModel>>, ParameterError> {
        AgainstRelease::bind(self, &self.of, self.reference, binding)
    }

    fn bind(
        &self,
        binding: &Binding<'_>,
        _: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        binding.each_subject(&self.of, |about| self.class_model(about))
    }
}
