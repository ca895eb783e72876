//! The public report, which may be published with a release.
//!
//! **The rule.** What is written beside a release by default is determined by the published
//! records, the job, and the number of records of the input: two inputs that differ only in
//! suppressed records and give the same release also give the same report, byte for byte. About
//! published records it reveals only one thing more than the release: how many different values
//! their labels stand for and, of 1,000 records or more, how often each occurs, in sums over all
//! records, rounded to two digits. Where the job conceals its choice, it has neither objective nor
//! search. Where its records are drawn, nothing follows from anything but the published records and
//! the job, the number of records of the input included. Squared errors tell of single values, and
//! stand in the internal report. The only exception is what the search says about itself (its work,
//! its time, its gap), which is given coarsely. [`Publishable`] is the only source of the report:
//! it has neither the input nor what a search knows about it, so a figure that breaks the rule
//! cannot get in.

use crate::job::{HierarchyFile, JobFile, name_alone};
use crate::report::{
    Audience, BEHIND_AGGREGATES, ColumnFacts, FileFacts, InputFacts, KeyFingerprints, NO_MORE_REQUIRED,
    NarrowingFacts, NoiseFacts, PrivacyFacts, ProviderTableFacts, PublicAttribute, PublicColumn,
    RecodingKind, Report, RiskFacts, SearchFacts, SingledOut, SolutionFacts, UPPER_BOUND, UtilityFacts,
};
use incog_audit::{CriterionFigure, FollowsFrom, Judgement, MeasuredUtility, follows_from};
use incog_card::{Stop, is_planted};
use incog_report::{gap_upwards, seconds_upwards, significant, work_upwards};
use std::collections::BTreeMap;

/// Significant digits of figures that depend on how many original values are below a label.
const DIGITS: usize = 2;

/// Figures that depend on how often original values occur are those of at least so many records,
/// where one record moves them by much less than they are rounded.
const MANY_RECORDS: u64 = 1000;

/// Everything that a public report is made from.
pub struct Publishable<'a> {
    /// The job; values listed in it are withheld here.
    pub job: &'a JobFile,
    /// The job file; only its name is told.
    pub job_file: Option<String>,
    /// The path of the input; only its name is told.
    pub input: String,
    /// Records of the input.
    pub rows: u64,
    /// The digest of the input under the secret of the job.
    pub hmac_sha256: Option<String>,
    /// Paths and names of pooled tables.
    pub providers: Vec<(String, String)>,
    /// The people whom the records are some of.
    pub population: Option<InputFacts>,
    /// The release.
    pub release: FileFacts,
    /// The models, as measured on the release.
    pub privacy: &'a [Judgement],
    /// How likely somebody is found, measured on the release.
    pub risk: RiskFacts,
    /// By which columns records are singled out, measured on the release.
    pub singled_out: &'a [SingledOut],
    /// What labels of several levels tell of each other.
    pub narrowing: Option<NarrowingFacts>,
    /// What tells the series of a ledger from others.
    pub series_id: Option<String>,
    /// Noisy records, if any.
    pub noise: Option<NoiseFacts>,
    /// What tells the keys of perturbed columns from others.
    pub fingerprints: Option<KeyFingerprints>,
    /// Published records that are not noise.
    pub rows_kept: u64,
    /// How records are generalized.
    pub recoding: RecodingKind,
    /// Equivalence classes of the release.
    pub classes: u64,
    /// The columns of the input.
    pub columns: Vec<PublicColumn>,
    /// The objective.
    pub objective: &'a str,
    /// Whether more of it is better.
    pub maximize: bool,
    /// The utility of the release, measured on it.
    pub utility: &'a MeasuredUtility,
    /// What the search says about itself.
    pub search: &'a SearchFacts,
}

impl Publishable<'_> {
    /// The report.
    pub fn report(&self) -> Report {
        let withholds = !is_planted("withheld values in the report");
        let job = if withholds { self.job.withheld() } else { self.job.clone() };
        let draws = job.draws_records();
        // A forged report may claim more noise or records than there are.
        let suppressed = self.rows.saturating_sub(self.rows_kept);
        let suppressed = suppressed + u64::from(is_planted("a suppressed record more in the report"));
        Report {
            incog: env!("CARGO_PKG_VERSION").to_owned(),
            audience: Audience::Public,
            job_file: self.job_file.as_deref().map(|path| name_alone(path).to_owned()),
            input: InputFacts {
                path: names_alone(&self.input),
                rows: (!draws).then_some(self.rows),
                sha256: None,
                hmac_sha256: self.hmac_sha256.clone().filter(|_| !draws),
            },
            inputs: self.providers.iter().map(|(path, provider)| provider_table(path, provider)).collect(),
            population: self.population.clone().map(|facts| InputFacts {
                path: name_alone(&facts.path).to_owned(),
                sha256: None,
                ..facts
            }),
            release: self.release.clone(),
            privacy: self.privacy.iter().map(|judgement| self.told(judgement, suppressed)).collect(),
            risk: self.risk.clone(),
            singled_out: self.singled_out.to_vec(),
            narrowing: self.narrowing.as_ref().map(|facts| facts.map(|share| self.of_domain(share))),
            noise: self.noise.clone(),
            fingerprints: self.fingerprints.clone(),
            draw_key: None,
            solution: SolutionFacts {
                recoding: self.recoding,
                levels: self.levels(),
                rows_kept: self.rows_kept,
                rows_suppressed: (!draws).then_some(suppressed),
                classes: self.classes + u64::from(is_planted("a class more in the report")),
            },
            utility: self.utility(),
            search: self.search(&job),
            columns: self.columns(&job),
            series: None,
            ledger: None,
            series_id: self.series_id.clone(),
            analyses: None,
            page: None,
            job,
        }
    }

    /// A judgement without what it reveals about suppressed records, and about values behind
    /// aggregates: a figure tells of the class that is worst off, and the release does not have its
    /// values.
    fn told(&self, judgement: &Judgement, suppressed: u64) -> PrivacyFacts {
        let facts = without_suppressed(judgement, suppressed);
        let mut aggregated = self.columns.iter().filter(|column| column.is_made_of_others);
        if !aggregated.any(|column| judgement.criterion.is_about(&column.name)) {
            return facts;
        }
        let how = BEHIND_AGGREGATES;
        let achieved = facts.achieved.map(|_| facts.required);
        PrivacyFacts { achieved, measured: Some(how.to_owned()), ..facts }
    }

    fn attributes(&self) -> impl Iterator<Item = (&str, &PublicAttribute)> {
        self.columns.iter().filter_map(|column| Some((column.name.as_str(), column.attribute.as_ref()?)))
    }

    fn levels(&self) -> BTreeMap<String, u8> {
        self.attributes().filter_map(|(name, attribute)| Some((name.to_owned(), attribute.level?))).collect()
    }

    /// A figure that depends on the domains of the columns: exact where all of them are stated,
    /// otherwise rounded.
    fn of_domain(&self, figure: f64) -> f64 {
        let stated = self.attributes().all(|(_, attribute)| attribute.stated);
        if stated || is_planted("public figures are not rounded") {
            figure
        } else {
            significant(figure, DIGITS)
        }
    }

    /// A figure that depends on how often original values occur.
    fn of_frequencies(&self, figure: f64) -> Option<f64> {
        let is_told = self.rows_kept >= MANY_RECORDS && !self.job.draws_records();
        is_told.then(|| significant(figure, DIGITS))
    }

    /// Whether nothing may tell what was optimized, how, and how near to the best the release is.
    /// Of drawn records nothing is optimized.
    fn conceals_choice(&self) -> bool {
        self.job.conceals_choice() || self.job.draws_records()
    }

    /// All figures that follow from the release stay: none of them says that it was the objective.
    fn utility(&self) -> UtilityFacts {
        let measured = self.utility;
        UtilityFacts {
            objective: (!self.conceals_choice()).then(|| self.objective.to_owned()),
            value: self.value().filter(|_| !self.conceals_choice()),
            transparency_degree: Some(self.of_domain(measured.transparency)),
            transparency_ratio: Some(self.of_domain(measured.transparency_ratio)),
            precision: Some(
                measured.precision * if is_planted("a figure 1 % too good") { 1.01 } else { 1.0 },
            ),
            gen_loss: Some(self.of_domain(measured.gen_loss)),
            loss: Some(self.of_domain(measured.loss)),
            c_avg: measured.c_avg,
            discernibility: measured.discernibility,
            suppressed_share: (!self.job.draws_records()).then_some(measured.suppressed_share),
            class_size: measured.class_size,
            entropy: self.of_frequencies(measured.entropy.unwrap_or_default()),
            height: Some(measured.height),
        }
        .of_recoding(self.recoding)
    }

    fn value(&self) -> Option<f64> {
        match self.utility.objective? {
            (value, FollowsFrom::Classes) => Some(value),
            (value, FollowsFrom::Domain) => Some(self.of_domain(value)),
            (value, FollowsFrom::Frequencies) => self.of_frequencies(value),
            (_, FollowsFrom::Values) => None,
        }
    }

    /// Work and time of the search, and how near it came, unless the choice is concealed.
    fn search(&self, job: &JobFile) -> Option<SearchFacts> {
        (!self.conceals_choice()).then(|| self.told_search(self.lattice_nodes(job)))
    }

    /// A proved search looked at all nodes that were left, also at levels that only suppressed
    /// records have, and their number would tell how long the longest suppressed code is: it may be
    /// said to have looked at those of the published hierarchies.
    fn told_search(&self, lattice_nodes: f64) -> SearchFacts {
        let search = match follows_from(self.objective) {
            Some(FollowsFrom::Values) => self.search_for_nothing_told(),
            _ => self.search_for(self.value()),
        };
        let is_whole = self.is_proved() && self.recoding == RecodingKind::Global;
        let most = if is_whole { lattice_nodes as u64 } else { u64::MAX };
        SearchFacts {
            convergence: Vec::new(),
            evaluations: work_upwards(search.evaluations.min(most)),
            seconds: seconds_upwards(search.seconds),
            lattice_nodes: significant(lattice_nodes, DIGITS),
            concealed: None,
            ..search
        }
    }

    fn is_proved(&self) -> bool {
        self.search.stopped == Stop::Proved.name()
    }

    /// Of a value that is withheld nothing is told from which it follows: no bound, no gap; and no
    /// proof of groups by distance, which nearly always says that they lose nothing.
    fn search_for_nothing_told(&self) -> SearchFacts {
        let is_proved = self.is_proved();
        let hides_proof = is_proved && self.recoding == RecodingKind::Microaggregation;
        SearchFacts {
            stopped: if hides_proof {
                Stop::Converged.name().to_owned()
            } else {
                self.search.stopped.clone()
            },
            upper_bound: None,
            gap: (is_proved && !hides_proof).then_some(0.0),
            ..self.search.clone()
        }
    }

    /// The gap is that of the search, as one of a few steps: it is counted on all values, so its
    /// digits would tell how large those are that only suppressed records have. Since the value is
    /// computed from the published values, the bound is computed from that value and the gap; where
    /// the value is not told, neither is the bound.
    fn search_for(&self, value: Option<f64>) -> SearchFacts {
        let search = self.search;
        let gap = search.gap.map(gap_upwards);
        let gap = gap.map(|gap| if is_planted("a bound too good") { 0.0 } else { gap });
        let away = |value: f64, gap: f64| {
            if self.maximize { value + gap * value.abs() } else { value - gap * value.abs() }
        };
        let bound = |(value, gap)| if gap > 0.0 { significant(away(value, gap), DIGITS) } else { value };
        SearchFacts { upper_bound: value.zip(gap).map(bound), gap, ..search.clone() }
    }

    /// Between the levels that the published job has.
    fn lattice_nodes(&self, job: &JobFile) -> f64 {
        let nodes = |(name, attribute): (&str, &PublicAttribute)| {
            let Some(levels) = attribute.levels else { return 1.0 };
            let top = i64::from(levels) - 1;
            let (lowest, highest) =
                job.columns.get(name).map_or((None, None), |told| (told.min_level, told.max_level));
            let highest = highest.map_or(top, |highest| highest.min(top));
            (highest - lowest.map_or(0, |lowest| lowest.min(highest)) + 1) as f64
        };
        self.attributes().map(nodes).product()
    }

    fn columns(&self, job: &JobFile) -> Vec<ColumnFacts> {
        let mut losses = self.utility.losses.iter();
        let column = |column: &PublicColumn| {
            let hierarchy = job.columns.get(&column.name).and_then(|column| column.hierarchy.clone());
            let loss = column.attribute.as_ref().and_then(|_| losses.next());
            let told = loss.filter(|_| column.aggregate.is_none()).map(|&loss| self.of_domain(loss));
            column_facts(column, hierarchy, told)
        };
        self.columns.iter().map(column).collect()
    }
}

fn column_facts(column: &PublicColumn, hierarchy: Option<HierarchyFile>, loss: Option<f64>) -> ColumnFacts {
    ColumnFacts {
        name: column.name.clone(),
        role: column.role.to_owned(),
        hierarchy,
        publish: column.publish.clone(),
        linked: column.linked.clone(),
        redacted: column.redacted.clone(),
        changed: None,
        level: column.attribute.as_ref().and_then(|attribute| attribute.level),
        by_level: column.attribute.iter().flat_map(|attribute| attribute.by_level.iter().copied()).collect(),
        levels: column.attribute.as_ref().and_then(|attribute| attribute.levels),
        information_loss: loss,
    }
}

/// The names of one file, or of several that are pooled.
fn names_alone(paths: &str) -> String {
    paths.split(" + ").map(name_alone).collect::<Vec<_>>().join(" + ")
}

fn provider_table(path: &str, provider: &str) -> ProviderTableFacts {
    let path = name_alone(path).to_owned();
    ProviderTableFacts { path, provider: provider.to_owned(), rows: None, sha256: None }
}

/// A judgement without what it reveals about `suppressed` records. A distance from the distribution
/// of the whole table, together with the release, reveals how their sensitive values are
/// distributed; what a c-mixture asks for reveals how many values and providers they have that no
/// published record has.
fn without_suppressed(judgement: &Judgement, suppressed: u64) -> PrivacyFacts {
    let facts = judgement.facts();
    match judgement.criterion.follows_from_suppressed().filter(|_| suppressed > 0) {
        None => facts,
        Some(CriterionFigure::Achieved) => {
            let how = UPPER_BOUND;
            let achieved = facts.achieved.map(|_| facts.required);
            let against_release = judgement.published_against_release();
            PrivacyFacts { achieved, against_release, measured: Some(how.to_owned()), ..facts }
        }
        Some(CriterionFigure::Required) => {
            let how = NO_MORE_REQUIRED;
            let required = facts.achieved.unwrap_or(facts.required);
            PrivacyFacts { required, measured: Some(how.to_owned()), ..facts }
        }
    }
}
