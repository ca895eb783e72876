//! Statements as texts, and what engines make of them.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod engines;
mod made;
mod texts;
mod types;
