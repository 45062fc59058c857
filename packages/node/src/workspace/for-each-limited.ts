/** Calls `run` for each item, at most `limit` at a time. Rejects with the first rejection. */
export async function forEachLimited<Item>(
  items: Iterable<Item>,
  limit: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const work = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: limit }, work));
}
