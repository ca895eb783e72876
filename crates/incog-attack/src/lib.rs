//! Attacks on a release of any kind: what somebody who has it, and knows a little of the people in
//! it, gets right.
//!
//! Each attack of the list [`ATTACKS`] is tried on records of the original, on people who are in no
//! way in the release (the *control* group: what is found about them follows from what is true of
//! people in general), and beside the naive attacker who guesses. Singling out, linkability and
//! inference are those of Giomi, Boenisch, Wehmeyer and Tasnádi, "A Unified Framework for
//! Quantifying Privacy Risk in Synthetic Data", PoPETs 2023, doi:10.56553/popets-2023-0055, so that
//! figures compare with those of their program Anonymeter.
//!
//! ```
//! use incog_attack::{AttackRequest, Attacked, attack};
//! use incog_data::Table;
//! use std::ops::ControlFlow;
//! let people = [["34", "1010", "flu"], ["36", "1012", "gout"], ["52", "1020", "flu"], ["58", "1029", "flu"]];
//! let published = [["30-39", "101*", "flu"], ["30-39", "101*", "gout"], ["50-59", "102*", "flu"], ["50-59", "102*", "flu"]];
//! let names = ["age", "zip", "illness"];
//! let (original, release) = (Table::from_rows(names, people, &[])?, Table::from_rows(names, published, &[])?);
//! let request = AttackRequest {
//!     known: vec!["age".into(), "zip".into()],
//!     sensitive: vec!["illness".into()],
//!     attacks: vec!["homogeneity".into()],
//!     ..AttackRequest::default()
//! };
//! let found = attack(&Attacked::new(&original, &release), &request, |_| ControlFlow::Continue(()))?;
//! let of_original = &found.findings[0].original;
//! assert_eq!((of_original.successes, of_original.attempts), (2, 4), "both in their fifties are known to have the flu");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attack_setup;
mod attacks;
mod attempts;
mod candidates;
mod draws;
mod entry;
mod error;
mod features;
mod finding;
mod flow;
mod gower;
mod kinds;
mod label_meaning;
mod label_places;
mod labels;
mod matched_column;
mod missing_need;
mod nearest;
mod possible_values;
mod rate;
mod request;
mod run;
mod series;
mod targets;
mod text;
mod unmatched_labels;
mod values;
mod verdict;

pub use attacks::{ATTACKS, attack_named};
pub use entry::{AttackEntry, AttackNeeds};
pub use error::AttackError;
pub use finding::{AttackFinding, AttackReport, Untried};
pub use label_meaning::stands_for;
pub use missing_need::MissingNeed;
pub use rate::{Excess, Rate};
pub use request::{AttackRequest, Attacked};
pub use run::attack;
pub use series::{
    EarlierFacts, EarlierRelease, Membership, SensitiveSeries, Series, SeriesError, SeriesFacts, SeriesLimits,
};
pub use unmatched_labels::UnreadLabels;
pub use verdict::AttackVerdict;
