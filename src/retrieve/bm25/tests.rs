//! The index against a plain reckoning over all records.

use crate::sorted::{SortedMap, SortedSet};

use proptest::prelude::*;

use super::*;

type Records = SortedMap<u32, Vec<String>>;

fn terms(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// What a word of a query counts, in percent.
fn percent_of(term: &str) -> u16 {
    match term {
        "的" | "in" => 30,
        "x" => 150,
        _ => 100,
    }
}

fn ask(terms: &[String]) -> Vec<Asked> {
    terms.iter().map(|term| Asked { term: term.clone(), percent: percent_of(term) }).collect()
}

fn asking(text: &str) -> Vec<Asked> {
    ask(&terms(text))
}

fn index(records: &[(u32, &str)]) -> WordIndex {
    let mut index = WordIndex::new();
    for (slot, text) in records {
        index.insert(*slot, &terms(text));
    }
    index
}

fn slots(found: &[(u32, f32)]) -> Vec<u32> {
    found.iter().map(|(slot, _)| *slot).collect()
}

/// The weight of each word that is asked about or is there.
fn naive_weights(records: &Records, query: &[String]) -> SortedMap<String, (usize, u64)> {
    let n_records = records.values().filter(|words| !words.is_empty()).count();
    let mut n_with: SortedMap<String, usize> = query.iter().map(|term| (term.clone(), 0)).collect();
    for words in records.values() {
        for word in words.iter().collect::<SortedSet<_>>() {
            *n_with.entry(word.clone()).or_default() += 1;
        }
    }
    let weigh = |n_with: usize| weight(scaled_log(n_records as f64 + 1.0), scaled_log(n_with as f64 + 0.5));
    n_with.into_iter().map(|(word, n_with)| (word, (n_with, weigh(n_with)))).collect()
}

fn best(mut scored: Vec<(u32, f32, f32)>, k: usize) -> Vec<(u32, f32)> {
    scored
        .sort_by(|left, right| right.1.total_cmp(&left.1).then(right.2.total_cmp(&left.2)).then(left.0.cmp(&right.0)));
    scored.into_iter().take(k).map(|(slot, score, _)| (slot, score)).collect()
}

fn naive_search(records: &Records, query: &[String], k: usize, accept: impl Fn(u32) -> bool) -> Vec<(u32, f32)> {
    let weights = naive_weights(records, query);
    // Distinct words, rare ones first, of equals in the order of the query.
    let mut distinct: Vec<&String> = Vec::new();
    for term in query {
        if !distinct.contains(&term) {
            distinct.push(term);
        }
    }
    distinct.sort_by_key(|term| weights[*term].0);
    let lengths: Vec<f64> = records.values().map(|words| words.len() as f64).filter(|length| 0.0 < *length).collect();
    let average = lengths.iter().sum::<f64>() / lengths.len() as f64;
    let part = |count: f64, length: f64| count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / average));
    let weight = |term: &String| weights[term].1 * u64::from(percent_of(term)) / 100;
    let all: u64 = distinct.iter().map(|term| weight(term)).sum();
    let n_content = distinct.iter().filter(|term| 100 <= percent_of(term)).count();
    let perfect = unscaled(all) * part(1.0, if n_content == 0 { distinct.len() } else { n_content } as f64);
    let mut scored = Vec::new();
    for (slot, words) in records.iter().filter(|(slot, _)| accept(**slot)) {
        let mut score = 0.0;
        for term in &distinct {
            let count = words.iter().filter(|word| word == term).count() as f64;
            score += unscaled(weight(term)) * part(count, words.len() as f64);
        }
        if 0.0 < score {
            scored.push((*slot, single((score / perfect).min(1.0)), 0.0));
        }
    }
    best(scored, k)
}

fn naive_overlap(records: &Records, query: &[String], k: usize, accept: impl Fn(u32) -> bool) -> Vec<(u32, f32)> {
    let weights = naive_weights(records, query);
    let sum = |words: &SortedSet<&String>| unscaled(words.iter().map(|word| weights[*word].1).sum());
    let asked: SortedSet<&String> = query.iter().collect();
    let mut scored = Vec::new();
    for (slot, words) in records.iter().filter(|(slot, _)| accept(**slot)) {
        let own: SortedSet<&String> = words.iter().collect();
        let shared: SortedSet<&String> = own.iter().copied().filter(|word| asked.contains(*word)).collect();
        if !shared.is_empty() {
            let (of_text, of_record) = (sum(&shared) / sum(&asked), sum(&shared) / sum(&own));
            scored.push((*slot, single(of_text.max(of_record)), single(of_text.min(of_record))));
        }
    }
    best(scored, k)
}

#[test]
fn a_record_that_has_more_of_the_querys_rare_words_comes_first() {
    let index = index(&[
        (0, "用户 住 上海"),
        (1, "用户 喜欢 喝 绿茶"),
        (2, "用户 喜欢 爬山"),
        (3, "user likes green tea"),
        (4, "user lives in shanghai"),
    ]);
    assert_eq!(slots(&index.search(&asking("用户 喜欢 绿茶"), 3, |_| true)), [1, 2, 0]);
    assert_eq!(slots(&index.search(&asking("where lives user"), 9, |_| true)), [4, 3]);
    assert_eq!(slots(&index.search(&asking("用户 喜欢 绿茶"), 3, |slot| slot != 1)), [2, 0]);
    assert_eq!(index.search(&asking("咖啡"), 3, |_| true), []);
    assert_eq!(index.search(&[], 3, |_| true), []);
    assert_eq!(index.search(&asking("用户"), 0, |_| true), []);
}

#[test]
fn a_record_that_says_just_the_querys_words_scores_one_and_half_of_them_half() {
    // Four records of two words; in each query both words are equally rare.
    let index = index(&[(0, "a b"), (1, "c d"), (2, "e f"), (3, "g h")]);
    assert_eq!(index.search(&asking("b a"), 9, |_| true), [(0, 1.0)]);
    assert_eq!(index.search(&asking("a c"), 9, |_| true), [(0, 0.5), (1, 0.5)]);
    // A word that no record has weighs ln(5 / 0.5), one that a single record has ln(5 / 1.5).
    let found = index.search(&asking("a y"), 9, |_| true);
    let (known, unknown) = ((5.0_f64 / 1.5).ln(), (5.0_f64 / 0.5).ln());
    assert!((f64::from(found[0].1) - known / (known + unknown)).abs() < 1e-5, "{found:?}");
}

#[test]
fn words_that_say_little_count_little_and_need_not_be_said() {
    let index = index(&[(0, "a b"), (1, "的 c"), (2, "a 的"), (3, "g h")]);
    // "的" stands in two of four records, as "a" does, and counts three tenths of it.
    let found = index.search(&asking("a 的"), 9, |_| true);
    assert_eq!(slots(&found), [2, 0, 1]);
    assert!((found[1].1 / found[2].1 - 10.0 / 3.0).abs() < 1e-4, "{found:?}");
    assert_eq!(slots(&index.search(&asking("的"), 9, |_| true)), [1, 2]);
}

#[test]
fn what_two_records_share_is_counted_of_the_shorter_one() {
    let index = index(&[(0, "用户 喜欢 绿茶"), (1, "用户 喜欢 咖啡 和 绿茶"), (2, "猫")]);
    for (one, other, expected) in [(0, 1, 1.0), (1, 0, 1.0), (0, 2, 0.0), (2, 9, 0.0), (1, 1, 1.0)] {
        assert!((index.shared(one, other) - expected).abs() < 1e-12, "{one} {other}");
    }
}

#[test]
fn what_covers_the_text_and_what_the_text_covers_both_come_first() {
    let index = index(&[
        (0, "用户 喜欢 绿茶"),
        (1, "用户 喜欢 绿茶 每天 早上 喝 两 杯 在 办公室 里"),
        (2, "用户 喜欢 咖啡"),
        (3, "用户 喜欢 绿茶 每天"),
        (4, "猫 叫 咪咪"),
    ]);
    let found = index.overlapping(&terms("用户 喜欢 绿茶 每天"), (3, 0.0), |_| true);
    assert_eq!(slots(&found), [3, 0, 1], "the same first, then covered and covering");
    assert!(found.iter().all(|(_, score)| (score - 1.0).abs() < 1e-6));
    assert_eq!(slots(&index.overlapping(&terms("用户 喜欢 绿茶 每天"), (9, 0.0), |slot| slot != 3)), [0, 1, 2]);
    assert_eq!(index.overlapping(&terms("狗"), (3, 0.0), |_| true), []);
}

#[test]
fn a_word_that_no_record_has_any_more_leaves_no_trace() {
    let mut index = index(&[(0, "secret tea"), (1, "tea")]);
    index.remove(0);
    index.remove(7);
    assert_eq!(index.numbers.keys().map(AsRef::as_ref).collect::<Vec<&str>>(), ["tea"]);
    assert!(index.words.iter().all(|word| word.text.as_ref() != "secret"));
    index.insert(1, &[]);
    assert!(index.is_empty() && index.numbers.is_empty());
    assert_eq!(index.search(&asking("tea"), 3, |_| true), []);
}

#[test]
fn common_words_that_are_passed_over_change_nothing() {
    // Thousands of records of common words, and a few with a rare one: long lists, so that the search closes early.
    let mut index = WordIndex::new();
    let mut records = Records::new();
    for slot in 0..3_000_u32 {
        let mut words = terms("我 的");
        words.extend((0..slot % 4).map(|number| format!("常{number}")));
        words.extend((slot % 700 == 0).then(|| "绿茶".to_owned()));
        words.extend((slot % 1_100 == 0).then(|| "绿茶".to_owned()));
        words.push(format!("词{}", slot % 611));
        index.insert(slot, &words);
        records.insert(slot, words);
    }
    for query in ["我 的 绿茶", "绿茶 常0 常1 常2 我", "词5 词9 绿茶 我 的 常0", "我 的", "常2 不见"]
    {
        for k in [1, 3, 5, 40] {
            for refused in [1, 2] {
                let accept = |slot: u32| slot.is_multiple_of(refused) && slot != 0;
                let query = terms(query);
                assert_eq!(index.search(&ask(&query), k, accept), naive_search(&records, &query, k, accept));
            }
        }
        let query = terms(query);
        assert_eq!(index.overlapping(&query, (9, 0.0), |_| true), naive_overlap(&records, &query, 9, |_| true));
        let mut enough = naive_overlap(&records, &query, 9, |slot| slot % 3 != 0);
        enough.retain(|(_, score)| 0.4 <= *score);
        assert_eq!(index.overlapping(&query, (9, 0.4), |slot| slot % 3 != 0), enough);
    }
}

#[test]
fn long_records_are_reckoned_as_short_ones() {
    let lengths = [1, 62, 63, 64, 65, 200];
    let records: Records =
        (0..).zip(lengths.map(|length| terms(&format!("tea {}", "x ".repeat(length - 1))))).collect();
    let mut index = WordIndex::new();
    records.iter().for_each(|(slot, words)| index.insert(*slot, words));
    for query in [terms("tea"), terms("tea x"), terms("x 不见 tea")] {
        assert_eq!(index.search(&ask(&query), 9, |_| true), naive_search(&records, &query, 9, |_| true));
    }
}

proptest! {
    #[test]
    fn it_finds_what_looking_at_each_record_finds(
        steps in prop::collection::vec((0_u32..10, prop::collection::vec(0_u8..8, 0..6)), 0..40),
        query in prop::collection::vec(0_u8..10, 0..6),
        k in 0_usize..6,
        refused in 0_u32..10,
        floor in 0.0_f32..1.0,
    ) {
        let names = ["茶", "tea", "我", "的", "住", "in", "上海", "x", "无", "none"];
        let words = |numbers: &[u8]| -> Vec<String> {
            numbers.iter().map(|number| names[usize::from(*number)].to_owned()).collect()
        };
        let mut index = WordIndex::new();
        let mut records = Records::new();
        for (slot, numbers) in &steps {
            index.insert(*slot, &words(numbers));
            records.insert(*slot, words(numbers));
            if numbers.len() == 1 {
                index.remove(*slot);
                records.remove(slot);
            }
        }
        let query = words(&query);
        let accept = |slot: u32| slot != refused;
        prop_assert_eq!(index.search(&ask(&query), k, accept), naive_search(&records, &query, k, accept));
        for (slot, score) in naive_search(&records, &query, 10, |_| true) {
            prop_assert_eq!(index.scores_of(None, &ask(&query), &[slot]), [score]);
        }
        prop_assert_eq!(index.scores_of(None, &ask(&query), &[99]), [0.0]);
        prop_assert_eq!(index.overlapping(&query, (k, 0.0), accept), naive_overlap(&records, &query, k, accept));
        let mut enough = naive_overlap(&records, &query, k, accept);
        enough.retain(|(_, score)| floor <= *score);
        prop_assert_eq!(index.overlapping(&query, (k, floor), accept), enough);
        prop_assert_eq!(index.len(), records.values().filter(|words| !words.is_empty()).count());
        // Nothing of what was there before is left.
        let mut fresh = WordIndex::new();
        for (slot, words) in records.iter().rev() {
            fresh.insert(*slot, words);
        }
        prop_assert_eq!(fresh.numbers.len(), index.numbers.len());
        prop_assert_eq!(fresh.n_words, index.n_words);
        let weights = naive_weights(&records, &[]);
        for (slot, words) in &records {
            prop_assert_eq!(fresh.levels[*slot as usize], index.levels[*slot as usize]);
            let own = unscaled(words.iter().collect::<SortedSet<_>>().into_iter().map(|word| weights[word].1).sum());
            let (n_distinct, levels) = (index.n_distinct[*slot as usize], index.levels[*slot as usize]);
            let lightest = overlap::lightest(n_distinct, levels, index.log_of_all());
            let most = lightest + f64::from(n_distinct) / 8.0;
            prop_assert!(lightest <= own && own <= most, "{lightest} is no bound of {own}");
        }
        prop_assert_eq!(index.search(&ask(&query), k, accept), fresh.search(&ask(&query), k, accept));
        prop_assert_eq!(index.overlapping(&query, (k, 0.0), accept), fresh.overlapping(&query, (k, 0.0), accept));
    }
}
