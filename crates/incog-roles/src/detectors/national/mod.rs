//! Numbers that states give to people, one country a file.

mod forms;
mod france;
mod germany;
mod italy;
mod netherlands;
mod poland;
mod portugal;
mod spain;
mod united_kingdom;
mod united_states;

pub(super) use forms::{NATIONAL_NUMBER, holds_a_national_number};
pub(super) use france::{FRENCH_NIR, is_nir};
pub(super) use germany::{GERMAN_HEALTH_INSURANCE, GERMAN_TAX_ID};
pub(super) use italy::{ITALIAN_CODICE_FISCALE, is_codice_fiscale};
pub(super) use netherlands::DUTCH_BSN;
pub(super) use poland::POLISH_PESEL;
pub(super) use portugal::PORTUGUESE_NIF;
pub(super) use spain::SPANISH_DNI;
pub(super) use united_kingdom::{UK_NATIONAL_INSURANCE, UK_NHS};
pub(super) use united_states::{US_SOCIAL_SECURITY, is_social_security_number};

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::role::ProposedRole;

/// What the cards of all of them have in common.
const fn number(
    kind: ValueKind,
    name: &'static str,
    recognizes: &'static str,
    reference: &'static str,
    chance: f64,
    fits: fn(&str) -> bool,
) -> Detector {
    Detector {
        kind,
        name,
        recognizes,
        reference,
        role: ProposedRole::Identifier,
        strength: Strength::Proof,
        least_share: 0.5,
        chance,
        recognizer: Recognizer::Value(fits),
    }
}
