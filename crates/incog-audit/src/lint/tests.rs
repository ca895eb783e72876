#![allow(clippy::unwrap_used)]

use super::*;
use incog_data::{ColumnBuilder, Table};
use proptest::prelude::*;

fn table(columns: &[(&str, &dyn Fn(usize) -> String)], rows: usize) -> Table {
    let column = |(name, value): &(&str, &dyn Fn(usize) -> String)| {
        let mut builder = ColumnBuilder::new(*name);
        (0..rows).for_each(|row| builder.push(&value(row)));
        builder.finish(&["", "NA", "?"])
    };
    Table::new(columns.iter().map(column).collect()).unwrap()
}

fn rules(table: &Table, roles: &[(&str, Role)]) -> Vec<(String, Rule)> {
    let roles = roles.iter().map(|(name, role)| ((*name).to_owned(), *role)).collect();
    let findings = lint(table, &roles, &BTreeMap::new());
    findings.into_iter().map(|finding| (finding.column, finding.rule)).collect()
}

fn has(found: &[(String, Rule)], column: &str, rule: Rule) -> bool {
    found.contains(&(column.to_owned(), rule))
}

/// A number that jumps about: 37 is prime to the 100 rows.
fn jump(row: usize) -> usize {
    row * 37 % 100
}

#[test]
fn each_rule_finds_its_case_and_a_clean_column_has_none() {
    let table = table(
        &[
            ("nr", &|row| (row + 1).to_string()),
            ("sorted", &|row| (row * row).to_string()),
            ("unique", &|row| format!("p{}", jump(row))),
            ("rare", &|row| if row == 7 { "x".into() } else { "y".into() }),
            ("mixed", &|row| if row % 10 == 0 { "many".into() } else { (jump(row) % 5).to_string() }),
            ("precise", &|row| format!("{}.123456", jump(row) % 10)),
            ("moment", &|row| format!("2024-03-{:02}T11:30:00", jump(row) % 20 + 1)),
            ("same", &|_| "a".into()),
            ("note", &|row| if row % 2 == 0 { "=1+1".into() } else { "-5".into() }),
            ("clean", &|row| (jump(row) % 4).to_string()),
        ],
        100,
    );
    let found = rules(&table, &[]);
    for (column, rule) in [
        ("nr", Rule::RowNumber),
        ("sorted", Rule::OriginalOrder),
        ("unique", Rule::NearIdentifier),
        ("rare", Rule::RareValues),
        ("mixed", Rule::MixedTypes),
        ("precise", Rule::ExcessPrecision),
        ("moment", Rule::TimeOfDay),
        ("same", Rule::Constant),
        ("note", Rule::Formula),
    ] {
        assert!(has(&found, column, rule), "{rule:?} of {column} is not in {found:?}");
    }
    assert!(!found.iter().any(|(column, _)| column == "clean"), "{found:?}");
}

#[test]
fn columns_that_undo_a_generalization_are_found() {
    let table = table(
        &[
            ("race", &|row| (jump(row) % 6).to_string()),
            ("race_group", &|row| (jump(row) % 6 / 3).to_string()),
            ("race_text", &|row| format!("race {}", jump(row) % 6)),
            ("other", &|row| (jump(row) / 10 % 5).to_string()),
        ],
        100,
    );
    let found = rules(&table, &[("race", Role::QuasiIdentifier)]);
    assert!(has(&found, "race_group", Rule::Determines));
    assert!(has(&found, "race_text", Rule::Determines));
    assert!(!has(&found, "other", Rule::Determines));
}

/// A missing cell of the quasi-identifier is no value that the other column could determine.
#[test]
fn columns_that_undo_a_generalization_are_found_beside_missing_cells() {
    fn said(row: usize, text: String) -> String {
        if jump(row).is_multiple_of(13) { String::new() } else { text }
    }
    fn ward(row: usize) -> usize {
        jump(row) / 13 % 20
    }
    let table = table(
        &[
            ("hospital", &|row| said(row, format!("h{}", ward(row) / 5))),
            ("ward", &|row| format!("w{}", ward(row))),
            ("town", &|row| said(row, format!("t{}", ward(row)))),
            ("region", &|row| format!("r{}", ward(row) / 5)),
            ("other", &|row| (jump(row) / 7 % 5).to_string()),
        ],
        400,
    );
    let roles = ["hospital", "town"].map(|name| (name.to_owned(), Role::QuasiIdentifier));
    let roles = BTreeMap::from(roles);
    let found = lint(&table, &roles, &BTreeMap::new());
    let dangers = found.iter().filter(|one| one.severity == Severity::Danger);
    let dangers: Vec<String> = dangers.map(|one| one.key().to_string()).collect();
    assert!(
        ["ward: undoes hospital", "region: undoes town"]
            .iter()
            .all(|key| dangers.contains(&(*key).to_owned())),
        "{found:?}"
    );
    assert!(!found.iter().any(|one| one.rule == Rule::Determines && one.column == "other"), "{found:?}");
}

/// Of columns that all determine each other not every pair is told, but every danger is.
#[test]
fn pairs_that_are_no_danger_are_told_up_to_a_number() {
    let value = |row: usize| (jump(row) % 6).to_string();
    let names: Vec<String> = (0..40).map(|n| format!("c{n}")).chain(["plain".to_owned()]).collect();
    let columns: Vec<(&str, &dyn Fn(usize) -> String)> =
        names.iter().map(|name| (name.as_str(), &value as &dyn Fn(usize) -> String)).collect();
    let table = table(&columns, 100);
    let roles: BTreeMap<String, Role> =
        names[..40].iter().map(|name| (name.clone(), Role::QuasiIdentifier)).collect();
    let found = lint(&table, &roles, &BTreeMap::new());
    let of = |column: &str| {
        let pairs =
            found.iter().filter(|finding| finding.rule == Rule::Determines && finding.column == column);
        pairs.map(|finding| finding.severity).collect::<Vec<_>>()
    };
    assert_eq!((of("c0"), of("c39")), (vec![Severity::Note; 16], vec![Severity::Note; 16]));
    assert_eq!(of("plain"), [Severity::Danger; 40]);
    let first = undoing(&table, &roles);
    assert_eq!(first.iter().map(Finding::key).collect::<Vec<_>>(), ["plain: undoes c0"]);
    assert!(found.contains(&first[0]));
}

#[test]
fn persons_with_several_rows_are_counted() {
    let table = table(&[("patient", &|row| (row / 2).to_string())], 20);
    let roles = BTreeMap::from([("patient".to_owned(), Role::Identifier)]);
    let findings = lint(&table, &roles, &BTreeMap::new());
    assert_eq!(findings[0].rule, Rule::SeveralRows);
    assert!(
        findings[0]
            .message
            .starts_with("10 of 10 values occur in several rows (20 rows, up to 2 for one value)")
    );
}

#[test]
fn spellings_of_one_value_are_a_danger_where_values_count() {
    let spelled = |row: usize| ["flu", "Flu", "gout", "flu\u{a0}", "FLU"][row % 5].to_owned();
    let table = table(&[("ill", &spelled), ("ward", &|row| (row % 3).to_string())], 30);
    for (role, severity) in [
        (Role::Sensitive, Severity::Danger),
        (Role::QuasiIdentifier, Severity::Warning),
        (Role::Insensitive, Severity::Warning),
    ] {
        let roles = BTreeMap::from([("ill".to_owned(), role)]);
        let findings = lint(&table, &roles, &BTreeMap::new());
        let found = findings.iter().find(|finding| finding.rule == Rule::Variants).unwrap();
        assert_eq!((found.column.as_str(), found.severity), ("ill", severity));
        assert!(
            found
                .message
                .starts_with("4 of its values look like only 1, apart from blanks and capital letters")
        );
        assert!(!found.message.contains("flu"));
        assert_eq!(findings.iter().filter(|finding| finding.rule == Rule::Variants).count(), 1);
    }
}

/// What stands for a missing value in the table is one value with the words for one.
#[test]
fn words_for_missing_values_are_one_value() {
    let ill = |row: usize| ["?", "unknown", "flu", "N/A", "none"][row % 5].to_owned();
    let table = table(&[("ill", &ill)], 30);
    let findings = lint(&table, &BTreeMap::from([("ill".to_owned(), Role::Sensitive)]), &BTreeMap::new());
    let found = findings.iter().find(|finding| finding.rule == Rule::Variants).unwrap();
    assert_eq!(found.severity, Severity::Danger);
    assert!(
        found.message.starts_with(
            "4 of its values look like only 1, apart from which word stands for a missing value"
        )
    );
}

#[test]
fn spellings_of_one_person_are_a_danger_where_people_count() {
    let spelled = |row: usize| {
        [format!("P{}", row / 4), format!("p{}", row / 4), format!(" P{}", row / 4)][row % 3].clone()
    };
    let table = table(&[("patient", &spelled), ("age", &|row| (row % 7).to_string())], 60);
    for (role, rule, severity) in [
        (Role::Person, Rule::Variants, Severity::Danger),
        (Role::Household, Rule::Variants, Severity::Danger),
        (Role::Identifier, Rule::SeveralRows, Severity::Warning),
    ] {
        let findings = lint(&table, &BTreeMap::from([("patient".to_owned(), role)]), &BTreeMap::new());
        let found: Vec<&Finding> = findings.iter().filter(|finding| finding.column == "patient").collect();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].rule, found[0].severity), (rule, severity));
    }
    // In numbers of people these are two letters.
    let random = |row: usize| ["aIb", "alb", "a1b", "x0", "xO"][row % 5].to_owned();
    let table = super::tests::table(&[("patient", &random)], 5);
    assert_eq!(rules(&table, &[("patient", Role::Person)]), []);
}

/// What is left out since it would give people away need not be whom to count.
#[test]
fn towns_and_things_that_are_left_out_are_nobody() {
    let few = |row: usize| format!("q{}", row % 3);
    let rare = |row: usize| format!("{}.5", row % 17);
    let table =
        table(&[("ward", &few), ("month", &few), ("conf idx", &rare), ("qx", &few), ("name", &few)], 60);
    let identifiers = ["ward", "month", "conf idx", "qx", "name"].map(|name| (name, Role::Identifier));
    let found = rules(&table, &identifiers);
    let asked: Vec<&str> = found.iter().map(|(column, _)| column.as_str()).collect();
    assert_eq!(asked, ["name"]);
}

/// Columns that are left out and asked about as if they named people.
fn asked_about(columns: &[(&str, &dyn Fn(usize) -> String)], rows: usize) -> Vec<String> {
    let table = table(columns, rows);
    let left_out: Vec<(&str, Role)> = columns.iter().map(|(name, _)| (*name, Role::Identifier)).collect();
    let found = rules(&table, &left_out).into_iter();
    found.filter(|(_, rule)| *rule == Rule::SeveralRows).map(|(column, _)| column).collect()
}

/// Following the advice to leave a column out must not be the next stop.
#[test]
fn kinds_measures_streets_and_weights_are_nobody() {
    let of = |every: usize| move |row: usize| (row * 7 % every).to_string();
    let asked = asked_about(
        &[
            ("Arm", &of(2)),
            ("Ansprechen", &|row| ["ja", "nein"][row % 2].to_owned()),
            ("Fahrräder", &of(5)),
            ("emp.var.rate", &|row| format!("{}.{}", row % 30, row % 7)),
            ("fnlwgt", &|row| (77_516 + row % 90 * 31).to_string()),
            ("Straße", &|row| format!("{} Lindenweg", row % 16)),
            ("Schmerz_VAS", &of(11)),
        ],
        300,
    );
    assert_eq!(asked, Vec::<String>::new());
    // Codes of one form, and what an age and a sex follow from, may be people.
    let code = |row: usize| format!("K{:05}", row / 4 * 7919 % 99_991);
    let number = |row: usize| (row / 4 * 7919 % 899 + 11).to_string();
    let followed: [(&str, &dyn Fn(usize) -> String); 3] = [
        ("qz", &number),
        ("age", &|row| (20 + row / 4 % 40).to_string()),
        ("sex", &|row| ["m", "f"][row / 4 % 7 % 2].to_owned()),
    ];
    assert_eq!(asked_about(&[("qx", &code)], 300), ["qx"]);
    assert!(asked_about(&followed, 300).contains(&"qz".to_owned()));
}

/// Ten family names of two thousand patients are not ten people.
#[test]
fn namesakes_are_not_one_person() {
    let id = |row: usize| (10_000 + row * 7919 % 89_989).to_string();
    let family = |row: usize| ["Walker", "Brown", "Smith", "Jones", "Clark"][row * 13 % 17 % 5].to_owned();
    let given = |row: usize| ["Mary", "John", "Anna", "Paul"][row * 11 % 19 % 4].to_owned();
    let full = |row: usize| format!("{} {}", given(row), family(row));
    let age = |row: usize| (18 + row * 29 % 70).to_string();
    assert!(
        asked_about(&[("patient_id", &id), ("last_name", &family), ("first_name", &given)], 400).is_empty()
    );
    // The number of a case says nothing of whose it is.
    assert!(!asked_about(&[("Fallnummer", &id), ("FullName", &full)], 400).is_empty());
    // Ages that are far apart are those of several people, ages of one person are not.
    assert!(asked_about(&[("FullName", &full), ("Age", &age)], 400).is_empty());
    assert!(asked_about(&[("last_name", &family), ("first_name", &given), ("Age", &age)], 400).is_empty());
    let visits = |row: usize| format!("Anna Berg-{}", row / 4);
    let same_age = |row: usize| (18 + row / 4 % 20 * 31 % 70).to_string();
    let found = asked_about(&[("FullName", &visits), ("Age", &same_age)], 80);
    assert!(found.contains(&"FullName".to_owned()), "{found:?}");
    // A part of a name does not ask where the full name does.
    let part = |row: usize| format!("Berg-{}", row / 4);
    assert!(
        !asked_about(&[("FullName", &visits), ("last_name", &part)], 80).contains(&"last_name".to_owned())
    );
}

#[test]
fn words_for_nothing_are_nobody() {
    let name = |row: usize| if row.is_multiple_of(2) { "keine".to_owned() } else { format!("person {row}") };
    let table = table(&[("name", &name)], 60);
    assert_eq!(rules(&table, &[("name", Role::Identifier)]), []);
}

/// Eight rows each do not hide anybody.
#[test]
fn people_stand_alone_with_all_their_rows() {
    let person = |row: usize| row / 8;
    let table = table(
        &[
            ("patient", &|row| person(row).to_string()),
            ("car", &|row| (person(row) % 9).to_string()),
            ("pet", &|row| (person(row) / 9).to_string()),
        ],
        480,
    );
    assert!(!has(&rules(&table, &[("patient", Role::Identifier)]), "car + pet", Rule::UniqueTogether));
    assert!(has(&rules(&table, &[("patient", Role::Person)]), "car + pet", Rule::UniqueTogether));
    assert!(has(&rules(&table, &[("patient", Role::Household)]), "car + pet", Rule::UniqueTogether));
}

#[test]
fn addresses_among_other_texts_are_found() {
    let said = |row: usize| match row {
        7 => "ask anna@example.org.".to_owned(),
        9 => "paid to DE89370400440532013000 (twice)".to_owned(),
        _ => format!("answer {}", row % 3),
    };
    let table = table(&[("answer", &said)], 400);
    let findings = lint(&table, &BTreeMap::from([("answer".to_owned(), Role::Sensitive)]), &BTreeMap::new());
    let found = findings.iter().find(|finding| finding.rule == Rule::Identifying).unwrap();
    assert_eq!(found.severity, Severity::Danger);
    assert!(
        found.message.contains("in 2 of 400 rows") && !found.message.contains("anna"),
        "{}",
        found.message
    );
}

/// Names of firms and places say nothing alone; several values that may be names do.
#[test]
fn names_among_other_texts_are_found() {
    let message = |name: &str, said: &dyn Fn(usize) -> String| {
        let table = table(&[(name, said)], 200);
        let findings = lint(&table, &BTreeMap::from([(name.to_owned(), Role::Sensitive)]), &BTreeMap::new());
        let found = findings.into_iter().find(|finding| finding.rule == Rule::Identifying);
        found.map_or_else(String::new, |finding| finding.message)
    };
    let rarely = |text: &'static str| move |row: usize| if row < 5 { text } else { "ok" }.to_owned();
    let both = message("said", &rarely("call his wife Anna Schmidt at +49 30 123456"));
    assert!(
        both.contains("a telephone number in 5 of 200 rows, the name of a person in 5 of 200 rows"),
        "{both}"
    );
    assert!(!both.contains("Anna") && !both.contains("+49"), "{both}");
    assert_eq!(message("employer", &rarely("Anna Schmidt")), "");
    assert!(message("employer", &rarely("Frau Anna Schmidt")).contains("the name of a person"));
    // One may be a name and may be none, two of seven are some.
    assert_eq!(message("said", &rarely("A. Schmidt")), "");
    let some = |row: usize| ["A. Schmidt", "B. Weber", "x", "a", "b", "c", "d"][row % 7].to_owned();
    assert!(message("said", &some).contains("the name of a person"));
}

/// A column that nothing is known of but that a person's other columns follow from it.
#[test]
fn people_that_nobody_named_are_found_by_what_follows() {
    let person = |row: usize| row / 5;
    let table = table(
        &[
            ("qx", &|row| format!("z{}", person(row) * 7919 % 9973)),
            ("age", &|row| (20 + person(row) % 40).to_string()),
            ("sex", &|row| ["m", "f"][person(row) % 7 % 2].to_owned()),
            ("visit", &|row| (row * 37 % 11).to_string()),
        ],
        600,
    );
    let others =
        [("age", Role::QuasiIdentifier), ("sex", Role::QuasiIdentifier), ("visit", Role::QuasiIdentifier)];
    let with = |role: Role| rules(&table, &[[("qx", role)].as_slice(), &others].concat());
    assert!(has(&with(Role::QuasiIdentifier), "qx", Rule::SeveralRows));
    assert!(has(&with(Role::Sensitive), "qx", Rule::Identifying));
    assert!(!has(&with(Role::Person), "qx", Rule::SeveralRows));
}

#[test]
fn values_outside_a_hierarchy_are_counted_but_not_told() {
    let table = table(&[("sex", &|row| ["f", "m", "secret"][row % 3].to_owned())], 12);
    let hierarchy = Hierarchy::new([["f", "*"], ["m", "*"]]).unwrap();
    let hierarchies = BTreeMap::from([("sex".to_owned(), Arc::new(hierarchy))]);
    let roles = BTreeMap::from([("sex".to_owned(), Role::QuasiIdentifier)]);
    let findings = lint(&table, &roles, &hierarchies);
    assert_eq!((findings[0].rule, findings[0].severity), (Rule::NotCovered, Severity::Danger));
    assert!(findings[0].message.starts_with("1 values in 4 rows"));
    assert!(!findings.iter().any(|finding| finding.message.contains("secret")));
}

/// Signs of numbers and of intervals are no formulas; a name may be one.
#[test]
fn formulas_are_found_in_cells_and_names_and_not_in_numbers() {
    let table = table(
        &[
            ("number", &|row| format!("-{}", jump(row))),
            ("range", &|row| format!("-{}..-{}", jump(row) + 5, jump(row))),
            ("=name", &|row| (jump(row) % 4).to_string()),
            ("@both", &|_| "+cmd|' /C calc'!A0".into()),
        ],
        100,
    );
    let found = rules(&table, &[]);
    let formulas: Vec<&str> =
        found.iter().filter(|(_, rule)| *rule == Rule::Formula).map(|(column, _)| column.as_str()).collect();
    assert_eq!(formulas, ["=name", "@both"]);
}

#[test]
fn who_or_where_somebody_is_must_not_be_published_as_it_is() {
    let cities = ["Ulm", "Bonn", "Kiel"];
    let surnames = ["Schmidt", "Garcia", "Rossi", "Kowalska", "Dubois"];
    let table = table(
        &[
            ("contact", &|row| format!("m{row}@example.org")),
            ("Nachname", &|row| surnames[row % 5].into()),
            ("lat", &|row| format!("52.{:04}", jump(row) * 97)),
            ("lon", &|row| format!("13.{:04}", jump(row) * 89)),
            ("diagnosis", &|row| ["flu", "gout"][row % 2].into()),
            ("Wohnort", &|row| cities[row % 3].into()),
        ],
        100,
    );
    let dangers = |role: Role| {
        let given: Vec<(&str, Role)> =
            ["contact", "Nachname", "lat", "lon", "diagnosis", "Wohnort"].map(|name| (name, role)).into();
        let found = rules(&table, &given).into_iter();
        found.filter(|(_, rule)| matches!(rule, Rule::Identifying | Rule::Position)).collect::<Vec<_>>()
    };
    let expected = [
        ("contact", Rule::Identifying),
        ("Nachname", Rule::Identifying),
        ("lat", Rule::Position),
        ("lon", Rule::Position),
    ];
    let expected = expected.map(|(column, rule)| (column.to_owned(), rule));
    assert_eq!(dangers(Role::Insensitive), expected);
    assert_eq!(dangers(Role::Sensitive), expected);
    // Where nothing is generalized, its values are published.
    assert_eq!(dangers(Role::QuasiIdentifier), [("contact".to_owned(), Rule::Identifying)]);
    assert_eq!(dangers(Role::Identifier), []);
}

proptest! {
    /// Rows that were counted are told of as their records, but for the order of rows, which they
    /// do not have.
    #[test]
    fn counted_rows_are_linted_as_their_records(
        rows in prop::collection::vec((0usize..8, 0usize..3, 0usize..5, 0usize..4, 1u32..4), 1..30),
        named in prop::collection::vec(any::<bool>(), 4),
    ) {
        let texts = |row: &(usize, usize, usize, usize, u32)| [
            format!("patient {}", row.0),
            ["a", "A", "=1+1"][row.1].to_owned(),
            ["1.5", "2.123456", "?", "x", "ann@example.org"][row.2].to_owned(),
            ["2024-03-01", "2024-03-01T10:00:00", "2024-03-02", "2024-03-03"][row.3].to_owned(),
        ];
        let made = |times: &dyn Fn(u32) -> usize| {
            let all: Vec<[String; 4]> =
                rows.iter().flat_map(|row| std::iter::repeat_n(texts(row), times(row.4))).collect();
            let all = all.iter().map(|row| row.each_ref().map(String::as_str));
            Table::from_rows(["who", "note", "amount", "seen"], all, &["?"]).unwrap()
        };
        let roles = [Role::Identifier, Role::QuasiIdentifier, Role::Sensitive, Role::Insensitive];
        let roles: BTreeMap<String, Role> = ["who", "note", "amount", "seen"]
            .iter()
            .zip(roles)
            .zip(&named)
            .filter(|(_, named)| **named)
            .map(|((name, role), _)| ((*name).to_owned(), role))
            .collect();
        let (once, each) = (made(&|_| 1), made(&|count| count as usize));
        let counts: Vec<u32> = rows.iter().map(|row| row.4).collect();
        let of_order = [Rule::RowNumber, Rule::OriginalOrder, Rule::NearIdentifier];
        let told = |table: CountedTable<'_>| {
            let mut found = lint(table, &roles, &BTreeMap::new());
            found.retain(|finding| !of_order.contains(&finding.rule));
            found
        };
        prop_assert_eq!(told(CountedTable::new(&once, &counts).unwrap()), told((&each).into()));
    }
}

/// Numbers, dates of birth and places that lead to one person, and names that other characters
/// hide.
#[test]
fn single_cells_that_lead_to_somebody_are_found() {
    let is_found = |name: &str, cell: &str| {
        let said = |row: usize| if row < 5 { cell } else { "ok" }.to_owned();
        let table = table(&[(name, &said)], 300);
        has(&rules(&table, &[(name, Role::Sensitive)]), name, Rule::Identifying)
    };
    for cell in [
        "SSN 123-45-6789",
        "Steuer-ID 86095742719",
        "geb. 12.03.1961",
        "Lindenstraße 12",
        "52.51234, 13.41234",
        "Tel. 12345",
        "Patientin Yildirim wartet",
        "An\u{200b}na Sch\u{200b}midt",
        "\u{ff21}\u{ff4e}\u{ff4e}\u{ff41} Schmidt",
        "\u{410}nn\u{430} S\u{441}hmidt",
    ] {
        assert!(is_found("said", cell), "{cell}");
    }
    for cell in ["Patientin stabil", "Patient Controlled Analgesia", "500 mg, 12:30", "Fall 12", "Weg 3"] {
        assert!(!is_found("said", cell), "{cell}");
    }
    assert!(is_found("anna.schmidt@web.de", "fine") && is_found("call +49 30 1234567", "fine"));
    assert!(!is_found("answer 3", "fine"));
}

/// `P-001` and `P1` count as two people.
#[test]
fn people_that_signs_and_zeros_part_are_found() {
    let found = |first: fn(usize) -> String, second: fn(usize) -> String| {
        let who = |row: usize| if row.is_multiple_of(2) { first(row / 2) } else { second(row / 2) };
        let table = table(&[("who", &who)], 60);
        let findings = lint(&table, &BTreeMap::from([("who".to_owned(), Role::Person)]), &BTreeMap::new());
        findings.into_iter().find(|finding| finding.rule == Rule::Variants).map(|finding| finding.message)
    };
    let hyphen = found(|one| format!("P-{one:03}"), |one| format!("P{one:03}")).unwrap();
    assert!(hyphen.contains("60 of its values look like only 30 people"), "{hyphen}");
    assert!(found(|one| format!("P {one:03}"), |one| format!("P{one:03}")).is_some());
    assert!(found(|one| format!("P{one:03}"), |one| format!("P{one:05}")).is_some());
    assert!(found(|one| format!("#{one:03}"), |one| format!("{one:03}")).is_some());
    assert!(found(|one| format!("1-2{one}"), |one| format!("12-{one}")).is_none());
    assert!(found(|one| format!("P{one:03}"), |one| format!("Q{one:03}")).is_none());
}

#[test]
fn people_are_not_named_in_the_names_of_columns() {
    fn named(name: &str) -> bool {
        let table = Table::from_rows([name], [["1"], ["2"]], &[]).unwrap();
        lint(&table, &BTreeMap::new(), &BTreeMap::new()).iter().any(|one| one.rule == Rule::Identifying)
    }
    for name in ["rating of Anna Schmidt", "Peter Bauer", "votes_for_Maria_Rossi"] {
        assert!(named(name), "{name}");
    }
    for name in [
        "mother education",
        "Charlson index",
        "Glasgow coma score",
        "Hospital Service Area",
        "APR DRG Description",
        "father's age",
        "Morris water maze",
        "native-country",
        "Payment Typology 1",
        "Big Five: agreeableness",
        "Barthel Index",
    ] {
        assert!(!named(name), "{name}");
    }
}
