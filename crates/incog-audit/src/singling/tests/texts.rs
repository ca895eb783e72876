//! Remarks about one person.

use super::*;

/// What is found of the texts of a column of 400 records.
fn texts(cell: fn(usize) -> &'static str) -> Vec<(Severity, u64)> {
    let table = table(&["remark"], 400, |row, _| cell(row).replace('#', &row.to_string()));
    let found = singled_out(&request(&table, Role::Sensitive)).into_iter();
    let texts = found.filter(|found| found.by == Singling::UniqueTexts);
    texts.map(|found| (found.severity, found.records)).collect()
}

/// Names of ten groups of diseases.
const GROUPS: [&str; 10] = [
    "Diseases of the respiratory system",
    "Diseases of the circulatory system",
    "Diseases of the digestive system",
    "Diseases of the genitourinary system",
    "Diseases of the nervous system",
    "Diseases of the musculoskeletal system",
    "Diseases of the eye and adnexa",
    "Diseases of the ear and mastoid",
    "Certain infectious and parasitic diseases",
    "Endocrine, nutritional and metabolic diseases",
];

#[test]
fn a_remark_is_a_warning_and_a_column_of_remarks_a_danger() {
    let warned = (Severity::Warning, 1);
    assert_eq!(texts(|row| if row == 7 { "fell from the mayor's horse" } else { "none" }), [warned]);
    let among_groups = texts(|row| match row {
        7 => "fell from the mayor's horse",
        8 => "is the twin of our champion",
        row => GROUPS[row % 10],
    });
    assert_eq!(among_groups, [(Severity::Warning, 2)]);
    let mostly_empty = texts(|row| if row < 12 { "case # of the mayor" } else { "NA" });
    assert_eq!(mostly_empty, [(Severity::Danger, 12)]);
    // Three words are a name of something.
    assert_eq!(texts(|row| if row < 12 { "case # so" } else { "none" }), []);
}

#[test]
fn categories_with_long_names_are_no_remarks() {
    assert_eq!(texts(|row| GROUPS[row % 10]), []);
    // A group of one person, or of two, among others that many share.
    assert_eq!(texts(|row| if row < 1 { GROUPS[9] } else { GROUPS[row % 9] }), []);
    assert_eq!(texts(|row| if row < 2 { GROUPS[9] } else { GROUPS[row % 9] }), []);
}
