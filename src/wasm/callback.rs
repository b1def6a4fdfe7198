//! The caller's embedding and language-model callbacks, whose answers are believed only as far as they were checked.

use js_sys::{Array, Float32Array, Function, JSON, JsString, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortController;

use super::abort::reason;
use super::guard::describe_thrown;
use super::value::describe;
use crate::error::MemoryError;
use crate::ports::{Embedder, LanguageModel, LlmAnswer, LlmRequest, LocalFuture, Purpose, Task};

/// Most numbers of one vector: far above any model's, and low enough that an object that lies about its length does no
/// harm.
const MAX_DIMENSION: u32 = 65_536;

/// The caller's `embed`.
pub(super) struct EmbedCallback {
    callback: Function,
    model: String,
}

impl EmbedCallback {
    /// The callback, and the name of the model that it asks.
    pub(super) fn new(callback: Function, model: String) -> Self {
        Self { callback, model }
    }

    async fn call(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, MemoryError> {
        let cancel = Cancel::new("embed")?;
        let purpose = match purpose {
            Purpose::Document => "document",
            Purpose::Query => "query",
        };
        let options = Object::new();
        set(&options, "purpose", &JsValue::from(purpose));
        set(&options, "signal", &cancel.controller.signal());
        let asked: Array = texts.iter().map(|text| JsValue::from(text.as_str())).collect();
        let answer = cancel.settled(self.callback.call2(&JsValue::UNDEFINED, &asked, &options)).await?;
        vectors(&answer, texts.len())
    }
}

impl Embedder for EmbedCallback {
    fn model(&self) -> &str {
        &self.model
    }

    fn is_callback(&self) -> bool {
        true
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        purpose: Purpose,
    ) -> LocalFuture<'a, Result<Vec<Vec<f32>>, MemoryError>> {
        Box::pin(self.call(texts, purpose))
    }
}

/// The caller's `llm`.
pub(super) struct LlmCallback(pub(super) Function);

impl LlmCallback {
    async fn call(&self, request: &LlmRequest) -> Result<LlmAnswer, MemoryError> {
        let cancel = Cancel::new("llm")?;
        let asked = Object::new();
        let task = match request.task {
            Task::Annotate => "annotate",
            Task::Judge => "judge",
            Task::Merge => "merge",
            Task::Reflect => "reflect",
            Task::Extract => "extract",
        };
        let schema = JSON::parse(&request.schema.to_string()).unwrap_or(JsValue::NULL);
        set(&asked, "task", &JsValue::from(task));
        set(&asked, "system", &JsValue::from(request.system.as_str()));
        set(&asked, "prompt", &JsValue::from(request.prompt.as_str()));
        set(&asked, "schema", &schema);
        set(&asked, "signal", &cancel.controller.signal());
        let answer = cancel.settled(self.0.call1(&JsValue::UNDEFINED, &asked)).await?;
        let inner = if answer.is_object() { field(&answer, "answer") } else { JsValue::UNDEFINED };
        if inner.is_undefined() {
            return Ok(LlmAnswer { text: words(&answer)?, usage: None });
        }
        let usage = field(&answer, "usage");
        let tokens = tokens(&usage, "inputTokens").zip(tokens(&usage, "outputTokens"));
        Ok(LlmAnswer { text: words(&inner)?, usage: tokens })
    }
}

impl LanguageModel for LlmCallback {
    fn ask<'a>(&'a self, request: &'a LlmRequest) -> LocalFuture<'a, Result<LlmAnswer, MemoryError>> {
        Box::pin(self.call(request))
    }
}

/// Aborts the callback's signal if its call is given up before it has settled, with the reason of the caller's signal; the engine's time-out drops
/// the future, too.
struct Cancel {
    callback: &'static str,
    controller: AbortController,
    is_settled: bool,
}

impl Cancel {
    fn new(callback: &'static str) -> Result<Self, MemoryError> {
        match AbortController::new() {
            Ok(controller) => Ok(Self { callback, controller, is_settled: false }),
            Err(_) => Err(MemoryError::CallbackFailed { callback, message: "no AbortController here".to_owned() }),
        }
    }

    /// The value that a callback's answer settles to; one that is no promise is taken as it is.
    async fn settled(mut self, answer: Result<JsValue, JsValue>) -> Result<JsValue, MemoryError> {
        let settled = match answer {
            // `Promise.resolve` would throw for a promise that throws when it is looked at; this one rejects then.
            Ok(answer) => {
                let settle = &mut |resolve: Function, _reject: Function| {
                    let _ = resolve.call1(&JsValue::UNDEFINED, &answer);
                };
                JsFuture::from(Promise::new(settle)).await
            }
            Err(thrown) => Err(thrown),
        };
        self.is_settled = true;
        let callback = self.callback;
        settled.map_err(|thrown| MemoryError::CallbackFailed { callback, message: describe_thrown(&thrown) })
    }
}

impl Drop for Cancel {
    fn drop(&mut self) {
        if !self.is_settled {
            self.controller.abort_with_reason(&reason());
        }
    }
}

/// The answer of `embed`, if it is one vector a text.
fn vectors(answer: &JsValue, wanted: usize) -> Result<Vec<Vec<f32>>, MemoryError> {
    let Some(found) = length(answer) else {
        return Err(bad(&format!("answered {}, not a list of vectors", describe(answer))));
    };
    if found as usize != wanted {
        // Most likely the vector of the only text.
        if item(answer, 0).as_f64().is_some() {
            return Err(bad("answered a list of numbers; a list of vectors is needed, one a text"));
        }
        return Err(bad(&format!("answered {found} vectors for {wanted} texts")));
    }
    (0..found).map(|index| vector(&item(answer, index), index)).collect()
}

fn vector(value: &JsValue, index: u32) -> Result<Vec<f32>, MemoryError> {
    if let Some(numbers) = value.dyn_ref::<Float32Array>() {
        // Of one whose buffer was given away nothing can be copied: it is as good as empty.
        return Ok(if numbers.length() == 0 { Vec::new() } else { numbers.to_vec() });
    }
    let dimension = length(value)
        .filter(|length| *length <= MAX_DIMENSION)
        .ok_or_else(|| bad(&format!("answered {} as vector {index}", describe(value))))?;
    let number = |place: u32| {
        let number = item(value, place);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "what is too large for a vector becomes infinite, and is refused"
        )]
        let single = number.as_f64().map(|number| number as f32);
        single.ok_or_else(|| bad(&format!("answered {} at place {place} of vector {index}", describe(&number))))
    };
    (0..dimension).map(number).collect()
}

fn bad(problem: &str) -> MemoryError {
    MemoryError::BadVector(format!("the embed callback {problem}"))
}

/// The length of a list, a typed array, or anything else that has a length.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, and from 0 to 2³² − 1")]
fn length(value: &JsValue) -> Option<u32> {
    if !value.is_object() {
        return None;
    }
    let length = field(value, "length").as_f64()?;
    (length.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&length)).then_some(length as u32)
}

fn item(value: &JsValue, index: u32) -> JsValue {
    Reflect::get_u32(value, index).unwrap_or(JsValue::UNDEFINED)
}

fn field(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &JsValue::from(name)).unwrap_or(JsValue::UNDEFINED)
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // Setting a field of an object that was made here can't fail.
    let _ = Reflect::set(object, &JsValue::from(name), value);
}

/// The words of an answer: a text as it is, an object as its JSON.
fn words(answer: &JsValue) -> Result<String, MemoryError> {
    if let Some(text) = answer.as_string() {
        return Ok(text);
    }
    let json = if answer.is_object() { JSON::stringify(answer).ok() } else { None };
    // JSON.stringify answers undefined for a function, which is no string, whatever its type says.
    let text = json.as_ref().and_then(|json: &JsString| JsValue::from(json.clone()).as_string());
    text.ok_or_else(|| MemoryError::CallbackFailed {
        callback: "llm",
        message: format!("it answered {}, neither text nor an object", describe(answer)),
    })
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "finite and not below 0; above 2⁶⁴ it saturates"
)]
fn tokens(usage: &JsValue, name: &str) -> Option<u64> {
    let tokens = field(usage, name).as_f64()?;
    (tokens.is_finite() && 0.0 <= tokens).then_some(tokens as u64)
}
