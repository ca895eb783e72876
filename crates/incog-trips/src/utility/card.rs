//! What the cards of figures have in common.

use incog_card::{Card, CardAudience};

pub(super) const APMA_PAPER: &str = "Jahan, Ge, Wang, Kabir, Adaptive-parameter memetic algorithm for privacy-preserving trajectory data publishing (APMA), Computing 107(7), 2025, doi:10.1007/s00607-025-01504-0";
pub(super) const W4M_PAPER: &str = "Abul, Bonchi, Nanni, Anonymization of moving objects databases by clustering and perturbation (W4M), Information Systems 35(8), 2010, doi:10.1016/j.is.2010.05.003";
pub(super) const DP_STAR_PAPER: &str = "Gursoy, Liu, Truex, Yu, Differentially private and utility preserving publication of trajectory data, IEEE Transactions on Mobile Computing 18(10), 2019";

pub(super) const fn metric(name: &'static str, summary: &'static str, reference: &'static str) -> Card {
    Card { name, audience: CardAudience::Product, summary, reference, parameters: &[], caveat: None }
}
