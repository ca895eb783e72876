//! c-mixture: one number for k-anonymity, l-diversity and provider diversity.

use crate::provider_diversity::POOLED_KNOWLEDGE;
use crate::{
    Binding, Census, ClassModel, Criterion, CriterionFigure, CriterionSubject, Direction, DistinctLDiversity,
    KAnonymity, Model, ModelEntry, Needs, Of, Others, ParameterError, ProviderDiversity,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range};
use incog_data::SensitiveAttribute;

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: "c-mixture",
        audience: CardAudience::Product,
        summary: "every class has at least a share c of all records, sensitive values and providers",
        reference: "Kulkarni, Senthil Murugan, C-mixture and multi-constraints based genetic algorithm (CPGEN), JKSU-CIS, 2016, eq. 1",
        parameters: &[Parameter::new(
            "c",
            "the share; k = floor(N c), l = ceil(s c), m = ceil(P c)",
            Range::Above(0.0, 1.0),
            ParameterDefault::Required,
        )
        .ruled("c is more than 0 and at most 1")],
        caveat: Some(POOLED_KNOWLEDGE),
    },
    needs: Needs { sensitive: true, provider: true, others: None, drawn: false },
    read: |parameters| Ok(Box::new(CMixtureParameters { c: parameters.number("c")? })),
};

#[derive(Debug)]
struct CMixtureParameters {
    c: f64,
}

impl Model for CMixtureParameters {
    /// k, then l for each sensitive column, then m.
    fn criteria(&self, asked: &Parameters, whole: &Census) -> Vec<Criterion> {
        let c = self.c;
        let at_least = |of: Of, part: &str, required: u64| {
            let criterion = Criterion::new(asked, of, Direction::AtLeast, required as f64);
            criterion.with_variant(format!("c = {c}: {part}")).with_smallest_class(required)
        };
        let values = whole.sensitive.iter().map(|(column, values)| {
            let of = Of::Values(CriterionSubject::Column(column.clone()));
            at_least(of, "l", share(c, *values, f64::ceil))
                .following_from_suppressed(CriterionFigure::Required)
        });
        let units = at_least(Of::Records, "k", share(c, whole.units(), f64::floor));
        let units = units.with_asked_size(share(c, whole.records, f64::floor));
        // How many records there are is told, how many people is not.
        let units = match whole.people {
            Some(_) => units.following_from_suppressed(CriterionFigure::Required),
            None => units,
        };
        let providers = at_least(Of::Providers, "m", share(c, whole.providers, f64::ceil));
        let providers = providers.following_from_suppressed(CriterionFigure::Required);
        std::iter::once(units).chain(values).chain([providers]).collect()
    }

    /// All three models for each sensitive attribute; noisy records do not count.
    fn bind(
        &self,
        binding: &Binding<'_>,
        _: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        let mut models: Vec<Box<dyn ClassModel>> = Vec::new();
        let Some(provider) = binding.provider() else { return Ok(models) };
        for attribute in binding.sensitive() {
            let none = binding.missing_no_values(attribute);
            let values = (attribute.values.len() - none.len()) as u64;
            let (units, providers) = (binding.units(), provider.values.len() as u64);
            let mixture = CMixture::resolve(self.c, units, values, providers)?;
            let name = ENTRY.card.name;
            let size = KAnonymity::with_name(name, mixture.k);
            // Metrics count records, also where k counts people.
            let size = size.measured_in_units_of(share(self.c, binding.records(), f64::floor));
            models.push(binding.counting(Box::new(size), None));
            let diversity = DistinctLDiversity::new(attribute, mixture.l)?.ignoring(none).of_model(name);
            models.push(binding.counting(Box::new(diversity), Some(attribute)));
            models.push(Box::new(ProviderDiversity::new(provider, mixture.m)?.of_model(name)));
        }
        Ok(models)
    }
}

/// The parameters that one relative strength `c` stands for (CPGEN, eq. 1).
///
/// ```
/// use incog_privacy::CMixture;
/// let mixture = CMixture::resolve(0.6, 8, 3, 4).unwrap();
/// assert_eq!((mixture.k, mixture.l, mixture.m), (4, 2, 3));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CMixture {
    /// The relative strength, above 0 and at most 1.
    pub c: f64,
    /// The fewest records of a class: `floor(records * c)`.
    pub k: u64,
    /// The fewest distinct sensitive values of a class: `ceil(values * c)`.
    pub l: u64,
    /// The fewest distinct providers of a class: `ceil(providers * c)`.
    pub m: u64,
}

impl CMixture {
    /// The parameters for a table with this many records, distinct sensitive values and providers;
    /// each is at least 1. Products that are whole except for rounding count as whole.
    pub fn resolve(c: f64, records: u64, values: u64, providers: u64) -> Result<Self, ParameterError> {
        if !(c > 0.0 && c <= 1.0) {
            let (model, parameter, expected) = ("c-mixture", "c", "above 0 and up to 1");
            return Err(ParameterError::OutOfRange { model, parameter, expected, found: c });
        }
        let (k, l) = (share(c, records, f64::floor), share(c, values, f64::ceil));
        Ok(Self { c, k, l, m: share(c, providers, f64::ceil) })
    }

    /// The three models that must hold together.
    pub fn models(
        &self,
        sensitive: &SensitiveAttribute,
        provider: &SensitiveAttribute,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        Ok(vec![
            Box::new(KAnonymity::new(self.k)?),
            Box::new(DistinctLDiversity::new(sensitive, self.l)?),
            Box::new(ProviderDiversity::new(provider, self.m)?),
        ])
    }
}

/// A share of a whole, at least 1. 0.6 of 5 is 3, whatever floating point makes of it.
fn share(c: f64, of: u64, round: fn(f64) -> f64) -> u64 {
    let (exact, whole) = (of as f64 * c, (of as f64 * c).round());
    let is_whole = (exact - whole).abs() <= 1e-9 * whole.max(1.0);
    (if is_whole { whole } else { round(exact) } as u64).max(1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn rounds_as_if_products_were_exact() {
        // 0.1 * 30 is 3.0000000000000004 and 0.29 * 100 is 28.999999999999996 in 64 bits.
        assert_eq!(CMixture::resolve(0.1, 30, 30, 30).unwrap().l, 3);
        assert_eq!(CMixture::resolve(0.29, 100, 1, 1).unwrap().k, 29);
        let smallest = CMixture::resolve(0.001, 8, 3, 4).unwrap();
        assert_eq!((smallest.k, smallest.l, smallest.m), (1, 1, 1));
    }

    #[test]
    fn refuses_strengths_outside_the_range() {
        for c in [0.0, -0.1, 1.1, f64::NAN] {
            assert!(matches!(CMixture::resolve(c, 8, 3, 4), Err(ParameterError::OutOfRange { .. })));
        }
    }
}
