//! What `Memory.open` is given: callbacks, a store, a policy.

use std::rc::Rc;

use js_sys::{Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use super::callback::{EmbedCallback, LlmCallback};
use super::dto::{policy, scope};
use super::host::{HostClock, Listener};
use super::host_storage::HostStorage;
use super::value::{MAX_SAFE_INTEGER, describe, invalid, text};
use super::zone::TimeZone;
use crate::engine::Options;
use crate::error::MemoryError;
use crate::ports::{Clock, Embedder, LanguageModel, Storage, StorageError, UNNAMED};
use crate::record::{Event, Policy, Scope};
use crate::storage::indexed_db::{Durability, IndexedDbStorage};
use crate::storage::memory::MemoryStorage;

/// How an error message names the argument.
const WHAT: &str = "Memory.open";

/// The database when the caller names none.
const DEFAULT_NAME: &str = "palimpsest";

/// Every option, and none besides.
const KNOWN: [&str; 12] = [
    "name",
    "scope",
    "storage",
    "durability",
    "timeZone",
    "embed",
    "embedModel",
    "llm",
    "policy",
    "clock",
    "seed",
    "onEvent",
];

/// What an engine is opened with, kept so that it can be opened again after a fault.
pub(super) struct Setup {
    /// What the caller supplied, the store apart.
    pub(super) host: Host,
    /// The name of the lock that tabs on the same database share; a store that is no database of the browser's has none.
    pub(super) lock: Option<String>,
    storage: Rc<dyn Storage>,
}

/// What the caller supplied, the store apart.
pub(super) struct Host {
    /// The scope that the first handle reads and writes.
    pub(super) scope: Scope,
    /// The caller's listener.
    pub(super) listener: Option<Rc<Listener>>,
    clock: Rc<dyn Clock>,
    embedder: Option<Rc<dyn Embedder>>,
    llm: Option<Rc<dyn LanguageModel>>,
    policy: Policy,
    seed: u64,
}

impl Setup {
    /// What the `n`-th engine on this store is opened with. Each draws other random bits, so that no name is given twice.
    pub(super) fn options(&self, n: u64) -> Options {
        let on_event = self.host.listener.clone().map(|listener| {
            let hear: Rc<dyn Fn(&Event)> = Rc::new(move |event| listener.hear(event.clone()));
            hear
        });
        Options {
            storage: Rc::clone(&self.storage),
            clock: Rc::clone(&self.host.clock),
            embedder: self.host.embedder.clone(),
            llm: self.host.llm.clone(),
            policy: self.host.policy.clone(),
            seed: self.host.seed.wrapping_add(n),
            on_event,
        }
    }
}

/// The caller's options, checked; the store is still to be opened.
pub(super) struct OpenOptions {
    name: String,
    storage: StorageChoice,
    durability: Durability,
    host: Host,
}

/// Where the bytes are to be kept.
enum StorageChoice {
    IndexedDb,
    Memory,
    Adapter(HostStorage),
}

impl OpenOptions {
    /// Reads and checks every option, at once: what the caller changes of the object later has no effect.
    pub(super) fn read(options: &JsValue) -> Result<Self, MemoryError> {
        let given = Given::new(options)?;
        let zone = match given.string("timeZone")? {
            Some(name) => TimeZone::named(&name).ok_or_else(|| {
                invalid(WHAT, "timeZone", &format!("an IANA name such as Asia/Shanghai is needed; {name:?} was given"))
            })?,
            None => TimeZone::local(),
        };
        let durability = match given.string("durability")?.as_deref() {
            None | Some("relaxed") => Durability::Relaxed,
            Some("strict") => Durability::Strict,
            Some(other) => {
                let words = format!("'relaxed' or 'strict' is needed; {other:?} was given");
                return Err(invalid(WHAT, "durability", &words));
            }
        };
        let host = Host {
            scope: scope(&given.value("scope")?, "scope")?,
            listener: given.function("onEvent")?.map(Listener::new),
            clock: Rc::new(HostClock::new(given.function("clock")?, zone)),
            embedder: given.embedder()?,
            llm: given.function("llm")?.map(|callback| Rc::new(LlmCallback(callback)) as Rc<dyn LanguageModel>),
            policy: policy(&given.value("policy")?)?,
            seed: given.seed()?,
        };
        let name = given.string("name")?.unwrap_or_else(|| DEFAULT_NAME.to_owned());
        let storage = given.storage()?;
        // An adapter is never told of it: the caller would rely on what nobody does.
        if matches!(storage, StorageChoice::Adapter(_)) && matches!(durability, Durability::Strict) {
            let words =
                "a StorageAdapter waits for the disk by an option of its own: sqliteStorage(path, { durability })";
            return Err(invalid(WHAT, "durability", words));
        }
        Ok(Self { name, storage, durability, host })
    }

    /// Opens the store.
    pub(super) async fn into_setup(self) -> Result<Setup, MemoryError> {
        let is_shared = matches!(self.storage, StorageChoice::IndexedDb);
        let lock = is_shared.then(|| ["palimpsest upkeep ", &self.name].concat());
        let storage: Rc<dyn Storage> = match self.storage {
            StorageChoice::IndexedDb => {
                Rc::new(IndexedDbStorage::open(&self.name, self.durability).await.map_err(store_error)?)
            }
            StorageChoice::Memory => Rc::new(MemoryStorage::default()),
            StorageChoice::Adapter(adapter) => Rc::new(adapter),
        };
        Ok(Setup { host: self.host, lock, storage })
    }
}

/// Why the store did not open.
fn store_error(err: StorageError) -> MemoryError {
    match err {
        StorageError::Conflict => MemoryError::Conflict { tries: 1 },
        StorageError::Quota(words) => MemoryError::Quota(words),
        StorageError::Unavailable(words) => MemoryError::StoreUnavailable(words),
        StorageError::Newer { found, known } => MemoryError::StoreNewer { found, known },
        StorageError::Damaged(words) => MemoryError::StoreBroken(words),
    }
}

/// The object that the caller gave.
struct Given<'a>(&'a JsValue);

impl<'a> Given<'a> {
    fn new(options: &'a JsValue) -> Result<Self, MemoryError> {
        if options.is_undefined() {
            return Ok(Self(options));
        }
        if !options.is_object() || options.is_array() {
            return Err(invalid(WHAT, "", &format!("an object is needed; {} was given", describe(options))));
        }
        for key in Object::keys(options.unchecked_ref::<Object>()).iter() {
            let name = text(&key, WHAT)?;
            if !KNOWN.contains(&name.as_str()) {
                let known = KNOWN.join("`, `");
                return Err(invalid(WHAT, &name, &format!("unknown option, expected one of `{known}`")));
            }
        }
        Ok(Self(options))
    }

    /// An option; a left-out one and one that is `null` are `undefined`.
    fn value(&self, name: &str) -> Result<JsValue, MemoryError> {
        if self.0.is_undefined() {
            return Ok(JsValue::UNDEFINED);
        }
        let value = Reflect::get(self.0, &JsValue::from(name))
            .map_err(|thrown| invalid(WHAT, name, &format!("reading it threw {}", describe(&thrown))))?;
        Ok(if value.is_null() { JsValue::UNDEFINED } else { value })
    }

    fn string(&self, name: &str) -> Result<Option<String>, MemoryError> {
        let value = self.value(name)?;
        if value.is_undefined() {
            return Ok(None);
        }
        let string = text(&value, &format!("{WHAT}: `{name}`"))?;
        if string.trim().is_empty() {
            return Err(invalid(WHAT, name, "an empty string"));
        }
        Ok(Some(string))
    }

    fn function(&self, name: &str) -> Result<Option<Function>, MemoryError> {
        let value = self.value(name)?;
        if value.is_undefined() {
            return Ok(None);
        }
        let refuse =
            |value: JsValue| invalid(WHAT, name, &format!("a function is needed; {} was given", describe(&value)));
        value.dyn_into().map(Some).map_err(refuse)
    }

    fn embedder(&self) -> Result<Option<Rc<dyn Embedder>>, MemoryError> {
        match (self.function("embed")?, self.string("embedModel")?) {
            (Some(callback), model) => {
                let model = model.unwrap_or_else(|| UNNAMED.to_owned());
                Ok(Some(Rc::new(EmbedCallback::new(callback, model))))
            }
            (None, None) => Ok(None),
            (None, Some(_)) => {
                Err(invalid(WHAT, "embedModel", "it names the model of the embed callback, and there is none"))
            }
        }
    }

    /// The caller's seed, or 64 bits of the runtime's randomness.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a safe integer; a negative one wraps")]
    fn seed(&self) -> Result<u64, MemoryError> {
        let value = self.value("seed")?;
        if value.is_undefined() {
            return getrandom::u64().map_err(|err| {
                invalid(WHAT, "seed", &format!("this runtime gives no random bits ({err}); give a seed"))
            });
        }
        let seed = value.as_f64().filter(|seed| seed.fract() == 0.0 && seed.abs() <= MAX_SAFE_INTEGER);
        let refuse = || invalid(WHAT, "seed", &format!("a safe integer is needed; {} was given", describe(&value)));
        seed.map(|seed| seed as i64 as u64).ok_or_else(refuse)
    }

    fn storage(&self) -> Result<StorageChoice, MemoryError> {
        let value = self.value("storage")?;
        let has_indexed_db =
            Reflect::get(&js_sys::global(), &JsValue::from("indexedDB")).is_ok_and(|database| database.is_object());
        match value.as_string().as_deref() {
            Some("memory") => Ok(StorageChoice::Memory),
            Some("indexeddb") if has_indexed_db => Ok(StorageChoice::IndexedDb),
            None if value.is_undefined() && has_indexed_db => Ok(StorageChoice::IndexedDb),
            None if value.is_object() => {
                let refuse = |err: StorageError| invalid(WHAT, "storage", &err.to_string());
                HostStorage::new(&value).map(StorageChoice::Adapter).map_err(refuse)
            }
            Some("indexeddb") => Err(no_indexed_db()),
            None if value.is_undefined() => Err(no_indexed_db()),
            Some(_) | None => {
                let words = format!(
                    "'indexeddb', 'memory' or a StorageAdapter is needed (for a file: await sqliteStorage(path) of \
                     palimpsest/node-sqlite); {} was given",
                    describe(&value)
                );
                Err(invalid(WHAT, "storage", &words))
            }
        }
    }
}

fn no_indexed_db() -> MemoryError {
    MemoryError::StoreUnavailable(
        "there is no IndexedDB here; open with storage: 'memory' (it lives as long as the handle), a file (palimpsest/node-sqlite), \
         a Durable Object (palimpsest/durable-object) or a StorageAdapter of your own"
            .to_owned(),
    )
}
