//! A job file to start from.

use super::diversity::diversity;
use super::find_roles::{are_tracks, one_record_each, proposals, units};
use super::from_preset::{AppliedRule, Chosen};
use super::layout_text::push_layout;
use super::places::ProposedPlaces;
use super::preset::Preset;
use super::proposed_column::Proposed;
use super::recoding_text::recoding;
use super::rounding::{Coarser, coarser};
use super::wishes::ProposalWishes;
use crate::job::toml_text::quoted;
use incog_data::{Column, Table};
use incog_io::{FileFormat, ReadOptions};
use incog_roles::ProposedRole;
use std::fmt::Write;

/// A job file to start from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedJob {
    /// The file.
    pub text: String,
    /// Columns in which something should be corrected before anything is published, and what, in
    /// words; the file says it, too.
    pub to_correct: Vec<(String, String)>,
}

/// A table that a job is proposed for.
#[derive(Debug, Clone, Copy)]
pub struct TableToPropose<'t> {
    /// The table.
    pub table: &'t Table,
    /// How it is stored.
    pub format: &'t FileFormat,
    /// Where it is, and where its release will be.
    pub places: ProposedPlaces<'t>,
    /// How the text of the table was read.
    pub layout: &'t ReadOptions,
}

/// A commented job file for a table: roles by the names and values of its columns, hierarchies by
/// their types, 5-anonymity, and distinct 2-diversity of sensitive columns that are diverse enough
/// for it; other models, limits and treatments where `wishes` ask for them.
///
/// A hierarchy that follows from the values of a column stands behind a `#`: it is the one that is
/// made where the job gives none, and how it was made is not published then.
///
/// Columns of which neither name nor values say what they are have the role `undecided`, which
/// nothing is published with: the file runs as soon as somebody has decided them. A key of JSON
/// lines that fewer than ten lines have is undecided, whatever its values.
pub fn propose_job(source: &TableToPropose<'_>, wishes: &ProposalWishes) -> ProposedJob {
    let TableToPropose { table, format, .. } = *source;
    let proposals = proposals(table, format, wishes);
    let mut text = String::new();
    push_head(&mut text, table, &proposals, wishes.preset);
    let [input, output] = source.places.input_and_output();
    let _ = write!(text, "\ninput  = {input}\noutput = {output}\n");
    push_layout(&mut text, source.layout);
    let units = units(&proposals);
    let roles: Vec<ProposedRole> = proposals.iter().map(Proposed::role).collect();
    let k = Chosen::new(wishes.k.map(|k| k as f64), wishes.preset, |preset| preset.privacy.k.as_ref(), 5.0);
    let coarser = coarser(table, &roles, units.first().map(|proposed| proposed.column), k.value as u64);
    for proposed in &proposals {
        push_column(&mut text, proposed, coarser.get(&proposed.column.name));
    }
    push_unit(&mut text, table, &proposals, units);
    let key = format!("k-anonymity = {}", k.value);
    let _ = writeln!(text, "{key:<34} # at least {} look alike{}", k.value, k.why);
    let sensitive = proposals.iter().filter(|proposed| proposed.role() == ProposedRole::Sensitive);
    let sensitive: Vec<&Column> = sensitive.map(|proposed| proposed.column).collect();
    let diversity = diversity(&sensitive, wishes);
    text.push_str(&diversity.text);
    push_limits(&mut text, wishes);
    text.push_str(&recoding(&proposals, &diversity, wishes));
    let named = |proposed: &Proposed<'_>| {
        let name = proposed.column.name.clone();
        proposed.to_correct().into_iter().map(move |what| (name.clone(), what)).collect::<Vec<_>>()
    };
    ProposedJob { text, to_correct: proposals.iter().flat_map(named).collect() }
}

/// The comments at the beginning, for whoever opens the file.
fn push_head(text: &mut String, table: &Table, proposals: &[Proposed<'_>], preset: Option<&Preset>) {
    let _ = write!(
        text,
        "# Proposed by incog from {} rows. Check every role before you publish the release:\n\
         # only you know what others can know about these people.\n\
         # Do not publish this file: its comments count all records, also suppressed ones.\n\
         # The public report contains the job without them.\n",
        table.rows(),
    );
    if let Some(Preset { name, summary, claim, sources, .. }) = preset {
        let _ = writeln!(
            text,
            "# Preset {name}: {summary}.\n# {claim}\n# Sources: {}.\n\
             # Choices of the preset carry its name in the comment; all others are defaults of incog.",
            sources.join("; ")
        );
    }
    let undecided = proposals.iter().filter(|proposed| proposed.role() == ProposedRole::Undecided).count();
    if undecided > 0 {
        let _ = writeln!(
            text,
            "# {undecided} of {} columns are undecided: give each a role; until then, incog publishes \
             nothing.",
            table.columns().len()
        );
    }
    if proposals.iter().any(|proposed| proposed.role() == ProposedRole::QuasiIdentifier) {
        text.push_str(
            "# A line \"# hierarchy = ...\" shows the default, made from all values of the column; delete its # to \
             set it.\n# The public report shows settings, except trees of words.\n",
        );
    }
    if are_tracks(proposals) {
        text.push_str(
            "# This seems to be a table of trajectories. One row says little, but all rows of a person identify them:\n\
             # incog trajectories publishes whole trajectories (docs/trajectories.md); this file does not.\n",
        );
    }
}

/// Whom the models count.
fn push_unit(text: &mut String, table: &Table, proposals: &[Proposed<'_>], units: Vec<&Proposed<'_>>) {
    text.push_str("\n[privacy]                          # all models must hold\n");
    let has_unit = !units.is_empty();
    let mut units = units.into_iter().map(|proposed| quoted(&proposed.column.name));
    if let Some(unit) = units.next() {
        let others: Vec<String> = units.collect();
        let others =
            if others.is_empty() { String::new() } else { format!(" (or by {})", others.join(", ")) };
        let _ = writeln!(text, "unit = {unit:<27} # the models count these people{others}, not records");
    }
    if let Some(person) = one_record_each(table, proposals).filter(|_| !has_unit) {
        let person = quoted(&person.column.name);
        let _ = writeln!(text, "unit = {:<27} # each value of {person} has one record", quoted("record"));
    }
}

/// What may be suppressed, what is optimized, and how it is searched.
fn push_limits(text: &mut String, wishes: &ProposalWishes) {
    let limit = Chosen::new(wishes.limit, wishes.preset, |preset| preset.suppression_limit.as_ref(), 0.05);
    let key = format!("limit = {}", limit.value);
    let objective = format!("objective = {}", quoted(wishes.objective.as_deref().unwrap_or("gen-loss")));
    let _ = write!(
        text,
        "\n[suppression]\n{key:<34} # largest share of records to suppress{}\n\
         as = \"drop\"                        # or \"star\"\n\
         \n[release]\norder = \"sorted\"                   # or \"input\"\n\
         \n[utility]\n{objective:<34} # see: incog list metrics\n\
         keep_columns = \"best-effort\"       # no column loses all detail if that can be avoided\n\
         \n[search]\nalgorithm = \"auto\"                 # see: incog list algorithms\nseed = 1\nmax_seconds = 60\n",
        limit.why
    );
}

/// What is proposed for a column, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedColumn {
    /// The column.
    pub name: String,
    /// The word of its role in a job.
    pub role: &'static str,
    /// The reasons, in words; no value of the table is in them.
    pub why: String,
    /// Another column, of which each value of this one says the value.
    pub undoes: Option<String>,
    /// The role that is safe whatever the column turns out to be, for an undecided one.
    pub safe_role: ProposedRole,
}

/// What is proposed for each column of a table, in its order: that of [`propose_job`].
///
/// ```
/// use incog_disclosure::job::{ProposalWishes, proposed_columns};
/// let table = incog_data::Table::from_rows(["age", "illness"], [["34", "flu"], ["36", "gout"]], &[])?;
/// let found = proposed_columns(&table, &Default::default(), &ProposalWishes::default());
/// assert_eq!(found[0].role, "quasi-identifier");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn proposed_columns(table: &Table, format: &FileFormat, wishes: &ProposalWishes) -> Vec<ProposedColumn> {
    let proposals = proposals(table, format, wishes);
    let has_unit = !units(&proposals).is_empty();
    let described = |proposed: &Proposed<'_>| ProposedColumn {
        name: proposed.column.name.clone(),
        role: proposed.role().name(),
        why: proposed.why(),
        undoes: proposed.undoes.clone(),
        safe_role: proposed.safe_role(has_unit),
    };
    proposals.iter().map(described).collect()
}

fn push_column(text: &mut String, proposed: &Proposed<'_>, coarser: Option<&Coarser>) {
    let Proposed { column, undoes, .. } = proposed;
    let undoes = undoes.as_ref().map(|other| {
        format!("; it reveals {}: make it a quasi-identifier, or leave it out (identifier)", quoted(other))
    });
    let _ = write!(
        text,
        "\n[columns.{}]\nrole = {:<26} # {} values; {}{}\n",
        quoted(&column.name),
        quoted(proposed.role().name()),
        column.dictionary.len() - column.missing.len(),
        proposed.why().replace(['\n', '\r'], " "),
        undoes.unwrap_or_default(),
    );
    for what in proposed.to_correct() {
        let _ = writeln!(text, "# {}", what.replace(['\n', '\r'], " "));
    }
    proposed.rule.iter().for_each(|rule| rule.push_to(text));
    if proposed.role() == ProposedRole::QuasiIdentifier {
        if let Some(age_at) = &proposed.age_at {
            let _ = writeln!(text, "publish = {}", age_at.publish());
        }
        if !proposed.rule.as_ref().is_some_and(AppliedRule::has_hierarchy) {
            proposed.hierarchy().push_to(text, column);
        }
    }
    if let Some(Coarser { publish, why }) = coarser {
        // What nobody has decided yet has no form either.
        let (begin, when) = match proposed.role() {
            ProposedRole::Undecided => ("# ", "; if it is sensitive or insensitive"),
            _ => ("", ""),
        };
        let why = why.replace(['\n', '\r'], " ");
        let _ = writeln!(text, "# {why}{when}\n{begin}publish = {publish}");
    }
}
