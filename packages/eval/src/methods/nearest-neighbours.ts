/** The calibration tasks most like a task, by the cosine of their embeddings. */

/** Of length 1. */
export type Embedding = Float32Array;

/** SynConfRoute 2.4. */
export const NEIGHBOURS = 11;

/** Indices into `among`, nearest first; of equally near ones the first. */
export function nearestOf(embedding: Embedding, among: readonly Embedding[], count: number): readonly number[] {
  return among
    .map((other, at) => ({ at, cosine: cosineOf(embedding, other) }))
    .sort((one, other) => other.cosine - one.cosine || one.at - other.at)
    .slice(0, count)
    .map(({ at }) => at);
}

export function cosineOf(one: Embedding, other: Embedding): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** The share of right answers among a task's neighbours, in [0, 1]. */
export function neighbourScores(
  calibration: readonly { readonly embedding: Embedding; readonly isRight: boolean }[],
  test: readonly Embedding[],
): readonly number[] {
  const known = calibration.map(({ embedding }) => embedding);
  return test.map((embedding) => {
    const near = nearestOf(embedding, known, NEIGHBOURS);
    return near.filter((at) => calibration[at]?.isRight).length / Math.max(1, near.length);
  });
}
