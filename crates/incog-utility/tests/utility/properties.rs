//! What every metric promises, on small random tables.

use crate::random_table::{levels, retain_parts, retain_whole, tables};
use crate::variants::metrics;
use incog_data::{
    CellCount, Class, ClassView, Classes, Column, ColumnBuilder, Hierarchy, Kept, Levels, QuasiIdentifier,
    Tuples,
};
use incog_utility::{ClassSummary, Goal, Metric, Separable, class_summaries};
use proptest::prelude::*;
use std::sync::Arc;

/// The value in the direction that is minimized.
fn minimized(metric: &dyn Metric, classes: &Classes<'_>) -> f64 {
    match metric.goal() {
        Goal::Minimize => metric.value(classes),
        Goal::Maximize => -metric.value(classes),
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()))
}

/// The sums a separable form asks for, record by record.
fn evaluate(form: &Separable, classes: &Classes<'_>) -> f64 {
    let tuples = classes.tuples();
    let mut sums = vec![0.0; tuples.quasi_identifiers().len()];
    for part in classes.parts() {
        let class = &classes.all()[part.class];
        let stays = class.kept as f64 / class.size as f64;
        let count = f64::from(part.records);
        for (attribute, &code) in tuples.codes(part.tuple).iter().enumerate() {
            let kept = form.kept[attribute][class.levels[attribute] as usize][code as usize];
            let suppressed = form.suppressed.as_ref().map_or(kept, |costs| costs[attribute][code as usize]);
            sums[attribute] += count * (stays * kept + (1.0 - stays) * suppressed);
        }
    }
    let total = sums.iter().enumerate().map(|(attribute, &sum)| (form.additive.term)(attribute, sum)).sum();
    let combined = (form.combine)(&sums);
    assert!(close((form.additive.finish)(total), combined), "terms and combination differ");
    combined
}

fn top(tuples: &Tuples) -> Levels {
    let tops = tuples.quasi_identifiers().iter().map(|qid| qid.hierarchy.height() as u8);
    Levels::from(tops.collect::<Vec<_>>())
}

/// The classes below `above`, with nothing kept of those whose class above keeps nothing.
fn hopeless_marked(below: &Classes<'_>, above: &Classes<'_>) -> Vec<ClassSummary> {
    let mut summaries = class_summaries(below);
    for summary in &mut summaries {
        let class = above.parts_of(summary.tuple as usize).next().unwrap().class;
        summary.kept = if above.all()[class].kept == 0 { 0 } else { summary.size };
    }
    summaries
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, max_global_rejects: 100_000, ..Default::default() })]

    #[test]
    fn normalized_is_a_share(
        tuples in tables(), at in any::<[u8; 3]>(),
        keep in any::<[u8; 5]>(), whole: bool,
    ) {
        let classes = Classes::group(&tuples, &levels(&tuples, None, &at));
        let classes =
            if whole { retain_whole(classes, &keep, 1) } else { retain_parts(classes, &keep, 1) };
        for metric in metrics() {
            let normalized = metric.normalized(&classes);
            prop_assert!((0.0..=1.0).contains(&normalized), "{}: {normalized}", metric.name());
        }
    }

    #[test]
    fn the_original_table_loses_nothing(tuples in tables()) {
        let classes = Classes::group(&tuples, &Levels::bottom(tuples.quasi_identifiers().len()));
        for metric in metrics() {
            let normalized = metric.normalized(&classes);
            prop_assert!(normalized.abs() < 1e-12, "{}: {normalized}", metric.name());
        }
    }

    #[test]
    fn nothing_is_worse_than_nothing_released(
        tuples in tables(), at in any::<[u8; 3]>(), keep in any::<[u8; 5]>(),
    ) {
        let group = || Classes::group(&tuples, &levels(&tuples, None, &at));
        let (some, none) = (retain_whole(group(), &keep, 1), group().retain(|_| Kept::Nothing));
        for metric in metrics() {
            // Among few suppressed records the divergence counts each more than among many.
            if metric.name() == "kl-divergence" {
                continue;
            }
            let (some, none) = (minimized(metric.as_ref(), &some), minimized(metric.as_ref(), &none));
            prop_assert!(some <= none || close(some, none), "{}: {some}, {none}", metric.name());
        }
    }

    #[test]
    fn keeping_most_is_best_where_it_is_said(
        tuples in tables(), at in any::<[u8; 3]>(), keep in any::<[u8; 5]>(), more in any::<[u8; 5]>(),
    ) {
        let group = || Classes::group(&tuples, &levels(&tuples, None, &at));
        let (less, some) = (retain_parts(group(), &keep, 1), retain_parts(group(), &more, 1));
        // Of each class the larger of two parts, which may have nothing in common.
        let mut parts = less.all().iter().zip(some.all());
        let most = group().retain(|_| {
            let pick = |(a, b): (&Class, &Class)| if a.kept < b.kept { b.retention.clone() } else { a.retention.clone() };
            parts.next().map_or(Kept::Nothing, pick)
        });
        for metric in metrics().iter().filter(|metric| metric.keeping_most_is_best()) {
            let (most, less) = (minimized(metric.as_ref(), &most), minimized(metric.as_ref(), &less));
            prop_assert!(most <= less || close(most, less), "{}: {most}, {less}", metric.name());
        }
    }

    #[test]
    fn coarser_is_worse(tuples in tables(), low in any::<[u8; 3]>(), high in any::<[u8; 3]>()) {
        let low = levels(&tuples, None, &low);
        let high = levels(&tuples, Some(&low), &high);
        let (low, high) = (Classes::group(&tuples, &low), Classes::group(&tuples, &high));
        for metric in metrics() {
            // Weights that are no distribution; see the bound of its class form.
            let by_records = metric.class_form(&tuples).is_some_and(|form| form.needs_squares());
            let (low, high) = (minimized(metric.as_ref(), &low), minimized(metric.as_ref(), &high));
            prop_assert!(by_records || low <= high || close(low, high), "{}: {low}, {high}", metric.name());
        }
    }

    #[test]
    fn separable_forms_give_the_value(
        tuples in tables(), at in any::<[u8; 3]>(), keep in any::<[u8; 5]>(), whole: bool,
    ) {
        let classes = Classes::group(&tuples, &levels(&tuples, None, &at));
        let classes =
            if whole { retain_whole(classes, &keep, 1) } else { retain_parts(classes, &keep, 1) };
        for metric in metrics() {
            let Some(form) = metric.separable(&tuples) else { continue };
            let (value, sum) = (minimized(metric.as_ref(), &classes), evaluate(&form, &classes));
            prop_assert!(close(value, sum), "{}: {value}, {sum}", metric.name());
        }
    }

    #[test]
    fn separable_costs_rise(
        tuples in tables(), sums in any::<[f32; 3]>().prop_map(|s| s.map(|x| f64::from(x.abs().min(9.0)))),
        more in 0.0..5.0f64, which in 0..3usize,
    ) {
        for metric in metrics() {
            let Some(form) = metric.separable(&tuples) else { continue };
            for (attribute, by_level) in form.kept.iter().enumerate() {
                for (level, costs) in by_level.iter().enumerate() {
                    for (code, &cost) in costs.iter().enumerate() {
                        let above = by_level.get(level + 1).map_or(cost, |costs| costs[code]);
                        prop_assert!(cost <= above, "{}", metric.name());
                        let lost = form.suppressed.as_ref().map_or(cost, |costs| costs[attribute][code]);
                        prop_assert!(cost <= lost, "{}", metric.name());
                    }
                }
            }
            let sums = sums[..form.kept.len()].to_vec();
            let mut risen = sums.clone();
            risen[which % form.kept.len()] += more;
            prop_assert!((form.combine)(&sums) <= (form.combine)(&risen), "{}", metric.name());
        }
    }

    #[test]
    fn costs_by_label_depend_on_the_label_alone(tuples in tables()) {
        for metric in metrics() {
            let Some(form) = metric.separable(&tuples) else { continue };
            if !form.by_label {
                continue;
            }
            for (qid, by_level) in tuples.quasi_identifiers().iter().zip(&form.kept) {
                for (level, costs) in (0u8..).zip(by_level) {
                    let label = |code: usize| qid.label_code(level, code as u32);
                    let pairs = (0..costs.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
                    for (a, b) in pairs.filter(|&(a, b)| label(a) == label(b)) {
                        prop_assert_eq!(costs[a], costs[b], "{}", metric.name());
                    }
                }
            }
        }
    }

    #[test]
    fn class_forms_give_the_value(
        tuples in tables(), at in any::<[u8; 3]>(), keep in any::<[u8; 5]>(), whole: bool,
    ) {
        let at = levels(&tuples, None, &at);
        let classes = Classes::group(&tuples, &at);
        let classes =
            if whole { retain_whole(classes, &keep, 1) } else { retain_parts(classes, &keep, 1) };
        for metric in metrics() {
            let Some(form) = metric.class_form(&tuples) else { continue };
            let (value, sum) =
                (metric.value(&classes), form.value(&at, &mut class_summaries(&classes).into_iter()));
            prop_assert!(close(value, sum), "{}: {value}, {sum}", metric.name());
        }
    }

    #[test]
    fn class_forms_bound_everything_above(
        tuples in tables(), low in any::<[u8; 3]>(), high in any::<[u8; 3]>(),
        keep in any::<[u8; 5]>(), whole: bool, k in 1..5u64,
    ) {
        let low = levels(&tuples, None, &low);
        let above = Classes::group(&tuples, &levels(&tuples, Some(&low), &high));
        let above = if whole { retain_whole(above, &keep, k) } else { retain_parts(above, &keep, k) };
        let at = hopeless_marked(&Classes::group(&tuples, &low), &above);
        for metric in metrics() {
            let Some(form) = metric.class_form(&tuples) else { continue };
            let (bound, value) = (form.lower_bound(&low, k, &mut at.iter().copied()), metric.value(&above));
            prop_assert!(bound <= value || close(bound, value), "{}: {bound}, {value}", metric.name());
        }
    }

    #[test]
    fn everything_lost_is_one(tuples in tables()) {
        prop_assume!(tuples.len() > 1);
        prop_assume!(tuples.quasi_identifiers().iter().all(|qid| qid.hierarchy.values() > 1));
        let general = Classes::group(&tuples, &top(&tuples));
        let nothing = general.clone().retain(|_| Kept::Nothing);
        for metric in metrics() {
            // An even distribution loses nothing by being spread evenly.
            // Nor do columns that are no numbers have squared deviations.
            let may_lose_nothing = ["kl-divergence", "squared-error"].contains(&metric.name());
            if may_lose_nothing && metric.normalized(&nothing) == 0.0 {
                continue;
            }
            // A general value still has some transparency; levels know nothing of suppression.
            let ignores_suppression =
                metric.separable(&tuples).is_some_and(|form| form.suppressed.is_none());
            let (general, nothing) = (metric.normalized(&general), metric.normalized(&nothing));
            prop_assert!(metric.name() == "transparency" || close(general, 1.0), "{}: {general}", metric.name());
            prop_assert!(ignores_suppression || close(nothing, 1.0), "{}: {nothing}", metric.name());
        }
    }
}

/// One quasi-identifier, with six x and three y.
fn x_and_y() -> Tuples {
    let mut builder = ColumnBuilder::new("q");
    "xxxxxxyyy".chars().for_each(|value| builder.push(&value.to_string()));
    let column: Column = builder.finish(&[]);
    let hierarchy = Hierarchy::new([["x", "*"], ["y", "*"], ["z", "*"]]).unwrap();
    let qid = QuasiIdentifier::new(&column, Arc::new(hierarchy)).unwrap();
    Tuples::new(vec![qid], &[&column], &[], 9).unwrap()
}

/// The metrics that say so are all of those for which suppressing more can help: each has its
/// example.
#[test]
fn suppressing_more_helps_where_it_is_said() {
    let tuples = &x_and_y();
    let keep = |view: &ClassView<'_>, count: u32| match count {
        0 => Kept::Nothing,
        count if u64::from(count) >= view.size => Kept::All,
        count => Kept::Part(vec![CellCount { cell: view.cells[0].cell, count }]),
    };
    let releases = |level: u8| {
        let choices = (0..=9u32).flat_map(|first| (0..=3u32).map(move |second| [first, second]));
        choices.map(move |counts| {
            let mut counts = counts.into_iter();
            let classes = Classes::group(tuples, &Levels::from(vec![level]));
            classes.retain(|view| keep(view, counts.next().unwrap_or(0)))
        })
    };
    for metric in metrics() {
        let can_help = [0, 1].into_iter().any(|level| {
            let all: Vec<(Vec<u64>, f64)> = releases(level)
                .map(|classes| {
                    let kept = classes.all().iter().map(|class| class.kept).collect();
                    (kept, minimized(metric.as_ref(), &classes))
                })
                .collect();
            let keeps_less =
                |less: &[u64], more: &[u64]| less.iter().zip(more).all(|(less, more)| less <= more);
            let is_better = |(kept, loss): &(Vec<u64>, f64)| {
                all.iter().any(|(less, lower)| keeps_less(less, kept) && *lower < loss - 1e-9)
            };
            all.iter().any(is_better)
        });
        assert_eq!(can_help, !metric.keeping_most_is_best(), "{}", metric.name());
    }
}
