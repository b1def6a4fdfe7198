// Quantiles of what was measured.

/** The value that a share (0 to 1) of the numbers does not exceed; none of no numbers. @param {number[] | undefined} numbers @param {number} share */
export function quantile(numbers = [], share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
