//! What is demanded of a table: all criteria of all models.

use super::Demand;
use incog_data::{Column, CountedTable};
use incog_privacy::{Census, Criterion, MissingAs, Of};

/// All criteria that are demanded, in the order of the models; `original` holds the records of the
/// input, without noisy ones.
pub fn criteria<'a>(demand: &Demand, original: impl Into<CountedTable<'a>>) -> Vec<Criterion> {
    let whole = census(demand, original.into());
    demand.models.iter().flat_map(|model| model.criteria(&whole)).collect()
}

/// The largest k that is asked for, by k-anonymity or by what c stands for; 1 when none is. It is
/// the unit of `C_AVG`.
pub fn required_k<'a>(criteria: impl IntoIterator<Item = &'a Criterion>) -> u64 {
    let sizes = criteria.into_iter().filter(|criterion| *criterion.about() == Of::Records);
    sizes.map(Criterion::asked_size).max().unwrap_or(1).max(1)
}

/// The size that decides alone whether a class meets all criteria: none may be smaller. `None`
/// where something else is demanded, too.
pub fn least_by_size<'a>(criteria: impl IntoIterator<Item = &'a Criterion>) -> Option<u64> {
    let least = |criterion: &Criterion| match criterion.about() {
        Of::Records => Some(criterion.smallest_class()),
        Of::Values(_) | Of::Providers | Of::OwnK | Of::Coalitions | Of::Population | Of::Release => None,
    };
    criteria.into_iter().map(least).try_fold(1, |most, least| Some(most.max(least?)))
}

/// The least size of a class that meets all criteria: the largest that any of them asks for.
pub fn smallest_class(criteria: &[Criterion]) -> u64 {
    let most = criteria.iter().map(Criterion::smallest_class).max().unwrap_or(1);
    let colluding = criteria.iter().filter(|criterion| *criterion.about() == Of::Coalitions);
    most.saturating_add(colluding.map(|criterion| criterion.required() as u64).max().unwrap_or(0))
}

/// The counts of the original table, made here.
fn census(demand: &Demand, original: CountedTable<'_>) -> Census {
    let values = |name: &String, missing: MissingAs| {
        original.column(name).map_or(0, |column| used_values(column, missing))
    };
    let people = |name: &String| original.column(name).map(|column| used_values(column, MissingAs::Value));
    Census {
        records: original.records(),
        people: demand.unit.as_ref().and_then(people),
        sensitive: demand
            .sensitive
            .iter()
            .map(|(column, missing)| (column.clone(), values(column, *missing)))
            .collect(),
        has_own_k: demand.own_k.is_some(),
        providers: demand.provider.iter().map(|name| values(name, MissingAs::default())).sum(),
    }
}

/// Distinct values that occur; what is missing is one of them or none.
fn used_values(column: &Column, missing: MissingAs) -> u64 {
    let mut used = column.used();
    let is_missing = column.missing.iter().any(|&code| used[code as usize]);
    column.missing.iter().for_each(|&code| used[code as usize] = false);
    let known = used.into_iter().filter(|&used| used).count() as u64;
    known + u64::from(is_missing && missing == MissingAs::Value)
}
