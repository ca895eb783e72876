//! What the gate advises, as the Python package says it.

use incog_audit::{Finding, Rule};

/// Advice as a job file says it, and in Python; `COLUMN` stands for the name of the column.
const ADVICE: [(&str, &str); 7] = [
    (
        "(publish: round, top_quantile, or the mean of each class)",
        "(columns={COLUMN: {\"publish\": {\"round\": \"auto\"}}}, or {\"top_quantile\": 0.95}, or \"mean\")",
    ),
    (
        "(publish: round, top_quantile, first_of, the mean of each class, or coarser categories)",
        "(\"publish\" of a column in columns: {\"round\": \"auto\"}, {\"top_quantile\": 0.95}, {\"first_of\": \"month\"} or \"mean\"; or coarser \
         categories)",
    ),
    ("(publish: first_of)", "(columns={COLUMN: {\"publish\": {\"first_of\": \"month\"}}})"),
    ("(role: identifier)", "(identifiers)"),
    ("(min_level = 1)", "(columns={COLUMN: {\"min_level\": 1}})"),
    ("(weeks = true moves by whole weeks)", "(\"weeks\": True moves by whole weeks)"),
    (
        "say the role of each under [columns]",
        "name each in quasi_identifiers, sensitive, insensitive or identifiers",
    ),
];

/// The finding with advice in the keywords of the package.
pub(super) fn message(finding: &Finding) -> String {
    let mut message =
        finding.message.replace("make it a quasi-identifier (role)", "name it in quasi_identifiers");
    for (in_job_file, in_python) in ADVICE {
        if message.contains(in_job_file) {
            let in_python = in_python.replace("COLUMN", &format!("{:?}", finding.column));
            message = message.replace(in_job_file, &in_python);
        }
    }
    message
}

/// What can be done about all findings of a rule.
pub(super) fn advice(rule: Rule) -> Option<&'static str> {
    match rule {
        Rule::SeveralRows => Some(
            "a column that names people and repeats: unit=\"COLUMN\" counts people by it; unit=\"record\" says that records are \
             counted, as where only namesakes share a name",
        ),
        Rule::Identifying => Some(
            "a column that seems to say who somebody is: identifiers=[\"COLUMN\"] leaves it out; of text that has to be published, \
             columns={\"COLUMN\": {\"publish\": {\"redact\": [...]}}} takes out what detectors recognize, and somebody still answers for the rest",
        ),
        _ => None,
    }
}
