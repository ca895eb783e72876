//! Models as a job asks for them.

use crate::models::{MODELS, model};
use crate::{
    Binding, Census, ClassModel, Conjunction, Criterion, DrawnShare, LevelChoice, Model, ModelEntry, Others,
    ParameterError, SensitiveScope,
};
use incog_card::{Parameters, Range, Refusal, Value};
use std::fmt::{Debug, Formatter};
use std::sync::Arc;

/// A privacy model with its parameters, as a job asks for it.
///
/// ```
/// use incog_privacy::ModelSpec;
/// let model = ModelSpec::named("l-diversity", [("l", 3.into())])?;
/// assert_eq!(format!("{model:?}"), r#"l-diversity { l = 3, kind = "distinct" }"#);
/// assert!(ModelSpec::named("l-diversity", [("l", 0.5.into())]).is_err());
/// # Ok::<(), incog_privacy::Refusal>(())
/// ```
#[derive(Clone)]
pub struct ModelSpec {
    entry: &'static ModelEntry,
    parameters: Parameters,
    model: Arc<dyn Model>,
}

impl ModelSpec {
    /// The model that these parameters ask for.
    ///
    /// # Errors
    /// When a parameter is out of range, missing or meaningless, or when there is no such model.
    pub fn new(parameters: Parameters) -> Result<Self, Refusal> {
        let name = parameters.card().name;
        let entry = model(name).ok_or_else(|| unknown(name))?;
        let model = (entry.read)(&parameters)?.into();
        parameters.check()?;
        Ok(Self { entry, parameters, model })
    }

    /// The model with this name in the job file and these parameters.
    ///
    /// # Errors
    /// When a parameter is out of range, missing or meaningless, or when there is no such model.
    pub fn named<'a>(
        name: &str,
        values: impl IntoIterator<Item = (&'a str, Value)>,
    ) -> Result<Self, Refusal> {
        let entry = model(name).ok_or_else(|| unknown(name))?;
        Self::new(Parameters::said(&entry.card, values)?)
    }

    /// What there is to know of the model.
    pub fn entry(&self) -> &'static ModelEntry {
        self.entry
    }

    /// The name in the job file.
    pub fn name(&self) -> &'static str {
        self.entry.card.name
    }

    /// The parameters, in their ranges.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The sensitive values it is about, for models that can be about one column or all together.
    pub fn sensitive_scope(&self) -> Option<SensitiveScope> {
        let can_choose = self.entry.card.parameters.iter().any(|parameter| parameter.range == Range::Column);
        // They were read when the model was made.
        can_choose.then(|| SensitiveScope::read(&self.parameters).unwrap_or_default())
    }

    /// The column whose values it names, and these values, where it is about some of them only.
    pub fn named_values(&self) -> Option<(String, &[String])> {
        let SensitiveScope::Column(column) = self.sensitive_scope()? else { return None };
        let named = self.entry.card.parameters.iter().find(|parameter| parameter.range == Range::Texts)?;
        Some((column, self.parameters.texts(named.name).ok()?))
    }

    /// Whether it needs a table of the population.
    pub fn reads_population(&self) -> bool {
        self.model.reads_population()
    }

    /// Whether it is about the release as a whole, and no class says alone whether it holds.
    pub fn is_about_the_release(&self) -> bool {
        self.model.is_about_the_release()
    }

    /// Whether it is about all records of the table, so that none may be suppressed.
    pub fn keeps_all_records(&self) -> bool {
        self.model.keeps_all_records()
    }

    /// With which probability each record is drawn before anything else, where the model asks for
    /// that.
    pub fn drawn_share(&self) -> Option<DrawnShare> {
        self.model.drawn_share()
    }

    /// How levels are chosen before records are drawn, where the model spends something on that.
    pub fn level_choice(&self) -> Option<LevelChoice> {
        self.model.level_choice()
    }

    /// What it demands of every class of a release; `whole` is what the table contains.
    pub fn criteria(&self, whole: &Census) -> Vec<Criterion> {
        self.model.criteria(&self.parameters, whole)
    }
}

/// All these models bound to a table, in the form in which a search asks classes.
///
/// # Errors
/// When one of them does not fit the table.
pub fn bind_all(models: &[ModelSpec], binding: &Binding<'_>) -> Result<Conjunction, ParameterError> {
    bind_each(models.iter(), binding, &|| {
        let others = models.iter().filter(|asked| asked.entry().needs.others.is_none());
        // Models that ask for no others.
        bind_each(others, binding, &|| Ok(Conjunction::default()))
    })
}

fn bind_each<'s>(
    models: impl Iterator<Item = &'s ModelSpec>,
    binding: &Binding<'_>,
    others: &Others<'_>,
) -> Result<Conjunction, ParameterError> {
    let mut all: Vec<Box<dyn ClassModel>> = Vec::new();
    let mut of_release = Vec::new();
    for asked in models {
        all.extend(asked.model.bind(binding, others)?);
        of_release.extend(asked.model.bind_to_release(binding)?);
    }
    Ok(Conjunction::new(all).with_release_models(of_release))
}

fn unknown(name: &str) -> Refusal {
    let known = MODELS.iter().map(|entry| entry.card.name).collect();
    Refusal::Unknown { key: name.to_owned(), known }
}

/// Equal models with equal parameters are equal.
impl PartialEq for ModelSpec {
    fn eq(&self, other: &Self) -> bool {
        self.parameters == other.parameters
    }
}

/// `k-anonymity { k = 5 }`
impl Debug for ModelSpec {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        self.parameters.fmt(f)
    }
}
