//! What the privacy models of a job ask of every class.

use crate::heap::*;
use crate::numbers::Decimal;
use crate::reading::json::Json;

/// A figure of sensitive values in a class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ValuesFigure {
    /// How many values there are.
    Distinct,
    /// `e` to the entropy of the values.
    Entropy,
    /// The share of the most frequent value against all from the `l`-th on.
    Recursive { l: usize },
    /// The share of the most frequent value.
    LargestShare,
    /// The Euclidean distance of the shares from those of the whole table.
    Euclidean,
    /// The earth mover's distance where all values are equally far apart.
    EqualDistance,
    /// The earth mover's distance along the order of the values.
    OrderedDistance,
}

/// A figure that every class must reach.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ClassFigure {
    Size,
    /// One over the size.
    Risk(Decimal),
    Values {
        column: String,
        figure: ValuesFigure,
        skips_missing: bool,
    },
    /// This checker does not count it.
    Uncounted,
}

/// A part of a privacy model, as a report names it.
#[derive(Debug, Clone)]
pub(crate) struct PrivacyDemand {
    pub model: String,
    pub variant: Option<String>,
    /// `at-least`, `at-most` or `below`.
    pub direction: &'static str,
    pub required: f64,
    pub figure: ClassFigure,
}

/// All demands of all models; `None` where they cannot be read.
pub(crate) fn demands(privacy: &Json, sensitive: &BTreeMap<String, bool>) -> Option<Vec<PrivacyDemand>> {
    let mut found = vec![];
    for (model, given) in privacy.map()? {
        match given {
            Json::List(list) => list.iter().for_each(|one| found.extend(demands_of(model, one, sensitive))),
            one => found.extend(demands_of(model, one, sensitive)),
        }
    }
    Some(found)
}

fn demands_of(model: &str, given: &Json, sensitive: &BTreeMap<String, bool>) -> Vec<PrivacyDemand> {
    let uncounted = PrivacyDemand::new(model, None, "at-least", 0.0, ClassFigure::Uncounted);
    read_demands(model, given, sensitive).unwrap_or_else(|| vec![uncounted])
}

fn number(given: &Json, key: &str) -> Option<f64> {
    given.number_at(&[key]).filter(|number| *number >= 0.0)
}

impl PrivacyDemand {
    fn new(
        model: &str,
        variant: Option<&str>,
        direction: &'static str,
        required: f64,
        figure: ClassFigure,
    ) -> Self {
        let variant = variant.map(ToOwned::to_owned);
        Self { model: model.to_owned(), variant, direction, required, figure }
    }
}

/// `None` for a model or a parameter that is not counted here.
fn read_demands(model: &str, given: &Json, sensitive: &BTreeMap<String, bool>) -> Option<Vec<PrivacyDemand>> {
    let (first, others): (&str, &[&str]) = match model {
        "k-anonymity" => ("k", &[]),
        "maximum-risk" => ("risk", &[]),
        "l-diversity" => ("l", &["kind", "c", "column"]),
        "p-sensitive-k-anonymity" => ("p", &["k", "column"]),
        // A second figure, against the release, is not counted here.
        "t-closeness" if given.text_at(&["reference"]) == Some("release") => return None,
        "t-closeness" => ("t", &["distance", "column", "reference"]),
        "alpha-k-anonymity" => ("k", &["alpha", "column"]),
        _ => return None,
    };
    if given.map().is_some_and(|map| map.keys().any(|key| key != first && !others.contains(&key.as_str()))) {
        return None;
    }
    // `3` is short for the first parameter.
    let short = given.number().filter(|number| *number >= 0.0);
    let main = short.or_else(|| number(given, first));
    if model == "k-anonymity" {
        return Some(vec![PrivacyDemand::new(model, None, "at-least", main?, ClassFigure::Size)]);
    }
    if model == "maximum-risk" {
        let figure = ClassFigure::Risk(Decimal::from_f64(main?)?);
        return Some(vec![PrivacyDemand::new(model, None, "at-most", main?, figure)]);
    }
    let kind = given.text_at(&["kind"]).or(given.text_at(&["distance"]));
    let recursive = format!("recursive, l = {}", main.unwrap_or(0.0));
    let (figure, variant, direction, required) = match (model, kind) {
        ("l-diversity", None | Some("distinct")) => (ValuesFigure::Distinct, "distinct", "at-least", main?),
        ("l-diversity", Some("entropy")) => (ValuesFigure::Entropy, "entropy", "at-least", main?),
        ("l-diversity", Some("recursive")) => {
            let figure = ValuesFigure::Recursive { l: (main? as usize).max(1) };
            (figure, recursive.as_str(), "below", number(given, "c")?)
        }
        ("p-sensitive-k-anonymity", None) => (ValuesFigure::Distinct, "p", "at-least", main?),
        ("alpha-k-anonymity", None) => {
            (ValuesFigure::LargestShare, "alpha", "at-most", number(given, "alpha")?)
        }
        ("t-closeness", None | Some("euclidean")) => (ValuesFigure::Euclidean, "euclidean", "at-most", main?),
        ("t-closeness", Some("equal")) => (ValuesFigure::EqualDistance, "equal", "at-most", main?),
        ("t-closeness", Some("ordered")) => (ValuesFigure::OrderedDistance, "ordered", "at-most", main?),
        _ => return None,
    };
    let mut found = vec![];
    if others.contains(&"k") || first == "k" {
        let k = if first == "k" { main? } else { number(given, "k")? };
        found.push(PrivacyDemand::new(model, Some("k"), "at-least", k, ClassFigure::Size));
    }
    let asked = given.text_at(&["column"]);
    for (column, is_none) in sensitive.iter().filter(|(name, _)| asked.is_none_or(|asked| asked == *name)) {
        let skips_missing = *is_none && ["l-diversity", "p-sensitive-k-anonymity"].contains(&model);
        let figure = ClassFigure::Values { column: column.clone(), figure, skips_missing };
        found.push(PrivacyDemand::new(model, Some(variant), direction, required, figure));
    }
    Some(found)
}
