//! A limit on the average risk of a record.

use crate::{
    Binding, Census, ClassModel, Criterion, Direction, Model, ModelEntry, Needs, Of, Others, ParameterError,
    ReleaseModel, ReleaseView,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range};

/// Its name in the job file.
const NAME: &str = "average-risk";

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: NAME,
        audience: CardAudience::Product,
        summary: "an attacker who knows only the quasi-identifiers of everybody in the table finds on \
            average at most this share of the published records",
        reference: "El Emam, Guide to the De-Identification of Personal Health Information, 2013, ISBN 978-1-4665-7906-4",
        parameters: &[Parameter::new(
            "risk",
            "the mean of 1 / size of its class over all records, which is classes / records: marketer risk",
            Range::Above(0.0, 1.0),
            ParameterDefault::Required,
        )
        .ruled("risk is more than 0 and at most 1")],
        caveat: Some(
            "A limit on the average risk bounds how many people an attacker finds who looks for everybody. \
             It does not protect a single person: some records may be alone in their class. Use \
             k-anonymity or maximum-risk, too. To meet it, incog makes labels coarser and suppresses no \
             records.",
        ),
    },
    needs: Needs { sensitive: false, provider: false, others: None, drawn: false },
    read: |parameters| Ok(Box::new(AverageRisk { risk: parameters.number("risk")? })),
};

/// The mean over the records of a release of 1 / the size of their class, which is its classes by
/// its records, is at most `risk`.
///
/// It looks at the whole, so no class says alone whether it holds, and nothing is suppressed for
/// its sake. Where nothing is suppressed at all, coarser labels make fewer classes of the same
/// records, so nodes above an allowed one are allowed; where something is, a class that becomes
/// large enough to stay may raise the mean.
///
/// Reference: El Emam, "Guide to the De-Identification of Personal Health Information", 2013, ISBN
/// 978-1-4665-7906-4.
///
/// ```
/// use incog_privacy::{AverageRisk, ReleaseModel, ReleaseView};
/// let classes = ReleaseView { kept: &[1, 3, 0, 4], cells: &[] };
/// assert_eq!(AverageRisk { risk: 0.5 }.measure(&classes), Some(3.0 / 8.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AverageRisk {
    /// The largest mean, above 0 and at most 1.
    pub risk: f64,
}

/// By how much the mean may miss its limit because of rounding: 1/3 of 3 records is one class.
const ROUNDING: f64 = 1e-12;

impl ReleaseModel for AverageRisk {
    fn name(&self) -> &'static str {
        NAME
    }

    fn required(&self) -> f64 {
        self.risk
    }

    fn direction(&self) -> Direction {
        Direction::AtMost
    }

    fn measure(&self, release: &ReleaseView<'_>) -> Option<f64> {
        let records = release.records();
        (records > 0).then(|| release.classes() as f64 / records as f64)
    }

    fn holds(&self, release: &ReleaseView<'_>) -> bool {
        self.measure(release).is_none_or(|mean| mean <= self.risk * (1.0 + ROUNDING))
    }

    fn unions_hold(&self) -> bool {
        true
    }
}

impl Model for AverageRisk {
    fn criteria(&self, asked: &Parameters, _: &Census) -> Vec<Criterion> {
        vec![Criterion::new(asked, Of::Release, Direction::AtMost, self.risk)]
    }

    fn bind(&self, _: &Binding<'_>, _: &Others<'_>) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        Ok(Vec::new())
    }

    fn is_about_the_release(&self) -> bool {
        true
    }

    fn bind_to_release(&self, _: &Binding<'_>) -> Result<Vec<Box<dyn ReleaseModel>>, ParameterError> {
        Ok(vec![Box::new(*self)])
    }
}
