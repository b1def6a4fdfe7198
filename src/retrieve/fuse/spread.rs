//! How numbers spread around their mean, with what is assumed where there are few.

/// A mean and a standard deviation, of so many numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) mean: f64,
    /// Above 0.
    pub(super) deviation: f64,
    pub(super) n: f64,
}

impl Spread {
    /// The spread of these numbers, where this one is assumed of its `n` numbers around whatever mean.
    pub(super) fn of(&self, numbers: impl Iterator<Item = f64> + Clone) -> Self {
        let n = numbers.clone().count() as f64;
        let mean = numbers.clone().sum::<f64>() / n.max(1.0);
        let squares = numbers.map(|number| (number - mean).powi(2)).sum::<f64>();
        let deviation = ((squares + self.n * self.deviation.powi(2)) / (n + self.n)).sqrt();
        Self { mean, deviation, n }
    }

    /// How many deviations a number is above the mean.
    pub(super) fn deviations(&self, number: f64) -> f64 {
        (number - self.mean) / self.deviation
    }
}
