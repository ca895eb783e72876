//! The dearest records of a group.

/// Prices with the number of records that have each.
type Priced = (u64, u64);

/// Compares the `k` highest prices of a group with what a cell costs; keeps its memory from group
/// to group.
#[derive(Default)]
pub(crate) struct TopPrices {
    scratch: Vec<Priced>,
}

impl TopPrices {
    /// Whether the mean of the `k` highest prices is above `cost`. A group of fewer records has no
    /// such mean.
    pub fn exceed(&mut self, group: impl Iterator<Item = Priced>, k: u64, cost: u64) -> bool {
        let (mut records, mut above, mut gain) = (0, 0, 0u64);
        self.scratch.clear();
        for (price, count) in group {
            records += count;
            if price > cost {
                above += count;
                // At most all records at the dearest price.
                gain += (price - cost) * count;
                if above >= k {
                    return true;
                }
            } else {
                self.scratch.push((cost - price, count));
            }
        }
        if records < k || above == 0 {
            return false;
        }
        keep_least(&mut self.scratch, k - above);
        let (mut missing, mut loss) = (k - above, 0u64);
        for &(deficit, count) in &self.scratch {
            let taken = count.min(missing);
            loss = loss.saturating_add(deficit.saturating_mul(taken));
            missing -= taken;
            if missing == 0 || loss >= gain {
                break;
            }
        }
        loss < gain
    }

    /// The highest price that no record may exceed so that the mean of the `k` highest ones is at
    /// most `cost`, rounded down; `None` if it is so already.
    pub fn cap(&mut self, group: impl Iterator<Item = Priced>, k: u64, cost: u64) -> Option<u64> {
        self.scratch.clear();
        self.scratch.extend(group.map(|(price, count)| (u64::MAX - price, count)));
        keep_least(&mut self.scratch, k);
        let mut missing = k;
        for entry in &mut self.scratch {
            *entry = (u64::MAX - entry.0, entry.1.min(missing));
            missing -= entry.1;
        }
        let sum: u128 =
            self.scratch.iter().map(|&(price, count)| u128::from(price) * u128::from(count)).sum();
        let allowed = u128::from(cost) * u128::from(k);
        if missing > 0 || sum <= allowed {
            return None;
        }
        let (mut capped, mut rest) = (0u64, sum);
        for (place, &(price, count)) in self.scratch.iter().enumerate() {
            capped += count;
            rest -= u128::from(price) * u128::from(count);
            let Some(room) = allowed.checked_sub(rest) else { continue };
            let cap = (room / u128::from(capped)) as u64;
            if self.scratch.get(place + 1).is_none_or(|next| cap >= next.0) {
                return Some(cap);
            }
        }
        // With all of them capped, the rest is 0 and the cap is the cost.
        Some(cost)
    }
}

/// Leaves the entries of the least keys that have `records` records together, ascending; all if
/// there are fewer.
fn keep_least(entries: &mut Vec<Priced>, records: u64) {
    // Every entry has a record.
    let enough = usize::try_from(records).unwrap_or(usize::MAX);
    if entries.len() > enough && enough > 0 {
        entries.select_nth_unstable(enough - 1);
        entries.truncate(enough);
    }
    entries.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;
    use incog_search::Stream;

    fn top_sum(group: &[Priced], k: u64) -> Option<u64> {
        let mut records: Vec<u64> =
            group.iter().flat_map(|&(price, count)| vec![price; count as usize]).collect();
        records.sort_unstable_by(|a, b| b.cmp(a));
        (records.len() as u64 >= k).then(|| records.iter().take(k as usize).sum())
    }

    #[test]
    fn caps_are_the_highest_that_meet_the_mean() {
        let mut stream = Stream::new(1, 0);
        let mut top = TopPrices::default();
        for _ in 0..20_000 {
            let group: Vec<Priced> = (0..1 + stream.below(6))
                .map(|_| (stream.below(12) as u64, 1 + stream.below(3) as u64))
                .collect();
            let (k, cost) = (1 + stream.below(6) as u64, stream.below(10) as u64);
            let exceeds = top_sum(&group, k).is_some_and(|sum| sum > k * cost);
            assert_eq!(top.exceed(group.iter().copied(), k, cost), exceeds, "{group:?} {k} {cost}");
            let cap = top.cap(group.iter().copied(), k, cost);
            assert_eq!(cap.is_some(), exceeds, "{group:?} {k} {cost}");
            if let Some(cap) = cap {
                let capped = |cap: u64| -> Vec<Priced> {
                    group.iter().map(|&(price, count)| (price.min(cap), count)).collect()
                };
                assert!(top_sum(&capped(cap), k) <= Some(k * cost), "{group:?} {k} {cost}: {cap}");
                assert!(top_sum(&capped(cap + 1), k) > Some(k * cost), "{group:?} {k} {cost}: {cap}");
            }
        }
    }
}
