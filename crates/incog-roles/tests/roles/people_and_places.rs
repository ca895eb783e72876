//! Names in which a word for a person or a place stands beside a sensitive one.

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
