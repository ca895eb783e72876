//! A role for every column of a table.

use crate::column_name::read_name;
use crate::decide::{Evidence, decide, leave_out_who_serve, may_number_people};
use crate::dependent_columns::followed_by;
use crate::detector::ValueKind;
use crate::detectors::detect;
use crate::profile::Profile;
use crate::proposal::{Confidence, Proposal, Reason};
use crate::role::ProposedRole;
use incog_data::{Column, CountedTable, ValueCounts};

/// A beginning and an end have four coordinates. More columns of decimals are measures.
const MOST_COORDINATES: usize = 4;

/// Proposes a role for every column, in the order of the table.
///
/// Every row is looked at once, every distinct value of at most [`MOST_VALUES`](crate::MOST_VALUES)
/// a column by each detector. What neither name nor values decide is [`ProposedRole::Undecided`],
/// and a person has to decide it; nothing is taken for harmless because nothing is known of it.
/// Insensitive is what all rows share, what is said of things and not of people, and a sampling
/// weight that many rows have.
///
/// ```
/// use incog_roles::{ProposedRole, propose};
/// let rows = [["7", "Bonn", "flu"], ["7", "Ulm", "flu"], ["9", "Bonn", "gout"]];
/// let table = incog_data::Table::from_rows(["patient_id", "Wohnort", "diagnosis"], rows, &[])?;
/// let roles: Vec<ProposedRole> = propose(&table).iter().map(|proposal| proposal.role).collect();
/// assert_eq!(roles, [ProposedRole::Person, ProposedRole::QuasiIdentifier, ProposedRole::Sensitive]);
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn propose<'t>(table: impl Into<CountedTable<'t>>) -> Vec<Proposal> {
    propose_counted(&ValueCounts::new(table))
}

/// Like [`propose`], for a table whose values were counted.
pub fn propose_counted(counts: &ValueCounts<'_>) -> Vec<Proposal> {
    let records = counts.table().records();
    let proposed: Vec<ByItself> =
        counts.columns().map(|(column, of_code)| propose_column(column, records, of_code)).collect();
    let are_places = proposed.iter().filter(|one| one.is_coordinate).count() <= MOST_COORDINATES;
    let is_coordinate = |at: usize| are_places && proposed.get(at).is_some_and(|one| one.is_coordinate);
    let is_beside_another = |at: usize| is_coordinate(at + 1) || at.checked_sub(1).is_some_and(is_coordinate);
    let columns = proposed.iter().enumerate().map(|(at, one)| {
        let proposal = one.proposal.clone();
        if one.may_number_people
            && let Some(columns) = followed_by(counts, at)
        {
            return as_people(proposal, columns);
        }
        if proposal.role != ProposedRole::Undecided {
            return proposal;
        }
        if is_coordinate(at) && is_beside_another(at) {
            return Proposal::new(
                ProposedRole::QuasiIdentifier,
                Reason::PairOfCoordinates,
                Confidence::Likely,
            );
        }
        match followed_by(counts, at) {
            Some(columns) => proposal.and(Reason::FollowedByOthers { columns }),
            None => proposal,
        }
    });
    let mut columns: Vec<Proposal> = columns.collect();
    leave_out_who_serve(&mut columns, counts);
    columns
}

/// Numbers that are those of people, whatever their name says: somebody has to decide it.
fn as_people(proposal: Proposal, columns: usize) -> Proposal {
    let agree =
        Proposal::new(ProposedRole::Undecided, Reason::FollowedByOthers { columns }, Confidence::Guess);
    proposal.reasons.into_iter().fold(agree, Proposal::and)
}

/// What is proposed for a column without a look at the others.
struct ByItself {
    proposal: Proposal,
    /// Whether it may be one half of a pair of coordinates.
    is_coordinate: bool,
    /// Whether its values may be the numbers of people, although its name says something else.
    may_number_people: bool,
}

fn propose_column(column: &Column, records: u64, of_code: &[u64]) -> ByItself {
    let profile = Profile::with_counts(column, records, of_code.to_vec());
    let name = read_name(&column.name);
    let findings = detect(&profile);
    let is_coordinate = findings.iter().any(|finding| finding.detector.kind == ValueKind::Coordinate);
    let evidence = Evidence { profile: &profile, name: &name, findings: &findings };
    let proposal = decide(&evidence);
    let may_number_people = may_number_people(&evidence, proposal.role);
    ByItself { proposal, is_coordinate, may_number_people }
}
