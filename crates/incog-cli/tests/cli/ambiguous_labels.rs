//! What `incog verify` may say of a release whose labels can be of several levels.

use crate::stage::Stage;

/// Eight records of three providers. `group (1)` may be a group of the middle level, or all ages.
const TABLE: &str = "\
ward;age;provider of it;illness;weight;place;county
;18 to 29;P3;cold;8.08;f4;county 1
9;50 to 69;P2;asthma;-2.83;f6;county 0
9;30 to 49;P3;cold;?;f2;county 2
10.5;50 to 69;P2;asthma;?;f6;county 0
10.5;<18;P2;asthma;?;f0;county 0
10.5;18 to 29;P2;cold;?;f1;county 1
10.5;18 to 29;P2;asthma;-2.83;f2;county 2
?;18 to 29;P2;burn;?;f5;county 2
";

const JOB: &str = "\
input = \"table.csv\"
output = \"out.csv\"
[columns]
ward = { role = \"insensitive\", publish = { round = 10 } }
age = { role = \"quasi-identifier\" }
\"provider of it\" = { role = \"provider\" }
illness = { role = \"sensitive\" }
weight = { role = \"quasi-identifier\", hierarchy = { intervals = [0.5, 1, 4] }, publish = \"bounds\" }
place = { role = \"quasi-identifier\", hierarchy = { columns = [\"county\"] } }
county = { role = \"identifier\" }
[privacy]
l-diversity = [{ l = 2, kind = \"distinct\" }]
provider-diversity = 2
[suppression]
limit = 1.0
[release]
order = \"input\"
labels = \"interval\"
secret = \"secret.key\"
conceal_choice = 0.05
[utility]
objective = \"c-avg\"
[search]
seed = 481
";

#[test]
fn what_only_one_reading_of_the_labels_says_refutes_nothing() {
    let stage = Stage::new();
    stage.write("table.csv", TABLE.as_bytes());
    stage.write("job.toml", JOB.as_bytes());
    stage.write_secret("secret.key", "6126911e585ccf58390532c7eaf594d3");
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let verified = stage.run(&["verify", "out.csv.report.json", "--verbose"]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    assert!(!verified.out.contains("REFUTED"), "{}", verified.out);
}
