//! Reflection: what is new is shown to a model in batches, and what it proposes is checked; no callback is awaited while the store is held.

use crate::calibrate::Thresholds;
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::llm::context::tokens;
use crate::llm::prompt::MOST_SHOWN_BYTES;
use crate::llm::reflect::{self as task, Proposal};
use crate::ports::{LlmRequest, Task};
use crate::record::{
    Event, JournalId, PlannedStep, Record, RecordId, ReflectInput, Reflected, Reflection, Scope, Timestamp,
};
use crate::reflect::{self, Linked, NEAREST_OLDER, Plan, Rules, Seen};
use crate::sorted::{SortedMap, SortedSet};
use crate::topic;

use super::Engine;
use super::held::Marks;
use super::probe::Probe;
use super::state::ScopeState;

/// Batches of one run; what is due beyond them waits for the next one.
///
/// Source: a judgement; a thousand records, and no more than a person waits for.
const MOST_BATCHES: usize = 10;

/// One run, from what was due to what is to be done.
pub(super) struct Run {
    /// What reflections had gone through when it began.
    pub(super) start: Reflection,
    /// How far all is looked at once it is done.
    pub(super) seen: (JournalId, Option<RecordId>),
    /// What is due and was not looked at yet.
    pub(super) left: SortedSet<RecordId>,
    /// What was shown, by id.
    pub(super) shown: SortedMap<RecordId, Record>,
    /// What is to be done, and what is refused.
    pub(super) plan: Plan,
    /// What is told of it.
    pub(super) done: Reflected,
    /// Whether the tokens of the day are used up.
    pub(super) is_out_of_tokens: bool,
}

impl Engine {
    /// Reflects on what is new or changed in a scope: a model is shown it with its nearest others and proposes what to merge, rewrite and hide. What
    /// passes is done in one commit, as one journal entry; the rest is refused and listed. Without a model, and with nothing new, nothing is done.
    ///
    /// A batch whose call fails, or whose answer can't be read, stays due; until it may be tried again, only `force` does.
    ///
    /// # Errors
    /// What the store answers; nothing was changed then.
    pub async fn reflect(&self, scope: &Scope, input: ReflectInput) -> Result<Reflected, MemoryError> {
        self.ready(scope).await?;
        let plan = input.dry_run.then(Vec::new);
        let nothing = Reflected { plan, ..Reflected::default() };
        if !self.has_model() {
            return Ok(nothing);
        }
        let _one_at_a_time = self.inner.reflecting.lock().await;
        let now = self.inner.clock.now();
        if !input.force && self.with(scope, |state| reflect::may_not_yet(&state.reflection, now)) {
            return Ok(nothing);
        }
        if !input.dry_run {
            // What waits for a verdict gets it first.
            self.give_vectors(scope).await?;
            self.settle(scope).await?;
        }
        self.ready(scope).await?;
        let (mut run, batches) = self.with_vectors(scope, |state| self.begun(state, now)).await?;
        if batches.is_empty() {
            return Ok(nothing);
        }
        self.ask_of(scope, &mut run, batches).await;
        let mut done = if input.dry_run { self.shown_plan(run) } else { self.carry_out(scope, run).await? };
        done.rejected = done.refusals.len();
        Ok(done)
    }

    /// A run as it begins, with the records of each batch.
    fn begun(&self, state: &ScopeState, now: Timestamp) -> (Run, Vec<Vec<Seen>>) {
        let policy = &self.inner.policy.reflect;
        let start = state.reflection.clone();
        let most = policy.batch.max(1);
        let due = reflect::due(state.records_marked(Marks::KNOWN), &start, now, most.saturating_mul(MOST_BATCHES));
        let thresholds = self.rules().thresholds;
        let linked: Vec<Linked> = due.iter().map(|record| linked(state, record, now, thresholds)).collect();
        let ids = linked.iter().flat_map(|one| one.near.iter().chain([&one.id]));
        let bytes = ids.filter_map(|id| state.record(*id)).map(|record| (record.id, record.text.len())).collect();
        let batches = reflect::batches(&linked, &bytes, most).into_iter().map(|batch| {
            let records = batch.into_iter().filter_map(|id| state.record(id));
            let parts = |id| state.parts_of(id).into_iter().cloned().collect();
            records.map(|record| Seen { record: record.clone(), parts: parts(record.id) }).collect()
        });
        let seen = reflect::seen_after(&due, &start);
        let is_there = |id: &&RecordId| state.record(**id).is_some_and(|record| record.is_current(now));
        let left = start.left.iter().filter(is_there).copied().chain(due.iter().map(|record| record.id)).collect();
        let batches: Vec<Vec<Seen>> = batches.collect();
        let (shown, plan, done) = (SortedMap::new(), Plan::default(), Reflected::default());
        (Run { start, seen, left, shown, plan, done, is_out_of_tokens: false }, batches)
    }

    /// Asks the model of each batch, until a call fails or the tokens of the day are used up.
    async fn ask_of(&self, scope: &Scope, run: &mut Run, batches: Vec<Vec<Seen>>) {
        let salt = self.inner.store.borrow().salt;
        let policy = &self.inner.policy;
        let n_sentences = |batch: &Vec<Seen>| batch.iter().map(|one| one.n_pieces()).sum();
        let largest = batches.iter().map(n_sentences).max().unwrap_or_default();
        let mut room = reflect::most_deleted(largest, policy.reflect.max_deleted_share);
        let rules = Rules { salt: &salt, refused: &run.start.refused, max_text_bytes: policy.max_text_bytes };
        let total = batches.len().min(MOST_BATCHES);
        for (done, batch) in batches.into_iter().take(total).enumerate() {
            self.emit(&Event::Progress { task: "reflect", done, total });
            let proposals = match self.proposals(scope, &run.start, &batch, &mut run.done).await {
                Ok(Some(proposals)) => proposals,
                Ok(None) => {
                    run.is_out_of_tokens = true;
                    let err = MemoryError::TokenLimit { most: policy.reflect.max_tokens_per_day.unwrap_or_default() };
                    self.warn(&err, "what is left is reflected on tomorrow");
                    break;
                }
                Err(err) => {
                    run.done.failed += 1;
                    self.warn(&err, "nothing of this batch is changed, and it is reflected on again");
                    if matches!(err, MemoryError::BadAnswer { .. }) {
                        continue;
                    }
                    // What is down is down for the other batches, too.
                    break;
                }
            };
            run.done.examined += batch.iter().filter(|one| run.left.contains(&one.record.id)).count();
            reflect::plan(&mut run.plan, proposals, &batch, rules, &mut room);
            for Seen { record, .. } in batch {
                run.left.remove(&record.id);
                run.shown.insert(record.id, record);
            }
        }
        run.done.refusals = std::mem::take(&mut run.plan.refusals);
        self.emit(&Event::Progress { task: "reflect", done: total, total });
    }

    /// What the model proposes for a batch; `None` where it would take more tokens than are left of the day's.
    async fn proposals(
        &self,
        scope: &Scope,
        start: &Reflection,
        batch: &[Seen],
        done: &mut Reflected,
    ) -> Result<Option<Vec<Proposal>>, MemoryError> {
        let Some(llm) = &self.inner.llm else { return Ok(None) };
        let now = self.inner.clock.now();
        let lines: Vec<&Record> = batch.iter().map(|one| &one.record).collect();
        let system = task::system(task::language(&lines), now);
        let request = LlmRequest { task: Task::Reflect, system, prompt: task::prompt(&lines), schema: task::schema() };
        let read = (tokens(&request.system) + tokens(&request.prompt)) as u64;
        let used = start.tokens_on(now).saturating_add(self.carried(scope).tokens);
        if self.inner.policy.reflect.max_tokens_per_day.is_some_and(|most| most < used.saturating_add(read)) {
            return Ok(None);
        }
        done.llm_calls += 1;
        let answer = self.ask(llm.as_ref(), &request).await;
        let counted = match &answer {
            Ok(answer) => match answer.usage {
                Some((read, written)) => read.saturating_add(written),
                None => read.saturating_add(tokens(&answer.text) as u64),
            },
            // What was sent was perhaps read.
            Err(_) => read,
        };
        done.tokens = done.tokens.saturating_add(counted);
        self.note_tokens(scope, counted);
        let proposals = task::parse(&answer?.text, batch.len());
        proposals.map(Some).map_err(|err| MemoryError::BadAnswer { task: "reflect", cause: err.to_string() })
    }

    /// What a run would do.
    fn shown_plan(&self, run: Run) -> Reflected {
        let Run { shown, plan, mut done, .. } = run;
        let steps = plan.changes.into_iter().map(|change| {
            let before = change.ids.iter().filter_map(|id| shown.get(id)).map(|record| record.text.clone()).collect();
            done.count(change.kind);
            let by = change.outlived().first().map(|(_, by)| *by);
            let after = change.kind.writes().then_some(change.text);
            PlannedStep { kind: change.kind, ids: change.ids, before, after, reason: change.reason, by }
        });
        let steps = steps.collect();
        done.plan = Some(steps);
        done
    }
}

/// A record that is due, with the nearest of all others; those of its topic are close.
fn linked(state: &ScopeState, record: &Record, now: Timestamp, thresholds: Thresholds) -> Linked {
    let vector = state.vector(record.id).and_then(|values| Embedding::from_unit(values.to_vec()).ok());
    let probe = Probe::of(&record.text);
    let may_be_shown = |other: &Record| other.is_current(now) && other.text.len() <= MOST_SHOWN_BYTES;
    let nearest = state.nearest_to(record.id, &probe, vector.as_ref(), thresholds.related, &may_be_shown);
    let others = |name: String| -> Vec<RecordId> {
        state.ids_of_topic(&name).rev().filter(|id| *id != record.id).take(NEAREST_OLDER).collect()
    };
    let mut of_topic = topic::name_of(record).map(others).unwrap_or_default();
    of_topic.retain(|id| state.record(*id).is_some_and(may_be_shown));
    let mut linked = Linked { id: record.id, near: Vec::new(), close: SortedSet::new() };
    for (id, is_close) in nearest.into_iter().chain(of_topic.into_iter().map(|id| (id, true))) {
        if is_close {
            linked.close.insert(id);
        }
        if !linked.near.contains(&id) {
            linked.near.push(id);
        }
    }
    linked
}
