//! δ-disclosure privacy.

use crate::against_release::{AgainstRelease, ValueDemand};
use crate::reference::REFERENCE;
use crate::scope::{COLUMN, JOINT};
use crate::share_bounds::{ShareBound, ShareBounds};
use crate::{
    Binding, Census, ClassModel, Criterion, Direction, Model, ModelEntry, Needs, Of, Others, ParameterError,
    ReferenceDistribution, ReleaseModel, Retained, SensitiveScope,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range};
use incog_data::{ClassView, SensitiveAttribute};

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: "delta-disclosure",
        audience: CardAudience::Product,
        summary: "every sensitive value is in every class nearly as frequent as in the whole table: |ln(q / p)| is below delta",
        reference: "Brickell, Shmatikov, The cost of privacy: destruction of data-mining utility in anonymized data publishing, KDD 2008, doi:10.1145/1401890.1401904",
        parameters: &[
            Parameter::new(
                "delta",
                "upper bound of the absolute natural logarithm of the ratio of shares",
                Range::Above(0.0, f64::INFINITY),
                ParameterDefault::Required,
            )
            .ruled("delta is more than 0"),
            COLUMN,
            JOINT,
            REFERENCE,
        ],
        caveat: Some(
            "delta-disclosure privacy bounds how much more and less likely every sensitive value becomes, \
             relative to its share in the whole table, which is assumed to be public. A value that a class \
             lacks becomes infinitely less likely, so every class has all values, as in the paper. ARX and \
             pycanon ignore values that a class lacks, and ARX uses logarithms to base 2.",
        ),
    },
    needs: Needs { sensitive: true, provider: false, others: None, drawn: false },
    read: |parameters| {
        let delta = parameters.number("delta")?;
        let (of, reference) = (SensitiveScope::read(parameters)?, ReferenceDistribution::read(parameters)?);
        Ok(Box::new(DeltaDisclosureParameters { delta, of, reference }) as Box<dyn Model>)
    },
};

#[derive(Debug, Clone)]
struct DeltaDisclosureParameters {
    delta: f64,
    of: SensitiveScope,
    reference: ReferenceDistribution,
}

impl ValueDemand for DeltaDisclosureParameters {
    fn class_model(&self, attribute: &SensitiveAttribute) -> Result<Box<dyn ClassModel>, ParameterError> {
        Ok(Box::new(DeltaDisclosure::new(attribute, self.delta)?))
    }
}

impl Model for DeltaDisclosureParameters {
    fn criteria(&self, asked: &Parameters, whole: &Census) -> Vec<Criterion> {
        let subjects = whole.subjects(&self.of).into_iter();
        let ratios =
            subjects.map(|subject| Criterion::new(asked, Of::Values(subject), Direction::Below, self.delta));
        ratios.flat_map(|ratio| ratio.against(self.reference, "ratio of shares")).collect()
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

/// Every sensitive value of the table has in every class a share `q` with `|ln(q / p)| < δ`, `p`
/// being its share in the whole table.
///
/// The measure is the largest `|ln(q / p)|`, infinite where a class lacks a value. `retain` is
/// exact, and unions of what holds hold: each bound is on a share of the class.
///
/// Reference: Brickell, Shmatikov, "The cost of privacy", KDD 2008, doi:10.1145/1401890.1401904.
///
/// ```
/// use incog_data::{CellCount, ClassView, SensitiveAttribute};
/// use incog_privacy::{ClassModel, DeltaDisclosure};
/// let ill = SensitiveAttribute { of_cell: vec![0, 1], totals: vec![1, 3], ..Default::default() };
/// let model = DeltaDisclosure::new(&ill, 1.0)?;
/// let class = [CellCount { cell: 0, count: 1 }, CellCount { cell: 1, count: 1 }];
/// assert!((model.measure(&ClassView::new(&class)) - 2f64.ln()).abs() < 1e-12);
/// assert!(!model.holds(&ClassView::new(&class[..1])));
/// # Ok::<(), incog_privacy::ParameterError>(())
/// ```
#[derive(Debug, Clone)]
pub struct DeltaDisclosure {
    delta: f64,
    bounds: ShareBounds,
}

impl DeltaDisclosure {
    /// The model for `attribute`, referring to its distribution in the whole table; δ is above 0.
    ///
    /// # Errors
    /// When δ is not.
    pub fn new(attribute: &SensitiveAttribute, delta: f64) -> Result<Self, ParameterError> {
        let delta = ParameterError::above_zero("delta-disclosure", "delta", delta)?;
        let within = |share: f64| ShareBound::between(share * (-delta).exp(), share * delta.exp());
        Ok(Self { delta, bounds: ShareBounds::new(attribute, within) })
    }
}

impl ClassModel for DeltaDisclosure {
    fn name(&self) -> &'static str {
        "delta-disclosure"
    }

    fn required(&self) -> f64 {
        self.delta
    }

    fn direction(&self) -> Direction {
        Direction::Below
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        self.bounds.worst(class, |before, after| (after / before).ln().abs())
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        self.bounds.holds(class)
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        self.bounds.retain_up_to(class, class.size)
    }

    fn minimum_size(&self) -> u64 {
        self.bounds.minimum_size()
    }

    fn retain_up_to(&self, class: &ClassView<'_>, limit: u64) -> Retained {
        self.bounds.retain_up_to(class, limit)
    }
}
