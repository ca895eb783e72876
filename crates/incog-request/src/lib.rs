//! What is asked of a search: models, metric, limit, settings, and the cards of all searches that a
//! job can name. Nothing here searches, so whoever checks a release can read a job without knowing
//! a search.
//!
//! ```
//! use incog_request::{SearchSettings, records_of_share};
//! assert_eq!(SearchSettings::default().algorithm, "auto");
//! assert_eq!(records_of_share(0.29, 100), 29);
//! ```

pub mod cards;
mod concealed;
mod recoding_settings;
mod request;
mod search_settings;
pub mod stop_by_name;

pub use concealed::Concealed;
pub use recoding_settings::{CellKind, KeepColumns, LocalEffort, LocalSettings, RecodingSettings};
pub use request::{Request, records_of_share};
pub use search_settings::SearchSettings;
