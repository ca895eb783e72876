//! One table, or the tables of several providers.

use super::check::{Checked, at};
use super::column::ColumnJob;
use super::error::JobProblem;
use super::file::JobFile;
use super::spec::ProviderTable;
use incog_io::is_same_file;
use incog_privacy::Role;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The column that names the provider of a record when each provider brings a file of its own and no
/// column has the role `provider`.
pub const PROVIDER_COLUMN: &str = "provider";

/// The first table, and all of them when there are several.
pub(super) fn inputs(file: &JobFile, folder: &Path) -> Checked<(PathBuf, Vec<ProviderTable>)> {
    let what = "the table to publish, or inputs, the tables of several providers";
    match (&file.input, &file.inputs) {
        (None, None) => Err((None, JobProblem::Missing { key: "input", what })),
        (Some(input), None) => Ok((folder.join(input), Vec::new())),
        (Some(_), Some(_)) => {
            let (first, second) = ("input".to_owned(), "inputs".to_owned());
            let why = "a job has one table, or a list of tables with their providers";
            Err(at("inputs", JobProblem::Contradiction { first, second, why }))
        }
        (None, Some(tables)) => {
            let resolve = |table: &super::file::ProviderTableFile| ProviderTable {
                path: folder.join(&table.path),
                provider: table.provider.clone(),
            };
            let tables: Vec<ProviderTable> = tables.iter().map(resolve).collect();
            check_tables(&tables)?;
            let first = tables.first().ok_or((None, JobProblem::Missing { key: "inputs", what }))?;
            Ok((first.path.clone(), tables))
        }
    }
}

fn check_tables(tables: &[ProviderTable]) -> Checked<()> {
    for (place, table) in tables.iter().enumerate() {
        if table.provider.trim().is_empty() {
            let what = "each of inputs names the provider of its records";
            return Err(at("inputs", JobProblem::Missing { key: "provider", what }));
        }
        if let Some(first) = tables[..place].iter().position(|other| is_same_file(&other.path, &table.path)) {
            let (first, second) = (format!("inputs[{first}].path"), format!("inputs[{place}].path"));
            let why = "both are the same file, whose records would count twice";
            return Err(at("inputs", JobProblem::Contradiction { first, second, why }));
        }
    }
    Ok(())
}

/// Gives the column of the providers a name: that of the column with the role, or [`PROVIDER_COLUMN`].
pub(super) fn name_provider_column(columns: &mut BTreeMap<String, ColumnJob>) -> Checked<()> {
    if columns.values().any(|column| column.role == Role::Provider) {
        return Ok(());
    }
    let earlier = columns.insert(PROVIDER_COLUMN.to_owned(), ColumnJob::of(Role::Provider));
    if earlier.is_none() {
        return Ok(());
    }
    let key = format!("columns.{PROVIDER_COLUMN}.role");
    let why = "the providers of inputs stand in a column of this name; to give it another name, add a column \
               with the role \"provider\" that no file has";
    Err(at(&key.clone(), JobProblem::Contradiction { first: "inputs".into(), second: key, why }))
}
