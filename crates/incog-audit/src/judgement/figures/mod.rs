//! What a release achieves for each criterion, one file per model.
//!
//! Counted here from crowds and nothing else: none of this is shared with the models that the
//! searches use, so a mistake there is not repeated in what a report says.

mod alpha_k_anonymity;
mod average_risk;
mod beta_likeness;
mod c_mixture;
mod delta_disclosure;
mod delta_presence;
mod differential_privacy;
mod k_anonymity;
mod k_e_anonymity;
mod k_map;
mod l_diversity;
mod m_privacy;
mod maximum_risk;
mod p_sensitive_k_anonymity;
mod population_uniqueness;
mod provider_diversity;
mod t_closeness;

use super::Unshown;
use super::release_counts::MeasuredCrowds;
use incog_privacy::Criterion;

/// What a release achieves for a criterion: the figure of the worst class, `None` where there is
/// none.
type Figure = fn(&Criterion, &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown>;

/// The figure of each model, by its name.
static FIGURES: &[(&str, Figure)] = &[
    ("k-anonymity", k_anonymity::figure),
    ("maximum-risk", maximum_risk::figure),
    ("average-risk", average_risk::figure),
    ("population-uniqueness", population_uniqueness::figure),
    ("k-map", k_map::figure),
    ("delta-presence", delta_presence::figure),
    ("l-diversity", l_diversity::figure),
    ("p-sensitive-k-anonymity", p_sensitive_k_anonymity::figure),
    ("alpha-k-anonymity", alpha_k_anonymity::figure),
    ("k-e-anonymity", k_e_anonymity::figure),
    ("t-closeness", t_closeness::figure),
    ("beta-likeness", beta_likeness::figure),
    ("delta-disclosure", delta_disclosure::figure),
    ("c-mixture", c_mixture::figure),
    ("provider-diversity", provider_diversity::figure),
    ("m-privacy", m_privacy::figure),
    ("differential-privacy", differential_privacy::figure),
];

/// What was measured for a criterion.
pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let known = FIGURES.iter().find(|(model, _)| *model == criterion.model());
    known.map_or(Err(Unshown::NoFigure), |(_, figure)| figure(criterion, measured))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_has_its_figure() {
        let models: Vec<&str> = incog_privacy::MODELS.iter().map(|entry| entry.card.name).collect();
        let figures: Vec<&str> = FIGURES.iter().map(|(model, _)| *model).collect();
        assert_eq!(models, figures);
    }
}
