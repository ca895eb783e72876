//! What the words in the name of a column mean.

/// What a word in the name of a column says of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Meaning {
    /// The name of a person, or of anything when another word says so.
    Name,
    /// A name that only people have: family name, first name.
    PersonName,
    /// Street, house, full address.
    Address,
    /// Telephone or fax.
    Telephone,
    /// E-mail.
    Email,
    /// A number that a state gives to people.
    NationalNumber,
    /// A number of a patient or a member of an insurance.
    MedicalNumber,
    /// A number of an account, a card or a contract.
    Account,
    /// A number of a licence, a certificate, a passport.
    Licence,
    /// A plate or a chassis number.
    Vehicle,
    /// A number of a device.
    Device,
    /// A web address.
    Url,
    /// An address in a network.
    NetworkAddress,
    /// Fingerprints, voices, faces.
    Biometric,
    /// Under what name somebody signs in, or how they are reached.
    UserName,
    /// Free text.
    FreeText,
    /// Somebody: patient, customer, member.
    Person,
    /// A household or family.
    Household,
    /// A number of households or people, written as one word: `hhid`, `pid`.
    HouseholdNumber,
    /// A number of people, written as one word: `pid`.
    PersonNumber,
    /// Something of a person that is numbered: visit, order, claim.
    Record,
    /// A number or key of something.
    Number,
    /// A key of a statistical file: what is known to others.
    Key,
    /// Age.
    Age,
    /// Date of birth.
    Birth,
    /// Sex or gender.
    Sex,
    /// Origin, nationality, language.
    Origin,
    /// Marital status.
    MaritalStatus,
    /// Relationship to others, size of the household, children.
    Family,
    /// Education.
    Education,
    /// Occupation, industry, working hours.
    Occupation,
    /// Where somebody is: city, county, region.
    Region,
    /// Postal code.
    PostalCode,
    /// Latitude and longitude.
    Coordinates,
    /// Who treats, teaches, employs.
    Organisation,
    /// When something was.
    Date,
    /// How somebody came and went, how long they stayed.
    Admission,
    /// House, walls, water, electricity.
    Housing,
    /// Height and weight, what can be seen of a body.
    Body,
    /// Who pays: kinds of insurance.
    Payer,
    /// Diseases, treatments, findings.
    Health,
    /// Income, debts, prices.
    Money,
    /// Religion, politics, sexuality, membership in a union.
    Belief,
    /// Crimes.
    Crime,
    /// What came out; what is predicted.
    Outcome,
    /// A sampling weight.
    SamplingWeight,
    /// A weight, of a body or of a sample.
    Weight,
    /// Who brings the data.
    Provider,
    /// A kind of something, a flag, a status.
    Category,
    /// How many of something.
    Count,
    /// Where hospitals are: no role by itself.
    Medical,
    /// Something that is no person: product, file, price index.
    Thing,
}

/// The role that a meaning speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpeaksFor {
    /// Identifier, if nothing says that it is a kind or a number of them.
    Identifier,
    /// For a unit or a record.
    Unit,
    /// For a quasi-identifier.
    QuasiIdentifier,
    /// For a sensitive attribute.
    Sensitive,
    /// For nothing by itself.
    Nothing,
}

impl Meaning {
    /// What says when something happened to somebody, or how old somebody is: what `incog init`
    /// takes for such dates, and what the certificate lists as such.
    pub const DATES: [Self; 3] = [Self::Birth, Self::Age, Self::Date];

    pub(crate) fn speaks_for(self) -> SpeaksFor {
        use Meaning::*;
        match self {
            Name | PersonName | Address | Telephone | Email | NationalNumber | MedicalNumber | Account
            | Licence | Vehicle | Device | Url | NetworkAddress | Biometric | UserName | FreeText => {
                SpeaksFor::Identifier
            }
            Person | Household | HouseholdNumber | PersonNumber | Record | Number => SpeaksFor::Unit,
            Key | Age | Birth | Sex | Origin | MaritalStatus | Family | Education | Occupation | Region
            | PostalCode | Coordinates | Organisation | Date | Admission | Housing | Body | Payer => {
                SpeaksFor::QuasiIdentifier
            }
            Health | Money | Belief | Crime | Outcome => SpeaksFor::Sensitive,
            SamplingWeight | Weight | Provider | Category | Count | Medical | Thing => SpeaksFor::Nothing,
        }
    }
}
