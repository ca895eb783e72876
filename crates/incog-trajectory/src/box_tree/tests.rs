//! The tree against looking at every point.

use super::*;
use proptest::prelude::*;

/// All keys by looking at every point.
fn plainly(planes: &[[Vec<f32>; 2]], radii: &[f32], present: &[u32], place: &[[f32; 2]]) -> Vec<u64> {
    let distance = |point: u32| {
        let mut sum = 0.0;
        for (([x, y], from), radius) in planes.iter().zip(place).zip(radii) {
            let (dx, dy) = (x[point as usize] - from[0], y[point as usize] - from[1]);
            sum += ((dx * dx + dy * dy).sqrt() - radius).max(0.0);
        }
        sum
    };
    let mut keys: Vec<u64> = present.iter().map(|&point| key(distance(point), point)).collect();
    keys.sort_unstable();
    keys
}

fn coordinates() -> impl Strategy<Value = Vec<[[f32; 2]; 3]>> {
    // Few values, so that many distances are equal.
    let number = prop_oneof![(-4i8..4).prop_map(f32::from), -1e4f32..1e4];
    let point = prop::array::uniform3(prop::array::uniform2(number));
    prop::collection::vec(point, 1..200)
}

proptest! {
    #[test]
    fn answers_as_looking_at_every_point(
        points in coordinates(),
        place in prop::array::uniform3(prop::array::uniform2(-10f32..10.0)),
        radius in prop_oneof![Just(0f32), 0f32..5.0],
        removed in prop::collection::vec(any::<bool>(), 200),
        count in 1usize..40,
    ) {
        let planes: Vec<[Vec<f32>; 2]> = (0..3)
            .map(|plane| [0, 1].map(|axis| points.iter().map(|point| point[plane][axis]).collect()))
            .collect();
        let radii = vec![radius, 0.0, radius];
        let start = points.len() / 3;
        let mut tree = BoxTree::new(&planes, radii.clone(), start..points.len());
        let (gone, present): (Vec<u32>, Vec<u32>) =
            (start as u32..points.len() as u32).partition(|&point| removed[point as usize]);
        gone.iter().for_each(|&point| tree.take(point));
        prop_assert_eq!(tree.points(), present.clone());
        let keys = plainly(&planes, &radii, &present, &place);
        let mut found = Vec::new();
        tree.nearest(&place, count, &mut found);
        prop_assert_eq!(&found, &keys[..count.min(keys.len())]);
        prop_assert_eq!(tree.farthest(&place), keys.last().map(|&key| number_of(key)));
    }
}
