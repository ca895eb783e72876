use crate::{rate_of, request, table, tried};
use incog_attack::{AttackVerdict, Attacked};

fn texts(value: &toml::Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn rows_of(value: &toml::Value) -> Vec<Vec<String>> {
    value.as_array().unwrap().iter().map(texts).collect()
}

#[test]
fn attacks_succeed_as_often_as_counted_by_hand() {
    let known: toml::Table = include_str!("known_answers.toml").parse().unwrap();
    for case in known["table"].as_array().unwrap() {
        let (names, known, sensitive) =
            (texts(&case["names"]), texts(&case["known"]), texts(&case["sensitive"]));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let rows = |key: &str| rows_of(&case[key]);
        let (original, release) = (table(&names, &rows("original")), table(&names, &rows("release")));
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let sensitive: Vec<&str> = sensitive.iter().map(String::as_str).collect();
        let also: Vec<_> = match case.get("also") {
            Some(releases) => {
                releases.as_array().unwrap().iter().map(|rows| table(&names, &rows_of(rows))).collect()
            }
            None => Vec::new(),
        };
        let attacked = Attacked { also: also.iter().collect(), ..Attacked::new(&original, &release) };
        let report = tried(&attacked, &request(&known, &sensitive));
        for (attack, expected) in case["successes"].as_table().unwrap() {
            let found = rate_of(&report, attack);
            let expected: Vec<u64> =
                expected.as_array().unwrap().iter().map(|n| n.as_integer().unwrap() as u64).collect();
            assert_eq!([found.successes, found.attempts], expected[..], "{attack}: {}", case["what"]);
        }
        assert!(report.unread.is_empty(), "{:?}", report.unread);
    }
}

/// A release that is the table tells of the people in it; what is told says so, and of constants it
/// says that nothing could be tried.
#[test]
fn sentences_say_no_more_than_the_intervals() {
    let rows = |first: usize| -> Vec<Vec<String>> {
        (first..first + 200).map(|n| vec![(7 * n).to_string(), format!("w{}", n % 13)]).collect()
    };
    let (original, control) = (table(&["a", "b"], &rows(0)), table(&["a", "b"], &rows(1000)));
    let attacked = Attacked { control: Some(&control), ..Attacked::new(&original, &original) };
    let report = tried(&attacked, &request(&[], &[]));
    let singled = report.findings.iter().find(|finding| finding.attack == "singling-out-by-one").unwrap();
    assert_eq!(singled.told, AttackVerdict::AboutThesePeople);
    assert!(singled.original.rate.unwrap() > 0.99, "{singled:?}");
    let member = report.findings.iter().find(|finding| finding.attack == "membership").unwrap();
    assert_eq!(
        (member.original.successes, member.original.attempts, member.told),
        (200, 200, AttackVerdict::AboutThesePeople)
    );
    let constants = table(&["a", "b"], &vec![vec!["*".to_owned(), "*".to_owned()]; 200]);
    let report = tried(&Attacked { release: &constants, ..attacked }, &request(&[], &[]));
    for finding in &report.findings {
        let has_attempts =
            !finding.attack.starts_with("singling") && finding.attack != "combinatorial-refinement";
        let expected = if has_attempts { AttackVerdict::NotToldFromGuesses } else { AttackVerdict::Nothing };
        assert_eq!(finding.told, expected, "{finding:?}");
    }
}
