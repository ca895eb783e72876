//! From the models a request names to models bound to a table.

use crate::{PlanError, ReleaseProblem, Request, records_of_share};
use incog_data::{SensitiveAttribute, Tuples};
use incog_privacy::{
    CMixture, ClassModel, Conjunction, Distance, DistanceKind, DistinctLDiversity, DiversityKind,
    EntropyLDiversity, KAnonymity, MPrivacy, ModelSpec, ProviderDiversity, RecursiveLDiversity,
    SensitiveScope, TCloseness, joint_attribute,
};
use std::borrow::Cow;
use std::sync::Arc;

impl Request {
    /// The problem that this poses for a table.
    ///
    /// # Errors
    /// When a model or the metric does not fit the table, or there is nothing to search.
    pub fn problem(&self, tuples: impl Into<Arc<Tuples>>) -> Result<ReleaseProblem, PlanError> {
        let tuples = tuples.into();
        let binding = Binding { request: self, tuples: &tuples };
        let (models, metric) = (binding.conjunction()?, self.objective.metric(binding.required_k()?)?);
        let limit = records_of_share(self.suppression_limit, tuples.real_rows());
        Ok(ReleaseProblem::new(tuples, models, metric, limit)?)
    }
}

/// Some models, all of which must hold.
type Models = Vec<Box<dyn ClassModel>>;

/// The models of a request and the table they are for.
#[derive(Clone, Copy)]
pub(crate) struct Binding<'a> {
    pub request: &'a Request,
    pub tuples: &'a Tuples,
}

impl<'a> Binding<'a> {
    /// All models of the request.
    pub fn conjunction(self) -> Result<Conjunction, PlanError> {
        Ok(Conjunction::new(self.bind_all(&self.request.models)?))
    }

    /// The largest k that is asked for, by k-anonymity or as what c stands for; 1 without any.
    pub fn required_k(self) -> Result<u64, PlanError> {
        let mut most = 1;
        for spec in &self.request.models {
            match spec {
                ModelSpec::KAnonymity { k } => most = most.max(*k),
                ModelSpec::CMixture { c } => {
                    most = self.mixtures(*c)?.iter().map(|(_, mixture)| mixture.k).fold(most, u64::max);
                }
                _ => {}
            }
        }
        Ok(most)
    }

    /// The most providers that a model of the request asks for in a class, and all that the models ask for besides.
    pub fn provider_count_and_others(self) -> Result<(u64, Conjunction), PlanError> {
        let (mut most, mut others) = (0, Models::new());
        for spec in &self.request.models {
            match spec {
                ModelSpec::ProviderDiversity { m } => most = most.max(*m),
                ModelSpec::CMixture { c } => {
                    for (attribute, mixture) in self.mixtures(*c)? {
                        most = most.max(mixture.m);
                        others.push(Box::new(KAnonymity::new(mixture.k)?));
                        others.push(self.mixture_diversity(attribute, &mixture)?);
                    }
                }
                _ => others.extend(self.bind(spec)?),
            }
        }
        Ok((most, Conjunction::new(others)))
    }

    /// The attribute that names the provider of a record.
    pub fn provider(self) -> Option<&'a SensitiveAttribute> {
        let name = self.request.provider.as_ref()?;
        self.tuples.sensitive().iter().find(|attribute| attribute.name == *name)
    }

    fn bind_all<'s>(self, specs: impl IntoIterator<Item = &'s ModelSpec>) -> Result<Models, PlanError> {
        let mut models = Models::new();
        for spec in specs {
            models.extend(self.bind(spec)?);
        }
        Ok(models)
    }

    /// One model of the request; more than one when it is about several columns or stands for several.
    fn bind(self, spec: &ModelSpec) -> Result<Models, PlanError> {
        Ok(match spec {
            ModelSpec::KAnonymity { k } => vec![Box::new(KAnonymity::new(*k)?)],
            ModelSpec::LDiversity { l, kind, of } => self
                .subjects(of)
                .iter()
                .map(|attribute| l_diversity(attribute, &self.no_values(attribute, of), *l, *kind))
                .collect::<Result<_, _>>()?,
            ModelSpec::TCloseness { t, distance, of } => self
                .subjects(of)
                .iter()
                .map(|attribute| t_closeness(attribute, *t, *distance))
                .collect::<Result<_, _>>()?,
            ModelSpec::CMixture { c } => self.c_mixture(*c)?,
            ModelSpec::ProviderDiversity { m } => match self.provider() {
                Some(provider) => vec![Box::new(ProviderDiversity::new(provider, *m)?)],
                None => Models::new(),
            },
            ModelSpec::MPrivacy { m } => self.m_privacy(*m)?,
        })
    }

    /// The sensitive attributes; the provider stands behind them and is none.
    fn sensitive(self) -> impl Iterator<Item = &'a SensitiveAttribute> {
        let provider = self.request.provider.as_ref();
        self.tuples.sensitive().iter().filter(move |attribute| Some(&attribute.name) != provider)
    }

    /// The attributes a model is about, each of which must meet it.
    fn subjects(self, of: &SensitiveScope) -> Vec<Cow<'a, SensitiveAttribute>> {
        let each = self.sensitive();
        match of {
            SensitiveScope::Each => each.map(Cow::Borrowed).collect(),
            SensitiveScope::Column(column) => {
                each.filter(|attribute| attribute.name == *column).map(Cow::Borrowed).collect()
            }
            SensitiveScope::Joint => {
                let all: Vec<usize> = (0..each.count()).collect();
                vec![Cow::Owned(joint_attribute(self.tuples, &all))]
            }
        }
    }

    /// The values of an attribute that do not count for l-diversity: missing ones, where the request says so. A
    /// combination does not count when one of its values does not.
    fn no_values(self, attribute: &SensitiveAttribute, of: &SensitiveScope) -> Vec<u32> {
        if *of != SensitiveScope::Joint {
            return self.missing_no_values(attribute).to_vec();
        }
        let mut none = Vec::new();
        for part in self.sensitive() {
            let missing = self.missing_no_values(part);
            let cells = attribute.of_cell.iter().zip(&part.of_cell);
            none.extend(
                cells.filter(|(_, value)| missing.contains(value)).map(|(&combination, _)| combination),
            );
        }
        none.sort_unstable();
        none.dedup();
        none
    }

    /// The missing values of a sensitive attribute, if they are to count as none.
    fn missing_no_values(self, attribute: &SensitiveAttribute) -> &[u32] {
        if self.request.missing_is_no_value.contains(&attribute.name) { &attribute.missing } else { &[] }
    }

    fn c_mixture(self, c: f64) -> Result<Models, PlanError> {
        let mut models = Models::new();
        let Some(provider) = self.provider() else { return Ok(models) };
        for (attribute, mixture) in self.mixtures(c)? {
            models.push(Box::new(KAnonymity::new(mixture.k)?));
            models.push(self.mixture_diversity(attribute, &mixture)?);
            models.push(Box::new(ProviderDiversity::new(provider, mixture.m)?));
        }
        Ok(models)
    }

    /// The distinct values that a c-mixture asks for.
    fn mixture_diversity(
        self,
        attribute: &SensitiveAttribute,
        mixture: &CMixture,
    ) -> Result<Box<dyn ClassModel>, PlanError> {
        let none = self.missing_no_values(attribute);
        Ok(Box::new(DistinctLDiversity::new(attribute, mixture.l)?.ignoring(none)))
    }

    /// What c stands for, for each sensitive attribute; noisy records do not count.
    fn mixtures(self, c: f64) -> Result<Vec<(&'a SensitiveAttribute, CMixture)>, PlanError> {
        let Some(provider) = self.provider() else { return Ok(Vec::new()) };
        let resolve = |attribute: &'a SensitiveAttribute| {
            let values = (attribute.values.len() - self.missing_no_values(attribute).len()) as u64;
            let providers = provider.values.len() as u64;
            Ok((attribute, CMixture::resolve(c, self.tuples.real_rows(), values, providers)?))
        };
        self.sensitive().map(resolve).collect()
    }

    /// m-privacy with respect to all other models of the request.
    fn m_privacy(self, m: u64) -> Result<Models, PlanError> {
        let Some(provider) = self.provider() else { return Ok(Models::new()) };
        let is_other = |spec: &&ModelSpec| !matches!(spec, ModelSpec::MPrivacy { .. });
        let others = self.bind_all(self.request.models.iter().filter(is_other))?;
        let m = usize::try_from(m).unwrap_or(usize::MAX);
        Ok(vec![Box::new(MPrivacy::new(provider, m, Conjunction::new(others))?)])
    }
}

fn l_diversity(
    attribute: &SensitiveAttribute,
    none: &[u32],
    l: f64,
    kind: DiversityKind,
) -> Result<Box<dyn ClassModel>, PlanError> {
    // Whoever asks made sure that l is whole where it has to be.
    let whole = l as u64;
    Ok(match kind {
        DiversityKind::Distinct => Box::new(DistinctLDiversity::new(attribute, whole)?.ignoring(none)),
        DiversityKind::Entropy => Box::new(EntropyLDiversity::new(attribute, l)?.ignoring(none)),
        DiversityKind::Recursive { c } => {
            Box::new(RecursiveLDiversity::new(attribute, c, whole)?.ignoring(none))
        }
    })
}

fn t_closeness(
    attribute: &SensitiveAttribute,
    t: f64,
    distance: DistanceKind,
) -> Result<Box<dyn ClassModel>, PlanError> {
    let no_hierarchy = || PlanError::NoSensitiveHierarchy { column: attribute.name.clone() };
    let distance = match distance {
        DistanceKind::Euclidean => Distance::Euclidean,
        DistanceKind::Equal => Distance::Equal,
        DistanceKind::Ordered => Distance::Ordered,
        DistanceKind::Hierarchical => {
            Distance::Hierarchical(attribute.hierarchy.as_ref().ok_or_else(no_hierarchy)?)
        }
    };
    Ok(Box::new(TCloseness::new(attribute, t, distance)?))
}
