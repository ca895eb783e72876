//! Why no release meets the models and what would help, or why it is not known whether one does.

use crate::ReleaseProblem;
use crate::global::with_view;
use incog_data::{ClassView, Classes, Levels};
use incog_privacy::{ClassModel, Direction, Retained};
use std::fmt;
use thiserror::Error;

/// No release meets the privacy models within the limits. This is proved, whatever the search was.
#[derive(Debug, Clone, PartialEq, Error)]
pub struct Infeasible {
    /// The first model that no release of the table meets, whatever is suppressed.
    pub model: Option<UnmetModel>,
    /// Records of the table.
    pub rows: u64,
    /// The share that may be suppressed.
    pub limit: f64,
    /// Records that must be suppressed in any release; `None` when no record could stay.
    pub must_go: Option<u64>,
    /// Records that have to be suppressed in the most general release; not more than `must_go`
    /// where the largest parts of classes are known. `None` when no record is known that could
    /// stay.
    pub suffices: Option<u64>,
    /// What was done to the table before, and may be the reason.
    pub hint: Option<String>,
}

/// A model that even the most general release does not meet.
#[derive(Debug, Clone, PartialEq)]
pub struct UnmetModel {
    /// Its name.
    pub name: &'static str,
    /// What it asks of a class; where a model comes down to a number of records, that number.
    pub required: f64,
    /// On which side of that a class must be.
    pub direction: Direction,
    /// The best value that a class of the fully generalized table has, or that this table has.
    pub best: f64,
    /// Whether it is about the release as a whole.
    pub about_the_release: bool,
    /// Why no record can stay, where these numbers do not say it.
    pub why: Option<&'static str>,
}

impl Infeasible {
    /// The message, with the setting of the suppression limit as its reader writes it:
    /// `suppression.limit` in a job file, `suppression` in Python.
    pub fn explain(&self, limit_setting: &str) -> String {
        let Self { rows, .. } = self;
        let why = match (&self.model, self.must_go) {
            (Some(model), _) => model.explain(*rows),
            (None, Some(must_go)) => self.explain_limit(must_go, limit_setting),
            (None, None) => format!(
                "each model can be met alone, but no subset of the {rows} records meets all of them together"
            ),
        };
        let hint = self.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
        format!("no release can meet the privacy models: {why}{hint}")
    }

    fn explain_limit(&self, must_go: u64, setting: &str) -> String {
        let Self { rows, limit, .. } = self;
        // Rounded up, so that the limit that is named works.
        let share = |records: u64| (records as f64 / *rows as f64 * 1e6).ceil() / 1e6;
        let remedy = match self.suffices {
            Some(suffices) if suffices == must_go => {
                format!("; the nearest limit that works is {}", share(suffices))
            }
            Some(suffices) => format!("; a limit that works is {}", share(suffices)),
            None => String::new(),
        };
        format!(
            "at least {must_go} of the {rows} records must be suppressed, and {setting} = {limit} allows \
             fewer{remedy}"
        )
    }
}

impl UnmetModel {
    fn explain(&self, rows: u64) -> String {
        if let Some(why) = self.why {
            return format!(
                "with all {rows} records generalized as far as the job allows, {why}; allow higher levels, \
                 or ask for less"
            );
        }
        let what = if self.about_the_release { "the release" } else { "the best class" };
        format!(
            "{} demands {} {}, but with all {rows} records generalized as far as the job allows, {what} has {}; \
             weaken the model, or allow higher levels",
            self.name,
            self.direction.words(),
            self.required,
            self.best
        )
    }
}

impl fmt::Display for Infeasible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain("suppression.limit"))
    }
}

/// What becomes of a problem for which a search found nothing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum InfeasibilityDiagnosis {
    /// There is no release.
    Infeasible(Infeasible),
    /// There may be one; whether the most general release is one.
    Open { exists: bool },
}

/// Looks at the most general release, where every model keeps the most.
///
/// Two record sets that meet a model meet it together, so no finer release keeps more than the
/// largest parts of the most general classes, and `at_most` is no less than those.
///
/// A model about the whole release is met by none when it is `proved` that there is none, and only
/// that model speaks against the most general one.
///
/// `share` is the share of the records that may be suppressed.
pub(crate) fn diagnose_infeasibility(
    problem: &ReleaseProblem,
    share: f64,
    proved: bool,
) -> InfeasibilityDiagnosis {
    let top = MostGeneral::new(problem);
    let rows = problem.tuples().rows() as u64;
    let limit = problem.suppression_limit();
    let nothing = Infeasible { model: None, rows, limit: share, must_go: None, suffices: None, hint: None };
    if problem.leaves_people_out(&top.levels) {
        let unmet = problem.models().iter().find(|model| model.asks_of_everybody());
        let model = unmet.map(|model| UnmetModel { best: 0.0, ..top.unmet(model) });
        return InfeasibilityDiagnosis::Infeasible(Infeasible { model, ..nothing });
    }
    let all = top.keeps(|class| problem.models().retain(class));
    if all.at_most > 0 && rows - all.at_most <= limit {
        let is_within = all.kept > 0 && rows - all.kept <= limit;
        return match top.unmet_by_the_release(problem) {
            Some(model) if proved => {
                InfeasibilityDiagnosis::Infeasible(Infeasible { model: Some(model), ..nothing })
            }
            unmet => InfeasibilityDiagnosis::Open { exists: is_within && unmet.is_none() },
        };
    }
    let unmet = problem.models().iter().find(|model| top.keeps(|class| model.retain(class)).at_most == 0);
    InfeasibilityDiagnosis::Infeasible(Infeasible {
        model: unmet.map(|model| top.unmet(model)),
        must_go: (all.at_most > 0).then_some(rows - all.at_most),
        suffices: (all.kept > 0).then_some(rows - all.kept),
        ..nothing
    })
}

/// The classes of the most general release that the job allows.
struct MostGeneral<'a> {
    levels: Levels,
    classes: Classes<'a>,
}

/// Records that stay, and that could stay at the most.
struct Keeps {
    kept: u64,
    at_most: u64,
}

impl<'a> MostGeneral<'a> {
    fn new(problem: &'a ReleaseProblem) -> Self {
        let top: Vec<u8> = problem.tuples().quasi_identifiers().iter().map(|qid| qid.max_level).collect();
        let levels = Levels::from(top);
        Self { classes: Classes::group(problem.tuples(), &levels), levels }
    }

    fn keeps(&self, retain: impl Fn(&ClassView<'_>) -> Retained) -> Keeps {
        let mut keeps = Keeps { kept: 0, at_most: 0 };
        for class in self.classes.all() {
            let view = class.view();
            let retained = retain(&view);
            keeps.kept += retained.kept.count(&view);
            keeps.at_most += retained.at_most;
        }
        keeps
    }

    fn unmet(&self, model: &dyn ClassModel) -> UnmetModel {
        let measures = self.classes.all().iter().map(|class| model.measure(&class.view()));
        // A table with rows has classes.
        let best = model.direction().best(measures).unwrap_or(f64::NAN);
        let (name, required, direction) = (model.name(), model.required(), model.direction());
        UnmetModel {
            name,
            required,
            direction,
            best,
            about_the_release: false,
            why: model.why_nobody_stays(),
        }
    }

    /// The first model about the whole release that this one does not meet.
    fn unmet_by_the_release(&self, problem: &ReleaseProblem) -> Option<UnmetModel> {
        with_view(&problem.classes(&self.levels), |view| {
            let model = problem.models().about_the_release().find(|model| !model.holds(view))?;
            Some(UnmetModel {
                name: model.name(),
                required: model.required(),
                direction: model.direction(),
                best: model.measure(view).unwrap_or(f64::NAN),
                about_the_release: true,
                why: None,
            })
        })
    }
}
