//! What a column may become before it is published: pseudonyms, shifted dates, rounded or noisy
//! numbers, redacted text.
//!
//! One file a treatment ([`TREATMENTS`]): its card, what it needs, and how it makes a column of a
//! column. A treatment is done to the table before anything is decided, so that models, findings of
//! the gate and figures are about what is published. It looks at one record, at the person the
//! record is about and at a key, never at other records: what it makes of a record follows from no
//! suppressed one. Limits at quantiles and bases of rounding that are left to the published numbers
//! are the exception: they are made of the published records, once it is decided which these are.

mod age_at;
mod age_on;
mod auto_round;
mod chance;
mod computed_column;
mod entry;
mod error;
mod key;
mod limits;
mod noise;
mod period_start;
mod post_randomization;
mod pseudonym;
mod quantile_limits;
mod redact;
mod round;
mod shift_days;
mod spec;
mod treatments;
mod unfit_value;
mod written_day;
mod written_number;

pub use chance::{ChanceTest, FALSE_ALARM, OriginalCell, TreatedGroup};
pub use entry::{AutomaticBase, NeededKey, Subject, Treatment, TreatmentContext, TreatmentEntry};
pub use error::TreatmentError;
pub use key::Key;
pub use pseudonym::{is_pseudonym, people};
pub use redact::redaction_mark;
pub use round::rounded;
pub use spec::TreatmentSpec;
pub use treatments::{TREATMENTS, treatment_with};
