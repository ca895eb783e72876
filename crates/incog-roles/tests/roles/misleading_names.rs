//! Names that say that a column is sensitive, or no matter, over values by which people are
//! recognized.

use incog_data::Table;
use incog_roles::{ProposedRole, propose};

/// The role of a column of two hundred rows.
pub fn role(name: &str, value: impl Fn(usize) -> String) -> ProposedRole {
    let values: Vec<String> = (0..200).map(value).collect();
    let table = Table::from_rows([name], values.iter().map(|value| [value.as_str()]), &[""]).unwrap();
    propose(&table)[0].role
}

const GIVEN: [&str; 12] =
    ["Anna", "Jan", "Marie", "Paolo", "Eva", "Hugo", "Ella", "Lukas", "Sofia", "Emma", "Felix", "Clara"];
const FAMILY: [&str; 11] = [
    "Schmidt", "Nowak", "Dupont", "Rossi", "Brown", "Martin", "Müller", "Silva", "García", "Weber", "Fischer",
];

#[test]
fn what_is_sensitive_by_its_name_is_not_published_where_people_are_named_in_it() {
    let person = |row: usize| format!("{} {}", GIVEN[row % 12], FAMILY[row * 7 % 11]);
    for name in
        ["Befund", "treatment", "Verwendungszweck", "complaint", "motif", "diagnosis", "resultado", "purpose"]
    {
        let letter = |row: usize| format!("{} was seen on day {row} and sent home", person(row));
        assert_eq!(role(name, letter), ProposedRole::Undecided, "{name}, letters");
        assert_eq!(role(name, person), ProposedRole::Undecided, "{name}, names");
        assert_eq!(
            role(name, |row| GIVEN[row % 12].to_owned()),
            ProposedRole::Undecided,
            "{name}, given names"
        );
        assert_eq!(
            role(name, |row| format!("word{}", row * 37)),
            ProposedRole::Undecided,
            "{name}, nothing twice"
        );
        // Kinds of something stay what the name says.
        assert_eq!(role(name, |row| format!("kind {}", row % 9)), ProposedRole::Sensitive, "{name}, kinds");
    }
}

#[test]
fn dates_are_dates_whatever_was_done_on_them() {
    fn day(row: usize) -> String {
        format!("2021-{:02}-{:02}", 1 + row % 12, 1 + row * 7 % 28)
    }
    for name in ["surgery", "OP", "payment", "last vaccination", "Zahlung", "trattamento"] {
        assert_eq!(role(name, day), ProposedRole::QuasiIdentifier, "{name}");
    }
    assert_eq!(role("payment", |row| (row * 37).to_string()), ProposedRole::Sensitive);
}

#[test]
fn numbers_and_addresses_of_what_is_sensitive_are_undecided() {
    fn number(row: usize) -> String {
        (48_213_907 + 7_919 * (row % 60)).to_string()
    }
    fn word(row: usize) -> String {
        format!("qx{}z", row % 60)
    }
    for name in ["loan nr", "treatment_id", "credit number", "Rezept-Nr. Medikament"] {
        assert_eq!(role(name, number), ProposedRole::Undecided, "{name}");
    }
    assert_eq!(role("surgery contact", word), ProposedRole::Undecided);
    assert_eq!(role("account_balance", number), ProposedRole::Sensitive);
    assert_eq!(
        role("Kontostand", |row| format!("{}.{:03},{:02} EUR", 1 + row % 9, row * 37 % 1000, row % 100)),
        ProposedRole::Sensitive
    );
    assert_eq!(
        role("Einkommen", |row| format!("{},{:02}", 900 + row * 37, row % 100)),
        ProposedRole::Sensitive
    );
    assert_eq!(role("drug_name", word), ProposedRole::Sensitive);
    assert_eq!(role("diagnosis_code", word), ProposedRole::Sensitive);
    assert_eq!(role("number_of_loans", |row| (row % 7).to_string()), ProposedRole::Sensitive);
    assert_eq!(role("num_lab_procedures", |row| (row % 131).to_string()), ProposedRole::Sensitive);
}

#[test]
fn things_that_few_have_are_no_matter_of_indifference() {
    // A medicine is bought, too, and nobody knows what a unit of soldiers is: somebody decides.
    for name in ["brand", "product", "Artikel", "military_unit", "unit"] {
        assert_eq!(role(name, |row| format!("kind {}", row % 4)), ProposedRole::Undecided, "{name}");
    }
    for name in ["browser", "file", "temperature"] {
        assert_eq!(role(name, |row| format!("kind {}", row % 4)), ProposedRole::Insensitive, "{name}");
        assert_eq!(role(name, |row| format!("kind {}", row % 60)), ProposedRole::Undecided, "{name}");
        let one_alone = |row: usize| if row == 7 { "x".to_owned() } else { format!("kind {}", row % 2) };
        assert_eq!(role(name, one_alone), ProposedRole::Undecided, "{name}");
    }
}

/// A number that two rows have is that of a person who was seen twice, and one of a taxi that is
/// followed is that of whoever drives it.
#[test]
fn numbers_that_are_shared_are_people() {
    assert_eq!(role("id", |row| (70_000 + row / 2 * 13).to_string()), ProposedRole::Person);
    assert_eq!(role("id", |row| (70_000 + row * 13).to_string()), ProposedRole::Identifier);
    let twice_for_a_few = |row: usize| (70_000 + row.saturating_sub(9) * 13).to_string();
    assert_eq!(role("id", twice_for_a_few), ProposedRole::Identifier);
    for name in ["taxi_id", "rider_id", "taxi"] {
        assert_eq!(role(name, |row| (1000 + row / 10).to_string()), ProposedRole::Person, "{name}");
    }
    // Many people ride one bike, and one person rides many: k bikes would not be k people.
    for name in ["bike_id", "bikeid", "scooter-id", "Bike number"] {
        assert_eq!(role(name, |row| (1000 + row / 10).to_string()), ProposedRole::Identifier, "{name}");
    }
}

/// The roles of a table of payments, in which the first column has the number of the payer.
fn roles_of_payments(name: &str, number: fn(usize) -> String) -> Vec<ProposedRole> {
    let rows: Vec<[String; 4]> = (0..1_200)
        .map(|row| {
            let person = row / 12;
            [
                number(person),
                (20 + person * 7 % 61).to_string(),
                ["m", "f"][person * 5 / 3 % 2].to_owned(),
                (row * 37).to_string(),
            ]
        })
        .collect();
    let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
    let table = Table::from_rows([name, "age", "sex", "amount"], rows, &[""]).unwrap();
    propose(&table).into_iter().map(|proposal| proposal.role).collect()
}

#[test]
fn numbers_that_people_are_told_by_are_undecided_whatever_is_numbered() {
    fn card(person: usize) -> String {
        format!("K{:09}", 7_919 * person + 1_000_003)
    }
    fn whole(person: usize) -> String {
        (4_000_000 + 7_919 * person).to_string()
    }
    fn small(person: usize) -> String {
        format!("{:05}", 7_919 * person % 10_007)
    }
    assert_eq!(roles_of_payments("race_number", small)[0], ProposedRole::Undecided);
    for name in ["payer_id", "insurance_card", "race_number", "Versicherung_Nr", "job_no"] {
        for number in [card as fn(usize) -> String, whole] {
            let roles = roles_of_payments(name, number);
            assert!(
                !matches!(roles[0], ProposedRole::QuasiIdentifier | ProposedRole::Sensitive),
                "{name}: {roles:?}"
            );
            assert_eq!(roles[1], ProposedRole::QuasiIdentifier, "{name}");
        }
    }
    // Few kinds, and amounts, are what their names say.
    let payer = roles_of_payments("payer", |person| format!("plan {}", person % 5));
    assert_eq!(payer[0], ProposedRole::QuasiIdentifier);
    assert_eq!(roles_of_payments("income", whole)[0], ProposedRole::Sensitive);
}

#[test]
fn people_who_serve_others_are_not_who_is_counted() {
    fn roles(names: [&str; 2], distinct: [usize; 2]) -> Vec<ProposedRole> {
        let rows: Vec<[String; 2]> = (0..400)
            .map(|row| [format!("P{:04}", row * 7 % distinct[0]), format!("D{:04}", row * 11 % distinct[1])])
            .collect();
        let table = Table::from_rows(names, rows.iter().map(|row| row.each_ref().map(String::as_str)), &[""])
            .unwrap();
        propose(&table).iter().map(|proposal| proposal.role).collect()
    }
    use ProposedRole::{Identifier, Person};
    assert_eq!(roles(["patient_no", "treating_doctor"], [400, 30]), [Identifier, Identifier]);
    assert_eq!(roles(["patient_id", "Hausarzt"], [150, 30]), [Person, Identifier]);
    assert_eq!(roles(["pupil_id", "teacher"], [150, 25]), [Person, Identifier]);
    // A table of teachers is about them, and so is one of more doctors than patients.
    assert_eq!(roles(["room_no", "teacher"], [400, 25])[1], Person);
    assert_eq!(roles(["patient_id", "doctor"], [25, 150]), [Person, Person]);
}

#[test]
fn a_table_that_describes_those_who_serve_counts_them() {
    // Each of thirty drivers has an age and a sex, and drives other customers.
    let rows: Vec<[String; 4]> = (0..400)
        .map(|row| {
            let driver = row * 11 % 30;
            let age = 20 + driver * 7 % 25;
            let sex = ["m", "f"][driver * 5 % 7 % 2];
            [format!("C{:04}", row * 7 % 200), format!("D{driver:04}"), age.to_string(), sex.to_owned()]
        })
        .collect();
    let names = ["customer_id", "driver_id", "driver_age", "driver_sex"];
    let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
    let proposals = propose(&Table::from_rows(names, rows, &[""]).unwrap());
    assert_eq!(proposals[1].role, ProposedRole::Person, "{}", proposals[1].why());
}
