//! Statements that differ in one piece, told again in another order.

use proptest::prelude::*;

use crate::text::align::align;

#[test]
fn one_piece_may_differ_where_the_rest_is_told_in_another_order() {
    let differs = |one: &str, other: &str| {
        let alignment = align(one, other);
        alignment.one_difference().map(|(mine, theirs, _)| (mine.len(), theirs.len()))
    };
    assert_eq!(differs("榴莲我是不吃的", "我吃榴莲"), Some((1, 0)));
    // 喜欢听 is one word, 讨厌听 two.
    assert_eq!(differs("周杰伦，用户是喜欢听的", "用户讨厌听周杰伦"), Some((1, 2)));
    assert_eq!(differs("小李教我弹吉他", "我教小李弹吉他"), None);
}

proptest! {
    #[test]
    fn it_does_not_matter_which_text_is_new(
        new in "[我用户妈不两三猫狗喜欢，的了]{0,12}", stored in "[我用户妈不两三猫狗喜欢，的了]{0,12}",
    ) {
        let turned = align(&stored, &new).one_difference().map(|(mine, theirs, n_shared)| (theirs, mine, n_shared));
        prop_assert_eq!(align(&new, &stored).one_difference(), turned);
    }
}
