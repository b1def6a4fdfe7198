//! Differences that forbid calling two texts the same.

use super::align::{Alignment, Gap, Side};
use super::coverage::are_equal_in_grammar;
use super::lexicon::Flags;
use super::opposite::are_opposite_units;
use super::unit::{Role, Unit, joined};
use crate::record::{Finding, Guard};

/// The differences between two aligned texts: a denial that one side has, numbers that differ, words that change how the sentence is
/// meant, words that changed places, words put in the place of others. Of a text and itself there is none.
///
/// A detail that only one side has, its numbers and names included, is no difference. Changing the two texts changes the two sides of
/// each finding, and nothing else.
///
/// ```
/// use palimpsest::record::Guard;
/// use palimpsest::text::{align::align, guard::guards};
/// let found = guards(&align("用户吃香菜", "用户不吃香菜"));
/// assert_eq!((found[0].guard, found[0].stored.as_str()), (Guard::Negation, "不"));
/// ```
#[must_use]
pub fn guards(alignment: &Alignment) -> Vec<Finding> {
    guards_but(alignment, is_detail)
}

/// Whether none of the guards that [`guards`] found is left for texts whose vectors agree: what only adds to what both say is no difference then,
/// wherever it stands.
#[must_use]
pub fn are_free_loose(alignment: &Alignment, found: &[Finding]) -> bool {
    let is_inner = |gap: &Gap| alignment.is_inner_detail(gap);
    let is_detail = |alignment: &Alignment, gap: &Gap| is_detail(alignment, gap) || is_inner(gap);
    found.is_empty() || alignment.gaps().iter().any(is_inner) && guards_but(alignment, is_detail).is_empty()
}

fn guards_but(alignment: &Alignment, is_detail: impl Fn(&Alignment, &Gap) -> bool) -> Vec<Finding> {
    let gaps: Vec<Sides> =
        alignment.gaps().iter().filter(|gap| !is_detail(alignment, gap)).map(|gap| Sides::of(alignment, gap)).collect();
    let mut findings = Vec::new();
    findings.extend(gaps.iter().filter_map(negation));
    let all = Sides {
        new: gaps.iter().flat_map(|gap| gap.new.iter().copied()).collect(),
        stored: gaps.iter().flat_map(|gap| gap.stored.iter().copied()).collect(),
    };
    findings.extend(number(&all));
    findings.extend(date(&gaps, &all));
    findings.extend(gaps.iter().filter_map(unit));
    let directions: Vec<Option<Finding>> = gaps.iter().map(direction).collect();
    findings.extend(directions.iter().flatten().cloned());
    findings.extend(modality(&all));
    let others = gaps.iter().zip(&directions).filter(|(_, direction)| direction.is_none());
    match moved(&all) {
        Some(finding) => findings.push(finding),
        None => findings.extend(others.filter_map(|(gap, _)| object(gap))),
    }
    findings
}

/// Whether `gap` only adds a detail on one side.
fn is_detail(alignment: &Alignment, gap: &Gap) -> bool {
    let is_bare = |side| alignment.left_over(gap, side).iter().all(|unit| unit.role == Role::Tone);
    is_bare(Side::New) && alignment.is_addition(gap, Side::Stored)
        || is_bare(Side::Stored) && alignment.is_addition(gap, Side::New)
}

/// What is left over on the two sides.
struct Sides<'text> {
    new: Vec<&'text Unit>,
    stored: Vec<&'text Unit>,
}

impl<'text> Sides<'text> {
    fn of(alignment: &'text Alignment, gap: &Gap) -> Self {
        Self {
            new: alignment.left_over(gap, Side::New).iter().collect(),
            stored: alignment.left_over(gap, Side::Stored).iter().collect(),
        }
    }

    /// Of both sides what `keep` keeps.
    fn only(&self, keep: impl Fn(&Unit) -> bool) -> Self {
        let of = |units: &[&'text Unit]| units.iter().copied().filter(|unit| keep(unit)).collect();
        Self { new: of(&self.new), stored: of(&self.stored) }
    }

    fn have_both(&self) -> bool {
        !self.new.is_empty() && !self.stored.is_empty()
    }

    /// Whether both sides have the same stems, in whatever order.
    fn have_the_same(&self) -> bool {
        let count = |units: &[&Unit], stem: &str| units.iter().filter(|unit| unit.stem == stem).count();
        self.new.len() == self.stored.len()
            && self.new.iter().all(|unit| count(&self.new, &unit.stem) == count(&self.stored, &unit.stem))
    }

    fn finding(&self, guard: Guard) -> Finding {
        Finding { guard, new: joined(&self.new), stored: joined(&self.stored) }
    }
}

/// One side denies, or denies what the other denies twice.
fn negation(gap: &Sides) -> Option<Finding> {
    let denials = gap.only(|unit| unit.role == Role::Negation);
    (denials.new.len() % 2 != denials.stored.len() % 2).then(|| denials.finding(Guard::Negation))
}

/// Both sides have numbers that the other has not.
fn number(all: &Sides) -> Option<Finding> {
    let numbers = all.only(|unit| unit.role == Role::Number);
    (numbers.have_both() && !numbers.have_the_same()).then(|| numbers.finding(Guard::Number))
}

/// Both sides have the same part of a date, a month for instance, and not the same one; or a number stands where the other has a date.
///
/// 三点 and 下午三点, Monday and tomorrow, 2025 and March are no difference: the one may be the other.
fn date(gaps: &[Sides], all: &Sides) -> Option<Finding> {
    let part =
        |unit: &Unit| unit.stem.split_once(':').map_or("year", |(part, _)| part).trim_end_matches('s').to_owned();
    let has_part = |units: &[&Unit], wanted: &Unit| {
        units.iter().any(|unit| unit.role == Role::Date && part(unit) == part(wanted) && unit.stem != wanted.stem)
    };
    let dates = Sides {
        new: all.new.iter().copied().filter(|unit| unit.role == Role::Date && has_part(&all.stored, unit)).collect(),
        stored: all.stored.iter().copied().filter(|unit| unit.role == Role::Date && has_part(&all.new, unit)).collect(),
    };
    if dates.have_both() && !dates.have_the_same() {
        return Some(dates.finding(Guard::Date));
    }
    let faces = |gap: &&Sides| {
        let has = |units: &[&Unit], role: Role| units.iter().any(|unit| unit.role == role);
        let face = |one: &[&Unit], other: &[&Unit]| {
            has(one, Role::Date) && !has(one, Role::Number) && has(other, Role::Number) && !has(other, Role::Date)
        };
        face(&gap.new, &gap.stored) || face(&gap.stored, &gap.new)
    };
    let gap = gaps.iter().find(faces)?;
    Some(gap.only(|unit| matches!(unit.role, Role::Date | Role::Number)).finding(Guard::Date))
}

/// A number counts another unit.
fn unit(gap: &Sides) -> Option<Finding> {
    let measures = gap.only(|unit| unit.role == Role::Measure);
    (measures.have_both() && !measures.have_the_same()).then(|| measures.finding(Guard::Unit))
}

/// The two sides are opposites, or two places on one scale. A denial is a guard of its own.
fn direction(gap: &Sides) -> Option<Finding> {
    let said = gap.only(|unit| unit.role != Role::Tone);
    let denies = said.new.iter().chain(&said.stored).any(|unit| unit.role == Role::Negation);
    (!denies && said.have_both() && are_opposite_units(&said.new, &said.stored)).then(|| said.finding(Guard::Direction))
}

/// One side has a word that changes how the sentence is meant, or a verb is past on one side alone.
fn modality(all: &Sides) -> Option<Finding> {
    let changed =
        |mine: &Unit, others: &[&Unit]| others.iter().any(|other| other.stem == mine.stem && other.form != mine.form);
    let meant = |unit: &Unit, others: &[&Unit]| {
        matches!(unit.role, Role::Modality | Role::Tense) || unit.role != Role::Negation && changed(unit, others)
    };
    let words = Sides {
        new: all.new.iter().copied().filter(|unit| meant(unit, &all.stored)).collect(),
        stored: all.stored.iter().copied().filter(|unit| meant(unit, &all.new)).collect(),
    };
    let differ = !words.have_the_same() || words.new.iter().any(|unit| changed(unit, &words.stored));
    differ.then(|| words.finding(Guard::Modality))
}

/// Both sides have the same words at other places.
fn moved(all: &Sides) -> Option<Finding> {
    let said = all.only(|unit| matches!(unit.role, Role::Content | Role::Number | Role::Date | Role::Measure));
    let same_forms = said.new.iter().all(|unit| said.stored.iter().any(|other| other.matches(unit)));
    (said.have_both() && said.have_the_same() && same_forms).then(|| said.finding(Guard::Role))
}

/// A word stands where the other text has another.
fn object(gap: &Sides) -> Option<Finding> {
    // A date or a unit against another one has a guard of its own.
    let faces =
        |role: Role| [&gap.new, &gap.stored].map(|units| units.iter().any(|unit| unit.role == role)) == [true, true];
    let (dates_face, units_face) = (faces(Role::Date), faces(Role::Measure));
    let said = gap.only(|unit| match unit.role {
        Role::Content => true,
        Role::Date => !dates_face,
        Role::Measure => !units_face,
        Role::Tone | Role::Function | Role::Negation | Role::Modality | Role::Tense | Role::Number => {
            unit.flags.has(Flags::PLACE)
        }
    });
    if let ([mine], [theirs]) = (said.new.as_slice(), said.stored.as_slice())
        && are_equal_in_grammar(mine, theirs)
    {
        return None;
    }
    // A verb in another form is no other word.
    let other = said.only(|unit| {
        let n_forms = said
            .new
            .iter()
            .chain(&said.stored)
            .filter(|other| other.stem == unit.stem && other.form != unit.form)
            .count();
        n_forms == 0
    });
    (other.have_both() && !other.have_the_same()).then(|| other.finding(Guard::Object))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::align::align;
    use proptest::prelude::*;

    #[track_caller]
    fn shown(new: &str, stored: &str, expected: (&str, &str)) {
        let found = guards(&align(new, stored));
        assert_eq!((found[0].new.as_str(), found[0].stored.as_str()), expected, "{new} | {stored}");
    }

    #[track_caller]
    fn check(new: &str, stored: &str, expected: &[Guard]) {
        let found: Vec<Guard> = guards(&align(new, stored)).into_iter().map(|finding| finding.guard).collect();
        assert_eq!(found, expected, "{new} | {stored}");
    }

    #[test]
    fn a_denial_on_one_side_is_a_difference() {
        check("Deploying to production is allowed", "Deploying to production is not allowed", &[Guard::Negation]);
        check("用户吃香菜", "用户不吃香菜", &[Guard::Negation]);
        check("User eats meat", "User never eats meat", &[Guard::Negation]);
        check("User doesn't eat meat", "User eats meat", &[Guard::Negation]);
        check("他没有车", "他有车", &[Guard::Negation]);
    }

    #[test]
    fn words_that_hold_a_denial_and_do_not_deny_are_none() {
        check("用户不得不去上海", "用户去上海", &[]);
        check("茶不错", "茶好", &[Guard::Object]);
        check("Do not forget to call Ana", "Call Ana", &[]);
        check("她不是不喜欢茶", "她喜欢茶", &[Guard::Modality]);
    }

    #[test]
    fn a_number_that_differs_is_a_difference() {
        check("Invoice 1043 was paid by card", "Invoice 1044 was paid by card", &[Guard::Number]);
        check("The limit is 1.5 GB", "The limit is 15 GB", &[Guard::Number]);
        check("The limit is 10⁵ GB", "The limit is 105 GB", &[Guard::Number]);
        check("他有三只猫", "他有四只猫", &[Guard::Number]);
        check("他有三只猫", "他有3只猫", &[]);
        check("takes two pills", "takes three pills", &[Guard::Number]);
    }

    #[test]
    fn a_date_that_differs_is_a_difference() {
        check("The report is due on October 15th", "The report is due on October 16th", &[Guard::Date]);
        check("The lease runs out at the end of June", "The lease runs out at the end of July", &[Guard::Date]);
        check("The flight leaves on Tuesday", "The flight leaves on Thursday", &[Guard::Date]);
        check("The meeting is at 5 pm", "The meeting is at 5 am", &[Guard::Date]);
        check("The recital is on Saturday, 4 pm", "The recital is on Saturday, 5:30 pm", &[Guard::Date]);
        check("User was born in 1987", "User was born in 1978", &[Guard::Date]);
        check("用户的生日是11月2日", "用户的生日是2月11日", &[Guard::Date]);
        check("妹妹的婚礼是5月20号", "妹妹的婚礼是5月21号", &[Guard::Date]);
        check("每天下午四点半放学", "每天下午五点放学", &[Guard::Date]);
        check("驾照2027年到期", "驾照2029年到期", &[Guard::Date]);
        check("截稿时间是周日中午十二点", "截稿时间是周一中午十二点", &[Guard::Date]);
        check("用户明天去北京", "用户后天去北京", &[Guard::Date]);
        check("会议九点开始", "会议十点半开始", &[Guard::Date]);
        check("The train leaves at 9", "The train leaves at 10:30", &[Guard::Date]);
    }

    #[test]
    fn a_finding_shows_the_words_that_differ() {
        shown("净身高一米七二", "净身高一米七五", ("一米七二", "一米七五"));
        shown("用户的生日是11月2日", "用户的生日是2月11日", ("11月2日", "2月11日"));
        shown("The desk costs $20", "The desk costs 30 euros", ("20", "30"));
        shown("The call is at 15:00", "The call is at 4 am", ("15:00", "4 am"));
        shown("He left on March 4, 2025", "He left on 5 May 2024", ("march 4 2025", "5 may 2024"));
    }

    #[test]
    fn a_date_in_another_writing_is_none() {
        check("三月四号交报告", "3月4日交报告", &[]);
        check("周一开会", "星期一开会", &[]);
        check("The rent is due on March 4", "The rent is due on 4 March", &[]);
        check("会议在下午三点", "会议在15:00", &[]);
    }

    #[test]
    fn a_date_that_may_be_the_other_is_none() {
        check("会议在三点", "会议在下午三点", &[]);
        check("The meeting is on Monday", "The meeting is tomorrow", &[]);
        check("The trip is on March 4", "The trip is on March 4, 2025", &[]);
    }

    #[test]
    fn a_unit_that_differs_is_a_difference() {
        check("Take 5 mg at night", "Take 5 g at night", &[Guard::Unit]);
        check("User weighs 50 kg", "User weighs 50 lb", &[Guard::Unit]);
        check("用户重50公斤", "用户重50斤", &[Guard::Unit]);
        check("房租4500美元", "房租4500元", &[Guard::Unit]);
        check("The laptop has 16 GB of memory", "The laptop has 16 MB of memory", &[Guard::Unit]);
        check("The link has 16 GB", "The link has 16 Gb", &[Guard::Unit]);
        check("水温20℃", "水温20℉", &[Guard::Unit]);
        check("治疗持续三周", "治疗持续三天", &[Guard::Unit]);
        check("Take 5 mg at night", "Take 10 g at night", &[Guard::Number, Guard::Unit]);
        check("Take 5 mg at night", "Take 5 milligrams at night", &[]);
        check("每天三片", "每天三粒", &[Guard::Object]);
        check("Take 5 mg at night", "Take 5 pills at night", &[Guard::Object]);
    }

    #[test]
    fn a_number_in_another_writing_is_none() {
        check("The desk costs $20", "The desk costs 20 dollars", &[]);
        check("User has twenty-one cousins", "User has 21 cousins", &[]);
        check("房租每月4500元", "房租每月四千五百块", &[]);
        check("利率3.1%", "利率百分之三点一", &[]);
    }

    #[test]
    fn a_number_that_only_a_detail_has_is_none() {
        check("User moved to Lisbon", "User moved to Lisbon, in 2024", &[]);
        check("用户搬到里斯本", "用户搬到里斯本，在2024年", &[]);
    }

    #[test]
    fn another_thing_is_a_difference() {
        check("User speaks Catalan", "User speaks English", &[Guard::Object]);
        check("User writes C++ at work", "User writes C# at work", &[Guard::Object]);
        check("The car is from Italy", "The car is in Italy", &[Guard::Object]);
    }

    #[test]
    fn another_side_an_antonym_and_another_degree_are_a_difference() {
        check("用户的左膝做过手术", "用户的右膝做过手术", &[Guard::Direction]);
        check("Her hearing is worse in the deep south", "Her hearing is worse in the deep north", &[Guard::Direction]);
        check("The flat is cheap", "The flat is expensive", &[Guard::Direction]);
        check("User loves tea", "User hates tea", &[Guard::Direction]);
        check("用户喜欢喝茶", "用户讨厌喝茶", &[Guard::Direction]);
        check("公司在河的上游", "公司在河的下游", &[Guard::Direction]);
        check("房租增加了", "房租减少了", &[Guard::Direction]);
        check("用户吃微辣的火锅", "用户吃特辣的火锅", &[Guard::Direction]);
        check("User sometimes drinks tea", "User always drinks tea", &[Guard::Direction, Guard::Modality]);
        check("The shop is very busy", "The shop is busy", &[]);
    }

    #[test]
    fn another_way_of_meaning_it_is_a_difference() {
        check("用户可能住在上海", "用户住在上海", &[Guard::Modality]);
        check("User might like tea", "User likes tea", &[Guard::Modality]);
        check("I work at Initech", "I worked at Initech", &[Guard::Modality]);
        check("用户打算搬到成都", "用户搬到了成都", &[Guard::Modality]);
        check("User likes tea?", "User likes tea", &[Guard::Modality]);
        check("All tests pass", "Some tests pass", &[Guard::Direction, Guard::Modality]);
    }

    #[test]
    fn who_does_what_to_whom_is_a_difference() {
        check("Ana manages Ben", "Ben manages Ana", &[Guard::Role]);
        check("北京到上海", "上海到北京", &[Guard::Role]);
    }

    #[test]
    fn wordings_of_one_fact_differ_in_nothing() {
        check("The backend runs on port 8090", "Backend is running at port 8090", &[]);
        check("用户喜欢简洁的界面", "用户非常喜欢简洁的界面", &[]);
        check("用户计划下个月去日本旅行，会去东京、大阪和京都", "用户计划下个月去日本旅行", &[]);
    }

    proptest! {
        #[test]
        fn the_two_texts_may_change_places(
            new in "(tea |likes |liked |not |no |5 |6 |mg |pm |March |Monday |2025 |\\$|might |ana |不|没有|茶|很|喜欢|，|可能|三|只|月|四号|点|下午|公斤|周一|了){0,9}",
            stored in "(tea |likes |liked |not |no |5 |6 |g |am |May |Monday |2024 |\\$|might |ana |不|没有|茶|很|喜欢|，|可能|三|只|月|五号|点|上午|斤|周二|了){0,9}",
        ) {
            let mirrored: Vec<Finding> = guards(&align(&stored, &new))
                .into_iter()
                .map(|finding| Finding { guard: finding.guard, new: finding.stored, stored: finding.new })
                .collect();
            prop_assert_eq!(guards(&align(&new, &stored)), mirrored);
            prop_assert!(guards(&align(&new, &new)).is_empty());
        }

        #[test]
        fn no_two_texts_of_other_numbers_or_another_polarity_are_free_of_guards(
            who in "(User|The shop|用户|店里)", verb in "( has | takes | closes at |有|每天)", mine in 2_u32..9999, theirs in 2_u32..9999,
            what in "( units| things|个|件)",
        ) {
            prop_assume!(mine != theirs);
            let text = |denial: &str, number: u32| format!("{who}{denial}{verb}{number}{what}");
            let are_free = |one: String, other: String| guards(&align(&one, &other)).is_empty();
            prop_assert!(!are_free(text("", mine), text("", theirs)));
            prop_assert!(!are_free(text(" not", mine), text("", mine)));
            prop_assert!(!are_free(text("没", mine), text("", mine)));
        }

        #[test]
        fn coverage_is_mirrored(
            new in "(tea |likes |liked |not |the |5 |in |might |ana |, |不|茶|很|喜欢|，|可能|每天|用户|了){0,9}",
            stored in "(tea |likes |liked |not |the |5 |in |might |ana |, |不|茶|很|喜欢|，|可能|每天|用户|了){0,9}",
        ) {
            use crate::text::coverage::Coverage;
            let mirror = |coverage| match coverage {
                Coverage::NewCovered => Coverage::StoredCovered,
                Coverage::StoredCovered => Coverage::NewCovered,
                Coverage::Same | Coverage::Apart => coverage,
            };
            let (there, back) = (align(&new, &stored), align(&stored, &new));
            prop_assert_eq!(there.coverage_strict(), mirror(back.coverage_strict()));
            prop_assert_eq!(there.coverage_loose(), mirror(back.coverage_loose()));
        }
    }
}
