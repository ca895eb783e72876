//! The columns of the tables of a series: another order, new ones, and one that is gone.

use crate::nights::{JOB, done, night, publish, stage};
use crate::stage::Stage;
use std::fs;

/// The table of a night with its columns in another order and one more, which says somebody's name.
fn rearranged(stage: &Stage, number: u32) {
    let release = night(stage, number);
    assert!(release.ends_with(".csv"));
    let table = stage.read("export.csv");
    let rows = table.lines().enumerate().map(|(place, line)| {
        let mut cells: Vec<&str> = line.split(',').collect();
        cells.reverse();
        let more = if place == 0 { "nickname".to_owned() } else { format!("Nick {place}") };
        format!("{more},{}\n", cells.join(","))
    });
    let text: String = rows.collect();
    fs::write(stage.path(&format!("night-{number:03}.csv")), text).unwrap();
}

#[test]
fn columns_that_move_or_come_later_change_no_release() {
    let [plain, moved] = [(), ()].map(|()| stage("customers", 200, 6, ""));
    (4..=6).for_each(|number| rearranged(&moved, number));
    for number in 1..=6 {
        let release = format!("r{number:03}.csv");
        let [_, told] = [&plain, &moved].map(|stage| done(publish(stage, number)));
        assert_eq!(plain.read(&release), moved.read(&release), "night {number}");
        assert_eq!(told.err.contains("left out: nickname"), number >= 4, "{}", told.err);
        let verified = moved.run(&["verify", &format!("{release}.report.json")]);
        assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    }
}

#[test]
fn a_column_that_is_gone_or_that_the_job_adds_stops_the_series() {
    let stage = stage("customers", 200, 3, "");
    done(publish(&stage, 1));
    rearranged(&stage, 2);
    let more = JOB.replace("[privacy]", "nickname = { role = \"sensitive\" }\n[privacy]");
    stage.write("night.toml", more.as_bytes());
    let ran = publish(&stage, 2);
    assert!(ran.code == 1 && ran.err.contains("sensitive columns = value, and now"), "{}", ran.err);
    stage.write("night.toml", JOB.as_bytes());
    night(&stage, 3);
    let table = stage.read("export.csv");
    let rows = table.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n");
    fs::write(stage.path("night-003.csv"), rows.collect::<String>()).unwrap();
    let ran = publish(&stage, 3);
    assert!(ran.code == 1 && ran.err.contains("column"), "{}", ran.err);
}
