//! Tests of the public face, on real files where they are at hand.
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

mod builders;
mod grouping;
mod hierarchy_csv;
