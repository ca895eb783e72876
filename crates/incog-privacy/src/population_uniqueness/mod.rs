//! A limit on how many people are unique in the population, as estimated.

mod estimate_choice;
mod pitman;
mod root_finding;
mod sizes;
mod slide_negative_binomial;
mod zayatz;

use crate::{
    Binding, Census, ClassModel, Criterion, Direction, Model, ModelEntry, Needs, Of, Others, ParameterError,
    ReleaseModel, ReleaseView,
};
use estimate_choice::share_of_uniques;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal};
use sizes::Sizes;

/// Its name in the job file.
const NAME: &str = "population-uniqueness";

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: NAME,
        audience: CardAudience::Product,
        summary: "at most this share of the population, of which the release is a sample, is estimated to \
            be unique by the published labels",
        reference: "Dankar, El Emam, Neisa, Roffey, Estimating the re-identification risk of clinical data sets, BMC MIDM 12:66, 2012, doi:10.1186/1472-6947-12-66",
        parameters: &[
            Parameter::new(
                "share",
                "the largest share of the population that may be unique",
                Range::Above(0.0, 1.0),
                ParameterDefault::Required,
            )
            .ruled("share is more than 0 and at most 1"),
            Parameter::new(
                "sampling_fraction",
                "the share of the population in the table, which is a simple random sample of it",
                Range::Above(0.0, 1.0),
                ParameterDefault::Required,
            )
            .ruled("sampling_fraction is more than 0 and less than 1"),
        ],
        caveat: Some(
            "Population uniqueness is an estimate, and counts only people who are unique in the \
             population: those who share their labels with one other person do not count. It relies on the \
             sampling fraction, and on the published records being a simple random sample; if rare records \
             are suppressed, they are not, and the estimate is too low. To meet it, incog makes labels \
             coarser and suppresses no records.",
        ),
    },
    needs: Needs { sensitive: false, provider: false, others: None, drawn: false },
    read: |parameters| {
        let (share, fraction) = (parameters.number("share")?, parameters.number("sampling_fraction")?);
        if fraction >= 1.0 {
            let expected = "sampling_fraction is more than 0 and less than 1".into();
            return Err(Refusal::OutOfRange { parameter: "sampling_fraction", found: fraction, expected });
        }
        Ok(Box::new(PopulationUniqueness { share, fraction }))
    },
};

/// Of the population that a release is a sample of, at most a share is estimated to be unique.
///
/// The estimate is that of the decision rule of Dankar, El Emam and others (2012): by Pitman's
/// model for samples of up to a tenth, by the lower of Zayatz's and the slide negative binomial
/// model for larger ones, and by Zayatz's where the model of choice does not fit. Where nobody is
/// unique in the release, nobody is taken to be in the population.
///
/// An estimate need not fall when labels get coarser, so nothing follows from one node for another.
///
/// ```
/// use incog_privacy::{PopulationUniqueness, ReleaseModel, ReleaseView};
/// let model = PopulationUniqueness { share: 0.01, fraction: 0.05 };
/// assert_eq!(model.measure(&ReleaseView { kept: &[2, 3, 0, 4], cells: &[] }), Some(0.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PopulationUniqueness {
    /// The largest share, above 0 and at most 1.
    pub share: f64,
    /// The share of the population that the table is a sample of, above 0 and below 1.
    pub fraction: f64,
}

/// The estimate is found by halving intervals; whoever finds it in another way may differ by so
/// much of it.
const ROUNDING: f64 = 1e-6;

impl ReleaseModel for PopulationUniqueness {
    fn name(&self) -> &'static str {
        NAME
    }

    fn required(&self) -> f64 {
        self.share
    }

    fn direction(&self) -> Direction {
        Direction::AtMost
    }

    fn measure(&self, release: &ReleaseView<'_>) -> Option<f64> {
        share_of_uniques(&Sizes::from_release(release), self.fraction)
    }

    fn holds(&self, release: &ReleaseView<'_>) -> bool {
        let found = self.measure(release);
        release.records() == 0 || found.is_some_and(|share| share <= self.share * (1.0 - ROUNDING))
    }

    fn unions_hold(&self) -> bool {
        false
    }
}

impl Model for PopulationUniqueness {
    fn criteria(&self, asked: &Parameters, _: &Census) -> Vec<Criterion> {
        let share = Criterion::new(asked, Of::Release, Direction::AtMost, self.share);
        vec![share.with_variant(format!("sampling fraction {}, estimated", self.fraction))]
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
