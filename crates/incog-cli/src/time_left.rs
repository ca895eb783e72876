//! A guess of the time that a search still takes.

/// How many points of the course of a search the guess looks back at.
const LOOKED_AT: usize = 32;

/// Guesses the time left from the limits of a search, and from how fast its gap has been closing.
#[derive(Debug, Default)]
pub struct TimeLeft {
    max_seconds: Option<f64>,
    max_evaluations: Option<u64>,
    /// Seconds since the search began, and the gap then.
    course: Vec<(f64, f64)>,
}

impl TimeLeft {
    /// A search with these limits.
    pub fn new(max_seconds: Option<f64>, max_evaluations: Option<u64>) -> Self {
        Self { max_seconds, max_evaluations, course: Vec::new() }
    }

    /// Seconds until the earliest of the ends that can be seen; `None` where none can.
    ///
    /// The gap is taken to go on closing as it did lately, which is no promise: the last of it is
    /// often the slowest.
    pub fn guess(&mut self, seconds: f64, evaluations: u64, gap: Option<f64>) -> Option<f64> {
        if let Some(gap) = gap {
            self.course.push((seconds, gap));
            let old = self.course.len().saturating_sub(LOOKED_AT);
            self.course.drain(..old);
        }
        let by_clock = self.max_seconds.map(|limit| limit - seconds);
        let speed = evaluations as f64 / seconds;
        let by_work = self.max_evaluations.map(|limit| limit.saturating_sub(evaluations) as f64 / speed);
        let all = [by_clock, by_work, self.by_gap()];
        let sensible = all.into_iter().flatten().filter(|left| left.is_finite()).map(|left| left.max(0.0));
        sensible.min_by(f64::total_cmp)
    }

    fn by_gap(&self) -> Option<f64> {
        let ((first, before), (last, now)) = (self.course.first()?, self.course.last()?);
        // A second says nothing of an hour.
        if last - first < 1.0 || now >= before {
            return None;
        }
        Some(now * (last - first) / (before - now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_end_that_can_be_seen_is_told() {
        assert_eq!(TimeLeft::default().guess(5.0, 10, None), None);
        assert_eq!(TimeLeft::new(Some(60.0), None).guess(20.0, 10, None), Some(40.0));
        assert_eq!(TimeLeft::new(Some(60.0), Some(30)).guess(20.0, 20, None), Some(10.0));
        assert_eq!(TimeLeft::new(Some(60.0), None).guess(61.0, 10, None), Some(0.0));
        let mut closing = TimeLeft::default();
        assert_eq!(closing.guess(10.0, 1, Some(0.5)), None);
        assert_eq!(closing.guess(10.5, 1, Some(0.1)), None, "half a second says nothing");
        assert_eq!(closing.guess(20.0, 1, Some(0.25)), Some(10.0));
        assert_eq!(closing.guess(30.0, 1, Some(0.5)), None, "not closing");
    }
}
