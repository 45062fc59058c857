/**
 * A text in which strings that are joined are one: `"sk_" + "live"` reads `"sk_live"`, also over lines, and without an operator
 * as in Python and C. Of a secret that is written in pieces none need have a form of its own.
 */

interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface JoinedStrings {
  readonly text: string;
  /** Where the pieces of a range of it stand in the text as it was; empty where it touches no seam. */
  placesOf(range: TextRange): readonly TextRange[];
}

/**
 * A closing quote, some language's operator, an opening quote. Without an operator the first quote closes a string only
 * after what may end a piece of one.
 */
const SEAM =
  /["'`][\s\\]{0,80}(?:\+\+?|\.\.?|&|\|\||~|<<)[\s\\_]{0,80}[rbfuL@$]{0,2}["'`]|(?<=[\w+/=.!@#$%^&*~?-] ?)["'`][\s\\]{1,80}[rbfuL@$]{0,2}["'`]/g;

/** Null where no strings are joined. */
export function joinedStrings(text: string): JoinedStrings | null {
  const seams: { readonly at: number; readonly shift: number }[] = [];
  let joined = "";
  let from = 0;
  for (const { 0: seam, index } of text.matchAll(SEAM)) {
    joined += text.slice(from, index);
    from = index + seam.length;
    seams.push({ at: joined.length, shift: from - joined.length });
  }
  if (seams.length === 0) return null;
  joined += text.slice(from);
  return {
    text: joined,
    placesOf({ start, end }) {
      const first = firstFrom(seams, start);
      let last = first;
      while ((seams[last]?.at ?? Number.POSITIVE_INFINITY) <= end) last++;
      if (last === first) return [];
      const cuts = [start, ...seams.slice(first, last).map(({ at }) => at), end];
      return cuts
        .slice(1)
        .map((cut, index) => {
          const shift = seams[first + index - 1]?.shift ?? 0;
          return { start: (cuts[index] as number) + shift, end: cut + shift };
        })
        .filter((piece) => piece.start < piece.end);
    },
  };
}

/** The index of the first seam at `offset` or after it. */
function firstFrom(seams: readonly { readonly at: number }[], offset: number): number {
  let [low, high] = [0, seams.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((seams[middle]?.at ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
