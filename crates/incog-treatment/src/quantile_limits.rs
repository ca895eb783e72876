//! Top and bottom codes by quantiles of what is published.

use crate::{NeededKey, Subject, Treatment, TreatmentContext, TreatmentEntry, TreatmentError};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal};
use incog_data::decimal::{floor_scaled, plain};
use incog_data::{Aggregate, Column, NotNumbers, QuantileLimits};

/// Its card.
pub(crate) static ENTRY: TreatmentEntry = TreatmentEntry {
    card: Card {
        name: "quantile-limits",
        audience: CardAudience::Product,
        summary: "replaces numbers above an upper quantile of the published numbers by it, and those below \
            a lower quantile by that; computed after the published records are chosen",
        reference: "Hundepool et al., Statistical disclosure control, Wiley, 2012, section 3.4.3 (top and bottom coding)",
        parameters: &[
            Parameter::new(
                "top_quantile",
                "the share of the published numbers that do not exceed the top",
                SHARE,
                ParameterDefault::Nothing,
            ),
            Parameter::new(
                "bottom_quantile",
                "the share of the published numbers that do not exceed the bottom",
                SHARE,
                ParameterDefault::Nothing,
            ),
        ],
        caveat: Some(
            "The highest and the lowest number of the release are real values of people, and also stand \
             for everything beyond. Numbers between them are published unchanged. Means and variances move \
             towards the middle. The models count the original numbers, as if they were published.",
        ),
    },
    subject: Subject::Values,
    key: |_| NeededKey::None,
    withheld: &[],
    becomes: None,
    read: |parameters| {
        let limits = QuantileLimits {
            bottom: millionths(parameters, "bottom_quantile")?,
            top: millionths(parameters, "top_quantile")?,
        };
        if let (Some(bottom), Some(top)) = (limits.bottom, limits.top)
            && bottom >= top
        {
            let why = "the top is not above the bottom";
            return Err(Refusal::Contradiction { first: "top_quantile", second: "bottom_quantile", why });
        }
        Ok(Box::new(AtQuantiles { limits }))
    },
};

const SHARE: Range = Range::Number(0.000_001, 0.999_999);

/// A share in millionths; `None` where it is not said.
fn millionths(parameters: &Parameters, name: &'static str) -> Result<Option<u32>, Refusal> {
    if parameters.get(name).is_none() {
        return Ok(None);
    }
    let share = parameters.number(name)?;
    let scaled = |places| floor_scaled(&share.to_string(), places);
    let is_whole = scaled(18) == scaled(6).map(|millionths| millionths * 10i128.pow(12));
    let millionths = scaled(6).filter(|_| is_whole).and_then(|millionths| u32::try_from(millionths).ok());
    let refused = || Refusal::OutOfRange {
        parameter: name,
        found: share,
        expected: "a share of at most six decimal places".into(),
    };
    millionths.map(Some).ok_or_else(refused)
}

/// How many different values are other numbers when they are read as floating-point ones.
fn inexact(column: &Column) -> usize {
    let is_exact = |text: &str| {
        plain(&text.trim().parse::<f64>().ok()?.to_string()).zip(plain(text)).map(|(read, told)| read == told)
    };
    column.present().filter(|(_, text)| is_exact(text) != Some(true)).count()
}

#[derive(Debug)]
struct AtQuantiles {
    limits: QuantileLimits,
}

impl Treatment for AtQuantiles {
    /// Before the decision all stay as they are: the quantiles are those of what is published.
    fn treat(&self, column: &Column, _: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        let checked = Aggregate::Range.check(column);
        let values = checked.map_or_else(|NotNumbers { others, .. }| others, |()| inexact(column));
        if values == 0 {
            return Ok(column.clone());
        }
        Err(TreatmentError::Unfit {
            column: column.name.clone(),
            values,
            what: "not numbers of at most 15 digits, which other programs read exactly",
            advice: "set csv.decimal = \",\" if they have decimal commas, or list the markers of missing \
                values in csv.missing",
        })
    }

    fn limits(&self) -> Option<QuantileLimits> {
        Some(self.limits)
    }
}
