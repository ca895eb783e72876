//! The eighteen identifiers of HIPAA's Safe Harbor, 45 CFR 164.514(b)(2)(i), each with a name that
//! says it and with none.

use incog_data::Table;
use incog_roles::{ProposedRole, propose};

/// The role of a column of forty rows, four for each of ten values.
fn role(name: &str, value: impl Fn(usize) -> String) -> ProposedRole {
    let values: Vec<String> = (0..40).map(|row| value(row % 10)).collect();
    let table = Table::from_rows([name], values.iter().map(|value| [value.as_str()]), &[""]).unwrap();
    propose(&table)[0].role
}

fn number(at: usize) -> String {
    format!("{}", 48_213_907 + 7_919 * at)
}

const NAMES: [&str; 10] = [
    "Anna Schmidt",
    "Jack Doherty",
    "María García",
    "Paolo Rossi",
    "Kees de Vries",
    "João Silva",
    "Jan Nowak",
    "Marie Dupont",
    "Ella Brown",
    "Hugo Martin",
];

#[test]
fn by_name_though_values_repeat() {
    for (name, role_of, expected) in [
        ("name", role("name", |at| NAMES[at].into()), ProposedRole::Identifier),
        ("street", role("street", |at| format!("Elm Row {at}")), ProposedRole::Identifier),
        ("zip", role("zip", |at| format!("1012{at}")), ProposedRole::QuasiIdentifier),
        ("county", role("county", |at| format!("c{at}")), ProposedRole::QuasiIdentifier),
        ("birth date", role("birth_date", |at| format!("1960-01-1{at}")), ProposedRole::QuasiIdentifier),
        (
            "admission date",
            role("admission_date", |at| format!("2020-01-1{at}")),
            ProposedRole::QuasiIdentifier,
        ),
        ("telephone", role("phone_no", number), ProposedRole::Identifier),
        ("fax", role("fax", number), ProposedRole::Identifier),
        ("e-mail", role("email", |at| format!("hidden{at}")), ProposedRole::Identifier),
        ("social security", role("SSN", number), ProposedRole::Identifier),
        ("medical record", role("MRN", number), ProposedRole::Identifier),
        ("health plan", role("beneficiary_number", number), ProposedRole::Identifier),
        ("account", role("account_number", number), ProposedRole::Identifier),
        ("certificate", role("license_no", number), ProposedRole::Identifier),
        ("vehicle", role("license plate", |at| format!("K{at}")), ProposedRole::Identifier),
        ("device", role("device_serial", number), ProposedRole::Identifier),
        ("url", role("homepage", |at| format!("page{at}")), ProposedRole::Identifier),
        ("ip", role("IPAddress", |at| format!("host{at}")), ProposedRole::Identifier),
        ("biometric", role("fingerprint", number), ProposedRole::Identifier),
        ("photograph", role("photo", |at| format!("p{at}")), ProposedRole::Identifier),
        ("any other", role("customer_id", number), ProposedRole::Person),
    ] {
        assert_eq!(role_of, expected, "{name}");
    }
}

#[test]
fn by_values_under_a_name_that_says_nothing() {
    let cards = ["4111111111111111", "5555555555554444", "378282246310005"];
    for (what, role_of, expected) in [
        ("(A) names", role("x", |at| NAMES[at].into()), ProposedRole::Identifier),
        ("(B) addresses", role("x", |at| format!("{at} Elm Street")), ProposedRole::Identifier),
        ("(B) positions", role("x", |at| format!("POINT (11.5 48.{at})")), ProposedRole::QuasiIdentifier),
        ("(B) postal codes", role("x", |at| format!("SW{at}A 1AA")), ProposedRole::QuasiIdentifier),
        ("(C) dates", role("x", |at| format!("0{}/03/2020", at.max(1))), ProposedRole::QuasiIdentifier),
        ("(D) telephone", role("x", |at| format!("(030) 12345{at}")), ProposedRole::Identifier),
        ("(E) fax", role("x", |at| format!("+44 20 7946 09{at}0")), ProposedRole::Identifier),
        ("(F) e-mail", role("x", |at| format!("a{at}@example.org")), ProposedRole::Identifier),
        ("(G) social security", role("x", |at| format!("078-05-112{at}")), ProposedRole::Identifier),
        ("(G) DNI", role("x", dni), ProposedRole::Identifier),
        ("(I) national insurance", role("x", |at| format!("AB12345{at}C")), ProposedRole::Identifier),
        ("(I) NHS numbers", role("x", nhs), ProposedRole::Identifier),
        ("(J) cards", role("x", |at| cards[at % 3].into()), ProposedRole::Identifier),
        ("(L) vehicles", role("x", |at| format!("B-AB 12{at}")), ProposedRole::Identifier),
        ("(M) devices", role("x", |at| format!("00:1A:2B:3C:4D:{at}0")), ProposedRole::Identifier),
        ("(N) urls", role("x", |at| format!("https://example.org/{at}")), ProposedRole::Identifier),
        ("(O) addresses", role("x", |at| format!("192.168.0.{at}")), ProposedRole::Identifier),
        ("(P) voices", role("x", |at| format!("voice{at}.wav")), ProposedRole::Identifier),
        (
            "(R) UUIDs",
            role("x", |at| format!("550e8400-e29b-41d4-a716-44665544000{at}")),
            ProposedRole::Identifier,
        ),
        ("(Q) photographs", role("x", |at| format!("img/{at}.jpg")), ProposedRole::Identifier),
    ] {
        assert_eq!(role_of, expected, "{what}");
    }
}

/// A Spanish number with the letter that follows from it.
fn dni(at: usize) -> String {
    let number = 12_345_678 + 1_117 * at;
    format!("{number:08}{}", b"TRWAGMYFPDXBNJZSQVHLCKE"[number % 23] as char)
}

/// A number of the NHS with the check digit that follows from it.
fn nhs(at: usize) -> String {
    let numbers = (0..).map(|step| format!("{}", 485_777_300 + 97 * at + step));
    let check = |number: &String| {
        let sum: usize = number
            .bytes()
            .zip([10, 9, 8, 7, 6, 5, 4, 3, 2])
            .map(|(digit, weight)| usize::from(digit - b'0') * weight)
            .sum();
        11 - sum % 11
    };
    let number = numbers.into_iter().find(|number| check(number) != 10).unwrap();
    format!("{number}{}", check(&number) % 11)
}

#[test]
fn numbers_of_records_are_found_where_rows_differ() {
    let rows = |value: &dyn Fn(usize) -> String| {
        let values: Vec<String> = (0..200).map(value).collect();
        let table = Table::from_rows(["x"], values.iter().map(|value| [value.as_str()]), &[""]).unwrap();
        propose(&table)[0].role
    };
    assert_eq!(rows(&|row| format!("P-{:05}", row * 37)), ProposedRole::Identifier);
    // (H), (I), (K): charts, members, licences.
    assert_eq!(rows(&|row| format!("{}/{:04}", 20 + row % 5, row * 7)), ProposedRole::Identifier);
    assert_eq!(rows(&|row| format!("BX{:06}K", row * 4793)), ProposedRole::Identifier);
    assert_eq!(rows(&|row| (row + 1).to_string()), ProposedRole::Identifier);
    assert_eq!(rows(&|row| (row * row * 31).to_string()), ProposedRole::Undecided);
    assert_eq!(rows(&|row| format!("was seen on day {row} by somebody else")), ProposedRole::Identifier);
}

#[test]
fn a_pair_of_columns_of_decimals_is_a_position() {
    let rows: Vec<[String; 2]> =
        (0..60).map(|row| [format!("48.13{row:03}"), format!("11.57{row:03}")]).collect();
    let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
    let table = Table::from_rows(["a", "b"], rows, &[]).unwrap();
    assert!(propose(&table).iter().all(|proposal| proposal.role == ProposedRole::QuasiIdentifier));
}

/// Thirty measures of a tumour are no places.
#[test]
fn many_columns_of_decimals_are_no_positions() {
    let names = ["smoothness", "compactness", "concavity", "symmetry", "texture"];
    let rows: Vec<[String; 5]> = (0..60)
        .map(|row| std::array::from_fn(|column| format!("0.1{:03}", (row * 37 + column * 11) % 997)))
        .collect();
    let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
    let table = Table::from_rows(names, rows, &[]).unwrap();
    assert!(propose(&table).iter().all(|proposal| proposal.role == ProposedRole::Undecided));
}

#[test]
fn no_reason_repeats_a_value() {
    let rows = (0..40).map(|row| [NAMES[row % 10], "Qx secret", if row % 2 == 0 { "Zyes" } else { "Zno" }]);
    let table = Table::from_rows(["x", "y2", "z"], rows, &[]).unwrap();
    for (column, proposal) in table.columns().iter().zip(propose(&table)) {
        assert!(!proposal.reasons.is_empty());
        assert!(column.dictionary.iter().all(|value| !proposal.why().contains(value)), "{}", proposal.why());
    }
}

#[test]
fn values_that_look_alike_are_told_apart_by_the_name() {
    let towns = ["San Jose", "Jackson Hole", "Lawrence", "Madison", "Saint Paul", "Austin"];
    assert_eq!(role("city", |at| towns[at % 6].into()), ProposedRole::QuasiIdentifier);
    assert_eq!(role("app version", |at| format!("1.{at}.0.2")), ProposedRole::Undecided);
    assert_eq!(role("phone_type", |at| ["mobile", "home"][at % 2].into()), ProposedRole::Undecided);
    assert_eq!(role("Vorname", |at| ["Anna", "Uwe", "Kai"][at % 3].into()), ProposedRole::Identifier);
    assert_eq!(role("has_email", |at| ["ja", "nein"][at % 2].into()), ProposedRole::Undecided);
    assert_eq!(role("telephone", |at| ["A191", "A192"][at % 2].into()), ProposedRole::Undecided);
    assert_eq!(role("Kundennr", number), ProposedRole::Person);
    assert_eq!(role("account_balance", number), ProposedRole::Sensitive);
    assert_eq!(role("number_of_visits", |at| (at % 7).to_string()), ProposedRole::Undecided);
}
