//! What the README of ../shared/data says of its tables.

/// A table and its lists; `*` in a name stands for any letters.
pub struct Truth {
    pub file: &'static str,
    pub delimiter: u8,
    /// Where the file has no header.
    pub names: Option<&'static [&'static str]>,
    pub identifiers: &'static [&'static str],
    pub quasi_identifiers: &'static [&'static str],
    /// What may be one, too: named as further ones, or derived from one.
    pub further: &'static [&'static str],
    pub sensitive: &'static [&'static str],
}

const NONE: Truth = Truth {
    file: "",
    delimiter: b',',
    names: None,
    identifiers: &[],
    quasi_identifiers: &[],
    further: &[],
    sensitive: &[],
};

const ADULT: Truth = Truth {
    quasi_identifiers: &[
        "sex",
        "age",
        "race",
        "marital-status",
        "education",
        "native-country",
        "workclass",
        "occupation",
    ],
    further: &["relationship", "hours-per-week", "fnlwgt", "education-num"],
    sensitive: &["salary-class", "capital-gain", "capital-loss"],
    ..NONE
};

const ADULT_NAMES: &[&str] = &[
    "age",
    "workclass",
    "fnlwgt",
    "education",
    "education-num",
    "marital-status",
    "occupation",
    "relationship",
    "race",
    "sex",
    "capital-gain",
    "capital-loss",
    "hours-per-week",
    "native-country",
    "salary-class",
];

const IRISH: Truth = Truth {
    identifiers: &["FullName"],
    quasi_identifiers: &[
        "Gender",
        "Age",
        "County",
        "MaritalStatus",
        "NativeCountry",
        "HighestEducationCompleted",
        "FieldOfStudy",
        "IndustrialGroup",
    ],
    sensitive: &["EconomicStatus"],
    ..NONE
};

const CARGO: Truth = Truth {
    identifiers: &["*_legid"],
    quasi_identifiers: &["*_place", "*_hops", "legs"],
    sensitive: &["*_p", "*_e"],
    ..NONE
};

const BANK: Truth = Truth {
    delimiter: b';',
    quasi_identifiers: &["age", "job", "marital", "education", "contact", "month"],
    further: &["day_of_week"],
    sensitive: &["default", "housing", "loan", "y"],
    ..NONE
};

const TESTDATA: Truth = Truth {
    identifiers: &["ori_hid"],
    quasi_identifiers: &["urbrur", "roof", "walls", "water", "electcon", "relat", "sex", "age"],
    further: &["hhcivil", "relat2", "water2", "water3"],
    sensitive: &["expend", "income", "savings"],
    ..NONE
};

/// All tables that have a README entry.
pub const TRUTHS: &[Truth] = &[
    Truth { file: "adult/adult_30162.csv", delimiter: b';', ..ADULT },
    Truth { file: "adult/adult_48842.csv.gz", ..ADULT },
    Truth { file: "adult/adult.data.gz", names: Some(ADULT_NAMES), ..ADULT },
    Truth {
        file: "sparcs/sparcs2024_heart_failure.csv.gz",
        quasi_identifiers: &[
            "health_service_area",
            "hospital_county",
            "hospital_id",
            "age_group",
            "sex",
            "race",
            "ethnicity",
            "los",
            "admission_type",
            "discharge_status",
        ],
        further: &["discharge_year", "race_group", "discharge_group", "ed_*"],
        sensitive: &["ccsr_*", "apr_*", "payer_*", "charges", "costs", "proc_group"],
        ..NONE
    },
    Truth {
        file: "sparcs/sparcs2020_musculoskeletal.csv.gz",
        quasi_identifiers: &[
            "Hospital.Service.Area",
            "Hospital.County",
            "Permanent.Facility.Id",
            "Gender",
            "Race",
            "Ethnicity",
            "Patient.Disposition",
            "los",
            "age",
        ],
        further: &["disposition", "disposition2", "lnhlos", "invhlos"],
        sensitive: &["CCSR.*", "APR.*", "Payment.*", "Total.*", "deathrisk", "illseveritydesc", "death"],
        ..NONE
    },
    Truth {
        file: "sparcs/sparcs2020_elective_sample200k.csv.gz",
        quasi_identifiers: &[
            "Patient.Disposition",
            "los",
            "age",
            "Hospital.Service.Area",
            "Hospital.County",
            "Gender",
            "Race",
            "Ethnicity",
            "Type.of.Admission",
        ],
        further: &["Emergency.Department.Indicator"],
        sensitive: &["deathrisk", "CCSR.*"],
        ..NONE
    },
    Truth { file: "cargo2000/c2k_data_comma.csv", ..CARGO },
    Truth { file: "cargo2000/c2k_data_comma_restored98.csv", ..CARGO },
    Truth {
        file: "tdrive/tdrive_598taxis.csv.gz",
        identifiers: &["taxi_id"],
        quasi_identifiers: &["datetime", "longitude", "latitude"],
        ..NONE
    },
    Truth {
        file: "cabspotting/cabs_20080608.csv.gz",
        identifiers: &["user_id"],
        quasi_identifiers: &["timestamp", "lat", "lon"],
        ..NONE
    },
    Truth {
        file: "geolife/geolife_sample.csv.gz",
        identifiers: &["uid"],
        quasi_identifiers: &["lat", "lng", "datetime"],
        ..NONE
    },
    Truth { file: "irish_census/irishcensus20m.csv.gz", ..IRISH },
    Truth { file: "irish_census/irishcensus10m.csv.gz", ..IRISH },
    Truth { file: "irish_census/irishcensus5m.csv", ..IRISH },
    Truth { file: "irish_census/irishcensus40.csv", ..IRISH },
    Truth { file: "sdcmicro/testdata.csv", ..TESTDATA },
    Truth { file: "sdcmicro/testdata2.csv", ..TESTDATA },
    Truth {
        file: "sdcmicro/free1.csv",
        quasi_identifiers: &["REGION", "SEX", "AGE", "MARSTAT", "EDUC1", "ETNI", "PRIOCCU"],
        further: &[
            "KINDPERS", "NUM*", "AGEYOUNG", "EDUC2", "POS*", "COMPCODE", "OCCUCODE", "KINDFACT", "TENURE",
            "FTPTIME", "ADDJOB", "JOBFIND", "REGJOBC",
        ],
        sensitive: &["INCOME", "MONEY", "ASSETS", "DEBTS"],
        ..NONE
    },
    Truth { file: "sdcmicro/francdat.csv", quasi_identifiers: &["Key*"], ..NONE },
    Truth { file: "sdcmicro/CASCrefmicrodata.csv", ..NONE },
    Truth { file: "sdcmicro/EIA.csv", ..NONE },
    Truth { file: "sdcmicro/Tarragona.csv", ..NONE },
    Truth { file: "sdcmicro/casc1.csv", ..NONE },
    Truth { file: "sdcmicro/microData.csv", ..NONE },
    Truth {
        file: "german_credit/german.data",
        delimiter: b' ',
        names: Some(&[
            "checking status",
            "duration",
            "history",
            "purpose",
            "amount",
            "savings",
            "employment since",
            "installment rate",
            "personal status and sex",
            "other debtors",
            "residence since",
            "property",
            "age",
            "other installment plans",
            "housing",
            "existing credits",
            "job",
            "liable people",
            "telephone",
            "foreign worker",
            "class",
        ]),
        quasi_identifiers: &[
            "age",
            "personal status and sex",
            "job",
            "housing",
            "foreign worker",
            "residence since",
            "employment since",
        ],
        sensitive: &["amount", "purpose", "savings", "class"],
        ..NONE
    },
    Truth { file: "bank_marketing/bank-additional.csv", ..BANK },
    Truth { file: "bank_marketing/bank-additional-full.csv.gz", ..BANK },
    Truth {
        file: "diabetes130/diabetic_data.csv.gz",
        identifiers: &["encounter_id", "patient_nbr"],
        quasi_identifiers: &[
            "race",
            "gender",
            "age",
            "weight",
            "admission_type_id",
            "discharge_disposition_id",
            "admission_source_id",
            "time_in_hospital",
            "payer_code",
            "medical_specialty",
        ],
        sensitive: &[
            "diag_1",
            "diag_2",
            "diag_3",
            "readmitted",
            "*formin",
            "*glinide",
            "*amide",
            "*ride",
            "*zone",
            "*zide",
            "acarbose",
            "miglitol",
            "insulin",
            "citoglipton",
        ],
        ..NONE
    },
    Truth {
        file: "creditcard/creditcard.csv.gz",
        delimiter: b';',
        identifiers: &["ID"],
        quasi_identifiers: &["SEX", "EDUCATION", "MARRIAGE", "AGE", "LIMIT_BAL"],
        sensitive: &["PAY_*", "BILL_AMT*", "default-payment-next-month"],
        ..NONE
    },
];

/// Whether a name is in a list.
pub fn is_in(list: &[&str], name: &str) -> bool {
    list.iter().any(|pattern| match pattern.split_once('*') {
        Some((start, end)) => name.starts_with(start) && name.ends_with(end),
        None => *pattern == name,
    })
}
