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
    let uncounted = || {
        let figure = ClassFigure::Uncounted;
        vec![PrivacyDemand {
            model: model.to_owned(),
            variant: None,
            direction: "at-least",
            required: 0.0,
            figure,
        }]
    };
    read_demands(model, given, sensitive).unwrap_or_else(uncounted)
}

/// `None` for a model or a parameter that is not counted here.
fn read_demands(model: &str, given: &Json, sensitive: &BTreeMap<String, bool>) -> Option<Vec<PrivacyDemand>> {
    let (first, others): (&str, &[&str]) = match model {
        "k-anonymity" => ("k", &[]),
        "maximum-risk" => ("risk", &[]),
        "l-diversity" => ("l", &["kind", "c", "column"]),
        "p-sensitive-k-anonymity" => ("p", &["k", "column"]),
        "t-closeness" => ("t", &["distance", "column"]),
        "alpha-k-anonymity" => ("k", &["alpha", "column"]),
        _ => return None,
    };
    if given.map().is_some_and(|map| map.keys().any(|key| key != first && !others.contains(&key.as_str()))) {
        return None;
    }
    let number = |key: &str| {
        let short = if key == first { given.number() } else { None };
        short.or_else(|| given.get(key)?.number()).filter(|number| *number >= 0.0)
    };
    let demand = |variant: Option<&str>, direction, required, figure| {
        let variant = variant.map(ToOwned::to_owned);
        PrivacyDemand { model: model.to_owned(), variant, direction, required, figure }
    };
    let size = |variant, k| vec![demand(variant, "at-least", k, ClassFigure::Size)];
    if model == "k-anonymity" {
        return Some(size(None, number("k")?));
    }
    if model == "maximum-risk" {
        let risk = number("risk")?;
        return Some(vec![demand(None, "at-most", risk, ClassFigure::Risk(Decimal::from_f64(risk)?))]);
    }
    let kind = given.get("kind").or(given.get("distance")).and_then(Json::text);
    let (figure, variant, direction, required) = match (model, kind) {
        ("l-diversity", None | Some("distinct")) => {
            (ValuesFigure::Distinct, "distinct".to_owned(), "at-least", number("l")?)
        }
        ("l-diversity", Some("entropy")) => {
            (ValuesFigure::Entropy, "entropy".to_owned(), "at-least", number("l")?)
        }
        ("l-diversity", Some("recursive")) => {
            let l = number("l")?;
            let figure = ValuesFigure::Recursive { l: (l as usize).max(1) };
            (figure, format!("recursive, l = {l}"), "below", number("c")?)
        }
        ("p-sensitive-k-anonymity", None) => {
            (ValuesFigure::Distinct, "p".to_owned(), "at-least", number("p")?)
        }
        ("alpha-k-anonymity", None) => {
            (ValuesFigure::LargestShare, "alpha".to_owned(), "at-most", number("alpha")?)
        }
        ("t-closeness", kind) => {
            let kind = kind.unwrap_or("euclidean");
            let figure = match kind {
                "euclidean" => ValuesFigure::Euclidean,
                "equal" => ValuesFigure::EqualDistance,
                "ordered" => ValuesFigure::OrderedDistance,
                _ => return None,
            };
            (figure, kind.to_owned(), "at-most", number("t")?)
        }
        _ => return None,
    };
    let mut found =
        if others.contains(&"k") || first == "k" { size(Some("k"), number("k")?) } else { vec![] };
    let is_diverse = ["l-diversity", "p-sensitive-k-anonymity"].contains(&model);
    let asked = given.get("column").and_then(Json::text);
    for (column, is_none) in sensitive.iter().filter(|(name, _)| asked.is_none_or(|asked| asked == *name)) {
        let skips_missing = *is_none && is_diverse;
        let figure = ClassFigure::Values { column: column.clone(), figure, skips_missing };
        found.push(demand(Some(&variant), direction, required, figure));
    }
    Some(found)
}
