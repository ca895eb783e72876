//! Two tabs of one page.

use super::visitor::Page;
use serde_json::{Value, json};

#[test]
fn a_change_of_what_is_no_longer_there_is_refused() {
    let page = Page::new();
    let seen = page.settled();
    let key = json!(["privacy", "k-anonymity"]);
    let first = page.change(seen, &key, &json!(3));
    assert_eq!(first.status, 200, "{first:?}");
    // The other tab has seen the job before.
    let second = page.change(seen, &key, &json!(6));
    assert_eq!(second.status, 409, "{second:?}");
    assert!(second.body.contains("another tab"), "{}", second.body);
    for path in ["/explore", "/neighbours", "/take", "/save"] {
        let said = json!({"revision": seen, "axis": "k", "values": "2", "point": 1, "release": "r.csv", "job": "j.toml"});
        assert_eq!(page.post(path, &said).status, 409, "{path}");
    }
    let stale = json!({"revision": seen, "column": "age", "text": "34;*\n"});
    assert!([409, 422].contains(&page.post("/hierarchy", &stale).status));
    assert_eq!(page.settled(), seen + 1);
    assert!(page.part("save", "").contains("k-anonymity = 3"));
}

#[test]
fn of_many_changes_at_once_each_is_taken_whole_or_refused() {
    let page = Page::new();
    let seen = page.settled();
    let changed: Vec<u16> = std::thread::scope(|scope| {
        let page = &page;
        let each = |k: i64| {
            scope.spawn(move || page.change(seen, &json!(["privacy", "k-anonymity"]), &json!(k)).status)
        };
        let all: Vec<_> = (2..10).map(each).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(changed.iter().filter(|status| **status == 200).count(), 1, "{changed:?}");
    assert_eq!(changed.iter().filter(|status| **status == 409).count(), 7, "{changed:?}");
}

#[test]
fn the_other_tab_is_told() {
    let page = Page::new();
    page.settled();
    let before: Value = serde_json::from_str(&page.post("/wait", &json!({"sequence": 0})).body).unwrap();
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| page.post("/wait", &json!({"sequence": before["sequence"]})));
        page.change(before["revision"].as_u64().unwrap(), &json!(["privacy", "k-anonymity"]), &json!(3));
        let news: Value = serde_json::from_str(&waits.join().unwrap().body).unwrap();
        assert_eq!(news["revision"].as_u64(), Some(before["revision"].as_u64().unwrap() + 1));
    });
}
