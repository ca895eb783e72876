//! A job file to start from.

use super::column::HierarchySource;
use super::file::{ColumnFile, HierarchyFile};
use super::role_proposal::{ProposedRole, propose_role};
use super::write::hierarchy_file;
use incog_data::{Column, HierarchySpec, Table};
use std::fmt::Write;
use std::path::Path;

/// A commented job file for a table, which can be run as it is. It has roles chosen by the names and values of the
/// columns, hierarchies chosen by their types, 5-anonymity, and distinct 2-diversity if a column looks sensitive.
///
/// `input` and `output` are the file names to put into it.
pub fn propose_job(table: &Table, input: &str, output: &str) -> String {
    let proposals: Vec<_> = table.columns().iter().map(|column| (column, propose_role(column))).collect();
    let mut roles: Vec<ProposedRole> = proposals.iter().map(|(_, proposal)| proposal.role).collect();
    // A job needs a quasi-identifier; when nothing looks like one, everything unclear is one.
    let forced = !roles.contains(&ProposedRole::QuasiIdentifier);
    if forced {
        let unclear = |role: &&mut ProposedRole| **role == ProposedRole::Insensitive;
        roles.iter_mut().filter(unclear).for_each(|role| *role = ProposedRole::QuasiIdentifier);
    }
    let mut text = format!(
        "# Made by incog init from a look at {} rows. Read every role before you run it:\n\
         # only you know what others may know about these people.\n\n\
         input  = {}\noutput = {}\n",
        table.rows(),
        quoted(input),
        quoted(output),
    );
    for ((column, proposal), role) in proposals.iter().zip(&roles) {
        let reason = if *role == proposal.role {
            proposal.reason.to_string()
        } else {
            "nothing looked like a quasi-identifier, so all is one".to_owned()
        };
        push_column(&mut text, column, *role, &reason);
    }
    let sensitive = roles.contains(&ProposedRole::Sensitive);
    text.push_str(
        "\n[privacy]                          # all of them must hold\n\
         k-anonymity = 5                    # at least 5 records look alike\n",
    );
    text.push_str(if sensitive {
        "l-diversity = { l = 2, kind = \"distinct\" }   # at least 2 sensitive values among them\n\
         # t-closeness = { t = 0.2, distance = \"euclidean\" }\n"
    } else {
        "# l-diversity = { l = 2, kind = \"distinct\" }   # needs a column with role \"sensitive\"\n"
    });
    text.push_str(
        "\n[suppression]\nlimit = 0.05                       # share of the records that may be dropped\n\
         as = \"drop\"                        # or \"star\"\n\
         \n[release]\norder = \"sorted\"                   # or \"input\"\n\
         \n[utility]\nobjective = \"transparency\"         # see: incog list metrics\n\
         \n[search]\nalgorithm = \"auto\"                 # see: incog list algorithms\nseed = 1\nmax_seconds = 60\n",
    );
    text
}

fn push_column(text: &mut String, column: &Column, role: ProposedRole, reason: &str) {
    let name = match role {
        ProposedRole::Identifier => "identifier",
        ProposedRole::QuasiIdentifier => "quasi-identifier",
        ProposedRole::Sensitive => "sensitive",
        ProposedRole::Insensitive => "insensitive",
    };
    let _ = write!(
        text,
        "\n[columns.{}]\nrole = {:<26} # {} values; {}\n",
        quoted(&column.name),
        quoted(name),
        column.dictionary.len(),
        reason.replace(['\n', '\r'], " "),
    );
    if role == ProposedRole::QuasiIdentifier {
        let source = HierarchySource::Made(HierarchySpec::default_for(column));
        let file =
            ColumnFile { hierarchy: Some(hierarchy_file(&source, Path::new(""))), ..ColumnFile::default() };
        if let Some(HierarchyFile::Made(made)) = &file.hierarchy
            && let Ok(table) = toml::Value::try_from(made)
        {
            let _ = writeln!(text, "hierarchy = {}", inline(&table));
        }
    }
}

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
