//! What a decision needs of the language model: asked for side by side, and what it said of a text kept for the next time.

use crate::sorted::SortedSet;
use std::hash::Hasher;

use futures_util::future::join_all;
use siphasher::sip128::{Hasher128, SipHasher24};

use crate::annotate::language_of;
use crate::codec::{self, RowKind};
use crate::gate::{Claim, Verdict};
use crate::llm::annotate;
use crate::ports::{Collection, LlmAnswer, LlmRequest, ReadRequest, Rows, Task};
use crate::record::{Record, RecordId, Scope};

use super::Engine;
use super::answers::{Answers, Kept, Need};
use super::ask::judge_request;
use super::held::Marks;
use super::state::ScopeState;
use super::vectors::Vectors;
use super::write::Write;

/// Keys and topics of the scope that a prompt shows: few enough for a small model, the newest of them.
const SHOWN_NAMES: usize = 40;

/// Records that have one among which they are looked for: where all say the same few, not each of a hundred thousand is unpacked at a write.
///
/// Source: a judgement; it is many times as many as are shown.
const MOST_NAMED: usize = 1000;

/// Rows that a scope's answers are kept in, each of the texts that share a row taking the last one's place.
///
/// Source: a judgement; half a megabyte at most.
const CACHE_ROWS: u128 = 2048;

impl Engine {
    pub(super) fn has_model(&self) -> bool {
        self.inner.llm.is_some()
    }

    /// What is asked before a chunk of writes is decided: what their texts say, side by side, where words and vectors leave them open.
    pub(super) async fn answers_ahead(&self, scope: &Scope, writes: &[Write], vectors: &Vectors) -> Answers {
        let has_model = self.has_model();
        let is_final = self.judges_in_background();
        let mut answers = Answers::new(has_model, is_final);
        if !has_model || is_final || writes.len() < 2 {
            return answers;
        }
        let now = self.inner.clock.now();
        let needs = self.with_vectors(scope, |state| {
            let is_open = |write: &&Write| {
                let vector = vectors.of_texts.get(&write.input.text);
                let claim = Claim::from(&write.input);
                vector.is_some()
                    && self.rules().judge(state, &write.probe, &claim, vector, None).verdict == Verdict::Apart
            };
            let told = |write: &Write| Need::Annotation { told: Box::new(write.record(RecordId::v7(0, 0, 0), now)) };
            writes.iter().filter(is_open).map(told).collect::<Vec<_>>()
        });
        // A store that does not answer says so where the writes are decided.
        let needs = needs.await.unwrap_or_default();
        self.ask_for(scope, needs, &mut answers).await;
        answers
    }

    /// Finds out what is needed: in the scope's cache, else from the model, several at a time. What fails is noted as asked in vain.
    pub(super) async fn ask_for(&self, scope: &Scope, needs: Vec<Need>, answers: &mut Answers) {
        let (names, removals) = self.with(scope, |state| (known_names(state), state.removals));
        answers.as_of.get_or_insert(removals);
        let keys: Vec<(Need, String, [u8; 16])> = needs.into_iter().map(|need| self.named(scope, need)).collect();
        let rows =
            Rows::Keys(keys.iter().map(|(_, key, _)| key.clone()).collect::<SortedSet<_>>().into_iter().collect());
        let kept = self.read(vec![ReadRequest { collection: Collection::Cache, rows }]).await.unwrap_or_default();
        let kept = kept.rows.into_iter().next().unwrap_or_default();
        let find = |key: &String, of: &[u8; 16]| {
            let (_, bytes) = kept.iter().find(|(there, _)| there == key)?;
            // A damaged row of the cache is as good as none.
            let kept: Kept = codec::decode(RowKind::Cached, bytes).ok()?;
            (kept.of == *of).then_some(kept.answer)
        };
        let start = self.inner.clock.monotonic();
        let asked = join_all(keys.iter().map(|(need, key, of)| {
            let found = find(key, of);
            let names = &names;
            async move {
                match found {
                    Some(text) => (Some(LlmAnswer { text, usage: None }), false),
                    None => (self.asked(need, names).await, true),
                }
            }
        }))
        .await;
        answers.spent.callbacks_ms += self.inner.clock.monotonic() - start;
        for ((need, row, of), (answer, is_fresh)) in keys.into_iter().zip(asked) {
            answers.calls += u32::from(is_fresh);
            answers.spent.llm_calls += u32::from(is_fresh);
            answers.pay(answer.as_ref().and_then(|answer| answer.usage));
            let answer = answer.map(|answer| answer.text);
            let fresh = is_fresh.then_some((row, of));
            if let Err(err) = answers.take(need, answer, &names.0, fresh) {
                self.warn(&err, "what was written is stored, and is judged later");
            }
        }
    }

    /// A need with its row in the cache and its whole hash, under the store's salt, so that no text can be guessed from it.
    fn named(&self, scope: &Scope, need: Need) -> (Need, String, [u8; 16]) {
        let salt = self.inner.store.borrow().salt;
        let prefix = self.with(scope, |state| state.prefix.clone());
        let mut hasher = SipHasher24::new_with_key(&salt);
        let texts = match &need {
            Need::Annotation { told } => vec![told.text.as_bytes()],
            Need::Relation { told, stored } => vec![told.text.as_bytes(), stored.text.as_bytes()],
        };
        for text in &texts {
            hasher.write_u64(text.len() as u64);
            hasher.write(text);
        }
        let of = hasher.finish128().as_u128();
        (need, format!("{prefix}{:03x}", of % CACHE_ROWS), of.to_be_bytes())
    }

    async fn asked(&self, need: &Need, (keys, topics): &(Vec<String>, Vec<String>)) -> Option<LlmAnswer> {
        let llm = self.inner.llm.as_ref()?;
        let request = match need {
            Need::Annotation { told } => LlmRequest {
                task: Task::Annotate,
                system: annotate::system(language_of(&told.text), keys, topics),
                prompt: annotate::prompt(told),
                schema: annotate::schema(),
            },
            Need::Relation { told, stored } => judge_request(stored, told),
        };
        match self.ask(llm.as_ref(), &request).await {
            Ok(answer) => Some(answer),
            Err(err) => {
                self.warn(&err, "what was written is stored, and is judged later");
                None
            }
        }
    }
}

/// The keys and topics that a scope's last records have, the newest last.
fn known_names(state: &ScopeState) -> (Vec<String>, Vec<String>) {
    let newest = |marks: Marks, name: fn(&Record) -> Option<&String>| {
        let mut names: Vec<String> = Vec::new();
        for record in state.records_marked(marks).rev().filter(|record| record.is_known()).take(MOST_NAMED) {
            let Some(name) = name(&record) else { continue };
            if !names.contains(name) {
                names.push(name.clone());
            }
            if names.len() == SHOWN_NAMES {
                break;
            }
        }
        names.reverse();
        names
    };
    (newest(Marks::KEYED, |record| record.key.as_ref()), newest(Marks::TOPICAL, |record| record.topic.as_ref()))
}
