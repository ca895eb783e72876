//! Worked examples, and small tables against code that tries everything.
#![allow(clippy::unwrap_used)]

use super::*;
use proptest::prelude::*;

const NAMES: [&str; 4] = ["who", "age", "zip", "illness"];

fn table<const N: usize>(names: [&str; N], rows: &[[&str; N]]) -> Table {
    Table::from_rows(names, rows.iter().copied(), &[]).unwrap()
}

fn limits(k: u64, l: u64) -> SeriesLimits {
    SeriesLimits { k, l }
}

fn series<'a>(
    people: &'a Table,
    release: &'a Table,
    earlier: &[&'a Table],
    limits: SeriesLimits,
) -> Series<'a> {
    let one = |(place, release): (usize, &&'a Table)| EarlierRelease {
        name: format!("release {place}"),
        digest: String::new(),
        release,
        original: None,
        hierarchies: BTreeMap::new(),
        ungeneralized: BTreeSet::new(),
    };
    Series {
        people,
        unit: None,
        release,
        earlier: earlier.iter().enumerate().map(one).collect(),
        known: vec!["age".into(), "zip".into()],
        sensitive: vec!["illness".into()],
        hierarchies: BTreeMap::new(),
        limits,
    }
}

const PEOPLE: [[&str; 4]; 4] = [
    ["ann", "21", "12", "dyspepsia"],
    ["bob", "22", "14", "bronchitis"],
    ["cat", "24", "18", "flu"],
    ["dan", "23", "25", "gastritis"],
];

/// The example of Xiao and Tao (2007), tables 1 and 2, in small: Bob's class is {dyspepsia,
/// bronchitis} first, and {dyspepsia, gastritis} later.
#[test]
fn bob_of_xiao_and_tao() {
    let people = table(NAMES, &[["bob", "21", "12", "dyspepsia"], ["ken", "24", "19", "gastritis"]]);
    let first = table(
        ["age", "zip", "illness"],
        &[
            ["20-22", "10-15", "dyspepsia"],
            ["20-22", "10-15", "bronchitis"],
            ["23-25", "16-20", "flu"],
            ["23-25", "16-20", "gastritis"],
        ],
    );
    let second =
        table(["age", "zip", "illness"], &[["20-25", "10-20", "dyspepsia"], ["20-25", "10-20", "gastritis"]]);
    let facts = series(&people, &second, &[&first], limits(1, 2)).measure().unwrap();
    let of = &facts.sensitive[0];
    assert_eq!((of.fewest, of.below_l, of.disclosed, of.m_invariance), (Some(1), 2, 2, Some(0)));
    // The counterfeit record of the paper: Bob's class keeps its signature.
    let counterfeit = table(
        ["age", "zip", "illness"],
        &[
            ["20-22", "10-15", "dyspepsia"],
            ["20-22", "10-15", "bronchitis"],
            ["23-25", "16-20", "flu"],
            ["23-25", "16-20", "gastritis"],
        ],
    );
    let facts = series(&people, &counterfeit, &[&first], limits(1, 2)).measure().unwrap();
    let of = &facts.sensitive[0];
    assert_eq!((of.fewest, of.below_l, of.disclosed, of.m_invariance), (Some(2), 0, 0, Some(2)));
}

#[test]
fn people_who_left_do_not_hide_anybody_where_it_is_known_who_they_are() {
    let people = table(NAMES, &PEOPLE);
    let now: Vec<[&str; 3]> = PEOPLE.iter().map(|one| ["20-29", "*", one[3]]).collect();
    let (now, then) = (table(["age", "zip", "illness"], &now), table(["age", "zip", "illness"], &now[..3]));
    let mut of = series(&people, &now, &[&then], limits(3, 2));
    let assumed = of.measure().unwrap();
    assert_eq!((assumed.in_both, assumed.smallest, assumed.below_k), (4, Some(4), 0));
    assert_eq!(assumed.earlier[0].membership, Membership::Assumed);
    assert_eq!(assumed.sensitive[0].contradicted, 1, "of Dan's gastritis the first release knows nothing");
    let original = table(NAMES, &[PEOPLE[0], PEOPLE[1], ["eve", "28", "11", "flu"]]);
    of.unit = people.column("who");
    of.earlier[0].original = Some(&original);
    let known = of.measure().unwrap();
    assert_eq!((known.in_both, known.smallest, known.below_k), (2, Some(2), 2));
    assert_eq!((known.earlier[0].membership, known.unit.as_str()), (Membership::Known, "who"));
}

/// A record that names nobody may be anybody's, so it is looked up in the earlier release by what
/// is known of it.
#[test]
fn records_that_name_nobody_are_looked_up_by_what_fits_them() {
    let mut rows = PEOPLE;
    (rows[1][0], rows[3][0]) = ("", "");
    let named = |rows: &[[&str; 4]]| Table::from_rows(NAMES, rows.iter().copied(), &[""]).unwrap();
    let (people, original) = (named(&rows), named(&rows[..2]));
    let now: Vec<[&str; 3]> = PEOPLE.iter().map(|one| ["20-29", "*", one[3]]).collect();
    let (now, then) = (table(["age", "zip", "illness"], &now), table(["age", "zip", "illness"], &now[..2]));
    let mut of = series(&people, &now, &[&then], limits(1, 1));
    of.unit = people.column("who");
    of.earlier[0].original = Some(&original);
    let facts = of.measure().unwrap();
    // Ann, and those without a name, who are one for all that is known; Cat was not in it.
    assert_eq!((facts.earlier[0].membership, facts.in_both), (Membership::Known, 2));
    let with_cat = named(&rows[..3]);
    of.earlier[0].original = Some(&with_cat);
    assert_eq!(of.measure().unwrap().in_both, 3);
}

/// Whoever knows that Dan came learns that what came is his.
#[test]
fn who_came_to_a_class_is_what_it_has_more() {
    let people = table(NAMES, &PEOPLE);
    let rows: Vec<[&str; 3]> = PEOPLE.iter().map(|one| ["20-29", "*", one[3]]).collect();
    let (all, three) =
        (table(["age", "zip", "illness"], &rows), table(["age", "zip", "illness"], &rows[..3]));
    let came = series(&people, &all, &[&three], limits(1, 2)).measure().unwrap();
    assert_eq!((came.sensitive[0].arrivals, came.sensitive[0].departures), (1, 0));
    let few = people.with_rows(&[0, 1, 2]);
    let left = series(&few, &three, &[&all], limits(1, 2)).measure().unwrap();
    assert_eq!((left.sensitive[0].arrivals, left.sensitive[0].departures), (0, 1));
    let two = table(["age", "zip", "illness"], &rows[..2]);
    let came = series(&people, &all, &[&two], limits(1, 2)).measure().unwrap();
    assert_eq!(came.sensitive[0].arrivals, 0, "flu or gastritis");
}

/// An age that has changed is looked up as it was.
#[test]
fn somebody_is_looked_up_by_what_was_known_of_her_then() {
    let people = table(NAMES, &[["ann", "30", "12", "flu"], ["bob", "31", "12", "gout"]]);
    let then = table(NAMES, &[["ann", "29", "12", "flu"], ["bob", "30", "12", "gout"]]);
    let now_rows = [["30-39", "*", "flu"], ["30-39", "*", "gout"]];
    let then_rows = [["29", "*", "flu"], ["30", "*", "gout"]];
    let names = ["age", "zip", "illness"];
    let (release, first) = (table(names, &now_rows), table(names, &then_rows));
    let mut of = series(&people, &release, &[&first], limits(2, 2));
    of.unit = people.column("who");
    of.earlier[0].original = Some(&then);
    let facts = of.measure().unwrap();
    assert_eq!((facts.in_both, facts.below_k), (2, 2));
    assert_eq!(facts.sensitive[0].contradicted, 0);
}

#[test]
fn a_row_of_stars_says_nothing_of_anybody() {
    let people = table(NAMES, &PEOPLE[..2]);
    let names = ["age", "zip", "illness"];
    let now = table(names, &[["20-29", "*", "dyspepsia"], ["20-29", "*", "bronchitis"]]);
    let then = table(names, &[["21", "*", "dyspepsia"], ["22", "*", "bronchitis"], ["*", "*", "*"]]);
    let facts = series(&people, &now, &[&then], limits(1, 2)).measure().unwrap();
    assert_eq!(facts.sensitive[0].below_l, 0, "the first release alone tells it");
    assert_eq!(facts.sensitive[0].fewest, Some(1));
    assert_eq!(facts.smallest, Some(1), "nobody hides among those who were suppressed");
}

/// A cell without a value does not stand for any: of {flu, missing} and {flu, gout} the flu is
/// left.
#[test]
fn a_missing_value_is_a_value_of_its_own() {
    let people = table(NAMES, &[["ann", "21", "12", "flu"], ["bob", "22", "14", "gout"]]);
    let names = ["age", "zip", "illness"];
    let now = table(names, &[["20-29", "*", "flu"], ["20-29", "*", "gout"]]);
    let then = table(names, &[["20-29", "*", "flu"], ["20-29", "*", "NA"]]);
    let facts = series(&people, &now, &[&then], limits(1, 2)).measure().unwrap();
    let of = &facts.sensitive[0];
    assert_eq!((of.disclosed, of.contradicted), (1, 1), "Ann has the flu; Bob's gout was not there");
}

#[test]
fn what_cannot_be_read_is_refused() {
    let people = table(NAMES, &PEOPLE[..2]);
    let names = ["age", "zip", "illness"];
    let now = table(names, &[["20-29", "*", "dyspepsia"], ["20-29", "*", "bronchitis"]]);
    let words = table(names, &[["young", "*", "dyspepsia"], ["young", "*", "bronchitis"]]);
    let refused = series(&people, &now, &[&words], limits(1, 2)).measure().unwrap_err();
    assert_eq!(
        refused,
        SeriesError::Unread { release: "release 0".into(), column: "age".into(), labels: 1, records: 2 }
    );
    let mut ungeneralized = series(&people, &now, &[&words], limits(1, 2));
    ungeneralized.earlier[0].ungeneralized.insert("age".into());
    assert_eq!(ungeneralized.measure().unwrap().in_both, 0);
    let other = table(["height"], &[["180"]]);
    let refused = series(&people, &now, &[&other], limits(1, 2)).measure().unwrap_err();
    assert!(matches!(refused, SeriesError::NothingKnown { .. }), "{refused}");
    let elsewhere = table(names, &[["40-49", "*", "dyspepsia"]]);
    let refused = series(&people, &elsewhere, &[&now], limits(1, 2)).measure().unwrap_err();
    assert_eq!(refused, SeriesError::Unplaced { records: 2 });
}

/// Ages and towns of 0 to 3; a release has each as it is, in halves, or as `*`.
fn label(value: u32, level: u32) -> String {
    match level {
        0 => value.to_string(),
        1 => if value < 2 { "0-1" } else { "2-3" }.to_owned(),
        _ => "*".to_owned(),
    }
}

fn levels() -> impl Strategy<Value = (u32, u32)> {
    (0..3u32, 0..3u32)
}

type Person = (u32, u32, u32);

/// What everybody is left with, by looking at everybody and at every record.
fn plainly(
    people: &[Person],
    releases: &[(Vec<Person>, (u32, u32))],
) -> (Option<u64>, Option<u64>, Vec<u64>) {
    let fits = |one: &Person, other: &Person, (a, b): (u32, u32)| {
        label(one.0, a) == label(other.0, a) && label(one.1, b) == label(other.1, b)
    };
    let (mut smallest, mut fewest, mut left) = (None, None, vec![0; 3]);
    for one in people {
        let is_in: Vec<bool> =
            releases.iter().map(|(rows, levels)| rows.iter().any(|row| fits(one, row, *levels))).collect();
        if !is_in[1..].contains(&true) {
            continue;
        }
        let alike = people.iter().filter(|other| {
            releases.iter().zip(&is_in).all(|((rows, levels), is_in)| {
                let other_in = rows.iter().any(|row| fits(other, row, *levels));
                if *is_in { fits(one, other, *levels) } else { !other_in }
            })
        });
        let crowd = alike.count() as u64;
        smallest = Some(smallest.map_or(crowd, |least: u64| least.min(crowd)));
        let has = |(rows, levels): &(Vec<Person>, (u32, u32)), value: u32| {
            rows.iter().any(|row| fits(one, row, *levels) && row.2 == value)
        };
        let of = releases.iter().zip(&is_in).filter(|(_, is_in)| **is_in).map(|(release, _)| release);
        let together: Vec<u32> =
            (0..4).filter(|&value| of.clone().all(|release| has(release, value))).collect();
        let alone =
            of.clone().map(|release| (0..4).filter(|&value| has(release, value)).count()).min().unwrap();
        if !together.contains(&one.2) {
            left[2] += 1;
            continue;
        }
        let count = together.len() as u64;
        fewest = Some(fewest.map_or(count, |least: u64| least.min(count)));
        left[0] += u64::from(count < 2 && count < alone as u64);
        left[1] += u64::from(count == 1 && alone > 1);
    }
    (smallest, fewest, left)
}

fn written(rows: &[Person], age: u32, zip: u32) -> Table {
    let rows: Vec<[String; 3]> =
        rows.iter().map(|one| [label(one.0, age), label(one.1, zip), format!("ill {}", one.2)]).collect();
    Table::from_rows(
        ["age", "zip", "illness"],
        rows.iter().map(|row| row.each_ref().map(String::as_str)),
        &[],
    )
    .unwrap()
}

proptest! {
    /// Exact, so there is no false alarm.
    #[test]
    fn small_series_are_as_plain_code_has_them(
        people in prop::collection::vec((0..4u32, 0..4u32, 0..4u32), 1..9),
        others in prop::collection::vec(((0..4u32, 0..4u32, 0..4u32), any::<bool>()), 0..6),
        now in levels(), then in levels(), before in levels(), turn in 0..9usize,
    ) {
        let original = Table::from_rows(
            ["age", "zip", "illness"],
            people.iter().map(|one| [one.0.to_string(), one.1.to_string(), format!("ill {}", one.2)])
                .collect::<Vec<_>>().iter().map(|row| row.each_ref().map(String::as_str)),
            &[],
        ).unwrap();
        let first: Vec<Person> = people.iter().copied().skip(1).chain(others.iter().map(|one| one.0)).collect();
        let second: Vec<Person> = people.iter().copied().take(3).chain(others.iter().filter(|one| one.1).map(|one| one.0)).collect();
        prop_assume!(!first.is_empty());
        let releases = [(people.clone(), now), (first.clone(), then), (second.clone(), before)];
        let tables: Vec<Table> = releases.iter().map(|(rows, (age, zip))| written(rows, *age, *zip)).collect();
        let facts = series(&original, &tables[0], &[&tables[1], &tables[2]], limits(2, 2)).measure();
        // A release whose ages are values that nobody of the table has is read as numbers all the
        // same.
        let facts = facts.unwrap();
        let (smallest, fewest, left) = plainly(&people, &releases);
        prop_assert_eq!((facts.smallest, facts.sensitive[0].fewest), (smallest, fewest));
        let of = &facts.sensitive[0];
        prop_assert_eq!(vec![of.below_l, of.disclosed, of.contradicted], left);
        // The order of rows changes nothing.
        let turned = |table: &Table| {
            let rows: Vec<usize> = (0..table.rows()).map(|row| (row + turn) % table.rows()).collect();
            table.with_rows(&rows)
        };
        let tables: Vec<Table> = tables.iter().map(turned).collect();
        let again = series(&turned(&original), &tables[0], &[&tables[1], &tables[2]], limits(2, 2)).measure().unwrap();
        prop_assert_eq!(again, facts);
    }
}

#[test]
fn a_release_that_leaves_less_than_is_asked_for_now_is_narrowed_all_the_same() {
    let people = table(
        ["age", "zip", "illness"],
        &[["34", "1010", "flu"], ["36", "1020", "gout"], ["52", "1010", "cold"]],
    );
    let first = table(
        ["age", "zip", "illness"],
        &[["30-39", "*", "flu"], ["30-39", "*", "gout"], ["50-59", "*", "cold"]],
    );
    let second = table(
        ["age", "zip", "illness"],
        &[["*", "1010", "flu"], ["*", "1020", "gout"], ["*", "1010", "cold"]],
    );
    let facts = Series {
        known: vec!["age".into(), "zip".into()],
        ..series(&people, &second, &[&first], limits(1, 3))
    };
    let of = &facts.measure().unwrap().sensitive[0];
    // Flu or gout, and flu or cold, although three were asked for: the flu is told. The gout and
    // the cold stand alone in one release.
    assert_eq!((of.below_l, of.disclosed), (1, 1));
}

#[test]
fn an_empty_cell_of_an_earlier_release_is_nobody_else() {
    let names = ["age", "zip", "illness"];
    let people = table(names, &[["34", "1010", "flu"], ["36", "1020", "gout"]]);
    let first =
        table(names, &[["30-39", "*", "flu"], ["30-39", "*", "gout"], ["", "*", "cold"], ["", "*", "gout"]]);
    let second = table(names, &[["*", "1010", "flu"], ["*", "1020", "gout"]]);
    let facts = Series {
        known: vec!["age".into(), "zip".into()],
        ..series(&people, &second, &[&first], limits(2, 2))
    };
    assert_eq!(facts.measure().unwrap().smallest, Some(1), "who has no age is in another class");
}

#[test]
fn masks_of_another_length_are_no_riddle_left_out() {
    let names = ["code", "illness"];
    let people = table(names, &[["A1", "flu"], ["A10", "gout"], ["B7", "cold"]]);
    let second = table(names, &[["A1", "flu"], ["A10", "gout"], ["B7", "cold"]]);
    let of = |label: &'static str| {
        let first = table(names, &[[label, "flu"], [label, "gout"]]);
        let first: &'static Table = Box::leak(Box::new(first));
        Series { known: vec!["code".into()], ..series(&people, &second, &[first], limits(1, 1)) }.measure()
    };
    // A1 has fewer characters than its mask had, where others were longer.
    assert!(matches!(of("A**"), Err(SeriesError::Unread { .. })));
    assert!(matches!(of("A*0"), Err(SeriesError::Unread { .. })));
    assert!(of("C**").is_ok(), "nobody begins so");
    assert!(matches!(of("north*west"), Err(SeriesError::Unread { .. })));
}

/// A former value of a person may have no place in a hierarchy that was made of what people are
/// now.
mod somebody_who_changed {
    use super::*;
    use incog_data::{Hierarchy, HierarchySpec, Intervals, ValueTree};
    use std::sync::Arc;

    const NOW: [[&str; 4]; 6] = [
        ["p1", "22", "1010", "flu"],
        ["p2", "24", "1010", "flu"],
        ["p3", "26", "1020", "gout"],
        ["p4", "32", "1010", "asthma"],
        ["p5", "34", "1020", "asthma"],
        ["p6", "37", "1020", "gout"],
    ];

    /// The people with other ages and towns.
    fn changed(age: impl Fn(&str) -> String, town: impl Fn(&str) -> String) -> Table {
        let rows = NOW.map(|[who, years, zip, ill]| [who.to_owned(), age(years), town(zip), ill.to_owned()]);
        Table::from_rows(NAMES, rows.iter().map(|row| row.iter().map(String::as_str)), &[]).unwrap()
    }

    fn by_decade() -> Table {
        let row =
            |[_, age, _, ill]: [&'static str; 4]| [if age < "30" { "20-29" } else { "30-39" }, "*", ill];
        table(["age", "zip", "illness"], &NOW.map(row))
    }

    fn by_town() -> Table {
        table(["age", "zip", "illness"], &NOW.map(|[_, _, zip, ill]| ["*", zip, ill]))
    }

    /// The figures of series.md, where everybody is one year older in the second release.
    #[test]
    fn is_found_by_how_labels_are_written() {
        let younger = |age: &str| (age.parse::<u32>().unwrap() - 1).to_string();
        let (now, then) = (table(NAMES, &NOW), changed(younger, str::to_owned));
        let (first, second) = (by_decade(), by_town());
        let mut series = series(&now, &second, &[&first], limits(3, 2));
        series.earlier[0].original = Some(&then);
        series.unit = now.column("who");
        let plain = series.measure().unwrap();
        assert_eq!(
            (plain.in_both, plain.smallest, plain.below_k, plain.sensitive[0].disclosed),
            (6, Some(1), 6, 4)
        );
        for name in ["age", "zip"] {
            let column = now.column(name).unwrap();
            let decades = Intervals { widths: vec![10.0], ..Intervals::default() };
            let spec = if name == "age" { HierarchySpec::Intervals(decades) } else { HierarchySpec::Flat };
            series.hierarchies.insert(name.into(), Arc::new(spec.build(column, &now).unwrap()));
        }
        assert_eq!(series.measure().unwrap(), plain);
    }

    fn tree(of: &Table) -> Arc<Hierarchy> {
        let column = of.column("zip").unwrap();
        let group = |zip: &str| if zip.starts_with("101") { "1010" } else { "1020" };
        let parents = column.dictionary.iter().map(|zip| (zip, group(zip)));
        let spec = HierarchySpec::Tree(ValueTree::from_parents(parents).unwrap());
        Arc::new(spec.build(column, of).unwrap())
    }

    /// The label of a group may look like a value, so how it is written does not say who is in it;
    /// what it was made of does.
    #[test]
    fn is_found_by_the_hierarchy_of_then_or_refused() {
        let now = changed(str::to_owned, |zip| zip.replace("010", "014").replace("020", "024"));
        let then = changed(str::to_owned, |zip| zip.replace("010", "011").replace("020", "021"));
        let (first, second) = (by_town(), by_decade());
        let mut series = series(&now, &second, &[&first], limits(3, 2));
        series.unit = now.column("who");
        series.hierarchies.insert("zip".into(), tree(&now));
        series.earlier[0].original = Some(&then);
        assert!(
            matches!(series.measure(), Err(SeriesError::Unread { labels: 2, .. })),
            "{:?}",
            series.measure()
        );
        series.earlier[0].hierarchies.insert("zip".into(), tree(&then));
        let facts = series.measure().unwrap();
        assert_eq!(
            (facts.in_both, facts.smallest, facts.below_k, facts.sensitive[0].disclosed),
            (6, Some(1), 6, 4)
        );
    }
}
