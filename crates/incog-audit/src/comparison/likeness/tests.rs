use super::*;
use incog_data::Table;

/// Ages 20, 21, 28, 29, 40, 41, 48, 49; the young have flu, the old have gout but one; what it cost
/// is the age without its first digit.
fn original() -> Table {
    let rows = [
        ["20", "flu", "0"],
        ["21", "flu", "1"],
        ["28", "flu", "8"],
        ["29", "flu", "9"],
        ["40", "gout", "0"],
        ["41", "gout", "1"],
        ["48", "gout", "8"],
        ["49", "flu", "9"],
    ];
    Table::from_rows(["age", "ill", "cost"], rows, &[]).unwrap()
}

/// A release of it with these ages, read by hand: a list of values, or nothing for a label that
/// stands for anything.
fn likeness(ages: &[(&str, Option<&[&str]>)], targets: &[&str]) -> Likeness {
    let original = original();
    let rows =
        (0..8).map(|row| [ages[row].0, original.columns()[1].value(row), original.columns()[2].value(row)]);
    let release = Table::from_rows(["age", "ill", "cost"], rows, &[]).unwrap();
    let reads: Vec<ReadColumn<'_>> = original
        .columns()
        .iter()
        .zip(release.columns())
        .map(|(original, released)| {
            let find = |text: &str| {
                original.dictionary.iter().position(|value| value == text).map(|code| code as u32)
            };
            let stands =
                released.dictionary.iter().map(|label| match ages.iter().find(|age| age.0 == label) {
                    Some((_, None)) => Stands::Anything,
                    Some((_, Some(values))) if released.name == "age" => {
                        Stands::Values(values.iter().map(|value| find(value).unwrap()).collect())
                    }
                    _ => Stands::Values(vec![find(label).unwrap()]),
                });
            ReadColumn { original, released, stands: stands.collect() }
        })
        .collect();
    let targets = targets.iter().map(|&name| name.to_owned()).collect();
    Likeness::measure(
        &original,
        &release,
        &reads,
        None,
        &LikenessRequest { targets, ..LikenessRequest::default() },
    )
}

const TWENTIES: Option<&[&str]> = Some(&["20", "21", "28", "29"]);
const FORTIES: Option<&[&str]> = Some(&["40", "41", "48", "49"]);

fn by_tens() -> Vec<(&'static str, Option<&'static [&'static str]>)> {
    [("20s", TWENTIES), ("40s", FORTIES)].into_iter().flat_map(|age| [age; 4]).collect()
}

fn as_it_was() -> Vec<(&'static str, Option<&'static [&'static str]>)> {
    vec![
        ("20", Some(&["20"])),
        ("21", Some(&["21"])),
        ("28", Some(&["28"])),
        ("29", Some(&["29"])),
        ("40", Some(&["40"])),
        ("41", Some(&["41"])),
        ("48", Some(&["48"])),
        ("49", Some(&["49"])),
    ]
}

#[test]
fn a_table_is_like_itself() {
    let same = likeness(&as_it_was(), &["ill"]);
    let all = same.all;
    let figures = [
        all.wrong_cell,
        all.wrong_cell_in_pairs,
        all.dependence_off,
        all.correlation_off,
        all.mean_off,
        all.variance_off,
    ];
    assert_eq!(figures, [Some(0.0); 6]);
    assert!(
        same.pairs
            .iter()
            .all(|pair| pair.wrong_cell == 0.0 && pair.dependence_before == pair.dependence_after)
    );
    let queries = same.queries.unwrap();
    assert!(queries.asked > 0 && queries.median_error == Some(0.0));
    assert_eq!(same.classifiers[0].before, same.classifiers[0].after);
}

#[test]
fn known_figures_of_ages_by_tens() {
    let found = likeness(&by_tens(), &["ill"]);
    let age = &found.columns[0];
    // Spread evenly over four values each, the ages are where they were.
    assert!(age.wrong_cell < 1e-12 && age.unread == 0);
    // Squared differences from 34.5: 930; from the middles 24.5 and 44.5: 800.
    let numbers = age.numbers.unwrap();
    assert!(
        numbers.mean_off.unwrap().abs() < 1e-12
            && (numbers.variance_off.unwrap() - (800.0 / 930.0 - 1.0)).abs() < 1e-12
    );
    // As in the cross-tabulation of a report: three rows differ by 1/32 twice, one by 3/32 twice.
    let pair = found.pairs.iter().find(|pair| pair.columns == ["age", "ill"]).unwrap();
    assert!((pair.wrong_cell - 0.5 * (3.0 * 2.0 + 6.0) / 32.0).abs() < 1e-12);
    // Ages say all of the illness: V is 1. By tens: p = 1/8, 0 four times and 1/32, 3/32 four
    // times, columns 5/8 and 3/8, rows 1/8. Squares by expected: 4 ((3/64)^2 / (5/64) + (3/64)^2 /
    // (3/64)) + 4 ((3/64)^2 / (5/64) + (3/64)^2 / (3/64)) = 8 (9/320 + 3/64) = 0.6.
    assert!(
        (pair.dependence_before - 1.0).abs() < 1e-12 && (pair.dependence_after - 0.6f64.sqrt()).abs() < 1e-12
    );
    // Ages and costs: differences from the means 34.5 and 4.5. In the release all ages of a ten are
    // their middle, of which costs say nothing.
    let one = &found.correlations[0];
    let products: f64 = [
        (20.0, 0.0),
        (21.0, 1.0),
        (28.0, 8.0),
        (29.0, 9.0),
        (40.0, 0.0),
        (41.0, 1.0),
        (48.0, 8.0),
        (49.0, 9.0),
    ]
    .iter()
    .map(|(age, cost): &(f64, f64)| (age - 34.5) * (cost - 4.5))
    .sum();
    assert!(
        (one.before.unwrap() - products / (930.0f64 * 130.0).sqrt()).abs() < 1e-12
            && one.after.unwrap().abs() < 1e-12
    );
    // In the original 20s are ill as in the release, and 49 alone is the exception that ages show.
    let ill = &found.classifiers[0];
    assert_eq!((ill.tested, ill.classes, ill.on_others, ill.most_frequent), (8, 2, false, 5.0 / 8.0));
    assert!(ill.before.auc >= ill.after.auc && ill.after.accuracy >= 0.5);
}

#[test]
fn what_stands_for_anything_is_spread_over_all_and_is_no_number() {
    let starred = likeness(&[("*", None); 8], &["ill"]);
    let age = &starred.columns[0];
    assert!(age.wrong_cell < 1e-12, "each age occurs once");
    let numbers = age.numbers.unwrap();
    assert_eq!((numbers.after.values, numbers.mean_off, numbers.variance_off), (0, None, None));
    let pair = starred.pairs.iter().find(|pair| pair.columns == ["age", "ill"]).unwrap();
    assert_eq!(pair.dependence_after, 0.0);
    assert_eq!(starred.correlations[0].after, None);
}

#[test]
fn empty_tables_and_single_columns_have_no_figures() {
    let original = Table::from_rows(["a"], [["1"], ["2"]], &[]).unwrap();
    let release = original.with_rows(&[]);
    let stands = vec![Stands::Values(vec![0]), Stands::Values(vec![1])];
    let reads = [ReadColumn { original: &original.columns()[0], released: &release.columns()[0], stands }];
    let found = Likeness::measure(&original, &release, &reads, None, &LikenessRequest::default());
    assert_eq!((found.released, found.pairs.len(), found.queries), (0, 0, None));
    assert_eq!(found.columns[0].wrong_cell, 0.5);
    let none = Likeness::measure(&original, &release, &[], None, &LikenessRequest::default());
    assert_eq!(none.all.wrong_cell, None);
}

/// Ages by tens and wards; ill are the young of ward a and the old of ward b: a rule of two
/// columns, of which each alone says nothing.
fn crossed(rows: u32) -> Table {
    let row = |row: u32| {
        let (age, ward) = (row * 7 % 80, ["a", "b"][(row / 3 % 2) as usize]);
        [
            age.to_string(),
            ward.to_owned(),
            ["well", "ill"][usize::from((age < 40) == (ward == "a"))].to_owned(),
        ]
    };
    table_of(&(0..rows).map(row).collect::<Vec<_>>())
}

fn table_of(rows: &[[String; 3]]) -> Table {
    let rows = rows.iter().map(|row| row.iter().map(String::as_str));
    Table::from_rows(["age", "ward", "state"], rows, &[]).unwrap()
}

/// A release of it with the ages by so many years, tested on others.
fn by_years(width: u32, others: Option<&Table>) -> Vec<Classifier> {
    let original = crossed(400);
    let label = |age: &str| (age.parse::<u32>().unwrap() / width * width).to_string() + "..";
    let row = |row| {
        let cell = |column: usize| original.columns()[column].value(row).to_owned();
        [label(&cell(0)), cell(1), cell(2)]
    };
    let release = table_of(&(0..400).map(row).collect::<Vec<_>>());
    let columns = original.columns().iter().zip(release.columns());
    let reads: Vec<ReadColumn<'_>> = columns
        .map(|(original, released)| {
            let fits = |value: &str, text: &str| match &*released.name {
                "age" => label(value) == text,
                _ => value == text,
            };
            let values = |text: &str| {
                let codes = (0u32..).zip(original.dictionary.iter());
                Stands::Values(codes.filter(|(_, value)| fits(value, text)).map(|(code, _)| code).collect())
            };
            let stands = released.dictionary.iter().map(values).collect();
            ReadColumn { original, released, stands }
        })
        .collect();
    let request = LikenessRequest { targets: vec!["state".to_owned()], ..LikenessRequest::default() };
    Likeness::measure(&original, &release, &reads, others, &request).classifiers
}

#[test]
fn trees_learn_what_naive_bayes_cannot() {
    let others = crossed(120);
    let found = by_years(20, Some(&others));
    let [bayes, trees] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((bayes.learner, trees.learner), (Learner::NaiveBayes, Learner::BoostedTrees));
    assert!(bayes.before.accuracy < 0.7, "{bayes:?}");
    // A border at 40 is seen in steps of 20 years, too.
    assert_eq!((trees.before.accuracy, trees.after.accuracy, trees.tested), (1.0, 1.0, 120));
    assert_eq!((trees.before.auc, trees.after.auc, trees.on_others), (Some(1.0), Some(1.0), true));
}

#[test]
fn trees_learn_from_the_release_no_more_than_its_labels_tell() {
    let found = by_years(80, None);
    let trees = &found[1];
    // All have one label, which stands for every age, and wards alone say nothing.
    assert!(trees.before.accuracy > 0.95 && trees.after.accuracy < 0.6, "{trees:?}");
    assert_eq!(trees.tested, 400);
}

#[test]
fn others_may_have_values_that_nobody_else_has() {
    let rows = [["1000", "c", "ill"], ["-5", "a", "ill"], ["79", "b", "ill"], ["", "b", "well"]];
    let others = Table::from_rows(["age", "ward", "state"], rows, &[""]).unwrap();
    let found = by_years(20, Some(&others));
    assert_eq!(found.len(), 2);
    assert!(
        found.iter().all(|one| one.tested == 4 && (0.0..=1.0).contains(&one.after.accuracy)),
        "{found:?}"
    );
    let lacking = Table::from_rows(["age", "state"], [["7", "ill"]], &[]).unwrap();
    assert_eq!(by_years(20, Some(&lacking)), Vec::new());
}
