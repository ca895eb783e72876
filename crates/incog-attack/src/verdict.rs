//! How an attack stands beside others, also in a sentence.

use crate::rate::{Excess, Rate};
use serde::Serialize;

/// How an attack stands beside guesses and beside the control group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackVerdict {
    /// Nothing could be tried.
    Nothing,
    /// More often right about people of the table than about others.
    AboutThesePeople,
    /// More often right than guesses; nothing was compared with other people.
    MoreThanGuesses,
    /// More often right than guesses, and not shown to be more often right about people of the
    /// table than about others.
    AboutPeopleInGeneral,
    /// These attempts do not tell it from guesses.
    NotToldFromGuesses,
    /// Less often right than guesses.
    LessThanGuesses,
}

impl AttackVerdict {
    pub(crate) fn judge(original: &Rate, baseline: &Rate, beyond: Option<Excess>) -> Self {
        match beyond {
            _ if original.attempts == 0 => Self::Nothing,
            Some(excess) if excess.interval[0] > 0.0 => Self::AboutThesePeople,
            Some(_) if original.is_above(baseline) => Self::AboutPeopleInGeneral,
            None if original.is_above(baseline) => Self::MoreThanGuesses,
            _ if baseline.is_above(original) => Self::LessThanGuesses,
            _ => Self::NotToldFromGuesses,
        }
    }
}

pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

pub(crate) fn between([low, high]: [f64; 2]) -> String {
    format!("95 % interval {} to {}", percent(low), percent(high))
}

pub(crate) fn sentence(told: AttackVerdict, original: &Rate, beyond: Option<Excess>) -> String {
    let attempts = original.attempts;
    let risk = beyond.map_or(String::new(), |risk| {
        format!(
            "; risk beyond that of people outside the table: {} ({})",
            percent(risk.value),
            between(risk.interval)
        )
    });
    let what = match told {
        AttackVerdict::Nothing => {
            return "the release left nothing to attack; other attackers may still find something".to_owned();
        }
        AttackVerdict::AboutThesePeople => {
            "the release reveals facts about the people in the table that it does not reveal about others"
        }
        AttackVerdict::MoreThanGuesses => {
            "better than guessing; without a control group, it is unclear whether the release reveals \
             these people or people in general"
        }
        AttackVerdict::AboutPeopleInGeneral => {
            "better than guessing, but not shown to be better for people in the table than for others"
        }
        AttackVerdict::NotToldFromGuesses => "no different from guessing",
        AttackVerdict::LessThanGuesses => "worse than guessing",
    };
    format!("{what}, in {attempts} attempts{risk}")
}
