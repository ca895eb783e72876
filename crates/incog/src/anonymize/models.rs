//! From the models a job names to models bound to the table.

use super::input::Input;
use crate::IncogError;
use crate::job::{Distance, DiversityKind, MissingAs, ModelSpec, Role, SensitiveScope};
use incog_data::{SensitiveAttribute, Tuples};
use incog_privacy::{
    CMixture, ClassModel, Conjunction, DistinctLDiversity, EntropyLDiversity, KAnonymity, MPrivacy,
    ProviderDiversity, RecursiveLDiversity, TCloseness, joint_attribute,
};
use std::borrow::Cow;

/// The models of the job, all of which must hold.
pub(super) fn conjunction(input: &Input, tuples: &Tuples) -> Result<Conjunction, IncogError> {
    let mut models = Vec::new();
    for spec in &input.job.models {
        models.extend(bind(spec, input, tuples)?);
    }
    Ok(Conjunction::new(models))
}

/// One model of the job; more than one when it is about several columns or stands for several.
fn bind(spec: &ModelSpec, input: &Input, tuples: &Tuples) -> Result<Vec<Box<dyn ClassModel>>, IncogError> {
    Ok(match spec {
        ModelSpec::KAnonymity { k } => vec![Box::new(KAnonymity::new(*k)?)],
        ModelSpec::LDiversity { l, kind, of } => subjects(input, tuples, of)
            .iter()
            .map(|attribute| l_diversity(attribute, &no_values(input, tuples, attribute, of), *l, *kind))
            .collect::<Result<_, _>>()?,
        ModelSpec::TCloseness { t, distance, of } => subjects(input, tuples, of)
            .iter()
            .map(|attribute| t_closeness(input, tuples, attribute, *t, *distance))
            .collect::<Result<_, _>>()?,
        ModelSpec::CMixture { c } => c_mixture(input, tuples, *c)?,
        ModelSpec::ProviderDiversity { m } => provider(input, tuples)
            .map(|provider| ProviderDiversity::new(provider, *m))
            .into_iter()
            .try_fold(Vec::<Box<dyn ClassModel>>::new(), |mut models, model| {
                models.push(Box::new(model?));
                Ok::<_, IncogError>(models)
            })?,
        ModelSpec::MPrivacy { m } => m_privacy(input, tuples, *m)?,
    })
}

/// The sensitive attributes; the provider stands behind them and is none.
fn sensitive<'a>(input: &'a Input, tuples: &'a Tuples) -> impl Iterator<Item = &'a SensitiveAttribute> {
    tuples.sensitive().iter().filter(|attribute| input.role(&attribute.name) == Role::Sensitive)
}

/// The attributes a model is about, each of which must meet it.
fn subjects<'a>(
    input: &'a Input,
    tuples: &'a Tuples,
    of: &SensitiveScope,
) -> Vec<Cow<'a, SensitiveAttribute>> {
    let each = sensitive(input, tuples);
    match of {
        SensitiveScope::Each => each.map(Cow::Borrowed).collect(),
        SensitiveScope::Column(column) => {
            each.filter(|attribute| attribute.name == *column).map(Cow::Borrowed).collect()
        }
        SensitiveScope::Joint => {
            let all: Vec<usize> = (0..each.count()).collect();
            vec![Cow::Owned(joint_attribute(tuples, &all))]
        }
    }
}

pub(super) fn provider<'a>(input: &Input, tuples: &'a Tuples) -> Option<&'a SensitiveAttribute> {
    tuples.sensitive().iter().find(|attribute| input.role(&attribute.name) == Role::Provider)
}

/// The values of an attribute that do not count for l-diversity: missing ones, where the job says so. A combination
/// does not count when one of its values does not.
fn no_values(
    input: &Input,
    tuples: &Tuples,
    attribute: &SensitiveAttribute,
    of: &SensitiveScope,
) -> Vec<u32> {
    if *of != SensitiveScope::Joint {
        return missing_no_values(input, attribute).to_vec();
    }
    let mut none = Vec::new();
    for part in sensitive(input, tuples) {
        let missing = missing_no_values(input, part);
        let cells = attribute.of_cell.iter().zip(&part.of_cell);
        none.extend(cells.filter(|(_, value)| missing.contains(value)).map(|(&combination, _)| combination));
    }
    none.sort_unstable();
    none.dedup();
    none
}

/// The missing values of a sensitive column, if they are to count as none.
fn missing_no_values<'a>(input: &'a Input, attribute: &SensitiveAttribute) -> &'a [u32] {
    match input.file.table.column(&attribute.name) {
        Some(column) if input.job.missing_as(&attribute.name) == MissingAs::NoValue => &column.missing,
        _ => &[],
    }
}

fn l_diversity(
    attribute: &SensitiveAttribute,
    none: &[u32],
    l: f64,
    kind: DiversityKind,
) -> Result<Box<dyn ClassModel>, IncogError> {
    // The job's check made sure that l is whole where it has to be.
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
    input: &Input,
    tuples: &Tuples,
    attribute: &SensitiveAttribute,
    t: f64,
    distance: Distance,
) -> Result<Box<dyn ClassModel>, IncogError> {
    let distance = match distance {
        Distance::Euclidean => incog_privacy::Distance::Euclidean,
        Distance::Equal => incog_privacy::Distance::Equal,
        Distance::Ordered => incog_privacy::Distance::Ordered,
        Distance::Hierarchical => {
            let hierarchy = input
                .sensitive_hierarchies
                .get(&attribute.name)
                .ok_or_else(|| IncogError::NoSensitiveHierarchy { column: attribute.name.clone() })?;
            incog_privacy::Distance::Hierarchical(hierarchy)
        }
    };
    let reference = reference(input, tuples, attribute);
    Ok(Box::new(TCloseness::with_reference(attribute, &reference, t, distance)?))
}

/// The records of each value in the table as it came: noisy records do not change what is near to it.
fn reference(input: &Input, tuples: &Tuples, attribute: &SensitiveAttribute) -> Vec<f64> {
    let mut records = vec![0.0; attribute.values.len()];
    for &cell in &tuples.cell_of_row()[..input.real_rows()] {
        records[attribute.of_cell[cell as usize] as usize] += 1.0;
    }
    records
}

fn c_mixture(input: &Input, tuples: &Tuples, c: f64) -> Result<Vec<Box<dyn ClassModel>>, IncogError> {
    let mut models: Vec<Box<dyn ClassModel>> = Vec::new();
    let Some(provider) = provider(input, tuples) else { return Ok(models) };
    for (attribute, mixture) in mixtures(input, tuples, c)? {
        models.push(Box::new(KAnonymity::new(mixture.k)?));
        models.push(mixture_diversity(input, attribute, &mixture)?);
        models.push(Box::new(ProviderDiversity::new(provider, mixture.m)?));
    }
    Ok(models)
}

/// The distinct values that a c-mixture asks for.
fn mixture_diversity(
    input: &Input,
    attribute: &SensitiveAttribute,
    mixture: &CMixture,
) -> Result<Box<dyn ClassModel>, IncogError> {
    let none = missing_no_values(input, attribute);
    Ok(Box::new(DistinctLDiversity::new(attribute, mixture.l)?.ignoring(none)))
}

/// What c stands for, for each sensitive attribute; noisy records do not count.
fn mixtures<'a>(
    input: &'a Input,
    tuples: &'a Tuples,
    c: f64,
) -> Result<Vec<(&'a SensitiveAttribute, CMixture)>, IncogError> {
    let Some(provider) = provider(input, tuples) else { return Ok(Vec::new()) };
    let resolve = |attribute: &'a SensitiveAttribute| {
        let values = (attribute.values.len() - missing_no_values(input, attribute).len()) as u64;
        let providers = provider.values.len() as u64;
        Ok((attribute, CMixture::resolve(c, input.real_rows() as u64, values, providers)?))
    };
    sensitive(input, tuples).map(resolve).collect()
}

/// The most providers that a model of the job asks for in a class, and all that the models ask for
/// besides.
pub(super) fn provider_count_and_others(
    input: &Input,
    tuples: &Tuples,
) -> Result<(u64, Conjunction), IncogError> {
    let (mut most, mut others) = (0, Vec::<Box<dyn ClassModel>>::new());
    for spec in &input.job.models {
        match spec {
            ModelSpec::ProviderDiversity { m } => most = most.max(*m),
            ModelSpec::CMixture { c } => {
                for (attribute, mixture) in mixtures(input, tuples, *c)? {
                    most = most.max(mixture.m);
                    others.push(Box::new(KAnonymity::new(mixture.k)?));
                    others.push(mixture_diversity(input, attribute, &mixture)?);
                }
            }
            _ => others.extend(bind(spec, input, tuples)?),
        }
    }
    Ok((most, Conjunction::new(others)))
}

/// m-privacy with respect to all other models of the job.
fn m_privacy(input: &Input, tuples: &Tuples, m: u64) -> Result<Vec<Box<dyn ClassModel>>, IncogError> {
    let Some(provider) = provider(input, tuples) else { return Ok(Vec::new()) };
    let mut others = Vec::new();
    for spec in input.job.models.iter().filter(|spec| !matches!(spec, ModelSpec::MPrivacy { .. })) {
        others.extend(bind(spec, input, tuples)?);
    }
    let m = usize::try_from(m).unwrap_or(usize::MAX);
    Ok(vec![Box::new(MPrivacy::new(provider, m, Conjunction::new(others))?)])
}
