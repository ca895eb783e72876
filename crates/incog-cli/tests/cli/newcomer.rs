//! A newcomer's run over two tables of ../shared/data, measured by the quasi-identifiers that its
//! README lists: what `init` overlooks, nobody generalizes.

use crate::stage::Stage;
use serde_json::Value;
use std::path::Path;

/// Takes a table through `init` and `anonymize`, what is undecided becoming a quasi-identifier, and
/// measures the release.
#[allow(clippy::print_stdout)]
fn smallest_class(name: &str, quasi_identifiers: &[&str]) -> Option<(u64, u64)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if !path.is_file() {
        println!("not run: there is no file {}", path.display());
        return None;
    }
    let stage = Stage::new();
    let table = path.display().to_string();
    let ran = stage.run(&["init", &table, "-o", "new.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let job = stage.read("new.toml").replace("role = \"undecided\"", "role = \"quasi-identifier\"");
    stage.write("new.toml", job.as_bytes());
    let run =
        || stage.run(&["anonymize", "new.toml", "-o", "out.csv", "--max-seconds", "3", "--accept-gap", "1"]);
    let mut ran = run();
    // Amounts single people out, which is another question than this one: somebody answers for
    // them.
    for _ in 0..2 {
        let Some((_, keys)) = ran.err.split_once("[waivers]\n").filter(|_| ran.code == 4) else { break };
        assert!(
            keys.lines().all(|line: &str| line.contains("singles people out") || line.contains("gives back")),
            "{}",
            ran.err
        );
        let job = stage.read("new.toml");
        let head = if job.contains("[waivers]\n") { "" } else { "[waivers]\n" };
        stage.write("new.toml", format!("{job}\n{head}{keys}").as_bytes());
        ran = run();
    }
    assert!([0, 5].contains(&ran.code), "{}", ran.err);
    let named = quasi_identifiers.iter().flat_map(|name| ["-q", name]);
    let arguments: Vec<&str> = ["audit", "out.csv", "--json"].into_iter().chain(named).collect();
    let audit: Value = serde_json::from_str(&stage.run(&arguments).out).unwrap();
    let measured = &audit["readings"][0];
    Some((measured["k"].as_u64().unwrap(), measured["records"].as_u64().unwrap()))
}

/// Of the release of `free1`, 52 of 100 records were unique; of that of `testdata` 35.
#[test]
fn no_record_is_unique_by_the_real_list() {
    let free1 = ["REGION", "SEX", "AGE", "MARSTAT", "EDUC1", "ETNI", "PRIOCCU"];
    let testdata = ["urbrur", "roof", "walls", "water", "electcon", "relat", "sex", "age"];
    for (name, quasi_identifiers) in
        [("sdcmicro/free1.csv", &free1[..]), ("sdcmicro/testdata.csv", &testdata)]
    {
        let Some((smallest, records)) = smallest_class(name, quasi_identifiers) else { continue };
        assert!(smallest >= 5 && records > 3_500, "{name}: {smallest} of {records}");
    }
}
