//! How a hit's score came about.

/// How a hit's score came about: what it rests on, and what each factor added. `relevance` and the seven factors after it, and `conflict`, add up to the score, which
/// is cut at 0 and 1; so the order without a factor is that of the sum less the factor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Why {
    /// Cosine similarity of query and record, −1 to 1, where both have a vector.
    pub cosine: Option<f64>,
    /// How much of the query's words the record has, 0 to 1, rare words counting more.
    pub words: f64,
    /// The share of the words in `relevance`, 0 to 1; the rest is the cosine's.
    pub weight: f64,
    /// The decay factor, 0.1 to 1.
    pub decay: f64,
    /// Cosine and words together.
    pub relevance: f64,
    /// For being nearer to everything that was found, or less near, than others are.
    pub centre: f64,
    /// For what was told in the same session; 0 or more.
    pub session: f64,
    /// For its age; 0 or less.
    pub age: f64,
    /// For how sure it is; 0 or less.
    pub confidence: f64,
    /// For being a guess; 0 or less.
    pub kind: f64,
    /// For being about whom the query names; 0 or more.
    pub subject: f64,
    /// For holding the attribute that the query asks for; 0 or more.
    pub key: f64,
    /// For having been observed when the query says; 0 or more.
    pub time: f64,
    /// For standing in an open conflict with a hit, behind which it is shown; 0 or more.
    pub conflict: f64,
    /// Hits that say nothing beside this one, and gave way to others.
    pub folded: usize,
}

impl Why {
    /// All parts together. The order of hits is that of their sums.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.relevance
            + self.centre
            + self.session
            + self.age
            + self.confidence
            + self.kind
            + self.subject
            + self.key
            + self.time
            + self.conflict
    }

    /// The score, 0 to 1.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.sum().clamp(0.0, 1.0)
    }
}
