//! The ledger of a series: who is in its releases, under which labels, and since when.
//!
//! People come to a series in *cohorts*, and each cohort is recoded by itself: a class of it, with
//! at least k people and l values, is a *block* with labels that stay. A block leaves as a whole,
//! or is divided into a part that leaves and one that stays, both of which meet k and l. Until
//! then the records of those who have left stay. So all people with the same history of labels are
//! at least k with at least l values, and every comparison of releases, whatever sums and
//! differences it takes, sees unions of such groups. Newcomers never take the records of those who
//! have left: an attacker who knows a newcomer, and does not find her among the newcomers, would
//! learn whose record she took.
//!
//! Labels are written as those of the first table, whose values the ledger has. A newcomer with a
//! value that would change one, or that a hierarchy lacks, waits: so who waits follows from labels.
//!
//! The file is private. It knows people by a keyed digest, with their values when they came. Each
//! line is sealed with the one before it, and is written before the release appears. If a run ends
//! between the two, the next run takes the release as published: that is never less than what was.
//!
//! [`SealedLedger`] is the file, [`LedgerState`] what follows from its lines, [`PeopleOfTable`]
//! compares a table with it, and [`table_of_state`] is the table of a release.

mod blocks;
mod compared;
mod entry;
mod facts;
mod head;
mod known_labels;
mod ledger_file;
mod line;
mod parts;
mod people;
mod release_table;
mod sealed_file;
mod self_check;
mod state;
mod terms;

pub use blocks::{Block, Blocks};
pub use compared::ComparedGroups;
pub use entry::{LedgerConfirmation, LedgerEntry};
pub(crate) use facts::series_caveat;
pub use facts::{LedgerFacts, LedgerRunFacts, SeriesOfRelease};
pub use line::{LedgerColumn, LedgerRun, LedgerTerms};
pub use parts::PartLimits;
pub use people::PeopleOfTable;
pub use release_table::{
    PublishedRelease, ReleaseTable, ReportOfLedger, ledger_of_release, table_of_release, table_of_state,
};
pub use sealed_file::SealedLedger;
pub use self_check::check_release;
pub use state::{LedgerState, Standing};
