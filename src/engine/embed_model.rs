//! What the store and this handle know of the embedding model: its thresholds, and the vector by which it is known again.

use minicbor::Encode;

use crate::calibrate::{self, Measured, PROBE, Thresholds};
use crate::codec::{self, RowKind};
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::ports::{Collection, ReadRequest, Row, Rows, UNNAMED};
use crate::record::stored::decoded;
use crate::record::{CalibratePolicy, Event};

use super::state::ScopeState;
use super::store::damaged;
use super::{Engine, keys};

/// The cosine (−1 to 1) from which two vectors of the probe sentence are one model's.
///
/// Source: vectors of two models point in directions that have nothing to do with each other (two of a few hundred numbers have a cosine
/// of 0 ± 0.1); one model's in 8 and in 32 bits have 0.98 and more.
const SAME_MODEL: f32 = 0.9;

/// How often a handle tries to have the probe or the sentences embedded: some callbacks know only texts of their own.
const MOST_TRIES: u8 = 3;

/// What the store knows of a model.
#[derive(Clone, Debug, Default, Encode, PartialEq)]
#[cbor(map)]
pub(super) struct ModelRow {
    /// Its name, by which two names of one hash are told apart.
    #[n(0)]
    name: String,
    /// Counts how often everything was embedded anew under this name.
    #[n(1)]
    generation: u32,
    /// The probe's vector, as a row of vectors holds it.
    #[cbor(n(2), with = "minicbor::bytes")]
    probe: Option<Vec<u8>>,
    /// Cosines (−1 to 1) that were measured here: from which two texts may be one memory, from which a record is looked at.
    #[n(3)]
    measured: Option<(f64, f64)>,
    /// Whether everything is being embedded anew.
    #[n(4)]
    reembedding: bool,
}

decoded!(ModelRow:
    0 name: required,
    1 generation: required,
    2 probe = minicbor::bytes,
    3 measured,
    4 reembedding: required,
);

/// Whether the callback asks the model that the stored vectors are of.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Checked {
    /// It was not looked yet.
    #[default]
    Not,
    /// It does.
    Same,
    /// It asks another: no vector is compared with a stored one.
    Other,
}

/// What is known of the embedding model in use.
#[derive(Default)]
pub(super) struct ModelState {
    row: ModelRow,
    /// The row as the store has it.
    stored: ModelRow,
    /// The row as the commit under way writes it.
    staged: Option<ModelRow>,
    pub(super) checked: Checked,
    /// Whether the callback gave this handle vectors.
    pub(super) has_answered: bool,
    probe_tries: u8,
    pub(super) calibration_tries: u8,
}

impl ModelState {
    /// The name that vectors are stored under: the model's, and another one each time that everything was embedded anew.
    pub(super) fn tag(&self) -> String {
        match self.row.generation {
            0 => self.row.name.clone(),
            // In front, because a name that is too long is cut at its end.
            generation => format!("\u{1f}{generation}\u{1f}{}", self.row.name),
        }
    }

    /// The row that the next commit takes along; `None` where the store has it so.
    pub(super) fn stage(&mut self) -> Result<Option<Row>, MemoryError> {
        self.staged = (self.row != self.stored).then(|| self.row.clone());
        let Some(row) = &self.staged else { return Ok(None) };
        let key = keys::model(&row.name);
        let value = codec::encode(RowKind::Model, row).map_err(|err| damaged(&key, &err))?;
        Ok(Some((key, value)))
    }

    /// The commit is durable.
    pub(super) fn settle(&mut self) {
        if let Some(row) = self.staged.take() {
            self.stored = row;
        }
    }

    /// Takes over what the store says. Whether vectors are stored under another name since then.
    fn load(&mut self, name: &str, row: Option<ModelRow>) -> bool {
        let row = row.unwrap_or_else(|| ModelRow { name: name.to_owned(), ..ModelRow::default() });
        let is_other = self.row.generation != row.generation || self.row.name != row.name;
        if is_other {
            self.probe_tries = 0;
        }
        if is_other || row.probe.is_none() {
            self.checked = Checked::Not;
        }
        self.stored = row.clone();
        self.row = row;
        is_other
    }

    /// Whether a probe may be embedded with the next texts.
    pub(super) fn wants_probe(&self) -> bool {
        self.checked == Checked::Not && self.probe_tries < MOST_TRIES
    }

    pub(super) fn has_probe(&self) -> bool {
        self.row.probe.is_some()
    }

    /// Notes that the probe could not be embedded.
    pub(super) fn probe_failed(&mut self) {
        self.probe_tries = self.probe_tries.saturating_add(1);
    }

    /// Whether the vector is the stored probe's model's; `None` while none is stored.
    pub(super) fn knows(&self, probe: &Embedding) -> Option<bool> {
        let (_, stored) = codec::vector_from_row(self.row.probe.as_ref()?).ok()?;
        Some(is_of_one_model(probe, &stored))
    }

    fn keep_probe(&mut self, probe: &Embedding) {
        self.row.probe = Some(codec::vector_row(&self.row.name, probe));
        self.checked = Checked::Same;
    }

    pub(super) fn keep_measured(&mut self, measured: &Measured) {
        let Thresholds { duplicate, related } = measured.thresholds;
        self.row.measured = Some((duplicate, related));
    }

    /// Begins to embed everything anew, unless that is under way: all vectors so far are then another name's. Whether it begins now.
    pub(super) fn begin_anew(&mut self, probe: &Embedding) -> bool {
        let is_same = self.knows(probe) == Some(true);
        if self.row.reembedding && is_same {
            self.checked = Checked::Same;
            return false;
        }
        if !is_same {
            self.row.measured = None;
            self.calibration_tries = 0;
        }
        self.row.generation += 1;
        self.row.reembedding = true;
        self.keep_probe(probe);
        true
    }

    /// Whether everything is being embedded anew.
    pub(super) fn is_embedding_anew(&self) -> bool {
        self.row.reembedding
    }

    /// Everything was embedded anew.
    pub(super) fn end_anew(&mut self) {
        self.row.reembedding = false;
    }
}

/// Whether two vectors of one text are one model's.
fn is_of_one_model(one: &Embedding, other: &Embedding) -> bool {
    one.cosine(other).is_some_and(|cosine| SAME_MODEL <= cosine)
}

impl Engine {
    /// The request for the model's row.
    pub(super) fn model_request(&self) -> ReadRequest {
        let key = keys::model(self.inner.embedder.model());
        ReadRequest { collection: Collection::Meta, rows: Rows::Keys(vec![key]) }
    }

    /// Takes over what the store says of the model. Whether vectors are stored under another name since then.
    pub(super) fn load_model(&self, rows: &[Row]) -> Result<bool, MemoryError> {
        let name = self.inner.embedder.model();
        let row = match rows.first() {
            Some((key, bytes)) => {
                Some(codec::decode::<ModelRow>(RowKind::Model, bytes).map_err(|err| damaged(key, &err))?)
            }
            None => None,
        };
        Ok(self.inner.model.borrow_mut().load(name, row.filter(|row| row.name == name)))
    }

    /// The thresholds that hold.
    #[must_use]
    pub fn thresholds(&self) -> Thresholds {
        let measured = self.inner.model.borrow().row.measured;
        let measured = measured.map(|(duplicate, related)| Thresholds { duplicate, related });
        calibrate::thresholds(self.inner.embedder.model(), &self.inner.policy.gate, measured)
    }

    /// Whether the callback asks another model than the one that the stored vectors are of.
    pub(super) fn is_other_model(&self) -> bool {
        self.inner.model.borrow().checked == Checked::Other
    }

    /// Whether the model is to be measured by the way.
    pub(super) fn is_calibration_due(&self) -> bool {
        self.is_calibration_due_of(&self.inner.model.borrow())
    }

    fn is_calibration_due_of(&self, model: &ModelState) -> bool {
        let policy = &self.inner.policy;
        let compares = policy.strategies.gate || policy.strategies.fingerprint || policy.strategies.versions;
        compares
            && self.inner.embedder.is_callback()
            && policy.calibrate == CalibratePolicy::Auto
            && policy.gate.duplicate.is_none()
            && model.row.measured.is_none()
            && model.calibration_tries < MOST_TRIES
            && calibrate::shipped(self.inner.embedder.model()).is_none()
            // What is measured is kept under a name, and another callback may have none either.
            && self.inner.embedder.model() != UNNAMED
    }

    /// What is to be embedded with the next texts, so that the model is known again, with the vector that it had where that is not the stored
    /// probe's: the probe, once the callback has shown that it answers; a text of the scope, where the store has no probe yet.
    pub(super) fn probing(&self, state: &ScopeState) -> Option<(String, Option<Embedding>)> {
        let model = self.inner.model.borrow();
        if !self.inner.embedder.is_callback() || !model.wants_probe() || self.is_calibration_due_of(&model) {
            return None;
        }
        if model.has_probe() || model.has_answered {
            return Some((PROBE.to_owned(), None));
        }
        // A stale vector is that of an older text.
        let with_vector = state.ids_after(None).filter(|id| state.has_vector(*id));
        let record = with_vector.filter_map(|id| state.record(id)).find(|record| !record.reembed)?;
        Some((record.text.clone(), Some(state.embedding(record.id)?)))
    }

    /// Holds a vector against the one `known`, or else against the stored probe's, which it becomes where there is none. Whether the model is
    /// the stored vectors'.
    pub(super) fn check_probe(&self, probe: &Embedding, known: Option<&Embedding>) -> bool {
        if known.is_some_and(|known| is_of_one_model(probe, known)) {
            return true;
        }
        let known = if known.is_some() { Some(false) } else { self.inner.model.borrow().knows(probe) };
        match known {
            Some(true) => self.inner.model.borrow_mut().checked = Checked::Same,
            None => self.inner.model.borrow_mut().keep_probe(probe),
            Some(false) => {
                let was = std::mem::replace(&mut self.inner.model.borrow_mut().checked, Checked::Other);
                self.inner.queries.borrow_mut().clear();
                if was != Checked::Other {
                    let name = self.inner.embedder.model();
                    let message = format!(
                        "the embedding callback asks another model than the one that the stored vectors of '{name}' are of; until reembed() everything is found and compared by its words alone"
                    );
                    self.emit(&Event::Warning { code: "bad_vector", message });
                }
                return false;
            }
        }
        true
    }
}
