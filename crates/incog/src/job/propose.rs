//! A job file to start from.

use super::column::HierarchySource;
use super::file::{ColumnFile, HierarchyFile};
use super::write::hierarchy_file;
use crate::proposed::{by_default, groups};
use incog_data::{Column, HierarchySpec, Table};
use incog_roles::{Proposal, Role, propose};
use std::fmt::Write;
use std::path::Path;

/// A commented job file for a table: roles by the names and values of its columns, hierarchies by their types,
/// 5-anonymity, and distinct 2-diversity where a column looks sensitive.
///
/// Columns of which neither name nor values say what they are have the role `undecided`, which nothing is published
/// with: the file runs as soon as somebody has decided them. `input` and `output` are the file names to put into it;
/// `has_header` says whether the first line of the input names the columns.
pub fn propose_job(table: &Table, input: &str, output: &str, has_header: bool) -> String {
    let proposals = proposals(table);
    let undecided = proposals.iter().filter(|(_, proposal)| proposal.role == Role::Undecided).count();
    let mut text = format!(
        "# Made by incog init from a look at {} rows. Read every role before you run it:\n\
         # only you know what others may know about these people.\n",
        table.rows(),
    );
    if undecided > 0 {
        let _ = writeln!(
            text,
            "# {undecided} of {} columns are undecided: say for each what it is; until then nothing is published.",
            table.columns().len()
        );
    }
    let _ = write!(text, "\ninput  = {}\noutput = {}\n", quoted(input), quoted(output));
    if !has_header {
        text.push_str("csv.header = false                 # the first line is a record\n");
    }
    for (column, proposal) in &proposals {
        push_column(&mut text, column, proposal);
    }
    let with = |role: Role| proposals.iter().filter(move |(_, proposal)| proposal.role == role);
    text.push_str("\n[privacy]                          # all of them must hold\n");
    let mut units = with(Role::Person).chain(with(Role::Household)).map(|(column, _)| quoted(&column.name));
    if let Some(unit) = units.next() {
        let others: Vec<String> = units.collect();
        let others =
            if others.is_empty() { String::new() } else { format!(" (or by {})", others.join(", ")) };
        let _ = writeln!(text, "unit = {unit:<27} # people are counted by it{others}, not their records");
    }
    text.push_str("k-anonymity = 5                    # at least 5 look alike\n");
    text.push_str(if with(Role::Sensitive).next().is_some() {
        "l-diversity = { l = 2, kind = \"distinct\" }   # at least 2 sensitive values among them\n\
         # t-closeness = { t = 0.2, distance = \"euclidean\" }\n"
    } else {
        "# l-diversity = { l = 2, kind = \"distinct\" }   # needs a column with role \"sensitive\"\n"
    });
    text.push_str(
        "\n[suppression]\nlimit = 0.05                       # share of the records that may be dropped\n\
         as = \"drop\"                        # or \"star\"\n\
         \n[release]\norder = \"sorted\"                   # or \"input\"\n\
         \n[utility]\nobjective = \"gen-loss\"             # see: incog list metrics\n\
         \n[search]\nalgorithm = \"auto\"                 # see: incog list algorithms\nseed = 1\nmax_seconds = 60\n",
    );
    text
}

/// What is proposed for each column. There is one provider column, whoever else looks like one.
fn proposals(table: &Table) -> Vec<(&Column, Proposal)> {
    let mut has_provider = false;
    let one = |(column, proposal): (_, Proposal)| {
        let second = proposal.role == Role::Provider && std::mem::replace(&mut has_provider, true);
        (column, if second { Proposal { role: Role::Undecided, ..proposal } } else { proposal })
    };
    table.columns().iter().zip(propose(table)).map(one).collect()
}

fn push_column(text: &mut String, column: &Column, proposal: &Proposal) {
    let _ = write!(
        text,
        "\n[columns.{}]\nrole = {:<26} # {} values; {}\n",
        quoted(&column.name),
        quoted(proposal.role.name()),
        column.dictionary.len(),
        proposal.why().replace(['\n', '\r'], " "),
    );
    if proposal.role == Role::QuasiIdentifier {
        push_hierarchy(text, column, &source(column));
    }
}

/// Words without an order are grouped, all other columns get what they would get anyway.
fn source(column: &Column) -> HierarchySource {
    let made = by_default(column);
    let groups = (made == HierarchySpec::Flat).then(|| groups(column)).flatten();
    groups.map_or(HierarchySource::Made(made), HierarchySource::Tree)
}

fn push_hierarchy(text: &mut String, column: &Column, source: &HierarchySource) {
    if let HierarchySource::Tree(tree) = source {
        let _ = writeln!(
            text,
            "# Groups by the number of records, for lack of anything better; put together what belongs together:\n\
             [columns.{}.hierarchy.tree]",
            quoted(&column.name)
        );
        let pairs = tree.iter().map(|(value, group)| format!("{} = {}", quoted(value), quoted(group)));
        pairs.for_each(|pair| {
            let _ = writeln!(text, "{pair}");
        });
        return;
    }
    let file = ColumnFile { hierarchy: Some(hierarchy_file(source, Path::new(""))), ..ColumnFile::default() };
    if let Some(HierarchyFile::Made(made)) = &file.hierarchy
        && let Ok(table) = toml::Value::try_from(made)
    {
        let is_flat = matches!(source, HierarchySource::Made(HierarchySpec::Flat));
        let note = if is_flat && column.dictionary.len() > 3 { FLAT } else { "" };
        let _ = writeln!(text, "hierarchy = {}{note}", inline(&table));
    }
}

/// What is said of a column whose values go straight to `*`.
const FLAT: &str = "         # the value or *; a hierarchy file or a tree would keep more";

/// A value on one line.
fn inline(value: &toml::Value) -> String {
    match value {
        toml::Value::Table(table) => {
            let pairs: Vec<String> =
                table.iter().map(|(key, value)| format!("{} = {}", bare(key), inline(value))).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        toml::Value::Array(values) => {
            format!("[{}]", values.iter().map(inline).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

fn bare(key: &str) -> String {
    let is_bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if is_bare { key.to_owned() } else { quoted(key) }
}

/// A basic string of TOML; names of columns are always quoted, since they may contain anything.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string().replace('\n', "\\n")
}
