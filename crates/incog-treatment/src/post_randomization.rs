//! Post-randomization of categories.

use crate::chance::category_tests;
use crate::computed_column::by_person;
use crate::unfit_value::Unfit;
use crate::{
    ChanceTest, NeededKey, Subject, TreatedGroup, Treatment, TreatmentContext, TreatmentEntry, TreatmentError,
};
use incog_card::is_planted;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Refusal};
use incog_data::Column;
use rand::RngExt;

/// Its card.
pub(crate) static ENTRY: TreatmentEntry = TreatmentEntry {
    card: Card {
        name: "post-randomization",
        audience: CardAudience::Product,
        summary: "keeps each category with a probability, and otherwise replaces it by a random one from \
            the list (PRAM)",
        reference: "Gouweleeuw, Kooiman, Willenborg and de Wolf, Post randomisation for statistical disclosure control, Journal of \
                    Official Statistics 14(4), 1998",
        parameters: &[
            Parameter::new(
                "pram",
                "the probability that a category is kept without a draw",
                Range::Number(0.0, 1.0),
                ParameterDefault::Required,
            ),
            Parameter::new(
                "values",
                "all categories, listed so that none depends on a suppressed record",
                Range::Texts,
                ParameterDefault::Required,
            ),
        ],
        caveat: Some(
            "Each category is the original one with the probability pram + (1 - pram) / categories, which \
             everybody may know: a rare published category is still likely to be true. Frequencies move \
             towards equal ones. A category of a person becomes the same one in each record and each \
             release, so several releases reveal no more than one. The draw depends on the secret of the \
             job: anybody who has it can undo the draw. Records that name nobody lose their categories.",
        ),
    },
    subject: Subject::Uncounted,
    key: |_| NeededKey::Secret,
    withheld: &["values"],
    becomes: None,
    read: |parameters| {
        let (kept, mut values) = (parameters.number("pram")?, parameters.texts("values")?.to_vec());
        values.sort_unstable();
        values.dedup();
        if values.len() < 2 {
            return Err(Refusal::Missing { parameter: "values", what: "two or more categories" });
        }
        let purpose = format!("post-randomization {kept}, {} values", values.len());
        Ok(Box::new(PostRandomization { kept, values, purpose }))
    },
};

const NOT_LISTED: Unfit =
    Unfit { what: "not among the listed categories", advice: "list them all in values" };

#[derive(Debug)]
struct PostRandomization {
    kept: f64,
    /// In the order of their characters.
    values: Vec<String>,
    purpose: String,
}

impl Treatment for PostRandomization {
    fn treat(&self, column: &Column, with: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        let key = with.key.ok_or_else(|| TreatmentError::NoKey { column: column.name.clone() })?;
        by_person(column, NOT_LISTED, with, |person, value| {
            self.values.binary_search_by(|listed| listed.as_str().cmp(value)).ok()?;
            let mut chance = key.chance(&self.purpose, &column.name, person, value);
            let is_kept = chance.random::<f64>() < self.kept || is_planted("categories are never replaced");
            let drawn = &self.values[chance.random_range(0..self.values.len() as u64) as usize];
            Some(if is_kept { value.to_owned() } else { drawn.clone() })
        })
    }

    fn chance_tests(&self, groups: &[TreatedGroup<'_>]) -> Vec<ChanceTest> {
        category_tests(self.kept, &self.values, groups)
    }
}
