//! One key of the job at another value.

use super::{ChangeError, Session};
use incog::card;
use incog::io::JobTextProblem;
use incog::job::{HierarchyFile, InputFile, JobFile, OutputFile, PublishFile};
use serde_json::Value;
use std::collections::BTreeSet;

/// The tables of a job that the page changes.
const TABLES: [&str; 8] =
    ["columns", "privacy", "suppression", "recoding", "release", "waivers", "utility", "search"];

/// The roles with which a column keeps what the job says of its generalization.
const GENERALIZED: [&str; 2] = ["quasi-identifier", "sensitive"];

/// Most steps of a path; `columns`, a name, `hierarchy`, `tree` and a value are five.
pub(crate) const MOST_STEPS: usize = 8;

impl Session {
    /// Puts a value in the place of a key, or removes the key, and decides again; returns the new
    /// revision.
    ///
    /// # Errors
    /// When another revision is there, or the job takes no such value. What contradicts other keys
    /// is taken, and told as the outcome.
    pub fn change(&self, revision: u64, path: &[Value], value: &Value) -> Result<u64, ChangeError> {
        let known = self.opened();
        let made = self.tell(|state| {
            state.check(revision)?;
            let job = changed(&state.job, &known.at_first, path, value)?;
            if !files_named(&job).is_subset(&self.files_opened()) {
                return Err(ChangeError::NoFile);
            }
            Ok(state.next(job))
        })?;
        self.solve();
        Ok(made)
    }

    /// The files that the job may name.
    fn files_opened(&self) -> BTreeSet<String> {
        let uploads = self.uploaded();
        self.opened().files.iter().cloned().chain(uploads).collect()
    }
}

fn changed(job: &JobFile, at_first: &JobFile, path: &[Value], value: &Value) -> Result<JobFile, ChangeError> {
    let refused = |error: String| ChangeError::Refused(JobTextProblem::of_serde(&error).to_string());
    let words: Vec<&str> = path.iter().map(|step| step.as_str().unwrap_or_default()).collect();
    let is_whole = words == ["recoding"];
    // What lies deeper than a job could would overflow the stack of whoever reads or drops it.
    if path.len() > MOST_STEPS {
        return Err(ChangeError::NoKey);
    }
    if (path.len() < 2 && !is_whole) || !TABLES.contains(&words[0]) {
        return Err(ChangeError::NoKey);
    }
    if words[0] == "waivers" && value.as_str().is_some_and(|reason| reason.trim().is_empty()) {
        return Err(ChangeError::NoReason);
    }
    let mut table = toml::Value::try_from(job).map_err(|error| refused(error.to_string()))?;
    put(&mut table, path, of_json(value)).ok_or(ChangeError::NoKey)?;
    let mut job: JobFile =
        table.try_into().map_err(|error: toml::de::Error| refused(error.message().to_owned()))?;
    if let (["columns", column, "role"], Some(role)) = (words.as_slice(), value.as_str()) {
        give_role(&mut job, at_first, column, role);
    }
    if words == ["recoding"] {
        // The algorithm of one kind is none of another.
        (job.search.algorithm, job.search.parameters) = (None, Default::default());
    }
    Ok(job)
}

/// What goes with a role comes and goes with it.
fn give_role(job: &mut JobFile, at_first: &JobFile, name: &str, role: &str) {
    let Some(column) = job.columns.get_mut(name) else { return };
    if GENERALIZED.contains(&role) {
        let known = at_first.columns.get(name).and_then(|column| column.hierarchy.clone());
        column.hierarchy = column.hierarchy.take().or(known);
    } else {
        column.hierarchy = None;
    }
    if role != "quasi-identifier" {
        (column.min_level, column.max_level, column.weight) = (None, None, None);
    }
    (column.publish, column.missing) = (None, None);
    if !["person", "household"].contains(&role) && job.privacy.unit.as_deref() == Some(name) {
        job.privacy.unit = None;
    }
}

/// Puts a value at a path, or removes what is there; `None` where the path leads through something
/// that is no table and no list.
pub(crate) fn put(at: &mut toml::Value, path: &[Value], value: Option<toml::Value>) -> Option<()> {
    let (step, rest) = path.split_first()?;
    let inner = match (at, step) {
        (toml::Value::Table(table), Value::String(key)) => {
            if rest.is_empty() {
                match value {
                    Some(value) => drop(table.insert(key.clone(), value)),
                    None => drop(table.remove(key)),
                }
                return Some(());
            }
            table.entry(key.clone()).or_insert_with(|| toml::Value::Table(toml::Table::new()))
        }
        (toml::Value::Array(list), Value::Number(place)) => {
            let place = usize::try_from(place.as_u64()?).ok()?;
            if rest.is_empty() {
                match value {
                    Some(value) => *list.get_mut(place)? = value,
                    None if place < list.len() => drop(list.remove(place)),
                    None => return None,
                }
                return Some(());
            }
            list.get_mut(place)?
        }
        _ => return None,
    };
    put(inner, rest, value)
}

/// A value as TOML has it; `None` for null.
pub(crate) fn of_json(value: &Value) -> Option<toml::Value> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(value) => toml::Value::Boolean(*value),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => toml::Value::Integer(whole),
            None => toml::Value::Float(number.as_f64()?),
        },
        Value::String(text) => toml::Value::String(text.clone()),
        Value::Array(values) => toml::Value::Array(values.iter().filter_map(of_json).collect()),
        Value::Object(keys) => {
            let pairs = keys.iter().filter_map(|(key, value)| Some((key.clone(), of_json(value)?)));
            toml::Value::Table(pairs.collect())
        }
    })
}

/// Whatever a job names that may be a file.
pub(super) fn files_named(job: &JobFile) -> BTreeSet<String> {
    let input = match &job.input {
        Some(InputFile::Path(path)) => vec![path.clone()],
        Some(InputFile::Table(table)) => [&table.path, &table.uri].into_iter().flatten().cloned().collect(),
        None => Vec::new(),
    };
    let output = match &job.output {
        Some(OutputFile::Path(path)) => Some(path.clone()),
        _ => None,
    };
    let of_columns = job.columns.values().flat_map(|column| {
        let hierarchy = match &column.hierarchy {
            Some(HierarchyFile::Path(path)) => Some(path.clone()),
            _ => None,
        };
        let keys = match &column.publish {
            Some(PublishFile::Treatment(keys)) => keys.values().flat_map(texts).collect(),
            _ => Vec::new(),
        };
        hierarchy.into_iter().chain(keys)
    });
    let others = [&job.hierarchy.plan, &job.release.secret, &job.search.trace, &job.privacy.population];
    let earlier = job.releases.earlier.iter().flatten().cloned();
    let several = job.inputs.iter().flatten().map(|table| table.path.clone());
    input
        .into_iter()
        .chain(output)
        .chain(of_columns)
        .chain(several)
        .chain(earlier)
        .chain(others.into_iter().flatten().cloned())
        .collect()
}

/// The texts of a parameter, any of which may name a file.
fn texts(value: &card::Value) -> Vec<String> {
    match value {
        card::Value::Text(text) => vec![text.to_string()],
        card::Value::Texts(texts) => texts.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    fn job() -> JobFile {
        let text = "input = 'a.csv'\noutput = 'b.csv'\n[columns.'a.b']\nrole = 'quasi-identifier'\nhierarchy = 'x.csv'\n\
                    [privacy]\nk-anonymity = 5\nl-diversity = [{ l = 2 }, { l = 3 }]\n";
        toml::from_str(text).unwrap()
    }

    fn after(path: Value, value: Value) -> Result<JobFile, ChangeError> {
        changed(&job(), &job(), path.as_array().unwrap(), &value)
    }

    #[test]
    fn a_key_is_put_where_its_path_leads() {
        let text = |job: JobFile| toml::to_string(&job).unwrap();
        assert!(
            text(after(json!(["privacy", "k-anonymity"]), json!(7)).unwrap()).contains("k-anonymity = 7")
        );
        assert!(text(after(json!(["privacy", "l-diversity", 1, "l"]), json!(4)).unwrap()).contains("l = 4"));
        let one = after(json!(["privacy", "l-diversity"]), json!(null)).unwrap();
        assert!(!text(one).contains("diversity"));
        assert_eq!(
            after(json!(["columns", "a.b", "max_level"]), json!(2)).unwrap().columns["a.b"].max_level,
            Some(2)
        );
    }

    #[test]
    fn a_role_takes_its_hierarchy_with_it() {
        let path = json!(["columns", "a.b", "role"]);
        let gone = after(path.clone(), json!("insensitive")).unwrap();
        assert_eq!(gone.columns["a.b"].hierarchy, None);
        let back = changed(&gone, &job(), path.as_array().unwrap(), &json!("quasi-identifier")).unwrap();
        assert_eq!(back, job());
    }

    #[test]
    fn nothing_else_is_changed() {
        for path in [
            json!(["input"]),
            json!(["output"]),
            json!(["csv", "header"]),
            json!(["hierarchy", "plan"]),
            json!([]),
        ] {
            assert!(matches!(after(path, json!("x")), Err(ChangeError::NoKey)));
        }
        assert!(matches!(
            after(json!(["privacy", "k-anonymity", "k", "k"]), json!(1)),
            Err(ChangeError::NoKey)
        ));
        let wrong = after(json!(["privacy", "k-anonimity"]), json!(1)).unwrap_err().to_string();
        assert!(wrong.contains("k-anonymity"), "{wrong}");
        assert!(matches!(after(json!(["waivers", "a: b"]), json!(" ")), Err(ChangeError::NoReason)));
    }

    #[test]
    fn a_path_without_end_is_refused() {
        let deep = |steps: usize| {
            let steps = std::iter::repeat_n("a", steps);
            std::iter::once("columns").chain(steps).map(|step| json!(step)).collect::<Value>()
        };
        assert!(matches!(after(deep(60_000), json!(1)), Err(ChangeError::NoKey)));
        assert!(matches!(after(deep(7), json!(1)), Err(ChangeError::Refused(_) | ChangeError::NoKey)));
    }

    #[test]
    fn files_are_found_wherever_a_job_names_them() {
        let job = after(json!(["columns", "a.b", "publish"]), json!({"pseudonym": "key.txt"})).unwrap();
        assert_eq!(files_named(&job), ["a.csv", "b.csv", "key.txt", "x.csv"].map(str::to_owned).into());
        let job = after(json!(["search", "trace"]), json!("t.csv")).unwrap();
        assert!(files_named(&job).contains("t.csv"));
        let job = after(json!(["privacy", "population"]), json!("/etc/passwd")).unwrap();
        assert!(files_named(&job).contains("/etc/passwd"));
    }

    /// A path is written in another way from another folder, so none can be forgotten here: with
    /// every key that names a file.
    #[test]
    fn every_path_of_a_job_is_named() {
        let text = "input = 'table.csv'\noutput = 'release.csv'\n[hierarchy]\nplan = 'plan.json'\n\
                    [columns.who]\nrole = 'person'\npublish = { pseudonym = 'p.key', purpose = 'x' }\n\
                    [columns.when]\npublish = { shift_days = 'days.key' }\n\
                    [columns.zip]\nrole = 'quasi-identifier'\nhierarchy = { flat = true }\n\
                    [privacy]\nk-map = { k = 2 }\nunit = 'record'\npopulation = 'people.csv'\n\
                    [release]\nsecret = 'secret.key'\n[releases]\nearlier = ['may.report.json']\n";
        let known = incog::Job::from_toml(text, "data").unwrap();
        let told = |folder: &str| files_named(&known.to_file(folder));
        let (here, elsewhere) = (told("data"), told("elsewhere"));
        let text = |folder: &str| toml::to_string(&known.to_file(folder)).unwrap();
        let moved = text("elsewhere").matches("../data/").count();
        assert_eq!(elsewhere.iter().filter(|path| path.starts_with("../data/")).count(), moved);
        // The purpose of a pseudonym is a text of a treatment, so it may be a file for all that is
        // known.
        assert!(moved >= 7 && here.len() == moved + 1 && !text("data").contains("../"), "{here:?}");
    }
}
