//! No prices, however they are chosen, prove more than the best of all local recodings of a small
//! table loses.

use super::{PriceBlock, bound_of_prices};
use incog_data::{ColumnBuilder, Hierarchy, QuasiIdentifier, Tuples};
use incog_privacy::{Conjunction, KAnonymity};
use incog_utility::Objective;
use proptest::prelude::*;
use std::sync::Arc;

const VALUES: u32 = 8;

/// Four levels of intervals: of one, two, four and eight values.
fn tuples(ages: &[u32]) -> Tuples {
    let interval =
        |value: u32, width: u32| format!("{}-{}", value / width * width, value / width * width + width - 1);
    let row = |value: u32| [value.to_string(), interval(value, 2), interval(value, 4), "*".to_owned()];
    let mut age = ColumnBuilder::new("age");
    ages.iter().for_each(|value| age.push(&value.to_string()));
    let age = age.finish(&[]);
    let rows: Vec<[String; 4]> = (0..VALUES).map(row).collect();
    let hierarchy = Hierarchy::new(rows.iter().map(|row| row.each_ref().map(String::as_str))).unwrap();
    let qid = QuasiIdentifier::new(&age, Arc::new(hierarchy)).unwrap();
    Tuples::new(vec![qid], &[&age], &[], ages.len()).unwrap()
}

/// What a class of these loses each of them: the share of the values under their lowest common
/// label.
fn loss(ages: &[u32]) -> f64 {
    let width = [1, 2, 4, 8].into_iter().find(|width| ages.iter().all(|age| age / width == ages[0] / width));
    f64::from(width.unwrap() - 1) / f64::from(VALUES - 1)
}

/// The least sum of losses of all ways to put the records into classes of at least `k`, or to
/// suppress them.
fn least(ages: &[u32], classes: &mut Vec<Vec<u32>>, suppressed: usize, k: usize, limit: usize) -> f64 {
    let Some((&age, rest)) = ages.split_first() else {
        let is_release = suppressed <= limit && classes.iter().all(|class| class.len() >= k);
        let sum: f64 = classes.iter().map(|class| loss(class) * class.len() as f64).sum();
        return if is_release { sum + suppressed as f64 } else { f64::INFINITY };
    };
    let mut best = least(rest, classes, suppressed + 1, k, limit);
    for place in 0..=classes.len() {
        if place == classes.len() {
            classes.push(Vec::new());
        }
        classes[place].push(age);
        best = best.min(least(rest, classes, suppressed, k, limit));
        classes[place].pop();
        if classes[place].is_empty() {
            classes.pop();
        }
    }
    best
}

fn bound(ages: &[u32], k: u64, limit: u64, prices: &[f64]) -> Option<f64> {
    let tuples = tuples(ages);
    let models = Conjunction::new(vec![Box::new(KAnonymity::new(k).unwrap())]);
    let objective = Objective::named("gen-loss").unwrap();
    // Of equal records the first price counts.
    let mut of_tuple = vec![0.0; tuples.len()];
    for (tuple, price) in of_tuple.iter_mut().enumerate() {
        let value = &tuples.quasi_identifiers()[0].hierarchy;
        let code = tuples.codes(tuple)[0];
        let label = value.labels(0).get(tuples.quasi_identifiers()[0].label_code(0, code));
        let first = ages.iter().position(|age| age.to_string() == label).unwrap();
        *price = prices[first];
    }
    let blocks = [PriceBlock { quasi_identifiers: vec!["age".to_owned()], prices: of_tuple }];
    bound_of_prices(&tuples, &models, &objective, limit, &blocks).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_prices_prove_what_is_not_so(
        ages in proptest::collection::vec(0..VALUES, 3..7),
        k in 2u64..4,
        limit in 0usize..3,
        prices in proptest::collection::vec(prop_oneof![0.0..0.5, 0.0..1.2, -1000.0..0.0, Just(-1e300)], 7),
    ) {
        let optimum = least(&ages, &mut Vec::new(), 0, k as usize, limit) / ages.len() as f64;
        if let Some(bound) = bound(&ages, k, limit as u64, &prices) {
            prop_assert!(bound <= optimum + 1e-9, "{} > {}", bound, optimum);
        }
    }
}

/// Prices far below nothing for the neighbours do not pay for one above what its cell costs.
#[test]
fn a_price_below_nothing_pays_for_none() {
    let ages = [0, 1, 2];
    let optimum = least(&ages, &mut Vec::new(), 0, 3, 0) / 3.0;
    assert!((optimum - 3.0 / 7.0).abs() < 1e-12);
    // Added up from 0 on, these would be two thirds.
    assert_eq!(bound(&ages, 3, 0, &[1.0, 1.0, -1000.0]), None);
    assert_eq!(bound(&ages, 3, 0, &[-1000.0; 3]), Some(0.0));
}

/// A hierarchy that knows a value alone under its label, which nobody has: no record is published
/// with that label, so the least that a record loses at that level is what the labels of the others
/// cost. Prices are above that, as the search counts them.
#[test]
fn a_label_that_no_record_can_have_makes_no_record_cheaper() {
    let mut town = ColumnBuilder::new("town");
    ["Bonn", "Ulm"].into_iter().for_each(|value| town.push(value));
    let town = town.finish(&[]);
    let rows = [["Bonn", "west", "*"], ["Ulm", "west", "*"], ["Rome", "south", "*"]];
    let hierarchy = Hierarchy::new(rows).unwrap();
    let mut qid = QuasiIdentifier::new(&town, Arc::new(hierarchy)).unwrap();
    qid.min_level = 1;
    let tuples = Tuples::new(vec![qid], &[&town], &[], 2).unwrap();
    let models = Conjunction::new(vec![Box::new(KAnonymity::new(2).unwrap())]);
    let objective = Objective::named("gen-loss").unwrap();
    let blocks = [PriceBlock { quasi_identifiers: vec!["town".to_owned()], prices: vec![0.0; 2] }];
    // Two of three values are below the label of both.
    let bound = bound_of_prices(&tuples, &models, &objective, 0, &blocks).unwrap();
    assert!((bound - 0.5).abs() < 1e-12, "{bound}");
}
