//! Attributes with sentences of their own in Chinese: stances, languages, allergies, hours, ages.

use super::{Part, value};
use crate::annotate::attribute::Candidate;
use crate::annotate::attribute::sentences::Shape;
use crate::annotate::keys::{USER, relation};
use crate::annotate::lists::group;
use crate::annotate::reading::is_number;
use crate::annotate::subject::{self, Subject};

impl Part<'_> {
    /// 最喜欢的 X 是 V.
    pub(super) fn favourite(&self) -> Option<Candidate> {
        let at = ["最喜欢的", "最爱的"].into_iter().find_map(|frame| self.find(frame))?;
        let is = self.after(&at).find('是')?;
        let thing = self.after(&at)[..is].trim();
        let value_at = at.end + self.text(at.end..self.span.end).find('是')? + "是".len();
        let value = self.after(&(value_at..value_at));
        let is_short =
            |text: &str, most: usize| (1..=most).contains(&text.chars().count()) && !text.contains(['和', '、']);
        (is_short(thing, 6) && is_short(value, 12)).then_some(())?;
        let subject = subject::chinese(self.before(&at))?;
        let end = value_at + self.text(value_at..self.span.end).trim_end_matches(['了', '啦', ' ']).len();
        let written = self.reading.written(&(value_at..end));
        Some(self.candidate(subject, format!("favourite:{thing}"), written, &at))
    }

    /// S 喜欢 O, S 不喜欢 O.
    pub(super) fn stance(&self) -> Option<Candidate> {
        let verbs = ["loves", "hates"].into_iter().flat_map(|stance| group(stance).map(move |verb| (stance, verb)));
        let found = verbs.filter_map(|(stance, verb)| Some((stance, self.find(verb)?)));
        let (stance, at) = found.min_by_key(|(_, at)| (at.start, usize::MAX - at.end))?;
        let before = self.before(&at);
        let is_denied = before.ends_with('不');
        let owner = before.strip_suffix('不').unwrap_or(before);
        // 不是不喜欢, 不太喜欢, 最喜欢的….
        (!owner.contains(['不', '没']) && !owner.ends_with(['会', '要', '能', '想', '可', '恋', '亲', '最']))
            .then_some(())?;
        let mut object = self.after(&at);
        for verb in group("tasting") {
            object = object.strip_prefix(verb).filter(|rest| !rest.is_empty()).unwrap_or(object);
        }
        let n_letters = object.chars().count();
        let is_thing = (1..=12).contains(&n_letters)
            && !object.starts_with(['的', '上', '好', '人', '情', '她', '他', '过', '着'])
            && !["是", "有", "就", "但", "因为", "、", "和", "又", "也", "时", "比", "只", "多", "了"]
                .iter()
                .any(|word| object.contains(word));
        is_thing.then_some(())?;
        let subject = subject::chinese(owner)?;
        // 爱 and 恨 end many a name: 仁爱医院.
        let is_short = self.text(at.clone()).chars().count() == 1;
        let is_known =
            |subject: &Subject| matches!(subject, Subject::Named(name) if name == USER || relation(name).is_some());
        (!is_short || is_known(&subject)).then_some(())?;
        let loves = (stance == "loves") != is_denied;
        let frame = if is_denied { at.start - "不".len()..at.end } else { at };
        Some(self.candidate(subject, format!("likes:{object}"), if loves { "loves" } else { "hates" }, &frame))
    }

    /// S 会说 O.
    pub(super) fn spoken(&self) -> Option<Candidate> {
        let frames = [("不会说", "no"), ("不会讲", "no"), ("会说", "yes"), ("会讲", "yes")];
        let (at, value) = frames.into_iter().find_map(|(frame, value)| Some((self.find(frame)?, value)))?;
        let language = self.after(&at);
        let fits = value::value(Shape::Language, language).is_some() && !language.contains(['和', '、', '点', '的']);
        fits.then_some(())?;
        Some(self.candidate(subject::chinese(self.before(&at))?, format!("speaks:{language}"), value, &at))
    }

    /// S 对 O 过敏, S 吃 O 会过敏.
    pub(super) fn allergy(&self) -> Option<Candidate> {
        let end = self.find("过敏")?;
        self.after(&end).is_empty().then_some(())?;
        let frames = [("对", ["不", ""].as_slice()), ("吃", ["会", "就", ""].as_slice())];
        let (start, link) = frames.into_iter().find_map(|(frame, links)| {
            let start = self.find(frame).filter(|start| start.end < end.start)?;
            let link = links.iter().find(|link| self.text(start.end..end.start).ends_with(**link))?;
            Some((start, *link))
        })?;
        let object = self.text(start.end..end.start - link.len()).trim();
        let is_thing = (1..=8).contains(&object.chars().count()) && !object.contains(['、', '和', '不', '都', '的']);
        is_thing.then_some(())?;
        let subject = subject::chinese(self.before(&start))?;
        let value = if link == "不" { "no" } else { "yes" };
        let link_at = end.start - link.len()..end.end;
        Some(self.candidate(subject, format!("allergic:{object}"), value, &link_at))
    }

    /// S 是素食者.
    pub(super) fn diet(&self) -> Option<Candidate> {
        let frames = ["是素食主义者", "是素食者", "是纯素食者", "吃全素", "吃素"];
        let at = frames.into_iter().find_map(|frame| self.find(frame))?;
        self.after(&at).is_empty().then_some(())?;
        Some(self.candidate(subject::chinese(self.before(&at))?, "diet", "素食", &at))
    }

    /// S 十点睡, S 七点起床.
    pub(super) fn hour(&self) -> Option<Candidate> {
        let frames =
            [("睡觉", "bedtime"), ("睡", "bedtime"), ("就寝", "bedtime"), ("起床", "wake_time"), ("起", "wake_time")];
        let (at, key) = frames.into_iter().find_map(|(frame, key)| Some((self.find(frame)?, key)))?;
        self.after(&at).is_empty().then_some(())?;
        let units = &self.reading.units[self.clause.clone()];
        let first = units.iter().find(|unit| is_number(unit))?;
        let time = self.text(first.span.start..at.start);
        let end = time
            .find("点半")
            .map(|at| at + "点半".len())
            .or_else(|| time.find('点').map(|at| at + "点".len()))
            .or_else(|| time.contains(':').then_some(first.span.len()))?;
        // 睡 must follow the hour: not 十点到家以后睡.
        let is_plain = matches!(time[end..].trim(), "" | "准时" | "钟" | "就" | "上床" | "钟准时");
        let before = self.text(self.span.start..first.span.start);
        let before = before.trim_end_matches(['早', '上', '晚', '夜', '里', '间', '凌', '晨', '下', '午']);
        let is_general = !self.text(self.span.clone()).contains("周") && !self.text(self.span.clone()).contains("假");
        let subject = subject::chinese(before)?;
        (is_plain && is_general && subject != Subject::Unnamed).then(|| {
            let value = self.reading.written(&(first.span.start..first.span.start + end));
            self.candidate(subject, key, value, &at)
        })
    }

    /// S 28 岁.
    pub(super) fn age(&self) -> Option<Candidate> {
        let at = self.find("岁")?;
        self.after(&at).is_empty().then_some(())?;
        let number = self.reading.units[self.clause.clone()].iter().find(|unit| is_number(unit))?;
        let is_beside = number.span.end <= at.start && self.text(number.span.end..at.start).trim().is_empty();
        let before = self.text(self.span.start..number.span.start).trim_end_matches('是');
        let subject = subject::chinese(before)?;
        let is_named = matches!(&subject, Subject::Named(name) if name == USER || relation(name).is_some());
        (is_beside && is_named).then(|| self.candidate(subject, "age", self.reading.written(&number.span), &at))
    }
}
