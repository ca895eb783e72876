//! Remedies that a caller of the Python package has other means for than a job file has.

/// Phrases of messages for a job file or the command, and what a caller of the package does
/// instead. Longer phrases come before those that they contain.
const PHRASES: [(&str, &str); 63] = [
    // Tables come from memory, so nobody can say how a file is to be read.
    ("set csv.decimal = \",\" if they have decimal commas", "convert them to numbers"),
    (
        "it has a decimal comma, so set csv.decimal = \",\", or write it with a decimal point",
        "it has a decimal comma: convert the column to numbers",
    ),
    ("set csv.decimal = \",\", or write them with a decimal point", "convert them to numbers"),
    ("the markers of missing values in csv.missing", "the markers of missing values in the keyword missing"),
    // People and other roles.
    (
        "give a column the role \"person\" or \"household\" (if there are several, set privacy.unit)",
        "name that column in unit",
    ),
    ("give a column the role \"person\" or \"household\" (it is not published)", "name that column in unit"),
    (
        "only columns with the role \"person\" or \"household\" can be published as pseudonyms",
        "only the column that unit names can be published as pseudonyms",
    ),
    (
        "Add the column that says whose a record is (role \"person\"; it is not published)",
        "Name that of the people in unit",
    ),
    ("set unit = \"record\" if", "set unit=\"record\" if"),
    (
        "give it the role person, so that people are counted and not rows",
        "name it in unit, so that people are counted and not rows",
    ),
    (
        "give it the role identifier, or person if it names those to protect",
        "name it in identifiers, or in unit if it names those to protect",
    ),
    ("has the role \"promise\"", "is named in own_k"),
    ("which does not have the role \"sensitive\"", "which is not named in sensitive"),
    ("(a column with role = \"household\")", "(columns={\"COLUMN\": {\"role\": \"household\"}})"),
    ("(role: identifier)", "(drop)"),
    ("(role = \"identifier\")", "(drop)"),
    ("leave it out with the role \"identifier\"", "leave it out with drop"),
    ("quasi-identifiers, too (role)", "quasi-identifiers, too (quasi_identifiers)"),
    ("give the column another role", "name the column in another keyword"),
    ("give at least one column that role", "name at least one column in quasi_identifiers"),
    (
        "give each a role under [columns]",
        "name each in quasi_identifiers, sensitive, insensitive or identifiers",
    ),
    (
        "give each one of the roles identifier, quasi-identifier, sensitive, insensitive, provider, person, household or own-k",
        "name each in quasi_identifiers, sensitive, insensitive, identifiers, drop, unit, provider or own_k",
    ),
    ("add l-diversity or t-closeness to limit that", "set l or t to limit that, such as l=2"),
    // Treatments.
    (
        "labels of two levels would be written as equal cells, and nobody could tell them apart; nothing was written; set publish = \"label\"",
        "labels of two levels would be written as equal cells, and nobody could tell them apart; nothing was written; set recoding=\"global\", or \"publish\": \"label\" for it in columns",
    ),
    (
        "a larger weight for the column may keep it",
        "a larger weight for the column may keep it, as in columns={\"COLUMN\": {\"weight\": 3.0}}",
    ),
    (
        "(publish: round, top_quantile, first_of, the mean of each class, or coarser categories)",
        "(\"publish\" of a column in columns: {\"round\": \"auto\"}, {\"top_quantile\": 0.95}, {\"first_of\": \"month\"} or \"mean\"; or coarser \
         categories)",
    ),
    (
        "(publish: round, top_quantile, first_of, or coarser categories)",
        "(\"publish\" of a column in columns: {\"round\": \"auto\"}, {\"top_quantile\": 0.95} or {\"first_of\": \"month\"}; or coarser categories)",
    ),
    (
        "(publish: round, top_quantile, or the mean of each class)",
        "(\"publish\" of the column in columns: {\"round\": \"auto\"}, {\"top_quantile\": 0.95} or \"mean\")",
    ),
    (
        "(publish: round, first_of, the mean of each class)",
        "(\"publish\" of a column in columns: {\"round\": \"auto\"}, {\"first_of\": \"month\"} or \"mean\")",
    ),
    (
        "(publish: first_of, round)",
        "(\"publish\" of a column in columns: {\"first_of\": \"month\"} or {\"round\": \"auto\"})",
    ),
    ("(publish: first_of)", "(\"publish\" of the column in columns: {\"first_of\": \"month\"})"),
    ("(publish: round)", "(\"publish\" of the column in columns: {\"round\": \"auto\"})"),
    ("(publish: redact)", "(\"publish\" of the column in columns: {\"redact\": [...]})"),
    ("a treatment such as { round = 10 }", "a treatment such as {\"round\": 10}"),
    ("such as { intervals = [5, 10], top = 90 }", "such as incog.intervals(5, 10, top=90)"),
    ("{ date = [\"month\", \"year\"] }", "incog.dates(\"month\", \"year\")"),
    (
        "use a hierarchy file, a tree, intervals, a mask, dates, codes, countries, flat = true or a fanout with an order",
        "use a hierarchy file, a tree, intervals, a mask, dates, codes, countries, \"flat\" or incog.ordered",
    ),
    ("set publish = \"label\"", "set \"publish\": \"label\" for it in columns"),
    ("set publish = \"mode\"", "set \"publish\": \"mode\" for it in columns"),
    (
        "k-map = { k = 5 } and delta-presence = { max = 0.5 } do",
        "models={\"k-map\": {\"k\": 5}} and models={\"delta-presence\": {\"max\": 0.5}} do",
    ),
    ("only local recoding (kind = \"local\") uses it", "only recoding={\"kind\": \"local\", ...} uses it"),
    (", or remove the key", ", or leave it out"),
    ("; remove this key", "; leave it out"),
    ("; remove the key", "; leave it out"),
    ("; remove one of the keys", "; leave one of the two out"),
    // Secrets and keys.
    (
        "keep the key (--internal), or set release.secret (make the file with: incog key new key.txt)",
        "set release={\"secret\": \"key.txt\"} (make the file with incog.new_key)",
    ),
    ("(make it with: incog key new key.txt)", "(make it with incog.new_key)"),
    ("(make the file with: incog key new key.txt)", "(make the file with incog.new_key)"),
    ("(make one with: incog key new key.txt)", "(make one with incog.new_key)"),
    ("make one with: incog key new FILE", "make one with incog.new_key"),
    ("make a secret with: incog key new FILE", "make a secret with incog.new_key"),
    ("make secrets with: incog key new", "make secrets with incog.new_key"),
    // What the command does with flags.
    (
        "levels differ by record, and gain nothing here; --uniform gives one level per column",
        "levels differ by record, and gain nothing here; recoding=\"global\" gives one level per column",
    ),
    ("(--uniform)", "(recoding=\"global\")"),
    ("(remove order under [release])", "(remove order=\"input\")"),
    ("make a new plan with: incog plan", "make a new plan with incog.plan"),
    ("; incog list metrics shows all", "; incog.list_metrics() names all"),
    ("to replace it, add --force", "to replace it, set overwrite=True"),
    ("publish again with --force", "publish again with overwrite=True"),
    ("to replace it anyway, add --replace-better", "to replace it anyway, set replace_better=True"),
    (
        "use SQL statements (incog plan --sql, docs/engines.md), which allow treatments without a key, or export the table to Parquet",
        "read the table and use incog.anonymize",
    ),
    (
        "differential privacy works only with incog anonymize JOB.toml, from file to file; plans, explorations, databases, data frames and the page cannot draw records",
        "differential privacy works only with the command incog anonymize JOB.toml, from file to file; Job.to_toml writes the job",
    ),
    ("use the job file, or the internal report (--internal)", "use the job itself, or the internal report"),
];

/// The message with what a caller of the package can do.
///
/// ```
/// use incog::python::with_phrases;
/// assert_eq!(with_phrases("make one with: incog key new FILE"), "make one with incog.new_key");
/// ```
pub fn with_phrases(message: &str) -> String {
    PHRASES.iter().fold(message.to_owned(), |text, (said, python)| text.replace(said, python))
}
