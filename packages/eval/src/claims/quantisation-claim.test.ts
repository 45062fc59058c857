import { describe, expect, it } from "vitest";
import { madeEvaluation, madeFile } from "../../test/made-evaluation.js";
import { type Evaluation, type EvaluationFile, SINGLE_LINE } from "../tables/evaluation.js";
import { QUANTISATION } from "../tables/synconfroute/quantisation.js";
import { QUANTISATION_CLAIM } from "./quantisation-claim.js";

const TASKS = Array.from({ length: 40 }, (_, at) => `f${at}/L0`);
/** The local model solves the first 20 of its 40 tasks. */
const BASE = madeEvaluation(
  TASKS.map((task, at) => ({ task, local: { isRight: at < 20 }, large: { isRight: at < 30 } })),
);
const SHA256 = BASE.files[0]?.header.model.sha256 ?? "";

/** The local model's weights in another form, which solve the first so many of its first 30 tasks. */
function inForm(to: string, solved: number, { sha256 = SHA256, benchmark = SINGLE_LINE } = {}): EvaluationFile {
  const made = madeFile(
    `local-${to}`,
    TASKS.slice(0, 30).map((task, at) => ({ task, isRight: at < solved, ...(at < solved ? {} : { text: "y" }) })),
    { benchmark },
  );
  const { header } = made;
  return { ...made, header: { ...header, model: { ...header.model, quantisedFrom: { sha256, type: "q8_0", to } } } };
}

const withForms = (...files: readonly EvaluationFile[]): Evaluation => ({ ...BASE, files: [...BASE.files, ...files] });
const judged = (...files: readonly EvaluationFile[]) => QUANTISATION_CLAIM.judge(withForms(...files));

describe("the claim about quantisation", () => {
  it("holds where 4 bits cost nothing that can be told, and 2 bits cost something", () => {
    const { verdict, numbers } = judged(inForm("q4_0", 19), inForm("q4_1", 20), inForm("q2_k-as-f16", 0));
    expect(verdict).toBe("holds");
    expect(numbers).toContain(
      "humaneval-infilling-single-line, local, q4_1: 20 → 20 of 30 (0.0 points; 0.0 to 0.0; 20 answers the same)",
    );
    expect(numbers).toContain("humaneval-infilling-single-line, local, q2_k-as-f16: 20 → 0 of 30 (-66.7 points");
  });

  it("does not hold where 4 bits cost much, or 2 bits cost nothing", () => {
    expect(judged(inForm("q4_0", 5), inForm("q2_k-as-f16", 0)).verdict).toBe("does not hold");
    expect(judged(inForm("q4_0", 20), inForm("q2_k-as-f16", 20)).verdict).toBe("does not hold");
  });

  it("is not decided by one half alone, nor by other models' weights or other numbers of bits", () => {
    expect(judged()).toMatchObject({
      verdict: "cannot be tested here",
      numbers: expect.stringContaining("4 bits and 2"),
    });
    expect(judged(inForm("q4_0", 20), inForm("q5_0", 20))).toMatchObject({
      verdict: "cannot be tested here",
      numbers: expect.stringMatching(
        /in 2 bits: `scripts\/quantise-model\.sh[\s\S]*So far: humaneval-infilling-single-line, local, q4_0: 20 → 20/,
      ),
    });
    const foreign = [
      inForm("q4_0", 20, { sha256: "another model" }),
      inForm("q2_k-as-f16", 0, { sha256: "another model" }),
    ];
    expect(judged(...foreign).verdict).toBe("cannot be tested here");
    const elsewhere = [inForm("q4_0", 20), inForm("q2_k-as-f16", 0, { benchmark: "stmteval-suffix" })];
    expect(judged(...elsewhere).verdict).toBe("cannot be tested here");
  });

  it("is not decided where no interval can be given, as of SAFIM's tasks without their data", () => {
    const inJava = (task: string) => task.replace(/\bf(?=\d)/, "block/java/").replace("/L0", "");
    const inSafim = ({ header, rows, judged, ...rest }: EvaluationFile): EvaluationFile => {
      const named = <Item extends { readonly task: string }>(items: ReadonlyMap<string, Item>) =>
        new Map([...items].map(([key, item]) => [inJava(key), { ...item, task: inJava(item.task) }]));
      return {
        ...rest,
        header: { ...header, benchmark: "safim-block-java" },
        rows: named(rows),
        judged: named(judged),
      };
    };
    const files = [...BASE.files, inForm("q4_0", 20), inForm("q2_k-as-f16", 0)].map(inSafim);
    expect(files[0]?.rows.has("left-and-right block/java/0")).toBe(true);
    const { verdict, numbers } = QUANTISATION_CLAIM.judge({ ...BASE, files });
    expect([verdict, numbers.includes("NaN")]).toEqual(["cannot be tested here", false]);
    expect(numbers).toMatch(/no interval .*--data: safim-block-java, local, q4_0: 20 → 20 of 30/);
  });

  it("has a table of each form beside the weights that it was made from, on the tasks that both have", () => {
    const { rows, missing } = QUANTISATION.make(withForms(inForm("q4_0", 19)));
    expect(rows[0]).toMatchObject([
      "humaneval-infilling-single-line",
      "ours",
      "local (q8_0)",
      "q4_0",
      "1.0 MB",
      "left-and-right",
      { count: 20, of: 30 },
      { count: 19, of: 30 },
      { unit: "points", of: 30 },
      { count: 19, of: 30 },
      { value: 100, unit: "ms" },
    ]);
    expect(missing).toEqual([]);
    expect(QUANTISATION.make(BASE).missing[0]).toContain("scripts/quantise-model.sh");
  });
});
