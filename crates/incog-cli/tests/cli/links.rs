//! Every link of a page to another page leads to one, and to a heading of it where it names one;
//! every page of docs and experiments is a chapter of the book.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The pages of the project: all that ends in `.md` in its folders for people.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders: Vec<PathBuf> = ["docs", "experiments", "examples", "fuzz", "tests", "conformance"]
        .map(|name| root().join(name))
        .into();
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    let entries = |folder: &PathBuf| {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    pages.extend(entries(&root()).into_iter().filter(is_page));
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if is_page(&path) {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// A page without its code, where brackets are no links and `#` is no heading.
fn prose(text: &str) -> String {
    let mut fenced = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced && (!line.starts_with("    ") || line.trim_start().starts_with("- ")) {
            let mut parts = line.split('`');
            // Every second part stands between backticks.
            while let Some(outside) = parts.next() {
                prose.push_str(outside);
                parts.next();
            }
        }
        prose.push('\n');
    }
    prose
}

/// Where the links of a page lead.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let behind = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    behind
        .map(|(link, _)| link.to_owned())
        .filter(|link| !link.contains("://") && !link.starts_with("mailto:"))
        .collect()
}

/// The anchors of the headings of a page, as forges and mdBook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = BTreeSet::new();
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let heading = line.trim_start_matches('#');
        if fenced || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let kept = heading.trim().to_lowercase();
        let kept =
            kept.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
        let anchor: String = kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect();
        let count = seen.entry(anchor.clone()).or_default();
        anchors.insert(if *count == 0 { anchor } else { format!("{anchor}-{count}") });
        *count += 1;
    }
    anchors
}

/// Whether `tools/book.sh` copies a file: pages, and all in the folders of docs and examples.
fn is_in_the_book(target: &Path) -> bool {
    let target = normal(target);
    let inside = target.strip_prefix(root()).unwrap_or(&target);
    let is_page = inside.extension().is_some_and(|ending| ending == "md");
    is_page || ["docs", "examples", "experiments"].iter().any(|folder| inside.starts_with(folder))
}

/// What is wrong with a link, if anything is.
fn fault(page: &Path, link: &str) -> Option<String> {
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let target = if path.is_empty() { page.to_owned() } else { page.parent()?.join(path) };
    if !target.exists() {
        return Some(format!("{}: {link}: no such file", page.display()));
    }
    if !is_in_the_book(&target) {
        return Some(format!("{}: {link}: the book does not hold this file", page.display()));
    }
    let text = fs::read_to_string(&target).unwrap_or_default();
    let is_there = anchor.is_none_or(|anchor| anchors(&text).contains(anchor));
    (!is_there).then(|| format!("{}: {link}: no such heading", page.display()))
}

#[test]
fn links_lead_somewhere() {
    let mut links_seen = 0;
    let mut faults = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            links_seen += 1;
            faults.extend(fault(&page, &link));
        }
    }
    assert!(links_seen > 80, "only {links_seen} links are found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_page_is_a_chapter() {
    let book = root().join("docs/SUMMARY.md");
    let text = fs::read_to_string(&book).unwrap();
    let chapters: BTreeSet<PathBuf> =
        links(&text).iter().map(|link| normal(&book.parent().unwrap().join(link))).collect();
    let folders = ["docs", "experiments"].map(|name| root().join(name));
    let is_told = |page: &PathBuf| folders.iter().any(|folder| page.starts_with(folder)) && *page != book;
    let missing: Vec<PathBuf> =
        pages().into_iter().filter(|page| is_told(page) && !chapters.contains(page)).collect();
    assert!(missing.is_empty(), "not in docs/SUMMARY.md: {missing:?}");
}

fn normal(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(whole.pop()),
            other => whole.push(other),
        }
    }
    whole
}

/// What the two tests above rest on.
#[test]
fn links_and_anchors_are_found() {
    let page = "# A `b` (c), d\n## A b\n## A b\n[x](y.md#z) `[no](no.md)`\n\n    [no](no.md)\n```\n# no\n[no](no.md)\n```\n[w](https://x.org)\n";
    assert_eq!(links(page), ["y.md#z"]);
    let found: Vec<String> = anchors(page).into_iter().collect();
    assert_eq!(found, ["a-b", "a-b-1", "a-b-c-d"]);
    let here = root().join("README.md");
    assert!(
        fault(&here, "nothing.md").is_some()
            && fault(&here, "#nothing").is_some()
            && fault(&here, "docs/guide.md").is_none()
    );
}
