/** Hand-made tasks in HumanEval-Infilling's published schema; the data set itself is not in the repository. */

interface HandMadeTask {
  readonly task_id: string;
  readonly entry_point: string;
  readonly prompt: string;
  readonly suffix: string;
  readonly canonical_solution: string;
  readonly test: string;
}

const ADD_TEST =
  "\n\nMETADATA = {}\n\n\ndef check(candidate):\n    assert candidate(1, 2) == 3\n    assert candidate(2, 2) == 4\n";

/** The hole is the only line of the body; one in the middle; the last of a loop. */
export const HAND_MADE_TASKS: readonly HandMadeTask[] = [
  {
    task_id: "SingleLineInfilling/HumanEval/900/L0",
    entry_point: "add",
    prompt: 'def add(a, b):\n    """The sum of a and b."""\n',
    suffix: "",
    canonical_solution: "    return a + b\n",
    test: ADD_TEST,
  },
  {
    task_id: "SingleLineInfilling/HumanEval/901/L0",
    entry_point: "add_all",
    prompt: "def add_all(a, b):\n",
    suffix: "    for each in (a, b):\n        total += each\n    return total\n",
    canonical_solution: "    total = 0\n",
    test: ADD_TEST,
  },
  {
    task_id: "SingleLineInfilling/HumanEval/901/L2",
    entry_point: "add_all",
    prompt: "def add_all(a, b):\n    total = 0\n    for each in (a, b):\n",
    suffix: "    return total\n",
    canonical_solution: "        total += each\n",
    test: ADD_TEST,
  },
];

export function jsonLinesOf(items: readonly object[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join("");
}
