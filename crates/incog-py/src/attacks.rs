//! Attacks on a release.

use crate::capsule::GivenStream;
use crate::errors::{as_json, read_keys};
use crate::events::Happened;
use crate::worker_thread::{Teller, detached};
use incog::attack::AttackRequest;
use incog::card::Card;
use incog::job::HierarchyFile;
use incog::python::Notation;
use incog::{AttackedRows, Control, attack_rows};
use pyo3::prelude::*;
use serde_json::to_string;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What is tried, as the keywords of the package say it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct AttackKeywords {
    known: Vec<String>,
    sensitive: Vec<String>,
    unit: Option<String>,
    attacks: Vec<String>,
    queries: usize,
    columns: usize,
    seed: u64,
    /// By column, a hierarchy of a job file as JSON.
    hierarchies: BTreeMap<String, String>,
}

/// Attacks a release of a table. Returns JSON, and the same for people.
#[pyfunction]
#[pyo3(signature = (original, release, control, also, asked, observer=None))]
pub fn attack(
    py: Python<'_>,
    original: &Bound<'_, PyAny>,
    release: &Bound<'_, PyAny>,
    control: Option<&Bound<'_, PyAny>>,
    also: Vec<Bound<'_, PyAny>>,
    asked: AttackKeywords,
    observer: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let AttackKeywords { known, sensitive, unit, attacks, queries, columns, seed, hierarchies } = asked;
    let request = AttackRequest { known, sensitive, unit, attacks, queries, columns, seed };
    let read = |(column, how): (String, String)| {
        Ok((column, read_keys::<HierarchyFile>(py, &how, Notation::Keywords)?))
    };
    let hierarchies = hierarchies.into_iter().map(read).collect::<PyResult<_>>()?;
    let (original, release) = (GivenStream::new(original)?, GivenStream::new(release)?);
    let control = control.map(GivenStream::new).transpose()?;
    let also = also.iter().map(GivenStream::new).collect::<PyResult<Vec<_>>>()?;
    let work = move |ending: &Control, tell: &Teller| {
        let rows = AttackedRows {
            original: original.rows("original")?,
            release: release.rows("release")?,
            control: control.map(|given| given.rows("control group")).transpose()?,
            also: also.into_iter().map(|given| given.rows("further release")).collect::<Result<_, _>>()?,
            hierarchies,
        };
        let begins = |card: &'static Card| {
            tell(Happened::Attack(card.name));
            if ending.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        attack_rows(rows, &request, begins)
    };
    let found = detached(py, observer, work)?;
    Ok((as_json(to_string(&found))?, found.to_text()))
}
