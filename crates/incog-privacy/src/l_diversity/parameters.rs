//! l-diversity as it is asked for: its card, and what it demands of a table.

use super::{DistinctLDiversity, EntropyLDiversity, RecursiveLDiversity};
use crate::scope::{COLUMN, JOINT};
use crate::{
    Binding, Census, ClassModel, Criterion, Direction, Model, ModelEntry, Needs, Of, Others, ParameterError,
    SensitiveScope,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal, Value};
use incog_data::SensitiveAttribute;

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: "l-diversity",
        audience: CardAudience::Product,
        summary: "every class has at least l well-represented sensitive values",
        reference: "Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam, l-diversity, TKDD 1(1), 2007, doi:10.1145/1217299.1217302",
        parameters: &[
            Parameter::new(
                "l",
                "fewest well-represented values of a class",
                Range::Number(1.0, f64::INFINITY),
                ParameterDefault::Required,
            )
            .ruled("l is at least 1"),
            Parameter::new(
                "kind",
                "the definition of well-represented",
                Range::Words(&["distinct", "entropy", "recursive"]),
                ParameterDefault::Value(Value::word("distinct")),
            ),
            Parameter::new(
                "c",
                "recursive (c, l)-diversity: how much more frequent the most frequent value may be",
                Range::Above(0.0, f64::INFINITY),
                ParameterDefault::Nothing,
            )
            .ruled("c is more than 0"),
            COLUMN,
            JOINT,
        ],
        caveat: Some(
            "l-diversity demands several sensitive values in a class, but not that they are equally likely \
             or differ in meaning. A class may make a rare diagnosis far more likely than in the whole \
             table (skewness), or have l values that all mean the same (similarity).",
        ),
    },
    needs: Needs { sensitive: true, provider: false, others: None, drawn: false },
    read: |parameters| Ok(Box::new(LDiversityParameters::read(parameters)?)),
};

/// What makes sensitive values well represented.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DiversityKind {
    /// There are l of them.
    Distinct,
    /// Their entropy is at least ln l.
    Entropy,
    /// The most frequent one has fewer records than c times all values but the l - 1 most frequent
    /// together.
    Recursive {
        /// c, more than 0.
        c: f64,
    },
}

impl DiversityKind {
    /// What the parameters of l-diversity say.
    ///
    /// # Errors
    /// When c is missing, out of range or meaningless.
    pub fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        let has_c = parameters.get("c").is_some();
        match (parameters.word("kind")?, has_c) {
            ("recursive", true) => Ok(Self::Recursive { c: parameters.number("c")? }),
            ("recursive", false) => {
                let what = "recursive (c, l)-diversity needs both parameters";
                Err(Refusal::Missing { parameter: "c", what })
            }
            (_, true) => {
                let why = "only recursive (c, l)-diversity has a c";
                Err(Refusal::Idle { parameter: "c", why })
            }
            ("entropy", false) => Ok(Self::Entropy),
            _ => Ok(Self::Distinct),
        }
    }
}

#[derive(Debug)]
struct LDiversityParameters {
    l: f64,
    kind: DiversityKind,
    of: SensitiveScope,
}

impl LDiversityParameters {
    fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        let kind = DiversityKind::read(parameters)?;
        let l = parameters.number("l")?;
        if kind != DiversityKind::Entropy && l.fract() != 0.0 {
            let expected = "l must be a whole number, except with kind = \"entropy\"".into();
            return Err(Refusal::OutOfRange { parameter: "l", found: l, expected });
        }
        Ok(Self { l, kind, of: SensitiveScope::read(parameters)? })
    }

    fn class_model(
        &self,
        attribute: &SensitiveAttribute,
        none: &[u32],
    ) -> Result<Box<dyn ClassModel>, ParameterError> {
        // l is whole where it has to be.
        let (l, whole) = (self.l, self.l as u64);
        Ok(match self.kind {
            DiversityKind::Distinct => Box::new(DistinctLDiversity::new(attribute, whole)?.ignoring(none)),
            DiversityKind::Entropy => Box::new(EntropyLDiversity::new(attribute, l)?.ignoring(none)),
            DiversityKind::Recursive { c } => {
                Box::new(RecursiveLDiversity::new(attribute, c, whole)?.ignoring(none))
            }
        })
    }
}

impl Model for LDiversityParameters {
    fn criteria(&self, asked: &Parameters, whole: &Census) -> Vec<Criterion> {
        let l = self.l;
        let (direction, required, variant) = match self.kind {
            DiversityKind::Distinct => (Direction::AtLeast, l, "distinct".to_owned()),
            DiversityKind::Entropy => (Direction::AtLeast, l, "entropy".to_owned()),
            DiversityKind::Recursive { c } => (Direction::Below, c, format!("recursive, l = {l}")),
        };
        let criterion = |subject| {
            let values = Criterion::new(asked, Of::Values(subject), direction, required);
            values.with_variant(variant.as_str()).with_smallest_class(l.ceil() as u64)
        };
        whole.subjects(&self.of).into_iter().map(criterion).collect()
    }

    fn bind(
        &self,
        binding: &Binding<'_>,
        _: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        binding.each_subject(&self.of, |about| self.class_model(about, &binding.no_values(about, &self.of)))
    }
}
