//! Any columns at all have proposals, and the same ones each time.

use incog_data::{ColumnBuilder, Table};
use incog_roles::{looks_like_data, propose, read_name};
use proptest::collection::vec;
use proptest::prelude::*;

fn values() -> impl Strategy<Value = Vec<String>> {
    prop_oneof![
        vec("\\PC{0,24}", 30),
        vec("[0-9]{1,20}", 30),
        vec("[-+ ./()0-9éA-Z@:]{0,24}", 30),
        vec("[A-Zé0-9]{9,18}", 30),
        vec("(19|20)[0-9]{2}-0[1-9]-[0-2][0-9]", 30),
        vec("-?[0-9]{1,3}\\.[0-9]{1,6}", 30),
        vec("(POINT|www\\.|http://|[0-9]{3}-)\\PC{0,8}", 30),
    ]
}

proptest! {
    #[test]
    fn any_table_has_proposals(
        columns in vec((prop_oneof!["\\PC{0,16}", "[a-zA-Z_]{0,12}", Just("weight".to_owned()), Just("id".to_owned())], values()), 1..4),
    ) {
        let made = columns.iter().enumerate().map(|(at, (name, values))| {
            let mut builder = ColumnBuilder::new(format!("{name}{}", "_".repeat(at)));
            values.iter().for_each(|value| builder.push(value));
            builder.finish(&["", "?"])
        });
        let Ok(table) = Table::new(made.collect()) else { return Ok(()) };
        let proposals = propose(&table);
        prop_assert_eq!(proposals.len(), table.columns().len());
        prop_assert!(proposals.iter().all(|proposal| !proposal.reasons.is_empty() && !proposal.why().is_empty()));
        prop_assert_eq!(&proposals, &propose(&table));
        let header: Vec<&str> = columns.iter().map(|(_, values)| values[0].as_str()).collect();
        let _ = looks_like_data(&header, &table);
    }

    #[test]
    fn any_name_is_read(name in "\\PC{0,64}") {
        let reading = read_name(&name);
        prop_assert!(reading.hits.len() <= 2 * name.chars().count());
    }
}
