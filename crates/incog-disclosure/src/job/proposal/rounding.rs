//! Columns that `incog init` proposes to make coarser, since their values single people out.

use super::rounded_pairs::{Pairs, round_pairs};
use crate::rounded_numbers::outliers;
use incog_audit::{Knowable, few_lookalikes};
use incog_data::{Column, ColumnKind, Table, ValueType};
use incog_roles::{ProposedRole, column_kind};
use incog_treatment::{TreatmentContext, TreatmentSpec};
use std::collections::BTreeMap;

/// One record in so many may have fewer.
const FEW: u64 = 20;

/// One record in so many may be rare by a number and a sensitive word, as many words are.
const FEW_BESIDE_WORDS: u64 = 5;

/// What is proposed for a column that singles people out.
pub(super) struct Coarser {
    /// The treatment, as it stands behind `publish =`.
    pub publish: String,
    /// Why.
    pub why: String,
}

/// A column that is published value by value.
pub(super) struct Plain<'t> {
    pub column: &'t Column,
    pub role: ProposedRole,
}

impl Plain<'_> {
    /// Whether its values are numbers that can be rounded; codes of diseases cannot.
    pub fn is_of_numbers(&self) -> bool {
        matches!(self.column.value_type, ValueType::Integer | ValueType::Decimal)
            && column_kind(&self.column.name) != ColumnKind::Diagnosis
    }

    /// One record in how many may be singled out by it together with another.
    pub fn few(&self) -> u64 {
        let is_text = self.column.value_type == ValueType::Text;
        let is_words = is_text && !Knowable::are_numbers_or_days(self.column, &self.column.counts());
        let is_words = is_words && self.role == ProposedRole::Sensitive;
        if is_words { FEW_BESIDE_WORDS } else { FEW }
    }
}

/// What is proposed, by column: numbers are rounded by what is published, dates become the first
/// day of a period. `roles` are those that are proposed; the people of `unit` are counted; each
/// record should have the `k` lookalikes of the job.
pub(super) fn coarser(
    table: &Table,
    roles: &[ProposedRole],
    unit: Option<&Column>,
    k: u64,
) -> BTreeMap<String, Coarser> {
    let plain = table.columns().iter().zip(roles);
    let plain = plain.filter(|(_, role)| {
        matches!(role, ProposedRole::Sensitive | ProposedRole::Insensitive | ProposedRole::Undecided)
    });
    let plain: Vec<Plain<'_>> = plain.map(|(column, &role)| Plain { column, role }).collect();
    let below = |columns: &[&Column]| few_lookalikes(table, columns, unit, k);
    let records = table.rows() as u64;
    let (mut proposed, mut paired) = (BTreeMap::new(), Vec::new());
    for one in &plain {
        let alone = below(&[one.column]);
        // Words and dates that single out by themselves do so in each pair.
        if alone * FEW <= records || one.is_of_numbers() {
            paired.push(one);
        }
        let outliers = if one.is_of_numbers() { outliers(table.into(), one.column, unit, k) } else { 0 };
        if alone * FEW <= records && outliers > 0 {
            let why = format!("numbers far beyond those of all other people: {outliers}");
            proposed.insert(one.column.name.clone(), rounded(&why, k));
        } else if alone * FEW > records {
            proposed.extend(
                treatment(table, one, alone, unit, k).map(|coarser| (one.column.name.clone(), coarser)),
            );
        }
    }
    round_pairs(&Pairs { table, paired: &paired, unit, k }, &mut proposed);
    proposed
}

/// Rounding to a base that the published numbers decide.
pub(super) fn rounded(why: &str, k: u64) -> Coarser {
    Coarser {
        publish: "{ round = \"auto\" }".to_owned(),
        why: format!(
            "{why}; rounded so that at least {k} people have almost every published number, and the lowest and \
             the highest one"
        ),
    }
}

fn treatment(table: &Table, one: &Plain<'_>, alone: u64, unit: Option<&Column>, k: u64) -> Option<Coarser> {
    let records = table.rows() as u64;
    let why = share(alone, records, k);
    if one.is_of_numbers() {
        return Some(rounded(&why, k));
    }
    let enough = |period: &&str| {
        let spec = TreatmentSpec::said([("first_of", (*period).into())]).ok()?;
        let with = TreatmentContext { table, people: unit, spelling: &|name| name.to_owned(), key: None };
        let made = spec.treat(one.column, &with).ok()?;
        (few_lookalikes(table, &[&made], unit, k) * FEW <= records).then_some(())
    };
    let is_date = one.column.value_type == ValueType::Date;
    let period =
        ["month", "quarter", "year"].iter().filter(|_| is_date).find(|period| enough(period).is_some())?;
    Some(Coarser {
        publish: format!("{{ first_of = \"{period}\" }}"),
        why: format!("{why}; by {period}, almost every date has at least {k} people"),
    })
}

/// How many records have few lookalikes, in words.
pub(super) fn share(found: u64, records: u64, k: u64) -> String {
    let percent = 100.0 * found as f64 / records.max(1) as f64;
    format!("{percent:.0} % of the records share its value with fewer than {k} people")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::ColumnBuilder;

    fn column(name: &str, cells: impl Iterator<Item = String>) -> Column {
        let mut builder = ColumnBuilder::new(name);
        cells.for_each(|cell| builder.push(&cell));
        builder.finish(&[""])
    }

    #[test]
    fn numbers_and_dates_that_single_people_out_become_coarser_and_others_stay() {
        let table = Table::new(vec![
            column("cost", (0..200).map(|row| format!("{}.{:02}", 7 * row, row % 100))),
            column("seen", (0..200).map(|row: i32| format!("2024-{:02}-{:02}", row % 12 + 1, row % 27 + 1))),
            column("ward", (0..200).map(|row| (row % 4).to_string())),
            column("note", (0..200).map(|row| format!("text {row}"))),
        ])
        .unwrap();
        let roles = [
            ProposedRole::Sensitive,
            ProposedRole::Insensitive,
            ProposedRole::Sensitive,
            ProposedRole::Sensitive,
        ];
        let found = coarser(&table, &roles, None, 5);
        let publish = |name: &str| found.get(name).map(|one| one.publish.as_str());
        assert_eq!(publish("cost"), Some("{ round = \"auto\" }"));
        assert_eq!(publish("seen"), Some("{ first_of = \"month\" }"));
        assert_eq!((publish("ward"), publish("note")), (None, None), "few values, and no numbers");
        assert!(found["cost"].why.starts_with("100 % of the records"), "{}", found["cost"].why);
    }

    #[test]
    fn codes_of_diseases_are_not_rounded() {
        for (name, is_rounded) in [("diag_1", false), ("icd9", false), ("glucose", true)] {
            let table = Table::new(vec![column(name, (0..200).map(|row| (100 + row).to_string()))]).unwrap();
            let found = coarser(&table, &[ProposedRole::Sensitive], None, 5);
            assert_eq!(found.contains_key(name), is_rounded, "{name}");
        }
    }

    /// Most weights are shared by many, so that only the ends stand out.
    #[test]
    fn outliers_alone_are_a_reason() {
        fn proposed(last: u32) -> Option<String> {
            let table = Table::new(vec![column(
                "weight",
                (0..400).map(|row| (if row == 7 { last } else { 50 + row % 40 }).to_string()),
            )])
            .unwrap();
            coarser(&table, &[ProposedRole::Sensitive], None, 5).remove("weight").map(|one| one.why)
        }
        assert_eq!(proposed(92), None);
        assert!(
            proposed(260)
                .is_some_and(|why| why.starts_with("numbers far beyond those of all other people: 1;"))
        );
    }

    #[test]
    fn both_numbers_of_a_pair_that_singles_out_become_coarser() {
        let table = Table::new(vec![
            column("days", (0..200).map(|row| (row % 20).to_string())),
            column("dose", (0..200).map(|row| (row / 8).to_string())),
        ])
        .unwrap();
        let found = coarser(&table, &[ProposedRole::Insensitive, ProposedRole::Insensitive], None, 5);
        assert_eq!(found.keys().collect::<Vec<_>>(), ["days", "dose"]);
        assert!(found["dose"].why.contains("together with \"days\""), "{}", found["dose"].why);
        assert!(found["days"].why.contains("together with \"dose\""), "{}", found["days"].why);
        // Of a pair with an undecided column, only what waits for a decision is rounded.
        for (roles, open) in [
            ([ProposedRole::Undecided, ProposedRole::Insensitive], "days"),
            ([ProposedRole::Insensitive, ProposedRole::Undecided], "dose"),
        ] {
            assert_eq!(coarser(&table, &roles, None, 5).keys().collect::<Vec<_>>(), [open]);
        }
        let both = coarser(&table, &[ProposedRole::Undecided, ProposedRole::Undecided], None, 5);
        assert!(both["dose"].why.contains("if that is published, too"), "{}", both["dose"].why);
    }

    #[test]
    fn one_column_of_a_pair_becomes_coarser_where_that_is_enough() {
        let table = Table::new(vec![
            column("visits", (0..400).map(|row| (row % 4).to_string())),
            column("dose", (0..400).map(|row| (row / 8).to_string())),
        ])
        .unwrap();
        let found = coarser(&table, &[ProposedRole::Insensitive, ProposedRole::Insensitive], None, 5);
        assert_eq!(found.keys().collect::<Vec<_>>(), ["dose"]);
    }

    /// The weights alone stand out, and the heights beside whatever becomes of them.
    #[test]
    fn the_other_column_of_a_pair_becomes_coarser_although_one_is_rounded_already() {
        let table = Table::new(vec![
            column("height", (0..400).map(|row| (150 + row % 40).to_string())),
            column("weight", (0..400).map(|row| (500 + 7 * row % 401).to_string())),
        ])
        .unwrap();
        let found = coarser(&table, &[ProposedRole::Sensitive, ProposedRole::Sensitive], None, 5);
        assert_eq!(found.keys().collect::<Vec<_>>(), ["height", "weight"]);
        assert!(found["weight"].why.starts_with("100 % of the records"), "{}", found["weight"].why);
        assert!(found["height"].why.contains("together with \"weight\""), "{}", found["height"].why);
    }
}
