//! Judgements against counting by hand, and m-privacy against taking every coalition's rows out of
//! the table.

use super::*;
use incog_data::{ColumnBuilder, CountedTable, Table};
use incog_privacy::{DiversityKind, ModelSpec, Value};
use proptest::prelude::*;

fn named<const N: usize>(model: &str, parameters: [(&str, Value); N]) -> ModelSpec {
    ModelSpec::named(model, parameters).unwrap()
}

fn k(k: i64) -> ModelSpec {
    named("k-anonymity", [("k", k.into())])
}

fn providers(m: i64) -> ModelSpec {
    named("provider-diversity", [("m", m.into())])
}

fn m_privacy(m: i64) -> ModelSpec {
    named("m-privacy", [("m", m.into())])
}

fn c_mixture(c: f64) -> ModelSpec {
    named("c-mixture", [("c", c.into())])
}

/// A model of a sensitive column, or of their combinations.
fn model_of<const N: usize>(model: &str, parameters: [(&str, Value); N], of: &Scope) -> ModelSpec {
    let scope = match of {
        Scope::Each => None,
        Scope::Column(column) => Some(("column", Value::from(*column))),
        Scope::Joint => Some(("joint", true.into())),
    };
    ModelSpec::named(model, parameters.into_iter().chain(scope)).unwrap()
}

#[derive(Clone)]
enum Scope {
    Each,
    Column(&'static str),
    Joint,
}

fn l(l: f64, kind: DiversityKind, scope: &Scope) -> ModelSpec {
    match kind {
        DiversityKind::Distinct => model_of("l-diversity", [("l", l.into())], scope),
        DiversityKind::Entropy => {
            model_of("l-diversity", [("l", l.into()), ("kind", "entropy".into())], scope)
        }
        DiversityKind::Recursive { c } => {
            let parameters = [("l", l.into()), ("kind", "recursive".into()), ("c", c.into())];
            model_of("l-diversity", parameters, scope)
        }
    }
}

fn t(t: f64, scope: &Scope) -> ModelSpec {
    model_of("t-closeness", [("t", t.into())], scope)
}

fn ill() -> Scope {
    Scope::Column("ill")
}

fn demand(models: &[ModelSpec]) -> Demand {
    let sensitive = ["ill", "ward"].map(|name| (name.to_owned(), MissingAs::default()));
    Demand {
        models: models.to_vec(),
        quasi_identifiers: vec!["age".into()],
        sensitive: sensitive.into(),
        aggregated: Vec::new(),
        provider: Some("hospital".into()),
        own_k: None,
        unit: None,
        provider_published: false,
    }
}

fn table(rows: &[[usize; 4]]) -> Table {
    let column = |place: usize, name: &str| {
        let mut builder = ColumnBuilder::new(name);
        rows.iter().for_each(|row| builder.push(&row[place].to_string()));
        builder.finish(&[])
    };
    let columns = ["age", "ill", "ward", "hospital"];
    Table::new(columns.iter().enumerate().map(|(place, name)| column(place, name)).collect()).unwrap()
}

fn judged(models: &[ModelSpec], original: &Table, release: &Table) -> Vec<Judgement> {
    judged_counted(models, original.into(), release.into())
}

fn judged_counted(
    models: &[ModelSpec],
    original: CountedTable<'_>,
    release: CountedTable<'_>,
) -> Vec<Judgement> {
    judge(&demand(models), &Evidence { original, release, hierarchies: &BTreeMap::new(), population: None })
        .unwrap()
}

/// Two classes: ages 0 and 1.
fn two_classes() -> Table {
    table(&[[0, 0, 0, 0], [0, 0, 1, 0], [0, 1, 2, 1], [1, 0, 3, 0], [1, 1, 3, 1], [1, 2, 3, 2], [1, 0, 3, 2]])
}

#[test]
fn every_demand_is_an_entry_in_the_order_of_the_job() {
    let models = [
        k(3),
        l(2.0, DiversityKind::Distinct, &ill()),
        l(1.0, DiversityKind::Distinct, &ill()),
        l(2.0, DiversityKind::Recursive { c: 3.0 }, &ill()),
        t(0.9, &Scope::Each),
        t(0.8, &Scope::Joint),
        c_mixture(0.3),
        providers(2),
        m_privacy(1),
    ];
    let release = two_classes();
    let facts: Vec<PrivacyFacts> = judged(&models, &release, &release).iter().map(Judgement::facts).collect();
    let names: Vec<String> = facts.iter().map(PrivacyFacts::name).collect();
    assert_eq!(
        names,
        [
            "k-anonymity",
            "l-diversity (distinct) of ill",
            "l-diversity (distinct) of ill",
            "l-diversity (recursive, l = 2) of ill",
            "t-closeness (euclidean) of ill",
            "t-closeness (euclidean) of ward",
            "t-closeness (euclidean, joint) of ill x ward",
            "c-mixture (c = 0.3: k)",
            "c-mixture (c = 0.3: l) of ill",
            "c-mixture (c = 0.3: l) of ward",
            "c-mixture (c = 0.3: m)",
            "provider-diversity",
            "m-privacy"
        ]
    );
    assert_eq!(facts[0].achieved, Some(3.0));
    assert_eq!((facts[1].required, facts[2].required), (2.0, 1.0));
    // Class 0 has counts 2, 1; class 1 has 2, 1, 1: ratios 2/1 and 2/2.
    assert_eq!(facts[3].to_string(), "l-diversity (recursive, l = 2) of ill: c needed 2 (required: below 3)");
    // Records 7, values 3 and 4, providers 3, of each 0.3.
    let required: Vec<f64> = facts[7..11].iter().map(|facts| facts.required).collect();
    assert_eq!(required, [2.0, 1.0, 2.0, 1.0]);
    // Ward 3 stands alone in class 1.
    assert_eq!((facts[9].achieved, facts[9].satisfied), (Some(1.0), false));
}

#[test]
fn equal_is_not_enough_for_recursive_diversity() {
    let release = two_classes();
    let recursive = |c: f64| {
        let model = l(2.0, DiversityKind::Recursive { c }, &ill());
        judged(&[model], &release, &release)[0].is_satisfied()
    };
    assert_eq!((recursive(2.0), recursive(3.0)), (false, true));
}

/// In the table ill 0 has 4 of 7, 1 has 2, 2 has 1; class 0 has 2, 1, 0 of them and class 1 has 2,
/// 1, 1.
#[test]
fn figures_of_shares_and_numbers_by_hand() {
    let models = [
        named("maximum-risk", [("risk", 0.4.into())]),
        named("k-map", [("k", 6.into()), ("sampling_fraction", 0.25.into())]),
        named(
            "alpha-k-anonymity",
            [
                ("k", 3.into()),
                ("alpha", 0.25.into()),
                ("column", "ill".into()),
                ("values", Value::Texts(vec!["1".to_owned(), "2".to_owned()])),
            ],
        ),
        named("p-sensitive-k-anonymity", [("p", 2.into()), ("k", 3.into()), ("column", "ill".into())]),
        named("k-e-anonymity", [("k", 2.into()), ("e", 1.5.into()), ("column", "ill".into())]),
        named("beta-likeness", [("beta", 0.75.into()), ("kind", "basic".into()), ("column", "ill".into())]),
        named("beta-likeness", [("beta", 0.7.into()), ("column", "ill".into())]),
        named("delta-disclosure", [("delta", 9.0.into()), ("column", "ill".into())]),
    ];
    let release = two_classes();
    let found = judged(&models, &release, &release);
    let facts: Vec<PrivacyFacts> = found.iter().map(Judgement::facts).collect();
    let told: Vec<(String, String, bool)> = facts
        .iter()
        .map(|facts| (facts.name(), facts.figure(|figure| format!("{figure:.4}")), facts.satisfied))
        .collect();
    let expected = [
        ("maximum-risk", "0.3333", true),
        // Three or more, of a mean of 1.5, if there are any: (1 - 3.625 / e^1.5) / (1 - 1 / e^1.5).
        ("k-map (k = 6, estimated, zero-truncated Poisson)", "0.2461", false),
        ("alpha-k-anonymity (k)", "3.0000", true),
        ("alpha-k-anonymity (alpha of 1, 2) of ill", "0.3333", false),
        ("p-sensitive-k-anonymity (k)", "3.0000", true),
        ("p-sensitive-k-anonymity (p) of ill", "2.0000", true),
        ("k-e-anonymity (k) of ill", "2.0000", true),
        ("k-e-anonymity (e) of ill", "1.0000", false),
        // Ill 2: (1/4 - 1/7) / (1/7), and that over ln 7.
        ("beta-likeness (basic) of ill", "0.7500", true),
        ("beta-likeness (enhanced) of ill", "0.7500", false),
        ("beta-likeness (enhanced, in units of -ln p) of ill", "0.3854", true),
        // Class 0 has no ill 2.
        ("delta-disclosure (ratio of shares) of ill", "no delta suffices", false),
    ];
    let expected = expected.map(|(name, figure, holds)| (name.to_owned(), figure.to_owned(), holds));
    assert_eq!(told, expected);
}

fn near(figure: Option<f64>, of: f64) -> bool {
    figure.is_some_and(|figure| (figure - of).abs() < 1e-12)
}

/// Class 0 has (1, 1) of ill 0 and 1, class 1 has (3, 1) of them; two records with ill 0 are gone.
/// The share of 0 is 6/8 in the table and 4/6 in the release.
#[test]
fn both_distributions_are_measured() {
    let rows = [[0, 0, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0]];
    let release = table(&rows);
    let original = table(&[&rows[..], &[[2, 0, 0, 0], [3, 0, 0, 0]]].concat());
    let asked = [("t", 0.25.into()), ("distance", "equal".into()), ("column", "ill".into())];
    let close = named("t-closeness", asked.clone());
    let [distance, how, column] = asked;
    let of_release = named("t-closeness", [distance, how, column, ("reference", "release".into())]);
    let found = judged(&[close, of_release], &original, &release);
    let facts: Vec<PrivacyFacts> = found.iter().map(Judgement::facts).collect();
    let told: Vec<(Option<f64>, Option<f64>, bool)> =
        facts.iter().map(|facts| (facts.achieved, facts.against_release, facts.satisfied)).collect();
    // |1/2 - 6/8| and |1/2 - 4/6|: the demand is 1/4.
    assert!(near(told[0].0, 0.25) && near(told[0].1, 1.0 / 6.0) && told[0].2, "{told:?}");
    assert_eq!((told[1].0, told[1].1), (Some(0.25), None));
    assert!(near(told[2].0, 1.0 / 6.0) && told[2].1.is_none() && told[2].2);
    assert_eq!(facts[2].name(), "t-closeness (equal, against the release) of ill");
    let whole = judged(&[named("t-closeness", [("t", 0.25.into())])], &release, &release);
    assert!(whole.iter().all(|one| one.facts().against_release.is_none()), "both are one");
}

/// The definitions, record by record.
fn by_definition(model: &str, parameter: f64, rows: &[[usize; 4]]) -> bool {
    let share = |rows: &[[usize; 4]], ill: usize| {
        rows.iter().filter(|row| row[1] == ill).count() as f64 / rows.len() as f64
    };
    let classes = (0..2).map(|age| rows.iter().filter(|row| row[0] == age).copied().collect::<Vec<_>>());
    let mut classes = classes.filter(|class| !class.is_empty());
    classes.all(|class| {
        let pairs = (0..3).map(|ill| (share(rows, ill), share(&class, ill))).filter(|pair| pair.0 > 0.0);
        let ill = || class.iter().map(|row| row[1]);
        match model {
            "maximum-risk" => 1.0 / class.len() as f64 <= parameter + 1e-9,
            "k-e-anonymity" => (ill().max().unwrap() - ill().min().unwrap()) as f64 >= parameter,
            "basic" => pairs.into_iter().all(|(p, q)| (q - p) / p <= parameter + 1e-9),
            "enhanced" => {
                pairs.into_iter().all(|(p, q)| q <= p || (q - p) / p <= parameter.min(-p.ln()) + 1e-9)
            }
            _ => pairs.into_iter().all(|(p, q)| (q / p).ln().abs() < parameter),
        }
    })
}

#[test]
fn without_providers_only_what_needs_them_is_not_shown() {
    let (original, release) = (two_classes(), two_classes());
    let columns = release.into_columns().into_iter().filter(|column| column.name != "hospital").collect();
    let release = Table::new(columns).unwrap();
    let found = judged(&[k(3), providers(2), m_privacy(1)], &original, &release);
    assert!(found[0].is_satisfied());
    for judgement in &found[1..] {
        assert_eq!(judgement.figure, Figure::NotShown(Unshown::Providers));
        assert!(!judgement.is_satisfied() && !judgement.facts().satisfied);
    }
}

#[test]
fn of_k_alone_any_number_of_providers_is_tried() {
    // 200 providers, one record each, in one class: coalitions of 5 are 2.5 thousand million.
    let rows: Vec<[usize; 4]> = (0..200).map(|row| [0, 0, 0, row]).collect();
    let release = table(&rows);
    let achieved = |least: i64| judged(&[k(least), m_privacy(5)], &release, &release)[1].facts().achieved;
    assert_eq!((achieved(195), achieved(197)), (Some(5.0), Some(3.0)));
    let distinct = l(1.0, DiversityKind::Distinct, &Scope::Each);
    let two_models = judged(&[k(5), distinct, m_privacy(5)], &release, &release);
    assert_eq!(two_models.last().unwrap().figure, Figure::NotShown(Unshown::Coalitions));
}

#[test]
fn a_class_size_follows_from_whichever_model_asks_for_most() {
    let original = two_classes();
    let sizes = |models: &[ModelSpec]| {
        let criteria = criteria(&demand(models), &original);
        (required_k(&criteria), smallest_class(&criteria))
    };
    let each = Scope::Each;
    assert_eq!(sizes(&[k(3), l(5.0, DiversityKind::Distinct, &each), m_privacy(2)]), (3, 7));
    assert_eq!(sizes(&[c_mixture(0.6)]), (4, 4));
    assert_eq!(sizes(&[l(2.5, DiversityKind::Entropy, &each)]), (1, 3));
    assert_eq!(sizes(&[t(0.1, &each)]), (1, 1));
}

/// The number of colluding providers withstood, up to `m`: each coalition's rows are taken out of
/// the whole table, which is judged again.
fn by_removal(models: &[ModelSpec], release: &Table, m: u8) -> f64 {
    let hospital = release.column("hospital").unwrap();
    let classes = |table: &Table| {
        let mut ages = table.column("age").unwrap().codes.iter().collect::<Vec<u32>>();
        ages.sort_unstable();
        ages.dedup();
        ages.len()
    };
    let withstands = |coalition: u32| {
        let of_row = |row: usize| hospital.value(row).parse::<u32>().unwrap();
        let rows: Vec<usize> = (0..release.rows()).filter(|&row| coalition >> of_row(row) & 1 == 0).collect();
        let rest = release.with_rows(&rows);
        classes(&rest) == classes(release)
            && judged(models, release, &rest).iter().all(Judgement::is_satisfied)
    };
    let all = |size: u32| (0..1u32 << 4).filter(|set| set.count_ones() == size).all(withstands);
    let breached = (0..=m).find(|&size| !all(size.into()));
    f64::from(breached.map_or(m, |size| size.saturating_sub(1)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn coalitions_are_those_of_the_whole_table(
        rows in prop::collection::vec([0..2usize, 0..3, 0..2, 0..4], 1..24),
        m in 1..5u8,
        model in 0..6usize,
    ) {
        let mut models = match model {
            0 => vec![k(2)],
            1 => vec![l(2.0, DiversityKind::Distinct, &ill())],
            2 => vec![k(2), t(0.7, &ill())],
            3 => vec![providers(2)],
            4 => vec![l(1.5, DiversityKind::Entropy, &Scope::Joint)],
            _ => vec![c_mixture(0.25)],
        };
        let release = table(&rows);
        let withstood = by_removal(&models, &release, m);
        models.push(m_privacy(m.into()));
        let found = judged(&models, &release, &release).pop().unwrap();
        prop_assert_eq!(found.facts().achieved, Some(withstood));
    }

    #[test]
    fn shares_and_numbers_are_judged_by_their_definitions(
        rows in prop::collection::vec([0..2usize, 0..3, 0..2, 0..4], 1..24),
        // No ratio of two small counts has a logarithm like this, so equality does not occur.
        parameter in prop_oneof![Just(0.2501f64), Just(0.5003), Just(0.8111), Just(1.7007)],
    ) {
        let release = table(&rows);
        let ill = || ("column", Value::from("ill"));
        let risk = parameter.min(1.0);
        let models = [
            ("maximum-risk", risk, named("maximum-risk", [("risk", risk.into())])),
            ("k-e-anonymity", parameter, named("k-e-anonymity", [("k", 1.into()), ("e", parameter.into()), ill()])),
            ("basic", parameter,
             named("beta-likeness", [("beta", parameter.into()), ("kind", "basic".into()), ill()])),
            ("enhanced", parameter, named("beta-likeness", [("beta", parameter.into()), ill()])),
            ("delta", parameter, named("delta-disclosure", [("delta", parameter.into()), ill()])),
        ];
        for (name, parameter, model) in models {
            let found = judged(&[model], &release, &release).iter().all(Judgement::is_satisfied);
            prop_assert_eq!(found, by_definition(name, parameter, &rows), "{}", name);
        }
    }

    #[test]
    fn a_counted_release_is_judged_as_its_records(
        rows in prop::collection::vec(([0..2usize, 0..3, 0..2, 0..4], 1..4u32), 1..12),
        m in 1..4u8,
    ) {
        let once = table(&rows.iter().map(|row| row.0).collect::<Vec<_>>());
        let counts: Vec<u32> = rows.iter().map(|row| row.1).collect();
        let each: Vec<[usize; 4]> =
            rows.iter().flat_map(|&(row, count)| std::iter::repeat_n(row, count as usize)).collect();
        let each = table(&each);
        let models = [
            k(3),
            l(2.0, DiversityKind::Distinct, &ill()),
            l(1.5, DiversityKind::Entropy, &Scope::Joint),
            t(0.4, &ill()),
            providers(2),
            c_mixture(0.25),
            named("beta-likeness", [("beta", 0.8.into())]),
            named("delta-disclosure", [("delta", 1.5.into())]),
            named("k-e-anonymity", [("k", 2.into()), ("e", 1.0.into())]),
            named("maximum-risk", [("risk", 0.3.into())]),
            m_privacy(m.into()),
        ];
        let counted = CountedTable::new(&once, &counts).unwrap();
        prop_assert_eq!(judged_counted(&models, counted, counted), judged(&models, &each, &each));
    }
}
