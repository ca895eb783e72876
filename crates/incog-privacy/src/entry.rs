//! What the list of models holds for each of them.

use crate::{
    Binding, Census, ClassModel, Conjunction, Criterion, DrawnShare, LevelChoice, ParameterError,
    ReleaseModel,
};
use incog_card::{Card, Parameters, Refusal};
use std::fmt::Debug;

/// A privacy model: its card, what it needs, and how its parameters are read.
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
    /// Other models, which it makes stronger; the text says why it means nothing without one.
    pub others: Option<&'static str>,
    /// Records that a secret draws before anything else, so that nothing that follows from the
    /// others may be told.
    pub drawn: bool,
}

/// A model whose parameters have been read, ready to be bound to a table.
pub trait Model: Debug + Send + Sync {
    /// What it demands of every class of a release, demand by demand: the entries of the report.
    /// `asked` holds the parameters it was read from, `whole` what the table contains.
    fn criteria(&self, asked: &Parameters, whole: &Census) -> Vec<Criterion>;

    /// Whether it asks how many people of a population look like a class, so that a table of them
    /// is needed.
    fn reads_population(&self) -> bool {
        false
    }

    /// Whether it is about the whole release, too: then [`Model::bind_to_release`] gives something.
    fn is_about_the_release(&self) -> bool {
        false
    }

    /// What a search asks of the whole release, of which no class says alone whether it holds.
    ///
    /// # Errors
    /// When the model does not fit the table.
    fn bind_to_release(&self, _: &Binding<'_>) -> Result<Vec<Box<dyn ReleaseModel>>, ParameterError> {
        Ok(Vec::new())
    }

    /// Whether it is about all records of the table, so that none may be suppressed.
    fn keeps_all_records(&self) -> bool {
        false
    }

    /// With which probability each record is drawn before anything else, where the model asks for
    /// that.
    fn drawn_share(&self) -> Option<DrawnShare> {
        None
    }

    /// How levels are chosen before records are drawn, where the model spends something on that.
    fn level_choice(&self) -> Option<LevelChoice> {
        None
    }

    /// The models that a search asks of classes: all of these must hold. `others` are the other
    /// models of the job, for a model that makes those stronger.
    ///
    /// # Errors
    /// When the model does not fit the table.
    fn bind(
        &self,
        binding: &Binding<'_>,
        others: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError>;
}

/// Binds all models except those that make others stronger.
pub type Others<'a> = dyn Fn() -> Result<Conjunction, ParameterError> + 'a;
