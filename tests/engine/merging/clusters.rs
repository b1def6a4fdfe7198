//! Clusters of vectors and words, where they are turned on.

use super::*;

/// Every order of so many things.
fn orders(n_things: usize) -> Vec<Vec<usize>> {
    if n_things == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(n_things - 1).into_iter();
    let longer = shorter.flat_map(|order| (0..n_things).map(move |at| (order.clone(), at)));
    longer
        .map(|(mut order, at)| {
            order.insert(at, n_things - 1);
            order
        })
        .collect()
}

#[test]
fn a_cluster_is_the_same_in_whatever_order_its_sentences_came() {
    // Each shares words with the one before it and the one after it alone.
    for texts in [
        ["roses bloom", "roses water", "water ponds", "ponds frogs"],
        ["玫瑰花开", "玫瑰花池塘水", "池塘水青蛙", "青蛙叫"],
    ] {
        for order in orders(4) {
            let mut policy = add_all();
            policy.strategies.merge = true;
            policy.merge.cluster = true;
            policy.gate.related = Some(0.3);
            policy.calibrate = palimpsest::record::CalibratePolicy::Off;
            let house = House::under(policy, Some(Manner::Letters));
            for at in &order {
                house.tell(texts[*at]);
            }
            assert_eq!(house.all().len(), 1, "{order:?}: {:?}", house.texts());
            assert_eq!(details(&house.all()[0]).len(), 4);
        }
    }
}
