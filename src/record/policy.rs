//! What the caller may set.

/// What the caller may set. Every field has a default.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Which strategies are on.
    pub strategies: Strategies,
    /// The write gate's thresholds.
    pub gate: GatePolicy,
    /// Whether an unknown embedding model is measured at the first write.
    pub calibrate: CalibratePolicy,
    /// Whether a write waits for the model.
    pub judge: JudgeWhen,
    /// When fragments are merged.
    pub merge: MergePolicy,
    /// How fast what is not used fades.
    pub decay: DecayPolicy,
    /// When a model reflects, and on how much.
    pub reflect: ReflectPolicy,
    /// How far back changes can be taken back.
    pub journal: JournalPolicy,
    /// How long a callback may take.
    pub timeouts: Timeouts,
    /// Callbacks that may run side by side.
    pub concurrency: usize,
    /// UTF-8 bytes that a text may have.
    pub max_text_bytes: usize,
    /// Bytes of memory that vectors may take; `None` for 256 MiB. Beyond it only their codes are in memory, a quarter of their size.
    pub memory_budget: Option<u64>,
}

impl Default for Policy {
    /// Source of every figure: DESIGN section 4.
    fn default() -> Self {
        Self {
            strategies: Strategies::default(),
            gate: GatePolicy::default(),
            calibrate: CalibratePolicy::Auto,
            judge: JudgeWhen::Inline,
            merge: MergePolicy { at: 3, cluster: false },
            decay: DecayPolicy::default(),
            reflect: ReflectPolicy::default(),
            journal: JournalPolicy::default(),
            timeouts: Timeouts { embed_ms: 10_000, llm_ms: 30_000 },
            concurrency: 4,
            max_text_bytes: 16_384,
            memory_budget: None,
        }
    }
}

/// Which strategies are on; all are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "six strategies, each on or off by itself")]
pub struct Strategies {
    /// The write gate.
    pub gate: bool,
    /// Semantic fingerprints.
    pub fingerprint: bool,
    /// Merging of fragments.
    pub merge: bool,
    /// Time decay and the cold tier.
    pub decay: bool,
    /// Keys, versions and conflicts.
    pub versions: bool,
    /// Reflection by a model.
    pub reflect: bool,
}

impl Default for Strategies {
    fn default() -> Self {
        Self { gate: true, fingerprint: true, merge: true, decay: true, versions: true, reflect: true }
    }
}

/// The write gate's thresholds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GatePolicy {
    /// Cosine from which two texts may be one memory; `None` for the embedding model's own.
    pub duplicate: Option<f64>,
    /// Cosine from which a record is looked at as a candidate; `None` for the embedding model's own.
    pub related: Option<f64>,
    /// Share of matching characters, 0 to 1, from which two texts may be one memory.
    pub char: f64,
}

impl Default for GatePolicy {
    fn default() -> Self {
        Self { duplicate: None, related: None, char: 0.9 }
    }
}

/// Whether an unknown embedding model is measured at the first write.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CalibratePolicy {
    /// It is.
    Auto,
    /// It is not.
    Off,
}

/// Whether a write waits for the model.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum JudgeWhen {
    /// It does.
    Inline,
    /// It resolves once the rules have decided. Once nothing waits any more, what is active, in conflict and in each key's history is what it would be with
    /// [`Self::Inline`]. Ids, stamps and journal entries may differ, and so may whether a text that was told again is a further telling of its record or a
    /// record of its own, what is known of a record that a fuller text rewrote while it waited, and how a model words what is merged.
    Background,
}

/// When fragments are merged.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct MergePolicy {
    /// Separate records of one topic from which they are merged.
    pub at: usize,
    /// Whether clusters of vectors and words count as topics.
    pub cluster: bool,
}

/// A rate a day for each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    /// Of facts.
    pub fact: Option<f64>,
    /// Of states.
    pub state: Option<f64>,
    /// Of inferences.
    pub inference: Option<f64>,
}

/// For whom rates are made, where none is given.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Preset {
    /// One who is with a person for years: facts fade slowly, what passes and what was guessed fade faster.
    #[default]
    Assistant,
    /// A help desk: everything fades as a passing state does.
    Support,
}

/// How fast what is not used fades.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecayPolicy {
    /// For whom the rates are made that are not given.
    pub preset: Preset,
    /// One rate a day for all kinds.
    pub rate: Option<f64>,
    /// A rate a day for each kind; outranks `rate`.
    pub rates: Rates,
    /// Score below which a record is cooled at the next sweep.
    pub cold_below: f64,
    /// Importance from which a record is never cooled.
    pub keep_hot_above: f64,
}

impl Default for DecayPolicy {
    fn default() -> Self {
        let (preset, rates) = (Preset::default(), Rates::default());
        Self { preset, rate: None, rates, cold_below: 0.05, keep_hot_above: 0.8 }
    }
}

/// When a model reflects, and on how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReflectPolicy {
    /// Turns after which it does.
    pub every_turns: u32,
    /// Hours after which it does.
    pub every_hours: f64,
    /// Records it is shown at a time.
    pub batch: usize,
    /// Share of a batch, 0 to 1, that it may have deleted in one run.
    pub max_deleted_share: f64,
    /// Tokens that it may use a day.
    pub max_tokens_per_day: Option<u64>,
}

impl Default for ReflectPolicy {
    fn default() -> Self {
        Self { every_turns: 20, every_hours: 24.0, batch: 100, max_deleted_share: 0.2, max_tokens_per_day: None }
    }
}

/// How far back the journal reaches: an entry beyond either figure goes at the next upkeep, the oldest first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JournalPolicy {
    /// Entries of a scope that are kept.
    pub entries: u32,
    /// Days for which they are kept.
    pub days: f64,
}

impl Default for JournalPolicy {
    /// Source: a judgement; an entry is about a kilobyte, so ten megabytes at most, and nobody takes back what he did a year ago.
    fn default() -> Self {
        Self { entries: 10_000, days: 365.0 }
    }
}

/// How long a callback may take, in milliseconds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Timeouts {
    /// The embedding callback.
    pub embed_ms: u32,
    /// The language-model callback.
    pub llm_ms: u32,
}
