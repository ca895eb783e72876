//! What the gate advises, as the Python package says it.

use incog_audit::{Finding, Rule};

/// Advice as a job file says it, and in Python; `COLUMN` stands for the name of the column.
const ADVICE: [(&str, &str); 13] = [
    (
        "(publish: round, top_quantile, or the mean of each class)",
        "(columns={COLUMN: {\"publish\": {\"round\": \"auto\"}}}, or {\"top_quantile\": 0.95}, or \"mean\")",
    ),
    (
        "(publish: round, top_quantile, first_of, the mean of each class, or coarser categories)",
        "(\"publish\" of a column in columns: {\"round\": \"auto\"}, {\"top_quantile\": 0.95}, {\"first_of\": \"month\"} or \"mean\"; or coarser \
         categories)",
    ),
    (
        "(publish: round, first_of, the mean of each class)",
        "(\"publish\" of a column in columns: {\"round\": \"auto\"}, {\"first_of\": \"month\"} or \"mean\")",
    ),
    (
        "(publish: first_of, round)",
        "(\"publish\" of a column in columns: {\"first_of\": \"month\"} or {\"round\": \"auto\"})",
    ),
    ("quasi-identifiers, too (role)", "quasi-identifiers, too (quasi_identifiers)"),
    (
        "give it the role identifier, or person if it names those to protect",
        "name it in identifiers, or in unit if it names those to protect",
    ),
    ("give the column the role identifier", "name the column in identifiers"),
    ("(remove order under [release])", "(remove order=\"input\")"),
    ("(publish: first_of)", "(columns={COLUMN: {\"publish\": {\"first_of\": \"month\"}}})"),
    ("(role: identifier)", "(drop)"),
    ("(min_level = 1)", "(columns={COLUMN: {\"min_level\": 1}})"),
    ("(weeks = true shifts by whole weeks)", "(\"weeks\": True shifts by whole weeks)"),
    (
        "give each a role under [columns]",
        "name each in quasi_identifiers, sensitive, insensitive or identifiers",
    ),
];

/// The finding with advice in the keywords of the package.
pub(super) fn message(finding: &Finding) -> String {
    let mut message =
        finding.message.replace("give it the role quasi-identifier", "name it in quasi_identifiers");
    for (in_job_file, in_python) in ADVICE {
        if message.contains(in_job_file) {
            let in_python = in_python.replace("COLUMN", &format!("{:?}", finding.column));
            message = message.replace(in_job_file, &in_python);
        }
    }
    message
}

/// Remedies for all findings of a rule.
pub(super) fn advice(rule: Rule) -> Option<&'static str> {
    match rule {
        Rule::SeveralRows => Some(
            "people have several records: unit=\"COLUMN\" counts people by the column that names them; unit=\"record\" counts \
             records, if different people only share a name",
        ),
        Rule::Identifying => Some(
            "a column seems to identify people: identifiers=[\"COLUMN\"] leaves it out; for text that you must publish, \
             columns={\"COLUMN\": {\"publish\": {\"redact\": [...]}}} removes what detectors recognize, and a waiver must cover the rest",
        ),
        _ => None,
    }
}
