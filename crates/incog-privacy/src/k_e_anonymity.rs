//! (k, e)-anonymity, for sensitive numbers.

use crate::scope::COLUMN;
use crate::{
    Binding, Census, ClassModel, Criterion, CriterionSubject, Direction, DistinctLDiversity, Model,
    ModelEntry, Needs, Of, Others, ParameterError, Retained, SensitiveScope,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range};
use incog_data::{ClassView, SensitiveAttribute};

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: "k-e-anonymity", audience: CardAudience::Product,
        summary: "every class has at least k different sensitive numbers, which span a range of at least e",
        reference: "Zhang, Koudas, Srivastava, Yu, Aggregate query answering on anonymized tables, ICDE 2007, doi:10.1109/ICDE.2007.367857",
        parameters: &[
            Parameter::new(
                "k",
                "fewest different numbers of a class",
                Range::Whole(1, i64::MAX),
                ParameterDefault::Required,
            )
            .ruled("k is at least 1"),
            Parameter::new(
                "e",
                "smallest difference between the largest and the smallest number of a class, in the column's unit",
                Range::Above(0.0, f64::INFINITY),
                ParameterDefault::Required,
            )
            .ruled("e is more than 0"),
            COLUMN,
        ],
        caveat: Some(
            "(k, e)-anonymity demands that the numbers of a class differ and span a wide range, but not \
             that they are spread evenly: all but one may be close together, so that almost everyone's \
             number is known almost exactly.",
        ),
    },
    needs: Needs { sensitive: true, provider: false, others: None, drawn: false },
    read: |parameters| {
        let (k, e) = (parameters.whole("k")?, parameters.number("e")?);
        Ok(Box::new(KEAnonymityParameters { k, e, of: SensitiveScope::read(parameters)? }) as Box<dyn Model>)
    },
};

#[derive(Debug)]
struct KEAnonymityParameters {
    k: u64,
    e: f64,
    of: SensitiveScope,
}

impl Model for KEAnonymityParameters {
    /// For each column it is about k, then e.
    fn criteria(&self, asked: &Parameters, whole: &Census) -> Vec<Criterion> {
        let both = |subject: &CriterionSubject| {
            let at_least = |part, required| {
                let of = Of::Values(subject.clone());
                Criterion::new(asked, of, Direction::AtLeast, required).with_variant(part)
            };
            let different = at_least("k", self.k as f64).with_smallest_class(self.k);
            [different, at_least("e", self.e).with_smallest_class(2)]
        };
        whole.subjects(&self.of).into_iter().flat_map(|subject| both(&subject)).collect()
    }

    fn bind(
        &self,
        binding: &Binding<'_>,
        _: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        let mut models: Vec<Box<dyn ClassModel>> = Vec::new();
        for attribute in binding.subjects(&self.of) {
            let (numbers, none) = numbers(&attribute)?;
            let different =
                DistinctLDiversity::new(&numbers, self.k)?.ignoring(&none).of_model(ENTRY.card.name);
            models.push(binding.counting(Box::new(different), Some(&numbers)));
            models.push(binding.counting(Box::new(NumberRange::new(&attribute, self.e)?), Some(&attribute)));
        }
        Ok(models)
    }
}

/// The number of each value; `None` for missing ones.
fn parsed(attribute: &SensitiveAttribute) -> Result<Vec<Option<f64>>, ParameterError> {
    let is_missing = |code: &u32| attribute.missing.contains(code);
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let values = (0u32..).zip(&attribute.values);
    let parsed: Vec<(bool, Option<f64>)> =
        values.map(|(code, value)| (is_missing(&code), number(value))).collect();
    match parsed.iter().filter(|(missing, number)| !missing && number.is_none()).count() {
        // Adding 0 turns a negative zero into a positive one.
        0 => Ok(parsed
            .into_iter()
            .map(|(missing, number)| number.filter(|_| !missing).map(|x| x + 0.0))
            .collect()),
        found => {
            let (attribute, values) = (attribute.name.clone(), attribute.values.len());
            Err(ParameterError::NotNumbers { model: "k-e-anonymity", attribute, found, values })
        }
    }
}

/// The attribute with equal numbers as one value, and the values that are missing, which are no
/// numbers.
fn numbers(attribute: &SensitiveAttribute) -> Result<(SensitiveAttribute, Vec<u32>), ParameterError> {
    let parsed = parsed(attribute)?;
    let first = |code: u32| match parsed[code as usize] {
        None => code,
        // It finds itself at the latest.
        number => parsed.iter().position(|other| *other == number).map_or(code, |place| place as u32),
    };
    let first: Vec<u32> = (0..parsed.len() as u32).map(first).collect();
    let of_cell = attribute.of_cell.iter().map(|&code| first[code as usize]).collect();
    let none = (0u32..).zip(&parsed).filter(|(_, number)| number.is_none()).map(|(code, _)| code).collect();
    Ok((SensitiveAttribute { of_cell, ..attribute.clone() }, none))
}

/// In every class the sensitive numbers span at least `e`: the half of (k, e)-anonymity that looks
/// at how far they lie apart.
///
/// The measure is the largest number of the class less the smallest, 0 where it has none; missing
/// values are no numbers. More records never make the range smaller, so a class stays whole or
/// goes, and `retain` is exact. A range that lacks less than 1e-12 of `e` counts as `e`.
///
/// Reference: Zhang, Koudas, Srivastava, Yu, "Aggregate query answering on anonymized tables", ICDE
/// 2007, doi:10.1109/ICDE.2007.367857.
///
/// ```
/// use incog_data::{CellCount, ClassView, SensitiveAttribute};
/// use incog_privacy::{ClassModel, NumberRange};
/// let values = ["3000", "4500"].map(str::to_owned).to_vec();
/// let salary = SensitiveAttribute { values, of_cell: vec![0, 1], ..Default::default() };
/// let class = [CellCount { cell: 0, count: 2 }, CellCount { cell: 1, count: 1 }];
/// assert_eq!(NumberRange::new(&salary, 1000.0)?.measure(&ClassView::new(&class)), 1500.0);
/// # Ok::<(), incog_privacy::ParameterError>(())
/// ```
#[derive(Debug, Clone)]
pub struct NumberRange {
    e: f64,
    number_of_cell: Vec<Option<f64>>,
}

impl NumberRange {
    /// The numbers of `attribute` span at least `e` in each class; `e` is above 0.
    ///
    /// # Errors
    /// When it is not, and when a value is neither a number nor missing.
    pub fn new(attribute: &SensitiveAttribute, e: f64) -> Result<Self, ParameterError> {
        let e = ParameterError::above_zero("k-e-anonymity", "e", e)?;
        let parsed = parsed(attribute)?;
        Ok(Self { e, number_of_cell: attribute.of_cell.iter().map(|&code| parsed[code as usize]).collect() })
    }
}

impl ClassModel for NumberRange {
    fn name(&self) -> &'static str {
        "k-e-anonymity"
    }

    fn required(&self) -> f64 {
        self.e
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        let present = class.cells.iter().filter(|cell| cell.count > 0);
        let numbers = present.filter_map(|cell| self.number_of_cell[cell.cell as usize]);
        let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
            (low.min(number), high.max(number))
        });
        (high - low).max(0.0)
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        class.size == 0 || self.measure(class) >= self.e * (1.0 - 1e-12)
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        Retained::whole_or_nothing(class, self.holds(class))
    }

    fn minimum_size(&self) -> u64 {
        2
    }

    fn is_upward_closed(&self) -> bool {
        true
    }
}
