//! A job as it may be published with its release.

use super::file::{ColumnFile, HierarchyFile, InputFile, JobFile, PublishFile, SearchFile, UtilityFile};
use super::name_alone;
use incog_card::Value;
use incog_request::cards::external::EXTERNAL;
use incog_treatment::treatment_with;
use std::collections::BTreeMap;

impl JobFile {
    /// The job without what may tell of suppressed records: values that somebody listed in it, that
    /// is the `tree` of a hierarchy, the `order` of a fanout, the `values` of a post-randomization,
    /// the `query` that gives the records; and lowest and highest levels where
    /// [levels are counted from values](super::ColumnFile::counts_levels_from_values). It is
    /// without the paths of its secret and its keys, without the address of a server, and of other
    /// paths it has the names of the files alone. Of one that conceals its choice
    /// ([`JobFile::conceals_choice`]) neither what is optimized nor how.
    ///
    /// `withheld` names what is left out, so that the result can be read as a job and says what it
    /// lacks.
    ///
    /// ```
    /// let text = r#"columns.s.hierarchy = { fanout = 2, order = ["low", "high"] }"#;
    /// let job: incog_disclosure::job::JobFile = toml::from_str(text).unwrap();
    /// let told = toml::to_string(&job.withheld()).unwrap();
    /// assert!(told.contains(r#"withheld = "order""#) && !told.contains("high"));
    /// ```
    pub fn withheld(&self) -> Self {
        let mut job = self.clone();
        job.release.secret = None;
        job.withhold_folders();
        job.withhold_program_folders();
        if let Some(InputFile::Table(table)) = &mut job.input
            && table.adbc.as_deref() != Some("duckdb")
        {
            table.uri = None;
        }
        if let Some(InputFile::Table(table)) = &mut job.input
            && table.query.take().is_some()
        {
            table.withheld = Some("query".to_owned());
        }
        if job.conceals_choice() {
            job.withhold_choice();
        }
        for column in job.columns.values_mut() {
            column.withhold_levels();
            if let Some(PublishFile::Treatment(said)) = &mut column.publish {
                withhold(said);
            }
            let Some(HierarchyFile::Made(made)) = &mut column.hierarchy else { continue };
            made.withheld = match (made.order.take(), made.tree.take()) {
                (Some(_), _) => Some("order".to_owned()),
                (None, Some(_)) => Some("tree".to_owned()),
                (None, None) => made.withheld.take(),
            };
        }
        job
    }

    /// Of the command of a search that is another program, keeps the names of the program and of a
    /// script right after it. Other arguments may be secrets or values of records.
    fn withhold_program_folders(&mut self) {
        let Some(toml::Value::Table(program)) = self.search.parameters.get_mut(EXTERNAL.name) else { return };
        program.remove("folder");
        if let Some(toml::Value::String(command)) = program.get_mut("command") {
            fn is_script(word: &&str) -> bool {
                let end = word.rsplit_once('.').map_or("", |(_, end)| end);
                !word.starts_with('-') && end.starts_with(char::is_alphabetic)
            }
            let mut words = command.split_whitespace().map(name_alone);
            let program = words.next().unwrap_or_default();
            let script = words.next().filter(is_script);
            *command = [program].into_iter().chain(script).collect::<Vec<&str>>().join(" ");
        }
    }

    /// Whether it lacks something of the job file, as that of a public report may.
    pub fn lacks_something(&self) -> bool {
        let query = matches!(&self.input, Some(InputFile::Table(table)) if table.withheld.is_some());
        let columns = self.withheld_columns().chain(self.withheld_levels()).chain(self.withheld_treatments());
        query || self.withholds_choice() || columns.count() > 0
    }

    /// Whether it is as a public report has it: nothing is left to be withheld, and only what has
    /// to be is said to be so.
    pub fn withholds_what_it_must(&self) -> bool {
        let is_right = |column: &ColumnFile| {
            column.withheld.as_ref().is_none_or(|what| what == "levels" && column.counts_levels_from_values())
        };
        self.columns.values().all(is_right) && *self == self.withheld()
    }

    /// Whether the release was drawn among those nearly as good as the best, so that nothing
    /// published tells what was optimized.
    pub fn conceals_choice(&self) -> bool {
        self.release.conceal_choice.is_some()
    }

    /// Whether it is the job of a public report that conceals the choice.
    pub fn withholds_choice(&self) -> bool {
        self.release.conceal_choice == Some(Value::Switch(true))
    }

    /// Leaves out what is optimized, how and with which weights, and among which releases one is
    /// drawn. The seed tells none of it, and noisy records follow from it.
    fn withhold_choice(&mut self) {
        self.release.conceal_choice = Some(Value::Switch(true));
        self.utility = UtilityFile::default();
        self.search = SearchFile { seed: self.search.seed, ..SearchFile::default() };
        self.columns.values_mut().for_each(|column| column.weight = None);
    }

    /// Takes the query, if it has one, from the job file that the verifier named; without such a
    /// file no query is carried out, whatever a report says.
    pub fn with_query_of(mut self, named: Option<&Self>) -> Self {
        if let Some(InputFile::Table(told)) = &mut self.input
            && (told.query.is_some() || told.withheld.is_some())
        {
            let known = match named.and_then(|job| job.input.as_ref()) {
                Some(InputFile::Table(known)) => known.query.clone(),
                _ => None,
            };
            (told.query, told.withheld) = (known, Some("query".to_owned()));
        }
        self
    }

    /// Takes what a report withholds of the choice from the job that it was made by.
    pub fn with_choice_of(mut self, known: &Self) -> Self {
        self.release.conceal_choice.clone_from(&known.release.conceal_choice);
        self.utility.clone_from(&known.utility);
        self.search = SearchFile { seed: self.search.seed, ..known.search.clone() };
        for (name, column) in &mut self.columns {
            column.weight = known.columns.get(name).and_then(|known| known.weight);
        }
        self
    }

    /// The columns of whose treatments something is withheld.
    pub fn withheld_treatments(&self) -> impl Iterator<Item = &str> {
        let is_withheld = |publish: &PublishFile| match publish {
            PublishFile::Form(_) => false,
            PublishFile::Treatment(said) => {
                withheld_of(said).iter().any(|key| said.get(*key) == Some(&Value::Switch(true)))
            }
        };
        let columns = self.columns.iter();
        columns
            .filter(move |(_, column)| column.publish.as_ref().is_some_and(is_withheld))
            .map(|(name, _)| name.as_str())
    }

    /// The columns whose lowest and highest levels are withheld.
    pub fn withheld_levels(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().filter(|(_, column)| column.withheld.is_some()).map(|(name, _)| name.as_str())
    }

    /// The columns from whose hierarchies something is withheld.
    pub fn withheld_columns(&self) -> impl Iterator<Item = &str> {
        let is_withheld = |hierarchy: &HierarchyFile| matches!(hierarchy, HierarchyFile::Made(made) if made.withheld.is_some());
        let columns = self.columns.iter();
        columns
            .filter(move |(_, column)| column.hierarchy.as_ref().is_some_and(is_withheld))
            .map(|(name, _)| name.as_str())
    }
}

impl ColumnFile {
    fn withhold_levels(&mut self) {
        let is_told = self.min_level.is_some() || self.max_level.is_some();
        if is_told && self.counts_levels_from_values() {
            (self.min_level, self.max_level) = (None, None);
            self.withheld = Some("levels".to_owned());
        }
    }
}

/// What is withheld of a treatment: `true` stands for it.
fn withhold(said: &mut BTreeMap<String, Value>) {
    for key in withheld_of(said) {
        said.entry((*key).to_owned()).and_modify(|value| *value = Value::Switch(true));
    }
}

fn withheld_of(said: &BTreeMap<String, Value>) -> &'static [&'static str] {
    treatment_with(said.keys().map(String::as_str)).map_or(&[], |entry| entry.withheld)
}
