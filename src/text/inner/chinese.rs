//! Where Chinese puts what may be left out of a clause. Whose something is, who does it, and what makes another thing of it may not.
//!
//! Source of all lists here: a judgement, by words of everyday speech and the even pairs of `tests/golden`; a word that is missing keeps texts apart.

use super::{is_amount, is_time, n_letters};
use crate::text::letters::Boundary;
use crate::text::lexicon::Flags;
use crate::text::list::listed;
use crate::text::tokenize::Kind;
use crate::text::unit::{Role, Unit, joined};

/// Letters of words for people, what they own being another thing than what the user owns, and of ranks: 前, 副.
const PEOPLE: &str = "我你您他她谁们爸妈爹娘爷奶哥姐弟妹叔姨舅姑伯婶嫂婆媳婿夫妻友伴师邻客戚娃人员前副准";

/// The same of two letters, neither of which is of people alone.
const PERSONS: &str = "同学|学生|医生|先生|同事|老板|房东|儿子|女儿|孩子|外公|公公|领导|上司|经理|家长";

/// Letters with which a name begins.
const NAMES: &str = "小老阿王李张刘陈杨黄赵吴周徐孙";

/// Verbs, measure words and particles behind which a noun may have an attribute.
const LEADING: &str = "个只了过是把份件辆套间家台本条张读学吃喝买卖开养写看做当用穿住租打玩带送教听修订考报办";

/// Letters with which names of streets and houses end, before which a city is a part of the name: 南京西路.
const NAMED: &str = "路街道巷弄学院行店司厂馆社报站队楼桥寺港";

/// Whether `units` stand where Chinese puts a circumstance or an attribute, between what stands before them and after them in the clause.
pub(super) fn is_chinese_addition(units: &[Unit], before: &[Unit], rest: &[Unit]) -> bool {
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return false };
    let is_circumstance = units.iter().all(is_time);
    if first.stem == "的" {
        // 在医院[的急诊科]当护士: a place within the place.
        return !rest.is_empty() && before.iter().any(|unit| unit.stem == "在");
    }
    if is_circumstance {
        return true;
    }
    if rest.first().is_some_and(|next| next.stem == "的") {
        return false;
    }
    let is_of_place = before.iter().rev().take(3).any(|unit| matches!(unit.stem.as_str(), "在" | "住在"));
    let is_named = last.text.chars().next_back().is_some_and(|letter| NAMED.contains(letter));
    let within = is_of_place && 2 <= n_letters(units) && !has_person(units) && !is_named;
    if rest.is_empty() {
        let opens = listed("在|到|给|从|和|当|做|去|加|带", &first.stem);
        // 卖给了[邻居]
        let is_receiver = matches!(before, [.., to, le] if to.text == "给" && le.text == "了");
        return is_receiver || within || opens && 2 <= n_letters(units) || !before.is_empty() && is_amount(first);
    }
    if n_letters(units) == 1 {
        return match first.text.as_str() {
            "一" | "左" | "右" | "便" | "竟" | "挺" => true,
            "给" => rest[0].text == "了",
            _ => false,
        };
    }
    within || is_way(units) || is_attribute(units, before)
}

/// Whether a piece says when, where, with whom or with what something is done, before its verb: 在公司附近, 2019年跟三个车友.
fn is_way(units: &[Unit]) -> bool {
    let n_time = units.iter().take_while(|unit| is_time(unit)).count();
    units.get(n_time).is_some_and(|unit| listed("在|在家|从|和|使用|因为|为了|通过|花|趁", &unit.stem))
}

/// Whether a piece stands behind a verb or a number before a noun, as its attribute, and names no owner: 把[朝东的]阳台, 写了个[命令行记账]工具.
fn is_attribute(units: &[Unit], before: &[Unit]) -> bool {
    let is_led = before
        .last()
        .is_some_and(|unit| unit.stem.chars().all(|letter| LEADING.contains(letter)) || unit.role == Role::Measure);
    let counts = units.iter().any(is_amount) && !before.is_empty();
    let is_name = units.iter().any(|unit| unit.kind == Kind::Word) && units.len() == 2;
    (is_led || counts) && !has_person(units) && !is_name && units.iter().all(|unit| unit.boundary == Boundary::None)
}

/// Whether a piece names somebody, or is of another rank than what follows: 房东的, 前, 副.
fn has_person(units: &[Unit]) -> bool {
    let said: Vec<&Unit> = units.iter().filter(|unit| !is_time(unit)).collect();
    let text = joined(&said);
    PERSONS.split('|').any(|person| text.contains(person))
        || text.chars().any(|letter| PEOPLE.contains(letter))
        || text.chars().next().is_some_and(|letter| NAMES.contains(letter))
        || units.iter().any(|unit| unit.flags.has(Flags::SUBJECT))
}

/// Whether a word tells that what is told did not happen, or is not what it is called: 梦到, 假的.
pub(super) fn is_another_world(unit: &Unit) -> bool {
    let letters = "梦假装伪仿骗";
    !is_time(unit) && unit.text.chars().all(|letter| letters.contains(letter))
        || listed("模拟|游戏|小说|电影|失败|未遂|演|戏", &unit.text)
}
