//! Figures from the literature, and the distances computed by their defining formulas.
#![allow(clippy::unwrap_used)]

use crate::*;
use incog_data::{CellCount, ClassView, Hierarchy, Kept, SensitiveAttribute};
use proptest::prelude::*;

fn attribute(values: &[&str], totals: &[u64]) -> SensitiveAttribute {
    SensitiveAttribute {
        name: "sensitive".into(),
        values: values.iter().map(|value| value.to_string()).collect(),
        of_cell: (0..values.len() as u32).collect(),
        totals: totals.to_vec(),
        ..SensitiveAttribute::default()
    }
}

fn measure(model: &impl ClassModel, counts: &[u32]) -> f64 {
    model.measure(&ClassView::new(&cells(counts)))
}

fn holds(model: &impl ClassModel, counts: &[u32]) -> bool {
    model.holds(&ClassView::new(&cells(counts)))
}

fn cells(counts: &[u32]) -> Vec<CellCount> {
    let present = (0..).zip(counts).filter(|(_, count)| **count > 0);
    present.map(|(cell, &count)| CellCount { cell, count }).collect()
}

/// Li et al. 2007, section 5.2: salaries of 3k to 11k, each once; {3k, 4k, 5k} lies 0.375 and
/// {6k, 8k, 11k} lies 0.167 from them; table 5 has 0.167-closeness.
#[test]
fn salaries_of_li_et_al() {
    let values = ["3000", "4000", "5000", "6000", "7000", "8000", "9000", "10000", "11000"];
    let salary = attribute(&values, &[1; 9]);
    let ordered = TCloseness::new(&salary, 0.375, Distance::Ordered).unwrap();
    assert!((measure(&ordered, &[1, 1, 1]) - 0.375).abs() < 1e-12);
    assert!(holds(&ordered, &[1, 1, 1]));
    for (class, expected) in [
        ([0, 0, 0, 1, 0, 1, 0, 0, 1], 1.0 / 6.0),
        ([1, 0, 1, 0, 0, 0, 1, 0, 0], 1.0 / 6.0),
        ([0, 1, 0, 0, 1, 0, 0, 1, 0], 1.0 / 12.0),
    ] {
        assert!((measure(&ordered, &class) - expected).abs() < 1e-12);
    }
}

/// Li et al. 2007, figure 1: flu and bronchitis are 1/3 apart, flu and pulmonary embolism 2/3, flu
/// and stomach cancer 1.
#[test]
fn diseases_of_li_et_al() {
    let rows = [
        ["flu", "respiratory infection", "respiratory", "*"],
        ["bronchitis", "respiratory infection", "respiratory", "*"],
        ["pulmonary embolism", "vascular lung", "respiratory", "*"],
        ["stomach cancer", "stomach", "digestive", "*"],
    ];
    let hierarchy = Hierarchy::new(rows).unwrap();
    let disease = attribute(&rows.map(|row| row[0]), &[1; 4]);
    for (other, expected) in [(0, 0.0), (1, 1.0 / 3.0), (2, 2.0 / 3.0), (3, 1.0)] {
        let mut reference = [0.0; 4];
        reference[other] = 1.0;
        let distance = Distance::Hierarchical(&hierarchy);
        let model = TCloseness::with_reference(&disease, &reference, 0.5, distance).unwrap();
        assert!((measure(&model, &[3]) - expected).abs() < 1e-12);
    }
}

/// Machanavajjhala et al. 2007, section 2 and figure 3: the classes of the 3-diverse table have the
/// three diseases twice, once and once; -sum p ln p = 1.5 ln 2, and r_1 = 2 < c (r_2 + r_3) = 2c.
#[test]
fn inpatients_of_machanavajjhala_et_al() {
    let disease = attribute(&["cancer", "heart disease", "viral infection"], &[6, 3, 3]);
    let class = [2, 1, 1];
    assert!(holds(&DistinctLDiversity::new(&disease, 3).unwrap(), &class));
    assert!(!holds(&DistinctLDiversity::new(&disease, 2).unwrap(), &[4]));
    let entropy = EntropyLDiversity::new(&disease, 3.0).unwrap();
    assert!((measure(&entropy, &class) - 1.5f64.exp2()).abs() < 1e-12);
    assert!(!holds(&entropy, &class));
    assert!(!holds(&RecursiveLDiversity::new(&disease, 1.0, 2).unwrap(), &class));
    assert!(holds(&RecursiveLDiversity::new(&disease, 1.01, 2).unwrap(), &class));
}

/// Wong et al. 2006: in a class of one HIV and one flu each is one half, so it is (0.5,
/// 2)-anonymous; a class of two HIV is not. Of seven records floor(0.5 * 7) = 3 may share a value.
#[test]
fn shares_of_wong_et_al() {
    let illness = attribute(&["HIV", "flu", "fever"], &[2, 3, 2]);
    let half = AlphaDeassociation::new(&illness, 0.5).unwrap();
    assert!(holds(&half, &[1, 1]) && !holds(&half, &[2]) && !holds(&half, &[2, 1]));
    assert!(holds(&half, &[2, 3, 2]) && !holds(&half, &[4, 1, 2]));
    assert_eq!((measure(&half, &[3, 1]), half.minimum_size()), (0.75, 2));
    // Of 9, 2 and 1 records six may stay: 3, 2 and 1.
    let class = cells(&[9, 2, 1]);
    let class = ClassView::new(&class);
    let retained = half.retain(&class);
    assert_eq!((retained.kept.count(&class), retained.at_most), (6, 6));
    assert_eq!(half.retain_up_to(&class, 4).kept.count(&class), 4);
}

/// The simple model of Wong et al. names one sensitive value; with two, each has an alpha of its
/// own.
#[test]
fn only_the_values_that_are_named_count() {
    let illness = attribute(&["HIV", "flu", "fever"], &[2, 3, 2]);
    let half = |values: &[&str]| {
        let values: Vec<String> = values.iter().map(|value| value.to_string()).collect();
        AlphaDeassociation::new(&illness, 0.5).unwrap().only_of(&illness, &values)
    };
    let hiv = half(&["HIV"]);
    assert!(holds(&hiv, &[0, 9]) && holds(&hiv, &[2, 2]) && !holds(&hiv, &[2, 1]));
    assert_eq!((measure(&hiv, &[1, 3]), measure(&hiv, &[0, 9]), hiv.minimum_size()), (0.25, 0.0, 1));
    // Of 9, 2 and 1 records six may stay: as many with HIV as without.
    let class = cells(&[9, 2, 1]);
    let class = ClassView::new(&class);
    let retained = hiv.retain(&class);
    assert_eq!((retained.kept.count(&class), retained.at_most), (6, 6));
    assert_eq!(half(&["flu", "fever"]).retain(&class).kept, Kept::All);
    // Nobody has it: there is nothing to bound.
    let nobody = half(&["gout"]);
    assert!(holds(&nobody, &[9, 9]));
    assert_eq!((measure(&nobody, &[9, 9]), nobody.retain(&class).kept), (0.0, Kept::All));
}

/// HAEF, eq. 2: 3 of 4 against 1 of 2 is sqrt(2)/4; all limits count as reached.
#[test]
fn euclidean_distance() {
    let risk = attribute(&["no", "yes"], &[300, 300]);
    let model = TCloseness::new(&risk, 2f64.sqrt() / 4.0, Distance::Euclidean).unwrap();
    assert!((measure(&model, &[3, 1]) - 2f64.sqrt() / 4.0).abs() < 1e-15);
    assert!(holds(&model, &[3, 1]));
    assert!(!holds(&model, &[301, 100]));
}

#[test]
fn limits_that_are_met_exactly_hold() {
    for values in 1..60usize {
        let names: Vec<String> = (0..values).map(|value| value.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let attribute = attribute(&names, &vec![7; values]);
        let even = vec![7; values];
        let entropy = EntropyLDiversity::new(&attribute, values as f64).unwrap();
        assert!(holds(&entropy, &even) && entropy.minimum_size() == values as u64);
        for distance in [Distance::Euclidean, Distance::Equal, Distance::Ordered] {
            assert!(holds(&TCloseness::new(&attribute, 0.0, distance).unwrap(), &even));
        }
        // r_1 = c * (r_1 + ... + r_m) is not less, whatever the rounding of c.
        let recursive = RecursiveLDiversity::new(&attribute, 1.0 / values as f64, 1).unwrap();
        assert!(!holds(&recursive, &even));
    }
}

/// Counts and totals whose products exceed 32 and 64 bits.
#[test]
fn billions_of_records_do_not_overflow() {
    let hierarchy = Hierarchy::new([["a", "x", "*"], ["b", "y", "*"]]).unwrap();
    let attribute = attribute(&["a", "b"], &[5_000_000_000, 5_000_000_000]);
    let model = TCloseness::new(&attribute, 0.3, Distance::Hierarchical(&hierarchy)).unwrap();
    let cells = cells(&[u32::MAX]);
    let class = ClassView::new(&cells);
    assert!((model.measure(&class) - 0.5).abs() < 1e-12);
    assert!(!model.holds(&class));
}

#[test]
fn refuses_parameters_outside_their_range() {
    let attribute = attribute(&["a", "b"], &[1, 1]);
    let close = |t, distance| TCloseness::new(&attribute, t, distance);
    assert!(matches!(KAnonymity::new(0), Err(ParameterError::Zero { .. })));
    for alpha in [0.0, -0.5, 1.5, f64::NAN] {
        let model = AlphaDeassociation::new(&attribute, alpha);
        assert!(matches!(model, Err(ParameterError::OutOfRange { .. })));
    }
    assert!(matches!(DistinctLDiversity::new(&attribute, 0), Err(ParameterError::Zero { .. })));
    assert!(matches!(EntropyLDiversity::new(&attribute, 0.9), Err(ParameterError::OutOfRange { .. })));
    let recursive = RecursiveLDiversity::new(&attribute, 0.0, 2);
    assert!(matches!(recursive, Err(ParameterError::OutOfRange { .. })));
    for t in [-0.1, f64::NAN, f64::INFINITY] {
        assert!(matches!(close(t, Distance::Equal), Err(ParameterError::OutOfRange { .. })));
    }
    assert!(matches!(close(0.1, Distance::Ordered), Err(ParameterError::NotNumeric { .. })));
    let order = ["a".to_owned()];
    let ordered = close(0.1, Distance::OrderedAs(&order));
    assert!(matches!(ordered, Err(ParameterError::NotInOrder { value, .. }) if value == "b"));
    let hierarchy = Hierarchy::new([["a", "*"]]).unwrap();
    let hierarchical = close(0.1, Distance::Hierarchical(&hierarchy));
    assert!(matches!(hierarchical, Err(ParameterError::NotInHierarchy { value, .. }) if value == "b"));
    let reference = TCloseness::with_reference(&attribute, &[1.0], 0.1, Distance::Equal);
    assert!(matches!(reference, Err(ParameterError::Reference { found: 1, expected: 2, .. })));
}

/// The release of Machanavajjhala et al. 2007, figure 3, against its table: of 12 records 3 have
/// heart disease, 4 a viral infection, 5 cancer; its classes have (1, 1, 2), (1, 2, 1) and (1, 1,
/// 2) of them. Cancer goes from 5/12 to 1/2, a viral infection from 1/3 to 1/2 or 1/4.
#[test]
fn likeness_and_disclosure_of_the_inpatients() {
    let condition = attribute(&["Heart Disease", "Viral Infection", "Cancer"], &[3, 4, 5]);
    let basic = BetaLikeness::new(&condition, 0.5, LikenessKind::Basic).unwrap();
    let enhanced = BetaLikeness::new(&condition, 9.0, LikenessKind::Enhanced).unwrap();
    let ratio = DeltaDisclosure::new(&condition, 0.52).unwrap();
    for (class, gain, distance) in [([1, 1, 2], 0.2, (4f64 / 3.0).ln()), ([1, 2, 1], 0.5, (5f64 / 3.0).ln())]
    {
        assert!((measure(&basic, &class) - gain).abs() < 1e-12 && holds(&basic, &class));
        assert!((measure(&enhanced, &class) - gain).abs() < 1e-12 && holds(&enhanced, &class));
        assert!((measure(&ratio, &class) - distance).abs() < 1e-12 && holds(&ratio, &class));
    }
    assert!(!holds(&DeltaDisclosure::new(&condition, 0.51).unwrap(), &[1, 2, 1]));
    // Equal is not enough for delta, and is for beta.
    assert!(!holds(&DeltaDisclosure::new(&condition, 2f64.ln()).unwrap(), &[2, 1, 1]));
    assert!(!holds(&BetaLikeness::new(&condition, 0.49, LikenessKind::Basic).unwrap(), &[1, 2, 1]));
    // Everybody has cancer: 12/5 times as frequent, more than 1 - ln(5/12), so no beta of the
    // enhanced kind would do.
    assert!((measure(&basic, &[0, 0, 4]) - 1.4).abs() < 1e-12);
    assert_eq!(measure(&enhanced, &[0, 0, 4]), f64::INFINITY);
    assert!(!holds(&enhanced, &[0, 0, 4]) && measure(&ratio, &[0, 0, 4]).is_infinite());
}

/// Salaries of Li et al. 2007, table 3: each of its classes of three has three numbers; {3000,
/// 4000, 5000} span 2000.
#[test]
fn ranges_of_salaries() {
    let salary = attribute(&["3000", "4000", "5000", "6000", "11000", "8000"], &[1; 6]);
    let range = NumberRange::new(&salary, 2000.0).unwrap();
    assert_eq!((measure(&range, &[1, 1, 1]), measure(&range, &[0, 0, 0, 1, 1, 1])), (2000.0, 5000.0));
    assert!(holds(&range, &[1, 1, 1]) && !holds(&range, &[0, 5, 2]) && !holds(&range, &[3]));
    let ill = attribute(&["flu", "3"], &[1, 1]);
    let refused = NumberRange::new(&ill, 1.0).unwrap_err();
    assert!(matches!(refused, ParameterError::NotNumbers { found: 1, values: 2, .. }));
    let missing = SensitiveAttribute { missing: vec![0], ..ill };
    assert_eq!(measure(&NumberRange::new(&missing, 1.0).unwrap(), &[4, 1]), 0.0);
}

/// Li et al. 2007, section 5.3: the sum over the inner nodes of height(N)/H times the lesser of the
/// positive and the negative extra of the node's children.
fn hierarchical_by_definition(hierarchy: &Hierarchy, extra: &[f64]) -> f64 {
    let height = hierarchy.height();
    let mut cost = 0.0;
    for level in 1..=height {
        for label in 0..hierarchy.labels(level).len() as u32 {
            let below = |value: &u32| hierarchy.label_code(level, *value) == label;
            let mut children = std::collections::BTreeMap::new();
            for value in (0..hierarchy.values() as u32).filter(below) {
                *children.entry(hierarchy.label_code(level - 1, value)).or_insert(0.0) +=
                    extra[value as usize];
            }
            let positive: f64 = children.values().map(|extra| extra.max(0.0)).sum();
            let negative: f64 = children.values().map(|extra| (-extra).max(0.0)).sum();
            cost += level as f64 / height as f64 * positive.min(negative);
        }
    }
    cost
}

proptest! {
    #[test]
    fn distances_are_what_their_formulas_say(
        counts in prop::collection::vec(0..30u32, 6).prop_filter("not empty", |c| c.iter().any(|&c| c > 0)),
        totals in prop::collection::vec(1..50u64, 6),
    ) {
        let names = ["1", "2", "3", "4", "5", "6"];
        let groups = [("a", "x"), ("a", "x"), ("b", "x"), ("c", "y"), ("c", "y"), ("d", "y")];
        let rows = names.iter().zip(groups).map(|(&name, (low, high))| [name, low, high, "*"]);
        let hierarchy = Hierarchy::new(rows).unwrap();
        let attribute = attribute(&names, &totals);
        let (size, all) = (counts.iter().sum::<u32>() as f64, totals.iter().sum::<u64>() as f64);
        let extra: Vec<f64> = counts.iter().zip(&totals)
            .map(|(&count, &total)| f64::from(count) / size - total as f64 / all).collect();
        let running = extra.iter().scan(0.0, |sum, extra| { *sum += extra; Some(f64::abs(*sum)) });
        let expected = [
            (Distance::Euclidean, extra.iter().map(|extra| extra * extra).sum::<f64>().sqrt()),
            (Distance::Equal, extra.iter().map(|extra| extra.abs()).sum::<f64>() / 2.0),
            (Distance::Ordered, running.sum::<f64>() / 5.0),
            (Distance::Hierarchical(&hierarchy), hierarchical_by_definition(&hierarchy, &extra)),
        ];
        for (distance, expected) in expected {
            let found = measure(&TCloseness::new(&attribute, 0.1, distance).unwrap(), &counts);
            prop_assert!((found - expected).abs() < 1e-12, "{distance:?}: {found}, by formula {expected}");
        }
    }
}

/// Nergiz et al. 2007, the running example: of nine people five are in the table. Generalized to
/// {a, b, c, d, e, f} and {g, h, i} three of six and two of three are, so the table is (1/2,
/// 2/3)-present; with {a, b, c}, {d, e, f} and {g, h, i} it is 2/3, 1/3 and 2/3.
#[test]
fn presence_of_nergiz_et_al() {
    let present = |records: u32, people: u64| {
        let cells = cells(&[records]);
        let class = ClassView::new(&cells).of_population(Some(people));
        let (most, least) = (PresenceAtMost { max: 2.0 / 3.0 }, PresenceAtLeast { min: 0.5 });
        assert_eq!(most.measure(&class), least.measure(&class));
        (most.holds(&class), least.holds(&class))
    };
    assert_eq!([present(3, 6), present(2, 3)], [(true, true); 2]);
    assert_eq!([present(2, 3), present(1, 3), present(3, 4)], [(true, true), (true, false), (false, true)]);
    // Nobody knows how many look like it.
    let unknown = cells(&[3]);
    assert!(!PresenceAtMost { max: 1.0 }.holds(&ClassView::new(&unknown)));
}

/// By definition: 1/2 for each of two records and 1/3 for each of three are 2 classes of 5 records.
#[test]
fn the_average_risk_is_classes_by_records() {
    let release = ReleaseView { kept: &[2, 0, 3], cells: &[] };
    let mean = (2.0 / 2.0 + 3.0 / 3.0) / 5.0;
    assert_eq!(AverageRisk { risk: 0.4 }.measure(&release), Some(mean));
    assert!(AverageRisk { risk: 0.4 }.holds(&release) && !AverageRisk { risk: 0.39 }.holds(&release));
    assert!(AverageRisk { risk: 0.1 }.holds(&ReleaseView { kept: &[0], cells: &[] }), "there is nobody");
}
