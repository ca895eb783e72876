//! Numbers that are rounded once it is decided which records are published: their numbers decide
//! the base.

use crate::computed_column::by_value;
use crate::written_number::{NO_NUMBER, aligned};
use crate::{AutomaticBase, Treatment, TreatmentContext, TreatmentError};
use incog_card::{Parameters, Refusal};
use incog_data::Column;

/// The word that leaves the base to the published numbers.
pub(crate) const AUTO: &str = "auto";

#[derive(Debug)]
struct Automatic(AutomaticBase);

/// The treatment with these parameters, which say `round = "auto"`.
pub(crate) fn automatic(parameters: &Parameters) -> Result<Box<dyn Treatment>, Refusal> {
    if parameters.is_on("random") {
        let why = "the published numbers decide the base, and random rounding would change them; set a base";
        return Err(Refusal::Contradiction { first: "random", second: "round", why });
    }
    let [lowest, highest] = ["lowest", "highest"]
        .map(|name| parameters.is_said(name).then(|| parameters.number(name)).transpose());
    let (lowest, highest) = (lowest?, highest?);
    if lowest.is_some() != highest.is_some() || lowest > highest {
        let why = "they are said together, the lowest at most the highest";
        return Err(Refusal::Contradiction { first: "lowest", second: "highest", why });
    }
    let chosen = parameters.is_said("base").then(|| parameters.number("base")).transpose()?;
    Ok(Box::new(Automatic(AutomaticBase { chosen })))
}

impl Treatment for Automatic {
    /// As it was: the base is not known yet. Values that are no numbers are refused already.
    fn treat(&self, column: &Column, _: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        by_value(column, NO_NUMBER, |value| aligned(value, 1.0).map(|_| value.to_owned()))
    }

    fn automatic_base(&self) -> Option<AutomaticBase> {
        Some(self.0)
    }
}
