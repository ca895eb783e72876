//! The linear program of prices over some cuts, solved by a first-order method.

/// How much smaller the step of the method must get before it starts anew from where it is.
const ENOUGH: f64 = 0.2;

/// It starts anew after this part of all its iterations in any case.
const LONGEST: f64 = 0.36;

/// Prices `v` of tuples between 0 and `most`, each worth `gains`; of every cut the mean price is at
/// most its cost.
///
/// Solved by the primal-dual hybrid gradient method with diagonal steps, in its reflected form with
/// Halpern's anchor and restarts. Only sums, products and square roots occur, in one order, so the
/// result is the same everywhere.
///
/// References: Chambolle and Pock 2011 (method), Pock and Chambolle 2011 (steps), Applegate et al.
/// 2021 (restarts, weight), Lu and Yang 2024 (reflected Halpern form).
pub(super) struct Program {
    gains: Vec<f64>,
    most: f64,
    /// Where each cut begins in `entries`.
    starts: Vec<usize>,
    /// Tuples and their parts of the mean.
    entries: Vec<(u32, f32)>,
    costs: Vec<f64>,
    prices: Vec<f64>,
    multipliers: Vec<f64>,
    /// How far multipliers are moved, prices being moved by as much less.
    weight: f64,
}

impl Program {
    /// Without any cut.
    pub fn new(gains: Vec<f64>, most: f64, prices: Vec<f64>) -> Self {
        Self {
            gains,
            most,
            starts: vec![0],
            entries: Vec::new(),
            costs: Vec::new(),
            prices,
            multipliers: Vec::new(),
            weight: 1.0,
        }
    }

    /// Adds a cut.
    pub fn push(&mut self, parts: impl Iterator<Item = (u32, f32)>, cost: f64) {
        self.entries.extend(parts);
        self.starts.push(self.entries.len());
        self.costs.push(cost);
        self.multipliers.push(0.0);
    }

    /// How many cuts there are.
    pub fn len(&self) -> usize {
        self.costs.len()
    }

    /// How many numbers all cuts have together.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// The tuples of a cut with their parts.
    pub fn cut(&self, cut: usize) -> &[(u32, f32)] {
        &self.entries[self.starts[cut]..self.starts[cut + 1]]
    }

    /// The prices.
    pub fn prices(&self) -> &[f64] {
        &self.prices
    }

    /// What each cut would give for a price more.
    pub fn multipliers(&self) -> &[f64] {
        &self.multipliers
    }

    /// Keeps the cuts that count, by their numbers: those with a multiplier, and those that are
    /// nearly tight.
    pub fn drop_idle(&mut self, slack: f64) -> Vec<usize> {
        let counts = |cut: &usize| {
            let mean: f64 = self
                .cut(*cut)
                .iter()
                .map(|&(tuple, part)| self.prices[tuple as usize] * f64::from(part))
                .sum();
            self.multipliers[*cut] > 0.0 || mean >= self.costs[*cut] * (1.0 - slack)
        };
        let kept: Vec<usize> = (0..self.len()).filter(counts).collect();
        let (mut starts, mut entries) = (vec![0], Vec::new());
        for &cut in &kept {
            entries.extend_from_slice(self.cut(cut));
            starts.push(entries.len());
        }
        (self.starts, self.entries) = (starts, entries);
        self.costs = kept.iter().map(|&cut| self.costs[cut]).collect();
        self.multipliers = kept.iter().map(|&cut| self.multipliers[cut]).collect();
        kept
    }

    /// Goes on for some iterations.
    pub fn solve(&mut self, iterations: usize) {
        let mut columns = vec![0.0; self.gains.len()];
        self.entries.iter().for_each(|&(tuple, part)| columns[tuple as usize] += f64::from(part));
        let mut anchor = (self.prices.clone(), self.multipliers.clone());
        let mut moved = (self.prices.clone(), self.multipliers.clone());
        let (mut since, mut first) = (0usize, f64::INFINITY);
        for iteration in 1..=iterations {
            let residual = self.step(&columns, &mut moved);
            if since == 0 {
                first = residual;
            }
            let is_last = iteration == iterations;
            let is_enough = residual <= ENOUGH * first && since > 0;
            if is_last || is_enough || since as f64 >= LONGEST * iteration as f64 && since > 20 {
                self.prices.copy_from_slice(&moved.0);
                self.multipliers.copy_from_slice(&moved.1);
                self.balance(&anchor);
                anchor = moved.clone();
                since = 0;
                continue;
            }
            let keep = (since + 1) as f64 / (since + 2) as f64;
            pull(&mut self.prices, &moved.0, &anchor.0, keep);
            pull(&mut self.multipliers, &moved.1, &anchor.1, keep);
            since += 1;
        }
    }

    /// One step of the method from the present point; gives how far it goes.
    fn step(&self, columns: &[f64], moved: &mut (Vec<f64>, Vec<f64>)) -> f64 {
        let (prices, multipliers) = moved;
        prices.copy_from_slice(&self.gains);
        for (cut, &multiplier) in self.multipliers.iter().enumerate() {
            if multiplier != 0.0 {
                for &(tuple, part) in self.cut(cut) {
                    prices[tuple as usize] -= multiplier * f64::from(part);
                }
            }
        }
        let mut residual = 0.0;
        for (tuple, price) in prices.iter_mut().enumerate() {
            let width = self.weight * columns[tuple].max(1e-3);
            let present = self.prices[tuple];
            *price = (present + *price / width).clamp(0.0, self.most);
            residual += (*price - present) * (*price - present) * width;
        }
        for (cut, multiplier) in multipliers.iter_mut().enumerate() {
            let mean: f64 = self
                .cut(cut)
                .iter()
                .map(|&(tuple, part)| {
                    (2.0 * prices[tuple as usize] - self.prices[tuple as usize]) * f64::from(part)
                })
                .sum();
            let present = self.multipliers[cut];
            // The parts of a cut add up to 1.
            *multiplier = (present + self.weight * (mean - self.costs[cut])).max(0.0);
            residual += (*multiplier - present) * (*multiplier - present) / self.weight;
        }
        residual.sqrt()
    }

    /// Weighs prices and multipliers by how far each has come.
    fn balance(&mut self, anchor: &(Vec<f64>, Vec<f64>)) {
        let far = |now: &[f64], before: &[f64]| -> f64 {
            now.iter().zip(before).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
        };
        let (prices, multipliers) = (far(&self.prices, &anchor.0), far(&self.multipliers, &anchor.1));
        if prices > 1e-9 && multipliers > 1e-9 {
            self.weight = (self.weight * multipliers / prices).sqrt().clamp(1e-4, 1e4);
        }
    }
}

/// The reflected step, drawn back towards the anchor.
fn pull(now: &mut [f64], moved: &[f64], anchor: &[f64], keep: f64) {
    for ((now, moved), anchor) in now.iter_mut().zip(moved).zip(anchor) {
        *now = keep * (2.0 * moved - *now) + (1.0 - keep) * anchor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cuts_by_hand() {
        // Two tuples of one record each; the mean of both is at most 1, the first is at most 0.5:
        // the best sum is 2.
        let mut program = Program::new(vec![1.0, 1.0], 10.0, vec![0.0, 0.0]);
        program.push([(0, 0.5), (1, 0.5)].into_iter(), 1.0);
        program.push([(0, 1.0)].into_iter(), 0.5);
        program.solve(500);
        let sum: f64 = program.prices().iter().sum();
        assert!((sum - 2.0).abs() < 1e-3, "{:?}", program.prices());
        assert!((program.multipliers()[0] - 2.0).abs() < 1e-3, "{:?}", program.multipliers());
    }
}
