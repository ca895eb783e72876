//! One card a thing: what a privacy model, a metric, a search or a format is called, where it comes
//! from, and what can be set of it.
//!
//! The room that owns the things has a plain list of their cards. Reading and refusing keys of a
//! job file, `incog list` and the documentation of keys all come from these, so a parameter is
//! declared once.
//!
//! ```
//! use incog_card::{Card, CardAudience, Parameter, Parameters, Range, Refusal, ParameterDefault, Value};
//! static MODEL: Card = Card {
//!     name: "l-diversity",
//!     audience: CardAudience::Product,
//!     summary: "every class has l well represented sensitive values",
//!     reference: "Machanavajjhala et al., TKDD 2007",
//!     parameters: &[
//!         Parameter::new("l", "number of values", Range::Whole(1, i64::MAX), ParameterDefault::Required),
//!         Parameter::new("kind", "what counts", Range::Words(&["distinct", "entropy"]), ParameterDefault::Value(Value::word("distinct"))),
//!     ],
//!     caveat: None,
//! };
//! let asked = Parameters::said(&MODEL, [("l", 3.into())])?;
//! assert_eq!((asked.whole("l")?, asked.word("kind")?), (3, "distinct"));
//! let none = Parameters::said(&MODEL, [("l", 0.into())])?;
//! assert!(matches!(none.whole("l"), Err(Refusal::OutOfRange { parameter: "l", .. })));
//! # Ok::<(), Refusal>(())
//! ```

mod card;
mod file;
mod parameters;
mod planted_faults;
mod range;
mod refusal;
mod stop;
mod value;

pub use card::{Card, CardAudience, Parameter, ParameterDefault};
pub use file::{InFile, KeyIn, ValueOf};
pub use parameters::Parameters;
pub use planted_faults::is_planted;
pub use range::Range;
pub use refusal::Refusal;
pub use stop::Stop;
pub use value::Value;
