//! The estimates that a search asks for against those of the audit, which share no code.

use incog_audit::{Demand, Evidence, Figure, judge};
use incog_data::{Column, ColumnBuilder, Table};
use incog_privacy::{ModelSpec, PopulationUniqueness, ReleaseModel, ReleaseView};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn table(sizes: &[u64]) -> Table {
    let mut kind = ColumnBuilder::new("kind");
    for (class, &size) in sizes.iter().enumerate() {
        (0..size).for_each(|_| kind.push(&class.to_string()));
    }
    let column: Column = kind.finish(&[]);
    Table::new(vec![column]).unwrap()
}

/// What the audit finds in a release with classes of these sizes.
fn audited(sizes: &[u64], fraction: f64) -> Option<f64> {
    let said = [("share", 0.5.into()), ("sampling_fraction", fraction.into())];
    let demand = Demand {
        models: vec![ModelSpec::named("population-uniqueness", said).unwrap()],
        quasi_identifiers: vec!["kind".to_owned()],
        ..Demand::default()
    };
    let (release, hierarchies) = (table(sizes), BTreeMap::new());
    let evidence = Evidence {
        original: (&release).into(),
        release: (&release).into(),
        hierarchies: &hierarchies,
        population: None,
    };
    match judge(&demand, &evidence).unwrap()[0].figure {
        Figure::Measured { achieved, .. } => achieved,
        Figure::NotShown(why) => panic!("{why}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn both_estimate_the_same(
        uniques in 0usize..60, pairs in 0usize..30,
        larger in proptest::collection::vec(3u64..40, 0..12),
        fraction in prop_oneof![0.001..0.1f64, 0.1..0.95f64],
    ) {
        let mut sizes: Vec<u64> = std::iter::repeat_n(1, uniques).chain(std::iter::repeat_n(2, pairs)).collect();
        sizes.extend(larger);
        prop_assume!(!sizes.is_empty());
        let model = PopulationUniqueness { share: 0.5, fraction };
        let (found, expected) = (model.measure(&ReleaseView { kept: &sizes, cells: &[] }), audited(&sizes, fraction));
        match (found, expected) {
            (Some(found), Some(expected)) => {
                prop_assert!((found - expected).abs() <= 1e-7 * expected.max(1e-9), "{found} {expected}");
            }
            (found, expected) => prop_assert_eq!(found, expected),
        }
    }
}
