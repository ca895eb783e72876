//! The columns: what each is, and why that is proposed.

use super::{path, percent};
use crate::session::Session;
use incog::drawings::grouped;
use incog_data::Column;
use serde::Serialize;
use serde_json::json;

/// What a column may be, in the words of a job and in others.
const ROLES: [(&str, &str); 9] = [
    ("undecided", "undecided: blocks publication until you decide"),
    ("identifier", "identifier: names a person; not published"),
    ("person", "person: names the person of a record; the models count people by it"),
    ("household", "household: names the household of a record"),
    ("own-k", "own-k: a k of each person's own, 0 to leave them out; not published"),
    ("quasi-identifier", "quasi-identifier: others may know it; generalized"),
    ("sensitive", "sensitive: nobody may learn it about a person"),
    ("insensitive", "insensitive: harmless; published unchanged"),
    ("provider", "provider: the institution that contributed the record"),
];

#[derive(Serialize)]
pub struct Columns {
    name: String,
    records: String,
    count: usize,
    undecided: usize,
    columns: Vec<Row>,
    roles: Vec<Choice>,
}

#[derive(Serialize)]
struct Choice {
    word: &'static str,
    words: &'static str,
}

#[derive(Serialize)]
struct Row {
    number: usize,
    name: String,
    role: String,
    path: String,
    kind: String,
    distinct: String,
    missing: String,
    single: String,
    proposed: &'static str,
    why: String,
    undoes: Option<String>,
    differs: bool,
}

pub fn part(session: &Session) -> Columns {
    let opened = session.opened();
    let job = session.state().job.clone();
    let table = opened.table.table();
    let rows = (1..).zip(table.columns()).zip(&opened.proposed);
    let mut columns: Vec<Row> = rows
        .map(|((number, column), proposed)| {
            let role = job.columns.get(&column.name).and_then(|column| column.role.clone());
            let role = role.unwrap_or_else(|| "insensitive".to_owned());
            Row {
                number,
                name: column.name.clone(),
                path: path(&[json!("columns"), json!(column.name), json!("role")]),
                kind: kind(column),
                distinct: grouped(distinct(column)),
                missing: missing(column),
                single: single(column),
                proposed: proposed.role,
                why: proposed.why.clone(),
                undoes: proposed.undoes.clone(),
                differs: proposed.role != role,
                role,
            }
        })
        .collect();
    columns.sort_by_key(|row| row.role != "undecided");
    Columns {
        name: opened.name.display().to_string(),
        records: grouped(table.rows() as u64),
        count: columns.len(),
        undecided: columns.iter().filter(|row| row.role == "undecided").count(),
        columns,
        roles: ROLES.iter().map(|&(word, words)| Choice { word, words }).collect(),
    }
}

fn kind(column: &Column) -> String {
    if column.value_type.is_number() { "numbers" } else { "texts" }.to_owned()
}

fn distinct(column: &Column) -> u64 {
    let counts = column.counts();
    (0u32..).zip(&counts).filter(|(code, count)| **count > 0 && !column.is_missing(*code)).count() as u64
}

fn missing(column: &Column) -> String {
    let counts = column.counts();
    let missing: u64 = column.missing.iter().filter_map(|&code| counts.get(code as usize)).sum();
    if missing == 0 { "none".to_owned() } else { percent(missing as f64 / column.codes.len().max(1) as f64) }
}

/// The share of the records whose value no other has.
fn single(column: &Column) -> String {
    let alone = column.counts().into_iter().filter(|count| *count == 1).count();
    percent(alone as f64 / column.codes.len().max(1) as f64)
}
