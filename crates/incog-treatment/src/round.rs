//! Numbers rounded to multiples of a base.

use crate::made::{Cell, by_row, by_value};
use crate::written_number::{NO_NUMBER, aligned, written};
use crate::{Key, NeededKey, Subject, Surroundings, Treatment, TreatmentEntry, TreatmentError};
use incog_card::{Card, Parameter, Range, Unsaid, Value};
use incog_data::Column;
use rand::RngExt;

/// Its card.
pub(crate) static ENTRY: TreatmentEntry = TreatmentEntry {
    card: Card {
        name: "round",
        summary: "numbers become the nearest multiple of a base, or at random one of the two around them, so that they stay the same \
                  on average",
        reference: "Willenborg and de Waal, Elements of statistical disclosure control, Springer, 2001, section 9.3, \
                    doi:10.1007/978-1-4613-0121-9",
        parameters: &[
            Parameter::new("round", "the base", Range::Above(0.0, 1e15), Unsaid::Refused),
            Parameter::new(
                "random",
                "whether chance decides, by the secret of the job: up with the probability (number - multiple below) / base",
                Range::Switch,
                Unsaid::Is(Value::Switch(false)),
            ),
        ],
        caveat: Some(
            "A rounded number tells the original within the base (random) or half of it. Numbers far from all others stay so, and sums \
             that are published elsewhere may undo it.",
        ),
    },
    subject: Subject::ValuesAndQuasiIdentifiers,
    key: |parameters| if parameters.is_on("random") { NeededKey::Secret } else { NeededKey::None },
    withheld: &[],
    becomes: None,
    read: |parameters| {
        let base = parameters.number("round")?;
        Ok(Box::new(Round { base, random: parameters.is_on("random"), purpose: format!("round {base}") }))
    },
};

#[derive(Debug)]
struct Round {
    base: f64,
    random: bool,
    purpose: String,
}

impl Treatment for Round {
    fn treat(&self, column: &Column, with: &Surroundings<'_>) -> Result<Column, TreatmentError> {
        if !self.random {
            return by_value(column, NO_NUMBER, |value| self.nearest(value));
        }
        let key = with.key.ok_or_else(|| TreatmentError::NoKey { column: column.name.clone() })?;
        by_row(column, NO_NUMBER, |row, value| {
            self.by_chance(value, key, &column.name, row).map_or(Cell::Unfit, Cell::Is)
        })
    }
}

impl Round {
    /// The nearest multiple; of two, the one farther from 0.
    fn nearest(&self, text: &str) -> Option<String> {
        let (value, base, places) = aligned(text, self.base)?;
        let (below, above) = (value.rem_euclid(base), base - value.rem_euclid(base));
        let is_up = above < below || above == below && value > 0;
        Some(written(if is_up { value + above } else { value - below }, places))
    }

    fn by_chance(&self, text: &str, key: &Key, column: &str, row: usize) -> Option<String> {
        let (value, base, places) = aligned(text, self.base)?;
        let below = value.rem_euclid(base);
        let drawn = key.chance(&self.purpose, column, row, text).random_range(0..base);
        Some(written(if drawn < below { value - below + base } else { value - below }, places))
    }
}
