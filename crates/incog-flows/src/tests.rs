//! Properties of the rule, against brute force on small tables.
#![allow(clippy::unwrap_used)]

use crate::counts::rule::choose;
use crate::counts::trip_ends::LARGEST_SHARE;
use crate::counts::{FlowTable, PublishedCount};
use crate::facts::grid::{FlowCell, FlowSquare};
use crate::facts::{FlowFact, FlowFacts};
use proptest::prelude::*;
use std::collections::BTreeSet;

const TOP: u8 = 3;

/// The facts of a published count, worked out from nothing but the definition.
fn facts_of<'a>(count: &PublishedCount, facts: &'a FlowFacts) -> Vec<&'a FlowFact> {
    let key = count.key;
    let facts = facts.of_table(count.table).iter().filter(|fact| {
        key.origin().contains(fact.from)
            && key.destination().contains(fact.to)
            && key.band.is_none_or(|band| band == fact.band)
    });
    facts.collect()
}

/// The objects of a published count.
fn who(count: &PublishedCount, facts: &FlowFacts) -> BTreeSet<u32> {
    facts_of(count, facts).iter().map(|fact| fact.object).collect()
}

/// Whether everybody whom `small` counts is counted by `large`, by what both are about: squares lie
/// in squares, and a band in all bands.
fn is_nested(small: &PublishedCount, large: &PublishedCount) -> bool {
    fn inside(square: FlowSquare, around: FlowSquare) -> bool {
        square.level <= around.level
            && square.place.map(|part| part >> (around.level - square.level)) == around.place
    }
    let (a, b) = (small.key, large.key);
    let in_band = b.band.is_none() || a.band == b.band;
    let begins = inside(a.origin(), b.origin());
    let ends = inside(a.destination(), b.destination());
    match (small.table, large.table) {
        (FlowTable::Presence, FlowTable::Presence) | (FlowTable::Trips, FlowTable::Trips) => {
            begins && ends && in_band
        }
        // When it arrives is not said.
        (_, FlowTable::Presence) => {
            begins && in_band || inside(a.destination(), b.origin()) && b.band.is_none()
        }
        _ => false,
    }
}

/// The objects that some trips lead out of where moves begin, or into where they end.
fn leading(trips: &PublishedCount, moves: &PublishedCount, facts: &FlowFacts) -> BTreeSet<u32> {
    let (from, to) = (moves.key.origin(), moves.key.destination());
    let leading = facts_of(trips, facts).into_iter().filter(|fact| {
        from.contains(fact.from) && !from.contains(fact.to) || to.contains(fact.to) && !to.contains(fact.from)
    });
    leading.map(|fact| fact.object).collect()
}

/// Days of a few people on a small map: each goes from place to place, one band after the other.
fn days(places: &[Vec<u8>]) -> FlowFacts {
    let mut facts = FlowFacts::default();
    for (object, way) in places.iter().enumerate() {
        let object = object as u32;
        let stops: Vec<(FlowCell, i32)> = way
            .iter()
            .enumerate()
            .map(|(hour, place)| ([i32::from(place % 4), i32::from(place / 4 % 4)], hour as i32 / 2))
            .collect();
        for &(from, band) in &stops {
            facts.presence.push(FlowFact { object, from, to: from, band, until: band });
        }
        for pair in stops.windows(2) {
            let fact = FlowFact { object, from: pair[0].0, to: pair[1].0, band: pair[0].1, until: pair[1].1 };
            facts.trips.push(fact);
            facts.moves.extend((fact.from != fact.to).then_some(fact));
        }
    }
    for list in [&mut facts.presence, &mut facts.trips, &mut facts.moves] {
        list.sort_unstable();
        list.dedup();
    }
    facts
}

/// Ways that meet: most people use few places.
fn ways() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let place = prop_oneof![4 => 0_u8..3, 2 => 4_u8..7, 1 => 0_u8..16];
    prop::collection::vec(prop::collection::vec(place, 1..5), 3..40)
}

fn levels_are_apart(counts: &[PublishedCount]) -> bool {
    counts.iter().all(|a| {
        !counts.iter().any(|b| a != b && (a.table, a.key.band) == (b.table, b.key.band) && is_nested(a, b))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// k objects in each count; and whatever set of nested counts is subtracted from a count, none
    /// but at least k objects are left. All subsets follow from the largest one.
    #[test]
    fn no_subtraction_gives_fewer_than_k(ways in ways(), k in 2_usize..5) {
        let facts = days(&ways);
        let counts = choose(&facts, &FlowTable::ALL, k, TOP);
        prop_assert!(levels_are_apart(&counts));
        for large in &counts {
            let objects = who(large, &facts);
            prop_assert!(objects.len() == large.objects && objects.len() >= k, "{large:?}");
            let mut left = objects.clone();
            for small in counts.iter().filter(|small| *small != large && is_nested(small, large)) {
                let inside = who(small, &facts);
                prop_assert!(inside.is_subset(&objects), "{small:?} {large:?}");
                left.retain(|object| !inside.contains(object));
            }
            if large.table == FlowTable::Moves {
                for trips in counts.iter().filter(|count| count.table == FlowTable::Trips) {
                    left = left.difference(&leading(trips, large, &facts)).copied().collect();
                }
            }
            prop_assert!(left.len() >= k, "{large:?} leaves {left:?}");
            // That rule bounds how far two counts within can differ, and attackers know it.
            let inner = counts.iter().filter(|small| *small != large && is_nested(small, large));
            let inner: Vec<usize> = inner.map(|small| small.objects).collect();
            let largest = inner.iter().max().copied().unwrap_or_default();
            prop_assert!(inner.len() < 2 || large.objects >= 2 * k + largest, "{large:?} has {inner:?}");
        }
    }

    /// Sums over squares with nobody in common: what is added minus what is subtracted has nobody
    /// or at least k objects.
    #[test]
    fn sums_of_disjoint_counts_leave_at_least_k(ways in ways(), k in 2_usize..5, added in any::<u64>(), taken in any::<u64>()) {
        let facts = days(&ways);
        let counts = choose(&facts, &FlowTable::ALL, k, TOP);
        fn chosen(bits: u64, place: usize) -> bool {
            bits >> (place % 64) & 1 == 1
        }
        let uppers = counts.iter().enumerate().filter(|(place, count)| count.table == FlowTable::Presence && count.key.band.is_some() && chosen(added, *place));
        let (mut sum, mut bands) = (BTreeSet::new(), Vec::new());
        for (_, count) in uppers {
            let objects = who(count, &facts);
            // Only sums that count everybody once are numbers of people.
            if sum.is_disjoint(&objects) {
                sum.extend(objects);
                bands.push(count);
            }
        }
        let mut left = sum.clone();
        let lowers = counts.iter().enumerate().filter(|(place, count)| count.table != FlowTable::Presence && chosen(taken, *place));
        for (_, count) in lowers {
            let mine = facts_of(count, &facts);
            if mine.iter().all(|fact| bands.iter().any(|upper| upper.key.origin().contains(fact.from) && upper.key.band == Some(fact.band))) {
                let inside = who(count, &facts);
                left.retain(|object| !inside.contains(object));
            }
        }
        prop_assert!(left.is_empty() || left.len() >= k, "{left:?}");
    }

    /// Nobody but four in five of those who begin in a square make one published trip.
    #[test]
    fn origins_have_several_destinations(ways in ways(), k in 2_usize..4) {
        let facts = days(&ways);
        for count in choose(&facts, &[FlowTable::Trips], k, TOP) {
            let starts: BTreeSet<u32> = facts.trips.iter().filter(|fact| count.key.band.is_none_or(|band| band == fact.band))
                .filter(|fact| count.key.origin().contains(fact.from)).map(|fact| fact.object).collect();
            prop_assert!(count.objects as f64 <= LARGEST_SHARE * starts.len() as f64);
        }
    }

    /// Names of objects, and their order, decide nothing.
    #[test]
    fn who_somebody_is_changes_nothing(ways in ways(), k in 2_usize..5) {
        let backwards: Vec<Vec<u8>> = ways.iter().rev().cloned().collect();
        let [forwards, backwards] = [ways, backwards].map(|ways| choose(&days(&ways), &FlowTable::ALL, k, TOP));
        prop_assert_eq!(forwards, backwards);
    }
}
