//! What a column is, from its name and its values.
//!
//! [`propose`] gives every column of a table a role with reasons: detectors, one file each
//! ([`DETECTORS`]), look at the distinct values; words in eight languages are looked for in the
//! names ([`read_name`]); what neither decides is [`ProposedRole::Undecided`]. [`looks_like_data`]
//! says whether a header is the first record of a file without one.
//!
//! It is a proposal for a person to confirm, and it fails closed: a column is not taken for
//! harmless because nothing is known of it. No reason holds a value of the table.

mod cells;
mod check_digits;
mod column_kind;
mod column_name;
mod decide;
mod dependent_columns;
mod detector;
mod detectors;
mod fold;
mod header;
mod known_order;
mod meaning;
mod names;
mod profile;
mod proposal;
mod propose;
mod role;

pub use cells::{ascii_digit, holds_a_telephone, is_word_for_missing, stands_for_nothing};
pub use column_kind::column_kind;
pub use column_name::{NameReading, NamedBy, read_name};
pub use dependent_columns::followed_by;
pub use detector::{Detection, Detector, Recognizer, Strength, ValueKind};
pub use detectors::{DETECTORS, detect, holds_an_address, holds_an_identifier};
pub use header::{HeaderOfData, looks_like_data};
pub use known_order::known_order;
pub use meaning::Meaning;
pub use names::{NameEvidence, named_in};
pub use profile::{MOST_VALUES, Profile, ProfiledValue, Share};
pub use proposal::{Confidence, Proposal, Reason};
pub use propose::{propose, propose_counted};
pub use role::ProposedRole;
