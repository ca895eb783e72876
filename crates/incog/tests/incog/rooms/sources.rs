//! The modules of a crate as its sources declare them, and what its top-level modules name of each
//! other.
//!
//! An arrow is a path. A method of a type that another module gives it is called without one, and
//! is not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::lexer::tokens;

/// An arrow from one top-level module to another.
pub type Arrow = (String, String);

/// What each top-level module names of the others: the arrows, each with one place where it is
/// seen.
pub fn arrows(crate_folder: &Path) -> BTreeMap<Arrow, String> {
    let source_folder = crate_folder.join("src");
    let root_file =
        ["lib.rs", "main.rs"].iter().map(|name| source_folder.join(name)).find(|file| file.exists());
    let root_file = root_file.expect("every crate has a root");
    let mut crate_sources = CrateSources { names: names_at_the_root(&root_file), arrows: BTreeMap::new() };
    crate_sources.read_file(&root_file, &source_folder, &[]);
    crate_sources.arrows
}

/// What stands for the crate's root where its items are named by a module.
const ROOT: &str = "the root";

/// Whom a name at the crate's root belongs to.
#[derive(Debug, Clone, PartialEq)]
enum Owner {
    Module(String),
    OtherCrate,
}

struct CrateSources {
    names: BTreeMap<String, Owner>,
    arrows: BTreeMap<Arrow, String>,
}

impl CrateSources {
    /// Reads a file and all files whose modules it declares outside of tests. `folder` is where
    /// those stand.
    fn read_file(&mut self, file: &Path, folder: &Path, module: &[String]) {
        let tokens = without_tests(source_tokens(file));
        let mut walk = Walk { module: module.to_vec(), inline: Vec::new(), depth: 0 };
        let mut at = 0;
        while at < tokens.len() {
            if let ["mod", name, ";"] = words(&tokens, at) {
                self.read_module(&folder.join(walk.inline_path()), name, &walk.child(name));
            }
            if let Some((path, is_root)) = path_from_the_root(&tokens, at, &walk.module)
                && is_root
            {
                for name in first_names(&tokens[path..]) {
                    self.note(&walk.module, name, file);
                }
            }
            if walk.module.is_empty() {
                at = self.note_of_the_root(&tokens, at, file);
            }
            walk.step(&tokens, at);
            at += 1;
        }
    }

    fn read_module(&mut self, folder: &Path, name: &str, module: &[String]) {
        let below = folder.join(name);
        let file =
            [folder.join(format!("{name}.rs")), below.join("mod.rs")].into_iter().find(|file| file.exists());
        let file = file.unwrap_or_else(|| panic!("module {} has no file", module.join("::")));
        self.read_file(&file, &below, module);
    }

    /// An arrow from the top-level module of `from` to whom `name` belongs.
    fn note(&mut self, from: &[String], name: &str, file: &Path) {
        let owner =
            self.names.get(name).unwrap_or_else(|| panic!("{}: who owns crate::{name}?", file.display()));
        let from = from.first().map_or(ROOT, String::as_str);
        let Owner::Module(to) = owner else { return };
        if from != to {
            let place = format!("{} names {name}", file.display());
            self.arrows.entry((from.to_owned(), to.clone())).or_insert(place);
        }
    }

    /// What the code of the root itself names; its declarations and re-exports are no arrows, and
    /// are skipped.
    fn note_of_the_root(&mut self, tokens: &[String], at: usize, file: &Path) -> usize {
        match words(tokens, at) {
            ["use", ..] | ["mod", _, ";"] => {
                at + tokens[at..].iter().position(|token| token == ";").unwrap_or(0)
            }
            [name, ..] => {
                if self.names.contains_key(name) {
                    self.note(&[], name, file);
                }
                at
            }
        }
    }
}

/// Where a walk through the tokens of a file stands.
struct Walk {
    module: Vec<String>,
    /// Modules with a body in this file, and the depth of braces outside of each.
    inline: Vec<(String, usize)>,
    depth: usize,
}

impl Walk {
    fn step(&mut self, tokens: &[String], at: usize) {
        match tokens[at].as_str() {
            "{" => {
                if let Some(["mod", name, _]) = at.checked_sub(2).map(|start| words(tokens, start)) {
                    self.inline.push((name.to_owned(), self.depth));
                    self.module.push(name.to_owned());
                }
                self.depth += 1;
            }
            "}" => {
                self.depth -= 1;
                if self.inline.last().is_some_and(|(_, depth)| *depth == self.depth) {
                    self.inline.pop();
                    self.module.pop();
                }
            }
            _ => {}
        }
    }

    fn child(&self, name: &str) -> Vec<String> {
        self.module.iter().cloned().chain([name.to_owned()]).collect()
    }

    fn inline_path(&self) -> PathBuf {
        self.inline.iter().map(|(name, _)| name).collect()
    }
}

/// Three tokens, with nothing for those after the end.
fn words(tokens: &[String], at: usize) -> [&str; 3] {
    [0, 1, 2].map(|offset| tokens.get(at + offset).map_or("", String::as_str))
}

/// If a path begins here with `crate` or `super`: where it goes on, and whether that is at the
/// crate's root.
fn path_from_the_root(tokens: &[String], at: usize, module: &[String]) -> Option<(usize, bool)> {
    let before = at.checked_sub(1).map_or("", |before| tokens[before].as_str());
    match words(tokens, at) {
        // The `crate::x` of `pub(in crate::x)` says who may see, and asks for nothing.
        ["crate", "::", _] if before != "::" && !is_visibility(tokens, at) => Some((at + 2, true)),
        ["super", "::", _] if before != "::" => {
            let mut end = at;
            let mut up = 0;
            while let ["super", "::", _] = words(tokens, end) {
                (end, up) = (end + 2, up + 1);
            }
            Some((end, up == module.len()))
        }
        _ => None,
    }
}

fn is_visibility(tokens: &[String], at: usize) -> bool {
    at.checked_sub(3).is_some_and(|start| matches!(words(tokens, start), ["pub", "(", "in"]))
}

/// The first name of a path, or of each path in a group.
fn first_names(tokens: &[String]) -> BTreeSet<&str> {
    let Some(group) = tokens.first().filter(|token| *token == "{").map(|_| &tokens[1..]) else {
        return BTreeSet::from([tokens[0].as_str()]);
    };
    let mut names = BTreeSet::new();
    let mut depth = 1;
    let mut begins = true;
    for token in group {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," if depth == 1 => begins = true,
            name if begins && depth == 1 => {
                names.insert(name);
                begins = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

/// Every name that can follow `crate::`, and whom it belongs to: modules, re-exports and the root's
/// own items.
fn names_at_the_root(root_file: &Path) -> BTreeMap<String, Owner> {
    let tokens = without_tests(source_tokens(root_file));
    let mut names = BTreeMap::new();
    let mut depth = 0;
    for at in 0..tokens.len() {
        match words(&tokens, at) {
            ["{", ..] => depth += 1,
            ["}", ..] => depth -= 1,
            ["mod", name, _] if depth == 0 => {
                names.insert(name.to_owned(), Owner::Module(name.to_owned()));
            }
            ["fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union", name, _]
                if depth == 0 =>
            {
                names.insert(name.to_owned(), Owner::Module(ROOT.to_owned()));
            }
            _ => {}
        }
    }
    let modules: BTreeSet<String> = names.keys().cloned().collect();
    for (owner, name) in root_imports(&tokens) {
        let owner = if modules.contains(&owner) { Owner::Module(owner) } else { Owner::OtherCrate };
        names.entry(name).or_insert(owner);
    }
    names
}

/// The first segment and the last name of each path that the root imports.
fn root_imports(tokens: &[String]) -> Vec<(String, String)> {
    let mut imports = Vec::new();
    for start in (0..tokens.len()).filter(|at| tokens[*at] == "use") {
        let end = start + tokens[start..].iter().position(|token| token == ";").expect("a use ends");
        let path: Vec<&str> = tokens[start + 1..end]
            .iter()
            .map(String::as_str)
            .skip_while(|token| ["crate", "self", "::"].contains(token))
            .collect();
        assert!(!path.contains(&"*"), "the root imports {}: name what it imports", path.concat());
        let ends = |at: &usize| matches!(path.get(at + 1), None | Some(&("," | "}")));
        for at in (0..path.len()).filter(ends) {
            imports.push((path[0].to_owned(), path[at].to_owned()));
        }
    }
    imports
}

fn source_tokens(file: &Path) -> Vec<String> {
    tokens(&fs::read_to_string(file).unwrap())
}

/// Leaves out every item that stands behind `#[cfg(test)]`.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    const OF_TESTS: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].iter().take(OF_TESTS.len()).eq(OF_TESTS.iter()) {
            at = end_of_item(&tokens, at + OF_TESTS.len());
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// An item ends with its `;`, or with the braces of its body.
fn end_of_item(tokens: &[String], from: usize) -> usize {
    let is_import = tokens[from..].iter().find(|token| !["pub", "(", "crate", ")"].contains(&token.as_str()));
    let is_import = is_import.is_some_and(|token| token == "use");
    let mut depth = 0;
    for (offset, token) in tokens[from..].iter().enumerate() {
        match token.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 && (token == ";" || token == "}" && !is_import) {
            return from + offset + 1;
        }
    }
    tokens.len()
}

#[test]
fn arrows_are_those_of_the_sources_outside_of_tests() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let file = folder.path().join("src").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    write(
        "lib.rs",
        "mod a; pub mod b; mod c; mod d; mod e; pub use b::{Deep as Known, inner::{Other}}; pub use std::fmt;",
    );
    write(
        "a.rs",
        "use crate::{Known, c::{self, Thing}, fmt}; // crate::d::X\n#[cfg(test)] mod tests { use crate::d::X; }",
    );
    write("b/mod.rs", "mod inner; pub struct Deep; impl Deep { pub(in crate::b) fn f() { super::d::g() } }");
    write("b/inner.rs", "use super::Deep; use super::super::e; pub struct Other; #[cfg(test)] mod tests;");
    write("c.rs", "mod own { use super::Thing; use super::super::d; } pub struct Thing;");
    write("d.rs", "#[cfg(test)] use crate::{a}; const TEXT: &str = \"crate::a\";");
    write("e.rs", "fn f(other: &crate::Other) {}");
    let found: Vec<String> = arrows(folder.path()).keys().map(|(from, to)| format!("{from}{to}")).collect();
    assert_eq!(found, ["ab", "ac", "bd", "be", "cd", "eb"]);
}
