/** A decision tree of depth 4 (SynConfRoute 2.4): how likely the local model is right, by what is known before it is asked. */
import { DecisionTreeClassifier } from "ml-cart";

/** A node of so few tasks is not split. */
const OPTIONS = { maxDepth: 4, minNumSamples: 5, gainThreshold: 0 } as const;

/** Scores of `test` in [0, 1]: the share of right answers in a task's leaf. */
export function treeScores(
  calibration: readonly { readonly features: readonly number[]; readonly isRight: boolean }[],
  test: readonly (readonly number[])[],
): readonly number[] {
  const tree = new DecisionTreeClassifier(OPTIONS);
  tree.train(
    calibration.map(({ features }) => features),
    calibration.map(({ isRight }) => Number(isRight)),
  );
  return test.map((features) => {
    const shares = tree.root.classify(features);
    // A leaf without a right answer knows of the other class alone.
    return shares.columns > 1 ? shares.get(0, 1) : 0;
  });
}
