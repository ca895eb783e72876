//! What reports of every kind have in common: for whom they are made, the files they are written
//! to, how figures are formatted and drawn, and the ledger of claims in which `verify` records the
//! outcome of each.

mod audience;
mod kind;
mod page;
mod rounding;
pub mod svg;
pub mod verification;
mod waivers;

pub use audience::{Audience, files_of_release, note_on_earlier};
pub use kind::{TRAJECTORIES, is_of_trajectories};
pub use page::{PageFacts, STYLE};
pub use rounding::{gap_upwards, seconds_upwards, significant, work_upwards};
pub use svg::LabelShare;
pub use verification::{Check, Verdict, Verification, VerifyOptions};
pub use waivers::Waivers;
