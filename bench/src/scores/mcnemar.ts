/**
 * McNemar's test for paired yes-or-no results, exact and two-sided: how likely, if both were equally good, would the
 * pairs that differ be divided at least so unevenly? `onlyOne`, `onlyOther`: how many pairs only the one, only the other won.
 */
export function mcnemarExact(onlyOne: number, onlyOther: number): number {
  const count = onlyOne + onlyOther;
  let logarithm = -count * Math.LN2;
  let tail = 0;
  for (let wins = 0; wins <= Math.min(onlyOne, onlyOther); wins++) {
    tail += Math.exp(logarithm);
    logarithm += Math.log((count - wins) / (wins + 1));
  }
  return Math.min(1, 2 * tail);
}
