//! What can go wrong on the way from a job to a release.

use crate::dangers::Dangers;
use crate::job::{JobError, without_found_values};
use crate::plan_mismatch::Miss;
use incog_data::{
    BuildError, HierarchyError, HierarchyFileError, PopulationError, QuasiIdentifierError, RecodingError,
    TableError, TreeError, TuplesError,
};
use incog_engine::EngineError;
use incog_io::{FileFault, Nearest, ReadError, WriteError};
use incog_plan::PlanError;
use incog_report::verification::reach::OutsideReport;
use incog_trips::TrajectoryError;
use incog_utility::MetricError;
use std::path::PathBuf;
use thiserror::Error;

/// Why there is no release.
#[derive(Debug, Error)]
pub enum IncogError {
    /// The job is wrong.
    #[error(transparent)]
    Job(#[from] JobError),
    /// Tables cannot be compared.
    #[error(transparent)]
    Compare(#[from] crate::compare_error::CompareError),
    /// A certificate cannot be made.
    #[error(transparent)]
    Certificate(#[from] crate::certificate_error::CertificateError),
    /// A trade-off that cannot be explored.
    #[error(transparent)]
    Explore(#[from] crate::explore_error::ExploreError),
    /// A search cannot go on from a checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] crate::checkpoint_error::CheckpointError),
    /// Who stays would be drawn anew in each release of a series.
    #[error(
        "each release would choose other records of {classes} classes, and all releases together would \
         reveal more of a class than one may; set release.secret = \"key.txt\" to the same file in every \
         release (make it with: incog key new key.txt)"
    )]
    DrawnAnew {
        /// Classes of which a part stays.
        classes: usize,
    },
    /// Invented records would be drawn anew in each release of a series.
    #[error(
        "each release would invent other records for {classes} classes, and those that all releases have in \
         common would be the true ones; set release.secret = \"key.txt\" to the same file in every release \
         (make it with: incog key new key.txt)"
    )]
    InventedAnew {
        /// Classes with invented records.
        classes: u64,
    },
    /// The key of a draw cannot be used.
    #[error(transparent)]
    DrawKey(#[from] crate::draw_key::DrawKeyError),
    /// A column cannot become what the job says.
    #[error(transparent)]
    Treatment(#[from] incog_treatment::TreatmentError),
    /// The published numbers of a column ask for another base of rounding than the one that was
    /// decided with.
    #[error(
        "column {column:?}: the published records need base {base} for rounding, but the levels were \
         chosen with another base; set publish = {{ round = {base} }} and run again"
    )]
    OtherBase {
        /// The column.
        column: String,
        /// The base that they ask for.
        base: String,
    },
    /// Each base of rounding leaves records that ask for another one.
    #[error(
        "column {column:?}: no automatic base for rounding fits the records it leads to; set a base: \
         publish = {{ round = ... }}"
    )]
    NoBase {
        /// The column.
        column: String,
    },
    /// A key cannot be written.
    #[error("{}: cannot write the key: {source}", path.display())]
    NewKey {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The table of pseudonyms cannot be written.
    #[error("{}: cannot write the table of pseudonyms: {source}", path.display())]
    PseudonymTable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A table cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The tables of several providers do not fit together.
    #[error(
        "{}: the columns differ from those of {}: {}; all tables in inputs must have the same columns, in \
         any order",
        path.display(), first.display(), differences(lacking, surplus)
    )]
    Schema {
        /// The table that differs.
        path: PathBuf,
        /// The first table.
        first: PathBuf,
        /// Columns only the first has.
        lacking: Vec<String>,
        /// Columns only this one has.
        surplus: Vec<String>,
    },
    /// A table has a column with the name of the provider column.
    #[error(
        "{}: the table already has a column {column:?}, the name that incog gives to the column of \
         providers; give the role \"provider\" to a name that no file has",
        path.display()
    )]
    ProviderColumnTaken {
        /// The table.
        path: PathBuf,
        /// The column.
        column: String,
    },
    /// A column of the population cannot be used.
    #[error("{}: the population: {source}", path.display())]
    InPopulation {
        /// The table of the population.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<IncogError>,
    },
    /// The population lacks a quasi-identifier.
    #[error(
        "{}: the population has no column {column:?}{}; it needs all quasi-identifiers, with the same names",
        path.display(), Nearest(.nearest.as_deref())
    )]
    PopulationColumn {
        /// The table of the population.
        path: PathBuf,
        /// The column.
        column: String,
        /// Its column with the most similar spelling.
        nearest: Option<String>,
    },
    /// How a label is written follows from the values that are published, and the population has
    /// others.
    #[error(
        "{}: the labels of column {column:?} depend on the published values and differ from those of the \
         population; give the column a hierarchy file", path.display()
    )]
    PopulationLabels {
        /// The table of the population.
        path: PathBuf,
        /// The column.
        column: String,
    },
    /// The records are about other people than those of the population.
    #[error("{}: {source}", path.display())]
    NotThePopulation {
        /// The table of the population.
        path: PathBuf,
        /// Why.
        source: PopulationError,
    },
    /// The table of the population beside an audited one cannot be read.
    #[error(transparent)]
    ReadPopulation {
        /// Why.
        source: ReadError,
    },
    /// Risks cannot be counted in the population.
    #[error("{}: {source}", path.display())]
    RiskInPopulation {
        /// The table of the population.
        path: PathBuf,
        /// Why.
        source: incog_audit::AuditError,
    },
    /// An earlier release cannot be looked at.
    #[error("{}: {source}", path.display())]
    Earlier {
        /// Its report.
        path: PathBuf,
        /// Why.
        source: crate::earlier_error::EarlierError,
    },
    /// Releases cannot be held against each other.
    #[error(transparent)]
    Series(#[from] incog_attack::SeriesError),
    /// An engine does not do what it is told.
    #[error("{doing}: {source}")]
    Engine {
        /// What was being done.
        doing: String,
        /// What the engine says.
        source: EngineError,
    },
    /// A job about a table of an engine, without a connection to it.
    #[error(
        "the input of the job is a database table, which cannot be read here; export it to a file, or use \
         incog anonymize, plan, apply or audit"
    )]
    NoConnection,
    /// A job about a file where a table of an engine is needed.
    #[error(
        "the input of the job is a file; expected a database table, such as input = {{ adbc = \
         \"postgresql\", table = \"patients\" }}"
    )]
    NoEngineTable,
    /// A table is there already.
    #[error("table {table:?} already exists; to replace it, add --force")]
    TableExists {
        /// The table.
        table: String,
    },
    /// A query gives a column that the job does not name.
    #[error(
        "the query of the job gives a column (number {column}) that the job does not name; give it a name in \
         the query (AS name) and a role in the job ([columns.name])"
    )]
    UnnamedColumn {
        /// Its place, from 1.
        column: usize,
    },
    /// The table to replace is the input, or what that is made of.
    #[error(
        "the release would replace table {table:?}, which is the input; nothing was changed; give the \
         release another name"
    )]
    SourceReplaced {
        /// The table.
        table: String,
    },
    /// An engine has made something else than was decided.
    #[error(
        "the database did not build {table:?} as decided, so incog rolled it back and published nothing; \
         the database may compare texts or write numbers differently"
    )]
    OtherThanDecided {
        /// The table.
        table: String,
    },
    /// A cluster has made something else than was decided.
    #[error(
        "the cluster did not build the release as decided; it may compare texts or write numbers \
         differently; the release has no report, so do not publish it"
    )]
    NotAsDecided,
    /// The connection was lost while a release was committed.
    #[error(
        "the connection was lost while table {table:?} was committed, so the table is either complete or \
         absent; if it exists, drop it or publish again with --force, because it has no report"
    )]
    CommitUnknown {
        /// The table.
        table: String,
    },
    /// The reports of a release in an engine cannot be put into place.
    #[error(
        "table {table:?} is published, but its reports could not be written: {source}; publish again with \
         --force"
    )]
    Unreported {
        /// The table.
        table: String,
        /// What went wrong.
        source: WriteError,
    },
    /// Whoever was to get the release does not take it.
    #[error("cannot send the release: {source}; what was sent is incomplete, and no report was written")]
    NotHandedOn {
        /// What the system said.
        source: std::io::Error,
    },
    /// A file of a release is not where its report says.
    #[error(
        "{}: the input of the report was not found; if it is in another folder, name it: incog verify \
         REPORT --input FILE (or --job JOB.toml)",
        path.display()
    )]
    Moved {
        /// Where it should be.
        path: PathBuf,
    },
    /// A report names a file outside of its folder, and nobody else does.
    #[error(transparent)]
    OutsideReport(#[from] OutsideReport),
    /// The population is not where a report says.
    #[error(
        "{}: the population of the report was not found; if it has moved, name it: incog verify REPORT \
         --population FILE",
        path.display()
    )]
    PopulationMoved {
        /// Where it should be.
        path: PathBuf,
    },
    /// A population is named for a report that is about none.
    #[error("the report has no population; remove --population")]
    NoPopulation,
    /// Files are named for a report that does not take them.
    #[error(
        "the report is about {what}, where --input and --release cannot be used; put the files where the \
         report says"
    )]
    NotElsewhere {
        /// Its subject.
        what: &'static str,
    },
    /// The release cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A hierarchy file cannot be opened.
    #[error("{}: cannot read the hierarchy: {fault}", path.display())]
    OpenHierarchy {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: FileFault,
    },
    /// A hierarchy file is not a hierarchy.
    #[error(transparent)]
    HierarchyFile(#[from] HierarchyFileError),
    /// A hierarchy cannot be made from the column.
    #[error(transparent)]
    Build(Box<BuildError>),
    /// A tree of values is not a tree.
    #[error("columns.{column}.hierarchy.tree: {source}")]
    Tree {
        /// The column.
        column: String,
        /// What is wrong.
        source: TreeError,
    },
    /// The file of a hierarchy does not have a value of its column.
    #[error("{}: {source}; add a row for it to that file", path.display())]
    HierarchyLacksValue {
        /// The file.
        path: PathBuf,
        /// The value, and where it stands.
        source: QuasiIdentifierError,
    },
    /// A column and its hierarchy do not fit.
    #[error(transparent)]
    QuasiIdentifier(#[from] QuasiIdentifierError),
    /// The table is too large.
    #[error(transparent)]
    Tuples(#[from] TuplesError),
    /// A metric does not fit the job.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// No plan could be made: a model or the search does not fit the table, no release meets the
    /// models, or none was found.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Labels of several levels would read the same although they stand for different values.
    #[error(
        "column {column:?}: equal labels at two levels would stand for different values; nothing was \
         written; use a hierarchy file or a tree whose labels differ between levels"
    )]
    AmbiguousLabels {
        /// The column.
        column: String,
    },
    /// What stands for different records would be written as the same cells of numbers.
    #[error(
        "column {column:?}: {what} would be written as equal cells, and nobody could tell them apart; \
         nothing was written; set publish = \"label\""
    )]
    AlikeCells {
        /// The column.
        column: String,
        /// What would look alike.
        what: &'static str,
    },
    /// Values that a hierarchy does not have would be written as its root, which is the text of a
    /// value, too.
    #[error(
        "column {column:?}: {values} values are missing from the hierarchy, and they cannot become \
         {root:?}, which is also a value of the column; nothing was written; add the values to the \
         hierarchy, or rename that value"
    )]
    NamedLikeRoot {
        /// The column.
        column: String,
        /// How many values have no place.
        values: usize,
        /// The label of the root.
        root: String,
    },
    /// The bounds of a column would have the name of another column.
    #[error(
        "column {column:?}: its bounds need a column {taken:?}, which the table already has; rename one of \
         the two, or set publish = \"label\""
    )]
    BoundsColumnTaken {
        /// The column that is published as bounds.
        column: String,
        /// The name that is taken.
        taken: String,
    },
    /// A column of which aggregates of numbers were to be published has other values.
    #[error(
        "column {column:?}: publish = {aggregate:?} needs numbers of at most 26 digits, and {others} of \
         its {values} values are not; set publish = \"mode\", or list the markers of missing values in \
         csv.missing"
    )]
    NotAggregated {
        /// The column.
        column: String,
        /// What was to stand for the values of a class.
        aggregate: &'static str,
        /// Values that are no such numbers.
        others: usize,
        /// All different values.
        values: usize,
    },
    /// Keys of few records have a value in none that is published, and nobody named them.
    #[error(
        "at most half of the lines have the key {}, which the job does not name, and no published record \
         has a value for it; its name could reveal suppressed records, so nothing was written; remove the \
         key from the input, or give it a role in the job if its name may be known",
        columns.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", or the key ")
    )]
    KeysOfSuppressed {
        /// The keys.
        columns: Vec<String>,
    },
    /// Noisy records would be part of the aggregates of a column.
    #[error(
        "column {column:?}: aggregates would include the invented records that providers with few records \
         need; nothing was written; set release.noise = false, or publish = \"label\""
    )]
    NoiseInAggregates {
        /// The column.
        column: String,
    },
    /// Noisy records would stand under the pseudonyms of people.
    #[error(
        "column {column:?}: the invented records that providers with few records need would have the \
         pseudonym of a real person; nothing was written; set release.noise = false, or leave out the \
         pseudonyms"
    )]
    NoiseUnderPseudonyms {
        /// The column.
        column: String,
    },
    /// A row of a counted table does not say what it stands for.
    #[error("{}: column {column:?}, row {row}: expected {expected}", path.display())]
    NotOfARow {
        /// The table.
        path: PathBuf,
        /// The column.
        column: String,
        /// The row, from 1, without the header.
        row: usize,
        /// What is expected.
        expected: &'static str,
    },
    /// A counted table stands for more records than are written out one by one.
    #[error(
        "{}: the rows count {records} records, and at most {most} can be written one by one; let the \
         database make the release: incog plan --sql",
        path.display()
    )]
    TooManyRecords {
        /// The table.
        path: PathBuf,
        /// Its records.
        records: u64,
        /// The most there may be.
        most: u64,
    },
    /// The job does not say which rows of an engine those of its input are.
    #[error(
        "the input of the job is not a counted table; count the table in the database, export the result, \
         and set input = {{ path = \"counted.csv\", counts = \"incog_records\", numbers = \"incog_row\" }}"
    )]
    NotCounted,
    /// A treatment takes a key or chance, which no engine gets.
    #[error(
        "columns.{column}.publish needs a key or random numbers, which incog never sends to a database; \
         publish a file (incog anonymize) and load it, or remove the treatment"
    )]
    TreatedForEngine {
        /// The column.
        column: String,
    },
    /// Something cannot be said to an engine.
    #[error(transparent)]
    Sql(#[from] incog_sql::SqlError),
    /// Noisy records would have to be added to a table whose rows stand for several records.
    #[error(
        "some providers have too few records, and noisy records cannot be added to a counted table; set \
         release.noise = false, or use the table itself as input"
    )]
    NoiseAmongCounted,
    /// The written release has a column of identifiers; nothing was published.
    #[error(
        "the release would name people in {columns}; nothing was written; this is a defect of incog, \
         please report it"
    )]
    NamesPeople {
        /// The columns, as they are told.
        columns: String,
    },
    /// The written aggregates are not those of the published records; nothing was published.
    #[error(
        "column {column:?}: {classes} classes have a wrong aggregate; nothing was written; this is a \
         defect of incog, please report it"
    )]
    Misstated {
        /// The column.
        column: String,
        /// How many classes.
        classes: usize,
    },
    /// The written numbers are not coded at the quantiles of the published ones; nothing was
    /// published.
    #[error(
        "column {column:?}: {records} records have a wrong quantile limit; nothing was written; this is a \
         defect of incog, please report it"
    )]
    Miscoded {
        /// The column.
        column: String,
        /// How many records.
        records: usize,
    },
    /// A file is not a plan.
    #[error("{}: this is not a plan of incog: {what}", path.display())]
    NoPlan {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, without any text of the file.
        what: String,
    },
    /// A file is not a proof.
    #[error("{}: this is not a proof of incog: {what}", path.display())]
    NoProof {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, without any text of the file.
        what: String,
    },
    /// A proof was asked for where there is none.
    #[error("cannot write a proof: {why}; nothing was written")]
    NoProofToWrite {
        /// Why.
        why: String,
    },
    /// A plan was made for another table.
    #[error(
        "the plan is for another table: the records, hierarchies, levels or population differ; nothing was \
         written; make a new plan with: incog plan"
    )]
    OtherTable,
    /// A plan is of another kind than its job asks for.
    #[error(
        "the plan does not have the recoding.kind of its job (global: the same levels for all records; \
         local: levels per record); nothing was written; make a new plan with: incog plan"
    )]
    OtherKind,
    /// A plan was changed after it was made.
    #[error(
        "the plan was changed after it was made: its release does not have the stated value; nothing was \
         written; make a new plan with: incog plan"
    )]
    ChangedPlan,
    /// At the levels of a plan, another table does not meet what the job promises.
    #[error("nothing was written: {miss}")]
    PlanMisses {
        /// Why not, and what would help.
        miss: Box<Miss>,
    },
    /// A release would replace one that loses less.
    #[error(
        "nothing was written: the existing release is {}; to replace it anyway, add --replace-better",
        if value == before {
            format!("as good ({objective} {before}) and proved nearer to the best possible")
        } else {
            format!("better ({objective} {before} against {value})")
        }
    )]
    Worse {
        /// The objective.
        objective: String,
        /// Its value for the new release.
        value: f64,
        /// Its value for the one in place.
        before: f64,
    },
    /// A plan with levels by record was to be used for another table.
    #[error(
        "this plan has levels per record, which do not apply to another table; make a new plan with: incog \
         plan"
    )]
    LocalPlan,
    /// A table has other quasi-identifiers than the plan.
    #[error(
        "the plan is for a table with the quasi-identifiers {}, in this order, and this table differs; \
         nothing was written", expected.join(", ")
    )]
    OtherQuasiIdentifiers {
        /// Those of the plan.
        expected: Vec<String>,
    },
    /// A hierarchy is not the one of the plan.
    #[error(
        "the hierarchy of column {column:?} has changed since the plan was made; make a new plan with: \
         incog plan"
    )]
    HierarchyChanged {
        /// The column.
        column: String,
    },
    /// A table has values that the hierarchies of a plan do not have.
    #[error(
        "column {column:?}, row {row}: {values} values of this table, in {records} records, are missing \
         from the hierarchy; publish them as * with --unknown top, or make a new plan with: incog plan"
    )]
    UnknownValues {
        /// The column.
        column: String,
        /// Different values.
        values: usize,
        /// Records that have them.
        records: usize,
        /// The first of them, from 1.
        row: usize,
    },
    /// Nobody has said what some columns are.
    #[error(
        "nothing was published, because these columns are undecided: {}; give each one of the roles identifier, \
         quasi-identifier, sensitive, insensitive, provider, person or household",
        columns.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
    )]
    Undecided {
        /// The columns.
        columns: Vec<String>,
    },
    /// A model asks for records that a secret draws, and here none are drawn.
    #[error(
        "differential privacy works only with incog anonymize JOB.toml, from file to file; plans, \
         explorations, databases, data frames and the page cannot draw records"
    )]
    NotDrawn,
    /// No class of drawn records is large enough.
    #[error(
        "nothing can be published, because none of the classes of the {drawn} drawn records has at least \
         {least}; fix coarser levels, or weaken the model (a larger delta, or an epsilon nearer to 1)"
    )]
    NothingDrawn {
        /// Records that were drawn.
        drawn: u64,
        /// The fewest that a class may have.
        least: u64,
    },
    /// A choice of levels would have to look at too many nodes.
    #[error(
        "the lattice has {} nodes, and levels can be chosen among at most {most}; narrow min_level and \
         max_level of some columns, without looking at the table",
        if *nodes == u64::MAX { "more than 10^19".to_owned() } else { nodes.to_string() }
    )]
    TooManyNodes {
        /// The nodes that the job allows.
        nodes: u64,
        /// The most that may be.
        most: u64,
    },
    /// A column would be published that is not generalized, where all that is published must be.
    #[error(
        "column {column:?} would be published unchanged, which differential privacy does not cover; give \
         it the role \"quasi-identifier\", a hierarchy file and a level, or leave it out with the role \
         \"identifier\""
    )]
    NotGeneralized {
        /// The column.
        column: String,
    },
    /// People have several records, where one is promised not to matter.
    #[error(
        "column {column:?} names people, and {records} records belong to a person with an earlier record; \
         differential privacy needs one record per person"
    )]
    SeveralRecords {
        /// The column.
        column: String,
        /// Records beyond the first of somebody.
        records: u64,
    },
    /// The release would be a danger to people, and nobody answers for it.
    #[error("{0}")]
    Unsafe(Dangers),
    /// A hierarchy in a plan is not a hierarchy.
    #[error("the plan has an invalid hierarchy: {0}")]
    PlanHierarchy(#[from] HierarchyError),
    /// A table cannot be put together.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A plan does not fit the table.
    #[error(transparent)]
    Recoding(#[from] RecodingError),
    /// The release cannot be measured.
    #[error(transparent)]
    Audit(#[from] incog_audit::AuditError),
    /// A release cannot be attacked as asked.
    #[error(transparent)]
    Attack(#[from] incog_attack::AttackError),
    /// The written release, measured by independent code, does not meet a model: a defect of this
    /// program. Nothing is published.
    #[error(
        "the release was not published: measured again, it has {judgement}; this is a defect of incog, please \
         report it"
    )]
    Refuted {
        /// What is demanded and what was measured.
        judgement: Box<incog_audit::Judgement>,
    },
    /// A row of the written release does not match the record it was made from: a defect of this
    /// program. Nothing is published.
    #[error(
        "the release was not published: read back, row {row} has another value in column {column:?} than \
         its record; this is a defect of incog, please report it"
    )]
    Unmatched {
        /// The row, counted from 1 without the header.
        row: usize,
        /// The column.
        column: String,
    },
    /// Threads cannot be started.
    #[error("the system cannot start {threads} threads; lower --threads")]
    Threads {
        /// How many were asked for.
        threads: usize,
    },
    /// The report cannot be written.
    #[error("{}: cannot write the report: {source}", path.display())]
    Report {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A report, a key or a signature cannot be read.
    #[error("{}: {fault}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: FileFault,
    },
    /// A file is not a report.
    #[error("{}: this is not a report of incog: {what}", path.display())]
    NoReport {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, without any text of the file.
        what: String,
    },
    /// A temporary folder cannot be created.
    #[error("cannot create a temporary folder: {source}; check that the disk is not full")]
    TemporaryFolder {
        /// What the system said.
        source: std::io::Error,
    },
    /// A signature cannot be made or checked.
    #[error("{}: {what}", path.display())]
    Signature {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A release of trajectories could not be made.
    #[error(transparent)]
    Trajectories(#[from] Box<TrajectoryError>),
    /// The user asked to stop at once; no file is left behind.
    #[error(transparent)]
    Aborted(#[from] incog_io::Aborted),
}

fn differences(lacking: &[String], surplus: &[String]) -> String {
    let list = |what: &str, names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
        (!names.is_empty()).then(|| format!("it {what} {}", names.join(", ")))
    };
    let parts: Vec<String> =
        [list("lacks", lacking), list("also has", surplus)].into_iter().flatten().collect();
    parts.join(", ")
}

impl From<BuildError> for IncogError {
    fn from(error: BuildError) -> Self {
        Self::Build(Box::new(error))
    }
}

impl From<TrajectoryError> for IncogError {
    fn from(error: TrajectoryError) -> Self {
        Self::Trajectories(Box::new(error))
    }
}

impl IncogError {
    /// A file is not a report.
    pub(crate) fn no_proof(path: &std::path::Path, error: &serde_json::Error) -> Self {
        Self::NoProof { path: path.to_owned(), what: without_found_values(&error.to_string()) }
    }

    pub(crate) fn no_report(path: &std::path::Path, error: &serde_json::Error) -> Self {
        Self::NoReport { path: path.to_owned(), what: without_found_values(&error.to_string()) }
    }
}
