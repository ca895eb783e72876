//! The eighteen identifiers of HIPAA's Safe Harbor by names of columns as they are met, in eight
//! languages, over values that say nothing.

use incog_data::{ColumnBuilder, Table};
use incog_roles::{Meaning, ProposedRole, propose, read_name};

/// Names of columns, by the letter of 45 CFR 164.514(b)(2)(i).
const IDENTIFIERS: &[(&str, &[&str])] = &[
    (
        "A",
        &[
            "Full Name",
            "patient_name",
            "Pat_Nm",
            "LAST_NM",
            "Christian name",
            "next_of_kin",
            "Emergency Contact Name",
            "Name des Patienten",
            "Vor- und Nachname",
            "Geburtsname",
            "Nom et prénom",
            "nom de jeune fille",
            "Nombre y apellidos",
            "primer_apellido",
            "Nome e cognome",
            "Nominativo",
            "Naam patiënt",
            "tussenvoegsel",
            "Nome completo",
            "sobrenome",
            "Imię i nazwisko",
            "nazwisko panieńskie",
        ],
    ),
    (
        "B",
        &[
            "Address Line 1",
            "street",
            "House Number",
            "flat_no",
            "PO Box",
            "Straße und Hausnummer",
            "Wohnanschrift",
            "Postfach",
            "Adresse postale",
            "rue",
            "Dirección",
            "número de casa",
            "Indirizzo",
            "numero civico",
            "Woonadres",
            "huisnummer",
            "morada",
            "logradouro",
            "adres zamieszkania",
            "nr mieszkania",
        ],
    ),
    (
        "D",
        &[
            "PhoneNo",
            "cell_phone",
            "msisdn",
            "Tel.-Nr.",
            "Mobiltelefon",
            "Rufnummer",
            "Numéro de téléphone",
            "móvil",
            "cellulare",
            "telefoonnummer",
            "mobiel",
            "telemóvel",
            "numer telefonu",
            "komórka",
        ],
    ),
    ("E", &["fax", "Fax Number", "facsimile", "Telefax", "Faxnummer", "télécopie", "numero di fax", "faks"]),
    (
        "F",
        &[
            "E-Mail",
            "EmailAddr",
            "Mailadresse",
            "courriel",
            "adresse électronique",
            "correo electrónico",
            "posta elettronica",
            "e-mailadres",
            "correio eletrónico",
            "adres e-mail",
        ],
    ),
    (
        "G",
        &[
            "SSN",
            "ssn_last4",
            "soc_sec_no",
            "NINO",
            "Sozialversicherungsnummer",
            "SV-Nummer",
            "numéro de sécurité sociale",
            "NIR",
            "DNI",
            "Número de la Seguridad Social",
            "codice fiscale",
            "BSN",
            "número de contribuinte",
            "PESEL",
        ],
    ),
    (
        "H",
        &[
            "MRN",
            "med_rec_no",
            "Chart Number",
            "Case Number",
            "CHI number",
            "Fallnummer",
            "Patienten-ID",
            "numéro de dossier",
            "N° dossier",
            "número de historia clínica",
            "numero cartella",
            "patiëntnummer",
            "processo clínico",
            "numer historii choroby",
        ],
    ),
    (
        "I",
        &[
            "health_plan_no",
            "HICN",
            "insurance_no",
            "Beneficiary ID",
            "Versichertennummer",
            "KVNR",
            "numéro de mutuelle",
            "carte vitale",
            "tarjeta sanitaria",
            "tessera sanitaria",
            "numero assicurato",
            "polisnummer",
            "número de utente",
            "nr polisy",
        ],
    ),
    (
        "J",
        &[
            "acct_num",
            "Bank Account Number",
            "cc_num",
            "contract_id",
            "Kontonummer",
            "Vertrags-Nr.",
            "numéro de compte",
            "RIB",
            "número de cuenta",
            "conto corrente",
            "rekeningnummer",
            "número da conta",
            "nr rachunku",
        ],
    ),
    (
        "K",
        &[
            "license_number",
            "DL_no",
            "Certificate Number",
            "Passport No.",
            "Führerscheinnummer",
            "Pass-Nr.",
            "numéro de permis",
            "pasaporte",
            "patente",
            "rijbewijsnummer",
            "carta de condução",
            "prawo jazdy",
        ],
    ),
    (
        "L",
        &[
            "VIN",
            "License Plate",
            "chassis_no",
            "Kfz-Kennzeichen",
            "Fahrgestellnummer",
            "plaque d'immatriculation",
            "bastidor",
            "targa",
            "telaio",
            "kenteken",
            "chassi",
            "numer rejestracyjny",
            "nr nadwozia",
        ],
    ),
    (
        "M",
        &[
            "Device Serial No",
            "pacemaker_serial",
            "IMEI",
            "UDI",
            "Seriennummer",
            "numéro de série",
            "número de serie",
            "numero di serie",
            "serienummer",
            "numer seryjny",
            "android_id",
        ],
    ),
    (
        "N",
        &[
            "website",
            "profile_url",
            "blog",
            "Webseite",
            "site web",
            "página web",
            "sito web",
            "webpagina",
            "strona www",
        ],
    ),
    (
        "O",
        &[
            "client_ip",
            "IPv4",
            "mac_address",
            "IP-Adresse",
            "adresse IP",
            "dirección IP",
            "indirizzo IP",
            "IP-adres",
            "endereço IP",
            "adres IP",
        ],
    ),
    (
        "P",
        &[
            "fingerprint",
            "voiceprint",
            "retina_scan",
            "Fingerabdruck",
            "Sprachaufnahme",
            "empreinte digitale",
            "voix",
            "huella dactilar",
            "impronta digitale",
            "vingerafdruk",
            "impressão digital",
            "odcisk palca",
        ],
    ),
    (
        "Q",
        &[
            "face_image",
            "headshot",
            "image_file",
            "Passbild",
            "Bilddatei",
            "photo d'identité",
            "imagen",
            "immagine",
            "pasfoto",
            "imagem",
            "zdjęcie",
        ],
    ),
    (
        "R",
        &[
            "UserID",
            "CustNo",
            "EmpNo",
            "Matrikelnummer",
            "Kunden-Nr.",
            "Probanden-ID",
            "identifiant",
            "numéro client",
            "código de cliente",
            "numero matricola",
            "klantnummer",
            "personeelsnummer",
            "número de cliente",
            "nr ewidencyjny",
            "barcode",
            "Freitext",
            "commentaire",
            "observaciones",
            "osservazioni",
            "opmerkingen",
            "observações",
            "uwagi",
        ],
    ),
];

/// (B) and (C): what others know, and what is generalized.
const QUASI_IDENTIFIERS: &[(&str, &[&str])] = &[
    (
        "B",
        &[
            "zip",
            "postal_code",
            "county",
            "town",
            "PLZ",
            "Wohnort",
            "Landkreis",
            "code postal",
            "ville",
            "commune",
            "código postal",
            "municipio",
            "CAP",
            "comune",
            "postcode",
            "woonplaats",
            "provincie",
            "concelho",
            "freguesia",
            "kod pocztowy",
            "miejscowość",
            "powiat",
            "latitude",
            "Längengrad",
            "geohash",
        ],
    ),
    (
        "C",
        &[
            "dob",
            "birth_dt",
            "admission_date",
            "discharge_dt",
            "date of death",
            "Geb.-Datum",
            "Aufnahmedatum",
            "Sterbedatum",
            "date de naissance",
            "date d'entrée",
            "date de décès",
            "fecha de nacimiento",
            "fecha de alta",
            "data di nascita",
            "data decesso",
            "geboortedatum",
            "ontslagdatum",
            "data de nascimento",
            "data do óbito",
            "data urodzenia",
            "data wypisu",
            "age",
            "Alter",
            "leeftijdscategorie",
        ],
    ),
];

/// Sixty values, each in four rows: words that no language has, or numbers.
fn roles(names: &[&str], value: impl Fn(usize) -> String) -> Vec<ProposedRole> {
    let column = |name: &&str| {
        let mut builder = ColumnBuilder::new(*name);
        (0..240).for_each(|row| builder.push(&value(row % 60)));
        builder.finish(&[""])
    };
    let table = Table::new(names.iter().map(column).collect()).unwrap();
    propose(&table).into_iter().map(|proposal| proposal.role).collect()
}

fn word(at: usize) -> String {
    let sign = |letters: &str, at: usize| letters.as_bytes()[at % letters.len()] as char;
    (0..4)
        .flat_map(|place| [sign("bdfghklmprtvz", at * 7 + place * 5), sign("aeiou", at / 3 + place)])
        .collect()
}

fn number(at: usize) -> String {
    (48_213_907 + 7_919 * at * at).to_string()
}

#[test]
fn each_of_the_eighteen_by_its_names() {
    let letters: String = IDENTIFIERS.iter().map(|(letter, _)| *letter).collect();
    assert_eq!(letters, "ABDEFGHIJKLMNOPQR");
    for (letter, names) in IDENTIFIERS {
        for roles in [roles(names, word), roles(names, number)] {
            for (name, role) in names.iter().zip(roles) {
                assert!(role.identifies(), "({letter}) {name}: {role}");
            }
        }
    }
    for (letter, names) in QUASI_IDENTIFIERS {
        for (name, role) in names.iter().zip(roles(names, word)) {
            assert_eq!(role, ProposedRole::QuasiIdentifier, "({letter}) {name}");
        }
    }
}

/// What is taken for a date of somebody by its name is one wherever dates are looked for.
#[test]
fn names_of_dates_say_so() {
    let (_, names) = QUASI_IDENTIFIERS.iter().find(|(letter, _)| *letter == "C").unwrap();
    let more = [
        "Entlassungsdatum",
        "date_naissance",
        "date de sortie",
        "fecha_ingreso",
        "data ricovero",
        "opnamedatum",
        "data przyjęcia",
        "admit_dt",
    ];
    for name in names.iter().chain(&more) {
        assert!(read_name(name).first(&Meaning::DATES).is_some(), "{name}");
    }
    for name in ["Aufnahmeart", "discharge_disposition", "Verweildauer", "data", "dataset"] {
        assert!(read_name(name).first(&Meaning::DATES).is_none(), "{name}");
    }
}

/// Codes that several rows have are those of somebody, where the name of the column says that it
/// numbers subjects, cases or records.
#[test]
fn repeated_codes_are_somebodys() {
    let subjects = [
        "USUBJID",
        "SUBJID",
        "SUBJECT_ID",
        "Subject No",
        "MRN",
        "PATNO",
        "PID",
        "patient_num",
        "BENE_ID",
        "ENROLID",
        "HESID",
        "key",
        "case",
        "case_no",
        "Fall",
        "FALLNR",
        "Aktenzeichen",
        "Az.",
        "dossier",
        "numéro de séjour",
        "IPP",
        "NHS number",
        "AHV-Nr",
        "expediente",
        "caso",
        "clave",
        "pratica",
        "codice paziente",
        "processo",
        "zaaknummer",
        "casus",
        "sygnatura",
        "numer sprawy",
        "personnummer",
        "CPR",
        "journalnr",
        "barcode",
        "sample",
    ];
    let short = roles(&subjects, |at| format!("X{:05}", at * 37));
    let long = roles(&subjects, |at| (10_000 + at * 7_919).to_string());
    for ((name, text), number) in subjects.iter().zip(short).zip(long) {
        assert!(text.identifies() && number.identifies(), "{name}: {text}, {number}");
    }
    // Kinds, counts and measures are nobody's.
    let kinds = ["case", "key", "sample", "visit", "order"];
    for role in roles(&kinds, |at| ["control", "case"][at % 2].to_owned())
        .iter()
        .chain(&roles(&kinds[..3], |at| (at % 30).to_string()))
    {
        assert!(!role.identifies(), "{role}");
    }
}
