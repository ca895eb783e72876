//! Values that people of one household share.

use super::singling::published;
use crate::job::{Role, Terms, Unit};
use incog_audit::{Blur, PublishedColumn};
use incog_data::Table;
use incog_roles::{Meaning, read_name};

/// Fewer values are kinds that many households share.
const FEWEST_VALUES: usize = 21;

/// The warning that columns whose names speak of a household are published as they are, where the
/// models count people or records: of five people with one value all may be of one household.
pub(super) fn warning(terms: &Terms, table: &Table) -> Option<String> {
    if matches!(&terms.unit, Unit::Column(unit) if terms.role(unit) == Role::Household) {
        return None;
    }
    let columns = published(terms, table, speaks_of_a_household);
    let names: Vec<String> = columns.iter().filter(|one| is_exact(one)).map(quoted).collect();
    (!names.is_empty()).then(|| {
        format!(
            "{}: people of one household share such values, and the models do not count households, so one \
             household may be all who have a value; publish it coarser, leave it out, or count households \
             (a column with role = \"household\")",
            names.join(", ")
        )
    })
}

fn is_exact(published: &PublishedColumn<'_>) -> bool {
    published.blur == Blur::None && published.column.dictionary.len() >= FEWEST_VALUES
}

fn quoted(published: &PublishedColumn<'_>) -> String {
    format!("{:?}", published.column.name)
}

fn speaks_of_a_household(name: &str) -> bool {
    const WORDS: [&str; 3] = ["famil", "haushalt", "household"];
    let hits = read_name(name).hits;
    let is_short =
        name.split(|sign: char| !sign.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("hh"));
    is_short
        || hits.iter().any(|hit| {
            hit.meaning == Meaning::Household || WORDS.iter().any(|word| hit.word.starts_with(word))
        })
}

#[test]
fn names_that_speak_of_a_household() {
    for name in ["household_income", "hh_income", "family_income", "Haushaltseinkommen"] {
        assert!(speaks_of_a_household(name), "{name}");
    }
    assert!(!speaks_of_a_household("income") && !speaks_of_a_household("familiar"));
}
