//! One score from all that is known of a record that may answer a query.
//!
//! Cosines of one model spread over a tenth of their range, those of another over half of it, so a fixed weight of the words against them is right for one
//! model only. What is added up is therefore standardised: a cosine and a share of words, each in standard deviations over the candidates. That sum has the
//! order of `(cosine + λ · words) / (1 + λ)` with λ = `WORDS` · (deviation of the cosines) / (deviation of the words), and that is what is given out: a score
//! of 0 to 1 that is 1 only for the same meaning in the same words, and to which the other candidates contribute no more than λ. Everything else is added in
//! points of that score, each factor a multiple of the candidates' deviation: it orders what is about equally near, and buries nothing.
//!
//! Source of all weights: LoCoMo's facts and questions (recorded e5 and USE vectors; both halves of the conversations were looked at, and where they differ the setting that suits both was taken) and the golden
//! stream's tuned people; each of one digit, from the middle of where nothing changes. tests/eval/README-public.md has what each gives alone.

mod session;
mod spread;

use crate::record::{Timestamp, Why};

use spread::Spread;

/// What a deviation of the words counts against one of the cosines.
const WORDS: f64 = 0.4;

/// What being near to everything takes off: the part of the cosine with the mean of the candidates, which is no answer to this query in particular.
const CENTRE: f64 = 0.5;

/// What a record takes over, in deviations, of how far the best one stands out that was told in the same session.
const SESSION: f64 = 0.2;

/// What age takes off at most, in deviations.
///
/// Source: on LoCoMo, where old facts are asked about as often as new ones, more than 0.3 costs; a year in fast motion (tests/eval) needs some.
const AGE: f64 = 0.2;

/// What no confidence at all takes off, in deviations.
///
/// Source: a judgement, no public data tells confidences apart: as much as age.
const CONFIDENCE: f64 = 0.2;

/// What a guess has less than what was told, in deviations.
///
/// Source: a judgement; a guess that is clearly nearer still comes first.
const GUESS: f64 = 0.3;

/// What being about whom the query names adds, in deviations.
const SUBJECT: f64 = 0.3;

/// What holding the attribute that the query asks for adds, in deviations.
///
/// Source: a judgement: what holds it is the answer, and often has no word of the question; what is clearly nearer still comes first.
const KEY: f64 = 4.0;

/// What having been observed when the query says adds, in deviations.
const TIME: f64 = 1.0;

/// Deviations of cosine that a record without a vector is taken to have for each deviation of its words: it has words like those that have both.
///
/// Source: the correlation of the two among LoCoMo's candidates, 0.4 to 0.6.
const UNSEEN: f64 = 0.5;

/// Deviations that are assumed of cosines and of shares of words, and how many candidates that assumption counts as.
///
/// Source: what few candidates show is chance; between e5's 0.02 to 0.04 and USE's 0.08 to 0.14, and the words' 0.1 to 0.2.
const COSINES: Spread = Spread { mean: 0.0, deviation: 0.06, n: 4.0 };
const SHARES: Spread = Spread { mean: 0.0, deviation: 0.15, n: 4.0 };

/// What is known of a record that may answer a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Cosine similarity of query and record, −1 to 1, where both have a vector.
    pub cosine: Option<f64>,
    /// How much of the query's words the record has, 0 to 1, rare words counting more.
    pub words: f64,
    /// The dot product of the record's vector and the mean of the candidates' vectors, −1 to 1, where it has one.
    pub centrality: Option<f64>,
    /// Which of the scopes it is of, a number for each; sessions are of one scope.
    pub scope: usize,
    /// When it held, as told.
    pub observed_at: Timestamp,
    /// What time has left of it, 0.1 to 1.
    pub decay: f64,
    /// 0 to 1.
    pub confidence: f64,
    /// Whether it was guessed and not told.
    pub is_guess: bool,
    /// Whether the query names whom it is about.
    pub is_named: bool,
    /// Whether it holds the attribute that the query asks for.
    pub is_asked: bool,
    /// How well it fits the time that the query names, 0 to 1; 0 where it names none.
    pub timeliness: f64,
}

/// How the score of each candidate comes about, in their order.
#[must_use]
pub fn weigh(candidates: &[Candidate]) -> Vec<Why> {
    let centres = centres(candidates);
    let cosine =
        |at: usize| candidates[at].cosine.filter(|cosine| cosine.is_finite()).map(|cosine| cosine - centres[at]);
    let words = SHARES.of(candidates.iter().map(|candidate| candidate.words));
    let has_vectors = (0..candidates.len()).any(|at| cosine(at).is_some());
    let cosines = COSINES.of((0..candidates.len()).filter_map(cosine));
    let lambda = WORDS * cosines.deviation / words.deviation;
    // The words' share of the score, and a deviation in points of it.
    let (weight, unit) = if has_vectors {
        (lambda / (1.0 + lambda), cosines.deviation / (1.0 + lambda))
    } else {
        (1.0, words.deviation / (1.0 + WORDS))
    };
    let mut all: Vec<Why> = (0..candidates.len())
        .map(|at| {
            let candidate = &candidates[at];
            // What has neither vector nor words answers nothing.
            let like_others = cosines.mean + UNSEEN * cosines.deviation * words.deviations(candidate.words);
            let guessed = || if 0.0 < candidate.words { like_others } else { 0.0 };
            let centre = if cosine(at).is_some() { centres[at] } else { 0.0 };
            let near = cosine(at).map_or_else(guessed, |cosine| cosine + centre);
            Why {
                cosine: candidate.cosine.filter(|cosine| cosine.is_finite()),
                words: candidate.words,
                weight,
                relevance: (1.0 - weight) * near + weight * candidate.words,
                decay: candidate.decay,
                centre: minus((1.0 - weight) * centre),
                age: minus(unit * AGE * (1.0 - candidate.decay)),
                confidence: minus(unit * CONFIDENCE * (1.0 - candidate.confidence)),
                kind: if candidate.is_guess { -unit * GUESS } else { 0.0 },
                subject: if candidate.is_named { unit * SUBJECT } else { 0.0 },
                key: if candidate.is_asked { unit * KEY } else { 0.0 },
                time: unit * TIME * candidate.timeliness,
                ..Why::default()
            }
        })
        .collect();
    let near: Vec<f64> = all.iter().map(|why| why.relevance + why.centre).collect();
    let mean = near.iter().sum::<f64>() / near.len().max(1) as f64;
    let above: Vec<f64> = near.iter().map(|near| near - mean).collect();
    for (why, best) in all.iter_mut().zip(session::best_others(candidates, &above)) {
        why.session = SESSION * best;
    }
    all
}

/// So many points less; zero has no sign.
fn minus(points: f64) -> f64 {
    0.0 - points
}

/// What is taken off each cosine for being near to all candidates, more or less than they are on average.
fn centres(candidates: &[Candidate]) -> Vec<f64> {
    let known = || candidates.iter().filter_map(|candidate| candidate.centrality).filter(|known| known.is_finite());
    let mean = known().sum::<f64>() / known().count().max(1) as f64;
    let centre =
        |known: Option<f64>| known.filter(|known| known.is_finite()).map_or(0.0, |known| CENTRE * (known - mean));
    candidates.iter().map(|candidate| centre(candidate.centrality)).collect()
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
