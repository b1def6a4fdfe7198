// How far a measured share or difference may be off by chance: 95 % intervals.

/** The normal distribution's quantile of 0.975. */
const Z = 1.959964;

/** Samples that a bootstrap draws; its interval's ends then wander by less than a tenth of its width. */
const N_SAMPLES = 10_000;

/** @typedef {{ hits: number, n: number }} Rate so many of so many */
/** @typedef {{ low: number, high: number }} Interval */

/**
 * Wilson's interval of a share: unlike the normal one it stays within 0 and 1, and says something of 0 hits.
 *
 * @param {Rate} rate
 * @returns {Interval}
 */
export function wilson({ hits, n }) {
  if (n === 0) return { low: 0, high: 1 };
  const share = hits / n;
  const middle = share + Z ** 2 / (2 * n);
  const half = Z * Math.sqrt((share * (1 - share)) / n + (Z / (2 * n)) ** 2);
  const scale = 1 + Z ** 2 / n;
  return {
    low: hits === 0 ? 0 : (middle - half) / scale,
    high: hits === n ? 1 : (middle + half) / scale,
  };
}

/**
 * The mean of paired differences, with the paired bootstrap's interval (percentiles of resampled means).
 *
 * @param {number[]} differences one a pair
 * @param {number} [seed] equal seeds draw equal samples
 * @returns {Interval & { mean: number }}
 */
export function pairedDifference(differences, seed = 1) {
  const n = differences.length;
  const random = randomFrom(seed);
  const means = Float64Array.from({ length: N_SAMPLES }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < n; drawn += 1)
      sum += differences[Math.floor(random() * n)];
    return sum / n;
  }).sort();
  const mean = differences.reduce((sum, one) => sum + one, 0) / n;
  return {
    mean,
    low: means[Math.floor(0.025 * N_SAMPLES)],
    high: means[Math.ceil(0.975 * N_SAMPLES) - 1],
  };
}

/** Numbers from 0 to below 1: a linear congruence modulo 2³² with Knuth's multiplier, its upper bits. @param {number} seed */
function randomFrom(seed) {
  let state = seed >>> 0;
  const step = () =>
    (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return () => ((step() >>> 16) * 65_536 + (step() >>> 16)) / 2 ** 32;
}

/** A share in percent, e.g. `12.5 %`; `–` of nothing. @param {Rate} rate */
export const percent = ({ hits, n }) =>
  n === 0 ? "–" : `${((100 * hits) / n).toFixed(1)} %`;

/** A share with its counts and interval, e.g. `12.5 % (1/8; 2.2–47.1)`. @param {Rate} rate */
export function withInterval(rate) {
  if (rate.n === 0) return "–";
  const { low, high } = wilson(rate);
  const [from, to] = [low, high].map((end) => (100 * end).toFixed(1));
  return `${percent(rate)} (${rate.hits}/${rate.n}; ${from}–${to})`;
}
