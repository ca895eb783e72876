//! `[recoding]`: whether records are generalized alike.

use super::check::{Blame, Checked, word};
use super::error::JobProblem;
use incog_request::cards::{
    GLOBAL_SEARCHES, LOCAL_SEARCHES, MICROAGGREGATIONS, STRICT_LOCAL_SEARCHES, card_of,
};
use incog_request::{CellKind, LocalEffort, LocalSettings, RecodingSettings, SearchSettings};
use serde::{Deserialize, Serialize};

/// `[recoding]`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // The keys are those of the job file, documented there.
pub struct RecodingFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
}

const KINDS: [(&str, Kind); 3] =
    [("global", Kind::Global), ("local", Kind::Local), ("microaggregation", Kind::Microaggregation)];

/// What `recoding.kind` may say.
pub const RECODING_KINDS: [&str; 3] = [KINDS[0].0, KINDS[1].0, KINDS[2].0];

const CELLS: [(&str, CellKind); 2] = [("free", CellKind::Free), ("strict", CellKind::Strict)];

/// The kinds by name.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Kind {
    #[default]
    Global,
    Local,
    /// Groups by distance.
    Microaggregation,
}

/// What the file asks for.
pub(super) fn recoding(file: &RecodingFile, search: &SearchSettings) -> Checked<RecodingSettings> {
    let kind = word("recoding.kind", file.kind.as_deref(), &KINDS)?.unwrap_or_default();
    let cells = word("recoding.cells", file.cells.as_deref(), &CELLS)?;
    let effort = word("recoding.effort", file.effort.as_deref(), &LocalEffort::ALL)?;
    if kind == Kind::Local {
        let settings = LocalSettings { cells: cells.unwrap_or_default(), effort: effort.unwrap_or_default() };
        check_local_algorithm(search, settings, effort.is_some())?;
        return Ok(RecodingSettings::Local(settings));
    }
    if let Some((which, _)) =
        [("cells", cells.is_some()), ("effort", effort.is_some())].iter().find(|(_, said)| *said)
    {
        let key = format!("recoding.{which}");
        let why = "only local recoding (kind = \"local\") uses it";
        return Err((Some(key.clone()), JobProblem::Idle { key, why }));
    }
    if kind == Kind::Microaggregation {
        let is_known = is_recipe(search) || card_of(MICROAGGREGATIONS, &search.algorithm).is_some();
        let why = "this algorithm is not for micro-aggregation; use \"auto\", \"mdav\" or \"v-mdav\"";
        return if is_known {
            Ok(RecodingSettings::Microaggregation)
        } else {
            Err(contradiction("search.algorithm", "microaggregation", why))
        };
    }
    match card_of(GLOBAL_SEARCHES, &search.algorithm) {
        Some(_) => Ok(RecodingSettings::Global),
        None => Err(contradiction("search.algorithm", "global", of_other_kind(search))),
    }
}

/// The refusal of an algorithm that does not look for one level per column.
fn of_other_kind(search: &SearchSettings) -> &'static str {
    match card_of(MICROAGGREGATIONS, &search.algorithm) {
        Some(_) => "this algorithm is for micro-aggregation",
        None => "this algorithm is for local recoding",
    }
}

/// The default is what the effort says; any other is one search by itself.
fn check_local_algorithm(
    asked: &SearchSettings,
    settings: LocalSettings,
    is_effort_said: bool,
) -> Checked<()> {
    if is_recipe(asked) {
        return Ok(());
    }
    if card_of(LOCAL_SEARCHES, &asked.algorithm).is_none() {
        let why = match card_of(GLOBAL_SEARCHES, &asked.algorithm) {
            Some(_) => "this algorithm is for global recoding",
            None => of_other_kind(asked),
        };
        return Err(contradiction("search.algorithm", "local", why));
    }
    if settings.cells == CellKind::Strict && card_of(STRICT_LOCAL_SEARCHES, &asked.algorithm).is_none() {
        let (first, second) = ("search.algorithm".to_owned(), "recoding.cells = \"strict\"".to_owned());
        let why = "this algorithm makes overlapping cells";
        return Err((Some(first.clone()), JobProblem::Contradiction { first, second, why }));
    }
    if is_effort_said {
        let (first, second) = ("search.algorithm".to_owned(), "recoding.effort".to_owned());
        let why = "an effort selects several searches; remove one of the two";
        return Err((Some(second.clone()), JobProblem::Contradiction { first, second, why }));
    }
    Ok(())
}

/// Whether what is searched by is what the effort says.
fn is_recipe(search: &SearchSettings) -> bool {
    search.algorithm == SearchSettings::default().algorithm
}

/// A key that means nothing for a kind of recoding.
pub(super) fn contradiction(key: &str, kind: &str, why: &'static str) -> Blame {
    let (first, second) = (key.to_owned(), format!("recoding.kind = \"{kind}\""));
    (Some(key.to_owned()), JobProblem::Contradiction { first, second, why })
}

/// The file that asks for this; nothing where all records are generalized alike.
pub(super) fn recoding_file(recoding: RecodingSettings, search: &SearchSettings) -> RecodingFile {
    let LocalSettings { cells, effort } = match recoding {
        RecodingSettings::Local(settings) => settings,
        RecodingSettings::Microaggregation => {
            return RecodingFile { kind: Some("microaggregation".to_owned()), ..RecodingFile::default() };
        }
        RecodingSettings::Global => return RecodingFile::default(),
    };
    RecodingFile {
        kind: Some("local".to_owned()),
        cells: name_of(&CELLS, cells),
        effort: name_of(&LocalEffort::ALL, effort).filter(|_| is_recipe(search)),
    }
}

fn name_of<T: PartialEq>(known: &[(&str, T)], value: T) -> Option<String> {
    known.iter().find(|(_, one)| *one == value).map(|(name, _)| (*name).to_owned())
}
