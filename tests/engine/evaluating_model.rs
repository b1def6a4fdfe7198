//! Evaluating with a language model: asked only where the rules can't tell, and no more often than it may be.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use palimpsest::error::MemoryError;
use palimpsest::evaluate::{By, EvaluateInput, JudgedBy, PairKind};
use palimpsest::ports::{LanguageModel, LlmAnswer, LlmRequest, LocalFuture, Task};
use palimpsest::record::Policy;
use palimpsest::storage::memory::MemoryStorage;

use crate::evaluating::evaluated;
use crate::harness::{House, add_all, yield_once};

/// What a language model does.
#[derive(Clone, Copy)]
pub enum Model {
    /// Answers so.
    Say(&'static str),
    Fail,
    Hang,
}

/// A language model that does as told, and keeps what it was asked.
pub struct Told {
    model: Model,
    pub asked: RefCell<Vec<LlmRequest>>,
    at_once: Cell<(usize, usize)>,
}

impl LanguageModel for Told {
    fn ask<'a>(&'a self, request: &'a LlmRequest) -> LocalFuture<'a, Result<LlmAnswer, MemoryError>> {
        self.asked.borrow_mut().push(request.clone());
        Box::pin(async move {
            let (now, most) = self.at_once.get();
            self.at_once.set((now + 1, most.max(now + 1)));
            yield_once().await;
            let (now, most) = self.at_once.get();
            self.at_once.set((now - 1, most));
            match self.model {
                Model::Say(text) => Ok(LlmAnswer { text: text.to_owned(), usage: Some((100, 10)) }),
                Model::Fail => Err(MemoryError::CallbackFailed { callback: "llm", message: "down".to_owned() }),
                Model::Hang => std::future::pending().await,
            }
        })
    }
}

/// A house with a model that does as told.
pub fn house(policy: Policy, model: Option<Model>) -> (House, Rc<Told>) {
    let told =
        Rc::new(Told { model: model.unwrap_or(Model::Fail), asked: RefCell::default(), at_once: Cell::new((0, 0)) });
    let storage = MemoryStorage::default();
    let llm = model.map(|_| Rc::clone(&told) as Rc<dyn LanguageModel>);
    (House::asking(Rc::new(storage.clone()), storage, None, policy, llm), told)
}

#[track_caller]
fn check_model(
    model: Model,
    expected: (usize, usize),
    duplicates: &[(PairKind, By)],
    contradictions: &[(PairKind, By)],
) {
    let (house, told) = house(add_all(), Some(model));
    house.clock.waits_end.set(matches!(model, Model::Hang));
    for text in [
        "User is fond of strong coffee",
        "User adores strong coffee",
        "用户住在成都",
        "用户住在上海",
        "The roof is made of slate",
    ] {
        house.tell(text);
    }
    let report = evaluated(&house, &EvaluateInput::default());
    let judging = report.judging.expect("it was asked");
    assert_eq!((judging.calls, judging.not_judged), expected);
    let of = |pairs: &[palimpsest::evaluate::Pair]| pairs.iter().map(|pair| (pair.kind, pair.by)).collect::<Vec<_>>();
    assert_eq!(of(&report.duplicate_pairs), duplicates);
    assert_eq!(of(&report.contradiction_pairs), contradictions);
    let is_judged = judging.not_judged < judging.calls;
    assert_eq!(report.judged_by == JudgedBy::RulesAndModel, is_judged);
    let asked = told.asked.borrow();
    assert!(asked.iter().all(|request| request.task == Task::Judge && request.prompt.lines().count() == 2));
    assert!(asked.iter().any(|request| request.system.contains("拿不准") && request.prompt.contains("成都")));
    assert!(asked.iter().any(|request| request.system.contains("When in doubt") && request.prompt.contains("coffee")));
}

#[test]
fn the_model_is_asked_where_the_rules_can_not_tell() {
    let (coffee, home) = ((PairKind::ByModel, By::Model), (PairKind::Name, By::Model));
    check_model(Model::Say(r#"{"reasoning": "x", "relation": "same"}"#), (2, 0), &[coffee, coffee], &[]);
    check_model(Model::Say(r#"{"reasoning": "x", "relation": "replaces"}"#), (2, 0), &[], &[coffee, home]);
    check_model(Model::Say(r#"{"reasoning": "x", "relation": "unrelated"}"#), (2, 0), &[], &[]);
}

#[test]
fn a_model_that_fails_hangs_or_answers_rubbish_leaves_what_the_rules_found() {
    let home = (PairKind::Name, By::Rules);
    check_model(Model::Fail, (2, 2), &[], &[home]);
    check_model(Model::Hang, (2, 2), &[], &[home]);
    check_model(Model::Say("same"), (2, 2), &[], &[home]);
    check_model(Model::Say(r#"{"reasoning": "x", "relation": "same", "delete": [1]}"#), (2, 2), &[], &[home]);
}

#[test]
fn the_model_is_asked_no_more_often_than_it_may_be() {
    let tell = |house: &House| {
        for n in 0..30 {
            house.tell(&format!("User keeps a diary about {}", ["birds", "rain", "bread", "chess", "trains"][n % 5]));
            house.tell(&format!("用户在写一本关于{}的书", ["鸟", "雨", "面包", "象棋", "火车"][n % 5]));
        }
    };
    let (asked, told) = house(add_all(), Some(Model::Say(r#"{"reasoning": "", "relation": "unrelated"}"#)));
    tell(&asked);
    let limited = EvaluateInput { max_calls: Some(3), ..EvaluateInput::default() };
    let judging = evaluated(&asked, &limited).judging.unwrap();
    assert!(judging.calls == 3 && 0 < judging.not_asked, "{judging:?}");
    assert_eq!((judging.input_tokens, judging.output_tokens, told.asked.borrow().len()), (300, 30, 3));
    assert!(evaluated(&asked, &EvaluateInput { judge: false, ..EvaluateInput::default() }).judging.is_none());
    assert_eq!(told.asked.borrow().len(), 3);
    evaluated(&asked, &EvaluateInput::default());
    assert_eq!(told.at_once.get().1, 4, "policy.concurrency");
    let (failing, told) = house(add_all(), Some(Model::Fail));
    tell(&failing);
    let judging = evaluated(&failing, &EvaluateInput::default()).judging.unwrap();
    assert!(judging.calls == judging.not_judged && judging.calls < 13 && 0 < judging.not_asked, "{judging:?}");
    assert_eq!(told.asked.borrow().len(), judging.calls);
}
