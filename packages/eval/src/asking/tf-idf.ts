/** Cosines of TF-IDF vectors: term counts by log(1 + N / n), as SynConfRoute's retrieval has it without details. */

export interface TfIdf {
  /** Of a query's terms with each document, in [0, 1]. */
  similarities(terms: readonly string[]): readonly number[];
}

export function tfIdfOf(documents: readonly (readonly string[])[]): TfIdf {
  const frequencies = new Map<string, number>();
  for (const terms of documents)
    for (const term of new Set(terms)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const vectorOf = (terms: readonly string[]): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    const weights = [...counts].map(([term, count]): [string, number] => {
      const documentsWith = frequencies.get(term) ?? 0;
      return [term, documentsWith === 0 ? 0 : count * Math.log(1 + documents.length / documentsWith)];
    });
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    return new Map(weights.map(([term, weight]) => [term, weight / length]));
  };
  const vectors = documents.map(vectorOf);
  return {
    similarities(terms) {
      const query = [...vectorOf(terms)];
      return vectors.map((vector) => query.reduce((sum, [term, weight]) => sum + weight * (vector.get(term) ?? 0), 0));
    },
  };
}
