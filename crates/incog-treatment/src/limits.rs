//! Top and bottom codes.

use crate::computed_column::by_value;
use crate::written_number::{NO_NUMBER, aligned, written};
use crate::{NeededKey, Subject, Treatment, TreatmentContext, TreatmentEntry, TreatmentError};
use incog_card::is_planted;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Refusal};
use incog_data::Column;

/// Its card.
pub(crate) static ENTRY: TreatmentEntry = TreatmentEntry {
    card: Card {
        name: "top-and-bottom",
        audience: CardAudience::Product,
        summary: "replaces numbers above the top by the top, and numbers below the bottom by the bottom",
        reference: "Hundepool et al., Statistical disclosure control, Wiley, 2012, section 3.4.3 (top and bottom coding)",
        parameters: &[
            Parameter::new("top", "the highest published number", ANY_NUMBER, ParameterDefault::Nothing),
            Parameter::new("bottom", "the lowest published number", ANY_NUMBER, ParameterDefault::Nothing),
        ],
        caveat: Some(
            "The top also stands for everything above, and the bottom for everything below. Numbers \
             between them are published unchanged. Means and variances move towards the middle.",
        ),
    },
    subject: Subject::ValuesAndQuasiIdentifiers,
    key: |_| NeededKey::None,
    withheld: &[],
    becomes: None,
    read: |parameters| {
        let of = |name| parameters.get(name).map(|_| parameters.number(name)).transpose();
        let (top, bottom) = (of("top")?, of("bottom")?);
        if let (Some(top), Some(bottom)) = (top, bottom)
            && top <= bottom
        {
            let why = "the top is not above the bottom";
            return Err(Refusal::Contradiction { first: "top", second: "bottom", why });
        }
        Ok(Box::new(Limits { top, bottom }))
    },
};

const ANY_NUMBER: Range = Range::Number(-1e15, 1e15);

#[derive(Debug)]
struct Limits {
    top: Option<f64>,
    bottom: Option<f64>,
}

impl Treatment for Limits {
    fn treat(&self, column: &Column, _: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        by_value(column, NO_NUMBER, |value| {
            let beyond = |limit: Option<f64>, is_beyond: fn(i128, i128) -> bool| {
                let Some(limit) = limit else { return Some(None) };
                let (value, limit, places) = aligned(value, limit)?;
                Some(is_beyond(value, limit).then(|| written(limit, places)))
            };
            let (top, bottom) = (beyond(self.top, |a, b| a > b)?, beyond(self.bottom, |a, b| a < b)?);
            let (top, bottom) =
                if is_planted("a top code is not set") { (None, bottom) } else { (top, bottom) };
            Some(top.or(bottom).unwrap_or_else(|| value.to_owned()))
        })
    }
}
