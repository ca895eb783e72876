use super::*;
use crate::{Classes, Column, ColumnBuilder, Hierarchy, QuasiIdentifier};
use std::sync::Arc;

fn column(name: &str, values: &[&str]) -> Column {
    let mut builder = ColumnBuilder::new(name);
    values.iter().for_each(|value| builder.push(value));
    builder.finish(&[])
}

/// Ages 31, 31, 35, 42, 44 with two illnesses; tuples 0 to 3.
fn ages(rows: &[[&str; 3]]) -> Tuples {
    let age = column("age", &["31", "31", "35", "42", "44"]);
    let ill = column("ill", &["cold", "flu", "flu", "cold", "flu"]);
    let hierarchy = Hierarchy::new(rows.iter().map(|row| row.to_vec())).unwrap();
    let qid = QuasiIdentifier::new(&age, Arc::new(hierarchy)).unwrap();
    Tuples::new(vec![qid], &[&age], &[&ill], 5).unwrap()
}

fn tens() -> Tuples {
    ages(&[["31", "3x", "*"], ["35", "3x", "*"], ["42", "4x", "*"], ["44", "4x", "*"]])
}

fn region(level: u8, tuples: &[u32]) -> Region {
    let parts = tuples.iter().map(|&tuple| RegionPart { tuple, cells: None }).collect();
    Region { levels: Levels::from(vec![level]), parts }
}

fn part(tuple: u32, cell: u32, count: u32) -> RegionPart {
    RegionPart { tuple, cells: Some(vec![CellCount { cell, count }]) }
}

fn local(regions: Vec<Region>) -> Generalization {
    Generalization::Local(regions)
}

fn refused(tuples: &Tuples, regions: Vec<Region>) -> RecodingError {
    Classes::whole(tuples, &local(regions)).unwrap_err()
}

#[test]
fn each_region_has_levels_of_its_own() {
    let tuples = tens();
    let classes =
        Classes::whole(&tuples, &local(vec![region(2, &[2, 3]), region(0, &[1]), region(1, &[0])])).unwrap();
    let seen: Vec<(u32, u8, u64)> =
        classes.all().iter().map(|class| (class.tuple, class.levels[0], class.size)).collect();
    assert_eq!(seen, [(0, 1, 2), (1, 0, 1), (2, 2, 2)]);
    assert_eq!(classes.label(&classes.all()[2], 0).leaves(), 4);
}

#[test]
fn regions_that_read_the_same_are_one_class() {
    let tuples = tens();
    let classes =
        Classes::whole(&tuples, &local(vec![region(1, &[0]), region(2, &[2, 3]), region(1, &[1])])).unwrap();
    let sizes: Vec<u64> = classes.all().iter().map(|class| class.size).collect();
    assert_eq!(sizes, [3, 2]);
}

#[test]
fn a_label_at_two_levels_is_read_at_the_higher_one() {
    // 31 stands for itself at the first level, so that its label is that of the value.
    let tuples = ages(&[["31", "31", "*"], ["35", "3x", "*"], ["42", "4x", "*"], ["44", "4x", "*"]]);
    let of_31 = |level, cell| Region { levels: Levels::from(vec![level]), parts: vec![part(0, cell, 1)] };
    let regions = vec![of_31(0, 0), of_31(1, 1), region(2, &[1, 2, 3])];
    let classes = Classes::whole(&tuples, &local(regions)).unwrap();
    let seen: Vec<(u8, u64)> = classes.all().iter().map(|class| (class.levels[0], class.size)).collect();
    assert_eq!(seen, [(1, 2), (2, 3)]);
}

#[test]
fn a_label_that_stands_for_two_things_is_refused() {
    // "3x" is a group at the first level and a value of its own.
    let tuples = ages(&[["31", "3x", "*"], ["35", "3x", "*"], ["42", "4x", "*"], ["44", "3x ", "*"]]);
    assert!(
        Classes::whole(&tuples, &local(vec![region(1, &[0, 1]), region(1, &[2]), region(1, &[3])])).is_ok()
    );
    let age = column("age", &["31", "3x"]);
    let hierarchy = Hierarchy::new([["31", "3x", "*"], ["3x", "other", "*"]]).unwrap();
    let qid = QuasiIdentifier::new(&age, Arc::new(hierarchy)).unwrap();
    let tuples = Tuples::new(vec![qid], &[&age], &[], 2).unwrap();
    assert_eq!(
        refused(&tuples, vec![region(1, &[0]), region(0, &[1])]),
        RecodingError::AmbiguousLabel { column: "age".into() }
    );
}

#[test]
fn the_records_of_a_tuple_can_be_divided() {
    let tuples = tens();
    let own = Region { levels: Levels::from(vec![0]), parts: vec![part(0, 0, 1)] };
    let shared = Region {
        levels: Levels::from(vec![2]),
        parts: vec![part(0, 1, 1), part(1, 1, 1), part(2, 0, 1), part(3, 1, 1)],
    };
    let classes = Classes::whole(&tuples, &local(vec![shared, own])).unwrap();
    let sizes: Vec<u64> = classes.all().iter().map(|class| class.size).collect();
    assert_eq!(sizes, [1, 4], "the finer of two with the same tuple is first");
    assert_eq!(classes.only_class_of(0), None);
    let parts: Vec<(usize, u32)> = classes.parts_of(0).map(|part| (part.class, part.records)).collect();
    assert_eq!(parts, [(0, 1), (1, 1)]);
    assert_eq!(classes.parts().map(|part| part.records).sum::<u32>(), 5);
}

#[test]
fn what_does_not_fit_is_refused() {
    let tuples = tens();
    let of_tuple = |tuple| RecodingError::Assignment { tuple };
    assert_eq!(refused(&tuples, vec![region(2, &[0, 1, 2])]), of_tuple(3));
    assert_eq!(refused(&tuples, vec![region(2, &[0, 1, 2, 3, 3])]), of_tuple(3));
    assert_eq!(refused(&tuples, vec![region(2, &[0, 1, 2, 3, 4])]), of_tuple(4));
    assert_eq!(refused(&tuples, vec![region(1, &[0, 1, 2, 3])]), RecodingError::Labels { region: 0 });
    assert!(matches!(
        refused(&tuples, vec![region(3, &[0, 1, 2, 3])]),
        RecodingError::Level { level: 3, .. }
    ));
    let twice = Region { levels: Levels::from(vec![2]), parts: vec![part(0, 0, 1), part(0, 0, 1)] };
    assert_eq!(refused(&tuples, vec![twice, region(2, &[1, 2, 3])]), of_tuple(0));
    let none = Region { levels: Levels::from(vec![2]), parts: vec![part(0, 0, 0)] };
    assert_eq!(refused(&tuples, vec![none]), of_tuple(0));
    let few = Recoding::global(Levels::from(vec![1]), [Kept::All]);
    assert_eq!(
        Classes::from_recoding(&tuples, &few).unwrap_err(),
        RecodingError::Classes { found: 1, expected: 2 }
    );
    let much = Kept::Part(vec![CellCount { cell: 0, count: 2 }]);
    let much = Recoding::global(Levels::from(vec![1]), [Kept::All, much]);
    assert_eq!(Classes::from_recoding(&tuples, &much).unwrap_err(), RecodingError::Retention { class: 1 });
    let wide = Recoding::global(Levels::from(vec![1, 1]), []);
    assert_eq!(
        Classes::from_recoding(&tuples, &wide).unwrap_err(),
        RecodingError::Attributes { found: 2, expected: 1 }
    );
}

#[test]
fn reads_back_as_written() {
    let tuples = tens();
    let part_stays = Kept::Part(vec![CellCount { cell: 1, count: 1 }]);
    for generalization in
        [Generalization::Global(Levels::from(vec![1])), local(vec![region(1, &[0, 1]), region(2, &[2, 3])])]
    {
        let retention = [part_stays.clone(), Kept::Nothing].into_iter().collect();
        let recoding = Recoding { generalization, retention };
        let text = serde_json::to_string(&recoding).unwrap();
        assert_eq!(serde_json::from_str::<Recoding>(&text).unwrap(), recoding, "{text}");
        assert_eq!(Classes::from_recoding(&tuples, &recoding).unwrap().recoding(), recoding);
    }
}

#[test]
fn a_hostile_retention_asks_for_no_memory() {
    let text = r#"{"generalization":{"global":[1]},"retention":{"classes":4294967295,"not_whole":{"4294967290":"nothing"}}}"#;
    let recoding: Recoding = serde_json::from_str(text).unwrap();
    let found = u32::MAX as usize;
    assert_eq!(
        Classes::from_recoding(&tens(), &recoding).unwrap_err(),
        RecodingError::Classes { found, expected: 2 }
    );
}
