//! What the last writes cost: a bounded list, and its figures.

use std::collections::VecDeque;

use crate::sorted::sort_by;

use super::interval::float;
use super::report::{Percentiles, Writes};

/// Writes that a handle remembers the cost of.
///
/// Source: a judgement; above the 95th percentile of so many stand 51 writes, enough for it to be steady, and they take 48 KB.
pub const MOST_WRITES: usize = 1_024;

/// What writes that were decided together spent outside the library.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Milliseconds for which callbacks were waited for.
    pub callbacks_ms: f64,
    /// Calls of the embedding callback.
    pub embed_calls: u32,
    /// Calls of the language-model callback.
    pub llm_calls: u32,
    /// Tokens that the language model read, where the host counts them.
    pub input_tokens: u64,
    /// Tokens that it wrote.
    pub output_tokens: u64,
}

/// One write's share.
#[derive(Clone, Copy, Debug)]
struct Cost {
    own_ms: f64,
    callbacks_ms: f64,
    embed_calls: f64,
    llm_calls: f64,
    input_tokens: f64,
    output_tokens: f64,
}

/// What the last [`MOST_WRITES`] writes cost.
#[derive(Clone, Debug, Default)]
pub struct WriteLog(VecDeque<Cost>);

impl WriteLog {
    /// Notes `n_writes` that were decided together within `total_ms`, each with an equal share of all that they took.
    #[expect(clippy::cast_precision_loss, reason = "tokens of a write are far below 2⁵³")]
    pub fn note(&mut self, n_writes: usize, total_ms: f64, spent: &Spent) {
        let of_each = |all: f64| all.max(0.0) / float(n_writes);
        let cost = Cost {
            // Clocks of browsers are coarse: what callbacks took can come out larger than all.
            own_ms: of_each(total_ms - spent.callbacks_ms),
            callbacks_ms: of_each(spent.callbacks_ms),
            embed_calls: of_each(f64::from(spent.embed_calls)),
            llm_calls: of_each(f64::from(spent.llm_calls)),
            input_tokens: of_each(spent.input_tokens as f64),
            output_tokens: of_each(spent.output_tokens as f64),
        };
        for _ in 0..n_writes {
            if self.0.len() == MOST_WRITES {
                self.0.pop_front();
            }
            self.0.push_back(cost);
        }
    }

    /// The figures; `None` before the first write.
    #[must_use]
    pub fn summary(&self) -> Option<Writes> {
        if self.0.is_empty() {
            return None;
        }
        let mean = |of: fn(&Cost) -> f64| self.0.iter().map(of).sum::<f64>() / float(self.0.len());
        Some(Writes {
            n: self.0.len(),
            own_ms: self.percentiles(|cost| cost.own_ms),
            callbacks_ms: self.percentiles(|cost| cost.callbacks_ms),
            embed_calls: mean(|cost| cost.embed_calls),
            llm_calls: mean(|cost| cost.llm_calls),
            input_tokens: mean(|cost| cost.input_tokens),
            output_tokens: mean(|cost| cost.output_tokens),
        })
    }

    fn percentiles(&self, of: fn(&Cost) -> f64) -> Percentiles {
        let mut sorted: Vec<f64> = self.0.iter().map(of).collect();
        sort_by(&mut sorted, f64::total_cmp);
        // The nearest rank: the least value that so many of a hundred don't exceed.
        let at = |hundredths: usize| {
            let rank = (sorted.len() * hundredths).div_ceil(100).max(1);
            sorted.get(rank - 1).copied().unwrap_or_default()
        };
        Percentiles { p50: at(50), p95: at(95) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(callbacks_ms: f64) -> Spent {
        Spent { callbacks_ms, embed_calls: 1, ..Spent::default() }
    }

    #[test]
    fn own_time_is_what_callbacks_leave() {
        let mut log = WriteLog::default();
        assert_eq!(log.summary(), None);
        for ms in 1..=100 {
            log.note(1, 50.0 + f64::from(ms), &spent(50.0));
        }
        let writes = log.summary().unwrap();
        assert_eq!((writes.n, writes.own_ms), (100, Percentiles { p50: 50.0, p95: 95.0 }));
        assert_eq!((writes.callbacks_ms, writes.embed_calls), (Percentiles { p50: 50.0, p95: 50.0 }, 1.0));
    }

    #[test]
    fn writes_that_were_decided_together_share_what_they_took() {
        let mut log = WriteLog::default();
        log.note(4, 10.0, &Spent { llm_calls: 2, input_tokens: 100, output_tokens: 8, ..spent(2.0) });
        let writes = log.summary().unwrap();
        assert_eq!((writes.n, writes.own_ms.p95, writes.callbacks_ms.p50), (4, 2.0, 0.5));
        assert_eq!((writes.embed_calls, writes.llm_calls), (0.25, 0.5));
        assert_eq!((writes.input_tokens, writes.output_tokens), (25.0, 2.0));
    }

    #[test]
    fn only_the_last_writes_count_and_no_time_is_below_none() {
        let mut log = WriteLog::default();
        for _ in 0..MOST_WRITES {
            log.note(1, 500.0, &spent(0.0));
        }
        for _ in 0..MOST_WRITES {
            log.note(1, 1.0, &spent(2.0));
        }
        let writes = log.summary().unwrap();
        assert_eq!((writes.n, writes.own_ms), (MOST_WRITES, Percentiles { p50: 0.0, p95: 0.0 }));
    }
}
