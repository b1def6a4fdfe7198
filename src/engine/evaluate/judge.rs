//! Asking the language model about pairs that the rules can't tell.

use std::cell::Cell;
use std::rc::Rc;

use futures_util::stream::{StreamExt, iter};

use crate::engine::Engine;
use crate::engine::ask::judge_request;
use crate::evaluate::look::{Look, Open};
use crate::evaluate::{EvaluateInput, Judging};
use crate::llm::judge::{self, Relation};
use crate::ports::LanguageModel;
use crate::record::Record;

/// Calls that fail in a row, after which the model is not asked any more: each may take as long as the policy allows.
///
/// Source: a judgement; twice the callbacks that run side by side by default.
const FAILURES: u32 = 8;

/// A pair that is put to the model.
struct Asked {
    /// Which record of the sample.
    at: usize,
    later: Record,
    open: Open,
}

/// What came of one.
enum Answer {
    Judged(Relation),
    NotJudged,
    NotAsked,
}

impl Engine {
    /// Puts what the rules can't tell to the model, and takes its word; `None` where there is no model, or nothing to ask.
    ///
    /// Each record's nearest is asked about first, then each one's second. What fails or can't be read counts as not judged.
    pub(super) async fn ask_about(&self, looks: &mut [Look], input: &EvaluateInput) -> Option<Judging> {
        let llm = self.inner.llm.clone()?;
        let of_rank = |rank: usize| {
            let asked = move |(at, look): (usize, &Look)| {
                Some(Asked { at, later: look.later.clone(), open: look.open.get(rank)?.clone() })
            };
            looks.iter().enumerate().filter_map(asked)
        };
        let n_ranks = looks.iter().map(|look| look.open.len()).max().unwrap_or_default();
        let mut asked: Vec<Asked> = (0..n_ranks).flat_map(of_rank).collect();
        if asked.is_empty() {
            return None;
        }
        let most = input.max_calls.unwrap_or(input.sample);
        let mut judging = Judging { not_asked: asked.len().saturating_sub(most), ..Judging::default() };
        asked.truncate(most);
        let (failures, tokens) = (Cell::new(0), Cell::new((0, 0)));
        let answers = iter(asked.into_iter().map(|asked| self.judged(&llm, asked, &failures, &tokens)));
        let answers: Vec<(Asked, Answer)> = answers.buffered(self.inner.policy.concurrency.max(1)).collect().await;
        for (asked, answer) in answers {
            match answer {
                Answer::Judged(relation) => {
                    judging.calls += 1;
                    looks[asked.at].settle(&asked.open, relation);
                }
                Answer::NotJudged => {
                    judging.calls += 1;
                    judging.not_judged += 1;
                }
                Answer::NotAsked => judging.not_asked += 1,
            }
        }
        (judging.input_tokens, judging.output_tokens) = tokens.get();
        Some(judging)
    }

    async fn judged(
        &self,
        llm: &Rc<dyn LanguageModel>,
        asked: Asked,
        failures: &Cell<u32>,
        tokens: &Cell<(u64, u64)>,
    ) -> (Asked, Answer) {
        if FAILURES <= failures.get() {
            return (asked, Answer::NotAsked);
        }
        let request = judge_request(&asked.open.earlier, &asked.later);
        let Ok(answer) = self.ask(llm.as_ref(), &request).await else {
            failures.set(failures.get() + 1);
            return (asked, Answer::NotJudged);
        };
        failures.set(0);
        let (input, output) = answer.usage.unwrap_or_default();
        let before = tokens.get();
        tokens.set((before.0.saturating_add(input), before.1.saturating_add(output)));
        match judge::parse(&answer.text) {
            Ok(judgement) => (asked, Answer::Judged(judgement.relation)),
            Err(_) => (asked, Answer::NotJudged),
        }
    }
}
