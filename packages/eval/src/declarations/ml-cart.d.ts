/** What of `ml-cart` is used here; the package has no types. */
declare module "ml-cart" {
  export class DecisionTreeClassifier {
    constructor(options: {
      readonly maxDepth: number;
      readonly minNumSamples: number;
      readonly gainThreshold: number;
    });
    /** `labels`: classes, from 0. */
    train(rows: readonly (readonly number[])[], labels: readonly number[]): void;
    readonly root: {
      /** The shares of the classes in a leaf, up to the highest class in it: a matrix of one row. */
      classify(row: readonly number[]): { readonly columns: number; get(row: number, column: number): number };
    };
  }
}
