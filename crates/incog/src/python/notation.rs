//! Keys of a job file as somebody wrote them who calls the Python package or types flags.

/// How somebody describes a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// By the keywords of `incog.anonymize`.
    Keywords,
    /// By the keywords of `incog.trajectories`.
    TrajectoryKeywords,
    /// By the keys of a job file.
    JobFile,
    /// By flags on the command line.
    Flags,
}

/// Flags of the command line and the keys that they set.
const FLAGS: [(&str, &str); 22] = [
    ("privacy.k-anonymity", "-k"),
    ("privacy.k-anonymity.k", "-k"),
    ("privacy.k-map", "--k-map"),
    ("privacy.k-map.k", "--k-map"),
    ("privacy.population", "--population"),
    ("privacy.l-diversity", "-l"),
    ("privacy.l-diversity.l", "-l"),
    ("privacy.t-closeness", "-t"),
    ("privacy.t-closeness.t", "-t"),
    ("privacy.unit", "--person"),
    ("suppression.limit", "--limit"),
    ("utility.objective", "--objective"),
    ("utility.objective.metric", "--objective"),
    ("csv.delimiter", "--delimiter"),
    ("csv.encoding", "--encoding"),
    ("csv.sheet", "--sheet"),
    ("release.secret", "--secret"),
    ("recoding.kind", "--uniform"),
    ("search.algorithm", "--algorithm"),
    ("search.seed", "--seed"),
    ("search.max_seconds", "--max-seconds"),
    ("search.max_evaluations", "--max-evaluations"),
];

/// Keywords of `incog.anonymize` whose key has another name or stands in a table.
const KEYWORDS: [(&str, &str); 23] = [
    ("input", "source"),
    ("csv.missing", "missing"),
    ("privacy.unit", "unit"),
    ("privacy.population", "population"),
    ("privacy.k-anonymity", "k"),
    ("privacy.k-anonymity.k", "k"),
    ("privacy.l-diversity", "l"),
    ("privacy.l-diversity.l", "l"),
    ("privacy.t-closeness", "t"),
    ("privacy.t-closeness.t", "t"),
    ("suppression.limit", "suppression"),
    ("suppression.as", "suppressed"),
    ("recoding.kind", "recoding"),
    ("utility.keep_columns", "keep_columns"),
    ("utility.objective", "objective"),
    ("utility.objective.metric", "objective"),
    ("search.algorithm", "algorithm"),
    ("search.seed", "seed"),
    ("search.threads", "threads"),
    ("search.max_seconds", "max_seconds"),
    ("search.max_evaluations", "max_evaluations"),
    ("release.order", "order"),
    ("privacy", "models"),
];

/// Tables of a job file and the keywords that are dictionaries of their other keys.
const DICTIONARIES: [(&str, &str); 6] = [
    ("privacy.", "models"),
    ("utility.objective.", "objective"),
    ("recoding.", "recoding"),
    ("release.", "release"),
    ("waivers.", "waivers"),
    ("columns.", "columns"),
];

/// Tables of a job of trajectories whose keys are keywords of their own.
const TRAJECTORY_TABLES: [&str; 4] = ["points.", "privacy.", "search.", "release."];

impl Notation {
    /// What a caller writes for a key of a job file.
    ///
    /// ```
    /// use incog::python::Notation;
    /// assert_eq!(Notation::Keywords.setting("privacy.k-anonymity"), "k");
    /// assert_eq!(Notation::Keywords.setting("release.noise"), "release[\"noise\"]");
    /// assert_eq!(Notation::TrajectoryKeywords.setting("privacy.delta"), "delta");
    /// assert_eq!(Notation::JobFile.setting("privacy.k-anonymity"), "privacy.k-anonymity");
    /// assert_eq!(Notation::Flags.setting("privacy.k-anonymity"), "-k");
    /// ```
    pub fn setting(self, key: &str) -> String {
        match self {
            Self::Keywords => keyword(key),
            Self::TrajectoryKeywords => trajectory_keyword(key),
            Self::JobFile => key.to_owned(),
            Self::Flags => {
                let flag = FLAGS.iter().find(|(known, _)| *known == key);
                flag.map_or(key, |(_, flag)| *flag).to_owned()
            }
        }
    }
}

fn keyword(key: &str) -> String {
    if let Some((_, keyword)) = KEYWORDS.iter().find(|(known, _)| *known == key) {
        return (*keyword).to_owned();
    }
    let in_table = DICTIONARIES.iter().find_map(|(table, name)| Some((key.strip_prefix(table)?, *name)));
    match (in_table, key.strip_prefix("search.")) {
        (Some((rest, "columns")), _) => column_keyword(&column_and_key(rest)),
        (Some((rest, "waivers")), _) => in_dictionary("waivers", &[rest]),
        (Some((rest, name)), _) => in_dictionary(name, &rest.split('.').collect::<Vec<_>>()),
        (None, Some(rest)) => in_dictionary("parameters", &rest.split('.').skip(1).collect::<Vec<_>>()),
        (None, None) => key.to_owned(),
    }
}

/// The column of `age.publish.round`, whose name may have dots, and the keys behind it.
fn column_and_key(rest: &str) -> Vec<&str> {
    let table = [".hierarchy.", ".publish."].into_iter().find_map(|table| rest.rfind(table));
    let Some(end) = table.or_else(|| rest.rfind('.')) else { return vec![rest] };
    std::iter::once(&rest[..end]).chain(rest[end + 1..].split('.')).collect()
}

/// `columns["age"]["max_level"]`; hierarchies and roles have keywords of their own, which say
/// nothing of the column.
fn column_keyword(parts: &[&str]) -> String {
    match parts {
        [column, "hierarchy"] => format!("the hierarchy of {column:?}"),
        [column, "hierarchy", key] => format!("the hierarchy of {column:?} ({key})"),
        [column, "role"] => format!("the role of {column:?}"),
        _ => in_dictionary("columns", parts),
    }
}

fn trajectory_keyword(key: &str) -> String {
    match key {
        "input" => return "source".to_owned(),
        "suppression.limit" => return "suppression".to_owned(),
        _ => {}
    }
    if let Some(keyword) = TRAJECTORY_TABLES.iter().find_map(|table| key.strip_prefix(table)) {
        return keyword.to_owned();
    }
    let mut parts = key.split('.');
    let name = parts.next().unwrap_or(key);
    in_dictionary(name, &parts.collect::<Vec<_>>())
}

/// `models["m-privacy"]["m"]`.
fn in_dictionary(name: &str, keys: &[&str]) -> String {
    keys.iter().fold(name.to_owned(), |text, key| format!("{text}[{key:?}]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_as_keywords() {
        for (key, keyword) in [
            ("suppression.limit", "suppression"),
            ("search.seed", "seed"),
            ("search.haef.crossover", "parameters[\"crossover\"]"),
            ("privacy.m-privacy", "models[\"m-privacy\"]"),
            ("privacy.k-map.sampling_fraction", "models[\"k-map\"][\"sampling_fraction\"]"),
            ("columns.age.max_level", "columns[\"age\"][\"max_level\"]"),
            ("columns.a.b.publish.round", "columns[\"a.b\"][\"publish\"][\"round\"]"),
            ("columns.age.hierarchy.intervals", "the hierarchy of \"age\" (intervals)"),
            ("columns.age.hierarchy", "the hierarchy of \"age\""),
            ("columns.age.role", "the role of \"age\""),
            ("waivers.costs: singles people out", "waivers[\"costs: singles people out\"]"),
            ("certificate.publisher", "certificate.publisher"),
        ] {
            assert_eq!(Notation::Keywords.setting(key), keyword);
        }
    }

    #[test]
    fn keys_of_trajectories_are_told_as_keywords() {
        for (key, keyword) in [
            ("privacy.k", "k"),
            ("points.id", "id"),
            ("suppression.limit", "suppression"),
            ("trips.cut", "trips[\"cut\"]"),
            ("release.choose", "choose"),
            ("source", "source"),
        ] {
            assert_eq!(Notation::TrajectoryKeywords.setting(key), keyword);
        }
    }
}
