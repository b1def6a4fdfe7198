/** A number with so many digits after the point. What rounds to nothing has no sign. */
export function rounded(value: number, digits: number): string {
  const scale = 10 ** digits;
  return (Math.round(value * scale) / scale + 0).toFixed(digits);
}
