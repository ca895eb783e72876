//! What `incog explore` tells of the delay of newcomers.

use crate::nights::{done, night, publish, stage};
use crate::stage::Stage;
use serde_json::Value;

fn explored(stage: &Stage, flags: &[&str]) -> Value {
    let ran = done(stage.run(&[&["explore", "night.toml", "--json"], flags].concat()));
    serde_json::from_str(&ran.out).unwrap()
}

fn figure(point: &Value, key: &str) -> f64 {
    point["found"]["metrics"][key].as_f64().unwrap()
}

/// Longer waits make larger groups, which lose less; nothing is published, and the ledger stays as
/// it is.
#[test]
fn longer_waits_cost_detail_less() {
    let stage = stage("customers", 600, 4, "max_delay = 0\n");
    (1..=4).for_each(|number| drop(done(publish(&stage, number))));
    night(&stage, 4);
    let ledger = stage.read("releases.ledger");
    let before = stage.files();
    let found = explored(&stage, &[]);
    assert_eq!((stage.read("releases.ledger"), stage.files()), (ledger, before));
    let points = found["points"].as_array().unwrap();
    assert_eq!(points.len(), 6);
    let delays: Vec<i64> =
        points.iter().map(|point| point["settings"]["releases.max_delay"].as_i64().unwrap()).collect();
    assert_eq!(delays, [0, 1, 3, 7, 14, 30]);
    // Seven people come each night.
    for (point, delay) in points.iter().zip(delays) {
        assert_eq!(figure(point, "newcomers"), 7.0 * (delay + 1) as f64, "{point}");
        assert_eq!(figure(point, "longest_wait"), delay as f64, "{point}");
        assert_eq!(figure(point, "waiting"), 3.5 * delay as f64, "{point}");
        let [value, bound] = ["value", "bound"].map(|key| point["found"][key].as_f64().unwrap());
        assert!(figure(point, "others") < value && bound <= value, "{point}");
    }
    let losses: Vec<f64> = points.iter().map(|point| point["found"]["value"].as_f64().unwrap()).collect();
    assert!(losses[5] < losses[3] && losses[3] < losses[0], "{losses:?}");
    let ran = done(stage.run(&["explore", "night.toml", "--vary", "releases.max_delay=0,40,400"]));
    assert!(ran.out.contains("none: the table has too few people"), "{}", ran.out);
    assert!(ran.out.contains("longest_wait") && ran.out.contains("left out for good"), "{}", ran.out);
    done(stage.run(&["explore", "night.toml", "--vary", "releases.max_delay=0,7", "-o", "page.html"]));
    let page = stage.read("page.html");
    assert!(page.contains("Delay and detail of newcomers") && page.contains("<svg"), "{page}");
    let ran = stage.run(&["explore", "night.toml", "-k", "5,6", "--vary", "releases.max_delay=0,7"]);
    assert!(ran.code == 1 && ran.err.contains("tried by itself"), "{} {}", ran.code, ran.err);
}

/// Before a ledger has counted newcomers, one in a hundred is taken to come each night; the
/// value of somebody who would wait ends nothing.
#[test]
fn the_curve_needs_no_ledger() {
    let stage = stage("customers", 600, 1, "");
    night(&stage, 1);
    let table = stage.read("export.csv") + "odd,many,1010,f,nurse,plus\n";
    stage.write("export.csv", table.as_bytes());
    let found = explored(&stage, &["--vary", "releases.max_delay=0,3"]);
    let points = found["points"].as_array().unwrap();
    assert_eq!([figure(&points[0], "newcomers"), figure(&points[1], "newcomers")], [7.0, 28.0]);
    assert!(!stage.files().iter().any(|name| name.contains("ledger")), "{:?}", stage.files());
}
