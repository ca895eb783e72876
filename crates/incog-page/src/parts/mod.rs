//! The parts of the page, each made anew from the session whenever it is asked for. Templates
//! escape whatever is put into them; drawings escape their own texts.

mod column;
mod columns;
pub(crate) mod field;
mod promise;
mod result;
pub(crate) mod save;
mod summary;
mod trade_off;
mod tree;

use crate::session::Session;
use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;
use std::sync::LazyLock;

/// The templates, by name; HTML is escaped in all of them.
const TEMPLATES: [(&str, &str); 14] = [
    ("summary.html", include_str!("summary.html")),
    ("columns.html", include_str!("columns.html")),
    ("column.html", include_str!("column.html")),
    ("promise.html", include_str!("promise.html")),
    ("result.html", include_str!("result.html")),
    ("trade_off.html", include_str!("trade_off.html")),
    ("save.html", include_str!("save.html")),
    ("tree.html", include_str!("tree.html")),
    ("control.html", include_str!("control.html")),
    ("trip_summary.html", include_str!("trip_summary.html")),
    ("trip_promise.html", include_str!("trip_promise.html")),
    ("trip_result.html", include_str!("trip_result.html")),
    ("trip_points.html", include_str!("trip_points.html")),
    ("trip_front.html", include_str!("trip_front.html")),
];

static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut environment = Environment::new();
    for (name, text) in TEMPLATES {
        environment.add_template(name, text).expect("the templates are tested");
    }
    environment
});

/// A part by its name; `None` for one that is not there.
pub fn part(session: &Session, name: &str, column: &str) -> Option<String> {
    Some(match name {
        "summary" => rendered("summary.html", &summary::part(session)),
        "columns" => rendered("columns.html", &columns::part(session)),
        "column" => rendered("column.html", &column::part(session, column)?),
        "promise" => rendered("promise.html", &promise::part(session)),
        "result" => rendered("result.html", &result::part(session)),
        "trade-off" => rendered("trade_off.html", &trade_off::part(session)),
        "save" => rendered("save.html", &save::part(session)),
        _ => return None,
    })
}

pub(crate) fn rendered(template: &str, context: &impl Serialize) -> String {
    let template = ENVIRONMENT.get_template(template).expect("it is one of the list");
    template.render(Serde(context)).unwrap_or_else(|error| {
        // A template names only what its context has.
        debug_assert!(false, "{error:#}");
        "<p>This part cannot be shown.</p>".to_owned()
    })
}

/// A share in percent.
pub(crate) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent != 0.0 && percent.abs() < 0.1 { format!("{percent:.2} %") } else { format!("{percent:.1} %") }
}

/// A path of the job as a control of the page says it.
pub(crate) fn path(steps: &[serde_json::Value]) -> String {
    serde_json::Value::from(steps.to_vec()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_can_be_read() {
        for (name, _) in TEMPLATES {
            assert!(ENVIRONMENT.get_template(name).is_ok(), "{name}");
        }
    }
}
