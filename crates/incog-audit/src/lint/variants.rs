//! Several texts for one value: they count as different values but are one to people.

mod candidates;
mod code;
mod date;
mod difference;
mod fold;
pub(super) mod missing;
mod number;
mod quantity;
mod second_looks;
mod transliteration;
mod truth;
mod words;

use candidates::candidates;
pub(super) use difference::Difference;
use difference::KEPT_IN_NAMES;
use fold::fold;
pub(super) use fold::is_invisible;
use second_looks::{JoinedLooks, joined_by_second_looks, second_looks};
use std::collections::{BTreeMap, BTreeSet};

/// Texts that stand for fewer values than there are texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Variants {
    /// Distinct texts that another one is a variant of.
    pub texts: usize,
    /// How many values they are when variants count as one.
    pub values: usize,
    /// Where the differences are.
    pub differences: BTreeSet<Difference>,
}

impl Variants {
    /// Groups the texts that a person would take for one value; `None` when all are different.
    ///
    /// A number stands for a missing value only in a column that has no other numbers, and for yes
    /// or no only beside such words.
    pub fn among<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Self> {
        let texts: Vec<&str> = texts.collect();
        let codes = missing::has_other_numbers(&texts).then_some(Difference::MissingCode);
        let skip: Vec<Difference> = codes.into_iter().chain(truth::not_among(&texts)).collect();
        Self::but_for(&skip, &texts)
    }

    /// Groups names and numbers of people.
    pub fn among_names<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Self> {
        Self::but_for(&KEPT_IN_NAMES, &texts.collect::<Vec<_>>())
    }

    /// Groups texts by all differences but those in `skip`.
    fn but_for(skip: &[Difference], texts: &[&str]) -> Option<Self> {
        let others = |text: &str| -> Vec<(Difference, String)> {
            let looks = second_looks(text, skip).into_iter();
            looks.map(|(difference, text)| (difference, fold(&text, skip))).collect()
        };
        let looks = |text: &str| {
            let others = others(text).into_iter().map(|(_, look)| look);
            [fold(text, skip)].into_iter().chain(others).collect()
        };
        let mut by_look: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for text in candidates(texts, looks) {
            by_look.entry(fold(text, skip)).or_default().push(text);
        }
        let mut values = joined_by_second_looks(by_look, others);
        values.retain(|value| value.texts() > 1);
        let differences = values.iter().flat_map(|value| {
            let within = value.by_look.iter().filter(|texts| texts.len() > 1);
            within.flat_map(|texts| differences(texts, skip)).chain(value.between.iter().copied())
        });
        let differences = differences.collect();
        let texts = values.iter().map(JoinedLooks::texts).sum();
        (texts > 0).then_some(Self { texts, values: values.len(), differences })
    }

    /// `blanks and capital letters`
    pub fn named(&self) -> String {
        self.differences.iter().map(|difference| difference.words()).collect::<Vec<_>>().join(" and ")
    }
}

/// The one spelling of the name or the number of a person: texts that a person would take for one
/// name have it in common.
///
/// ```
/// use incog_audit::name_spelling;
/// assert_eq!(name_spelling("  Anna  SMITH"), name_spelling("anna smith"));
/// assert_ne!(name_spelling("I1"), name_spelling("l1"));
/// ```
pub fn name_spelling(name: &str) -> String {
    fold(name, &KEPT_IN_NAMES)
}

/// In which ways, but for those in `skip`, some texts of one value differ: the fewest that leave no
/// more texts different, so at least one. The look of letters is left out for this, since it also
/// covers spaces, composition and invisible characters.
fn differences(texts: &[&str], skip: &[Difference]) -> Vec<Difference> {
    use Difference::*;
    // What is looked at last is found where several explain the same.
    const ALL: [Difference; 27] = [
        Notation,
        Separators,
        Missing,
        MissingCode,
        Date,
        Percent,
        TruthNumber,
        Truth,
        TruthLetter,
        Code,
        Initials,
        Shortened,
        Range,
        Abbreviation,
        Order,
        Numerals,
        Spelling,
        Joiners,
        Quotes,
        Accents,
        Ending,
        Digits,
        Case,
        Composition,
        Fillers,
        Invisible,
        Blanks,
    ];
    let left = |skip: &[Difference]| texts.iter().map(|text| fold(text, skip)).collect::<BTreeSet<_>>().len();
    let mut skip = [skip, &[LookAlikes]].concat();
    let spelled = left(&skip);
    let mut found = Vec::new();
    for difference in ALL {
        skip.push(difference);
        if left(&skip) > spelled {
            skip.pop();
            found.push(difference);
        }
    }
    if spelled > 1 {
        found.push(LookAlikes);
    }
    found
}

#[cfg(test)]
mod counter_examples;
#[cfg(test)]
mod tests;
