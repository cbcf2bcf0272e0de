use std::fmt;

/// The measurements in each round, one number per contestant.
pub(crate) struct Rounds<const CONTESTANTS: usize>(Vec<[f64; CONTESTANTS]>);

impl<const CONTESTANTS: usize> Rounds<CONTESTANTS> {
    /// Measures the contestants in turn. The first round only fills caches, and is not counted.
    pub(crate) fn run(count: usize, mut measure: impl FnMut(usize) -> f64) -> Self {
        let mut round = |at: usize| {
            let mut measured = [0.0; CONTESTANTS];
            for turn in 0..CONTESTANTS {
                let contestant = (at + turn) % CONTESTANTS;
                measured[contestant] = measure(contestant);
            }
            measured
        };
        round(0);
        Self((0..count).map(round).collect())
    }

    /// Returns one contestant's median.
    pub(crate) fn of(&self, contestant: usize) -> f64 {
        self.median(|round| round[contestant])
    }

    /// Returns the median ratio between two contestants.
    pub(crate) fn ratio(&self, one: usize, other: usize) -> f64 {
        self.median(|round| round[one] / round[other])
    }

    fn median(&self, value: impl Fn(&[f64; CONTESTANTS]) -> f64) -> f64 {
        let mut values: Vec<_> = self.0.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    }
}

/// A ratio with its target, if any.
pub(crate) struct Reached {
    pub(crate) ratio: f64,
    pub(crate) target: Option<f64>,
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.target {
            Some(target) if self.ratio >= target => format!("{:.2} (>= {target})", self.ratio),
            Some(target) => format!("{:.2} (MISSED {target})", self.ratio),
            None => format!("{:.2}", self.ratio),
        };
        f.pad(&text)
    }
}
