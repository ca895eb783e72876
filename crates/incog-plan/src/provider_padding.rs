//! Which classes get noisy records, for providers that bring too few.
//!
//! CPGEN (section 4.2) adds noisy records "with the name of the provider having minimum
//! distribution" and leaves open how many, where and when. Here they are the last resort. They are
//! added only when too few providers reach the classes for any release to be possible within the
//! limits; only in the most general release the request allows, where the fewest are needed; and no
//! more of them than that takes. They are used for models that count providers, never for
//! m-privacy, because the provider in whose name they are made knows that they are not its own.

use crate::request_problem::{bind, binding};
use crate::{PlanError, Request, records_of_share};
use incog_data::{Class, Classes, Levels, SensitiveAttribute, Tuples};
use std::collections::BTreeMap;

/// A class that meets all models but has too few providers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaddingNeed {
    /// A tuple of the class.
    pub tuple: u32,
    /// Its records.
    pub size: u64,
    /// The providers of which it gets a noisy record, by their value codes.
    pub missing: Vec<u32>,
}

/// Whether a request is one that noisy records may help: a model counts providers, and none is
/// about anything that such records would change.
pub fn may_need_padding(request: &Request) -> bool {
    let needs = || request.models.iter().map(|model| model.entry().needs);
    // An invented record is about nobody, and has no k of its own.
    request.unit.is_none()
        && request.own_k.is_none()
        && needs().any(|needs| needs.provider)
        && !needs().any(|needs| needs.others.is_some())
}

/// The classes of the most general release that need noisy records; none when no model counts
/// providers, a release is possible without them, or they would not help.
///
/// # Errors
/// When a model does not fit the table.
pub fn padding_needs(request: &Request, tuples: &Tuples) -> Result<Vec<PaddingNeed>, PlanError> {
    if tuples.is_empty() || !may_need_padding(request) {
        return Ok(Vec::new());
    }
    let Some(provider) = binding(request, tuples).provider() else { return Ok(Vec::new()) };
    let top: Vec<u8> = tuples.quasi_identifiers().iter().map(|qid| qid.max_level).collect();
    let models = bind(request, tuples)?;
    let classes = Classes::group(tuples, &Levels::from(top)).retain(|class| models.retain(class).kept);
    let limit = records_of_share(request.suppression_limit, tuples.real_rows());
    if classes.kept() > 0 && classes.suppressed() <= limit {
        return Ok(Vec::new());
    }
    let (most, others) = models.without_providers();
    let (whole, partly): (Vec<&Class>, Vec<&Class>) =
        classes.all().iter().partition(|class| class.kept == class.size);
    // First of all providers; then of those that have records in the classes that would be
    // published with their noise.
    let mut order = by_records(provider, classes.all());
    for _ in 0..ROUNDS {
        let (mut short, mut lost) = (Vec::new(), 0);
        for class in &partly {
            let missing = missing(class, provider, &order, most as usize);
            if others.holds(&class.view()) && !missing.is_empty() {
                short.push(PaddingNeed { tuple: class.tuple, size: class.size, missing });
            } else {
                lost += class.size - class.kept;
            }
        }
        if lost > limit {
            return Ok(Vec::new());
        }
        let short = fewest(short, limit - lost, classes.kept() > 0);
        let padded = |class: &&&Class| short.iter().any(|padded| padded.tuple == class.tuple);
        let published = whole.iter().chain(partly.iter().filter(padded)).copied();
        let again = by_records(provider, published);
        if again == order {
            return Ok(short);
        }
        order = again;
    }
    Ok(Vec::new())
}

/// How often it is looked again whose records the noise may be made up for: twice suffices nearly
/// always.
const ROUNDS: usize = 16;

/// The providers that have records in some classes, with those with the fewest first.
fn by_records<'a>(provider: &SensitiveAttribute, classes: impl IntoIterator<Item = &'a Class>) -> Vec<u32> {
    let mut records = vec![0; provider.values.len()];
    for cell in classes.into_iter().flat_map(|class| &class.cells) {
        records[provider.of_cell[cell.cell as usize] as usize] += u64::from(cell.count);
    }
    let mut order: Vec<u32> = (0..records.len() as u32).filter(|&code| records[code as usize] > 0).collect();
    order.sort_by_key(|&code| (records[code as usize], &provider.values[code as usize]));
    order
}

/// The first providers in `order` that a class needs in order to have `most`; none when it has
/// enough, or there are not as many. Nobody sees from that which providers only suppressed records
/// have: these are in no order.
fn missing(class: &Class, provider: &SensitiveAttribute, order: &[u32], most: usize) -> Vec<u32> {
    let has = |code: &u32| class.cells.iter().any(|cell| provider.of_cell[cell.cell as usize] == *code);
    let present = (0..provider.values.len() as u32).filter(has).count();
    let needed = most.saturating_sub(present);
    let missing: Vec<u32> = order.iter().filter(|code| !has(code)).take(needed).copied().collect();
    if missing.len() == needed { missing } else { Vec::new() }
}

/// Leaves out classes of up to `room` records, so that the rest needs the fewest noisy records.
/// Unless `others` are released, something has to be left.
fn fewest(mut short: Vec<PaddingNeed>, room: u64, others: bool) -> Vec<PaddingNeed> {
    // Of classes that need the same number of noisy records, the smaller ones are left out first.
    short.sort_by_key(|class| (class.missing.len(), class.size, class.tuple));
    if !others && short.iter().map(|class| class.size).sum::<u64>() <= room {
        let needs = short.first().map_or(0, |class| class.missing.len());
        let cheapest = short.into_iter().rfind(|class| class.missing.len() == needs);
        return cheapest.into_iter().collect();
    }
    let mut groups: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
    for class in &short {
        groups.entry(class.missing.len()).or_default().push(class.size);
    }
    // By noisy records saved: the fewest records left out, and how many classes of each group that
    // is.
    let mut best: BTreeMap<usize, (u64, Vec<usize>)> = BTreeMap::from([(0, (0, Vec::new()))]);
    for (&needs, sizes) in &groups {
        let mut next = BTreeMap::new();
        for (&saved, (left_out, counts)) in &best {
            let mut sum = *left_out;
            for count in 0..=sizes.len() {
                sum += if count > 0 { sizes[count - 1] } else { 0 };
                if sum > room {
                    break;
                }
                let entry = next.entry(saved + count * needs).or_insert((u64::MAX, Vec::new()));
                if sum < entry.0 {
                    *entry = (sum, counts.iter().copied().chain([count]).collect());
                }
            }
        }
        best = next;
    }
    let Some((_, (_, counts))) = best.pop_last() else { return short };
    let left_out: BTreeMap<usize, usize> = groups.into_keys().zip(counts).collect();
    let mut seen: BTreeMap<usize, usize> = BTreeMap::new();
    short.retain(|class| {
        let place = seen.entry(class.missing.len()).or_default();
        *place += 1;
        *place > left_out.get(&class.missing.len()).copied().unwrap_or(0)
    });
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn short(sizes: &[(u64, usize)]) -> Vec<PaddingNeed> {
        let class = |(tuple, &(size, needs)): (usize, &(u64, usize))| PaddingNeed {
            tuple: tuple as u32,
            size,
            missing: vec![0; needs],
        };
        sizes.iter().enumerate().map(class).collect()
    }

    fn noise(plan: &[PaddingNeed]) -> usize {
        plan.iter().map(|class| class.missing.len()).sum()
    }

    proptest! {
        /// Against every subset.
        #[test]
        fn never_more_than_needed(
            sizes in proptest::collection::vec((1..9u64, 1..4usize), 1..8),
            room in 0..30u64,
            others in any::<bool>(),
        ) {
            let plan = fewest(short(&sizes), room, others);
            let allowed = |subset: &u32| {
                let left_out: u64 =
                    sizes.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 0).map(|(_, s)| s.0).sum();
                left_out <= room && (others || *subset > 0)
            };
            let needs = |subset: u32| -> usize {
                sizes.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, s)| s.1).sum()
            };
            let least = (0..1u32 << sizes.len()).filter(allowed).map(needs).min();
            prop_assert_eq!(Some(noise(&plan)), least);
            let kept: u64 = plan.iter().map(|class| class.size).sum();
            prop_assert!(sizes.iter().map(|s| s.0).sum::<u64>() - kept <= room);
        }
    }
}
