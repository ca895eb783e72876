//! One column: its values, and its hierarchy as a tree with what makes it.

use super::tree::{TreeRow, groups, tree};
use super::{path, rendered};
use crate::session::Session;
use incog::drawings::{bars, named};
use incog::job::{ColumnFile, HierarchyFile, MadeHierarchyFile};
use serde::Serialize;
use serde_json::json;

/// Ways to make a hierarchy, as the page offers them.
const WAYS: [(&str, &str); 8] = [
    ("default", "automatic, by the column's type"),
    ("intervals", "intervals of numbers"),
    ("mask", "mask characters with * one by one"),
    ("date", "parts of a date"),
    ("fanout", "join neighbouring values"),
    ("flat", "the value, or *"),
    ("tree", "groups of single values"),
    ("file", "a hierarchy file in ARX's format"),
];

#[derive(Serialize)]
pub struct Part {
    id: usize,
    name: String,
    bars: String,
    generalized: bool,
    limits: bool,
    hierarchy: String,
    min_path: String,
    max_path: String,
    min: Option<i64>,
    max: Option<i64>,
    way: &'static str,
    ways: Vec<(&'static str, &'static str)>,
    made: Made,
    file: Option<String>,
    tree: String,
    height: usize,
    error: Option<String>,
}

/// The parameters of builders as their fields show them.
#[derive(Serialize, Default)]
struct Made {
    intervals: String,
    origin: String,
    mask: String,
    mask_char: String,
    date: String,
    fanout: String,
    tree: String,
}

#[derive(Serialize)]
struct Tree<'a> {
    id: usize,
    column: &'a str,
    /// The labels of each level, as JSON.
    groups: String,
    levels: usize,
    roots: Vec<TreeRow>,
}

pub fn part(session: &Session, name: &str) -> Option<Part> {
    let opened = session.opened();
    let place = opened.table.table().columns().iter().position(|column| column.name == name)?;
    let column = &opened.table.table().columns()[place];
    let said = session.state().job.columns.get(name).cloned().unwrap_or_default();
    let role = said.role.clone().unwrap_or_default();
    let generalized = role == "quasi-identifier";
    let key = |key: &str| path(&[json!("columns"), json!(name), json!(key)]);
    let found = generalized.then(|| opened.table.quasi_identifier(name, &unbounded(&said), opened.folder()));
    let (drawn, height, error) = match found {
        None => (String::new(), 0, None),
        Some(Ok(qid)) => {
            let roots = tree(&qid, &column.counts());
            let height = qid.hierarchy.height();
            let groups = json!(groups(&qid)).to_string();
            let tree = Tree { id: place + 1, column: name, groups, levels: height + 1, roots };
            (rendered("tree.html", &tree), height, None)
        }
        Some(Err(error)) => (String::new(), 0, Some(in_words(&error.to_string(), &said))),
    };
    let is_made = generalized && said.hierarchy.is_none();
    let by_default = is_made.then(|| opened.table.made_by_default(name)).flatten();
    let shares = opened.table.distribution(column);
    let total = shares.iter().map(|share| share.records).sum();
    let told = format!("The most frequent values of {name}");
    Some(Part {
        id: place + 1,
        name: name.to_owned(),
        bars: named(&bars(&shares, total, "original"), &told),
        generalized,
        limits: generalized && error.is_none(),
        hierarchy: key("hierarchy"),
        min_path: key("min_level"),
        max_path: key("max_level"),
        min: said.min_level,
        max: said.max_level,
        way: way(said.hierarchy.as_ref()),
        ways: WAYS.to_vec(),
        made: made(said.hierarchy.as_ref().or(by_default.as_ref())),
        file: file_name(said.hierarchy.as_ref()),
        tree: drawn,
        height,
        error,
    })
}

/// All levels are drawn, also those that a release may not have.
fn unbounded(said: &ColumnFile) -> ColumnFile {
    ColumnFile { min_level: None, max_level: None, ..said.clone() }
}

fn file_name(hierarchy: Option<&HierarchyFile>) -> Option<String> {
    let Some(HierarchyFile::Path(path)) = hierarchy else { return None };
    let name = std::path::Path::new(path).file_name();
    Some(name.unwrap_or_default().to_string_lossy().into_owned())
}

/// A message without the folder that a file stands in.
fn in_words(message: &str, said: &ColumnFile) -> String {
    match (&said.hierarchy, file_name(said.hierarchy.as_ref())) {
        (Some(HierarchyFile::Path(path)), Some(name)) => message.replace(path.as_str(), &name),
        _ => message.to_owned(),
    }
}

fn way(hierarchy: Option<&HierarchyFile>) -> &'static str {
    let made = match hierarchy {
        None => return "default",
        Some(HierarchyFile::Path(_)) => return "file",
        Some(HierarchyFile::Made(made)) => made,
    };
    match &**made {
        MadeHierarchyFile { intervals: Some(_), .. } => "intervals",
        MadeHierarchyFile { mask: Some(_), .. } => "mask",
        MadeHierarchyFile { date: Some(_), .. } => "date",
        MadeHierarchyFile { fanout: Some(_), .. } => "fanout",
        MadeHierarchyFile { flat: Some(_), .. } => "flat",
        MadeHierarchyFile { tree: Some(_), .. } => "tree",
        _ => "default",
    }
}

fn made(hierarchy: Option<&HierarchyFile>) -> Made {
    let Some(HierarchyFile::Made(made)) = hierarchy else { return Made::default() };
    let list = |widths: &Vec<f64>| widths.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
    let tree = made.tree.iter().flatten().map(|(value, group)| format!("{value} = {group}"));
    Made {
        intervals: made.intervals.as_ref().map(list).unwrap_or_default(),
        origin: made.origin.map(|origin| origin.to_string()).unwrap_or_default(),
        mask: made.mask.clone().unwrap_or_default(),
        mask_char: made.mask_char.clone().unwrap_or_default(),
        date: made.date.as_ref().map(|levels| levels.join(", ")).unwrap_or_default(),
        fanout: made.fanout.map(|fanout| fanout.to_string()).unwrap_or_default(),
        tree: tree.collect::<Vec<_>>().join("\n"),
    }
}
