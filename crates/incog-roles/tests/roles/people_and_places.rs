//! Names in which a word for a person or a place stands beside a sensitive one, and lists, codes
//! and amounts that are no people, no addresses and no numbers of records.

use crate::misleading_names::role;
use incog_roles::ProposedRole;

#[test]
fn who_and_where_somebody_is_comes_before_what_is_sensitive() {
    for name in [
        "therapy_client",
        "loan_customer",
        "rating_user",
        "score_student",
        "treatment_case",
        "cost_center",
        "tax_municipality",
        "treatment_ward",
        "pay_location",
        "treatment_city",
        "death_place",
        "vaccination_site",
        "salary_employer",
        "Steuergemeinde",
        "Lohnort",
        "Krankheit_Landkreis",
    ] {
        let found = role(name, |row| format!("C{:03}", row * 7 % 60));
        assert_ne!(found, ProposedRole::Sensitive, "{name}");
        assert_ne!(found, ProposedRole::Insensitive, "{name}");
        let found = role(name, |row| (2_000 + row * 7 % 60).to_string());
        assert_ne!(found, ProposedRole::Sensitive, "{name}, numbers");
    }
    for name in ["patient_diagnosis", "Diagnose", "region_income", "hospital_charges", "Lohn", "treatment"] {
        let kinds = role(name, |row| format!("kind {}", row % 9));
        assert!(kinds == ProposedRole::Sensitive || name.contains('_'), "{name}");
        let amounts = role(name, |row| format!("{}.{:02}", 900 + row * 37 % 4000, row % 100));
        assert_eq!(amounts, ProposedRole::Sensitive, "{name}, amounts");
    }
}

#[test]
fn words_of_a_list_and_codes_number_nobody() {
    fn subject(row: usize) -> String {
        ["Mathematics", "Physics", "History", "Art", "Music", "Biology", "Latin", "Chemistry"][row % 8]
            .to_owned()
    }
    assert_eq!(role("subject", |row| format!("S{:03}", row % 40)), ProposedRole::Person);
    assert_eq!(role("subject", |row| (row % 40).to_string()), ProposedRole::Person);
    // Eight kinds in eighty rows are few kinds only by what they are.
    for name in ["subject", "participant", "kod", "code"] {
        let found = role(name, |row| if row < 80 { subject(row) } else { String::new() });
        assert_eq!(found, ProposedRole::Undecided, "{name}");
    }
    for name in ["kod", "codice", "code"] {
        let found = role(name, |row| format!("{}{:03}", ["AB", "CD"][row % 2], row % 15));
        assert_ne!(found, ProposedRole::Person, "{name}");
    }
}

#[test]
fn what_an_invoice_is_over_is_money() {
    let euros = |row: usize| format!("{},{:02} \u{20ac}", 12 + row * 37 % 900, row % 100);
    assert_eq!(role("Rechnung", euros), ProposedRole::Sensitive);
    assert_eq!(
        role("Rechnung", |row| format!("{}.{:02}", 12 + row * 37, row % 100)),
        ProposedRole::Sensitive
    );
    assert_eq!(role("Rechnung", |row| (2024000 + row).to_string()), ProposedRole::Identifier);
    assert_eq!(role("Rechnung", |row| format!("R-{}", 2024000 + row)), ProposedRole::Identifier);
}

#[test]
fn numbered_things_are_no_addresses() {
    for word in ["dekade", "lane", "court", "Platz", "Allee", "drive", "Damm", "square", "spring"] {
        let found = role("x", |row| format!("{word} {}", row % 10));
        assert_eq!(found, ProposedRole::Undecided, "{word}");
    }
    let streets = ["Hauptstra\u{df}e", "Am Damm", "High Street", "Kirchweg", "Schlossallee"];
    assert_eq!(role("x", |row| format!("{} {}", streets[row % 5], row % 90)), ProposedRole::Identifier);
}
