//! The bare vector index as a module of its own, to be measured beside others. `scripts/bench-index` builds it as the package is built.
#![cfg(target_arch = "wasm32")]

use palimpsest::embedding::Embedding;
use palimpsest::retrieve::codes::Code;
use palimpsest::retrieve::vector::VectorIndex;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Vectors of one dimension under slots.
#[wasm_bindgen]
pub struct Index {
    dimension: usize,
    vectors: VectorIndex,
}

#[wasm_bindgen]
impl Index {
    /// An empty index.
    #[wasm_bindgen(constructor)]
    pub fn new(dimension: usize) -> Self {
        Self { dimension, vectors: VectorIndex::new() }
    }

    /// Keeps a vector under a small number, in place of the one that it had; it is scaled to length 1.
    ///
    /// # Errors
    /// When it is of another dimension, or has no direction.
    pub fn insert(&mut self, slot: u32, values: Vec<f32>) -> Result<(), JsError> {
        let embedding = self.embedding(values)?;
        Ok(self.vectors.insert(slot, &embedding)?)
    }

    /// Keeps a vector's codes alone; [`Self::missing`] then names what a search has to look at.
    ///
    /// # Errors
    /// As [`Self::insert`].
    #[wasm_bindgen(js_name = insertCode)]
    pub fn insert_code(&mut self, slot: u32, values: Vec<f32>) -> Result<(), JsError> {
        let embedding = self.embedding(values)?;
        Ok(self.vectors.insert_code(slot, &Code::of(embedding.values()))?)
    }

    /// Forgets a vector; whether there was one.
    pub fn remove(&mut self, slot: u32) -> bool {
        self.vectors.remove(slot)
    }

    /// The numbers of the nearest `k`, nearest first.
    ///
    /// # Errors
    /// As [`Self::insert`].
    #[wasm_bindgen(js_name = topK)]
    pub fn top_k(&self, query: Vec<f32>, k: usize) -> Result<Vec<u32>, JsError> {
        let found = self.vectors.top_k(&self.embedding(query)?, k, |_| true);
        Ok(found.best.into_iter().map(|(slot, _)| slot).collect())
    }

    /// How often a search for the nearest `k` asks whether a slot is wanted.
    ///
    /// # Errors
    /// As [`Self::insert`].
    #[wasm_bindgen(js_name = nAsked)]
    pub fn n_asked(&self, query: Vec<f32>, k: usize) -> Result<u32, JsError> {
        let mut n_asked = 0;
        let _ = self.vectors.top_k(&self.embedding(query)?, k, |_| {
            n_asked += 1;
            true
        });
        Ok(n_asked)
    }

    /// The numbers that a search for the nearest `k` has to have the vectors of, where their codes alone were inserted.
    ///
    /// # Errors
    /// As [`Self::insert`].
    pub fn missing(&self, query: Vec<f32>, k: usize) -> Result<Vec<u32>, JsError> {
        let found = self.vectors.top_k(&self.embedding(query)?, k, |_| true);
        Ok(found.missing.into_iter().map(|(slot, _)| slot).collect())
    }

    /// Bytes that the vectors take.
    pub fn bytes(&self) -> usize {
        self.vectors.bytes()
    }

    fn embedding(&self, values: Vec<f32>) -> Result<Embedding, JsError> {
        if values.len() != self.dimension {
            return Err(JsError::new("the vector is of another dimension"));
        }
        Ok(Embedding::new(values)?)
    }
}
