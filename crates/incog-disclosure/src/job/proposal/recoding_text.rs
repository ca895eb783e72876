//! How a proposed job recodes: levels record by record, or one level per column.

use super::diversity::Diversity;
use super::proposed_column::Proposed;
use super::wishes::ProposalWishes;
use incog_roles::ProposedRole;

/// Whether a value reads like the root of every hierarchy: published record by record, its level
/// could not be read off.
fn has_root_among_values(proposals: &[Proposed<'_>]) -> bool {
    let may_be_generalized = |proposed: &&Proposed<'_>| {
        matches!(proposed.role(), ProposedRole::QuasiIdentifier | ProposedRole::Undecided)
    };
    let mut generalized = proposals.iter().filter(may_be_generalized);
    generalized.any(|proposed| proposed.column.dictionary.iter().any(|value| value == "*"))
}

/// Levels record by record. Where a model protects a sensitive column, no cell may tell anything of
/// another: it could tell something of that column.
pub(super) fn recoding(proposals: &[Proposed<'_>], diversity: &Diversity, wishes: &ProposalWishes) -> String {
    if wishes.uniform {
        return "\n[recoding]\nkind = \"global\"                    # one level per column, as asked (--uniform)\n"
            .to_owned();
    }
    if has_root_among_values(proposals) {
        return "\n[recoding]\nkind = \"global\"                    # one level per column: a value reads like the label of another level\n"
            .to_owned();
    }
    let said = wishes.preset.and_then(|preset| Some((&preset.name, preset.cells.as_deref()?)));
    let is_strict = said.map_or(diversity.protects, |(_, cells)| cells == "strict");
    let by = said.map_or(String::new(), |(name, _)| format!("; {name}"));
    let kind = "\n[recoding]\nkind = \"local\"                     # levels record by record; \"global\" (--uniform): one level per column\n";
    let cells = match is_strict {
        true => {
            "cells = \"strict\"                   # each record fits the labels of one class only; \"free\" keeps more detail"
        }
        false => {
            "cells = \"free\"                     # a record may fit the labels of several classes; \"strict\" reveals less and keeps less detail"
        }
    };
    format!("{kind}{cells}{by}\n")
}
