//! What every model promises, checked for all of them: that the union of two record sets that meet
//! a model meets it, and that `retain` is right, by trying every part of the class.
#![allow(clippy::unwrap_used)]

use crate::by_unit::{ByUnit, People};
use crate::*;
use incog_data::{CellCount, ClassView, Hierarchy, Kept, SensitiveAttribute};
use proptest::prelude::*;

const VALUES: u32 = 4;
const PROVIDERS: u32 = 3;
/// Cell `c` has value `c % VALUES` and provider `c / VALUES`.
const CELLS: u32 = VALUES * PROVIDERS;

fn attribute(name: &str, values: u32, of_cell: impl Fn(u32) -> u32, totals: &[u64]) -> SensitiveAttribute {
    SensitiveAttribute {
        name: name.into(),
        values: (0..values).map(|value| value.to_string()).collect(),
        of_cell: (0..CELLS).map(of_cell).collect(),
        totals: totals.to_vec(),
        ..SensitiveAttribute::default()
    }
}

fn ill(totals: &[u64]) -> SensitiveAttribute {
    attribute("ill", VALUES, |cell| cell % VALUES, totals)
}

fn binary(totals: &[u64]) -> SensitiveAttribute {
    attribute("risk", 2, |cell| cell % 2, totals)
}

/// A model, and whether its `retain` is claimed to be exact.
struct Entry {
    model: Conjunction,
    exact: bool,
    /// Whether its promise about unions is only about classes that share no people.
    shares_nobody: bool,
}

fn only(model: impl ClassModel + 'static) -> Entry {
    Entry { model: Conjunction::new(vec![Box::new(model)]), exact: true, shares_nobody: false }
}

fn both(first: impl ClassModel + 'static, second: impl ClassModel + 'static, exact: bool) -> Entry {
    Entry { model: Conjunction::new(vec![Box::new(first), Box::new(second)]), exact, shares_nobody: false }
}

/// Every model, with parameters that some small classes meet and some do not.
fn every_model(totals: &[u64], t: f64) -> Vec<Entry> {
    let ill = ill(totals);
    let binary = binary(&totals[..2]);
    let hospital = attribute("hospital", PROVIDERS, |cell| cell / VALUES, &totals[..3]);
    let order = ["2", "unseen", "0", "3", "1"].map(String::from);
    // One more value than the data have.
    let rows = [["0", "a", "x", "*"], ["1", "b", "x", "*"], ["2", "c", "y", "*"], ["3", "c", "y", "*"]];
    let hierarchy = Hierarchy::new(rows.into_iter().chain([["4", "d", "y", "*"]])).unwrap();
    let k = |k| KAnonymity::new(k).unwrap();
    let distinct = |l| DistinctLDiversity::new(&ill, l).unwrap();
    let entropy = |l| EntropyLDiversity::new(&ill, l).unwrap();
    let recursive = |c, l| RecursiveLDiversity::new(&ill, c, l).unwrap();
    let share = |alpha| AlphaDeassociation::new(&ill, alpha).unwrap();
    let some = |alpha, of: &[&str]| {
        share(alpha).only_of(&ill, &of.iter().map(|value| value.to_string()).collect::<Vec<_>>())
    };
    let close = |distance| TCloseness::new(&ill, t, distance).unwrap();
    let binary_close = || TCloseness::new(&binary, t, Distance::Euclidean).unwrap();
    let likely = |beta, kind| BetaLikeness::new(&ill, beta, kind).unwrap();
    let near = |delta| DeltaDisclosure::new(&ill, delta).unwrap();
    // Values 0 to 3 are numbers.
    let range = |e| NumberRange::new(&ill, e).unwrap();
    // Each cell asks for one record less than the cell before; the fourth value is in no class.
    let own_k = attribute("k", CELLS, |cell| cell, &[1; CELLS as usize]);
    let own_k = SensitiveAttribute {
        values: (0..CELLS).map(|cell| if cell % VALUES == 3 { 0 } else { 12 - cell }.to_string()).collect(),
        ..own_k
    };
    let own = |least| OwnK::new(&own_k, least).unwrap();
    let own_of_people = |least| own(least).of_people(&hospital.of_cell);
    let providers = |m| ProviderDiversity::new(&hospital, m).unwrap();
    let private = |m, constraint: Entry| MPrivacy::new(&hospital, m, constraint.model).unwrap();
    let sound = |model| Entry { exact: false, ..model };
    let in_one_class = |model| Entry { shares_nobody: true, exact: false, ..model };
    // The hospitals as people: each may be in several classes, or in one.
    let people = |model: Box<dyn ClassModel>, one_class: bool, about: Option<&SensitiveAttribute>| {
        ByUnit::new(model, People::of_cells(&hospital, one_class), about)
    };
    let k_people = |least| people(Box::new(k(least)), false, None);
    let apart = |model: Box<dyn ClassModel>| people(model, false, Some(&ill));
    let together = |model: Box<dyn ClassModel>| people(model, true, Some(&ill));
    vec![
        only(k(3)),
        only(own(1)),
        only(own(4)),
        only(own_of_people(1)),
        both(k(4), own(2), true),
        both(own(2), distinct(2), true),
        both(own(1), own(5), true),
        both(own(1), providers(2), true),
        both(own_of_people(2), k_people(2), true),
        both(own(2), share(0.5), false),
        both(own(1), close(Distance::Euclidean), false),
        both(entropy(2.0), own(3), false),
        sound(only(private(1, only(own(2))))),
        only(distinct(2)),
        only(distinct(3)),
        only(entropy(2.0)),
        only(entropy(2.5)),
        only(entropy(3.0)),
        only(recursive(2.0, 2)),
        only(recursive(0.5, 1)),
        only(recursive(1.5, 3)),
        only(share(0.5)),
        only(share(1.0 / 3.0)),
        only(share(0.4)),
        only(share(0.75)),
        only(some(0.4, &["1"])),
        only(some(1.0 / 3.0, &["0", "2"])),
        both(k(4), some(0.3, &["1"]), true),
        both(some(0.5, &["0"]), some(0.25, &["3"]), false),
        sound(only(apart(Box::new(some(0.4, &["1"]))))),
        in_one_class(only(together(Box::new(some(0.4, &["1"]))))),
        sound(only(private(1, only(some(0.5, &["0"]))))),
        only(likely(0.5, LikenessKind::Basic)),
        only(likely(1.0, LikenessKind::Basic)),
        only(likely(0.25, LikenessKind::Enhanced)),
        only(likely(2.0, LikenessKind::Enhanced)),
        only(near(0.4)),
        only(near(1.0)),
        only(near(4.0)),
        only(range(2.0)),
        only(range(3.0)),
        both(k(3), likely(1.0, LikenessKind::Enhanced), true),
        both(k(4), near(1.0), true),
        both(range(2.0), likely(1.0, LikenessKind::Basic), false),
        both(share(0.5), near(1.5), false),
        in_one_class(only(together(Box::new(likely(0.5, LikenessKind::Enhanced))))),
        sound(only(apart(Box::new(near(1.0))))),
        only(apart(Box::new(range(2.0)))),
        sound(only(private(1, only(likely(1.0, LikenessKind::Basic))))),
        only(close(Distance::Euclidean)),
        only(binary_close()),
        only(close(Distance::Equal)),
        only(close(Distance::Ordered)),
        only(close(Distance::OrderedAs(&order))),
        only(close(Distance::Hierarchical(&hierarchy))),
        only(distinct(2).ignoring(&[1])),
        only(entropy(1.0).ignoring(&[0])),
        only(entropy(2.0).ignoring(&[0, 3])),
        only(entropy(2.5).ignoring(&[2])),
        only(recursive(0.5, 1).ignoring(&[0])),
        only(recursive(1.5, 2).ignoring(&[3])),
        only(recursive(2.0, 2).ignoring(&[0, 1])),
        both(k(4), entropy(2.0).ignoring(&[1]), true),
        both(k(5), recursive(2.0, 2).ignoring(&[1]), true),
        both(entropy(2.0).ignoring(&[1]), close(Distance::Euclidean), false),
        only(private(1, only(distinct(2).ignoring(&[0])))),
        sound(only(private(1, only(entropy(1.5).ignoring(&[0]))))),
        only(k_people(2)),
        only(apart(Box::new(distinct(2)))),
        in_one_class(only(together(Box::new(distinct(3))))),
        sound(only(apart(Box::new(entropy(2.0))))),
        in_one_class(only(together(Box::new(entropy(1.5))))),
        sound(only(apart(Box::new(recursive(1.5, 2))))),
        in_one_class(only(together(Box::new(share(0.5))))),
        sound(only(apart(Box::new(close(Distance::Euclidean))))),
        in_one_class(only(together(Box::new(close(Distance::Ordered))))),
        both(k_people(2), distinct(2), true),
        both(k_people(2), apart(Box::new(entropy(1.5))), false),
        in_one_class(both(k_people(2), together(Box::new(close(Distance::Equal))), false)),
        only(private(1, only(k_people(1)))),
        sound(only(private(1, only(apart(Box::new(share(0.75))))))),
        only(providers(2)),
        only(private(1, only(k(2)))),
        only(private(2, only(k(2)))),
        only(private(1, both(k(2), distinct(2), true))),
        sound(only(private(1, only(close(Distance::Euclidean))))),
        sound(only(private(2, only(close(Distance::Euclidean))))),
        sound(only(private(1, only(entropy(2.0))))),
        both(k(4), distinct(2), true),
        both(k(4), providers(3), true),
        both(k(4), close(Distance::Euclidean), true),
        both(k(3), binary_close(), true),
        both(k(5), share(0.5), true),
        both(k(3), share(0.6), true),
        both(share(0.5), close(Distance::Euclidean), false),
        both(share(0.6), recursive(1.5, 3), false),
        sound(only(private(1, only(share(0.6))))),
        both(k(5), entropy(2.5), true),
        both(k(5), recursive(2.0, 2), true),
        both(k(4), close(Distance::Hierarchical(&hierarchy)), true),
        both(distinct(3), close(Distance::Ordered), false),
        both(distinct(3), close(Distance::Euclidean), false),
        both(providers(2), binary_close(), false),
        both(binary_close(), close(Distance::Euclidean), false),
        both(entropy(2.5), close(Distance::Euclidean), false),
        both(entropy(2.0), recursive(1.5, 3), false),
    ]
}

fn cells(counts: &[u32]) -> Vec<CellCount> {
    let present = (0..).zip(counts).filter(|(_, count)| **count > 0);
    present.map(|(cell, &count)| CellCount { cell, count }).collect()
}

/// The records of the largest part that holds, by trying all.
fn largest_by_trial(model: &Conjunction, counts: &[u32]) -> u64 {
    let mut part = vec![0; counts.len()];
    let mut largest = 0;
    loop {
        let cells = cells(&part);
        let view = ClassView::new(&cells);
        if view.size > largest && model.holds(&view) {
            largest = view.size;
        }
        let Some(place) = (0..part.len()).find(|&place| part[place] < counts[place]) else {
            return largest;
        };
        part[..place].fill(0);
        part[place] += 1;
    }
}

/// Up to six cells with up to three records each, so that all parts can be tried.
fn small_class() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec((0..CELLS as usize, 1..4u32), 1..7).prop_map(|cells| {
        let mut counts = vec![0; CELLS as usize];
        cells.into_iter().for_each(|(cell, count)| counts[cell] = count);
        counts
    })
}

fn totals() -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![prop::collection::vec(1..20u64, VALUES as usize), Just(vec![3; VALUES as usize])]
}

/// Any threshold, or one that the distances of small classes reach exactly.
fn limit() -> impl Strategy<Value = f64> {
    let reached = (1..6u32, 2..13u32, prop_oneof![Just(1.0), Just(2f64.sqrt())]);
    prop_oneof![
        0.0..0.6f64,
        reached.prop_map(|(over, under, root)| root * f64::from(over) / f64::from(2 * under))
    ]
}

fn check_retain(entry: &Entry, counts: &[u32]) -> Result<(), TestCaseError> {
    let (model, cells) = (&entry.model, cells(counts));
    let class = ClassView::new(&cells);
    let retained = model.retain(&class);
    let kept: &[CellCount] = match &retained.kept {
        Kept::All => &cells,
        Kept::Nothing => &[],
        Kept::Part(part) => part,
    };
    prop_assert!(kept.windows(2).all(|pair| pair[0].cell < pair[1].cell), "{:?} is not ascending", kept);
    for part in kept {
        prop_assert!(
            part.count > 0 && part.count <= counts[part.cell as usize],
            "{model:?} invents {part:?}"
        );
    }
    prop_assert!(model.holds(&ClassView::new(kept)), "{model:?} keeps {kept:?}, which does not hold");
    let (count, largest) = (retained.kept.count(&class), largest_by_trial(model, counts));
    prop_assert!(
        count <= largest && largest <= retained.at_most,
        "{model:?}: kept {count}, largest {largest}, at most {}",
        retained.at_most
    );
    // For a class without records, everything and nothing are the same.
    if class.size > 0 && model.holds(&class) {
        prop_assert_eq!(&retained.kept, &Kept::All, "{:?} drops a class that holds", model);
    }
    if entry.exact {
        prop_assert_eq!((count, retained.at_most), (largest, largest), "{:?} on {:?}", model, counts);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn retains_the_most_of_larger_classes(
        counts in prop::collection::vec(0..16u32, 3), totals in totals(), t in limit(),
    ) {
        for entry in every_model(&totals, t) {
            check_retain(&entry, &counts)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn retains_what_trying_every_part_allows(
        counts in small_class(), totals in totals(), t in limit(),
    ) {
        for entry in every_model(&totals, t) {
            check_retain(&entry, &counts)?;
        }
    }

    #[test]
    fn unions_of_what_holds_hold(
        first in small_class(), second in small_class(), totals in totals(), t in limit(),
    ) {
        // People who are in one class whatever the levels cannot be in both parts.
        let apart = |entry: &Entry| !entry.shares_nobody;
        for Entry { model, .. } in every_model(&totals, t).into_iter().filter(apart) {
            // What is retained holds, so that the premise is met often.
            let parts: Vec<Vec<CellCount>> = [&first, &second].map(|counts| {
                let cells = cells(counts);
                match model.retain(&ClassView::new(&cells)).kept {
                    Kept::All => cells,
                    Kept::Nothing => Vec::new(),
                    Kept::Part(part) => part,
                }
            }).into();
            let mut union = vec![0; CELLS as usize];
            parts.iter().flatten().for_each(|cell| union[cell.cell as usize] += cell.count);
            let union = cells(&union);
            let union = ClassView::new(&union);
            prop_assert!(!model.unions_hold() || model.holds(&union), "{model:?} breaks on {parts:?}");
            let most = model.retain(&union).at_most;
            prop_assert!(union.size <= most, "{model:?}: {most} of the union of {parts:?}");
        }
    }

    #[test]
    fn is_private_when_no_coalition_breaks_the_constraint(
        counts in small_class(), totals in totals(), t in limit(), m in 1..4usize,
    ) {
        let hospital = attribute("hospital", PROVIDERS, |cell| cell / VALUES, &totals[..3]);
        let constraints: [fn(&[u64], f64) -> Conjunction; 4] = [
            |_, _| only(KAnonymity::new(2).unwrap()).model,
            |totals, _| only(DistinctLDiversity::new(&ill(totals), 2).unwrap()).model,
            |totals, t| only(TCloseness::new(&ill(totals), t, Distance::Euclidean).unwrap()).model,
            |_, _| Conjunction::default(),
        ];
        let cells = cells(&counts);
        for constraint in constraints {
            let breaks = |coalition: u32| {
                let outside = cells.iter().filter(|cell| coalition >> (cell.cell / VALUES) & 1 == 0);
                let outside: Vec<CellCount> = outside.copied().collect();
                outside.is_empty() || !constraint(&totals, t).holds(&ClassView::new(&outside))
            };
            let mut coalitions = (0..1u32 << PROVIDERS).filter(|coalition| coalition.count_ones() as usize <= m);
            let expected = !coalitions.any(breaks);
            let model = MPrivacy::new(&hospital, m, constraint(&totals, t)).unwrap();
            prop_assert_eq!(model.holds(&ClassView::new(&cells)), expected, "{:?}", model);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Where labels get coarser two classes become one, and more people may look like it, also
    /// people whom no record looked like: what all people of the two meet, they meet together.
    #[test]
    fn models_about_a_population_hold_for_unions(
        first in small_class(), second in small_class(), others in (0..9u64, 0..9u64), nobody in 0..9u64, which in 0..4usize,
    ) {
        let model = |name: &str, said: &[(&'static str, Value)]| ModelSpec::named(name, said.to_vec()).unwrap();
        let (asked, hides_nobody) = match which {
            0 => (model("k-map", &[("k", 9.into())]), true),
            1 => (model("delta-presence", &[("max", 0.6.into())]), true),
            // With a least share nobody of the population may look like no record.
            _ => (model("delta-presence", &[("max", 0.8.into()), ("min", 0.4.into())]), false),
        };
        let tuples = incog_data::Tuples::new(Vec::new(), &[], &[], 0).unwrap();
        let none = std::collections::BTreeSet::new();
        let bound = bind_all(&[asked], &Binding::new(&tuples, None, None, &none)).unwrap();
        prop_assert!(bound.unions_hold() && !bound.is_size_only());
        let classes = [(&first, others.0), (&second, others.1)].map(|(counts, others)| (cells(counts), others));
        let all = classes.each_ref().map(|(cells, others)| {
            let class = ClassView::new(cells);
            (class.size, class.size + others, bound.holds(&class.of_population(Some(class.size + others))))
        });
        let more = if hides_nobody { nobody } else { 0 };
        let mut union = vec![0; CELLS as usize];
        classes.iter().flat_map(|(cells, _)| cells).for_each(|cell| union[cell.cell as usize] += cell.count);
        let union = cells(&union);
        let union = ClassView::new(&union).of_population(Some(all[0].1 + all[1].1 + more));
        if all.iter().all(|(.., holds)| *holds) {
            prop_assert!(bound.holds(&union), "{bound:?} on {all:?}");
            prop_assert_eq!(bound.retain(&union), Retained::all(&union));
        }
        // A class of which nobody knows who looks like it is not published.
        prop_assert_eq!(bound.retain(&ClassView::new(union.cells)), Retained::nothing());
    }
}
