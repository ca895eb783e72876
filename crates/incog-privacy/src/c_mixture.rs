//! c-mixture: one number for k-anonymity, l-diversity and provider diversity.

use crate::{ClassModel, DistinctLDiversity, KAnonymity, ParameterError, ProviderDiversity};
use incog_data::SensitiveAttribute;

/// The parameters that one relative strength `c` stands for (CPGEN, eq. 1).
///
/// ```
/// use incog_privacy::CMixture;
/// let mixture = CMixture::resolve(0.6, 8, 3, 4).unwrap();
/// assert_eq!((mixture.k, mixture.l, mixture.m), (4, 2, 3));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CMixture {
    /// The relative strength, above 0 and up to 1.
    pub c: f64,
    /// Records of a class, at least: `floor(records * c)`.
    pub k: u64,
    /// Distinct sensitive values of a class, at least: `ceil(values * c)`.
    pub l: u64,
    /// Distinct providers of a class, at least: `ceil(providers * c)`.
    pub m: u64,
}

impl CMixture {
    /// The parameters for a table of so many records, distinct sensitive values and providers; each
    /// is at least 1. Products that are whole numbers but for rounding count as whole.
    pub fn resolve(c: f64, records: u64, values: u64, providers: u64) -> Result<Self, ParameterError> {
        if !(c > 0.0 && c <= 1.0) {
            let (model, parameter, expected) = ("c-mixture", "c", "above 0 and up to 1");
            return Err(ParameterError::OutOfRange { model, parameter, expected, found: c });
        }
        let share = |of: u64, round: fn(f64) -> f64| {
            let (exact, whole) = (of as f64 * c, (of as f64 * c).round());
            let is_whole = (exact - whole).abs() <= 1e-9 * whole.max(1.0);
            (if is_whole { whole } else { round(exact) } as u64).max(1)
        };
        let (k, l, m) = (share(records, f64::floor), share(values, f64::ceil), share(providers, f64::ceil));
        Ok(Self { c, k, l, m })
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
