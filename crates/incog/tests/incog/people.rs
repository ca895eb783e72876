//! People who have several records are counted, and not their records: against trying every part of
//! every class.

use incog::PlanStageError;
use incog::job::{HierarchyFile, TermsBuilder};
use incog::plan::{PlanError, ReleaseProblem};
use incog::runs::{FileRuns, TableRuns};
use incog::search::{BoxProblem, Stop};
use incog::{IncogError, ModelSpec, Table, Terms, verify_report};
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Two quasi-identifiers, an illness, and whom the record is about; nobody knows whom the last one
/// is about.
type Row = [&'static str; 4];

const ILL: [&str; 3] = ["flu", "gout", "pox"];
const WHO: [&str; 6] = ["ann", "bob", "cid", "dan", "eve", "?"];

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let row = (
        select(vec!["1", "2", "3", "4"]),
        select(vec!["u", "v"]),
        select(ILL.to_vec()),
        select(WHO.to_vec()),
    );
    proptest::collection::vec(row.prop_map(|(a, b, ill, who)| [a, b, ill, who]), 2..10)
}

/// A model and its definition, over the people and illnesses of a class.
#[derive(Debug, Clone, Copy)]
enum RandomModel {
    K(i64),
    Distinct(i64),
    Entropy(f64),
    Recursive(f64),
    Share(f64),
    Euclidean(f64),
}

const RANDOM_MODELS: [&[RandomModel]; 8] = [
    &[RandomModel::K(2)],
    &[RandomModel::K(3)],
    &[RandomModel::K(2), RandomModel::Distinct(2)],
    &[RandomModel::Entropy(1.6)],
    &[RandomModel::Recursive(1.5)],
    &[RandomModel::K(2), RandomModel::Share(0.5)],
    &[RandomModel::Euclidean(0.3)],
    &[RandomModel::K(2), RandomModel::Entropy(1.5), RandomModel::Euclidean(0.5)],
];

impl RandomModel {
    fn spec(self) -> ModelSpec {
        let named =
            |name, values: Vec<(&'static str, incog::card::Value)>| ModelSpec::named(name, values).unwrap();
        match self {
            Self::K(k) => named("k-anonymity", vec![("k", k.into())]),
            Self::Distinct(l) => named("l-diversity", vec![("l", l.into())]),
            Self::Entropy(l) => named("l-diversity", vec![("l", l.into()), ("kind", "entropy".into())]),
            Self::Recursive(c) => {
                named("l-diversity", vec![("l", 2.into()), ("kind", "recursive".into()), ("c", c.into())])
            }
            Self::Share(alpha) => named("alpha-k-anonymity", vec![("k", 1.into()), ("alpha", alpha.into())]),
            Self::Euclidean(t) => named("t-closeness", vec![("t", t.into())]),
        }
    }

    /// By the definition, of the records of a class; `all` are those of the table.
    fn holds(self, class: &[Row], all: &[Row]) -> bool {
        let people: BTreeSet<&str> = class.iter().map(|row| row[3]).collect();
        let counts = counts(class);
        let sum: f64 = counts.values().sum();
        match self {
            Self::K(k) => people.len() as i64 >= k,
            Self::Distinct(l) => counts.len() as i64 >= l,
            Self::Entropy(l) => {
                let entropy: f64 = counts.values().map(|count| -(count / sum) * (count / sum).ln()).sum();
                entropy.exp() >= l - 1e-9
            }
            Self::Recursive(c) => {
                let mut sorted: Vec<f64> = counts.values().copied().collect();
                sorted.sort_by(|a, b| b.total_cmp(a));
                sorted.len() >= 2 && sorted[0] < c * sorted[1..].iter().sum::<f64>()
            }
            Self::Share(alpha) => counts.values().all(|count| *count <= alpha * sum + 1e-9),
            Self::Euclidean(t) => {
                let whole = self::counts(all);
                let people: f64 = whole.values().sum();
                let difference = |(ill, count): (&&str, &f64)| {
                    (counts.get(ill).copied().unwrap_or(0.0) / sum - count / people).powi(2)
                };
                whole.iter().map(difference).sum::<f64>().sqrt() <= t + 1e-9
            }
        }
    }
}

/// How many people have each illness.
fn counts(records: &[Row]) -> BTreeMap<&'static str, f64> {
    let pairs: BTreeSet<(&str, &str)> = records.iter().map(|row| (row[2], row[3])).collect();
    let mut counts = BTreeMap::new();
    pairs.iter().for_each(|(ill, _)| *counts.entry(*ill).or_insert(0.0) += 1.0);
    counts
}

fn all_hold(asked: &[RandomModel], class: &[Row], all: &[Row]) -> bool {
    class.is_empty() || asked.iter().all(|model| model.holds(class, all))
}

fn table(rows: &[Row]) -> Table {
    Table::from_rows(["a", "b", "ill", "who"], rows.iter().map(|row| row.iter().copied()), &["?"]).unwrap()
}

fn terms(asked: &[RandomModel], limit: f64, algorithm: &str) -> Terms {
    let builder = Terms::builder()
        .quasi_identifier("a")
        .hierarchy("a", HierarchyFile::parse("{ intervals = [2] }").unwrap())
        .quasi_identifier("b")
        .sensitive("ill")
        .person("who")
        .suppression_limit(limit)
        .objective("precision")
        .algorithm(algorithm);
    asked.iter().fold(builder, |builder: TermsBuilder, model| builder.model(model.spec())).build().unwrap()
}

/// The least loss of precision of all nodes at which some part of every class can stay, by trying
/// all of them.
fn least_loss(problem: &ReleaseProblem, rows: &[Row], asked: &[RandomModel]) -> Option<f64> {
    let qids = problem.tuples().quasi_identifiers();
    let columns = table(rows);
    let losses = problem.lattice().nodes().filter_map(|node| {
        let label = |row: usize, place: usize| {
            qids[place].label(node[place], columns.columns()[place].codes.at(row)).to_owned()
        };
        let mut classes: BTreeMap<[String; 2], Vec<Row>> = BTreeMap::new();
        for (place, row) in rows.iter().enumerate() {
            classes.entry([label(place, 0), label(place, 1)]).or_default().push(*row);
        }
        let most: usize = classes.values().map(|class| largest_part(class, rows, asked)).sum();
        let is_allowed = most > 0 && (rows.len() - most) as u64 <= problem.suppression_limit();
        let shares = (0..2).map(|place| match qids[place].hierarchy.height() {
            0 => 0.0,
            height => f64::from(node[place]) / height as f64,
        });
        is_allowed.then(|| shares.sum::<f64>() / 2.0)
    });
    losses.reduce(f64::min)
}

fn largest_part(class: &[Row], all: &[Row], asked: &[RandomModel]) -> usize {
    let parts = (0u32..1 << class.len()).filter_map(|part| {
        let of_part = (0..class.len()).filter(|place| part >> place & 1 == 1).map(|place| class[place]);
        let of_part: Vec<Row> = of_part.collect();
        all_hold(asked, &of_part, all).then_some(of_part.len())
    });
    parts.max().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn what_is_proved_is_best_and_what_is_published_holds(
        rows in rows(),
        asked in select(RANDOM_MODELS.to_vec()),
        limit in select(vec![0.0, 0.3, 0.6, 1.0]),
        algorithm in select(vec!["optimal", "exhaustive", "auto"]),
    ) {
        let (table, terms) = (table(&rows), terms(asked, limit, algorithm));
        let best = least_loss(&terms.problem(&table).unwrap(), &rows, asked);
        match terms.plan(&table) {
            Ok(plan) => {
                let best = best.unwrap();
                prop_assert!(plan.value >= best - 1e-9, "{} is better than the best, {best}", plan.value);
                if plan.stopped == Stop::Proved {
                    prop_assert!((plan.value - best).abs() < 1e-9, "{} is proved, {best} is best", plan.value);
                }
                if let Some(bound) = plan.upper_bound {
                    prop_assert!(bound <= best + 1e-9, "bound {bound}, best {best}");
                }
                let release = terms.publish(&table, &plan).unwrap();
                prop_assert!(release.table.column("who").is_none());
                let mut classes: BTreeMap<[&str; 2], Vec<Row>> = BTreeMap::new();
                for (place, &row) in release.rows.iter().enumerate() {
                    let label = |column: usize| release.table.columns()[column].value(place);
                    classes.entry([label(0), label(1)]).or_default().push(rows[row as usize]);
                }
                for class in classes.values() {
                    prop_assert!(all_hold(asked, class, &rows), "{asked:?} breaks on {class:?}");
                }
            }
            Err(IncogError::Plan(PlanStageError::Plan(PlanError::Infeasible(_)))) => prop_assert_eq!(best, None),
            Err(IncogError::Plan(PlanStageError::Plan(PlanError::NothingFound(_)))) => {}
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

/// Models that keep a class whole or drop it are proved as those of records are.
#[test]
fn k_and_distinct_l_of_people_are_proved() {
    let rows: Vec<Row> = (0..9).map(|n| [["1", "2", "3"][n % 3], "u", ILL[n % 2], WHO[n % 5]]).collect();
    for algorithm in ["optimal", "exhaustive", "auto"] {
        let plan = terms(&[RandomModel::K(2), RandomModel::Distinct(2)], 0.5, algorithm)
            .plan(&table(&rows))
            .unwrap();
        assert_eq!(plan.stopped, Stop::Proved, "{algorithm}");
    }
}

/// Eight rows a patient: five records are not five people.
#[test]
fn a_crowd_of_records_is_not_a_crowd_of_people() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "patient_id,age,zip,ill\n".to_owned();
    for patient in 0..40 {
        for visit in 0..8 {
            let (age, zip) = (20 + patient / 4, 1000 + patient % 10);
            text += &format!("p{patient},{age},{zip},{}\n", ILL[(patient + visit) % 3]);
        }
    }
    fs::write(folder.path().join("visits.csv"), text).unwrap();
    let job = "input = \"visits.csv\"\noutput = \"out.csv\"\n[columns.patient_id]\nrole = \"person\"\n\
               [columns.age]\nrole = \"quasi-identifier\"\n[columns.zip]\nrole = \"quasi-identifier\"\n\
               [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 5\nl-diversity = 2\n[suppression]\nlimit = 0.0\n";
    let job = incog::Job::from_toml(job, folder.path()).unwrap().with_internal_report(true);
    let outcome = job.run().unwrap();
    let release = fs::read_to_string(&outcome.release).unwrap();
    assert!(!release.contains("patient") && !release.contains("p1,"), "{release}");
    let mut people: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for line in release.lines().skip(1) {
        let (rest, _) = line.rsplit_once(',').unwrap();
        *people.entry(rest.split_once(',').unwrap()).or_default() += 1;
    }
    assert!(people.values().all(|records| *records >= 40), "{people:?}");
    for report in [&outcome.report_json, &folder.path().join("out.csv.internal.json")] {
        let verification = verify_report(report).unwrap();
        assert!(verification.holds, "{}", verification.to_text());
        let claims = verification.checks.iter().filter(|check| check.claim.contains("holds"));
        assert!(claims.count() >= 2);
    }
    assert_eq!(outcome.report.privacy[0].achieved.map(|k| k >= 5.0), Some(true));
    assert_eq!(outcome.report.job.privacy.unit.as_deref(), Some("patient_id"));
}

/// Thirty of forty people have the flu, and at most half of a class may have it: ten of the thirty
/// stay.
#[test]
#[cfg(unix)]
fn who_stays_is_drawn_by_the_secret() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let ill = |n: usize| if n < 30 { "flu".to_owned() } else { format!("ill{n}") };
    let rows: String = (0..40).map(|n| format!("p{n},30,{},ward{}\n", ill(n), n % 15)).collect();
    fs::write(folder.path().join("visits.csv"), format!("patient_id,age,ill,ward\n{rows}")).unwrap();
    let job = "input = \"visits.csv\"\noutput = \"out.csv\"\n[columns.patient_id]\nrole = \"person\"\n\
               [columns.age]\nrole = \"quasi-identifier\"\n[columns.ill]\nrole = \"sensitive\"\n\
               [columns.ward]\nrole = \"insensitive\"\n[privacy]\nalpha-k-anonymity = { k = 5, alpha = 0.5 }\n\
               [suppression]\nlimit = 0.9\n[release]\nsecret = \"key\"\n\
               [waivers]\n\"ward: singles people out\" = \"a test\"\n";
    let stay = |secret: &str| {
        fs::write(folder.path().join("key"), secret).unwrap();
        fs::set_permissions(folder.path().join("key"), fs::Permissions::from_mode(0o600)).unwrap();
        let outcome =
            incog::Job::from_toml(job, folder.path()).unwrap().replacing_output(true).run().unwrap();
        assert_eq!(outcome.report.solution.rows_kept, 20);
        fs::read_to_string(&outcome.release).unwrap()
    };
    let first = stay("a secret of sixteen bytes");
    assert_eq!(first, stay("a secret of sixteen bytes"));
    // That both draw the same ten has a chance of 1 in 30,045,015.
    assert_ne!(first, stay("another secret, of more bytes"));
}

/// Which row is whose is not known where a class lost some of its equal rows; a distance that is
/// told as "at most" is told so all the same.
#[test]
fn what_is_told_at_most_is_so_where_people_are_not_known() {
    let folder = tempfile::tempdir().unwrap();
    let table = "who,q,ill\np1,1,a\np2,1,a\np3,1,b\np4,2,a\np5,2,b\np6,2,b\n";
    fs::write(folder.path().join("table.csv"), table).unwrap();
    let job = "input = \"table.csv\"\noutput = \"out.csv\"\n\
               [columns]\nwho = { role = \"person\" }\nill = { role = \"sensitive\" }\n\
               q = { role = \"quasi-identifier\", hierarchy = { flat = true }, max_level = 0 }\n\
               [suppression]\nlimit = 1.0\n[privacy]\nk-anonymity = 2\nt-closeness = { t = 0.1, distance = \"equal\" }\n";
    let outcome = incog::Job::from_toml(job, folder.path()).unwrap().run().unwrap();
    assert!(outcome.report.solution.rows_suppressed > Some(0));
    let verification = verify_report(&outcome.report_json).unwrap();
    assert_eq!(verification.refuted().collect::<Vec<_>>(), Vec::<&incog::verify::Check>::new());
}

/// The k that c stands for is a share of all people: whether the suppressed record is about one
/// more of them must not be told, neither by k nor by the figures in units of it.
#[test]
fn how_many_people_there_are_is_not_told_by_a_share_of_them() {
    let reported = |suppressed: &str| {
        let folder = tempfile::tempdir().unwrap();
        let known: String =
            (1..=5).map(|n| format!("p{n},1,{},{}\n", ILL[n % 2], ["h", "i"][n % 2])).collect();
        fs::write(folder.path().join("table.csv"), format!("who,q,ill,house\n{known}{suppressed},9,flu,h\n"))
            .unwrap();
        let job = "input = \"table.csv\"\noutput = \"out.csv\"\n\
                   [columns]\nwho = { role = \"person\" }\nill = { role = \"sensitive\" }\n\
                   house = { role = \"provider\" }\n\
                   q = { role = \"quasi-identifier\", hierarchy = { flat = true }, max_level = 0 }\n\
                   [suppression]\nlimit = 1.0\n[privacy]\nc-mixture = 0.5\n[utility]\nobjective = \"cpgen\"\n[search]\nalgorithm = \"exhaustive\"\n";
        let outcome = incog::Job::from_toml(job, folder.path()).unwrap().run().unwrap();
        assert_eq!(outcome.report.solution.rows_suppressed, Some(1));
        let verification = verify_report(&outcome.report_json).unwrap();
        assert_eq!(verification.refuted().collect::<Vec<_>>(), Vec::<&incog::verify::Check>::new());
        let page = fs::read_to_string(&outcome.report_html).unwrap();
        crate::beside_the_release::without_search(&outcome.public_json, &page)
    };
    // Five people and six: half of them are two and three.
    assert_eq!(reported("p1"), reported("p6"));
}
