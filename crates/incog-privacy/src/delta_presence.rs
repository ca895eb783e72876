//! δ-presence.

use crate::{
    Binding, Census, ClassModel, Criterion, Direction, Model, ModelEntry, Needs, Of, Others, ParameterError,
    Retained,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal, Value};
use incog_data::ClassView;

/// Its name in the job file.
const NAME: &str = "delta-presence";

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: NAME,
        audience: CardAudience::Product,
        summary: "of the people of privacy.population who match a class, a share from min to max is in the \
            table",
        reference: "Nergiz, Atzori, Clifton, Hiding the presence of individuals from shared databases, SIGMOD 2007, doi:10.1145/1247480.1247554",
        parameters: &[
            Parameter::new(
                "max",
                "the highest probability, for an attacker, that a person of the population is in the table: \
                 delta_max of the paper",
                Range::Above(0.0, 1.0),
                ParameterDefault::Required,
            )
            .ruled("max is more than 0 and at most 1"),
            Parameter::new(
                "min",
                "the lowest such probability, so that nobody is known to be absent: delta_min of the paper",
                Range::Number(0.0, 1.0),
                ParameterDefault::Value(Value::Number(0.0)),
            )
            .ruled("min is from 0 to 1"),
        ],
        caveat: Some(
            "delta-presence bounds how sure an attacker can be that a person is in the table. It assumes \
             an attacker who knows no more about a person than the population table, and for whom \
             everybody of a class is equally likely to be in the table. An attacker who knows more, such \
             as that the person was a patient of the only clinic in town, can be surer. It does not bound \
             what is learned about the people in the table.",
        ),
    },
    needs: Needs { sensitive: false, provider: false, others: None, drawn: false },
    read: |parameters| Ok(Box::new(DeltaPresenceParameters::read(parameters)?)),
};

#[derive(Debug)]
struct DeltaPresenceParameters {
    max: f64,
    min: f64,
}

impl DeltaPresenceParameters {
    fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        let (max, min) = (parameters.number("max")?, parameters.number("min")?);
        if min > max {
            let expected = format!("min is at most max, which is {max}");
            return Err(Refusal::OutOfRange { parameter: "min", found: min, expected: expected.into() });
        }
        Ok(Self { max, min })
    }
}

impl Model for DeltaPresenceParameters {
    /// First the most, then the least where one is asked for.
    fn criteria(&self, asked: &Parameters, _: &Census) -> Vec<Criterion> {
        let share = |direction, required, which: &str| {
            Criterion::new(asked, Of::Population, direction, required).with_variant(which)
        };
        let most = share(Direction::AtMost, self.max, "max");
        let least = share(Direction::AtLeast, self.min, "min");
        [Some(most), Some(least).filter(|_| self.min > 0.0)].into_iter().flatten().collect()
    }

    fn reads_population(&self) -> bool {
        true
    }

    fn keeps_all_records(&self) -> bool {
        true
    }

    fn bind(&self, _: &Binding<'_>, _: &Others<'_>) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        let mut models: Vec<Box<dyn ClassModel>> = vec![Box::new(PresenceAtMost { max: self.max })];
        if self.min > 0.0 {
            models.push(Box::new(PresenceAtLeast { min: self.min }));
        }
        Ok(models)
    }
}

/// By how much a share may miss its limit because of rounding: 1/3 of 3 people is one of them.
const ROUNDING: f64 = 1e-12;

/// Records of a class as a share of the people who look like it; `None` where nobody knows how many
/// do.
fn share(class: &ClassView<'_>) -> Option<f64> {
    class.population.filter(|people| *people > 0).map(|people| class.size as f64 / people as f64)
}

/// Of the people who look like a class at most a share `max` is in the table.
///
/// It is about the whole table: how many records are suppressed is told by every report, so whoever
/// knows that some are would look for them among those who are in no class. A job with this model
/// suppresses nothing, and a class stays whole. Then it rises with generalization: of two classes
/// that become one, the share is between theirs, and people whom no record looked like before only
/// make it smaller.
///
/// Reference: Nergiz, Atzori, Clifton, "Hiding the presence of individuals from shared databases",
/// SIGMOD 2007, doi:10.1145/1247480.1247554.
///
/// ```
/// use incog_data::{CellCount, ClassView};
/// use incog_privacy::{ClassModel, PresenceAtMost};
/// let two = [CellCount { cell: 0, count: 2 }];
/// let of_three = ClassView::new(&two).of_population(Some(3));
/// assert!(PresenceAtMost { max: 2.0 / 3.0 }.holds(&of_three));
/// assert!(!PresenceAtMost { max: 0.5 }.holds(&of_three));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PresenceAtMost {
    /// The largest share, above 0 and at most 1.
    pub max: f64,
}

impl ClassModel for PresenceAtMost {
    fn name(&self) -> &'static str {
        NAME
    }

    fn required(&self) -> f64 {
        self.max
    }

    fn direction(&self) -> Direction {
        Direction::AtMost
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        share(class).unwrap_or(1.0)
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        class.size == 0 || share(class).is_some_and(|share| share <= self.max * (1.0 + ROUNDING))
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        Retained::whole_or_nothing(class, self.holds(class))
    }
}

/// Of the people who look like a class at least a share `min` is in the table, and everybody of the
/// population looks like some class: who looked like none would be known to be absent.
///
/// It rises with generalization for the same reason as [`PresenceAtMost`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PresenceAtLeast {
    /// The smallest share, above 0 and at most 1.
    pub min: f64,
}

impl ClassModel for PresenceAtLeast {
    fn name(&self) -> &'static str {
        NAME
    }

    fn required(&self) -> f64 {
        self.min
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        share(class).unwrap_or(0.0)
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        class.size == 0 || share(class).is_some_and(|share| share >= self.min * (1.0 - ROUNDING))
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        Retained::whole_or_nothing(class, self.holds(class))
    }

    fn asks_of_everybody(&self) -> bool {
        true
    }
}
