//! Jobs that are proposed for a table.

use crate::capsule::GivenStream;
use crate::engine::Way;
use crate::errors::{as_json, defect, named, read_keys};
use crate::worker_thread::detached;
use incog::engine::Address;
use incog::io::{FileFormat, ReadOptions, RowStream, read_rows};
use incog::job::{
    EngineTable, InputTableFile, JobFile, Overrides, Preset, ProposalWishes, ProposedPlaces, TableToPropose,
    may_be_local, preset, presets, propose_job,
};
use incog::python::Notation;
use incog::roles::ProposedRole;
use incog::{IncogError, Table, read_engine_table};
use pyo3::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

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

/// As [`propose_keys`], for a table of a database, of which `place` has the keys as JSON;
/// `connection` and `driver` are those of `publish_in`.
#[pyfunction]
pub fn propose_keys_in(
    py: Python<'_>,
    place: &str,
    connection: Option<Py<PyAny>>,
    driver: Option<PathBuf>,
    preset_name: Option<&str>,
    wishes: &str,
) -> PyResult<String> {
    let preset = known_preset(py, preset_name)?;
    let wishes: Wishes = read_keys(py, wishes, Notation::Keywords)?;
    let keys: InputTableFile = read_keys(py, place, Notation::Keywords)?;
    let way = Way { connection, driver };
    let text = detached(py, None, move |_, _| {
        let place = EngineTable::from_keys(&keys, "")?;
        let address = Address { engine: place.engine, uri: place.uri.clone(), read_only: true };
        let layout = layout(&wishes);
        let (table, format) = read_engine_table(&mut *way.open(&address)?, &place, &layout)?;
        Ok(proposed_for(&table, &format, &layout, preset, &wishes))
    })?;
    let file: JobFile = toml::from_str(&text).map_err(|_| defect(py))?;
    as_json(serde_json::to_string(&file))
}

fn proposed(rows: RowStream, preset: Option<&'static Preset>, wishes: &Wishes) -> Result<String, IncogError> {
    let layout = layout(wishes);
    let (table, format) = read_rows("table", rows, &layout)?;
    Ok(proposed_for(&table, &format, &layout, preset, wishes))
}

fn layout(wishes: &Wishes) -> ReadOptions {
    let usual = ReadOptions::default();
    let missing_markers = wishes.missing.clone().unwrap_or_else(|| usual.missing_markers.clone());
    ReadOptions { missing_markers, ..usual }
}

/// The job for a table, whose places the call names.
fn proposed_for(
    table: &Table,
    format: &FileFormat,
    layout: &ReadOptions,
    preset: Option<&'static Preset>,
    wishes: &Wishes,
) -> String {
    let places = ProposedPlaces::Files { input: "table", output: "release.arrow" };
    let source = TableToPropose { table, format, places, layout };
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
    propose_job(&source, &wishes).text
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
