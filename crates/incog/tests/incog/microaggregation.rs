//! Groups of near records: what is written of random tables, and what is made of forged ones.

use incog::runs::{FileRuns, TableRuns};
use incog::verify::Verdict;
use incog::{Job, Table, Terms, verify_report};
use incog_data::ColumnBuilder;
use incog_io::sha256_of_text;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Records: two numbers, an illness, and whom the record is about.
type Record = (u32, u32, u8, u8);

fn job(forms: (&str, &str), k: u64, rest: &str) -> String {
    format!(
        "input = \"people.csv\"\noutput = \"out.csv\"\n\
         [columns.x]\nrole = \"quasi-identifier\"\npublish = {:?}\nweight = 2\n\
         [columns.y]\nrole = \"quasi-identifier\"\npublish = {:?}\n\
         [columns.s]\nrole = \"sensitive\"\n[columns.who]\nrole = \"person\"\n\
         [recoding]\nkind = \"microaggregation\"\n[privacy]\nk-anonymity = {k}\n{rest}\n",
        forms.0, forms.1
    )
}

fn terms(text: &str) -> Terms {
    Job::from_toml(text, "").unwrap().terms().clone()
}

fn table(records: &[Record]) -> Table {
    let column = |name: &str, cell: &dyn Fn(&Record) -> String| {
        let mut column = ColumnBuilder::new(name);
        records.iter().for_each(|record| column.push(&cell(record)));
        column.finish(&[])
    };
    let x = |record: &Record| format!("{}.{}", record.0 / 10, record.0 % 10);
    Table::new(vec![
        column("x", &x),
        column("y", &|record| record.1.to_string()),
        column("s", &|record| format!("s{}", record.2)),
        column("who", &|record| format!("p{}", record.3)),
    ])
    .unwrap()
}

fn csv(table: &Table) -> String {
    let names: Vec<&str> = table.columns().iter().map(|column| &*column.name).collect();
    let line =
        |row: usize| table.columns().iter().map(|column| column.value(row)).collect::<Vec<_>>().join(",");
    let rows: String = (0..table.rows()).map(|row| line(row) + "\n").collect();
    names.join(",") + "\n" + &rows
}

fn records() -> impl Strategy<Value = Vec<Record>> {
    proptest::collection::vec((0..60u32, 0..6u32, 0..3u8, 0..12u8), 2..40)
}

/// People, illnesses and records of each class of a release, whose rows are those of the input that
/// are named.
fn classes(records: &[Record], release: &Table, rows: &[u32]) -> Vec<(usize, usize, usize)> {
    let mut classes: BTreeMap<(String, String), Vec<&Record>> = BTreeMap::new();
    for (place, &row) in rows.iter().enumerate() {
        let cell = |name: &str| release.column(name).unwrap().value(place).to_owned();
        classes.entry((cell("x"), cell("y"))).or_default().push(&records[row as usize]);
    }
    let sizes = |class: Vec<&Record>| {
        let people: BTreeSet<u8> = class.iter().map(|record| record.3).collect();
        let illnesses: BTreeSet<u8> = class.iter().map(|record| record.2).collect();
        (people.len(), illnesses.len(), class.len())
    };
    classes.into_values().map(sizes).collect()
}

/// The records in another order.
fn shuffled(records: &[Record], mut state: u64) -> Vec<Record> {
    let mut shuffled = records.to_vec();
    for place in (1..shuffled.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        shuffled.swap(place, (state >> 33) as usize % (place + 1));
    }
    shuffled
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: RngSeed::Fixed(11), ..Default::default() })]

    #[test]
    fn classes_as_written_are_large_enough_whatever_the_order_of_rows(
        records in records(), k in 1..5u64, counts_people: bool, diverse: bool, order in any::<u64>(),
        forms in (select(vec!["mean", "median", "mode", "range"]), select(vec!["mean", "mode"])),
        algorithm in select(vec!["auto", "mdav", "v-mdav"]),
    ) {
        let unit = if counts_people { "who" } else { "record" };
        let l = if diverse { "l-diversity = 2\n" } else { "" };
        let rest = format!("{l}unit = {unit:?}\n[search]\nalgorithm = {algorithm:?}");
        let terms = terms(&job(forms, k, &rest));
        let people: BTreeSet<u8> = records.iter().map(|record| record.3).collect();
        let illnesses: BTreeSet<u8> = records.iter().map(|record| record.2).collect();
        let units = if counts_people { people.len() } else { records.len() };
        let exists = units as u64 >= k && (!diverse || illnesses.len() > 1);
        let input = table(&records);
        let planned = terms.plan(&input);
        prop_assert_eq!(planned.is_ok(), exists, "{:?}", planned.err());
        let Ok(plan) = planned else { return Ok(()) };
        prop_assert!(plan.upper_bound.unwrap() <= plan.value);
        let release = terms.publish(&input, &plan).unwrap();
        prop_assert_eq!(release.rows.len(), records.len());
        for (people, illnesses, size) in classes(&records, &release.table, &release.rows) {
            prop_assert!(size as u64 >= k && (!counts_people || people as u64 >= k));
            prop_assert!(!diverse || illnesses > 1);
        }
        let other = terms.clone().with_threads(Some(2));
        let shuffled = table(&shuffled(&records, order));
        let plan = other.plan(&shuffled).unwrap();
        prop_assert_eq!(csv(&other.publish(&shuffled, &plan).unwrap().table), csv(&release.table));
    }
}

/// The largest share that an illness has of the pairs of a person and an illness of a class of the
/// release.
fn largest_share(records: &[Record], release: &Table, rows: &[u32]) -> f64 {
    let mut classes: BTreeMap<(String, String), BTreeSet<(u8, u8)>> = BTreeMap::new();
    for (place, &row) in rows.iter().enumerate() {
        let cell = |name: &str| release.column(name).unwrap().value(place).to_owned();
        let (_, _, illness, person) = records[row as usize];
        classes.entry((cell("x"), cell("y"))).or_default().insert((illness, person));
    }
    let share = |pairs: &BTreeSet<(u8, u8)>| {
        let of = |illness: u8| pairs.iter().filter(|pair| pair.0 == illness).count();
        (0..3).map(of).max().unwrap() as f64 / pairs.len() as f64
    };
    classes.values().map(share).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: RngSeed::Fixed(13), ..Default::default() })]

    /// Where people are counted, two groups that are written alike may each meet a model that both
    /// together do not: p2 is counted once in p1:s, p2:t and p3:s, p2:t.
    #[test]
    fn groups_that_look_alike_meet_the_models_together(
        records in proptest::collection::vec((0..4u32, 0..3u32, 0..3u8, 0..5u8), 2..30), percent in 40..80u32,
    ) {
        let alpha = f64::from(percent) / 100.0;
        let model = format!("alpha-k-anonymity = {{ k = 2, alpha = {alpha} }}\nunit = \"who\"");
        let terms = terms(&job(("mode", "mode"), 2, &model));
        let input = table(&records);
        let Ok(plan) = terms.plan(&input) else {
            return Ok(());
        };
        let release = terms.publish(&input, &plan).unwrap();
        prop_assert!(largest_share(&records, &release.table, &release.rows) <= alpha + 1e-9);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, rng_seed: RngSeed::Fixed(12), ..Default::default() })]

    /// Reports of random releases hold, and one cell of a release that is changed refutes them.
    #[test]
    fn what_is_written_is_verified(
        records in records(), k in 2..4u64, at in any::<usize>(), by_order: bool,
        form in select(vec!["mean", "median", "mode", "range"]),
    ) {
        prop_assume!(records.len() as u64 >= k);
        let order = if by_order { "input" } else { "sorted" };
        let folder = tempfile::tempdir().unwrap();
        let rest = format!("unit = \"record\"\n[release]\norder = {order:?}");
        fs::write(folder.path().join("people.csv"), csv(&table(&records))).unwrap();
        let written = Job::from_toml(&job((form, "mean"), k, &rest), folder.path()).unwrap();
        written.with_internal_report(true).run().unwrap();
        for report in ["out.csv.report.json", "out.csv.internal.json"] {
            let verification = verify_report(folder.path().join(report)).unwrap();
            prop_assert!(verification.holds, "{}", verification.to_text());
            let open = verification.with(Verdict::NotShown).any(|check| check.claim.contains("of each class"));
            prop_assert!(!(open && by_order), "{}", verification.to_text());
        }
        let honest = fs::read_to_string(folder.path().join("out.csv")).unwrap();
        let mut lines: Vec<String> = honest.lines().map(str::to_owned).collect();
        let line = 1 + at % (lines.len() - 1);
        let mut cells: Vec<String> = lines[line].split(',').map(str::to_owned).collect();
        cells[1] = format!("{}", cells[1].parse::<f64>().unwrap() + 3.0);
        lines[line] = cells.join(",");
        forge(folder.path(), &honest, &(lines.join("\n") + "\n"));
        let verification = verify_report(folder.path().join("out.csv.report.json")).unwrap();
        prop_assert!(!verification.holds, "{}", verification.to_text());
    }
}

/// Puts another release in the place of one, and its digest into the report.
fn forge(folder: &Path, honest: &str, forged: &str) {
    fs::write(folder.join("out.csv"), forged).unwrap();
    let report = folder.join("out.csv.report.json");
    let told = fs::read_to_string(&report).unwrap();
    fs::write(&report, told.replace(&sha256_of_text(honest), &sha256_of_text(forged))).unwrap();
}

const FOUR: [Record; 4] = [(10, 1, 0, 0), (12, 1, 1, 1), (50, 5, 0, 2), (52, 5, 1, 3)];

/// The claims that are refuted where another release stands in the place of that of four records.
fn refuted(order: &str, honest: &str, forged: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let rest = format!("unit = \"record\"\n[release]\norder = {order:?}");
    fs::write(folder.path().join("people.csv"), csv(&table(&FOUR))).unwrap();
    Job::from_toml(&job(("mean", "mean"), 2, &rest), folder.path()).unwrap().run().unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("out.csv")).unwrap(), honest);
    forge(folder.path(), honest, forged);
    let verification = verify_report(folder.path().join("out.csv.report.json")).unwrap();
    verification.with(Verdict::Refuted).map(|check| check.claim.clone()).collect()
}

/// In the order of the input whole groups that change their values are found out, though classes
/// and sums stay what they are.
#[test]
fn values_of_another_group_are_refuted() {
    let honest = "x,y,s\n1.1,1,s0\n1.1,1,s1\n5.1,5,s0\n5.1,5,s1\n";
    let claims = refuted("input", honest, "x,y,s\n5.1,5,s0\n5.1,5,s1\n1.1,1,s0\n1.1,1,s1\n");
    assert!(claims.contains(&"x is the mean of each class".to_owned()), "{claims:?}");
}

/// Otherwise values that no groups of these records can have are.
#[test]
fn values_of_no_groups_are_refuted() {
    let honest = "x,y,s\n1.1,1,s0\n1.1,1,s1\n5.1,5,s0\n5.1,5,s1\n";
    let claims = refuted("sorted", honest, "x,y,s\n1.3,1,s0\n1.3,1,s1\n5.1,5,s0\n5.1,5,s1\n");
    assert!(claims.contains(&"means of x add up to the sum of the input".to_owned()), "{claims:?}");
    assert!(!claims.iter().any(|claim| claim.contains("of y")), "{claims:?}");
}

/// Groups of the same values are one class.
#[test]
fn groups_that_read_the_same_are_one() {
    // Of each three records most have an x of 0.0 and a y of 3.
    let records = [(0, 3, 0, 0), (0, 3, 0, 1), (0, 5, 0, 2), (0, 3, 1, 3), (0, 3, 1, 4), (590, 3, 1, 5)];
    let terms = terms(&job(("mode", "mode"), 3, "unit = \"record\""));
    let table = table(&records);
    let plan = terms.plan(&table).unwrap();
    let release = terms.publish(&table, &plan).unwrap();
    let expected = "x,y,s\n0.0,3,s0\n0.0,3,s0\n0.0,3,s0\n0.0,3,s1\n0.0,3,s1\n0.0,3,s1\n";
    assert_eq!(csv(&release.table), expected);
    assert_eq!((release.utility.class_size, release.utility.value), (6.0, Some(1.0)));
}

/// The release of some numbers, and all that is written beside it without the time that the search
/// took.
fn beside_release(numbers: &[[u32; 2]], form: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let rows: String = numbers.iter().map(|[x, y]| format!("{x},{y}\n")).collect();
    fs::write(folder.path().join("numbers.csv"), format!("x,y\n{rows}")).unwrap();
    let column = |name: &str| format!("[columns.{name}]\nrole = \"quasi-identifier\"\npublish = {form:?}\n");
    let job = format!(
        "input = \"numbers.csv\"\noutput = \"out.csv\"\n{}{}[privacy]\nk-anonymity = 3\nunit = \"record\"\n\
         [recoding]\nkind = \"microaggregation\"\n[search]\nalgorithm = \"mdav\"\n",
        column("x"),
        column("y")
    );
    Job::from_toml(&job, folder.path()).unwrap().run().unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let told = read("out.csv.report.json") + &read("out.csv.report.html");
    let is_of_time = |line: &&str| {
        ["\"seconds\"", "\"sha256\"", "<tr><td>report</td>"].iter().any(|word| line.contains(word))
    };
    (read("out.csv"), told.lines().filter(|line| !is_of_time(line)).collect())
}

/// Who knows all numbers but one or two learns nothing of these from what stands beside a release:
/// whatever they are, what agrees with the release agrees with its report and its page.
#[test]
fn the_last_number_of_a_table_does_not_follow_from_its_report() {
    // Of two unknown numbers a mean tells the sum.
    let known = |x: [u32; 2]| [[10, 3], [12, 3], [x[0], 3], [x[1], 3], [50, 9], [52, 8], [54, 7]];
    let one: Vec<[u32; 2]> = (12..24).map(|x| [x, 13]).collect();
    let within: Vec<[u32; 2]> = (11..23).map(|x| [x, 24]).collect();
    let two: Vec<[u32; 2]> = (0..9).map(|apart| [16 - apart, 16 + apart]).collect();
    for (form, unknown) in [("median", &one), ("mode", &one), ("range", &within), ("mean", &two)] {
        let mut told: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut most = BTreeMap::new();
        for &unknown in unknown {
            let (release, beside) = beside_release(&known(unknown), form);
            *most.entry(release.clone()).or_insert(0) += 1;
            told.entry(release).or_default().insert(beside);
        }
        assert!(
            most.values().any(|candidates| *candidates > 2),
            "{form}: the release alone tells the number"
        );
        assert!(told.values().all(|beside| beside.len() == 1), "{form}: {told:#?}");
    }
}
