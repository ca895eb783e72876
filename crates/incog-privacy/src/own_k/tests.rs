use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn attribute(asked: &[u64]) -> SensitiveAttribute {
    SensitiveAttribute {
        values: asked.iter().map(u64::to_string).collect(),
        of_cell: (0..asked.len() as u32).collect(),
        ..SensitiveAttribute::default()
    }
}

fn one_each(records: usize) -> Vec<CellCount> {
    (0..records as u32).map(|cell| CellCount { cell, count: 1 }).collect()
}

fn places(kept: &Kept, records: usize) -> Vec<u32> {
    let part = match kept {
        Kept::All => one_each(records),
        Kept::Nothing => Vec::new(),
        Kept::Part(part) => part.clone(),
    };
    part.iter().map(|cell| cell.cell).collect()
}

/// By hand: 20 goes, for there are five others; then 5 goes, for there are four without it; then
/// all of 4, 3, 2, 2 ask for at most four.
#[test]
fn the_most_demanding_go_first() {
    let model = OwnK::new(&attribute(&[2, 20, 4, 2, 6, 3]), 1).unwrap();
    let cells = one_each(6);
    let class = ClassView::new(&cells);
    assert_eq!(model.measure(&class), 1.0);
    assert_eq!(places(&model.retain(&class).kept, 6), [0, 2, 3, 5]);
}

#[test]
fn the_job_says_the_least_and_0_leaves_out() {
    let model = OwnK::new(&attribute(&[1, 0, 1, 1]), 3).unwrap();
    let cells = one_each(4);
    assert_eq!(places(&model.retain(&ClassView::new(&cells)).kept, 4), [0, 2, 3]);
    assert_eq!(model.retain(&ClassView::new(&cells[..3])), Retained::nothing());
    let nobody = OwnK::new(&attribute(&[0, 0]), 1).unwrap();
    assert_eq!(nobody.retain(&ClassView::new(&cells[..2])), Retained::nothing());
}

#[test]
fn a_person_asks_for_the_most_of_her_records() {
    // Records 0 and 1 are one person's, who asks for 3 in one of them; 4 and 5 are those of one
    // who leaves the table in one of them.
    let people = [7, 7, 8, 9, 5, 5];
    let model = OwnK::new(&attribute(&[1, 3, 2, 1, 1, 0]), 2).unwrap().of_people(&people);
    let cells = one_each(6);
    assert_eq!(places(&model.retain(&ClassView::new(&cells)).kept, 6), [0, 1, 2, 3]);
    // Without the third person, her two records are of one of two people.
    assert_eq!(places(&model.retain(&ClassView::new(&cells[..3])).kept, 3), [2u32; 0]);
}

#[test]
fn whole_numbers_only() {
    for text in ["", "-1", "2.5", "five", "1e3", "+2", "99999999999999999999999", ".0"] {
        assert_eq!(asked_size(text), None, "{text}");
    }
    for (text, asked) in [("0", 0), (" 20 ", 20), ("007", 7), ("5.0", 5), ("5.", 5)] {
        assert_eq!(asked_size(text), Some(asked), "{text}");
    }
    let values = vec!["5".to_owned(), "often".to_owned()];
    let refused = OwnK::new(&SensitiveAttribute { values, ..SensitiveAttribute::default() }, 5);
    let text = refused.unwrap_err().to_string();
    assert!(text.contains("1 of its 2 different values") && !text.contains("often"), "{text}");
    let missing = SensitiveAttribute { missing: vec![0], ..attribute(&[5, 6]) };
    assert!(OwnK::new(&missing, 5).is_err(), "a missing value is no number");
}

/// What the person of a record asks for, by the definition.
fn wish(asked: &[u64], people: &[u32], place: usize) -> u64 {
    let hers = (0..asked.len()).filter(|&other| people[other] == people[place]);
    hers.map(|other| if asked[other] == 0 { u64::MAX } else { asked[other] }).max().unwrap_or(0)
}

/// The largest part of at most `limit` records in which nobody asks for more than the part has,
/// by trying every part.
fn by_trial(asked: &[u64], people: &[u32], limit: usize) -> usize {
    let parts = (0u32..1 << asked.len()).filter_map(|part| {
        let members: Vec<usize> = (0..asked.len()).filter(|place| part >> place & 1 == 1).collect();
        let there: BTreeSet<u32> = members.iter().map(|&place| people[place]).collect();
        let holds = members.iter().all(|&place| wish(asked, people, place) <= there.len() as u64);
        (holds && members.len() <= limit).then_some(members.len())
    });
    parts.max().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn keeps_what_trying_every_part_keeps(
        who in prop::collection::vec((0..7u64, 0..5u32), 1..9), of_people in any::<bool>(), limit in 0..9usize,
    ) {
        let asked: Vec<u64> = who.iter().map(|one| one.0).collect();
        let people: Vec<u32> =
            if of_people { who.iter().map(|one| one.1).collect() } else { (0..who.len() as u32).collect() };
        let model = OwnK::new(&attribute(&asked), 1).unwrap();
        let model = if of_people { model.of_people(&people) } else { model };
        let cells = one_each(who.len());
        let class = ClassView::new(&cells);
        let retained = model.retain(&class);
        let most = by_trial(&asked, &people, who.len()) as u64;
        prop_assert_eq!((retained.kept.count(&class), retained.at_most), (most, most));
        let up_to = model.retain_up_to(&class, limit as u64);
        let most = by_trial(&asked, &people, limit) as u64;
        prop_assert!(up_to.kept.count(&class) <= most && most <= up_to.at_most, "{:?} of {}", up_to, most);
        prop_assert!(of_people || up_to.at_most == most, "{:?} of {}", up_to, most);
        for kept in [retained.kept, up_to.kept] {
            let part: Vec<CellCount> =
                places(&kept, who.len()).into_iter().map(|cell| CellCount { cell, count: 1 }).collect();
            prop_assert!(model.holds(&ClassView::new(&part)));
        }
    }
}
