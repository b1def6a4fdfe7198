//! What was told together: who asks about one thing that was said in a talk is often helped by what was said around it.

use super::Candidate;
use crate::record::HOUR_MS;
use crate::sorted::sort_by;

/// How long a session may pause, in milliseconds.
///
/// Source: a judgement: an hour, after which a talk is most often another one.
const PAUSE: i64 = HOUR_MS;

/// For each candidate the largest of `above` among the others of its session; 0 where none is larger than 0.
pub(super) fn best_others(candidates: &[Candidate], above: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    let place = |at: usize| (candidates[at].scope, candidates[at].observed_at.0, at);
    sort_by(&mut order, |one, other| place(*one).cmp(&place(*other)));
    let mut best = vec![0.0; candidates.len()];
    let is_one_session = |one: &usize, next: &usize| {
        let (one, next) = (&candidates[*one], &candidates[*next]);
        one.scope == next.scope && next.observed_at.0.saturating_sub(one.observed_at.0) <= PAUSE
    };
    for session in order.chunk_by(is_one_session) {
        // The best of all, and for that one the second.
        let (mut first, mut second) = ((usize::MAX, 0.0), 0.0);
        for &at in session {
            if first.1 < above[at] {
                (first, second) = ((at, above[at]), first.1);
            } else if second < above[at] {
                second = above[at];
            }
        }
        for &at in session {
            best[at] = if at == first.0 { second } else { first.1 };
        }
    }
    best
}
