//! The cosine thresholds that belong to an embedding model.
