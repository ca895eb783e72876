//! A limit on the highest risk of a record.

use crate::{
    Binding, Census, ClassModel, Criterion, Direction, KAnonymity, Model, ModelEntry, Needs, Of, Others,
    ParameterError,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range};

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: "maximum-risk",
        audience: CardAudience::Product,
        summary: "an attacker who knows only the quasi-identifiers of a person in the table finds the \
            record with at most this probability",
        reference: "El Emam, Guide to the De-Identification of Personal Health Information, 2013, ISBN 978-1-4665-7906-4",
        parameters: &[Parameter::new(
            "risk",
            "the highest risk of a record, 1 / size of its class: prosecutor risk",
            Range::Above(0.0, 1.0),
            ParameterDefault::Required,
        )
        .ruled("risk is more than 0 and at most 1")],
        caveat: Some(
            "A limit on the highest risk is k-anonymity with k = 1 / risk. It bounds how surely a record \
             is found. It does not bound what is learned about everyone in a class (homogeneity).",
        ),
    },
    needs: Needs { sensitive: false, provider: false, others: None, drawn: false },
    read: |parameters| Ok(Box::new(MaximumRiskParameters { risk: parameters.number("risk")? })),
};

#[derive(Debug)]
struct MaximumRiskParameters {
    risk: f64,
}

impl MaximumRiskParameters {
    /// The fewest records of which each has at most the risk; 1 / 0.2 is 5, whatever floating point
    /// makes of it.
    fn least_records(&self) -> u64 {
        (1.0 / self.risk * (1.0 - 1e-12)).ceil().max(1.0) as u64
    }
}

/// A class that is large enough stays so whatever else comes to it.
impl Model for MaximumRiskParameters {
    fn criteria(&self, asked: &Parameters, _: &Census) -> Vec<Criterion> {
        let risk = Criterion::new(asked, Of::Records, Direction::AtMost, self.risk);
        vec![risk.with_smallest_class(self.least_records())]
    }

    fn bind(
        &self,
        binding: &Binding<'_>,
        _: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        Ok(KAnonymity::with_name(ENTRY.card.name, self.least_records()).bound_to(binding))
    }
}

#[cfg(test)]
mod tests {
    use super::MaximumRiskParameters;

    #[test]
    fn a_risk_of_one_in_n_is_n_records() {
        for n in 1..2000u64 {
            assert_eq!(MaximumRiskParameters { risk: 1.0 / n as f64 }.least_records(), n);
        }
        assert_eq!(MaximumRiskParameters { risk: 0.3 }.least_records(), 4);
        assert_eq!(MaximumRiskParameters { risk: 0.09 }.least_records(), 12);
        assert_eq!(MaximumRiskParameters { risk: f64::MIN_POSITIVE }.least_records(), u64::MAX);
    }
}
