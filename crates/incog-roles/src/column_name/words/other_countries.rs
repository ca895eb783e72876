//! What registers and hospitals of other countries call the numbers of people: Scandinavia,
//! Finland, Turkey, Central and Eastern Europe.

use super::List;
use crate::meaning::Meaning::*;

pub(super) const WORDS: List = &[
    (
        NationalNumber,
        "personnummer personnr cpr cprnr cprnummer fodselsnummer hetu henkilotunnus rodnecislo tckimlik tckimlikno tckn tajszam oib jmbg emso egn cnp \
         isikukood asmenskodas",
    ),
    (MedicalNumber, "journalnummer journalnr journalno protokolno hastano"),
    (PersonNumber, "lopenr lopenummer lopnummer potilasnumero pacientid cislopacienta"),
];
