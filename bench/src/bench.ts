/** One performance figure or a few that belong together. */
export interface Bench {
  readonly name: string;
  readonly description: string;
  /** Runs without a network; the numbers by their names, units in the names, rounded (`statistics.ts`). */
  readonly run: () => Promise<object>;
}
