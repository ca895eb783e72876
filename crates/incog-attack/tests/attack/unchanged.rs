use crate::{request, table, tried};
use incog_attack::Attacked;
use incog_data::Table;
use proptest::prelude::*;

fn rows() -> impl Strategy<Value = Vec<Vec<String>>> {
    let record = (0..40u32, 0..4u32, 0..3u32)
        .prop_map(|(a, b, c)| vec![a.to_string(), format!("b{b}"), format!("c{c}")]);
    proptest::collection::vec(record, 2..40)
}

fn reversed(table: &Table) -> Table {
    let rows: Vec<usize> = (0..table.rows()).rev().collect();
    // Read anew, so that codes are given in the other order, too.
    let names: Vec<&str> = table.columns().iter().map(|column| column.name.as_str()).collect();
    let texts = rows.iter().map(|&row| table.columns().iter().map(move |column| column.value(row)));
    Table::from_rows(names, texts, &["?"]).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Neither the order of rows nor the number of threads changes anything of the report.
    #[test]
    fn the_order_of_rows_and_threads_change_nothing(one in rows(), two in rows(), three in rows(), seed in 0..100u64) {
        let names = ["a", "b", "c"];
        let (original, release, control) = (table(&names, &one), table(&names, &two), table(&names, &three));
        let request = incog_attack::AttackRequest { seed, queries: 12, ..request(&["a", "b"], &["c"]) };
        let attacked = Attacked { control: Some(&control), ..Attacked::new(&original, &release) };
        let report = tried(&attacked, &request);
        let turned = (reversed(&original), reversed(&release), reversed(&control));
        let turned = Attacked { control: Some(&turned.2), ..Attacked::new(&turned.0, &turned.1) };
        prop_assert_eq!(&report, &tried(&turned, &request));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        prop_assert_eq!(&report, &pool.install(|| tried(&attacked, &request)));
    }
}
