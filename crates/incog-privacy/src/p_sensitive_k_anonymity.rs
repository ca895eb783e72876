//! p-sensitive k-anonymity.

use crate::k_anonymity::K;
use crate::scope::{COLUMN, JOINT};
use crate::{
    Binding, Census, ClassModel, Criterion, Direction, DistinctLDiversity, KAnonymity, Model, ModelEntry,
    Needs, Of, Others, ParameterError, SensitiveScope,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal};

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: "p-sensitive-k-anonymity",
        audience: CardAudience::Product,
        summary: "every class has at least k records and at least p distinct values of each sensitive column",
        reference: "Truta, Vinay, Privacy protection: p-sensitive k-anonymity property, ICDE Workshops 2006, doi:10.1109/ICDEW.2006.116",
        parameters: &[
            Parameter::new(
                "p",
                "fewest distinct sensitive values of a class, at most k",
                Range::Whole(1, i64::MAX),
                ParameterDefault::Required,
            )
            .ruled("p is at least 1"),
            K,
            COLUMN,
            JOINT,
        ],
        caveat: Some(
            "p-sensitive k-anonymity demands p sensitive values in a class, but not that they are equally \
             likely or differ in meaning: almost everyone in a class may have the same value.",
        ),
    },
    needs: Needs { sensitive: true, provider: false, others: None, drawn: false },
    read: |parameters| Ok(Box::new(PSensitiveKAnonymityParameters::read(parameters)?)),
};

#[derive(Debug)]
struct PSensitiveKAnonymityParameters {
    p: u64,
    k: u64,
    of: SensitiveScope,
}

impl PSensitiveKAnonymityParameters {
    fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        let (p, k) = (parameters.whole("p")?, parameters.whole(K.name)?);
        if p > k {
            let expected = format!("p is at most k, which is {k}");
            return Err(Refusal::OutOfRange { parameter: "p", found: p as f64, expected: expected.into() });
        }
        Ok(Self { p, k, of: SensitiveScope::read(parameters)? })
    }
}

/// A class that has enough records and values has them whatever else comes to it, so it stays whole
/// or goes.
impl Model for PSensitiveKAnonymityParameters {
    /// First k, then p for each column it is about.
    fn criteria(&self, asked: &Parameters, whole: &Census) -> Vec<Criterion> {
        let at_least = |of, part: &str, required: u64| {
            let criterion = Criterion::new(asked, of, Direction::AtLeast, required as f64);
            criterion.with_variant(part).with_smallest_class(required)
        };
        let values = whole.subjects(&self.of).into_iter();
        let values = values.map(|subject| at_least(Of::Values(subject), "p", self.p));
        std::iter::once(at_least(Of::Records, "k", self.k)).chain(values).collect()
    }

    fn bind(
        &self,
        binding: &Binding<'_>,
        _: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        let size = binding.counting(Box::new(KAnonymity::with_name(ENTRY.card.name, self.k)), None);
        let mut models = vec![size];
        models.extend(binding.each_subject(&self.of, |about| {
            let values = DistinctLDiversity::new(about, self.p)?.of_model(ENTRY.card.name);
            Ok(Box::new(values.ignoring(&binding.no_values(about, &self.of))))
        })?);
        Ok(models)
    }
}
