//! Metrics of local recodings, on small random tables.

use crate::random_table::{levels, retain_parts, tables};
use crate::variants::metrics;
use incog_data::{Class, Classes, Generalization, Levels, Recoding, Region, RegionPart, Tuples};
use proptest::prelude::*;

/// The tuples of each class as a region of its own.
fn regions<'a>(classes: &'a Classes<'_>) -> impl Iterator<Item = (&'a Class, Region)> {
    classes.all().iter().enumerate().map(|(number, class)| {
        let parts = classes.parts().filter(|part| part.class == number);
        let parts = parts.map(|part| RegionPart { tuple: part.tuple as u32, cells: None }).collect();
        (class, Region { levels: (*class.levels).clone(), parts })
    })
}

/// The classes at `high`, some of them taken apart into those at `low`.
fn mixed<'a>(tuples: &'a Tuples, low: &Levels, high: &Levels, apart: &[bool]) -> Option<Classes<'a>> {
    let (fine, coarse) = (Classes::group(tuples, low), Classes::group(tuples, high));
    let stays = |tuple: u32| {
        let class = coarse.only_class_of(tuple as usize).unwrap() as usize;
        apart[class % apart.len()]
    };
    let whole = regions(&coarse).filter(|(class, _)| !stays(class.tuple));
    let parts = regions(&fine).filter(|(class, _)| stays(class.tuple));
    let all = whole.chain(parts).map(|(_, region)| region).collect();
    // Labels of small random hierarchies may read alike at two levels.
    Classes::whole(tuples, &Generalization::Local(all)).ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, max_global_rejects: 100_000, ..Default::default() })]

    #[test]
    fn the_same_levels_everywhere_are_a_global_recoding(
        tuples in tables(), at in any::<[u8; 3]>(), keep in any::<[u8; 5]>(),
    ) {
        let global = retain_parts(Classes::group(&tuples, &levels(&tuples, None, &at)), &keep, 1);
        let generalization = Generalization::Local(regions(&global).map(|(_, region)| region).collect());
        let recoding = Recoding { generalization, ..global.recoding() };
        let local = Classes::from_recoding(&tuples, &recoding).unwrap();
        prop_assert_eq!(local.all(), global.all());
        for metric in metrics() {
            let (local, global) = (metric.value(&local), metric.value(&global));
            prop_assert!(local == global || local.is_nan() && global.is_nan(), "{}: {local}, {global}", metric.name());
        }
    }

    #[test]
    fn a_local_recoding_stands_between_its_levels(
        tuples in tables(), low in any::<[u8; 3]>(), high in any::<[u8; 3]>(), apart in any::<[bool; 4]>(),
    ) {
        let low = levels(&tuples, None, &low);
        let high = levels(&tuples, Some(&low), &high);
        let Some(local) = mixed(&tuples, &low, &high, &apart) else { return Ok(()) };
        let (fine, coarse) = (Classes::group(&tuples, &low), Classes::group(&tuples, &high));
        for metric in metrics() {
            let normalized = [&fine, &local, &coarse].map(|classes| metric.normalized(classes));
            prop_assert!((0.0..=1.0).contains(&normalized[1]), "{}: {normalized:?}", metric.name());
            if metric.separable(&tuples).is_some() {
                let sorted = normalized.windows(2).all(|pair| pair[0] <= pair[1] + 1e-9);
                prop_assert!(sorted, "{}: {normalized:?}", metric.name());
            }
        }
    }
}
