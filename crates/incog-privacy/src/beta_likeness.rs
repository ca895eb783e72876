//! β-likeness.

use crate::against_release::{AgainstRelease, ValueDemand};
use crate::reference::REFERENCE;
use crate::scope::{COLUMN, JOINT};
use crate::share_bounds::{ShareBound, ShareBounds};
use crate::{
    Binding, Census, ClassModel, Criterion, CriterionSubject, Direction, Model, ModelEntry, Needs, Of,
    Others, ParameterError, ReferenceDistribution, ReleaseModel, Retained, SensitiveScope,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal, Value};
use incog_data::{ClassView, SensitiveAttribute};

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: "beta-likeness",
        audience: CardAudience::Product,
        summary: "no sensitive value is more frequent in a class than in the whole table by more than the \
            factor 1 + beta",
        reference: "Cao, Karras, Publishing microdata with a robust privacy guarantee, PVLDB 5(11), 2012, doi:10.14778/2350229.2350255",
        parameters: &[
            Parameter::new(
                "beta",
                "largest relative gain of a value's share, (q - p) / p",
                Range::Above(0.0, f64::INFINITY),
                ParameterDefault::Required,
            )
            .ruled("beta is more than 0"),
            Parameter::new(
                "kind",
                "basic, or enhanced, which also limits the gain to -ln p, so that frequent values are \
                 bounded, too",
                Range::Words(&["enhanced", "basic"]),
                ParameterDefault::Value(Value::word("enhanced")),
            ),
            COLUMN,
            JOINT,
            REFERENCE,
        ],
        caveat: Some(
            "beta-likeness bounds how much more likely a sensitive value becomes for a person in a class, \
             relative to its share in the whole table, which is assumed to be public. It does not bound \
             how much less likely a value becomes: a class may rule values out. Values with nearly the \
             same meaning count as different.",
        ),
    },
    needs: Needs { sensitive: true, provider: false, others: None, drawn: false },
    read: |parameters| Ok(Box::new(BetaLikenessParameters::read(parameters)?)),
};

/// Which gains β-likeness allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LikenessKind {
    /// At most β.
    Basic,
    /// At most β and at most `-ln p`.
    Enhanced,
}

impl LikenessKind {
    /// All kinds, with their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("enhanced", Self::Enhanced), ("basic", Self::Basic)];

    /// What the parameters of β-likeness say.
    ///
    /// # Errors
    /// When they name no kind.
    pub fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        parameters.choice("kind", &Self::ALL)
    }
}

/// The half of the enhanced kind that bounds gains by `-ln p`.
const LOGARITHM: &str = "enhanced, in units of -ln p";

#[derive(Debug, Clone)]
struct BetaLikenessParameters {
    beta: f64,
    kind: LikenessKind,
    of: SensitiveScope,
    reference: ReferenceDistribution,
}

impl ValueDemand for BetaLikenessParameters {
    fn class_model(&self, attribute: &SensitiveAttribute) -> Result<Box<dyn ClassModel>, ParameterError> {
        Ok(Box::new(BetaLikeness::new(attribute, self.beta, self.kind)?))
    }
}

impl BetaLikenessParameters {
    fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        Ok(Self {
            beta: parameters.number("beta")?,
            kind: LikenessKind::read(parameters)?,
            of: SensitiveScope::read(parameters)?,
            reference: ReferenceDistribution::read(parameters)?,
        })
    }
}

impl Model for BetaLikenessParameters {
    /// For each column it is about how much a share gains, and of the enhanced kind how much of
    /// `-ln p` that is.
    fn criteria(&self, asked: &Parameters, whole: &Census) -> Vec<Criterion> {
        let at_most = |subject: &CriterionSubject, part: &str, required| {
            let gain = Criterion::new(asked, Of::Values(subject.clone()), Direction::AtMost, required);
            gain.against(self.reference, part)
        };
        let of = |subject| match self.kind {
            LikenessKind::Basic => at_most(&subject, "basic", self.beta),
            LikenessKind::Enhanced => {
                [at_most(&subject, "enhanced", self.beta), at_most(&subject, LOGARITHM, 1.0)].concat()
            }
        };
        whole.subjects(&self.of).into_iter().flat_map(of).collect()
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

/// No sensitive value has in a class a share `q` above its share `p` in the whole table by more
/// than `β p`; of the enhanced kind, nor by more than `-p ln p`.
///
/// The measure is the largest `(q - p) / p` of a value that gains, 0 if none does; infinite where a
/// value passes `-ln p`, so that no β would do. Shares `q` are taken as equal to a bound that only
/// rounding keeps them from, up to 1e-12 of it. `retain` is exact, and unions of what holds hold:
/// each bound is on a share of the class.
///
/// Reference: Cao, Karras, "Publishing microdata with a robust privacy guarantee", PVLDB 5(11),
/// 2012, doi:10.14778/2350229.2350255.
///
/// ```
/// use incog_data::{CellCount, ClassView, SensitiveAttribute};
/// use incog_privacy::{BetaLikeness, ClassModel, LikenessKind};
/// let ill = SensitiveAttribute { of_cell: vec![0, 1], totals: vec![1, 3], ..Default::default() };
/// let model = BetaLikeness::new(&ill, 1.0, LikenessKind::Basic)?;
/// // A quarter of all, and half of the class: (1/2 - 1/4) / (1/4).
/// let class = [CellCount { cell: 0, count: 1 }, CellCount { cell: 1, count: 1 }];
/// assert_eq!(model.measure(&ClassView::new(&class)), 1.0);
/// # Ok::<(), incog_privacy::ParameterError>(())
/// ```
#[derive(Debug, Clone)]
pub struct BetaLikeness {
    beta: f64,
    kind: LikenessKind,
    bounds: ShareBounds,
}

impl BetaLikeness {
    /// The model for `attribute`, referring to its distribution in the whole table; β is above 0.
    ///
    /// # Errors
    /// When β is not.
    pub fn new(
        attribute: &SensitiveAttribute,
        beta: f64,
        kind: LikenessKind,
    ) -> Result<Self, ParameterError> {
        let beta = ParameterError::above_zero("beta-likeness", "beta", beta)?;
        let most = |share: f64| ShareBound::up_to(share * (1.0 + beta.min(most_gain(kind, share))));
        Ok(Self { beta, kind, bounds: ShareBounds::new(attribute, most) })
    }

    fn gain(&self, before: f64, after: f64) -> f64 {
        let gain = (after - before) / before;
        if gain <= most_gain(self.kind, before) * (1.0 + 1e-12) { gain } else { f64::INFINITY }
    }
}

/// The most that a share may gain, whatever β is.
fn most_gain(kind: LikenessKind, share: f64) -> f64 {
    match kind {
        LikenessKind::Basic => f64::INFINITY,
        LikenessKind::Enhanced => -share.ln(),
    }
}

impl ClassModel for BetaLikeness {
    fn name(&self) -> &'static str {
        "beta-likeness"
    }

    fn required(&self) -> f64 {
        self.beta
    }

    fn direction(&self) -> Direction {
        Direction::AtMost
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        self.bounds.worst(class, |before, after| self.gain(before, after))
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
