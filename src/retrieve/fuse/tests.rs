//! What each factor does, each by itself.

use super::*;
use proptest::prelude::*;

const HOUR: i64 = 3_600_000;

/// Something told, about nobody in particular, long after all else.
fn told(cosine: Option<f64>, words: f64) -> Candidate {
    Candidate {
        cosine,
        words,
        centrality: None,
        scope: 0,
        observed_at: Timestamp(0),
        decay: 1.0,
        confidence: 1.0,
        is_guess: false,
        is_named: false,
        is_asked: false,
        timeliness: 0.0,
    }
}

/// Each candidate in a session of its own.
fn apart(candidates: impl IntoIterator<Item = Candidate>) -> Vec<Candidate> {
    let days = (0..).map(|day| Timestamp(day * 24 * HOUR));
    candidates.into_iter().zip(days).map(|(candidate, observed_at)| Candidate { observed_at, ..candidate }).collect()
}

#[track_caller]
fn order(candidates: &[Candidate], expected: &[usize]) {
    let all = weigh(candidates);
    let mut found: Vec<usize> = (0..all.len()).collect();
    found.sort_by(|one, other| all[*other].sum().total_cmp(&all[*one].sum()));
    assert_eq!(found, expected, "{all:#?}");
}

#[test]
fn the_same_meaning_in_the_same_words_scores_one_and_nothing_scores_nothing() {
    for other in [told(Some(0.2), 0.0), told(Some(0.9), 0.7)] {
        let score = weigh(&apart([told(Some(1.0), 1.0), other]))[0].score();
        assert!((score - 1.0).abs() < 1e-12, "{score}");
    }
    assert!(weigh(&[told(Some(0.0), 0.0)])[0].score() < 1e-12);
    assert_eq!(weigh(&[]), []);
}

#[test]
fn words_weigh_as_much_as_the_candidates_are_apart() {
    // Cosines a hundredth apart, words far apart: the words decide. Cosines far apart: they do.
    order(&apart([told(Some(0.86), 0.0), told(Some(0.85), 0.9), told(Some(0.85), 0.0)]), &[1, 0, 2]);
    order(&apart([told(Some(0.9), 0.0), told(Some(0.2), 0.3), told(Some(0.1), 0.0)]), &[0, 1, 2]);
}

#[test]
fn without_vectors_words_stand_alone_and_a_record_without_one_is_judged_by_its_words() {
    let alone = weigh(&apart([told(None, 0.7), told(None, 0.2)]));
    assert!((alone[0].score() - 0.7).abs() < 1e-12 && (alone[1].score() - 0.2).abs() < 1e-12);
    order(&apart([told(Some(0.8), 0.1), told(Some(0.7), 0.0), told(None, 0.9), told(None, 0.0)]), &[2, 0, 1, 3]);
}

#[test]
fn without_word_matches_the_vector_stands_alone() {
    let all = weigh(&apart([told(Some(0.4), 0.0), told(Some(0.6), 0.0), told(Some(0.5), 0.0)]));
    let ratio = |at: usize| all[at].relevance / all[0].relevance;
    assert!((ratio(1) - 1.5).abs() < 1e-12 && (ratio(2) - 1.25).abs() < 1e-12);
}

#[test]
fn each_factor_orders_equals_and_does_not_bury_what_is_clearly_nearer() {
    let plain = told(Some(0.5), 0.2);
    let far = [0.1, 0.2, 0.3, 0.9].map(|cosine| told(Some(cosine), 0.1));
    let better = [
        Candidate { is_named: true, ..plain },
        Candidate { timeliness: 1.0, ..plain },
        Candidate { centrality: Some(0.1), ..plain },
    ];
    let worse = [
        Candidate { decay: 0.1, ..plain },
        Candidate { confidence: 0.2, ..plain },
        Candidate { is_guess: true, ..plain },
        Candidate { centrality: Some(0.9), ..plain },
    ];
    let other = Candidate { centrality: Some(0.5), ..plain };
    for better in better {
        order(&apart([other, better].into_iter().chain(far)), &[5, 1, 0, 4, 3, 2]);
    }
    for worse in worse {
        order(&apart([worse, other].into_iter().chain(far)), &[5, 1, 0, 4, 3, 2]);
    }
}

#[test]
fn what_holds_the_attribute_that_is_asked_for_comes_first_unless_another_stands_out_far() {
    let asked = |cosine| Candidate { is_asked: true, ..told(Some(cosine), 0.0) };
    let others = [0.5, 0.45, 0.4, 0.35].map(|cosine| told(Some(cosine), 0.1));
    order(&apart([asked(0.4)].into_iter().chain(others)), &[0, 1, 2, 3, 4]);
    order(&apart([asked(0.1), told(Some(1.0), 1.0)].into_iter().chain(others)), &[1, 0, 2, 3, 4, 5]);
}

#[test]
fn what_was_told_together_helps_each_other_and_a_session_ends_with_a_pause_and_with_the_scope() {
    let cosines = [0.9, 0.4, 0.41, 0.3];
    let at = |times: [i64; 4]| {
        let all = cosines.iter().zip(times);
        all.map(|(cosine, time)| Candidate { observed_at: Timestamp(time * HOUR), ..told(Some(*cosine), 0.0) })
            .collect::<Vec<_>>()
    };
    order(&at([0, 50, 100, 150]), &[0, 2, 1, 3]);
    order(&at([0, 1, 100, 150]), &[0, 1, 2, 3]);
    let mut of_another = at([0, 1, 100, 150]);
    of_another[1].scope = 1;
    order(&of_another, &[0, 2, 1, 3]);
    // All told at once: the order is that of each alone.
    order(&at([0, 0, 0, 0]), &[0, 2, 1, 3]);
}

proptest! {
    #[test]
    fn a_score_is_the_sum_of_its_parts_from_0_to_1_whatever_comes(
        given in prop::collection::vec(
            (prop::option::of(prop::num::f64::ANY), 0.0_f64..=1.0, prop::option::of(prop::num::f64::ANY), any::<i64>(), 0.1_f64..=1.0, any::<bool>()),
            0..12,
        ),
    ) {
        let bounded = |number: Option<f64>| number.map(|number| if number.is_finite() { number.clamp(-1.0, 1.0) } else { number });
        let candidates: Vec<Candidate> = given
            .into_iter()
            .map(|(cosine, words, centrality, time, decay, flag)| Candidate {
                centrality: bounded(centrality),
                observed_at: Timestamp(time),
                decay,
                confidence: decay,
                is_guess: flag,
                is_named: !flag,
                is_asked: flag,
                timeliness: if flag { 1.0 } else { 0.0 },
                ..told(bounded(cosine), words)
            })
            .collect();
        let all = weigh(&candidates);
        prop_assert_eq!(all.len(), candidates.len());
        for why in all {
            prop_assert!(why.sum().is_finite() && (0.0..=1.0).contains(&why.score()));
            prop_assert!((0.0..=1.0).contains(&why.weight));
        }
    }
}
