//! Tables made up so that it is known by what people are found.

use super::*;
use incog_data::Table;

mod answers;
mod few_known;
mod linked_rows;
mod one_empty_cell;
mod texts;
mod together;
mod unions;

fn table(names: &[&str], rows: usize, cell: impl Fn(usize, usize) -> String) -> Table {
    let cells: Vec<Vec<String>> =
        (0..rows).map(|row: usize| (0..names.len()).map(|column| cell(row, column)).collect()).collect();
    let cells = cells.iter().map(|row| row.iter().map(String::as_str));
    Table::from_rows(names.iter().copied(), cells, &["NA"]).expect("a table")
}

fn request<'a>(table: &'a Table, role: Role) -> SinglingRequest<'a> {
    let published = |column| PublishedColumn { column, role, blur: Blur::None };
    SinglingRequest {
        columns: table.columns().iter().map(published).collect(),
        labels: Vec::new(),
        people: None,
        counts: RecordCounts::ONE_EACH,
        rows: table.rows(),
        k: 5,
        values: BTreeMap::new(),
    }
}

/// What was found, in short: columns, how bad, records.
fn told(request: &SinglingRequest<'_>) -> Vec<(Singling, String, Severity, u64)> {
    singled_out(request)
        .into_iter()
        .map(|found: SingledOut| (found.by, found.columns.join("+"), found.severity, found.records))
        .collect()
}

#[test]
fn a_share_of_rare_amounts_is_a_danger_and_few_outliers_are_none() {
    // 100 records: 94 in groups of 47, six alone.
    let cell = |row: usize, _| if row < 94 { (row % 2).to_string() } else { format!("{row}.25") };
    let dangerous = table(&["costs"], 100, cell);
    let expected = (Singling::Alone, "costs".to_owned(), Severity::Danger, 6);
    for role in [Role::Sensitive, Role::Insensitive] {
        assert_eq!(told(&request(&dangerous, role)), std::slice::from_ref(&expected));
    }
    let outliers = table(&["costs"], 100, |row, _| if row < 95 { "1".into() } else { row.to_string() });
    assert_eq!(told(&request(&outliers, Role::Sensitive)), []);
    let missing = table(&["costs"], 100, |row, _| if row < 96 { "NA".into() } else { row.to_string() });
    assert_eq!(told(&request(&missing, Role::Sensitive)), []);
    let few = table(&["costs"], 19, |row, _| row.to_string());
    assert_eq!(told(&request(&few, Role::Sensitive)), []);
}

#[test]
fn categories_are_warned_of_first() {
    let rare = |share: usize| {
        move |row: usize, _: usize| if row < share { format!("rare {}", row / 2) } else { "flu".into() }
    };
    let warned = told(&request(&table(&["illness"], 200, rare(20)), Role::Sensitive));
    assert_eq!(warned, [(Singling::Alone, "illness".to_owned(), Severity::Warning, 20)]);
    let refused = told(&request(&table(&["illness"], 500, rare(102)), Role::Sensitive));
    assert_eq!(refused[0].2, Severity::Danger);
    // Codes that nearly every record has for itself are none.
    let codes =
        |row: usize, _: usize| if row < 20 { format!("case {row}") } else { format!("batch {}", row / 6) };
    let known = told(&request(&table(&["code"], 200, codes), Role::Sensitive));
    assert_eq!(known[0].2, Severity::Danger);
}

#[test]
fn a_value_of_a_hundredth_of_the_records_is_not_rare() {
    let tens = table(&["costs"], 1_000, |row, _| (row / 10).to_string());
    let mut asked = request(&tens, Role::Sensitive);
    asked.k = 50;
    assert_eq!(told(&asked), []);
    let nines = table(&["costs"], 1_000, |row, _| (row / 9).to_string());
    let mut asked = request(&nines, Role::Sensitive);
    asked.k = 50;
    assert_eq!(singled_out(&asked)[0].fewer_than, 10);
    asked.k = 1;
    assert_eq!(told(&asked), []);
}

#[test]
fn people_are_counted_where_they_are_known() {
    // Ten records of each amount, all of one person.
    let table = table(&["who", "costs"], 200, |row, column| [row / 10, 100 + row / 10][column].to_string());
    let mut asked = request(&table, Role::Sensitive);
    asked.columns.remove(0);
    assert_eq!(told(&asked), []);
    asked.people = table.column("who");
    assert_eq!(told(&asked)[0].3, 200);
}

#[test]
fn pairs_are_found_where_neither_is_alone() {
    let both = |row: usize, column: usize| [row / 20, row % 20][column].to_string();
    let found = told(&request(&table(&["weight", "height"], 400, both), Role::Sensitive));
    assert_eq!(found, [(Singling::Together, "weight+height".to_owned(), Severity::Danger, 400)]);
    let independent = |row: usize, column: usize| [row / 20 % 4, row % 20 % 4][column].to_string();
    assert_eq!(told(&request(&table(&["weight", "height"], 400, independent), Role::Sensitive)), []);
}

#[test]
fn one_known_value_beside_labels_is_a_danger_where_it_divides_classes() {
    let cell = |row: usize, column: usize| [row / 10, row % 10][column].to_string();
    let table = table(&["age", "visits"], 200, cell);
    let mut asked = request(&table, Role::Insensitive);
    asked.columns.remove(0);
    assert_eq!(told(&asked), []);
    asked.labels = vec![&table.columns()[0]];
    assert_eq!(told(&asked), [(Singling::BesideLabels, "visits".to_owned(), Severity::Danger, 200)]);
    // Sensitive values are what classes are made for.
    asked.columns[0].role = Role::Sensitive;
    assert_eq!(told(&asked), []);
}

#[test]
fn noise_hides_who_is_near_others() {
    let near = table(&["costs"], 100, |row, _| format!("{}.5", 1000 + row));
    let mut asked = request(&near, Role::Insensitive);
    assert_eq!(told(&asked)[0].3, 100);
    asked.columns[0].blur = Blur::Numbers(10.0);
    assert_eq!(told(&asked), []);
    asked.columns[0].blur = Blur::Numbers(1.0);
    assert_eq!(told(&asked)[0].3, 100);
}

#[test]
fn dates_that_are_moved_together_keep_their_distance() {
    let cell = |row: usize, column: usize| {
        let day = 1 + row % 28;
        if column == 0 {
            format!("2024-01-{day:02}")
        } else {
            format!("20{:02}-01-{day:02}", 25 + row / 3 % 60)
        }
    };
    let table = table(&["from", "to"], 180, cell);
    let mut asked = request(&table, Role::Sensitive);
    let moved = |key| Blur::Days { most: 40_000.0, key };
    (asked.columns[0].blur, asked.columns[1].blur) = (moved(0), moved(0));
    assert_eq!(told(&asked), [(Singling::Together, "from+to".to_owned(), Severity::Danger, 180)]);
    asked.columns[1].blur = moved(1);
    assert_eq!(told(&asked), []);
}

#[test]
fn births_and_postal_codes_are_asked_about() {
    let cell = |row: usize, column: usize| match column {
        0 => format!("19{:02}-{:02}-17", 40 + row % 5, 1 + row % 2),
        _ => (10115 + row % 3).to_string(),
    };
    let table = table(&["birth_date", "zip"], 400, cell);
    let named: Vec<String> =
        told(&request(&table, Role::Insensitive)).into_iter().map(|found| found.1).collect();
    assert_eq!(named, ["birth_date", "zip"]);
}

#[test]
fn a_message_says_what_to_do_and_no_value() {
    let table = table(&["costs"], 100, |row, _| format!("{}.25", 7000 + row));
    let finding = singled_out(&request(&table, Role::Sensitive))[0].finding();
    assert_eq!(finding.key(), "costs: singles people out");
    assert!(
        finding.message.contains("100 of 100 records (100 %)") && finding.message.contains("top_quantile")
    );
    assert!(!finding.message.contains("70"), "{}", finding.message);
}

#[test]
fn people_whose_name_is_missing_are_one_whatever_stands_for_it() {
    // Ten values of ten records each; those of half of the values are of nobody who is known.
    let rows: Vec<[String; 2]> = (0..100)
        .map(|row| {
            let who = match (row / 10 % 2, row % 2) {
                (0, _) => format!("person {row}"),
                (_, 0) => "?".to_owned(),
                _ => "NA".to_owned(),
            };
            [format!("{}.50", row / 10), who]
        })
        .collect();
    let rows = rows.iter().map(|row| row.iter().map(String::as_str));
    let table = Table::from_rows(["costs", "who"], rows, &["?", "NA"]).expect("a table");
    let [costs, who] = table.columns() else { unreachable!("two columns") };
    let columns = vec![PublishedColumn { column: costs, role: Role::Sensitive, blur: Blur::None }];
    let counted = SinglingRequest { columns, people: Some(who), k: 2, ..request(&table, Role::Sensitive) };
    assert_eq!(told(&counted), [(Singling::Alone, "costs".to_owned(), Severity::Danger, 50)]);
}
