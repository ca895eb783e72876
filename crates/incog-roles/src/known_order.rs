//! Words that have an order everybody knows.

/// Lists of words from low to high; a value is compared with all its letters small.
const ORDERS: &[&[&str]] = &[
    // Education as in the census of the United States (UCI Adult).
    &[
        "preschool",
        "1st-4th",
        "5th-6th",
        "7th-8th",
        "9th",
        "10th",
        "11th",
        "12th",
        "hs-grad",
        "some-college",
        "assoc-voc",
        "assoc-acdm",
        "bachelors",
        "masters",
        "prof-school",
        "doctorate",
    ],
    // Education as in UCI Bank Marketing.
    &[
        "illiterate",
        "basic.4y",
        "basic.6y",
        "basic.9y",
        "high.school",
        "professional.course",
        "university.degree",
    ],
    // Education as in the census of Ireland.
    &[
        "no formal education",
        "primary",
        "lower secondary",
        "upper secondary",
        "technical/vocational",
        "advanced certificate/completed apprenticeship",
        "higher certificate",
        "ordinary bachelor degree/professional qualification or both",
        "honours bachelor degree/professional qualification or both",
        "postgraduate diploma or degree",
        "doctorate (ph.d)",
    ],
    &["none", "primary", "lower secondary", "upper secondary", "secondary", "tertiary"],
    &["primary", "secondary", "tertiary", "postgraduate"],
    &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
    &[
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ],
    &[
        "januar",
        "februar",
        "m\u{e4}rz",
        "april",
        "mai",
        "juni",
        "juli",
        "august",
        "september",
        "oktober",
        "november",
        "dezember",
    ],
    &["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    &["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"],
    &["very low", "low", "medium", "high", "very high"],
    &["low", "moderate", "high", "severe"],
    &["minor", "moderate", "major", "extreme"],
    &["none", "mild", "moderate", "severe"],
    &["niedrig", "mittel", "hoch"],
    &["never", "rarely", "sometimes", "often", "always"],
    &["poor", "fair", "good", "very good", "excellent"],
    &["strongly disagree", "disagree", "neutral", "agree", "strongly agree"],
    &["very dissatisfied", "dissatisfied", "neutral", "satisfied", "very satisfied"],
    &["not at all", "a little", "somewhat", "quite a bit", "very much"],
    &["much worse", "worse", "same", "better", "much better"],
    &["sehr unzufrieden", "unzufrieden", "neutral", "zufrieden", "sehr zufrieden"],
    &["nie", "selten", "manchmal", "oft", "immer"],
    &["schlecht", "mittel", "gut", "sehr gut"],
    &["keine", "leicht", "mittel", "schwer"],
    &["gering", "mittel", "hoch", "sehr hoch"],
    &["kein schulabschluss", "hauptschule", "realschule", "fachhochschulreife", "abitur", "hochschule"],
    &["i", "ii", "iii", "iv", "v"],
    &["xs", "s", "m", "l", "xl", "xxl"],
    &["first", "second", "third", "fourth", "fifth"],
];

/// The list that all these values are in, whole and in its order, spelled as they are; `None` where
/// there is none.
///
/// ```
/// let order = incog_roles::known_order(&["High", "Low", "Medium"]).unwrap();
/// assert_eq!(order, ["Very low", "Low", "Medium", "High", "Very high"]);
/// assert_eq!(incog_roles::known_order(&["High", "low", "Bonn"]), None);
/// ```
pub fn known_order(values: &[&str]) -> Option<Vec<String>> {
    let holds_all =
        |order: &&&[&str]| values.iter().all(|value| order.contains(&value.to_lowercase().as_str()));
    let order = ORDERS.iter().find(holds_all).filter(|_| !values.is_empty())?;
    let written = |word: &&str| {
        let found = values.iter().find(|value| value.to_lowercase() == **word);
        found.map_or_else(|| in_style_of(values[0], word), |value| (*value).to_owned())
    };
    Some(order.iter().map(written).collect())
}

/// A word with capitals where another one has them.
fn in_style_of(model: &str, word: &str) -> String {
    let mut letters = model.chars().filter(|letter| letter.is_alphabetic());
    let is_capital = letters.next().is_some_and(char::is_uppercase);
    let all_are = is_capital && letters.next().is_some_and(char::is_uppercase);
    match (is_capital, all_are) {
        (_, true) => word.to_uppercase(),
        (true, false) => {
            let mut rest = word.chars();
            rest.next().into_iter().flat_map(char::to_uppercase).chain(rest).collect()
        }
        (false, false) => word.to_owned(),
    }
}
