//! The one seam through which NFKC comes from the JavaScript engine on wasm; the tables would cost 47 KB there.

/// Unicode's compatibility composition of `text`.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub fn nfkc(text: &str) -> String {
    String::from(js_sys::JsString::from(text).normalize("NFKC"))
}

/// Unicode's compatibility composition of `text`.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn nfkc(text: &str) -> String {
    unicode_normalization::UnicodeNormalization::nfkc(text).collect()
}
