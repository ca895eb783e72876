//! Groups against every grouping of small tables.

use super::least_error::of_pairs;
use super::*;
use incog_card::Parameters;
use incog_search::{Budget, Stream};

fn random(records: usize, columns: usize, stream: &mut Stream) -> Vec<Vec<f64>> {
    let column = |stream: &mut Stream| (0..records).map(|_| stream.below(12) as f64).collect();
    (0..columns).map(|_| column(stream)).collect()
}

fn run(name: &str, points: &NumericPoints, k: usize, improved: bool) -> Microaggregated {
    let method = Microaggregation::by_name(name).expect("it is in the list");
    method
        .run(points, k, &Parameters::defaults(method.card), improved, Budget::UNLIMITED)
        .expect("there are enough records")
}

/// The least error of all groupings, one after the other: each record joins a group that is there,
/// or begins one.
fn optimum(columns: &[Vec<f64>], units: &[u32], k: usize) -> f64 {
    fn place(
        record: usize,
        groups: &mut Vec<Vec<usize>>,
        cost: &dyn Fn(&[Vec<usize>]) -> f64,
        all: usize,
    ) -> f64 {
        if record == all {
            return cost(groups);
        }
        let mut best = f64::INFINITY;
        for group in 0..groups.len() {
            groups[group].push(record);
            best = best.min(place(record + 1, groups, cost, all));
            groups[group].pop();
        }
        groups.push(vec![record]);
        best = best.min(place(record + 1, groups, cost, all));
        groups.pop();
        best
    }
    let cost = |groups: &[Vec<usize>]| {
        let is_short = |group: &Vec<usize>| {
            let mut of: Vec<u32> = group.iter().map(|&record| units[record]).collect();
            of.sort_unstable();
            of.dedup();
            of.len() < k
        };
        if groups.iter().any(is_short) { f64::INFINITY } else { error(columns, groups) }
    };
    place(0, &mut Vec::new(), &cost, units.len())
}

/// The error as its definition says, of standardized columns.
fn error(columns: &[Vec<f64>], groups: &[Vec<usize>]) -> f64 {
    let mut sum = 0.0;
    for column in columns {
        let n = column.len() as f64;
        let mean = column.iter().sum::<f64>() / n;
        let deviation = (column.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt();
        let standard =
            |record: usize| if deviation == 0.0 { 0.0 } else { (column[record] - mean) / deviation };
        for group in groups {
            let centroid = group.iter().map(|&r| standard(r)).sum::<f64>() / group.len() as f64;
            sum += group.iter().map(|&r| (standard(r) - centroid).powi(2)).sum::<f64>();
        }
    }
    sum
}

fn groups_of(found: &Microaggregated) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new(); found.groups];
    found.group_of.iter().enumerate().for_each(|(record, &group)| groups[group as usize].push(record));
    groups
}

/// Bound <= optimum <= what is found, which is told as it is; improved is never worse; nearly
/// always the optimum.
#[test]
fn small_tables_against_every_grouping() {
    let mut stream = Stream::new(11, 0);
    let (mut best, mut all) = (0, 0);
    for case in 0..400 {
        let records = 4 + stream.below(5);
        let columns = random(records, 1 + stream.below(3), &mut stream);
        let k = 2 + stream.below(2);
        let by_people = case % 4 == 0;
        let units: Vec<u32> =
            (0..records as u32).map(|record| if by_people { record / 2 } else { record }).collect();
        if by_people && records.div_ceil(2) < k {
            continue;
        }
        let points =
            NumericPoints::standardized(&columns, Some(&units)).expect("columns are of equal length");
        let least = optimum(&columns, &units, k);
        let known = least_error(&points, k, Budget::UNLIMITED);
        for method in MICROAGGREGATIONS {
            let [plain, improved] = [false, true].map(|improved| run(method.card.name, &points, k, improved));
            for found in [&plain, &improved] {
                let groups = groups_of(found);
                let counted = error(&columns, &groups);
                assert!((counted - found.error).abs() < 1e-9, "{counted} {}", found.error);
                assert!(known.error <= least + 1e-9 && least <= found.error + 1e-9, "case {case}");
                assert!(found.error > known.reached_at || found.error <= least + 1e-9, "case {case}");
                for group in groups {
                    let mut of: Vec<u32> = group.iter().map(|&record| units[record]).collect();
                    of.dedup();
                    assert!(of.len() >= k, "case {case}: {of:?}");
                }
            }
            assert!(improved.error <= plain.error + 1e-9);
            all += 1;
            best += usize::from(improved.error <= least + 1e-9);
        }
    }
    assert!(best * 100 >= all * 85, "{best} of {all}");
}

/// Bounds are below the optimum wherever the work on them ends and however few neighbours are kept;
/// of one column they are it.
#[test]
fn every_bound_is_below_every_grouping() {
    let mut stream = Stream::new(12, 0);
    let (mut nearer, mut all) = (0, 0);
    for case in 0..300 {
        let records = 4 + stream.below(5);
        let columns = random(records, 1 + stream.below(3), &mut stream);
        let k = 2 + stream.below(2);
        let units: Vec<u32> = (0..records as u32).collect();
        let points = NumericPoints::standardized(&columns, None).expect("columns are of equal length");
        let least = optimum(&columns, &units, k);
        let bounded = |steps: u64| Budget { evaluations: Some(steps), ..Budget::UNLIMITED };
        for steps in (0..200).step_by(3) {
            assert!(least_error(&points, k, bounded(steps)).error <= least + 1e-9, "case {case}, {steps}");
        }
        for kept in k..records {
            let work = &mut crate::work_budget::WorkBudget::new(Budget::UNLIMITED, None);
            assert!(of_pairs(&points, k, kept, work) <= least + 1e-9, "case {case}, {kept} kept");
        }
        let known = least_error(&points, k, Budget::UNLIMITED);
        if columns.len() == 1 && records >= 2 * k {
            assert!(
                known.error >= least - 1e-6 && known.reached_at >= least,
                "case {case}: {known:?} {least}"
            );
        }
        if columns.len() == 3 && records >= 2 * k {
            nearer += usize::from(known.error >= 0.6 * least);
            all += 1;
        }
    }
    assert!(nearer * 100 >= all * 80, "{nearer} of {all}");
}

/// The order of the rows changes nothing but the order of what comes out.
#[test]
fn the_order_of_rows_changes_nothing() {
    let mut stream = Stream::new(3, 0);
    for _ in 0..20 {
        let columns = random(60, 3, &mut stream);
        let turned: Vec<Vec<f64>> =
            columns.iter().map(|column| column.iter().rev().copied().collect()).collect();
        for method in MICROAGGREGATIONS {
            let [one, other] = [&columns, &turned].map(|columns| {
                run(
                    method.card.name,
                    &NumericPoints::standardized(columns, None).expect("of equal length"),
                    3,
                    true,
                )
            });
            assert_eq!(one.error.to_bits(), other.error.to_bits());
            assert_eq!(one.groups, other.groups);
        }
    }
}

/// A search that ends early gives groups that are large enough all the same.
#[test]
fn every_budget_gives_groups() {
    let mut stream = Stream::new(4, 0);
    let columns = random(40, 2, &mut stream);
    let points = NumericPoints::standardized(&columns, None).expect("of equal length");
    for method in MICROAGGREGATIONS {
        for steps in (0..6000).step_by(37) {
            let budget = Budget { evaluations: Some(steps), ..Budget::UNLIMITED };
            let found = method.run(&points, 3, &Parameters::defaults(method.card), true, budget);
            let found = found.expect("there are enough records");
            assert!(groups_of(&found).iter().all(|group| group.len() >= 3), "{} {steps}", method.card.name);
            assert_eq!(found.group_of.len(), 40);
        }
    }
}

#[test]
fn what_cannot_be_grouped_is_refused() {
    let points = |columns: &[Vec<f64>]| NumericPoints::standardized(columns, None).map(|points| points.len());
    assert_eq!(points(&[]), Err(PointsError::Empty));
    assert_eq!(points(&[vec![]]), Err(PointsError::Empty));
    let unequal = PointsError::Unequal { column: 1, found: 1, expected: 2 };
    assert_eq!(points(&[vec![1.0, 2.0], vec![1.0]]), Err(unequal));
    let infinite = PointsError::NotFinite { column: 0, records: 1 };
    assert_eq!(points(&[vec![1.0, f64::NAN]]), Err(infinite));
    let three = NumericPoints::standardized(&[vec![1.0, 1.0, 1e308]], None).expect("all are finite");
    let mdav = Microaggregation::by_name("mdav").expect("it is in the list");
    let run = |k| mdav.run(&three, k, &Parameters::defaults(mdav.card), true, Budget::UNLIMITED);
    assert_eq!(run(0), Err(MicroaggregationError::NoSize));
    assert_eq!(run(4), Err(MicroaggregationError::TooFew { k: 4, units: 3 }));
    assert!(run(3).is_ok_and(|found| found.groups == 1 && found.error <= found.total_error + 1e-9));
}
