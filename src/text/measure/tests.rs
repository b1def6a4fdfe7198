//! Units in both languages, under their names.

use crate::text::quantity::test::{apart, check};

#[test]
fn a_unit_has_one_name() {
    check("5 mg", &["5 mg", "5mg", "5 milligrams", "5 milligrammes", "五毫克", "5毫克", "5 MG", "５ｍｇ"]);
    check("5 g", &["5 g", "5 grams", "5克"]);
    check("5 μg", &["5 µg", "5 mcg", "5 micrograms", "5微克"]);
    check(
        "50 kg",
        &["50 kg", "50kg", "50公斤", "五十公斤", "50 kilograms", "50 kilos", "50千克", "fifty kilograms", "50 KG"],
    );
    check("50 lb", &["50 lb", "50 lbs", "50 pounds", "50磅"]);
    check("3 斤", &["3斤", "三斤", "三市斤"]);
    check("2 t", &["2 tonnes", "2吨", "两吨"]);
    check("10 km", &["10 km", "10公里", "十公里", "10 kilometres", "10 kilometers", "10千米"]);
    check("3 mile", &["3 miles", "三英里", "3 mi"]);
    check("6 ft", &["6 feet", "6 ft", "六英尺", "6 foot"]);
    check("170 cm", &["170 cm", "170厘米", "170公分", "170 centimetres"]);
    check("5 inch", &["5 inches", "5英寸"]);
    check("89 m^2", &["89平", "89 m²", "89平方米", "89㎡", "89 square metres", "89 sqm", "八十九平米"]);
    check("250 ml", &["250 ml", "250毫升", "250 millilitres"]);
    check("2 l", &["2 litres", "2L", "两升", "2 liters"]);
    check("20 °c", &["20℃", "20°C", "20 °C", "20摄氏度", "20 degrees Celsius", "二十摄氏度"]);
    check("68 °f", &["68℉", "68°F", "68华氏度", "68 degrees Fahrenheit"]);
    check("20 °", &["20度", "20 degrees", "20°"]);
    check("60 km/h", &["60 km/h", "60公里每小时", "60 kph"]);
    check("10 min", &["10 min", "10 minutes", "10分钟", "十分钟", "10 mins", "ten minutes"]);
    check("2 h", &["2 h", "2 hours", "2小时", "两个小时", "2 hrs", "两小时", "two hours", "两个钟头"]);
    check("30 s", &["30 s", "30 seconds", "30秒", "三十秒", "30秒钟"]);
    check("200 ms", &["200 ms", "200毫秒", "200 milliseconds"]);
    check("3 day", &["3 days", "三天", "3天"]);
    check("2 week", &["2 weeks", "两周", "2个星期", "两个礼拜"]);
    check("6 month", &["6 months", "六个月", "6个月"]);
    check("16 gb", &["16 GB", "16GB", "16gb", "16 gigabytes"]);
    check("100 mbit/s", &["100 Mbps", "100 megabits per second"]);
    check("2000 kcal", &["2000 kcal", "2000大卡", "2000 kilocalories"]);
}

#[test]
fn money_has_one_name() {
    check(
        "20 usd",
        &["$20", "20 dollars", "二十美元", "20美元", "20美金", "US$20", "20 USD", "$20.00", "twenty dollars", "20$"],
    );
    check("20 cny", &["20元", "二十块", "20块钱", "20 yuan", "20 RMB", "20人民币", "二十元", "收¥20"]);
    check("4500 cny", &["四千五百块", "4500元", "4,500 yuan", "付¥4500"]);
    check("20 eur", &["€20", "20 euros", "20欧元"]);
    check("20 gbp", &["£20", "20英镑", "20 GBP"]);
    check("1000 jpy", &["1000日元", "1000 yen"]);
    check("1500000 usd", &["$1.5 million", "$1.5m", "150万美元", "1.5 million dollars"]);
    check("10000 usd", &["$10k", "$10,000", "一万美元", "ten thousand dollars"]);
    check("3.5 cny", &["三块五", "3.5元", "3块5"]);
}

#[test]
fn two_units_are_not_one() {
    apart(&["5 mg", "5 g", "5 μg", "5 kg", "5 ml"]);
    apart(&["50 kg", "50 lb", "50斤", "50 tons", "50"]);
    apart(&["20 dollars", "20元", "20 yen", "20欧元", "20"]);
    apart(&["3 m", "3 ft", "3 km", "3码", "3 miles"]);
    apart(&["20°C", "20°F", "20°"]);
    apart(&["16 GB", "16 Gb", "16 MB", "16 Mb", "16 TB"]);
    apart(&["5 MW", "5 mW"]);
    apart(&["5G", "5 g"]);
    apart(&["3 hours", "3 minutes", "3 days", "3 weeks", "3 months", "3 years"]);
    apart(&["三天", "三周", "三个月", "三年", "三小时", "三分钟"]);
}

#[test]
fn what_only_looks_like_a_unit_is_none() {
    check("1990", &["the 1990s"]);
    check("3", &["三块蛋糕", "3块蛋糕", "三年级", "3 cats"]);
    check("5", &["5 a day", "5 in a row"]);
}
