//! A third, independent checker of releases and of proofs that no release loses less.
//!
//! It shares no code with the engine, has no dependencies, and is written from the documented
//! formats: [`check`] reads the bytes of files and says of each claim of a report whether the files
//! prove it. Without the feature `std` it needs only `core` and `alloc`.
//!
//! # What is checked
//!
//! * Of the release alone: its digest, its number of records and classes, risks, and in every class
//!   k-anonymity, maximum risk, l-diversity (distinct, entropy, recursive), p-sensitive and
//!   (alpha, k)-anonymity, t-closeness (Euclidean, equal, ordered).
//! * With the original: that each row of the release generalizes another record, and what it loses.
//! * With a proof: that no release loses less than the bound of the report.
//!
//! All else that a report says is listed as not shown. Hierarchies of intervals, ranges, masks,
//! neighbours and flat ones are made again; others are given as files (`incog hierarchy build`).
//!
//! # The format of proof files, version 1
//!
//! A proof file is one JSON object in UTF-8. No object has a key twice, or one that is not named
//! here. Numbers of places and levels are written without point and exponent.
//! The object has the keys of this table.
//!
//! | key | type | what it is |
//! |---|---|---|
//! | `format` | whole number | the version of the format: 1, also where the key is absent |
//! | `incog` | text | the version of the program that wrote it; it changes nothing |
//! | `objective` | text | `gen-loss`, `precision`, `transparency`, `height`, `loss`: the job's |
//! | `evidence` | object | exactly one of `prices` and `boxes` |
//!
//! A reader refuses a `format` that it does not know. A change that makes an earlier reader wrong,
//! or adds a key, is a new version.
//!
//! ## `boxes`: full-domain releases
//!
//! The value of `boxes` is an object with the keys of this table.
//!
//! | key | type | what it is |
//! |---|---|---|
//! | `quasi_identifiers` | texts | all quasi-identifiers, in the order of the table's columns |
//! | `nodes` | lists of whole numbers | for each quasi-identifier a level, at most its highest |
//! | `steps` | list of objects | each with one key: `cut`, `below` or `dear` |
//!
//! The first open box has all nodes between the least and the highest levels of the job. Each step
//! takes the box that was opened last; at the end none is open.
//!
//! * `{"cut": [a, l]}` opens two boxes: the upper one, from level `l` of attribute `a` on, and
//!   after it the lower one.
//! * `{"below": n}` closes a box whose highest corner lies below node `n`.
//! * `{"dear": [[n, ...], [[a, l], ...]]}`: the nodes of the first list ask prices in this order.
//!   The second list cuts off the levels above `l` of `a`, one after the other, and leaves the rest
//!   of the box open. Where it is empty, the box is closed.
//!
//! The bounds of the closed parts are those of `docs/background-proofs.md`; the least of them is
//! the bound. A first node of `dear` that is allowed and that the highest corner lies below asks no
//! price: its suppressed records count in all costs.
//!
//! ## `prices`: local recodings
//!
//! The value of `prices` is a list of blocks. No quasi-identifier is in two blocks. A block has the
//! keys of this table.
//!
//! | key | type | what it is |
//! |---|---|---|
//! | `quasi_identifiers` | texts | the columns whose labels pay the prices of this block |
//! | `prices` | numbers | for each record of the input, in its order, in units of the objective |
//!
//! A record's price counts from 0 on; of records with equal quasi-identifiers the least counts.
//! Costs are above the cheapest label of each column at the levels of the job. A `transparency` or
//! `height` block is in units of its sum over records and columns, or over columns. In every cell
//! each class that meets the models has prices of at most `1 + 1e-9` times its cost.
//!
//! # Arithmetic
//!
//! Limits, risks and intervals are exact decimals. Sums of floating-point numbers carry their
//! rounding errors along. A bound may miss the report's by `1e-8` of the value, which is far more
//! than such sums are wrong by.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[cfg(feature = "std")]
pub mod c_interface;
mod check;
mod classes;
mod findings;
mod heap;
mod job_terms;
mod numbers;
mod proof;
mod reading;
mod refused;
mod release;
mod trees;

#[cfg(test)]
mod tests;

pub use check::{CheckedFiles, check};
pub use findings::{CheckFinding, CheckVerdict};
pub use refused::Refused;
