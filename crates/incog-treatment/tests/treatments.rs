//! Treatments by worked examples, and what they keep.
#![allow(clippy::unwrap_used)]

use incog_card::Value;
use incog_data::{Column, ColumnBuilder, Table, ValueType};
use incog_treatment::{
    Key, NeededKey, Subject, TREATMENTS, TreatmentContext, TreatmentError, TreatmentSpec, is_pseudonym,
};
use std::collections::{BTreeMap, HashSet};

const KEY: &[u8] = b"0123456789abcdef0123456789abcdef\n";

fn column(name: &str, cells: &[String]) -> Column {
    let mut column = ColumnBuilder::new(name);
    cells.iter().for_each(|cell| column.push(cell));
    column.finish(&["", "NA", "?"])
}

fn texts(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

fn cells(column: &Column) -> Vec<String> {
    (0..column.codes.len()).map(|row| column.value(row).to_owned()).collect()
}

/// As `incog` spells the names in these tests: without needless blanks, in lower case, numbers
/// without idle zeros.
fn spelling(name: &str) -> String {
    let text = name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.trim_start_matches('0').to_owned()
    } else {
        text
    }
}

fn spec(said: &[(&str, Value)]) -> TreatmentSpec {
    TreatmentSpec::said(said.iter().cloned()).unwrap()
}

fn treat_with(spec: &TreatmentSpec, columns: Vec<Column>, key: &[u8]) -> Result<Column, TreatmentError> {
    let table = Table::new(columns).unwrap();
    let (treated, key) = (&table.columns()[0], Key::new(key));
    let people = table.column("people");
    spec.treat(treated, &TreatmentContext { table: &table, people, spelling: &spelling, key: Some(&key) })
}

/// Each record is about somebody else.
fn treat(spec: &TreatmentSpec, cells: &[String]) -> Column {
    treat_by(spec, cells, KEY).unwrap()
}

fn treat_by(spec: &TreatmentSpec, cells: &[String], key: &[u8]) -> Result<Column, TreatmentError> {
    let people: Vec<String> = (0..cells.len()).map(|row| format!("person {row}")).collect();
    treat_with(spec, vec![column("treated", cells), column("people", &people)], key)
}

#[derive(serde::Deserialize)]
struct KnownAnswers {
    treatment: Vec<KnownAnswer>,
}

#[derive(serde::Deserialize)]
struct KnownAnswer {
    publish: BTreeMap<String, Value>,
    cells: Vec<String>,
    expected: Vec<String>,
    people: Option<Vec<String>>,
    other: Option<Vec<String>>,
}

#[test]
fn worked_examples_are_reproduced() {
    let known: KnownAnswers = toml::from_str(include_str!("known_answers.toml")).unwrap();
    let mut tried = HashSet::new();
    for KnownAnswer { publish, cells: original, expected, people, other } in known.treatment {
        let said: Vec<(&str, Value)> =
            publish.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let spec = spec(&said);
        let beside = [("people", people), ("other", other)];
        let beside = beside.iter().filter_map(|(name, cells)| Some(column(name, cells.as_ref()?)));
        let columns = std::iter::once(column("treated", &original)).chain(beside).collect();
        let made = treat_with(&spec, columns, KEY).unwrap();
        assert_eq!(cells(&made), expected, "{spec:?} of {original:?}");
        tried.insert(spec.name());
    }
    // What is drawn by chance has properties instead, below.
    let drawn = |name: &str| ["noise", "post-randomization"].contains(&name);
    let untried =
        TREATMENTS.iter().filter(|entry| !tried.contains(entry.card.name) && !drawn(entry.card.name));
    assert_eq!(untried.map(|entry| entry.card.name).collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn pseudonyms_of_a_million_people_differ() {
    let names: Vec<String> = (0..1_000_000).map(|number| format!("person {number}")).collect();
    let spec = spec(&[("pseudonym", "".into()), ("purpose", "test".into())]);
    let made = treat(&spec, &names);
    assert_eq!(made.dictionary.len(), names.len());
    assert!(made.dictionary.iter().all(is_pseudonym));
    assert_eq!(made.value_type, ValueType::Text);
}

#[test]
fn numbers_with_and_without_idle_zeros_are_not_taken_for_one_person() {
    let spec = spec(&[("pseudonym", "".into()), ("purpose", "test".into())]);
    let made = |names: &[&str]| treat_with(&spec, vec![column("who", &texts(names))], KEY);
    let refused = made(&["007", "7", "12", "012 ", "9"]).unwrap_err();
    assert_eq!(refused, TreatmentError::IdleZeros { column: "who".into(), people: 2 });
    assert!(made(&["007", " 007", "008", "Anna", "anna"]).is_ok());
}

#[test]
fn another_key_or_purpose_gives_other_pseudonyms() {
    let names = texts(&["anna", "berta"]);
    let made = |purpose: &str, key: &[u8]| {
        let spec = spec(&[("pseudonym", "".into()), ("purpose", purpose.into())]);
        cells(&treat_with(&spec, vec![column("who", &names)], key).unwrap())
    };
    let all = [made("a", KEY), made("b", KEY), made("a", b"another key of 16 bytes")].concat();
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    assert_eq!(made("a", KEY), made("a", KEY));
}

#[test]
fn shifted_dates_keep_their_distances_within_a_person_and_never_stay() {
    let day = |number: i64| {
        let first = chrono::NaiveDate::from_ymd_opt(2000, 1, 1).unwrap();
        first + chrono::TimeDelta::days(number)
    };
    let days: Vec<i64> = (0..4000).map(|row| (row * 7919) % 9000).collect();
    let people: Vec<String> = (0..4000).map(|row| format!("p{}", row % 500)).collect();
    let dates: Vec<String> = days.iter().map(|&number| day(number).to_string()).collect();
    let spec = spec(&[("shift_days", "".into()), ("most", 30.into())]);
    let columns = vec![column("seen", &dates), column("people", &people)];
    let made = cells(&treat_with(&spec, columns, KEY).unwrap());
    let mut shift_of: BTreeMap<&str, i64> = BTreeMap::new();
    for ((made, &number), person) in made.iter().zip(&days).zip(&people) {
        let moved: chrono::NaiveDate = made.parse().unwrap();
        let shift = (moved - day(number)).num_days();
        assert!(shift != 0 && shift.abs() <= 30, "{shift}");
        assert_eq!(*shift_of.entry(person).or_insert(shift), shift);
    }
    // Each of the 60 shifts is missing among 500 people with a chance of 60 (59/60)^500, about
    // 0.013; the key is fixed.
    assert!(shift_of.values().collect::<HashSet<_>>().len() > 50);
}

/// Mean and variance of numbers.
fn moments(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    (mean, numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0))
}

fn numbers(column: &Column) -> Vec<f64> {
    cells(column).iter().map(|cell| cell.parse().unwrap()).collect()
}

/// Of 40,000 normal numbers, the mean is within 5.4 standard deviations of its own (0.005 each) and
/// the variance within 5.4 (0.0071 each) but for one key in ten million; the key is fixed.
#[test]
fn noise_has_the_mean_and_the_variance_that_are_stated() {
    let cell = |row: u32| format!("{}.{:06}", 1000 + row % 97, row);
    let original: Vec<String> = (0..40_000).map(cell).collect();
    let before: Vec<f64> = original.iter().map(|cell| cell.parse().unwrap()).collect();
    for (kind, deviation, scale) in [("additive", 12.5, 0.0), ("multiplicative", 0.1, 1.0)] {
        let spec = spec(&[("noise", deviation.into()), ("kind", kind.into())]);
        let after = numbers(&treat(&spec, &original));
        let unit = |(after, before): (&f64, &f64)| (after - before) / deviation / before.powf(scale);
        let noise: Vec<f64> = after.iter().zip(&before).map(unit).collect();
        let (mean, variance) = moments(&noise);
        assert!(mean.abs() < 5.4 * 0.005, "{kind}: mean {mean}");
        assert!((variance - 1.0).abs() < 5.4 * 0.0071, "{kind}: variance {variance}");
    }
}

#[test]
fn noise_keeps_decimal_places_and_what_is_missing_and_follows_person_value_and_key() {
    let spec = spec(&[("noise", 100.into())]);
    let original = texts(&["10", "NA", "10.00", "10"]);
    let made = cells(&treat(&spec, &original));
    assert!(made[0].parse::<i64>().is_ok() && made[1] == "NA", "{made:?}");
    assert_eq!(made[2].split_once('.').map(|(_, places)| places.len()), Some(2));
    assert_ne!(made[0], made[3]);
    assert_eq!(made, cells(&treat(&spec, &original)));
    let other = treat_by(&spec, &original, b"another key of 16 bytes").unwrap();
    assert_ne!(made, cells(&other));
    // Twice the noise is other noise, or the difference of two releases would tell both.
    let double = self::spec(&[("noise", 200.into())]);
    let noise = |cell: &str| cell.parse::<f64>().unwrap() - 10.0;
    assert!((noise(&cells(&treat(&double, &original))[0]) - 2.0 * noise(&made[0])).abs() > 2.0);
    // Another value of the same person has noise of its own.
    let elsewhere = cells(&treat(&spec, &texts(&["20", "NA", "10.00", "10"])));
    assert_ne!(noise(&elsewhere[0]) - 10.0, noise(&made[0]));
    assert_eq!(elsewhere[2..], made[2..]);
}

/// Of 40,000 draws a share p is within 5.4 sqrt(p (1 - p) / 40,000) but for one key in ten million;
/// the key is fixed.
fn assert_share(found: usize, share: f64) {
    let found = found as f64 / 40_000.0;
    let deviation = (share * (1.0 - share) / 40_000.0).sqrt();
    assert!((found - share).abs() < 5.4 * deviation, "{found} instead of {share}");
}

#[test]
fn random_rounding_goes_up_as_often_as_it_should() {
    let original = vec!["13".to_owned(); 40_000];
    let made = treat(&spec(&[("round", 5.into()), ("random", true.into())]), &original);
    let made = cells(&made);
    assert!(made.iter().all(|cell| cell == "10" || cell == "15"));
    assert_share(made.iter().filter(|cell| *cell == "15").count(), 0.6);
    let exact = treat(&spec(&[("round", 5.into()), ("random", true.into())]), &texts(&["15", "-10"]));
    assert_eq!(cells(&exact), ["15", "-10"]);
}

#[test]
fn post_randomization_keeps_and_draws_as_stated() {
    let original = vec!["a".to_owned(); 40_000];
    let values = Value::Texts(texts(&["c", "b", "a", "a"]));
    let made = cells(&treat(&spec(&[("pram", 0.7.into()), ("values", values.clone())]), &original));
    assert_share(made.iter().filter(|cell| *cell == "a").count(), 0.8);
    assert_share(made.iter().filter(|cell| *cell == "b").count(), 0.1);
    assert_share(made.iter().filter(|cell| *cell == "c").count(), 0.1);
    let refused = treat_by(&spec(&[("pram", 1.into()), ("values", values)]), &texts(&["a", "secret"]), KEY);
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("1 values are ") && !refused.contains("secret"), "{refused}");
}

/// The treatments that are drawn by chance.
fn drawn() -> [TreatmentSpec; 4] {
    let values = Value::Texts(texts(&["10", "20", "30", "40"]));
    [
        spec(&[("noise", 1000.into())]),
        spec(&[("noise", 0.5.into()), ("kind", "multiplicative".into())]),
        spec(&[("pram", 0.5.into()), ("values", values)]),
        spec(&[("round", 1000.into()), ("random", true.into())]),
    ]
}

/// However often, in whatever order and among whatever others a person is published: the same value
/// is perturbed alike, so the mean of many releases is no nearer to the truth than one of them.
#[test]
fn the_same_value_of_the_same_person_is_perturbed_alike_in_every_release() {
    let names = |rows: &[usize]| rows.iter().map(|row| format!("Person {row}")).collect::<Vec<_>>();
    let value = |row: &usize| ["10", "20", "30", "40"][row % 4].to_owned();
    for spec in drawn() {
        let release = |rows: &[usize]| {
            let original: Vec<String> = rows.iter().map(value).collect();
            let columns = vec![column("treated", &original), column("people", &names(rows))];
            cells(&treat_with(&spec, columns, KEY).unwrap())
        };
        let first = release(&(0..200).collect::<Vec<_>>());
        for night in 1..30 {
            let rows: Vec<usize> = (0..night).map(|new| 1000 + new).chain((0..200).rev()).collect();
            let mut others = release(&rows).split_off(night);
            others.reverse();
            assert_eq!(first, others, "{spec:?}, night {night}");
        }
        // Other people draw otherwise; all 200 alike has a chance below 10^-20 for each of these
        // treatments.
        let others = release(&(1000..1200).collect::<Vec<_>>());
        assert_ne!(first, others, "{spec:?}");
    }
}

/// Spellings of one number would be several draws around it.
#[test]
fn spellings_of_a_number_or_a_person_are_perturbed_alike() {
    let original = texts(&["10", "10.00", " 10", "1e1"]);
    let people = texts(&["Anna", "ANNA", "anna ", " anna"]);
    for spec in [spec(&[("noise", 1000.into())]), spec(&[("round", 7.into()), ("random", true.into())])] {
        let columns = vec![column("treated", &original), column("people", &people)];
        let made = numbers(&treat_with(&spec, columns, KEY).unwrap());
        assert!(made.iter().all(|number| (number - made[0]).abs() <= 0.5), "{spec:?}: {made:?}");
    }
}

#[test]
fn chance_without_people_is_refused_and_nobodys_values_go() {
    for spec in drawn() {
        let refused = treat_with(&spec, vec![column("treated", &texts(&["10"]))], KEY).unwrap_err();
        assert_eq!(refused, TreatmentError::NobodyToDrawBy { column: "treated".into() });
        assert!(refused.to_string().contains("averages out"), "{refused}");
        let columns = vec![column("treated", &texts(&["10", "20"])), column("people", &texts(&["", "anna"]))];
        let made = cells(&treat_with(&spec, columns, KEY).unwrap());
        assert!(made[0].is_empty() && !made[1].is_empty(), "{spec:?}: {made:?}");
    }
}

/// Closed weekends tell nothing of a shift by whole weeks: after any of them no visit is on a
/// weekend.
#[test]
fn dates_moved_by_weeks_keep_their_weekdays() {
    use chrono::Datelike;
    let day =
        |number: i64| chrono::NaiveDate::from_ymd_opt(2020, 1, 6).unwrap() + chrono::TimeDelta::days(number);
    let dates: Vec<String> = (0..400).map(|row| day(row % 5 + 7 * (row / 5)).to_string()).collect();
    let people: Vec<String> = (0..400).map(|row| format!("p{row}")).collect();
    let spec = spec(&[("shift_days", "".into()), ("most", 180.into()), ("weeks", true.into())]);
    let columns = vec![column("seen", &dates), column("people", &people)];
    let mut shifts = HashSet::new();
    for (made, date) in cells(&treat_with(&spec, columns, KEY).unwrap()).iter().zip(&dates) {
        let (made, date): (chrono::NaiveDate, chrono::NaiveDate) =
            (made.parse().unwrap(), date.parse().unwrap());
        let shift = (made - date).num_days();
        assert!(shift != 0 && shift % 7 == 0 && shift.abs() <= 180, "{shift}");
        assert_eq!(made.weekday(), date.weekday());
        shifts.insert(shift);
    }
    // Each of the 50 shifts is missing among 400 people with a chance of 0.0003; the key is fixed.
    assert!(shifts.len() > 45, "{}", shifts.len());
    let refused =
        TreatmentSpec::said([("shift_days", "".into()), ("most", 6.into()), ("weeks", true.into())]);
    assert!(refused.unwrap_err().to_string().contains("whole weeks"));
}

#[test]
fn values_of_another_kind_are_refused_and_not_shown() {
    let cases: [(&[(&str, Value)], &str); 5] = [
        (&[("round", Value::Whole(10))], "numbers"),
        (&[("top", Value::Whole(10))], "numbers"),
        (&[("noise", Value::Whole(10))], "numbers"),
        (&[("first_of", Value::word("month"))], "dates"),
        (&[("shift_days", Value::word(""))], "dates"),
    ];
    for (said, kind) in cases {
        let columns = vec![column("treated", &texts(&["hidden"])), column("people", &texts(&["anna"]))];
        let refused = treat_with(&spec(said), columns, KEY).unwrap_err().to_string();
        assert!(refused.contains(kind) && !refused.contains("hidden"), "{refused}");
    }
    let before_birth =
        vec![column("treated", &texts(&["2020-01-02"])), column("other", &texts(&["2020-01-01"]))];
    assert!(treat_with(&spec(&[("age_at", "other".into())]), before_birth.clone(), KEY).is_err());
    let lacking = spec(&[("age_at", "other".into()), ("impossible", "missing".into())]);
    let treated = treat_with(&lacking, before_birth, KEY).unwrap();
    assert!(treated.is_missing(treated.codes.at(0)), "{treated:?}");
}

#[test]
fn every_treatment_says_what_it_needs() {
    for entry in TREATMENTS {
        let keyed = |key: NeededKey| key != NeededKey::None;
        let said = match entry.card.name {
            "redact" => vec![("redact", Value::Texts(texts(&["e-mail address"])))],
            "post-randomization" => {
                vec![("pram", 0.5.into()), ("values", Value::Texts(texts(&["a", "b"])))]
            }
            "pseudonym" => vec![("pseudonym", "".into()), ("purpose", "test".into())],
            "shift-days" => vec![("shift_days", "".into())],
            "first-of" => vec![("first_of", "year".into())],
            "age-at" => vec![("age_at", "other".into())],
            "age-on" => vec![("age_on", "2024-12-31".into())],
            "top-and-bottom" => vec![("top", 1.into())],
            "quantile-limits" => vec![("top_quantile", 0.5.into())],
            _ => vec![(entry.card.parameters[0].name, 1.into())],
        };
        let spec = spec(&said);
        assert_eq!(spec.name(), entry.card.name);
        // Chance and secrets are nothing that models may count.
        let is_counted = matches!(entry.subject, Subject::Values | Subject::ValuesAndQuasiIdentifiers);
        assert!(!(is_counted && keyed(spec.needed_key())), "{spec:?}");
        assert!(entry.card.caveat.is_some(), "{spec:?}");
    }
}

#[test]
fn shares_of_quantiles_are_between_none_and_all_and_told_in_millionths() {
    let refused = |said: &[(&str, f64)]| {
        TreatmentSpec::said(said.iter().map(|&(name, share)| (name, share.into()))).unwrap_err().to_string()
    };
    assert!(refused(&[("top_quantile", 1.0)]).contains("out of range"));
    assert!(refused(&[("bottom_quantile", 0.0)]).contains("out of range"));
    assert!(refused(&[("top_quantile", 0.123_456_7)]).contains("six decimal places"));
    assert!(refused(&[("top_quantile", 0.5), ("bottom_quantile", 0.5)]).contains("not above"));
    let words = spec(&[("top_quantile", 0.95.into())]);
    for cell in ["hidden", "12345678901234567890"] {
        let refused =
            treat_with(&words, vec![column("treated", &texts(&[cell]))], KEY).unwrap_err().to_string();
        assert!(refused.contains("1 values are ") && !refused.contains(cell), "{refused}");
    }
}

#[test]
fn formats_that_say_no_day_are_refused() {
    for format in ["%H:%M", "%Y-%m", "%Y-%m-%d %H:%M", "%Q", "", "%d.%m"] {
        let said = [("first_of", "month".into()), ("format", format.into())];
        let refused = TreatmentSpec::said(said).unwrap_err().to_string();
        assert!(refused.contains("a form with year"), "{refused}");
    }
    for format in ["%d.%m.%Y", "%m/%d/%y", "%e %b %Y", "%Y%m%d"] {
        assert!(
            TreatmentSpec::said([("first_of", "month".into()), ("format", format.into())]).is_ok(),
            "{format}"
        );
    }
}
