//! The instances are the same for everybody.

use super::*;
use incog_io::sha256_of_text;

fn drawn() -> Vec<Instance> {
    let discharges = hospital_discharges(28_000, 1);
    INSTANCES.iter().map(|spec| spec.draw(&discharges).unwrap()).collect()
}

/// Everything a search sees of an instance: labels of its tuples at the bottom and their sensitive
/// values.
fn text(instance: &Instance) -> String {
    let tuples = &instance.tuples;
    let line = |tuple: usize| {
        let cells: Vec<(u32, u32)> = tuples.cells(tuple).iter().map(|cell| (cell.cell, cell.count)).collect();
        format!("{:?} {cells:?}\n", tuples.codes(tuple))
    };
    (0..tuples.len()).map(line).collect()
}

#[test]
fn the_same_rows_are_drawn_everywhere() {
    let all: String = drawn().iter().map(text).collect();
    assert_eq!(sha256_of_text(&all), "c5e307a3bf43e87d37812caa3944b56ee3cfccece2184117eebd5ec991b78dbe");
}

#[test]
fn instances_have_the_form_of_haefs_table_1() {
    for instance in drawn() {
        let InstanceSpec { name, records, quasi_identifiers, sensitive, .. } = instance.spec;
        assert_eq!(instance.tuples.rows(), records, "{name}");
        assert_eq!(instance.tuples.quasi_identifiers().len(), quasi_identifiers.len(), "{name}");
        let attribute = &instance.tuples.sensitive()[0];
        let place = attribute.values.iter().position(|value| value == "TRUE").unwrap();
        let share = attribute.totals[place] as f64 / records as f64;
        let range = match sensitive.name {
            "high mortality risk" => 0.55..0.85,
            "on Medicaid" => 0.05..0.25,
            "no procedure" => 0.35..0.6,
            _ => 0.005..0.06,
        };
        assert!(range.contains(&share), "{name}: {share}");
    }
}

#[test]
fn tables_without_instances_are_refused() {
    let spec = INSTANCES[1];
    let few = spec.draw(&hospital_discharges(599, 1)).unwrap_err();
    assert_eq!(few, InstanceError::TooFewRows { found: 599, expected: 600 });
    let other = spec.draw(&crate::hospital::table(1, 700)).unwrap_err();
    assert!(matches!(other, InstanceError::MissingColumn { .. }), "{other}");
}
