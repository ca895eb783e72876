//! A detector: a card, and the function that says how much of a column is of its kind.

use crate::profile::{Profile, Share};
use crate::role::ProposedRole;
use std::fmt;

/// What values can be recognized as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the card of each says what it is")]
pub enum ValueKind {
    Email,
    Telephone,
    Iban,
    PaymentCard,
    UsSocialSecurity,
    UkNhs,
    UkNationalInsurance,
    GermanTaxId,
    GermanHealthInsurance,
    FrenchNir,
    SpanishDni,
    ItalianCodiceFiscale,
    DutchBsn,
    PolishPesel,
    PortugueseNif,
    NationalNumber,
    NetworkAddress,
    Url,
    Uuid,
    Position,
    Coordinate,
    PostalCode,
    BirthDate,
    Date,
    PersonName,
    NamePart,
    StreetAddress,
    FreeText,
    RecordNumber,
    SamplingWeight,
    Vehicle,
    Device,
    Image,
    Sex,
    MaritalStatus,
    Diagnosis,
}

/// How much a finding is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Only together with a name that says the same.
    Support,
    /// Decides where the name of the column says nothing.
    Sign,
    /// Decides whatever the name says.
    Proof,
}

/// How a detector looks at a column.
#[derive(Clone, Copy)]
pub enum Recognizer {
    /// Value by value.
    Value(fn(&str) -> bool),
    /// All values together.
    Column(fn(&Profile<'_>) -> Share),
}

/// A kind of values and how it is recognized; all stand in [`DETECTORS`](crate::DETECTORS).
#[derive(Clone, Copy)]
pub struct Detector {
    /// What is found.
    pub kind: ValueKind,
    /// Its name.
    pub name: &'static str,
    /// What is recognized, in a sentence.
    pub recognizes: &'static str,
    /// The standard or the reference.
    pub reference: &'static str,
    /// What such a column is.
    pub role: ProposedRole,
    /// What a finding is worth.
    pub strength: Strength,
    /// The share of the values, or of the rows, from which on it is a finding.
    pub least_share: f64,
    /// The share of other values of the same form that pass by chance, as 1 in 11 pass a check
    /// digit of that base.
    pub chance: f64,
    /// How it looks at a column.
    pub recognizer: Recognizer,
}

impl fmt::Debug for Detector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Detector({})", self.name)
    }
}

/// What a detector found in a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Detection {
    /// The detector.
    pub detector: &'static Detector,
    /// How much of the column fits.
    pub share: Share,
}

impl PartialEq for Detector {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// By chance, no more than one column in a thousand passes.
const FALSE_ALARM: f64 = 1e-3;

impl Detector {
    /// The share of a column that fits, whether or not it is enough.
    pub fn share(&self, profile: &Profile<'_>) -> Share {
        match self.recognizer {
            Recognizer::Value(fits) => profile.share(fits),
            Recognizer::Column(share) => share(profile),
        }
    }

    /// The finding, if enough fits, and more than what passes by chance.
    pub fn examine(&'static self, profile: &Profile<'_>) -> Option<Detection> {
        let share = self.share(profile);
        let enough = share.fitting > 0 && share.of_values.max(share.of_rows) >= self.least_share;
        let by_chance = self.chance.powi(share.fitting.min(1000) as i32);
        (enough && by_chance < FALSE_ALARM).then_some(Detection { detector: self, share })
    }
}
