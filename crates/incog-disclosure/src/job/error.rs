//! What can be wrong with a job, and where.

use crate::limits::MOST_QUASI_IDENTIFIERS;
use incog_io::{JobTextError, JobTextProblem, Nearest};
use std::borrow::Cow;
use std::path::PathBuf;
use thiserror::Error;

pub use incog_io::{Place, nearest};

/// Why a job is refused: what is wrong, and where.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{place}{problem}")]
pub struct JobError {
    /// Where the problem is; unknown parts are left out of the message.
    pub place: Place,
    /// What is wrong.
    pub problem: Box<JobProblem>,
}

impl JobError {
    /// A problem at a place.
    pub fn new(place: Place, problem: JobProblem) -> Self {
        Self { place, problem: Box::new(problem) }
    }
}

impl From<JobTextError> for JobError {
    fn from(error: JobTextError) -> Self {
        Self::new(error.place, error.problem.into())
    }
}

/// What is wrong with a job.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum JobProblem {
    /// The text cannot be read, is not that of a job, or has a key that does not exist.
    #[error(transparent)]
    Text(#[from] JobTextProblem),
    /// A key that must be there is not.
    #[error("key {key:?} is missing: {what}")]
    Missing {
        /// The key.
        key: &'static str,
        /// What it says.
        what: &'static str,
    },
    /// A number outside its range.
    #[error("{key} = {found} is out of range: {expected}")]
    OutOfRange {
        /// The key, with the tables it is in.
        key: String,
        /// Its value.
        found: f64,
        /// The range.
        expected: Cow<'static, str>,
    },
    /// A word that is not one of the known ones.
    #[error("{key} = {found:?} is unknown{}; possible values: {}", Nearest(.nearest.as_deref()), known.join(", "))]
    UnknownWord {
        /// The key, with the tables it is in.
        key: String,
        /// Its value.
        found: String,
        /// The known word with the most similar spelling.
        nearest: Option<String>,
        /// All known words.
        known: Vec<&'static str>,
    },
    /// A value that is none of those that its key takes.
    #[error("{key} = {found} must be {expected}")]
    BadParameter {
        /// The key, with the tables it is in.
        key: String,
        /// Its value.
        found: String,
        /// The range.
        expected: String,
    },
    /// The address of an engine has a secret, or is none. It is not shown.
    #[error("{key}: {why}")]
    Address {
        /// The key.
        key: &'static str,
        /// Why it is refused.
        why: incog_engine::AddressError,
    },
    /// A name of a table is none.
    #[error("{key}: {why}")]
    Relation {
        /// The key.
        key: &'static str,
        /// Why it is refused.
        why: incog_sql::SqlError,
    },
    /// A query that is not one statement, or none. It is not shown.
    #[error(
        "input.query is {found}; expected one statement without a semicolon, such as \"SELECT age, zip, \
         disease FROM patients\"; for anything else, create a view in the database and name it in \
         input.table"
    )]
    Query {
        /// The kind that was found instead.
        found: &'static str,
    },
    /// A report is no place from which a query is carried out.
    #[error(
        "the input is a query (input.query), which a report never contains; incog runs it only from a job \
         file that you name: incog verify REPORT --job JOB.toml"
    )]
    WithheldQuery,
    /// A report withholds what its verification needs.
    #[error(
        "the report withholds settings of column {column:?} (listed values, or levels); name the job file \
         of the release: incog verify REPORT --job JOB.toml"
    )]
    WithheldFromVerifier {
        /// The column.
        column: String,
    },
    /// A report withholds what its verification needs and the plan has, which is not there.
    #[error(
        "the report withholds settings of column {column:?} (listed values, or levels); they are in the \
         plan {plan:?}, which is missing or not a plan; put the plan there"
    )]
    WithheldWithPlan {
        /// The column.
        column: String,
        /// The plan, as the report calls it.
        plan: String,
    },
    /// A secret that cannot be used.
    #[error("{key}: {}: {why}", path.display())]
    Secret {
        /// The key that names it.
        key: String,
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A report withholds the path of a key, and nothing can be published without.
    #[error("columns.{column}.publish: the file of its key is withheld; name the file, or use the job file")]
    NoKey {
        /// The column.
        column: String,
    },
    /// Chance that follows from the seed of a report.
    #[error(
        "columns.{column}.publish is random and needs a secret: with the seed in the report, anybody could \
         undo it; set release.secret = \"key.txt\" (make the file with: incog key new key.txt)"
    )]
    NoSecret {
        /// The column.
        column: String,
    },
    /// A report withholds what is optimized, how, and how near to the best the release is.
    #[error(
        "the report withholds the objective and the choice of the release (release.conceal_choice); use \
         the job file, or the internal report (--internal)"
    )]
    WithheldChoice,
    /// A hierarchy of which a report withholds something.
    #[error(
        "columns.{column}.hierarchy: its {what} is withheld, because it may contain suppressed values; use \
         the job file, or the internal report (--internal)"
    )]
    Withheld {
        /// The column.
        column: String,
        /// The key that is withheld.
        what: String,
    },
    /// A report withholds the lowest and highest levels of a column.
    #[error(
        "columns.{column}: min_level and max_level are withheld, because its levels depend on values that \
         may be suppressed; use the job file, or the internal report (--internal)"
    )]
    WithheldLevels {
        /// The column.
        column: String,
    },
    /// A value that a model names means that one is missing, and what is missing has another text.
    #[error(
        "{model} names the value {value:?} of column {column:?}, which marks a missing value; all missing \
         values of the column count as {missing:?}, so name that one"
    )]
    NamedMarker {
        /// The model.
        model: &'static str,
        /// The column.
        column: String,
        /// The value that was named.
        value: String,
        /// The text of what is missing.
        missing: String,
    },
    /// A text of the wrong length.
    #[error("{key} = {found:?} must be one ASCII character")]
    NotOneCharacter {
        /// The key, with the tables it is in.
        key: String,
        /// Its value.
        found: String,
    },
    /// No privacy model is asked for.
    #[error(
        "there is no privacy model; add one to [privacy], such as k-anonymity = 5 (on the command line: -k 5)"
    )]
    NoModel,
    /// No column is a quasi-identifier.
    #[error(
        "there is no quasi-identifier; give at least one column the role \"quasi-identifier\" (on the \
         command line: -q COLUMN)"
    )]
    NoQuasiIdentifier,
    /// More quasi-identifiers than a lattice can have.
    #[error(
        "{found} columns are quasi-identifiers, and at most {MOST_QUASI_IDENTIFIERS} are possible; keep \
         those that others can know about a person, and give columns that nobody needs the role \
         \"identifier\", which leaves them out"
    )]
    TooManyQuasiIdentifiers {
        /// How many the job names.
        found: usize,
    },
    /// A model about sensitive values without a sensitive attribute.
    #[error(
        "{model} needs a sensitive column; give a column the role \"sensitive\" (on the command line: \
        -s COLUMN)"
    )]
    NoSensitive {
        /// The model.
        model: &'static str,
    },
    /// A model about providers without a provider column.
    #[error("{model} needs to know the provider of each record; give one column the role \"provider\"")]
    NoProvider {
        /// The model.
        model: &'static str,
    },
    /// More than one provider column.
    #[error("columns {first:?} and {second:?} both have the role \"provider\"; only one column can")]
    TwoProviders {
        /// One column.
        first: String,
        /// Another.
        second: String,
    },
    /// More than one column names people, and nothing says which of them are counted.
    #[error(
        "columns {first:?} and {second:?} both name people; choose the one that the models count, with \
         unit = {first:?} or unit = {second:?} under [privacy]"
    )]
    TwoUnits {
        /// One column.
        first: String,
        /// Another.
        second: String,
    },
    /// The unit is no column that names people.
    #[error(
        "privacy.unit = {unit:?} is not a column with the role \"person\" or \"household\"{}; to count records, \
         set privacy.unit = \"record\"",
        Nearest(.nearest.as_deref())
    )]
    NoUnit {
        /// What the job says.
        unit: String,
        /// What it may have meant.
        nearest: Option<String>,
    },
    /// The objective is a metric that no report can name.
    #[error(
        "the objective {name:?} is not a metric of incog, so nobody could check a report about it; publish \
         in memory instead of to a file"
    )]
    OwnMetric {
        /// Its name.
        name: &'static str,
    },
    /// A column was given two roles.
    #[error("column {column:?} has two roles, {first} and {second}; give it one")]
    ColumnTwice {
        /// The column.
        column: String,
        /// One role.
        first: String,
        /// The other.
        second: &'static str,
    },
    /// A model names a column that is not sensitive.
    #[error("{key} names column {column:?}, which does not have the role \"sensitive\"{}", Nearest(.nearest.as_deref()))]
    NotSensitive {
        /// The key, with the tables it is in.
        key: String,
        /// The column.
        column: String,
        /// The sensitive column with the most similar spelling.
        nearest: Option<String>,
    },
    /// Two keys that exclude each other, or one that has no meaning without another.
    #[error("{first} cannot be combined with {second}: {why}")]
    Contradiction {
        /// One key.
        first: String,
        /// The other.
        second: String,
        /// Why both cannot be.
        why: &'static str,
    },
    /// A key that has no meaning here.
    #[error("{key} has no effect here: {why}")]
    Idle {
        /// The key, with the tables it is in.
        key: String,
        /// Why.
        why: &'static str,
    },
    /// A hierarchy to be made for which no way of making it is given, or more than one.
    #[error("columns.{column}.hierarchy must have exactly one of the keys {}; found {found}", HIERARCHY_WAYS.join(", "))]
    HierarchyWays {
        /// The column.
        column: String,
        /// How many ways it says.
        found: usize,
    },
    /// An output is a file that is read.
    #[error(
        "{key} = {} is the same file as the input {}; choose another name, because incog never overwrites an input",
        output.display(),
        read.display()
    )]
    SameFile {
        /// The key of the output.
        key: &'static str,
        /// The file that would be written.
        output: PathBuf,
        /// The file that is read.
        read: PathBuf,
    },
    /// A column of the job is not in the table.
    #[error("the table has no column {column:?}{}", Nearest(.nearest.as_deref()))]
    UnknownColumn {
        /// The column as the job names it.
        column: String,
        /// The column of the table with the most similar spelling.
        nearest: Option<String>,
    },
}

/// The ways to make a hierarchy, as keys of the job file.
pub(super) const HIERARCHY_WAYS: [&str; 8] =
    ["intervals", "ranges", "mask", "date", "fanout", "tree", "columns", "flat"];
