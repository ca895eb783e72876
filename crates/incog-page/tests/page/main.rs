//! The page over a raw socket: what it answers to whom, and what it saves.

#![allow(clippy::unwrap_used)]

mod guarded;
mod hostile;
mod saved;
mod tabs;
mod trips;
mod visitor;
