//! Known answers: of the rule, and of the names of bands and squares.

use crate::counts::FlowTable;
use crate::counts::rule::choose;
use crate::facts::clock::{FlowClock, Fold};
use crate::facts::grid::{FlowCell, FlowGrid, FlowSquare};
use crate::facts::{FlowFact, FlowFacts};
use std::collections::BTreeSet;

const TOP: u8 = 3;

/// Twenty-five people, of whom twenty came at eight and nineteen of these at nine. With a total of
/// 25, the rule itself would reveal that one person was there at eight alone.
#[test]
fn a_total_does_not_tell_how_bands_overlap() {
    fn at(object: u32, band: i32) -> FlowFact {
        FlowFact { object, from: [0, 0], to: [0, 0], band, until: band }
    }
    let mut presence: Vec<FlowFact> = (0..20).map(|object| at(object, 8)).collect();
    presence.extend((0..19).map(|object| at(object, 9)));
    presence.extend((20..25).map(|object| at(object, 10 + object as i32)));
    let facts = FlowFacts { presence, ..FlowFacts::default() };
    let counts = choose(&facts, &[FlowTable::Presence], 5, TOP);
    let published: Vec<_> = counts.iter().map(|count| (count.key.band, count.objects)).collect();
    assert_eq!(published, [(Some(8), 20), (Some(9), 19)]);
}

/// Twelve people stay in one square, and four are alone in four others. The count of the twelve is
/// published; the four, who share one larger square, are too few at k = 5.
#[test]
fn squares_are_as_fine_as_people_allow() {
    fn at(object: u32, from: FlowCell) -> FlowFact {
        FlowFact { object, from, to: from, band: 8, until: 8 }
    }
    let mut presence: Vec<FlowFact> = (0..12).map(|object| at(object, [0, 0])).collect();
    presence
        .extend([[4, 0], [5, 0], [4, 1], [5, 1]].iter().zip(20..).map(|(&cell, object)| at(object, cell)));
    let facts = FlowFacts { presence: presence.clone(), ..FlowFacts::default() };
    fn published(facts: &FlowFacts) -> Vec<(u8, FlowCell, usize)> {
        let counts = choose(facts, &FlowTable::ALL, 5, TOP);
        counts.iter().map(|count| (count.key.level, count.key.from, count.objects)).collect()
    }
    assert_eq!(published(&facts), [(0, [0, 0], 12)]);
    presence.push(at(24, [5, 1]));
    // With a fifth person the count of the whole larger square is published.
    assert_eq!(published(&FlowFacts { presence, ..FlowFacts::default() }), [(0, [0, 0], 12), (1, [2, 0], 5)]);
}

#[test]
fn bands_have_names() {
    fn clock(fold: Fold) -> FlowClock {
        FlowClock { minutes: 60, fold }
    }
    // Monday, 4 February 2008, 08:30.
    let time = 1_202_113_800.0;
    for (fold, name) in [(Fold::Day, "08:00"), (Fold::Weekday, "Mon 08:00"), (Fold::None, "2008-02-04 08:00")]
    {
        assert_eq!(clock(fold).name(clock(fold).band(time)), name);
    }
    assert_eq!(clock(Fold::None).name(clock(Fold::None).band(-1.0)), "1969-12-31 23:00");
    assert_eq!(clock(Fold::Weekday).name(clock(Fold::Weekday).band(-1.0)), "Wed 23:00");
}

#[test]
fn squares_have_names_and_lie_where_they_say() {
    let grid = FlowGrid { metres: 500.0, parallel: Some(52.0) };
    let square = FlowSquare { level: 1, place: [-3, 7] };
    assert_eq!(grid.name(square), "1000/-3/7");
    assert_eq!(grid.square("1000/-3/7"), Some(square));
    for wrong in ["", "1000", "1000/1", "999/1/1", "1000/1/1/1", "1000/x/1", "64000000/0/0"] {
        assert_eq!(grid.square(wrong), None, "{wrong}");
    }
    let [west, south] = grid.point(FlowSquare { level: 0, place: [0, 0] }, [0.0, 0.0]);
    assert_eq!([west, south], [0.0, 52.0]);
    let cells: BTreeSet<FlowCell> = square.cells().collect();
    assert!(cells.len() == 4 && cells.iter().all(|&cell| square.contains(cell)));
    assert_eq!(grid.top(), 6);
}
