use super::*;
use crate::t_closeness::Distance;
use crate::{BetaLikeness, DeltaDisclosure, LikenessKind, TCloseness};

#[derive(Clone, Copy)]
enum Demand {
    Close(f64),
    InOrder(f64),
    Likely(f64),
    Near(f64),
}

impl ValueDemand for Demand {
    fn class_model(&self, attribute: &SensitiveAttribute) -> Result<Box<dyn ClassModel>, ParameterError> {
        Ok(match *self {
            Self::Close(t) => Box::new(TCloseness::new(attribute, t, Distance::Equal)?),
            Self::InOrder(t) => Box::new(TCloseness::new(attribute, t, Distance::Ordered)?),
            Self::Likely(beta) => Box::new(BetaLikeness::new(attribute, beta, LikenessKind::Basic)?),
            Self::Near(delta) => Box::new(DeltaDisclosure::new(attribute, delta)?),
        })
    }
}

/// Values 1, 2 and 3, a cell for each; half of the table has 1.
fn attribute() -> SensitiveAttribute {
    let values = ["1", "2", "3"].map(str::to_owned).to_vec();
    SensitiveAttribute { values, of_cell: vec![0, 1, 2], totals: vec![6, 4, 2], ..Default::default() }
}

fn cells(counts: [u32; 3]) -> Vec<CellCount> {
    let all = (0u32..).zip(counts).filter(|(_, count)| *count > 0);
    all.map(|(cell, count)| CellCount { cell, count }).collect()
}

fn measure(demand: Demand, classes: &[[u32; 3]]) -> (Option<f64>, bool) {
    let cells: Vec<Vec<CellCount>> = classes.iter().map(|counts| cells(*counts)).collect();
    let cells: Vec<&[CellCount]> = cells.iter().map(Vec::as_slice).collect();
    let kept: Vec<u64> =
        classes.iter().map(|counts| counts.iter().map(|&count| u64::from(count)).sum()).collect();
    let release = ReleaseView { kept: &kept, cells: &cells };
    let model = AgainstRelease::boxed(&demand, attribute()).unwrap();
    (model.measure(&release), model.holds(&release))
}

/// Published are (2, 2, 0) and (4, 0, 0): shares 3/4 and 1/4. The second class has 1 and 0, so its
/// distance is 1/4; against the table, which has shares 1/2, 1/3 and 1/6, it is 1/2.
#[test]
fn distances_are_from_the_published_shares() {
    let classes = [[2, 2, 0], [4, 0, 0], [0, 0, 0]];
    assert_eq!(measure(Demand::Close(0.25), &classes), (Some(0.25), true));
    assert_eq!(measure(Demand::Close(0.24), &classes), (Some(0.25), false));
    // The share of 2 rises from 1/4 to 1/2, that of 1 from 3/4 to 1.
    assert_eq!(measure(Demand::Likely(1.0), &classes), (Some(1.0), true));
    assert!(!measure(Demand::Likely(0.9), &classes).1);
}

/// Two values are left, so they are a whole step apart, and not half of one.
#[test]
fn a_value_that_nobody_has_any_more_takes_no_place_in_the_order() {
    let classes = [[2, 0, 2], [4, 0, 0]];
    assert_eq!(measure(Demand::InOrder(0.25), &classes), (Some(0.25), true));
}

/// Value 3 is in no published record, so no class has to have it; in the second release it is.
#[test]
fn a_class_must_have_the_values_that_are_published() {
    let (found, holds) = measure(Demand::Near(0.5), &[[2, 2, 0], [3, 2, 0]]);
    assert!(holds && found.is_some_and(|found| found < 0.2));
    assert_eq!(measure(Demand::Near(9.0), &[[2, 2, 0], [3, 2, 1]]), (Some(f64::INFINITY), false));
}

/// Nobody is compared with nobody.
#[test]
fn an_empty_release_holds() {
    assert_eq!(measure(Demand::Close(0.1), &[[0, 0, 0]]), (None, true));
}
