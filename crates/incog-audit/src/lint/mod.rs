//! What gives people away apart from the quasi-identifiers that were named.

mod cells;
mod columns;
mod dependence;
mod formulas;
mod homoglyphs;
mod identifying_columns;
mod person_keys;
mod repeats;
mod several_rows;
mod unnamed_columns;
mod unnamed_people;
mod variants;

pub use dependence::undoing;
pub use repeats::without_repeats;
pub use variants::name_spelling;

use incog_data::{Column, CountedTable, Hierarchy, RecordCounts, ValueCounts};
use incog_privacy::Role;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Undoes what the privacy models promise.
    Danger,
    /// May do so; someone who knows the data must decide.
    Warning,
    /// Good to know.
    Note,
}

/// What was looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// A column that counts the rows.
    RowNumber,
    /// A column by which the rows are sorted.
    OriginalOrder,
    /// A column that nearly identifies each record.
    NearIdentifier,
    /// Rare values in a column that was given no role of its own.
    RareValues,
    /// Most values are numbers or dates, some are not.
    MixedTypes,
    /// More digits than such data are normally used with.
    ExcessPrecision,
    /// Dates with a time of day.
    TimeOfDay,
    /// Values that the hierarchy does not have.
    NotCovered,
    /// A column that reveals the original value of a quasi-identifier.
    Determines,
    /// Several texts that look like one value but count as different ones.
    Variants,
    /// A column with only one value.
    Constant,
    /// Cells that a spreadsheet executes.
    Formula,
    /// An identifier that occurs in several rows.
    SeveralRows,
    /// People who seem to have several records, and no column says whose.
    UnnamedPeople,
    /// Columns that nobody named, by which together many records stand alone.
    UniqueTogether,
    /// A column that seems to identify people.
    Identifying,
    /// A column that seems to say where people are.
    Position,
    /// A pseudonym, or another value, that joins rows of one person.
    LinkedRows,
    /// A published column, or a pair of them, by whose values too many records have few lookalikes.
    SinglesOut,
    /// A published column by which, beside the released labels, too many records stand alone.
    SingledOutBesideLabels,
    /// Texts of several words that few people share.
    UniqueTexts,
    /// Numbers far beyond those of all other people.
    Outliers,
    /// Published columns from which the original of a generalized one can be computed.
    GivesBack,
    /// Pairs of published columns that were not looked at.
    PairsLeftOut,
    /// People who share the classes of all releases of a series with few.
    FewTogether,
    /// Values of people that follow from several releases and from none alone.
    ToldTogether,
    /// Values of those who came to a class or left it since an earlier release.
    ToldByDifference,
    /// A column that chance perturbs in another way than an earlier release.
    PerturbedAnew,
    /// Copies of one column that chance perturbs, each by its own draw.
    PerturbedTwice,
}

/// What stands in the place of a column in findings about no single one: how the rows are ordered,
/// which cells are empty, and pairs of all columns.
pub const NO_COLUMNS: [&str; 3] = [ORDER_OF_ROWS, EMPTY_CELLS, ALL_COLUMNS];

pub(crate) const ORDER_OF_ROWS: &str = "order of the rows";
pub(crate) const EMPTY_CELLS: &str = "empty cells";
pub(crate) const ALL_COLUMNS: &str = "all columns";

impl Rule {
    /// All rules.
    const ALL: [Self; 29] = [
        Self::RowNumber,
        Self::OriginalOrder,
        Self::NearIdentifier,
        Self::RareValues,
        Self::MixedTypes,
        Self::ExcessPrecision,
        Self::TimeOfDay,
        Self::NotCovered,
        Self::Determines,
        Self::Variants,
        Self::Constant,
        Self::Formula,
        Self::SeveralRows,
        Self::UnnamedPeople,
        Self::UniqueTogether,
        Self::Identifying,
        Self::Position,
        Self::LinkedRows,
        Self::SinglesOut,
        Self::SingledOutBesideLabels,
        Self::UniqueTexts,
        Self::Outliers,
        Self::GivesBack,
        Self::PairsLeftOut,
        Self::FewTogether,
        Self::ToldTogether,
        Self::ToldByDifference,
        Self::PerturbedAnew,
        Self::PerturbedTwice,
    ];

    /// Whether a text begins with what a rule finds: `undoes ward`.
    pub fn begins(text: &str) -> bool {
        let mut rests = Self::ALL.into_iter().filter_map(|rule| text.strip_prefix(rule.words()));
        rests.any(|rest| rest.is_empty() || rest.starts_with(' '))
    }

    /// What it finds, in a word or two that may be followed by another column.
    pub fn words(self) -> &'static str {
        match self {
            Self::RowNumber => "row number",
            Self::OriginalOrder => "original order",
            Self::NearIdentifier => "near identifier",
            Self::RareValues => "rare values",
            Self::MixedTypes => "mixed types",
            Self::ExcessPrecision => "excess precision",
            Self::TimeOfDay => "time of day",
            Self::NotCovered => "not covered",
            Self::Determines => "undoes",
            Self::Variants => "variants",
            Self::Constant => "constant",
            Self::Formula => "formula",
            Self::SeveralRows => "several rows",
            Self::UnnamedPeople => "unnamed people",
            Self::UniqueTogether => "unique together",
            Self::Identifying => "identifying",
            Self::Position => "position",
            Self::LinkedRows => "linked rows",
            Self::SinglesOut => "singles people out",
            Self::SingledOutBesideLabels => "singles people out beside the labels",
            Self::UniqueTexts => "unique texts",
            Self::Outliers => "outliers",
            Self::GivesBack => "gives back",
            Self::PairsLeftOut => "pairs left out",
            Self::FewTogether => "few in all releases",
            Self::ToldTogether => "told by all releases",
            Self::ToldByDifference => "told by difference",
            Self::PerturbedAnew => "perturbed anew",
            Self::PerturbedTwice => "perturbed twice",
        }
    }
}

/// One finding; its explanation has counts but never a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What was looked for.
    pub rule: Rule,
    /// Where it was found; columns joined by ` + ` where they are several.
    pub column: String,
    /// The other column it is about, for what is about two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The explanation, in plain words.
    pub message: String,
}

impl Finding {
    /// The finding by its name, which somebody who answers for it writes down:
    /// `ward: undoes hospital`.
    pub fn key(&self) -> String {
        let about = self.about.as_ref().map(|about| format!(" {about}")).unwrap_or_default();
        format!("{}: {}{about}", self.column, self.rule.words())
    }
}

/// Checks all columns. The worst findings come first, those of equal weight in the order of the
/// table.
///
/// Columns without a role in `roles` are insensitive. The rows of a table that was counted have no
/// order. `hierarchies` are checked to cover their columns.
///
/// ```
/// use incog_audit::{Rule, lint};
/// use incog_data::{ColumnBuilder, Table};
/// let mut nr = ColumnBuilder::new("nr");
/// (0..30).for_each(|row| nr.push(&row.to_string()));
/// let table = Table::new(vec![nr.finish(&[])]).unwrap();
/// let findings = lint(&table, &Default::default(), &Default::default());
/// assert_eq!(findings[0].rule, Rule::RowNumber);
/// ```
pub fn lint<'t>(
    table: impl Into<CountedTable<'t>>,
    roles: &BTreeMap<String, Role>,
    hierarchies: &BTreeMap<String, Arc<Hierarchy>>,
) -> Vec<Finding> {
    let table: CountedTable<'t> = table.into();
    let counts = &ValueCounts::new(table);
    let is_in_order = table.counts() == RecordCounts::ONE_EACH;
    let of_column = |(column, of_code): (&Column, &[u64])| {
        let role = roles.get(&column.name).copied().unwrap_or_default();
        let hierarchy = hierarchies.get(&column.name).map(|hierarchy| &**hierarchy);
        columns::lint_column(column, of_code, is_in_order, role, hierarchy)
    };
    let columns: Vec<(&Column, &[u64])> = counts.columns().collect();
    let mut findings: Vec<Finding> = columns.into_par_iter().flat_map_iter(of_column).collect();
    findings.extend(dependence::lint_dependence(counts, roles));
    findings.extend(identifying_columns::lint_identifying(counts, roles));
    findings.extend(unnamed_columns::lint_unnamed(table, roles));
    findings.extend(unnamed_people::lint_unnamed_people(counts, roles));
    findings.sort_by_key(|finding| finding.severity);
    findings
}

#[cfg(test)]
mod tests;
