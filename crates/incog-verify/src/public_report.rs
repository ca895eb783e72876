//! The public report as it must be, worked out from the rule alone: what is written beside a
//! release follows from the published records, the job, and the number of records.
//!
//! The publisher has its own code for the same rule, so a figure that it tells too finely, or too
//! well, is another one here.

use super::public_search::{SearchToTell, told_search, two_digits};
use super::sources::Sources;
use incog_audit::{CriterionFigure, FollowsFrom, Judgement, MeasuredUtility};
use incog_disclosure::job::{JobFile, name_alone};
use incog_disclosure::report::{
    Audience, BEHIND_AGGREGATES, ColumnFacts, FileFacts, InputFacts, NO_MORE_REQUIRED, NarrowingFacts,
    PrivacyFacts, ProviderTableFacts, PublicColumn, Report, SearchFacts, SolutionFacts, UPPER_BOUND,
    UtilityFacts,
};

/// Fewer published records have no figures that depend on how often original values occur.
const MANY_RECORDS: u64 = 1000;

/// What the files show of a release, as far as a public report may tell it.
pub(super) struct PublicReport<'a> {
    pub sources: &'a Sources<'a>,
    /// The job as the report tells it, before anything is withheld.
    pub job: &'a JobFile,
    /// Path of the input, or paths of the tables that were pooled, with their providers.
    pub input: String,
    pub providers: Vec<(String, String)>,
    pub release: FileFacts,
    pub narrowing: Option<NarrowingFacts>,
    pub columns: Vec<PublicColumn>,
    pub measured: MeasuredUtility,
    pub search: SearchFacts,
    pub maximize: bool,
}

impl PublicReport<'_> {
    pub fn report(&self) -> Report {
        let Sources { claimed, premises, evidence, .. } = *self.sources;
        let told = self.job.withheld();
        let draws = self.job.draws_records();
        let conceals = draws || self.job.conceals_choice();
        let suppressed = self.suppressed();
        let digest = premises.secret.as_ref().and_then(|secret| premises.source.hmac(secret));
        let population = self.sources.population().map(|people| InputFacts {
            path: name_alone(&people.path).to_owned(),
            sha256: None,
            ..people
        });
        let names: Vec<&str> = self.input.split(" + ").map(name_alone).collect();
        Report {
            incog: env!("CARGO_PKG_VERSION").to_owned(),
            audience: Audience::Public,
            job_file: None,
            input: InputFacts {
                path: names.join(" + "),
                rows: if draws { None } else { Some(premises.input.rows() as u64) },
                sha256: None,
                hmac_sha256: if draws { None } else { digest },
            },
            inputs: self.providers.iter().map(|(path, provider)| provider_table(path, provider)).collect(),
            population,
            release: self.release.clone(),
            privacy: self.sources.privacy.iter().map(|judgement| self.privacy(judgement)).collect(),
            risk: self.sources.risk.clone(),
            singled_out: self.sources.singling.told(&claimed.singled_out).to_vec(),
            narrowing: self.narrowing.as_ref().map(|facts| facts.map(|share| self.of_domain(share))),
            noise: claimed.noise.clone(),
            fingerprints: None,
            draw_key: None,
            solution: SolutionFacts {
                recoding: claimed.solution.recoding,
                levels: self.columns.iter().filter_map(level).collect(),
                rows_kept: self.kept(),
                rows_suppressed: if draws { None } else { Some(suppressed) },
                classes: evidence.classes().len() as u64,
            },
            utility: self.utility(draws, conceals),
            search: if conceals { None } else { Some(told_search(&self.search_to_tell(), &told)) },
            columns: self.column_facts(&told),
            series: None,
            ledger: None,
            series_id: premises.series_id(claimed),
            analyses: None,
            page: None,
            job: told,
        }
    }

    /// Published records that nobody invented.
    fn kept(&self) -> u64 {
        let rows = self.sources.evidence.records.rows() as u64;
        rows.saturating_sub(self.sources.claimed.noisy_records())
    }

    fn suppressed(&self) -> u64 {
        (self.sources.premises.input.rows() as u64).saturating_sub(self.kept())
    }

    /// The facts about a model: neither figures of suppressed records, nor of values behind
    /// aggregates.
    fn privacy(&self, judgement: &Judgement) -> PrivacyFacts {
        let mut facts = judgement.facts();
        if self.suppressed() > 0 {
            match judgement.criterion.follows_from_suppressed() {
                Some(CriterionFigure::Achieved) => {
                    facts.achieved = facts.achieved.map(|_| facts.required);
                    facts.measured = Some(UPPER_BOUND.to_owned());
                    facts.against_release = judgement.published_against_release();
                }
                Some(CriterionFigure::Required) => {
                    facts.required = facts.achieved.unwrap_or(facts.required);
                    facts.measured = Some(NO_MORE_REQUIRED.to_owned());
                }
                None => {}
            }
        }
        let behind = self.columns.iter().filter(|column| column.is_made_of_others);
        if behind.map(|column| &column.name).any(|name| judgement.criterion.is_about(name)) {
            facts.achieved = facts.achieved.map(|_| facts.required);
            facts.measured = Some(BEHIND_AGGREGATES.to_owned());
        }
        facts
    }

    /// A figure that depends on which values labels stand for: two digits, unless the job states
    /// them for all columns.
    fn of_domain(&self, figure: f64) -> f64 {
        let mut attributes = self.columns.iter().filter_map(|column| column.attribute.as_ref());
        if attributes.all(|attribute| attribute.stated) { figure } else { two_digits(figure) }
    }

    fn of_frequencies(&self, figure: f64) -> Option<f64> {
        let is_told = !self.job.draws_records() && self.kept() >= MANY_RECORDS;
        is_told.then(|| two_digits(figure))
    }

    fn search_to_tell(&self) -> SearchToTell<'_> {
        SearchToTell {
            search: &self.search,
            objective: self.sources.premises.job.terms.objective.name(),
            recoding: self.sources.claimed.solution.recoding,
            value: self.value(),
            maximize: self.maximize,
            columns: &self.columns,
        }
    }

    fn value(&self) -> Option<f64> {
        let (value, follows) = self.measured.objective?;
        match follows {
            FollowsFrom::Classes => Some(value),
            FollowsFrom::Domain => Some(self.of_domain(value)),
            FollowsFrom::Frequencies => self.of_frequencies(value),
            FollowsFrom::Values => None,
        }
    }

    fn utility(&self, draws: bool, conceals: bool) -> UtilityFacts {
        let measured = &self.measured;
        let objective = self.sources.premises.job.terms.objective.name().to_owned();
        let facts = UtilityFacts {
            objective: if conceals { None } else { Some(objective) },
            value: if conceals { None } else { self.value() },
            transparency_degree: Some(self.of_domain(measured.transparency)),
            transparency_ratio: Some(self.of_domain(measured.transparency_ratio)),
            precision: Some(measured.precision),
            gen_loss: Some(self.of_domain(measured.gen_loss)),
            loss: Some(self.of_domain(measured.loss)),
            c_avg: measured.c_avg,
            discernibility: measured.discernibility,
            suppressed_share: if draws { None } else { Some(measured.suppressed_share) },
            class_size: measured.class_size,
            entropy: self.of_frequencies(measured.entropy.unwrap_or_default()),
            height: Some(measured.height),
        };
        facts.of_recoding(self.sources.claimed.solution.recoding)
    }

    fn column_facts(&self, told: &JobFile) -> Vec<ColumnFacts> {
        let (mut facts, mut quasi_identifiers) = (Vec::new(), 0);
        for column in &self.columns {
            let attribute = column.attribute.as_ref();
            let loss = attribute.and_then(|_| self.measured.losses.get(quasi_identifiers));
            quasi_identifiers += usize::from(attribute.is_some());
            let loss = loss.filter(|_| column.aggregate.is_none());
            facts.push(ColumnFacts {
                name: column.name.clone(),
                role: column.role.to_owned(),
                hierarchy: told.columns.get(&column.name).and_then(|told| told.hierarchy.clone()),
                publish: column.publish.clone(),
                linked: column.linked.clone(),
                redacted: column.redacted.clone(),
                changed: None,
                level: attribute.and_then(|attribute| attribute.level),
                by_level: attribute.map(|attribute| attribute.by_level.clone()).unwrap_or_default(),
                levels: attribute.and_then(|attribute| attribute.levels),
                information_loss: loss.map(|loss| self.of_domain(*loss)),
            });
        }
        facts
    }
}

fn provider_table(path: &str, provider: &str) -> ProviderTableFacts {
    ProviderTableFacts {
        path: name_alone(path).to_owned(),
        provider: provider.to_owned(),
        rows: None,
        sha256: None,
    }
}

fn level(column: &PublicColumn) -> Option<(String, u8)> {
    Some((column.name.clone(), column.attribute.as_ref()?.level?))
}
