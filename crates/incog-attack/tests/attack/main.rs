//! Answers known by hand, brute force, and what must not matter.
#![allow(clippy::unwrap_used)]

mod brute_force;
mod by_definition;
mod known_answers;
mod labels;
mod minimality;
mod people;
mod refinement;
mod together;
mod trees;
mod unchanged;

use incog_attack::{AttackReport, AttackRequest, Attacked, Rate, attack};
use incog_data::Table;
use std::ops::ControlFlow;

fn table(names: &[&str], rows: &[Vec<String>]) -> Table {
    Table::from_rows(names.iter().copied(), rows.iter().map(|row| row.iter().map(String::as_str)), &["?"])
        .unwrap()
}

fn request(known: &[&str], sensitive: &[&str]) -> AttackRequest {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    AttackRequest { known: owned(known), sensitive: owned(sensitive), ..AttackRequest::default() }
}

/// Limits a request to some attacks.
fn only(attacks: &[&str], request: AttackRequest) -> AttackRequest {
    AttackRequest { attacks: attacks.iter().map(|name| (*name).to_owned()).collect(), ..request }
}

fn tried(attacked: &Attacked<'_>, request: &AttackRequest) -> AttackReport {
    attack(attacked, request, |_| ControlFlow::Continue(())).unwrap()
}

fn rate_of<'r>(report: &'r AttackReport, name: &str) -> &'r Rate {
    &report.findings.iter().find(|finding| finding.attack == name).unwrap().original
}
