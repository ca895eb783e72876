//! What engines make of the statements.

use crate::engines::{Engine, Rows, engines};
use incog_data::{Column, ColumnBuilder, Table};
use incog_sql::{CountedRelease, Counting, Publication, Relation, ReleaseStatements, SqlError, dialect};

/// Names and values that end a statement where they are not quoted, and words of the language.
const NAMES: [&str; 3] = ["select", "a\"b; DROP TABLE \"x\"; --", "größe 'π'"];
const VALUES: [&str; 6] =
    ["O'Neil", r"back\slash\", "'); DROP TABLE t; --", "日本語 \"q\"", ":psql $1 %s", "$$ E'x"];

fn relation(name: &str) -> Relation {
    name.parse().unwrap()
}

/// A table with these records in an engine, counted there.
fn counted(
    engine: &dyn Engine,
    records: &[[Option<&str>; 3]],
) -> Result<(Table, Vec<i64>, Vec<u32>), String> {
    let language = dialect(engine.dialect()).unwrap();
    let name = |name: &str| language.name_of(name).unwrap();
    let columns = NAMES.map(|column| format!("{} text", name(column))).join(", ");
    let rows = records.iter().map(|row| row.map(|value| language.text_of(value).unwrap()).join(", "));
    let rows = rows.collect::<Vec<_>>().join("), (");
    let [source, counted] = [relation("\"so;urce\""), relation("\"cou\"\"nted\"")];
    let table = source.quoted(language).unwrap();
    engine.run(&format!("CREATE TABLE {table} ({columns}); INSERT INTO {table} VALUES ({rows});"))?;
    let counting = Counting {
        source: &source,
        columns: &NAMES,
        counted: &counted,
        number: "numb\"er",
        records: "n",
        temporary: false,
    };
    engine.run(&counting.statement(language).unwrap())?;
    let columns = NAMES.map(name).join(", ");
    let found = engine
        .run(&format!("SELECT \"numb\"\"er\", n, {columns} FROM {}", counted.quoted(language).unwrap()))?;
    let cell = |row: &[Option<String>], place: usize| row[place].clone().unwrap();
    let column = |(place, name): (usize, &&str)| {
        let mut column = ColumnBuilder::new(*name);
        found.iter().for_each(|row| column.push(row[place + 2].as_deref().unwrap_or("")));
        column.finish(&[""])
    };
    Ok((
        Table::new(NAMES.iter().enumerate().map(column).collect()).unwrap(),
        found.iter().map(|row| cell(row, 0).parse().unwrap()).collect(),
        found.iter().map(|row| cell(row, 1).parse().unwrap()).collect(),
    ))
}

fn statements<'a>(
    engine: &dyn Engine,
    publication: &'a Publication,
    [counted, target]: &'a [Relation; 2],
) -> ReleaseStatements<'a> {
    let dialect = dialect(engine.dialect()).unwrap();
    ReleaseStatements { dialect, publication, counted, number: "numb\"er", target, replace: false }
}

fn sorted(mut rows: Rows) -> Rows {
    rows.sort();
    rows
}

/// The records of a release of some parts, written out one by one.
fn expected(release: CountedRelease<'_>) -> Rows {
    let cell = |column: &Column, row: usize| {
        (!column.is_missing(column.codes.at(row))).then(|| column.value(row).to_owned())
    };
    let row = |row: usize| release.table.columns().iter().map(|column| cell(column, row)).collect::<Vec<_>>();
    let rows = release.records.iter().enumerate();
    sorted(rows.flat_map(|(place, &times)| vec![row(place); times as usize]).collect())
}

const RECORDS: [[Option<&str>; 3]; 8] = [
    [Some(VALUES[0]), Some(VALUES[1]), Some("")],
    [Some(VALUES[0]), Some(VALUES[1]), None],
    [Some(VALUES[0]), Some(VALUES[1]), None],
    [Some(VALUES[2]), Some(VALUES[3]), Some(VALUES[4])],
    [Some(VALUES[2]), Some(VALUES[3]), Some(VALUES[4])],
    [Some(VALUES[2]), Some(VALUES[3]), Some(VALUES[4])],
    [Some(VALUES[5]), None, Some("x")],
    [None, None, None],
];

/// A release of some of the records: the first column as it is, the second as labels, the third as
/// it is or missing.
fn release(counted: &Table, counts: &[u32]) -> (Table, Vec<u32>, Vec<u32>) {
    let rows: Vec<u32> = (0..counted.rows() as u32).rev().collect();
    let records: Vec<u32> = rows.iter().map(|&row| counts[row as usize].div_ceil(2)).collect();
    let [kept, labelled, missing] = [0, 1, 2].map(|place| counted.columns()[place].of_rows(&rows));
    let mut labels = ColumnBuilder::new(labelled.name);
    (0..rows.len()).for_each(|row| labels.push(["'; --", r"\1", "", "*"][row % 4]));
    (Table::new(vec![kept, labels.finish(&[""]), missing]).unwrap(), rows, records)
}

#[test]
fn every_engine_makes_the_records_that_were_decided() {
    for engine in engines() {
        let (counted, numbers, counts) = counted(&*engine, &RECORDS).unwrap();
        assert_eq!((counts.len(), counts.iter().sum::<u32>()), (5, 8), "{}", engine.dialect());
        let (table, rows, records) = release(&counted, &counts);
        let release = CountedRelease { table: &table, rows: &rows, records: &records, texts: &[] };
        let publication = Publication::new(release, &counted, &numbers, vec![NAMES[1].to_owned()]).unwrap();
        let names = [relation("\"cou\"\"nted\""), relation("\"the release; \"")];
        let script = statements(&*engine, &publication, &names).script().unwrap();
        engine.run(&script).unwrap();
        let read = format!("SELECT * FROM {}", names[1].quoted(dialect(engine.dialect()).unwrap()).unwrap());
        assert_eq!(sorted(engine.run(&read).unwrap()), expected(release), "{}", engine.dialect());
        // It is there now, and nothing that was there is touched unless that is asked for.
        assert!(engine.run(&script).unwrap_err().contains("already exists"));
        let again = ReleaseStatements { replace: true, ..statements(&*engine, &publication, &names) };
        engine.run(&again.script().unwrap()).unwrap();
        assert_eq!(sorted(engine.run(&read).unwrap()), expected(release), "{}", engine.dialect());
    }
}

#[test]
fn what_was_decided_for_another_count_makes_no_release() {
    for engine in engines() {
        let (counted, numbers, counts) = counted(&*engine, &RECORDS).unwrap();
        let (table, rows, records) = release(&counted, &counts);
        let release = CountedRelease { table: &table, rows: &rows, records: &records, texts: &[] };
        let publication = Publication::new(release, &counted, &numbers, Vec::new()).unwrap();
        let names = [relation("\"cou\"\"nted\""), relation("released")];
        let script = statements(&*engine, &publication, &names).script().unwrap();
        engine.run("UPDATE \"cou\"\"nted\" SET \"numb\"\"er\" = \"numb\"\"er\" + 1000000").unwrap();
        let refused = engine.run(&script).unwrap_err();
        let wanted = format!("incog: 0 records instead of {}", publication.records());
        assert!(refused.contains(&wanted), "{}: {refused}", engine.dialect());
        assert!(engine.run("SELECT * FROM released").is_err(), "{}", engine.dialect());
    }
}

#[test]
fn a_class_that_is_smaller_than_was_measured_makes_no_release() {
    for engine in engines() {
        let (counted, numbers, counts) = counted(&*engine, &RECORDS).unwrap();
        let (table, rows, records) = release(&counted, &counts);
        let release = CountedRelease { table: &table, rows: &rows, records: &records, texts: &[] };
        let publication = Publication::new(release, &counted, &numbers, vec![NAMES[0].to_owned()]).unwrap();
        assert_eq!((publication.classes, publication.smallest), (4, 1));
        let publication = Publication { smallest: 2, ..publication };
        let names = [relation("\"cou\"\"nted\""), relation("released")];
        let refused = engine.run(&statements(&*engine, &publication, &names).script().unwrap()).unwrap_err();
        assert!(refused.contains("incog: 1 records in the smallest class instead of 2"), "{refused}");
        assert!(engine.run("SELECT * FROM released").is_err(), "{}", engine.dialect());
    }
}

#[test]
fn more_classes_than_were_measured_make_no_release() {
    for engine in engines() {
        let (counted, numbers, counts) = counted(&*engine, &RECORDS).unwrap();
        let (table, rows, records) = release(&counted, &counts);
        let release = CountedRelease { table: &table, rows: &rows, records: &records, texts: &[] };
        let publication = Publication::new(release, &counted, &numbers, vec![NAMES[0].to_owned()]).unwrap();
        let publication = Publication { classes: 3, ..publication };
        let names = [relation("\"cou\"\"nted\""), relation("released")];
        let refused = engine.run(&statements(&*engine, &publication, &names).script().unwrap()).unwrap_err();
        assert!(refused.contains("incog: 4 classes instead of 3"), "{refused}");
        assert!(engine.run("SELECT * FROM released").is_err(), "{}", engine.dialect());
    }
}

#[test]
fn a_row_that_was_not_counted_is_refused() {
    let table = Table::from_rows(["age"], [["31"]], &[]).unwrap();
    let release = CountedRelease { table: &table, rows: &[7], records: &[1], texts: &[] };
    let refused = Publication::new(release, &table, &[1], Vec::new()).unwrap_err();
    assert_eq!(refused, SqlError::NoCountedRow { row: 1 });
}

#[test]
fn more_parts_than_a_statement_takes_are_all_made() {
    for engine in engines() {
        let rows = 25_001;
        let table = Table::from_rows(["n"], (0..rows).map(|row| [["a", "b"][row % 2]]), &[]).unwrap();
        let (places, numbers) = ((0..rows as u32).collect::<Vec<_>>(), (0..rows as i64).collect::<Vec<_>>());
        let release = CountedRelease { table: &table, rows: &places, records: &vec![2; rows], texts: &[] };
        let publication = Publication::new(release, &table, &numbers, Vec::new()).unwrap();
        let counted = "CREATE TABLE counted AS SELECT i AS \"numb\"\"er\", CASE WHEN i % 2 = 0 THEN 'a' ELSE 'b' END AS n \
                       FROM generate_series(0, 25000) AS s (i)";
        engine.run(counted).unwrap();
        let names = [relation("counted"), relation("released")];
        engine.run(&statements(&*engine, &publication, &names).script().unwrap()).unwrap();
        let found = engine.run("SELECT n, count(*) FROM released GROUP BY n ORDER BY n").unwrap();
        let expected =
            [["a", "25002"], ["b", "25000"]].map(|row| row.map(|cell| Some(cell.to_owned())).to_vec());
        assert_eq!(found, expected, "{}", engine.dialect());
    }
}

/// Parts in another order than that of the counted table, with many records each: an engine may
/// take rows that it makes of others in any order.
#[test]
fn a_release_stands_in_the_order_that_was_decided() {
    for engine in engines() {
        let rows = 20_000_u32;
        let mut column = ColumnBuilder::new("n");
        (0..rows).for_each(|row| column.push(&row.to_string()));
        let table = Table::new(vec![column.finish(&[])]).unwrap();
        let places: Vec<u32> = (0..rows).map(|place| place * 7_919 % rows).collect();
        let release = CountedRelease {
            table: &table.with_rows(&places.iter().map(|&place| place as usize).collect::<Vec<_>>()),
            rows: &places,
            records: &vec![9; rows as usize],
            texts: &[],
        };
        let numbers: Vec<i64> = (0..i64::from(rows)).collect();
        let publication = Publication::new(release, &table, &numbers, Vec::new()).unwrap();
        engine
            .run("CREATE TABLE counted AS SELECT i AS \"numb\"\"er\", i AS n FROM generate_series(0, 19999) AS s (i)")
            .unwrap();
        let names = [relation("counted"), relation("released")];
        engine.run(&statements(&*engine, &publication, &names).script().unwrap()).unwrap();
        let found = engine.run("SELECT n FROM released").unwrap();
        let expected = places.iter().flat_map(|place| vec![vec![Some(place.to_string())]; 9]);
        assert!(found.into_iter().eq(expected), "{}", engine.dialect());
    }
}
