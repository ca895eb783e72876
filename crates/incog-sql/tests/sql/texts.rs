//! Names and texts as each dialect writes them.

use incog_sql::{Counting, Relation, SqlError, dialect};

#[test]
fn names_and_texts_stand_in_quotes() {
    let [postgresql, duckdb] = ["postgresql", "duckdb"].map(|name| dialect(name).unwrap());
    assert_eq!(postgresql.name_of("select \"x\"; --").unwrap(), r#""select ""x""; --""#);
    assert_eq!(duckdb.text_of(Some("O'Neil; DROP")).unwrap(), "'O''Neil; DROP'");
    assert_eq!(duckdb.text_of(Some(r"a\'b")).unwrap(), r"'a\''b'");
    assert_eq!(postgresql.text_of(Some(r"a\'b")).unwrap(), r"E'a\\''b'");
    assert_eq!(postgresql.text_of(None).unwrap(), "NULL");
    assert_eq!(duckdb.text_of(Some("a\0b")), Err(SqlError::Nul));
    assert_eq!(postgresql.name_of("a\0b"), Err(SqlError::Nul));
}

#[test]
fn a_name_that_would_be_cut_off_is_refused() {
    let long = "ä".repeat(32);
    let error = dialect("postgresql").unwrap().name_of(&long).unwrap_err();
    assert!(error.to_string().contains("64 bytes, and postgresql allows at most 63"), "{error}");
    assert!(dialect("duckdb").unwrap().name_of(&long).is_ok());
}

#[test]
fn names_of_tables_are_read_part_by_part() {
    let quoted =
        |text: &str| text.parse::<Relation>().and_then(|name| name.quoted(dialect("duckdb").unwrap()));
    assert_eq!(quoted("Patients").unwrap(), r#""Patients""#);
    assert_eq!(quoted(r#"study."a.""b""".c d"#).unwrap(), r#""study"."a.""b"""."c d""#);
    for wrong in ["", ".", "a.", ".a", "a..b", "\"a", "\"a\"b", "a\"b\"", "\"\""] {
        assert!(matches!(quoted(wrong), Err(SqlError::NoRelation { .. })), "{wrong}");
    }
}

#[test]
fn a_table_is_counted_by_the_columns_that_are_named() {
    let [source, counted] = ["study.patients", "counted"].map(|name| name.parse().unwrap());
    let columns = ["age", "or der"];
    let counting = Counting {
        source: &source,
        columns: &columns,
        counted: &counted,
        number: "row",
        records: "n",
        temporary: false,
    };
    let statement = counting.statement(dialect("postgresql").unwrap()).unwrap();
    let grouped =
        r#"FROM (SELECT "age", "or der", count(*) AS "n" FROM "study"."patients" GROUP BY "age", "or der")"#;
    assert!(statement.contains(grouped), "{statement}");
}
