//! The one seam through which NFKC comes from the JavaScript engine on wasm.
