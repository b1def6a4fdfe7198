// Made-up sentences and vectors, the same in every run.

export const DIMENSIONS = 384;
const TOPICS = 40;
/** Cosine that two texts of one topic have on average; real models give related sentences about that. */
const WITHIN = 0.6;

/** Numbers from 0 to 1 from a seed (mulberry32). @param {number} seed */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {() => number} next */
export function unit(next) {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => next() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** A function from texts to unit vectors; texts come in topics, in which they are close to each other. */
export function vectors() {
  const next = random(7);
  const centres = Array.from({ length: TOPICS }, () => unit(next));
  return () => near(centres, next);
}

/** A vector in one of the topics. @param {Float32Array[]} centres @param {() => number} next */
function near(centres, next) {
  const centre = centres[Math.floor(next() * TOPICS)];
  const own = unit(next);
  const vector = centre.map(
    (value, index) =>
      Math.sqrt(WITHIN) * value + Math.sqrt(1 - WITHIN) * own[index],
  );
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** @type {Float32Array[]} */
let topics = [];

/** As `vectors` gives them, but that a text has the same one whenever it is asked for. @param {string} text */
export function vectorOf(text) {
  if (!topics.length) {
    const next = random(7);
    topics = Array.from({ length: TOPICS }, () => unit(next));
  }
  let hash = 7;
  for (let at = 0; at < text.length; at++)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return near(topics, random(hash));
}

const WHO = [
  "Ana",
  "Ben",
  "my sister",
  "the neighbour",
  "用户",
  "妹妹",
  "同事",
  "爷爷",
];
const SYLLABLES = [
  "ka",
  "lo",
  "mi",
  "ren",
  "su",
  "ta",
  "vel",
  "no",
  "pi",
  "dor",
];
const SIGNS = [..."山水木火石云风月花鸟鱼虫茶书琴画江湖海城"];

/** Different sentences of a dozen words, half of them Chinese. @param {number} count */
export function sentences(count) {
  const next = random(11);
  const pick = (/** @type {string[]} */ list) =>
    list[Math.floor(next() * list.length)];
  const word = () => pick(SYLLABLES) + pick(SYLLABLES) + pick(SYLLABLES);
  const sign = () => pick(SIGNS) + pick(SIGNS);
  const english = (/** @type {string} */ who) =>
    `${who} keeps a ${word()} ${word()} from ${word()} beside the ${word()} and shows it to the ${word()}`;
  const chinese = (/** @type {string} */ who) =>
    `${who}把${sign()}的${sign()}放在${sign()}旁边，常常拿给${sign()}的${sign()}看`;
  /** @type {Set<string>} */
  const made = new Set();
  while (made.size < count) {
    const who = pick(WHO);
    made.add(/\p{Script=Han}/u.test(who) ? chinese(who) : english(who));
  }
  return [...made];
}
