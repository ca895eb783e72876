//! No prices, whatever they are, prove more than the best of all local recodings loses.

use super::{SmallJob, ages_job, lists};

/// What a class of these ages loses each of them: the width of their lowest common interval.
fn loss(ages: &[u32]) -> f64 {
    let width = [1, 2, 4, 8].into_iter().find(|width| ages.iter().all(|age| age / width == ages[0] / width));
    let domain = f64::from(width.unwrap());
    // All values are there, so that the interval of `width` spans `width - 1`.
    (domain - 1.0) / 7.0
}

/// The least sum of losses of all ways to put records into classes of at least `k`, or to suppress
/// them.
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

/// Eight records, one of each age from 0 to 7. Every way to give the first four one of four prices,
/// one above and one below 0 among them, and every way for the last four together.
#[test]
fn no_prices_prove_what_is_not_so() {
    let ages: Vec<u32> = (0..8).collect();
    let table = "age\n".to_owned() + &ages.iter().map(|age| format!("{age}\n")).collect::<String>();
    let choices = [-1.0, 1.0 / 7.0, 3.0 / 7.0, 1.0];
    let (mut proved, mut tight) = (0, 0);
    for (k, limit) in [(2, 0), (2, 1), (3, 0), (3, 2)] {
        let small = SmallJob::new(&ages_job("\"gen-loss\"", k, limit as f64 / 8.0, true), &table);
        let least = least(&ages, &mut Vec::new(), 0, k, limit) / 8.0;
        for list in
            lists(&choices, 4).flat_map(|list| choices.map(|last| [list.clone(), vec![last; 4]].concat()))
        {
            let evidence = format!(r#""prices":[{{"quasi_identifiers":["age"],"prices":{list:?}}}]"#);
            if let Ok(bound) = small.bound(&evidence) {
                assert!(bound <= least + 1e-9, "{bound} > {least}: {list:?} {k} {limit}");
                proved += 1;
                tight += usize::from(bound >= least - 1e-9);
            }
        }
    }
    assert!(proved > 100 && tight > 3, "{proved} {tight}");
}

/// Prices bound a mean over records, which the loss of ARX may be below.
#[test]
fn prices_prove_nothing_of_a_geometric_mean() {
    let small = SmallJob::new(&ages_job("\"loss\"", 2, 0.0, false), "age\n0\n1\n2\n3\n");
    assert!(small.bound(r#""prices":[{"quasi_identifiers":["age"],"prices":[0,0,0,0]}]"#).is_err());
    let small = SmallJob::new(&ages_job("\"gen-loss\"", 2, 0.0, false), "age\n0\n1\n2\n3\n");
    assert_eq!(small.bound(r#""prices":[{"quasi_identifiers":["age"],"prices":[0,0,0,0]}]"#), Ok(0.0));
}

/// Where suppressed records do not count, those that are left out may be the dearest: two of four
/// records can be published as they are, whatever the other two would cost.
#[test]
fn suppressed_records_that_do_not_count_may_be_the_dearest() {
    let prices = r#""prices":[{"quasi_identifiers":["age"],"prices":[0,0,2,2]}]"#;
    let half = SmallJob::new(&ages_job("\"height\"", 2, 0.5, true), "age\n0\n0\n4\n7\n");
    assert_eq!(half.bound(prices), Ok(0.0));
    let none = SmallJob::new(&ages_job("\"height\"", 2, 0.0, true), "age\n0\n0\n4\n7\n");
    assert!((none.bound(prices).unwrap() - 1.0).abs() < 1e-8);
}
