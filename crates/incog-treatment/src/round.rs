//! Numbers rounded to multiples of a base.

use crate::auto_round::{AUTO, automatic};
use crate::chance::{RoundedCell, rounding_tests};
use crate::computed_column::{by_person, by_value};
use crate::written_number::{NO_NUMBER, aligned, written};
use crate::{
    ChanceTest, Key, NeededKey, Subject, TreatedGroup, Treatment, TreatmentContext, TreatmentEntry,
    TreatmentError,
};
use incog_card::is_planted;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Refusal, Value};
use incog_data::Column;
use rand::RngExt;

/// Its card.
pub(crate) static ENTRY: TreatmentEntry = TreatmentEntry {
    card: Card {
        name: "round",
        audience: CardAudience::Product,
        summary: "rounds numbers to the nearest multiple of a base, or at random up or down, so that the \
            average stays the same",
        reference: "Willenborg and de Waal, Elements of statistical disclosure control, Springer, 2001, section 9.3, \
                    doi:10.1007/978-1-4613-0121-9",
        parameters: &[
            Parameter::new(
                "round",
                "the base; \"auto\" uses the finest of 1, 2, 5, 10, ... and their tenths that leaves \
                 enough people at each published number",
                Range::AboveOr(0.0, 1e15, AUTO),
                ParameterDefault::Required,
            ),
            Parameter::new(
                "random",
                "whether to round at random, with the secret of the job: up with the probability (number - \
                 multiple below) / base",
                Range::Switch,
                ParameterDefault::Value(Value::Switch(false)),
            ),
            Parameter::new(
                "base",
                "with round = \"auto\": the chosen base, set in reports and plans",
                Range::Number(1e-9, 1e15),
                ParameterDefault::Nothing,
            ),
            Parameter::new(
                "lowest",
                "with round = \"auto\": the number that stands for all lower ones, set in reports and plans",
                ANY_NUMBER,
                ParameterDefault::Nothing,
            ),
            Parameter::new(
                "highest",
                "with round = \"auto\": the number that stands for all higher ones, set in reports and plans",
                ANY_NUMBER,
                ParameterDefault::Nothing,
            ),
        ],
        caveat: Some(
            "A rounded number tells the original to within half the base, or the base if rounded at random. \
             With a fixed base, outliers remain outliers; \"auto\" joins the ends of the column. Sums published elsewhere may undo the rounding. With random rounding, equal \
             numbers of a person are rounded in the same way in each record and each release, and records \
             that name nobody lose their numbers.",
        ),
    },
    subject: Subject::ValuesAndQuasiIdentifiers,
    key: |parameters| if parameters.is_on("random") { NeededKey::Secret } else { NeededKey::None },
    withheld: &[],
    becomes: None,
    read: |parameters| {
        if matches!(parameters.get("round"), Some(Value::Text(_))) {
            return automatic(parameters);
        }
        if let Some(first) = ["base", "lowest", "highest"].into_iter().find(|name| parameters.is_said(name)) {
            let why = "it belongs to round = \"auto\", in reports and plans";
            return Err(Refusal::Contradiction { first, second: "round", why });
        }
        let base = parameters.number("round")?;
        Ok(Box::new(Round { base, random: parameters.is_on("random"), purpose: format!("round {base}") }))
    },
};

const ANY_NUMBER: Range = Range::Number(-1e15, 1e15);

/// The column with each number as the nearest multiple of a base; of two, the one farther from 0.
/// The first of `ends` stands for all lower multiples, the second for all higher ones.
///
/// # Errors
/// When some values are no numbers.
pub fn rounded(column: &Column, base: f64, ends: Option<[f64; 2]>) -> Result<Column, TreatmentError> {
    let round = Round { base, random: false, purpose: String::new() };
    let number = |text: &str| text.parse::<f64>().ok();
    by_value(column, NO_NUMBER, |value| {
        let nearest = round.nearest(value)?;
        let found = number(&nearest)?;
        let beyond = ends.and_then(|[lowest, highest]| {
            let end = if found < lowest { lowest } else { highest };
            (found < lowest || found > highest).then(|| round.nearest(&end.to_string()))
        });
        beyond.unwrap_or(Some(nearest))
    })
}

#[derive(Debug)]
struct Round {
    base: f64,
    random: bool,
    purpose: String,
}

impl Treatment for Round {
    fn treat(&self, column: &Column, with: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        if !self.random {
            return by_value(column, NO_NUMBER, |value| self.nearest(value));
        }
        let key = with.key.ok_or_else(|| TreatmentError::NoKey { column: column.name.clone() })?;
        by_person(column, NO_NUMBER, with, |person, value| self.by_chance(value, key, &column.name, person))
    }

    fn chance_tests(&self, groups: &[TreatedGroup<'_>]) -> Vec<ChanceTest> {
        if self.random { rounding_tests(groups, |text| self.multiple(text)) } else { Vec::new() }
    }
}

impl Round {
    /// The nearest multiple; of two, the one farther from 0.
    fn nearest(&self, text: &str) -> Option<String> {
        if is_planted("a column is not rounded") {
            return Some(text.to_owned());
        }
        let (value, base, places) = aligned(text, self.base)?;
        let (below, above) = (value.rem_euclid(base), base - value.rem_euclid(base));
        let is_up = above < below || above == below && value > 0;
        Some(written(if is_up { value + above } else { value - below }, places))
    }

    /// A number as a multiple of the base.
    fn multiple(&self, text: &str) -> Option<RoundedCell> {
        let (value, base, _) = aligned(text, self.base)?;
        let below = value.checked_div_euclid(base)?;
        Some(RoundedCell { below, above: value.checked_rem_euclid(base)? as f64 / base as f64 })
    }

    fn by_chance(&self, text: &str, key: &Key, column: &str, person: &str) -> Option<String> {
        let (value, base, places) = aligned(text, self.base)?;
        let below = value.rem_euclid(base);
        // However the number is written: 1.50 and 1.5 would be two draws around one value.
        let number = text.trim().parse::<f64>().ok()?.to_string();
        let drawn: f64 = key.chance(&self.purpose, column, person, &number).random();
        let is_up = drawn < below as f64 / base as f64;
        Some(written(if is_up { value - below + base } else { value - below }, places))
    }
}
