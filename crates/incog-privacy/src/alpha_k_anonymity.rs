//! (α, k)-anonymity.

use crate::k_anonymity::K;
use crate::projection::{Histogram, Projection, ValueCount};
use crate::scope::{COLUMN, JOINT};
use crate::share::Share;
use crate::{
    Binding, Census, ClassModel, Criterion, Direction, KAnonymity, Model, ModelEntry, Needs, Of, Others,
    ParameterError, Retained, SensitiveScope,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal, Value};
use incog_data::{ClassView, SensitiveAttribute};

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: "alpha-k-anonymity",
        audience: CardAudience::Product,
        summary: "every class has at least k records, and at most a share alpha of them has the same \
            sensitive value",
        reference: "Wong, Li, Fu, Wang, (alpha, k)-anonymity: an enhanced k-anonymity model for privacy-preserving data publishing, KDD 2006, doi:10.1145/1150402.1150499",
        parameters: &[
            K,
            Parameter::new(
                "alpha",
                "largest share of a class that a sensitive value may have",
                Range::Above(0.0, 1.0),
                ParameterDefault::Required,
            )
            .ruled("alpha is more than 0 and at most 1"),
            COLUMN,
            JOINT,
            VALUES,
        ],
        caveat: Some(
            "(alpha, k)-anonymity bounds how sure an attacker can be of a sensitive value: at most the \
             share alpha, however rare the value is in the whole table. With alpha = 0.5, a class may \
             raise a rare diagnosis to one half. Values with nearly the same meaning count as different. \
             If values are named, the others are not protected: all records of a class may share one of \
             them.",
        ),
    },
    needs: Needs { sensitive: true, provider: false, others: None, drawn: false },
    read: |parameters| Ok(Box::new(AlphaKAnonymityParameters::read(parameters)?)),
};

/// The sensitive values of the paper; its simple model names one, its general one several, each
/// with an alpha of its own.
const VALUES: Parameter = Parameter::new(
    "values",
    "the values of the column that alpha limits; by default all",
    Range::Texts,
    ParameterDefault::Nothing,
);

#[derive(Debug)]
struct AlphaKAnonymityParameters {
    k: u64,
    alpha: f64,
    of: SensitiveScope,
    /// All values, where it names none.
    values: Option<Vec<String>>,
}

impl AlphaKAnonymityParameters {
    fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        let (k, alpha) = (parameters.whole(K.name)?, parameters.number("alpha")?);
        let of = SensitiveScope::read(parameters)?;
        Ok(Self { k, alpha, values: named_values(parameters, &of)?, of })
    }

    fn of_attribute(&self, about: &SensitiveAttribute) -> Result<AlphaDeassociation, ParameterError> {
        let model = AlphaDeassociation::new(about, self.alpha)?;
        match &self.values {
            None => Ok(model),
            Some(values) => Ok(model.only_of(about, values)),
        }
    }
}

fn named_values(parameters: &Parameters, of: &SensitiveScope) -> Result<Option<Vec<String>>, Refusal> {
    let idle = |why| Err(Refusal::Idle { parameter: VALUES.name, why });
    match parameters.checked(VALUES.name)? {
        None => Ok(None),
        Some(Value::Texts(values)) if values.is_empty() => idle("it lists no value"),
        Some(_) if !matches!(of, SensitiveScope::Column(_)) => {
            idle("set column, too, to the column that has these values")
        }
        Some(_) => parameters.texts(VALUES.name).map(|values| Some(values.to_vec())),
    }
}

impl Model for AlphaKAnonymityParameters {
    /// First k, then alpha for each column it is about.
    fn criteria(&self, asked: &Parameters, whole: &Census) -> Vec<Criterion> {
        let size = Criterion::new(asked, Of::Records, Direction::AtLeast, self.k as f64);
        let size = size.with_variant("k").with_smallest_class(self.k);
        // A class without the values that are named may be of any size.
        let (least, variant) = match &self.values {
            None => (Share::new(self.alpha).least_records(), "alpha".to_owned()),
            Some(values) => (1, format!("alpha of {}", values.join(", "))),
        };
        let share = |subject| {
            let share = Criterion::new(asked, Of::Values(subject), Direction::AtMost, self.alpha);
            share.with_variant(variant.clone()).with_smallest_class(least)
        };
        std::iter::once(size).chain(whole.subjects(&self.of).into_iter().map(share)).collect()
    }

    fn bind(
        &self,
        binding: &Binding<'_>,
        _: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        let size = binding.counting(Box::new(KAnonymity::with_name(ENTRY.card.name, self.k)), None);
        let mut models = vec![size];
        models.extend(binding.each_subject(&self.of, |about| Ok(Box::new(self.of_attribute(about)?)))?);
        Ok(models)
    }
}

/// In every class each sensitive value has at most a share `alpha` of the records: the half of (α,
/// k)-anonymity that looks at values (the paper's α-deassociation, for every value, or for some of
/// them).
///
/// Of `n` records a value may have `floor(alpha n)`. A product that is whole except for the
/// rounding of alpha counts as whole (0.1 of 30 is 3): alpha is taken as `alpha (1 + 1e-12)` in
/// binary fixed point, and everything after that is done in integers. A measurement of shares that
/// tolerates 1e-9 of alpha therefore accepts what is kept here.
///
/// The contract holds because `floor(alpha n)` of a union is at least the sum over its parts.
/// `retain` is exact. Let `S(c)` be the records that stay when every value it is about is cut to
/// `c`. A part whose counts of these are at most `c`, and in which `c` is allowed, has at least
/// `c / alpha` records; so such a part exists exactly when `S(c) >= c / alpha`. `S` is concave and
/// not negative at 0, so this holds up to some `c`, which bisection finds, and a larger `c` allows
/// a larger part.
///
/// Reference: Wong, Li, Fu, Wang, "(α, k)-anonymity: an enhanced k-anonymity model for
/// privacy-preserving data publishing", KDD 2006, doi:10.1145/1150402.1150499.
#[derive(Debug, Clone)]
pub struct AlphaDeassociation {
    alpha: f64,
    share: Share,
    projection: Projection,
    /// Of each value whether it is about it; empty where it is about all.
    about: Vec<bool>,
}

impl AlphaDeassociation {
    /// At most a share `alpha` of each class has the same value of `attribute`; alpha is above 0
    /// and at most 1.
    pub fn new(attribute: &SensitiveAttribute, alpha: f64) -> Result<Self, ParameterError> {
        if !(alpha > 0.0 && alpha <= 1.0) {
            let (model, parameter, expected) = ("alpha-k-anonymity", "alpha", "above 0 and up to 1");
            return Err(ParameterError::OutOfRange { model, parameter, expected, found: alpha });
        }
        Ok(Self {
            alpha,
            share: Share::new(alpha),
            projection: Projection::new(attribute),
            about: Vec::new(),
        })
    }

    /// Limits the model to these values; records with other values count, in any number.
    ///
    /// A value that no record has is none that is refused: a release would otherwise say of each
    /// value that it is about that somebody has it, be it somebody who is suppressed.
    pub fn only_of(self, attribute: &SensitiveAttribute, values: &[String]) -> Self {
        let mut about: Vec<bool> = attribute.values.iter().map(|value| values.contains(value)).collect();
        // All missing values are one.
        if attribute.missing.iter().any(|&code| about[code as usize]) {
            attribute.missing.iter().for_each(|&code| about[code as usize] = true);
        }
        Self { about, ..self }
    }

    fn is_about(&self, value: u32) -> bool {
        self.about.get(value as usize).copied().unwrap_or(true)
    }

    /// Records of the most frequent value.
    fn most(&self, class: &ClassView<'_>) -> u64 {
        let histogram = self.projection.histogram(class);
        let about = histogram.iter().filter(|bin| self.is_about(bin.value));
        about.map(|bin| bin.count).max().unwrap_or(0)
    }

    /// Cuts every value it is about to the largest count that is allowed, and the sum to the limit.
    fn cut(&self, histogram: &mut Histogram, limit: u64) {
        let cut = |bin: &ValueCount, most: u64| {
            if self.is_about(bin.value) { bin.count.min(most) } else { bin.count }
        };
        let kept = |most: u64| histogram.iter().map(|bin| cut(bin, most)).sum::<u64>();
        let (mut most, mut above) = (0, self.share.of_records(limit) + 1);
        while most + 1 < above {
            let middle = most + (above - most) / 2;
            if self.share.allows(middle, kept(middle)) { most = middle } else { above = middle }
        }
        let mut over = kept(most).saturating_sub(limit);
        for bin in histogram.iter_mut() {
            bin.count = cut(bin, most);
            let taken = over.min(bin.count);
            (bin.count, over) = (bin.count - taken, over - taken);
        }
    }
}

impl ClassModel for AlphaDeassociation {
    fn name(&self) -> &'static str {
        "alpha-k-anonymity"
    }

    fn required(&self) -> f64 {
        self.alpha
    }

    fn direction(&self) -> Direction {
        Direction::AtMost
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        if class.size == 0 { 0.0 } else { self.most(class) as f64 / class.size as f64 }
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        self.most(class) <= self.share.of_records(class.size)
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        self.retain_up_to(class, class.size)
    }

    fn minimum_size(&self) -> u64 {
        if self.about.is_empty() { self.share.least_records() } else { 1 }
    }

    fn retain_up_to(&self, class: &ClassView<'_>, limit: u64) -> Retained {
        if class.size <= limit && self.holds(class) {
            return Retained::all(class);
        }
        let mut part = self.projection.histogram(class);
        self.cut(&mut part, limit.min(class.size));
        Retained::exactly(self.projection.part(class, &part, 0), class)
    }
}
