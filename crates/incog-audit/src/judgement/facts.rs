//! What a model demands and what the release has, side by side in words.

use incog_privacy::Direction;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// One privacy model: what was required and what the written release has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivacyFacts {
    /// The model's name in the job.
    pub model: String,
    /// The column it is about, when it is about one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub column: Option<String>,
    /// The kind or distance, for models that come in several variants.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub variant: Option<String>,
    /// On which side of `required` `achieved` must be: `at-least`, `at-most` or `below`.
    #[serde(with = "DirectionName")]
    pub direction: Direction,
    /// The parameter asked for.
    #[serde(serialize_with = "figure")]
    pub required: f64,
    /// The value of the parameter that the release achieves; null when the release is empty. For
    /// recursive l-diversity, where `required` is c, this is the number that c must exceed.
    #[serde(serialize_with = "optional_figure")]
    pub achieved: Option<f64>,
    /// The figure against the shares of the release, for a model that compares classes with the
    /// whole table before suppression; left out where it is the same, or where the job demands it.
    #[serde(serialize_with = "optional_figure", skip_serializing_if = "Option::is_none", default)]
    pub against_release: Option<f64>,
    /// Whether that is enough.
    pub satisfied: bool,
    /// How it was measured, for models that cannot be measured on the release alone.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub measured: Option<String>,
}

/// The names of directions in reports.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Direction", rename_all = "kebab-case")]
enum DirectionName {
    AtLeast,
    AtMost,
    Below,
}

impl PrivacyFacts {
    /// What the release has, as a figure to put before [`PrivacyFacts::demand`]: `6`, `0.31`,
    /// `c needed 1.5`, `no delta suffices`, `0.5 against the table, 0.51 against the release`.
    pub fn figure(&self, show: impl Fn(f64) -> String) -> String {
        let figure = self.figure_achieved(&show);
        match self.against_release {
            None => figure,
            Some(release) => {
                format!("{figure} against the table, {} against the release", show(release))
            }
        }
    }

    fn figure_achieved(&self, show: impl Fn(f64) -> String) -> String {
        match (self.achieved, self.direction) {
            (None, Direction::Below) => format!("no {} suffices", self.bounded()),
            (None, _) => "nothing".to_owned(),
            // A public report tells that it is enough, not by how much.
            (Some(achieved), Direction::Below) if self.satisfied && achieved >= self.required => {
                format!("below {}", show(achieved))
            }
            (Some(achieved), Direction::Below) => format!("{} needed {}", self.bounded(), show(achieved)),
            (Some(achieved), _) => show(achieved),
        }
    }

    /// The parameter that the figure must stay below: c of recursive l-diversity, or the model's
    /// only one.
    fn bounded(&self) -> &'static str {
        let parameters = incog_privacy::model(&self.model).map_or(&[][..], |entry| entry.card.parameters);
        let c = parameters.iter().find(|parameter| parameter.name == "c");
        c.or(parameters.first()).map_or("parameter", |parameter| parameter.name)
    }

    /// What is demanded of it: `at least 5`, `at most 0.5`, `below 2`.
    pub fn demand(&self, show: impl Fn(f64) -> String) -> String {
        format!("{} {}", self.direction.words(), show(self.required))
    }

    /// The model, its variant and its column: `l-diversity (recursive, l = 2) of disease`.
    pub fn name(&self) -> String {
        let variant = self.variant.as_ref().map(|variant| format!(" ({variant})")).unwrap_or_default();
        let column = self.column.as_ref().map(|column| format!(" of {column}")).unwrap_or_default();
        format!("{}{variant}{column}", self.model)
    }
}

/// `k-anonymity: 6 (required: at least 5)`
impl fmt::Display for PrivacyFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |figure: f64| figure.to_string();
        write!(f, "{}: {} (required: {})", self.name(), self.figure(plain), self.demand(plain))
    }
}

/// Writes whole numbers without a fraction, as k and l are.
///
/// # Errors
/// Those of the serializer.
pub fn figure<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.fract() == 0.0 && (0.0..9.0e15).contains(value) {
        serializer.serialize_u64(*value as u64)
    } else {
        serializer.serialize_f64(*value)
    }
}

/// Like [`figure`], for a figure that may be missing.
///
/// # Errors
/// Those of the serializer.
pub fn optional_figure<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => figure(value, serializer),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(model: &str, direction: Direction, achieved: Option<f64>, required: f64) -> PrivacyFacts {
        let model = model.to_owned();
        PrivacyFacts {
            model,
            column: None,
            variant: None,
            direction,
            required,
            achieved,
            against_release: None,
            satisfied: true,
            measured: None,
        }
    }

    #[test]
    fn every_direction_reads_as_what_was_compared() {
        let k = facts("k-anonymity", Direction::AtLeast, Some(6.0), 5.0);
        assert_eq!(k.to_string(), "k-anonymity: 6 (required: at least 5)");
        let t = facts("t-closeness", Direction::AtMost, Some(0.25), 0.5);
        let column = Some("cost".to_owned());
        let t = PrivacyFacts { column, variant: Some("equal".to_owned()), ..t };
        assert_eq!(t.to_string(), "t-closeness (equal) of cost: 0.25 (required: at most 0.5)");
        let both = PrivacyFacts { against_release: Some(0.5), ..t };
        let said = "t-closeness (equal) of cost: 0.25 against the table, 0.5 against the release (required: at most 0.5)";
        assert_eq!(both.to_string(), said);
        let l = facts("l-diversity", Direction::Below, Some(1.5), 2.0);
        assert_eq!(l.to_string(), "l-diversity: c needed 1.5 (required: below 2)");
        let none = PrivacyFacts { achieved: None, ..l };
        assert_eq!(none.to_string(), "l-diversity: no c suffices (required: below 2)");
        let public = facts("delta-disclosure", Direction::Below, Some(2.0), 2.0);
        assert_eq!(public.to_string(), "delta-disclosure: below 2 (required: below 2)");
    }
}
