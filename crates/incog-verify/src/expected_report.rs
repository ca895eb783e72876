//! The report as it should be, made from what the files show.

use super::evidence::{Evidence, Reading, ReadingOf};
use super::ledger::{self, NotShown};
use super::local::ReadLabels;
use super::premises::Premises;
use super::public_report::PublicReport;
use super::series::Shown;
use super::sources::Sources;
use incog_audit::{Attribute, Domain, FollowsFrom, MeasuredUtility, Original, UtilityEvidence, follows_from};
use incog_audit::{ChangedFacts, ComparedAttribute, Comparison, Judgement, Narrowing};
use incog_card::Stop;
use incog_data::RecordCounts;
use incog_disclosure::job::{Role, name_alone, path_from};
use incog_disclosure::key_fingerprints::KnownFingerprints;
use incog_disclosure::ledger::LedgerFacts;
use incog_disclosure::report::{
    Audience, ColumnFacts, FileFacts, InputFacts, LevelShare, NarrowingFacts, ProviderTableFacts,
    PublicColumn, RecodingKind, Report, SearchFacts, UtilityFacts, certain_above,
};
use incog_privacy::draws_records;
use incog_report::verification::second_run::SEARCH;
use incog_utility::Goal;

/// A report as the files show it, and the leaves that they do not show.
pub(super) struct Expected {
    pub report: Report,
    pub not_shown: NotShown,
}

impl Expected {
    /// The report as its sources show it.
    pub fn new(sources: &Sources<'_>) -> Self {
        let mut expected = Self { report: sources.public(), not_shown: sources.not_shown() };
        expected.show_fingerprints(sources);
        expected.demand_what_is_withheld(sources.claimed);
        expected.demand_coarse_figures(sources);
        if sources.claimed.audience == Audience::Internal {
            expected.tell_all(sources);
        }
        expected.leave_out_what_is_uncertain(sources.claimed, sources.evidence);
        expected.leave_out_the_job(sources.claimed, sources.premises);
        expected.demand_names_alone(sources.claimed);
        if expected.report.search.is_none() {
            expected.demand_that_the_choice_is_concealed();
        }
        expected
    }

    /// Fingerprints of keys that are at hand. A report may have none at all, of an earlier version.
    fn show_fingerprints(&mut self, Sources { claimed, premises, .. }: &Sources<'_>) {
        let known = KnownFingerprints::new(&premises.job.terms, premises.secret.as_ref());
        let Some(known) = known else { return };
        let Some(claimed) = &claimed.fingerprints else {
            let why = "the report has no fingerprints of its keys";
            return self.not_shown.push(("fingerprints".to_owned(), why.to_owned()));
        };
        let (expected, not_shown) = known.beside(claimed);
        self.report.fingerprints = Some(expected);
        let why = "needs the key (--secret, --key)";
        self.not_shown.extend(not_shown.into_iter().map(|leaf| (leaf, why.to_owned())));
    }

    /// A public report that conceals the choice tells nothing of it: what it must not tell is not
    /// just not shown.
    fn demand_that_the_choice_is_concealed(&mut self) {
        let concealed = ["search", "utility.objective", "utility.value"];
        self.not_shown.retain(|(path, _)| !concealed.iter().any(|start| is_at_or_below(path, start)));
    }

    /// What no file shows of a search, a public report tells in steps: one that tells more is
    /// refuted.
    fn demand_coarse_figures(&mut self, sources: &Sources<'_>) {
        let (Some(claimed), Some(told)) = (&sources.claimed.search, &mut self.report.search) else { return };
        if sources.claimed.audience != Audience::Public {
            return;
        }
        if Stop::ALL.iter().all(|stop| stop.name() != told.stopped) {
            told.stopped = Stop::Converged.name().to_owned();
        }
        let knows_value = sources.evidence.knows_domains();
        let too_fine = [
            ("search.evaluations", claimed.evaluations != told.evaluations),
            ("search.seconds", claimed.seconds != told.seconds),
            ("search.gap", claimed.gap != told.gap),
            ("search.upper_bound", knows_value && claimed.upper_bound != told.upper_bound),
            ("search.convergence", !claimed.convergence.is_empty()),
            ("search.stopped", claimed.stopped != told.stopped),
        ];
        let too_fine = too_fine.into_iter().filter(|(_, is_too_fine)| *is_too_fine).map(|(path, _)| path);
        let too_fine: Vec<&str> = too_fine.collect();
        self.not_shown.retain(|(path, _)| !too_fine.contains(&path.as_str()));
    }

    /// A public report of squared errors says neither how large they are nor how near to the least;
    /// one that does not tell the value has no bound of it.
    fn demand_what_is_withheld(&mut self, claimed: &Report) {
        if claimed.audience != Audience::Public || self.report.utility.value.is_some() {
            return;
        }
        let objective = self.report.utility.objective.as_deref();
        let withheld: &[&str] = match objective.and_then(follows_from) {
            Some(FollowsFrom::Values) => &["search.upper_bound", "search.gap", "search.convergence"],
            _ => &["search.upper_bound"],
        };
        self.not_shown.retain(|(path, _)| !withheld.contains(&path.as_str()));
    }

    /// Turns the public report into the internal one: the figures as the search counts them.
    fn tell_all(&mut self, sources: &Sources<'_>) {
        let Sources { claimed, premises, evidence, privacy, folder, .. } = *sources;
        let report = &mut self.report;
        report.audience = Audience::Internal;
        // Where a secret draws, there is no other key.
        report.draw_key = claimed.draw_key.clone().filter(|_| claimed.input.hmac_sha256.is_none());
        report.job = claimed.job.clone();
        report.input.path = sources.input_path();
        let told = premises.job.told(folder);
        // A table in memory had no file to digest.
        report.input.sha256 = claimed.input.sha256.as_ref().and(premises.source.sha256.clone());
        report.population = sources.population();
        let parts = premises.source.parts.iter();
        report.inputs = parts
            .zip(&report.inputs)
            .map(|(part, told)| ProviderTableFacts {
                path: path_from(&part.table.path, folder),
                rows: Some(part.rows as u64),
                sha256: Some(part.sha256.clone()),
                ..told.clone()
            })
            .collect();
        report.privacy = privacy.iter().map(Judgement::facts).collect();
        report.risk.before = Some(Box::new(sources.risk_before.clone()));
        report.risk.nearest = sources.nearest.map_or_else(|| claimed.risk.nearest.clone(), <[_]>::to_vec);
        if sources.nearest.is_none() && !report.risk.nearest.is_empty() {
            let why = "needs the original of each record, also where several records are equal";
            self.not_shown.push(("risk.nearest".to_owned(), why.to_owned()));
        }
        let measured = sources.measure(Domain::Input);
        let objective = premises.job.terms.objective.name();
        report.utility = utility(objective, claimed.solution.recoding, &measured);
        report.narrowing = sources.narrowing();
        report.series = match sources.series {
            Shown::Nothing => None,
            Shown::Facts(found) => Some(found.facts.clone()),
            Shown::Open(why) => {
                self.not_shown.push(("series".to_owned(), why.clone()));
                claimed.series.clone()
            }
        };
        report.ledger = premises.ledger.as_ref().and_then(|ledger| {
            let runs: Vec<_> = ledger.runs().iter().collect();
            Some(LedgerFacts::new(ledger.terms()?, &runs))
        });
        let mut losses = measured.losses.iter();
        let roles = &premises.job.terms;
        let generalized = |column: &&mut ColumnFacts| roles.role(&column.name) == Role::QuasiIdentifier;
        for column in report.columns.iter_mut().filter(generalized) {
            let place = evidence.attributes.iter().position(|bound| bound.qid.name == column.name);
            let Some(place) = place else { continue };
            let bound = &evidence.attributes[place];
            let is_group = matches!(evidence.reading, Reading::Groups);
            column.levels = (!is_group).then(|| bound.qid.hierarchy.height() as u32 + 1);
            column.information_loss = losses.next().copied();
            match (evidence.reading.at(place), evidence.records.column(&column.name)) {
                (ReadingOf::Labels(read), Some(released)) => {
                    column.by_level = by_level(&read.measured(bound, released));
                }
                (ReadingOf::Level(read), _) => {
                    column.level = Some(read.level);
                    report.solution.levels.insert(column.name.clone(), read.level);
                }
                _ => {}
            }
        }
        let open = premises.job.terms.open_treatments();
        for (place, (column, told)) in report.columns.iter_mut().zip(&claimed.columns).enumerate() {
            let known = premises.input.column(&column.name);
            column.changed = known.and_then(|known| premises.source.changed(&premises.job.terms, known));
            if let (Some(_), Some(known)) = (premises.job.terms.limits_of(&column.name), known) {
                let rows = evidence.rows.as_ref().zip(evidence.records.column(&column.name));
                column.changed =
                    rows.map(|(rows, written)| ChangedFacts::compare(&known.of_rows(rows), written));
                if column.changed.is_none() {
                    column.changed.clone_from(&told.changed);
                    let why = "the files do not show the numbers behind the limits";
                    self.not_shown.push((format!("columns[{place}].changed"), why.to_owned()));
                }
            }
            if open.contains(&column.name) {
                column.changed.clone_from(&told.changed);
                self.not_shown.push((
                    format!("columns[{place}].changed"),
                    "needs the key of the column (--key)".to_owned(),
                ));
            }
        }
        for column in &mut report.columns {
            column.hierarchy = told.columns.get(&column.name).and_then(|column| column.hierarchy.clone());
        }
        report.search = Some(SearchFacts { lattice_nodes: lattice_nodes(evidence), ..sources.search() });
        let unknown = "incog has no independent code for this figure";
        let absent = [
            ("utility.entropy", measured.entropy.is_none()),
            ("utility.value", measured.objective.is_none()),
        ];
        self.not_shown.extend(
            absent
                .iter()
                .filter(|(_, absent)| *absent)
                .map(|(path, _)| ((*path).to_owned(), unknown.to_owned())),
        );
        self.report.analyses = Some(sources.analyses());
        self.leave_out_levels_of_ambiguous_labels(sources);
    }

    /// Internal figures that depend on which of several levels a label belongs to.
    fn leave_out_levels_of_ambiguous_labels(&mut self, sources: &Sources<'_>) {
        let Sources { claimed, evidence, .. } = *sources;
        let Reading::Labels(labels) = &evidence.reading else { return };
        let pairs = || evidence.attributes.iter().zip(labels);
        let mut open: Vec<String> = Vec::new();
        if !labels.iter().all(ReadLabels::are_of_one_level) {
            open.extend(["precision", "height", "value"].map(|figure| format!("utility.{figure}")));
            let columns = claimed.columns.iter().zip(&mut self.report.columns).enumerate();
            for (place, (told, column)) in columns.filter(|(_, (told, _))| !told.by_level.is_empty()) {
                column.by_level.clone_from(&told.by_level);
                open.push(format!("columns[{place}].by_level"));
            }
        }
        if !pairs().all(|(bound, read)| read.stand_for_one_group(bound)) {
            let figures = ["transparency_degree", "transparency_ratio", "gen_loss", "loss"];
            open.extend(figures.map(|figure| format!("utility.{figure}")));
            let columns = claimed.columns.iter().enumerate().filter(|(_, column)| column.levels.is_some());
            open.extend(columns.map(|(place, _)| format!("columns[{place}].information_loss")));
        }
        let ambiguous = pairs().filter(|(bound, read)| !read.stand_for_one_group(bound));
        let ambiguous: Vec<&str> = ambiguous.map(|(bound, _)| bound.qid.name.as_str()).collect();
        open.extend(self.report.analyses.iter().flat_map(|analyses| analyses.leaves_about(&ambiguous)));
        let why = "labels may belong to several levels of a hierarchy, and the release does not show which";
        self.not_shown.extend(open.into_iter().map(|path| (path, why.to_owned())));
    }

    /// Figures that depend on which of several records were published, where the files leave that
    /// open.
    fn leave_out_what_is_uncertain(&mut self, claimed: &Report, evidence: &Evidence<'_>) {
        if evidence.rows.is_some() {
            return;
        }
        let why = match evidence.reading {
            Reading::Levels(_) => {
                "the files do not show which of several equal records were published; the internal report \
                 (--draw-key) or a secret (--secret) may show it"
            }
            Reading::Labels(_) => "the labels do not show which record of the input each row is",
            Reading::Groups => "the values of groups do not show which records of the input each group has",
        };
        let tells_entropy =
            self.report.audience == Audience::Internal || self.report.utility.entropy.is_some();
        let mut open: Vec<String> = tells_entropy.then(|| "utility.entropy".to_owned()).into_iter().collect();
        let knows_domains = evidence.knows_domains();
        open.extend((!knows_domains).then(|| "narrowing".to_owned()));
        if let (Some(told), Some(expected), Audience::Internal) =
            (&claimed.narrowing, &mut self.report.narrowing, self.report.audience)
        {
            expected.guessed.right = told.guessed.right;
            open.push("narrowing.guessed.right".to_owned());
            let pair = expected.certain.as_mut().zip(told.certain.as_ref());
            pair.into_iter().for_each(|(expected, told)| expected.right = told.right);
            open.push("narrowing.certain.right".to_owned());
        }
        let domains =
            ["transparency_degree", "transparency_ratio", "precision", "gen_loss", "loss", "height", "value"];
        // Levels, leaves and domains are those of published values, also where a stated hierarchy
        // has missing ones.
        if self.report.audience == Audience::Public && !knows_domains {
            open.extend(domains.map(|figure| format!("utility.{figure}")));
            open.extend(["search.upper_bound", "search.lattice_nodes"].map(str::to_owned));
            for (told, column) in claimed.columns.iter().zip(&mut self.report.columns) {
                column.by_level.clone_from(&told.by_level);
            }
            for (place, column) in self.report.columns.iter().enumerate() {
                let shown = evidence.published.iter().find(|shown| shown.name == column.name);
                if shown.is_some() {
                    let figures = ["level", "levels", "by_level", "information_loss"];
                    open.extend(figures.map(|figure| format!("columns[{place}].{figure}")));
                    open.push(format!("solution.levels.{}", column.name));
                }
            }
        }
        if matches!(evidence.reading, Reading::Groups) && self.report.audience == Audience::Internal {
            let columns = self.report.columns.iter().enumerate();
            let grouped = columns
                .filter(|(_, column)| evidence.attributes.iter().any(|bound| bound.qid.name == column.name));
            open.extend(grouped.map(|(place, _)| format!("columns[{place}].information_loss")));
        }
        let follows = self.report.utility.objective.as_deref().and_then(follows_from);
        let of_original = matches!(follows, Some(FollowsFrom::Frequencies | FollowsFrom::Values))
            && (self.report.audience == Audience::Internal || self.report.utility.value.is_some());
        open.extend(of_original.then(|| "utility.value".to_owned()));
        self.not_shown.extend(open.into_iter().map(|path| (path, why.to_owned())));
    }

    /// The job: it is checked against a job file, or else the files do not show it.
    fn leave_out_the_job(&mut self, claimed: &Report, premises: &Premises) {
        let why = "this is a setting; compare it with the job file (--job)";
        self.report.job_file.clone_from(&claimed.job_file);
        self.demand_one_word_on_hierarchies(claimed);
        let Some(found) = &premises.job_file else {
            self.report.job = claimed.job.clone();
            self.not_shown.extend(["job", "job_file"].map(|path| (path.to_owned(), why.to_owned())));
            return;
        };
        let job = &found.file;
        self.report.job = if claimed.audience == Audience::Public { job.withheld() } else { job.clone() };
        if found.named {
            let why = "--job names another file";
            self.not_shown.extend((!found.is_of_report).then(|| ("job_file".to_owned(), why.to_owned())));
            return;
        }
        // A job file that was only found may have been changed, or overridden by flags.
        self.not_shown.push((
            "job_file".to_owned(),
            "a job file of that name exists but was not compared (--job)".to_owned(),
        ));
        self.unsure_where_jobs_differ(claimed);
    }

    /// A public report tells no folder of its job file, so one that does is refuted.
    fn demand_names_alone(&mut self, claimed: &Report) {
        let path = claimed.job_file.as_ref().filter(|_| claimed.audience == Audience::Public);
        if let Some(path) = path.filter(|path| name_alone(path) != path.as_str()) {
            self.report.job_file = Some(name_alone(path).to_owned());
            self.not_shown.retain(|(leaf, _)| leaf != "job_file");
        }
    }

    /// Of a hierarchy that is right among the columns the job says the same; no job file would show
    /// it.
    fn demand_one_word_on_hierarchies(&mut self, claimed: &Report) {
        for (expected, facts) in self.report.columns.iter_mut().zip(&claimed.columns) {
            if (&expected.name, &expected.hierarchy) == (&facts.name, &facts.hierarchy) {
                let said = claimed.job.columns.get(&facts.name);
                expected.hierarchy = said.and_then(|column| column.hierarchy.clone());
            }
        }
    }

    fn unsure_where_jobs_differ(&mut self, claimed: &Report) {
        let value = |report: &Report| serde_json::to_value(&report.job).unwrap_or_default();
        let why = "the job file has another value; flags may have overridden it";
        let differing = ledger::differing("job", &value(claimed), &value(&self.report));
        self.not_shown.extend(differing.into_iter().map(|path| (path, why.to_owned())));
    }
}

impl Sources<'_> {
    fn not_shown(&self) -> NotShown {
        let noise = "the release does not mark which records are noise";
        let mut leaves = vec![
            ("incog", "no file shows which version made the release"),
            ("search.seconds", "no file shows how long the search took"),
            ("noise.classes", noise),
        ];
        leaves.extend(
            [
                "search.evaluations",
                "search.stopped",
                "search.gap",
                // It follows from value and gap, and is as little shown as the gap.
                "search.upper_bound",
                "search.convergence",
                "search.no_proof",
                "search.concealed",
            ]
            .map(|leaf| (leaf, SEARCH)),
        );
        if self.claimed.noise.is_some() {
            leaves.push(("noise.records", noise));
        }
        if self.may_be_drawn() {
            leaves.push((
                "draw_key",
                "several keys may choose the same records; the kept records are checked above",
            ));
        }
        if self.claimed.input.hmac_sha256.is_some() && self.premises.secret.is_none() {
            leaves.push(("input.hmac_sha256", "needs the job's secret (--secret)"));
        }
        let keyed = |facts: &InputFacts| facts.hmac_sha256.is_some();
        if self.claimed.population.as_ref().is_some_and(keyed) && self.premises.secret.is_none() {
            leaves.push(("population.hmac_sha256", "needs the job's secret (--secret)"));
        }
        let no_digest = "the report has no digest of its input";
        let draws = self.premises.job.terms.drawn_share().is_some();
        if self.claimed.input.hmac_sha256.is_none() && self.premises.secret.is_some() && !draws {
            leaves.push(("input.hmac_sha256", no_digest));
        }
        if self.claimed.audience == Audience::Internal && self.claimed.input.sha256.is_none() {
            leaves.push(("input.sha256", no_digest));
        }
        let singling = self.singling.unshown().map(|why| ("singled_out".to_owned(), why));
        let of_drawn = self.unshown_of_drawn().into_iter().chain(singling);
        let all = leaves.into_iter().map(|(leaf, why)| (leaf.to_owned(), why.to_owned()));
        all.chain(of_drawn).collect()
    }

    /// Whether an internal report may have the key of a draw.
    fn may_be_drawn(&self) -> bool {
        let Report { audience, solution, noise, input, draw_key, .. } = self.claimed;
        let may_choose = solution.rows_suppressed != Some(0) || solution.recoding != RecodingKind::Global;
        *audience == Audience::Internal
            && input.hmac_sha256.is_none()
            && (may_choose || noise.is_some() || draw_key.is_some())
    }

    /// That a model of drawn records holds, which classes alone do not show.
    fn unshown_of_drawn(&self) -> NotShown {
        let why = "needs the job's secret (--secret) to draw the records again";
        let facts = self.claimed.privacy.iter().enumerate();
        let open = facts.filter(|(_, fact)| draws_records(&fact.model) && self.premises.secret.is_none());
        open.map(|(place, _)| (format!("privacy[{place}].satisfied"), why.to_owned())).collect()
    }

    fn public(&self) -> Report {
        let Sources { claimed, premises, evidence, sha256, folder, .. } = *self;
        let job = &premises.job;
        let paths: Vec<(String, String)> = premises
            .source
            .parts
            .iter()
            .map(|part| (path_from(&part.table.path, folder), part.table.provider.clone()))
            .collect();
        let report = PublicReport {
            sources: self,
            job: &job.told(folder),
            input: self.input_path(),
            providers: paths,
            release: FileFacts {
                path: path_from(&job.output, folder),
                rows: evidence.release_rows as u64,
                sha256: sha256.to_owned(),
            },
            narrowing: self.narrowing(),
            columns: columns(claimed, premises, evidence),
            measured: self.measure(Domain::Released),
            search: self.search(),
            maximize: job.terms.objective.goal() == Ok(Goal::Maximize),
        };
        report.report()
    }

    /// The path of the table, or of all that were pooled, as a steward sees it.
    fn input_path(&self) -> String {
        let Premises { job, source, .. } = self.premises;
        let parts = source.parts.iter().map(|part| path_from(&part.table.path, self.folder));
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() { path_from(&job.input, self.folder) } else { parts.join(" + ") }
    }

    /// What the search says of itself, with what the job asked it for. Where it says nothing, one
    /// that should is refuted by what it lacks.
    fn search(&self) -> SearchFacts {
        let asked = &self.premises.job.terms.search;
        let claimed = self.claimed.search.clone();
        let told = |claimed| SearchFacts { algorithm: asked.algorithm.clone(), seed: asked.seed, ..claimed };
        claimed.map_or_else(|| self.nothing_searched(), told)
    }

    fn nothing_searched(&self) -> SearchFacts {
        let asked = &self.premises.job.terms.search;
        SearchFacts {
            algorithm: asked.algorithm.clone(),
            seed: asked.seed,
            evaluations: 0,
            seconds: 0.0,
            stopped: String::new(),
            upper_bound: None,
            gap: None,
            lattice_nodes: 0.0,
            convergence: Vec::new(),
            no_proof: None,
            concealed: None,
        }
    }

    /// What analyses find in the input and in the release.
    fn analyses(&self) -> Comparison {
        let Evidence { input, records, attributes, reading, .. } = self.evidence;
        let compared = attributes.iter().enumerate().filter_map(|(place, bound)| {
            let cells = match reading.at(place) {
                ReadingOf::Level(read) => read.measured(bound),
                ReadingOf::Labels(read) => read.measured(bound, records.column(&bound.qid.name)?),
                ReadingOf::Group => return None,
            };
            Some(ComparedAttribute { name: &bound.qid.name, cells })
        });
        let compared: Vec<ComparedAttribute<'_>> = compared.collect();
        let names = input.columns().iter().map(|column| &*column.name);
        let terms = &self.premises.job.terms;
        let sensitive = names.filter(|name| terms.role(name) == Role::Sensitive && terms.has_values_of(name));
        let sensitive: Vec<&str> = sensitive.collect();
        Comparison::measure((*input).into(), records.into(), &compared, &sensitive)
    }

    /// The quasi-identifiers of the release, by the values of published records or of all.
    fn attributes(&self, domain: Domain) -> Vec<Attribute<'_>> {
        let evidence = self.evidence;
        let mut attributes = Vec::new();
        for (place, (bound, shown)) in evidence.attributes.iter().zip(&evidence.published).enumerate() {
            let (Some(column), Some(cells)) =
                (evidence.input.column(&bound.qid.name), evidence.records.column(&bound.qid.name))
            else {
                continue;
            };
            let mut attribute = match domain {
                Domain::Released => shown.measured(self.claimed.solution.recoding, cells),
                // The cells as groups of the whole hierarchy, whose labels may be others than those
                // released.
                Domain::Input => match evidence.reading.at(place) {
                    ReadingOf::Level(read) => read.measured(bound),
                    ReadingOf::Labels(read) => read.measured(bound, cells),
                    ReadingOf::Group => shown.measured(self.claimed.solution.recoding, cells),
                },
            };
            if matches!(domain, Domain::Released) {
                attribute.weight = self.premises.job.terms.told_weight(attribute.weight);
            }
            attribute.original = Some(Original::new(column, RecordCounts::ONE_EACH, attribute.hierarchy));
            attributes.push(attribute);
        }
        attributes
    }

    /// What labels of the release tell of each other, where they are of several levels.
    fn narrowing(&self) -> Option<NarrowingFacts> {
        if self.claimed.solution.recoding != RecodingKind::Local {
            return None;
        }
        let terms = &self.premises.job.terms;
        let (attributes, rows) = (self.attributes(Domain::Released), self.evidence.records.rows());
        let found = Narrowing::measure(&attributes, rows, RecordCounts::ONE_EACH, terms.objective.name());
        let least = certain_above(terms, self.privacy);
        let known = self.evidence.rows.as_deref().filter(|_| !self.is_public());
        let right = known.map(|rows| found.right(&attributes, rows, RecordCounts::ONE_EACH));
        Some(NarrowingFacts::new(&found, least, right.as_deref()))
    }

    /// Whether the report is the public one.
    pub fn is_public(&self) -> bool {
        self.claimed.audience == Audience::Public
    }

    /// The utility of the release, by the values of published records or of all.
    pub fn measure(&self, domain: Domain) -> MeasuredUtility {
        let evidence = self.evidence;
        let all = match self.premises.job.terms.drawn_share().filter(|_| matches!(domain, Domain::Released)) {
            Some(_) => evidence.records.rows() as f64,
            None => self.premises.input.rows() as f64 + self.claimed.noisy_records() as f64,
        };
        let attributes = self.attributes(domain);
        let evidence = UtilityEvidence {
            attributes: &attributes,
            rows_released: evidence.records.rows(),
            counts: RecordCounts::ONE_EACH,
            rows: evidence.rows.as_deref(),
            all,
            k: self.k as f64,
            domain,
        };
        MeasuredUtility::measure(&evidence, &self.premises.job.terms.objective)
    }
}

/// Whether a leaf is this one or one below it.
fn is_at_or_below(path: &str, start: &str) -> bool {
    path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Records by level, as a report tells them.
fn by_level(attribute: &Attribute<'_>) -> Vec<LevelShare> {
    let records = attribute.records_by_level().into_iter();
    records.map(|(level, records)| LevelShare { level: level as u8, records }).collect()
}

fn columns(claimed: &Report, premises: &Premises, evidence: &Evidence<'_>) -> Vec<PublicColumn> {
    let column = |column: &incog_data::Column| {
        let shown = evidence.published.iter().find(|shown| shown.name == column.name);
        let cells = evidence.records.column(&column.name);
        PublicColumn {
            name: column.name.clone(),
            role: premises.job.terms.role(&column.name).name(),
            publish: premises.job.terms.published_form(&column.name),
            linked: premises.job.terms.linked(&evidence.records, &column.name),
            redacted: premises.job.terms.redacted(&evidence.records, &column.name),
            aggregate: premises.job.terms.aggregate_of(&column.name),
            is_made_of_others: premises.job.terms.is_made_of_others(&column.name),
            attribute: shown
                .zip(cells)
                .map(|(shown, cells)| shown.told(claimed.solution.recoding, cells, RecordCounts::ONE_EACH)),
        }
    };
    premises.input.columns().iter().map(column).collect()
}

fn utility(objective: &str, recoding: RecodingKind, measured: &MeasuredUtility) -> UtilityFacts {
    UtilityFacts {
        objective: Some(objective.to_owned()),
        value: measured.objective.map(|(value, _)| value),
        transparency_degree: Some(measured.transparency),
        transparency_ratio: Some(measured.transparency_ratio),
        precision: Some(measured.precision),
        gen_loss: Some(measured.gen_loss),
        loss: Some(measured.loss),
        c_avg: measured.c_avg,
        discernibility: measured.discernibility,
        suppressed_share: Some(measured.suppressed_share),
        class_size: measured.class_size,
        entropy: Some(measured.entropy.unwrap_or(f64::NAN)),
        height: Some(measured.height),
    }
    .of_recoding(recoding)
}

fn lattice_nodes(evidence: &Evidence<'_>) -> f64 {
    if matches!(evidence.reading, Reading::Groups) {
        return 1.0;
    }
    let qids = evidence.attributes.iter().map(|bound| &bound.qid);
    qids.map(|qid| f64::from(qid.max_level - qid.min_level) + 1.0).product()
}
