//! What the outside supplies, as a test tells it to: a clock that is set, an embedder and a model that do as told.

use super::*;

/// A clock that stands where it is set; its waits end at once when they may, else never.
#[derive(Default)]
pub struct StoppedClock {
    pub now: Cell<i64>,
    pub waits_end: Cell<bool>,
    /// How often it was asked how long something took: each time a millisecond has gone by.
    pub asked: Cell<u32>,
    /// What its zone is ahead of UTC by, in milliseconds.
    pub offset: Cell<i64>,
}

impl Clock for StoppedClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.now.get())
    }

    fn sleep(&self, _: u32) -> LocalFuture<'static, ()> {
        if self.waits_end.get() { Box::pin(std::future::ready(())) } else { Box::pin(std::future::pending()) }
    }

    fn local_offset_ms(&self, _: Timestamp) -> i64 {
        self.offset.get()
    }

    fn monotonic(&self) -> f64 {
        self.asked.set(self.asked.get() + 1);
        f64::from(self.asked.get())
    }
}

/// What an embedding callback does next.
#[derive(Clone, Debug)]
pub enum Manner {
    /// Answers a vector of each text's letters, after letting others run.
    Letters,
    /// The same vector for every text.
    Same,
    /// Rejects.
    Fail,
    /// Never answers.
    Hang,
    /// Answers this, whatever it was asked.
    Answer(Vec<Vec<f32>>),
    /// Rejects calls that hold this text.
    Refuse(String),
    /// As the built-in embedder does.
    Words,
    /// As [`Self::Letters`], by another model of as many numbers.
    Other,
    /// As [`Self::Letters`] for so many calls in all, and then rejects.
    Until(u32),
}

/// An embedding callback that does as told, and counts.
pub struct Scripted {
    pub manner: RefCell<Manner>,
    pub name: &'static str,
    pub n_calls: Cell<u32>,
    pub texts: RefCell<Vec<String>>,
}

impl Embedder for Scripted {
    fn model(&self) -> &str {
        self.name
    }

    fn is_callback(&self) -> bool {
        true
    }

    fn embed<'a>(&'a self, texts: &'a [String], _: Purpose) -> LocalFuture<'a, Result<Vec<Vec<f32>>, MemoryError>> {
        self.n_calls.set(self.n_calls.get() + 1);
        self.texts.borrow_mut().extend(texts.iter().cloned());
        let failed = MemoryError::CallbackFailed { callback: "embed", message: "the service is down".to_owned() };
        let manner = self.manner.borrow().clone();
        let n_calls = self.n_calls.get();
        Box::pin(async move {
            yield_once().await;
            match manner {
                Manner::Letters => Ok(texts.iter().map(|text| letters(text)).collect()),
                Manner::Same => Ok(texts.iter().map(|_| vec![1.0, 0.0, 0.0]).collect()),
                Manner::Fail => Err(failed),
                Manner::Hang => std::future::pending().await,
                Manner::Answer(answer) => Ok(answer),
                Manner::Refuse(text) if texts.contains(&text) => Err(failed),
                Manner::Refuse(_) => Ok(texts.iter().map(|text| letters(text)).collect()),
                Manner::Words => Ok(texts.iter().map(|text| embed(text).values().to_vec()).collect()),
                Manner::Other => {
                    Ok(texts.iter().map(|text| letters(&text.chars().map(other).collect::<String>())).collect())
                }
                Manner::Until(last) if last < n_calls => Err(failed),
                Manner::Until(_) => Ok(texts.iter().map(|text| letters(text)).collect()),
            }
        })
    }
}

/// A language model that answers as it is told, and counts.
#[derive(Default)]
pub struct Model {
    /// By a piece of the prompt, the first that fits: what it answers. What nothing fits fails.
    pub answers: RefCell<Vec<(String, String)>>,
    /// The tasks that it was asked, with their prompts.
    pub asked: RefCell<Vec<(Task, String)>>,
}

impl Model {
    pub fn answer(&self, piece: &str, answer: &str) {
        self.answers.borrow_mut().insert(0, (piece.to_owned(), answer.to_owned()));
    }

    /// Answers an annotation of a text.
    pub fn annotate(&self, text: &str, kind: &str, key_and_value: Option<(&str, &str)>) {
        let summary: String = text.chars().take(20).collect();
        let (key, value) = key_and_value.unzip();
        let answer = serde_json::json!({
            "summary": summary, "kind": kind, "subject": "user", "key": key, "value": value, "topic": null, "validUntil": null,
        });
        self.answer(&format!("[1] 2025-06-15 fact \"{text}\""), &answer.to_string());
    }

    pub fn count(&self, task: Task) -> usize {
        self.asked.borrow().iter().filter(|(asked, _)| *asked == task).count()
    }
}

impl LanguageModel for Model {
    fn ask<'a>(&'a self, request: &'a LlmRequest) -> LocalFuture<'a, Result<LlmAnswer, MemoryError>> {
        self.asked.borrow_mut().push((request.task, request.prompt.clone()));
        let answer = self.answers.borrow().iter().find(|(piece, _)| request.prompt.contains(piece)).cloned();
        Box::pin(async move {
            yield_once().await;
            let failed = || MemoryError::CallbackFailed { callback: "llm", message: "the service is down".to_owned() };
            answer.map(|(_, text)| LlmAnswer { text, usage: None }).ok_or_else(failed)
        })
    }
}

/// Lets everything else that is ready run first.
pub async fn yield_once() {
    let mut yielded = false;
    std::future::poll_fn(|context| {
        if yielded {
            return std::task::Poll::Ready(());
        }
        yielded = true;
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

/// The letter that another model takes for this one.
fn other(letter: char) -> char {
    char::from_u32(u32::from(letter) * 11 + 5).unwrap_or(letter)
}

/// A vector that texts of the same letters share.
pub fn letters(text: &str) -> Vec<f32> {
    let mut counts = vec![0.01_f32; 64];
    for letter in text.chars() {
        counts[letter as usize % 64] += 1.0;
    }
    counts
}
