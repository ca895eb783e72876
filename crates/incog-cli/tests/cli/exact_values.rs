//! Values that are published as they are, where a finding of one column could hide another one.

use crate::stage::Stage;

/// Numbers as programs write them have up to seventeen digits. The bill of one person stays hidden
/// among those of others all the same.
#[test]
fn outliers_with_many_digits_are_joined() {
    let stage = Stage::new();
    let bills = (0..60).map(|n| 10.0 + (n as f64 * 0.7).sin() * 3.0);
    let rows: String =
        bills.enumerate().map(|(n, bill)| format!("{},{bill:.15}\n", ["a", "b"][n % 2])).collect();
    stage.write("t.csv", format!("zip,cost\n{rows}a,58334.123456789012345\n").as_bytes());
    let job = "input = \"t.csv\"\noutput = \"o.csv\"\n[columns]\nzip = { role = \"quasi-identifier\" }\n\
               cost = { role = \"sensitive\", publish = { round = \"auto\" } }\n[privacy]\nk-anonymity = 3\n";
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let release = stage.read("o.csv");
    let costs = release.lines().skip(1).filter_map(|line| line.split(',').nth(1)?.parse::<f64>().ok());
    let highest = costs.fold(0.0, f64::max);
    assert!((5.0..15.0).contains(&highest), "{highest}");
    assert_eq!(stage.run(&["verify", "o.csv.report.json"]).code, 0);
    let checked = std::process::Command::new("python3")
        .current_dir(stage.path(""))
        .arg(crate::nights::tool("check_release.py"))
        .args(["t.csv", "o.csv", "o.csv.report.json"])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success() && !told.contains("refuted "), "{told}");
}

/// One ward in twenty is rare, which is a warning. With the kind of admission, four in ten are.
#[test]
fn a_warned_column_can_be_half_of_a_danger() {
    let stage = Stage::new();
    let mut rows = String::new();
    for n in 0..200 {
        let ward = if n < 12 { format!("r{}", n / 4) } else { format!("w{}", n % 13) };
        rows += &format!("{},{ward},k{}\n", 20 + n % 4 * 10, n / 13 % 11);
    }
    stage.write("t.csv", format!("age,ward,kind\n{rows}").as_bytes());
    let job = "input = \"t.csv\"\noutput = \"o.csv\"\n[columns]\nage = { role = \"quasi-identifier\" }\n\
               ward = { role = \"insensitive\" }\nkind = { role = \"insensitive\" }\n[privacy]\nk-anonymity = 5\n";
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert!(ran.err.contains("column \"ward\"") || ran.err.contains("ward + kind"), "{}", ran.err);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.err.contains("\"ward + kind: singles people out\""), "{}", ran.err);
}
