use super::*;
use crate::KAnonymity;
use incog_data::CellCount;

fn class(counts: &[u32]) -> Vec<CellCount> {
    (0..).zip(counts).map(|(cell, &count)| CellCount { cell, count }).collect()
}

#[test]
fn k_keeps_whole_classes_or_none() {
    let models = Conjunction::new(vec![Box::new(KAnonymity::new(3).unwrap())]);
    assert!(models.is_size_only());
    assert_eq!(models.minimum_size(), 3);
    let (small, large) = (class(&[1, 1]), class(&[2, 1]));
    assert_eq!(models.retain(&ClassView::new(&small)), Retained::nothing());
    let large = ClassView::new(&large);
    assert_eq!(models.retain(&large), Retained::all(&large));
}

#[test]
fn nothing_to_promise_keeps_everything() {
    let (models, cells) = (Conjunction::new(Vec::new()), class(&[1]));
    let class = ClassView::new(&cells);
    assert!(models.is_size_only());
    assert_eq!(models.retain(&class), Retained::all(&class));
}
