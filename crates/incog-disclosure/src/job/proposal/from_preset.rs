//! What a preset says of a column, and of the numbers of a proposed job.

use super::preset::{ColumnRule, Preset, PresetSubject, PresetValue};
use super::proposed_column::Proposed;
use crate::job::check_hierarchy::hierarchy;
use crate::job::column::HierarchySource;
use crate::job::file::{ColumnFile, HierarchyFile};
use crate::job::toml_text::inline;
use crate::proposed_hierarchy::by_default;
use incog_data::{Column, HierarchySpec, Values};
use incog_roles::{Meaning, ProposedRole, Reason, ValueKind};
use std::fmt::Write;
use std::path::Path;

/// A number of a proposed job, and where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Chosen {
    /// The number.
    pub value: f64,
    /// Where it comes from, as the end of a comment; empty for the default.
    pub why: String,
}

impl Chosen {
    /// The number that somebody asks for, else that of the preset, else the default.
    pub fn new(
        asked: Option<f64>,
        preset: Option<&Preset>,
        of_preset: impl Fn(&Preset) -> Option<&PresetValue>,
        default: f64,
    ) -> Self {
        let said = preset.and_then(|preset| Some((preset, of_preset(preset)?)));
        match (asked, said) {
            (Some(value), _) => Self { value, why: "; as asked".to_owned() },
            (None, Some((preset, PresetValue { value, why }))) => {
                Self { value: *value, why: format!("; {}: {why}", preset.name) }
            }
            (None, None) => Self { value: default, why: String::new() },
        }
    }
}

/// A rule of a preset as it applies to a column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AppliedRule {
    /// The name of the preset.
    preset: &'static str,
    /// The role that it sets.
    pub role: Option<ProposedRole>,
    /// The other keys of the column in the job.
    set: ColumnFile,
    why: &'static str,
}

impl AppliedRule {
    /// Whether it says how values become coarser, so that nothing else is proposed for it.
    pub fn has_hierarchy(&self) -> bool {
        self.set.hierarchy.is_some()
    }

    /// The lines of the column in a job, below its role.
    pub fn push_to(&self, text: &mut String) {
        let _ = writeln!(text, "# {}: {}", self.preset, self.why);
        let Ok(toml::Value::Table(keys)) = toml::Value::try_from(&self.set) else { return };
        for (key, value) in keys {
            let _ = writeln!(text, "{key} = {}", inline(&value));
        }
    }
}

/// Notes in each column that a rule of the preset speaks of what it says. Columns that are left
/// out anyway stay so.
pub(super) fn apply_rules(preset: &'static Preset, proposals: &mut [Proposed<'_>]) {
    for proposed in proposals {
        if proposed.decided.is_none() && !proposed.role().identifies() {
            proposed.rule = rule_for(preset, proposed);
        }
    }
}

/// As [`apply_rules`], while dates of birth may still become ages.
pub(super) fn apply_rules_before_ages(preset: &'static Preset, proposals: &mut [Proposed<'_>]) {
    apply_rules(preset, proposals);
    proposals.iter_mut().filter(|proposed| proposed.is_birth()).for_each(|proposed| proposed.rule = None);
}

fn rule_for(preset: &'static Preset, proposed: &Proposed<'_>) -> Option<AppliedRule> {
    let subject = subject(proposed)?;
    let rule =
        preset.columns.iter().find(|rule| rule.of.contains(&subject) && !excepts(rule, proposed.column))?;
    // An age stands for the date: the values of the column are no ages yet.
    let set = match proposed.age_at.is_some() {
        true => Some(rule.set.clone()),
        false => fitting(rule, proposed.column),
    };
    let (set, role) = match set {
        Some(set) => (set, rule.set.role.as_deref()),
        None => (ColumnFile::default(), rule.otherwise.as_deref()),
    };
    Some(AppliedRule {
        preset: &preset.name,
        role: role.and_then(ProposedRole::by_name),
        set: ColumnFile { role: None, ..set },
        why: &rule.why,
    })
}

/// Whether a word in the name of a column excepts it from a rule.
fn excepts(rule: &ColumnRule, column: &Column) -> bool {
    let name = column.name.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    words.any(|word| rule.except_names.iter().any(|excepted| excepted == word))
}

/// The keys of a rule, if the values of the column fit its hierarchy; dates keep the form in which
/// they are written.
fn fitting(rule: &ColumnRule, column: &Column) -> Option<ColumnFile> {
    let mut set = rule.set.clone();
    let Some(stated) = &mut set.hierarchy else { return Some(set) };
    if let HierarchyFile::Made(made) = stated
        && made.date.is_some()
    {
        let HierarchySpec::Date(found) = by_default(column) else { return None };
        made.format = found.format;
    }
    let HierarchySource::Made(spec) = hierarchy(&column.name, stated, Path::new("")).ok()? else {
        return None;
    };
    spec.build_from(&Values::from_column(column)).is_ok().then_some(set)
}

/// What a column is about, if a preset can speak of it.
fn subject(proposed: &Proposed<'_>) -> Option<PresetSubject> {
    if proposed.age_at.is_some() {
        return Some(PresetSubject::Age);
    }
    if proposed.is_birth() {
        return Some(PresetSubject::Birth);
    }
    if matches!(by_default(proposed.column), HierarchySpec::Date(_)) {
        return Some(PresetSubject::Date);
    }
    proposed.proposal.reasons.iter().find_map(|reason| match reason {
        Reason::Name { meaning: Meaning::Age, .. } => Some(PresetSubject::Age),
        Reason::Name { meaning: Meaning::Date, .. } => {
            (!are_years(proposed.column)).then_some(PresetSubject::DatePart)
        }
        Reason::Name { meaning: Meaning::PostalCode, .. }
        | Reason::Values { kind: ValueKind::PostalCode, .. } => Some(PresetSubject::PostalCode),
        Reason::Name { meaning: Meaning::Region, .. } => Some(PresetSubject::Place),
        Reason::Name { meaning: Meaning::Coordinates, .. }
        | Reason::Values { kind: ValueKind::Position | ValueKind::Coordinate, .. }
        | Reason::PairOfCoordinates => Some(PresetSubject::Coordinates),
        Reason::Values { kind: ValueKind::Date, .. } => Some(PresetSubject::Date),
        _ => None,
    })
}

/// Whether all values are years.
fn are_years(column: &Column) -> bool {
    Values::from_column(column).present().iter().all(|value| is_year(value))
}

fn is_year(value: &str) -> bool {
    value.trim().parse::<u32>().is_ok_and(|year| (1800..=2200).contains(&year))
}
