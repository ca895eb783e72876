"""The public tables on which recodings and objectives are measured, where they are there, and how they are read and written."""

import csv
import gzip
import io

TABLES = [
    {
        "name": "Adult",
        "path": "adult/adult_30162.csv",
        "delimiter": ";",
        "quasi_identifiers": ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"],
        "target": "salary-class",
        "positive": ">50K",
        "arx": "adult/hierarchies_arx/adult_hierarchy_{}.csv",
    },
    {
        "name": "Bank",
        "path": "bank_marketing/bank-additional-full.csv.gz",
        "delimiter": ";",
        "quasi_identifiers": ["age", "job", "marital", "education", "contact", "month"],
        "target": "y",
        "positive": "yes",
    },
    {
        "name": "Diabetes130",
        "path": "diabetes130/diabetic_data.csv.gz",
        "delimiter": ",",
        "quasi_identifiers": [
            "race", "gender", "age", "admission_type_id", "discharge_disposition_id", "admission_source_id", "time_in_hospital",
            "medical_specialty",
        ],
        "target": "readmitted",
        "positive": "<30",
    },
    {
        "name": "SPARCS",
        "path": "sparcs/sparcs2024_heart_failure.csv.gz",
        "delimiter": ",",
        "quasi_identifiers": [
            "health_service_area", "hospital_county", "age_group", "sex", "race", "ethnicity", "los", "admission_type", "discharge_status",
        ],
        "target": "apr_severity",
        "positive": "Major",
    },
    {
        "name": "Irish census",
        "path": "irish_census/irishcensus20m.csv.gz",
        "delimiter": ",",
        "quasi_identifiers": [
            "Gender", "Age", "County", "MaritalStatus", "NativeCountry", "HighestEducationCompleted", "FieldOfStudy",
        ],
        "target": "EconomicStatus",
        "positive": "Employee",
    },
    {
        "name": "Credit card",
        "path": "creditcard/creditcard.csv.gz",
        "delimiter": ";",
        "quasi_identifiers": ["SEX", "EDUCATION", "MARRIAGE", "AGE", "LIMIT_BAL"],
        "target": "default-payment-next-month",
        "positive": "1",
        "arx": "creditcard/hierarchies_arx/creditcard_hierarchy_{}.csv",
    },
    {
        "name": "German credit",
        "path": "german_credit/german.data",
        "delimiter": " ",
        "header": [
            "checking", "duration", "history", "purpose", "amount", "savings", "employment", "rate", "status_sex", "debtors",
            "residence", "property", "age", "plans", "housing", "credits", "job", "liable", "telephone", "foreign", "class",
        ],
        "quasi_identifiers": ["age", "status_sex", "job", "housing", "foreign", "residence", "employment"],
        "target": "class",
        "positive": "1",
    },
]


def read(path, delimiter=",", header=None):
    """The records of a table as dictionaries."""
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8-sig")
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=delimiter) if row]
    names = header or rows.pop(0)
    return [dict(zip(names, row)) for row in rows]


def write(path, rows, names):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([names] + [[row[name] for name in names] for row in rows])
