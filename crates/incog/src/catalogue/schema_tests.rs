//! The schemas have the keys and words that jobs may have.

use super::{JobSchema, job_schema};
use incog_disclosure::job::JobFile;
use incog_flows::FlowsJob;
use incog_trips::TrajectoryJob;
use serde_json::Value;

/// What serde says of a job with a key that nobody knows.
fn refusal(of: JobSchema, text: &str) -> String {
    match of {
        JobSchema::Table => toml::from_str::<JobFile>(text).map(|_| ()).map_err(|e| e.to_string()),
        JobSchema::Trajectories => {
            toml::from_str::<TrajectoryJob>(text).map(|_| ()).map_err(|e| e.to_string())
        }
        JobSchema::Flows => toml::from_str::<FlowsJob>(text).map(|_| ()).map_err(|e| e.to_string()),
    }
    .expect_err("the key is unknown")
}

/// The keys of the schema are those of the job file, in every table that refuses unknown ones.
#[test]
fn schemas_have_the_keys_of_job_files() {
    let files = "input = \"a\"\noutput = \"b\"\n";
    let table = JobSchema::Table;
    let cases = [
        (table, "", String::new()),
        (table, "/definitions/input", "[input]\n".into()),
        (table, "/definitions/output", "[output]\n".into()),
        (table, "/definitions/provider", "[[inputs]]\n".into()),
        (table, "/definitions/csv", "[csv]\n".into()),
        (table, "/definitions/field", "[[csv.fixed_width]]\n".into()),
        (table, "/definitions/column", "[columns.a]\n".into()),
        (table, "/definitions/hierarchy", "[columns.a.hierarchy]\n".into()),
        (table, "/definitions/hierarchies", "[hierarchy]\n".into()),
        (table, "/definitions/privacy", "[privacy]\n".into()),
        (table, "/definitions/suppression", "[suppression]\n".into()),
        (table, "/definitions/recoding", "[recoding]\n".into()),
        (table, "/definitions/release", "[release]\n".into()),
        (table, "/definitions/releases", "[releases]\n".into()),
        (table, "/definitions/certificate", "[certificate]\n".into()),
        (table, "/definitions/utility", "[utility]\n".into()),
        (table, "/definitions/objective", "[utility.objective]\n".into()),
    ];
    let places = ["", "points", "trips", "sampling", "privacy", "suppression", "search", "release"];
    let trajectories = places.map(|place| (JobSchema::Trajectories, place));
    let flows = ["", "points", "trips", "flows", "privacy"].map(|place| (JobSchema::Flows, place));
    let others = trajectories.into_iter().chain(flows).map(|(of, place)| match place {
        "" => (of, String::new(), files.to_owned()),
        _ => (of, format!("/properties/{place}"), format!("{files}[{place}]\n")),
    });
    let cases = cases.into_iter().map(|(of, place, text)| (of, place.to_owned(), text)).chain(others);
    for (of, place, text) in cases {
        let message = refusal(of, &format!("{text}zzz = 1\n"));
        let (_, known) = message.split_once("unknown field `zzz`, expected ").expect(&message);
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        let schema = job_schema(of);
        let keys = schema.pointer(&format!("{place}/properties")).and_then(Value::as_object);
        let mut keys: Vec<&str> = keys.expect(&place).keys().map(String::as_str).collect();
        let mut known: Vec<&str> = known;
        keys.sort_unstable();
        known.sort_unstable();
        assert_eq!(keys, known, "{of:?} {place}");
    }
}

/// Every word of the schema is one that a job may say: of a wrong one the job names all.
#[test]
fn schemas_have_the_words_of_job_files() {
    let schema = job_schema(JobSchema::Table);
    for (place, key) in [
        ("column/properties/role", "columns.age.role"),
        ("hierarchies/properties/unknown", "hierarchy.unknown"),
        ("suppression/properties/as", "suppression.as"),
        ("recoding/properties/kind", "recoding.kind"),
        ("recoding/properties/cells", "recoding.cells"),
        ("recoding/properties/effort", "recoding.effort"),
        ("release/properties/order", "release.order"),
        ("release/properties/labels", "release.labels"),
        ("releases/properties/on_overlap", "releases.on_overlap"),
        ("utility/properties/keep_columns", "utility.keep_columns"),
        ("hierarchy/properties/mask", "columns.zip.hierarchy.mask"),
        ("hierarchy/properties/codes", "columns.zip.hierarchy.codes"),
        ("hierarchy/properties/countries", "columns.zip.hierarchy.countries"),
    ] {
        let text = format!(
            "input = \"a.csv\"\noutput = \"b.csv\"\ncolumns.zip.role = \"quasi-identifier\"\n\
             privacy.k-anonymity = 2\n{key} = \"zzz\"\n"
        );
        let message = incog_disclosure::job::Job::from_toml(&text, "").expect_err(key).to_string();
        let words = schema.pointer(&format!("/definitions/{place}/enum")).and_then(Value::as_array);
        let words: Vec<&str> = words.expect(place).iter().filter_map(Value::as_str).collect();
        for word in &words {
            assert!(message.contains(word), "{key} {word}: {message}");
        }
        let listed = message.split(" one of ").last().unwrap_or_default();
        assert_eq!(listed.split(',').count(), words.len(), "{key}: {message}");
    }
}

/// A job takes every algorithm of the schema; of a wrong name it tells those for everybody.
#[test]
fn jobs_take_the_algorithms_of_the_schema() {
    let schema = job_schema(JobSchema::Table);
    let words = schema.pointer("/definitions/search/properties/algorithm/enum").and_then(Value::as_array);
    for word in words.expect("algorithms").iter().filter_map(Value::as_str) {
        let text = format!(
            "input = \"a.csv\"\noutput = \"b.csv\"\ncolumns.zip.role = \"quasi-identifier\"\n\
             privacy.k-anonymity = 2\nsearch.algorithm = \"{word}\"\n"
        );
        let refused = incog_disclosure::job::Job::from_toml(&text, "").err().map(|error| error.to_string());
        assert!(refused.is_none_or(|message| !message.contains("is unknown")), "{word}");
    }
}
