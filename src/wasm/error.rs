//! Errors on their way to JavaScript: an `Error` with a stable `code`, of which the wrapper makes its `MemoryError`.

use js_sys::{Error, Reflect};
use wasm_bindgen::JsValue;

use crate::error::MemoryError;

/// The code of a fault of the library itself.
const INTERNAL: &str = "internal";

/// The error as JavaScript sees it.
#[expect(clippy::needless_pass_by_value, reason = "it stands in map_err")]
pub(super) fn to_js(err: MemoryError) -> JsValue {
    shown(&err).into()
}

fn shown(err: &MemoryError) -> Error {
    let thrown = coded(err.code(), &err.to_string());
    if let MemoryError::Partial { written, cause } = err {
        set(&thrown, "written", &JsValue::from(u32::try_from(*written).unwrap_or(u32::MAX)));
        set(&thrown, "cause", &shown(cause));
    }
    thrown
}

/// A fault of the library itself.
pub(super) fn internal(message: &str) -> JsValue {
    let words = format!(
        "palimpsest met a fault of its own ({message}); whether this call wrote anything is unknown, and the next call \
         reads the store anew"
    );
    coded(INTERNAL, &words).into()
}

fn coded(code: &str, message: &str) -> Error {
    let error = Error::new(message);
    error.set_name("MemoryError");
    set(&error, "code", &JsValue::from(code));
    error
}

fn set(error: &Error, field: &str, value: &JsValue) {
    // Setting a field of an error that was made here can't fail.
    let _ = Reflect::set(error, &JsValue::from(field), value);
}
