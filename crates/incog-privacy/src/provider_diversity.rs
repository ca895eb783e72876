//! Provider diversity.

use crate::projection::Projection;
use crate::{
    Binding, Census, ClassModel, Criterion, Direction, Model, ModelEntry, Needs, Of, Others, ParameterError,
    Retained,
};
use incog_card::is_planted;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range};
use incog_data::{ClassView, SensitiveAttribute};

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: "provider-diversity",
        audience: CardAudience::Product,
        summary: "every class has records of at least m providers",
        reference: "Kulkarni, Senthil Murugan, C-mixture and multi-constraints based genetic algorithm (CPGEN), JKSU-CIS, 2016",
        parameters: &[Parameter::new(
            "m",
            "smallest number of providers in a class",
            Range::Whole(1, i64::MAX),
            ParameterDefault::Required,
        )
        .ruled("m is at least 1")],
        caveat: Some(POOLED_KNOWLEDGE),
    },
    needs: Needs { sensitive: false, provider: true, others: None, drawn: false },
    read: |parameters| Ok(Box::new(ProviderDiversityParameters { m: parameters.whole("m")? })),
};

/// What providers can do although there are several of them in a class.
pub(crate) const POOLED_KNOWLEDGE: &str = "Records of several providers in a class do not stop providers \
    from combining what they know: they can remove their own records and look at the rest. Only m-privacy \
    bounds that.";

#[derive(Debug)]
struct ProviderDiversityParameters {
    m: u64,
}

impl Model for ProviderDiversityParameters {
    fn criteria(&self, asked: &Parameters, _: &Census) -> Vec<Criterion> {
        let providers = Criterion::new(asked, Of::Providers, Direction::AtLeast, self.m as f64);
        vec![providers.with_smallest_class(self.m)]
    }

    fn bind(
        &self,
        binding: &Binding<'_>,
        _: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        let Some(provider) = binding.provider() else { return Ok(Vec::new()) };
        Ok(vec![Box::new(ProviderDiversity::new(provider, self.m)?)])
    }
}

/// Every class has records of at least `m` distinct data providers, which is what CPGEN calls
/// m-privacy ([`MPrivacy`](crate::MPrivacy) is the stronger, original notion).
///
/// A part of a class has no more providers than the class, so the class stays whole or goes, and
/// `retain` is exact.
#[derive(Debug, Clone)]
pub struct ProviderDiversity {
    /// The model that a job asks for, of which this may be a part.
    name: &'static str,
    m: u64,
    projection: Projection,
}

impl ProviderDiversity {
    /// At least `m` distinct values of the attribute `provider` in each class; `m` must not be 0.
    pub fn new(provider: &SensitiveAttribute, m: u64) -> Result<Self, ParameterError> {
        let m = ParameterError::positive("provider-diversity", "m", m)?;
        Ok(Self { name: "provider-diversity", m, projection: Projection::new(provider) })
    }

    /// Makes it a part of the model of this name.
    pub(crate) fn of_model(self, name: &'static str) -> Self {
        Self { name, ..self }
    }
}

impl ClassModel for ProviderDiversity {
    fn name(&self) -> &'static str {
        self.name
    }

    fn required(&self) -> f64 {
        self.m as f64
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        self.projection.histogram(class).len() as f64
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        let more = u64::from(is_planted("a provider too few"));
        class.size == 0 || self.projection.histogram(class).len() as u64 + more >= self.m
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        Retained::whole_or_nothing(class, self.holds(class))
    }

    fn minimum_size(&self) -> u64 {
        self.m
    }

    fn is_upward_closed(&self) -> bool {
        true
    }

    fn required_providers(&self) -> Option<u64> {
        Some(self.m)
    }
}
