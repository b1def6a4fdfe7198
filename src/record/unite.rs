//! What a record takes over from another one of the same memory.

use super::{Detail, Record, Source};

impl Record {
    /// The sentences that it knows: its text and its details.
    pub fn wordings(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.text.as_str()).chain(self.details.iter().map(|detail| detail.text.as_str()))
    }

    /// Its present text, as a detail.
    #[must_use]
    pub fn as_detail(&self) -> Detail {
        Detail {
            text: self.text.clone(),
            observed_at: self.observed_at,
            source: self.sources.first().cloned().unwrap_or_default(),
        }
    }

    /// Takes over what another record knows beside its sentences, its times, its value and how the two stand to others: nothing that either knows
    /// goes. Confidence rises, to the larger of the two, only when a source is of another kind.
    pub fn unite(&mut self, other: &Self) {
        let is_independent = other.sources.iter().any(|source| self.sources.iter().all(|old| old.kind != source.kind));
        if is_independent {
            self.confidence = self.confidence.max(other.confidence);
        }
        self.importance = self.importance.max(other.importance);
        self.pinned |= other.pinned;
        self.tags.extend(other.tags.iter().cloned());
        self.relations.extend(other.relations.iter().filter(|link| link.id != self.id).cloned());
        for (field, value) in &other.metadata {
            self.metadata.entry(field.clone()).or_insert_with(|| value.clone());
        }
        for (name, versions) in &other.facts {
            self.facts.entry(name.clone()).or_insert_with(|| versions.clone());
        }
        for source in &other.sources {
            if self.is_news(source) {
                self.sources.push(source.clone());
            }
        }
    }

    /// Whether a source says something that the record's sources don't: another speaker, or another wording.
    fn is_news(&self, source: &Source) -> bool {
        self.sources.iter().all(|old| old.kind != source.kind || old.quote != source.quote)
    }
}

/// Adds a sentence to others that has not their wording yet.
pub fn note_detail(details: &mut Vec<Detail>, detail: Detail) {
    if details.iter().all(|known| known.text != detail.text) {
        details.push(detail);
    }
}
