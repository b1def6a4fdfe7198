//! The built-in embedder: hashed character and word n-grams, so that the library is useful with no callback.
