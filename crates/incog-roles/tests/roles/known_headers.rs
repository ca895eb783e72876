//! Headers of well-known tables and of usual ones, over values that say nothing: what the names
//! alone decide.

use incog_data::Table;
use incog_roles::{ProposedRole, propose};

const ROLES: [ProposedRole; 5] = [
    ProposedRole::Identifier,
    ProposedRole::Person,
    ProposedRole::Household,
    ProposedRole::QuasiIdentifier,
    ProposedRole::Sensitive,
];

/// Names by role, in the order of [`ROLES`]; what is undecided is left out.
#[rustfmt::skip]
const HEADERS: &[(&str, [&str; 5])] = &[
    ("Titanic passengers", ["Name", "PassengerId", "", "Sex Age", "Survived"]),
    ("COMPAS, ProPublica", ["name first last", "id", "", "compas_screening_date sex dob age age_cat race c_offense_date", "juv_misd_count priors_count c_jail_in c_charge_degree c_charge_desc is_recid score_text"]),
    ("IBM HR attrition", ["", "EmployeeNumber", "", "Age Department DistanceFromHome Education EducationField Gender JobInvolvement JobLevel JobRole JobSatisfaction MaritalStatus OverTime RelationshipSatisfaction", "Attrition EnvironmentSatisfaction MonthlyIncome PercentSalaryHike PerformanceRating"]),
    ("Telco churn", ["", "customerID", "", "gender SeniorCitizen Dependents tenure", "PaymentMethod MonthlyCharges TotalCharges Churn"]),
    ("Synthea patients", ["SSN PASSPORT FIRST LAST MAIDEN ADDRESS", "Id", "", "BIRTHDATE MARITAL RACE ETHNICITY GENDER BIRTHPLACE CITY STATE COUNTY ZIP LAT LON", "DEATHDATE HEALTHCARE_EXPENSES"]),
    ("MIMIC-III", ["ROW_ID HADM_ID ICUSTAY_ID", "SUBJECT_ID", "", "GENDER DOB DOD ADMITTIME DISCHTIME DEATHTIME ADMISSION_TYPE ADMISSION_LOCATION INSURANCE LANGUAGE MARITAL_STATUS ETHNICITY anchor_age", "RELIGION DIAGNOSIS"]),
    ("OMOP CDM", ["visit_occurrence_id", "person_id person_source_value", "", "gender_concept_id year_of_birth month_of_birth race_concept_id ethnicity_concept_id location_id care_site_id drug_exposure_start_date", "condition_concept_id"]),
    ("NHANES", ["", "SEQN", "", "RIAGENDR RIDAGEYR RIDRETH1 DMDEDUC2 DMDMARTL", "BMXWT INDHHIN2 BPXSY1"]),
    ("SOEP", ["", "pid", "hid", "syear sex gebjahr bula_h hhgr", ""]),
    ("ACS PUMS", ["SERIALNO", "", "", "PUMA AGEP COW MAR SCHL SEX RAC1P OCCP INDP", "ADJINC WAGP"]),
    ("German hospital", ["Fallnummer Versicherungsnr Bemerkungen", "Patient", "", "Geburtsjahr Geschl PLZ_Ort Aufnahmegrund Entlassungsdatum Verweildauer Kostenträger Station", "Gewicht_kg Groesse_cm Hauptdiagnose Nebendiagnosen OPS Entgelt Beatmungsstunden"]),
    ("French doctor", ["Nom Prénom Observations", "", "", "DDN Sexe CP Commune socio-professionnelle Diplôme enfants", "Revenu Motif"]),
    ("Spanish employer", ["DNI Nombre apellidos Domicilio Telf Comentarios", "", "", "nacimiento CP Población Empresa", "Sueldo Alergias"]),
    ("Italian employer", ["Cognome Nome Note", "", "", "nascita Residenza CAP Provincia", "Stipendio Patologie Allergie"]),
    ("customers", ["GivenName Surname Street_Address_1 HomePhone MobilePhone EmailAddress ipAddr session_id", "CustomerKey", "", "Company Town Region PostalCode Country DateJoined", "LastPurchaseAmount"]),
    ("pupils", ["Parent_Email", "StudentID Teacher", "", "School_Name Grade Gender Race", "ELL_Status GPA Math_Score"]),
    ("police stops", ["IncidentNumber OfficerName Badge", "", "", "SuspectRace SuspectAge StopLocation StopDate Latitude Longitude", "ArrestMade Charge"]),
    ("COVID-19 line list", ["", "case_id", "", "onset_date report_date age_group health_region sex", "hospitalized icu outcome vaccination_status exposure symptoms test_result"]),
    ("IPUMS", ["SERIAL", "", "", "YEAR STATEFIP METRO FAMSIZE NCHILD RELATE SEX AGE MARST RACE HISPAN BPL EDUC EMPSTAT OCC IND", "INCTOT"]),
];

#[test]
fn names_decide_where_values_do_not() {
    let values: Vec<String> = (0..300).map(|row| (17 + row * 7 % 61).to_string()).collect();
    for (source, by_role) in HEADERS {
        for (names, expected) in by_role.iter().zip(ROLES) {
            for name in names.split_whitespace() {
                let table =
                    Table::from_rows([name], values.iter().map(|value| [value.as_str()]), &[""]).unwrap();
                let proposal = &propose(&table)[0];
                assert_eq!(proposal.role, expected, "{source}: {name}: {}", proposal.why());
            }
        }
    }
}
