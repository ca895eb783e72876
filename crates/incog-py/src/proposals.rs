//! Jobs that are proposed for a table.

use crate::capsule::GivenStream;
use crate::errors::{as_json, defect, named, read_keys};
use crate::worker_thread::detached;
use incog::IncogError;
use incog::io::{ReadOptions, RowStream, read_rows};
use incog::job::{
    JobFile, Overrides, Preset, ProposalWishes, TableToPropose, may_be_local, preset, presets, propose_job,
};
use incog::python::Notation;
use incog::roles::ProposedRole;
use pyo3::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What the keywords of a call say about the job that is proposed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Wishes {
    /// The roles that keywords give to columns.
    roles: BTreeMap<String, String>,
    /// Whether incog proposes roles for all other columns; otherwise they are insensitive.
    proposes_roles: bool,
    k: Option<i64>,
    l: Option<f64>,
    t: Option<f64>,
    suppression: Option<f64>,
    objective: Option<String>,
    algorithm: Option<String>,
    /// Whether all records are to have the same levels.
    is_global: bool,
    /// The texts that mean "missing"; the usual ones where nothing is said.
    missing: Option<Vec<String>>,
}

/// The text of a job file to start from, with the choices of a preset if one is named.
#[pyfunction]
#[pyo3(signature = (table, preset_name=None))]
pub fn propose(py: Python<'_>, table: &Bound<'_, PyAny>, preset_name: Option<&str>) -> PyResult<String> {
    let (given, preset) = (GivenStream::new(table)?, known_preset(py, preset_name)?);
    let wishes = Wishes { proposes_roles: true, ..Wishes::default() };
    detached(py, None, move |_, _| proposed(given.rows("table")?, preset, &wishes))
}

/// The keys of a job that incog proposes for a table where the keywords of a call, as JSON, leave
/// something open; as JSON, too.
#[pyfunction]
pub fn propose_keys(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    preset_name: Option<&str>,
    wishes: &str,
) -> PyResult<String> {
    let (given, preset) = (GivenStream::new(table)?, known_preset(py, preset_name)?);
    let wishes: Wishes = read_keys(py, wishes, Notation::Keywords)?;
    let text = detached(py, None, move |_, _| proposed(given.rows("table")?, preset, &wishes))?;
    let file: JobFile = toml::from_str(&text).map_err(|_| defect(py))?;
    as_json(serde_json::to_string(&file))
}

fn proposed(rows: RowStream, preset: Option<&'static Preset>, wishes: &Wishes) -> Result<String, IncogError> {
    let usual = ReadOptions::default();
    let missing_markers = wishes.missing.clone().unwrap_or_else(|| usual.missing_markers.clone());
    let layout = ReadOptions { missing_markers, ..usual };
    let (table, format) = read_rows("table", rows, &layout)?;
    let (input, output) = ("table", "release.arrow");
    let source = TableToPropose { table: &table, format: &format, input, output, layout: &layout };
    let names = table.columns().iter().map(|column| column.name.clone());
    let others = names.filter(|_| !wishes.proposes_roles).map(|name| (name, ProposedRole::Insensitive));
    let mut decided: BTreeMap<String, ProposedRole> = others.collect();
    decided.extend(wishes.roles.iter().map(|(name, role)| (name.clone(), proposed_role(role))));
    let overrides = Overrides { algorithm: wishes.algorithm.clone(), ..Overrides::default() };
    let wishes = ProposalWishes {
        preset,
        decided,
        k: wishes.k,
        l: wishes.l,
        t: wishes.t,
        limit: wishes.suppression,
        objective: wishes.objective.clone(),
        uniform: wishes.is_global || !may_be_local(wishes.objective.as_deref(), &overrides),
        ..ProposalWishes::default()
    };
    Ok(propose_job(&source, &wishes).text)
}

/// The role of a column as a proposal knows it; any other is left out of what is proposed.
fn proposed_role(role: &str) -> ProposedRole {
    ProposedRole::by_name(role).unwrap_or(ProposedRole::Identifier)
}

fn known_preset(py: Python<'_>, name: Option<&str>) -> PyResult<Option<&'static Preset>> {
    let Some(name) = name else { return Ok(None) };
    preset(name).map(Some).ok_or_else(|| named(py, "JobError", unknown_preset(name)))
}

fn unknown_preset(name: &str) -> String {
    let known: Vec<&str> = presets().iter().map(|preset| preset.name.as_str()).collect();
    format!("preset is {name:?}; expected one of {}", known.join(", "))
}
