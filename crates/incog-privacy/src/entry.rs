//! What there is to know of a privacy model before it meets a table, and models as they are asked for.

use crate::{Binding, Census, ClassModel, Criterion, ParameterError, SensitiveScope, models::model};
use incog_card::{Card, Parameters, Range, Refusal, Value};
use std::fmt::{Debug, Formatter};
use std::sync::Arc;

/// A privacy model: its card, what it needs, and how what is asked of it is read.
#[derive(Debug)]
pub struct ModelEntry {
    /// Name, paper, parameters, what it does not protect against.
    pub card: Card,
    /// What it needs besides quasi-identifiers.
    pub needs: Needs,
    /// From parameters to the model they ask for.
    pub read: fn(&Parameters) -> Result<Box<dyn Model>, Refusal>,
}

/// What a model needs besides quasi-identifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    /// Sensitive columns.
    pub sensitive: bool,
    /// A column that names who contributed the record.
    pub provider: bool,
    /// Other models, which it makes stronger; and why it means nothing without one.
    pub others: Option<&'static str>,
}

/// A model whose parameters are read, ready to meet a table.
pub trait Model: Debug + Send + Sync {
    /// What it demands of every class of a release, one demand at a time: the entries of the report. `asked` is
    /// this model as it was asked for, `whole` what there is in the table.
    fn criteria(&self, asked: &ModelSpec, whole: &Census) -> Vec<Criterion>;

    /// The same as a search asks the classes: all of these must hold.
    ///
    /// # Errors
    /// When the model does not fit the table.
    fn bind(&self, binding: &Binding<'_>) -> Result<Vec<Box<dyn ClassModel>>, ParameterError>;
}

/// A privacy model and its parameters, as it is asked for.
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
    /// When a parameter is out of its range, missing or without meaning, or they are of no model.
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
    /// The same, and when there is no such model.
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

    /// What it demands of every class of a release, of a table with so much in it.
    pub fn criteria(&self, whole: &Census) -> Vec<Criterion> {
        self.model.criteria(self, whole)
    }

    /// The same as a search asks the classes: all of these must hold.
    ///
    /// # Errors
    /// When the model does not fit the table.
    pub fn bind(&self, binding: &Binding<'_>) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        self.model.bind(binding)
    }
}

fn unknown(name: &str) -> Refusal {
    let known = crate::MODELS.iter().map(|entry| entry.card.name).collect();
    Refusal::Unknown { key: name.to_owned(), known }
}

/// The same model with the same parameters.
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
