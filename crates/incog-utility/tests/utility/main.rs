//! Known answers and properties of all metrics.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod adult;
mod arx;
mod by_hand;
mod local;
mod properties;
mod random_table;
mod variants;
