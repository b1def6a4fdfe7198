//! Whether one of two aligned texts says all that the other says. Where that is in doubt, the two are apart.

use std::ops::Range;

use super::align::{Alignment, Gap, Side};
use super::grammar;
use super::letters::Boundary;
use super::lexicon::Flags;
use super::list::listed;
use super::stem::Form;
use super::tokenize::Kind;
use super::unit::{Role, Unit, clause_start};

/// Which of two texts says what the other says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Coverage {
    /// Each says what the other says.
    Same,
    /// The stored text says all of the new one, and more.
    NewCovered,
    /// The new text says all of the stored one, and more.
    StoredCovered,
    /// Neither, as far as rules can tell.
    Apart,
}

impl Alignment {
    /// What the words alone show: only tone words, particles and inflection are left over, but for a detail that one side adds.
    ///
    /// A detail counts as added when it is a piece of its own: after a comma or a full stop, or a place, a time or company at the end of
    /// an English sentence, or a time between subject and verb in Chinese. A denial, a condition, a guess, a limit, what another says,
    /// what ended, and a word inside a name are never mere details.
    ///
    /// ```
    /// use palimpsest::text::{align::align, coverage::Coverage};
    /// assert_eq!(align("用户非常喜欢茶", "用户喜欢茶。").coverage_strict(), Coverage::Same);
    /// assert_eq!(align("用户去日本", "用户去日本，会去东京和京都").coverage_strict(), Coverage::NewCovered);
    /// assert_eq!(align("likes tea", "likes tea cups").coverage_strict(), Coverage::Apart);
    /// ```
    #[must_use]
    pub fn coverage_strict(&self) -> Coverage {
        self.coverage(false)
    }

    /// As [`Self::coverage_strict`], but grammar may be left over too: for texts whose vectors agree.
    #[must_use]
    pub fn coverage_loose(&self) -> Coverage {
        self.coverage(true)
    }

    /// Whether two words in five of the longer text are aligned, and neither asks: then two texts of which one covers the other need no vector to agree.
    ///
    /// Source: "喝美式" and "每天喝美式加冰", two words of five; nothing but golden pairs that are the same is that near and covered.
    #[must_use]
    pub fn is_near(&self) -> bool {
        let says = |unit: &&Unit| !matches!(unit.role, Role::Tone | Role::Function) && !unit.flags.has(Flags::SUBJECT);
        let asks = |unit: &Unit| unit.flags.has(Flags::ASKING) || unit.text == "?";
        let sides = [Side::New, Side::Stored];
        // A word's role hangs on its neighbours ("every", "every Sunday"): it counts where it says something on both sides.
        let n_aligned = sides.map(|side| self.aligned(side).filter(says).count()).into_iter().min().unwrap_or(0);
        let n_longer = sides.map(|side| self.units(side).iter().filter(says).count()).into_iter().max();
        let are_told = sides.into_iter().all(|side| !self.units(side).iter().any(asks));
        2 <= n_aligned && n_longer.is_some_and(|n_longer| 2 * n_longer <= 5 * n_aligned) && are_told
    }

    /// Whether the two texts differ by a denial alone: one says what the other denies.
    #[must_use]
    pub fn is_denial(&self) -> bool {
        let mut n_denials = 0;
        for gap in self.gaps() {
            for side in [Side::New, Side::Stored] {
                n_denials += self.left_over(gap, side).iter().filter(|unit| unit.role == Role::Negation).count();
                // Auxiliaries of the denial, and the aspect that it replaces: 去了, 没去.
                let rest = self.rest(gap, side, true);
                let helps = |unit: &Unit| unit.role == Role::Negation || listed("do|does|a|an|any|了|过", &unit.text);
                if !rest.into_iter().all(helps) {
                    return false;
                }
            }
        }
        n_denials % 2 == 1 && self.is_about_something()
    }

    fn coverage(&self, loose: bool) -> Coverage {
        if !self.is_about_something() || self.is_of_another_count() || self.has_another_ending(loose) {
            return Coverage::Apart;
        }
        let mut longer = None;
        let asks = loose && self.is_question();
        let is_light = |units: &[&Unit]| loose && units.iter().all(|unit| grammar::is_light(unit, asks));
        let may_face = |units: &[&Unit]| units.iter().all(|unit| unit.kind != Kind::Han || unit.role == Role::Tone);
        for gap in self.gaps() {
            if self.makes_a_verb(gap) {
                return Coverage::Apart;
            }
            let (new, stored) = (self.rest(gap, Side::New, loose), self.rest(gap, Side::Stored, loose));
            let side = match (new.as_slice(), stored.as_slice()) {
                ([], []) => continue,
                (new, stored) if is_light(new) && is_light(stored) && !grammar::are_opposed(new, stored, asks) => {
                    continue;
                }
                ([mine], [theirs]) if loose && are_equal_in_grammar(mine, theirs) && self.may_be_equal(gap, mine) => {
                    continue;
                }
                // "An orchestra", "the city's student orchestra".
                (units, [article]) if loose && grammar::takes_the_place(units, article) => Side::New,
                ([article], units) if loose && grammar::takes_the_place(units, article) => Side::Stored,
                (new, stored) if is_light(stored) && may_face(stored) && !is_light(new) => Side::New,
                (new, stored) if is_light(new) && may_face(new) && !is_light(stored) => Side::Stored,
                (_, []) => Side::New,
                ([], _) => Side::Stored,
                _ => return Coverage::Apart,
            };
            if longer == Some(side.other())
                || !(self.is_addition(gap, side) || loose && self.is_inner_addition(gap, side))
            {
                return Coverage::Apart;
            }
            longer = Some(side);
        }
        match longer {
            None => Coverage::Same,
            Some(Side::New) => Coverage::StoredCovered,
            Some(Side::Stored) => Coverage::NewCovered,
        }
    }

    /// Whether a word shows that one text speaks of one and the other of several, or of another name: "my brother", "my brothers".
    fn is_of_another_count(&self) -> bool {
        self.aligned(Side::New).zip(self.aligned(Side::Stored)).any(|(mine, other)| mine.differs_in_number(other))
    }

    /// Whether a word ends in -ing on one side alone: a building is no build. Loosely, what goes on and what is always done may be one: "runs", "is running".
    fn has_another_ending(&self, loose: bool) -> bool {
        self.pairs().iter().any(|&(new, stored)| {
            let (mine, other) = (&self.units(Side::New)[new], &self.units(Side::Stored)[stored]);
            let goes_on = || match mine.form {
                Form::Ing => grammar::goes_on(self.units(Side::New), new),
                Form::Plain | Form::Past => grammar::goes_on(self.units(Side::Stored), stored),
            };
            mine.form != other.form && !(loose && goes_on())
        })
    }

    /// Whether a preposition for which another stands is one of a numbered place, "at port 8090": to be at work is not to be in work.
    fn may_be_equal(&self, gap: &Gap, preposition: &Unit) -> bool {
        let end = self.range(gap, Side::New).end;
        let is_numbered = || self.units(Side::New)[end..].iter().take(2).any(|unit| unit.role == Role::Number);
        !preposition.flags.has(Flags::PLACE) || is_numbered()
    }

    /// Whether "is" stands on one side of `gap` alone, and what follows would be a verb without it: "I fast", "I am fast".
    fn makes_a_verb(&self, gap: &Gap) -> bool {
        let is_bare = |side: Side| {
            let has_copula = |side| self.left_over(gap, side).iter().any(|unit| unit.stem == "is");
            let units = self.units(side);
            let Range { start, end } = self.range(gap, side);
            let subject = start.checked_sub(1).map(|at| &units[at]);
            let verb = units.get(end).filter(|verb| verb.boundary == Boundary::None && verb.form == Form::Plain);
            has_copula(side.other())
                && !has_copula(side)
                && subject.zip(verb).is_some_and(|(subject, verb)| {
                    subject.flags.has(Flags::SUBJECT) && (subject.text != "user" || verb.text != verb.stem)
                })
        };
        is_bare(Side::New) || is_bare(Side::Stored)
    }

    /// Whether a word that says something is aligned.
    fn is_about_something(&self) -> bool {
        let says = |unit: &Unit| matches!(unit.role, Role::Content | Role::Number | Role::Date);
        self.aligned(Side::New).any(says) && self.aligned(Side::Stored).any(says)
    }

    /// What is left over in `gap` on one side but tone words, and but grammar if `loose`.
    fn rest(&self, gap: &Gap, side: Side, loose: bool) -> Vec<&Unit> {
        let units = self.units(side);
        let falls_away = |at: usize| units[at].role == Role::Tone || loose && self.is_grammar(gap, side, at);
        self.range(gap, side).filter(|at| !falls_away(*at)).map(|at| &units[at]).collect()
    }

    /// Whether the unit at `at`, in `gap`, is grammar that one side alone may have.
    fn is_grammar(&self, gap: &Gap, side: Side, at: usize) -> bool {
        let units = self.units(side);
        let range = self.range(gap, side);
        let faces_nothing = self.range(gap, side.other()).is_empty();
        let next = units.get(at + 1).filter(|_| at + 1 == range.end);
        let is_article = |unit: &Unit| matches!(unit.text.as_str(), "a" | "an" | "the");
        match units[at].text.as_str() {
            // "A cat" and "cats" are not as many, "takes office" and "takes the office" are two things; "few" is not "a few".
            "the" if at == 0 || units[at].boundary != Boundary::None => true,
            "a" | "an" | "the" => {
                let is_amount = |next: &Unit| matches!(next.text.as_str(), "few" | "little" | "lot" | "bit");
                self.left_over(gap, side.other()).iter().any(is_article) && !next.is_some_and(is_amount)
            }
            "is" | "are" | "am" => next.is_some_and(|verb| verb.form == Form::Ing),
            "的" => {
                let owner = Flags::SUBJECT.or(Flags::QUALITY);
                let owned = |next: &Unit| next.role == Role::Content && next.text != "是";
                let is_owner = range.len() == 1
                    && next.is_some_and(owned)
                    && 0 < at
                    && (units[at - 1].flags.has(owner) || units[at - 1].text == "家" || is_of_a_noun(units, at));
                let faces_a_particle =
                    matches!(self.left_over(gap, side.other()), [other] if are_equal_in_grammar(&units[at], other));
                faces_a_particle || faces_nothing && (is_owner || self.is_of_a_cleft(&range, side, at))
            }
            // 有个哥哥, 养了只猫
            "个" | "只" | "家" | "些" | "位" => {
                let leads = |unit: &Unit| listed("有|了|是|过|找", &unit.text);
                faces_nothing && range.len() == 1 && 0 < at && leads(&units[at - 1])
            }
            "在" => {
                let is_time = |unit: &Unit| unit.role == Role::Date || unit.flags.has(Flags::TIME);
                faces_nothing && range.len() == 1 && units.get(at + 1).is_some_and(is_time)
            }
            // 用飞书来沟通
            "来" => faces_nothing && range.len() == 1 && units[..at].iter().any(|unit| unit.stem == "使用"),
            "user" | "用户" => {
                let leads = at == 0 || at == 1 && units[0].text == "the";
                let is_verb =
                    |verb: &Unit| verb.flags.has(Flags::FEELING) && (verb.kind == Kind::Han || verb.text != verb.stem);
                leads && faces_nothing && next.is_some_and(is_verb)
            }
            _ => false,
        }
    }

    /// Whether 的 at `at` is one of 是…的 or 的是, which stress a part of a sentence: of a 是 that the other text has not, or behind a quality.
    fn is_of_a_cleft(&self, gap: &Range<usize>, side: Side, at: usize) -> bool {
        let units = self.units(side);
        let is_alone =
            |is: &usize| units[*is].text == "是" && self.gaps().iter().any(|gap| self.range(gap, side).contains(is));
        let is_quality = 0 < at && units[at - 1].flags.has(Flags::QUALITY);
        let ends = units.get(at + 1).is_none_or(|next| next.boundary != Boundary::None || next.role == Role::Tone);
        let start = clause_start(units, at);
        ends && (is_quality || (start..at).any(|is| is_alone(&is))) || gap.contains(&(at + 1)) && is_alone(&(at + 1))
    }
}

/// Whether a clause begins with a word of two letters and 的 at `at`, which a compound has or has not: 手机的屏幕. Not 我买的.
fn is_of_a_noun(units: &[Unit], at: usize) -> bool {
    let start = clause_start(units, at);
    let is_noun = |unit: &Unit| unit.role == Role::Content && !unit.flags.has(Flags::SUBJECT.or(Flags::FEELING));
    units[start..at].iter().all(is_noun)
        && units[start..at].iter().map(|unit| unit.text.chars().count()).sum::<usize>() == 2
}

/// Words of grammar that stand for each other: at for on or in, a for an, and the three written forms of de.
pub(super) fn are_equal_in_grammar(mine: &Unit, theirs: &Unit) -> bool {
    let place = |text: &str| matches!(text, "at" | "on" | "in");
    let particle = |text: &str| matches!(text, "的" | "地" | "得");
    let (mine, theirs) = (mine.text.as_str(), theirs.text.as_str());
    let article = |text: &str| matches!(text, "a" | "an");
    article(mine) && article(theirs)
        || place(mine) && place(theirs) && (mine == "at" || theirs == "at")
        || particle(mine) && particle(theirs)
}

#[cfg(test)]
mod tests;
