//! Noise on numbers.

use crate::chance::noise_tests;
use crate::computed_column::by_person;
use crate::written_number::{NO_NUMBER, places_of};
use crate::{
    ChanceTest, NeededKey, Subject, TreatedGroup, Treatment, TreatmentContext, TreatmentEntry, TreatmentError,
};
use incog_card::is_planted;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Value};
use incog_data::Column;
use rand_distr::{Distribution, StandardNormal};

/// Its card.
pub(crate) static ENTRY: TreatmentEntry = TreatmentEntry {
    card: Card {
        name: "noise",
        audience: CardAudience::Product,
        summary: "adds normally distributed noise to each number, or multiplies it by noise around 1; \
            rounds to the decimal places of the original",
        reference: "Brand, Microdata protection through noise addition, in: Inference control in statistical databases, Springer, 2002, \
                    doi:10.1007/3-540-47804-3_8",
        parameters: &[
            Parameter::new(
                "noise",
                "the standard deviation, in the unit of the column, or as a share of each number if kind \
                 is multiplicative",
                Range::Above(0.0, 1e15),
                ParameterDefault::Required,
            ),
            Parameter::new(
                "kind",
                "whether to add noise or to multiply by it",
                Range::Words(&["additive", "multiplicative"]),
                ParameterDefault::Value(Value::word("additive")),
            ),
        ],
        caveat: Some(
            "Noise makes numbers uncertain, not unknown: outliers can still be recognized, and the mean of \
             many numbers of one person is near the original. Equal numbers of a person have the same \
             noise in each record and each release, so equal noisy numbers of a person are mostly equal \
             originals. This is not differential privacy. With multiplicative noise, 0 stays 0. The noise \
             depends on the secret of the job: anybody who has it can remove the noise. Records that name \
             nobody lose their numbers.",
        ),
    },
    subject: Subject::Uncounted,
    key: |_| NeededKey::Secret,
    withheld: &[],
    becomes: None,
    read: |parameters| {
        let deviation = parameters.number("noise")?;
        let multiplies = parameters.choice("kind", &[("additive", false), ("multiplicative", true)])?;
        let purpose = format!("noise {deviation}, {}", parameters.word("kind")?);
        Ok(Box::new(Noise { deviation, multiplies, purpose }))
    },
};

#[derive(Debug)]
struct Noise {
    deviation: f64,
    multiplies: bool,
    purpose: String,
}

impl Treatment for Noise {
    fn treat(&self, column: &Column, with: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        let key = with.key.ok_or_else(|| TreatmentError::NoKey { column: column.name.clone() })?;
        by_person(column, NO_NUMBER, with, |person, text| {
            let (number, places) = text.trim().parse::<f64>().ok().zip(places_of(text))?;
            // However the number is written: 1.50 and 1.5 would be two draws around one value.
            let value = number.to_string();
            let mut chance = key.chance(&self.purpose, &column.name, person, &value);
            let drawn: f64 = StandardNormal.sample(&mut chance);
            let share = if is_planted("noise of a hundredth") { 0.01 } else { 1.0 };
            let noise = share * self.deviation * drawn * if self.multiplies { number } else { 1.0 };
            let made = format!("{:.*}", places as usize, number + noise);
            let is_zero = made.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
            Some(if is_zero { made.trim_start_matches('-').to_owned() } else { made })
        })
    }

    fn chance_tests(&self, groups: &[TreatedGroup<'_>]) -> Vec<ChanceTest> {
        noise_tests(self.deviation, self.multiplies, groups)
    }
}
