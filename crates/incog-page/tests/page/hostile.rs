//! Names and values that would like to be something else.

use super::visitor::{JOB, Page, TABLE};
use serde_json::json;
use std::time::Duration;

const EVIL: &str = "<script>alert(1)</script>";
const QUOTED: &str = "\"onmouseover='x'";

fn page() -> Page {
    let name = format!("{EVIL} {QUOTED} {{{{ 7*7 }}}}");
    let table = format!("\"{}\",age\n", name.replace('"', "\"\""));
    let row =
        |n: usize| format!("\"<img src=x onerror=alert({})> &amp; {{% if 1 %}}\",{}\n", n % 2, 30 + n % 3);
    let table: String = std::iter::once(table).chain((0..60).map(row)).collect();
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    let job = format!(
        "input = 'people.csv'\noutput = 'r.csv'\n[columns.\"{name}\"]\nrole = 'quasi-identifier'\n[columns.age]\nrole = 'quasi-identifier'\n\
         [privacy]\nk-anonymity = 3\n[waivers]\n\"{name}: rare values\" = \"<b>because</b>\"\n"
    );
    Page::open(&table, &job, Duration::from_secs(600))
}

#[test]
fn names_and_values_are_texts_in_every_part() {
    let page = page();
    let revision = page.settled();
    page.post("/explore", &json!({"revision": revision, "axis": "k", "values": "2,3"}));
    page.until(|news| news["exploring"] == false);
    page.post("/neighbours", &json!({"revision": revision}));
    std::thread::sleep(Duration::from_millis(500));
    let name = format!("{EVIL} {QUOTED} {{{{ 7*7 }}}}");
    let parts =
        ["summary", "columns", "promise", "result", "trade-off", "save"].map(|part| page.part(part, ""));
    let told = parts.concat() + &page.part("column", &name);
    for wrong in ["<script", "<img", "<b>because", "\"onmouseover", "'x'", "49 "] {
        assert!(!told.contains(wrong), "{wrong} in {}", &told[told.find(wrong).unwrap_or(0)..][..200]);
    }
    for right in ["&lt;script&gt;", "&lt;img src"] {
        assert!(told.contains(right), "{right}");
    }
}

#[test]
fn a_refusal_does_not_repeat_markup_as_markup() {
    let page = Page::new();
    let revision = page.settled();
    let answer = page.change(revision, &json!(["privacy", EVIL]), &json!(1));
    assert_eq!(answer.status, 422);
    assert!(answer.head.contains("Content-Type: text/plain"), "{}", answer.head);
}

#[test]
fn no_file_is_reached_that_was_not_opened() {
    let page = Page::new();
    let revision = page.settled();
    for (path, value) in [
        (json!(["columns", "age", "hierarchy"]), json!("/etc/passwd")),
        (json!(["columns", "age", "hierarchy"]), json!("opened.toml")),
        (json!(["release", "secret"]), json!("/etc/hostname")),
        (json!(["search", "trace"]), json!("trace.csv")),
        (json!(["columns", "illness", "publish"]), json!({"shift_days": "/etc/passwd"})),
        (json!(["input"]), json!("/etc/passwd")),
        (json!(["output"]), json!("/tmp/x.csv")),
        (json!(["hierarchy", "plan"]), json!("/etc/passwd")),
    ] {
        let answer = page.change(revision, &path, &value);
        assert_eq!(answer.status, 422, "{path}: {answer:?}");
        assert!(!answer.body.contains("root:"), "{answer:?}");
    }
    for name in ["../x.csv", "/tmp/x.csv", "a/b.csv", "", ".."] {
        let said = json!({"revision": revision, "release": name, "job": "job.toml"});
        assert_eq!(page.post("/save", &said).status, 422, "{name}");
        let said = json!({"revision": revision, "release": "r.csv", "job": name});
        assert_eq!(page.post("/save", &said).status, 422, "{name}");
    }
    assert_eq!(page.settled(), revision, "nothing was changed");
}

/// Bad input of every kind is said in words, and the page goes on.
#[test]
fn a_wrong_hierarchy_names_its_line_and_changes_nothing() {
    let page = Page::open(TABLE, JOB, Duration::from_secs(600));
    let revision = page.settled();
    let said = |text: &str| json!({"revision": revision, "column": "illness", "text": text});
    for text in ["", "flu;a;*\nflu;b;*\n", "flu;a;*\n", "\u{0}\u{1}"] {
        let answer = page.post("/hierarchy", &said(text));
        assert_eq!(answer.status, 422, "{text:?}: {answer:?}");
        assert!(!answer.body.contains("/tmp/"), "{}", answer.body);
    }
    let said = json!({"revision": revision, "column": "nobody", "text": "a;*\n"});
    assert_eq!(page.post("/hierarchy", &said).status, 422);
    assert_eq!(page.settled(), revision);
}

/// A label with markup is a text in the tree and in what edits it, and a label that is changed
/// stays one.
#[test]
fn a_tree_is_edited_by_labels_that_are_texts() {
    let page = Page::new();
    let revision = page.settled();
    let rows: String = ["34", "36", "33", "37"].iter().map(|age| format!("{age};thirties;*\n")).collect();
    let said = json!({"revision": revision, "column": "age", "text": rows + "52;fifties;*\n58;fifties;*\n"});
    assert_eq!(page.post("/hierarchy", &said).status, 200);
    let revision = page.settled();
    let edit = |revision: u64, more: serde_json::Value| {
        let mut said = json!({"revision": revision, "column": "age"});
        said.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        page.post("/tree", &said)
    };
    let named = edit(revision, json!({"level": 1, "label": "thirties", "rename": EVIL}));
    assert_eq!(named.status, 200, "{named:?}");
    let revision = page.settled();
    assert_eq!(edit(revision, json!({"level": 0, "label": "52", "group": EVIL})).status, 200);
    let revision = page.settled();
    let told = page.part("column", "age");
    assert!(told.contains("&lt;script&gt;") && !told.contains("<script"), "{told}");
    for wrong in [
        json!({"level": 0, "label": "52", "rename": "x"}),
        json!({"level": 2, "label": "*", "rename": "x"}),
        json!({"level": 1, "label": "nobody", "rename": "x"}),
        json!({"level": 18_446_744_073_709_551_615_u64, "label": "52", "group": "x"}),
        json!({"level": 0, "label": "52"}),
        json!({"level": 1, "label": "fifties", "rename": "*"}),
    ] {
        let answer = edit(revision, wrong.clone());
        let is_taken = answer.status == 200;
        assert!(!is_taken || wrong["rename"] == "*", "{wrong}: {answer:?}");
    }
    assert_eq!(edit(revision - 1, json!({"level": 0, "label": "52", "group": "x"})).status, 409);
    let nobody =
        json!({"revision": page.settled(), "column": "nobody", "level": 0, "label": "52", "group": "x"});
    assert_eq!(page.post("/tree", &nobody).status, 422);
}

/// Where the job gives no hierarchy, the fields show how the program makes it, so that it can be
/// changed from there.
#[test]
fn what_the_program_would_make_stands_in_the_fields() {
    let page = Page::open(
        TABLE,
        &JOB.replace("hierarchy = { intervals = [10, 20] }\n", ""),
        Duration::from_secs(600),
    );
    let part = page.part("column", "age");
    assert!(part.contains("<option value=\"default\" selected>"), "{part}");
    assert!(part.contains("name=\"intervals\" value=\"5, 10, 20, 40\""), "{part}");
}
