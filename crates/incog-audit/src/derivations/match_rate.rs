//! How well published columns give an original back, and what is said of it.

use super::{DerivedTarget, MANY, NEARLY_ALL};
use crate::lint::{ALL_COLUMNS, Finding, Rule, Severity};
use incog_data::Column;

/// How often something that is computed is the target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Agreement {
    /// What is computed.
    pub how: &'static str,
    /// Rows where it is the target.
    pub agree: usize,
    /// Rows where it can be computed.
    pub of: usize,
    /// A danger, or a warning.
    pub severity: Severity,
}

impl Agreement {
    /// An agreement that is, of all that chance does not give, so large a share; none where that is
    /// no finding.
    pub fn new(how: &'static str, agree: usize, of: usize, beyond: f64) -> Option<Self> {
        let severity = if beyond >= NEARLY_ALL { Severity::Danger } else { Severity::Warning };
        (beyond >= MANY).then_some(Self { how, agree, of, severity })
    }

    /// An agreement in so many of some rows, of which so large a share agrees by chance.
    pub fn beyond_chance(how: &'static str, agree: usize, of: usize, chance: f64) -> Option<Self> {
        Self::new(how, agree, of, (agree as f64 / of.max(1) as f64 - chance) / (1.0 - chance))
    }

    /// The first danger, or else the first warning.
    pub fn strongest(found: impl Iterator<Item = Self>) -> Option<Self> {
        let mut warning = None;
        for one in found {
            if one.severity == Severity::Danger {
                return Some(one);
            }
            warning = warning.or(Some(one));
        }
        warning
    }
}

/// How some columns give another one back.
pub(super) struct Found<'a> {
    pub sources: Vec<&'a Column>,
    pub target: DerivedTarget<'a>,
    pub agreement: Agreement,
}

impl Found<'_> {
    pub fn is_danger(&self) -> bool {
        self.agreement.severity == Severity::Danger
    }

    /// Whether one of the sources is one of another finding.
    pub fn has_any_of(&self, others: &[Self]) -> bool {
        others.iter().flat_map(|other| &other.sources).any(|other| self.has(other))
    }

    /// Whether all sources of some danger are among its own.
    pub fn has_all_of_one(&self, others: &[Self]) -> bool {
        others
            .iter()
            .filter(|other| other.is_danger())
            .any(|other| other.sources.iter().all(|one| self.has(one)))
    }

    fn has(&self, column: &Column) -> bool {
        self.sources.iter().any(|source| source.name == column.name)
    }

    pub fn finding(&self) -> Finding {
        let names: Vec<&str> = self.sources.iter().map(|source| source.name.as_str()).collect();
        let target = &self.target.original.name;
        let Agreement { how, agree, of, severity } = self.agreement;
        let them = match names.len() {
            1 => "it",
            2 => "both",
            _ => "all of them",
        };
        let (undone, nearly) = match self.target.is_treated {
            true => ("treatment", " as it was before its treatment, or nearly,"),
            false => ("generalization", ""),
        };
        let message = format!(
            "{how} reveals {target}{nearly} in {agree} of {of} records, and publishing {them} unchanged undoes the \
             {undone} of that column; leave {them} out, publish {them} coarser (publish: first_of, \
             round), or give {them} the role quasi-identifier"
        );
        Finding {
            severity,
            rule: Rule::GivesBack,
            column: names.join(" + "),
            about: Some(target.clone()),
            message,
        }
    }
}

/// That not all pairs of columns were tried.
pub(super) fn pairs_left_out(target: &str, tried: usize, left_out: usize) -> Finding {
    let message = format!(
        "incog tried whether two or three published columns together reveal {target}, with {tried} columns; \
         {left_out} others were not tried, because there are too many"
    );
    Finding {
        severity: Severity::Warning,
        rule: Rule::PairsLeftOut,
        column: ALL_COLUMNS.to_owned(),
        about: Some(target.to_owned()),
        message,
    }
}
